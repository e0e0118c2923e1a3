"""The compiled ladder of variants: the steps of the readable one, on houses of every kind."""

import threading
from itertools import islice
from typing import Any

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.compiled_ladder import MOST_OF_CELL, SOLVED, Compiled, compiled
from sudokutools.logic.ladder import Path
from tests.conftest import long_rows, sweep
from tests.core.test_rate import EXAMPLES, NAMES, SHORTCUTS, cells
from tests.logic.test_logic_variants import KINDS, puzzles

native: Any = core.native()
if native is None:
    pytest.skip("no compiled core", allow_module_level=True)

CLASSIC = Geometry.of(3, 3)
ALL_SHORTCUTS = (1 << 12) - 1


def steps(ladder: Compiled, grid: Grid, most: int, rater: object = None) -> list[tuple[Any, ...]]:
    _, found = ladder.steps(rater or ladder.rater, grid.cells, most, 0.0, ladder.candidates)
    reported = [(ladder.techniques[number].name, *rest[:4]) for number, *rest in found]
    return [step for step in reported if step[1] <= most]


def twins(grid: Grid, most: int) -> list[tuple[Any, ...]]:
    """Return the same of the readable ladder."""
    found = []
    path = Path(grid, guided=False)
    while (step := path.next_step(most)) is not None and step.points <= most:
        reported = step.complexity, list(step.placements), list(step.eliminations)
        found.append((step.technique, step.points, *reported))
    return found


@pytest.mark.parametrize(("most", "number"), [(76, 1), *long_rows([(84, 99)])])
@pytest.mark.parametrize("kind", KINDS)
def test_steps_are_the_twins(kind: str, most: int, number: int) -> None:
    for grid, solution in islice(puzzles(kind), number):
        ladder = compiled(grid)
        if ladder is None:
            continue
        assert steps(ladder, grid, most) == twins(grid, most)
        status, found = ladder.steps(ladder.rater, grid.cells, 95, 0.0, ladder.candidates)
        assert status[0] == SOLVED or status[1] > 95
        assert all(solution[cell] == symbol for step in found for cell, symbol in step[3])
        assert all(solution[cell] != symbol for step in found for cell, symbol in step[4])


