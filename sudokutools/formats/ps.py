"""`ps`: killers as Perfect Sudoku and the forums write them: `3x3::k:3595:3595:...:`.

A number for each cell, sum * 256 + the number of its cage; `d` between the first colons adds the
diagonals. Programs number cages differently and may swap the two halves: cells with equal numbers
are a cage, and the halves are swapped if the sums are impossible otherwise. Cells without a sum are
in no cage.
"""

from __future__ import annotations

import re

from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import Found
from sudokutools.formats.format import Content, Style
from sudokutools.formats.reading.lines import quote
from sudokutools.formats.sumocue import ENTRIES, SumoCueFormat, caged
from sudokutools.grid.geometry import Geometry

_LINE = re.compile(r"3x3:(d?):k:([0-9: ]*)(.*)")


class PsFormat(SumoCueFormat):
    """A puzzle a line."""

    def parse(self, text: bytes, geometry: Geometry | None) -> Found:
        line = text.decode("utf-8", "surrogateescape")
        match = _LINE.match(line)
        if match is None:
            raise SudokuError(f"invalid killer: {quote(line)}")
        numbers = [int(number) for number in match[2].replace(" ", "").split(":") if number]
        if len(numbers) != ENTRIES:
            raise SudokuError(f"{len(numbers)} cells, expected {ENTRIES}")
        groups: dict[int, list[int]] = {}
        for cell, number in enumerate(numbers):
            groups.setdefault(number, []).append(cell)
        cages = {cells[0]: cells for cells in groups.values()}
        for high_is_sum in (True, False):
            sums = {cells[0]: n >> 8 if high_is_sum else n & 255 for n, cells in groups.items()}
            if all(_can_be(sums[first], len(cells)) for first, cells in cages.items()):
                rules = ["x"] * bool(match[1])
                return Found(caged(Geometry.of(3, 3), cages, sums, rules), match[3].strip())
        raise SudokuError("impossible sums of cages")

    def refuses(self, content: Content) -> str:
        if not content.grid.geometry.has_boxes:
            return f"{self.name} supports grids with boxes only"
        return super().refuses(content)

    def write(self, content: Content, style: Style) -> str:
        """Write a line: a cage has the number of its first cell, a clue is a cage of its own."""
        grid = content.grid
        numbers = [symbol << 8 | cell for cell, symbol in enumerate(grid.cells)]
        for cage in grid.constraints.cages if grid.constraints else ():
            for cell in cage.cells:
                numbers[cell] = cage.sum << 8 | cage.cells[0]
        diagonals = "d" * ("x" in grid.geometry.rules)
        return f"3x3:{diagonals}:k:{''.join(f'{number}:' for number in numbers)}\n"


def _can_be(total: int, count: int) -> bool:
    """Return whether `count` different symbols of 1 to 9 can have a sum; 0: unknown."""
    least, most = count * (count + 1) // 2, count * (19 - count) // 2
    return count <= 9 and (total == 0 or least <= total <= most)


FORMAT = PsFormat()
