"""Strategies: charts with deviations by true count and insurance, as text and as automata.

The text is described in blackjack(6): one row of a chart per line, in which a cell such as
`H@0S@12Rs` has ascending counts. True counts are rounded down, and taken at the time of insurance
and of each decision, from all cards seen by then. Other lines are ignored, so the output of
`blackjack odds` is also a strategy, without deviations.

An automaton has the states of a hand, the state after each card, and the action in each state. It
ignores money and the number of hands: a state whose action is to split has another action in case
the hand may not be split again. States 0 to 9 are the first card of a hand, 10 to 19 the first card
of a split hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from re import fullmatch
from typing import NamedTuple

from sudokutools.blackjack import odds
from sudokutools.blackjack.cards import ACE, RANKS, total
from sudokutools.blackjack.counting import LOWEST
from sudokutools.blackjack.house import ROWS, Chart, Place, row_of
from sudokutools.blackjack.odds import UPCARDS
from sudokutools.blackjack.rules import Rules
from sudokutools.errors import SudokuError

CODES = ("S", "H", "Ds", "Dh", "Rs", "Rh", "Rp", "P")  # The codes of a chart.
OPTIONAL = (("hard", 4, "H"), ("soft", 12, "H"), ("hard", 21, "S"), ("soft", 21, "S"))


class Strategy(NamedTuple):
    """Charts by true count, and insurance.

    `charts` pairs each chart with the true count from which it is played, ascending from LOWEST;
    `insurance` is the true count from which every hand is insured, or None.
    """

    charts: tuple[tuple[int, Chart], ...]
    insurance: int | None = None
    counting: str = ""


def read_strategy(lines: Iterable[str]) -> Strategy:
    cells: dict[Place, Cell] = {}
    insurance: int | None = None
    counting = ""
    for line in lines:
        words = line.split("\t") if "\t" in line else line.split()
        words = [word.strip() for word in words]
        if words[:1] == ["insurance"] and len(words) == 2:
            insurance = _read_insurance(words[1])
        elif words[:1] == ["counting"] and len(words) == 2:
            counting = words[1]
        words = words[words[:1] == ["chart"] :]
        if len(words) == 12 and words[0] in ("hard", "soft", "pair"):
            for upcard, text in zip(UPCARDS, words[2:], strict=True):
                cells[_read_place(words[0], words[1], upcard)] = _read_cell(text)
    return Strategy(charts_of(cells), insurance, counting)


Cell = list[tuple[int, str]]
"""Codes with the true count from which each applies; the first one has LOWEST."""


def charts_of(cells: dict[Place, Cell]) -> tuple[tuple[int, Chart], ...]:
    """Make charts, each with its first count. Raises SudokuError if a row is missing."""
    starts = sorted({LOWEST} | {count for cell in cells.values() for count, _ in cell})
    return tuple((start, _chart_at(cells, start)) for start in starts)


def _read_insurance(word: str) -> int | None:
    if word in ("never", "always"):
        return None if word == "never" else LOWEST
    count = _read_count(word)
    if count is None:
        raise SudokuError(f"insurance {word[:10]!r}: expected never, always or a true count")
    return count


def _read_count(word: str) -> int | None:
    count = int(word) if fullmatch(r"[-+]?[0-9]{1,2}", word) else -LOWEST + 1
    return count if LOWEST <= count <= -LOWEST else None


def _read_place(section: str, hand: str, upcard: int) -> Place:
    if section == "pair":
        if not hand or hand[0] not in RANKS:
            raise SudokuError(f"invalid pair {hand[:10]!r}")
        return section, RANKS.index(hand[0]), upcard
    points = hand[1:] if section == "soft" else hand
    if not fullmatch(r"[0-9]{1,2}", points):
        raise SudokuError(f"invalid {section} total {hand[:10]!r}")
    return section, int(points) + (11 if section == "soft" else 0), upcard


def _read_cell(text: str) -> Cell:
    first, *steps = text.split("@")
    cell = [(LOWEST, first)]
    for step in steps:
        word = step.rstrip("".join(CODES))
        count = _read_count(word)
        if count is None or count <= cell[-1][0]:
            raise SudokuError(f"{text[:30]!r}: expected ascending true counts, such as H@-1S@12Rs")
        cell.append((count, step[len(word) :]))
    for _, code in cell:
        if code not in CODES:
            raise SudokuError(f"invalid action {code[:10]!r}: expected {', '.join(CODES)}")
    return cell


def _chart_at(cells: dict[Place, Cell], count: int) -> Chart:
    chart = Chart()
    for place, cell in cells.items():
        chart[place] = next(code for start, code in reversed(cell) if start <= count)
    for upcard in UPCARDS:
        for section, number, code in OPTIONAL:
            chart.setdefault((section, number, upcard), code)
        for section, numbers in ROWS.items():
            for number in sorted(numbers):
                if (section, number, upcard) not in chart:
                    name = " ".join(row_of((section, number, upcard)))
                    raise SudokuError(f"missing row {name}")
    return chart


def write_strategy(strategy: Strategy) -> str:
    lines = [f"counting\t{strategy.counting}"] if strategy.counting else []
    if strategy.insurance is not None:
        always = strategy.insurance == LOWEST
        lines.append(f"insurance\t{'always' if always else strategy.insurance}")
    lines.append("\t".join(("chart", "section", "hand", *(RANKS[upcard] for upcard in UPCARDS))))
    rows = [list(chart.rows()) for _, chart in strategy.charts]
    starts = [start for start, _ in strategy.charts]
    for same in zip(*rows, strict=True):
        columns = zip(*(cells for _, _, cells in same), strict=True)
        words = [_write_cell(list(zip(starts, column, strict=True))) for column in columns]
        lines.append("\t".join(("chart", *same[0][:2], *words)))
    return "\n".join(lines) + "\n"


def _write_cell(codes: Cell) -> str:
    text = before = codes[0][1]
    for start, code in codes[1:]:
        if code != before:
            text += f"@{start}{code}"
        before = code
    return text


STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
NAMES = tuple(odds.LETTERS.values())

BUST = 22
NATURAL = 23
CHARLIE = 24  # Totals of special states.

DEALT, SPLIT_OFF, SPLIT_ACE = range(3)
"""The origin of a hand of one or two cards; longer hands rarely differ."""


class View(NamedTuple):
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
    automaton = Automaton()
    numbers: dict[tuple[View, Ranks], int] = {}
    hands: list[tuple[View, Ranks]] = []

    def number(ranks: Ranks, origin: int) -> int:
        ranks = tuple(sorted(ranks))
        view = _view(rules, ranks, origin)
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


def _view(rules: Rules, ranks: Ranks, origin: int) -> View:
    points, soft = total(ranks)
    is_short = len(ranks) < 3
    pair = ranks[0] if len(set(ranks)) == 1 and is_short else -1
    # All hands of three cards, or as many as a Charlie has, and more look alike.
    cards = min(len(ranks), max(3, rules.charlie))
    # Longer ones may differ in whether they may be doubled.
    is_open = is_short or (rules.double_after_hit and not rules.double_after_split)
    return View(cards, min(points, BUST), soft, pair, origin if is_open else DEALT)


def _action(rules: Rules, decide: Decide, view: View, ranks: Ranks, upcard: int) -> int:
    is_pair = len(ranks) == 2 and ranks[0] == ranks[1]
    split_ace = len(ranks) == 2 and view.origin == SPLIT_ACE and not rules.hit_split_aces
    code = []
    for may_split in (is_pair and rules.hands_of(ranks[0]) > 1, False):
        action = NAMES.index(decide(view, ranks, upcard, may_split))
        if (split_ace and action != SPLIT) or (action == SPLIT and not may_split):
            action = STAND
        code.append(action)
    return code[0] + 8 * code[1]


def allowed(rules: Rules, view: View, upcard: int) -> tuple[bool, bool]:
    is_dealt = view.origin == DEALT
    double = rules.double_after_split or is_dealt
    surrender = view.cards == 2 and is_dealt and rules.may_surrender(upcard)
    return double and rules.may_double(view.points, view.cards), surrender


def by_chart(rules: Rules, chart: Chart) -> Automaton:
    """Build the automaton of a chart; forbidden actions are replaced by the chart's alternative."""

    def decide(view: View, ranks: Ranks, upcard: int, may_split: bool) -> str:  # noqa: ARG001
        may_double, may_surrender = allowed(rules, view, upcard)
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
        may_double, may_surrender = allowed(rules, view, upcard)
        actions = ["stand", "hit", *["double"] * may_double, *["split"] * may_split]
        actions += ["surrender"] * may_surrender
        worth = odds.worth(rules, values, blackjack, actions)
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
