"""Questions for the count, at the table and in drills."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from sudokutools._support.lazy import pattern
from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.counting import Counting
from sudokutools.blackjack.odds import UPCARDS
from sudokutools.blackjack.practice import Count, Number
from sudokutools.cli.blackjack.console import Console
from sudokutools.errors import SudokuError

NUMBER = pattern(r"[-+]?([0-9]{1,3}(/[2-4])?|[0-9]{0,3}\.[0-9]{1,2})")

ROUNDED = {
    "floor": "rounded down",
    "truncate": "rounded towards 0",
    "round": "rounded to the nearest whole number",
}


def ask_count(console: Console, count: Count, counting: Counting) -> Iterator[Number]:
    """Ask for the running count and, of balanced systems, for the true count."""
    for name in count.parts:
        unseen = f", {count.unseen} cards unseen" if name == "running" else ""
        prompt = f"{name.capitalize()} count{unseen}? "
        number = Fraction(console.question(prompt, lambda: _meanings(counting), _read))
        yield int(number) if number.denominator == 1 else float(number)


def _read(word: str) -> str:
    word = word.replace("\N{MINUS SIGN}", "-")
    if not NUMBER.fullmatch(word):
        raise SudokuError(f"{word[:20]!r} is invalid: expected a count such as 3, -2 or 1.5")
    return word


def _meanings(counting: Counting) -> Sequence[str]:
    point = counting.playing
    tags = [(RANKS[rank].replace("T", "10"), point.tags[rank] / point.parts) for rank in UPCARDS]
    groups = [(tag, [card for card, _ in same]) for tag, same in groupby(tags, itemgetter(1))]
    words = ", ".join(f"{tag:+g} for {' '.join(cards)}" for tag, cards in groups)
    red = "; sevens: +1 if red, else 0" if counting.has_red_sevens else ""
    start = (point.initial or 0) // point.parts
    meanings = [f"A new shoe has a running count of {start}. Each card seen adds {words}{red}."]
    if point.initial is None:
        nearest = f", to the nearest {point.estimate} cards" if point.estimate > 1 else ""
        meanings.append(
            f"The true count is the running count per deck (52 cards) unseen{nearest}, "
            f"{ROUNDED[point.rounding]}."
        )
    return [*meanings, "q ends it."]
