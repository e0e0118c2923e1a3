"""The worker of `sudoku-mask`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sudokutools import masking
from sudokutools._support.request import ANY, Known, Values
from sudokutools._support.streams import Stream
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Deadline, Message, Outcome, Worker, form_of, has_blocks
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.formats.format import Record, Style
from sudokutools.formats.reading.lines import InputError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.keys import WEIGHT

if TYPE_CHECKING:
    from sudokutools.blocks.block import Event, Work
    from sudokutools.blocks.dig import DigBlocks


REPETITIONS = 100  # After this many duplicates in a row there seems to be no other puzzle.


class MaskRequest(Values):
    """The request for every record."""

    puzzle: masking.PuzzleRequest = masking.PuzzleRequest()  # The request for its puzzle.
    pattern: str | None = None  # The drawing of the clue positions, if any.
    keep: str | None = None  # The names of the cells whose clues stay.
    key: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Puzzle k of record i draws from stream (`start` + i - 1) * `number` + k - 1."""
    start: int = 0
    with_solution: bool = False  # Write the complete grid as well.
    number: int = 1  # The number of different puzzles.
    timeout: float | None = None  # Seconds for a puzzle.


class Made(NamedTuple):
    """The key that distinguishes a puzzle of its record, and whether there seem to be no others."""

    key: object = None
    is_last: bool = False


