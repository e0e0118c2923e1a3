"""The tables of docs/benchmarks.md, each between `<!-- speed: NAME -->` and `<!-- end -->`.

Columns of text come first, the first of them names the row; columns of figures come after them.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from math import floor, isinf, log10
from typing import NamedTuple

from tests.benchmarks.timing import LIMIT, Solved, Timed

PREFIXES = {"M": 1e6, "k": 1e3}
MARKS = re.compile(r"(<!-- speed: (\S+) -->\n)(.*?)(\n<!-- end -->)", re.DOTALL)

UNITS: Mapping[str, Callable[[float], float]] = {
    "rate": lambda seconds: 1 / seconds,
    "ms": lambda seconds: 1000 * seconds,
    "ratio": float,
    "count": float,
}
"""How a measure becomes the figure of a column."""


class Row(NamedTuple):
    texts: tuple[str, ...]
    measures: tuple[Timed | Solved, ...]
    runs: int = 1
    """How many times as many runs as usual: for short ones."""


class Table(NamedTuple):
    name: str
    headings: tuple[str, ...]
    """Of the texts."""
    columns: Mapping[str, str]
    """The units of the figures, by column."""
    rows: tuple[Row, ...]

    def markdown(self, old: str, cells: Mapping[str, Mapping[str, str]]) -> str:
        """Return the table with some cells, by row and column, and the others as they were."""
        headings, kept = [*self.headings, *self.columns], read_table(old)
        lines = [line_of(headings), "|---" * len(headings) + "|"]
        for row in self.rows:
            all_cells = {**kept.get(row.texts[0], {}), **cells.get(row.texts[0], {})}
            lines.append(line_of([*row.texts, *(all_cells.get(c, "") for c in self.columns)]))
        return "\n".join(lines)


def shown(measure: float, unit: str) -> str:
    """Return a measure as a table shows it, rounded to three digits.

    >>> [shown(1 / rate, "rate") for rate in (3_251_000, 999_960, 278)]
    ['3.25 M', '1.00 M', '278']
    >>> [shown(ms / 1000, "ms") for ms in (0.06228, 99.96, 3690.2)], shown(float("inf"), "ms")
    (['0.0623', '100', '3,690'], 'above 10 s')
    """
    if isinf(measure):
        return f"above {LIMIT} s"
    figure = float(f"{UNITS[unit](measure):.3g}")
    if unit == "count":
        return f"{figure:.0f}"
    prefix = next((p for p, value in PREFIXES.items() if unit == "rate" and figure >= value), "")
    figure /= PREFIXES.get(prefix, 1)
    decimals = 2 - floor(log10(figure)) if figure else 0
    return f"{figure:,.{max(0, decimals)}f} {prefix}".rstrip()


def line_of(cells: Iterable[str]) -> str:
    escaped = (cell.replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"


def cells_of(line: str) -> list[str]:
    r"""Return the cells of a line of a table.

    >>> cells_of(r"| `a \| b` | 1 |  |")
    ['`a | b`', '1', '']
    """
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def read_table(text: str) -> dict[str, dict[str, str]]:
    """Return the cells of a table of Markdown by row and column."""
    headings, _, *rows = map(cells_of, text.splitlines() or ["", ""])
    return {cells[0]: dict(zip(headings, cells, strict=True)) for cells in rows}


def marked(text: str) -> dict[str, str]:
    """Return the texts between the marks of a page, by name."""
    return {name: content for _, name, content, _ in MARKS.findall(text)}


def replaced(text: str, contents: Mapping[str, str]) -> str:
    return MARKS.sub(lambda mark: mark[1] + contents.get(mark[2], mark[3]) + mark[4], text)
