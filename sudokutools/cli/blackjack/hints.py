"""Hints: what every answer to a question is worth, and the rule of basic strategy."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from sudokutools._support import core
from sudokutools.blackjack.advice import Advice
from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.house import Chart, house_chart, places_of
from sudokutools.blackjack.odds import UPCARDS
from sudokutools.blackjack.rules import Rules
from sudokutools.errors import SudokuError

TOO_FEW = "Too few cards are left to compute the values of the actions."
NEVER_INSURE = "Rule of thumb: insure only if over a third of the unseen cards are tens."
ACTIONS = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}


def hints(round_: Round, question: Question, advice: Advice | None) -> list[str]:
    """Return the values of the answers, and the row of the chart as a rule of thumb."""
    if advice is None:
        return [TOO_FEW]
    if not isinstance(advice.worth, dict):
        return [f"Insurance: {advice.worth:+.4f} per unit insured.", NEVER_INSURE]
    values = [f"{name} {value:+.4f}" for name, value in advice.worth.items()]
    rule = _rule(round_.rules, question)
    return [f"Values: {', '.join(values)}. Best: {advice.best}.", *([rule] if rule else [])]


@lru_cache(4)
def _chart(rules: Rules) -> Chart | None:
    """Compute a chart; without the kernels this would take too long."""
    try:
        return house_chart(rules) if core.native() is not None else None
    except SudokuError:
        return None


def _rule(rules: Rules, question: Question) -> str:
    """Describe the row of the chart for a hand.

    For example `Rule of thumb for hard 14: stand against 2 to 6, hit against 7 to A.`
    """
    chart = _chart(rules)
    if chart is None:
        return ""
    hand = question.hand
    section, number = ("soft" if hand.is_soft else "hard"), hand.total
    if "split" in question.actions:
        section, number = places_of((hand.ranks[0], hand.ranks[1]))[0]
    name = f"a pair of {_card(number)}s" if section == "pair" else f"{section} {number}"
    plays = [(_play(chart[section, number, up], question.actions), up) for up in UPCARDS]
    parts = []
    for action, group in groupby(plays, key=lambda play: play[0]):
        first, *_, last = 2 * [_card(upcard) for _, upcard in group]
        parts.append(f"{action} against {first}" + (f" to {last}" if first != last else ""))
    text = ", ".join(parts) if len(parts) > 1 else f"always {plays[0][0]}"
    return f"Rule of thumb for {name}: {text}."


def _card(rank: int) -> str:
    return RANKS[rank].replace("T", "10")


def _play(cell: str, actions: tuple[str, ...]) -> str:
    """Return the action of a cell, or its alternative if the action is not legal."""
    for code in cell.upper():
        if ACTIONS[code] in actions:
            return ACTIONS[code]
    return "keep" if "keep" in actions else "hit"
