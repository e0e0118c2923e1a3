"""Our formats write variants so that the same grid and rules are read back."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools import formats
from sudokutools.constraints import kind
from sudokutools.constraints.collection import Constraints
from sudokutools.errors import SudokuError
from sudokutools.formats.comments import printable
from sudokutools.formats.format import Style
from sudokutools.formats.grid import LINE_LENGTH, statements
from sudokutools.formats.reading.cells import SPEC_WORD
from sudokutools.formats.reading.lines import Line
from sudokutools.formats.reading.note_spec import MAX_LENGTH, MAX_PIECES, meaning_of
from sudokutools.formats.reading.spec_comments import clues_of, merged, statement_of
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.geometry_label import spec_word
from sudokutools.grid.grid import Grid, format_line
from sudokutools.grid.keys import CLUE_KEYS, GEOMETRY_KEYS
from sudokutools.grid.spec import parse_spec, spec_of
from tests.clues import common
from tests.formats.test_formats import NOTES, records
from tests.strategies import variant_grids, variant_puzzles
from tests.tables import cases

NATIVE = ["line", "csv", "json", "grid", "pretty", "table"]


@pytest.mark.parametrize("name", NATIVE)
@settings(max_examples=20)
@given(grids=st.lists(variant_grids(), min_size=1, max_size=3), note=NOTES)
def test_grids_of_variants_are_read_as_they_were_written(
    name: str, grids: list[Grid], note: str
) -> None:
    form = formats.find(name)
    style = Style(form)
    style.says_geometry = True
    text = form.header(["puzzle", "spec"])
    text += "".join(style.write(grid, note, ["# a comment"]) for grid in grids)
    read = records(text)
    assert [record.grid for record in read] == grids
    if form.has_notes and form.has_comments and not form.is_drawn:
        assert {record.note for record in read} == {printable(note)}
    if form.is_drawn:
        assert all(record.comments[0] == "# a comment" for record in read)
    [*again] = (style.write(r.grid, r.note, r.comments) for r in read if r.grid is not None)
    assert form.is_drawn or form.header(["puzzle", "spec"]) + "".join(again) == text


@pytest.mark.parametrize("name", [name for name in NATIVE if name != "pretty"])
@settings(max_examples=10)
@given(pair=variant_puzzles())
def test_a_solution_next_to_its_puzzle_has_the_same_rules(
    name: str, pair: tuple[Grid, Grid]
) -> None:
    puzzle, solution = pair
    form = formats.find(name)
    style = Style(form)
    style.says_geometry = True
    text = form.header(["puzzle", "solution", "spec"])
    text += style.write(solution, "", [], {}, ("puzzle", puzzle), partner_first=True)
    [record] = records(text)
    assert record.grid in (puzzle, solution)
    assert record.error is None


@given(grid=variant_grids())
def test_a_spec_is_complete(grid: Grid) -> None:
    text = spec_of(grid.geometry, grid.constraints)
    parsed = parse_spec(text)
    assert parsed.geometry() is grid.geometry
    assert parsed.constraints(grid.geometry) == grid.constraints
    assert meaning_of(text) == (grid.geometry.base, grid.geometry, grid.constraints)
    assert meaning_of(text).constraints == grid.constraints
    assert grid.is_plain or spec_word(grid) == text
    assert SPEC_WORD.fullmatch(text.encode())


@given(grid=variant_grids())
def test_comments_are_complete_and_in_short_lines(grid: Grid) -> None:
    lines = statements(grid)
    assert all(len(line) < LINE_LENGTH + 10 for line in lines)
    assert all(statement_of(line) is not None for line in lines)
    found = clues_of([Line(1, line.encode()) for line in lines if line.split()[1] in CLUE_KEYS])
    assert found.spec.constraints(grid.geometry) == grid.constraints


def test_the_comments_about_one_grid_are_the_clues() -> None:
    values = {"box": "3x3", "values": "0-8", "variant": "x", "regions": "ABAB"}
    values |= {key: f"{kind(key).example} {kind(key).example}" for key in CLUE_KEYS}
    for key in {*GEOMETRY_KEYS, *CLUE_KEYS} - {"boxes"}:
        assert statement_of(f"# {key} {values.get(key, 'r1c1r1c2')}") is not None


@cases
def test_the_fast_path_gives_the_same_result(spec: str) -> None:
    assert _reported(lambda: meaning_of(spec)[1:]) == _reported(lambda: _slowly(spec))


def _slowly(spec: str) -> tuple[Geometry | None, Constraints | None]:
    parsed = parse_spec(spec)
    geometry = parsed.geometry()
    assert geometry is not None
    return geometry, parsed.constraints(geometry)


def _reported(read: Callable[[], tuple[Geometry | None, Constraints | None]]) -> object:
    """Return the grid of a text, or the error."""
    try:
        return read()
    except SudokuError as error:
        return str(error)


def test_the_cache_of_specs_is_bounded() -> None:
    from sudokutools.formats.reading import note_spec

    pieces = note_spec._read("cages", Geometry.of(3, 3))
    names = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)]
    for total in range(3, 18):
        for one in names:
            for other in names:
                if one != other:
                    pieces[f"{total}:{one}{other}"]
    assert len(pieces) <= MAX_PIECES
    long = "".join(names)
    assert len(long) > MAX_LENGTH
    assert note_spec._read("even", Geometry.of(3, 3))[long].cells == tuple(range(81))
    assert long not in note_spec._read("even", Geometry.of(3, 3))


def test_a_drawing_states_its_variant_after_a_plain_one() -> None:
    killer = Grid(
        Geometry.of(2, 2), bytes(16), None, Constraints.of(Geometry.of(2, 2), common([(3, [0, 1])]))
    )
    assert statements(killer) == ["# box 2x2", "# cages 3:r1c1r1c2"]
    assert merged([]) is None
    line = f"{format_line(killer)}\tbox=2x2,cages=3:r1c1r1c2"
    assert [record.grid for record in records(line)] == [killer]


def test_clues_among_too_many_comments_are_an_error() -> None:
    for before, after in (("# cages 3:r1c1r1c2\n", ""), ("", "# cages 3:r1c1r1c2\n")):
        comments = before + 1100 * f"# {'x' * 1000}\n" + after
        bad, lost, plain = records(f"{comments}{16 * '.'}\n{16 * '.'}\n")
        assert bad.error is not None
        assert bad.error.message == "comment longer than 1048576 bytes"
        assert lost.error is not None
        assert lost.error.message == "comments with clues are too long"
        assert plain.grid == Grid.empty(Geometry.of(2, 2))
