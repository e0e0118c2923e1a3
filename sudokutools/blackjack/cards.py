"""Playing cards, and the ten ranks that count at blackjack."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from sudokutools.errors import SudokuError

FACES = "A23456789TJQK"
SUITS = "♠♥♦♣"
SUIT_LETTERS = "shdc"

# Jack, queen and king count as tens, so there are ten ranks, ace first.
RANKS = "A23456789T"
ACE = 0
TEN = 9
RANK_OF: tuple[int, ...] = (*range(TEN), TEN, TEN, TEN, TEN)
"""The index into RANKS for each index into FACES."""

MATES = {ACE: TEN, TEN: ACE}  # The rank that makes a blackjack together with another.


class Card(NamedTuple):
    """A card: indices into FACES and SUITS."""

    face: int
    suit: int

    @property
    def rank(self) -> int:
        """The index into RANKS; jack, queen and king are tens."""
        return RANK_OF[self.face]

    @property
    def code(self) -> str:
        """The card as two ASCII letters.

        >>> Card(0, 0).code, Card(9, 1).code, Card(12, 3).code
        ('As', 'Th', 'Kc')
        """
        return FACES[self.face] + SUIT_LETTERS[self.suit]

    def __str__(self) -> str:
        face = FACES[self.face]
        return ("10" if face == "T" else face) + SUITS[self.suit]


_CARDS = {card.code: card for card in (Card(face, suit) for suit in range(4) for face in range(13))}


def parse_card(code: str) -> Card:
    """Read a card written by `Card.code`. Raises SudokuError if it is invalid."""
    card = _CARDS.get(code)
    if card is not None:
        return card
    raise SudokuError(f"{code[:20]!r} is not a card; expected one like 8s, Th or Ac")


def parse_rank(text: str) -> int:
    """Read a rank. Raises SudokuError if it is invalid.

    >>> [parse_rank(text) for text in ("A", "9", "T", "10", "k")]
    [0, 8, 9, 9, 9]
    """
    face = text.strip().upper()
    if face == "10":
        face = "T"
    if len(face) == 1 and face in FACES:
        return min(FACES.index(face), TEN)
    raise SudokuError(f"{text[:20]!r} is not a card; expected A, 2 to 9, T, 10, J, Q or K")


def split_cards(text: str, suits: str = "") -> list[str]:
    """Split a hand into cards, which may be separated by commas or spaces, or end in a suit.

    >>> split_cards("8,8 A"), split_cards("A2"), split_cards("10k10")
    (['8', '8', 'A'], ['A', '2'], ['10', 'K', '10'])
    """
    return re.findall(rf"(?:10|[^\s,])[{suits}]?" if suits else r"10|[^\s,]", text.upper())


def total(ranks: Iterable[int]) -> tuple[int, bool]:
    """Compute the best total of a hand and whether it is soft (an ace counts 11).

    >>> total([0, 9]), total([0, 5, 9]), total([9, 9, 5])
    ((21, True), (17, False), (26, False))
    """
    hard = 0
    has_ace = False
    for rank in ranks:
        hard += rank + 1
        has_ace = has_ace or rank == ACE
    soft = has_ace and hard + 10 <= 21
    return (hard + 10 if soft else hard), soft
