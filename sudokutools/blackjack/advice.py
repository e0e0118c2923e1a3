"""Advice from the information that a player at the table has: exact odds from the unseen cards."""

from __future__ import annotations

from typing import NamedTuple

from sudokutools.blackjack.analysis import MARGIN
from sudokutools.blackjack.cards import TEN
from sudokutools.blackjack.dealer import Counts, DealerTotals
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.odds import best_action, full_shoe, hand_odds, insurance_value
from sudokutools.blackjack.player import Decision, money
from sudokutools.blackjack.rules import INFINITE
from sudokutools.blackjack.shoe import Shoe
from sudokutools.errors import SudokuError

COSTLY = 0.01  # A mistake that costs more than this fraction of the bet is a costly one.


class Play(NamedTuple):
    """The answer that a count requires, and whether a player without a count gives another one."""

    answer: str | int
    deviates: bool
    level: int


class Advice(NamedTuple):
    """The values of the answers to a question: of each action per unit bet, or of a unit insured.

    `dealer` has the chances of the dealer's final hands if the question is about an action. An
    answer is judged by the `play`, if there is one, otherwise by the values.
    """

    question: Question
    worth: dict[str, float] | float
    dealer: DealerTotals | None = None
    play: Play | None = None

    @property
    def best(self) -> str | int:
        if isinstance(self.worth, dict):
            return best_action(self.worth)
        return self.question.limit if self.worth > 0 else 0

    @property
    def right(self) -> str | int:
        return self.play.answer if self.play else self.best

    def is_wrong(self, answer: str | int, costly: float = MARGIN) -> bool:
        """Whether an answer differs from the play, or costs more than a fraction of the bet."""
        return answer != self.play.answer if self.play else self.cost(answer) > costly

    @property
    def better(self) -> str:
        """Name the right answer."""
        right = self.right
        return right if isinstance(right, str) else "insurance" if right else "no insurance"

    def cost(self, answer: str | int) -> float:
        """Compute what an answer loses compared with the right one, per unit of the bet.

        With a play this may be negative: the count is not all that the cards seen tell.
        """
        best = self.right
        if isinstance(self.worth, dict):
            return self._value(str(best)) - self._value(str(answer))
        return self.worth * (int(best) - int(answer)) / self.question.seat.bet

    def _value(self, answer: str) -> float:
        """Return the value of an action per unit bet; doubling for less is in proportion."""
        assert isinstance(self.worth, dict)
        question = self.question
        value = self.worth[str(question.action_of(answer))]
        if " " not in answer:
            return value
        bet = question.seat.bet
        return value * (bet + question.added(answer)) / (bet + question.limit)


def judge(round_: Round, advice: Advice, answer: str | int) -> None:
    question = advice.question
    bet, hand = question.seat.bet, question.hand
    kind, named = "soft" if hand.is_soft else "hard", str(answer)
    if "split" in question.actions:
        kind = "pairs"
    elif not question.actions:
        kind, named = "insurance", "insurance" if answer else "no insurance"
    elif " " in named:
        named = f"double {money(question.added(answer))}"
    cost = advice.cost(answer)
    cost = cost if advice.is_wrong(answer) else 0.0
    cards, better = tuple(hand.cards), advice.better
    play, tally, upcard = advice.play, question.seat.player.tally, round_.upcard
    level = play.level if play else None
    decision = Decision(bet * cost, kind, round_.number, cards, upcard, named, better, level)
    tally.decide(decision, 0.0 if question.actions else bet * advice.cost(0))
    if play and play.deviates:
        tally.deviate(cost)


def advise(round_: Round, question: Question, shoe: Shoe, source: str = "shoe") -> Advice | None:
    """Compute the values of the answers; None: too few cards are left.

    `source` is `shoe` (all cards that were not seen) or `basic` (a full shoe). After a split, this
    is the value of the current hand only.
    """
    rules, hand, upcard = round_.rules, question.hand, round_.upcard
    first = hand.cards[0].face
    if source == "basic" or rules.decks == INFINITE:
        counts: Counts = full_shoe(rules)
        of_face = counts[TEN] // 4
    else:
        faces = shoe.unseen()
        if round_.hole_is_hidden:
            faces[round_.dealer[1].face] += 1
        of_face = faces[first] + 2 + (upcard.face == first)
        for card in (*hand.cards, upcard):
            faces[card.face] += 1
        counts = (*faces[:TEN], sum(faces[TEN:]))
    if not question.actions:
        return Advice(question, insurance_value(rules, counts, hand.ranks))
    is_by_face = rules.split == "rank" and hand.ranks == [TEN, TEN]
    try:
        odds = hand_odds(
            rules,
            counts,
            hand.ranks,
            upcard.rank,
            hands=len(question.seat.hands),
            actions=question.actions,
            face=(of_face, upcard.face == first) if is_by_face else None,
        )
    except SudokuError:
        return None
    values, bet = odds.values, question.seat.bet
    if 0 < question.limit < bet:
        values["double"] *= (bet + question.limit) / (2 * bet)
    return Advice(question, values, odds.dealer)
