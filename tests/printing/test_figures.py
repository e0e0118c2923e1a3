"""Variants on pages: where their lines, tints, cages and signs are, in each format."""

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools import read_grids, solve
from sudokutools.constraints import KINDS, kind
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.drawing import COLOURS, Disc, Mark, Path, Text, outline
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.printing import layout, svg
from sudokutools.printing.book import Page
from sudokutools.printing.figure import TINTS, _colours, caption, figure, marks, room
from sudokutools.printing.html import Html
from sudokutools.printing.puzzle import Puzzle
from tests import clues
from tests.conftest import Shell
from tests.printing.test_pages import (
    SAMPLES,
    SVG,
    cells_of_html,
    design,
    drawn_pdf,
    expected,
    pages,
)

JIGSAW = "regions=AAAABBAACCBBDDECBBDDECCCDDEFFFEEEFFF"
KILLER = "box=2x2,cages=6:r1c1r1c2r2c1/0:r1c3r1c4/10:r3c3r3c4r4c3r4c4"
SIGNS = "box=2x2,less=r1c1r1c2/r2c3r1c3/r3c1r3c2r4c2/r4c4r2c2,even=r1c4,odd=r2c1r2c2"
SPECS = [
    JIGSAW,
    KILLER,
    SIGNS,
    f"{JIGSAW},variant=x+antiking,cages=7:r1c1r1c2",
    "box=3x3,variant=x+windoku+disjoint+centredot+asterisk+girandola+nonconsecutive",
    "box=3x2,houses=r1c1r2c2r3c3/r1c2r2c3,cages=3:r1c1r1c2",
    "box=4x4,variant=windoku+antiknight",
]
U = 10.0
NINE = Geometry.of(3, 3)


def grid_of(spec: str) -> Grid:
    grid = clues.grid_of(spec)
    symbols = (1 + cell % grid.geometry.n for cell in range(grid.geometry.size))
    return grid.with_cells([s if cell % 3 == 0 else 0 for cell, s in enumerate(symbols)])


def shapes(spec: str, is_solution: bool = False, **values: object) -> list[Mark]:
    return list(figure(grid_of(spec), U, design(**values), is_solution))


def lines_of(spec: str) -> list[Path]:
    return [shape for shape in shapes(spec) if isinstance(shape, Path)]


def page_of(*specs: str, **values: object) -> Page:
    found = pages(design(**values), [Puzzle(1, [], grid_of(spec)) for spec in specs])
    return found[0]


def unit_edges(lines: Path) -> set[tuple[float, ...]]:
    """Return the sides of cells that closed lines run along, each once."""
    edges: set[tuple[float, ...]] = set()
    for loop in lines.lines:
        for (x, y), (right, down) in zip(loop, [*loop[1:], loop[0]], strict=True):
            count = round((abs(right - x) + abs(down - y)) / U)
            for at in range(count):
                ends = [
                    (round((x + (right - x) * part / count) / U, 6),
                     round((y + (down - y) * part / count) / U, 6))
                    for part in (at, at + 1)
                ]  # fmt: skip
                edges.add((*min(ends), *max(ends)))
    return edges


@pytest.mark.parametrize("spec", SPECS)
def test_thick_lines_stand_where_regions_part_and_nowhere_else(spec: str) -> None:
    geometry = grid_of(spec).geometry
    wanted = set()
    for cell in range(geometry.size):
        row, column = divmod(cell, geometry.columns)
        for down, right, edge in (
            (0, -1, (column, row, column, row + 1)),
            (0, 1, (column + 1, row, column + 1, row + 1)),
            (-1, 0, (column, row, column + 1, row)),
            (1, 0, (column, row + 1, column + 1, row + 1)),
        ):
            is_inside = 0 <= row + down < geometry.rows and 0 <= column + right < geometry.columns
            other = cell + down * geometry.columns + right
            if not is_inside or geometry.region_of(cell) != geometry.region_of(other):
                wanted.add(edge)
    thick = layout.thick_width(U)
    [lines] = [shape for shape in lines_of(spec) if shape.stroke == 0 and shape.width == thick]
    assert unit_edges(lines) == wanted


