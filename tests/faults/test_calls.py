"""System calls that fail: one line reports it, the old file stays, nothing is lost or doubled.

Each fails once; some of the cuts of `python -m tests.faults.cuts`; and under strace, where it is
there, reads and writes in C.
"""

import errno
import json
import os
import subprocess
from pathlib import Path

import pytest

from sudokutools.cli.run import output, resume
from tests import in_process
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell, sweep
from tests.faults import cuts
from tests.faults.failing import Failing
from tests.forks import run_here

ERRORS = [errno.EIO, pytest.param(errno.ENOSPC, marks=pytest.mark.long)]

LINES = [
    "sudoku-gen -n 3 --seed 1 --format line -o {}/out",
    "sudoku-gen -n 3 --seed 1 --format line --resume -o {}/out",
    "sudoku-solve -o {0}/out {0}/in",
    "sudoku-solve --method dlx --resume -o {0}/out {0}/in",
    "sudoku-check --tag --against {0}/in -o {0}/out {0}/solved",
    "sudoku-mask --seed 1 -n 2 -o {0}/out {0}/solved",
    "sudoku-print --play -o {0}/out {0}/in",
    "sudoku-print --pages-per-file 1 --per-page 2 -o {0}/out%d.pdf {0}/in",
]


def fill(folder: Path) -> dict[str, bytes]:
    """Put the inputs, and an old output, into a folder; return all that is there."""
    folder.mkdir()
    (folder / "in").write_text(f"{EASY}\n" * 3)
    (folder / "solved").write_text(f"{EASY_SOLUTION}\n" * 3)
    for name in ("out", "out1.pdf"):
        (folder / name).write_text("old")
    return held_by(folder)


def held_by(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in os.listdir(folder)}


@pytest.fixture
def by_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every record be written, and noted, by itself."""
    monkeypatch.setattr(output, "BUFFER", 1)
    monkeypatch.setattr(resume, "SECONDS", 0)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


@pytest.mark.usefixtures("by_the_record")
@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("line", LINES)
def test_a_call_that_fails_loses_nothing(tmp_path: Path, line: str, error: int) -> None:
    before = fill(tmp_path / "0")
    ran = in_process.run(line.format(".").split(), files=before)  # The forks have what it computes.
    assert (ran.status, ran.err) == (0, b"")
    whole = before | ran.files
    number, is_over = 1, False
    while not is_over:
        folder = tmp_path / str(number)
        fill(folder)
        words = line.format(folder).split()
        failing = Failing(folder, number, error)
        status, _, reported = run_here(words, prepare=failing.install)
        after = held_by(folder)
        is_over = not failing.failed
        where = f"call {number}, {failing.failed}: {status}, {reported!r}"
        check_one(status, reported.decode(), before, after, whole, where)
        if "--resume" in line and after != whole:
            assert run_here(words)[0] == 0, where
            made = {n: t for n, t in held_by(folder).items() if not n.endswith(".resume")}
            assert made == {n: t for n, t in whole.items() if n in made}, where
        number += 1
    assert number > 8


def check_one(
    status: int,
    reported: str,
    before: dict[str, bytes],
    after: dict[str, bytes],
    whole: dict[str, bytes],
    where: str,
) -> None:
    """Check the effect of one failure: none, or a message and no half-written file."""
    if status == 0:
        assert (reported, {n: t for n, t in after.items() if not n.endswith(".resume")}) == (
            "",
            {n: t for n, t in whole.items() if not n.endswith(".resume")},
        ), where
        return
    assert status == 2, where
    assert reported.count("\n") == 1, where
    assert reported.startswith("sudoku-"), where
    for name, content in after.items():
        if name not in ("out.part", "out.resume"):
            assert content in (before.get(name), whole.get(name)), where


@pytest.mark.usefixtures("by_the_record")
@pytest.mark.parametrize("error", ERRORS)
def test_money_and_log_stay_readable(tmp_path: Path, error: int) -> None:
    line = "blackjack --seed 4 --log {0}/log --bankroll-file {0}/bank"
    answers, bank = b"10\nstand\nagain\nstand\nquit\n", b"Player\t1000\nOther\t7\n"
    in_process.run(line.format(".").split(), answers, {"bank": bank})  # The forks have the odds.
    number, is_over = 1, False
    while not is_over:
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "bank").write_bytes(bank)
        failing = Failing(folder, number, error)
        status, _, reported = run_here(line.format(folder).split(), answers, failing.install)
        is_over = not failing.failed
        where = f"call {number}, {failing.failed}: {status}, {reported!r}"
        assert (status, reported.count(b"\n")) in ((0, 0), (2, 1)), where
        files = held_by(folder)
        assert failing.failed == "unlink" or files.keys() <= {"bank", "log"}, where
        money = dict(row.split("\t") for row in files["bank"].decode().splitlines())
        assert money.keys() == {"Player", "Other"}, where
        rounds = [json.loads(text) for text in files.get("log", b"").splitlines()]
        assert status or len(rounds) == 3, where
        number += 1
    assert number > 8


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="open files have names in /proc")
@pytest.mark.parametrize("runs", sweep([{"number": 12, "seed": 0}], [{"number": 50, "seed": 1}]))
def test_nothing_is_lost_or_doubled(runs: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "BUFFER", output.BUFFER)
    monkeypatch.setattr(resume, "SECONDS", resume.SECONDS)
    monkeypatch.setattr(os, "fsync", os.fsync)
    assert cuts.cut(**runs).total() >= runs["number"]


def test_resume_ends_at_an_input_that_cannot_be_read(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "a").write_text(f"{EASY}\n")
    command = "sudoku-solve --resume -o out a b a"
    ran = shell(command, status=2)
    assert ran.err == "sudoku-solve: b: no such file or directory\n"
    assert (tmp_path / "out.part").read_text() == f"{EASY_SOLUTION}\n"
    (tmp_path / "b").write_text(f"{EASY}\n{EASY}\n")
    assert not shell(command).err
    assert (tmp_path / "out").read_text() == 4 * f"{EASY_SOLUTION}\n"


RECORDS = 7000
"""So many lines that they are read, and written, in three pieces."""

CAN_TRACE = Path("/usr/bin/strace").exists() and not (
    subprocess.run(["strace", "-o/dev/null", "true"], capture_output=True, check=False).returncode
)

needs_strace = pytest.mark.skipif(not CAN_TRACE, reason="strace is missing, or may not trace")


def run(shell: Shell, line: str, call: str, fault: str, status: int) -> tuple[str, str]:
    """Run a command line in whose calls that regard the file `it` there is a fault."""
    shell(f"yes {EASY} | head -n {RECORDS} > in; yes {EASY_SOLUTION} | head -n {RECORDS} > solved")
    shell(f"mv {'in' if call == 'read' else 'out'} it || touch it")
    trace = f"strace -f -qq -o/dev/null -P $PWD/it -e trace={call} -e inject={call}:{fault}"
    ran = shell(f"{trace} {line}", status=status)
    return shell("cat out 2> /dev/null || cat it").out, ran.err


@needs_strace
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


@needs_strace
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


@needs_strace
@pytest.mark.parametrize("number", sweep([2], [1, 3]))
def test_what_was_written_before_an_error_is_whole(shell: Shell, number: int) -> None:
    line = "sudoku-solve --jobs 1 in > it"
    out, error = run(shell, line, "write", f"error=EIO:when={number}", 2)
    assert out == f"{EASY_SOLUTION}\n" * out.count("\n")
    assert error == "sudoku-solve: input/output error\n"
