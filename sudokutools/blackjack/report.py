"""What a simulation came to, as numbers: the only place where they become floats."""

from __future__ import annotations

from math import sqrt
from typing import Any

from sudokutools.blackjack.simulate import Simulation, Tally


def statistics(simulation: Simulation, tally: Tally) -> dict[str, Any]:
    """Return the statistics of a simulation, in bets.

    `mean` is what a player won per round and `stderr` its standard error, from the sums of whole
    table rounds, as players at one table share the dealer's luck; with bets that differ both are
    per unit of the flat bet. `sd` is the standard deviation of one player's round per bet, and
    `results` its distribution.
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
    # The variance of a table's round, from whole numbers: nothing is lost by subtracting.
    spread = squares * rounds - won * won
    stderr = sqrt(spread / rounds) / rounds / unit / players
    total = sum(result * n for result, n in tally.results.items())
    squares = sum(result * result * n for result, n in tally.results.items())
    sd = sqrt((squares * count - total * total) / (count * count)) / unit
    return {
        "rounds": rounds,
        "players": players,
        "mean": mean,
        "stderr": stderr,
        "sd": sd,
        "mean_bet": wagered / count,
        "won_per_bet": won / unit / max(1, wagered),
        "cards_per_round": tally.cards / rounds,
        "rounds_per_shoe": rounds / tally.shoes,
        "longest_losing_run": tally.block.longest_run,
        "results": {
            f"{result / unit:+g}": n / count for result, n in sorted(tally.results.items())
        },
    }
