"""Sums of weighted symbols in cells, some of which are known to differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from sudokutools._support.bits import bits

MAX_SPAN = 1 << 14
"""The maximum distance of partial sums that are listed; beyond it, only bounds are used."""


class _Part(NamedTuple):
    """The open cells of a group; `values` are weight times symbol, ascending."""

    places: list[int]
    symbols: list[int]
    values: list[int]


def narrow_sum(
    groups: Sequence[Sequence[int]], weights: Sequence[int], total: int, masks: list[int]
) -> list[int] | None:
    """Return the masks of cells, reduced to the symbols in some filling; None without a filling.

    A group has the indices of cells that differ and have one weight. Exact up to MAX_SPAN if each
    is one cell; in larger ones a choice of symbols need not match the cells one to one.
    """
    while True:
        before = masks[:]
        opened = _open_parts(groups, weights, total, masks)
        if opened is None:
            return None
        parts, left = opened
        low = sum(sum(part.values[: len(part.places)]) for part in parts)
        high = sum(sum(part.values[-len(part.places) :]) for part in parts)
        if not low <= left <= high:
            return None
        # Count from the bound that is nearer.
        end = 0 if left - low <= high - left else -1
        span = abs(left - sum(len(part.places) * part.values[end] for part in parts))
        if span <= MAX_SPAN:
            _list_sums(parts, end, span, masks)
            return masks if all(masks) else None
        for places, symbols, values in parts:
            least = values[-len(places)] - (high - left)
            most = values[len(places) - 1] + left - low
            kept = sum(1 << s for s, v in zip(symbols, values, strict=True) if least <= v <= most)
            for at in places:
                masks[at] &= kept
        if not all(masks):
            return None
        if masks == before:
            return masks


def _open_parts(
    groups: Sequence[Sequence[int]], weights: Sequence[int], total: int, masks: list[int]
) -> tuple[list[_Part], int] | None:
    """Remove filled cells; return the others and their sum, None if a group has no filling."""
    parts = []
    for group, weight in zip(groups, weights, strict=True):
        held = 0
        for at in group:
            if not masks[at] & masks[at] - 1:
                if not masks[at] & ~held:
                    return None
                held |= masks[at]
                total -= weight * masks[at].bit_length()
        places = [at for at in group if masks[at] & masks[at] - 1]
        for at in places:
            masks[at] &= ~held
        union = reduce(or_, (masks[at] for at in places), 0)
        if union.bit_count() < len(places):
            return None
        if places:
            symbols = list(bits(union))[:: 1 if weight > 0 else -1]
            parts.append(_Part(places, symbols, [weight * (s + 1) for s in symbols]))
    return parts, total


def _list_sums(parts: list[_Part], end: int, total: int, masks: list[int]) -> None:
    """Narrow cells by all sums of the parts; bit t of a number is the sum t.

    Values count from the first one of each part (`end` 0) or from the last (-1).
    """
    tables, reached = [], [1]
    for places, _, values in parts:
        costs = [abs(value - values[end]) for value in values]
        tables.append((costs, _sums_of(costs, len(places), total)))
        reached.append(0)
        for value in bits(tables[-1][1][-1][-1]):
            reached[-1] |= reached[-2] << value & (2 << total) - 1
    wanted = 1 << total
    for part, (costs, table), before in zip(
        parts[::-1], tables[::-1], reached[-2::-1], strict=True
    ):
        accepted = earlier = 0
        for value in bits(table[-1][-1]):
            earlier |= wanted >> value
            accepted |= bool(before << value & wanted) << value
        wanted = earlier
        used, always = _choices(costs, table, accepted)
        kept = sum(1 << part.symbols[k] for k in bits(used))
        placed = place(
            [masks[at] & kept for at in part.places],
            sum(1 << part.symbols[k] for k in bits(always)),
        )
        for at, mask in zip(part.places, placed, strict=True):
            masks[at] = mask


def _sums_of(costs: Sequence[int], count: int, most: int) -> list[list[int]]:
    """Return the sums, up to `most`, of j of the first m costs, at [m][j], for j up to `count`."""
    if count == 1:
        return [[1, sum(1 << cost for cost in costs if cost <= most)]]
    table = [[1] + count * [0]]
    for cost in costs:
        row = table[-1]
        more = [row[j + 1] | row[j] << cost & (2 << most) - 1 for j in range(count)]
        table.append([1, *more])
    return table


def _choices(costs: Sequence[int], table: list[list[int]], accepted: int) -> tuple[int, int]:
    """Return which costs occur in some choice with an accepted sum, and which in all of them."""
    count = len(table[0]) - 1
    if count == 1:
        used = sum(1 << at for at, cost in enumerate(costs) if accepted >> cost & 1)
        return used, 0
    used = always = 0
    after = [*(count * [0]), accepted]
    for at in range(len(costs) - 1, -1, -1):
        cost, before = costs[at], table[at]
        used |= any(before[j] << cost & after[j + 1] for j in range(count)) << at
        always |= (not any(before[j] & after[j] for j in range(count + 1))) << at
        after = [after[j] | after[j + 1] >> cost for j in range(count)] + after[count:]
    return used, always


def place(masks: list[int], needed: int) -> list[int]:
    """Place the needed symbols that only one of the masks has."""
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    needed &= ~twice
    return [mask & needed or mask for mask in masks]


def symbol_sets(masks: Sequence[int], total: int, limit: int) -> list[int] | None:
    """Return the sets of different symbols, one from each mask, with a sum; None: above `limit`.

    Sets are masks as well, ascending. Their symbols need not match the masks one to one.

    >>> [f"{mask:b}" for mask in symbol_sets([15, 15], 5, 10)]
    ['1001', '110']
    """
    union = reduce(or_, masks, 0)
    found: list[int] = []
    # Cells exclude some of the sets, so that more are tried.
    for tried, chosen in enumerate(_subsets([bit + 1 for bit in bits(union)], len(masks), total)):
        if tried >= 20 * limit or len(found) > limit:
            return None
        if all(chosen & mask for mask in masks):
            found.append(chosen)
    return found if len(found) <= limit else None


def _subsets(symbols: Sequence[int], count: int, total: int) -> Iterator[int]:
    """Yield the masks of `count` of these symbols, ascending, that have a sum."""
    if count == 1:
        if total in symbols:
            yield 1 << total - 1
        return
    for at in range(len(symbols) - count + 1):
        first, rest = symbols[at], symbols[at + 1 :]
        if first + sum(rest[: count - 1]) > total:
            return
        if first + sum(rest[1 - count :]) >= total:
            for others in _subsets(rest, count - 1, total - first):
                yield 1 << first - 1 | others
