"""Kernels and bindings whose requests for memory fail, one after the other."""

import platform
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from sudokutools._support import core
from tests.conftest import LONG_SECONDS, start, sweep
from tests.faults.nth_malloc import COMMANDS

SHIM = Path(__file__).with_name("nth_malloc.c")


@pytest.mark.skipif(core.native() is None, reason="there are no kernels")
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="nothing is preloaded here")
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler")
@pytest.mark.parametrize(
    "words",
    sweep(
        [["400", *map(str, range(0, len(COMMANDS), 4))]],
        [["1", str(number)] for number in range(len(COMMANDS))],
    ),
)
def test_every_request_of_kernels_may_fail(tmp_path: Path, words: list[str]) -> None:
    shim = tmp_path / "nth_malloc.so"
    options = ["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-o", str(shim)]
    subprocess.run(["cc", *options, str(SHIM), "-ldl"], check=True)
    python = ["env", f"LD_PRELOAD={shim}", sys.executable, "-m", "tests.faults.nth_malloc"]
    with start(*python, *words, seconds=LONG_SECONDS, cwd=SHIM.parents[2]) as process:
        out, err = process.communicate()
    assert (process.returncode, err.decode()) == (0, "")
    assert len(out.splitlines()) == (len(words) - 1 or len(COMMANDS))


@pytest.mark.skipif(core.native() is None, reason="there are no kernels")
@pytest.mark.skipif(find_spec("_testcapi") is None, reason="Python comes without its test module")
@pytest.mark.parametrize("which", sweep(["4", "1000 module"], ["1000"]))
def test_every_request_of_bindings_may_fail(which: str) -> None:
    words = [sys.executable, "-m", "tests.faults.nomemory", *which.split()]
    with start(*words, seconds=LONG_SECONDS, cwd=SHIM.parents[2]) as process:
        out, err = process.communicate()
    assert (process.returncode, err.decode()) == (0, "")
    assert b" module\n" in out
