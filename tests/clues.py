"""Grids with clues, for tests."""

from collections.abc import Iterable, Sequence

from sudokutools.constraints.cell_sums import Cage
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.marked import Even, Odd
from sudokutools.constraints.pairs import Less
from sudokutools.grid.grid import Grid
from sudokutools.grid.spec import parse_spec


def grid_of(spec: str, cells: Sequence[int] = ()) -> Grid:
    """Return a grid with these rules and clues, empty by default."""
    parsed = parse_spec(spec)
    geometry = parsed.geometry()
    assert geometry is not None
    return Grid(geometry, cells or bytes(geometry.size), None, parsed.constraints(geometry))


def common(
    cages: Iterable[tuple[int, Iterable[int]]] = (),
    less: Iterable[Sequence[int]] = (),
    even: Iterable[int] = (),
    odd: Iterable[int] = (),
) -> list[Constraint]:
    """Return cages by sum and cells, chains, and marked cells."""
    marked = [kind(tuple(dict.fromkeys(cells))) for kind, cells in ((Even, even), (Odd, odd))]
    clues: list[Constraint] = [Cage(tuple(cells), total) for total, cells in cages]
    clues += map(Less, less)
    return clues + [clue for clue in marked if clue.cells]
