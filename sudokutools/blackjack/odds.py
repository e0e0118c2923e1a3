"""The exact odds of a hand.

Values are for one player, per unit of the initial bet, without insurance. There are four
strategies, which differ in the play after a split:

- `cdz`: the best play for the exact cards of a hand; after a split as if it was not split (CDZ-);
- `cdp1`: after a split, the best play with one more pair card gone;
- `cdp`: after a split, the best play for the number of pair cards gone. This is a convention: it
  assumes one plan for hands that know different numbers, and is not exactly the value of any one;
- `td`: the total-dependent chart.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sudokutools._support import core
from sudokutools.blackjack.analysis import MARGIN, ByTotal, UpcardOdds, hand_of
from sudokutools.blackjack.cards import ACE, MATES, TEN, total
from sudokutools.blackjack.dealer import Cards, Counts, DealerTotals
from sudokutools.blackjack.rules import DOUBLES, INFINITE, Rules
from sudokutools.errors import SudokuError

UPCARDS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)  # The upcards in chart order: 2 to 9, ten, ace.

STRATEGIES = ("cdz", "cdp1", "cdp", "td")
LETTERS = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
ACTIONS = ("keep", *LETTERS.values())


class Values(NamedTuple):
    """The values of the actions for two or more cards; undefined for forbidden actions."""

    stand: float
    hit: float
    double: float
    cdz: float
    cdp1: float
    cdp: float


ChartValues = tuple[float, float, float]
"""The values of cards under a chart: played by total, hit first, and split."""


class PythonKernel:
    """The counterpart in Python of `CompiledKernel`, with the same methods."""

    def __init__(self, rules: Rules, counts: Cards) -> None:
        self._rules = rules
        self.renew(counts)

    def renew(self, counts: Cards, upcard: int = -1, hand: Sequence[int] = ()) -> None:
        self._counts = counts
        self._upcards: dict[int, UpcardOdds] = {}

    def _odds(self, upcard: int) -> UpcardOdds:
        if upcard not in self._upcards:
            self._upcards[upcard] = UpcardOdds(self._rules, self._counts, upcard)
        return self._upcards[upcard]

    def values(self, upcard: int, hand: Sequence[int], face: tuple[int, bool] | None) -> Values:
        odds = self._odds(upcard)
        cards = hand_of(hand)
        splits = [0.0] * 3
        if is_pair(hand) and self._rules.hands_of(hand[0]) > 1:
            splits = [odds.split(hand[0], method, face) for method in STRATEGIES[:3]]
        taken = odds.hit(cards, 0, odds.best), odds.double(cards)
        return Values(odds.stand(cards), *taken, *splits)

    def dealer(self, upcard: int, hand: Sequence[int]) -> tuple[float, ...]:
        return self._odds(upcard).dealer(hand_of(hand)).totals

    def chart_values(self, upcard: int, hand: Sequence[int], plan: bytes) -> ChartValues:
        """Compute the values of a hand under the plan of an upcard, see `Chart.plan`."""
        odds, cards, by_total = self._odds(upcard), hand_of(hand), ByTotal(plan)
        can_split = is_pair(hand) and self._rules.hands_of(hand[0]) > 1
        split = odds.split_by(hand[0], by_total) if can_split else 0.0
        return odds.play(cards, 0, by_total), odds.hit(cards, 0, by_total), split


class CompiledKernel:
    def __init__(self, rules: Rules, counts: Cards, upcard: int, hand: Sequence[int]) -> None:
        native = core.native()
        assert native is not None
        self._native = native
        self._ends = 5 + rules.push_22
        flags = (
            rules.hit_soft_17,
            rules.double_after_split,
            rules.loses_one_bet,
            rules.hit_split_aces,
            rules.decks == INFINITE,
            rules.double_after_hit,
            rules.push_22,
        )
        doubles, hands = DOUBLES.index(rules.double), (rules.hands_of(TEN), rules.hands_of(ACE))
        self._odds = native.odds_new(core.name(), bytes(flags), doubles, *hands, rules.charlie)
        self.renew(counts, upcard, hand)

    def renew(self, counts: Cards, upcard: int, hand: Sequence[int]) -> None:
        self._native.odds_fill(self._odds, array("d", counts).tobytes(), upcard, hand_of(hand))

    def values(self, upcard: int, hand: Sequence[int], face: tuple[int, bool] | None) -> Values:
        pair = hand[0] if is_pair(hand) else -1
        left, same = face or (-1, False)
        found = self._native.odds_values(self._odds, upcard, hand_of(hand), pair, left, same)
        return Values(*found)

    def dealer(self, upcard: int, hand: Sequence[int]) -> tuple[float, ...]:
        totals = self._native.odds_dealer(self._odds, upcard, hand_of(hand))
        return tuple(totals[: self._ends])

    def chart_values(self, upcard: int, hand: Sequence[int], plan: bytes) -> ChartValues:
        pair = hand[0] if is_pair(hand) else -1
        play, hit, split = self._native.odds_chart_values(
            self._odds, upcard, hand_of(hand), pair, plan
        )
        return play, hit, split


Kernel = PythonKernel | CompiledKernel


def kernel_for(rules: Rules, counts: Cards, upcard: int = -1, hand: Sequence[int] = ()) -> Kernel:
    """Prepare a kernel, for one upcard and the continuations of one hand, or for all."""
    if core.native() is None or max(counts) > 255:
        return PythonKernel(rules, counts)
    return CompiledKernel(rules, counts, upcard, hand)


def is_pair(hand: Sequence[int]) -> bool:
    return len(hand) == 2 and hand[0] == hand[1]


def full_shoe(rules: Rules) -> Counts:
    decks = rules.decks or 1
    return (*(4 * decks,) * 9, 16 * decks)


def check_shoe(rules: Rules, counts: Cards, hand: Sequence[int] | None = None) -> None:
    """Raise SudokuError if a shoe could run out during a hand; without a hand, during any.

    With aces counted as 1, a hand that takes a card has at most 20 points, other hands have at most
    30 (a ten on 20), and the dealer's two cards 20; while the dealer draws to at most 16, one hand
    has at most 21. A shoe with more points than that always has another card.
    """
    if rules.decks == INFINITE:
        return
    if max(rules.max_hands, rules.max_ace_hands) > 22 and max(counts[:TEN]) > 42:
        # Sets of cards have six bits per rank: 21 aces in one hand, 42 in the others.
        raise SudokuError("more than 22 hands require at most 42 cards of each rank except ten")
    pairs = range(10) if hand is None else hand[: is_pair(hand)]
    hands = max([1, *(min(rules.hands_of(rank), int(counts[rank])) for rank in pairs)])
    most = 30 * hands + 10
    points = sum((rank + 1) * count for rank, count in enumerate(counts))
    if points <= most:
        fewer = f" with {hands} hands" if hands > 4 else ""
        raise SudokuError(
            f"{sum(counts)} cards of {points} points could run out during a hand{fewer}: "
            f"exact odds require more than {most} points (aces count 1)"
        )


class HandOdds(NamedTuple):
    values: dict[str, float]
    best: str
    dealer: DealerTotals


def hand_odds(
    rules: Rules,
    counts: Counts,
    hand: Sequence[int],
    upcard: int,
    *,
    hands: int = 1,
    actions: Sequence[str] | None = None,
    face: tuple[int, bool] | None = None,
) -> HandOdds:
    """Compute the odds of a hand against an upcard.

    `counts` are the unseen cards plus the hand and the upcard; `hands` is the number of hands that
    the player already has from this pair; `actions` are the legal ones if a table knows more than
    the cards show. If the dealer peeks, values exclude a dealer blackjack, except for an early
    surrender. `face`: see `UpcardOdds.split`. Raises SudokuError if the cards are not in the shoe,
    or exceed 21, or if the shoe could run out.

    >>> rules = Rules(decks=1)
    >>> odds = hand_odds(rules, full_shoe(rules), [7, 7], 0)
    >>> odds.best, f"{odds.values['split']:.6f}"
    ('split', '-0.317635')
    """
    if rules.decks != INFINITE:
        for rank in range(10):
            if counts[rank] < list(hand).count(rank) + (rank == upcard):
                raise SudokuError("the hand and the upcard are not in this shoe")
    points = total(hand)[0]
    if points > 21 or len(hand) < 2:
        raise SudokuError("expected a hand of at least two cards and at most 21 points")
    if hands > 1:
        rules = replace(
            rules,
            max_hands=max(1, rules.max_hands - hands + 1),
            max_ace_hands=max(1, rules.max_ace_hands - hands + 1),
        )
    if actions is None:
        actions = legal_actions(rules, hand, upcard)
    check_shoe(rules, counts, hand if "split" in actions or "keep" in actions else ())
    kernel = kernel_for(rules, counts, upcard, hand)
    values = kernel.values(upcard, hand, face)
    chances = dealer_beside(rules, counts, kernel, upcard, hand)
    shown = chances
    if rules.peek and not _is_early(rules, actions):
        shown = chances.without_blackjack()
    found = action_values(rules, values, hand, chances.blackjack, actions, is_split=hands > 1)
    return HandOdds(found, best_action(found), shown)


def action_values(
    rules: Rules,
    values: Values,
    hand: Sequence[int],
    blackjack: float,
    actions: Sequence[str],
    *,
    is_split: bool = False,
) -> dict[str, float]:
    """Compute the values of some actions from a kernel's, and the chance of a blackjack."""
    early = _is_early(rules, actions)
    known = 0.0 if rules.peek and not early else blackjack
    every = worth(rules, values, known, ACTIONS)
    if not is_split and len(hand) == 2 and total(hand)[0] == 21:
        every["stand"] = natural_value(rules, known)
    kept = legal_actions(replace(rules, surrender="none"), hand, 0)
    every["keep"] = max(every[action] for action in kept)
    return {action: every[action] for action in ACTIONS if action in actions}


