"""Each system call fails once: one line reports it, the old file stays, nothing is lost."""

import errno
import json
import os
from pathlib import Path

import pytest

from sudokutools.cli.run import output, resume
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.faults.failing import Failing, run_here

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


@pytest.fixture(autouse=True)
def by_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every record be written, and noted, by itself."""
    monkeypatch.setattr(output, "BUFFER", 1)
    monkeypatch.setattr(resume, "SECONDS", 0)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("line", LINES)
def test_a_call_that_fails_loses_nothing(tmp_path: Path, line: str, error: int) -> None:
    number, is_over = 0, False
    whole: dict[str, bytes] = {}
    while not is_over:
        folder = tmp_path / str(number)
        before = fill(folder)
        command = line.format(folder)
        with pytest.MonkeyPatch.context() as patch:
            failing = Failing(patch, folder, number, error)
            status, told = run_here(patch, command)
        after = held_by(folder)
        if not number:
            assert (status, told) == (0, "")
            whole = after
        else:
            is_over = not failing.failed
            where = f"call {number}, {failing.failed}: {status}, {told}"
            check_one(status, told, before, after, whole, where)
            if "--resume" in line and after != whole:
                with pytest.MonkeyPatch.context() as patch:
                    assert run_here(patch, command)[0] == 0, where
                made = {n: t for n, t in held_by(folder).items() if not n.endswith(".resume")}
                assert made == {n: t for n, t in whole.items() if n in made}, where
        number += 1
    assert number > 8


def check_one(
    status: int,
    told: str,
    before: dict[str, bytes],
    after: dict[str, bytes],
    whole: dict[str, bytes],
    where: str,
) -> None:
    """Check the effect of one failure: none, or a message and no half-written file."""
    if status == 0:
        assert (told, {n: t for n, t in after.items() if not n.endswith(".resume")}) == (
            "",
            {n: t for n, t in whole.items() if not n.endswith(".resume")},
        ), where
        return
    assert status == 2, where
    assert told.count("\n") == 1, where
    assert told.startswith("sudoku-"), where
    for name, content in after.items():
        if name not in ("out.part", "out.resume"):
            assert content in (before.get(name), whole.get(name)), where


@pytest.mark.parametrize("error", ERRORS)
def test_money_and_log_stay_readable(tmp_path: Path, error: int) -> None:
    number, is_over = 1, False
    while not is_over:
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "bank").write_text("Player\t1000\nOther\t7\n")
        line = f"blackjack --seed 4 --log {folder}/log --bankroll-file {folder}/bank"
        with pytest.MonkeyPatch.context() as patch:
            failing = Failing(patch, folder, number, error)
            status, told = run_here(patch, line, "10\nstand\nagain\nstand\nquit\n")
        is_over = not failing.failed
        where = f"call {number}, {failing.failed}: {status}, {told}"
        assert (status, told.count("\n")) in ((0, 0), (2, 1)), where
        files = held_by(folder)
        assert failing.failed == "unlink" or files.keys() <= {"bank", "log"}, where
        money = dict(row.split("\t") for row in files["bank"].decode().splitlines())
        assert money.keys() == {"Player", "Other"}, where
        rounds = [json.loads(text) for text in files.get("log", b"").splitlines()]
        assert status or len(rounds) == 3, where
        number += 1
    assert number > 8
