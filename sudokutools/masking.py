"""Puzzles from complete grids: which cells are emptied, so that a request is met.

How a puzzle is made is defined to the letter, so that another implementation makes the same one:

The cells form orbits (`symmetry.orbits`), listed by their first cells. *Digging* goes through a
list of orbits that still have their clues, once, in the order that `Stream.shuffle` gives to
it, and empties each orbit if the request allows and if the grid stays the only solution: its
cells are emptied one after the other, ascending, and after each no solution may have another
symbol there (`solving.is_forced`); if one has, the orbit keeps its clues. One go is one try:

- no amount is asked for: all orbits are dug. If the puzzle is too hard, the clues of the last
  orbits that were emptied come back, as few as make it easy enough (by bisection: k orbits stay
  empty, the next k to be looked at is the middle, rounded down). What is too easy then, is lost.
- clues, blanks: an orbit is emptied only if the number wanted can be reached exactly with
  orbits that come later. The first try begins with the complete grid. Where no level is asked
  for, every other begins with the fewest clues so far: the list of empty orbits is shuffled,
  the first four get their clues back, and the list of all orbits with clues is shuffled and dug.
  What has no more clues than the fewest so far takes its place.
- row blanks A-B: first a number of blanks from A to B is drawn for each row from the top; an
  orbit is emptied only if no row gets more blanks than drawn.
- minimal: all orbits are dug, and what could not be decided is dug again at the end.
- a pattern: there is nothing to draw and but one try.

Steps of a search for another solution are limited on grids of more than nine symbols; clues
that could not be decided stay.

On large grids, those that `auto` solves by clause learning (more than nine symbols, or partial),
questions are harder and answers tell more: which clues were enough (`cdcl.Uniqueness`). There
minimal, and clues or blanks without a level, are *dug by cores* (`cdcl.minimal_clues`):

- The grid is rearranged, as cores prefer the first rows. The bands and then the rows of each band
  are shuffled, from the top; then the stacks and the columns of each, from the left; where the
  last of these draws, `below(2)`, is 1, the rearranged grid is transposed as well.
- The list of orbits with clues is shuffled and given to `minimal_clues`, in rearranged cells.
- minimal: that is the puzzle.
- clues, blanks: digging ends as soon as there are no more clues than wanted. The list of orbits
  emptied is shuffled; each gets its clues back if the number wanted can be reached exactly with
  it and others that come later. Where there are more clues than wanted, the next try is as above,
  dug by cores.
- a pattern: one question, whether its clues are enough.

This has no limit but that of `check`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sudokutools.difficulty import Difficulty
from sudokutools.engines import Check, never
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid import Geometry, Grid
from sudokutools.solving import automatic, is_forced, needless_clue
from sudokutools.streams import Stream
from sudokutools.symmetry import Orbit, orbits, sums_of_sizes

DEFAULT_TRIES = 500
DEFAULT_LEVEL = "medium"
_TRIES_FOR_DEFAULT = 100

# The steps in which another solution has to be found on grids of more than nine symbols. A level
# is rated by people's techniques, which find what needs no branch at all.
_STEPS_FOR_LEVELS = 0
_STEPS_FOR_AMOUNTS = 100
_AGAIN = 100
_PUT_BACK = 4


class Request(NamedTuple):
    """What is asked for; at most one of clues, blanks, row_blanks, minimal and pattern.

    `row_blanks` are the fewest and the most blanks of a row; `pattern` the cells of the clues;
    `rating` the lowest and the highest rating in tenths; `technique` the one of the hardest step.
    Without any amount and any difficulty the level is medium, or easier where no try reaches
    that; if the puzzle need not be `unique`, five ninths of the cells are emptied. After `tries`
    tries the request has failed.
    """

    clues: int | None = None
    blanks: int | None = None
    row_blanks: tuple[int, int] | None = None
    minimal: bool = False
    pattern: frozenset[int] | None = None
    symmetry: str = "none"
    level: str | None = None
    rating: tuple[int, int] | None = None
    technique: str | None = None
    unique: bool = True
    tries: int = DEFAULT_TRIES


class Result(NamedTuple):
    """The puzzle, or None and the best that was reached (`22 clues`); the tries that it took.

    `best` says of a puzzle that it is easier than the level that nobody asked for.
    """

    puzzle: Grid | None
    best: str
    tries: int


def mask(
    grid: Grid, request: Request | None = None, stream: Stream | None = None, check: Check = never
) -> Result:
    """Empty cells of a complete grid so that the request is met; without a stream always alike.

    SudokuError: the grid is not complete or breaks the rules, or nothing can meet the request.

    >>> from sudokutools.generating import generate
    >>> result = mask(generate(Geometry.of(3, 3)), Request(clues=30, symmetry="rotate180"))
    >>> result.puzzle.clue_count
    30
    """
    plan = plan_of(grid.geometry, request or Request())
    if not grid.is_complete:
        raise SudokuError(
            f"{grid.cells.count(0)} cells are empty: a puzzle has to go through sudoku-solve first"
        )
    clash = next(grid.clashes(), None)
    if clash:
        names = " and ".join(map(grid.geometry.cell_name, clash.cells[:2]))
        raise SudokuError(f"{names} are both {clash.symbol}")
    return _Work(plan, grid, stream or Stream("sudoku-mask", "", 0), check).run()


class Plan:
    """A request that fits a geometry: what holds for every grid of it."""

    def __init__(self, geometry: Geometry, request: Request) -> None:
        self.geometry = geometry
        self.orbits = orbits(geometry, request.symmetry)
        amounts = [
            name
            for name, value in [
                ("clues", request.clues),
                ("blanks", request.blanks),
                ("row blanks", request.row_blanks),
                ("minimal", request.minimal or None),
                ("a pattern", request.pattern),
            ]
            if value is not None
        ]
        if len(amounts) > 1:
            raise SudokuError(f"{amounts[0]} and {amounts[1]} cannot be asked for at once")
        is_graded = any((request.level, request.rating, request.technique))
        if not request.unique and (is_graded or request.minimal):
            wanted = "minimal" if request.minimal else "a level, rating or technique"
            raise SudokuError(f"{wanted} needs exactly one solution")
        # Nobody asked for a level: some geometries, 4x4 among them, have none but easy puzzles.
        self.accepts_easier = request.unique and not amounts and not is_graded
        if self.accepts_easier:
            tries = min(request.tries, _TRIES_FOR_DEFAULT)
            request = request._replace(level=DEFAULT_LEVEL, tries=tries)
            is_graded = True
        self.clues = self._number_of_clues(request, bool(amounts))
        self._check_places(request)
        self.request = request
        self.difficulty = (
            Difficulty(geometry.n, request.level, request.rating, request.technique)
            if is_graded
            else None
        )
        is_large = automatic(Grid.empty(geometry)) == "cdcl"
        by_cores = request.minimal or request.pattern is not None or not is_graded
        self.uses_cores = is_large and request.unique and by_cores
        steps = _STEPS_FOR_AMOUNTS if amounts else _STEPS_FOR_LEVELS
        self.max_steps = None if geometry.n <= 9 else steps

    def _number_of_clues(self, request: Request, has_amount: bool) -> int | None:
        """Return how many clues are wanted, if a number is."""
        size = self.geometry.size
        sums = sums_of_sizes(map(len, self.orbits))
        if not request.unique and not has_amount:
            # The largest number of blanks that orbits can make, up to five ninths.
            return size - (sums & (1 << size * 5 // 9 + 1) - 1).bit_length() + 1
        if request.clues is None and request.blanks is None:
            return None
        clues = size - request.blanks if request.blanks is not None else request.clues
        asked = f"{request.clues} clues" if request.blanks is None else f"{request.blanks} blanks"
        if clues is None or not 0 <= clues <= size:
            raise SudokuError(f"{asked}: the grid has {size} cells")
        if not sums >> clues & 1:
            wanted = clues if request.blanks is None else size - clues
            below = (sums & (1 << wanted) - 1).bit_length() - 1
            above = next(number for number in range(wanted, size + 1) if sums >> number & 1)
            raise SudokuError(
                f"{asked} cannot be made with symmetry {request.symmetry}; {below} and {above} can"
            )
        return clues

    def _check_places(self, request: Request) -> None:
        """Raise SudokuError for rows and patterns that no puzzle can have."""
        columns, size = self.geometry.columns, self.geometry.size
        if request.row_blanks is not None:
            low, high = request.row_blanks
            if not 0 <= low <= high <= columns:
                raise SudokuError(f"row blanks {low}-{high} are not a range from 0 to {columns}")
        if request.pattern is not None:
            if not all(0 <= cell < size for cell in request.pattern):
                raise SudokuError(f"the pattern has clues outside of the grid's {size} cells")
            for orbit in self.orbits:
                if 0 < len(request.pattern.intersection(orbit)) < len(orbit):
                    raise SudokuError(f"the pattern does not have symmetry {request.symmetry}")


@lru_cache(maxsize=64)
def plan_of(geometry: Geometry, request: Request) -> Plan:
    """Return the plan of a request, made once. SudokuError: nothing can meet it."""
    return Plan(geometry, request)


class _Work:
    """One grid on its way to a puzzle. `cells` are the clues of the try that is under way."""

    def __init__(self, plan: Plan, grid: Grid, stream: Stream, check: Check) -> None:
        self.plan = plan
        self.request = plan.request
        self.grid = grid
        self.stream = stream
        self.check = check
        self.cells = bytearray(grid.cells)
        self.fewest: bytearray | None = None
        self.hardest = b""
        self.is_hopeless = False
        self.best = ""
        self.closest = -1

    def run(self) -> Result:
        """Try until the request is met or the tries are used up."""
        request = self.request
        if request.pattern is not None:
            one_try, tries = self.try_pattern, 1
        elif self.plan.clues is not None:
            one_try, tries = self.try_clues, request.tries if request.unique else 1
        elif request.row_blanks is not None:
            one_try, tries = self.try_rows, request.tries
        elif request.minimal:
            one_try, tries = self.try_minimal, request.tries
        else:
            one_try, tries = self.try_level, request.tries
        number = 0
        for number in range(1, tries + 1):
            self.check()
            if one_try():
                return Result(Grid(self.grid.geometry, self.cells), "", number)
            if self.is_hopeless:
                break
        if self.plan.accepts_easier and self.hardest:
            return Result(
                Grid(self.grid.geometry, self.hardest), f"easier than {DEFAULT_LEVEL}", number
            )
        return Result(None, self.best, number)

    def try_pattern(self) -> bool:
        """Empty all cells that the pattern leaves empty."""
        pattern = self.request.pattern or frozenset()
        if not self.request.unique:
            for cell in range(len(self.cells)):
                if cell not in pattern:
                    self.cells[cell] = 0
            return True
        if self.plan.uses_cores:
            from sudokutools.engines.cdcl import Uniqueness

            if Uniqueness(self.grid, self.check).enough(pattern) is None:
                self.best = "several solutions"
                return False
            self.keep_clues(pattern)
            return self.is_level()
        for orbit in self.plan.orbits:
            if orbit[0] not in pattern and not (is_empty := self.empty(orbit, _AGAIN)):
                self.best = "not decided" if is_empty is None else "several solutions"
                return False
        return self.is_level()

    def try_clues(self) -> bool:
        """Dig down to a number of clues."""
        target = self.plan.clues or 0
        if self.fewest is None or self.plan.difficulty is not None:
            self.cells = bytearray(self.grid.cells)
        else:
            self.cells = bytearray(self.fewest)
            empty = [orbit for orbit in self.plan.orbits if not self.cells[orbit[0]]]
            self.stream.shuffle(empty)
            for orbit in empty[:_PUT_BACK]:
                self.refill(orbit)
        clues = self.dig_by_cores(target) if self.plan.uses_cores else self.dig_down_to(target)
        if clues < target:
            self.best = f"{clues} clues"
            return False
        if self.fewest is None or clues <= len(self.fewest) - self.fewest.count(0):
            self.fewest = self.cells
            if clues > target:
                self.best = f"{clues} clues"
        return clues == target and self.is_level()

    def dig_down_to(self, target: int) -> int:
        """Dig the orbits that have their clues, no deeper than to a number; return the clues."""
        order = self.shuffled()
        later = _sums_of_later(order)
        clues = len(self.cells) - self.cells.count(0)
        for index, orbit in enumerate(order):
            left = clues - len(orbit) - target
            if left >= 0 and later[index] >> left & 1 and self.empty(orbit):
                clues -= len(orbit)
                if clues == target:
                    break
        return clues

    def dig_by_cores(self, target: int = 0) -> int:
        """Dig the orbits that have their clues and fill up to a number; return the clues.

        They are fewer where orbits do not add up to the number.
        """
        from sudokutools.engines.cdcl import minimal_clues

        grid, cells = _rearranged(self.grid, self.stream)
        place = {cell: index for index, cell in enumerate(cells)}
        order = [[place[cell] for cell in orbit] for orbit in self.shuffled()]
        kept = minimal_clues(grid, order, self.check, target)
        self.keep_clues(frozenset(cells[index] for index in kept))
        clues = len(kept)
        if clues >= target:
            return clues
        empty = [orbit for orbit in self.plan.orbits if not self.cells[orbit[0]]]
        self.stream.shuffle(empty)
        later = _sums_of_later(empty)
        for index, orbit in enumerate(empty):
            left = target - clues - len(orbit)
            if left >= 0 and later[index] >> left & 1:
                self.refill(orbit)
                clues += len(orbit)
        return clues

    def keep_clues(self, clues: frozenset[int]) -> None:
        """Empty all other cells."""
        symbols = self.grid.cells
        self.cells = bytearray(s if cell in clues else 0 for cell, s in enumerate(symbols))

    def try_rows(self) -> bool:
        """Dig until every row has the number of blanks drawn for it."""
        low, high = self.request.row_blanks or (0, 0)
        columns, rows = self.grid.geometry.columns, self.grid.geometry.rows
        room = [low + self.stream.below(high - low + 1) for _ in range(rows)]
        self.cells = bytearray(self.grid.cells)
        for orbit in self.shuffled():
            touched = [cell // columns for cell in orbit]
            if all(room[row] >= touched.count(row) for row in touched) and self.empty(orbit):
                for row in touched:
                    room[row] -= 1
        blanks = [self.cells[row * columns :][:columns].count(0) for row in range(rows)]
        if min(blanks) > self.closest:
            self.closest = min(blanks)
            self.best = f"{min(blanks)} to {max(blanks)} blanks in a row"
        return min(blanks) >= low and self.is_level()

    def try_minimal(self) -> bool:
        """Dig until no clue can go; what was not decided is asked again when all others are gone.

        The fewer clues are left, the sooner another solution is found.
        """
        is_proven = True
        if self.plan.uses_cores:
            self.cells = bytearray(self.grid.cells)
            self.dig_by_cores()
        else:
            _, undecided = self.dig_all()
            is_proven = all(self.empty(orbit, _AGAIN) is not None for orbit in undecided)
        clues = len(self.cells) - self.cells.count(0)
        if not is_proven:
            self.best = f"{clues} clues, not shown to be minimal"
            self.is_hopeless = True
            return False
        if self.request.symmetry != "none":
            puzzle = Grid(self.grid.geometry, self.cells)
            if needless_clue(puzzle, self.check) is not None:
                self.best = f"{clues} clues, minimal for orbits only"
                return False
        return self.is_level()

    def try_level(self) -> bool:
        """Dig all orbits, then fill as few as make the puzzle easy enough."""
        emptied, _ = self.dig_all()
        compared = self.compare()
        enough, too_many = 0, len(emptied)
        if compared == 1:
            # With `enough` orbits empty the puzzle is not too hard, with `too_many` it is.
            verdicts = {0: -1}
            while too_many - enough > 1:
                middle = (enough + too_many) // 2
                self.keep_empty(emptied, middle)
                verdicts[middle] = self.compare()
                if verdicts[middle] == 1:
                    too_many = middle
                else:
                    enough = middle
            self.keep_empty(emptied, enough)
            compared = verdicts[enough]
        return compared == 0

    def keep_empty(self, emptied: list[Orbit], number: int) -> None:
        """Leave the first orbits empty and fill the others."""
        for index, orbit in enumerate(emptied):
            if index >= number:
                self.refill(orbit)
            else:
                for cell in orbit:
                    self.cells[cell] = 0

    def dig_all(self) -> tuple[list[Orbit], list[Orbit]]:
        """Dig all orbits of the complete grid; return those emptied, and those undecided."""
        self.cells = bytearray(self.grid.cells)
        emptied: list[Orbit] = []
        undecided: list[Orbit] = []
        for orbit in self.shuffled():
            is_empty = self.empty(orbit)
            if is_empty:
                emptied.append(orbit)
            elif is_empty is None:
                undecided.append(orbit)
        return emptied, undecided

    def shuffled(self) -> list[Orbit]:
        """Return the orbits that have their clues, in random order."""
        order = [orbit for orbit in self.plan.orbits if self.cells[orbit[0]]]
        self.stream.shuffle(order)
        return order

    def refill(self, orbit: Orbit) -> None:
        """Give an orbit its clues back."""
        for cell in orbit:
            self.cells[cell] = self.grid.cells[cell]

    def empty(self, orbit: Orbit, patience: int = 1) -> bool | None:
        """Empty an orbit and return True, unless the puzzle would have another solution.

        None: that was not decided in the steps of the plan, `patience` times as many.
        """
        max_steps = self.plan.max_steps
        if max_steps is not None:
            max_steps *= patience
        for cell in orbit:
            self.cells[cell] = 0
            if not self.request.unique:
                continue
            puzzle = Grid(self.grid.geometry, self.cells)
            try:
                forced = is_forced(puzzle, cell, self.grid, max_steps, self.check)
            except UndecidedError:
                self.refill(orbit)
                return None
            if not forced:
                self.refill(orbit)
                return False
        return True

    def is_level(self) -> bool:
        """Return whether the puzzle is as hard as asked for, if that was asked."""
        return self.plan.difficulty is None or self.compare() == 0

    def compare(self) -> int:
        """Compare the difficulty of the puzzle with the request, and note what is closest."""
        difficulty = self.plan.difficulty
        assert difficulty is not None
        rating = difficulty.rate(Grid(self.grid.geometry, self.cells), self.check)
        verdict = difficulty.compare(rating)
        if rating.solved and verdict == -1 and rating.rating > self.closest:
            self.closest = rating.rating
            self.hardest = bytes(self.cells)
            self.best = f"rating {rating.rating / 10} ({rating.technique})"
        elif not self.best:
            self.best = "puzzles that are too hard"
        return verdict


def _sums_of_later(order: list[Orbit]) -> list[int]:
    """Return for each orbit the numbers that orbits after it add up to, number k as bit k."""
    sums = [1]
    for orbit in reversed(order[1:]):
        sums.append(sums[-1] | sums[-1] << len(orbit))
    return sums[::-1]


def _rearranged(grid: Grid, stream: Stream) -> tuple[Grid, list[int]]:
    """Return a grid with lines in random order, and where each of its cells was before."""
    geometry = grid.geometry
    width, height = geometry.box_width, geometry.box_height
    rows = _shuffled_lines(geometry.boxes_down, height, stream)
    columns = _shuffled_lines(geometry.boxes_across, width, stream)
    if stream.below(2):
        geometry = Geometry.of(height, width, geometry.boxes_down, geometry.boxes_across)
        cells = [row * len(columns) + column for column in columns for row in rows]
    else:
        cells = [row * len(columns) + column for row in rows for column in columns]
    return Grid(geometry, bytes(grid.cells[cell] for cell in cells)), cells


def _shuffled_lines(groups: int, size: int, stream: Stream) -> list[int]:
    """Return lines in random order that keeps bands, or stacks, together."""
    starts = [group * size for group in range(groups)]
    stream.shuffle(starts)
    lines = []
    for start in starts:
        band = list(range(start, start + size))
        stream.shuffle(band)
        lines += band
    return lines
