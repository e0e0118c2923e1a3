"""`sudoku-gen`: write complete grids."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import click

from sudokutools import formats
from sudokutools._support.request import ANY, Known, Values
from sudokutools._support.streams import Stream, stream_key
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options import gen as options
from sudokutools.cli.options.option import Command
from sudokutools.cli.run.jobs import Jobs, map_in_threads, open_cluster
from sudokutools.cli.run.process import Exit, choose_seed, complain, run
from sudokutools.cli.run.worker import Deadline, Outcome, has_blocks
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.errors import NoGridError, UndecidedError
from sudokutools.formats.format import Style
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

LINES_AT_ONCE = 1 << 19  # The number of cells drawn at once.
RANDOM = "random"  # The value of --regions for a random map of regions in each grid.


class Jigsaw(Values):
    """Grids with random regions: the names of their rules, and their extra houses."""

    rules: tuple[str, ...] = ()
    houses: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        return "+".join([*self.rules, *["houses"] * bool(self.houses)])


class GenRequest(Values):
    """The request for every grid."""

    geometry: Geometry = Geometry.of(3, 3)
    clues: Constraints | None = None  # Constraints that all grids meet, if any.
    jigsaw: Jigsaw | None = None  # Random regions instead of boxes, if any.
    method: str = "uniform"  # How it is drawn: one of the methods of `generating`, not `auto`.
    moves: int | None = None
    """How many moves the chain of the method `mix` makes; None: its default."""
    timeout: float | None = None  # Seconds for a grid.
    key: tuple[int, int, int, int] = (0, 0, 0, 0)  # Record i draws from stream i.


class Draw:
    KNOWN: ClassVar[Known] = {
        **dict.fromkeys(("geometry", "moves", "timeout", "key"), ANY), "method": ("uniform", "mix")
    }  # fmt: skip
    """The requests that the kernel for many lines supports."""

    def __init__(self, request: GenRequest, style: Style) -> None:
        self.request = request
        self.style = style

    def __call__(self, record: int) -> Outcome:
        request, jigsaw, geometry = self.request, self.request.jigsaw, self.request.geometry
        stream = Stream.from_key(request.key, record)
        check = Deadline(request.timeout).check
        if jigsaw is not None:
            from sudokutools.generating.random_search import generate_jigsaw

            grid = generate_jigsaw(geometry, jigsaw.rules, jigsaw.houses, stream, check)
        else:
            method, moves, clues = request.method, request.moves, request.clues
            grid = generating.generate(geometry, method, stream, check, moves, constraints=clues)
        return Outcome(self.style.write(grid))

    @property
    def has_lines(self) -> bool:
        return self.style.format.is_line and has_blocks(self.request, self.KNOWN)

    def lines(self, records: range) -> bytes:
        request = self.request
        return generating.draw_lines(
            request.geometry,
            request.method,
            request.key,
            records.start,
            len(records),
            request.moves,
        )


def unranked(style: Style, rank: int) -> Outcome:
    from sudokutools.generating.ranking import grid_of_rank

    return Outcome(style.write(grid_of_rank(rank)))


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
            _run_each(writer, partial(unranked, writer.style_of(form)), ranks)
        return writer.status
    choose = generating.choose_for_variants
    method, moves = request.method, request.moves
    method = choose(method) if is_variant else generating.choose(geometry, method)
    if moves is not None and method != "mix":
        raise click.UsageError(f"--moves requires --method mix, not {method}.")
    key = stream_key("sudoku-gen", choose_seed(seed, settings.verbose))
    if settings.verbose:
        claim = generating.claim(geometry, method, moves)
        complain(f"method {method} on {_named(geometry, jigsaw)}: {claim}")
    shape = {"geometry": geometry, "clues": clues, "jigsaw": jigsaw}
    request = request.replace(method=method, key=key, **shape)
    try:
        with Writer(settings, header, number) as writer:
            draw = Draw(request, writer.style_of(form))
            records = range(start, start + number)
            if draw.has_lines:
                _run_lines(writer, draw, records)
            else:
                _run_each(writer, draw, records)
    except (NoGridError, UndecidedError) as error:
        complain(str(error))
        return Exit.NO
    return writer.status


def _demanded(common: dict[str, Any]) -> tuple[Geometry, Jigsaw | None, Constraints | None]:
    """Return the geometry of the options, the one without regions if they are random; and clues."""
    is_random = common["regions"] == RANDOM
    if is_random:
        common["regions"] = None
    shape, said = shared.shape_of_options(common)
    geometry = shape or Geometry.of(3, 3)
    if not is_random:
        if said is None:
            return geometry, None, None
        geometry = said.geometry(geometry) or geometry
        return geometry, None, said.constraints(geometry)
    if said is not None and said.has_clues:
        raise click.UsageError("--regions random: clues are not supported.")
    if said is not None and said.regions is not None:
        raise click.UsageError("--regions: --spec already defines regions.")
    if not geometry.is_full:
        raise click.UsageError("--regions: variants require full grids.")
    jigsaw = Jigsaw()
    if said is not None:
        housed = said.replace(variant=None).geometry(geometry) or geometry
        jigsaw = Jigsaw(rules=said.variant or (), houses=housed.extra_houses)
    from sudokutools.constraints.variant_rules import check

    check(jigsaw.rules, geometry.n, None)
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


def _run_each(writer: Writer, work: Callable[[int], Outcome], records: range) -> None:
    with open_cluster(writer.settings.scheduler) or nullcontext() as cluster:
        jobs: Jobs[int, Outcome] = Jobs(work, writer.take, writer.settings.jobs, cluster)
        try:
            for record in _left(writer, records):
                jobs.put(record)
            jobs.drain()
        finally:
            jobs.end()


def _run_lines(writer: Writer, draw: Draw, records: range) -> None:
    records = _left(writer, records)
    with open_cluster(writer.settings.scheduler) or nullcontext() as cluster:
        if cluster is not None:
            for piece, lines in cluster.crew(draw.lines).over(records):
                writer.take_lines(lines, len(piece))
            return
    length = max(1, LINES_AT_ONCE // draw.request.geometry.size)
    # The first pieces are short, so that the first grid is written at once.
    edges = chain([records.start], range(records.start + 1, records.stop, length), [records.stop])
    pieces = (range(*edge) for edge in pairwise(edges) if edge[0] < edge[1])
    is_short = records.stop - records.start <= 1 + length
    jobs = 1 if is_short else writer.settings.jobs

    def draw_piece(piece: range) -> tuple[bytes, int]:
        return draw.lines(piece), len(piece)

    for lines, number in map_in_threads(draw_piece, pieces, jobs):
        writer.take_lines(lines, number)
        writer.mark()


def _left(writer: Writer, records: range) -> range:
    if writer.output.skips:
        writer.output.go_on()
    return records[writer.records :]


main = partial(run, command)
