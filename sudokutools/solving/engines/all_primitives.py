"""Everything that the rules and clues of a grid mean, as primitives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    if any(isinstance(item, Total) for item in found.items):
        others = [item.cells for item in found.items if isinstance(item, Different)]
        masks = [*_masks(geometry), *map(_mask, others)]
        found.items[:] = [_by_house(i, masks) if isinstance(i, Total) else i for i in found.items]
    return found


@lru_cache(maxsize=8)
def _masks(geometry: Geometry) -> list[int]:
    return list(map(_mask, geometry.houses))


def _mask(cells: Iterable[int]) -> int:
    return sum([1 << cell for cell in cells])


def _by_house(item: Total, houses: Sequence[int]) -> Total:
    """Return a total with cells of one weight and house next to each other, as many as possible.

    The cells of such a group differ. The bounds of a sum add up the bounds of its groups: the
    larger the groups, the closer they are.
    """
    weights = dict(zip(item.cells, item.weights, strict=True))
    order, every = list[int](), _mask(item.cells)
    houses = [own for house in houses if (own := house & every) & own - 1]
    for weight in dict.fromkeys(item.weights):
        left = _mask(cell for cell, own in weights.items() if own == weight)
        while left:
            largest = max((left & house for house in houses), key=int.bit_count, default=0)
            group = largest if largest & largest - 1 else left
            order.extend(bits(group))
            left &= ~group
    return Total(tuple(order), tuple(map(weights.__getitem__, order)), item.total)