def worth(
    rules: Rules, values: Values, blackjack: float, actions: Sequence[str]
) -> dict[str, float]:
    """Compute the values of some actions on the scale of `before_peek`."""
    every = {"stand": values.stand, "hit": values.hit, "double": values.double, "split": values.cdz}
    found = {name: before_peek(rules, blackjack, every[name]) for name in every if name in actions}
    if "surrender" in actions:
        found["surrender"] = surrender_value(rules, blackjack)
    return found


def _is_early(rules: Rules, actions: Sequence[str]) -> bool:
    return rules.peek and rules.surrender == "early" and "surrender" in actions


def before_peek(rules: Rules, blackjack: float, value: float) -> float:
    """Include a dealer blackjack, which a kernel's value excludes if it takes one bet only."""
    return (1 - blackjack) * value - blackjack if rules.loses_one_bet else value


def surrender_value(rules: Rules, blackjack: float) -> float:
    late = rules.peek and rules.surrender == "late"
    return before_peek(rules, blackjack, -0.5) if late else -0.5


def blackjack_chance(rules: Rules, counts: Cards, upcard: int, hand: Sequence[int]) -> float:
    """Compute the chance that the hole card makes a blackjack."""
    missing = MATES.get(upcard)
    if missing is None:
        return 0.0
    if rules.decks == INFINITE:
        return counts[missing] / sum(counts)
    left = counts[missing] - list(hand).count(missing)
    return left / (sum(counts) - len(hand) - 1)


