"""What connected regions leave to their cells: reachability and articulation points.

A cell may hold some of the symbols, must hold one of them, or cannot. With a cell that must, the
region is in what can be reached from it, by as many cells as its size leaves; a cell on all ways to
another one that must is in it, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, product

from sudokutools._support.bits import bits
from sudokutools.constraints.primitives import (
    Automaton,
    Connected,
    Machine,
    Primitive,
    Regions,
    Related,
    machine_of,
)


def narrow_regions(item: Regions, masks: Sequence[int]) -> list[int] | None:
    """Return the masks that cells and numbers of regions keep; None without a filling.

    >>> narrow_regions(Regions((0, 1, 2, 3), 1, 1, 2), [0b1, 0b11, 0b11, 0b11])
    [1, 2, 1, 1]
    """
    half = len(masks) // 2
    held, numbers = list(masks[:half]), list(masks[half:])
    before: object = None
    while before != (held, numbers):
        before = held[:], numbers[:]
        _keep_order(numbers, item.known, half // item.size)
        for region in range(half // item.size):
            own = Connected((), item.columns, 1 << region, item.size)
            left = narrow_region(own, numbers)
            if left is None:
                return None
            numbers = left
            _keep_symbols(held, numbers, 1 << region, item.size)
        if not all(held) or not all(numbers):
            return None
    return held + numbers


def _keep_order(numbers: list[int], known: int, regions: int) -> None:
    """Keep the numbers that some order of first cells has; bit k: there are k + 1 regions."""
    before = [1 << known - 1]
    for mask in numbers:
        now = before[-1]
        before.append(now & -(mask & -mask) | now << 1 & mask)
    after = before[-1] & 1 << regions - 1
    for at in reversed(range(len(numbers))):
        mask, now = numbers[at], before[at]
        numbers[at] &= now << 1 & after | (1 << (now & after).bit_length()) - 1
        after = after & -(mask & -mask) | (after & mask) >> 1


def _keep_symbols(held: list[int], numbers: list[int], region: int, n: int) -> None:
    """Keep the symbols that a region can have, each once, and the cells that have some for it."""
    inside = [at for at, mask in enumerate(numbers) if mask == region]
    used = 0
    for at in inside:
        if not held[at] & held[at] - 1:
            held[at] &= ~used
            used |= held[at]
    for at, mask in enumerate(held):
        if numbers[at] != region and not mask & ~used:
            numbers[at] &= ~region
        elif numbers[at] == region and mask & mask - 1:
            held[at] &= ~used
    for symbol in bits((1 << n) - 1 & ~used):
        can = [at for at, mask in enumerate(numbers) if mask & region and held[at] >> symbol & 1]
        if len(can) == 1:
            held[can[0]], numbers[can[0]] = 1 << symbol, region
        elif not can:
            numbers[0] = 0


def exchangeable(
    items: Sequence[Primitive], masks: Sequence[int], size: int
) -> Sequence[int] | None:
    """Return masks if the numbers that no cell is known to have may be exchanged, or None.

    They are outside the grid of `size` cells, and whatever else they are in are automata and tables
    that read them alike. Then regions need no order. Known numbers of cells that are too far apart
    for one region mean no more than this, and the masks have any number there.
    """
    found = [item for item in items if isinstance(item, Regions)]
    if len(found) != 1:
        return None
    (item,) = found
    if min(item.cells[len(item.cells) // 2 :]) < size:
        return None
    tries = (_unnamed(item, masks), masks)
    return next((each for each in tries if _may_exchange(item, items, each)), None)


def _unnamed(item: Regions, masks: Sequence[int]) -> Sequence[int]:
    """Return the masks without the numbers of known regions, if their cells are far apart."""
    half, left = len(item.cells) // 2, list(masks)
    every = (1 << half // item.size) - 1
    known: dict[int, tuple[int, int]] = {}
    for at, cell in enumerate(item.cells[half:]):
        mask = masks[cell] & every
        if mask & mask - 1:
            continue
        row, column = divmod(at, item.columns)
        near = any(abs(row - r) + abs(column - c) < item.size for r, c in known.values())
        if near or mask in known or not 0 < mask < 1 << item.known:
            return masks
        known[mask] = row, column
        left[cell] |= every
    return left


def _may_exchange(item: Regions, items: Sequence[Primitive], masks: Sequence[int]) -> bool:
    half = len(item.cells) // 2
    numbers, every = frozenset(item.cells[half:]), (1 << half // item.size) - 1
    held = [masks[cell] & every for cell in numbers]
    fixed = sum({mask for mask in held if not mask & mask - 1})
    if numbers.intersection(item.cells[:half]) or fixed >> item.known:
        return False
    free = tuple(bits(every & ~fixed))
    if len(free) < 2 or any(mask & ~fixed not in (0, every & ~fixed) for mask in held):
        return False
    others = (other for other in items if other is not item and numbers.intersection(other.cells))
    return all(
        isinstance(other, Automaton | Related)
        and _reads_alike(_machine(other), tuple(map(numbers.__contains__, other.cells)), free)
        for other in others
    )


def _machine(item: Automaton | Related) -> Machine:
    if isinstance(item, Automaton):
        return item.machine
    n = len(item.table)
    rows = [tuple([n + 1 if row >> at & 1 else -1 for at in range(n)]) for row in item.table]
    accepts = [False] * (n + 1) + [True]
    return Machine(1, tuple(accepts), (tuple(range(1, n + 1)), *rows, (-1,) * n))


@lru_cache(maxsize=128)
def _reads_alike(machine: Machine, are_numbers: tuple[bool, ...], free: tuple[int, ...]) -> bool:
    """Return whether exchanged numbers lead to states that accept the same exchanged numbers.

    Two exchanges are enough: of the first two numbers, and of each with the next one.
    """
    same = range(len(machine.table[0]))
    if machine.more:
        return False
    for following in ((free[1], free[0], *free[2:]), (*free[1:], free[0])):
        exchanged = list(same)
        for number, other in zip(free, following, strict=True):
            exchanged[number] = other
        pairs = {(state, state) for state in range(machine.starts)}
        for is_number in are_numbers:
            images = exchanged if is_number else same
            pairs = {
                (machine.table[one][symbol], machine.table[other][image])
                for one, other in pairs
                for symbol, image in enumerate(images)
            } - {(-1, -1)}
            if any(-1 in pair for pair in pairs):
                return False
        if any(machine.accepts[one] != machine.accepts[other] for one, other in pairs):
            return False
    return True


@lru_cache(maxsize=8)
def parts_of(item: Regions) -> tuple[Connected | Automaton, ...]:
    """Return primitives that together mean the same, and exclude less.

    >>> [type(part).__name__ for part in parts_of(Regions((0, 1, 2, 3), 2, 1, 2))]
    ['Connected', 'Automaton', 'Automaton', 'Automaton']
    """
    half, n = len(item.cells) // 2, item.size
    cells, numbers = item.cells[:half], item.cells[half:]
    regions = half // n

    def after(most: int, number: int) -> int | None:
        """Return the last region so far."""
        return max(most, number) if number <= most + 1 else None

    numbered = machine_of(range(1, n + 1), [item.known], after, lambda most: most == regions)
    found = [Connected(numbers, item.columns, 1 << at, n) for at in range(regions)]
    pairs = tuple(chain.from_iterable(zip(cells, numbers, strict=True)))
    once = (_once(n, *pair) for pair in product(range(1, n + 1), range(1, regions + 1)))
    return *found, Automaton(numbers, numbered), *(Automaton(pairs, machine) for machine in once)


def _once(n: int, symbol: int, region: int) -> Machine:
    """Return a machine that reads cells, each before its number: a symbol is once in a region."""

    def step(state: tuple[bool, bool | None], read: int) -> tuple[bool, bool | None] | None:
        """Return whether it was found, and of a cell whether it holds the symbol."""
        is_found, holds = state
        if holds is None:
            return is_found, read == symbol
        is_it = holds and read == region
        return None if is_it and is_found else (is_found or is_it, None)

    start: tuple[bool, bool | None] = False, None
    return machine_of(range(1, n + 1), [start], step, (True, None).__eq__)


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
