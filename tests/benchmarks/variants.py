"""Variants: made, compared with Simon Tatham's Solo, and solved, compared with CP-SAT of OR-tools.

Made are puzzles with one solution by the pipes that stand in the rows, start-up of both
commands included; Solo (Debian: sgt-puzzles) makes its own easiest of the kind. They are solved by
`sudoku-solve --jobs 1` as lines with their specs, the set again and again, uniqueness proved; the
longest of them is timed in the library, reading excluded. CP-SAT gets some of the same puzzles.
"""

from collections.abc import Callable
from statistics import fmean

from tests.benchmarks.bench import Bench
from tests.benchmarks.figures import TIME
from tests.benchmarks.tables import Column, Measure, Row, Table
from tests.benchmarks.works import Work, milliseconds, puzzles, repeated

FOR_CP_SAT = 10


def answered(method: str, pipe: str, most: int, figure: Callable[[list[float]], float]) -> Work:
    """Return a function that measures a figure of the milliseconds of a method per puzzle."""

    def work(bench: Bench) -> tuple[float]:
        file = bench.made(pipe.format(n=bench.number(most, least=2)))
        return (figure([1000 * answer.seconds for answer in bench.library(method, file)]),)

    return work


def row(
    name: str, options: str, of: str = "", solo: str = "", *, made: int = 300, solved: int = 10_000
) -> Row:
    """Return the row of a kind: options of `sudoku-mask` and of `sudoku-gen`, what Solo calls it,
    how many are made, and how many solved, these again and again.
    """
    pipe = puzzles(options, of)
    measures = [Measure(("made",), milliseconds(pipe, made))]
    if solo:
        theirs = milliseconds(f"{{peer}} --generate {{n}} {solo}", made // 3, peer="solo")
        measures.append(Measure(("Solo",), theirs))
    solving = milliseconds("sudoku-solve --jobs 1", solved, repeated(pipe, made))
    measures += [
        Measure(("solved",), solving),
        Measure(("longest",), answered("auto", pipe, made, max)),
        Measure(("CP-SAT",), answered("cp-sat", pipe, min(made, FOR_CP_SAT), fmean)),
    ]
    return Row((name,), tuple(measures))


TABLE = Table(
    "variants",
    ("puzzles",),
    (
        Column("made", TIME),
        Column("Solo", TIME, is_ours=False),
        Column("solved", TIME),
        Column("longest", TIME),
        Column("CP-SAT", TIME, is_ours=False),
    ),
    (
        row("X", "--minimal", "--variant x", "3x3x"),
        row("windoku", "--minimal", "--variant windoku"),
        row("windoku X", "--minimal", "--variant x,windoku"),
        row("disjoint", "--minimal", "--variant disjoint"),
        row("antiking", "--minimal", "--variant antiking"),
        row("antiknight", "--minimal", "--variant antiknight", solved=3_000),
        row("nonconsecutive", "--minimal", "--variant nonconsecutive", made=30, solved=60),
        row("jigsaw on a map of its own", "--minimal", "--regions random", "9j"),
        row("jigsaw X", "--minimal", "--regions random --variant x", "9jx", made=60),
        row("killer without a digit", "--cages", "", "3x3k", solved=5_000),
        row("jigsaw killer without a digit", "--cages", "--regions random", "9jk", made=60),
        row("even and odd", "--parity --minimal"),
        row("less", "--less", solved=5_000),
    ),
)
