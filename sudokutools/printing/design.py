"""The design of pages, and the room that it leaves for grids."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools._support.request import Values
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.printing import layout
from sudokutools.printing.layout import NO_ROOM, Area, Fit, Room

SOLUTIONS = ("none", "end", "back", "below", "only")  # The places of solutions, see `Design`.
MOST_BELOW = 6  # The maximum number of solutions at the foot of a page.

Places = int | tuple[int, int]
"""The number of places on a page, or how many across and down; `layout.AUTO`: as many as are easy
to read, and fewer for a few puzzles."""


class Design(Values):
    """The design of pages.

    width, height       of a page, in points; two pages make the sheet of a booklet
    margin              on all sides
    places              for puzzles on a page; `solution_places` for solutions
    solutions           "end": on their own pages at the end, "back": on the back of each page,
                        "below": upside down at the foot of the page, "only": instead of puzzles
    title               at the head of every page; fields in braces are filled in by each puzzle
    cover               the title of a first page without puzzles
    has_numbers         whether pages are numbered if there are two or more
    is_large            one large grid per page, for readers with low vision
    has_marks           whether empty cells have pencil marks
    text_lines          the minimum number of lines of a text below each puzzle; 0: no text
    has_letters         whether symbols above 9 are letters
    has_shade           whether alternate boxes are grey
    is_booklet          whether pages are paired in the order of a booklet
    """

    width: float
    height: float
    margin: float = 15 * layout.UNITS["mm"]
    places: Places = layout.AUTO
    solution_places: Places = layout.AUTO
    solutions: str = "none"
    title: str = ""
    cover: str = ""
    has_numbers: bool = True
    is_large: bool = False
    has_marks: bool = False
    text_lines: int = 0
    has_letters: bool = False
    has_shade: bool = False
    is_booklet: bool = False

    @property
    def name(self) -> str:
        return self.cover or ("" if "{" in self.title else self.title) or "Sudoku"

    def room(self, has_solutions: bool = False) -> Area:
        """Return the area for places on a page. Raises SudokuError if the margins leave none."""
        head = layout.HEAD if self.title or has_solutions else 0.0
        bottom = max(self.margin, layout.FOOT if self.has_numbers else 0.0)
        width = self.width - 2 * self.margin
        height = self.height - self.margin - head - bottom
        if min(width, height) < layout.UNITS["in"] / 2:
            raise SudokuError("margins leave no room on the page")
        return Area(self.margin, self.margin + head, width, height)

    @property
    def picture(self) -> Area:
        """The place of the grid on a cover."""
        side = 0.55 * min(self.width, self.height)
        return Area((self.width - side) / 2, 0.4 * self.height, side, side)

    @property
    def _is_wide(self) -> bool:
        return self.width > self.height

    def across_and_down(
        self, geometry: Geometry, room: Room = NO_ROOM, is_solution: bool = False
    ) -> tuple[int, int]:
        """Return the number of columns and rows of grids on a page of puzzles or solutions."""
        if is_solution:
            return self._places_of_solutions(geometry)
        wanted = self.places or (1 if self.is_large else self._most_places(geometry, room))
        # Solutions at the foot leave an area for puzzles that is wider than high.
        return layout.across_and_down(wanted, self._is_wide or self.solutions == "below")

    def _most_places(self, geometry: Geometry, room: Room) -> int:
        """Return the maximum number of places with digits that are easy to read, or 1."""
        for number in reversed(layout.PER_PAGE):
            if self.solutions == "below" and number > MOST_BELOW:
                continue
            (_, digits, *_), *others = self.replace(places=number).sizes(geometry, room)
            if digits >= layout.CLEAR_DIGITS and all(size >= small for _, size, small, _ in others):
                return number
        return 1

    def shape_for(self, count: int, is_solution: bool) -> tuple[int, int] | None:
        """Return columns and rows of the fewest places for this many grids, if not requested."""
        if self.solution_places if is_solution else self.places:
            return None
        number = next(number for number in layout.PER_PAGE if number >= count)
        return layout.across_and_down(number, self._is_wide or self.solutions == "below")

    def _places_of_solutions(self, geometry: Geometry) -> tuple[int, int]:
        """Return the requested number of solutions, or as many as are readable."""
        if self.solution_places:
            return layout.across_and_down(self.solution_places, self._is_wide)
        for number in reversed(layout.PER_PAGE):
            found = layout.across_and_down(number, self._is_wide)
            place = layout.places(self.room(True), *found)[0]
            if self._size(place, geometry) >= (layout.LARGE if self.is_large else layout.SMALL):
                break
        return found

    def areas(self, across: int, down: int, is_solution: bool) -> tuple[list[Area], list[Area]]:
        """Return the places of a page, and the places for solutions at its foot."""
        room = self.room(is_solution)
        if self.solutions == "below" and not is_solution:
            return layout.with_strip(room, across, down)
        return layout.places(room, across, down), []

    def _fit(self, place: Area, geometry: Geometry, room: Room) -> Fit:
        if self.text_lines:
            place = layout.above_text(place, geometry, room, self.text_lines)
        return layout.fit(place, geometry, room)

    def _size(self, place: Area, geometry: Geometry, room: Room | None = None) -> float:
        """Return the size of the digits of a puzzle; without the room of clues, of a solution."""
        u = layout.fit(place, geometry).u if room is None else self._fit(place, geometry, room).u
        return layout.digit_size(u, geometry, self.has_letters, self.is_large)

    def sizes(
        self, geometry: Geometry, room: Room = NO_ROOM
    ) -> Sequence[tuple[str, float, float, float]]:
        """List the printed parts of a grid: name, size, smallest good and smallest allowed size."""
        found = []
        if self.solutions != "only":
            places, foot = self.areas(*self.across_and_down(geometry, room), is_solution=False)
            small = layout.SMALL, layout.LEAST
            found.append(("digits", self._size(places[0], geometry, room), *small))
            if foot:
                found.append(("digits of the solution", self._size(foot[0], geometry), *small))
            u = self._fit(places[0], geometry, room).u
            if room.text:
                size = room.text * u
                found.append(("text of clues", size, layout.SMALL_MARK, layout.LEAST_MARK))
            if self.has_marks:
                size = layout.mark_size(u, geometry, self.has_letters, room.is_narrow)
                found.append(("pencil marks", size, layout.SMALL_MARK, layout.LEAST_MARK))
        if self.solutions in ("end", "only"):
            places, _ = self.areas(*self._places_of_solutions(geometry), is_solution=True)
            size = self._size(places[0], geometry)
            found.append(("digits of the solution", size, layout.SMALL, layout.LEAST))
        return found

    def complaint(self, geometry: Geometry, room: Room = NO_ROOM) -> tuple[str, bool]:
        """Describe the elements printed too small, if any, and whether any is unreadable."""
        sizes = self.sizes(geometry, room)
        for name, size, small, least in sorted(sizes, key=lambda found: found[1]):
            if size < small:
                text = f"{geometry.columns}x{geometry.rows}: {name} only {size:.1f} pt"
                return f"{text}{self._remedy(name, geometry, room)}", size < least
        return "", False

    def _remedy(self, name: str, geometry: Geometry, room: Room) -> str:
        of_solutions = name == "digits of the solution"
        field = "solution_places" if of_solutions else "places"
        if of_solutions and self.solutions == "below":
            return ": use `solutions` end"
        for number in reversed(layout.PER_PAGE):
            other = self.replace(**{field: number}, solutions="only" if of_solutions else "none")
            if all(size >= small for _, size, small, _ in other.sizes(geometry, room)):
                return f": use `{field}` {number}"
        return ": use larger paper"
