"""Variants on pages: where their lines, tints, cages and signs are, in each format."""

from __future__ import annotations

import json
import re
from html import unescape
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.spec import parse_spec
from sudokutools.printing import layout, svg
from sudokutools.printing.book import Page
from sudokutools.printing.figure import Disc, Drawn, Shape, Sum, caption, figure, outline
from sudokutools.printing.html import Html
from sudokutools.printing.puzzle import Puzzle
from tests.conftest import Shell
from tests.printing.test_pages import SVG, cells_of_html, design, drawn_pdf, expected, pages

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


def grid_of(spec: str) -> Grid:
    said = parse_spec(spec)
    geometry = said.geometry()
    assert geometry is not None
    cells = [1 + cell % geometry.n if cell % 3 == 0 else 0 for cell in range(geometry.size)]
    return Grid(geometry, cells, None, said.relations(geometry))


def shapes(spec: str, is_solution: bool = False, **values: object) -> list[Drawn]:
    return list(figure(grid_of(spec), U, design(**values), is_solution))


def lines_of(spec: str) -> list[Shape]:
    return [shape for shape in shapes(spec) if isinstance(shape, Shape)]


def page_of(*specs: str, **values: object) -> Page:
    found = pages(design(**values), [Puzzle(1, [], grid_of(spec)) for spec in specs])
    return found[0]


