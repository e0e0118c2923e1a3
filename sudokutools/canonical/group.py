"""The symmetries of a geometry: the maps that keep its rules.

These are permutations of bands, of stacks, of rows in a band and of columns in a stack;
transposition; and relabelling. On 9x9 there are 2 * 6^8 = 3,359,232 geometric maps, each with 9!
relabellings. Partial geometries permute their bands and stacks likewise. Transposition is included
where boxes are square and as many across as down, and for latin squares, whose boxes are the rows
or columns and add no rule. Conjugates of latin squares that exchange symbols with rows or columns
are not included.
"""

from __future__ import annotations

from typing import NamedTuple

from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid


class Symmetry(NamedTuple):
    """A map of the grids of a geometry: `symmetry(grid)` is the image.

    cells   the cell that each cell of the image comes from
    labels  the image of each symbol; labels[0] is 0
    """

    cells: tuple[int, ...]
    labels: bytes

    def __call__(self, grid: Grid) -> Grid:
        """Return the image of a grid and its candidates."""
        cells = bytes(self.labels[grid.cells[cell]] for cell in self.cells)
        if grid.candidates is None:
            return Grid(grid.geometry, cells)
        masks = [self._image_of(grid.candidates[cell]) for cell in self.cells]
        return Grid(grid.geometry, cells, masks)

    def _image_of(self, mask: int) -> int:
        return sum(
            1 << (label - 1) for place, label in enumerate(self.labels[1:]) if mask >> place & 1
        )


def random_symmetry(geometry: Geometry, stream: Stream) -> Symmetry:
    """Return a random symmetry of a geometry, uniformly distributed.

    >>> random_symmetry(Geometry.of(2, 1), Stream("sudoku-check", "7", 0))
    Symmetry(cells=(1, 0, 3, 2), labels=b'\\x00\\x02\\x01')
    """
    rows = random_lines(geometry.boxes_down, geometry.box_height, stream)
    columns = random_lines(geometry.boxes_across, geometry.box_width, stream)
    if transposes(geometry) and stream.below(2):
        cells = tuple(row * geometry.columns + column for column in columns for row in rows)
    else:
        cells = tuple(row * geometry.columns + column for row in rows for column in columns)
    labels = list(range(1, geometry.n + 1))
    stream.shuffle(labels)
    return Symmetry(cells, bytes([0, *labels]))


def random_equivalent(grid: Grid, stream: Stream) -> Grid:
    """Return the image of a grid or puzzle under a random symmetry.

    Raises SudokuError for variants.
    """
    if not grid.is_plain:
        raise SudokuError("equivalents of variants are not supported")
    return random_symmetry(grid.geometry, stream)(grid)


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

    >>> [transposes(Geometry.of(*shape)) for shape in ((3, 3), (3, 2), (5, 1), (3, 3, 2, 3))]
    [True, False, True, False]
    """
    is_latin = geometry.is_full and 1 in (geometry.box_width, geometry.box_height)
    has_square_boxes = geometry.box_width == geometry.box_height
    return is_latin or (has_square_boxes and geometry.boxes_across == geometry.boxes_down)
