"""Shoes: where a table draws its cards from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from sudokutools._support.streams import Stream, stream_key
from sudokutools.blackjack.cards import FACES, SUITS, Card
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.errors import SudokuError

FARTHEST = 10**6
"""Infinite decks are not dealt again to more cards than that, to go on from there."""


class CardSource(Protocol):
    """What a round draws from."""

    def draw(self) -> Card:
        """Return the next card."""
        ...


_DECK = [Card(face, suit) for suit in range(len(SUITS)) for face in range(len(FACES))]


def deck() -> list[Card]:
    """Return the 52 cards in order."""
    return _DECK.copy()


class Shoe:
    """Some decks with a cut card, shuffled anew from the streams of a seed.

    Shoe number k draws from the stream ("blackjack", seed, k): every card is a random one of
    those left. After each shuffle one card is burned. When the shoe runs out within a round, the
    discards, which are all cards but those on the table, are shuffled and go on; when there are
    none either, as many decks again are opened. Infinite decks are drawn with replacement and
    need no shuffle.

    >>> shoe = Shoe(Rules(decks=1), "7")
    >>> [str(shoe.draw()) for _ in range(3)], shoe.left
    (['4♣', '7♦', 'Q♦'], 48)
    """

    def __init__(self, rules: Rules, seed: str) -> None:
        self.rules = rules
        self.seed = seed
        self._key = stream_key("blackjack", seed)
        self.number = -1
        self.shuffle()

    def shuffle(self) -> None:
        """Begin the next shoe: shuffle all cards and burn one."""
        self.number += 1
        self.position = 0
        self.burned: Card | None = None
        self._stream = Stream.from_key(self._key, self.number)
        self._cards = _DECK * self.rules.decks
        self._round_start = 0
        self._ran_out = False
        self._used = False
        if self.rules.decks != INFINITE:
            self.burned = self.draw()
            self._used = False

    @classmethod
    def at(cls, rules: Rules, seed: str, number: int, position: int) -> Shoe:
        """Return a shoe as it was before a round; SudokuError when it never is there.

        >>> shoe = Shoe.at(Rules(decks=1), "7", 0, 3)
        >>> str(shoe.draw()), shoe.left
        ('Q♦', 48)
        """
        shoe = cls(rules, seed)
        last = FARTHEST if rules.decks == INFINITE else rules.cards
        if number < 0 or not shoe.position <= position <= last:
            raise SudokuError(f"shoe {number} has no position {position}")
        if number:
            shoe.number = number - 1
            shoe.shuffle()
        while shoe.position < position:
            shoe.draw()
        shoe._used = False
        return shoe

    @property
    def left(self) -> int:
        """The number of cards that are still to come."""
        return len(self._cards) - self.position

    def begin_round(self) -> bool:
        """Shuffle if the cut card is out, and say whether that was so."""
        shuffled = self._used and self.rules.decks != INFINITE and self._cut_is_out()
        if shuffled:
            self.shuffle()
        self._round_start = self.position
        return shuffled

    def _cut_is_out(self) -> bool:
        return self._ran_out or self.position >= self.rules.cut

    def draw(self) -> Card:
        """Return the next card."""
        self._used = True
        if self.rules.decks == INFINITE:
            self.position += 1
            return Card(self._stream.below(len(FACES)), self._stream.below(len(SUITS)))
        if self.position == len(self._cards):
            self._refill()
        other = self.position + self._stream.below(self.left)
        cards = self._cards
        cards[self.position], cards[other] = cards[other], cards[self.position]
        self.position += 1
        return cards[self.position - 1]

    def _refill(self) -> None:
        """Put the discards behind the cards on the table: those are drawn from now on."""
        discards = self._cards[: self._round_start]
        self._cards = self._cards[self._round_start :]
        self.position = len(self._cards)
        self._cards += discards or _DECK * self.rules.decks
        self._round_start = 0
        self._ran_out = True
        self.burned = None

    def unseen(self) -> list[int]:
        """Return how many cards of each of the 13 faces nobody has seen, the burned one too.

        A dealer's hole card is out of the shoe and not among them. Infinite decks: the
        proportions of one deck.
        """
        counts = [0] * len(FACES)
        for card in self._cards[self.position :] if self._cards else _DECK:
            counts[card.face] += 1
        if self.burned is not None:
            counts[self.burned.face] += 1
        return counts


class StackedShoe:
    """Given cards in a given order: for tests, and for logs that are replayed."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards: Iterator[Card] = iter(cards)

    def draw(self) -> Card:
        """Return the next card; SudokuError when there is none left."""
        card = next(self._cards, None)
        if card is None:
            raise SudokuError("the round needs more cards than there are")
        return card
