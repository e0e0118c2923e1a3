"""The options that commands share: one name, one meaning, one text."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click

import sudokutools
from sudokutools import formats
from sudokutools._support import core
from sudokutools._support.request import Values
from sudokutools._support.system import available_cores
from sudokutools.cli.options import values
from sudokutools.cli.options.option import INPUT, OUTPUT, RUN, Common, Option, Options
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry

if TYPE_CHECKING:
    from sudokutools.grid.spec import Spec


def _read_pair(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,9})[xX](\d{1,9})", text)
    if match is None:
        raise ValueError("expected two numbers such as 3x2")
    return int(match[1]), int(match[2])


def _read_column(text: str) -> str:
    """Refuse an empty name and the number of an impossible column; they count from 1."""
    if not text.strip():
        raise ValueError("expected a name or a number")
    digits = text.strip().removeprefix("-").removeprefix("+")
    if digits.isdecimal() and not (text.isdecimal() and len(text) < 10 and int(text)):
        raise SudokuError(f"{text[:20]!r}: columns are numbered from 1")
    return text


def _read_range(text: str) -> tuple[int, int]:
    from sudokutools.grid.spec import parse_value

    try:
        found: tuple[int, int] = parse_value("values", text)
    except SudokuError as error:
        raise SudokuError(str(error).removeprefix("values: ")) from None
    return found


PAIR = values.Parsed("pair", _read_pair)
RANGE = values.Parsed("range", _read_range)
COLUMN = values.Parsed("column", _read_column)


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
    if value and not ctx.resilient_parsing:
        python = ".".join(map(str, sys.version_info[:3]))
        name = ctx.find_root().info_name
        click.echo(f"{name} {sudokutools.__version__} (Python {python}, core {core.name()})")
        if core.is_missing():
            click.echo(f"core python: {core.remedy()}")
        ctx.exit()


def _complete_variants(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    from sudokutools.constraints.variant_rules import LAYOUTS, NAMES

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in (*NAMES, *LAYOUTS) if name.startswith(last)]


class Reading(Options, group=INPUT):
    files = click.Argument(["files"], metavar="[FILE]...", nargs=-1, type=values.FILE)

    from_form = Option("--from FORMAT", "Input format (default: detected).", formats.READABLE)
    """Read the input in this format of sudoku-grid(5) only. By default the format of each record
    is detected."""

    column = Option("--column NAME|N", "CSV column of the grids (name or number).", COLUMN)
    """The column that holds the grid in a *csv* file with a header: its name, or its number from
    1."""

    on_error = Option(
        "--on-error", "What to do on invalid input.", ("continue", "stop"), default="continue"
    )
    """What to do on invalid input: *continue* with the next record (the default) or *stop*."""


class Shape(Options, group=INPUT):
    size = Common("--size N", "Full grids of N rows; RxC: R rows, C columns.", values.SIZE)
    """Full grids of <N> rows, 1 to 100. The boxes are as square as possible and at least as wide
    as high: 3x2 for 6, 4x3 for 12, 5x4 for 20. If <N> is prime, boxes are one row high, so the
    grid is a Latin square. <R>x<C> is a grid of <R> rows and <C> columns; its boxes have as many
    cells as its longer side, if such boxes fit (3x3 for 6x9)."""

    box = Option("--box WxH", "Box size (W columns, H rows).", PAIR)
    """Boxes of <W> columns and <H> rows. The grid has <W> times <H> symbols."""

    boxes = Option("--boxes CxR", "C boxes across, R down (default: HxW).", PAIR)
    """The grid is <C> boxes across and <R> boxes down. The default is the full grid, <H>x<W>.
    Larger values are rejected because such a grid cannot be filled; smaller ones make a partial
    grid, see sudoku-grid(5)."""

    span = Option("--values A-B", "The values of cells, such as 0-8.", RANGE)
    """The values of cells, such as *0-8* or *1-10*: at least as many as a row, column or box has
    cells. Without --size and --box the grid is full. See sudoku-variants(7)."""

    variant = Option(
        "--variant NAME,...",
        "Variant rules, such as x,antiknight (repeatable).",
        multiple=True,
        shell_complete=_complete_variants,
    )
    """Variant rules, such as *x*, *antiknight* or *samurai*, see sudoku-variants(7). Like --box,
    this option and the next four apply to grids that do not specify their own rules. A grid that
    specifies different ones is invalid input."""

    regions = Option("--regions FILE", "Irregular regions instead of boxes.", values.FILE)
    """Irregular regions instead of boxes. The file has one character per cell: <n> different
    characters, each <n> times, on one line or in rows. A comment or spec as described in
    sudoku-variants(7) is accepted too."""

    houses = Option("--house CELLS", "Add an extra house (repeatable).", multiple=True)
    """Add an extra house, such as `r1c1r2c2r3c3`: its symbols are all different, and if it has as
    many cells as there are symbols, it contains each of them. May be repeated."""

    spec = Option("--spec SPEC", "A whole variant in one word.")
    """A whole variant in one word, see sudoku-variants(7)."""

    constraints = Option(
        "--constraint KEY=VALUE",
        "Add a clue, such as arrow=r1c1:r1c2r1c3 (repeatable).",
        multiple=True,
    )
    """Add clues of a kind of sudoku-variants(7), written as in a spec, such as
    `arrow=r1c1:r1c2r1c3` or `cages=10:r1c1r1c2/3:r5c5`. May be repeated, also for the same kind,
    and combined with --spec."""


class Target(Options, group=OUTPUT):
    output = Common(
        "-o, --output FILE", "Write to FILE (replaced atomically when done).", values.FILE
    )
    """Write to <FILE> instead of standard output. The text is written to a temporary file, which
    replaces <FILE> when the input has been read. Errors in single records do not prevent that, but
    after a signal, a write error, or if no input could be read at all, the old file is kept. Only
    `kill -9` leaves the temporary file <.FILE.*> behind. <FILE> may be one of the input files. `-`
    is standard output. Devices, pipes and </dev/fd/N> are written directly."""


COLOURS = ("auto", "always", "never")


class Colour(Options, group=OUTPUT):
    colour = Option("--color", "When to colour pretty output.", COLOURS, default="auto")
    """When to use colours: *auto* (on a terminal, the default), *always* or *never*. Only *pretty*
    output is coloured."""


class Writing(Options, group=OUTPUT):
    output = Target.output

    resume = Option("--resume", "Resume an interrupted run (needs -o).")
    """With -o: keep partial output in <FILE.part>, and resume from it if a previous run of the
    same command line was interrupted. If random numbers are used, --seed is required, because the
    rest would not match without it. See [RESUMING] of sudokutools(7)."""

    form = Common(
        "--format FORMAT", "Output format (default: as input, else grid).", formats.WRITABLE
    )
    """Output format, see sudoku-grid(5). The default is the format of the first valid record, or
    *grid* if there is no input."""

    empty = Option("--empty", "Character for empty cells [default: .].", (".", "0", "_"))
    """Write empty cells as `.` (the default), `0` (the default for *csv*) or `_`."""

    no_comments = Option("--no-comments", "Omit comments.")

    colour = Colour.colour


class Timeout(Options, group=RUN):
    timeout = Option("--timeout SEC", "Give up on a record after SEC seconds.", values.Real())
    """Give up on a record after <SEC> seconds. This is the only option that can make two runs with
    the same seed differ."""


class Random(Options, group=RUN):
    seed = Common("--seed S", "Seed for reproducible output (any text).")
    """Seed of the random numbers, any text. The same seed gives the same output on every machine.
    By default the system's entropy is used; -v prints the seed, quoted for a shell, so that the
    run can be repeated."""

    start = Option(
        "--start I", "Number of the first record [default: 0].", values.Whole(0, 2**62), default=0
    )
    """The number of the first record (default 0). Each record has its own random stream, so a long
    run can be split: the concatenated output of the parts is the output of the whole run. See
    [RESUMING] of sudokutools(7)."""


class Version(Options, group=RUN):
    version = Option(
        "--version",
        "Print the version and exit.",
        expose_value=False,
        is_eager=True,
        callback=_print_version,
    )
    """Print the versions of the program and of Python, and the active solving core."""


class Process(Options, group=RUN):
    jobs = Common(
        "--jobs J", "Use J cores or a cluster (default: all).", values.JOBS, default=available_cores
    )
    """Use <J> cores (default: all that are available to the process). With `tcp://HOST:PORT`, the
    address of a Dask scheduler, the work is done by its workers, see [CLUSTERS] of sudokutools(7).
    The output does not depend on this option."""

    quiet = Option("-q, --quiet", "Suppress warnings.")
    """Suppress warnings. Errors are still printed."""

    verbose = Common("-v, --verbose", "Print statistics to standard error.")
    """Print statistics to standard error, and the seed if one is used."""

    progress = Option("--progress/--no-progress", "Show progress (default: on a terminal).")
    """Show progress on standard error, or never; with a percentage if all input is in files. By
    default it is shown if standard error is a terminal, standard output is not a pipe, nobody types
    the input, and the run takes longer than a second."""

    version = Version.version


REST = (Timeout, Random, Shape, Writing, Process)
"""The last sections of commands that answer records."""


def taken(kind: type[Values], given: dict[str, Any]) -> dict[str, Any]:
    """Remove the options that are named as fields of a request from `given`; return them."""
    return {name: given.pop(name) for name in kind.FIELDS if name in given}


def shape_of_options(given: dict[str, Any]) -> tuple[Geometry | None, Spec | None]:
    """Remove the options of `Shape` from `given`; return the plain geometry, and rules and clues.

    Each is None if not given. Rules and clues apply to records that have none of their own. Raises
    UsageError if options contradict each other.
    """
    size, box, boxes = given.pop("size"), given.pop("box"), given.pop("boxes")
    variant, regions = given.pop("variant"), given.pop("regions")
    houses, spec, clues = given.pop("houses"), given.pop("spec"), given.pop("constraints")
    is_plain = not (variant or houses or clues) and regions is None and spec is None
    geometry = _geometry(size, box, boxes, given.pop("span"), is_plain)
    if is_plain:
        return geometry, None
    from sudokutools.cli.options.variant import demanded

    return demanded(geometry, box is not None, variant, regions, houses, spec, clues)


Pair = tuple[int, int]


def _geometry(
    size: int | Pair | None,
    box: Pair | None,
    boxes: Pair | None,
    span: Pair | None,
    is_plain: bool,
) -> Geometry | None:
    if size is None and box is None and span is None:  # `exclusions.COMMON` refuses `boxes` alone.
        return None
    every = None if span is None else range(span[0], span[1] + 1)
    try:
        if isinstance(size, tuple):
            found = _rectangle(*size, box, boxes, every)
            return Geometry.of_variant(found) if is_plain else found
        if size is not None and box is not None and box[0] * box[1] != size:
            raise SudokuError(f"a {box[0]}x{box[1]} box has {box[0] * box[1]} cells, not {size}")
        if box is None:
            full = Geometry.of_size(len(every or ()) if size is None else size)
            box = full.box_width, full.box_height
        found = Geometry.of(*box, *(boxes or ()), values=every)
        return Geometry.of_variant(found) if is_plain else found  # Raises SudokuError.
    except SudokuError as error:
        given = (("--values", span), ("--boxes", boxes), ("--box", box), ("--size", size))
        option = next(option for option, value in given if value is not None)
        raise click.UsageError(f"{option}: {error}") from None


def _rectangle(
    rows: int, columns: int, box: Pair | None, boxes: Pair | None, every: range | None
) -> Geometry:
    """Return the geometry of a size, perhaps with other boxes and values. Raises SudokuError."""
    found = Geometry.of_rectangle(rows, columns)
    if boxes is not None:
        raise SudokuError("the size and the size of a box determine the number of boxes")
    if box is not None:
        if columns % box[0] or rows % box[1]:
            raise SudokuError(f"boxes of {box[0]}x{box[1]} do not fit in {rows}x{columns}")
        fewest = range(1, max(rows, columns, box[0] * box[1]) + 1)
        found = Geometry.of(*box, columns // box[0], rows // box[1], values=fewest)
    return found if every is None else found.with_values(every)
