"""Hands, the seats that hold them, and the players."""

from __future__ import annotations

from sudokutools.blackjack.cards import ACE, TEN, Card, total

LONGEST_NAME = 16
"""The maximum length of a player's name."""


class Hand:
    """The cards of one hand and its bet, in cents.

    A settled hand has a `profit` and an `outcome`: `won`, `lost`, `push`, `blackjack`, `charlie`,
    `bust`, `surrendered`, or `returned` if a dealer blackjack takes original bets only and this is
    not an original bet.
    """

    def __init__(self, bet: int, cards: list[Card], from_split: bool = False) -> None:
        self.bet = bet
        self.cards = cards
        self.from_split = from_split
        self.doubled = False
        self.surrendered = False
        self.outcome = ""
        self.profit = 0

    @property
    def ranks(self) -> list[int]:
        """The ranks of the cards, 0 (ace) to 9 (ten)."""
        return [card.rank for card in self.cards]

    @property
    def total(self) -> int:
        return total(self.ranks)[0]

    @property
    def is_soft(self) -> bool:
        return total(self.ranks)[1]

    @property
    def is_bust(self) -> bool:
        return self.total > 21

    @property
    def is_natural(self) -> bool:
        """Whether this is an ace and a ten as the first two cards, not from a split."""
        return not self.from_split and is_blackjack(self.cards)

    def describe(self) -> str:
        """Describe the value of the hand.

        >>> Hand(100, [Card(0, 0), Card(5, 0)]).describe()
        'soft 17'
        """
        if self.is_natural:
            return "blackjack"
        soft = "soft " if self.is_soft else ""
        return f"{soft}{self.total}" + (" bust" if self.is_bust else "")


def is_blackjack(cards: list[Card]) -> bool:
    return len(cards) == 2 and {card.rank for card in cards} == {ACE, TEN}


class HandRecord:
    """A finished hand. Money is in cents."""

    def __init__(self, round_number: int, hand: Hand) -> None:
        self.round_number = round_number
        self.cards = tuple(hand.cards)
        self.bet = hand.bet
        self.outcome = hand.outcome
        self.profit = hand.profit


class Player:
    """A player: name, bankroll in cents, the last bet, and all finished hands.

    `stake` is the amount of the first buy-in (default: the bankroll). `bought` was added during the
    game and does not count as profit.
    """

    def __init__(self, name: str, bankroll: int, stake: int | None = None) -> None:
        self.name = name
        self.bankroll = bankroll
        self.stake = bankroll if stake is None else stake
        self.bought = 0
        self.last_bet = 0
        self.hands: list[HandRecord] = []
        self.round_profits: list[int] = []
        self.insurance_profit = 0

    def buy_in(self, amount: int) -> None:
        self.bankroll += amount
        self.bought += amount

    @property
    def net(self) -> int:
        """The profit of all rounds, including insurance."""
        return sum(self.round_profits)

    @property
    def won(self) -> int:
        """The number of hands with a profit."""
        return sum(hand.profit > 0 for hand in self.hands)

    @property
    def lost(self) -> int:
        """The number of hands with a loss."""
        return sum(hand.profit < 0 for hand in self.hands)

    @property
    def pushed(self) -> int:
        """The number of hands without profit or loss."""
        return sum(hand.profit == 0 for hand in self.hands)


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
