"""`sudoku-solve --explain` and `--hint`: the human path of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Deadline, Message, Outcome, Worker, no_solution, undecided
from sudokutools.errors import UndecidedError
from sudokutools.formats.format import Record, Style
from sudokutools.grid.geometry import Geometry
from sudokutools.logic.hodoku.rating import HodokuPath
from sudokutools.logic.ladder import Path
from sudokutools.logic.scales import Ladder, stuck_after
from sudokutools.logic.step import Step
from sudokutools.logic.tables import members
from sudokutools.solving import solving

Board = tuple[tuple[int, ...], tuple[int, ...]]  # The values and candidates of a path.


class Course(NamedTuple):
    """Steps, the boards before each and after the last, and the last line of a whole path."""

    steps: Sequence[Step]
    boards: Sequence[Board]
    closing: str


class Explain(Worker):
    """Explain the path of every record, or hint at its next steps."""

    errors_alike = True
    is_picture = False  # Whether the format of the style does not matter.

    def __init__(
        self, hint: int | None, is_verbose: bool, timeout: float | None, ladder: Ladder | None
    ) -> None:
        self.hint, self.is_verbose, self.timeout = hint, is_verbose, timeout
        self.ladder = ladder or Ladder()

    @property
    def is_nudge(self) -> bool:
        """Whether only technique and place are written, not the step."""
        return self.hint is not None and not self.is_verbose

    def __call__(self, record: Record, style: Style) -> Outcome:
        deadline = Deadline(self.timeout)
        if self.ladder.scale == "hodoku" and not record.given.is_classic:
            text = f"{record.place}: --scale hodoku: only plain 9x9 grids are supported"
            return self._without_path(record, style, "unknown", Message(text, "other grids"))
        try:
            found = len(list(islice(solving.solutions(record.given, check=deadline), 2)))
            if found == 0:
                return self._without_path(record, style, "none", no_solution(record))
            if found == 2:
                text = f"{record.place}: several solutions: only unique solutions can be explained"
                return self._without_path(record, style, "several", Message(text))
            return self._path(record, style, deadline)
        except UndecidedError as error:
            message = undecided(record, error, self.timeout)
            return self._without_path(record, style, "unknown", message)

    def _path(self, record: Record, style: Style, deadline: Deadline) -> Outcome:
        path = self.ladder.path(record.given, deadline)
        steps: list[Step] = []
        boards: list[Board] = [(tuple(path.values), tuple(path.candidates))]
        while len(steps) != self.hint and (step := path.next_step()) is not None:
            steps.append(step)
            boards.append((tuple(path.values), tuple(path.candidates)))
        is_decided = path.is_solved or len(steps) == self.hint
        messages = [] if is_decided else [Message(f"{record.place}: no technique applies")]
        status, exit_status = ("solved", Exit.DONE) if is_decided else ("stuck", Exit.NO)
        has_end = self.hint is None and bool(steps)
        closing, rating = _difficulty(path, steps) if has_end else ("", {})
        if self.hint is None and not is_decided:
            closing = stuck_after(len(steps))
        outcome = Outcome("", messages, exit_status, [status])
        if style.format.has_keys and not self.is_picture:
            shown = [self._data(step) for step in steps]
            position = {} if is_decided else _position_data(path)
            content = {"record": record.number, "status": status, "steps": shown}
            outcome.text = style.format.dump(content | rating | position)
        else:
            self._show(outcome, record, style, Course(steps, boards, closing))
        return outcome

    def _show(self, outcome: Outcome, record: Record, style: Style, course: Course) -> None:
        from sudokutools.formats.grid import statements
        from sudokutools.logic.marked_grid import draw

        steps, boards, closing = course
        grid, colour, draws = record.given, style.colour, style.format.draws_marks
        lines = [self._text(step, number) for number, step in enumerate(steps, 1)]
        if draws and self.is_nudge and lines:
            # Later drawings would show the results of hints: one drawing serves all.
            named = {cell for step in steps for cell in step.cells}
            lines[0] = draw(grid, *boards[0], None, colour, named) + lines[0]
        elif draws:
            shown = zip(lines, steps, boards, strict=False)
            lines = [f"{line}\n{draw(grid, *at, step, colour)}" for line, step, at in shown]
        if draws and lines and not grid.is_plain:
            # Drawings do not show all constraints; without these they would be read as plain.
            lines[0] = "".join(f"{line}\n" for line in statements(grid)) + lines[0]
        if closing and outcome.messages:
            closing = draw(grid, *boards[-1], colour=colour) + closing
        lines += [closing] * bool(closing)
        if not lines and not grid.is_complete:
            lines.append("no step found")
        outcome.text = self._headed(record, "".join(f"{line}\n" for line in lines))

    def _data(self, step: Step) -> dict[str, Any]:
        data = step.data()
        if not self.is_nudge:
            return data
        keys = ("technique", "rating", "score", "houses", "cells")
        shown = {key: data[key] for key in keys if key in data}
        return shown | {"text": step.hint()}

    def _text(self, step: Step, number: int) -> str:
        """Return a hint or explanation; with `-v`, its chains are below it, one link a line."""
        from sudokutools.logic.strand import eureka, sentences

        text = "" if self.hint == 1 else f"{number}. "
        is_long = self.hint is None and self.is_verbose
        text += step.hint() if self.is_nudge else step.describe("see below" if is_long else None)
        if not is_long:
            return text
        for strand in step.chains:
            text += "".join(f"\n  {line}" for line in eureka(step.geometry, strand))
            text += "".join(f"\n    {line}" for line in sentences(step.geometry, strand))
        return text

    def _without_path(self, record: Record, style: Style, status: str, message: Message) -> Outcome:
        text = self._headed(record, "")
        if style.format.has_keys:
            text = style.format.dump({"record": record.number, "status": status, "steps": []})
        return Outcome(text, [message], Exit.NO, [status])

    def _headed(self, record: Record, text: str) -> str:
        blank = "\n" if record.number > 1 else ""
        return f"{blank}# record {record.number}\n{text}"

    def write_unreadable(self, record: Record, style: Style) -> str:
        has_keys = style.format.has_keys
        return style.format.empty_place(record) if has_keys else self._headed(record, "")


def _difficulty(path: Path, steps: Sequence[Step]) -> tuple[str, dict[str, Any]]:
    """Return the last line of a whole path, and its facts for JSON."""
    if isinstance(path, HodokuPath):
        level, score, technique, *_ = path.rating()
        hardest = next(step for step in steps if step.technique == technique)
        text = f"hardest step: {technique} ({hardest.rating_text}), score {score}, level {level}"
        data = {"level": level, "score": score, "technique": technique}
        return text, {f"hodoku_{key}": value for key, value in data.items()}
    hardest = max(steps, key=lambda step: step.points)
    text = f"hardest step: {hardest.technique} ({hardest.rating_text}"
    data = {"rating": hardest.rating, "technique": hardest.technique}
    geometry = path.grid.geometry
    if geometry is Geometry.of(3, 3):
        return f"{text})", data
    return f"{text}, geometry {geometry})", data | {"geometry": str(geometry)}


def _position_data(path: Path) -> dict[str, Any]:
    """Return the cells and pencil marks of a path for JSON, in which they can be read again."""
    from sudokutools.formats.json import rows_of, rows_of_lists

    grid = path.grid
    value = grid.geometry.values
    marks = [[value[place] for place in members(mask)] for mask in path.candidates]
    rows = rows_of(grid.with_cells(path.values))
    return {"cells": rows, "candidates": rows_of_lists(grid, marks)}
