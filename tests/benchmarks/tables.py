"""Tables of speed: how figures are written, read back and compared, and the rows as data.

Each table is in docs/benchmarks.md between the comments `<!-- speed: NAME -->` and `<!-- end -->`.
The first cell of a row is its name; text columns come first, columns of figures after them.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from math import floor, inf, isinf, log10
from typing import NamedTuple

from tests.benchmarks.bench import Bench

WORSE = 5.0
"""Per cent by which a figure that got worse is named."""

PREFIXES = {"M": 1e6, "k": 1e3}
ABOVE = "above "
MARKS = re.compile(r"(<!-- speed: (\S+) -->\n)(.*?)(\n<!-- end -->)", re.DOTALL)

Record = Mapping[str, Mapping[str, str]]
"""The texts of a table by row and column."""

Figures = Mapping[str, float]
"""The figures of a row, by column."""

Work = Callable[[Bench], tuple[float, ...]]
"""Measures figures; raises `Missing` where it cannot."""


def three_digits(number: float) -> str:
    """Return a number that is not negative, rounded to three digits.

    >>> [three_digits(number) for number in (0.06228, 1.3, 99.96, 3690.2)]
    ['0.0623', '1.30', '100', '3,690']
    """
    rounded = float(f"{number:.3g}")
    decimals = 2 - floor(log10(rounded)) if rounded else 0
    return f"{rounded:,.{max(0, decimals)}f}"


class Unit(NamedTuple):
    """How the figures of a column are written, and which of two is the better one."""

    more_is_better: bool
    is_rate: bool = False
    is_count: bool = False
    limit: str = ""
    """What an infinite figure is above."""

    def show(self, figure: float) -> str:
        """Return a figure as a table shows it.

        >>> RATE.show(3_251_000), RATE.show(999_960), RATE.show(278), COUNT.show(3)
        ('3.25 M', '1.00 M', '278', '3')
        """
        if isinf(figure):
            return ABOVE + self.limit
        if self.is_count:
            return f"{figure:.0f}"
        for prefix, value in PREFIXES.items() if self.is_rate else ():
            if float(f"{figure:.3g}") >= value:
                return f"{three_digits(figure / value)} {prefix}"
        return three_digits(figure)

    def better(self, one: float, other: float) -> float:
        return max(one, other) if self.more_is_better else min(one, other)

    def loss(self, old: float, new: float) -> float:
        """Return by how many per cent a figure got worse; less than nothing: better.

        >>> RATE.loss(200, 150), TIME.loss(200, 150), TIME.loss(10, inf), TIME.loss(inf, inf)
        (25.0, -25.0, inf, 0.0)
        """
        if old == new:
            return 0.0
        change = (inf if new > old else -inf) if old == 0 or inf in (old, new) else new / old - 1
        return 100 * (-change if self.more_is_better else change)


RATE = Unit(more_is_better=True, is_rate=True)
TIME = Unit(more_is_better=False)
COUNT = Unit(more_is_better=True, is_count=True)


def read(cell: str) -> float | None:
    """Return the figure of a cell, None where it has none.

    >>> [read(cell) for cell in ("3.25 M", "1,070", "above 10 s", "")]
    [3250000.0, 1070.0, inf, None]
    """
    if cell.startswith(ABOVE):
        return inf
    number, _, prefix = cell.partition(" ")
    try:
        return float(number.replace(",", "")) * PREFIXES.get(prefix, 1)
    except ValueError:
        return None


class Column(NamedTuple):
    """A column of figures; figures of other programs are never reported as worse."""

    name: str
    unit: Unit
    is_ours: bool = True


class Measure(NamedTuple):
    """What gives the figures of some columns of a row."""

    columns: tuple[str, ...]
    work: Work


class Row(NamedTuple):
    """A row: its texts, the name first, and its measures, taken in turns."""

    texts: tuple[str, ...]
    measures: tuple[Measure, ...]

    @property
    def name(self) -> str:
        return self.texts[0]


class Table(NamedTuple):
    name: str
    headings: tuple[str, ...]
    """Of the texts."""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def best(self, one: Figures, other: Figures) -> Figures:
        """Return the better of two figures of each column."""
        units = {column.name: column.unit for column in self.columns}
        both = {key: units[key].better(one[key], other[key]) for key in one.keys() & other.keys()}
        return {**one, **other, **both}

    def shown(self, figures: Figures) -> dict[str, str]:
        columns = (column for column in self.columns if column.name in figures)
        return {column.name: column.unit.show(figures[column.name]) for column in columns}

    def markdown(self, measured: Mapping[str, Figures], record: Record) -> str:
        """Return the table; missing figures are taken from the record."""
        headings = [*self.headings, *(column.name for column in self.columns)]
        lines = [line_of(headings), "|---" * len(headings) + "|"]
        for row in self.rows:
            cells = {**record.get(row.name, {}), **self.shown(measured.get(row.name, {}))}
            lines.append(line_of([*row.texts, *(cells.get(c.name, "") for c in self.columns)]))
        return "\n".join(lines)

    def losses(self, row: Row, figures: Figures, record: Record) -> list[str]:
        """Return a line for every figure of ours that is worse than the recorded one."""
        lines = []
        for column in self.columns:
            old = read(record.get(row.name, {}).get(column.name, ""))
            if not column.is_ours or old is None or column.name not in figures:
                continue
            loss = column.unit.loss(old, figures[column.name])
            if loss >= WORSE:
                was, now = column.unit.show(old), column.unit.show(figures[column.name])
                cell = f"{self.name}: {row.name}, {column.name}"
                lines.append(f"{cell}: {was} before, {now} now, {loss:.1f} % worse")
        return lines


def line_of(cells: Iterable[str]) -> str:
    escaped = (cell.replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"


def cells_of(line: str) -> list[str]:
    r"""Return the cells of a line of a table.

    >>> cells_of(r"| `a \| b` | 1 |  |")
    ['`a | b`', '1', '']
    """
    cells = re.split(r"(?<!\\)\|", line.strip())[1:-1]
    return [cell.strip().replace(r"\|", "|") for cell in cells]


def record_of(text: str) -> Record:
    """Return the rows of a table of Markdown."""
    lines = [cells_of(line) for line in text.splitlines() if line.startswith("|")]
    headings = lines[0] if lines else []
    return {cells[0]: dict(zip(headings, cells, strict=True)) for cells in lines[2:]}


def marked(text: str) -> dict[str, str]:
    """Return the text between marks, by name."""
    return {name: content for _, name, content, _ in MARKS.findall(text)}


def replaced(text: str, contents: Mapping[str, str]) -> str:
    return MARKS.sub(lambda mark: mark[1] + contents.get(mark[2], mark[3]) + mark[4], text)
