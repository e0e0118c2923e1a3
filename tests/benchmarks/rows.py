"""The tables of docs/benchmarks.md: their rows, and what each column of a row measures."""

from collections.abc import Iterator
from math import isfinite
from statistics import fmean, median

from tests.benchmarks.tables import Row, Table
from tests.benchmarks.timing import LIMIT, Lines, Solved, Timed

GEN = "sudoku-gen --format line"
SOLVE = "sudoku-solve --jobs 1"


def puzzles(options: str, of: str = "", seed: str = "speed") -> str:
    """Return the pipe that makes a puzzle of each of `{n}` grids: options of the two commands."""
    common = f"--seed {seed} --jobs 1"
    return f"{GEN} -n {{n}} {common} {of} | sudoku-mask {common} {options}"


SEVENTEEN = Lines(collection="17_clue")
GRIDS = Lines(f"{GEN} --seed speed -n {{n}} --jobs 1")
MINIMAL = Lines(puzzles("--minimal"))

# Sets of 9x9 puzzles: whole processes of each compiler and core. tdoku
# (https://github.com/t-dillon/tdoku, built apart) runs its `run_benchmark` on the same file: it
# counts the solutions up to two, in memory, and writes none.

OURS = {
    f"{name} {compiler}": (variant, compiler)
    for name, variant in (("AVX-512", "avx512"), ("AVX2", "avx2"))
    for compiler in ("clang", "gcc")
}


def of_set(name: str, lines: Lines, number: int) -> Row:
    ours = (Timed((column,), SOLVE, number, lines, *build) for column, build in OURS.items())
    command = "run_benchmark -s tdoku -c1 -w1 -t2 {file}"
    # It prints: compiler, version, flags, file, solver, puzzles/s, ...
    theirs = Timed(("tdoku",), command, number, lines, rate=r",tdoku,([\d.]+)")
    return Row((name,), (theirs, *ours))


SETS = Table(
    "sets",
    ("set",),
    dict.fromkeys(("tdoku", *OURS), "rate"),
    (
        of_set("49,158 puzzles of 17 clues", SEVENTEEN, 5_000_000),
        of_set("150,000 random minimal", MINIMAL._replace(distinct=150_000), 5_000_000),
        of_set("20,000 easy", Lines(puzzles("--level easy"), 20_000), 5_000_000),
        of_set("hardest 1905 (SE 11)", Lines(collection="hardest_1905"), 200_000),
        of_set("hardest 1106", Lines(collection="hardest_1106"), 200_000),
    ),
)

# The commands on 9x9 records and at blackjack, compared with QQwing where it does the same.


def of_command(
    shown: str, number: int, records: str, lines: Lines | None = None, run: str = "", *peer: Timed
) -> Row:
    """Return the row of a command; `run` is the pipeline if it is not the text of the row."""
    ours = Timed(("a second",), run or f"{shown} --jobs 1", number, lines)
    return Row((shown if "`" in shown else f"`{shown}`", f"{number:,} {records}"), (ours, *peer))


def of_mask(options: str, number: int, qqwing: str = "", fewer: int = 0) -> Row:
    """Return the row of `sudoku-mask` on complete grids, none of which may be given up."""
    run = f"sudoku-mask {options} --seed speed --jobs 1 --tries 1000000"
    theirs = Timed(("QQwing",), f"qqwing --one-line --generate {{n}} {qqwing}", fewer)
    peer = [theirs] if fewer else []
    return of_command(f"sudoku-mask {options}", number, "puzzles", GRIDS, run, *peer)


QQWING = Timed(("QQwing",), "qqwing --solve --one-line", 20_000, SEVENTEEN)
IN_PYTHON = f"env SUDOKUTOOLS_CORE=python {SOLVE}"
HODOKU = "sudoku-check --rate --scale hodoku --jobs 1"
CLUES = "puzzles of 17 clues"
FOUR = "puzzles, four a page"
PDF = "sudoku-print --per-page 4 --solutions end --format pdf"
SIMULATE = "blackjack simulate -n {n} --seed speed --jobs 1"
ROTATED = "--symmetry rotate180"

