"""Distribute puzzles over pages in order; a page is yielded as soon as it is full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sudokutools.printing import layout
from sudokutools.printing.design import Design
from sudokutools.printing.figure import caption, room
from sudokutools.printing.layout import NO_ROOM, Area, Fit, Room
from sudokutools.printing.puzzle import Label, Measure, Puzzle, wrapped


class Item(NamedTuple):
    """A puzzle or its solution in a place, possibly upside down."""

    puzzle: Puzzle
    place: Area
    is_solution: bool = False
    is_turned: bool = False

    @property
    def label(self) -> Label:
        """The label above the grid."""
        return self.puzzle.own_label if self.is_solution else self.puzzle.label

    @property
    def caption(self) -> str:
        """The text above the grid at the right: rules that the drawing does not show."""
        return "" if self.is_solution else caption(self.puzzle.grid)

    @property
    def room(self) -> Room:
        """The room of the clues, which solutions lack."""
        return NO_ROOM if self.is_solution else room(self.puzzle.grid)

    @property
    def fit(self) -> Fit:
        geometry = self.puzzle.grid.geometry
        place = self.place
        if self.puzzle.text:
            place = layout.above_text(place, geometry, self.room)
        return layout.fit(place, geometry, self.room)

    def lines(self, measure: Measure) -> Iterator[tuple[float, str]]:
        """Yield the lines of the text below the grid, each with its baseline."""
        if not self.puzzle.text:
            return
        place = self.place
        height = layout.above_text(place, self.puzzle.grid.geometry, self.room).height
        high, size = layout.line_height(place), layout.label_size(place)
        most = int((place.height - height) / high)
        lines = wrapped(self.puzzle.text, place.width / size, measure, most)
        for number, line in enumerate(lines, 1):
            yield place.y + height + number * high, line


class Page(NamedTuple):
    """A page: its heading, its items, and its number in the footer unless that is 0.

    across    the number of columns of places, and `down` of rows is_leaf   whether the next page
    goes on its back
    """

    head: str
    items: Sequence[Item]
    number: int
    across: int
    down: int
    is_leaf: bool = False


class Book:
    """Pages of one design. The first page waits for the second, because a single page has no
    number.
    """

    def __init__(self, design: Design) -> None:
        self._design = design
        self._waiting: list[Puzzle] = []
        self._shape = (0, 0)
        self._solved: list[Puzzle] = []
        self._first: Page | None = None
        self._count = 0

    def add(self, puzzle: Puzzle) -> Iterator[Page]:
        """Add a puzzle; yield the pages that are finished."""
        solutions = self._design.solutions
        if solutions == "end":
            self._solved.append(puzzle)
        yield from self._numbered(self._put(puzzle, is_solution=solutions == "only"))

    def end(self) -> Iterator[Page]:
        """Yield the remaining pages."""
        yield from self._numbered(self._page(self._design.solutions == "only"))
        for puzzle in self._solved:
            yield from self._numbered(self._put(puzzle, is_solution=True))
        yield from self._numbered(self._page(is_solution=True))
        if self._first is not None:
            yield self._first._replace(number=0)
            self._first = None

    def _numbered(self, pages: Iterator[Page]) -> Iterator[Page]:
        for page in pages:
            self._count += 1
            page = page._replace(number=self._count if self._design.has_numbers else 0)
            if self._count == 1 and not page.is_leaf:
                self._first = page
                continue
            if self._first is not None:
                yield self._first
                self._first = None
            yield page

    def _put(self, puzzle: Puzzle, is_solution: bool) -> Iterator[Page]:
        """Add a puzzle or its solution to the current page."""
        shape = self._design.across_and_down(puzzle.grid.geometry, is_solution)
        if shape != self._shape:
            yield from self._page(is_solution)
        self._shape = shape
        self._waiting.append(puzzle)
        if len(self._waiting) == shape[0] * shape[1]:
            yield from self._page(is_solution)

    def _page(self, is_solution: bool) -> Iterator[Page]:
        """Yield the current page and the one on its back."""
        if not self._waiting:
            return
        design = self._design
        places, foot = design.areas(*self._shape, is_solution)
        items = [
            Item(puzzle, place, is_solution)
            for puzzle, place in zip(self._waiting, places, strict=False)
        ]
        items += [
            Item(puzzle, place, is_solution=True, is_turned=True)
            for puzzle, place in zip(self._waiting, foot, strict=False)
        ]
        has_back = design.solutions == "back"
        yield Page(design.head(is_solution), items, 0, *self._shape, has_back)
        if has_back:
            back = [
                Item(puzzle, place.mirrored(design.width), is_solution=True)
                for puzzle, place in zip(self._waiting, places, strict=False)
            ]
            yield Page(design.head(False), back, 0, *self._shape)
        self._waiting = []