def random_grid(stream: Stream) -> Grid:
    """Return a grid of a few symbols, of regions and further houses that mostly make no sense."""
    houses = []
    for _ in range(stream.below(6)):
        places = list(range(81))
        stream.shuffle(places)
        houses.append(places[: 9 - stream.below(2) * stream.below(7)])
    rules = [name for name in ("x", "windoku", "antiking", "disjoint") if stream.below(3) == 0]
    geometry = Geometry.of_variant(CLASSIC, rules=[*rules, "x"], houses=houses)
    if stream.below(2):
        regions = [cell // 9 for cell in range(81)]
        stream.shuffle(regions)
        rules = [name for name in ("x", "antiknight") if stream.below(3) == 0]
        geometry = Geometry.of_variant(CLASSIC, regions, rules, houses)
    values = [0] * 81
    seen = [511] * 81
    for _ in range(12 + stream.below(30)):
        cell = stream.below(81)
        symbol = 1 + stream.below(9)
        if not values[cell] and seen[cell] >> (symbol - 1) & 1:
            values[cell] = symbol
            for peer in geometry.peers[cell]:
                seen[peer] &= ~(1 << (symbol - 1))
    return Grid(geometry, values)


@pytest.mark.parametrize("part", sweep(range(2), range(2, 4)))
@pytest.mark.parametrize("number", sweep([20], [400]))
def test_random_houses_have_the_same_steps(part: int, number: int) -> None:
    """Most of these grids have no solution: steps are taken until there is a contradiction."""
    for record in range(number):
        grid = random_grid(Stream("test", f"houses {part}", record))
        ladder = compiled(grid)
        assert ladder is not None
        assert steps(ladder, grid, 66) == twins(grid, 66)


@pytest.mark.parametrize("name", SHORTCUTS)
def test_shortcuts_change_no_answer(name: str) -> None:
    for kind in ("x+windoku", "antiking", "jigsaw"):
        for grid, _ in puzzles(kind):
            ladder = compiled(grid)
            if ladder is None:
                continue
            rater = native.variant_rate_new(ALL_SHORTCUTS & ~SHORTCUTS[name])
            with pytest.raises(ValueError, match="no geometry"):
                ladder.steps(rater, grid.cells, 89, 0.0, b"")
            native.variant_rate_geometry(rater, *shape_of(grid), not grid.geometry.unequal)
            assert steps(ladder, grid, 89, rater) == steps(ladder, grid, 89)


def shape_of(grid: Grid) -> tuple[bytes, bytes]:
    """Return houses and pairs as the kernel takes them."""
    geometry = grid.geometry
    lists = (*geometry.region_cells, *geometry.column_cells, *geometry.row_cells)
    extras = tuple(extra.cells for extra in geometry.extras)
    houses = b"".join(bytes(house).ljust(9, b"\x51") for house in lists + extras)
    return houses, bytes(cell for _, pairs in geometry.unequal for pair in pairs for cell in pair)


HOUSES, _ = shape_of(Grid.empty(CLASSIC))


@pytest.mark.parametrize(
    ("houses", "pairs"),
    [
        (HOUSES[:-9], b""),
        (HOUSES[:-1], b""),
        (HOUSES + 37 * HOUSES[:9], b""),
        (HOUSES + 10 * HOUSES[:9], b""),
        (HOUSES[:-1] + b"\x51", b""),
        (HOUSES + b"\x00\x51" + bytes(range(1, 8)), b""),
        (HOUSES + bytes(9), b""),
        (HOUSES + b"\x52" * 9, b""),
        (HOUSES, b"\x00"),
        (HOUSES, b"\x00\x51"),
    ],
)
def test_what_is_no_geometry_is_refused(houses: bytes, pairs: bytes) -> None:
    rater = native.variant_rate_new()
    for most in (36 * 9 * b"\x51", (MOST_OF_CELL - 3) * HOUSES[:9]):
        native.variant_rate_geometry(native.variant_rate_new(), HOUSES + most, b"\x50\x00", True)
    with pytest.raises(ValueError, match="expected 27 to 63 houses"):
        native.variant_rate_geometry(rater, houses, pairs, True)
    with pytest.raises(ValueError, match="PyCapsule"):
        native.rate_block(rater, bytes(81), 30, 0.0, False)


def test_a_rater_in_use_keeps_its_geometry() -> None:
    rater = native.variant_rate_new()
    native.variant_rate_geometry(rater, HOUSES, b"", True)
    work = rater, 5 * bytes(81), 1000, 0.1, False
    busy = threading.Thread(target=native.variant_rate_block, args=work)

    def change() -> None:
        while busy.is_alive():
            native.variant_rate_geometry(rater, HOUSES, b"", True)

    busy.start()
    with pytest.raises(ValueError, match="not in use"):
        change()
    busy.join()


def test_plain_houses_give_the_plain_ladder() -> None:
    """An example of every technique that is the hardest of a plain puzzle takes the same steps."""
    rater, other = native.variant_rate_new(), native.rate_new()
    native.variant_rate_geometry(rater, HOUSES, b"", True)
    names = [name for name, *_ in native.variant_rate_techniques()]
    added = names.index("Generalised intersection")
    assert names[:added] + names[added + 1 :] == NAMES
    for _, _, line in EXAMPLES:
        plain, path = native.rate_steps(other, cells(line), 1000, 0.0)
        variant, same = native.variant_rate_steps(rater, cells(line), 1000, 0.0)
        assert plain[:4] == variant[:4]
        assert [step[1:] for step in path] == [step[1:] for step in same]


@pytest.mark.parametrize(
    ("kind", "ratings"), [("antiknight", [102, 105, 103]), ("x+windoku", [78, 98, 42])]
)
def test_nested_chains_hold(kind: str, ratings: list[int]) -> None:
    found = []
    for grid, solution in puzzles(kind):
        ladder = compiled(grid)
        assert ladder is not None
        status, path = ladder.steps(ladder.rater, grid.cells, 1000, 0.0, ladder.candidates)
        assert status[0] == SOLVED
        found.append(status[1])
        for _, _, _, placed, removed, _ in path:
            assert all(solution[cell] == symbol for cell, symbol in placed)
            assert all(solution[cell] != symbol for cell, symbol in removed)
    assert found == ratings


@pytest.mark.parametrize("number", [9, 11])
def test_too_many_houses_are_left_to_the_twin(number: int) -> None:
    houses = [[0, cell] for cell in range(30, 30 + number)]
    grid = Grid.empty(Geometry.of_variant(CLASSIC, houses=houses))
    assert (compiled(grid) is None) == (number > 9)


def test_table_of_techniques_is_the_twins() -> None:
    grid, _ = next(puzzles("antiking"))
    ladder = compiled(grid)
    assert ladder is not None
    reported = [(name, least, chain) for name, least, _, chain in native.variant_rate_techniques()]
    assert reported == [(row.name, row.lowest, row.is_chain) for row in ladder.techniques]