def unit_edges(lines: Shape) -> set[tuple[float, ...]]:
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
    dashed = [shape for shape in found if isinstance(shape, Shape) and shape.dash]
    assert [shape.is_closed for shape in dashed] == [False, True, False]
    sums = [shape for shape in found if isinstance(shape, Sum)]
    assert [(sum_.text, int(sum_.x // U), int(sum_.y // U)) for sum_ in sums] == [
        ("6", 0, 0), ("10", 2, 2)
    ]  # fmt: skip
    [first] = dashed[0].lines
    assert first[0][0] > sums[0].x + 0.5 * sums[0].size  # The line leaves room for the sum.
    assert not [shape for shape in shapes(KILLER, is_solution=True) if isinstance(shape, Sum)]


def test_even_odd_thermometers_and_signs() -> None:
    found = shapes(SIGNS)
    discs = [(disc.x, disc.y) for disc in found if isinstance(disc, Disc) and disc.fill < 1]
    assert discs[:2] == [(5.0, 15.0), (15.0, 15.0)]
    bulbs = discs[2:]
    assert bulbs == [(5.0, 25.0), (35.0, 35.0)]
    tubes = [s for s in found if isinstance(s, Shape) and s.is_round and s.stroke]
    assert [list(tube.lines[0]) for tube in tubes] == [
        [(5.0, 25.0), (15.0, 25.0), (15.0, 35.0)],
        [(35.0, 35.0), (15.0, 15.0)],
    ]
    apart = [disc for disc in shapes("box=2x2,less=r4c1r4c3") if isinstance(disc, Disc)]
    assert [(disc.x, disc.y) for disc in apart] == [(5.0, 35.0)]
    [signs] = [s for s in found if isinstance(s, Shape) and s.is_round and s.stroke == 0]
    points = [line[1] for line in signs.lines]
    assert [points[0][0] < 10.0, points[0][1]] == [True, 5.0]  # r1c1 is less than r1c2.
    assert [points[1][0], points[1][1] > 10.0] == [25.0, True]  # r2c3 is less than r1c3.


def test_diagonals_are_lines_or_tints_where_lines_would_run_through_sums() -> None:
    crossed = [shape for shape in lines_of("box=3x3,variant=x") if len(shape.lines) == 2]
    assert crossed[0].lines == [[(0, 0), (90, 90)], [(0, 90), (90, 0)]]
    tinted = [s for s in lines_of("box=3x3,variant=x,cages=3:r1c1r1c2") if s.fill is not None]
    assert len(tinted) == len({shape.fill for shape in tinted}) == 2


def test_houses_that_meet_have_different_tints() -> None:
    tinted = [
        shape for shape in lines_of("box=3x2,houses=r1c1r2c2r3c3/r1c2r2c3/r6c6") if shape.fill
    ]
    assert len({shape.fill for shape in tinted}) == 2
    windows = [shape for shape in lines_of("box=3x3,variant=windoku") if shape.fill]
    assert len({shape.fill for shape in windows}) == 1
    shaded = [s for s in shapes(JIGSAW, has_shade=True) if isinstance(s, Shape) and s.fill]
    assert shaded


def test_a_caption_has_the_rules_that_nothing_shows() -> None:
    assert [caption(grid_of(spec)) for spec in SPECS] == [
        "", "", "", "antiking", "disjoint, nonconsecutive", "", "antiknight"
    ]  # fmt: skip
    assert caption(Grid.empty(Geometry.of(3, 3))) == ""
    page = page_of(SPECS[3])
    assert re.search(r'text-anchor="end">antiking</text>', svg.draw(page, design()))
    assert '<span class="rules">antiking</span>' in Html(design()).page(page)


@pytest.mark.parametrize("values", [{}, {"has_marks": True}, {"has_shade": True, "is_large": True}])
@pytest.mark.parametrize("spec", SPECS)
def test_every_format_has_the_symbols_and_the_figure(spec: str, values: dict[str, bool]) -> None:
    pytest.importorskip("pypdf", reason="pypdf unpacks the text")
    from tests.printing.drawn import open_pdf

    grid, page, page_design = grid_of(spec), page_of(spec, **values), design(**values)
    root = ElementTree.fromstring(svg.draw(page, page_design))  # noqa: S314
    shown = [text.text for text in root.iter(f"{SVG}text")]
    symbols = [text for text in expected(grid) if text]
    sums = [str(cage.sum) for cage in grid.relations.cages if cage.sum] if grid.relations else []
    written = open_pdf(drawn_pdf(page_design, [page])).pages[0].extract_text().split()
    for text in (*symbols, *sums):
        assert text in shown
        assert text in written or any(text in word for word in written)
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "sum"] == sums
    html = Html(page_design)
    text = html.begin() + html.page(page) + html.end()
    if not values.get("has_marks"):
        assert cells_of_html(text) == [expected(grid)]
    assert text.count("<svg") == text.count("</svg>") == 1


def test_html_to_play_knows_the_rules_of_variants_alone() -> None:
    html = Html(design(), plays=True)
    text = html.begin() + html.page(page_of(SPECS[3], SIGNS, "box=3x3,variant=antiknight"))
    found = re.findall(r" data-box=\"(\w+)\" data-rules='(.*?)'", text)
    assert [box for box, _ in found] == ["6x1", "2x2", "3x3"]
    first, second, third = (json.loads(unescape(rules)) for _, rules in found)
    assert len(first["houses"]) == 6 + 2
    assert first["moves"] == [[1, -1], [1, 1]]
    assert first["cages"] == [[7, [0, 1]]]
    assert second == {
        "less": [[0, 1], [6, 2], [8, 9], [9, 13], [15, 5]],
        "even": [3],
        "odd": [4, 5],
    }
    assert set(third) == {"moves"}
    assert "data-rules" in html.end()
    plain = Html(design(), plays=True)
    page = pages(design(), [Puzzle(1, [], Grid.empty(Geometry.of(3, 3)))])[0]
    assert "rules" not in plain.begin() + plain.page(page) + plain.end()


def test_sums_that_are_too_small_are_said(shell: Shell) -> None:
    line = 256 * "."
    ran = shell(f"echo {line} | sudoku-print --spec box=4x4,cages=3:r1c1r1c2 -o - --format svg")
    assert ran.err == "sudoku-print: -:1: 16x16: sums of cages only 4.7 pt: use --per-page 1\n"
    assert ran.status == 0
    assert ">3</text>" in ran.out


def test_a_solution_that_breaks_a_cage_is_not_printed(shell: Shell) -> None:
    wrong, right = "1234341221434321", "1234341243212143"
    ran = shell(
        f"printf '%s\\t%s\\n' 12343412........ {wrong} |"
        " sudoku-print --spec box=2x2,cages=7:r3c1r3c2 --solutions only -o - --format html"
    )
    assert "".join(cells_of_html(ran.out)[0]) == right
