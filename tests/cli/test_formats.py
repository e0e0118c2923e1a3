"""Formats as the commands meet them: which one is written, and that it is read back."""

from __future__ import annotations

import json

import pytest

from sudokutools import formats
from tests.cli.conftest import Shell
from tests.cli.puzzles import EASY, EASY_SOLUTION

BOTH = [entry.name for entry in formats.REGISTRY if entry.can_read and entry.can_write]


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


SHAPES = ["--size 1", "--size 3", "--box 2x2 --boxes 2x1", "--box 1x3 --boxes 1x1", "--box 1x6",
          "--size 16 --boxes 1x4"]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_complete_grids_of_every_geometry_are_read_back(shell: Shell, shape: str) -> None:
    shell(f"sudoku-gen {shape} -n 2 --seed 1 --format line > grids")
    for form in formats.WRITABLE:
        shell(f"sudoku-gen {shape} -n 2 --seed 1 --format {form} > written")
        assert shell("sudoku-solve --format line < written | diff - grids").out == ""


@pytest.mark.parametrize("note", ["box 2x2", "# box 3x3 boxes 2x3", "note: box 1x1", ",a", ": b"])
def test_a_note_never_changes_what_is_read(shell: Shell, note: str) -> None:
    text = json.dumps({"cells": EASY, "note": note}) + "\n"
    for form in BOTH:
        out = shell(f"sudoku-solve --format {form} | sudoku-solve --format json", text).out
        read = json.loads(out)
        assert read["box"] == [3, 3]
        told = read.get("note") or read["comments"][0]
        assert told in (note, f"note: {note.removeprefix('# ')}")


def test_a_comment_of_an_object_never_changes_the_geometry(shell: Shell) -> None:
    text = json.dumps({"cells": EASY, "comments": ["box 2x2"]}) + "\n" + EASY + "\n"
    out = shell("sudoku-solve --format line | sudoku-solve", text).out
    assert out == f"# note: box 2x2\n{EASY_SOLUTION}\n{EASY_SOLUTION}\n"
