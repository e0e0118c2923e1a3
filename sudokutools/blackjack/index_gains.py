"""What an index is worth: how often its count and its hand come, times what the other play wins.

The value of a change of the play is linear in the count near its index. The count at which a round
begins is normally distributed at each depth of the shoe; the hand comes as often as from an
infinite shoe, played by the chart. Bets are flat, hands after splits left out.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import ceil, erf, sqrt
from typing import NamedTuple

from sudokutools.blackjack.cards import ACE, TEN
from sudokutools.blackjack.counting import LOWEST
from sudokutools.blackjack.house import ROWS, TWO_CARDS, Chart, Place, house_chart, places_of
from sudokutools.blackjack.indices import Change, Counter, Indices
from sudokutools.blackjack.odds import UPCARDS
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.strategy_text import Cell, Strategy, charts_of

_CHANCES = (*(1 / 13,) * 9, 4 / 13)
_DEPTHS = 16


class Index(NamedTuple):
    """A change of the play, or insurance (None), and its gain in bets per 100 rounds.

    The gain is that of following this index alone, instead of the chart without a count. That chart
    has the play before the change if the index `is_above`, otherwise the one after it.
    """

    change: Change | None
    is_above: bool
    start: int
    exact: float
    gain: float


def index_gains(counter: Counter, found: Indices) -> list[Index]:
    """Compute the gains of all indices, insurance first."""

    def gain(known: float, is_above: bool, start: int, exact: float, slope: float) -> float:
        counts = _counts(counter, known)
        if is_above:
            return 100 * sum(p * slope * (x - exact) for p, count, x in counts if count >= start)
        return 100 * sum(p * slope * (exact - x) for p, count, x in counts if count < start)

    chart = house_chart(counter.rules)
    often = _frequencies(chart, counter.rules.peek)
    gains = []
    for change, is_above in _sides(counter, found, chart):
        value = gain(_known(counter, change.place), is_above, *change[3:])
        gains.append(Index(change, is_above, *change[3:5], _often(often, change) * value))
    start = found.strategy.insurance
    if start is None:
        return gains
    point = counter.counting.playing
    known = point.tags[ACE] / point.parts
    value = _CHANCES[ACE] * gain(known, True, start, found.insurance, found.insurance_slope)
    return [Index(None, True, start, found.insurance, value), *gains]


def _sides(counter: Counter, found: Indices, chart: Chart) -> Iterator[tuple[Change, bool]]:
    """Yield each change, and whether the chart has a play before it."""
    basic = counter.counting.at_true_count(0, counter.unseen / 52)
    for place, group in itertools.groupby(found.changes, lambda change: change.place):
        changes = list(group)
        codes = [change.before for change in changes] + [changes[-1].after]
        code = chart[place]
        for at, change in enumerate(changes):
            yield change, codes.index(code) <= at if code in codes else change.exact > basic


def strategy_of(rules: Rules, counting: str, kept: Sequence[Index]) -> Strategy:
    """Return the chart without a count with these indices."""
    chart = house_chart(rules)
    changes: dict[Place, list[tuple[Change, bool]]] = defaultdict(list)
    for change, is_above, *_ in sorted(kept, key=lambda index: index.start):
        if change is not None:
            changes[change.place].append((change, is_above))
    cells: dict[Place, Cell] = {}
    for section, numbers in ROWS.items():
        for place in itertools.product((section,), numbers, UPCARDS):
            below = [change.before for change, is_above in changes[place] if not is_above]
            above = [change.after for change, is_above in changes[place] if is_above]
            starts = [LOWEST, *(change.start for change, _ in changes[place])]
            codes = [*below, chart[place], *above]
            cells[place] = list(zip(starts, codes, strict=True))
    insurance = next((index.start for index in kept if index.change is None), None)
    return Strategy(charts_of(cells), insurance, counting)


def _known(counter: Counter, place: Place) -> float:
    """Return the mean sum of the tags of a hand and the upcard, in points."""
    point = counter.counting.playing
    hands = [hand for hand in TWO_CARDS if place[:2] in places_of(hand)]
    weights = [(2 - (a == b)) * _CHANCES[a] * _CHANCES[b] for a, b in hands]
    tags = sum(
        w * (point.tags[a] + point.tags[b]) for w, (a, b) in zip(weights, hands, strict=True)
    )
    return (tags / sum(weights) + point.tags[place[2]]) / point.parts


def _often(often: dict[Place, list[float]], change: Change) -> float:
    """Return how often a round comes to the decision that changes."""
    first, later = often[change.place]
    if change.before[0] == change.after[0]:
        return later
    return first + later * ({change.before[0], change.after[0]} == {"S", "H"})


def _counts(counter: Counter, known: float) -> Iterator[tuple[float, int, float]]:
    """Yield the chance of each count at each depth, and the count at the middle of the shoe.

    `known` is the sum of the tags of the hand and the upcard, in points. The count at the middle is
    the one with the same mean of the unseen tags.
    """
    rules, point = counter.rules, counter.counting.playing
    if not rules.cut:
        return  # Every round has a new shoe.
    cards, parts = rules.cards, point.parts
    mean = point.sum / 52
    squares = [tag * tag for tag in point.tags]
    variance = (4 * sum(squares[:9]) + 16 * squares[9]) / 52 - mean * mean
    for depth in range(_DEPTHS):
        dealt = rules.cut * (depth + 0.5) / _DEPTHS
        left = cards - dealt
        spread = sqrt(2 * variance * dealt * left / (cards - 1))
        middle = dealt * mean + known * parts + (point.initial or 0)
        scale = parts * (left / 52 if point.initial is None else 1)
        # Sums of tags are whole: a count begins at the next one, or half a part before it.
        edges = [
            0.5 + erf((ceil(count * scale) - 0.5 - middle) / spread) / 2
            for count in range(LOWEST + 1, -LOWEST + 1)
        ]
        chances = (high - low for low, high in itertools.pairwise((0.0, *edges, 1.0)))
        for count, chance in enumerate(chances, LOWEST):
            same = counter.count_of(counter.mean_tag(count + counter.middle, left))
            yield chance / _DEPTHS, count, same


def _frequencies(chart: Chart, peek: bool) -> dict[Place, list[float]]:
    """Return how often each cell is met with two cards and with more, in hands per round."""
    often: dict[Place, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for upcard in UPCARDS:
        looks = 1 - _CHANCES[TEN if upcard == ACE else ACE] * (peek and upcard in (ACE, TEN))
        hits: dict[tuple[int, bool], float] = defaultdict(float)
        for a in range(10):
            for b in range(a, 10):
                hand = a, b
                chance = looks * _CHANCES[upcard] * _CHANCES[a] * _CHANCES[b] * (1 + (a != b))
                for place in places_of(hand):
                    often[*place, upcard][0] += chance
                if chart.cell(hand, upcard) == "H":
                    hits[a + b + 2, a == ACE] += chance
        for hard, has_ace in itertools.product(range(2, 20), (False, True)):
            for rank, chance in enumerate(_CHANCES):
                reached = hits[hard, has_ace] * chance
                after = hard + rank + 1, has_ace or rank == ACE
                points = after[0] + 10 * (soft := after[1] and after[0] <= 11)
                if reached and points <= 20:
                    often["soft" if soft else "hard", points, upcard][1] += reached
                    if chart.hits(points, soft, upcard):
                        hits[after] += reached
    return often
