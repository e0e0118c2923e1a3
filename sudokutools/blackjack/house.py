"""Exact expected values of a set of rules, its chart, and the dealer's chances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from sudokutools.blackjack import odds
from sudokutools.blackjack.analysis import DOUBLE, HIT, MARGIN
from sudokutools.blackjack.cards import RANKS, total
from sudokutools.blackjack.dealer import Cards, DealerTotals
from sudokutools.blackjack.rules import INFINITE, Rules
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


class Deal(NamedTuple):
    """A hand against an upcard: its chance, the chance of a dealer blackjack, its values."""

    hand: Hand
    upcard: int
    chance: float
    blackjack: float
    values: odds.Values


def deals_of(
    rules: Rules,
    counts: Cards,
    kernel: odds.Kernel,
    upcards: Sequence[int] = odds.UPCARDS,
    hands: Sequence[Hand] = TWO_CARDS,
) -> Iterator[Deal]:
    infinite = rules.decks == INFINITE
    cards = sum(counts)
    for upcard in upcards:
        left = list(counts)
        left[upcard] -= not infinite
        if counts[upcard] < 1:
            continue
        for a, b in hands:
            second = left[b] - (a == b and not infinite)
            if left[a] < 1 or second < 1:
                continue
            pairs = cards * cards if infinite else (cards - 1) * (cards - 2)
            chance = counts[upcard] / cards * (1 + (a != b)) * left[a] * second / pairs
            blackjack = odds.blackjack_chance(rules, counts, upcard, (a, b))
            face = (int(counts[9]) // 4, False) if rules.split == "rank" and a == b == 9 else None
            yield Deal((a, b), upcard, chance, blackjack, kernel.values(upcard, (a, b), face))


class House:
    """The exact odds of a set of rules, from a full shoe or given cards, computed when first used.

    Raises SudokuError if the shoe could run out during a hand.

    >>> house = House(Rules(decks=INFINITE))
    >>> f"{house.ev['td']:.9f}", house.chart["pair", 7, 0]
    ('-0.005117336', 'P')
    """

    def __init__(
        self, rules: Rules, counts: Cards | None = None, chart: Chart | None = None
    ) -> None:
        full = odds.full_shoe(rules)
        self._rules = rules
        self._counts = full if counts is None else counts
        if rules.split == "rank" and self._counts != full:
            raise SudokuError("`split` rank requires a full shoe for a chart")
        odds.check_shoe(rules, self._counts)
        self._kernel = odds.kernel_for(rules, self._counts)
        self.deals = list(deals_of(rules, self._counts, self._kernel))
        self._chart = chart

    @cached_property
    def chart(self) -> Chart:
        return self._chart or make_chart(self._rules, self.deals)

    @cached_property
    def ev(self) -> dict[str, float]:
        return {name: self._round(name) for name in odds.STRATEGIES}

    @cached_property
    def dealer(self) -> dict[int, DealerTotals]:
        return {
            upcard: odds.dealer_beside(self._rules, self._counts, self._kernel, upcard, ())
            for upcard in odds.UPCARDS
            if self._counts[upcard]
        }

    @cached_property
    def exact(self) -> float:
        """The value with exact play (CDZ-) alone, which takes less time than `ev`."""
        return self._round("cdz")

    def _round(self, strategy: str) -> float:
        value = 0.0
        for deal in self.deals:
            value += deal.chance * self._value(deal, strategy)
        return value

    def _value(self, deal: Deal, strategy: str) -> float:
        rules, (hand, upcard, _, blackjack, values) = self._rules, deal
        if total(hand)[0] == 21:
            return odds.natural_value(rules, blackjack)
        if strategy != "td":
            split = getattr(values, strategy)
            return max(worth_of(rules, deal._replace(values=values._replace(cdz=split))).values())
        cell = self.chart.cell(hand, upcard, split=rules.max_hands > 1)
        if cell[0] == "R":
            return odds.surrender_value(rules, blackjack)
        if cell == "S" or cell[0] == "D":
            value = values.stand if cell == "S" else values.double
        else:
            _, hit, split = self._kernel.chart_values(upcard, hand, self.chart.plan(upcard))
            value = split if cell == "P" else hit
        return odds.before_peek(rules, blackjack, value)


def worth_of(rules: Rules, deal: Deal) -> dict[str, float]:
    """Compute the values of the legal actions before the dealer peeks."""
    actions = odds.legal_actions(rules, deal.hand, deal.upcard)
    return odds.worth(rules, deal.values, deal.blackjack, actions)


def places_of(hand: Hand) -> list[tuple[str, int]]:
    """List the rows of a chart for a hand; pairs include totals that only pairs make."""
    points, soft = total(hand)
    own = ("soft" if soft else "hard", points)
    if not odds.is_pair(hand):
        return [own]
    return [("pair", hand[0]), *([own] if own in (("hard", 4), ("hard", 20), ("soft", 12)) else [])]


@cache
def hands_of(place: Place) -> list[Hand]:
    return [hand for hand in TWO_CARDS if place[:2] in places_of(hand)]


def average(rules: Rules, section: str, deals: Sequence[Deal]) -> dict[str, float]:
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


def action_of(cell: str, actions: Sequence[str]) -> str:
    """Return the legal action of a cell.

    >>> action_of("Dh", ("hit", "stand")), action_of("Rp", ("keep", "surrender"))
    ('hit', 'surrender')
    """
    legal = (odds.LETTERS[code] for code in cell.upper() if odds.LETTERS[code] in actions)
    return next(legal, next(name for name in ("keep", "hit", "stand") if name in actions))


def make_chart(rules: Rules, deals: Iterable[Deal]) -> Chart:
    """Decide each total by the average over its hands, and pairs individually.

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