COMMANDS = Table(
    "commands",
    ("command", "work"),
    {"a second": "rate", "QQwing": "rate"},
    (
        of_command("sudoku-solve", 1_000_000, CLUES, SEVENTEEN, SOLVE, QQWING),
        of_command("SUDOKUTOOLS_CORE=python sudoku-solve", 5_000, CLUES, SEVENTEEN, IN_PYTHON),
        of_command("sudoku-check", 1_000_000, CLUES, SEVENTEEN),
        of_command("sudoku-check --minimal", 200_000, CLUES, SEVENTEEN),
        of_command("sudoku-check --canonical", 1_000_000, "complete grids", GRIDS),
        of_command("sudoku-check --rate", 49_158, CLUES, SEVENTEEN),
        of_command("sudoku-check --rate --scale hodoku", 49_158, CLUES, SEVENTEEN, HODOKU),
        of_command("`--rate --scale hodoku`", 1_000, "random minimal puzzles", MINIMAL, HODOKU),
        of_command(GEN, 1_000_000, "grids, uniform", run=GRIDS.pipe),
        of_mask("--minimal", 100_000, "", 400),
        of_mask(f"--minimal {ROTATED}", 2_000),
        of_mask(f"--orbit-minimal {ROTATED}", 100_000, ROTATED, 200),
        of_mask("--clues 30", 200_000),
        of_mask("--level easy", 50_000, "--difficulty easy", 200),
        of_mask("--level medium", 30_000),
        of_mask("--level hard", 20_000),
        of_mask("--level expert", 10_000, "--difficulty expert", 100),
        of_mask("--level extreme", 10_000),
        of_command("`sudoku-print --solutions end` (PDF)", 2_000, FOUR, MINIMAL, PDF),
        of_command(
            "blackjack odds", 1, "rule set, six decks, charts and all", run="blackjack odds"
        ),
        of_command("blackjack simulate", 100_000_000, "rounds", run=SIMULATE),
    ),
)

# The cost of a command from prompt to prompt, compared with `import click`.

STARTED = {"CPU ms": "ms", "wall ms": "ms", "times `import click`": "ratio"}


def of_start(pipe: str, of: str) -> Row:
    columns = "CPU ms", "times `import click`", "wall ms"
    measure = Timed(columns, pipe, 1, MINIMAL, beside="python -c 'import click'")
    return Row((f"`{pipe}`", of), (measure,), runs=10)


START = Table(
    "start",
    ("command", "of"),
    STARTED,
    (
        *(of_start(command, "one puzzle") for command in ("sudoku-solve", "sudoku-check")),
        of_start("sudoku-gen", "one grid"),
        of_start("sudoku-gen | sudoku-mask --level hard", "one puzzle"),
        of_start("sudoku-gen | sudoku-mask --level hard | sudoku-solve", "one puzzle"),
    ),
)

# What an option costs compared with plain lines, for which the command has its fast path.

BESIDE = {"CPU ms": "ms", "times plain lines": "ratio"}
ALONE = "answered one by one"
WHY = {
    "sudoku-solve": {},
    "sudoku-check": {
        "--minimal": "a search for each clue",
        "--rate": "every step of a human solution",
        "--steps": "every step of a human solution",
        "--histogram": "every step of a human solution",
        "--nodes": "a second search for each puzzle",
    },
    "sudoku-mask --minimal --seed s": {
        "--format pretty": "",
        "-n 2": "twice as many puzzles",
        "--weights": f"{ALONE}: the kernel does not record the odds of its draws",
    },
    "sudoku-mask --seed s": {"--row-blanks 5-6": f"{ALONE}, as --pattern: the kernel has neither"},
}
"""Why options cost more than twice."""

BLOCKS = {
    "sudoku-solve": "any all count random timeout_9 no-comments format_json format_table "
    "differences candidates_--format_json format_pretty format_grid format_csv candidates",
    "sudoku-check": "any filter tag timeout_9 no-comments format_json format_csv canonical dedupe "
    "stats count rules-only convert convert_--format_json automorphisms class rank",
    "sudoku-mask --minimal --seed s": "with-solution timeout_9 no-comments format_json keep_r1c1",
    "sudoku-mask --seed s": "",
}
"""Options that blocks support."""


