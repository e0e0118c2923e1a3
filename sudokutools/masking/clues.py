"""Clues other than symbols: parities, comparisons, cages, and random clues of other kinds.

The following defines the clues of a seed. They are made of a complete grid before cells are
emptied: first parities, then comparisons, then cages, in addition to the clues of the grid.

- parity P: shuffle all cells with `Stream.shuffle`; mark the first P percent, rounded up, as even
  or odd.
- less P: shuffle the pairs of orthogonal neighbours in a region, listed ascending; compare the
  first P percent, rounded up.
- cages A-B: see `cages`.
- added clues, as few as leave the grid the only solution: see below; `constraints.random_shapes`
  defines how one is drawn.

*Drawing* a clue asks its kind up to ATTEMPTS times with the cells of other clues excluded, then as
often with all cells, for one that is not there yet. All clues are drawn in the order requested.

Without an amount of digits, or with cages, the clues are drawn once. Then digits are removed until
none is redundant, or cages are made (`dig`, `cages`).

With an amount the digits are chosen first, and each try draws the clues, first those of kinds whose
lines consist of true parts. After the first try these lines are stretched by n / 2 more cells with
each try, up to 5 n / 2, and every clue is the longest of BEST. With MANY or more other solutions
the try is over. Else up to MOVES times:

1. If there is no other solution, done.
2. Choose a clue, `below` their number, and one of three ways, `below(3)`: draw another clue of its
   kind; the same, with lines from a cell, `below` their number, in which the first other solution
   differs; or continue its line, from the other end if `below(2)` is 1 and the line is true in
   that direction, too, unlike a thermometer. The cells of others are excluded.
3. If the new clue excludes one of the other solutions, and there are no more of them than before,
   nor of the last KNOWN, keep it.

Last, the clues are shuffled, and each is removed if the puzzle keeps its solution, and the
difficulty requested, without it. If a difficulty but not minimal is requested, without cages and
amount, the clues that remain are those of a puzzle with minimal digits; then all digits are put
back, and removed again for the difficulty. After a puzzle with an amount that loses clues, RETRIES
tries look for one that needs all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from sudokutools._support.limits import Check
from sudokutools._support.streams import Stream
from sudokutools.constraints import kind
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.marked import Even, Odd
from sudokutools.constraints.pairs import Less
from sudokutools.constraints.places import touching
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, values_of
from sudokutools.errors import UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.masking.cages import another, cage, clues_of, digits_plan, with_clues
from sudokutools.masking.compiled_dig import dig_fast
from sudokutools.masking.difficulty import Difficulty
from sudokutools.masking.plan import MaskResult, Plan, PuzzleRequest, plan_of
from sudokutools.solving.engines.variant import solutions

ATTEMPTS = 100  # The number of attempts to get a clue of a kind.
BEST = 5  # The longest of this many clues is taken if lines are stretched.
FEW_ATTEMPTS = 3  # How often for one that replaces another.
MANY = 100  # The number of other solutions with which a try is over.
MOVES = 200  # The maximum number of clues that are replaced in a try.
PATIENCE = 8  # The tries before MANY is three times as high.
RETRIES = 10  # The tries for a puzzle that needs all its clues, after one that does not.
KNOWN = 300  # The maximum number of solutions that are known to a try.
STEPS = 30  # The step limit of a search for other solutions, times their maximum number.
MORE_STEPS = 20_000  # The step limit of a search that decides whether a clue is redundant.


def mask_with_clues(plan: Plan, grid: Grid, stream: Stream, check: Check) -> MaskResult:
    """Make the requested clues, then a puzzle. Raises SudokuError: the grid has cages already."""
    request = plan.request
    marked = with_marks(grid, request, stream)
    if request.add:
        return _add(plan, marked, stream, check)
    if request.cages is not None:
        return cage(plan, marked, stream, check)
    rest = request.replace(less=None, parity=None)
    if request.less is not None and plan.accepts_easier:
        rest = rest.replace(orbit_minimal=True)  # With many signs few digits are expected.
    return dig_fast(plan_of(grid.geometry, rest), marked, stream, check)


def with_marks(grid: Grid, request: PuzzleRequest, stream: Stream) -> Grid:
    geometry, cells = grid.geometry, grid.cells
    absent = geometry.absent
    clues: list[Constraint] = []
    if request.parity is not None:
        drawn = [c for c in _drawn(geometry.size, request.parity, stream) if c not in absent]
        for parity, rest in ((Even, 0), (Odd, 1)):
            marked = [cell for cell in drawn if cells[cell] % 2 == rest]
            clues += [parity(marked)] if marked else []
    if request.less is not None:
        known = neighbours_in_regions(geometry)
        pairs = [known[index] for index in _drawn(len(known), request.less, stream)]
        clues += [Less(sorted(pair, key=cells.__getitem__)) for pair in pairs]
    return with_clues(grid, cells, clues)


def _drawn(count: int, per_cent: int, stream: Stream) -> list[int]:
    """Draw a percentage of the numbers below `count`, rounded up; ascending."""
    numbers = list(range(count))
    stream.shuffle(numbers)
    return sorted(numbers[: -(-count * per_cent // 100)])


@lru_cache(maxsize=64)
def neighbours_in_regions(geometry: Geometry) -> tuple[tuple[int, int], ...]:
    """Return the pairs of orthogonal neighbours that share a region, ascending."""
    region = geometry.region_of
    return tuple(
        (cell, other)
        for cell, others in enumerate(touching(geometry.rows, geometry.columns))
        for other in others
        if cell < other and region(cell) == region(other) and cell not in geometry.absent
    )


def _add(plan: Plan, grid: Grid, stream: Stream, check: Check) -> MaskResult:
    request, geometry = plan.request, grid.geometry
    drawing = _Drawing(grid, request.add, stream, check)
    digits = digits_plan(plan)
    if digits is not None and request.unique and request.cages is None:
        return _with_digits(plan, digits, drawing)
    if not drawing.draw_all():
        return MaskResult(None, drawing.reached, 1)
    marked = drawing.puzzle(grid.cells, drawing.clues)
    rest = request.replace(add=(), less=None, parity=None, tries=plan.tries)
    difficulty = None if plan.accepts_easier else plan.difficulty
    # Few minimal puzzles have an easy level; with other digits, too, the same clues stay.
    is_refilled = difficulty is not None and not request.is_minimal
    if request.cages is not None:
        is_refilled = False
        result = cage(plan_of(geometry, rest), marked, stream, check)
    else:
        first = rest
        if is_refilled or plan.accepts_easier:
            first = rest.replace(level=None, rating=None, technique=None, orbit_minimal=True)
        result = dig_fast(plan_of(geometry, first), marked, stream, check)
    if result.puzzle is None or not request.unique:
        return result
    known = clues_of(marked)
    made = [clue for clue in clues_of(result.puzzle) if clue not in known]
    drawing.base = with_clues(grid, grid.cells, made)
    puzzle = drawing.pruned(result.puzzle, None if is_refilled else difficulty)
    if is_refilled:
        return dig_fast(plan_of(geometry, rest), puzzle.with_cells(grid.cells), stream, check)
    return result._replace(puzzle=puzzle)


def _with_digits(plan: Plan, digits: Plan, drawing: _Drawing) -> MaskResult:
    """Make puzzles with the digits requested until one has one solution and the difficulty."""
    n = drawing.grid.geometry.n
    spare: Grid | None = None
    last = plan.tries
    for number in range(1, plan.tries + 1):
        if number > last:
            break
        drawing.check()
        given = dig_fast(digits, drawing.grid, drawing.stream, drawing.check)
        if given.puzzle is None:
            drawing.reached = given.best
            continue
        cells = given.puzzle.cells
        drawing.canvas.stretch = min((number - 1) * n // 2, 5 * n // 2)
        many = MANY if number <= PATIENCE else 3 * MANY
        if not drawing.draw_all() or not drawing.rule_out(cells, many):
            continue
        puzzle = drawing.pruned(drawing.puzzle(cells, drawing.clues), plan.difficulty)
        if not drawing.is_level(puzzle, plan.difficulty):
            drawing.reached = "another difficulty"
        elif drawing.has_all:
            return MaskResult(puzzle, "", number)
        elif spare is None:
            spare, last = puzzle, number + RETRIES
    return MaskResult(spare, "" if spare else drawing.reached, min(last, plan.tries))


class _Drawing:
    has_all: bool  # Whether all clues were needed in the puzzle that was pruned last.

    def __init__(
        self, grid: Grid, wanted: tuple[tuple[str, int], ...], stream: Stream, check: Check
    ) -> None:
        self.grid = grid
        self.wanted = wanted
        self.stream = stream
        self.check = check
        self.canvas = Canvas(grid.geometry, grid.cells, stream)
        self.base = grid  # With the clues that are not drawn.
        self.clues: list[Constraint] = []
        self.reached = ""

    def puzzle(self, cells: bytes, clues: list[Constraint]) -> Grid:
        return with_clues(self.base, cells, clues)

    def draw_all(self) -> bool:
        self.clues = []
        for key, count in sorted(self.wanted, key=lambda each: not kind(each[0]).window):
            for number in range(count):
                clue = self.drawn(kind(key), self.clues)
                if clue is None:
                    self.reached = f"{key}: only {number} of {count} found"
                    return False
                self.clues.append(clue)
        return True

    def drawn(self, kind: type[Constraint], others: list[Constraint]) -> Constraint | None:
        best = BEST if self.canvas.stretch else 1
        for avoids in (True, False):
            found = list(islice(self.tries(kind, others, avoids, (), ATTEMPTS), best))
            if found:
                return max(found, key=lambda clue: len(clue.cells))
        return None

    def tries(
        self,
        kind: type[Constraint],
        others: list[Constraint],
        avoids: bool,
        begin: Cells,
        attempts: int,
    ) -> Iterator[Constraint]:
        """Yield clues that are not among others, and avoid their cells; lines from given cells."""
        used = {cell for clue in others if clue.covers for cell in clue.head + clue.cells}
        absent = self.canvas.shape.absent
        self.canvas.avoid(used | absent if avoids else absent)
        self.canvas.begin = begin
        for _ in range(attempts if self.canvas.free else 0):
            clue = kind.drawn(self.canvas)
            if clue is None or clue in others or clue in clues_of(self.base):
                continue
            if not absent or absent.isdisjoint(clue.scope(self.canvas.shape)):
                yield clue

    def rule_out(self, cells: bytes, many: int) -> bool:
        """Replace clues until these digits have no other solution; return whether it succeeded."""
        shape = self.grid.geometry
        others = self.others(cells, self.clues, many, STEPS * many)
        known = others or []
        for _ in range(MOVES):
            if others is None or len(others) >= many:
                break
            if not others:
                return True
            self.check()
            number = self.stream.below(len(self.clues))
            new = self.replacement(number, others[0])
            if new is None or all(new.is_true(values_of(other, shape), shape) for other in others):
                continue
            clues = [new, *self.clues[:number], *self.clues[number + 1 :]]
            fitting = [
                o for o in known if all(clue.is_true(values_of(o, shape), shape) for clue in clues)
            ]
            if len(fitting) > len(others):
                continue
            found = self.others(cells, clues, len(others) + 1, STEPS * many)
            known = list(dict.fromkeys([*(found or ()), *known]))[:KNOWN]
            if found is not None and len(found) <= len(others):
                self.clues, others = clues, found
        self.reached = "several solutions"
        return False

    def replacement(self, number: int, other: bytes) -> Constraint | None:
        """Draw a clue to replace another, so that another solution may be excluded."""
        old, others = self.clues[number], self.clues[:number] + self.clues[number + 1 :]
        begin: Cells = ()
        way = self.stream.below(3)
        if way == 1:
            pairs = zip(other, self.grid.cells, strict=True)
            begin = (self.canvas.one_of([at for at, (a, b) in enumerate(pairs) if a != b]),)
        elif way == 2 and old.window:
            begin = old.cells[:: 1 - 2 * self.stream.below(2)]
            if not type(old)(begin, old.number).is_true(self.canvas.values, self.grid.geometry):
                begin = old.cells
        return next(self.tries(type(old), others, True, begin, FEW_ATTEMPTS), None)

    def others(
        self, cells: bytes, clues: list[Constraint], most: int, steps: int
    ) -> list[bytes] | None:
        """Return up to `most` other solutions; None if the steps do not decide them."""
        found = solutions(self.puzzle(cells, clues), None, self.check, steps, self.grid)
        others = (other.cells for other in found if other.cells != self.grid.cells)
        try:
            return list(islice(others, most))
        except UndecidedError:
            return None

    def pruned(self, puzzle: Grid, difficulty: Difficulty | None) -> Grid:
        """Remove the drawn clues that a puzzle does not need."""
        kept = self.clues[:]
        self.stream.shuffle(self.clues)
        for clue in self.clues:
            rest = [other for other in kept if other is not clue]
            less = self.puzzle(puzzle.cells, rest)
            try:
                is_needed = another(less, self.grid, MORE_STEPS, self.check) is not None
            except UndecidedError:
                is_needed = True
            if not is_needed and self.is_level(less, difficulty):
                kept, puzzle = rest, less
        self.has_all = len(kept) == len(self.clues)
        return puzzle

    def is_level(self, puzzle: Grid, difficulty: Difficulty | None) -> bool:
        return difficulty is None or difficulty.is_met(puzzle, self.check)