@given(st.sets(st.integers(0, 35), min_size=1))
def test_an_outline_encloses_its_cells_and_an_inset_stays_in_them(cells: set[int]) -> None:
    def area(loops: list[list[tuple[float, float]]]) -> float:
        return sum(
            (x * down - right * y) / 2
            for loop in loops
            for (x, y), (right, down) in zip(loop, [*loop[1:], loop[0]], strict=True)
        )

    assert area(outline(cells, 6)) == pytest.approx(len(cells))
    inner = outline(cells, 6, 0.1)
    assert 0 < area(inner) < len(cells)
    for loop in inner:
        assert all(int(y) * 6 + int(x) in cells for x, y in loop)
        assert all(x == right or y == down for (x, y), (right, down) in pairwise(loop))


def test_cages_have_dashed_lines_and_their_sums_in_the_first_cell() -> None:
    found = shapes(KILLER)
    dashed = [shape for shape in found if isinstance(shape, Path) and shape.dash]
    assert [shape.is_closed for shape in dashed] == [False, True, False]
    sums = [shape for shape in found if isinstance(shape, Text)]
    assert [(sum_.text, int(sum_.x // U), int(sum_.y // U)) for sum_ in sums] == [
        ("6", 0, 0), ("10", 2, 2)
    ]  # fmt: skip
    [first] = dashed[0].lines
    assert first[0][0] > sums[0].x + 0.5 * sums[0].size  # The line leaves room for the sum.
    assert not [shape for shape in shapes(KILLER, is_solution=True) if isinstance(shape, Text)]


def test_even_odd_thermometers_and_signs() -> None:
    found = shapes(SIGNS)
    discs = [(disc.x, disc.y) for disc in found if isinstance(disc, Disc) and disc.fill != 1]
    assert discs[:2] == [(5.0, 15.0), (15.0, 15.0)]
    bulbs = discs[2:]
    assert bulbs == [(5.0, 25.0), (35.0, 35.0)]
    tubes = [s for s in found if isinstance(s, Path) and s.is_round and s.stroke]
    assert [list(tube.lines[0]) for tube in tubes] == [
        [(5.0, 25.0), (15.0, 25.0), (15.0, 35.0)],
        [(35.0, 35.0), (15.0, 15.0)],
    ]
    apart = [disc for disc in shapes("box=2x2,less=r4c1r4c3") if isinstance(disc, Disc)]
    assert [(disc.x, disc.y) for disc in apart] == [(5.0, 35.0)]
    [signs] = [s for s in found if isinstance(s, Path) and s.is_round and s.stroke == 0]
    points = [line[1] for line in signs.lines]
    assert [points[0][0] < 10.0, points[0][1]] == [True, 5.0]  # r1c1 is less than r1c2.
    assert [points[1][0], points[1][1] > 10.0] == [25.0, True]  # r2c3 is less than r1c3.


def test_diagonals_are_lines_or_tints_where_lines_would_run_through_sums() -> None:
    crossed = [shape for shape in lines_of("box=3x3,variant=x") if len(shape.lines) == 2]
    assert crossed[0].lines == [[(0, 0), (90, 90)], [(0, 90), (90, 0)]]
    tinted = [s for s in lines_of("box=3x3,variant=x,cages=3:r1c1r1c2") if s.fill is not None]
    assert [shape.fill for shape in tinted] == [TINTS[0]]


def test_houses_that_meet_have_different_tints() -> None:
    tinted = [
        shape for shape in lines_of("box=3x2,houses=r1c1r2c2r3c3/r1c2r2c3/r6c6") if shape.fill
    ]
    assert len({shape.fill for shape in tinted}) == 2
    windows = [shape for shape in lines_of("box=3x3,variant=windoku") if shape.fill]
    assert len({shape.fill for shape in windows}) == 1
    shaded = [s for s in shapes(JIGSAW, has_shade=True) if isinstance(s, Path) and s.fill]
    assert shaded


def test_a_caption_has_the_rules_that_nothing_shows() -> None:
    assert [caption(grid_of(spec)) for spec in SPECS] == [
        "", "", "", "antiking", "disjoint, nonconsecutive", "", "antiknight"
    ]  # fmt: skip
    assert caption(Grid.empty(Geometry.of(3, 3))) == ""
    page = page_of(SPECS[3])
    assert re.search(r'text-anchor="end">antiking</text>', svg.draw(page, design()))
    assert '<span class="right">antiking</span>' in Html(design()).page(page)


@pytest.mark.parametrize("values", [{}, {"has_marks": True}, {"has_shade": True, "is_large": True}])
@pytest.mark.parametrize("spec", SPECS)
def test_every_format_has_the_symbols_and_the_figure(spec: str, values: dict[str, bool]) -> None:
    pytest.importorskip("pypdf", reason="pypdf unpacks the text")
    from tests.printing.drawn import open_pdf

    grid, page, page_design = grid_of(spec), page_of(spec, **values), design(**values)
    root = ElementTree.fromstring(svg.draw(page, page_design))  # noqa: S314
    shown = [text.text for text in root.iter(f"{SVG}text")]
    symbols = [text for text in expected(grid) if text]
    sums = (
        [str(cage.sum) for cage in grid.constraints.cages if cage.sum] if grid.constraints else []
    )
    written = open_pdf(drawn_pdf(page_design, [page])).pages[0].extract_text().split()
    for text in (*symbols, *sums):
        assert text in shown
        assert text in written or any(text in word for word in written)
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "sum"] == sums
    html = Html(page_design)
    text = html.begin() + html.page(page)
    if not values.get("has_marks"):
        assert cells_of_html(text) == [expected(grid)]
    assert text.count("<svg") == text.count("</svg>") == 1


def test_sums_that_are_too_small_are_said(shell: Shell) -> None:
    line = 400 * "."
    ran = shell(
        f"echo {line} | sudoku-print --spec box=5x4,cages=3:r1c1r1c2 -o - --format svg --per-page 2"
    )
    assert ran.err == "sudoku-print: -:1: 20x20: text of clues only 4.3 pt: use --per-page 1\n"
    assert ran.status == 0
    assert ">3</text>" in ran.out


def test_a_solution_that_breaks_a_cage_is_not_printed(shell: Shell) -> None:
    wrong, right = "1234341221434321", "1234341243212143"
    ran = shell(
        f"printf '%s\\t%s\\n' 12343412........ {wrong} |"
        " sudoku-print --spec box=2x2,cages=7:r3c1r3c2 --solutions only -o - --format html"
    )
    assert "".join(cells_of_html(ran.out)[0]) == right


GALLERY = (SAMPLES / "constraints.txt").read_text()


def gallery() -> list[tuple[str, Grid]]:
    """Return the notes and grids of the gallery."""
    notes = [line.rpartition(" ")[2] for line in GALLERY.splitlines()]
    return list(zip(notes, read_grids(GALLERY), strict=True))


def test_the_gallery_has_every_kind_and_rule_that_is_not_drawn() -> None:
    notes = [note for note, _ in gallery()]
    assert notes[: len(KINDS)] == list(KINDS)
    assert {"taxicab", "entropy"} < {*notes}
    for note, grid in gallery()[: len(KINDS)]:
        assert grid.constraints is not None
        assert note in {clue.key for clue in grid.constraints.items}


@pytest.mark.parametrize("beside", [1, 8, 9, 10, 18, 19, 20])
def test_houses_that_meet_have_different_colours(beside: int) -> None:
    meets = beside in (1, 9, 10, 19)
    for houses in ([{0, 10}, {beside}], [{beside}, {0, 10}]):
        assert _colours(houses, 9) == [0, meets]


@pytest.mark.parametrize("values", [{}, {"places": 12}, {"is_large": True, "solutions": "below"}])
def test_clues_are_drawn_in_their_place_with_known_colours(values: dict[str, Any]) -> None:
    page_design = design(**values)
    puzzles = [Puzzle(1, [], grid, solve(grid)) for _, grid in gallery()]
    for item in (item for page in pages(page_design, puzzles) for item in page.items):
        grid, (x, y, u) = item.puzzle.grid, item.fit
        left, top, width, height = item.place
        label = layout.label_height(item.place)
        assert item.is_solution or marks(grid.constraints, grid.geometry) or item.caption
        for mark in figure(grid, u, page_design, item.is_solution):
            box = mark.box
            assert left - 0.01 <= x + box[0] <= x + box[2] <= left + width + 0.01
            assert top + label - 0.01 <= y + box[1] <= y + box[3] <= top + height + 0.01
            named = [each for each in mark if isinstance(each, str)]
            assert isinstance(mark, Text) or {*named} <= {*COLOURS}


@pytest.mark.parametrize("geometry", [NINE, Geometry.of(4, 4), Geometry.of(3, 3, 2, 3)])
@pytest.mark.parametrize("key", KINDS)
def test_every_kind_is_drawn_or_told_on_every_shape(key: str, geometry: Geometry) -> None:
    try:
        clue = kind(key).parse(kind(key).example, geometry)
    except SudokuError:
        pytest.skip("no such clue on this shape")
    grid = Grid(geometry, bytes(geometry.size), None, Constraints.of(geometry, [clue]))
    found = marks(grid.constraints, geometry)
    assert bool(found) != bool(caption(grid)) or key == "doubler"
    assert max(room(grid)[:4]) < 1.2


def test_kinds_that_look_alike_in_colour_differ_in_black_and_white() -> None:
    looks = {key: tuple(stroke[1:] for stroke in kind(key).look) for key in KINDS if kind(key).look}
    assert len(set(looks.values())) == len(looks) > 9


def test_a_kind_without_a_figure_is_an_outline_with_its_key() -> None:
    class Other(Constraint):
        key = "equal"

    *lines, text = Other((0, 1)).figure(NINE)
    assert [type(line) for line in lines] == [Path]
    assert isinstance(text, Text)
    assert text.text == "equal"


def test_numbers_outside_stand_one_behind_the_other() -> None:
    grid = grid_of("box=3x3,sandwich=5:c3,skyscraper=2:c3,littlekiller=20:r1c4r2c5r3c6r4c7r5c8r6c9")
    found = [mark for mark in marks(grid.constraints, grid.geometry) if isinstance(mark, Text)]
    places = {mark.text: (mark.x, round(mark.y, 6)) for mark in found}
    assert (places["5"], places["2"]) == ((2.5, -1.2), (2.5, -1.9))
    assert places["20"][1] > -0.7
    left, top, right, bottom = room(grid)[:4]
    assert (left, right, bottom) == (0, 0, 0)
    assert 1.9 < top < 2.5


def test_a_long_expression_stays_in_the_grid() -> None:
    for count in (5, 50):
        grid = grid_of(f"box=3x3,regex={count * '[1-9]?'}.+:r9c8r9c9")
        [text] = [m for m in marks(grid.constraints, NINE) if isinstance(m, Text)]
        assert text.box[0] >= -0.001
        assert text.box[2] <= 9.001


def test_pages_to_play_without_a_unique_solution_say_so(shell: Shell) -> None:
    play = "sudoku-print --play --format html --spec"
    ran = shell(f"echo {16 * '.'} | {play} box=2x2,sum=5:r1c1r1c2")
    assert "several solutions: the page checks only the rules" in ran.err
    ran = shell(f"echo 11{14 * '.'} | {play} box=2x2", status=1)
    assert "r1c1 and r1c2 are both 1" in ran.err
