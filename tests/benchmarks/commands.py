"""The commands on 9x9 records and at blackjack, compared with QQwing where it does the same."""

from tests.benchmarks.bench import Bench
from tests.benchmarks.figures import RATE
from tests.benchmarks.tables import Column, Measure, Row, Table
from tests.benchmarks.works import Source, Work, collected, grids, made, puzzles, rate

SEVENTEEN = collected("17_clue")
GRIDS = made(grids())
ROTATED = "--symmetry rotate180"


def row(
    command: str,
    number: int,
    records: str,
    source: Source | None = None,
    *,
    run: str = "",
    variant: str = "",
    qqwing: tuple[str, int] | None = None,
) -> Row:
    """Return the row of a command; `run` is what runs, where it is not what stands there.

    QQwing has its own words and number of puzzles.
    """
    pipe = run or f"{command} --jobs 1"
    measures = [Measure(("a second",), rate(pipe, number, source, variant=variant))]
    if qqwing:
        words, fewer = qqwing
        theirs = rate(f"{{peer}} {words}", fewer, source, peer="qqwing")
        measures.append(Measure(("QQwing",), theirs))
    return Row((f"`{command}`", f"{number:,} {records}"), tuple(measures))


def mask(options: str, number: int, qqwing: str = "", fewer: int = 0) -> Row:
    """Return the row of `sudoku-mask` on complete grids, none of which may be given up."""
    words = (f"--generate {{n}} --one-line {qqwing}", fewer) if fewer else None
    command = f"sudoku-mask {options}"
    run = f"{command} --seed speed --jobs 1 --tries 1000000"
    return row(command, number, "puzzles", GRIDS, run=run, qqwing=words)


def printed() -> Work:
    """Return a function that measures printed puzzles per CPU second; needs the extra."""

    def work(bench: Bench) -> tuple[float, ...]:
        bench.needs("reportlab")
        file = bench.folder / "book.pdf"
        return rate(f"sudoku-print --solutions end -o {file}", 2_000, made(puzzles("--minimal")))(
            bench
        )

    return work


CLUES = "puzzles of 17 clues"

TABLE = Table(
    "commands",
    ("command", "work"),
    (Column("a second", RATE), Column("QQwing", RATE, is_ours=False)),
    (
        row(
            "sudoku-solve", 1_000_000, CLUES, SEVENTEEN,
            qqwing=("--solve --one-line", 20_000),
        ),
        row(
            "SUDOKUTOOLS_CORE=python sudoku-solve", 5_000, CLUES, SEVENTEEN,
            run="sudoku-solve --jobs 1", variant="python",
        ),
        row("sudoku-check", 1_000_000, CLUES, SEVENTEEN),
        row("sudoku-check --minimal", 200_000, CLUES, SEVENTEEN),
        row("sudoku-check --canonical", 1_000_000, "complete grids", GRIDS),
        row("sudoku-check --rate", 49_158, CLUES, SEVENTEEN),
        row(
            "sudoku-gen --format line", 1_000_000, "grids, uniform",
            run="sudoku-gen --format line --seed speed -n {n} --jobs 1",
        ),
        mask("--minimal", 100_000, "", 400),
        mask(f"--minimal {ROTATED}", 2_000),
        mask(f"--orbit-minimal {ROTATED}", 100_000, ROTATED, 200),
        mask("--clues 30", 200_000),
        mask("--level easy", 50_000, "--difficulty easy", 200),
        mask("--level medium", 30_000),
        mask("--level hard", 20_000),
        mask("--level expert", 10_000, "--difficulty expert", 100),
        mask("--level extreme", 10_000),
        Row(
            ("`sudoku-print --solutions end` (PDF)", "2,000 puzzles, four a page"),
            (Measure(("a second",), printed()),),
        ),
        row("blackjack odds", 1, "rule set, six decks, charts and all", run="blackjack odds"),
        row(
            "blackjack simulate", 100_000_000, "rounds",
            run="blackjack simulate -n {n} --seed speed --jobs 1",
        ),
    ),
)  # fmt: skip
