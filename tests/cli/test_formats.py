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


@pytest.mark.parametrize(
    ("column", "text", "complaint"),
    [
        ("foo", f"id,puzzle\n1,{EASY}", "no column 'foo' in the header, which has 'id', 'puzzle'"),
        ("3", f"id,puzzle\n1,{EASY}", "no column 3 in the header, which has 'id', 'puzzle'"),
        ("foo", f"1,{EASY}", "no header names a column 'foo'; --column N counts"),
        ("foo", f"{EASY},{EASY_SOLUTION}", "no header names a column 'foo'; --column N counts"),
    ],
)
def test_a_column_that_is_not_there_ends_the_file(
    shell: Shell, column: str, text: str, complaint: str
) -> None:
    ran = shell(f"sudoku-solve --column {column}", f"{text}\n1,{EASY}\n{EASY},2\n", status=2)
    assert ran.err == f"sudoku-solve: -:1: {complaint}\n"
    assert ran.out == "\n"
    shell("cat > other.csv", f"a,foo,b\n1,{EASY},2\n")
    ran = shell(f"sudoku-solve --format line --column {column} - other.csv", text, status=2)
    assert ran.out.startswith(f"\n{EASY_SOLUTION}") or column == "3"


@pytest.mark.parametrize("column", ["''", "' '", "-1", "0", "+1", "99999999999999999999999"])
def test_a_column_that_cannot_be_is_refused(shell: Shell, column: str) -> None:
    ran = shell(f"sudoku-solve --column {column}", f"{EASY}\n", status=2)
    assert "'--column'" in ran.err
    assert ran.out == ""


def test_a_column_is_taken_where_another_reads_as_a_grid_as_well(shell: Shell) -> None:
    out = shell("sudoku-check --column 2", f"{EASY},{EASY_SOLUTION}\n").out
    assert "kind=complete" in out
