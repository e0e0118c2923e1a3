"""The candidates that primitives leave to their cells.

    narrowed   those in some filling of one primitive alone: a step that people can follow
    Network    those that several primitives leave, each alone, until nothing changes
    possible   whether the primitives of one clue have a filling
    compiled   primitives that know which cells of a sum differ, and so exclude more

Related and Automaton are exact: a candidate stays if and only if some filling has it. So is Total
while its partial sums span at most MAX_SPAN; beyond that it uses bounds. Sets is exact for up to
FEW open cells; with more it drops sets that do not fit and places symbols that all others have.
Different finds naked and hidden singles, Connected cells on
all ways between others. The time is polynomial in cells, symbols and states.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from heapq import heappop, heappush
from itertools import count
from operator import and_, or_
from typing import NamedTuple

from sudokutools._support.bits import bits
from sudokutools._support.limits import SOLUTION, Check, never
from sudokutools.constraints.connectivity import narrow_region, narrow_regions
from sudokutools.constraints.packing import without_houses
from sudokutools.constraints.partial_sums import narrow_sum, place, symbol_sets
from sudokutools.constraints.primitives import (
    Automaton,
    Connected,
    Different,
    Primitive,
    Primitives,
    Regions,
    Related,
    Sets,
    Total,
)
from sudokutools.constraints.shape import Cells, Placeless
from sudokutools.constraints.sweeps import sweep, swept_by

FEW = 5  # The maximum number of open cells of Sets whose symbols are matched with cells.
MAX_SETS = 1000  # Sums of different symbols with more sets of symbols than this do not become Sets.
TRIES = 200  # The maximum number of steps to find a filling of a clue.

MOST_STEPS, MOST_WORK = 2_000_000, 100_000
"""The maximum work to find it: steps of automata, and symbols of primitives that are narrowed."""

QUICK = 1_000_000  # The work of the compiled search before these, about 12 milliseconds.

Masks = Sequence[int]


class Groups(NamedTuple):
    """A `Total` whose cells differ in groups, which are indices of `cells` with one weight."""

    cells: Cells
    groups: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]
    total: int


Item = Primitive | Groups


def narrowed(item: Item, masks: Masks, check: Check = never) -> dict[int, int] | None:
    """Return the masks of the cells that lose candidates; None without a filling.

    >>> narrowed(Total((0, 1), (1, -1), 6), [0b111111111, 0b111])
    {0: 448}
    """
    cells = item.cells
    before = [masks[cell] for cell in cells]
    left: list[int] | None
    if isinstance(item, Different):
        left = _different(before)
    elif isinstance(item, Related):
        left = _related(item.table, *before)
    elif isinstance(item, Automaton):
        left = swept_by(item.machine).narrowed(before, check)
    elif isinstance(item, Sets):
        left = _sets(item.sets, before[:])
    elif isinstance(item, Connected):
        left = narrow_region(item, before)
    elif isinstance(item, Regions):
        left = narrow_regions(item, before)
    else:
        groups = item.groups if isinstance(item, Groups) else [(k,) for k in range(len(cells))]
        left = narrow_sum(groups, item.weights, item.total, before[:])
    if left is None:
        return None
    return {cell: mask for cell, mask, old in zip(cells, left, before, strict=True) if mask != old}


def _different(masks: list[int]) -> list[int] | None:
    before: list[int] = []
    while masks != before:
        before = masks
        held = 0
        for mask in masks:
            if not mask & mask - 1:
                if not mask & ~held:
                    return None
                held |= mask
        masks = [mask & ~held if mask & mask - 1 else mask for mask in masks]
        once = twice = 0
        for mask in masks:
            twice |= once & mask
            once |= mask
        if once.bit_count() < len(masks):
            return None
        if once.bit_count() == len(masks):
            masks = [mask & ~twice or mask for mask in masks]
    return masks


def _related(table: Sequence[int], first: int, second: int) -> list[int] | None:
    left, right = 0, 0
    for symbol in bits(first):
        if table[symbol] & second:
            left |= 1 << symbol
            right |= table[symbol]
    return [left, right & second] if left else None


def _sets(sets: Sequence[int], masks: list[int]) -> list[int] | None:
    held = union = 0
    for mask in masks:
        if mask & mask - 1:
            union |= mask
        elif not mask & ~held:
            return None
        else:
            held |= mask
    places = [at for at, mask in enumerate(masks) if mask & mask - 1]
    cells = [masks[at] & ~held for at in places]
    # The symbols of each set that are still to be placed.
    live = {
        found & ~held
        for found in sets
        if not (held & ~found or found & ~held & ~union)
        and all(mask & found & ~held for mask in cells)
    }
    if len(places) <= FEW:
        swept = sweep(
            cells,
            live,
            lambda left, symbols: [(s, left ^ 1 << s) for s in symbols if left >> s & 1],
            lambda left: not left,
        )
        if swept is None:
            return None
        cells = swept[0]
    elif not live:
        return None
    else:
        allowed = reduce(or_, live)
        cells = place([mask & allowed for mask in cells], reduce(and_, live))
    for at, mask in zip(places, cells, strict=True):
        masks[at] = mask
    return masks


class Network:
    """Primitives and the cells that they share; the fastest ones are applied first."""

    def __init__(self, items: Iterable[Item], size: int, check: Check = never) -> None:
        order = (Different, Related, Groups, Total, Sets, Automaton, Connected, Regions)
        self.items = sorted(items, key=lambda item: order.index(type(item)))
        self.items_of: list[list[int]] = [[] for _ in range(size)]
        for number, item in enumerate(self.items):
            for cell in item.cells:
                self.items_of[cell].append(number)
        self._check = check

    def settle(self, masks: list[int], cells: Iterable[int] | None = None) -> Item | None:
        """Narrow cells, all or after some changed; return a primitive without filling, or None."""
        waiting = list(range(len(self.items)))
        if cells is not None:
            waiting = sorted({number for cell in cells for number in self.items_of[cell]})
        queued = set(waiting)
        while waiting:
            self._check()
            number = heappop(waiting)
            queued.remove(number)
            item = self.items[number]
            left = narrowed(item, masks, self._check)
            if left is None:
                return item
            for cell, mask in left.items():
                masks[cell] = mask
                for other in self.items_of[cell]:
                    is_done = other == number and not isinstance(
                        item, Groups | Sets | Connected | Regions
                    )
                    if other not in queued and not is_done:
                        queued.add(other)
                        heappush(waiting, other)
        return None


def possible(primitives: Primitives) -> bool:
    """Whether there is a filling, apart from houses; True if it takes long to find out.

    >>> from sudokutools.grid.geometry import Geometry
    >>> primitives = Primitives(Geometry.of(2, 2))
    >>> primitives.different([0, 1])
    >>> primitives.total([0, 1], [1, 1], 8)
    >>> possible(primitives)
    False
    """
    order: dict[int, int] = {}
    open_items = [item for item in primitives.items if not isinstance(item, Regions)]
    for item in open_items:
        for cell in item.cells:
            order.setdefault(cell, len(order))
    items = tuple(renumbered(item, order) for item in open_items)
    masks = tuple(primitives.masks[cell] for cell in order)
    return all(primitives.masks) and _possible(primitives.n, items, masks)


def renumbered(item: Primitive, order: Mapping[int, int]) -> Primitive:
    """Return a primitive on other cells."""
    if isinstance(item, Related):
        return Related(order[item.first], order[item.second], item.table)
    return item._replace(cells=tuple(order[cell] for cell in item.cells))


class _LongError(Exception):
    """Raised if it takes long to find a filling."""


@lru_cache(maxsize=1 << 10)
def _possible(symbols: int, primitives: tuple[Primitive, ...], candidates: tuple[int, ...]) -> bool:
    n = max(mask.bit_length() for mask in candidates) if candidates else 1
    steps = sum(
        len(item.cells) * len(item.machine.table) * n
        for item in primitives
        if isinstance(item, Automaton)
    )
    work = count(0, n)

    def check() -> None:
        if next(work) > MOST_WORK:
            raise _LongError

    try:
        return (
            steps > MOST_STEPS
            or (len(primitives) > 1 and _is_found(symbols, primitives, candidates))
            or _has_filling(primitives, list(candidates), check)
        )
    except _LongError:
        return True


def _is_found(symbols: int, items: Sequence[Primitive], masks: Masks) -> bool:
    """Return whether the compiled search soon finds a filling; if not, there may be one."""
    given = Primitives(Placeless(range(1, symbols + 1), has_lines=False), size=0)
    given.items += items
    given.masks += masks
    search = without_houses(given, len(masks))
    return search is not None and search.run(QUICK) == SOLUTION


def _alone(item: Primitive, masks: list[int]) -> bool | None:
    """Return whether a primitive has a filling of cells in order; None if that takes a search."""
    if isinstance(item, Automaton):
        follow, states = item.machine.following, set(range(item.machine.starts))
        for mask in masks:
            symbols = list(bits(mask))
            states = {then for state in states for _, then in follow(state, symbols)}
        return any(map(item.machine.accepts.__getitem__, states))
    if any(mask != masks[0] or mask & mask + 1 for mask in masks):
        return None
    if isinstance(item, Total) and {*item.weights} <= {-1, 1}:
        high = item.weights.count(1) * masks[0].bit_length() - item.weights.count(-1)
        low = item.weights.count(1) - item.weights.count(-1) * masks[0].bit_length()
        return low <= item.total <= high
    if not isinstance(item, Sets):
        return None
    return any(found.bit_count() == len(item.cells) for found in item.sets)


def _has_filling(primitives: tuple[Primitive, ...], masks: list[int], check: Check) -> bool:
    found = _alone(primitives[0], masks) if len(primitives) == 1 else None
    if found is not None:
        return found
    items = compiled(primitives, masks)
    network = Network(items, len(masks), check)
    if network.settle(masks) is not None:
        return False
    if _is_forest(items, masks):
        return True
    untried = [(masks, 0, masks[0])]
    for _ in range(TRIES):
        if not untried:
            return False
        masks, cell, mask = untried.pop()
        masks = masks[:]
        masks[cell] = mask
        if network.settle(masks, [cell]) is None:
            if _is_forest(items, masks):
                return True
            left = [cell for cell, mask in enumerate(masks) if mask & mask - 1]
            # Cells of several primitives first: others make no circle.
            cell = min(left, key=lambda c: (len(network.items_of[c]) < 2, masks[c].bit_count()))
            untried += [(masks, cell, 1 << symbol) for symbol in bits(masks[cell])]
    return True


def _is_forest(items: Iterable[Item], masks: Masks) -> bool:
    """Whether primitives share open cells without a circle: each alone narrows as all together."""
    parent: dict[int, int] = {}

    def root(cell: int) -> int:
        while cell in parent:
            cell = parent[cell]
        return cell

    for item in items:
        cells = [cell for cell in item.cells if masks[cell] & masks[cell] - 1]
        first, *others = {root(cell) for cell in cells} or {-1}
        if len(others) + 1 < len(cells):
            return False
        parent.update(dict.fromkeys(others, first))
    return True


def compiled(
    items: Sequence[Primitive], masks: Masks, peers: Sequence[Collection[int]] = ()
) -> list[Item]:
    """Return primitives with sums as Sets or Groups where cells differ, of two cells as Related.

    `peers` of each cell of the grid differ from it by rules that are not in `items`.
    """
    if not any(isinstance(item, Total) for item in items):
        return list(items)
    unequal = defaultdict(set, {cell: set(cells) for cell, cells in enumerate(peers)})
    for item in items:
        if isinstance(item, Different | Sets):
            for cell in item.cells:
                unequal[cell].update(item.cells)
    found = [_grouped(i, masks, unequal) if isinstance(i, Total) else i for i in items]
    # The cells of Sets differ.
    sets = {frozenset(item.cells) for item in found if isinstance(item, Sets)}
    return [i for i in found if not isinstance(i, Different) or frozenset(i.cells) not in sets]


def _grouped(item: Total, masks: Masks, unequal: Mapping[int, Collection[int]]) -> Item:
    cells = item.cells
    if len(cells) == 2:
        return _pair_sum(item, masks)
    groups: list[tuple[int, list[int]]] = []
    for at, weight in enumerate(item.weights):
        fitting = (
            group
            for other, group in groups
            if other == weight and all(cells[k] in unequal[cells[at]] for k in group)
        )
        group = next(fitting, None)
        if group is None:
            groups.append((weight, [at]))
        else:
            group.append(at)
    if len(groups) == len(cells):
        return item
    if len(groups) == 1 and not item.total % groups[0][0]:
        sets = symbol_sets([masks[cell] for cell in cells], item.total // groups[0][0], MAX_SETS)
        if sets is not None:
            return Sets(cells, tuple(sets))
    weights = tuple(weight for weight, _ in groups)
    return Groups(cells, tuple(tuple(group) for _, group in groups), weights, item.total)


def _pair_sum(item: Total, masks: Masks) -> Related:
    """Return a sum of two cells as a table of the symbols up to the greatest candidate."""
    (first, second), (weight, other) = item.cells, item.weights
    table = [
        sum(1 << t for t in bits(masks[second]) if weight * (s + 1) + other * (t + 1) == item.total)
        for s in range(masks[first].bit_length())
    ]
    return Related(first, second, tuple(table))
