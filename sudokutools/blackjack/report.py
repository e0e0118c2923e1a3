"""The results of a simulation as numbers, the only place where they become floats; optimal bets.

With a constant bet at each count, bets in proportion to mean by variance give the most for a risk
(Kelly, "A New Interpretation of Information Rate", 1956). The risks are those of Brownian motion
with the same mean and variance (Schlesinger, "Blackjack Attack"; Borodin and Salminen, "Handbook of
Brownian Motion", 2002, on the infimum of a motion with drift).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import erfc, exp, log, sqrt
from operator import add
from typing import Any, NamedTuple

from sudokutools.blackjack.counting import LOWEST
from sudokutools.blackjack.side_bets import RankValue, by_ranks
from sudokutools.blackjack.simulate import COUNTS, Count, SideCount, Simulation, Tally


def statistics(simulation: Simulation, tally: Tally) -> dict[str, Any]:
    """Compute the statistics of a simulation, in bets.

    A round is one of a table; figures per round are for one player in it, who may play several
    hands: then `covariance` is that of two of them, in rounds with several. `mean` is the
    average profit including insurance, `stderr` its standard error, `sd_round` the standard
    deviation and `covariance` that of two players (None for one); with varying bets all are per
    unit of the flat bet. `n0` is the number of rounds after which the expectation is one standard
    deviation; `score` is a million divided by it (Don Schlesinger, "Blackjack Attack"), None
    without an advantage. `sd` is the standard deviation per bet, and `results` its distribution,
    both without insurance. `counts` groups by the count at which rounds began. Losing runs and
    sessions are the first player's.
    """
    unit = simulation.bet
    rounds = tally.rounds
    hands = sum(tally.results.values())
    count = rounds if simulation.is_one else hands
    counts = zip(tally.counts, simulation.bets, strict=True)
    whole = reduce(lambda whole, row: whole.add(*row), counts, Count())
    wagered = _wagered(simulation, tally)
    if simulation.is_one:
        whole = whole._replace(own=whole.squares)
    players = 1 if simulation.is_one else simulation.players
    mean, stderr, variance, covariance = _moments(whole, players, unit * simulation.parts)
    sd_round = sqrt(variance)
    total, each = (sum(n * won**power for won, n in tally.results.items()) for power in (1, 2))
    n0 = variance / mean**2 if mean > 0 and variance > 0 else None
    lost = tally.insured - tally.insurances_won
    statistics = {
        "rounds": rounds,
        "players": simulation.players,
        "mean": mean,
        "stderr": stderr,
        "sd": sqrt((each * hands - total * total) / (hands * hands)) / unit,
        "sd_round": sd_round,
        "covariance": _of_hands(simulation, tally) if simulation.spots else covariance,
        "n0": n0,
        "score": None if n0 is None else 1e6 / n0,
        "mean_bet": wagered / count,
        "won_per_bet": mean * count / wagered if wagered else 0.0,
        "insured": tally.insured / hands,
        "won_per_insurance": (2 * tally.insurances_won - lost) / max(1, tally.insured),
        "cards_per_round": tally.cards / rounds,
        "rounds_per_shoe": rounds / tally.shoes,
        "longest_losing_run": tally.block.longest_run,
    }
    statistics |= _of_sessions(simulation, tally, mean, sd_round)
    return statistics | {
        "counts": [_at_count(simulation, tally, at) for at in range(COUNTS) if tally.counts[at][0]],
        "results": {
            f"{result / unit:+g}": n / hands for result, n in sorted(tally.results.items())
        },
    }


def side_bet(simulation: Simulation, side: SideCount, tally: Tally) -> dict[str, Any]:
    """Compute the results of a side bet from the deals of a simulation, per unit.

    The means at all counts, and mean, standard error and deviation of the bets made. The error is
    that of the ranks dealt, because suits are averaged.
    """
    values = [
        by_ranks(side.bet, simulation.rules, has_blackjack) for has_blackjack in (False, True)
    ]
    sums: dict[int, tuple[int, float, float, float]] = {}
    for place, n in enumerate(tally.deals):
        if n:
            ranks = [place // unit % 10 for unit in (200, 20, 2)][: side.bet.cards]
            found = values[place % 2].get(tuple(sorted(ranks)), RankValue())
            count, mean = place // 2000 + LOWEST, found.mean
            more = n, n * mean, n * mean * mean, n * found.square
            one, two, three, four = map(add, sums.get(count, (0, 0.0, 0.0, 0.0)), more)
            sums[count] = one, two, three, four
    made = [at for count, at in sums.items() if count >= side.start]
    bets, won, own, square = (sum(column) for column in zip((0, 0.0, 0.0, 0.0), *made, strict=True))
    mean = won / bets if bets else 0.0
    return {
        "name": side.bet.name,
        "from": side.start,
        "share": bets / tally.rounds,
        "mean": mean,
        "stderr": sqrt(max(0.0, own / bets - mean * mean) / bets) if bets else None,
        "sd": sqrt(max(0.0, square / bets - mean * mean)) if bets else None,
        "won_per_round": won / tally.rounds,
        "counts": {str(count): at[1] / at[0] for count, at in sorted(sums.items())},
    }


class Moments(NamedTuple):
    """The profit of one player in a round.

    Players share the dealer's hand, so the standard error comes from the sum of each round.
    """

    mean: float
    stderr: float
    variance: float
    covariance: float | None


def _moments(count: Count, players: int, unit: int) -> Moments:
    rounds, won, squares, own = count
    hands = players * rounds
    # From integers: subtracting loses no precision.
    joint = squares * rounds - won * won
    single = own * hands - won * won
    shared = players * joint - single
    square = (hands * unit) ** 2
    return Moments(
        won / unit / hands,
        sqrt(joint / rounds / square),
        single / square,
        shared / (players - 1) / square if players > 1 else None,
    )


def _of_sessions(simulation: Simulation, tally: Tally, mean: float, sd: float) -> dict[str, Any]:
    sessions = tally.block.ends
    if not simulation.session:
        return {}
    found: dict[str, Any] = {"bankroll": simulation.bankroll, "session": simulation.session}
    found["sessions"] = sessions
    if sd > 0:
        risk = mean, sd, simulation.bankroll
        found["ruin_session"] = ruin_within(*risk, simulation.session)
        found["ruin_for_ever"] = ruin_for_ever(*risk)
    return found | {"ruined": tally.ruined / sessions if sessions else None}


def _wagered(simulation: Simulation, tally: Tally) -> float:
    """Return the sum of all bets, in flat bets."""
    rows = zip(tally.counts, simulation.bets, simulation.seats, strict=True)
    return sum(at.rounds * bet * seats for at, bet, seats in rows) / simulation.parts


def _of_hands(simulation: Simulation, tally: Tally) -> float | None:
    """Return the covariance of two hands of a player, each for one bet, in rounds with several."""
    rows = [
        (at, number)
        for at, number in zip(tally.counts, simulation.seats, strict=True)
        if number > 1 and at.rounds
    ]
    rounds = sum(at.rounds for at, _ in rows)
    if not rounds:
        return None
    mean = sum(at.sum / number for at, number in rows) / rounds
    products = sum((at.squares - at.own) / (number * (number - 1)) for at, number in rows)
    return (products / rounds - mean * mean) / simulation.bet**2


def _at_count(simulation: Simulation, tally: Tally, number: int) -> dict[str, Any]:
    rounds = tally.counts[number].rounds
    seats = simulation.seats[number]
    found = _moments(tally.counts[number], seats, simulation.bet)._asdict()
    if simulation.spots:
        found["spots"] = seats
    bet, parts = simulation.bets[number], simulation.parts
    return {
        "count": number + LOWEST,
        "bet": bet / parts if bet % parts else bet // parts,
        "rounds": rounds,
        "share": rounds / tally.rounds,
    } | (found if rounds > 1 else found | {"stderr": None})


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
            # With several hands, the bet on each is for the variance that all share.
            shared = row["variance"] + (row.get("spots", 1) - 1) * (row["covariance"] or 0.0)
            bet = plan.kelly * plan.bankroll * row["mean"] / shared
            bets[row["count"] - LOWEST] = round(min(max(bet, plan.lowest), plan.highest))
    found = []
    bet = plan.lowest
    for number in range(COUNTS):
        bet = max(bet, bets.get(number, bet))
        found.append(bet)
    return tuple(found)


def certainty_equivalent(mean: float, sd: float, plan: BetPlan) -> float:
    return mean - sd * sd / (2 * plan.kelly * plan.bankroll)


def ruin_for_ever(mean: float, sd: float, bankroll: float) -> float:
    """Return the chance that a bankroll is ever lost, by mean and standard deviation a round."""
    return exp(-2 * mean * bankroll / (sd * sd)) if mean > 0 else 1.0


def ruin_within(mean: float, sd: float, bankroll: float, rounds: float) -> float:
    spread = sd * sqrt(rounds)
    drift = mean * rounds
    at_end = _normal((-bankroll - drift) / spread)
    power = -2 * mean * bankroll / (sd * sd)
    before = _normal((-bankroll + drift) / spread)
    # With a large loss per round the power overflows where ruin is certain.
    return min(1.0, at_end + exp(power) * before) if power < 500 else 1.0


def _normal(x: float) -> float:
    return erfc(-x / sqrt(2)) / 2
