"""What `sudoku-print` makes of every record: a puzzle with its label and its solution."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from sudokutools._support.request import Values
from sudokutools.checking.checking import Tests, examine, is_solution_of
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Deadline, Message, Outcome, Task, Worker, no_solution
from sudokutools.cli.workers.pages import SMALL
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.formats.format import Record, Style, printable
from sudokutools.formats.metadata import values as named_values
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import MAX_CHARACTER_SYMBOLS, Grid
from sudokutools.grid.keys import SOLUTION_COLUMNS
from sudokutools.printing.design import Design
from sudokutools.printing.figure import has_sums
from sudokutools.printing.puzzle import USUAL_LABEL, Puzzle, Template
from sudokutools.solving import solving


class PrintRequest(Values):
    """What is asked of every record.

    design   what pages look like
    label    the template of the labels
    start    the number of the first puzzle
    rates    whether puzzles are rated
    forces   whether digits that are too small are printed
    timeout  seconds for a record
    """

    design: Design
    label: str = USUAL_LABEL
    start: int = 1
    rates: bool = False
    forces: bool = False
    timeout: float | None = None


class Printer(Worker):
    """Make of every record what is printed of it."""

    writes_records = False

    def __init__(self, request: PrintRequest) -> None:
        self.request = request

    def __call__(self, task: Task) -> Outcome:
        """Return the outcome of one record: a puzzle, or why there is none."""
        record = task.record
        assert record.grid is not None
        complaint, is_refused = self._complaint(record.grid)
        if is_refused:
            message = Message(f"{record.place}: {complaint}")
            return Outcome("", [message], Exit.ERROR, ["not printed"])
        messages = [Message(f"{record.place}: {complaint}", SMALL)] if complaint else []
        check = Deadline(self.request.timeout)
        label = Template(self.request.label).fill(self._said(record, check, messages))
        number = self.request.start + record.number - 1
        puzzle = Puzzle(number, label, self._shown(record.grid, messages))
        if self.request.design.solutions == "none":
            return Outcome(messages=messages, counts=["printed"], puzzle=puzzle)
        solution, absence = self._solution(record, check, messages)
        status = Exit.DONE if solution is not None else Exit.NO
        puzzle = puzzle._replace(solution=solution, absence=absence)
        return Outcome("", messages, status, ["printed"], puzzle=puzzle)

    def write_unreadable(self, record: Record, style: Style) -> str:  # noqa: ARG002
        """Return nothing: pages have no place for what cannot be read."""
        return ""

    def _shown(self, grid: Grid, messages: list[Message]) -> Grid:
        """Return the grid that is printed: candidates are pencil marks, or are left out."""
        if grid.candidates is None or self.request.design.has_marks:
            return grid
        text = "candidates are left out: --pencilmarks prints them"
        messages.append(Message(text, "candidates", is_once=True))
        return grid.without_candidates()

    def _complaint(self, grid: Grid) -> tuple[str, bool]:
        """Return what cannot be read well of a grid on paper, and whether it is refused."""
        design, geometry = self.request.design, grid.geometry
        if design.has_letters and geometry.n > MAX_CHARACTER_SYMBOLS:
            return f"{geometry.n} symbols, and 35 letters: use --symbols numbers", True
        complaint, is_refused = _too_small(design, geometry, has_sums(grid))
        if is_refused and not self.request.forces:
            return f"{complaint}, or --force", True
        return complaint, False

    def _said(self, record: Record, check: Deadline, messages: list[Message]) -> dict[str, str]:
        """Return the values of the fields of a label."""
        grid = record.grid
        assert grid is not None
        row = zip(record.row.names, record.row.fields, strict=False) if record.row else ()
        fields = {name.strip().lower(): field for name, field in row}
        notes = [record.note, *(comment[2:] for comment in record.comments), *fields.values()]
        for tag in (note for note in notes if note.startswith("status=")):
            parts = (part.partition("=") for part in tag.split("\t"))
            fields |= {key: value for key, _, value in parts}
        said = named_values(record.comments, fields | record.extra)
        said["number"] = str(self.request.start + record.number - 1)
        said["clues"] = str(grid.clue_count)
        said["note"] = " ".join(record.note.split())
        if self.request.rates:
            found = examine(grid, Tests(rate=True), check)
            rating = found.rating
            if rating is None:
                has_one = found.solutions == 1 and not found.has_more
                why = (
                    "the techniques lead no further"
                    if has_one
                    else "it has not exactly one solution"
                )
                warning = f"{record.place}: not rated, as {why}"
                messages.append(Message(warning, "records that were not rated"))
            else:
                said |= {"rating": f"{rating.rating / 10}", "level": rating.level}
        return {key: one_line(text) for key, text in said.items()}

    def _solution(
        self, record: Record, check: Deadline, messages: list[Message]
    ) -> tuple[Grid | None, str]:
        """Return the solution of a record: the one that it brings along, or the first there is.

        None: there is none; then also what stands in its place.
        """
        grid = record.grid
        assert grid is not None
        for solution in solutions_said(record):
            if _solves(solution, grid):
                return solution, ""
        found: list[Grid] = []
        try:
            found.extend(islice(solving.solutions(grid, check=check), 2))
        except UndecidedError:
            messages.append(Message(f"{record.place}: no solution found in time"))
            return None, "solution not found"
        if not found:
            messages.append(no_solution(record))
            return None, "no solution"
        if len(found) > 1:
            warning = f"{record.place}: several solutions, one is printed"
            messages.append(Message(warning, "records with several solutions"))
        return found[0], ""


@lru_cache(maxsize=64)
def _too_small(design: Design, geometry: Geometry, has_sums: bool) -> tuple[str, bool]:
    return design.complaint(geometry, has_sums)


def one_line(text: str) -> str:
    """Return a text as it can stand on a page: on a line, without control characters.

    A byte that is no UTF-8 becomes the sign for that, and so do the two characters that XML lacks.
    """
    known = printable(text).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    known = known.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return " ".join(known.expandtabs(1).splitlines())


def solutions_said(record: Record) -> Iterator[Grid]:
    """Yield the grids that a record has beside its own: it may say its solution in many places."""
    assert record.grid is not None
    geometry = record.grid.geometry
    if not geometry.is_plain:
        geometry = Geometry.of_size(geometry.n)  # Whose cells are as many.
    texts: list[Any] = [record.extra.get("solution")]
    if record.row is not None:
        fields = zip(record.row.names, record.row.fields, strict=False)
        texts += [field for name, field in fields if name.strip().lower() in SOLUTION_COLUMNS]
    words = [*record.note.replace(";", " ").split(), *(c[1:].strip() for c in record.comments)]
    texts += [word for word in words if len(word) >= geometry.size]
    for text in filter(None, texts):
        from sudokutools.formats.json import parse_json

        try:
            yield record.grid.with_cells(parse_json({"cells": text}, geometry, None)[0].cells)
        except SudokuError:
            continue


def _solves(solution: Grid, puzzle: Grid) -> bool:
    """Tell whether a grid is a solution of a puzzle, whose candidates it keeps to."""
    if not is_solution_of(solution, puzzle) or next(solution.clashes(), None) is not None:
        return False
    marks = puzzle.candidates
    pairs = zip(marks or (), solution.cells, strict=False)
    return all(mask >> (symbol - 1) & 1 for mask, symbol in pairs)
