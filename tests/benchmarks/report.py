"""Measure tables row by row, and compare them with the record."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from tests.benchmarks.bench import RECORD, ROOT, Bench, Missing
from tests.benchmarks.pipes import PipeError
from tests.benchmarks.tables import Figures, Record, Row, Table, marked, record_of

ENOUGH = 15.0
"""A row that took this many seconds is not run again for a better figure."""


class Measured(NamedTuple):
    """The figures of a row, and reasons for missing ones, by column."""

    figures: Figures
    missing: Mapping[str, str]


Measurer = Callable[[Table, Row], Measured]


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def best(table: Table, one: Figures, other: Figures) -> Figures:
    """Return the better of two figures of each column."""
    units = {column.name: column.unit for column in table.columns}
    both = {name: units[name].better(one[name], other[name]) for name in one.keys() & other.keys()}
    return {**one, **other, **both}


def measurer(bench: Bench, runs: int) -> Measurer:
    """Return a function that measures a row: the best of `turns` turns of its works."""

    def measure(table: Table, row: Row) -> Measured:
        figures: Figures = {}
        missing: dict[str, str] = {}
        start = monotonic()
        with bench.row():
            for _ in range(runs):
                for columns, work in row.measures:
                    try:
                        if columns[0] not in missing:
                            turn = dict(zip(columns, work(bench), strict=True))
                            figures = best(table, figures, turn)
                    except (Missing, PipeError) as reason:
                        missing |= dict.fromkeys(columns, str(reason))
                if monotonic() - start > ENOUGH:
                    break
        return Measured(figures, missing)

    return measure


def tell(table: Table, row: Row, measured: Measured) -> None:
    """Report the figures of a row, and the missing ones."""
    figures, missing = measured
    for reason in sorted(set(missing.values())):
        names = ", ".join(name for name, text in missing.items() if text == reason)
        say(f"not measured: {table.name}: {row.name}: {names}: {reason}")
    shown = [
        f"{column.name} {column.unit.show(figures[column.name])}"
        for column in table.columns
        if column.name in figures
    ]
    if shown:
        say(f"{table.name}: {row.name}: {', '.join(shown)}")


class Compared(NamedTuple):
    """A table as it is now, and the cells that got worse."""

    markdown: str
    losses: list[str]


def compared(
    table: Table, only: Callable[[str], object], measure: Measurer, shown: Record, record: Record
) -> Compared:
    """Measure the selected rows of a table.

    Cells that are not measured stand as `shown` has them. A row that seems worse than `record` is
    measured once more, and the better of both counts.
    """
    rows: dict[str, Figures] = {}
    losses: list[str] = []
    for row in table.rows:
        if not only(f"{table.name}: {row.name}"):
            continue
        figures, missing = measure(table, row)
        if table.losses(row, figures, record):
            figures = best(table, figures, measure(table, row).figures)
        rows[row.name] = figures
        tell(table, row, Measured(figures, missing))
        losses += table.losses(row, figures, record)
    return Compared(table.markdown(rows, shown), losses)


def committed(root: Path = ROOT) -> dict[str, str]:
    """Return the tables of the last commit, or nothing without git."""
    return marked(_git(root, "show", f"HEAD:./{RECORD}"))


def record_in(contents: Mapping[str, str], table: Table) -> Record:
    """Return the rows of a table where they stand between marks."""
    return record_of(contents.get(table.name, ""))


def commit_of(name: str, root: Path = ROOT) -> str:
    """Return the last commit that touched a table, with its day; an empty text if none is known."""
    lines = f"/<!-- speed: {name} -->/,/<!-- end -->/:{RECORD}"
    return _git(root, "log", "-1", "-s", "--format=%h of %as", "-L", lines).strip()


def _git(root: Path, *words: str) -> str:
    try:
        return subprocess.run(["git", "-C", root, *words], capture_output=True, text=True).stdout
    except FileNotFoundError:
        return ""
