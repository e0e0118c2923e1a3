"""`sumocue`: killers and jigsaws of SumoCue and JSudoku.

SumoCueV1=10J0+0J0=5J1...    an entry a cell: `=` is the first cell of a cage and its sum, 0 for
                             none; `+` a cell of the cage that begins at that cell, from 0; `J0` to
                             `J8` its region. `D` after the name makes the diagonals houses.

A cage of one cell is a clue, as in jigsaws.
"""

from __future__ import annotations

from sudokutools._support.lazy import pattern
from sudokutools.constraints.cell_sums import Cage
from sudokutools.errors import SudokuError
from sudokutools.formats import foreign
from sudokutools.formats.format import NINE, SINGLE, Content, Style
from sudokutools.formats.reading.lines import quote
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

ENTRIES = 81

_LINE = pattern(r"SumoCueV1(D?)([=+][^\s]*)\s*(.*)")
_ENTRY = pattern(r"([=+])(\d{1,4})(?:J(\d{1,2}))?")


class SumoCueFormat(foreign.ForeignLine):
    """A puzzle a line."""

    limits = (NINE, SINGLE)
    has_comments = False
    has_notes = False

    def parse(self, text: bytes, geometry: Geometry | None) -> foreign.Found:
        line = text.decode("utf-8", "surrogateescape")
        match = _LINE.match(line)
        if match is None:
            raise SudokuError(f"SumoCue: {quote(line)}, expected SumoCueV1 and entries")
        entries = _ENTRY.findall(match[2])
        if "".join(f"{sign}{number}{'J' * bool(j)}{j}" for sign, number, j in entries) != match[2]:
            raise SudokuError(
                "SumoCue: invalid entry, expected sign, number and region as in =10J0"
            )
        if len(entries) != ENTRIES:
            raise SudokuError(f"SumoCue: {len(entries)} entries, expected {ENTRIES}")
        cages: dict[int, list[int]] = {}
        for cell, (sign, number, _) in enumerate(entries):
            first = cell if sign == "=" else int(number)
            if first >= ENTRIES or entries[first][0] != "=":
                raise SudokuError(f"SumoCue: entry {cell}: no cage begins at entry {first}")
            cages.setdefault(first, []).append(cell)
        sums = {first: int(entries[first][1]) for first in cages}
        regions = [int(region) if region else None for _, _, region in entries]
        geometry = foreign.geometry_of_regions(regions, 9, None) or Geometry.of(3, 3)
        return foreign.Found(caged(geometry, cages, sums, ["x"] * bool(match[1])), match[3])

    def refuses(self, content: Content) -> str:
        grid = content.grid
        broken = super().refuses(content)
        if broken:
            return broken
        if grid.geometry.extra_houses or set(grid.geometry.rules) - {"x"}:
            return f"{self.name} supports no rules except diagonals and cages"
        cages = grid.constraints.cages if grid.constraints is not None else ()
        if any(grid[cell] for cage in cages for cell in cage.cells if len(cage.cells) > 1):
            return f"{self.name} supports no clue in a cage of several cells"
        return foreign.refused_clues(grid, self.name)

    def write(self, content: Content, style: Style) -> str:
        grid = content.grid
        geometry = grid.geometry
        entries = [f"={symbol}" for symbol in grid.cells]
        for cage in grid.constraints.cages if grid.constraints else ():
            for cell in cage.cells:
                entries[cell] = f"+{cage.cells[0]}"
            entries[cage.cells[0]] = f"={cage.sum}"
        regions = geometry.regions
        ends = [""] * ENTRIES if regions is None else [f"J{region}" for region in regions]
        joined = "".join(entry + end for entry, end in zip(entries, ends, strict=True))
        return f"SumoCueV1{'D' * ('x' in geometry.rules)}{joined}\n"


def caged(
    geometry: Geometry, cages: dict[int, list[int]], sums: dict[int, int], rules: list[str]
) -> Grid:
    """Return the grid of cages by their first cells; a cage of one cell is a clue, or nothing."""
    cells = bytearray(geometry.size)
    kept = []
    for first, members in cages.items():
        if len(members) > 1:
            kept.append(Cage(members, sums[first]))
        elif sums[first] > geometry.n:
            name = geometry.cell_name(first)
            raise SudokuError(f"{name}: invalid symbol {sums[first]}, expected 1 to {geometry.n}")
        else:
            cells[first] = sums[first]
    return foreign.ruled(Grid(geometry, cells), rules, clues=kept)


FORMAT = SumoCueFormat()
