"""Distribute puzzles over pages in order; a page is yielded as soon as it is full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from sudokutools.constraints.drawing import Mark, Path
from sudokutools.grid.candidates import pencil_marks
from sudokutools.grid.grid import Grid
from sudokutools.printing import layout
from sudokutools.printing.design import Design
from sudokutools.printing.figure import caption, figure, room, scaled
from sudokutools.printing.layout import NO_ROOM, Area, Fit, Room, Written
from sudokutools.printing.puzzle import Label, Measure, Puzzle, shortened, wrapped

STARS = 5  # The number of stars, of which some are full.
LETTER = (
    0.63  # The width of a letter of a text relative to its size, with room at the ends of lines.
)
STAR = 1.1  # The width of a star relative to the size of a label.


class Symbols(NamedTuple):
    """Symbols of one size in a grid: its `clues`, those `found`, or pencil `marks`."""

    kind: str
    size: float
    texts: Sequence[str]
    written: Iterable[Written]
    is_bold: bool = False
    grey: float = 0.0


class Item(NamedTuple):
    """A puzzle or its solution in a place, possibly upside down."""

    puzzle: Puzzle
    place: Area
    is_solution: bool = False
    is_turned: bool = False

    @property
    def label(self) -> Label:
        return self.puzzle.own_label if self.is_solution else self.puzzle.label

    @property
    def caption(self) -> str:
        """The text above the grid at the right: rules that the drawing does not show."""
        has_rules = self.text and not self.puzzle.overlay
        return "" if self.is_solution or has_rules else caption(self.puzzle.grid)

    @property
    def text(self) -> str:
        """The text below the grid, which solutions lack."""
        return "" if self.is_solution else self.puzzle.text

    @property
    def stars_width(self) -> float:
        """The width of the stars above the grid at the right, which solutions lack."""
        has_stars = self.puzzle.stars and not self.is_solution
        return (STARS + 1) * STAR * layout.label_size(self.place) if has_stars else 0.0

    @property
    def stars_text(self) -> str:
        return f"{self.puzzle.stars} of {STARS} stars"

    def stars(self, right: float, baseline: float) -> Iterator[Path]:
        """Yield the stars that end at `right`, on the baseline of a label; full ones are black."""
        if not self.stars_width:
            return
        size = layout.label_size(self.place)
        for at in range(STARS):
            x = right - (STARS - at - 0.5) * STAR * size
            y = baseline - 0.35 * size
            points = [
                (x + radius * sin(turn * pi / 5), y - radius * cos(turn * pi / 5))
                for turn, radius in zip(range(10), 5 * (0.5 * size, 0.2 * size), strict=True)
            ]
            fill = 0.0 if at < self.puzzle.stars else None
            yield Path([points], fill, stroke=0.0, width=0.05 * size, is_closed=True)

    @property
    def room(self) -> Room:
        """The room of the clues, which solutions lack."""
        return NO_ROOM if self.is_solution else room(self.puzzle.grid)

    @property
    def aspect(self) -> float:
        """The height of the grid and the clues around it, relative to their width."""
        geometry, (left, top, right, bottom, *_) = self.puzzle.grid.geometry, self.room
        return (geometry.rows + top + bottom) / (geometry.columns + left + right)

    @property
    def fit(self) -> Fit:
        return layout.fit(self._above, self.puzzle.grid.geometry, self.room)

    @property
    def _above(self) -> Area:
        """The place of the grid, above the text if there is one."""
        if not self.text:
            return self.place
        return layout.above_text(self.place, self.puzzle.grid.geometry, self.room, self.column[2])

    @property
    def column(self) -> tuple[float, float, int]:
        """The left end of the text, its width and its lines.

        Short rules are as wide as the grid. Others may take most of the place.
        """
        geometry, place = self.puzzle.grid.geometry, self.place
        if self.puzzle.overlay is not None:
            return place.x, place.width, layout.LEAST_LINES
        above = layout.above_text(place, geometry, self.room, layout.RULE_LINES)
        fit = layout.fit(above, geometry, self.room)
        length, width = LETTER * len(self.text) * layout.label_size(place), fit.u * geometry.columns
        if length < 0.85 * layout.RULE_LINES * width:
            return fit.x, width, layout.RULE_LINES
        most = int(0.7 * place.height / layout.line_height(place))
        return place.x, place.width, min(int(length / place.width) + 2, most)

    @property
    def is_figure(self) -> bool:
        """Whether its lines are marks; a plain grid is drawn in a faster and shorter way."""
        return self.puzzle.overlay is not None or not self.puzzle.grid.is_plain

    @property
    def is_missing(self) -> bool:
        return self.is_solution and self.puzzle.solution is None

    def parts(self, design: Design) -> Iterator[Mark | Symbols]:
        """Yield the drawing of the grid, from below, in points from its corner."""
        puzzle, grid, step, u = self.puzzle, self.puzzle.grid, self.puzzle.overlay, self.fit.u
        texts = layout.symbol_texts(grid.geometry, design.has_letters)

        def symbols(kind: str, cells: bytes, is_bold: bool) -> Symbols:
            size = layout.digit_size(u, grid.geometry, design.has_letters, design.is_large)
            return Symbols(
                kind, size, texts, layout.symbols(grid.geometry, cells, u, size), is_bold
            )

        def marks(masks: Sequence[int]) -> Symbols:
            is_narrow = self.room.is_narrow
            size = layout.mark_size(u, grid.geometry, design.has_letters, is_narrow)
            written = layout.marks(grid.geometry, grid.cells, masks, u, size, is_narrow)
            return Symbols("marks", size, texts, written, grey=layout.MARK_GREY)

        if self.is_figure:
            yield from figure(grid, u, design, self.is_solution, step.tints if step else ())
        yield from scaled(step.below, u, design) if step else ()
        if not self.is_missing:
            yield symbols("clues", grid.cells, is_bold=True)
        if step:
            yield symbols("found", step.values, is_bold=False)
            yield marks(step.masks)
            yield from scaled(step.above, u, design)
        elif self.is_solution and puzzle.solution:
            yield symbols("found", puzzle.found, is_bold=design.is_large)
        elif design.has_marks and not self.is_solution:
            yield marks(pencil_marks(grid))

    def lines(self, measure: Measure) -> Iterator[tuple[float, float, str]]:
        """Yield the lines of the text below the grid, each with its place on the page."""
        if not self.text:
            return
        place, height, (x, width, _) = self.place, self._above.height, self.column
        high, size = layout.line_height(place), layout.label_size(place)
        most = int((place.height - height) / high + 0.01)
        for number, line in enumerate(wrapped(self.text, width / size, measure, most), 1):
            yield x, place.y + height + number * high, line


class Page(NamedTuple):
    """A page: its heading, its items, and its number in the footer unless that is 0.

    across    the number of columns of places, and `down` of rows
    is_leaf   whether the next page goes on its back
    is_cover  whether the heading is large, with a grid for decoration
    """

    head: str
    items: Sequence[Item]
    number: int
    across: int
    down: int
    is_leaf: bool = False
    is_cover: bool = False

    @property
    def pitch(self) -> float:
        upright = [item.place for item in self.items if not item.is_turned]
        if len(upright) > self.across:
            return upright[self.across].y - upright[0].y
        return upright[0].height + layout.GAP if upright else 0.0

    def heading(self, design: Design, measure: Measure) -> Iterator[tuple[float, float, str]]:
        """Yield the lines of the heading: their baselines, font size and text."""
        width, size = design.width - 2 * design.margin, layout.TITLE
        if not self.head:
            return
        if not self.is_cover:
            for text, _ in shortened([(self.head, True)], width / size, measure):
                yield design.margin + 0.8 * size, size, text
            return
        for size in layout.COVER_TITLES:
            lines = wrapped(self.head, width / size, lambda text, _: measure(text, True), 3)
            if not lines[-1].endswith("…"):
                break
        y = design.picture.y - layout.GAP - (len(lines) - 1) * 1.2 * size
        for at, line in enumerate(lines):
            yield y + at * 1.2 * size, size, line


class Book:
    """Pages of one design. The first waits for the second: a single page has no number."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._waiting: list[Puzzle] = []
        self._shape = (0, 0)
        self._title = ""
        self._has_page = False
        self._solved: list[Puzzle] = []
        self._first: Page | None = None
        self._count = 0

    def add(self, puzzle: Puzzle) -> Iterator[Page]:
        solutions = self._design.solutions
        if solutions == "end":
            self._solved.append(puzzle._replace(title=""))  # Titles would separate solutions.
        if self._design.cover and not self._count:
            yield from self._numbered(self._cover(puzzle))
        yield from self._numbered(self._put(puzzle, is_solution=solutions == "only"))

    def end(self) -> Iterator[Page]:
        yield from self._last(self._design.solutions == "only")
        for puzzle in self._solved:
            yield from self._numbered(self._put(puzzle, is_solution=True))
        yield from self._last(is_solution=True)
        if self._first is not None:
            yield self._first._replace(number=0)
            self._first = None

    def _last(self, is_solution: bool) -> Iterator[Page]:
        """Yield the last page of puzzles or of solutions; an only page has the fewest places."""
        if self._waiting and not self._has_page:
            shape = self._design.shape_for(len(self._waiting), is_solution)
            self._shape = shape or self._shape
        yield from self._numbered(self._page(is_solution))
        self._has_page = False

    def _numbered(self, pages: Iterator[Page]) -> Iterator[Page]:
        for page in pages:
            self._count += 1
            has_number = self._design.has_numbers and not page.is_cover
            page = page._replace(number=self._count if has_number else 0)
            if self._count == 1 and not page.is_leaf:
                self._first = page
                continue
            if self._first is not None:
                yield self._first
                self._first = None
            yield page

    def _cover(self, puzzle: Puzzle) -> Iterator[Page]:
        """Yield the first page, with the empty grid of a puzzle, and its empty back if needed."""
        design, grid = self._design, puzzle.grid
        blank = Puzzle(0, (), Grid.empty(grid.geometry))
        has_back = design.solutions == "back"
        yield Page(design.cover, [Item(blank, design.picture)], 0, 1, 1, has_back, is_cover=True)
        if has_back:
            yield Page("", [], 0, 1, 1, is_cover=True)

    def _put(self, puzzle: Puzzle, is_solution: bool) -> Iterator[Page]:
        grid = puzzle.grid
        shape = self._design.across_and_down(grid.geometry, room(grid), is_solution)
        title = puzzle.title if "{" in self._design.title else self._design.title
        if shape != self._shape or title != self._title:
            yield from self._page(is_solution)
        self._shape, self._title = shape, title
        self._waiting.append(puzzle)
        if len(self._waiting) == shape[0] * shape[1]:
            yield from self._page(is_solution)

    def _page(self, is_solution: bool) -> Iterator[Page]:
        """Yield the current page and the one on its back."""
        if not self._waiting:
            return
        self._has_page = True
        design, shape = self._design, self._shape
        places, foot = design.areas(*shape, is_solution)
        if not design.text_lines:
            aspect = max(Item(puzzle, places[0], is_solution).aspect for puzzle in self._waiting)
            # Below a title the places are nearer to it than to the end of the page.
            above = 1 / 3 if self._title or is_solution else 1 / 2
            places = layout.closer(places, shape[0], aspect, above)
        items = [
            Item(puzzle, place, is_solution)
            for puzzle, place in zip(self._waiting, places, strict=False)
        ]
        items += [
            Item(puzzle, place, is_solution=True, is_turned=True)
            for puzzle, place in zip(self._waiting, foot, strict=False)
        ]
        has_back = design.solutions == "back"
        parts = [self._title, "Solutions" if is_solution else ""]
        yield Page(": ".join(filter(None, parts)), items, 0, *shape, has_back)
        if has_back:
            back = [
                Item(puzzle, place.mirrored(design.width), is_solution=True)
                for puzzle, place in zip(self._waiting, places, strict=False)
            ]
            yield Page(self._title, back, 0, *shape)
        self._waiting = []
