"""Players, and their seats in a round."""

from __future__ import annotations

from sudokutools.blackjack.hand import Hand
from sudokutools.blackjack.tally import Tally

LONGEST_NAME = 16  # The maximum length of a player's name.


class Player:
    """A player: name, bankroll in cents, last bet, the numbers of rounds played, and tally.

    `stake` is the amount of the first buy-in (default: the bankroll). `bought` was added during the
    game and does not count as profit.
    """

    def __init__(self, name: str, bankroll: int, stake: int | None = None) -> None:
        self.name = name
        self.bankroll = bankroll
        self.stake = bankroll if stake is None else stake
        self.bought = 0
        self.last_bet = 0
        self.rounds: set[int] = set()
        self.tally = Tally(bankroll)

    def buy_in(self, amount: int) -> None:
        self.bankroll += amount
        self.bought += amount
        self.tally.see(self.bankroll)


class Seat:
    """A player's hands and bets in one round."""

    def __init__(self, player: Player, bet: int) -> None:
        self.player = player
        self.bet = bet
        self.hands = [Hand(bet, [])]
        self.insurance = 0
        self.insurance_profit = 0

    @property
    def staked(self) -> int:
        """The sum of all bets of the round, without insurance."""
        return sum(hand.bet for hand in self.hands)

    @property
    def profit(self) -> int:
        """The profit of the round, including insurance."""
        return self.insurance_profit + sum(hand.profit for hand in self.hands)
