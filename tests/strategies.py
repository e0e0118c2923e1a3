"""Hypothesis strategies for geometries and grids."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from sudokutools.candidates import marked
from sudokutools.engines import propagate
from sudokutools.grid import Geometry, Grid
from sudokutools.streams import Stream


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
    """Draw a grid of any cells: whether it breaks rules does not matter to a format."""
    geometry = draw(geometries(max_symbols))
    seed = draw(st.randoms(use_true_random=False))
    fill = draw(st.sampled_from([0.0, 0.3, 1.0]))
    cells = [
        seed.randint(1, geometry.n) if seed.random() < fill else 0 for _ in range(geometry.size)
    ]
    return Grid(geometry, cells)


@st.composite
def marked_grids(draw: st.DrawFn, geometry: Geometry | None = None) -> Grid:
    """Draw a grid with candidates that keep to one solution at least; it may be a plain one."""
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
