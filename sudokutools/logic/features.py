"""What a variant brings into the ladder: which techniques hold on a grid, and whether it is rated.

    variant         anything that is no plain grid: regions, further houses, or what follows
    unequal         pairs of cells that differ, by a knight's or a king's move
    nonconsecutive  orthogonal neighbours that differ by more than 1
    parity, less, cages   clues of the grid

Regions, further houses and unequal pairs need no techniques of their own, and parity only shortens
the first pencil marks. The others are unrated until there are techniques for them.
"""

from __future__ import annotations

from sudokutools.grid import Grid

HOUSES = "variant"
"""The feature of every grid that is not plain. Alone: it has other houses, and nothing else."""

NONCONSECUTIVE = "nonconsecutive"

FEATURES = (HOUSES, "unequal", NONCONSECUTIVE, "parity", "less", "cages")

UNRATED: tuple[str, ...] = ()
"""The features that the ladder has no techniques for."""


def features_of(grid: Grid) -> tuple[str, ...]:
    """Return the features of a grid, in the order of FEATURES.

    >>> from sudokutools.grid import Geometry
    >>> features_of(Grid.empty(Geometry.of_variant(Geometry.of(3, 3), rules=["x", "antiking"])))
    ('variant', 'unequal')
    """
    if grid.is_plain:
        return ()
    geometry, relations = grid.geometry, grid.relations
    has = {HOUSES: True, "unequal": geometry.unequal, NONCONSECUTIVE: geometry.apart}
    if relations is not None:
        has["parity"] = relations.even or relations.odd
        has["less"] = relations.less
        has["cages"] = relations.cages
    return tuple(name for name in FEATURES if has.get(name))


def unrated(grid: Grid) -> str:
    """Return the names of what a grid has and the ladder lacks, "": it is rated.

    >>> from sudokutools.grid import Geometry
    >>> unrated(Grid.empty(Geometry.of_variant(Geometry.of(3, 3), rules=["nonconsecutive"])))
    'nonconsecutive'
    """
    return ", ".join(name for name in features_of(grid) if name in UNRATED)


def is_rated(grid: Grid) -> bool:
    """Tell whether the ladder has techniques for all that a grid has."""
    return not unrated(grid)
