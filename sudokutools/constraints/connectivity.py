"""What connected regions leave to their cells: reachability and articulation points.

A cell may hold some of the symbols, must hold one of them, or cannot. With a cell that must, the
region is in what can be reached from it, by as many cells as its size leaves; a cell on all ways to
another one that must is in it, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from sudokutools.constraints.primitives import Connected


def beside(number: int, count: int, columns: int) -> Iterator[int]:
    """Yield the places by the sides of one, of `count` places in rows of `columns`."""
    column = number % columns
    if number >= columns:
        yield number - columns
    if column:
        yield number - 1
    if column + 1 < columns and number + 1 < count:
        yield number + 1
    if number + columns < count:
        yield number + columns


def narrow_region(item: Connected, masks: Sequence[int]) -> list[int] | None:
    """Return the masks that the cells keep; None without a filling.

    >>> narrow_region(Connected((0, 1, 2, 3), 4, 0b1, 0), [0b1, 0b11, 0b1, 0b11])
    [1, 1, 1, 3]
    >>> narrow_region(Connected((0, 1, 2, 3), 4, 0b1, 2), [0b1, 0b11, 0b11, 0b11])
    [1, 1, 2, 2]
    >>> narrow_region(Connected((0, 1, 2, 3, 4, 5), 3, 0b1, 2), [0b1, *[0b11] * 5])
    [1, 3, 2, 3, 2, 2]
    """
    can = [bool(mask & item.symbols) for mask in masks]
    must = [not mask & ~item.symbols for mask in masks]
    count = sum(must)
    if item.size and (count > item.size or sum(can) < item.size):
        return None
    found = _around(item, can, must) if count else _large_enough(item, can)
    if found is None:
        return None
    forced, excluded = found
    if item.size and len(can) - len(excluded) == item.size:
        forced |= {*range(len(can))} - excluded
    inside = {at for at, is_in in enumerate(must) if is_in} | forced
    if item.size and len(inside) >= item.size:
        if len(inside) > item.size:
            return None
        excluded |= {*range(len(can))} - inside
    left = list(masks)
    for at in forced:
        left[at] &= item.symbols
    for at in excluded:
        left[at] &= ~item.symbols
    return left if all(left) else None


def _ways(item: Connected, can: Sequence[bool], must: Sequence[bool]) -> dict[int, int]:
    """Return how many cells that need not be in a region lead from the first that must to each."""
    found = {must.index(True): 0}
    waiting = deque(found)
    while waiting:
        at = waiting.popleft()
        for other in beside(at, len(can), item.columns):
            if can[other] and other not in found:
                found[other] = found[at] + (not must[other])
                (waiting.appendleft if must[other] else waiting.append)(other)
    return found


def _large_enough(item: Connected, can: Sequence[bool]) -> tuple[set[int], set[int]] | None:
    """Exclude cells in parts that are too small, if no cell must be in the region."""
    excluded = {at for at, is_in in enumerate(can) if not is_in}
    seen = set(excluded)
    for start in range(len(can)):
        if start in seen:
            continue
        part = [start]
        seen.add(start)
        for at in part:
            for other in beside(at, len(can), item.columns):
                if other not in seen:
                    seen.add(other)
                    part.append(other)
        if len(part) < item.size:
            excluded.update(part)
    return None if item.size and len(excluded) == len(can) else (set(), excluded)


def _around(
    item: Connected, can: Sequence[bool], must: Sequence[bool]
) -> tuple[set[int], set[int]] | None:
    """Return the cells that must and that cannot be in the region of those that must.

    A depth-first search: `low` is the earliest cell that is reached from below another one
    without it (Robert Tarjan, "Depth-first search and linear graph algorithms", 1972).
    """
    root = must.index(True)
    order, low, held, size = {root: 0}, {root: 0}, {root: 1}, {root: 1}
    cut = dict.fromkeys(range(len(can)), 0)  # How many cells are reached through another only.
    forced: set[int] = set()
    ways = [(root, beside(root, len(can), item.columns))]
    while ways:
        at, others = ways[-1]
        other = next(others, None)
        if other is None:
            ways.pop()
            if ways:
                above = ways[-1][0]
                low[above] = min(low[above], low[at])
                held[above] += held[at]
                size[above] += size[at]
                if low[at] >= order[above]:
                    cut[above] += size[at]
                    if held[at]:
                        forced.add(above)
        elif can[other] and other in order:
            low[at] = min(low[at], order[other])
        elif can[other]:
            order[other] = low[other] = len(order)
            held[other], size[other] = int(must[other]), 1
            ways.append((other, beside(other, len(can), item.columns)))
    if held[root] < sum(must) or len(order) < item.size:
        return None
    for at, lost in cut.items():
        if item.size and at in order and len(order) - 1 - lost < item.size:
            forced.add(at)
    left = item.size - sum(must) if item.size else len(can)
    near = {at for at, others in _ways(item, can, must).items() if others <= left}
    return forced | {root}, {*range(len(can))} - near
