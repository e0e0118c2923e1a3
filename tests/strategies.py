"""Hypothesis strategies for geometries and grids."""

from collections.abc import Sequence
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from sudokutools._support.streams import Stream
from sudokutools.grid.candidates import marked
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import propagate
from tests.fuzz.tools.cursor import Cursor
from tests.fuzz.tools.puzzles import constraints_of, geometry_of, solution_of


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


@st.composite
def cursors(draw: st.DrawFn) -> Cursor:
    """Draw where the grids of the fuzzer come from."""
    return Cursor(Random(draw(st.integers(0, 10**6))).randbytes(1000))


def _boxes(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    return [(width, n // width) for n in sizes for width in range(1, n + 1) if n % width == 0]


@st.composite
def variant_grids(draw: st.DrawFn, sizes: Sequence[int] = (4, 6, 8, 9)) -> Grid:
    """Draw a grid of a variant, or a partial one, with arbitrary cells."""
    cursor = draw(cursors())
    geometry = draw(geometries(6)) if cursor.chance(3) else geometry_of(cursor, _boxes(sizes))
    fill = cursor.choice([0.0, 0.3, 1.0])
    cells = [
        cursor.randint(1, geometry.n) if cursor.random() < fill else 0 for _ in range(geometry.size)
    ]
    order = bytes(cell % geometry.n + 1 for cell in range(geometry.size))
    return Grid(geometry, cells, None, constraints_of(geometry, order, cursor))


@st.composite
def variant_puzzles(draw: st.DrawFn, sizes: Sequence[int] = (4, 6)) -> tuple[Grid, Grid]:
    cursor = draw(cursors())
    geometry = geometry_of(cursor, _boxes(sizes))
    found = solution_of(geometry, cursor.byte())
    assume(found is not None)
    assert found is not None
    solution = Grid(geometry, found, None, constraints_of(geometry, found, cursor, errors=0))
    clues = cursor.choice([0.0, 0.3, 0.6])
    cells = [symbol if cursor.random() < clues else 0 for symbol in found]
    return solution.with_cells(cells), solution
