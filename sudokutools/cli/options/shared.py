"""The options that commands share: one name, one meaning, one text."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import click

import sudokutools
from sudokutools import formats
from sudokutools._support import core
from sudokutools._support.system import available_cores
from sudokutools.cli.options import values
from sudokutools.cli.options.option import INPUT, OUTPUT, RUN, Option, Options
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry

if TYPE_CHECKING:
    from sudokutools.grid.spec import Said


def read_pair(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """Read two numbers with an x between them."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,9})[xX](\d{1,9})", value)
    if match is None:
        raise click.BadParameter(f"{value!r} is not two numbers such as 3x2.", ctx, param)
    return int(match[1]), int(match[2])


def read_column(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse an empty name and the number of an impossible column; they count from 1."""
    if value is None:
        return value
    if not value.strip():
        raise click.BadParameter(f"{value!r} is neither a name nor a number.", ctx, param)
    digits = value.strip().removeprefix("-").removeprefix("+")
    if digits.isdecimal() and not (value.isdecimal() and len(value) < 10 and int(value)):
        raise click.BadParameter(f"{value[:20]!r}: columns count from 1.", ctx, param)
    return value


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
    if value and not ctx.resilient_parsing:
        python = ".".join(map(str, sys.version_info[:3]))
        name = ctx.find_root().info_name
        click.echo(f"{name} {sudokutools.__version__} (Python {python}, core {core.name()})")
        ctx.exit()


def _complete_variants(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Return the names of rules that can come next in a list."""
    from sudokutools.grid.variant_rules import NAMES

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in NAMES if name.startswith(last)]


class Reading(Options):
    group = INPUT

    files = click.Argument(["files"], metavar="[FILE]...", nargs=-1, type=values.FILE)

    from_form = Option(
        "--from FORMAT", "Read this format of sudoku-grid(5) [default: any].", formats.READABLE
    )
    """Read the input as this format of sudoku-grid(5), and as nothing else. Without this option
    each record tells its format."""

    column = Option("--column NAME|N", "The csv column that holds the grid.", callback=read_column)
    """The column of a *csv* file with a header that holds the grid, by its name or by its number
    from 1."""

    on_error = Option(
        "--on-error", "Go on after bad input, or stop.", ("continue", "stop"), default="continue"
    )
    """What bad input does: *continue* with the next record (the default), or *stop*."""


class Shape(Options):
    group = INPUT

    size = Option("--size N", "Full grids of N rows.", values.Whole(1, 100), common=True)
    """Full grids of <N> rows, 1 to 100. The box is the most square one that holds <N> cells, the
    wide side first: 3x2 for 6, 4x3 for 12, 5x4 for 20. A prime size has boxes one cell high, which
    makes the grid a latin square."""

    box = Option("--box WxH", "Boxes W cells wide and H high.", callback=read_pair)
    """The boxes are <W> cells wide and <H> cells high; the grid has <W> times <H> symbols."""

    boxes = Option("--boxes CxR", "C boxes across and R down [default: HxW].", callback=read_pair)
    """The grid is <C> boxes across and <R> boxes down (default <H>x<W>, the full grid). More than
    that cannot be filled, and is refused; with less the grid is partial: see sudoku-grid(5)."""

    variant = Option(
        "--variant NAME,...",
        "Further rules, such as x or antiknight: see sudoku-variants(7).",
        multiple=True,
        shell_complete=_complete_variants,
    )
    """Further rules that the grids keep, such as *x* or *antiknight*: see sudoku-variants(7). This
    and the next three hold, as --box does, for grids that say nothing of the kind; one that says
    otherwise is bad input."""

    regions = Option(
        "--regions FILE",
        "Regions in the place of boxes; random: sudoku-gen draws them.",
        values.FILE,
    )
    """Regions in the place of boxes: <n> signs, <n> times each, on a line or in rows; also the
    comment or the spec of sudoku-variants(7)."""

    houses = Option(
        "--house CELLS", "A further house, such as r1c1r2c2; again for more.", multiple=True
    )
    """A further house, such as `r1c1r2c2r3c3`: it holds no symbol twice, and all if it is long
    enough; again for more."""

    spec = Option("--spec SPEC", "All of a variant in one word: sudoku-variants(7).")
    """All of a variant in the one word of sudoku-variants(7)."""


class Target(Options):
    group = OUTPUT

    output = Option(
        "-o, --output FILE", "Write to FILE, replaced at the end.", values.FILE, common=True
    )
    """Write to <FILE> instead of standard output. The text is written aside and takes the place of
    <FILE> when the input was read to its end, or what of it could be read; where nothing could,
    after a signal or a write error the old file stays and nothing is left behind, but by `kill -9`
    what was written so far, as <.FILE.*>. <FILE> may be the input. `-` is standard output; devices,
    pipes and </dev/fd/N> are written straight."""


COLOURS = ("auto", "always", "never")


