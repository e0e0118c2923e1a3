"""Strategies as text: charts, deviations by true count, and insurance.

The text has one row per line, with words separated by tabs, or by spaces if there is no tab:

    file     = any number of lines
    line     = chart row | "counting" NAME | "insurance" ("never" | "always" | COUNT) | other
    row      = ["chart"] section hand cell*10          upcards 2 to 9, ten, ace
    section  = "hard" | "soft" | "pair"                hand: 5 .. 20 | A2 .. A9 | 22 .. TT, AA
    cell     = CODE { "@" COUNT CODE }
    CODE     = "S" | "H" | "Ds" | "Dh" | "Rs" | "Rh" | "Rp" | "P"          see `house.Chart`
    COUNT    = a whole true count, -20 to 20, with or without a sign

`H@0S@12Rs` means: hit at true counts below 0, stand from 0 on, and surrender from 12 on. Counts
ascend. `insurance 3` insures every hand with half the bet from a true count of 3 on; the default is
never. `counting` names the counting system. True counts are rounded down, and taken at the time of
insurance and of each decision, from all cards seen by then. Other lines are ignored, so the text
and TSV output of `blackjack odds` is also a strategy, without deviations.
"""

from __future__ import annotations

from collections.abc import Iterable
from re import fullmatch
from typing import NamedTuple

from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.counting import LOWEST
from sudokutools.blackjack.house import ROWS, Chart, Place, row_of
from sudokutools.blackjack.odds import UPCARDS
from sudokutools.errors import SudokuError

CODES = ("S", "H", "Ds", "Dh", "Rs", "Rh", "Rp", "P")  # The codes of a chart.


OPTIONAL = (("hard", 4, "H"), ("soft", 12, "H"), ("hard", 21, "S"), ("soft", 21, "S"))


class Strategy(NamedTuple):
    """Charts by true count, and insurance; a single chart has no deviations.

    `charts` pairs each chart with the true count from which it is played, ascending from LOWEST;
    `insurance` is the true count from which every hand is insured, or None; `counting` is the name
    of the counting system, if given.
    """

    charts: tuple[tuple[int, Chart], ...]
    insurance: int | None = None
    counting: str = ""


def read_strategy(lines: Iterable[str]) -> Strategy:
    """Read a strategy in the format above. Raises SudokuError if it is invalid."""
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
    """Read a true count, or return None if the word is invalid."""
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
    """Make a chart with optional cells filled in, and reject one without a required one."""
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
    r"""Write a strategy for `read_strategy`.

    >>> from sudokutools.blackjack.house import house_odds
    >>> from sudokutools.blackjack.rules import Rules
    >>> strategy = Strategy(((LOWEST, house_odds(Rules(decks=1)).chart),), 3, "hi-lo")
    >>> text = write_strategy(strategy)
    >>> text.splitlines()[:2], write_strategy(read_strategy(text.splitlines())) == text
    (['counting\thi-lo', 'insurance\t3'], True)
    """
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
