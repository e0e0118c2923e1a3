"""Strategies as automata: states of a hand, the state after each card, the action in each state.

An automaton ignores money and the number of hands: a state whose action is to split has another
action in case the hand may not be split again. States 0 to 9 are the first card of a hand, 10 to 19
the first card of a split hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sudokutools.blackjack import odds
from sudokutools.blackjack.cards import ACE, total
from sudokutools.blackjack.counting import LOWEST
from sudokutools.blackjack.house import Chart
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.strategy_text import Strategy

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
NAMES = ("stand", "hit", "double", "split", "surrender")

BUST = 22
NATURAL = 23
CHARLIE = 24  # Totals of special states.

DEALT, SPLIT_OFF, SPLIT_ACE = range(3)
"""The origin of a hand of one or two cards; longer hands do not differ."""


class View(NamedTuple):
    """A hand as a strategy for totals sees it."""

    cards: int
    points: int
    soft: bool
    pair: int
    origin: int


Ranks = tuple[int, ...]  # The ranks of the cards of a hand, ascending.

Actions = list[list[int]]
"""By state and upcard: one of STAND to SURRENDER, plus 8 times the alternative to a split."""

Charts = list[tuple[int, Actions]]
"""Actions with the true count from which they are played, ascending."""


class Automaton:
    """States of hands: `next[state][rank]`, `totals[state]`, `actions[state][upcard]`.

    `charts` has all actions, from LOWEST on; all but the first are deviations.
    """

    def __init__(self) -> None:
        self.next: list[list[int]] = []
        self.totals: list[int] = []
        self.actions: Actions = []
        self.charts: Charts = [(LOWEST, self.actions)]

    def actions_at(self, count: int) -> Actions:
        return next(actions for start, actions in reversed(self.charts) if start <= count)


Decide = Callable[[View, Ranks, int, bool], str]
"""Choose an action for a hand against an upcard; the flag is whether it may be split."""


def build(rules: Rules, decide: Decide, by_cards: bool) -> Automaton:
    """Build the automaton of a strategy for exact cards or for views."""
    automaton = Automaton()
    numbers: dict[tuple[View, Ranks], int] = {}
    hands: list[tuple[View, Ranks]] = []

    def number(ranks: Ranks, origin: int) -> int:
        ranks = tuple(sorted(ranks))
        origin = origin if len(ranks) < 3 else DEALT
        points, soft = total(ranks)
        pair = ranks[0] if len(set(ranks)) == 1 and len(ranks) < 3 else -1
        # All hands of three cards, or as many as a Charlie has, and more look alike.
        cards = min(len(ranks), max(3, rules.charlie))
        view = View(cards, min(points, BUST), soft, pair, origin)
        key = view, ranks if by_cards else ()
        if key not in numbers:
            numbers[key] = len(hands)
            hands.append((view, ranks))
        return numbers[key]

    for origin in (DEALT, SPLIT_OFF):
        for rank in range(10):
            number((rank,), SPLIT_ACE if origin and rank == ACE else origin)
    at = 0
    while at < len(hands):
        view, ranks = hands[at]
        points, _ = total(ranks)
        natural = len(ranks) == 2 and points == 21 and view.origin == DEALT
        charlie = points <= 21 and rules.is_charlie(len(ranks))
        automaton.totals.append(NATURAL if natural else CHARLIE if charlie else min(points, BUST))
        over = points >= 21 or charlie
        after = [at if over else number((*ranks, rank), view.origin) for rank in range(10)]
        automaton.next.append(after)
        row = [STAND] * 10
        if len(ranks) > 1 and not over:
            row = [_action(rules, decide, view, ranks, upcard) for upcard in range(10)]
        automaton.actions.append(row)
        at += 1
    return automaton


def _action(rules: Rules, decide: Decide, view: View, ranks: Ranks, upcard: int) -> int:
    """Encode the decision of a strategy, within the rules."""
    is_pair = len(ranks) == 2 and ranks[0] == ranks[1]
    split_ace = len(ranks) == 2 and view.origin == SPLIT_ACE and not rules.hit_split_aces
    code = []
    for may_split in (is_pair and rules.hands_of(ranks[0]) > 1, False):
        action = NAMES.index(decide(view, ranks, upcard, may_split))
        if (split_ace and action != SPLIT) or (action == SPLIT and not may_split):
            action = STAND
        code.append(action)
    return code[0] + 8 * code[1]


def allowed(rules: Rules, view: View) -> tuple[bool, bool]:
    """Whether a hand may be doubled, and whether it may be surrendered."""
    if view.cards != 2:
        return False, False
    double = rules.double_after_split or view.origin == DEALT
    surrender = view.origin == DEALT and rules.surrender != "none"
    return double and rules.may_double(view.points), surrender


def by_chart(rules: Rules, chart: Chart) -> Automaton:
    """Build the automaton of a chart; forbidden actions are replaced by the chart's alternative."""

    def decide(view: View, ranks: Ranks, upcard: int, may_split: bool) -> str:  # noqa: ARG001
        may_double, may_surrender = allowed(rules, view)
        cell = chart.of_total(view.points, view.soft, upcard)
        if view.cards == 2 and view.pair >= 0 and (may_split or view.origin == DEALT):
            of_pair = chart["pair", view.pair, upcard]
            if may_split or of_pair not in ("P", "Rp"):
                cell = of_pair
        if cell[0] == "R" and may_surrender:
            return "surrender"
        if cell in ("P", "Rp"):
            return "split"
        if cell[0] == "D" and may_double:
            return "double"
        return "hit" if cell[-1].lower() == "h" else "stand"

    return build(rules, decide, by_cards=False)


