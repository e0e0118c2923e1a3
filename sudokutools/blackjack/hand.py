"""Hands of cards."""

from __future__ import annotations

from sudokutools.blackjack.cards import ACE, RANK_OF, TEN, Card, total


class Hand:
    """The cards of one hand and its bet, in cents.

    A settled hand has a `profit` and an `outcome`: `won`, `lost`, `push`, `blackjack`, `charlie`,
    `bust`, `surrendered`; `void` or `forfeited` in an abandoned round; or `returned` if a dealer
    blackjack takes original bets only and this is not an original bet.
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
        return [RANK_OF[face] for face, _ in self.cards]

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
        points, is_soft = total(self.ranks)
        return f"{'soft ' if is_soft else ''}{points}" + (" bust" if points > 21 else "")


def is_blackjack(cards: list[Card]) -> bool:
    return len(cards) == 2 and (cards[0].rank, cards[1].rank) in ((ACE, TEN), (TEN, ACE))
