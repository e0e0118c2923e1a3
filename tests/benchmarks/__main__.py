"""Measure every row of docs/benchmarks.md and report the rows that became slower.

    python -m tests.benchmarks [--only PATTERN] [--write docs/benchmarks.md] [--puzzles DIR]
                               [--peer NAME=PROGRAM] [--runs N] [--installed] [--quick]

The checkout is built with each compiler found, into environments of their own; tables use the
first one (gcc) unless they name another. The programs of a row run in turns (ours, the peer, ours,
...), N times or until they took long enough, and the best run counts. Times are CPU times of whole
processes unless stated otherwise, because other work on the machine affects them less.

Puzzles are made from seeds. Collections by others are files of DIR with `17_clue`, `hardest_1905`
and `hardest_1106` in their names, as tdoku has them. Peers are found by name (qqwing, sgt-solo,
tdoku's run_benchmark) or given: `--peer tdoku=PROGRAM`. python-sat and ortools are used if
installed. Rows that cannot be measured keep their old figures, with a message on standard error.

Tables go to standard output as Markdown or, with `--write`, into a file between its marks. Each of
our cells that is at least 5 % slower than in the last commit is measured once more, and reported if
it stays slower; the exit status is then 1.
"""

import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from tests.benchmarks import builds
from tests.benchmarks.bench import PEERS, RECORD, ROOT, Bench, Missing, PipeError
from tests.benchmarks.rows import TABLES
from tests.benchmarks.tables import Figures, Record, Row, Table, marked, record_of, replaced

ENOUGH = 15.0
"""A row that took this many seconds is not run again for a better figure."""


class Measured(NamedTuple):
    """The figures of a row, and reasons for missing ones, by column."""

    figures: Figures
    missing: Mapping[str, str]


Measurer = Callable[[Table, Row], Measured]


def measurer(bench: Bench, runs: int) -> Measurer:
    """Return a function that measures a row: the best of some turns of its works."""

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
                            figures = table.best(figures, turn)
                    except (Missing, PipeError) as reason:
                        missing |= dict.fromkeys(columns, str(reason))
                if monotonic() - start > ENOUGH:
                    break
        return Measured(figures, missing)

    return measure


def compared(
    table: Table, only: Callable[[str], object], measure: Measurer, shown: Record, record: Record
) -> tuple[str, list[str]]:
    """Measure the selected rows; return the table and the cells that got worse.

    Cells that are not measured stand as `shown` has them. A row that seems worse than `record` is
    measured once more, and the better of both counts.
    """
    rows: dict[str, Figures] = {}
    losses: list[str] = []
    for row in table.rows:
        name = f"{table.name}: {row.name}"
        if not only(name):
            continue
        figures, missing = measure(table, row)
        if table.losses(row, figures, record):
            figures = table.best(figures, measure(table, row).figures)
        rows[row.name] = figures
        for reason in sorted(set(missing.values())):
            columns = ", ".join(column for column, text in missing.items() if text == reason)
            say(f"not measured: {name}: {columns}: {reason}")
        if figures:
            say(f"{name}: {', '.join(map(' '.join, table.shown(figures).items()))}")
        losses += table.losses(row, figures, record)
    return table.markdown(rows, shown), losses


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def committed(root: Path = ROOT) -> dict[str, str]:
    """Return the tables of the last commit, or nothing without git."""
    return marked(_git(root, "show", f"HEAD:./{RECORD}"))


def commit_of(name: str, root: Path = ROOT) -> str:
    """Return the last commit that touched a table, with its day; an empty text if none is known."""
    lines = f"/<!-- speed: {name} -->/,/<!-- end -->/:{RECORD}"
    return _git(root, "log", "-1", "-s", "--format=%h of %as", "-L", lines).strip()


def _git(root: Path, *words: str) -> str:
    try:
        return subprocess.run(["git", "-C", root, *words], capture_output=True, text=True).stdout
    except FileNotFoundError:
        return ""


def options_of(words: list[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m tests.benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", metavar="PATTERN", help="rows, as TABLE: ROW")
    parser.add_argument("--write", type=Path, metavar="FILE", help="replace the tables of a file")
    parser.add_argument("--puzzles", type=Path, metavar="DIR", help="collections of puzzles")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PROGRAM")
    parser.add_argument("--runs", type=int, default=3, metavar="N")
    parser.add_argument("--installed", action="store_true", help="build nothing")
    parser.add_argument("--quick", action="store_true", help="few puzzles, nothing compared")
    options = parser.parse_args(words)
    options.peers = dict(peer.split("=", 1) for peer in options.peer if "=" in peer)
    if len(options.peers) < len(options.peer) or not options.peers.keys() <= PEERS.keys():
        parser.error(f"--peer: NAME=PROGRAM, one of {', '.join(PEERS)}")
    if options.write and not marked(options.write.read_text()):
        parser.error(f"--write: {options.write} has no marks of tables")
    if options.quick and options.write:
        parser.error("--quick measures nothing worth to --write")
    return options


def main(words: list[str] | None = None) -> int:
    """Measure, print or write, and name what got worse."""
    options = options_of(words)
    only = re.compile(options.only, re.IGNORECASE).search
    file = options.write or ROOT / RECORD
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = builds.installed() if options.installed else builds.built(folder)
        bench = Bench(folder, found, options.peers, options.puzzles, options.quick)
        measure = measurer(bench, 1 if options.quick else options.runs)
        record = {} if options.quick else committed()
        machine = builds.machine(bench)
        before = record.get("machine", machine)
        if before.rpartition(",")[0] != machine.rpartition(",")[0]:  # Without the date.
            say(f"another machine than that of the record: {before}")
        print(f"<!-- speed: machine -->\n{machine}\n<!-- end -->", flush=True)
        losses: list[str] = []
        for table in TABLES:
            if not any(only(f"{table.name}: {row.name}") for row in table.rows):
                continue
            shown, old = (
                record_of(texts.get(table.name, "")) for texts in (marked(file.read_text()), record)
            )
            markdown, worse = compared(table, only, measure, shown, old)
            losses += [f"{line} (since {commit_of(table.name)})" for line in worse]
            if options.write:
                file.write_text(replaced(file.read_text(), {table.name: markdown}))
            print(f"\n<!-- speed: {table.name} -->\n{markdown}\n<!-- end -->", flush=True)
        if options.write and not options.only:
            file.write_text(replaced(file.read_text(), {"machine": machine}))
    for line in losses:
        say(f"worse: {line}")
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
