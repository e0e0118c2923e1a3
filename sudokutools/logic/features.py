"""What a variant brings into the ladder: which techniques hold on a grid.

    variant         anything that is no plain grid: regions, further houses, or what follows
    unequal         pairs of cells that differ, by a knight's or a king's move
    nonconsecutive  orthogonal neighbours that differ by more than 1
    parity, less, cages   clues of the grid

Regions, further houses and unequal pairs need no techniques of their own; parity shortens the first
pencil marks, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.grid.grid import Grid

HOUSES = "variant"
"""The feature of every grid that is not plain. Alone: it has other houses, and nothing else."""

FEATURES = (HOUSES, "unequal", "nonconsecutive", "parity", "less", "cages")

UNNESTED = ("nonconsecutive", "less", "cages")
"""The features that add links to chains: so many that chains nested in chains take minutes."""


def features_of(grid: Grid) -> tuple[str, ...]:
    """Return the features of a grid, in the order of FEATURES.

    >>> from sudokutools.grid.geometry import Geometry
    >>> features_of(Grid.empty(Geometry.of_variant(Geometry.of(3, 3), rules=["x", "antiking"])))
    ('variant', 'unequal')
    """
    if grid.is_plain:
        return ()
    geometry, relations = grid.geometry, grid.relations
    has = {HOUSES: True, "unequal": geometry.unequal, "nonconsecutive": geometry.apart}
    if relations is not None:
        has["parity"] = relations.even or relations.odd
        has["less"] = relations.less
        has["cages"] = relations.cages
    return tuple(name for name in FEATURES if has.get(name))


def is_nested(features: Sequence[str]) -> bool:
    """Tell whether chains nested in chains are tried on grids with these features."""
    return not any(feature in UNNESTED for feature in features)
