"""Some of the cuts of `python -m tests.faults.cuts`, and what they found."""

import os
from pathlib import Path

import pytest

from sudokutools.cli.run import output, resume
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell, sweep
from tests.faults import cuts


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
