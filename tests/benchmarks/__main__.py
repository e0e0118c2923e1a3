"""Measure the rows of docs/benchmarks.md.

The programs of a row run in turns (ours, the peer, ours, ...), N times or until they took long
enough, and the median counts. Times are CPU times of whole processes unless stated otherwise,
because other work on the machine affects them less. Puzzles are made from seeds; collections by
others are files of `--puzzles` with `17_clue`, `hardest_1905` and `hardest_1106` in their names, as
tdoku has them. Cells that cannot be measured keep their figures, with a message on standard error.
"""

import platform
import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

from tests.benchmarks.rows import TABLES
from tests.benchmarks.tables import Row, marked, replaced, shown
from tests.benchmarks.timing import Bench, Missing

RECORD = Path(__file__).parents[2] / "docs" / "benchmarks.md"

ENOUGH = 15.0
"""A row that took this many seconds is not run again for a better figure."""


def measured(row: Row, bench: Bench, runs: int) -> dict[str, float]:
    """Return the medians by column; the measures of a row take turns."""
    given: dict[str, list[float]] = {}
    measures = list(row.measures)
    start = monotonic()
    for run in range(runs * row.runs):
        if run and monotonic() - start > ENOUGH:
            break
        for measure in list(measures):
            try:
                for column, figure in zip(measure.columns, measure.take(bench), strict=True):
                    given.setdefault(column, []).append(figure)
            except Missing as reason:
                say(f"not measured: {row.texts[0]}: {', '.join(measure.columns)}: {reason}")
                measures.remove(measure)
    return {column: median(figures) for column, figures in given.items()}


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def machine(builds: Mapping[str, Path]) -> str:
    """Return the processor, the core, the compilers, Python, and the date."""

    def printed(*command: str | Path) -> str:
        return subprocess.check_output(command, text=True).splitlines()[0]

    info = Path("/proc/cpuinfo")
    # With family and model, as one name is that of several processors.
    pattern = r"cpu family\s*: (\d+)\nmodel\s*: (\d+)\nmodel name\s*: (.*)"
    found = re.search(pattern, info.read_text() if info.exists() else "")
    name = f"{found[3]} (family {found[1]}, model {found[2]})" if found else platform.machine()
    core = re.findall(
        "core [^,)]+", printed(next(iter(builds.values())) / "sudoku-solve", "--version")
    )
    compilers = [re.sub(r" \(.*\)", "", printed(name, "--version")) for name in builds if name]
    python = f"Python {platform.python_version()}"
    return ", ".join([name, *core, *compilers, python, str(date.today())])


def options_of(words: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m tests.benchmarks", description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("--only", default="", metavar="PATTERN", help="rows, as TABLE: ROW")
    add("--write", type=Path, metavar="FILE", help="fill in the tables of a file")
    add("--puzzles", type=Path, metavar="DIR", help="collections of puzzles")
    add("--commands", action="append", default=[], metavar="COMPILER=DIR")
    add("--runs", type=int, default=3, metavar="N")
    add("--quick", action="store_true", help="few puzzles: to try rows, not to measure them")
    options = parser.parse_args(words)
    if options.write and (options.quick or not marked(options.write.read_text())):
        parser.error("--write needs a file with marks of tables, and no --quick")
    return options


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the tables or write them into a file between its marks."""
    options = options_of(words)
    pairs = (word.split("=", 1) for word in options.commands)
    builds = {name: Path(folder).absolute() for name, folder in pairs}
    builds = builds or {"": Path(sys.executable).parent}
    file, (runs, fewer) = options.write, (1, 200) if options.quick else (options.runs, 1)

    def fill(name: str, content: str) -> None:
        if file:
            file.write_text(replaced(file.read_text(), {name: content}))
        else:
            print(f"<!-- speed: {name} -->\n{content}\n<!-- end -->\n", flush=True)

    if not (file and options.only):
        fill("machine", machine(builds))
    for table in TABLES:
        old = marked((file or RECORD).read_text()).get(table.name, "")
        cells: dict[str, dict[str, str]] = {}
        for row in table.rows:
            name = row.texts[0]
            if not re.search(options.only, f"{table.name}: {name}", re.IGNORECASE):
                continue
            with TemporaryDirectory() as files:
                bench = Bench(builds, Path(files), options.puzzles, fewer)
                figures = measured(row, bench, runs)
            cells[name] = {c: shown(figure, table.columns[c]) for c, figure in figures.items()}
            say(f"{table.name}: {name}: {cells[name]}")
        if any(cells.values()):
            fill(table.name, table.markdown(old, cells))


if __name__ == "__main__":
    main()
