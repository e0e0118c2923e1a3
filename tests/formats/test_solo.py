"""`solo`: game ids and saved games. The examples were written by Solo itself (sgt-puzzles)."""

from itertools import islice

import pytest

from sudokutools import formats
from sudokutools.formats.format import Record, RefusalError, Style
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import lines_of_text
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line
from tests.formats.test_formats import records
from tests.tables import cases

IDS = {
    "3x3:c2_3a8b5a7a6d1d7b2a1d6_2_8i2_9_5d3a8b6d9d9a5a1b4a1_8c": (
        "...23.8..5.7.6....1....7..2.1....628.........295....3.8..6....9....9.5.1..4.18..."
    ),
    "2x3:b6a5a4c1d5a6_3a5d4c5a2a4b": "..6.5.4...1....5.63.5....4...5.2.4..",
}
SAVED = (
    "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :4:Solo\n"
    "PARAMS  :5:2x3db\nCPARAMS :5:2x3db\nDESC    :29:b6a5a4c1d5a6_3a5d4c5a2a4b\n"
    "NSTATES :1:1\nSTATEPOS:1:1\n"
).replace(":29:", f":{len('b6a5a4c1d5a6_3a5d4c5a2a4b')}:")


@pytest.mark.parametrize(("text", "line"), IDS.items())
def test_ids_of_solo_are_read_and_written(text: str, line: str) -> None:
    [record] = records(f"{text} a note\n")
    assert record.grid is not None
    assert format_line(record.grid) == line
    assert record.note == "a note"
    assert Style(formats.find("solo")).write(record.grid, "a note", ["# one"]) == f"{text}\n"


def test_an_id_with_a_solution_is_refused() -> None:
    grid = Grid.empty(Geometry.of(3, 3))
    with pytest.raises(RefusalError, match=r"^solo supports one grid a record$"):
        Style(formats.find("solo")).write(grid, partner=("solution", grid))


def test_the_two_numbers_of_an_id_count_boxes() -> None:
    [record] = records("3x4:" + 6 * "z" + "\n")
    assert "156 cells, expected 144" in str(record.error)
    [record] = records("3x4:" + 5 * "z" + "n\n")
    assert record.grid == Grid.empty(Geometry.of(4, 3))
    [record] = records("10x10:100" + 384 * "z" + "o\n")
    assert record.grid is not None
    assert record.grid[0] == 100


@cases
def test_invalid_ids(text: str, message: str) -> None:
    [record] = records(f"{text}\n")
    assert record.error is not None
    assert record.error.message == message


@pytest.mark.parametrize("parameters", ["3x3a", "3x3du", "3x3r2", "3x3md4db", "3x3m8dt"])
def test_symmetry_and_difficulty_are_ignored(parameters: str) -> None:
    assert records(f"{parameters}:zzzc\n")[0].grid == Grid.empty(Geometry.of(3, 3))


def test_a_saved_game_is_one_record(  # Other keys are ignored; another game may follow.
) -> None:
    found = records(2 * SAVED + "2x2:p\n")
    assert [record.line for record in found] == [1, 9, 17]
    assert {format_line(r.grid) for r in found[:2] if r.grid} == {IDS[list(IDS)[1]]}
    assert found[0].raw == SAVED.encode()


@pytest.mark.parametrize("colour", ["\x1b[31m", "\x1b[0m "])
def test_a_saved_game_with_colours_is_one_record(colour: str) -> None:
    text = SAVED.replace("NSTATES", f"{colour}NSTATES").replace("SAVE", f"{colour}SAVE")
    items = islice(Reader().read(lines_of_text(text), "-"), 2)  # Regression: an endless loop.
    assert [item.grid is not None for item in items if isinstance(item, Record)] == [True]


@cases
def test_errors_in_a_saved_game(old: str, new: str, message: str | None) -> None:
    [record] = records(SAVED.replace(old, new, 1))
    assert (record.error is None) == (message is None) or "PARAMS" in str(record.error)
    assert message in (None, record.error and record.error.message)


def test_a_required_geometry_must_match_the_id() -> None:
    [record] = records("2x3:zj\n", geometry=Geometry.of(2, 3))
    assert "box 3x2 in the game ID conflicts with box 2x3 in an option or comment" in str(
        record.error
    )
