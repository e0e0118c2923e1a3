"""Large grids: clause learning compared with CaDiCaL with its encoding, and races at the hard peak.

One solution and the search for a second one are timed in a process of their own, reading
excluded: by the engine `cdcl`, and by CaDiCaL through python-sat with the encoding in Python. The
puzzles are minimal, or full grids with holes at random; at the peak of how hard holes are, what
counts is how many are decided within the limit. A race is a whole `sudoku-solve --jobs 2` of one
puzzle, by the clock.
"""

from statistics import median

from tests.benchmarks.bench import Answer, Bench
from tests.benchmarks.figures import COUNT, TIME
from tests.benchmarks.pipes import PipeError
from tests.benchmarks.tables import Column, Measure, Row, Table
from tests.benchmarks.works import Work, milliseconds, puzzles

LIMIT = 10
"""CPU seconds after which a puzzle is given up; those by the clock in a race."""

METHODS = {"ours": "cdcl", "CaDiCaL": "sat"}
"""The columns, and the engines that are measured for them."""

MILLISECONDS = TIME._replace(limit=f"{LIMIT} s")


def answers(bench: Bench, method: str, pipe: str, number: int) -> list[Answer]:
    """Return the answers of a method, which other methods must not contradict."""
    file = bench.made(pipe.format(n=bench.number(number)))
    given = bench.library(method, file, LIMIT)
    bench.agree([answer.solutions for answer in given])
    return given


def times(method: str, pipe: str, number: int) -> Work:
    """Return a function that measures median and worst milliseconds."""

    def work(bench: Bench) -> tuple[float, ...]:
        taken = [1000 * answer.seconds for answer in answers(bench, method, pipe, number)]
        return median(taken), max(taken)

    return work


def decided(method: str, pipe: str, number: int) -> Work:
    """Return a function that counts the puzzles decided within the limit."""

    def work(bench: Bench) -> tuple[float]:
        given = answers(bench, method, pipe, number)
        return (sum(answer.solutions is not None for answer in given),)

    return work


def raced(pipe: str, number: int) -> Work:
    """Return a function that counts the puzzles two searches side by side decide."""

    def is_decided(bench: Bench, puzzle: bytes, name: int) -> bool:
        file = bench.file(f"puzzle {name}", lambda: puzzle)
        try:
            bench.output(f"sudoku-solve --jobs 2 --timeout {LIMIT}", file)
        except PipeError as error:
            if "undecided" not in str(error):
                raise
            return False
        return True

    def work(bench: Bench) -> tuple[float]:
        file = bench.made(pipe.format(n=bench.number(number)))
        lines = file.read_bytes().splitlines(keepends=True)
        return (sum(is_decided(bench, line, name) for name, line in enumerate(lines)),)

    return work


def row(name: str, pipe: str, number: int, *, is_made: bool = False) -> Row:
    """Return the row of a size: how to make its puzzles, and how many."""
    making = [Measure(("made",), milliseconds(pipe, number))] if is_made else []
    solving = [
        Measure((f"{column} median", f"{column} worst"), times(method, pipe, number))
        for column, method in METHODS.items()
    ]
    return Row((name, str(number)), (*making, *solving))


def square(size: int) -> str:
    return f"{size}\N{MULTIPLICATION SIGN}{size}"


def minimal(size: int) -> Row:
    pipe = puzzles("--minimal", f"--size {size}", "sizes")
    return row(f"{square(size)} minimal", pipe, 20, is_made=True)


def holes(size: int, blanks: int) -> str:
    """Return the pipe that makes full grids with holes at random."""
    return puzzles(f"--any --blanks {blanks}", f"--size {size}", "sizes")


def holed(size: int, blanks: int, number: int = 8) -> Row:
    return row(f"{square(size)}, {blanks:,} holes", holes(size, blanks), number)


def peak(size: int, blanks: int) -> Row:
    pipe, number = holes(size, blanks), 8
    share = 100 * blanks / size**2
    return Row(
        (f"{square(size)}, {blanks:,} holes ({share:.1f} %)", str(number)),
        (
            *(Measure((name,), decided(method, pipe, number)) for name, method in METHODS.items()),
            Measure(("`--jobs 2`",), raced(pipe, number)),
        ),
    )


TABLE = Table(
    "sizes",
    ("grid", "puzzles"),
    (
        Column("made", TIME),
        Column("ours median", MILLISECONDS),
        Column("ours worst", MILLISECONDS),
        Column("CaDiCaL median", MILLISECONDS, is_ours=False),
        Column("CaDiCaL worst", MILLISECONDS, is_ours=False),
    ),
    (
        *(minimal(size) for size in (12, 16, 20, 25)),
        holed(25, 362, 10),
        holed(30, 468),
        holed(36, 596),
        holed(49, 996),
        holed(64, 1597),
        holed(100, 1800),
    ),
)

PEAK = Table(
    "peak",
    ("grid", "puzzles"),
    (
        Column("ours", COUNT),
        Column("`--jobs 2`", COUNT),
        Column("CaDiCaL", COUNT, is_ours=False),
    ),
    (peak(36, 622), peak(49, 1044)),
)
