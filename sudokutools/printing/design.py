"""What pages shall look like, and what room that leaves for the grids on them."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools._support.request import Values
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.printing import layout
from sudokutools.printing.layout import Area

SOLUTIONS = ("none", "end", "back", "below", "only")
"""Where solutions stand; each but the first is for its `Design` to explain."""

MOST_BELOW = 6
"""So many solutions stand at the foot of a page at most."""

Places = int | tuple[int, int] | None
"""How many places a page has, or how many across and down; None: what suits the grids."""


class Design(Values):
    """What pages shall look like.

    width, height       of a page, in points; two of them make the sheet of a booklet
    margin              on all sides
    places              for puzzles on a page; `solution_places` for solutions on theirs
    solutions           "end": on pages of their own at the end, "back": on the back of each page,
                        "below": upside down at its foot, "only": instead of the puzzles
    title               at the head of every page
    has_numbers         whether pages have numbers, where there are two of them
    is_large            one large grid a page, its digits and lines for weak eyes
    has_marks           whether empty cells have pencil marks
    has_letters         whether symbols above 9 are letters
    has_shade           whether every other box is grey
    is_booklet          whether two pages stand beside each other, in the order of a booklet
    """

    width: float
    height: float
    margin: float = 15 * layout.UNITS["mm"]
    places: Places = None
    solution_places: Places = None
    solutions: str = "none"
    title: str = ""
    has_numbers: bool = True
    is_large: bool = False
    has_marks: bool = False
    has_letters: bool = False
    has_shade: bool = False
    is_booklet: bool = False

    def head(self, has_solutions: bool) -> str:
        """Return what stands above a page."""
        parts = [self.title, "Solutions" if has_solutions else ""]
        return ": ".join(filter(None, parts))

    def room(self, has_solutions: bool = False) -> Area:
        """Return where places can be on a page. SudokuError: the margins leave nothing."""
        head = layout.HEAD if self.head(has_solutions) else 0.0
        bottom = max(self.margin, layout.FOOT if self.has_numbers else 0.0)
        width = self.width - 2 * self.margin
        height = self.height - self.margin - head - bottom
        if min(width, height) < layout.UNITS["in"] / 2:
            raise SudokuError("the margins leave no room on the page")
        return Area(self.margin, self.margin + head, width, height)

    @property
    def _is_wide(self) -> bool:
        return self.width > self.height

    def across_and_down(self, geometry: Geometry, is_solution: bool = False) -> tuple[int, int]:
        """Return how many grids of a geometry stand on a page of puzzles, or of solutions."""
        if is_solution:
            return self._places_of_solutions(geometry)
        wanted = self.places or (1 if self.is_large else layout.usual_places(geometry))
        return layout.across_and_down(wanted, self._is_wide)

    def _places_of_solutions(self, geometry: Geometry) -> tuple[int, int]:
        """Return those that were asked for, or as many as can be read."""
        if self.solution_places is not None:
            return layout.across_and_down(self.solution_places, self._is_wide)
        for number in reversed(layout.PER_PAGE):
            found = layout.across_and_down(number, self._is_wide)
            place = layout.places(self.room(True), *found)[0]
            if self._size(place, geometry) >= (layout.LARGE if self.is_large else layout.SMALL):
                break
        return found

    def areas(self, across: int, down: int, is_solution: bool) -> tuple[list[Area], list[Area]]:
        """Return the places of a page, and those at its foot, if solutions stand there."""
        room = self.room(is_solution)
        if self.solutions == "below" and not is_solution:
            return layout.with_strip(room, across, down)
        return layout.places(room, across, down), []

    def _size(self, place: Area, geometry: Geometry) -> float:
        fitted = layout.fit(place, geometry)
        return layout.size_of_digits(fitted, geometry, self.has_letters, self.is_large)

    def sizes(
        self, geometry: Geometry, has_sums: bool = False
    ) -> Sequence[tuple[str, float, float, float]]:
        """Return what is printed of a grid: its name, its size, which is small, which too small.

        `has_sums` tells that there are cages in it.
        """
        found = []
        if self.solutions != "only":
            places, foot = self.areas(*self.across_and_down(geometry), is_solution=False)
            small = layout.SMALL, layout.LEAST
            found.append(("digits", self._size(places[0], geometry), *small))
            if foot:
                size, below = (
                    self._size(foot[0], geometry),
                    (layout.SMALL_BELOW, layout.LEAST_BELOW),
                )
                found.append(("digits of the solution", size, *below))
            u = layout.fit(places[0], geometry).u
            if has_sums:
                size = layout.SUM * u
                found.append(("sums of cages", size, layout.SMALL_MARK, layout.LEAST_MARK))
            if self.has_marks:
                size = layout.mark_size(u, geometry, self.has_letters, has_sums)
                found.append(("pencil marks", size, layout.SMALL_MARK, layout.LEAST_MARK))
        if self.solutions in ("end", "only"):
            places, _ = self.areas(*self.across_and_down(geometry, True), is_solution=True)
            size = self._size(places[0], geometry)
            found.append(("digits of the solution", size, layout.SMALL, layout.LEAST))
        return found

    def complaint(self, geometry: Geometry, has_sums: bool = False) -> tuple[str, bool]:
        """Return what is printed too small of a grid, with a remedy, and whether it is too small.

        "": everything can be read.
        """
        sizes = self.sizes(geometry, has_sums)
        for name, size, small, least in sorted(sizes, key=lambda found: found[1]):
            if size < small:
                text = f"{geometry.columns}x{geometry.rows}: {name} of {size:.1f} pt"
                return f"{text}{self._remedy(name, geometry, has_sums)}", size < least
        return "", False

    def _remedy(self, name: str, geometry: Geometry, has_sums: bool) -> str:
        """Return what would make everything large enough."""
        of_solutions = name == "digits of the solution"
        option = "--solutions-per-page" if of_solutions else "--per-page"
        if of_solutions and self.solutions == "below":
            return ": use --solutions end"
        for number in reversed(layout.PER_PAGE):
            changed = {"solution_places" if of_solutions else "places": number}
            other = self.replace(**changed, solutions="only" if of_solutions else "none")
            if all(size >= small for _, size, small, _ in other.sizes(geometry, has_sums)):
                return f": use {option} {number}"
        return ": use larger paper"
