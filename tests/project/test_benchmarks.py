"""docs/benchmarks.md has the rows that are measured, and slower rows are reported."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.__main__ import Measured, commit_of, committed, compared, measurer
from tests.benchmarks.bench import RECORD, ROOT, Bench, Missing
from tests.benchmarks.rows import TABLES
from tests.benchmarks.tables import (
    RATE,
    TIME,
    Column,
    Measure,
    Record,
    Row,
    Table,
    cells_of,
    marked,
    record_of,
    replaced,
)

SPEED = (ROOT / RECORD).read_text().split("\n## Uniformity\n")[0]

COLUMNS = (Column("rate", RATE), Column("ms", TIME), Column("peer", RATE, is_ours=False))
TABLE = Table("made-up", ("what",), COLUMNS, (Row(("fast",), ()), Row(("slow",), ())))
OLD = """\
| what | rate | ms | peer |
|---|---|---|---|
| fast | 2.00 M | 10.0 | 300 k |
| slow | 1.07 k | above 9 s |  |"""


def everything(_: str) -> bool:
    return True


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_page_has_the_rows_that_are_measured(table: Table) -> None:
    lines = [cells_of(line) for line in marked(SPEED)[table.name].splitlines()]
    assert lines[0] == [*table.headings, *(column.name for column in table.columns)]
    texts = len(table.headings)
    assert [tuple(line[:texts]) for line in lines[2:]] == [row.texts for row in table.rows]
    assert table.markdown({}, record_of(marked(SPEED)[table.name])) == marked(SPEED)[table.name]


def test_every_table_of_speed_is_measured() -> None:
    assert marked(SPEED).keys() == {"machine"} | {table.name for table in TABLES}
    assert "|---" not in replaced(SPEED, dict.fromkeys(marked(SPEED), ""))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_each_measured_column_is_there(table: Table) -> None:
    names = {column.name for column in table.columns}
    for row in table.rows:
        measured = [name for measure in row.measures for name in measure.columns]
        assert len(measured) == len(set(measured))
        assert set(measured) <= names


def measure_of(*figures: dict[str, float]) -> Iterator[Measured]:
    """Yield the figures of one row after the other."""
    return (Measured(those, {}) for those in figures)


def compare(*figures: dict[str, float], record: Record | None = None) -> tuple[str, list[str]]:
    """Return the table and the losses if the rows have these figures."""
    turns = measure_of(*figures)
    shown = record_of(OLD)
    return compared(
        TABLE, everything, lambda *_: next(turns), shown, shown if record is None else record
    )


def test_what_got_worse_is_named() -> None:
    worse = {"rate": 1.8e6, "ms": 10.4, "peer": 100e3}
    markdown, losses = compare(worse, worse, {"rate": 1070})
    assert losses == ["made-up: fast, rate: 2.00 M before, 1.80 M now, 10.0 % worse"]
    assert "| fast | 1.80 M | 10.4 | 100 k |" in markdown
    _, losses = compare({"ms": 11}, {"ms": 10.6}, {"ms": 9000})
    assert losses == ["made-up: fast, ms: 10.0 before, 10.6 now, 6.0 % worse"]


def test_what_is_better_the_second_time_is_not() -> None:
    markdown, losses = compare({"rate": 1.8e6, "ms": 10}, {"rate": 1.95e6, "ms": 12}, {})
    assert losses == []
    assert "| fast | 1.95 M | 10.0 | 300 k |" in markdown


def test_what_is_not_measured_stays_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    markdown, losses = compare({}, {})
    assert (markdown, losses) == (OLD, [])
    compared(TABLE, everything, lambda *_: Measured({}, {"peer": "no peer"}), {}, {})
    assert "not measured: made-up: slow: peer: no peer" in capsys.readouterr().err


def test_works_run_in_turns_and_the_best_counts(tmp_path: Path) -> None:
    ran: list[str] = []
    figures = {"rate": iter([1.0, 3.0, 2.0]), "ms": iter([5.0, 4.0, 6.0])}

    def work(name: str) -> Measure:
        def figure(_: Bench) -> tuple[float]:
            ran.append(name)
            if name not in figures:
                raise Missing("a peer")
            return (next(figures[name]),)

        return Measure((name,), figure)

    row = Row(("fast",), (work("rate"), work("peer"), work("ms")))
    answer = measurer(Bench(tmp_path, {}), 3)(TABLE, row)
    assert answer == ({"rate": 3.0, "ms": 4.0}, {"peer": "a peer"})
    assert ran == ["rate", "peer", "ms", "rate", "ms", "rate", "ms"]


def test_the_tables_of_a_file_are_replaced() -> None:
    text = (
        "a\n<!-- speed: made-up -->\nold\n<!-- end -->\nb\n<!-- speed: other -->\nc\n<!-- end -->"
    )
    assert replaced(text, {"made-up": "new"}) == text.replace("old", "new")


@pytest.mark.skipif(not shutil.which("git"), reason="no git")
def test_the_record_is_the_last_commit(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        command = ["git", "-C", str(tmp_path), *identity, *words]
        return subprocess.check_output(command, text=True).strip()

    def commit(text: str) -> str:
        (tmp_path / RECORD).write_text(text)
        git("add", ".")
        git("commit", "-q", "-m", "a")
        return git("rev-parse", "--short", "HEAD")

    git("init", "-q")
    (tmp_path / RECORD).parent.mkdir()
    text = f"a\n<!-- speed: made-up -->\n{OLD}\n<!-- end -->\nb"
    commit(text)
    touched = commit(text.replace("10.0", "11.0"))
    commit(text.replace("10.0", "11.0").replace("\nb", "\nc"))
    (tmp_path / RECORD).write_text(text)
    assert record_of(committed(tmp_path)["made-up"])["fast"]["ms"] == "11.0"
    assert commit_of("made-up", tmp_path).startswith(touched)
    assert committed(tmp_path / "elsewhere") == {}


def test_the_command() -> None:
    command = [sys.executable, "-m", "tests.benchmarks", "--installed", "--quick", "--only"]
    ran = subprocess.run(
        [*command, r"sets: hardest|--clues 30|sizes: 12|variants: X"],
        capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    tables = {name: record_of(text) for name, text in marked(ran.stdout).items()}
    assert tables.keys() == {"machine", "sets", "commands", "variants", "sizes"}
    assert "not measured: sets: hardest 1106: " in ran.stderr
    old = record_of(marked(SPEED)["sets"])
    assert tables["sets"] == old
    assert f"Python {sys.version.split()[0]}" in marked(ran.stdout)["machine"]


def test_the_page_of_clusters_has_the_same_rates() -> None:
    page = (ROOT / "docs/cluster.md").read_text()
    for work, command in (
        ("minimal puzzles", "sudoku-mask --minimal"),
        ("ratings (17 clues)", "sudoku-check --rate"),
        ("canonical forms", "sudoku-check --canonical"),
        ("puzzles of `--level hard`", "sudoku-mask --level hard"),
    ):
        [rate] = [line.split(" | ")[2] for line in SPEED.splitlines() if f"| `{command}` |" in line]
        assert f"| {work} | {rate.rstrip(' |')} |" in page
