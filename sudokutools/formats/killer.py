"""`killer`: a 9x9 killer as forums write it, a sign for each cell: `S<J<<O<<KJ^<<^<^>^^<...`.

`0` to `9`, `A` (10) to `Z` and `a` to `j` (45) are the sum of a cage, 0 an unknown one. The other
cells of the cage point to a neighbour: `<` left, `>` right, `^` up, `v` down, and diagonally
`` ` `` and `'` up, `,` and `.` down.
"""

from __future__ import annotations

from string import ascii_letters, ascii_uppercase, digits

from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import ForeignLine, Found
from sudokutools.formats.reading.cells import agreed
from sudokutools.formats.sumocue import caged
from sudokutools.grid.geometry import Geometry

SUMS = digits + ascii_uppercase + ascii_letters[:10]
STEPS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)}
STEPS |= {"`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
"""Signs that point to a cell, as steps of row and column."""


class KillerFormat(ForeignLine):
    """A puzzle a line."""

    def parse(self, text: bytes, geometry: Geometry | None) -> Found:
        nine = agreed(Geometry.of(3, 3), "the killer", geometry)
        signs, _, note = text.decode("utf-8", "surrogateescape").partition(" ")
        if len(signs) != nine.size or not set(signs) <= {*SUMS, *STEPS}:
            raise SudokuError(f"expected {nine.size} sums of cages, or signs such as < and ^")
        cages: dict[int, list[int]] = {}
        for cell in range(nine.size):
            cages.setdefault(_first(cell, signs, nine), []).append(cell)
        sums = {first: SUMS.index(signs[first]) for first in cages}
        return Found(caged(nine, cages, sums, []), note.strip())


def _first(cell: int, signs: str, nine: Geometry) -> int:
    """Return the cell with the sum of a cage. Raises SudokuError if the signs do not lead there."""
    at = cell
    for _ in signs:
        if signs[at] in SUMS:
            return at
        row, column = (sum(pair) for pair in zip(divmod(at, 9), STEPS[signs[at]], strict=True))
        if not (0 <= row < 9 and 0 <= column < 9):
            raise SudokuError(f"{nine.cell_name(at)}: {signs[at]} points out of the grid")
        at = 9 * row + column
    raise SudokuError(f"{nine.cell_name(cell)}: the signs lead in a circle")


FORMAT = KillerFormat()
