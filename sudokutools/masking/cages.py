"""Killer cages: maps of cages that leave a complete grid the only solution.

The following defines the map of a seed; `cage_map` defines how maps grow, are eased and rule out
other solutions. Each try is a map:

1. Draw a map with weight USUAL_WEIGHT of large cages.
2. Search for another solution, with up to STEPS steps (`variant.search`, near the grid). If there
   is no other, done.
3. If it was not decided, ease the map and repeat 2, up to as many times as the grid has cells.
4. Rule out the other solution, then repeat 2. If that fails, the try is over.

If a level is requested, draw maps until one has it. The weight of large cages increases by 1 after
a puzzle that was too easy, up to WEIGHT - 1, and decreases by 1 after one that was too hard; that
of a new map is not less than BOUNDS has. While the weight is negative, a try is the map of the last
one, eased EASED times before 2; a puzzle that is too easy, a weight below BOUNDS and a try without
a puzzle end this: the weight is 0 again.
"""

from __future__ import annotations

from collections.abc import Iterable

from sudokutools._support.limits import Check
from sudokutools._support.streams import Stream
from sudokutools.constraints.cell_sums import Cage
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.constraint import Constraint
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.masking.cage_map import WEIGHT, CageMap
from sudokutools.masking.compiled_dig import dig_fast
from sudokutools.masking.plan import MaskResult, Plan, PuzzleRequest, plan_of

USUAL_WEIGHT = 3  # With this weight, two thirds of cages of 2 to 4 cells have 2.
BOUNDS = {2: (0, -36), 3: (USUAL_WEIGHT, -72)}  # The least weight of a map, and of all, by sizes.
EASED = 12  # How many times a map is eased between two tries.
STEPS = 200  # The step limit of a search for another solution.
DIGITS = ("clues", "blanks", "row_blanks", "pattern")  # What keeps symbols is chosen first.
MISSED = ("several solutions", "an undecided map")  # Results of maps that are not puzzles.


def cage(plan: Plan, grid: Grid, stream: Stream, check: Check) -> MaskResult:
    """Draw maps of cages until the request is met. Raises SudokuError if the grid has cages."""
    if grid.constraints is not None and grid.constraints.cages:
        raise SudokuError("cages: the grid already has cages")
    maker = _Maker(plan, grid, stream, check)
    for number in range(1, plan.tries + 1):
        check()
        puzzle = maker.puzzle()
        if puzzle is not None:
            return MaskResult(puzzle, "", number)
    return MaskResult(None, maker.best(), plan.tries)


class _Maker:
    """The tries for one grid.

    weight   the weight of large cages in the next map
    cages    the map of the last try
    """

    weight = USUAL_WEIGHT
    cages: CageMap
    reached = MISSED[0]
    rating = -1
    technique = ""
    is_rated = False

    def __init__(self, plan: Plan, grid: Grid, stream: Stream, check: Check) -> None:
        self.plan = plan
        self.grid = grid
        self.stream = stream
        self.check = check
        self.digits = digits_plan(plan)

    def puzzle(self) -> Grid | None:
        """Return the puzzle of another map if it meets the request."""
        cells = bytes(self.grid.geometry.size)
        if self.digits is not None:
            given = dig_fast(self.digits, self.grid, self.stream, self.check)
            if given.puzzle is None:
                self.reached = given.best
                return None
            cells = given.puzzle.cells
        assert self.plan.request.cages is not None
        sizes = self.plan.request.cages
        if self.weight < 0:
            for _ in range(EASED):
                self.cages.ease()
        else:
            weight = max(self.weight, BOUNDS[len(sizes)][0])
            self.cages = CageMap(self.grid, sizes, weight, self.stream)
        make = self.decided if self.plan.request.unique else self.caged
        puzzle: Grid | None = make(self.cages, cells)
        if puzzle is None:
            self.weight = max(self.weight, 0)
            return None
        return puzzle if self.plan.difficulty is None or self.is_level(puzzle) else None

    def caged(self, cages: CageMap, cells: bytes) -> Grid:
        symbols = self.grid.cells
        held: dict[int, list[int]] = {}
        for cell, owner in enumerate(cages.owner):
            held.setdefault(owner, []).append(cell)
        drawn = [Cage(c, sum([symbols[cell] for cell in c])) for c in held.values()]
        return with_clues(self.grid, cells, drawn)

    def decided(self, cages: CageMap, cells: bytes) -> Grid | None:
        """Return the puzzle of a map that is regrown until it has one solution."""
        undecided = 0
        while undecided < self.grid.geometry.size:
            puzzle = self.caged(cages, cells)
            try:
                other = another(puzzle, self.grid, STEPS, self.check)
            except UndecidedError:
                undecided += 1
                cages.ease()
                continue
            if other is None:
                return puzzle
            if not cages.rule_out(other):
                self.reached = MISSED[0]
                return None
        self.reached = MISSED[1]
        return None

    def is_level(self, puzzle: Grid) -> bool:
        """Whether a puzzle has the difficulty of the request; adjust the weight if not."""
        difficulty = self.plan.difficulty
        assert difficulty is not None
        rating = difficulty.rate(puzzle, self.check)
        compared = difficulty.compare(rating)
        self.is_rated = True
        if rating.solved and compared == -1 and rating.rating >= self.rating:
            self.rating, self.technique = rating.rating, rating.technique
        assert self.plan.request.cages is not None
        is_over = self.weight < 0 < -compared
        weight = min(self.weight - compared, WEIGHT - 1)
        is_over |= weight < BOUNDS[len(self.plan.request.cages)][1]
        self.weight = 0 if is_over else weight
        return compared == 0

    def best(self) -> str:
        if not self.is_rated:
            return self.reached
        return self.plan.reached(0, True, self.rating, self.technique)


def digits_plan(plan: Plan) -> Plan | None:
    """Return the plan of the digits alone, None if no amount of them is requested."""
    amounts = {field: getattr(plan.request, field) for field in DIGITS}
    if all(value is None for value in amounts.values()):
        return None
    others = {field: getattr(plan.request, field) for field in ("symmetry", "keep")}
    return plan_of(plan.geometry, PuzzleRequest(**amounts, **others, unique=False))


def clues_of(grid: Grid) -> tuple[Constraint, ...]:
    return () if grid.constraints is None else grid.constraints.items


def with_clues(grid: Grid, cells: bytes, clues: Iterable[Constraint]) -> Grid:
    """Return a grid with other cells, and clues in addition to its own."""
    geometry, every = grid.geometry, (*clues_of(grid), *clues)
    return Grid(geometry, cells, None, Constraints.from_checked(geometry, every))


def another(puzzle: Grid, solution: Grid, max_steps: int, check: Check) -> bytes | None:
    """Return another solution, preferably similar. Raises UndecidedError after `max_steps`."""
    from sudokutools.solving.engines.variant import solutions

    found = solutions(puzzle, None, check, max_steps, solution)
    return next((other.cells for other in found if other.cells != solution.cells), None)
