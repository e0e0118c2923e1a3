"""Canonical forms: one representative of all grids that are equivalent by symmetry.

The canonical form is the smallest grid equivalent by a symmetry of the geometry, by cells row by
row, an empty cell before all symbols. Symbols first appear in the order 1, 2, 3, ...

Symmetries are permutations of bands, of stacks, of rows in a band and of columns in a stack;
transposition (see `transposes`); and relabelling. On 9x9 there are 2 * 6^8 = 3,359,232 geometric
maps, each with 9! relabellings. Conjugates of latin squares that exchange symbols with rows or
columns are not included. Automorphisms are the geometric maps that, with some relabelling, map the
grid to itself; orders of symbols that do not occur are not counted.

`search` finds both and explains how; `_core/canonical/search.c` is its twin in C. The kernels for
9x9 use other methods (`_core/canonical/grids.h` and `puzzles.h`).
"""

from __future__ import annotations

from typing import NamedTuple

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import CHARACTER_VALUES, LINE_CHARACTERS, Grid, symbol_text


class Symmetry(NamedTuple):
    """A map of the grids of a geometry: `symmetry(grid)` is the image.

    cells   the cell that each cell of the image comes from
    labels  the image of each symbol; labels[0] is 0
    """

    cells: tuple[int, ...]
    labels: bytes

    def __call__(self, grid: Grid) -> Grid:
        cells = bytes(self.labels[grid.cells[cell]] for cell in self.cells)
        if grid.candidates is None:
            return Grid(grid.geometry, cells)
        images = [1 << label >> 1 for label in self.labels[1:]]
        masks = [
            sum(image for place, image in enumerate(images) if grid.candidates[cell] >> place & 1)
            for cell in self.cells
        ]
        return Grid(grid.geometry, cells, masks)


def random_symmetry(geometry: Geometry, stream: Stream) -> Symmetry:
    """Return a random symmetry of a geometry, uniformly distributed."""
    rows = random_lines(geometry.boxes_down, geometry.box_height, stream)
    columns = random_lines(geometry.boxes_across, geometry.box_width, stream)
    if transposes(geometry) and stream.below(2):
        cells = tuple(row * geometry.columns + column for column in columns for row in rows)
    else:
        cells = tuple(row * geometry.columns + column for row in rows for column in columns)
    labels = list(range(1, geometry.n + 1))
    stream.shuffle(labels)
    return Symmetry(cells, bytes([0, *labels]))


def random_lines(groups: int, size: int, stream: Stream) -> list[int]:
    """Return rows (columns) in random order that keeps bands (stacks) together."""
    starts = [group * size for group in range(groups)]
    stream.shuffle(starts)
    lines = []
    for start in starts:
        group = list(range(start, start + size))
        stream.shuffle(group)
        lines += group
    return lines


def transposes(geometry: Geometry) -> bool:
    """Whether transposition keeps the rules of a geometry.

    Boxes are square and as many across as down; or it is a latin square, whose boxes are the rows
    or columns and add no rule.

    >>> [transposes(Geometry.of(*shape)) for shape in ((3, 3), (3, 2), (5, 1), (3, 3, 2, 3))]
    [True, False, True, False]
    """
    is_latin = geometry.is_full and 1 in (geometry.box_width, geometry.box_height)
    has_square_boxes = geometry.box_width == geometry.box_height
    return is_latin or (has_square_boxes and geometry.boxes_across == geometry.boxes_down)


MAX_LINE = 16  # The maximum number of rows, columns and symbols.


class Canonical(NamedTuple):
    form: Grid
    automorphisms: int


def canonical(grid: Grid, check: Check = never) -> Canonical:
    """Return the canonical form and the number of automorphisms of a grid or puzzle.

    Raises SudokuError if a symbol is repeated in a house, if there are more than 16 rows, columns
    or symbols, or if the grid is too symmetric (`search.TooSymmetricError`), of a variant, or has
    candidates.

    >>> canonical(Grid.empty(Geometry.of(3, 3))).automorphisms
    3359232
    """
    geometry = grid.geometry
    if not grid.is_plain:
        raise SudokuError("canonical forms of variants are not supported")
    if grid.candidates is not None:
        raise SudokuError("canonical forms of grids with candidates are not supported")
    if max(geometry.rows, geometry.columns, geometry.n) > MAX_LINE:
        raise SudokuError(
            f"{geometry} is too large for a canonical form:"
            f" at most {MAX_LINE} rows, columns and symbols"
        )
    for clash in grid.clashes():
        first, second = map(geometry.cell_name, clash.cells[:2])
        symbol = symbol_text(geometry, clash.symbol)
        raise SudokuError(f"no canonical form: {first} and {second} are both {symbol}")
    kernels = core.native()
    if kernels is not None and geometry is Geometry.of(3, 3):
        line = grid.cells.translate(LINE_CHARACTERS["."])
        lines, counts = kernels.canonical_lines(core.name(), line, 1, ord("."), check)
        form = Grid(geometry, lines[:81].translate(CHARACTER_VALUES))
        return Canonical(form, memoryview(counts).cast("I")[0])
    from sudokutools.canonical.search import MAX_STATES, MAX_STEPS, Search, TooSymmetricError

    if kernels is None:
        return Canonical(*Search(grid, transposes(geometry), check).run())
    shape = *geometry.shape, transposes(geometry)
    found = kernels.canonical_general(shape, grid.cells, MAX_STEPS, MAX_STATES, check)
    if found is None:
        raise TooSymmetricError
    cells, low, high = found
    return Canonical(Grid(geometry, cells), low | high << 64)


def canonical_form(grid: Grid, check: Check = never) -> Grid:
    """Return the smallest grid equivalent to a grid or puzzle: equal for equivalent grids.

    Raises SudokuError if a symbol is repeated in a house, if there are more than 16 rows, columns
    or symbols, or if the grid is too symmetric, of a variant, or has candidates.

    >>> from sudokutools import Geometry, Grid, canonical_form
    >>> puzzle = Grid(Geometry.of(2, 2), bytes([0, 0, 0, 4, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0]))
    >>> list(canonical_form(puzzle).cells)
    [0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, 0]
    """
    return canonical(grid, check).form


def automorphisms(grid: Grid, check: Check = never) -> int:
    """Return the size of the symmetry group of a grid or puzzle; errors as in `canonical`."""
    return canonical(grid, check).automorphisms
