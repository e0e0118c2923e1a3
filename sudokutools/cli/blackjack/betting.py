"""Bets before a round: who can bet, buys in again or sits out."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools._support.terminal import visible
from sudokutools.blackjack.money import money
from sudokutools.blackjack.player import Player
from sudokutools.cli.blackjack.console import PATIENCE, Console
from sudokutools.cli.blackjack.display import TableScreen
from sudokutools.cli.blackjack.questions import NEW_BETS, SAME_BETS, Questions

Bets = list[tuple[Player, int]]


class Betting:
    """Ask for bets, round after round.

    A player who sits out is asked again in the next round. A player who cannot bet may buy in again
    for the original amount; one who declines is asked again when new bets are made.
    """

    def __init__(
        self,
        players: Sequence[Player],
        questions: Questions,
        console: Console,
        screen: TableScreen,
    ) -> None:
        self._players = players
        self._questions = questions
        self._console = console
        self._screen = screen
        self._declined: set[str] = set()
        self._sits_out: set[str] = set()

    def take(self, is_first: bool) -> Bets:
        """Ask until somebody bets; return nothing if nobody can."""
        idle = 0
        while able := self._able():
            how = NEW_BETS
            if not is_first and not idle:
                how = self._questions.again(able)
                if how == NEW_BETS and self._declined:
                    self._declined.clear()
                    able = self._able()
            bets = [(player, self._bet(player, how)) for player in able]
            self._sits_out = {player.name for player, bet in bets if not bet}
            if any(bet for _, bet in bets):
                return [(player, bet) for player, bet in bets if bet]
            self._screen.write("No bets; no cards are dealt.")
            idle += 1
            if idle >= PATIENCE:
                self._console.lose_patience("rounds without a bet")
        self._screen.write("No player can bet any more.")
        return []

    def _able(self) -> list[Player]:
        """Return the players who can bet, after offering a new stake to the others."""
        able = []
        for player in self._players:
            if player.bankroll < self._questions.least and player.name not in self._declined:
                self._offer(player)
            if player.bankroll >= self._questions.least:
                able.append(player)
        return able

    def _offer(self, player: Player) -> None:
        amount = self._questions.buy_in(player)
        name = visible(player.name)
        if amount:
            player.buy_in(amount)
            self._screen.write(f"{name} buys in and has {money(player.bankroll)}.")
            return
        self._declined.add(player.name)
        least = f"below the table minimum of {money(self._questions.least)}"
        self._screen.write(f"{name} is out: {money(player.bankroll)} is {least}.")

    def _bet(self, player: Player, how: int) -> int:
        known = player.last_bet if how == SAME_BETS else how
        sat_out = how == SAME_BETS and player.name in self._sits_out
        if not sat_out and self._questions.least <= known <= self._questions.largest_bet(player):
            return known
        return self._questions.bet(player)
