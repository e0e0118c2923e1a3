"""The options that commands share: one name, one meaning, one help text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import click

import sudokutools
from sudokutools import formats
from sudokutools._support import core
from sudokutools._support.system import available_cores
from sudokutools.cli.options import values
from sudokutools.cli.options.help import INPUT, OUTPUT, RUN
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry

if TYPE_CHECKING:
    from sudokutools.grid.spec import Said

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


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


def several(*options: Decorator, group: str) -> Decorator:
    """Join options to one decorator, in the order of the help text, where they are a group."""

    def decorate(function: Any) -> Any:
        known = len(getattr(function, "__click_params__", ()))
        for option in reversed(options):
            function = option(function)
        for parameter in function.__click_params__[known:]:
            parameter.group = group
        return function

    return decorate


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
    if value and not ctx.resilient_parsing:
        python = ".".join(map(str, sys.version_info[:3]))
        name = ctx.find_root().info_name
        click.echo(f"{name} {sudokutools.__version__} (Python {python}, core {core.name()})")
        ctx.exit()


version_option = click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Print version, Python and the active solving core.",
)


def _complete_variants(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Return the names of rules that a list may go on with."""
    from sudokutools.grid.variant_rules import NAMES

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in NAMES if name.startswith(last)]


geometry_options = several(
    click.option("--size", type=values.Whole(1, 100), metavar="N", help="Full grids of N rows."),
    click.option("--box", callback=read_pair, metavar="WxH", help="Boxes W cells wide and H high."),
    click.option(
        "--boxes",
        callback=read_pair,
        metavar="CxR",
        help="C boxes across and R down [default: HxW].",
    ),
    click.option(
        "--variant",
        multiple=True,
        shell_complete=_complete_variants,
        metavar="NAME,...",
        help="Further rules, such as x or antiknight: see sudoku-variants(7).",
    ),
    click.option(
        "--regions",
        type=values.FILE,
        metavar="FILE",
        help="Regions in the place of boxes; random: sudoku-gen draws them.",
    ),
    click.option(
        "--house",
        "houses",
        multiple=True,
        metavar="CELLS",
        help="A further house, such as r1c1r2c2; again for more.",
    ),
    click.option(
        "--spec", metavar="SPEC", help="All of a variant in one word: sudoku-variants(7)."
    ),
    group=INPUT,
)


def read_column(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse a number of a column that there cannot be; they count from 1."""
    if value is None:
        return value
    if not value.strip():
        raise click.BadParameter(f"{value!r} is neither a name nor a number.", ctx, param)
    digits = value.strip().removeprefix("-").removeprefix("+")
    if digits.isdecimal() and not (value.isdecimal() and len(value) < 10 and int(value)):
        raise click.BadParameter(f"{value[:20]!r}: columns count from 1.", ctx, param)
    return value


reading_options = several(
    click.argument("files", metavar="[FILE]...", nargs=-1, type=values.FILE),
    click.option(
        "--from",
        "from_form",
        type=click.Choice(formats.READABLE),
        metavar="FORMAT",
        help="Read this format of sudoku-grid(5) [default: any].",
    ),
    click.option(
        "--column",
        callback=read_column,
        metavar="NAME|N",
        help="The csv column that holds the grid.",
    ),
    click.option(
        "--on-error",
        type=click.Choice(["continue", "stop"]),
        default="continue",
        show_default=True,
        help="Go on after bad input, or stop.",
    ),
    group=INPUT,
)


def colour_option(help_text: str) -> Decorator:
    """Return `--color`; the parameter is `colour`."""
    return click.option(
        "--color",
        "colour",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help=help_text,
    )


output_option = click.option(
    "-o", "--output", type=values.FILE, metavar="FILE", help="Write to FILE, replaced at the end."
)

writing_options = several(
    output_option,
    click.option("--resume", is_flag=True, help="Go on with FILE.part, what a cut run left."),
    click.option(
        "--format",
        "form",
        type=click.Choice(formats.WRITABLE),
        metavar="FORMAT",
        help="Write this format of sudoku-grid(5) [default: as read, else grid].",
    ),
    click.option(
        "--empty", type=click.Choice([".", "0", "_"]), help="Sign of an empty cell [default: .]."
    ),
    click.option("--no-comments", is_flag=True, help="Drop all comments."),
    colour_option("Colour pretty output."),
    group=OUTPUT,
)

jobs_option = click.option(
    "--jobs",
    type=values.JOBS,
    default=available_cores,
    metavar="J",
    help="Work on J cores or at tcp://HOST:PORT, same output [default: all].",
)

process_options = several(
    jobs_option,
    click.option("-q", "--quiet", is_flag=True, help="Print no warnings."),
    click.option("-v", "--verbose", is_flag=True, help="Add statistics on standard error."),
    click.option(
        "--progress/--no-progress", default=None, help="Show progress [default: on a terminal]."
    ),
    version_option,
    group=RUN,
)

seed_options = several(
    click.option("--seed", metavar="S", help="Any text; the same gives the same output."),
    click.option(
        "--start",
        type=values.Whole(0, 2**62),
        default=0,
        metavar="I",
        help="The number of the first record [default: 0].",
    ),
    group=RUN,
)

timeout_option = several(
    click.option(
        "--timeout",
        type=values.Real(),
        metavar="SEC",
        help="Give a record up after SEC seconds.",
    ),
    group=RUN,
)


class Demand(NamedTuple):
    """What the options say of grids.

    `geometry` is the plain one that is demanded, or None; `said` the rules and clues that hold
    beside it for records that say nothing themselves, None where no variant is asked for.
    """

    geometry: Geometry | None
    said: Said | None = None


def demand_of_options(given: dict[str, Any]) -> Demand:
    """Take `geometry_options` out of what was given and return what they say.

    UsageError: they contradict each other.
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
    """Return the geometry that the options demand; None: none. UsageError: they contradict.

    `boxes` alone demands nothing: `exclusions.COMMON` has refused it.
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
