"""`sudoku-solve --explain` and `--hint`: the human path of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Deadline, Message, Outcome, Worker, no_solution, undecided
from sudokutools.errors import UndecidedError
from sudokutools.formats.format import Record, Style
from sudokutools.grid.geometry import Geometry
from sudokutools.logic.hodoku import HodokuPath
from sudokutools.logic.ladder import Path
from sudokutools.logic.scales import Ladder, stuck_after
from sudokutools.logic.step import Step
from sudokutools.logic.tables import members
from sudokutools.solving import solving


class Explain(Worker):
    """Explain the path of every record, or hint at its next steps."""

    def __init__(
        self,
        hint: int | None,
        is_verbose: bool,
        timeout: float | None,
        ladder: Ladder | None = None,
    ) -> None:
        self.hint = hint
        self.is_verbose = is_verbose
        self.timeout = timeout
        self.ladder = ladder or Ladder()

    @property
    def is_nudge(self) -> bool:
        """Whether only technique and place are written, not the step."""
        return self.hint is not None and not self.is_verbose

    def __call__(self, record: Record, style: Style) -> Outcome:
        assert record.grid is not None
        deadline = Deadline(self.timeout)
        if self.ladder.scale == "hodoku" and not record.grid.is_classic:
            text = f"{record.place}: --scale hodoku: only plain 9x9 grids are supported"
            return self._without_path(record, style, "unknown", Message(text, "other grids"))
        try:
            found = len(list(islice(solving.solutions(record.grid, check=deadline), 2)))
            if found == 0:
                return self._without_path(record, style, "none", no_solution(record))
            if found == 2:
                message = (
                    f"{record.place}: several solutions: only unique solutions can be explained"
                )
                return self._without_path(record, style, "several", Message(message))
            return self._path(record, style, deadline)
        except UndecidedError as error:
            return self._without_path(
                record, style, "unknown", undecided(record, error, self.timeout)
            )

    def _path(self, record: Record, style: Style, deadline: Deadline) -> Outcome:
        from sudokutools.formats.grid import statements
        from sudokutools.logic.marked_grid import Marks

        assert record.grid is not None
        path = self.ladder.path(record.grid, deadline)
        steps: list[Step] = []
        drawings: list[str] = []
        draws = style.format.draws_marks
        first = Marks(record.grid, path.values, path.candidates)
        while self.hint is None or len(steps) < self.hint:
            marks = Marks(record.grid, path.values, path.candidates)
            step = path.next_step()
            if step is None:
                break
            steps.append(step)
            if draws and not self.is_nudge:
                drawings.append(marks.draw(step, style.colour))
        is_decided = path.is_solved or len(steps) == self.hint
        status = "solved" if is_decided else "stuck"
        messages = []
        if not is_decided:
            messages.append(Message(f"{record.place}: no technique applies"))
        if style.format.has_keys:
            content: dict[str, Any] = {"record": record.number, "status": status}
            content["steps"] = [self._data(step) for step in steps]
            if self.hint is None and steps:
                content |= self._rating_data(path, steps)
            if not is_decided:
                content |= _position_data(path)
            text = style.format.dump(content)
        else:
            lines = [self._text(step, number) for number, step in enumerate(steps, 1)]
            if drawings:
                lines = [f"{line}\n{mine}" for mine, line in zip(drawings, lines, strict=True)]
            elif draws and lines:
                # Later drawings would show the results of hints: one drawing serves all.
                named = {cell for step in steps for cell in step.cells}
                lines[0] = first.draw(None, style.colour, named) + lines[0]
            if draws and lines and not record.grid.is_plain:
                # Drawings do not show all constraints; without these they would be read as plain.
                lines[0] = "".join(f"{line}\n" for line in statements(record.grid)) + lines[0]
            if self.hint is None and not is_decided:
                marks = Marks(record.grid, path.values, path.candidates)
                lines.append(f"{marks.draw(colour=style.colour)}{stuck_after(len(steps))}")
            elif self.hint is None and steps:
                lines.append(self.closing(path, steps))
            if not lines and not record.grid.is_complete:
                lines.append("no step found")
            text = self._headed(record, "".join(f"{line}\n" for line in lines))
        return Outcome(text, messages, Exit.DONE if is_decided else Exit.NO, [status])

    def closing(self, path: Path | HodokuPath, steps: Sequence[Step]) -> str:
        if isinstance(path, Path):
            hardest = max(steps, key=lambda step: step.rating)
            geometry = path.grid.geometry
            where = "" if geometry is Geometry.of(3, 3) else f", geometry {geometry}"
            return f"hardest step: {hardest.technique} ({hardest.rating_text}{where})"
        level, score, technique, *_ = path.rating()
        hardest = next(step for step in steps if step.technique == technique)
        hardness = f"hardest step: {technique} ({hardest.rating_text})"
        return f"{hardness}, score {score}, level {level}"

    def _rating_data(self, path: Path | HodokuPath, steps: Sequence[Step]) -> dict[str, Any]:
        if not isinstance(path, Path):
            level, score, technique, *_ = path.rating()
            found = {"level": level, "score": score, "technique": technique}
            return {f"hodoku_{key}": value for key, value in found.items()}
        hardest = max(steps, key=lambda step: step.rating)
        data: dict[str, Any] = {"rating": hardest.rating / 10, "technique": hardest.technique}
        if path.grid.geometry is not Geometry.of(3, 3):
            data["geometry"] = str(path.grid.geometry)
        return data

    def _data(self, step: Step) -> dict[str, Any]:
        """Return a step for JSON; for a hint only what its text contains."""
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
        if style.format.has_keys:
            content = {"record": record.number, "status": status, "steps": []}
            text = style.format.dump(content)
        else:
            text = self._headed(record, "")
        return Outcome(text, [message], Exit.NO, [status])

    def _headed(self, record: Record, text: str) -> str:
        """Return the text of a record below its number, separated from the record before."""
        blank = "\n" if record.number > 1 else ""
        return f"{blank}# record {record.number}\n{text}"

    def write_bad(self, record: Record, style: Style) -> str:
        return (
            style.format.empty_place(record) if style.format.has_keys else self._headed(record, "")
        )


def _position_data(path: Path | HodokuPath) -> dict[str, Any]:
    """Return the cells and pencil marks of a path for JSON, in which they can be read again."""
    marks = [[place + 1 for place in members(mask)] for mask in path.candidates]
    columns = path.grid.geometry.columns
    rows = range(0, len(marks), columns)
    return {
        "cells": [path.values[at : at + columns] for at in rows],
        "candidates": [marks[at : at + columns] for at in rows],
    }
