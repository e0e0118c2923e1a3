"""Everything that the rules and clues of a grid mean, as primitives."""

from __future__ import annotations

from functools import lru_cache

from sudokutools.constraints import variant_rules
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.primitives import Primitives
from sudokutools.grid.geometry import Geometry


@lru_cache(maxsize=8)
def all_primitives(
    geometry: Geometry, constraints: Constraints | None, guesses: bool = True
) -> Primitives:
    """Return the primitives of a grid apart from the houses of its geometry; do not change them."""
    found = Primitives(geometry, guesses)
    for _, pairs in geometry.unequal:
        for pair in pairs:
            found.different(pair)
    if geometry.apart:
        table = found.table(lambda u, v: abs(u - v) > 1)
        for one, other in geometry.apart:
            found.related(one, other, table)
    for rule in geometry.rules:
        variant_rules.primitives(rule, found)
    for clue in constraints.items if constraints is not None else ():
        clue.primitives(found)
    return found
