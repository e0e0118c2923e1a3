"""Formats as the commands meet them: which one is written, and that it is read back."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Shell
from tests.cli.puzzles import EASY, EASY_SOLUTION


@pytest.mark.parametrize("bad", ["[Puzzle]", '{"cells":"12"}', "12 x!", "# a comment\n\n[State]"])
def test_the_first_readable_record_decides_the_format(shell: Shell, bad: str) -> None:
    ran = shell("sudoku-solve", f"{bad}\n{EASY}\n", status=2)
    assert ran.out.removeprefix("# a comment\n") in (
        f"\n{EASY_SOLUTION}\n",
        f"\n\n{EASY_SOLUTION}\n",
    )
    assert len(ran.err.splitlines()) == 1


def test_comments_above_an_object_are_left_out(shell: Shell) -> None:
    out = shell("sudoku-solve", f'# a comment\n\n{{"cells":"{EASY}"}}\n').out
    assert out.startswith("{")


def test_a_verdict_does_not_wait_for_a_readable_record(shell: Shell) -> None:
    first = "(echo '[Puzzle]'; head -c 1 fifo > /dev/null)"
    ran = shell(f"mkfifo fifo; {first} | sudoku-check | (read x; echo $x > fifo; echo $x)")
    assert ran.out.startswith("1 status=unreadable")
