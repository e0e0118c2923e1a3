"""Streams that are closed, full, or do not wait: at each stage of a pipeline, in each command."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell, long_rows, start, sweep
from tests.tables import cases

NOBODY_READS = 128 + signal.SIGPIPE


def left_of(group: int) -> bool:
    """Tell whether a process of a group stays after its first one has ended."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.02)
    return True


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    """Return a folder with more puzzles, and grids, than a pipe holds."""
    (tmp_path / "puzzles").write_text(f"{EASY}\n" * 2000)
    (tmp_path / "grids").write_text(f"{EASY_SOLUTION}\n" * 2000)
    return tmp_path


@cases
def test_a_closed_pipe_ends_a_command_silently(samples: Path, command: str) -> None:
    line = f"(sleep 0.1; exec env {command}) | exec true; exit ${{PIPESTATUS[0]}}"
    with start("bash", "-c", line, cwd=samples, stdin=subprocess.DEVNULL) as process:
        _, error = process.communicate()
        assert (process.returncode, error) == (NOBODY_READS, b"")
        assert not left_of(process.pid)


@pytest.mark.parametrize(
    ("place", "jobs"),
    [(0, 2), (1, 1), (2, 2), (3, 1), *long_rows([(0, 1), (1, 2), (2, 1), (3, 2)])],
)
def test_a_pipe_that_is_closed_anywhere_ends_all_before_it(
    tmp_path: Path, place: int, jobs: int
) -> None:
    stages = [
        f"sudoku-gen -n 20000 --format line --jobs {jobs}",
        f"sudoku-mask --clues 40 --jobs {jobs}",
        f"sudoku-solve --jobs {jobs}",
        f"sudoku-check --jobs {jobs}",
    ]
    stages.insert(place + 1, "head -n 7")
    line = f"{' | '.join(stages)} > out; echo ${{PIPESTATUS[*]}}; wc -l < out"
    with start("bash", "-c", line, cwd=tmp_path) as process:
        out, error = process.communicate()
        statuses, lines = out.decode().splitlines()
        ended, done = [str(NOBODY_READS)] * (place + 1), ["0"] * (4 - place)
        assert (statuses.split(), lines.strip(), error) == ([*ended, *done], "7", b"")
        assert not left_of(process.pid)


@cases
def test_a_named_pipe_that_is_closed(shell: Shell, line: str) -> None:
    """The reader opens it, so that it can be opened, and ends."""
    text = "10\nstand\n" * 99
    ran = shell(f"mkfifo pipe; head -c 1 < pipe > /dev/null & {line}", text, status=NOBODY_READS)
    assert "pipe" not in ran.err


@cases
@pytest.mark.parametrize("stream", sweep(["/dev/full"], ["&-", ">(true)"]))
def test_a_standard_error_that_takes_nothing_changes_no_status(
    shell: Shell, line: str, status: int, stream: str
) -> None:
    """It is 120 where Python fails to write at its end."""
    operator = "2>" if stream == "&-" else "2> "
    assert shell(f"exec {operator}{stream}; {line}", status=status).err == ""


@cases
def test_streams_that_are_closed_or_full_are_one_line(
    shell: Shell, line: str, complaint: str
) -> None:
    ran = shell(line, status=2)
    assert (ran.out, ran.err) == ("", complaint)


@cases
def test_streams_that_do_not_wait_are_waited_for(
    tmp_path: Path, shell: Shell, line: str, answer: str
) -> None:
    """Another program that shares them may have said so: an ssh, a shell, a node."""
    (tmp_path / "file").write_text(f"{EASY_SOLUTION}\n")
    (tmp_path / "slow.sh").write_text("sleep 0.3; read line; echo $line; sleep 0.3; cat\n")
    unwaiting = (
        "python3 -c 'import os, sys; os.set_blocking(0, False); os.set_blocking(1, False);"
        " os.execvp(sys.argv[1], sys.argv[1:])'"
    )
    text = 30 * answer
    expected = shell(line, text, status=None)
    ran = shell(
        f"set -o pipefail; sh slow.sh | {unwaiting} {line} | (sleep 0.4; cat)", text, status=None
    )
    assert ran == expected
