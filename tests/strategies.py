"""Hypothesis strategies for geometries and grids."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError
from sudokutools.grid.candidates import marked
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.relations import Relations
from sudokutools.grid.variant_rules import NAMES
from sudokutools.solving.engines import backtrack, propagate


@st.composite
def geometries(draw: st.DrawFn, max_symbols: int = 40) -> Geometry:
    """Draw a geometry, full or partial."""
    width = draw(st.integers(1, max_symbols))
    height = draw(st.integers(1, max_symbols // width))
    if draw(st.booleans()):
        return Geometry.of(width, height)
    return Geometry.of(width, height, draw(st.integers(1, height)), draw(st.integers(1, width)))


@st.composite
def grids(draw: st.DrawFn, max_symbols: int = 40) -> Grid:
    """Draw a grid with arbitrary cells, which may break rules."""
    geometry = draw(geometries(max_symbols))
    seed = draw(st.randoms(use_true_random=False))
    fill = draw(st.sampled_from([0.0, 0.3, 1.0]))
    cells = [
        seed.randint(1, geometry.n) if seed.random() < fill else 0 for _ in range(geometry.size)
    ]
    return Grid(geometry, cells)


@st.composite
def marked_grids(draw: st.DrawFn, geometry: Geometry | None = None) -> Grid:
    """Draw a grid with candidates that allow a solution, or without."""
    if geometry is None:
        shapes = [(2, 2), (3, 2), (1, 4), (3, 3), (2, 2, 1, 2), (3, 2, 2, 2)]
        geometry = Geometry.of(*draw(st.sampled_from(shapes)))
    stream = Stream("test", "marked", draw(st.integers(0, 10**6)))
    solution = next(propagate.solutions(Grid.empty(geometry), stream))
    seed = Random(draw(st.integers(0, 10**6)))
    clues, marks = draw(st.sampled_from([0.0, 0.2, 0.5])), draw(st.sampled_from([0.3, 0.6, 0.9]))
    cells = [symbol if seed.random() < clues else 0 for symbol in solution.cells]
    masks = [
        sum(1 << place for place in range(geometry.n) if seed.random() < marks) | 1 << (symbol - 1)
        for symbol in solution.cells
    ]
    return marked(geometry, cells, masks)


SHORT_HOUSES = [(0, 1, 5), (2, 7, 8, 13), (3, 4, 9)]
"""Extra houses for grids of 4x4 cells and more."""


@st.composite
def variants(draw: st.DrawFn, sizes: Sequence[int] = (4, 6, 8, 9)) -> Geometry:
    """Draw a full geometry with irregular regions, rules and houses, or a plain one."""
    n = draw(st.sampled_from(sizes))
    widths = [width for width in range(1, n + 1) if n % width == 0]
    width = draw(st.sampled_from(widths))
    base = Geometry.of(width, n // width)
    regions = None
    if draw(st.booleans()):
        regions = list(map(base.region_of, range(base.size)))
        seed = Random(draw(st.integers(0, 10**6)))
        for _ in range(draw(st.integers(0, n))):
            one, other = seed.sample(range(base.size), 2)
            regions[one], regions[other] = regions[other], regions[one]
    rules: list[str] = []
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=3)):
        try:
            Geometry.of_variant(base, regions, [*rules, name])
        except SudokuError:
            continue  # Not defined for such a grid.
        rules.append(name)
    houses = draw(st.lists(st.sampled_from(SHORT_HOUSES), max_size=2))
    return Geometry.of_variant(base, regions, rules, houses)


@st.composite
def relations(draw: st.DrawFn, geometry: Geometry, solution: bytes = b"") -> Relations | None:
    """Draw clues other than symbols, true for a solution if given; or None."""
    seed = Random(draw(st.integers(0, 10**6)))
    kinds = draw(st.sets(st.sampled_from(["cages", "less", "parity"])))
    n, columns, size = geometry.n, geometry.columns, geometry.size
    order = solution or bytes(cell % n + 1 for cell in range(size))
    cages: list[tuple[int, list[int]]] = []
    free = set(range(size))
    while "cages" in kinds and len(free) > size // 3:
        cage = [seed.choice(sorted(free))]
        for _ in range(seed.randrange(min(3, n))):
            near = [c for c in sorted(free - set(cage)) if any(_touch(c, o, columns) for o in cage)]
            near = [c for c in near if order[c] not in {order[o] for o in cage}]
            cage += seed.sample(near, min(1, len(near)))
        free -= set(cage)
        total = sum(order[cell] for cell in cage)
        cages.append((total if seed.random() < 0.8 else 0, cage))
    pairs = [(c, c + step) for c in range(size) for step in (1, columns) if c + step < size]
    rising = [pair if order[pair[0]] < order[pair[1]] else pair[::-1] for pair in pairs]
    rising = [(low, high) for low, high in rising if order[low] < order[high]]
    less = seed.sample(rising, min(3, len(rising))) if "less" in kinds else []
    marked_cells = [c for c in range(size) if seed.random() < 0.2] if "parity" in kinds else []
    odd = [cell for cell in marked_cells if order[cell] % 2]
    even = [cell for cell in marked_cells if order[cell] % 2 == 0]
    return Relations.of((n, columns, size), cages, less, even, odd)


def _touch(one: int, other: int, columns: int) -> bool:
    is_beside = abs(one - other) == 1 and one // columns == other // columns
    return is_beside or abs(one - other) == columns


@st.composite
def variant_grids(draw: st.DrawFn, sizes: Sequence[int] = (4, 6, 8, 9)) -> Grid:
    """Draw a grid of a variant with arbitrary cells."""
    geometry = draw(variants(sizes) | geometries(6))
    seed = Random(draw(st.integers(0, 10**6)))
    fill = draw(st.sampled_from([0.0, 0.3, 1.0]))
    cells = [
        seed.randint(1, geometry.n) if seed.random() < fill else 0 for _ in range(geometry.size)
    ]
    return Grid(geometry, cells, None, draw(relations(geometry)))


class _TooLongError(Exception):
    """The search takes too long; draw another grid."""


def _any_solution(geometry: Geometry, seed: int) -> Grid | None:
    """Return a complete grid, or None if none is found soon."""
    checks = iter(range(20))

    def check() -> None:
        if next(checks, None) is None:
            raise _TooLongError

    stream = Stream("test", "variant", seed)
    try:
        return next(backtrack.solutions(Grid.empty(geometry), stream, check), None)
    except _TooLongError:
        return None


@st.composite
def variant_puzzles(draw: st.DrawFn, sizes: Sequence[int] = (4, 6)) -> tuple[Grid, Grid]:
    """Draw a puzzle of a variant and one of its solutions."""
    geometry = draw(variants(sizes))
    found = _any_solution(geometry, draw(st.integers(0, 10**6)))
    assume(found is not None)
    assert found is not None
    solution = Grid(geometry, found.cells, None, draw(relations(geometry, found.cells)))
    seed = Random(draw(st.integers(0, 10**6)))
    clues = draw(st.sampled_from([0.0, 0.3, 0.6]))
    cells = [symbol if seed.random() < clues else 0 for symbol in solution.cells]
    return solution.with_cells(cells), solution
