"""Exact expected values of a set of rules, its chart, the dealer's chances, and other rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from sudokutools.blackjack import odds
from sudokutools.blackjack.analysis import DOUBLE, HIT, MARGIN
from sudokutools.blackjack.cards import RANKS, total
from sudokutools.blackjack.dealer import Cards, DealerTotals
from sudokutools.blackjack.rules import CHARLIES, DOUBLES, INFINITE, SPLITS, SURRENDERS, Rules
from sudokutools.errors import SudokuError

Hand = tuple[int, int]
Place = tuple[str, int, int]
"""A cell of a chart: `hard`, `soft` or `pair`; the total or the rank of the pair; the upcard."""

TWO_CARDS: tuple[Hand, ...] = tuple((a, b) for a in range(10) for b in range(a, 10))

HARD = tuple(range(5, 21))
SOFT = tuple(range(13, 21))
PAIRS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
ROWS = {"hard": HARD, "soft": SOFT, "pair": PAIRS}
"""The rows of a chart by section: totals, and ranks of pairs."""

PLACES: tuple[Place, ...] = tuple(
    (section, number, upcard)
    for section, numbers in ROWS.items()
    for number in numbers
    for upcard in odds.UPCARDS
)


class Chart(dict[Place, str]):
    """A total-dependent strategy for two cards and more.

    A cell is `S`, `H`, `Ds` or `Dh` (double, otherwise stand or hit), `Rs`, `Rh` or `Rp`
    (surrender, otherwise stand, hit or split) or `P` (split).
    """

    def of_total(self, points: int, soft: bool, upcard: int) -> str:
        return self["soft" if soft else "hard", points, upcard]

    def cell(self, hand: Hand, upcard: int, split: bool = True) -> str:
        """Return the cell for two cards, as a pair if they are one and `split` is true."""
        if split and odds.is_pair(hand):
            return self["pair", hand[0], upcard]
        return self.of_total(*total(hand), upcard)

    def hits(self, points: int, soft: bool, upcard: int) -> bool:
        """Whether to hit a hand of more than two cards."""
        return self.of_total(points, soft, upcard)[-1].lower() == "h"

    def plan(self, upcard: int) -> bytes:
        """Encode the totals for a kernel, see `ByTotal`."""
        codes = bytearray(44)
        for soft in (False, True):
            for points in range(4, 22):
                doubles = self.of_total(points, soft, upcard)[0] == "D"
                code = HIT * self.hits(points, soft, upcard) + DOUBLE * doubles
                codes[22 * soft + points] = code
        return bytes(codes)

    def rows(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield section, hand and ten cells for upcards 2 to 9, ten, ace."""
        for section, numbers in ROWS.items():
            for number in numbers:
                cells = tuple(self[section, number, upcard] for upcard in odds.UPCARDS)
                yield *row_of((section, number, 0)), cells


def row_of(place: Place) -> tuple[str, str]:
    """Name the section and the hand of a cell as they are written.

    >>> row_of(("soft", 17, 0)), row_of(("pair", 9, 0))
    (('soft', 'A6'), ('pair', 'TT'))
    """
    section, number, _ = place
    if section == "pair":
        return section, RANKS[number] * 2
    return section, f"A{number - 11}" if section == "soft" else str(number)


class House(NamedTuple):
    """The player's expected values by strategy, the chart, and the dealer's probabilities."""

    ev: dict[str, float]
    chart: Chart
    dealer: dict[int, DealerTotals]


class Deal(NamedTuple):
    """A hand against an upcard: its chance, the chance of a dealer blackjack, its values."""

    hand: Hand
    upcard: int
    chance: float
    blackjack: float
    values: odds.Values


def house_odds(rules: Rules, counts: Cards | None = None) -> House:
    """Compute the exact odds of a set of rules, from a full shoe or given cards.

    Raises SudokuError if the shoe could run out during a hand.

    >>> f"{house_odds(Rules(decks=INFINITE)).ev['td']:.9f}"
    '-0.005117336'
    """
    counts = odds.full_shoe(rules) if counts is None else counts
    if rules.split == "rank" and counts != odds.full_shoe(rules):
        raise SudokuError("--split rank requires a full shoe for a chart")
    kernel = _kernel(rules, counts)
    deals = list(deals_of(rules, counts, kernel))
    chart = make_chart(rules, deals)
    ev = dict.fromkeys(odds.STRATEGIES, 0.0)
    for deal in deals:
        for name in odds.STRATEGIES:
            ev[name] += deal.chance * _round_value(rules, kernel, chart, deal, name)
    dealer = {
        upcard: odds.dealer_beside(rules, counts, kernel, upcard, ())
        for upcard in odds.UPCARDS
        if counts[upcard]
    }
    return House(ev, chart, dealer)


