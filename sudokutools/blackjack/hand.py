"""Hands, the seats that hold them, and the players who sit there."""

from __future__ import annotations

from sudokutools.blackjack.cards import ACE, TEN, Card, total

LONGEST_NAME = 16
"""No player's name has more characters."""


class Hand:
    """The cards of one hand and what is staked on it, in cents.

    `outcome` and `profit` are there once the hand is settled: `won`, `lost`, `push`,
    `blackjack`, `charlie`, `bust`, `surrendered`, or `returned` where a dealer blackjack takes
    original bets only and this is no original one.
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
        """The best total."""
        return total(self.ranks)[0]

    @property
    def is_soft(self) -> bool:
        """Whether an ace counts 11."""
        return total(self.ranks)[1]

    @property
    def is_bust(self) -> bool:
        """Whether the total passes 21."""
        return self.total > 21

    @property
    def is_natural(self) -> bool:
        """Whether this is a blackjack: an ace and a ten as the first two cards, not split."""
        return not self.from_split and is_blackjack(self.cards)

    def describe(self) -> str:
        """Say in a word or two what the hand is worth.

        >>> Hand(100, [Card(0, 0), Card(5, 0)]).describe()
        'soft 17'
        """
        if self.is_natural:
            return "blackjack"
        soft = "soft " if self.is_soft else ""
        return f"{soft}{self.total}" + (" bust" if self.is_bust else "")


def is_blackjack(cards: list[Card]) -> bool:
    """Say whether these are two cards, an ace and a ten."""
    return len(cards) == 2 and {card.rank for card in cards} == {ACE, TEN}


class HandRecord:
    """A hand that was played: what a player keeps of it. Money is in cents."""

    def __init__(self, round_number: int, hand: Hand) -> None:
        self.round_number = round_number
        self.cards = tuple(hand.cards)
        self.bet = hand.bet
        self.outcome = hand.outcome
        self.profit = hand.profit


class Player:
    """A player at the table: name, bankroll in cents, the last bet, and every hand played.

    `stake` is what the player buys in for: the bankroll, if it is not said. `bought` is what was
    added in the course of the game, and is no profit.
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
        """Add money to the bankroll."""
        self.bankroll += amount
        self.bought += amount

    @property
    def net(self) -> int:
        """The profit of all rounds together, insurance included."""
        return sum(self.round_profits)

    @property
    def won(self) -> int:
        """The number of hands that made a profit."""
        return sum(hand.profit > 0 for hand in self.hands)

    @property
    def lost(self) -> int:
        """The number of hands that made a loss."""
        return sum(hand.profit < 0 for hand in self.hands)

    @property
    def pushed(self) -> int:
        """The number of hands that made neither."""
        return sum(hand.profit == 0 for hand in self.hands)


class Seat:
    """What a player has on the table in one round."""

    def __init__(self, player: Player, bet: int) -> None:
        self.player = player
        self.bet = bet
        self.hands = [Hand(bet, [])]
        self.insurance = 0
        self.insurance_profit = 0

    @property
    def staked(self) -> int:
        """All bets of the round together, without insurance."""
        return sum(hand.bet for hand in self.hands)

    @property
    def profit(self) -> int:
        """The profit of the round, insurance included."""
        return self.insurance_profit + sum(hand.profit for hand in self.hands)
