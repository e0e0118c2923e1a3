"""Where things stand on a page."""

from itertools import combinations
from typing import Any

import pytest

from sudokutools.constraints.drawing import Path
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.printing import layout
from sudokutools.printing.design import SOLUTIONS, Design
from sudokutools.printing.figure import figure
from sudokutools.printing.layout import Area
from tests.tables import cases

A4 = layout.read_paper("a4")
LETTER = layout.read_paper("letter")
SHAPES = [*layout.PER_PAGE.values(), (1, 5), (4, 1)]
NINE = Geometry.of(3, 3)
GEOMETRIES = [
    NINE,
    Geometry.of(4, 4),
    Geometry.of(5, 5),
    Geometry.of(7, 1),
    Geometry.of(3, 3, 2, 3),
]


def design(**values: Any) -> Design:
    return Design(**({"width": A4[0], "height": A4[1]} | values))


def overlap(one: Area, other: Area) -> bool:
    return (
        one.x < other.x + other.width - 0.01
        and other.x < one.x + one.width - 0.01
        and one.y < other.y + other.height - 0.01
        and other.y < one.y + one.height - 0.01
    )


def is_inside(inner: Area, outer: Area) -> bool:
    return (
        inner.x >= outer.x - 0.01
        and inner.y >= outer.y - 0.01
        and inner.x + inner.width <= outer.x + outer.width + 0.01
        and inner.y + inner.height <= outer.y + outer.height + 0.01
    )


