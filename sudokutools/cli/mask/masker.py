"""The worker of `sudoku-mask`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

from sudokutools import masking
from sudokutools._support.request import ANY, Known, Values
from sudokutools._support.streams import Stream
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import (
    BlockPlan,
    Deadline,
    Kind,
    Message,
    Outcome,
    Task,
    Worker,
    has_blocks,
    writes_lines,
)
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.formats.format import Record, Style
from sudokutools.formats.reading.lines import InputError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import format_line, parse_cells
from sudokutools.grid.keys import WEIGHT

if TYPE_CHECKING:
    from sudokutools.blocks.block import Event
    from sudokutools.blocks.dig import DigBlocks


FEWEST = 17  # The minimum number of clues of a 9x9 puzzle with a unique solution (McGuire, 2012).


MAX_PARTS = 512  # The maximum number of puzzles of one grid that are made at a time.


SECONDS = 0.02  # Tasks that take longer are not followed by larger ones.


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


class Masker(Worker):
    keeps_passages = True
    own_column = "solution"

    KNOWN: ClassVar[Known] = {"puzzle": ANY, "key": ANY, "start": ANY, "with_solution": ANY}
    """The fields that blocks support; the plan of a puzzle knows which puzzles they support."""

    def __init__(self, request: MaskRequest) -> None:
        self.request = request
        self.places = request.number
        self._parts = 1  # The number of parts of the next task.
        self._found: set[object] = set()
        self._counts: list[str] = []
        self._ended = 0  # The number of a record without other puzzles.

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

    def tasks(self, record: Record, style: Style) -> Iterable[Task]:
        if self.request.number == 1:
            yield record, style
            return
        from copy import copy

        grid, part = record.grid, 0
        assert grid is not None
        has_more = record.note or record.comments or record.extra or record.row is not None
        is_bare = grid.is_classic and grid.is_complete and not has_more
        while part < self.request.number and self._ended != record.number:
            piece = copy(record)
            piece.part = part
            if self._parts > 1 and is_bare and self._blocks(style) is not None:
                piece.parts = min(self._parts, self.request.number - part)
            part += piece.parts
            yield piece, style

    def answer(self, task: Task) -> Outcome:
        if self.request.number == 1:
            return super().answer(task)
        began = perf_counter()
        outcome = self._answer_parts(*task) if task[0].parts > 1 else super().answer(task)
        outcome.seconds = perf_counter() - began
        outcome.task = task
        return outcome

    def _answer_parts(self, record: Record, style: Style) -> Outcome:
        """Answer several parts as a block, and the ones that it reports by themselves.

        A worker of a cluster may lack kernels; it answers all parts by themselves.
        """
        assert record.grid is not None
        output, odd = b"", {*range(record.parts)}
        if (work := self._blocks(style)) is not None:
            block = record.parts * f"{format_line(record.grid)}\n".encode()
            answer = work(block, self._index(record) - self.request.start + 1)
            output = answer.output
            odd = {event.record for event in answer.events} | {*range(answer.records, record.parts)}
        alone = super().answer
        answers = {part: alone((_part_of(record, part), style)) for part in odd}
        return Outcome(output.decode(), odd=answers)

    def checked(self, outcome: Outcome) -> Outcome:
        """Replace duplicate puzzles; skip the tasks after the last puzzle."""
        if outcome.task is None:
            return outcome
        record, style = outcome.task
        if record.number == self._ended:
            return Outcome(is_record=False)
        if record.part == 0:
            self._found, self._counts = set(), []
        self._parts = min(2 * record.parts, MAX_PARTS) if outcome.seconds < SECONDS else 1
        if record.parts == 1:
            return self._checked_part(outcome, record, style)
        lines = outcome.text.splitlines(keepends=True)
        keys = [(parse_cells(line[:81].encode()), None) for line in lines]
        if not outcome.odd and len(set(keys)) == len(keys) and self._found.isdisjoint(keys):
            self._found.update(keys[:-1])
            outcome.text, last = "".join(lines[:-1]), Outcome(lines[-1])
            last.key = keys[-1]
            return _joined([outcome, self._checked_part(last, _part_of(record, -1), style)])
        self._parts = 1
        outcomes = []
        for part in range(record.parts):
            single = outcome.odd.get(part) or Outcome(lines[part])
            single.key = single.key if part in outcome.odd else keys[part]
            outcomes.append(self._checked_part(single, _part_of(record, part), style))
            if record.number == self._ended:
                break
        return _joined(outcomes)

    def _checked_part(self, outcome: Outcome, record: Record, style: Style) -> Outcome:
        if outcome.key in self._found:
            outcome = self._puzzle(record, style, self._found)
        if outcome.key is not None:
            self._found.add(outcome.key)
        is_last = outcome.is_last or outcome.status is Exit.ERROR
        if is_last:
            self._ended = record.number
        self._counts += outcome.counts
        outcome.counts = self._counts
        outcome.is_part = not is_last and record.part < self.request.number - 1
        outcome.done = (record.number - 1) * self.request.number + record.part + 1
        return outcome

    def _index(self, record: Record) -> int:
        return (self.request.start + record.number - 1) * self.request.number + record.part

    def __call__(self, record: Record, style: Style) -> Outcome:
        return self._puzzle(record, style, set())

    def _puzzle(self, record: Record, style: Style, found: set[object]) -> Outcome:
        assert record.grid is not None
        puzzle = self.puzzle_for(record.grid.geometry)
        plan = masking.plan_of(record.grid.geometry, puzzle)
        plan.check_technique(record.grid)  # Impossible techniques end the command.
        request, deadline = self.request, Deadline(self.request.timeout)
        key, left = (request.key, self._index(record)), request.number - record.part
        stream = Stream.from_key(*key)
        weight = None
        try:
            for _ in range(REPETITIONS):
                result = masking.mask(record.grid, puzzle, stream, deadline.check)
                made = result.puzzle
                if made is None or (made.cells, made.constraints) not in found:
                    break
            else:  # There seems to be no other.
                reason = f"only {_counted(len(found), 'different puzzle')} found"
                outcome = self._missed(record, style, reason, left)
                outcome.is_last = True
                return outcome
            if puzzle.weights and made is not None:
                from sudokutools.masking.weights import weight_of_dug

                again, check = Stream.from_key(*key), Deadline(request.timeout)
                weight = weight_of_dug(record.grid, made, again, check)
        except UndecidedError as error:
            after = f" in {request.timeout:g} s" if request.timeout else f": {error}"
            return self._missed(record, style, f"not found{after}")
        except SudokuError as error:
            outcome = self._missed(record, style, str(error), left)
            outcome.status, outcome.counts = Exit.ERROR, ["unreadable"]
            return outcome
        if made is not None:
            return self._outcome(record, style, result, weight)
        tries = _counted(result.tries, "try", "tries")
        late = f"{request.timeout:g} s, " if deadline.is_over else ""
        hint = "" if late else _hint(plan, result.tries)
        return self._missed(record, style, f"not found in {late}{tries}; best: {result.best}{hint}")

    def _outcome(
        self, record: Record, style: Style, result: masking.MaskResult, weight: float | None
    ) -> Outcome:
        assert record.grid is not None
        assert result.puzzle is not None
        with_solution = self.request.with_solution or style.format.has_keys
        note, facts = record.note, [""]
        keys: dict[str, Any] = {}
        if record.extra:
            from sudokutools.checking.facts import FIELD_OF

            keys = record.kept_keys(*FIELD_OF)
        if weight is not None:
            facts = [f"{weight:.7g}"]
            if style.format.has_keys:
                keys |= {WEIGHT: float(facts[0])}
            elif style.columns is None:
                note = "\t".join(filter(None, [f"{WEIGHT}={facts[0]}", note]))
        partner = ("solution", result.solution or record.grid) if with_solution else None
        text = style.write(
            result.puzzle, note, record.comments, keys, partner, row=record.row, facts=facts
        )
        messages = [_easier(record.place, result.best)] if result.best else []
        outcome = Outcome(text, messages)
        if self.request.number > 1:
            outcome.key = result.puzzle.cells, result.puzzle.constraints
        return outcome

    def _blocks(self, style: Style) -> DigBlocks | None:
        request = self.request
        if not writes_lines(style) or not has_blocks(request.replace(number=1), self.KNOWN):
            return None
        plan = masking.plan_of(Geometry.of(3, 3), request.puzzle)
        if not plan.has_kernel or request.puzzle.weights:
            return None
        from sudokutools.blocks.block import NOTE, PUZZLE, SOLUTION
        from sudokutools.blocks.dig import DigBlocks

        separator = style.separator
        assert separator is not None
        solution = separator + SOLUTION if request.with_solution else b""
        met = PUZZLE + solution + (NOTE if style.format.is_line else b"") + b"\n"
        return DigBlocks(request.puzzle, request.key, request.start, met, b"\n", style.empty)

    def blocks(self, style: Style) -> BlockPlan | None:
        work = self._blocks(style) if self.request.number == 1 else None
        if work is None:
            return None
        return BlockPlan(work, (Kind("missed", Exit.NO), Kind(), Kind()), self._message)

    def _message(self, event: Event, place: str) -> Message:
        from sudokutools.masking.compiled_dig import EASIER

        if event.found == EASIER:
            return _easier(place, event.best)
        plan = masking.plan_of(Geometry.of(3, 3), self.request.puzzle)
        counted, hint = _counted(plan.tries, "try", "tries"), _hint(plan, plan.tries)
        return Message(f"{place}: not found in {counted}; best: {event.best}{hint}")

    def _missed(self, record: Record, style: Style, reason: str, places: int = 1) -> Outcome:
        record.error = InputError(reason, record.source, record.line)
        message = Message(str(record.error))
        return Outcome(places * self.empty(record, style), [message], Exit.NO, ["missed"])


def _part_of(record: Record, part: int) -> Record:
    from copy import copy

    piece = copy(record)
    piece.part, piece.parts = record.part + part % record.parts, 1
    return piece


def _joined(outcomes: Sequence[Outcome]) -> Outcome:
    *_, last = outcomes
    last.text = "".join([each.text for each in outcomes])
    last.messages = [message for each in outcomes for message in each.messages]
    last.status = max(each.status for each in outcomes)
    return last


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"


def _hint(plan: masking.Plan, tries: int) -> str:
    is_impossible = plan.geometry is Geometry.of(3, 3) and (plan.clues or FEWEST) < FEWEST
    return "" if is_impossible or tries < plan.tries else " (a higher --tries may help)"


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
