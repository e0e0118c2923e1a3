"""The library in several threads, interpreters and processes at the same time."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from sudokutools._support import core
from tests.faults.everything import work

THREADS = 4


@pytest.fixture(params=["", "python"])
def either_core(request: pytest.FixtureRequest) -> Iterator[None]:
    core.force_python(request.param == "python")
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)
    core.force_python(False)


@pytest.mark.usefixtures("either_core")
def test_threads_at_the_same_time() -> None:
    """All begin together, so that they meet where tables are made at the first use."""
    barrier = Barrier(THREADS)

    def work_together(number: int) -> list[str]:
        barrier.wait()
        return [work(number % 2), work(2)]

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(work_together, range(THREADS)))
    alone = [work(number) for number in range(3)]
    assert found == [[alone[number % 2], alone[2]] for number in range(THREADS)]


INTERPRETERS = """
import sys
reported = f"import sys; sys.path[:] = {sys.path!r}; from tests.faults.everything import work;"
reported += "print(work(0), flush=True)"
try:
    import _interpreters
    for kind in ("legacy", "isolated"):
        failed = _interpreters.exec(_interpreters.create(kind), reported)
        assert failed is None, failed
except ImportError:
    import _xxsubinterpreters
    for is_isolated in (False, True):
        _xxsubinterpreters.run_string(_xxsubinterpreters.create(isolated=is_isolated), reported)
"""

FORKED = """
import os, threading
from tests.faults.everything import work
work(0)  # A module that a thread is importing is locked in the child.
threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
for thread in threads:
    thread.start()
for _ in range(5):
    child = os.fork()
    if not child:
        print(work(0), flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""

SPAWNED = """
import multiprocessing
from tests.faults.everything import work
if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(*pool.map(work, [0, 0]), sep="\\n")
"""


@pytest.mark.parametrize("script", [INTERPRETERS, FORKED, SPAWNED])
def test_other_interpreters_and_processes(script: str, tmp_path: Path) -> None:
    """Interpreters of one process, processes forked from threaded ones, and others."""
    file = tmp_path / "script.py"
    file.write_text(script)
    words = [sys.executable, "-W", "ignore", str(file)]
    folder = str(Path(__file__).parents[2])
    environment = os.environ | {"PYTHONPATH": folder}
    ran = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=100)
    assert ran.stderr == ""
    assert set(ran.stdout.splitlines()) == {work(0)}
