"""The results of a simulation as numbers: the only place where they become floats."""

from __future__ import annotations

from math import sqrt
from typing import Any

from sudokutools.blackjack.bets import ruin_for_ever, ruin_within
from sudokutools.blackjack.counting import LOWEST
from sudokutools.blackjack.simulate import Simulation, Tally


def statistics(simulation: Simulation, tally: Tally) -> dict[str, Any]:
    """Compute the statistics of a simulation, in bets.

    `mean` is the average profit per player and round including insurance, and `stderr` its standard
    error, computed from whole table rounds because players at a table share the dealer's luck; with
    varying bets both are per unit of the flat bet. `sd_round` is the standard deviation of a
    player's round; `n0` the number of rounds after which the expectation is one standard deviation;
    `score` is a million divided by it: the profit of 100 rounds with a bankroll of 10000 and
    optimal bets (Don Schlesinger, "Blackjack Attack"), or None without an advantage. `sd` is the
    standard deviation of one player's round per bet, and `results` its distribution, both without
    insurance. `counts` groups by the count at which rounds began; `variance` is that of the table's
    round per bet and player.
    """
    unit = simulation.bet
    players = simulation.players
    rounds = tally.rounds
    count = rounds * players
    counts = list(zip(tally.counts, simulation.bets, strict=True))
    won = sum(bet * at.sum for at, bet in counts)
    squares = sum(bet * bet * at.squares for at, bet in counts)
    wagered = sum(bet * at.rounds for at, bet in counts) * players
    mean = won / unit / count
    # The variance of a table's round, from integers: subtracting loses no precision.
    spread = squares * rounds - won * won
    stderr = sqrt(spread / rounds) / rounds / unit / players
    sd_round = stderr * sqrt(rounds)
    total = sum(result * n for result, n in tally.results.items())
    each = sum(result * result * n for result, n in tally.results.items())
    n0 = (sd_round / mean) ** 2 if mean > 0 and sd_round > 0 else None
    lost = tally.insured - tally.insurances_won
    statistics = {
        "rounds": rounds,
        "players": players,
        "mean": mean,
        "stderr": stderr,
        "sd": sqrt((each * count - total * total) / (count * count)) / unit,
        "sd_round": sd_round,
        "n0": n0,
        "score": None if n0 is None else 1e6 / n0,
        "mean_bet": wagered / count,
        "won_per_bet": won / unit / max(1, wagered),
        "insured": tally.insured / count,
        "won_per_insurance": (2 * tally.insurances_won - lost) / max(1, tally.insured),
        "cards_per_round": tally.cards / rounds,
        "rounds_per_shoe": rounds / tally.shoes,
        "longest_losing_run": tally.block.longest_run,
    }
    if simulation.session:
        statistics["bankroll"] = simulation.bankroll
        statistics["session"] = simulation.session
        statistics["sessions"] = tally.sessions
        if sd_round > 0:
            risk = mean, sd_round, simulation.bankroll
            statistics["ruin_session"] = ruin_within(*risk, simulation.session)
            statistics["ruin_for_ever"] = ruin_for_ever(*risk)
        statistics["ruined"] = tally.ruined / tally.sessions if tally.sessions else None
    return statistics | {
        "counts": [
            _at_count(simulation, tally, number)
            for number, at in enumerate(tally.counts)
            if at.rounds
        ],
        "results": {
            f"{result / unit:+g}": n / count for result, n in sorted(tally.results.items())
        },
    }


def _at_count(simulation: Simulation, tally: Tally, number: int) -> dict[str, Any]:
    """Summarise the rounds that began at one count, per bet of a player."""
    rounds, won, squares = tally.counts[number]
    unit = simulation.bet * simulation.players
    spread = (squares * rounds - won * won) / rounds**3
    return {
        "count": number + LOWEST,
        "bet": simulation.bets[number],
        "rounds": rounds,
        "share": rounds / tally.rounds,
        "mean": won / unit / rounds,
        "stderr": sqrt(spread) / unit if rounds > 1 else None,
        "variance": spread * rounds / unit**2,
    }
