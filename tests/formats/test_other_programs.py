"""Grids as other programs print and store them: numbers, initialisers, tables, lists, pages."""

import io
from pathlib import Path

import pytest

from sudokutools import formats, read_grid
from sudokutools.formats.format import Style
from sudokutools.formats.reader import read_all
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line
from tests.formats.test_reader import BORDERED, FULL_ROWS, PUZZLE, ROWS, SOLUTION, lines_of, records
from tests.tables import cases


@cases
@pytest.mark.parametrize("count", [1, 2])
def test_values_of_other_programs(grids: int, text: str, count: int) -> None:
    expected = [PUZZLE, SOLUTION][:grids]
    text = text.rstrip("\n")
    assert lines_of(f"{text}\n\n" * count) == count * expected


@pytest.mark.parametrize("size", [16, 25])
def test_numbers_on_one_line(size: int) -> None:
    geometry = Geometry.of_size(size)
    cells = [cell % (size + 1) * (cell % 3 == 0) for cell in range(geometry.size)]
    line = format_line(Grid(geometry, cells))
    for separator in (" ", "  ", "\t", ",", ";"):
        text = separator.join(map(str, cells)) + "\n"
        assert lines_of(2 * text) == [line, line]
        for label in (f"No 7:{separator}", "No 7: ", "My No 7: "):
            [record] = records(label + text)
            assert record.grid is not None
            assert (format_line(record.grid), record.note) == (line, label.rstrip(f"{separator}: "))
        assert records(f"It is No 7: {text}")[0].grid is None


@pytest.mark.parametrize("form", ["{:6.1f}", "{:6.1f} ,"])
def test_floats_in_columns_of_a_large_grid(form: str) -> None:
    cells = [cell % 17 * (cell % 3 == 0) for cell in range(256)]
    numbers = [form.format(cell) for cell in cells]
    text = "".join("".join(numbers[at : at + 16]) + "\n" for at in range(0, 256, 16))
    assert lines_of(text) == [format_line(Grid(Geometry.of_size(16), cells))]


@pytest.mark.parametrize("size", [4, 6, 7, 8])
def test_few_numbers_on_one_line_are_a_small_grid_or_a_row(size: int) -> None:
    cells = [cell % (size + 1) * (cell % 3 == 0) for cell in range(size * size)]
    line = " ".join(map(str, cells)) + "\n"
    small = format_line(Grid(Geometry.of_size(size), cells))
    assert lines_of(line) == [small]
    assert lines_of(2 * line) == [small, small]
    n = size * size
    large = "".join(" ".join(["0"] * (n - 1) + [str(at + 1)]) + "\n" for at in range(n))
    assert [grid.geometry.n for grid in read_all(large)] == [n]
    found = lines_of(f"{large}\n{line}")  # A row of another large grid, which is cut.
    assert found[1].startswith(f"-:{n + 2}: 1 row, expected {n}")


# Grids side by side


def bordered(rows: list[str]) -> str:
    lines = [" | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)) for row in rows]
    border = "------+-------+------"
    return "\n".join([*lines[:3], border, *lines[3:6], border, *lines[6:]])


def framed(rows: list[str]) -> str:
    lines = [f"| {line} |" for line in bordered(rows).splitlines() if "+" not in line]
    frame = "+-------+-------+-------+"
    return "\n".join([frame, *lines[:3], frame, *lines[3:6], frame, *lines[6:], frame])


def beside(*texts: str, gap: str = "   ") -> str:
    lines = zip(*(text.splitlines() for text in texts), strict=True)
    return "".join(gap.join(line) + "\n" for line in lines)


@pytest.mark.parametrize(
    "draw",
    [bordered, framed, "\n".join, lambda rows: "\n".join(map(" ".join, rows))],
)
@pytest.mark.parametrize("gap", ["   ", 9 * " "])
def test_grids_side_by_side(draw, gap: str) -> None:  # type: ignore[no-untyped-def]
    puzzle, solution = draw(ROWS), draw(FULL_ROWS)
    text = beside(puzzle, solution, gap=gap)
    assert lines_of(f"{text}\n{text}") == 2 * [PUZZLE, SOLUTION]
    assert lines_of(beside(puzzle, solution, puzzle, gap=gap)) == [PUZZLE, SOLUTION, PUZZLE]
    damaged = beside(puzzle, solution[:-3] + "!" + solution[-2:], gap=gap)
    [error] = lines_of(damaged)
    assert error.startswith("-:")


def test_blank_cells_side_by_side() -> None:
    blank = framed([row.replace(".", " ") for row in ROWS])
    assert lines_of(beside(blank, framed(FULL_ROWS))) == [PUZZLE, SOLUTION]


@pytest.mark.parametrize("colour", [False, True])
def test_pretty_with_a_puzzle_is_read_again(colour: bool) -> None:
    style = Style(formats.find("pretty"), colour=colour)
    puzzle, solution = read_grid(PUZZLE), read_grid(SOLUTION)
    written = style.write(solution, partner=("puzzle", puzzle), partner_first=True)
    assert lines_of(written) == [PUZZLE, SOLUTION]


# Lists of forums


@cases
def test_columns_before_the_cells_go_to_the_note(line: str, note: str) -> None:
    found = records(f"{line}\n{line}\n")
    assert [record.grid for record in found] == 2 * [read_grid(PUZZLE)]
    assert [record.note for record in found] == [note, note]


# Files


@cases
def test_files_of_other_programs_are_named(content: bytes, message: str) -> None:
    with pytest.raises(Exception, match=message):
        read_all(io.BytesIO(content))


def test_files_and_paths_are_read(tmp_path: Path) -> None:
    path = tmp_path / "grid"
    path.write_text(BORDERED)
    grid = read_grid(PUZZLE)
    assert read_grid(path) == grid
    with path.open() as text:
        assert read_grid(text) == grid
    with path.open("rb") as content:
        assert read_grid(content) == grid
    with pytest.raises(OSError, match="nothing"):
        read_grid(tmp_path / "nothing")


# Data sets


def test_a_second_header_is_a_header() -> None:
    text = (
        f"id,puzzle\n7,{PUZZLE}\nid,puzzle\n8,{SOLUTION}\n"
        f"level,id,puzzle\nhard,9,{PUZZLE}\nrubbish,b,c\n"
    )
    found = records(text)
    assert [record.grid is not None for record in found] == [True, True, True, False]
    assert [record.row.values.get("id") for record in found[:3] if record.row] == ["7", "8", "9"]


def test_a_column_of_numbers_in_quotes_has_a_header() -> None:
    found = records("puzzle\n" + 2 * f'"{",".join(SOLUTION)}"\n')
    assert [record.grid for record in found] == 2 * [read_grid(SOLUTION)]


@pytest.mark.parametrize("before", ["", f"{PUZZLE}\n", f"puzzle\n{PUZZLE}\n"])
def test_lost_zeros_are_named(before: str) -> None:
    line = SOLUTION[6:]
    assert lines_of(f"{before}{line}\n")[-1].endswith(
        "75 cells, expected 81; leading zeros may be lost"
    )
