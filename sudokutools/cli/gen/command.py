"""`sudoku-gen`: write complete grids."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sudokutools import formats
from sudokutools._support.streams import stream_key
from sudokutools.cli.gen import options
from sudokutools.cli.gen.draw import Draw, GenRequest, Jigsaw, run_each, run_lines, unranked
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options.option import Command
from sudokutools.cli.run.process import Exit, choose_seed, print_error, run
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.errors import NoGridError, UndecidedError
from sudokutools.generating import generating
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.keys import SPEC_COLUMN

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints


EXAMPLES = """\b
Examples:
  sudoku-gen -n 1000 --seed 7 --format line > grids.txt
  sudoku-gen --size 16 | sudoku-mask --clues 130 | sudoku-solve
"""

RANDOM = "random"  # The value of --regions for a random map of regions in each grid.


@click.command(cls=Command, options=options.OPTIONS, title="What to generate", epilog=EXAMPLES)
def command(number: int, rank: int | None, seed: str | None, start: int, **common: Any) -> Exit:
    """Generate random complete sudoku grids, 9x9 by default."""
    exclusions.check(options.EXCLUSIONS)
    request = GenRequest(**shared.taken(GenRequest, common))
    geometry, jigsaw, clues = _demanded(common)
    settings = Settings(geometry=geometry, **common)
    settings.start = start
    settings.also_read = str(geometry)  # Its regions may come from a file.
    form = settings.format or formats.find(formats.DEFAULT)
    is_variant = jigsaw is not None or clues is not None
    has_spec = is_variant or not geometry.is_plain
    header = form.header(["solution", *[SPEC_COLUMN] * has_spec])
    if rank is not None:
        _check_rank(rank + start, number, geometry, is_variant)
        with Writer(settings, header, number) as writer:
            ranks = range(rank + start, rank + start + number)
            run_each(writer, partial(unranked, writer.style_of(form)), ranks)
        return writer.status
    choose = generating.choose_for_variants
    method, moves = request.method, request.moves
    method = choose(method) if is_variant else generating.choose(geometry, method)
    if moves is not None and method != "mix":
        raise click.UsageError(f"--moves requires --method mix, not {method}.")
    key = stream_key("sudoku-gen", choose_seed(seed, settings.verbose))
    if settings.verbose:
        claim = generating.claim(geometry, method, moves)
        print_error(f"method {method} on {_named(geometry, jigsaw)}: {claim}")
    shape = {"geometry": geometry, "clues": clues, "jigsaw": jigsaw}
    request = request.replace(method=method, key=key, **shape)
    try:
        with Writer(settings, header, number) as writer:
            draw = Draw(request, writer.style_of(form))
            records = range(start, start + number)
            if draw.has_lines:
                run_lines(writer, draw, records)
            else:
                run_each(writer, draw, records)
    except (NoGridError, UndecidedError) as error:
        print_error(str(error))
        return Exit.NO
    return writer.status


def _demanded(common: dict[str, Any]) -> tuple[Geometry, Jigsaw | None, Constraints | None]:
    """Return the geometry of the options, the one without regions if they are random; and clues."""
    is_random = common["regions"] == RANDOM
    if is_random:
        common["regions"] = None
    shape, spec = shared.shape_of_options(common)
    geometry = shape or Geometry.of(3, 3)
    if not is_random:
        if spec is None:
            return geometry, None, None
        geometry = spec.geometry(geometry) or geometry
        return geometry, None, spec.constraints(geometry)
    if spec is not None and spec.has_clues:
        raise click.UsageError("--regions random: clues are not supported.")
    if spec is not None and spec.regions is not None:
        raise click.UsageError("--regions: --spec already defines regions.")
    if not geometry.is_full:
        raise click.UsageError("--regions: variants require full grids.")
    jigsaw = Jigsaw()
    if spec is not None:
        housed = spec.replace(variant=None).geometry(geometry) or geometry
        jigsaw = Jigsaw(rules=spec.variant or (), houses=housed.extra_houses)
    from sudokutools.constraints.variant_rules import check

    check(jigsaw.rules, geometry, None)
    return Geometry.of_size(geometry.n), jigsaw, None


def _named(geometry: Geometry, jigsaw: Jigsaw | None) -> str:
    if jigsaw is not None:
        return f"{geometry.n}x{geometry.n} with random regions {jigsaw}".rstrip()
    return f"box {geometry}" if geometry.has_boxes else str(geometry)


def _check_rank(rank: int, number: int, geometry: Geometry, is_variant: bool) -> None:
    from sudokutools.generating.ranking import TOTAL

    if is_variant or not geometry.is_plain:
        raise click.UsageError("--rank: plain grids only.")
    if geometry is not Geometry.of(3, 3):
        raise click.UsageError("--rank: only 9x9 grids are numbered.")
    if rank + number > TOTAL:
        raise click.UsageError(f"--rank: expected at most {TOTAL - 1}")


main = partial(run, command)
