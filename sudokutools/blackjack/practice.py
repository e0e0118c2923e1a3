"""Practice for card counters: the count of the cards seen, and questions about it.

The count includes every card that was seen since the shuffle; burned and hidden cards are unseen.
Suits are known here, so Red 7 counts each red seven as 1 and black ones as 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sudokutools.blackjack.advice import Advice
from sudokutools.blackjack.cards import Card
from sudokutools.blackjack.counting import ESTIMATES, NONE, ROUNDINGS, Counting, counting_for
from sudokutools.blackjack.game import Round
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.shoe import Shoe
from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from sudokutools.blackjack.index_plays import IndexPlays

Number = int | float


class Count(NamedTuple):
    """The count at a table, in points.

    `true` is rounded as the system is, None for an unbalanced one; `exact` is not rounded, but the
    decks left are estimated for it too. `level` is the count of strategies, from -20 to 20.
    """

    running: Number
    true: int | None
    exact: float
    unseen: int
    level: int

    @property
    def parts(self) -> dict[str, Number]:
        """Return the numbers that a player has to name."""
        return {"running": self.running} | ({} if self.true is None else {"true": self.true})

    def __str__(self) -> str:
        """Write the count.

        >>> print(Count(5, 1, 1.26, 207, 1))
        running +5, true +1 (1.26)
        """
        exact = "" if self.true is None else f" ({self.exact:.2f})"
        return ", ".join(f"{name} {number:+g}" for name, number in self.parts.items()) + exact


class Asked(NamedTuple):
    """A count, and the answers to its parts, fewer if the input ended."""

    actual: Count
    answers: Sequence[Number]

    def __str__(self) -> str:
        """Compare the answers with the count.

        >>> print(Asked(Count(5, 1, 1.26, 207, 1), [5, 2.5]))
        running +5: right; true +1 (1.26): yours is 1.5 too high
        """
        words = []
        for (name, number), answer in zip(self.actual.parts.items(), self.answers, strict=False):
            exact = f" ({self.actual.exact:.2f})" if name == "true" else ""
            off = f"yours is {abs(answer - number):g} too {'high' if answer > number else 'low'}"
            words.append(f"{name} {number:+g}{exact}: {'right' if answer == number else off}")
        return "; ".join(words)

    def to_json(self) -> dict[str, Any]:
        return {**self.actual.parts, "answered": [*self.answers]}


class Score(dict[str, tuple[int, int]]):
    """The number of questions for running and true counts, and of right answers."""

    def add(self, asked: Asked) -> None:
        for (name, number), answer in zip(asked.actual.parts.items(), asked.answers, strict=False):
            count, right = self.get(name, (0, 0))
            self[name] = count + 1, right + (answer == number)

    def __str__(self) -> str:
        words = (f"{name} {right} of {asked} right" for name, (asked, right) in self.items())
        return f"Counts: {', '.join(words)}"

    def to_json(self) -> dict[str, dict[str, int]]:
        return {name: {"asked": asked, "right": right} for name, (asked, right) in self.items()}


def count_cards(counting: Counting, rules: Rules, hidden: Iterable[Card]) -> Count:
    """Count all cards of a shoe that are not hidden.

    >>> rules = Rules(decks=1)
    >>> shoe = Shoe(rules, "7")
    >>> [str(shoe.draw()) for _ in range(3)]
    ['4♣', '7♦', 'Q♦']
    >>> print(count_cards(counting_for("red-7", rules), rules, shoe.hidden()))
    running -1
    """
    point = counting.playing
    sevens = counting.has_red_sevens
    tags = [
        2 * (card.suit in (1, 2)) if sevens and card.rank == 6 else point.tags[card.rank]
        for card in hidden
    ]
    seen, unseen = point.sum * rules.decks - sum(tags), len(tags)
    running = Fraction((point.initial or 0) + seen, point.parts)
    return Count(
        int(running) if running.denominator == 1 else float(running),
        point.unlimited(seen, unseen) if point.initial is None else None,
        seen * 52 / (point.parts * point.estimated(unseen)) if unseen else 0.0,
        unseen,
        point.at(seen, unseen),
    )


class Practice:
    """A counting system at a table; `has_coach`: decisions are judged by its indices.

    `true_count` and `estimate` name how the count is rounded, see `Counting.rounded`. Raises
    SudokuError if the system has no count, or no indices for the rules.
    """

    def __init__(
        self,
        rules: Rules,
        name: str,
        true_count: str | None = None,
        estimate: str | None = None,
        has_coach: bool = False,
    ) -> None:
        if rules.decks == INFINITE:
            raise SudokuError("counting requires a finite number of decks")
        plain = counting_for(name, rules)
        if plain == NONE:
            raise SudokuError("the counting system none has no count")
        self.counting = plain.rounded(true_count, estimate)
        names = {"counting": name, "true_count": true_count, "estimate": estimate}
        names["coach"] = "indices" if has_coach else None
        self._names = {key: name for key, name in names.items() if name is not None}
        self.plays: IndexPlays | None = None
        if has_coach:
            from sudokutools.blackjack.index_plays import IndexPlays

            self.plays = IndexPlays(rules, self.counting)

    def count(self, shoe: Shoe, round_: Round | None = None) -> Count:
        hidden = shoe.hidden()
        if round_ is not None and round_.hole_is_hidden:
            hidden.append(round_.dealer[1])
        return count_cards(self.counting, shoe.rules, hidden)

    def level(self, shoe: Shoe) -> int:
        """Return the count of bets before a round, from -20 to 20.

        >>> practice, shoe = Practice(Rules(decks=1), "omega-2+aces"), Shoe(Rules(decks=1), "7")
        >>> _ = [shoe.draw() for _ in range(9)]
        >>> practice.level(shoe), practice.count(shoe).level
        (10, 8)
        """
        bets = self.counting._replace(playing=self.counting.betting)
        return count_cards(bets, shoe.rules, shoe.hidden()).level

    def judge(self, advice: Advice, round_: Round, shoe: Shoe) -> Advice:
        """Add the play that the count requires, if decisions are judged by indices."""
        if self.plays is None:
            return advice
        level = self.count(shoe, round_).level
        return advice._replace(play=self.plays.play(advice.question, round_.upcard.rank, level))

    def to_json(self) -> dict[str, str]:
        return self._names


practice_for = lru_cache(4)(Practice)


def practice_of(rules: Rules, line: dict[str, Any]) -> Practice | None:
    """Return the practice of a line of a log. Raises SudokuError if it is invalid."""
    name, coach = line.get("counting"), line.get("coach")
    rounding, estimate = line.get("true_count"), line.get("estimate")
    if name is coach is rounding is estimate is None:
        return None
    if not isinstance(name, str) or coach not in (None, "indices"):
        raise SudokuError("invalid counting or coach")
    if rounding not in (None, *ROUNDINGS) or estimate not in (None, *ESTIMATES):
        raise SudokuError("invalid true_count or estimate")
    return practice_for(rules, name, rounding, estimate, coach is not None)
