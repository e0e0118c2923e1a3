"""docs/benchmarks.md has the rows that are measured, and measuring fills them in."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from tests.benchmarks.__main__ import RECORD, main, measured
from tests.benchmarks.rows import TABLES
from tests.benchmarks.tables import Row, Table, cells_of, marked, read_table, replaced
from tests.benchmarks.timing import Bench, Lines, Missing, Solved, Timed

ROOT = RECORD.parents[1]
SPEED = RECORD.read_text().split("\n## Uniformity\n")[0]
HERE = {"": Path(sys.executable).parent}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_page_has_the_rows_that_are_measured(table: Table) -> None:
    text = marked(SPEED)[table.name]
    lines = [cells_of(line) for line in text.splitlines()]
    assert lines[0] == [*table.headings, *table.columns]
    texts = len(table.headings)
    assert [tuple(line[:texts]) for line in lines[2:]] == [row.texts for row in table.rows]
    assert table.markdown(text, {}) == text


def test_every_table_of_speed_is_measured() -> None:
    assert marked(SPEED).keys() == {"machine"} | {table.name for table in TABLES}
    assert "|---" not in replaced(SPEED, dict.fromkeys(marked(SPEED), ""))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_each_cell_of_the_page_is_measured(table: Table) -> None:
    cells = read_table(marked(SPEED)[table.name])
    for row in table.rows:
        measured = [name for measure in row.measures for name in measure.columns]
        shown = [name for name in table.columns if cells[row.texts[0]][name]]
        assert sorted(measured) == sorted(shown)


class Figures(NamedTuple):
    """Measures one figure after the other."""

    columns: tuple[str, ...]
    figures: list[float]
    ran: list[str]

    def take(self, _: Bench) -> tuple[float, ...]:
        self.ran.append(self.columns[0])
        if not self.figures:
            raise Missing("a peer")
        return (self.figures.pop(0),)


def test_measures_run_in_turns_and_the_median_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []
    figures = {"rate": [1.0, 9.0, 2.0], "peer": [], "ms": [5.0, 4.0, 6.0]}
    measures = tuple(Figures((name,), those, ran) for name, those in figures.items())
    row = Row(("fast",), cast("tuple[Timed, ...]", measures))
    assert measured(row, Bench(HERE, tmp_path), 3) == {"rate": 2.0, "ms": 5.0}
    assert ran == ["rate", "peer", "ms", "rate", "ms", "rate", "ms"]
    assert capsys.readouterr().err == "not measured: fast: peer: a peer\n"


def test_input_is_repeated(tmp_path: Path) -> None:
    lines = Lines("sudoku-gen --size 4 --format line --seed 1 -n {n}", 2)
    once, twice, *more = Bench(HERE, tmp_path).file(lines, 5).read_text().splitlines()
    assert more == [once, twice, once]
    assert once != twice


def test_a_command_that_fails_is_not_measured(tmp_path: Path) -> None:
    bench = Bench(HERE, tmp_path)
    for pipe, reason in {
        "sudoku-gen --size 0 | sudoku-solve": "--size",
        "sudoku-gen | no-such-program": "not found",
        "no-such-program": "no program no-such-program",
    }.items():
        with pytest.raises(Missing, match=reason):
            Timed(("ms",), pipe).take(bench)


def test_methods_that_differ_end_the_run(tmp_path: Path) -> None:
    lines = Lines("sudoku-gen --size 4 --format line --seed 1", 1)
    solved = Solved(("ours",), "cdcl", (max,), lines, 1, 10)
    bench = Bench(HERE, tmp_path)
    assert solved.take(bench) > (0.0,)
    assert bench.solutions == {(lines, 0): 1}
    bench.solutions[lines, 0] = 2
    with pytest.raises(SystemExit, match="puzzle 0 has 2 solutions, but 1 by cdcl"):
        solved.take(bench)


def test_write_fills_in_the_measured_cells(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    shutil.copy(RECORD, page)
    main(["--runs", "1", "--only", "start: .sudoku-gen.$", "--write", str(page)])
    before, after = (path.read_text().splitlines() for path in (RECORD, page))
    [row] = [at for at, line in enumerate(before) if line.startswith("| `sudoku-gen` | one grid |")]
    assert re.fullmatch(r"\| `sudoku-gen` \| one grid( \| [\d.,]+){3} \|", after[row])
    assert before[:row] + before[row + 1 :] == after[:row] + after[row + 1 :]


def test_the_command() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", "--quick", "--only", "hardest 1106|sizes: 12"],
        capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    tables = {name: read_table(text) for name, text in marked(ran.stdout).items() if "|" in text}
    old = read_table(marked(SPEED)["sizes"])
    assert tables.keys() == {"sizes"}
    assert [name for name, cells in tables["sizes"].items() if cells != old[name]] == [
        next(iter(old))
    ]
    assert "not measured: hardest 1106: tdoku: --puzzles DIR with a file" in ran.stderr
    assert f"Python {sys.version.split()[0]}" in marked(ran.stdout)["machine"]


def test_the_page_of_clusters_has_the_same_rates() -> None:
    page = (ROOT / "docs/cluster.md").read_text()
    rates = read_table(marked(SPEED)["commands"])
    for work, command in (
        ("minimal puzzles", "sudoku-mask --minimal"),
        ("ratings (17 clues)", "sudoku-check --rate"),
        ("canonical forms", "sudoku-check --canonical"),
        ("puzzles of `--level hard`", "sudoku-mask --level hard"),
    ):
        assert f"| {work} | {rates[f'`{command}`']['a second']} |" in page
