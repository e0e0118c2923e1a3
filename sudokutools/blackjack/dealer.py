"""The probabilities of the dealer's final hands, from an enumeration made once.

The cards on which a dealer stops do not depend on the shoe, only their chances do. All multisets of
cards that end on 17 to 21 are listed for each upcard, with the number of orders in which each can
be drawn, and a chance is a sum of products of falling factorials:

    P(ends on m | upcard u) = orders * prod_r (n_r)_(m_r) / (N)_|m| / (n_u / N)

where n_r is the number of remaining cards of rank r including the upcard, N their sum, and
(a)_k = a (a - 1) ... (a - k + 1). `sudokutools/_core/blackjack/dealer.c` does the same in C.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from sudokutools.blackjack.cards import MATES, total

Counts = tuple[int, ...]  # The number of cards of each of the ten ranks, aces first.
Cards = tuple[float, ...]  # Expected numbers of cards, which may be fractional.


class DealerTotals(NamedTuple):
    """The chances of the dealer's final hands: 17 to 21, a blackjack, and bust; their sum is 1.

    If a dealer's 22 pushes, it is a sixth total.
    """

    totals: tuple[float, ...]
    blackjack: float
    bust: float

    def without_blackjack(self) -> DealerTotals:
        left = 1 - self.blackjack
        if left <= 0:
            return self
        return DealerTotals(tuple(chance / left for chance in self.totals), 0.0, self.bust / left)


Ending = tuple[Counts, int, int]
"""A multiset of cards on which the dealer stops, its total, and its number of orders."""


@cache
def endings(upcard: int, hit_soft_17: bool, push_22: bool = False) -> tuple[Ending, ...]:
    """List the multisets that begin with an upcard and end on 17 to 21 (22), except blackjacks.

    >>> len(endings(9, False)), sum(orders for *_, orders in endings(9, False))
    (92, 159)
    """
    found: dict[Counts, Ending] = {}
    open_hands = {tuple(int(rank == upcard) for rank in range(10)): 1}
    while open_hands:
        longer: dict[Counts, int] = {}
        for counts, orders in open_hands.items():
            for rank in range(10):
                grown = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
                ranks = [rank for rank, count in enumerate(grown) for _ in range(count)]
                points, soft = total(ranks)
                if points > 21 + push_22 or (len(ranks) == 2 and points == 21):
                    continue
                if points < 17 or (points == 17 and soft and hit_soft_17):
                    longer[grown] = longer.get(grown, 0) + orders
                else:
                    *_, before = found.get(grown, (grown, points, 0))
                    found[grown] = grown, points, before + orders
        open_hands = longer
    return tuple(found.values())


@cache
def _trie(
    upcard: int, hit_soft_17: bool, push_22: bool
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int, int], ...]]:
    """Return endings with shared prefixes: steps (parent, factor), and leaves.

    A factor is 24 * rank + count; a leaf is (node, orders, 8 * cards + total - 17).
    """
    nodes: dict[tuple[int, ...], int] = {(): 0}
    steps: list[tuple[int, int]] = []
    leaves = []
    for counts, points, orders in endings(upcard, hit_soft_17, push_22):
        path: tuple[int, ...] = ()
        for rank in reversed(range(10)):
            if count := counts[rank]:
                parent = nodes[path]
                path = (*path, 24 * rank + count)
                if path not in nodes:
                    nodes[path] = len(nodes)
                    steps.append((parent, path[-1]))
        leaves.append((nodes[path], orders, 8 * sum(counts) + points - 17))
    return tuple(steps), tuple(leaves)


def dealer_totals(
    left: Sequence[float],
    upcard: int,
    hit_soft_17: bool,
    infinite: bool = False,
    push_22: bool = False,
) -> DealerTotals:
    """Compute the chances of the dealer's final hands from the cards left, including the upcard.

    For infinite decks, `left` are proportions and no card is used up. Counts may be fractional: a
    falling factorial ends where it would become negative. See `odds.check_shoe`.

    >>> totals = dealer_totals([4] * 9 + [16], 9, hit_soft_17=False)
    >>> f"{totals.totals[0]:.10f} {totals.blackjack:.10f} {totals.bust:.10f}"
    '0.1144181928 0.0784313725 0.2142638357'
    """
    cards = sum(left)
    used = 0 if infinite else 1
    factors = [1.0] * 240
    for rank, count in enumerate(left):
        for k in range(23):
            factors[24 * rank + k + 1] = factors[24 * rank + k] * max(0, count - used * k)
    steps, leaves = _trie(upcard, hit_soft_17, push_22)
    products = [1.0]
    for parent, factor in steps:
        products.append(products[parent] * factors[factor])
    slots = [0.0] * 192
    for node, orders, slot in leaves:
        slots[slot] += products[node] * orders
    totals = [0.0] * (5 + push_22)
    scale = left[upcard] / cards
    for size in range(1, 23):
        scale *= max(1, cards - used * (size - 1))
        for i in range(len(totals)):
            totals[i] += slots[8 * size + i] / scale
    missing = MATES.get(upcard)
    others = cards - min(left[upcard], used)
    blackjack = left[missing] / others if missing is not None and others > 0 else 0.0
    return DealerTotals(tuple(totals), blackjack, 1 - sum(totals) - blackjack)