def of_options(command: str) -> Iterator[Row]:
    supported = (f"--{option.replace('_', ' ')}" for option in BLOCKS[command].split())
    lines = GRIDS if command.startswith("sudoku-mask") else MINIMAL
    plain = f"{command} --jobs 1"
    for option, why in (dict.fromkeys(supported, "") | WHY[command]).items():
        measure = Timed(tuple(BESIDE), f"{plain} {option}", 10_000, lines, beside=plain)
        yield Row((f"`{command} {option}`", why), (measure,))


OPTIONS = Table(
    "options",
    ("command", "why more than twice"),
    BESIDE,
    tuple(row for command in BLOCKS for row in of_options(command)),
)

# Variants: made, compared with Simon Tatham's Solo (Debian: sgt-puzzles), which makes its own
# easiest of the kind, and solved, compared with CP-SAT of OR-tools on the first of them.


def of_variant(
    name: str, options: str, of: str = "", solo: str = "", *, made: int = 300, solved: int = 10_000
) -> Row:
    """Return the row of a kind: options of `sudoku-mask` and of `sudoku-gen`, what Solo calls it,
    how many are made, and how many solved, these again and again.
    """
    lines = Lines(puzzles(options, of), made)
    measures: tuple[Timed | Solved, ...] = (
        Timed(("made",), lines.pipe, made),
        *([Timed(("Solo",), f"sgt-solo --generate {{n}} {solo}", made // 3)] if solo else []),
        Timed(("solved",), SOLVE, solved, lines),
        Solved(("longest",), "auto", (max,), lines, made),
        Solved(("CP-SAT",), "cp-sat", (fmean,), lines, min(made, 10)),
    )
    return Row((name,), measures)


VARIANTS = Table(
    "variants",
    ("puzzles",),
    dict.fromkeys(("made", "Solo", "solved", "longest", "CP-SAT"), "ms"),
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

# Large grids: the engine `cdcl` compared with CaDiCaL and its encoding, and races at the hard peak.

ENGINES = {"ours": "cdcl", "CaDiCaL": "sat"}
RACE = {"`--jobs 2`": "race"}


def of_size(size: int, blanks: int = 0, number: int = 8, *, is_peak: bool = False) -> Row:
    """Return the row of minimal puzzles, or of full grids with holes: `blanks` of them."""
    clues = f"--any --blanks {blanks}" if blanks else "--minimal"
    lines = Lines(puzzles(clues, f"--size {size}", "sizes"))
    what = f", {blanks:,} holes" if blanks else " minimal"
    name = f"{size}\N{MULTIPLICATION SIGN}{size}{what}"
    solved = [
        Solved((c,), how, (decided,), lines, number, LIMIT)
        if is_peak
        else Solved((f"{c} median", f"{c} worst"), how, (median, max), lines, number, LIMIT)
        for c, how in (ENGINES | RACE if is_peak else ENGINES).items()
    ]
    if is_peak:
        name += f" ({100 * blanks / size**2:.1f} %)"
    made = [] if blanks else [Timed(("made",), lines.pipe, number)]
    return Row((name, str(number)), (*made, *solved))


def decided(seconds: list[float]) -> float:
    return sum(map(isfinite, seconds))


SIZES = Table(
    "sizes",
    ("grid", "puzzles"),
    dict.fromkeys(
        ("made", *(f"{c} {what}" for c in ENGINES for what in ("median", "worst"))), "ms"
    ),
    (
        *(of_size(size, number=20) for size in (12, 16, 20, 25)),
        of_size(25, 362, 10),
        *(of_size(*of) for of in ((30, 468), (36, 596), (49, 996), (64, 1597), (100, 1800))),
    ),
)

PEAK = Table(
    "peak",
    ("grid", "puzzles"),
    dict.fromkeys(("ours", "`--jobs 2`", "CaDiCaL"), "count"),
    (of_size(36, 622, is_peak=True), of_size(49, 1044, is_peak=True)),
)

TABLES = (SETS, COMMANDS, START, OPTIONS, VARIANTS, SIZES, PEAK)
