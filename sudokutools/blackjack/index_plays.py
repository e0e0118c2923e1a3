"""The plays that a count requires, by the indices of a counting system, and those of the chart."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.blackjack.advice import Play
from sudokutools.blackjack.cards import total
from sudokutools.blackjack.counting import Counting
from sudokutools.blackjack.game import Question
from sudokutools.blackjack.house import Place, action_of, average, code_of, deals_of, hands_of
from sudokutools.blackjack.indices import GRID, Change, CountedCell, Counter
from sudokutools.blackjack.odds import full_shoe, is_pair, kernel_for
from sudokutools.blackjack.rules import Rules


class IndexPlays:
    """The cells of the chart and of the indices, computed when they are first used."""

    def __init__(self, rules: Rules, counting: Counting) -> None:
        self.counter = Counter(rules, counting)
        self._insurance = self.counter.insurance()
        self.insurance = self.counter.start(self._insurance[0])
        self._rules = rules
        self._cells: dict[Place, CountedCell] = {}
        self._chart: dict[Place, str] = {}

    def insurance_worth(self, count: int) -> float:
        """Compute the value of insuring half the bet, in bets."""
        return self.counter.insuring.average(self._insurance[1], count + self.counter.middle)

    def _cell(self, place: Place) -> CountedCell:
        if place not in self._cells:
            self._cells[place] = CountedCell(self.counter, place)
        return self._cells[place]

    def changes(self, place: Place) -> list[Change]:
        return list(self._cell(place).changes(GRID))

    def worth(self, place: Place, count: int) -> dict[str, float]:
        return self._cell(place).worth(count)

    def cell(self, place: Place, count: int) -> str:
        return code_of(self.worth(place, count))

    def chart(self, place: Place) -> str:
        """Return the cell of the chart without a count, which takes much less than all cells."""
        if place not in self._chart:
            section, _, upcard = place
            full = full_shoe(self._rules)
            kernel = kernel_for(self._rules, full, upcard)
            deals = list(deals_of(self._rules, full, kernel, (upcard,), hands_of(place)))
            self._chart[place] = code_of(average(self._rules, section, deals))
        return self._chart[place]

    def play(self, question: Question, upcard: int, count: int) -> Play:
        """Choose an action, or the most insurance or none."""
        if not question.actions:
            insures = count >= self.insurance
            return Play(question.limit if insures else 0, insures, count)
        place = place_of(question.hand.ranks, upcard, question.actions)
        play, usual = (
            action_of(cell, question.actions)
            for cell in (self.cell(place, count), self.chart(place))
        )
        return Play(play, play != usual, count)


def place_of(ranks: Sequence[int], upcard: int, actions: Sequence[str]) -> Place:
    """Return the cell for a hand; a pair that cannot be split counts as a total."""
    if is_pair(ranks) and ("split" in actions or "keep" in actions):
        return "pair", ranks[0], upcard
    points, is_soft = total(ranks)
    return "soft" if is_soft else "hard", points, upcard