@lru_cache(4)
def round_value(rules: Rules) -> float:
    """Compute the value of a round with exact play (CDZ-); raises SudokuError like `house_odds`.

    >>> f"{round_value(Rules(decks=INFINITE)):.9f}"
    '-0.005117336'
    """
    counts = odds.full_shoe(rules)
    kernel, chart = _kernel(rules, counts), Chart()
    deals = deals_of(rules, counts, kernel)
    return sum(deal.chance * _round_value(rules, kernel, chart, deal, "cdz") for deal in deals)


def house_chart(rules: Rules) -> Chart:
    """Compute only the chart of `house_odds`, in half the time.

    >>> house_chart(Rules(decks=INFINITE))['pair', 7, 0]
    'P'
    """
    counts = odds.full_shoe(rules)
    return make_chart(rules, deals_of(rules, counts, _kernel(rules, counts)))


def _kernel(rules: Rules, counts: Cards) -> odds.Kernel:
    odds.check_shoe(rules, counts)
    return odds.kernel_for(rules, counts)


def deals_of(
    rules: Rules, counts: Cards, kernel: odds.Kernel, upcards: Sequence[int] = odds.UPCARDS
) -> Iterator[Deal]:
    """Yield every two-card hand against each of the upcards that the shoe allows."""
    infinite = rules.decks == INFINITE
    cards = sum(counts)
    for upcard in upcards:
        left = list(counts)
        left[upcard] -= not infinite
        if counts[upcard] < 1:
            continue
        for a, b in TWO_CARDS:
            second = left[b] - (a == b and not infinite)
            if left[a] < 1 or second < 1:
                continue
            pairs = cards * cards if infinite else (cards - 1) * (cards - 2)
            chance = counts[upcard] / cards * (1 + (a != b)) * left[a] * second / pairs
            blackjack = odds.blackjack_chance(rules, counts, upcard, (a, b))
            face = (int(counts[9]) // 4, False) if rules.split == "rank" and a == b == 9 else None
            yield Deal((a, b), upcard, chance, blackjack, kernel.values(upcard, (a, b), face))


def _round_value(
    rules: Rules, kernel: odds.Kernel, chart: Chart, deal: Deal, strategy: str
) -> float:
    """Compute the value of a deal before the dealer peeks."""
    hand, values = deal.hand, deal.values
    if total(hand)[0] == 21:
        return odds.natural_value(rules, deal.blackjack)
    if strategy != "td":
        return max(worth_of(rules, deal, getattr(values, strategy)).values())
    cell = chart.cell(hand, deal.upcard, split=rules.max_hands > 1)
    if cell[0] == "R":
        return odds.surrender_value(rules, deal.blackjack)
    if cell == "S" or cell[0] == "D":
        value = values.stand if cell == "S" else values.double
    else:
        _, hit, split = kernel.chart_values(deal.upcard, hand, chart.plan(deal.upcard))
        value = split if cell == "P" else hit
    return odds.before_peek(rules, deal.blackjack, value)


def worth_of(rules: Rules, deal: Deal, split: float | None = None) -> dict[str, float]:
    """Compute the values of the legal actions before the dealer peeks; `split`: if not CDZ-."""
    values = deal.values
    allowed = {"stand": values.stand, "hit": values.hit}
    if rules.may_double(total(deal.hand)[0]):
        allowed["double"] = values.double
    if odds.is_pair(deal.hand) and rules.hands_of(deal.hand[0]) > 1:
        allowed["split"] = values.cdz if split is None else split
    worth = {
        name: odds.before_peek(rules, deal.blackjack, value) for name, value in allowed.items()
    }
    if rules.surrender != "none":
        worth["surrender"] = odds.surrender_value(rules, deal.blackjack)
    return worth


def places_of(hand: Hand) -> list[tuple[str, int]]:
    """List the rows of a chart for a hand; pairs include totals that only pairs make."""
    points, soft = total(hand)
    own = ("soft" if soft else "hard", points)
    if not odds.is_pair(hand):
        return [own]
    return [("pair", hand[0]), *([own] if own in (("hard", 4), ("hard", 20), ("soft", 12)) else [])]


def average(rules: Rules, section: str, deals: Sequence[Deal]) -> dict[str, float]:
    """Average the value of every action over the deals of a cell."""
    chances = sum(deal.chance for deal in deals)
    sums: dict[str, float] = {}
    for deal in deals:
        for action, value in worth_of(rules, deal).items():
            if action != "split" or section == "pair":
                sums[action] = sums.get(action, 0.0) + deal.chance * value
    return {action: value / chances for action, value in sums.items()}


def code_of(worth: dict[str, float]) -> str:
    """Choose the cell for the values of all actions.

    >>> code_of({"stand": -0.54, "hit": -0.53, "surrender": -0.5})
    'Rh'
    """
    kept = {action: value for action, value in worth.items() if action != "surrender"}
    best = odds.best_action(kept)
    plain = "h" if worth["hit"] > worth["stand"] + MARGIN else "s"
    if "surrender" in worth and kept[best] < worth["surrender"] - MARGIN:
        return "R" + ("p" if best == "split" else plain)
    return {"stand": "S", "hit": "H", "double": "D" + plain, "split": "P"}[best]


def make_chart(rules: Rules, deals: Iterable[Deal]) -> Chart:
    """Make a chart: each total decided by the average over its hands, pairs individually.

    Averages exclude pairs unless only a pair makes the total. Totals that two cards cannot make,
    and those against upcards that are not in the shoe, stand.
    """
    cells: dict[Place, list[Deal]] = {}
    for deal in deals:
        for section, number in places_of(deal.hand):
            cells.setdefault((section, number, deal.upcard), []).append(deal)
    places = [(section, points) for section in ("hard", "soft") for points in range(4, 22)]
    places += [("pair", rank) for rank in range(10)]
    chart = Chart({(*place, upcard): "S" for place in places for upcard in odds.UPCARDS})
    for (section, number, upcard), group in cells.items():
        if section == "pair" or number != 21:
            chart[section, number, upcard] = code_of(average(rules, section, group))
    return chart


HANDS = (1, 2, 3, 4)
PAYOUTS = ((3, 2), (7, 5), (6, 5), (1, 1), (2, 1))

Variation = tuple[str, dict[str, float]]
"""An option as it is typed, and the player's expected values by strategy."""


def variations(rules: Rules) -> Iterator[Variation]:
    """Yield every change of one option with its odds, unless the shoe could run out in a hand."""
    for option, changed in changes(rules):
        with suppress(SudokuError):
            yield option, house_odds(changed).ev


def changes(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Yield options as they are typed, with the changed rules.

    >>> [option for option, _ in changes(Rules(max_hands=1))][-6:]
    ['--payout 7:5', '--payout 6:5', '--payout 1:1', '--payout 2:1', '--no-peek', '--no-peek --obo']
    """
    for option, change in _options(rules):
        changed = replace(rules, **change)
        same_hands = all(changed.hands_of(rank) == rules.hands_of(rank) for rank in (0, 1))
        if changed != rules and not (same_hands and option.startswith("--max-")):
            yield option, changed


def _options(rules: Rules) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all values of all options, including those of the rules."""

    def toggled(field: str, on: str, off: str) -> tuple[str, dict[str, Any]]:
        value = getattr(rules, field)
        return f"--{off if value else on}", {field: not value}

    def valued(field: str, *values: Any) -> Iterator[tuple[str, dict[str, Any]]]:
        for value in values:
            yield f"--{field.replace('_', '-')} {value}", {field: value}

    yield from valued("decks", *range(1, 9))
    yield "--decks inf", {"decks": INFINITE}
    yield toggled("hit_soft_17", "h17", "s17")
    yield toggled("double_after_split", "das", "no-das")
    yield from valued("double", *DOUBLES)
    yield from valued("split", *SPLITS)
    yield from valued("max_hands", *HANDS)
    yield from valued("max_ace_hands", *HANDS)
    if rules.hands_of(0) > 1:
        yield toggled("hit_split_aces", "hit-split-aces", "no-hit-split-aces")
    yield from valued("surrender", *SURRENDERS)
    for cards in CHARLIES:
        yield f"--charlie {cards or 'none'}", {"charlie": cards}
    for won, staked in PAYOUTS:
        yield f"--payout {won}:{staked}", {"payout": (won, staked)}
    if rules.peek:
        yield "--no-peek", {"peek": False}
        yield "--no-peek --obo", {"peek": False, "original_bets_only": True}
    else:
        yield "--peek", {"peek": True, "original_bets_only": False}
        yield toggled("original_bets_only", "obo", "no-obo")
