"""Advice from the information that a player at the table has: exact odds from the unseen cards."""

from __future__ import annotations

from sudokutools.blackjack.cards import TEN
from sudokutools.blackjack.dealer import Counts
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.odds import (
    HandOdds,
    full_shoe,
    hand_odds,
    insurance_value,
)
from sudokutools.blackjack.rules import INFINITE
from sudokutools.blackjack.shoe import Shoe
from sudokutools.errors import SudokuError

COSTLY = 0.01
"""A mistake that costs more than this fraction of the bet is a costly one."""


def advise(round_: Round, question: Question, shoe: Shoe, source: str = "shoe") -> HandOdds | None:
    """Compute the odds of every legal action, or None if too few cards are left.

    `source` is `shoe` (all cards that were not seen) or `basic` (a full shoe). After a split, this
    is the value of the current hand only.
    """
    hand = question.hand
    counts = _counts(round_, question, shoe, source)
    face = None
    if round_.rules.split == "rank" and hand.ranks == [TEN, TEN]:
        same = round_.upcard.face == hand.cards[0].face
        if source == "basic" or round_.rules.decks == INFINITE:
            face = counts[TEN] // 4, same
        else:
            left = _unseen(round_, shoe)[hand.cards[0].face]
            face = left + 2 + same, same
    try:
        return hand_odds(
            round_.rules,
            counts,
            hand.ranks,
            round_.upcard.rank,
            hands=len(question.seat.hands),
            actions=question.actions,
            face=face,
        )
    except SudokuError:
        return None


def advise_insurance(round_: Round, question: Question, shoe: Shoe, source: str = "shoe") -> float:
    """Compute the value of insurance per unit insured."""
    counts = _counts(round_, question, shoe, source)
    return insurance_value(round_.rules, counts, question.hand.ranks)


def _unseen(round_: Round, shoe: Shoe) -> list[int]:
    faces = shoe.unseen()
    if round_.hole_is_hidden:
        faces[round_.dealer[1].face] += 1
    return faces


def _counts(round_: Round, question: Question, shoe: Shoe, source: str) -> Counts:
    """Count the unseen cards of each rank, including the hand and the upcard."""
    if source == "basic" or round_.rules.decks == INFINITE:
        return full_shoe(round_.rules)
    faces = _unseen(round_, shoe)
    for card in (*question.hand.cards, round_.upcard):
        faces[card.face] += 1
    return (*faces[:TEN], sum(faces[TEN:]))