@pytest.mark.parametrize("solutions", SOLUTIONS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("paper", [A4, LETTER, A4[::-1], (200.0, 1200.0)])
def test_places_lie_on_the_page_and_apart(
    paper: tuple[float, float], shape: tuple[int, int], solutions: str
) -> None:
    page = design(width=paper[0], height=paper[1], solutions=solutions, title="Sunday")
    places, foot = page.areas(*shape, is_solution=False)
    assert len(places) == shape[0] * shape[1]
    assert len(foot) == (len(places) if solutions == "below" else 0)
    assert all(is_inside(place, page.room()) for place in places + foot)
    assert not any(overlap(*pair) for pair in combinations(places + foot, 2))


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_grid_fills_its_place_in_one_direction(
    shape: tuple[int, int], geometry: Geometry
) -> None:
    for place in layout.places(design().room(), *shape):
        x, y, u = layout.fit(place, geometry)
        grid = Area(x, y, u * geometry.columns, u * geometry.rows)
        assert is_inside(grid, place)
        assert y - layout.label_height(place) >= place.y - 0.01
        room = place.height - layout.label_height(place)
        assert grid.width == pytest.approx(place.width) or grid.height == pytest.approx(room)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("geometry", [NINE, Geometry.of(3, 3, 2, 3), Geometry.of(3, 3, 3, 2)])
def test_rows_that_are_closer_leave_grids_as_large(
    shape: tuple[int, int], geometry: Geometry
) -> None:
    aspect = geometry.rows / geometry.columns
    before = layout.places(design().room(), *shape)
    after = layout.closer(before, shape[0], aspect, 1 / 2)
    assert layout.fit(after[0], geometry).u == pytest.approx(layout.fit(before[0], geometry).u)
    assert all(is_inside(place, design().room()) for place in after)
    assert not any(overlap(*pair) for pair in combinations(after, 2))
    if shape == (2, 2) and geometry == NINE:
        assert after[2].y - after[0].y - after[0].height == pytest.approx(layout.GAP)


@cases
def test_as_many_as_are_easy_to_read(
    box: tuple[int, int], options: dict[str, Any], shape: tuple[int, int]
) -> None:
    geometry, page = Geometry.of(*box), design(**options)
    assert page.across_and_down(geometry) == shape


@pytest.mark.parametrize("places", [1, 2, 4, 6])
def test_solutions_at_the_foot_are_readable(places: int) -> None:
    page = design(solutions="below", places=places)
    (_, puzzle, *_), (_, solution, least, _) = page.sizes(NINE)
    assert least == layout.SMALL <= solution <= puzzle * layout.BELOW * 1.01
    _, foot = page.areas(*page.across_and_down(NINE), is_solution=False)
    assert [(-area.y, -area.x) for area in foot] == sorted((-area.y, -area.x) for area in foot)


def test_the_back_of_a_place_is_behind_it() -> None:
    for place in design().areas(2, 3, is_solution=False)[0]:
        back = place.mirrored(A4[0])
        assert back.x + back.width == pytest.approx(A4[0] - place.x)
        assert back.mirrored(A4[0]) == pytest.approx(place)


@cases
def test_digits_have_the_size_that_paper_allows(
    size: int, places: int, least: float, most: float
) -> None:
    page = design(places=places)
    [(name, found, *_)] = page.sizes(Geometry.of_size(size))
    assert name == "digits"
    assert least <= found <= most


@cases
def test_what_is_small_has_a_remedy(
    size: int, values: dict[str, Any], complaint: str, is_refused: bool
) -> None:
    found, refused = design(**values).complaint(Geometry.of_size(size))
    assert found.partition(": ")[2] == complaint
    assert refused is is_refused


@pytest.mark.parametrize("pages", range(1, 30))
def test_a_booklet_has_every_page_once_in_reading_order_when_folded(pages: int) -> None:
    sides = layout.booklet(pages)
    assert len(sides) % 2 == 0
    total = 2 * len(sides)
    assert pages <= total < pages + 4
    assert sorted(page for side in sides for page in side) == list(range(total))
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        # Page 1 of a sheet is on the right of its front, and page 2 behind it.
        assert (front[1] + 1, front[0] - 1) == back
        assert sum(front) == sum(back) == total - 1


@pytest.mark.parametrize(
    "text", ["", "15", "mm", "-1mm", "1e3mm", "15cm", "1234567mm", "²mm", "0x0mm"]
)
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(SudokuError, match="expected a length"):
        layout.read_length(text)
    with pytest.raises(SudokuError, match="expected a3"):
        layout.read_paper(text if "x" not in text else "0xmm")


@pytest.mark.parametrize("text", ["0", "3", "7x", "0x4", "101x1", "²", "1x1x1", "1000"])
def test_what_is_no_number_of_places_is_refused(text: str) -> None:
    with pytest.raises(SudokuError, match="expected 1, 2, 4"):
        layout.read_places(text)


def test_paper_and_margins_have_bounds() -> None:
    for text in ("1x100mm", "6000x6000mm", "0x0in"):
        with pytest.raises(SudokuError, match="sides must be"):
            layout.read_paper(text)
    with pytest.raises(SudokuError, match="no room"):
        design(margin=300.0).room()


def test_page_numbers_have_their_room() -> None:
    for has_numbers, bottom in ((True, layout.FOOT), (False, 5.0)):
        room = design(margin=5.0, has_numbers=has_numbers).room()
        assert room.y + room.height == pytest.approx(A4[1] - bottom)


def test_lines_of_boxes_one_cell_wide_are_no_lines_of_boxes() -> None:
    *_, thick = figure(Grid.empty(Geometry.of(7, 1)), 1.0, design())
    assert isinstance(thick, Path)
    assert len(thick.lines) == 1


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_pencil_marks_stand_in_their_cell_and_apart(geometry: Geometry) -> None:
    size = layout.mark_size(1.0, geometry)
    across, down = layout.mark_places(geometry)
    centres = layout.mark_centres(geometry)
    assert len(set(centres)) == geometry.n
    assert all(0 < x < 1 and size / 3 < y < 1 - size / 3 for x, y in centres)
    characters = len(str(geometry.n))
    assert size * layout.DIGIT_WIDTH * characters * across <= 0.91
    assert size * 0.75 * down <= 0.81
