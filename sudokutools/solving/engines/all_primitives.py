"""Everything that the rules and clues of a grid mean, as primitives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from sudokutools.constraints import variant_rules
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.primitives import (
    Different,
    Primitive,
    Primitives,
    Total,
    in_houses,
    mask_of,
)
from sudokutools.grid.geometry import Geometry

LONG = 6  # The minimum number of cells of sums that are joined.
SLACK = 0.4  # The maximum distance of these from their bound, for each cell.


@lru_cache(maxsize=8)
def all_primitives(
    geometry: Geometry, constraints: Constraints | None, guesses: bool = True
) -> Primitives:
    """Return the primitives of a grid apart from the houses of its geometry; do not change them."""
    found = Primitives(geometry, guesses)
    found.has_houses = guesses
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
        masks = _houses(geometry, found.items)
        found.items[:] = [_by_house(i, masks) if isinstance(i, Total) else i for i in found.items]
    return found


def _houses(geometry: Geometry, items: Iterable[Primitive]) -> list[int]:
    others = (item.cells for item in items if isinstance(item, Different))
    return [*_masks(geometry), *map(mask_of, others)]


@lru_cache(maxsize=8)
def _masks(geometry: Geometry) -> list[int]:
    return list(map(mask_of, geometry.houses))


def joined_sums(geometry: Geometry, items: Sequence[Primitive]) -> Iterator[Total]:
    """Yield the sum of several long sums without common cells if its bounds by houses are close.

    Eight diagonals of 49 have no solution: four of them together are near their maximum.
    """
    left = [i for i in items if isinstance(i, Total) and len(i.cells) >= LONG]
    left = [item for item in left if {*item.weights} == {1}]
    houses = _houses(geometry, items) if left[1:] else []
    while len(left) > 1:
        cells, total, others = list[int](), 0, list[Total]()
        for item in left:
            if set(cells).isdisjoint(item.cells):
                cells += item.cells
                total += item.total
            else:
                others.append(item)
        sizes = [len(group) for group in in_houses(mask_of(cells), houses)]
        low = sum(size * (size + 1) // 2 for size in sizes)
        high = (geometry.n + 1) * len(cells) - low
        if len(others) < len(left) - 1 and min(total - low, high - total) <= SLACK * len(cells):
            yield _by_house(Total(tuple(cells), (1,) * len(cells), total), houses)
        left = others


def _by_house(item: Total, houses: Sequence[int]) -> Total:
    """Return a total with cells of one weight and house next to each other, as many as possible.

    The cells of such a group differ. The bounds of a sum add up the bounds of its groups: the
    larger the groups, the closer they are.
    """
    weights = dict(zip(item.cells, item.weights, strict=True))
    order = list[int]()
    for weight in dict.fromkeys(item.weights):
        own = mask_of(cell for cell, each in weights.items() if each == weight)
        order += chain.from_iterable(in_houses(own, houses))
    return Total(tuple(order), tuple(map(weights.__getitem__, order)), item.total)
