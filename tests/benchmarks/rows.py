"""The tables of docs/benchmarks.md: their rows, and how each is measured."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import fmean, median
from subprocess import DEVNULL

from tests.benchmarks.bench import Answer, Bench, PipeError
from tests.benchmarks.tables import COUNT, RATE, TIME, Column, Measure, Row, Table, Work

EASY = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"

Source = Callable[[Bench, int], Path]
"""Gives the input file of a command with a number of records."""


def collected(name: str) -> Source:
    """Give the lines of a collection, again and again."""
    return lambda bench, number: bench.repeated(name, lambda: bench.collection(name), number)


def made(pipe: str) -> Source:
    """Give the output of a pipeline of our commands, with the number for `{n}`."""
    return lambda bench, number: bench.made(pipe.format(n=number))


def repeated(pipe: str, most: int, width: int | None = None) -> Source:
    """Repeat the output of a pipeline: at most `most` distinct lines, cut to `width`."""

    def file(bench: Bench, number: int) -> Path:
        distinct = pipe.format(n=bench.number(most))

        def lines() -> list[bytes]:
            return [line[:width] for line in bench.run(distinct).out.splitlines()]

        return bench.repeated(distinct, lines, number)

    return file


def grids(options: str = "", seed: str = "speed") -> str:
    """Return the command that makes `{n}` complete grids."""
    return " ".join(f"sudoku-gen -n {{n}} --seed {seed} --format line --jobs 1 {options}".split())


def puzzles(options: str, of: str = "", seed: str = "speed") -> str:
    """Return the pipe that makes a puzzle of each of `{n}` grids: options of the two commands."""
    return f"{grids(of, seed)} | sudoku-mask --seed {seed} --jobs 1 {options}"


def used(
    figure: Callable[[float], float],
    pipe: str,
    number: int,
    source: Source | None = None,
    *,
    peer: str = "",
    variant: str = "",
    compiler: str = "",
) -> Work:
    """Measure a figure of the CPU seconds that a pipeline needs for each of `{n}` records."""

    def work(bench: Bench) -> tuple[float]:
        records = bench.number(number)
        line = pipe.format(n=records, peer=bench.peer(peer) if peer else "")
        file = source(bench, records) if source else None
        return (figure(bench.run(line, file, variant, compiler, DEVNULL).cpu / records),)

    return work


rate = partial(used, lambda seconds: 1 / seconds)
milliseconds = partial(used, lambda seconds: 1000 * seconds)


# Sets of 9x9 puzzles: whole processes of each compiler and core. The first 81 characters of the
# lines of each set, again and again, go from a file through `sudoku-solve --jobs 1` to nothing,
# uniqueness proved. tdoku (https://github.com/t-dillon/tdoku, built apart) runs its `run_benchmark`
# on the same file: it counts the solutions up to two, in memory, and writes none.

OURS = {
    f"{name} {compiler}": {"variant": variant, "compiler": compiler}
    for name, variant in (("AVX-512", "avx512"), ("AVX2", "avx2"))
    for compiler in ("clang", "gcc")
}
"""The columns of ours: a core and a compiler each."""


def tdoku(source: Source, number: int) -> Work:
    """Measure the rate of tdoku's benchmark.

    It goes by the clock, so the rate is divided by the share of it that the processor was had.
    """

    def work(bench: Bench) -> tuple[float]:
        program, file = bench.peer("tdoku"), source(bench, bench.number(number))
        ran = bench.run(f"{program} -s tdoku -c1 -w1 -t2 {file}")
        # Compiler, version, flags, file, solver, puzzles/s, ...
        found = re.search(r",tdoku,([\d.]+)", ran.out.decode())
        assert found, ran.out
        return (float(found[1]) * ran.wall / ran.cpu,)

    return work


def of_set(name: str, source: Source, number: int) -> Row:
    """Return the row of a set, repeated to a number of lines."""
    solving = [
        Measure((column,), rate("sudoku-solve --jobs 1", number, source, **build))
        for column, build in OURS.items()
    ]
    return Row((name,), (Measure(("tdoku",), tdoku(source, number)), *solving))


SETS = Table(
    "sets",
    ("set",),
    (
        Column("tdoku", RATE, is_ours=False),
        *(Column(name, RATE) for name in OURS),
    ),
    (
        of_set("49,158 puzzles of 17 clues", collected("17_clue"), 5_000_000),
        of_set("150,000 random minimal", repeated(puzzles("--minimal"), 150_000, 81), 5_000_000),
        of_set("20,000 easy", repeated(puzzles("--level easy"), 20_000, 81), 5_000_000),
        of_set("hardest 1905 (SE 11)", collected("hardest_1905"), 200_000),
        of_set("hardest 1106", collected("hardest_1106"), 200_000),
    ),
)


# The commands on 9x9 records and at blackjack, compared with QQwing where it does the same.

SEVENTEEN = collected("17_clue")
GRIDS = made(grids())
CLUES = "puzzles of 17 clues"
ROTATED = "--symmetry rotate180"


def of_command(
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


def of_mask(options: str, number: int, qqwing: str = "", fewer: int = 0) -> Row:
    """Return the row of `sudoku-mask` on complete grids, none of which may be given up."""
    words = (f"--generate {{n}} --one-line {qqwing}", fewer) if fewer else None
    command = f"sudoku-mask {options}"
    run = f"{command} --seed speed --jobs 1 --tries 1000000"
    return of_command(command, number, "puzzles", GRIDS, run=run, qqwing=words)


PDF = rate(
    "sudoku-print --per-page 4 --solutions end --format pdf", 2_000, made(puzzles("--minimal"))
)

COMMANDS = Table(
    "commands",
    ("command", "work"),
    (Column("a second", RATE), Column("QQwing", RATE, is_ours=False)),
    (
        of_command(
            "sudoku-solve", 1_000_000, CLUES, SEVENTEEN, qqwing=("--solve --one-line", 20_000)
        ),
        of_command(
            "SUDOKUTOOLS_CORE=python sudoku-solve", 5_000, CLUES, SEVENTEEN,
            run="sudoku-solve --jobs 1", variant="python",
        ),
        of_command("sudoku-check", 1_000_000, CLUES, SEVENTEEN),
        of_command("sudoku-check --minimal", 200_000, CLUES, SEVENTEEN),
        of_command("sudoku-check --canonical", 1_000_000, "complete grids", GRIDS),
        of_command("sudoku-check --rate", 49_158, CLUES, SEVENTEEN),
        of_command(
            "sudoku-gen --format line", 1_000_000, "grids, uniform",
            run="sudoku-gen --format line --seed speed -n {n} --jobs 1",
        ),
        of_mask("--minimal", 100_000, "", 400),
        of_mask(f"--minimal {ROTATED}", 2_000),
        of_mask(f"--orbit-minimal {ROTATED}", 100_000, ROTATED, 200),
        of_mask("--clues 30", 200_000),
        of_mask("--level easy", 50_000, "--difficulty easy", 200),
        of_mask("--level medium", 30_000),
        of_mask("--level hard", 20_000),
        of_mask("--level expert", 10_000, "--difficulty expert", 100),
        of_mask("--level extreme", 10_000),
        Row(
            ("`sudoku-print --solutions end` (PDF)", "2,000 puzzles, four a page"),
            (Measure(("a second",), PDF),),
        ),
        of_command(
            "blackjack odds", 1, "rule set, six decks, charts and all", run="blackjack odds"
        ),
        of_command(
            "blackjack simulate", 100_000_000, "rounds",
            run="blackjack simulate -n {n} --seed speed --jobs 1",
        ),
    ),
)  # fmt: skip


# The cost of a command from prompt to prompt, compared with `import click` in each of them. Each
# row runs in turns with `python -c 'import click'`; the minimum CPU and wall times of several runs
# are taken.

TIMES = 10


def started(pipe: str) -> Work:
    """Measure CPU and wall ms of a pipeline, and the CPU time as a multiple of `import click`."""

    def work(bench: Bench) -> tuple[float, ...]:
        puzzle = bench.file("puzzle.txt", lambda: EASY)
        turns = [
            (bench.run("python -c 'import click'"), bench.run(pipe, puzzle)) for _ in range(TIMES)
        ]
        least = min(click.cpu for click, _ in turns)
        cpu = min(ours.cpu for _, ours in turns)
        return 1000 * cpu, 1000 * min(ours.wall for _, ours in turns), cpu / least

    return work


STARTED = ("CPU ms", "wall ms", "times `import click`")

START = Table(
    "start",
    ("command", "of"),
    tuple(Column(name, TIME) for name in STARTED),
    tuple(
        Row((f"`{pipe}`", of), (Measure(STARTED, started(pipe)),))
        for pipe, of in {
            "sudoku-solve": "one puzzle",
            "sudoku-check": "one puzzle",
            "sudoku-gen": "one grid",
            "sudoku-gen | sudoku-mask --level hard": "one puzzle",
            "sudoku-gen | sudoku-mask --level hard | sudoku-solve": "one puzzle",
        }.items()
    ),
)


# Variants: made, compared with Simon Tatham's Solo, and solved, compared with CP-SAT of OR-tools.
# Made are puzzles with one solution by the pipes that stand in the rows, start-up of both commands
# included; Solo (Debian: sgt-puzzles) makes its own easiest of the kind. They are solved by
# `sudoku-solve --jobs 1` as lines with their specs, the set again and again, uniqueness proved; the
# longest of them is timed in the library, reading excluded. CP-SAT gets some of the same puzzles.

FOR_CP_SAT = 10


def answered(method: str, pipe: str, most: int, figure: Callable[[list[float]], float]) -> Work:
    """Measure a figure of the milliseconds of a method per puzzle."""

    def work(bench: Bench) -> tuple[float]:
        file = bench.made(pipe.format(n=bench.number(most, least=2)))
        return (figure([1000 * answer.seconds for answer in bench.library(method, file)]),)

    return work


def of_variant(
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


VARIANTS = Table(
    "variants",
    ("puzzles",),
    tuple(
        Column(name, TIME, is_ours=name not in ("Solo", "CP-SAT"))
        for name in ("made", "Solo", "solved", "longest", "CP-SAT")
    ),
    (
        of_variant("X", "--minimal", "--variant x", "3x3x"),
        of_variant("windoku", "--minimal", "--variant windoku"),
        of_variant("windoku X", "--minimal", "--variant x,windoku"),
        of_variant("disjoint", "--minimal", "--variant disjoint"),
        of_variant("antiking", "--minimal", "--variant antiking"),
        of_variant("antiknight", "--minimal", "--variant antiknight", solved=3_000),
        of_variant("nonconsecutive", "--minimal", "--variant nonconsecutive", made=30, solved=60),
        of_variant("jigsaw on a map of its own", "--minimal", "--regions random", "9j"),
        of_variant("jigsaw X", "--minimal", "--regions random --variant x", "9jx", made=60),
        of_variant("killer without a digit", "--cages", "", "3x3k", solved=5_000),
        of_variant("jigsaw killer without a digit", "--cages", "--regions random", "9jk", made=60),
        of_variant("even and odd", "--parity --minimal"),
        of_variant("less", "--less", solved=5_000),
    ),
)


# Large grids: clause learning compared with CaDiCaL with its encoding, and races at the hard peak.
# One solution and the search for a second one are timed in a process of their own, reading
# excluded: by the engine `cdcl`, and by CaDiCaL through python-sat with the encoding in Python. The
# puzzles are minimal, or full grids with holes at random; at the peak of how hard holes are, what
# counts is how many are decided within the limit. A race is a whole `sudoku-solve --jobs 2` of one
# puzzle, by the clock.

LIMIT = 10
"""CPU seconds after which a puzzle is given up; those by the clock in a race."""

METHODS = {"ours": "cdcl", "CaDiCaL": "sat"}
"""The columns, and the engines that are measured for them."""


def answers(bench: Bench, method: str, pipe: str, number: int) -> list[Answer]:
    """Return the answers of a method, which other methods must not contradict."""
    given = bench.library(method, bench.made(pipe.format(n=bench.number(number))), LIMIT)
    bench.agree([answer.solutions for answer in given])
    return given


def times(method: str, pipe: str, number: int) -> Work:
    """Measure median and worst milliseconds."""

    def work(bench: Bench) -> tuple[float, ...]:
        taken = [1000 * answer.seconds for answer in answers(bench, method, pipe, number)]
        return median(taken), max(taken)

    return work


def decided(method: str, pipe: str, number: int) -> Work:
    """Count the puzzles decided within the limit."""

    def work(bench: Bench) -> tuple[float]:
        given = answers(bench, method, pipe, number)
        return (sum(answer.solutions is not None for answer in given),)

    return work


def raced(pipe: str, number: int) -> Work:
    """Count the puzzles that two searches side by side decide."""

    def is_decided(bench: Bench, puzzle: bytes, name: int) -> bool:
        file = bench.file(f"puzzle {name}", lambda: puzzle)
        try:
            bench.run(f"sudoku-solve --jobs 2 --timeout {LIMIT}", file)
        except PipeError as error:
            if "undecided" not in str(error):
                raise
            return False
        return True

    def work(bench: Bench) -> tuple[float]:
        lines = bench.made(pipe.format(n=bench.number(number))).read_bytes().splitlines(True)
        return (sum(is_decided(bench, line, name) for name, line in enumerate(lines)),)

    return work


def of_size(name: str, pipe: str, number: int, *, is_made: bool = False) -> Row:
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
    return of_size(f"{square(size)} minimal", pipe, 20, is_made=True)


def holes(size: int, blanks: int) -> str:
    """Return the pipe that makes full grids with holes at random."""
    return puzzles(f"--any --blanks {blanks}", f"--size {size}", "sizes")


def holed(size: int, blanks: int, number: int = 8) -> Row:
    return of_size(f"{square(size)}, {blanks:,} holes", holes(size, blanks), number)


def peak(size: int, blanks: int) -> Row:
    pipe, number = holes(size, blanks), 8
    share = 100 * blanks / size**2
    measures = [Measure((name,), decided(each, pipe, number)) for name, each in METHODS.items()]
    return Row(
        (f"{square(size)}, {blanks:,} holes ({share:.1f} %)", str(number)),
        (*measures, Measure(("`--jobs 2`",), raced(pipe, number))),
    )


SIZES = Table(
    "sizes",
    ("grid", "puzzles"),
    (
        Column("made", TIME),
        *(
            Column(f"{name} {what}", TIME._replace(limit=f"{LIMIT} s"), is_ours=name == "ours")
            for name in METHODS
            for what in ("median", "worst")
        ),
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
    (Column("ours", COUNT), Column("`--jobs 2`", COUNT), Column("CaDiCaL", COUNT, is_ours=False)),
    (peak(36, 622), peak(49, 1044)),
)

TABLES = (SETS, COMMANDS, START, VARIANTS, SIZES, PEAK)
