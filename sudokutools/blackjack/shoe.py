"""Shoes, from which cards are drawn."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from sudokutools._support.streams import Stream, stream_key
from sudokutools.blackjack.cards import FACES, SUITS, Card
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.side_bets import KINDS, Unseen
from sudokutools.errors import SudokuError

FARTHEST = 10**6  # The highest position that can be restored with infinite decks.


class CardSource(Protocol):
    def draw(self) -> Card: ...


_DECK = list(KINDS)


def deck() -> list[Card]:
    return _DECK.copy()


class Shoe:
    """Decks with a cut card, shuffled by the random streams of a seed.

    Shoe number k uses the stream ("blackjack", seed, k): every card is a random one of the rest.
    After each shuffle one card is burned. If the shoe runs out during a round, all cards not on the
    table are shuffled and used; without any, the same number of new decks is opened. Infinite
    decks are drawn with replacement and never shuffled.

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
        self.number += 1
        self.position = 0
        self.burned: Card | None = None
        self._stream = Stream.from_key(self._key, self.number)
        self._cards = _DECK * self.rules.decks
        self._round_start = 0
        self._ran_out = False
        if self.rules.decks != INFINITE:
            self.burned = self.draw()
        self._used = False

    @classmethod
    def at(cls, rules: Rules, seed: str, number: int, position: int) -> Shoe:
        """Restore a shoe before a round. Raises SudokuError if it never has this position."""
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
        return len(self._cards) - self.position

    def begin_round(self) -> bool:
        """Shuffle if the cut card is out; return whether it was."""
        is_out = self._ran_out or self.position >= self.rules.cut
        if shuffled := self._used and is_out and self.rules.decks != INFINITE:
            self.shuffle()
        self._round_start = self.position
        return shuffled

    def draw(self) -> Card:
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
        discards = self._cards[: self._round_start]
        self._cards = self._cards[self._round_start :]
        self.position = len(self._cards)
        self._cards += discards or _DECK * self.rules.decks
        self._round_start = 0
        self._ran_out = True
        self.burned = None

    def hidden(self) -> list[Card]:
        """List the cards in the shoe and the burned one; infinite: one deck."""
        burned = [] if self.burned is None else [self.burned]
        return (self._cards[self.position :] if self._cards else _DECK) + burned

    def unseen(self) -> list[int]:
        """Count the hidden cards of each face."""
        counts = [0] * len(FACES)
        for card in self.hidden():
            counts[card.face] += 1
        return counts

    def before_round(self) -> Unseen:
        """Return the unseen cards between rounds."""
        kinds = Counter(self.hidden())
        counts = tuple(kinds[kind] for kind in KINDS)
        return Unseen(counts, tuple(self.unseen()), self.rules.decks == INFINITE)
