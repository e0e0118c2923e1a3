"""Formats with candidates: reading, and round trips.

The drawings and lines are typed from the documentation of the named programs.
"""

import pytest
from hypothesis import given

from sudokutools import formats
from sudokutools.formats.format import Record, RefusalError, Style
from sudokutools.grid.candidates import pencil_marks
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line
from sudokutools.logic.ladder import Path
from sudokutools.logic.marked_grid import draw
from sudokutools.solving.solving import count_solutions, solve
from tests.formats.test_formats import records
from tests.strategies import marked_grids
from tests.tables import cases, texts_of

NINE = Geometry.of(3, 3)
HOLDERS = [entry.name for entry in formats.REGISTRY if formats.find(entry.name).has_candidates]

# Drawn by HoDoKu as its pencil mark grid.
[HODOKU] = texts_of("formats/test_candidates.txt")
CLUES = "285.....4....7...2.9.6...8...64..13..7...3..9.....6.....7...5..5.9...4.84..1.5..6"

# Two lines of HoDoKu's library.
PLUS = ":0000:x:.6..+4...3......45...27.5.....641..3.9...7.2..38...9.7...75..9..6.....31..9...3.4.:"
STEP = f":0702:9:{CLUES}:315 114:998 999::"


def one(text: str, form: str | None = None) -> Record:
    [record] = records(text, form)
    assert record.error is None
    return record


def same(text: str) -> Grid:
    grid = one(text).grid
    assert grid is not None
    return grid


def error_of(text: str, form: str | None = None) -> str:
    [record] = records(text, form)
    assert record.error is not None
    return record.error.message


def test_the_frame_of_hodoku_is_read_and_drawn() -> None:
    grid = same(HODOKU)
    assert format_line(Grid(NINE, grid.cells)) == CLUES
    assert grid.candidates is None, "all that the clues leave"
    assert Style(formats.find("pm")).write(grid) == HODOKU + "\n"
    text = HODOKU.replace("1346 ", "134  ")
    grid = same(text)
    assert grid.candidates is not None
    assert grid.candidates[9:12] == (0b100101, 0b1101, 0b1101)
    assert Style(formats.find("pm")).write(grid) == text + "\n"


def test_pencil_marks_without_a_frame() -> None:
    rows = [line.replace("|", " ") for line in HODOKU.splitlines() if line[0] == "|"]
    for text in ("\n".join(rows), "\n".join("\t".join(row.split()) for row in rows)):
        assert one(text).grid == same(HODOKU)


def test_drawings_follow_each_other_with_and_without_a_blank_line() -> None:
    for between in ("", "\n", "\n# a comment\n"):
        found = records(HODOKU + between + HODOKU + between + f"{CLUES}\n")
        assert [record.error for record in found] == [None] * 3
        assert found[0].grid == found[1].grid == same(HODOKU)
        assert found[0].raw.decode() == HODOKU
        assert found[2].grid == Grid(NINE, [int(sign) for sign in CLUES.replace(".", "0")])


def test_a_drawing_of_pencil_marks_is_read_as_a_grid() -> None:
    # Programs get a plain line, whatever a person pasted.
    assert one(HODOKU).format is formats.find("grid")
    assert one(HODOKU, "pm").grid == same(HODOKU)
    assert records(HODOKU, "grid")[0].error is not None


@cases
def test_marks_of_other_programs_are_refused(old: str, new: str, message: str | None) -> None:
    text = HODOKU.replace(old, new)
    if message is None:
        assert text == HODOKU
    else:
        assert error_of(text) == message


def test_invalid_pencil_marks() -> None:
    rows = 9 * "1 2 3 4 5 6 7 8 9\n"
    assert "r1c3: symbol V, expected 1 to 9" in error_of(rows.replace("3", "31", 1))
    assert error_of(HODOKU.replace("39 ", "   ", 1)) == "row 1 has 17 cells, expected 23"


def test_a_line_of_the_library_is_read_and_written() -> None:
    found = one(f"{PLUS}299::\n")
    grid = found.grid
    assert grid is not None
    assert (found.format, found.note, grid.cells[4]) == (formats.find("line"), "", 4)
    assert grid.candidates is not None
    assert grid.candidates[80] == pencil_marks(Grid(NINE, grid.cells))[80] & ~0b10
    text = Style(formats.find("hodoku")).write(grid)
    assert text == f"{PLUS}299::\n".replace("+", "")
    assert same(f"{PLUS}::\n").candidates is None


def test_other_fields_of_a_library_line_are_its_note() -> None:
    found = one(STEP)
    assert found.note == "0702:9:998 999::"
    hodoku = Style(formats.find("hodoku"))
    assert found.grid is not None
    assert hodoku.write(found.grid, found.note) == f"{STEP}\n".replace("315 114", "315")
    assert hodoku.write(found.grid, "a note").startswith("# a note\n:0000:x:")


@cases
def test_errors_in_a_line_of_the_library(text: str, message: str) -> None:
    assert error_of(text) == message


def sukaku(grid: Grid) -> str:
    return Style(formats.find("sukaku")).write(grid).rstrip("\n")


def test_single_candidates_are_not_clues_in_a_sukaku() -> None:
    grid = same(sukaku(same(HODOKU)))
    assert grid.clue_count == 0
    assert format_line(grid.without_candidates()) == CLUES
    assert sukaku(grid) == sukaku(same(HODOKU))
    step = Path(grid).next_step()
    assert step is not None
    assert step.placements[0][0] in [cell for cell, sign in enumerate(CLUES) if sign != "."]