def by_strategy(rules: Rules, strategy: Strategy) -> Automaton:
    """Build the automaton of a strategy with its deviations but without insurance."""
    played = [(start, by_chart(rules, chart)) for start, chart in strategy.charts]
    automaton = played[0][1]
    automaton.charts = [(start, other.actions) for start, other in played]
    return automaton


def exact(rules: Rules) -> Automaton:
    """Build the automaton of the best play for the exact cards of a hand (CDZ-)."""
    kernels = {u: odds.kernel_for(rules, odds.full_shoe(rules), u) for u in odds.UPCARDS}
    counts = odds.full_shoe(rules)

    def decide(view: View, ranks: Ranks, upcard: int, may_split: bool) -> str:
        if rules.decks and any(
            have < ranks.count(rank) + (rank == upcard) for rank, have in enumerate(counts)
        ):
            # Not possible from a full shoe, but after a reshuffle of the discards.
            return "hit" if total(ranks)[0] < (18 if total(ranks)[1] else 17) else "stand"
        values = kernels[upcard].values(upcard, ranks, None)
        blackjack = odds.blackjack_chance(rules, counts, upcard, ranks)
        worth = {"stand": values.stand, "hit": values.hit}
        may_double, may_surrender = allowed(rules, view)
        if may_double:
            worth["double"] = values.double
        if may_split:
            worth["split"] = values.cdz
        worth = {name: odds.before_peek(rules, blackjack, value) for name, value in worth.items()}
        if may_surrender and "surrender" in odds.legal_actions(rules, ranks):
            worth["surrender"] = odds.surrender_value(rules, blackjack)
        return max(worth, key=lambda action: worth[action])

    return build(rules, decide, by_cards=True)


def mimic_dealer(rules: Rules) -> Automaton:
    """Build the automaton that only hits and stands, like the dealer."""
    soft_17 = 17 if rules.hit_soft_17 else 16
    return _hitting(rules, lambda view: view.points <= (soft_17 if view.soft else 16))


def never_bust(rules: Rules) -> Automaton:
    """Build the automaton that hits if no card can bust, and soft hands up to 17."""
    return _hitting(rules, lambda view: view.points <= (17 if view.soft else 11))


def _hitting(rules: Rules, hits: Callable[[View], bool]) -> Automaton:
    return build(rules, lambda view, *_: "hit" if hits(view) else "stand", by_cards=False)
