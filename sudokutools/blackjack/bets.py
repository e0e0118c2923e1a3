"""Optimal bets by count, and risks of ruin.

With a constant bet at each count, bets in proportion to mean by variance give the most for a risk
(Kelly, "A New Interpretation of Information Rate", 1956). The risks are those of Brownian motion
with the same mean and variance (Schlesinger, "Blackjack Attack"; Borodin and Salminen, "Handbook of
Brownian Motion", 2002, on the infimum of a motion with drift).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import erfc, exp, log, sqrt
from typing import Any, NamedTuple

from sudokutools.blackjack.counting import LOWEST

ENOUGH = 10_000
"""The rounds at a count from which its mean is used; others take the bet next to them."""

KELLY_RISK = exp(-2)  # The risk of ruin of bets that grow the logarithm of the bankroll the most.


class BetPlan(NamedTuple):
    """A bankroll and limits of the bet, in minimum bets, and the accepted risk of ruin."""

    bankroll: int
    lowest: int = 1
    highest: int = 8
    risk: float = KELLY_RISK

    def __str__(self) -> str:
        return f"{self.lowest}-{self.highest} of {self.bankroll}"

    @property
    def kelly(self) -> float:
        """The part of Kelly's bets that has this risk if bets are never changed."""
        return 2 / log(1 / self.risk)


def optimal_bets(plan: BetPlan, counts: Iterable[dict[str, Any]]) -> tuple[int, ...]:
    """Compute the bet at every count from the `counts` of the statistics of flat bets.

    Bets are whole and do not fall with the count: a mean that does is noise.
    """
    bets: dict[int, int] = {}
    for row in counts:
        if row["rounds"] >= ENOUGH and row["variance"]:
            bet = plan.kelly * plan.bankroll * row["mean"] / row["variance"]
            bets[row["count"] - LOWEST] = round(min(max(bet, plan.lowest), plan.highest))
    found = []
    bet = plan.lowest
    for number in range(1 - 2 * LOWEST):
        bet = max(bet, bets.get(number, bet))
        found.append(bet)
    return tuple(found)


def certainty_equivalent(mean: float, sd: float, plan: BetPlan) -> float:
    """Return the certain profit a round that is worth as much to this player."""
    return mean - sd * sd / (2 * plan.kelly * plan.bankroll)


def ruin_for_ever(mean: float, sd: float, bankroll: float) -> float:
    """Return the chance that a bankroll is ever lost, by mean and standard deviation a round."""
    return exp(-2 * mean * bankroll / (sd * sd)) if mean > 0 else 1.0


def ruin_within(mean: float, sd: float, bankroll: float, rounds: float) -> float:
    """Return the chance that a bankroll is lost within some rounds."""
    spread = sd * sqrt(rounds)
    drift = mean * rounds
    at_end = _normal((-bankroll - drift) / spread)
    power = -2 * mean * bankroll / (sd * sd)
    before = _normal((-bankroll + drift) / spread)
    # With a large loss per round the power overflows where ruin is certain.
    return min(1.0, at_end + exp(power) * before) if power < 500 else 1.0


def _normal(x: float) -> float:
    return erfc(-x / sqrt(2)) / 2