def test_a_sukaku_is_distinguished_from_a_grid_of_27_rows() -> None:
    text = sukaku(same(HODOKU))
    found = one(f"{text}\ta note")
    assert (found.format, found.note) == (formats.find("line"), "a note")
    dead = same("." * 9 + text[9:])
    assert 0 in (dead.candidates or ())
    assert sukaku(dead) == "." * 9 + text[9:]
    others = 729 * ".", text.replace("9", "8", 1), text.replace("2", "1", 1)
    for other in others:
        grid = same(other)
        assert grid.geometry is Geometry.of(9, 3)
    assert "expected 81 cells of 9 characters" in error_of(729 * ".", "sukaku")
    [record] = records(text, None, Geometry.of(9, 3))
    assert record.grid is not None
    assert record.grid.geometry is Geometry.of(9, 3)


@pytest.mark.parametrize("name", ["pm", "hodoku", "sukaku"])
def test_only_grids_of_nine_rows_are_written(name: str) -> None:
    with pytest.raises(RefusalError, match=f"^{name} supports 9x9 grids only$"):
        Style(formats.find(name)).write(Grid.empty(Geometry.of(2, 2)))


@given(grid=marked_grids())
def test_candidates_are_written_and_read(grid: Grid) -> None:
    names = ["json", "pretty"]
    if grid.geometry.is_full:
        names += ["fpuzzles", "fpuzzles-json", "sudokupad"]
    for name in names:
        assert one(Style(formats.find(name)).write(grid)).grid == grid


@given(grid=marked_grids(NINE))
def test_candidates_of_nine_rows_are_written_and_read(grid: Grid) -> None:
    masks = pencil_marks(grid)
    single = [0 if mask & (mask - 1) else mask.bit_length() for mask in masks]
    for name in HOLDERS:
        text = 2 * Style(formats.find(name)).write(grid, "a note", ["# a comment"])
        first, again = (record.grid for record in records(text))
        assert first == again
        assert first is not None
        if name == "pm":
            # A cell of one digit is a clue, which may remove candidates of other cells.
            assert list(first.cells) == single
            assert all(a & b == a for a, b in zip(pencil_marks(first), masks, strict=True))
        elif name == "sukaku":
            assert pencil_marks(first) == masks
            assert not any(first.cells)
        else:
            assert first == grid
        assert count_solutions(first, 3) == count_solutions(grid, 3)
    text = sukaku(grid)
    assert sukaku(same(text)) == text


@pytest.mark.parametrize("shape", [(2, 2), (3, 2), (3, 3), (4, 3)])
def test_drawings_of_hints_are_read(shape: tuple[int, int]) -> None:
    geometry = Geometry.of(*shape)
    solution = solve(Grid.empty(geometry))
    assert solution is not None
    puzzle = Grid(geometry, [s if (c * 7) % 3 else 0 for c, s in enumerate(solution.cells)])
    path = Path(puzzle)
    for _ in range(20):
        board = tuple(path.values), tuple(path.candidates)
        step = path.next_step()
        for marked in ((step,), (None, True, (0, 5)), ()):
            text = draw(puzzle, *board, *marked)
            found = one(text)
            assert found.grid is not None
            assert found.format is formats.find("pretty")
            assert found.grid.cells == bytes(board[0])
            expected = [m or 1 << (v - 1) for v, m in zip(*board, strict=True)]
            assert pencil_marks(found.grid) == expected
        if step is None:
            break


@pytest.mark.parametrize("name", HOLDERS)
def test_a_cell_without_candidates_is_written(name: str) -> None:
    clues = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, *71 * [0]]
    grid = same(Style(formats.find(name)).write(Grid(NINE, clues)))
    assert count_solutions(grid, 1) == 0


@cases
def test_errors_in_candidates_of_objects(candidates: str, message: str) -> None:
    assert error_of(f'{{"cells":[[1,0],[0,0]],"candidates":{candidates}}}') == message


def test_candidates_of_objects_are_kept() -> None:
    grid = same('{"cells":[[1,0],[0,0]],"candidates":[[[1],[]],[[],["2"]]]}')
    assert grid.candidates is not None
    assert grid.candidates[3] == 0b10
    text = Style(formats.find("json")).write(grid)
    assert '"candidates":[[[],[2]],[[2],[2]]]' in text
    assert same('{"cells":[[1,0],[0,0]],"candidates":[[[],[2]],[[],[]]]}').candidates is None


@pytest.mark.parametrize(
    "text", [f":0000:x:{81 * '.'}:{' '.join(f'{s}11' for s in range(1, 10))}::", ".~R1C1_1~R1C1_2"]
)
def test_a_cell_without_candidates_is_read_and_has_no_solution(text: str) -> None:
    [record] = records(f"{text}\n")
    assert record.grid is not None
    assert record.grid.candidates is not None
    assert record.grid.candidates[0] == 0
    assert solve(record.grid) is None
    written = Style(formats.find("hodoku")).write(record.grid)
    assert one(written, "hodoku").grid == record.grid
    with pytest.raises(RefusalError, match="pm supports no cells without candidates"):
        Style(formats.find("pm")).write(record.grid)
