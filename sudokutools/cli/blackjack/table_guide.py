"""Explanations: the text that opens a table, and hints, which value the answers to a question."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from sudokutools._support import core
from sudokutools.blackjack.advice import Advice
from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.house import Chart, house_chart, places_of
from sudokutools.blackjack.odds import UPCARDS
from sudokutools.blackjack.player import money
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.cli.blackjack.text import GAP, columns
from sudokutools.errors import SudokuError

HANG = 13  # The column at which the text of every line begins.

DOUBLES = {"any2": "any two cards", "9-11": "9, 10 or 11", "10-11": "10 or 11"}
PAIRS = {"value": "cards of equal value", "rank": "cards of equal rank"}
SURRENDERS = {
    "none": "not allowed",
    "late": "the first two cards, for half the bet",
    "early": "the first two cards, for half the bet, before the dealer peeks",
}

TOO_FEW = "Too few cards are left to compute the values of the actions."
NEVER_INSURE = "Rule of thumb: insure only if over a third of the unseen cards are tens."
ACTIONS = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}


def opening(rules: Rules, limits: tuple[int, int], seed_hash: str = "") -> list[str]:
    """Return the lines of the opening; `limits` are the minimum and maximum bet in cents.

    The SHA-256 of the seed is shown if given.

    >>> print(opening(Rules(), (1000, 50000))[2])
      Pays       a blackjack (ace and ten) 3:2, insurance 2:1, other wins 1:1
    """
    won, staked = rules.payout
    least, largest = map(money, limits)
    after = f", {'also' if rules.double_after_split else 'but not'} after a split"
    after = after if rules.max_hands > 1 else ""
    charlie = f"{rules.charlie} cards without busting win, unless the dealer has a blackjack"
    rows = [
        ["Pays", f"a blackjack (ace and ten) {won}:{staked}, insurance 2:1, other wins 1:1"],
        ["Dealer", _dealer(rules)],
        ["Double", DOUBLES[rules.double] + after],
        ["Split", _splits(rules)],
        ["Surrender", SURRENDERS[rules.surrender]],
        *([["Charlie", charlie]] if rules.charlie else []),
        ["Shoe", _shoe(rules)],
        ["Bets", f"{least} to {largest}"],
        *([["Seed hash", seed_hash]] if seed_hash else []),
        ["Help", "? at any question; also blackjack --help, man blackjack"],
        ["Quit", "q at any question"],
    ]
    return [
        "BLACKJACK",
        f"{GAP}Get closer to 21 than the dealer without going over.",
        *(GAP + line for line in columns(rows)),
        "",
    ]


def _dealer(rules: Rules) -> str:
    soft = "hits a soft 17" if rules.hit_soft_17 else "stands on every 17"
    if rules.peek:
        return f"{soft}, peeks under an ace or ten for blackjack"
    taken = "original bets only" if rules.original_bets_only else "all bets"
    return f"{soft}, no hole card: a blackjack takes {taken}"


def _splits(rules: Rules) -> str:
    if rules.max_hands == 1:
        return "not allowed"
    pairs = f"{PAIRS[rules.split]}, up to {rules.max_hands} hands; aces"
    hands = rules.hands_of(0)
    if hands == 1:
        return f"{pairs} cannot be split"
    played = "played like other hands" if rules.hit_split_aces else "one card each"
    return f"{pairs} up to {hands}, {played}"


def _shoe(rules: Rules) -> str:
    if rules.decks == INFINITE:
        return "every card is drawn from a full deck"
    decks = "1 deck" if rules.decks == 1 else f"{rules.decks} decks"
    if rules.cut == 0:
        return f"{decks}, shuffled before every round"
    return f"{decks}, shuffled when {rules.penetration:.0%} of the cards are dealt"


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
    """Describe the row: `Rule of thumb for hard 14: stand against 2 to 6, hit against 7 to A.`"""
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
