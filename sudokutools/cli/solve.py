"""`sudoku-solve`: write solutions, count them, explain them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

import click

from sudokutools import formats
from sudokutools._support.request import ANY, Known, Values
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options import solve as options
from sudokutools.cli.options.option import Command
from sudokutools.cli.options.values import ladder_name
from sudokutools.cli.run import pipeline
from sudokutools.cli.run.output import write_whole
from sudokutools.cli.run.process import Exit, choose_seed, run
from sudokutools.cli.run.worker import (
    BlockPlan,
    Deadline,
    Kind,
    Message,
    Outcome,
    Worker,
    has_blocks,
    no_solution,
    undecided,
    writes_lines,
)
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.formats.format import Record, Style
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving import solving

if TYPE_CHECKING:
    from sudokutools._support.streams import Stream
    from sudokutools.blocks.block import Event
    from sudokutools.grid.spec import Said
    from sudokutools.logic.scales import Ladder

    Shape = tuple[Geometry | None, Said | None]

EXAMPLES = """\b
Examples:
  sudoku-solve puzzle.txt
  sudoku-solve --hint 1 puzzle.txt
"""

SEVERAL_WARNING = "records with several solutions"


class SolveRequest(Values):
    """The request for every record."""

    method: str = "auto"  # The name of an engine.
    any_solution: bool = False  # Skip the uniqueness check.
    limit: int | None = None  # The maximum number of solutions written or counted.
    with_puzzle: bool = False  # Write the puzzle as well.
    key: tuple[int, int, int, int] | None = None
    """Record i draws its order of search from stream `start` + i - 1; None: in order."""
    start: int = 0
    timeout: float | None = None  # Seconds for a record.

    def stream_of(self, record: Record) -> Stream | None:
        if self.key is None:
            return None
        from sudokutools._support.streams import Stream

        return Stream.from_key(self.key, self.start + record.number - 1)


class Solver(Worker):
    KNOWN: ClassVar[Known] = {"with_puzzle": ANY, "key": ANY, "start": ANY}
    """The fields that blocks support."""

    def __init__(self, request: SolveRequest) -> None:
        self.request = request

    @property
    def grid_columns(self) -> list[str]:
        return ["puzzle", "solution"] if self.request.with_puzzle else ["solution"]

    def solutions(self, record: Record) -> Iterator[Grid]:
        """Return the solutions of a record; the timeout begins now."""
        assert record.grid is not None
        request, deadline = self.request, Deadline(self.request.timeout)
        return solving.solutions(record.grid, request.method, request.stream_of(record), deadline)

    def blocks(self, style: Style) -> BlockPlan | None:
        if not writes_lines(style) or not has_blocks(self.request, self.KNOWN):
            return None
        return self.plan(style)

    @abstractmethod
    def plan(self, style: Style) -> BlockPlan:
        """Return how blocks are answered, for requests that they support."""

    def solving_plan(self, style: Style, several: Kind) -> BlockPlan:
        """Return how blocks are solved; `several` is the kind of records with several solutions."""
        from sudokutools.blocks.block import DEFERRED, NONE, NOTE, PUZZLE, SEVERAL, SOLUTION
        from sudokutools.blocks.solve import SolveBlocks

        request, separator = self.request, style.separator
        assert separator is not None
        puzzle = PUZZLE + separator if request.with_puzzle else b""
        form = puzzle + SOLUTION + (NOTE if style.format.is_line else b"") + b"\n"
        forms = (DEFERRED, form, DEFERRED if several.is_deferred else form, form, form)
        # The limit is 2 with --any too: only then is the first solution in search order written,
        # not the one that the lanes found first.
        reported = (NONE,) if request.any_solution else (NONE, SEVERAL)
        key = None if several.is_deferred else request.key
        work = SolveBlocks(forms, reported, 2, False, key, request.start, style.empty)
        solved, unsolved = Kind("solved"), Kind("without a solution", Exit.NO, is_deferred=True)
        kinds = unsolved, solved, several, solved, solved
        return BlockPlan(work, kinds, _several_solutions)

    def unsolved(self, record: Record, style: Style, status: str, message: Message) -> Outcome:
        text = style.format.unsolved(record, style, status, self.request.with_puzzle)
        counted = "without a solution" if status == "none" else status
        return Outcome(text, [message], Exit.NO, [counted])

    def write_solution(
        self, record: Record, style: Style, solution: Grid, data: dict[str, Any]
    ) -> str:
        assert record.grid is not None
        if record.extra:
            from sudokutools.checking.facts import CELL_KEYS

            data = record.kept_keys(*CELL_KEYS) | data
        wants_partner = self.request.with_puzzle or style.format.has_keys
        partner = ("puzzle", record.grid) if wants_partner else None
        note, comments, row = record.note, record.comments, record.row
        return style.write(solution, note, comments, data, partner, partner_first=True, row=row)


def _several_solutions(event: Event, place: str) -> Message:  # noqa: ARG001
    return Message(f"{place}: several solutions", SEVERAL_WARNING)


class SolveOne(Solver):
    keeps_passages = True
    own_column = "puzzle"

    def __call__(self, record: Record, style: Style) -> Outcome:
        found: list[Grid] = []
        messages = []
        try:
            for solution in islice(self.solutions(record), 1 if self.request.any_solution else 2):
                found.append(solution)
        except UndecidedError as error:
            if not found:
                message = undecided(record, error, self.request.timeout)
                return self.unsolved(record, style, "unknown", message)
            warning = f"{record.place}: the solution may not be unique"
            messages.append(Message(warning, "records of unknown uniqueness"))
        if not found:
            return self.unsolved(record, style, "none", no_solution(record))
        status = "solved"
        if len(found) > 1:
            status = "several"
            messages.append(Message(f"{record.place}: several solutions", SEVERAL_WARNING))
        text = self.write_solution(record, style, found[0], {"status": status})
        return Outcome(text, messages, Exit.DONE, [status])

    def plan(self, style: Style) -> BlockPlan:
        return self.solving_plan(style, Kind("solved" if self.request.any_solution else "several"))


class SolveAll(Solver):
    """Write every solution of every record to `writer`, each as soon as it is found."""

    keeps_passages = True
    own_column = "puzzle"

    KNOWN: ClassVar[Known] = {**Solver.KNOWN, "limit": range(1, 1 << 64)}
    writer: Writer

    def __call__(self, record: Record, style: Style) -> Outcome:
        number = 0
        try:
            for solution in islice(self.solutions(record), self.request.limit):
                number += 1
                data = {"status": "solved", "record": record.number, "solution_number": number}
                text = self.write_solution(record, style, solution, data)
                self.writer.take(Outcome(text, is_part=True))
        except UndecidedError as error:
            found = f", {number} solutions found" if number else ""
            message = undecided(record, error, self.request.timeout, found)
            outcome = self.unsolved(record, style, "unknown", message)
            outcome.text = "" if number else outcome.text
            return outcome
        if not number:
            return self.unsolved(record, style, "none", no_solution(record))
        return Outcome(counts=["solved"])

    def plan(self, style: Style) -> BlockPlan:
        return self.solving_plan(style, Kind("solved", is_deferred=True))


class CountSolutions(Solver):
    KNOWN: ClassVar[Known] = {"key": ANY, "start": ANY, "limit": range(1, 1 << 64)}

    def __call__(self, record: Record, style: Style) -> Outcome:
        number = 0
        try:
            for _ in islice(self.solutions(record), self.request.limit):
                number += 1
        except UndecidedError as error:
            found = f", at least {number} solutions"
            message = undecided(record, error, self.request.timeout, found)
            return Outcome("unknown\n", [message], Exit.NO, ["unknown"])
        return Outcome(f"{number}\n", (), Exit.DONE if number else Exit.NO)

    def plan(self, style: Style) -> BlockPlan:
        from sudokutools.blocks.block import COUNT
        from sudokutools.blocks.solve import SolveBlocks

        work = SolveBlocks(5 * (COUNT + b"\n",), (), self.request.limit or (1 << 64) - 1)
        return BlockPlan(work, (Kind(status=Exit.NO), *4 * (Kind(),)))


@click.command(cls=Command, options=options.OPTIONS, title="What to solve", epilog=EXAMPLES)
def command(
    all_solutions: bool,
    count: bool,
    is_random: bool,
    hint: int | None,
    explain: bool,
    scale: str | None,
    only: str | None,
    without: str | None,
    lists: bool,
    candidates: bool,
    differences: bool,
    probes: int | None,
    seed: str | None,
    **common: Any,
) -> Exit:
    """Solve the puzzles in each FILE or standard input, in any supported format."""
    exclusions.check(options.EXCLUSIONS)
    request = SolveRequest(**shared.taken(SolveRequest, common))
    shape = geometry, said = shared.shape_of_options(common)
    if lists:
        if common["files"]:
            raise click.UsageError("--techniques takes no FILE")
        return _list_techniques(shape, scale and ladder_name(scale), common["output"])
    picture = common["form"] if common["form"] in options.PICTURES else ""
    if picture:
        common["form"] = formats.DEFAULT
    settings = Settings(geometry=geometry, said=said, **common)
    ladder = None
    if explain or hint is not None:
        ladder = _ladder(ladder_name(scale), only, without, shape)
    if is_random or probes is not None:
        from sudokutools._support.streams import stream_key

        key = stream_key("sudoku-solve", choose_seed(seed, settings.verbose))
        request = request.replace(key=key)
        settings.start = request.start
    if candidates and settings.format is None:
        settings.format = formats.find("pretty")
    with Writer(settings) as writer:
        if candidates or differences or probes is not None:
            from sudokutools.cli import surveying

            survey: Worker = surveying.Differences(request.timeout)
            if candidates:
                survey = surveying.Candidates(request.timeout, count, request.limit)
            elif probes is not None:
                survey = surveying.Estimate(request.timeout, probes, request.stream_of)
            pipeline.run(survey, writer)
        elif count:
            pipeline.run(CountSolutions(request), writer)
        elif explain or hint is not None:
            from sudokutools.cli.explaining import Explain

            explains = Explain
            if picture:
                from sudokutools.cli.picturing import begin

                explains = begin(picture, writer)
            pipeline.run(explains(hint, settings.verbose, request.timeout, ladder), writer)
        elif all_solutions:
            solve_all = SolveAll(request)
            solve_all.writer = writer
            pipeline.run(solve_all, writer, in_parallel=False)
        else:
            pipeline.run(SolveOne(request), writer)
    return writer.status


def _ladder(scale: str, only: str | None, without: str | None, shape: Shape) -> Ladder:
    from sudokutools.logic.scales import Ladder, allowed_techniques

    if scale == "hodoku" and not _empty_grid(*shape).is_classic:
        raise click.UsageError("--scale hodoku: only plain 9x9 grids are supported")
    try:
        return Ladder(scale, allowed_techniques(scale, only, without))
    except SudokuError as error:
        raise click.UsageError(str(error)) from None


def _empty_grid(geometry: Geometry | None, said: Said | None) -> Grid:
    geometry = geometry or Geometry.of(3, 3)
    if said is None:
        return Grid.empty(geometry)
    geometry = said.geometry(geometry) or geometry
    return Grid(geometry, bytes(geometry.size), None, said.constraints(geometry))


def _list_techniques(shape: Shape, scale: str | None, path: str | None) -> Exit:
    """Write the techniques for the geometry and rules of the options, with ratings and groups."""
    from sudokutools.logic.hodoku.techniques import TABLE
    from sudokutools.logic.techniques import features_of, techniques

    grid = _empty_grid(*shape)
    tables = {}
    if scale != "hodoku":
        rows = techniques(grid.geometry.n, features_of(grid))
        tables["er"] = [f"{row.span}\t{row.name}\t{row.group}\n" for row in rows]
    if scale != "er" and grid.is_classic:
        tables["hodoku"] = [f"{row.score}\t{row.name}\t{row.group}\n" for row in TABLE]
    if not tables:
        raise click.UsageError("--scale hodoku: only plain 9x9 grids are supported")
    titled = [f"# {name}\n{''.join(lines)}" for name, lines in tables.items()]
    write_whole(path, "\n".join(titled))
    return Exit.DONE


main = partial(run, command)
