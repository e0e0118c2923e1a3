"""The worker of `sudoku-print`: puzzles for pages, with labels and solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from sudokutools._support.request import Values
from sudokutools.checking.checking import examine, is_solution_of
from sudokutools.checking.facts import Tests
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.wording import worded
from sudokutools.cli.run.worker import Deadline, Message, Outcome, Worker, no_solution
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.formats.comments import one_line
from sudokutools.formats.format import Record, Style
from sudokutools.formats.metadata import values as named_values
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import MAX_CHARACTER_SYMBOLS, Grid
from sudokutools.grid.keys import SOLUTION_COLUMNS
from sudokutools.printing.design import Design
from sudokutools.printing.figure import room
from sudokutools.printing.files import NOT_FOUND, with_solution
from sudokutools.printing.in_words import rules_in_words
from sudokutools.printing.layout import Room
from sudokutools.printing.puzzle import FIELDS, USUAL_LABEL, Puzzle, Template

PATIENCE = 5.0
"""The seconds to find the solution that a page to play contains; without it, rules are checked."""


RULES_ONLY = "the page checks only the rules"


STARS = {"beginner": 1, "easy": 1, "medium": 2, "hard": 3, "expert": 4, "extreme": 5}


class PrintRequest(Values):
    """The request for every record."""

    design: Design  # The design of the pages.
    label: str = USUAL_LABEL  # The template of the labels.
    title: str = ""  # The template of the title of a page.
    start: int = 1  # The number of the first puzzle.
    difficulty_stars: bool = False
    rate: bool = False  # Puzzles are rated.
    rules: bool = False  # Rules in words are below the puzzles.
    explain: bool = False  # The steps of solutions are printed instead of puzzles.
    play: bool = False  # Pages are playable.
    force: bool = False  # Digits that are too small are printed.
    timeout: float | None = None  # Seconds for a record.


class Printer(Worker):
    writes_records = leaves_places = False

    def __init__(self, request: PrintRequest) -> None:
        self.request = request

    @property
    def _shows(self) -> bool:
        return self.request.design.solutions != "none"

    def __call__(self, record: Record, style: Style) -> Outcome:
        request = self.request
        complaint, is_refused = self._complaint(record.given)
        kind = "" if is_refused else "records printed small"
        message = Message(f"{record.place}: {complaint}", kind, is_once=not is_refused)
        if is_refused:
            return Outcome("", [message], Exit.ERROR, ["not printed"])
        messages = [message] if complaint else []
        check = Deadline(request.timeout)
        stated = self._known_values(record, check, messages)
        title = "".join(text for text, _ in Template(request.title).fill(stated))
        if request.explain:
            from sudokutools.cli.print.step_pages import Pages

            outcome = Pages(request.start, request.timeout)(record, style)
            outcome.messages = [*messages, *outcome.messages]
            outcome.extra = [step._replace(title=title) for step in outcome.extra or ()]
            return outcome
        number = request.start + record.number - 1
        label = Template(request.label).fill(stated)
        stars = STARS.get(stated.get("level", "").lower(), 0) if request.difficulty_stars else 0
        shown = self._shown(record.given, messages)
        text = " ".join(rules_in_words(shown)) if request.rules else ""
        puzzle = Puzzle(number, label, shown, text=text, title=title, stars=stars)
        if not (self._shows or request.play):
            return Outcome(messages=messages, counts=["printed"], extra=[puzzle])
        if not self._shows and request.timeout is None:
            check = Deadline(PATIENCE)
        puzzle = self._solved(puzzle, record, check, messages)
        if request.play:
            puzzle = self._explained(puzzle, record, messages)
        is_missing = puzzle.solution is None and (self._shows or not check.is_over)
        status = Exit.NO if is_missing else Exit.DONE
        return Outcome("", messages, status, ["printed"], extra=[puzzle])

    def _shown(self, grid: Grid, messages: list[Message]) -> Grid:
        if grid.candidates is None or self.request.design.has_marks:
            return grid
        text = "candidates omitted (--pencilmarks prints them)"
        messages.append(Message(text, "candidates", is_once=True))
        return grid.without_candidates()

    def _complaint(self, grid: Grid) -> tuple[str, bool]:
        design, geometry = self.request.design, grid.geometry
        if design.has_letters and geometry.n > MAX_CHARACTER_SYMBOLS:
            return f"{geometry.n} symbols, but only 35 letters: use --symbols numbers", True
        if self.request.play:
            return "", False
        complaint, is_refused = _too_small(design, geometry, room(grid))
        if is_refused and not self.request.force:
            return f"{complaint}, or --force", True
        return complaint, False

    def _known_values(
        self, record: Record, check: Deadline, messages: list[Message]
    ) -> dict[str, str]:
        """Return the values of the fields of the label and the title, and the level for stars."""
        grid, request = record.given, self.request
        fields = record.row.values if record.row else {}
        notes = [record.note, *(comment[2:] for comment in record.comments)]
        for tag in (note for note in notes if note.startswith("status=")):
            fields |= {part.partition("=")[0]: part.partition("=")[2] for part in tag.split("\t")}
        stated = {key.lower(): str(value) for key, value in (fields | record.extra).items()}
        own = [] if request.explain else Template(request.label).names
        for option, names in (("--label", own), ("--title", Template(request.title).names)):
            for name in names:
                if name in FIELDS or name in stated:
                    continue
                if not record.format.has_keys:
                    known = " ".join(f"{{{each}}}" for each in dict.fromkeys([*FIELDS, *fields]))
                    text = f"{option}: unknown field '{{{name[:20]}}}': expected {known}"
                    raise SudokuError(text)
                text = f"{option}: no {{{name}}} in the input"
                messages.append(Message(text, f"records without {name}", is_once=True))
        stated |= named_values(record.comments, fields | record.extra)
        stated["number"] = str(request.start + record.number - 1)
        stated["clues"] = str(grid.clue_count)
        stated["note"] = " ".join(record.note.split())
        unknown = stated.get("level", "").lower() not in STARS
        if request.rate or (request.difficulty_stars and unknown):
            stated |= self._rated(record, check, messages)
        elif not request.difficulty_stars:
            self._miss_rating(stated, messages)
        return {name: one_line(text) for name, text in stated.items()}

    def _miss_rating(self, stated: Mapping[str, str], messages: list[Message]) -> None:
        for option, text in (("--label", self.request.label), ("--title", self.request.title)):
            for field in ("level", "rating"):
                if text != USUAL_LABEL and f"{{{field}}}" in text and not stated.get(field):
                    text = f"{option}: no {{{field}}} in the input (--rate finds it)"
                    messages.append(Message(text, field, is_once=True))

    def _rated(self, record: Record, check: Deadline, messages: list[Message]) -> dict[str, str]:
        found = examine(record.given, Tests(rate=True), check)
        if found.rating is not None:
            return {"rating": f"{found.rating.rating / 10}", "level": found.rating.level}
        why = found.reason or "not rated: no unique solution"
        messages.append(Message(f"{record.place}: {why}", "records not rated"))
        return {}

    def _solved(
        self, puzzle: Puzzle, record: Record, check: Deadline, messages: list[Message]
    ) -> Puzzle:
        """Add the solution that the record has, or one that is found."""
        for solution in stated_solutions(record):
            if _solves(solution, record.given):
                return puzzle._replace(solution=solution)
        puzzle = with_solution(puzzle, record.given, check)
        if puzzle.absence == NOT_FOUND:
            about = "" if self._shows else f": {RULES_ONLY}"
            messages.append(Message(f"{record.place}: no solution found in time{about}"))
        elif puzzle.absence:
            messages.append(no_solution(record))
        elif not puzzle.is_unique:
            warning = f"several solutions: {'printing one' if self._shows else RULES_ONLY}"
            messages.append(Message(f"{record.place}: {warning}", "records with several solutions"))
        return puzzle

    def _explained(self, puzzle: Puzzle, record: Record, messages: list[Message]) -> Puzzle:
        """Add the steps of the solution for hints, as many as are found in time."""
        if puzzle.solution is None or not puzzle.is_unique:
            why = puzzle.absence or "the puzzle has several solutions"
            return puzzle._replace(steps_end=f"No hints: {why}.")
        from sudokutools.logic.scales import Ladder

        steps, end = [], "No technique applies."
        try:
            path = Ladder().path(puzzle.grid, Deadline(self.request.timeout or PATIENCE))
            while (step := path.next_step()) is not None:
                steps.append(step)
        except UndecidedError:
            end = "No further hint: the puzzle was not explained in time."
            text = f"{record.place}: not explained in time: hints end after {len(steps)} steps"
            messages.append(Message(text, "records without all hints"))
        return puzzle._replace(steps=steps, steps_end=end)


@lru_cache(maxsize=64)
def _too_small(design: Design, geometry: Geometry, room: Room) -> tuple[str, bool]:
    complaint, is_refused = design.complaint(geometry, room)
    return worded(complaint), is_refused


def stated_solutions(record: Record) -> Iterator[Grid]:
    """Yield the solutions that a record contains: in a key, columns, its note or comments."""
    geometry = record.given.geometry
    if not geometry.is_plain:
        geometry = Geometry.of_size(geometry.n)  # It has the same number of cells.
    texts: list[Any] = [record.extra.get("solution")]
    if record.row is not None:
        values = record.row.values
        texts += [values[name] for name in SOLUTION_COLUMNS if name in values]
    words = [*record.note.replace(";", " ").split(), *(c[1:].strip() for c in record.comments)]
    texts += [word for word in words if len(word) >= geometry.size]
    for text in filter(None, texts):
        from sudokutools.formats.json import parse_json

        with suppress(SudokuError):
            yield record.given.with_cells(parse_json({"cells": text}, geometry, None)[0].cells)


def _solves(solution: Grid, puzzle: Grid) -> bool:
    """Whether a grid solves a puzzle and agrees with its candidates."""
    if not is_solution_of(solution, puzzle) or next(solution.clashes(), None) is not None:
        return False
    pairs = zip(puzzle.candidates or (), solution.cells, strict=False)
    return all(mask >> (symbol - 1) & 1 for mask, symbol in pairs)
