"""The workers of `sudoku-solve` that write solutions or count them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from sudokutools._support.request import ANY, Known, Values
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import (
    Deadline,
    Message,
    Outcome,
    Task,
    Worker,
    form_of,
    has_blocks,
    no_solution,
    undecided,
)
from sudokutools.errors import UndecidedError
from sudokutools.formats.format import Record, RefusalError, Style
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving import solving

if TYPE_CHECKING:
    from sudokutools._support.streams import Stream
    from sudokutools.blocks.block import Event, Work
    from sudokutools.grid.spec import Spec

    Shape = tuple[Geometry | None, Spec | None]


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

    reads_objects = errors_alike = partner_first = True
    writes_all = False  # Whether several solutions are written.

    def __init__(self, request: SolveRequest) -> None:
        self.request, self.timeout = request, request.timeout

    @property
    def kinds(self) -> Sequence[Outcome]:  # type: ignore[override]
        solved = Outcome(counts=["solved"])
        names_several = not (self.request.any_solution or self.writes_all)
        several = Outcome(counts=["several"]) if names_several else solved
        unsolved = Outcome(status=Exit.NO, counts=["without a solution"])
        return unsolved, solved, several, solved, solved

    @property
    def grid_columns(self) -> list[str]:
        return ["puzzle", "solution"] if self.request.with_puzzle else ["solution"]

    def solutions(self, record: Record) -> Iterator[Grid]:
        """Return the solutions of a record; the timeout begins now."""
        request, deadline = self.request, Deadline(self.request.timeout)
        return solving.solutions(record.given, request.method, request.stream_of(record), deadline)

    def blocks(self, style: Style) -> Work | None:
        return self.work(style) if has_blocks(self.request, self.KNOWN) else None

    def work(self, style: Style) -> Work | None:
        """Return the work on blocks, for requests that it supports; None: they lack the style."""
        from sudokutools.blocks.block import DEFERRED, NONE, NUMBER, PUZZLE, SEVERAL, SOLUTION
        from sudokutools.blocks.solve import SolveBlocks

        request = self.request
        partner = ("puzzle", PUZZLE) if request.with_puzzle or style.format.has_keys else None
        number = b',"record":%b,"solution_number":1' % NUMBER if self.writes_all else b""
        form, several = (
            form_of(style, SOLUTION, partner, True, b',"status":"%b"' % status + number)
            for status in (b"solved", b"solved" if request.any_solution else b"several")
        )
        if form is None or several is None:
            return None
        forms = (DEFERRED, form, DEFERRED if self.writes_all else several, form, form)
        # The limit is 2 with --any too: only then is the first solution in search order written,
        # not the one that the lanes found first.
        reported = (NONE,) if request.any_solution else (NONE, SEVERAL)
        key = None if self.writes_all else request.key
        return SolveBlocks(forms, reported, 2, False, key, request.start, style.empty, True)

    def unsolved(self, record: Record, style: Style, status: str, message: Message) -> Outcome:
        text = style.format.unsolved(record, style, status, self.request.with_puzzle)
        counted = "without a solution" if status == "none" else status
        return Outcome(text, [message], Exit.NO, [counted])

    def write_solution(
        self, record: Record, style: Style, solution: Grid, data: dict[str, Any]
    ) -> str:
        if record.extra:
            from sudokutools.checking.facts import CELL_KEYS

            data = record.kept_keys(*CELL_KEYS) | data
        wants_partner = self.request.with_puzzle or style.format.has_keys
        partner = ("puzzle", record.given) if wants_partner else None
        note, comments, row = record.note, record.comments, record.row
        return style.write(solution, note, comments, data, partner, partner_first=True, row=row)


def _published(record: Record) -> str:
    """Return the remark on the solution that a record of several solutions contains."""
    from sudokutools.checking.checking import is_solution_of
    from sudokutools.formats.json_objects import stated_solution

    stated = stated_solution(record.given, record.extra)
    if stated is None or not is_solution_of(stated, record.given):
        return ""
    is_broken = next(record.given.with_cells(stated.cells).clashes(), None) is not None
    return "" if is_broken else ", among them the one in the input"


def _differs(record: Record, solution: Grid) -> bool:
    """Whether the record contains another solution, as far as that is filled."""
    from sudokutools.formats.json_objects import stated_solution

    stated = stated_solution(record.given, record.extra)
    cells = stated.cells if stated is not None else b""
    return any(a and a != b for a, b in zip(cells, solution.cells, strict=False))


class SolveOne(Solver):
    KNOWN: ClassVar[Known] = {**Solver.KNOWN, "any_solution": ANY}
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
            about = "; the solution may not be unique"
            messages.append(undecided(record, error, self.request.timeout, about))
        if not found:
            return self.unsolved(record, style, "none", no_solution(record))
        status = "undecided" if messages else "solved"
        if len(found) > 1:
            status = "several"
            text = f"{record.place}: several solutions{_published(record)}"
            messages.append(Message(text, SEVERAL_WARNING))
        elif "solution" in record.extra and _differs(record, found[0]):
            warning = f"{record.place}: the solution in the input is another one"
            messages.append(Message(warning, "records with another solution in the input"))
        text = self.write_solution(record, style, found[0], {"status": status})
        exit_status = Exit.NO if status == "undecided" else Exit.DONE
        return Outcome(text, messages, exit_status, [status])

    def message_of(self, event: Event, place: str) -> Message | None:
        from sudokutools.blocks.block import SEVERAL

        is_several = event.found == SEVERAL
        return Message(f"{place}: several solutions", SEVERAL_WARNING) if is_several else None


class SolveAll(Solver):
    """Write every solution of every record, each as soon as it is found."""

    keeps_passages = True
    own_column = "puzzle"

    KNOWN: ClassVar[Known] = {**Solver.KNOWN, "limit": range(1, 1 << 64)}
    writes_all = True
    in_parallel = False

    def answers(self, task: Task) -> Iterator[Outcome]:
        try:
            yield from self._solutions(*task)
        except RefusalError as error:
            yield self.refused(*task, str(error), Exit.ERROR, "refused")

    def _solutions(self, record: Record, style: Style) -> Iterator[Outcome]:
        number = 0
        outcome = Outcome(counts=["solved"])
        try:
            for solution in islice(self.solutions(record), self.request.limit):
                number += 1
                data = {"status": "solved", "record": record.number, "solution_number": number}
                yield Outcome(self.write_solution(record, style, solution, data), records=0)
            if not number:
                outcome = self.unsolved(record, style, "none", no_solution(record))
        except UndecidedError as error:
            found = f", {number} solutions found" if number else ""
            message = undecided(record, error, self.request.timeout, found)
            outcome = self.unsolved(record, style, "unknown", message)
            outcome.text = "" if number else outcome.text
        yield self.with_loss(outcome, style)


class CountSolutions(Solver):
    KNOWN: ClassVar[Known] = {"key": ANY, "start": ANY, "limit": range(1, 1 << 64)}
    kinds = Outcome(status=Exit.NO), *4 * (Outcome(),)

    @property
    def block_seconds(self) -> float:
        return self.timeout or inf  # Alone, a grid with many solutions has all cores.

    def __call__(self, record: Record, style: Style) -> Outcome:
        request, number = self.request, 0
        check = Deadline(request.timeout).check
        try:
            for number in solving.counts(record.given, request.limit, request.method, check):  # noqa: B007
                pass
        except UndecidedError as error:
            found = f", at least {number} solutions"
            message = undecided(record, error, self.request.timeout, found)
            return Outcome("unknown\n", [message], Exit.NO, ["unknown"])
        return Outcome(f"{number}\n", (), Exit.DONE if number else Exit.NO)

    def work(self, style: Style) -> Work:
        from sudokutools.blocks.block import COUNT
        from sudokutools.blocks.solve import SolveBlocks

        limit = self.request.limit or (1 << 64) - 1
        return SolveBlocks(5 * (COUNT + b"\n",), (), limit, objects=True)
