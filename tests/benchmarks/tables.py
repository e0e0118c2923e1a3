"""Benchmark tables as data: their rows and how each is measured.

Each table is in docs/benchmarks.md between the comments `<!-- speed: NAME -->` and `<!-- end -->`.
The first cell of a row is its name; text columns come first, columns of figures after them.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tests.benchmarks.bench import Bench
from tests.benchmarks.figures import WORSE, Unit, read

Cells = Mapping[str, str]
"""The texts of a row by column."""

Record = Mapping[str, Cells]
"""The rows of a table by name."""

Figures = Mapping[str, float]
"""The figures of a row, by column."""

MARKS = re.compile(r"(<!-- speed: (\S+) -->\n)(.*?)(\n<!-- end -->)", re.DOTALL)


class Column(NamedTuple):
    """A column of figures; figures of other programs are never reported as worse."""

    name: str
    unit: Unit
    is_ours: bool = True


class Measure(NamedTuple):
    """What gives the figures of some columns of a row; it raises `Missing` where it cannot."""

    columns: tuple[str, ...]
    work: Callable[[Bench], tuple[float, ...]]


class Row(NamedTuple):
    """A row: its texts, the name first, and its measures, taken in turns."""

    texts: tuple[str, ...]
    measures: tuple[Measure, ...]

    @property
    def name(self) -> str:
        return self.texts[0]


class Table(NamedTuple):
    """A table: its name, the headings of its texts, and columns and rows."""

    name: str
    headings: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def markdown(self, measured: Mapping[str, Figures], record: Record) -> str:
        """Return the table; missing figures are taken from the record."""
        headings = [*self.headings, *(column.name for column in self.columns)]
        lines = [line_of(headings), "|---" * len(headings) + "|"]
        for row in self.rows:
            figures, cells = measured.get(row.name, {}), record.get(row.name, {})
            lines.append(
                line_of(
                    [
                        *row.texts,
                        *(
                            column.unit.show(figures[column.name])
                            if column.name in figures
                            else cells.get(column.name, "")
                            for column in self.columns
                        ),
                    ]
                )
            )
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
