"""Puzzles, images under random symmetries, and blocks for the tests of canonical forms."""

from collections.abc import Sequence
from functools import cache

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.canonical.form import Canonical, canonical, transposes
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import LINE_CHARACTERS, Grid, format_line
from sudokutools.solving.solving import solve

NINE = Geometry.of(3, 3)

# Twelve lines of Gordon Royle's collection of 17-clue sudokus, including the first and one that is
# not its own canonical form.
SEVENTEENS = [
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
    "................12..3..4...........5....4.36.78..1.........5..4.1...3....2.....8.",
    "................12..3.45.........4.6....2.....7.18.........6.....4..35.72........",
    "................12..3.45.........6....6..35...7..........1.......5...4...1.27...8",
    "..............1.23..4.56...............21..7..65...8........5..28.9.....7........",
    "..............1.23..4.56...........5..72......85...6.........7.1.....5..2..3.....",
    "..............1.23.45..6.........1......2......1...7.8...5.9...32.....4.8........",
    "..............1.23.45.6............7....4....7.....8.1......54....8.7...9.......8",
    "........1........2..3..4.5........3...6...7...85.1.........6....1......89..7.3...",
    "........1........2..3.45........1..6.....7.8..2..........6..25...7....4.1.8......",
    "........1.......2...3.45........4....6.......17.....58....9.......1....62.4...3..",
    "........1.......23..1..4.......3......5...6...7.28.....2....4...8...65..3........",
]


def read(line: str, geometry: Geometry = NINE) -> Grid:
    return Grid(geometry, bytes(int(sign, 36) if sign.isalnum() else 0 for sign in line))


def write(grid: Grid) -> str:
    """Write a grid of at most 9 symbols as one character a cell."""
    return format_line(grid)


def block(grids: list[Grid]) -> bytes:
    """Return 9x9 grids as input of `canonical_lines`."""
    return b"".join(grid.cells for grid in grids).translate(LINE_CHARACTERS["."])


def canonical_lines(cells: bytes, count: int, empty: str = ".") -> tuple[bytes, Sequence[int]]:
    """Return the canonical forms of 9x9 grids as lines, and the automorphisms of each.

    Signs other than digits are empty cells. Grids that repeat a digit in a house get the number 0
    and a line of empty cells.
    """
    kernels = core.native()
    if kernels is not None:
        lines, counts = kernels.canonical_lines(core.name(), cells, count, ord(empty), lambda: None)
        return lines, memoryview(counts).cast("I")
    text, numbers = bytearray(), []
    for at in range(0, 81 * count, 81):
        line = "".join(chr(sign) if 49 <= sign <= 57 else "." for sign in cells[at : at + 81])
        try:
            found = canonical(read(line))
        except SudokuError:
            found = Canonical(Grid.empty(NINE), 0)
        text += format_line(found.form, empty).encode() + b"\n"
        numbers.append(found.automorphisms)
    return bytes(text), numbers


def shift(geometry: Geometry) -> Grid:
    """Return the grid whose rows are shifts of the first."""
    width, height = geometry.box_width, geometry.box_height
    return Grid(
        geometry,
        [
            (column + width * (row % height) + row // height) % geometry.n + 1
            for row in range(geometry.rows)
            for column in range(geometry.columns)
        ],
    )


def xor(geometry: Geometry) -> Grid:
    """Return the grid of the group of 0s and 1s under exclusive or; n is a power of 2."""
    width, height = geometry.box_width, geometry.box_height
    return Grid(
        geometry,
        [
            (row % height * width + row // height ^ column) + 1
            for row in range(geometry.rows)
            for column in range(geometry.columns)
        ],
    )


@cache
def complete_grids(count: int) -> list[Grid]:
    """Return images of the solutions of the puzzles, mostly without symmetries."""
    solutions = [solution for line in SEVENTEENS if (solution := solve(read(line)))]
    return [image(solutions[i % len(solutions)], Stream("test", "images", i)) for i in range(count)]


def thinned(grid: Grid, clues: int, stream: Stream) -> Grid:
    """Return a grid with random cells emptied."""
    cells = list(range(len(grid.cells)))
    stream.shuffle(cells)
    kept = bytearray(len(cells))
    for cell in cells[:clues]:
        kept[cell] = grid.cells[cell]
    return Grid(grid.geometry, kept)


def image(grid: Grid, stream: Stream) -> Grid:
    geometry = grid.geometry
    rows = order(geometry.boxes_down, geometry.box_height, stream)
    columns = order(geometry.boxes_across, geometry.box_width, stream)
    labels = list(range(1, geometry.n + 1))
    stream.shuffle(labels)
    labels.insert(0, 0)
    lines = [grid.cells[row[0] : row[-1] + 1] for row in geometry.row_cells]
    lines = [bytes(labels[lines[row][column]] for column in columns) for row in rows]
    if transposes(geometry) and stream.below(2):
        lines = [bytes(column) for column in zip(*lines, strict=True)]
    return Grid(geometry, b"".join(lines))


def order(groups: int, size: int, stream: Stream) -> list[int]:
    """Return a random order of rows or columns that keeps bands or stacks together."""
    outer = list(range(groups))
    stream.shuffle(outer)
    found = []
    for group in outer:
        inner = list(range(group * size, (group + 1) * size))
        stream.shuffle(inner)
        found += inner
    return found
