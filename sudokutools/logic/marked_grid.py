"""Pencil marks before a step, with the cells and candidates of the step marked.

Cells of the step start with `*`, eliminations with `-`, placements with `+`; colour only repeats
these signs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sudokutools.formats.marks import BOLD, FILLED, Piece, draw_cells, marked_pieces
from sudokutools.grid.grid import Grid
from sudokutools.logic.step import Step
from sudokutools.logic.tables import members

PATTERN, PLACED, REMOVED = "\x1b[32m", "\x1b[1;32m", "\x1b[31m"
"""Colours of the candidates of a pattern, of placements and of eliminations."""


class Marks:
    """A copy of the values and pencil marks of a `Path`."""

    def __init__(self, clues: Grid, values: Sequence[int], candidates: Sequence[int]) -> None:
        self.clues = clues
        self.values = tuple(values)
        self.candidates = tuple(candidates)

    def draw(
        self, step: Step | None = None, colour: bool = False, cells: Collection[int] = ()
    ) -> str:
        """Return a drawing, one line a row, with a step or cells marked.

        >>> from sudokutools.grid.geometry import Geometry
        >>> from sudokutools.logic.ladder import Path
        >>> path = Path(Grid(Geometry.of(2, 2), [1, 2, 3, 0] + 12 * [0]))
        >>> marks = Marks(path.grid, path.values, path.candidates)
        >>> print(marks.draw(path.next_step()), end="")
             c1  c2    c3  c4
           ┌─────────┬──────────┐
        r1 │ 1   2   │ 3   *+4  │
        r2 │ 34  34  │ 124 124  │
           ├─────────┼──────────┤
        r3 │ 234 134 │ 124 1234 │
        r4 │ 234 134 │ 124 1234 │
           └─────────┴──────────┘
        """
        geometry = self.clues.geometry
        concerned = {*cells, *(_cells_of(step) if step is not None else ())}
        pieces = [self._pieces(cell, step, cell in concerned) for cell in range(geometry.size)]
        return draw_cells(self.clues, pieces, colour)

    def _pieces(self, cell: int, step: Step | None, is_concerned: bool) -> list[Piece]:
        value = self.values[cell]
        if value:
            return [(str(value), BOLD if self.clues.cells[cell] else FILLED)]
        symbols = [place + 1 for place in members(self.candidates[cell])]
        marks = [_candidate(cell, symbol, step) for symbol in symbols]
        pieces = marked_pieces(marks, self.clues.geometry.n)
        return [("*", PATTERN), *pieces] if is_concerned else pieces


def _cells_of(step: Step) -> set[int]:
    links = {link.cell for strand in step.chains for link in strand}
    pattern = {cell for cell, _ in step.candidates}
    return links | pattern | {*step.cells, *step.extra_cells, *step.subset_cells}


def _candidate(cell: int, symbol: int, step: Step | None) -> Piece:
    if step is not None:
        if (cell, symbol) in step.placements:
            return f"+{symbol}", PLACED
        if (cell, symbol) in step.eliminations:
            return f"-{symbol}", REMOVED
        if (cell, symbol) in step.candidates:
            return str(symbol), PATTERN
    return str(symbol), ""
