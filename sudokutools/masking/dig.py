"""Digging: empty cells of a complete grid so that a request is met.

The following defines the puzzle of a seed. The cells form orbits (`symmetry.orbits`), listed by
their first cells. *Digging* goes once through the orbits that have their clues, in the order that
`Stream.shuffle` gives to that list, and empties an orbit if the request allows it and the grid
remains the only solution: its cells are emptied one by one, ascending, and if a solution has
another symbol there (`solving.is_forced`), the orbit keeps its clues. One go is one try:

- no amount: dig all orbits; for beginners, an orbit is only emptied if enough clues stay. If the
  puzzle is too hard, and the grid is a variant or the request as easy as hidden singles in boxes,
  restore the clues of the last emptied orbits, as few as make it easy enough (by bisection: k
  orbits stay empty, the next k is the middle, rounded down). If it is too hard otherwise, restore
  two of the emptied orbits: the first is `below(number of these)` in the order of digging, the
  second `below` one less of the others; if that fails empty them again, up to four times. The first
  16 tries and all odd ones begin with the complete grid. The others begin near the hardest puzzle
  so far that was too easy (the last of equals): shuffle its empty orbits, restore the first four,
  then dig; the other empty ones count as emptied before.
- clues, blanks: an orbit is emptied only if the number can be reached exactly with later orbits.
  The first try begins with the complete grid, every other one near the puzzle with the fewest clues
  so far, as above; a puzzle with no more clues replaces it.
- row blanks A-B: first draw a number of blanks from A to B for each row from the top; an orbit
  is emptied only if no row gets more.
- minimal: dig all orbits. With a symmetry the try fails if a single clue is redundant; orbit
  minimal omits this test.
- a pattern: nothing is drawn, and there is one try.

A puzzle instead of a complete grid is dug further: every try begins with its clues instead of the
complete grid, and only the orbits that have clues then, and none that is to be kept, are orbits.

On grids of more than nine symbols the steps of a search for another solution are limited, and
undecided clues stay.

On large grids (more than nine symbols, or partial) minimal, and clues or blanks without a level,
are *dug by cores* (`cdcl.minimal_clues`), which learn from each question for the next:

- Shuffle the orbits with clues and give them to `minimal_clues`. With more than 16 symbols, for
  minimal and for fewer clues than half the cells, evenly dug puzzles are hard to prove unique, but
  not if each box has full columns and empty ones: shuffle the stacks and then the columns of each
  from the left, then the bands. Order the orbits by the columns of their first cells: by place in
  the stack plus place of the band, modulo the width of a box, then by stacks. So lines and boxes
  have clues alike. Boxes higher than wide have rows and columns, bands and stacks exchanged.
- minimal: that is the puzzle. With a symmetry no orbit is redundant.
- clues, blanks: stop at the number wanted. If there are fewer clues, shuffle the emptied orbits and
  restore each with which, and with later ones, the number can be reached exactly; if there are
  more, the next try is as above.
- a pattern: one question, whether its clues are enough.

`_core/dig/dig.c` is the same in C for 9x9 grids, without row blanks and patterns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sudokutools._support.limits import Check
from sudokutools._support.streams import Stream
from sudokutools.canonical.form import random_lines
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.masking.plan import DEFAULT_LEVEL, MaskResult
from sudokutools.masking.symmetry import Orbit, orbits
from sudokutools.solving.solving import is_forced, redundant_clues

if TYPE_CHECKING:
    from sudokutools.masking.plan import Plan

_EASY = 16  # The maximum number of symbols of puzzles that are dug by cores in a random order.
_PUT_BACK = 4  # Orbits restored before a try that begins near a puzzle.
_FRESH_TRIES = 16  # The first tries for a difficulty, which all begin with the complete grid.
_REPETITIONS = 20  # After this many known puzzles in a row there seem to be no others.
_PAIRS = 4  # How often two orbits of a puzzle that is too hard are restored.


def dig(
    plan: Plan, grid: Grid, stream: Stream, check: Check, puzzle: Grid | None = None
) -> MaskResult:
    """Empty cells of a complete grid that breaks no rule, or further cells of a puzzle of it.

    See `masking.mask`. Raises SudokuError if the clues of the puzzle do not have the symmetry or
    the pattern of the request.
    """
    return _Work(plan, grid, stream, check, puzzle or grid).run()


class Digger:
    """Clues of a complete grid that are emptied and restored by orbits.

    `cells` are the clues, first those of `start`; `orbits` those that may be emptied. Raises
    SudokuError if the clues of `start` do not have the symmetry or the pattern of the request.
    """

    def __init__(self, plan: Plan, grid: Grid, stream: Stream, check: Check, start: Grid) -> None:
        self.plan = plan
        self.request = plan.request
        self.grid = grid
        self.stream = stream
        self.check = check
        self.start = start
        self.orbits = tuple(orbit for orbit in plan.orbits if start[orbit[0]])
        shape = orbits(grid.geometry, plan.request.symmetry)
        if any(len({start[cell] > 0 for cell in orbit}) > 1 for orbit in shape):
            raise SudokuError(f"the clues do not have symmetry {plan.request.symmetry}")
        if not all(start[cell] for cell in plan.request.pattern or ()):
            raise SudokuError("the pattern has clues where the puzzle has none")
        self.cells = bytearray(start.cells)

    @property
    def clues(self) -> int:
        return len(self.cells) - self.cells.count(0)

    @property
    def puzzle(self) -> Grid:
        return self.grid.with_cells(self.cells)

    def shuffled(self, are_empty: bool = False) -> list[Orbit]:
        order = [orbit for orbit in self.orbits if (not self.cells[orbit[0]]) == are_empty]
        self.stream.shuffle(order)
        return order

    def refill(self, *restored: Orbit) -> None:
        for orbit in restored:
            for cell in orbit:
                self.cells[cell] = self.grid.cells[cell]

    def clear(self, *emptied: Orbit) -> None:
        for orbit in emptied:
            for cell in orbit:
                self.cells[cell] = 0

    def empty(self, orbit: Orbit) -> bool:
        """Empty an orbit, unless the puzzle would have another solution, or that is undecided."""
        if not self.request.unique:
            self.clear(orbit)
            return True
        for cell in orbit:
            self.cells[cell] = 0
            try:
                is_unique = is_forced(self.puzzle, cell, self.grid, self.plan.max_steps, self.check)
            except UndecidedError:
                is_unique = False
            if not is_unique:
                self.refill(orbit)
                return False
        return True


class _Work(Digger):
    number = 0  # The number of the current try.
    is_hopeless = False
    reached = ""
    fewest: bytes | None = None
    fewest_blanks = -1
    is_rated = False
    hardest = b""  # The hardest puzzle that was too easy.
    rating = -1
    technique = ""
    repetitions = 0

    def run(self) -> MaskResult:
        self.seen: set[bytes] = set()
        one_try = self.kind_of_try()
        is_rated = self.plan.difficulty is not None and not self.start.is_complete
        if is_rated and self.compare() == 1:  # Fewer clues do not make it easier.
            return MaskResult(None, self.best(), 0)
        while self.number < self.plan.tries:
            self.number += 1
            self.check()
            self.cells = bytearray(self.start.cells)
            if one_try():
                return MaskResult(self.puzzle, "", self.number)
            if self.is_hopeless:
                break
        if self.plan.accepts_easier and self.hardest:
            puzzle = self.grid.with_cells(self.hardest)
            return MaskResult(puzzle, f"easier than {DEFAULT_LEVEL}", self.number)
        return MaskResult(None, self.best(), self.number)

    def kind_of_try(self) -> Callable[[], bool]:
        if self.request.pattern is not None:
            return self.try_pattern
        if self.plan.clues is not None:
            return self.try_clues
        if self.request.row_blanks is not None:
            return self.try_rows
        return self.try_minimal if self.request.is_minimal else self.try_level

    def best(self) -> str:
        if self.reached and not self.is_rated:
            return self.reached
        return self.plan.reached(0, self.is_rated, self.rating, self.technique)

    def try_pattern(self) -> bool:
        pattern = self.request.pattern or frozenset()
        if not self.request.unique:
            self.keep_clues(pattern)
            return True
        if self.plan.uses_cores:
            from sudokutools.solving.engines.cdcl import Uniqueness

            if Uniqueness(self.grid, self.check).enough(pattern) is None:
                self.reached = "several solutions"
                return False
            self.keep_clues(pattern)
            return self.is_level()
        for orbit in self.orbits:
            if orbit[0] not in pattern and not self.empty(orbit):
                self.reached = "several solutions"
                return False
        return self.is_level()

    def try_clues(self) -> bool:
        target = self.plan.clues or 0
        if self.fewest is not None:
            self.begin_near(self.fewest)
        clues = self.dig_by_cores(target) if self.plan.uses_cores else self.dig_down_to(target)
        if clues < target:
            self.reached = self.plan.reached(clues, False, -1, "")
            self.is_hopeless = len(self.start.cells) - self.start.cells.count(0) < target
            return False
        if self.fewest is None or clues <= len(self.fewest) - self.fewest.count(0):
            self.fewest = bytes(self.cells)
            self.reached = self.plan.reached(clues, False, -1, "")
        return clues == target and self.is_level()

    def dig_down_to(self, target: int) -> int:
        """Dig the orbits that have their clues, down to a number at most; return the clues."""
        return target + _take(self.shuffled(), self.clues - target, self.empty)

    def dig_by_cores(self, target: int = 0) -> int:
        """Dig by cores and fill up to a number; return the clues, fewer if orbits do not fit."""
        from sudokutools.solving.engines.cdcl import minimal_clues

        order = self.shuffled()
        if self.grid.geometry.n > _EASY and 2 * target < self.grid.geometry.size:
            ranks = self.ranks()
            order.sort(key=lambda orbit: ranks[orbit[0]])
        clues = {cell for cell, symbol in enumerate(self.cells) if symbol}
        fixed = frozenset(clues.difference(*order))
        kept = minimal_clues(self.grid, order, self.check, target, fixed)
        self.keep_clues(kept)
        if len(kept) >= target:
            return len(kept)

        def refill(orbit: Orbit) -> bool:
            self.refill(orbit)
            return True

        return target - _take(self.shuffled(are_empty=True), target - len(kept), refill)

    def ranks(self) -> list[int]:
        """Return a number for each cell: its column in the stack, shifted by bands; its stack."""
        geometry = self.grid.geometry
        width, height = geometry.box_width, geometry.box_height
        stacks, bands = geometry.boxes_across, geometry.boxes_down
        places = [divmod(cell, geometry.columns) for cell in range(geometry.size)]
        if width < height:
            width, height, stacks, bands = height, width, bands, stacks
            places = [(column, row) for row, column in places]
        place = {column: at for at, column in enumerate(random_lines(stacks, width, self.stream))}
        shifts = list(range(bands))
        self.stream.shuffle(shifts)
        return [
            (place[column] + shifts[row // height]) % width * stacks + place[column] // width
            for row, column in places
        ]

    def keep_clues(self, clues: frozenset[int]) -> None:
        symbols = self.grid.cells
        self.cells = bytearray(s if cell in clues else 0 for cell, s in enumerate(symbols))

    def try_rows(self) -> bool:
        """Dig until every row has the number of blanks drawn for it."""
        low, high = self.request.row_blanks or (0, 0)
        columns = self.grid.geometry.columns
        room = [low + self.stream.below(high - low + 1) - empty for empty in self.row_blanks()]
        for orbit in self.shuffled():
            touched = [cell // columns for cell in orbit]
            if all(room[row] >= touched.count(row) for row in touched) and self.empty(orbit):
                for row in touched:
                    room[row] -= 1
        blanks = self.row_blanks()
        if min(blanks) > self.fewest_blanks:
            self.fewest_blanks = min(blanks)
            self.reached = f"{min(blanks)} to {max(blanks)} blanks per row"
        return low <= min(blanks) and max(blanks) <= high and self.is_level()

    def row_blanks(self) -> list[int]:
        geometry = self.grid.geometry
        starts = range(0, geometry.size, geometry.columns)
        return [self.cells[at : at + geometry.columns].count(0) for at in starts]

    def try_minimal(self) -> bool:
        """Dig until no clue is redundant."""
        if self.plan.uses_cores:
            self.dig_by_cores()
        else:
            self.dig_all()
        is_strict = self.request.minimal and not self.plan.uses_cores
        if is_strict and self.request.symmetry != "none":
            redundant = redundant_clues(self.puzzle, self.check)
            if any(cell not in self.request.keep for cell in redundant):
                self.reached = self.plan.reached(self.clues, False, -1, "")
                return False
        return self.is_level()

    def try_level(self) -> bool:
        """Dig all orbits, then fill some if the puzzle is too hard."""
        emptied: list[Orbit] = []
        if self.number > _FRESH_TRIES and self.number % 2 == 0 and self.hardest:
            emptied = self.begin_near(self.hardest)
        emptied += self.dig_all()
        if not self.start.is_complete:
            self.note_repetition()
        difficulty = self.plan.difficulty
        assert difficulty is not None
        compared = self.compare()
        if compared == 1:
            # Some variants have hardly any minimal puzzles but very hard ones.
            has_room = difficulty.is_easy or not self.grid.is_plain
            compared = self.bisect(emptied) if has_room else self.fill_pairs(emptied)
        return compared == 0

    def note_repetition(self) -> None:
        """Give up on a puzzle of the input if it hardly leads to others."""
        self.repetitions = self.repetitions + 1 if bytes(self.cells) in self.seen else 0
        self.seen.add(bytes(self.cells))
        self.is_hopeless = self.repetitions == _REPETITIONS

    def begin_near(self, puzzle: bytes) -> list[Orbit]:
        """Take a puzzle, restore some of its empty orbits, and return the others."""
        self.cells = bytearray(puzzle)
        empty = self.shuffled(are_empty=True)
        self.refill(*empty[:_PUT_BACK])
        return empty[_PUT_BACK:]

    def fill_pairs(self, emptied: list[Orbit]) -> int:
        """Try the clues of pairs of orbits; return the last verdict."""
        compared = 1
        count = len(emptied)
        for _ in range(_PAIRS if count > 1 else 0):
            first = self.stream.below(count)
            second = self.stream.below(count - 1)
            second += second >= first
            pair = emptied[first], emptied[second]
            self.refill(*pair)
            compared = self.compare()
            if compared == 0:
                break
            self.clear(*pair)
        return compared

    def bisect(self, emptied: list[Orbit]) -> int:
        """Restore the last orbits so that the puzzle is not too hard; return the verdict."""
        # With `enough` orbits empty the puzzle is not too hard, with `too_many` it is.
        enough, too_many = 0, len(emptied)
        verdicts = {0: -1}
        while too_many - enough > 1:
            middle = (enough + too_many) // 2
            self.clear(*emptied[:middle])
            self.refill(*emptied[middle:])
            verdicts[middle] = self.compare()
            if verdicts[middle] == 1:
                too_many = middle
            else:
                enough = middle
        self.clear(*emptied[:enough])
        self.refill(*emptied[enough:])
        return verdicts[enough]

    def dig_all(self) -> list[Orbit]:
        """Dig all orbits that have their clues; return those emptied."""
        if not self.grid.is_plain and self.plan.max_steps is None:
            return self.dig_at_once()
        emptied: list[Orbit] = []
        least = self.plan.difficulty.least if self.plan.difficulty is not None else 0
        spare = self.clues - least
        for orbit in self.shuffled():
            if len(orbit) <= spare and self.empty(orbit):
                spare -= len(orbit)
                emptied.append(orbit)
        return emptied

    def dig_at_once(self) -> list[Orbit]:
        """Dig all orbits of a variant that have their clues; return those emptied."""
        from sudokutools.solving.engines.variant import dig as dig_orbits

        before = [(cell,) for cell, symbol in enumerate(self.cells) if not symbol]
        order = self.shuffled()
        self.cells = bytearray(dig_orbits(self.grid, [*before, *order], self.check))
        return [orbit for orbit in order if not self.cells[orbit[0]]]

    def is_level(self) -> bool:
        return self.plan.difficulty is None or self.compare() == 0

    def compare(self) -> int:
        """Compare the difficulty of the puzzle with the request, and note the closest."""
        difficulty = self.plan.difficulty
        assert difficulty is not None
        self.is_rated = True
        if not difficulty.has_clues(self.puzzle):
            return 1
        rating = difficulty.rate(self.puzzle, self.check)
        verdict = difficulty.compare(rating)
        if rating.solved and verdict == -1 and rating.rating >= self.rating:
            self.rating = rating.rating
            self.technique = rating.technique
            self.hardest = bytes(self.cells)
        return verdict


def _take(order: list[Orbit], amount: int, change: Callable[[Orbit], bool]) -> int:
    """Change orbits of that many cells, in order; return the number of cells that are left.

    An orbit is changed if later ones can make up the rest; it counts if `change` returns True.
    """
    sums = [1]  # The numbers to which the last orbits add up, number k as bit k.
    for orbit in reversed(order[1:]):
        sums.append(sums[-1] | sums[-1] << len(orbit))
    for orbit in order:
        left, later = amount - len(orbit), sums.pop()
        if left >= 0 and later >> left & 1 and change(orbit):
            amount = left
    return amount
