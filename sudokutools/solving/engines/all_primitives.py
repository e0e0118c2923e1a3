"""Everything that the rules and clues of a grid mean, as primitives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sudokutools._support.bits import bits
from sudokutools.constraints import variant_rules
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.primitives import Different, Primitives, Total
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
    houses = [*geometry.houses, *(i.cells for i in found.items if isinstance(i, Different))]
    masks = [sum(1 << cell for cell in house) for house in houses]
    found.items[:] = [_by_house(i, masks) if isinstance(i, Total) else i for i in found.items]
    return found


def _by_house(item: Total, houses: Sequence[int]) -> Total:
    """Return a total with cells of one weight and house next to each other, as many as possible.

    The cells of such a group differ. The bounds of a sum add up the bounds of its groups: the
    larger the groups, the closer they are.
    """
    weights = dict(zip(item.cells, item.weights, strict=True))
    order = list[int]()
    for weight in dict.fromkeys(item.weights):
        left = sum(1 << cell for cell, own in weights.items() if own == weight)
        while left:
            largest = max((left & house for house in houses), key=int.bit_count, default=0)
            group = largest if largest & largest - 1 else left
            order.extend(bits(group))
            left &= ~group
    return Total(tuple(order), tuple(map(weights.__getitem__, order)), item.total)
