"""Grids of every kind drawn from bytes: full, partial, with candidates, of variants, clashing."""

from collections.abc import Sequence
from functools import lru_cache

from sudokutools._support.streams import Stream
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.variant_rules import NAMES
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.candidates import marked
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import backtrack
from tests.clues import common
from tests.fuzz.tools.cursor import Cursor

SHAPES = (
    (2, 2), (3, 2), (3, 3), (2, 3), (4, 1), (1, 4), (5, 1), (2, 2, 1, 2), (2, 2, 2, 1),
    (3, 2, 1, 2), (3, 2, 2, 2), (3, 3, 2, 3), (1, 1), (1, 2), (4, 2),
)  # fmt: skip


class Steps:
    """A check that leaves a search undecided after a number of calls."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self) -> None:
        """Raise UndecidedError when no call is left."""
        self.left -= 1
        if self.left < 0:
            raise UndecidedError("the search takes too long")


@lru_cache(maxsize=4096)
def solution_of(geometry: Geometry, seed: int) -> bytes | None:
    """Return the cells of a complete grid; None: not found soon."""
    stream = Stream("test", "fuzz", seed)
    try:
        found = next(backtrack.solutions(Grid.empty(geometry), stream, Steps(20)), None)
    except UndecidedError:
        return None
    return None if found is None else found.cells


def geometry_of(cursor: Cursor, shapes: Sequence[tuple[int, ...]] = SHAPES) -> Geometry:
    """Draw a geometry; of full ones every other is a variant."""
    plain = Geometry.of(*cursor.choice(shapes))
    if not plain.is_full or not cursor.chance():
        return plain
    regions = None
    if cursor.chance(3):
        regions = [plain.region_of(cell) for cell in range(plain.size)]
        for _ in range(cursor.randrange(plain.n + 1)):
            one, other = cursor.randrange(plain.size), cursor.randrange(plain.size)
            regions[one], regions[other] = regions[other], regions[one]
    houses = []
    if cursor.chance(4):
        houses = [{cursor.randrange(plain.size) for _ in range(min(plain.n, 3))}]
    rules = [cursor.choice(NAMES) for _ in range(cursor.choice((1, 0, 2)))]
    try:
        return Geometry.of_variant(plain, regions, rules, houses)
    except SudokuError:
        return plain  # A rule without effect on such a grid.


def constraints_of(
    geometry: Geometry, cells: bytes, cursor: Cursor, errors: int = 1
) -> Constraints | None:
    """Draw clues other than symbols: true of a complete grid, but for one sum in sixteen.

    These differ by `errors`.
    """
    n, columns, size = geometry.n, geometry.columns, geometry.size
    cages: list[tuple[int, list[int]]] = []
    used: set[int] = set()
    for _ in range(cursor.choice((0, 1, 3, 9))):
        cage = [cursor.randrange(size)]
        for _ in range(cursor.randrange(min(n, 4))):
            near = cage[-1] + cursor.choice((1, columns, -1, -columns))
            is_beside = near // columns == cage[-1] // columns or abs(near - cage[-1]) == columns
            if 0 <= near < size and is_beside and cells[near] not in {cells[c] for c in cage}:
                cage.append(near)
        if used.isdisjoint(cage):
            used.update(cage)
            total = sum(cells[cell] for cell in cage) + errors * cursor.chance(16)
            cages.append((total * (not cursor.chance(8)), cage))
    less = []
    for _ in range(cursor.choice((0, 0, 2, 5))):
        low, high = cursor.randrange(size), cursor.randrange(size)
        if abs(low - high) in (1, columns) and cells[low] < cells[high]:
            less.append((low, high))
    even = [cell for cell in range(size) if cells[cell] % 2 == 0 and cursor.chance(16)]
    odd = [cell for cell in range(size) if cells[cell] % 2 and cursor.chance(16)]
    try:
        return Constraints.of(geometry, common(cages, less, even, odd))
    except SudokuError:
        return None


def puzzle(cursor: Cursor) -> Grid:
    """Draw a grid with clues; it may have any number of solutions."""
    geometry = geometry_of(cursor)
    size, n = geometry.size, geometry.n
    cells = solution_of(geometry, cursor.randrange(16)) or bytes(size)
    few = cursor.choice((2, 3, 5, 1))
    clues = bytearray(symbol * (not cursor.chance(few)) for symbol in cells)
    for _ in range(cursor.choice((0, 0, 0, 1, 2))):
        clues[cursor.randrange(size)] = cursor.randrange(n + 1)
    if geometry.is_plain and cursor.chance(4):
        masks = [cursor.getrandbits(n) | (1 << symbol >> 1) for symbol in cells]
        try:
            return marked(geometry, clues, masks)
        except SudokuError:
            return Grid(geometry, clues)
    is_variant = geometry.is_full and 0 not in cells and cursor.chance(4)
    return Grid(
        geometry, clues, None, constraints_of(geometry, cells, cursor) if is_variant else None
    )