def dealer_beside(
    rules: Rules, counts: Cards, kernel: Kernel, upcard: int, hand: Sequence[int]
) -> DealerTotals:
    totals = kernel.dealer(upcard, hand)
    blackjack = blackjack_chance(rules, counts, upcard, hand)
    return DealerTotals(tuple(totals), blackjack, 1 - sum(totals) - blackjack)


def natural_value(rules: Rules, blackjack: float) -> float:
    return (1 - blackjack) * rules.payout[0] / rules.payout[1]


def legal_actions(rules: Rules, hand: Sequence[int], upcard: int) -> tuple[str, ...]:
    points = total(hand)[0]
    if points == 21 or rules.is_charlie(len(hand)):
        return ("stand",)
    actions = ["stand", "hit"]
    if rules.may_double(points, len(hand)):
        actions.append("double")
    if len(hand) == 2:
        if is_pair(hand) and rules.hands_of(hand[0]) > 1:
            actions.append("split")
        if rules.may_surrender(upcard):
            actions.append("surrender")
    return tuple(actions)


def best_action(values: dict[str, float]) -> str:
    """Choose the best action; a later one must be better than all before it."""
    best = ""
    for action, value in values.items():
        if not best or value > values[best] + MARGIN:
            best = action
    return best


def insurance_value(rules: Rules, counts: Counts, hand: Sequence[int]) -> float:
    """Compute the value of insurance per unit insured."""
    if rules.decks == INFINITE:
        return 3 * counts[TEN] / sum(counts) - 1
    tens = counts[TEN] - list(hand).count(TEN)
    return 3 * tens / (sum(counts) - len(hand) - 1) - 1
