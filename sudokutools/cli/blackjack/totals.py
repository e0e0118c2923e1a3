"""The totals of a session: every player's profit or loss."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools._support.terminal import visible
from sudokutools.blackjack.hand import Player
from sudokutools.blackjack.money import gain, money
from sudokutools.cli.blackjack.text import JOINT, amounts, columns, width


def totals(players: Sequence[Player], limit: int) -> list[str]:
    """Return the totals as a table, or as sentences if it is wider than the limit.

    Buying in and insurance have columns only if somebody used them.
    """
    rounds = len({hand.round_number for player in players for hand in player.hands})
    headline = "Totals after 1 round" if rounds == 1 else f"Totals after {rounds} rounds"
    table = _table(players)
    if max(map(width, table)) > limit:
        table = [_sentence(player) for player in players]
    return [headline, *table]


def _table(players: Sequence[Player]) -> list[str]:
    insured = [player.insurance_profit for player in players]
    bought = [player.bought for player in players]
    figures = [
        ("rounds", [str(len(player.round_profits)) for player in players]),
        ("hands", [str(len(player.hands)) for player in players]),
        ("won", [str(player.won) for player in players]),
        ("lost", [str(player.lost) for player in players]),
        ("push", [str(player.pushed) for player in players]),
        ("insured", amounts(insured, signed=True) if any(insured) else []),
        ("net", amounts([player.net for player in players], signed=True)),
        ("round", amounts([_each(player) for player in players], signed=True)),
        ("bought", amounts(bought) if any(bought) else []),
        ("bankroll", amounts([player.bankroll for player in players])),
    ]
    shown = [["", *(visible(player.name) for player in players)]]
    for title, cells in figures:
        if cells:
            wide = max(map(len, [title, *cells]))
            shown.append([cell.rjust(wide) for cell in (title, *cells)])
    return columns(list(zip(*shown, strict=True)))


def _each(player: Player) -> int:
    """Return the average profit per round in cents, rounded half up, for display only."""
    rounds = len(player.round_profits)
    return (2 * player.net + rounds) // (2 * rounds) if rounds else 0


def _sentence(player: Player) -> str:
    insured = f", insurance {gain(player.insurance_profit)}" if player.insurance_profit else ""
    bought = f", bought in for {money(player.bought)}" if player.bought else ""
    hands = "1 hand" if len(player.hands) == 1 else f"{len(player.hands)} hands"
    return (
        f"{visible(player.name)}: {hands}, {player.won} won, {player.lost} lost, "
        f"{player.pushed} push{insured}; net{JOINT}{gain(player.net)}{bought}, "
        f"has{JOINT}{money(player.bankroll)}"
    )