class Colour(Options):
    group = OUTPUT

    colour = Option("--color", "Colour pretty output.", COLOURS, default="auto")
    """Colour *auto* (the default: on a terminal), *always* or *never*. Only *pretty* is
    coloured."""


class Writing(Options):
    group = OUTPUT

    output = Target.output

    resume = Option("--resume", "Go on with FILE.part, what a cut run left.")
    """With -o: go on with what a run of the same command line that was cut has left in <FILE.part>,
    or begin, and keep it there. Where something is drawn the seed has to be said, as without it
    other records would follow. See [Going on after a cut] of sudoku-gen(1)."""

    form = Option(
        "--format FORMAT",
        "Write this format of sudoku-grid(5) [default: as read, else grid].",
        formats.WRITABLE,
        common=True,
    )
    """Write this format of sudoku-grid(5); the default is the format of the first readable record,
    and *grid* where nothing is read."""

    empty = Option("--empty", "Sign of an empty cell [default: .].", (".", "0", "_"))
    """Write an empty cell as `.`, `0` or `_` (default `.`; *csv* `0`)."""

    no_comments = Option("--no-comments", "Drop all comments.")
    """Write no comments."""

    colour = Colour.colour


class Timeout(Options):
    group = RUN

    timeout = Option("--timeout SEC", "Give a record up after SEC seconds.", values.Real())
    """Give a record up after <SEC> seconds. It is the only thing that may make two runs with one
    seed differ."""


class Random(Options):
    group = RUN

    seed = Option("--seed S", "Any text; the same gives the same output.", common=True)
    """Draw from the random streams of <S>, any text: the same <S> gives the same output on every
    machine. Without it the system's entropy is used, and -v prints the seed that repeats the run,
    quoted for a shell."""

    start = Option(
        "--start I",
        "The number of the first record [default: 0].",
        values.Whole(0, 2**62),
        default=0,
    )
    """The number of the first record (default 0). Every record has a random stream of its own, so a
    long run can be cut into pieces: their outputs, put together, are the output of the whole. See
    [Going on after a cut] of sudoku-gen(1)."""


class Version(Options):
    group = RUN

    version = Option(
        "--version",
        "Print version, Python and the active solving core.",
        expose_value=False,
        is_eager=True,
        callback=_print_version,
    )
    """Print the version, that of Python, and the active solving core."""


class Process(Options):
    group = RUN

    jobs = Option(
        "--jobs J",
        "Work on J cores or at tcp://HOST:PORT, same output [default: all].",
        values.JOBS,
        default=available_cores,
        common=True,
    )
    """Work on <J> cores (default: those that this process may use). With `tcp://HOST:PORT`, the
    address of a Dask scheduler, its workers do the work: see [On a cluster] of sudoku-gen(1). The
    output is the same, byte for byte, whatever <J> is."""

    quiet = Option("-q, --quiet", "Print no warnings.")
    """Print no warnings. Errors are still printed."""

    verbose = Option("-v, --verbose", "Add statistics on standard error.", common=True)
    """Add statistics on standard error, with the seed in front where one is used."""

    progress = Option("--progress/--no-progress", "Show progress [default: on a terminal].")
    """Show progress on standard error, or never. Without either it is shown when standard error is
    a terminal and the work takes over a second."""

    version = Version.version


class Demand(NamedTuple):
    """The plain geometry, rules and clues that the options ask for, each None if they do not.

    Rules and clues (`said`) apply to records that have none of their own.
    """

    geometry: Geometry | None
    said: Said | None = None


def demand_of_options(given: dict[str, Any]) -> Demand:
    """Remove the options of `Shape` from `given` and return what they ask for.

    Raises UsageError if they contradict each other.
    """
    size, box, boxes = given.pop("size"), given.pop("box"), given.pop("boxes")
    variant, regions = given.pop("variant"), given.pop("regions")
    houses, spec = given.pop("houses"), given.pop("spec")
    geometry = geometry_of_options(size, box, boxes)
    if not (variant or houses) and regions is None and spec is None:
        return Demand(geometry)
    from sudokutools.cli.options.variant import demanded

    has_box = box is not None
    return Demand(*demanded(geometry, has_box, variant, regions, houses, spec))


def geometry_of_options(
    size: int | None, box: tuple[int, int] | None, boxes: tuple[int, int] | None
) -> Geometry | None:
    """Return the geometry that the options ask for, if they do.

    `boxes` alone is refused by `exclusions.COMMON`. Raises UsageError on a contradiction.
    """
    if size is None and box is None:
        return None
    try:
        if size is not None and box is not None and box[0] * box[1] != size:
            raise SudokuError(f"a box of {box[0]}x{box[1]} does not hold {size} symbols")
        if box is None:
            assert size is not None
            full = Geometry.of_size(size)
            box = full.box_width, full.box_height
        return Geometry.of(*box, *(boxes or ()))
    except SudokuError as error:
        option = "--boxes" if boxes is not None else "--box" if box is not None else "--size"
        raise click.UsageError(f"{option}: {error}") from None
