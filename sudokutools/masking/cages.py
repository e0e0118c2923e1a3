"""Killer cages: maps of cages that leave a complete grid the only solution.

How a map is made is defined to the letter, so that a seed gives the same one everywhere.

*Growing* covers free cells with cages. The cells are listed ascending and shuffled; each that is
still free at its turn begins a cage. Its size is drawn: the smallest that is asked for, and while
it is below the largest, one more if `below(WEIGHT)` is less than the weight of large cages. The
cage takes, `below` their number, one of the free cells beside its cells whose symbols it lacks,
until it has its size or there are none; they are listed in the order of its cells, each once.

*Regrowing* a cage frees it and some others: each, `below` their number, one of the cages beside
those that were chosen, listed in the order of their cells. The cells that are free grow. All of
this is undone if now more cages are too small, or more of the other solutions known have the sums
of the cages; when the map is to become easier, too, if the cells have more room in all.

A *map* is made so:

1. All cells grow.
2. As long as a cage is too small, but no more than TIDYING times a cell, the first of them is
   regrown with one other. One that is left is no reason where all are to have one size, of which
   the number of cells is no multiple.
3. Another solution is searched for, with up to STEPS steps (`variant.search`); there is none: done.
4. If it was not decided, the map is made easier: once for so many cells as the grid has rows, the
   cage of cell `below` their number is regrown with one or two others (1 + `below(2)`). Then 3
   again, up to as many times as the grid has cells.
5. The other solution is known from now on. Until none of those known has the sums of the cages,
   but no more than MOVES times, a cage is regrown with one or two others: that of a cell, `below`
   their number, in which the last of those that have them differs. Then 3 again.

Where a level is asked for, maps are drawn until one is as hard. The weight of large cages, which is
USUAL_WEIGHT else, is higher by 1 after a puzzle that was too easy, up to WEIGHT - 1, and lower by 1
after one that was too hard, down to EASIEST. Below 0 it counts as 0, and after step 2 the map is
made easier as in step 4, so many times.

The *room* of a cage is the number of symbols that its size and its sum leave, times its cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid import Grid
from sudokutools.limits import Check
from sudokutools.masking.clues import neighbours
from sudokutools.masking.dig import dig
from sudokutools.masking.plan import Plan, Request, Result, plan_of
from sudokutools.relations import Cage, Relations
from sudokutools.streams import Stream

WEIGHT = 9
"""What the weights of large cages are parts of."""

USUAL_WEIGHT = 3
"""The weight of large cages where no level is asked for: of those of 2 to 4 cells 2 in 3 have 2."""

EASIEST = -36
"""The least weight: so often a map is made easier before it is asked about."""

TIDYING = 10
STEPS = 200
MOVES = 500

DIGITS = ("clues", "blanks", "row_blanks", "pattern")
"""The fields of a request by which symbols stay; they are chosen before the cages."""

MISSED = ("several solutions", "a map that was not decided")

Other = list[tuple[int, int]]
"""Where another solution differs: the cells, and by how much its symbols are higher."""


def cage(plan: Plan, grid: Grid, stream: Stream, check: Check) -> Result:
    """Return a killer of a complete grid: maps of cages until one is as asked for.

    SudokuError: the grid has cages.
    """
    if grid.relations is not None and grid.relations.cages:
        raise SudokuError("cages: the grid has some already")
    maker = _Maker(plan, grid, stream, check)
    for number in range(1, plan.tries + 1):
        check()
        puzzle = maker.puzzle()
        if puzzle is not None:
            return Result(puzzle, "", number)
    return Result(None, maker.best(), plan.tries)


class _Maker:
    """A complete grid on its way to a killer; `weight` is that of large cages in the next map."""

    def __init__(self, plan: Plan, grid: Grid, stream: Stream, check: Check) -> None:
        self.plan = plan
        self.grid = grid
        self.stream = stream
        self.check = check
        self.weight = USUAL_WEIGHT
        self.reached = MISSED[0]
        self.rating = -1
        self.technique = ""
        self.is_rated = False
        amounts = {field: getattr(plan.request, field) for field in DIGITS}
        self.digits = None
        if any(value is not None for value in amounts.values()):
            blind = Request(**amounts, symmetry=plan.request.symmetry, unique=False)
            self.digits = plan_of(grid.geometry, blind)

    def puzzle(self) -> Grid | None:
        """Return a puzzle of another map, if it is as asked for."""
        cells = bytes(self.grid.geometry.size)
        if self.digits is not None:
            given = dig(self.digits, self.grid, self.stream, self.check)
            if given.puzzle is None:
                self.reached = given.best
                return None
            cells = given.puzzle.cells
        assert self.plan.request.cages is not None
        cages = CageMap(self.grid, self.plan.request.cages, max(self.weight, 0), self.stream)
        for _ in range(self.weight, 0):
            cages.ease()
        puzzle = (
            self.decided(cages, cells) if self.plan.request.unique else self.caged(cages, cells)
        )
        is_met = puzzle is not None and (self.plan.difficulty is None or self.is_level(puzzle))
        return puzzle if is_met else None

    def caged(self, cages: CageMap, cells: bytes) -> Grid:
        """Return the puzzle that a map makes with some of the symbols."""
        geometry, old, symbols = self.grid.geometry, self.grid.relations, self.grid.cells
        shape = geometry.n, geometry.columns, geometry.size
        less, even, odd = (old.less, old.even, old.odd) if old is not None else ((), (), ())
        drawn = [
            Cage(sum([symbols[cell] for cell in cage]), tuple(sorted(cage)))
            for cage in cages.cages.values()
        ]
        return Grid(geometry, cells, None, Relations.of_pieces(shape, drawn, less, even, odd))

    def decided(self, cages: CageMap, cells: bytes) -> Grid | None:
        """Return the puzzle of a map that was regrown until there is no other solution."""
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
        """Tell whether a puzzle is as hard as asked for; else weigh large cages accordingly."""
        difficulty = self.plan.difficulty
        assert difficulty is not None
        rating = difficulty.rate(puzzle, self.check)
        compared = difficulty.compare(rating)
        self.is_rated = True
        if rating.solved and compared == -1 and rating.rating >= self.rating:
            self.rating, self.technique = rating.rating, rating.technique
        self.weight = min(max(self.weight - compared, EASIEST), WEIGHT - 1)
        return compared == 0

    def best(self) -> str:
        """Return what was reached where the request was missed."""
        if not self.is_rated:
            return self.reached
        return self.plan.reached(0, True, self.rating, self.technique)


def another(puzzle: Grid, solution: Grid, max_steps: int, check: Check) -> bytes | None:
    """Return the cells of another solution, one like the first if that comes soon; None: no other.

    UndecidedError: that takes more steps.
    """
    from sudokutools.engines.variant import solutions

    found = solutions(puzzle, None, check, max_steps, solution)
    return next((other.cells for other in found if other.cells != solution.cells), None)


class CageMap:
    """Cages that cover a complete grid, and the other solutions that they are to rule out.

    `owner` is the number of the cage of each cell, -1 of a free one; `cages` are their cells, in
    the order in which they were grown; `fitting` those of the other solutions that have the sums
    of the cages.
    """

    def __init__(self, grid: Grid, sizes: tuple[int, int], weight: int, stream: Stream) -> None:
        self.n, self.rows = grid.geometry.n, grid.geometry.rows
        self.symbols = grid.cells
        self.beside = neighbours(grid.geometry)
        self.low, self.high = sizes[0], min(sizes[1], self.n)
        self.weight = weight
        self.stream = stream
        self.owner = [-1] * len(grid.cells)
        self.cages: dict[int, list[int]] = {}
        self.others: list[Other] = []
        self.fitting: list[Other] = []
        self.number = 0
        self.grow(list(range(len(grid.cells))))
        unavoidable = self.low == self.high and len(grid.cells) % self.low > 0
        for _ in range(TIDYING * len(grid.cells)):
            small = [each for each, cage in self.cages.items() if len(cage) < self.low]
            if len(small) <= unavoidable:
                break
            self.regrow(small[0], 1)

    def grow(self, free: list[int]) -> None:
        """Cover free cells, ascending, with cages."""
        owner, symbols, below = self.owner, self.symbols, self.stream.below
        self.stream.shuffle(free)
        for start in free:
            if owner[start] >= 0:
                continue
            size = self.low
            while size < self.high and below(WEIGHT) < self.weight:
                size += 1
            cage = self.cages[self.number] = [start]
            owner[start] = self.number
            held = 1 << symbols[start]
            reached: dict[int, None] = {}
            while len(cage) < size:
                reached |= dict.fromkeys(self.beside[cage[-1]])
                found = [
                    cell for cell in reached if owner[cell] < 0 and not held >> symbols[cell] & 1
                ]
                if not found:
                    break
                cell = found[below(len(found))]
                owner[cell] = self.number
                held |= 1 << symbols[cell]
                cage.append(cell)
            self.number += 1

    def regrow(self, number: int, more: int, is_easing: bool = False) -> None:
        """Grow a cage and so many beside it anew; undo it if it was a loss."""
        first, fitting = self.number, self.fitting
        old = {each: self.cages.pop(each) for each in self.chosen(number, more)}
        free = sorted(cell for cage in old.values() for cell in cage)
        for cell in free:
            self.owner[cell] = -1
        self.grow(free)
        new = [self.cages[each] for each in range(first, self.number)]
        if self.small(new) <= self.small(old.values()) and not (
            is_easing and self.room(new) > self.room(old.values())
        ):
            self.fitting = [other for other in self.others if self.fits(other)]
            if len(self.fitting) <= len(fitting):
                return
        self.fitting = fitting
        for each in range(first, self.number):
            del self.cages[each]
        self.cages |= old
        for each, cage in old.items():
            for cell in cage:
                self.owner[cell] = each

    def chosen(self, number: int, more: int) -> list[int]:
        """Return a cage and others at random, each beside one of those before."""
        chosen = [number]
        for _ in range(more):
            around = list(
                dict.fromkeys(
                    self.owner[cell]
                    for each in chosen
                    for member in self.cages[each]
                    for cell in self.beside[member]
                    if self.owner[cell] not in chosen
                )
            )
            if not around:
                break
            chosen.append(around[self.stream.below(len(around))])
        return chosen

    def small(self, cages: Iterable[list[int]]) -> int:
        """Return how many cages have fewer cells than are asked for."""
        return sum(len(cage) < self.low for cage in cages)

    def room(self, cages: Iterable[list[int]]) -> int:
        """Return how many symbols the sums of cages leave to their cells, in all."""
        symbols = self.symbols
        return sum(room(self.n, len(cage), sum(symbols[cell] for cell in cage)) for cage in cages)

    def fits(self, other: Other) -> bool:
        """Tell whether another solution has the sums of all cages."""
        sums: dict[int, int] = {}
        for cell, more in other:
            number = self.owner[cell]
            sums[number] = sums.get(number, 0) + more
        return not any(sums.values())

    def rule_out(self, other: bytes) -> bool:
        """Regrow cages until no other solution known has their sums; tell whether that was done."""
        pairs = enumerate(zip(other, self.symbols, strict=True))
        self.others.append([(cell, mine - own) for cell, (mine, own) in pairs if mine != own])
        self.fitting = self.others[-1:]
        for _ in range(MOVES):
            cell, _ = self.fitting[-1][self.stream.below(len(self.fitting[-1]))]
            self.regrow(self.owner[cell], 1 + self.stream.below(2))
            if not self.fitting:
                return True
        return False

    def ease(self) -> None:
        """Regrow as many cages as the grid has rows so that their sums leave less room."""
        for _ in range(self.rows):
            cell = self.stream.below(len(self.owner))
            self.regrow(self.owner[cell], 1 + self.stream.below(2), is_easing=True)


@lru_cache(maxsize=4096)
def room(n: int, size: int, total: int) -> int:
    """Return the room of a cage: of its cells together, the symbols that leave a sum for the rest.

    The other cells have any sum between their least and their most.

    >>> room(9, 2, 3), room(9, 2, 10), room(9, 3, 7)
    (4, 18, 12)
    """
    count = 0
    for symbol in range(1, n + 1):
        others = [other for other in range(1, n + 1) if other != symbol]
        least, most = sum(others[: size - 1]), sum(others[n - size :])
        count += least <= total - symbol <= most
    return size * count
