"""Differences between systems are in one module, and the commands work without what Unix has."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sudokutools._support import system
from tests.systems import try_commands

HERE = Path(__file__).parent
PACKAGE = Path(system.__file__).parent
WINDOWS = {**os.environ, "PYTHONPATH": str(HERE / "windows")}
UNIX = re.compile(
    r"\b(?:fcntl|msvcrt|termios|resource|pwd|grp|pty|os\.(?:fork|fchmod|nice|getuid|geteuid|kill"
    r"|sched_getaffinity|O_BINARY)|signal\.SIG(?!INT|TERM|_)\w+|select\.select|sys\.platform)\b"
)


def python(code: str, environment: dict[str, str] = WINDOWS) -> subprocess.CompletedProcess[bytes]:
    """Run some Python, as on Windows."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, check=False)


def test_no_other_module_uses_what_only_some_systems_have() -> None:
    found = {
        (file.name, name)
        for file in PACKAGE.rglob("*.py")
        if file.name != "system.py"
        for name in UNIX.findall(re.sub(r'""".*?"""', "", file.read_text(), flags=re.DOTALL))
    }
    assert found == set()


def test_every_command_works_as_on_windows() -> None:
    command = [sys.executable, try_commands.__file__]
    done = subprocess.run(command, env=WINDOWS, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "every command works\n"), done.stderr


@pytest.mark.parametrize("number", [2, 15])
def test_a_signal_ends_windows_with_its_status(number: int) -> None:
    done = python(f"from sudokutools._support import system; system.end_by({number})")
    assert done.returncode == 128 + number


def test_a_closed_pipe_ends_windows_without_a_word() -> None:
    run = "from sudokutools.cli.gen.command import main; main()"
    command = [sys.executable, "-c", run, "--number", "100000", "--seed", "1"]
    with subprocess.Popen(
        command, env=WINDOWS, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 128 + 13


LOCKS = """
import os, subprocess, sys
from sudokutools._support import system
first, second = (os.open(sys.argv[1], os.O_RDWR | os.O_CREAT) for _ in range(2))
os.write(first, b"kept")
print(system.lock(first), os.lseek(first, 0, os.SEEK_CUR))
code = "import os, sys; from sudokutools._support import system; "
code += "print(system.lock(os.open(sys.argv[1], os.O_RDWR)))"
subprocess.run([sys.executable, "-c", code, sys.argv[1]])
"""


@pytest.mark.parametrize("environment", [WINDOWS, dict(os.environ)], ids=["windows", "here"])
def test_a_lock_keeps_other_processes_off(tmp_path: Path, environment: dict[str, str]) -> None:
    command = [sys.executable, "-u", "-c", LOCKS, str(tmp_path / "file")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["True", "4", "False"], done.stderr
    assert (tmp_path / "file").read_bytes() == b"kept"
