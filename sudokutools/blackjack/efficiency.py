"""What a counting system is worth: Griffin's correlations and playing efficiency.

After Griffin, "The Theory of Blackjack" (1979), chapters 4 and 6. The effect of removal of a rank
is the change of an expectation when a card of it leaves the shoe.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erfc, exp, pi, sqrt
from typing import NamedTuple

from sudokutools.blackjack.cards import total
from sudokutools.blackjack.counting import Counting
from sudokutools.blackjack.house import Deal, Place, average, deals_of, places_of, worth_of
from sudokutools.blackjack.odds import full_shoe, kernel_for, natural_value
from sudokutools.blackjack.rules import Rules

_DECK = (4,) * 9 + (16,)
_INSURANCE = (1,) * 9 + (-2,)
"""The effect of each rank on a bet that a card is a ten, up to scale and a constant."""


class Efficiency(NamedTuple):
    """Betting correlation, playing efficiency and insurance correlation, at most 1 each."""

    betting: float
    playing: float
    insurance: float


class Decision(NamedTuple):
    """A cell of the chart: its chance, and the difference between its two best actions.

    `mean` is the difference at the full shoe, `effects` are the effects of removal on it.
    """

    chance: float
    mean: float
    effects: tuple[float, ...]


def efficiency(rules: Rules, counting: Counting) -> Efficiency:
    """Compute the efficiencies of a counting system at a table of finite decks."""
    on_round, decisions = removals_at(rules)
    tags = counting.playing.tags
    return Efficiency(
        correlation(counting.betting.tags, on_round),
        _playing_efficiency(rules, decisions, tags),
        correlation(tags, _INSURANCE),
    )


def correlation(tags: Sequence[float], effects: Sequence[float]) -> float:
    spreads = _covariance(tags, tags) * _covariance(effects, effects)
    return _covariance(tags, effects) / sqrt(spreads)


def _covariance(xs: Sequence[float], ys: Sequence[float]) -> float:
    mean_x = sum(n * x for n, x in zip(_DECK, xs, strict=True)) / 52
    return sum(n * (x - mean_x) * y for n, x, y in zip(_DECK, xs, ys, strict=True)) / 52


def _playing_efficiency(
    rules: Rules, decisions: Sequence[Decision], tags: Sequence[float]
) -> float:
    """Divide what varying the strategy gains with a count by what it gains with full knowledge.

    The difference of two actions is normally distributed; gains are averaged over the shoe dealt.
    """
    cards = rules.cards
    full = by_count = 0.0
    for chance, mean, effects in decisions:
        share = abs(correlation(tags, effects))
        spread = sqrt(_covariance(effects, effects) * (cards - 1))
        for seen in range(1, 16):
            dealt = rules.cut * seen / 16
            deviation = spread * sqrt(dealt / (cards - dealt))
            full += chance * _gain(mean, deviation)
            by_count += chance * _gain(mean, deviation * share)
    return by_count / full if full else 0.0  # Nothing is dealt before a round.


def _gain(mean: float, deviation: float) -> float:
    """Compute the expectation of max(0, -x) for a normal x: the gain of changing the play."""
    if deviation == 0:
        return 0.0
    at = mean / deviation
    density = exp(-at * at / 2) / sqrt(2 * pi)
    return deviation * (density - at * erfc(at / sqrt(2)) / 2)


@lru_cache(1)
def removals_at(rules: Rules) -> tuple[tuple[float, ...], tuple[Decision, ...]]:
    """Compute the effects of removal of each rank, aces first, in bets with the best play."""
    full = full_shoe(rules)
    before, cells = _analyse(rules, full)
    after = [
        _analyse(rules, (*full[:rank], full[rank] - 1, *full[rank + 1 :])) for rank in range(10)
    ]
    decisions = []
    for place, (chance, worth) in cells.items():
        best, second = sorted(worth, key=lambda action: worth[action])[:-3:-1]
        mean = worth[best] - worth[second]
        changed = [found[place][1] for _, found in after]
        effects = tuple(values[best] - values[second] - mean for values in changed)
        decisions.append(Decision(chance, mean, effects))
    return tuple(value - before for value, _ in after), tuple(decisions)


def _analyse(
    rules: Rules, counts: tuple[int, ...]
) -> tuple[float, dict[Place, tuple[float, dict[str, float]]]]:
    """Compute the value of a round, and the chance of each cell and the values of its actions."""
    value = 0.0
    cells: dict[Place, list[Deal]] = {}
    for deal in deals_of(rules, counts, kernel_for(rules, counts)):
        if total(deal.hand)[0] == 21:
            value += deal.chance * natural_value(rules, deal.blackjack)
            continue
        value += deal.chance * max(worth_of(rules, deal).values())
        section, number = places_of(deal.hand)[0]
        cells.setdefault((section, number, deal.upcard), []).append(deal)
    return value, {
        place: (sum(deal.chance for deal in deals), average(rules, place[0], deals))
        for place, deals in cells.items()
    }
