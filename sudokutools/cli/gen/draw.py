"""The grids of `sudoku-gen`: drawn, or of a rank."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, nullcontext
from itertools import chain, pairwise
from typing import TYPE_CHECKING, ClassVar

from sudokutools._support.request import ANY, Known, Values
from sudokutools._support.streams import Stream
from sudokutools.cli.run.jobs import map_jobs, map_pieces, open_cluster
from sudokutools.cli.run.worker import Deadline, Outcome, has_blocks
from sudokutools.cli.run.writer import Writer
from sudokutools.formats.format import Style
from sudokutools.generating import generating
from sudokutools.grid.geometry import Geometry

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints


LINES_AT_ONCE = 1 << 19  # The number of cells drawn at once.


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

    def lines(self, records: range) -> tuple[bytes, int]:
        """Draw the lines of some records; return them and their number."""
        request, number = self.request, len(records)
        shape = request.geometry, request.method, request.key
        return generating.draw_lines(*shape, records.start, number, request.moves), number


def unranked(style: Style, rank: int) -> Outcome:
    from sudokutools.generating.ranking import grid_of_rank

    return Outcome(style.write(grid_of_rank(rank)))


def run_each(writer: Writer, work: Callable[[int], Outcome], records: range) -> None:
    settings = writer.settings
    jobs = settings.scheduler or settings.jobs
    with closing(map_jobs(work, _left(writer, records), jobs)) as outcomes:
        for outcome in outcomes:
            writer.take(outcome)


def run_lines(writer: Writer, draw: Draw, records: range) -> None:
    left = _left(writer, records)
    length = max(1, LINES_AT_ONCE // draw.request.geometry.size)
    # The first pieces are short, so that the first grid is written at once.
    edges = chain([left.start], range(left.start + 1, left.stop, length), [left.stop])
    pieces = (range(*edge) for edge in pairwise(edges) if edge[0] < edge[1])
    is_short = left.stop - left.start <= 1 + length  # `len` has a limit.
    jobs = 1 if is_short else writer.settings.jobs
    with open_cluster(writer.settings.scheduler) or nullcontext() as cluster:
        for lines, number in map_pieces(draw.lines, left, pieces, jobs, cluster):
            writer.take(Outcome(lines, records=number))


def _left(writer: Writer, records: range) -> range:
    if writer.output.skips:
        writer.output.go_on()
    return records[writer.records :]
