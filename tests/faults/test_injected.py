"""Calls of the system that fail under strace, where it is there: reads and writes in C, too."""

import subprocess
from pathlib import Path

import pytest

from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell, sweep

RECORDS = 7000
"""So many lines that they are read, and written, in three pieces."""

CAN_TRACE = Path("/usr/bin/strace").exists() and not (
    subprocess.run(["strace", "-o/dev/null", "true"], capture_output=True, check=False).returncode
)

pytestmark = pytest.mark.skipif(not CAN_TRACE, reason="strace is missing, or may not trace")


def run(shell: Shell, line: str, call: str, fault: str, status: int) -> tuple[str, str]:
    """Run a command line in whose calls that regard the file `it` there is a fault."""
    shell(f"yes {EASY} | head -n {RECORDS} > in; yes {EASY_SOLUTION} | head -n {RECORDS} > solved")
    shell(f"mv {'in' if call == 'read' else 'out'} it || touch it")
    trace = f"strace -f -qq -o/dev/null -P $PWD/it -e trace={call} -e inject={call}:{fault}"
    ran = shell(f"{trace} {line}", status=status)
    return shell("cat out 2> /dev/null || cat it").out, ran.err


@pytest.mark.parametrize("method", ["auto", pytest.param("dlx", marks=pytest.mark.long)])
@pytest.mark.parametrize(("number", "done"), [(1, 0), (2, 3196), (3, 6393)])
def test_what_was_read_before_an_error_is_answered(
    shell: Shell, method: str, number: int, done: int
) -> None:
    """So are the other files, and the error names its own."""
    shell(f"echo {EASY} > other")
    line = f"sudoku-solve --method {method} --jobs 1 it other > out"
    out, error = run(shell, line, "read", f"error=EIO:when={number}", 2)
    assert out == f"{EASY_SOLUTION}\n" * (done + 1)
    assert error == "sudoku-solve: it: input/output error\n"


@pytest.mark.parametrize(
    "fault",
    sweep(
        ["read:error=EINTR:when=2..9+2", "write:error=EAGAIN:when=1..9+2"],
        [
            "read:error=EAGAIN:when=2..9+2",
            "write:error=EINTR:when=1..9+2",
            "write:retval=0:when=1..9+2",
        ],
    ),
)
def test_what_is_interrupted_goes_on(shell: Shell, fault: str) -> None:
    call, _, fault = fault.partition(":")
    line = "sudoku-solve --jobs 1 it > out" if call == "read" else "sudoku-solve --jobs 1 in > it"
    out, error = run(shell, line, call, fault, 0)
    assert (out, error) == (f"{EASY_SOLUTION}\n" * RECORDS, "")


@pytest.mark.parametrize("number", sweep([2], [1, 3]))
def test_what_was_written_before_an_error_is_whole(shell: Shell, number: int) -> None:
    line = "sudoku-solve --jobs 1 in > it"
    out, error = run(shell, line, "write", f"error=EIO:when={number}", 2)
    assert out == f"{EASY_SOLUTION}\n" * out.count("\n")
    assert error == "sudoku-solve: input/output error\n"
