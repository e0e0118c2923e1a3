"""Hypothesis strategies for geometries and grids."""

from __future__ import annotations

from hypothesis import strategies as st

from sudokutools.grid import Geometry, Grid


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