class Masker(Worker):
    keeps_passages = True
    reads_objects = errors_alike = True
    own_column = "solution"
    _defers_missed = False
    kinds = (Outcome(status=Exit.NO, counts=["missed"]), Outcome(), Outcome())

    KNOWN: ClassVar[Known] = dict.fromkeys(("puzzle", "keep", "key", "start", "with_solution"), ANY)
    """The fields that blocks support; the plan of a puzzle knows which puzzles they support."""

    def __init__(self, request: MaskRequest) -> None:
        self.request, self.timeout = request, request.timeout
        self.places = request.number

    @property
    def facts(self) -> list[str]:  # type: ignore[override]
        return [WEIGHT] * self.request.puzzle.weights

    @property
    def adds_clues(self) -> bool:  # type: ignore[override]
        puzzle = self.request.puzzle
        return any((puzzle.cages, puzzle.less, puzzle.parity, puzzle.add))

    @property
    def grid_columns(self) -> list[str]:
        return ["puzzle", "solution"] if self.request.with_solution else ["puzzle"]

    def puzzle_for(self, geometry: Geometry) -> masking.PuzzleRequest:
        """Return the properties of puzzles on a geometry, which decides the cells of a pattern."""
        puzzle, pattern, keep = self.request.puzzle, self.request.pattern, self.request.keep
        if pattern is not None:
            puzzle = puzzle.replace(pattern=_pattern_cells(pattern, geometry))
        if keep is not None:
            puzzle = puzzle.replace(keep=_kept_cells(keep, geometry))
        return puzzle

    def index(self, record: Record) -> int:
        """Return the number of the stream of a puzzle."""
        return (self.request.start + record.number - 1) * self.request.number + record.part

    def __call__(self, record: Record, style: Style) -> Outcome:
        return self.puzzle(record, style, set())

    def puzzle(self, record: Record, style: Style, found: set[object]) -> Outcome:
        """Make a puzzle other than those `found`."""
        geometry = record.given.geometry
        plan = masking.plan_of(geometry, self.puzzle_for(geometry))
        plan.check_grid(record.given)  # Impossible requests end the command.
        request, deadline = self.request, Deadline(self.request.timeout)
        key, left = (request.key, self.index(record)), request.number - record.part
        stream = Stream.from_key(*key)
        try:
            for _ in range(REPETITIONS):
                result = masking.puzzle_of(plan, record.given, stream, deadline.check)
                made = result.puzzle
                if made is None or (made.cells, made.constraints) not in found:
                    break
            else:  # There seems to be no other.
                reason = f"only {_counted(len(found), 'different puzzle')} found"
                outcome = self._missed(record, style, reason, left)
                outcome.extra = Made(is_last=True)
                return outcome
        except UndecidedError as error:
            after = f" in {request.timeout:g} s" if request.timeout else f": {error}"
            return self._missed(record, style, f"not found{after}")
        except SudokuError as error:
            outcome = self._missed(record, style, str(error), left)
            outcome.status, outcome.counts = Exit.ERROR, ["unreadable"]
            return outcome
        if made is not None:
            return self._outcome(record, style, result)
        tries = _counted(result.tries, "try", "tries")
        late = f"{request.timeout:g} s, " if deadline.is_over else ""
        hint = "" if late else _hint(plan, result.tries)
        return self._missed(record, style, f"not found in {late}{tries}; best: {result.best}{hint}")

    def _outcome(self, record: Record, style: Style, result: masking.MaskResult) -> Outcome:
        assert result.puzzle is not None
        with_solution = self.request.with_solution or style.format.has_keys
        note, facts = record.note, [""]
        keys: dict[str, Any] = {}
        if record.extra:
            from sudokutools.checking.facts import FIELD_OF

            keys = record.kept_keys(*FIELD_OF)
        if result.weight is not None:
            facts = [f"{result.weight:.7g}"]
            if style.format.has_keys:
                keys |= {WEIGHT: float(facts[0])}
            elif style.columns is None:
                note = "\t".join(filter(None, [f"{WEIGHT}={facts[0]}", note]))
        partner = ("solution", result.solution or record.given) if with_solution else None
        text = style.write(
            result.puzzle, note, record.comments, keys, partner, row=record.row, facts=facts
        )
        messages = [_easier(record.place, result.best)] if result.best else []
        return Outcome(text, messages, extra=Made((result.puzzle.cells, result.puzzle.constraints)))

    def work(self, style: Style) -> DigBlocks | None:
        """Return the work on blocks of lines; None without a kernel for it."""
        request = self.request
        if not has_blocks(request.replace(number=1), self.KNOWN):
            return None
        try:
            puzzle = self.puzzle_for(Geometry.of(3, 3))
        except SudokuError:  # Cells to keep that only larger grids have.
            return None
        if not masking.plan_of(Geometry.of(3, 3), puzzle).has_kernel or puzzle.weights:
            return None
        from sudokutools.blocks.block import DEFERRED, PUZZLE, SOLUTION
        from sudokutools.blocks.dig import DigBlocks

        self._defers_missed = style.format.has_keys  # Objects hold the reason.
        wants_solution = request.with_solution or style.format.has_keys
        met = form_of(style, PUZZLE, ("solution", SOLUTION) if wants_solution else None)
        if met is None:
            return None
        missed = DEFERRED if self._defers_missed else b"\n"
        return DigBlocks(puzzle, request.key, request.start, met, missed, style.empty)

    def blocks(self, style: Style) -> Work | None:
        return self.work(style)

    def message_of(self, event: Event, place: str) -> Message | None:
        from sudokutools.masking.compiled_dig import EASIER

        if event.found == EASIER:
            return _easier(place, event.best)
        if self._defers_missed:
            return None
        nine = Geometry.of(3, 3)
        plan = masking.plan_of(nine, self.puzzle_for(nine))
        counted, hint = _counted(plan.tries, "try", "tries"), _hint(plan, plan.tries)
        return Message(f"{place}: not found in {counted}; best: {event.best}{hint}")

    def _missed(self, record: Record, style: Style, reason: str, places: int = 1) -> Outcome:
        record.error = InputError(reason, record.source, record.line)
        message = Message(str(record.error))
        return Outcome(places * self.empty(record, style), [message], Exit.NO, ["missed"])


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"


def _hint(plan: masking.Plan, tries: int) -> str:
    return "" if tries < plan.tries else " (a higher --tries may help)"


def _easier(place: str, best: str) -> Message:
    return Message(f"{place}: {best} (none harder found)", f"puzzles {best}")


@lru_cache(maxsize=16)
def _pattern_cells(pattern: str, geometry: Geometry) -> frozenset[int]:
    from sudokutools.formats.reading.pattern import read_pattern

    return read_pattern(pattern, geometry)


@lru_cache(maxsize=16)
def _kept_cells(names: str, geometry: Geometry) -> frozenset[int]:
    from sudokutools.constraints.constraint import parse_cells

    return frozenset(parse_cells("--keep", names, geometry))
