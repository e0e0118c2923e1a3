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


def draw(
    clues: Grid,
    values: Sequence[int],
    candidates: Sequence[int],
    step: Step | None = None,
    colour: bool = False,
    cells: Collection[int] = (),
) -> str:
    """Draw the values and pencil marks of a `Path`, one line a row, with a step or cells marked.

    >>> from sudokutools.grid.geometry import Geometry
    >>> from sudokutools.logic.ladder import Path
    >>> path = Path(Grid(Geometry.of(2, 2), [1, 2, 3, 0] + 12 * [0]))
    >>> values, candidates = path.values[:], path.candidates[:]
    >>> print(draw(path.grid, values, candidates, path.next_step()), end="")
         c1  c2    c3  c4
       ┌─────────┬──────────┐
    r1 │ 1   2   │ 3   *+4  │
    r2 │ 34  34  │ 124 124  │
       ├─────────┼──────────┤
    r3 │ 234 134 │ 124 1234 │
    r4 │ 234 134 │ 124 1234 │
       └─────────┴──────────┘
    """
    concerned = {*cells, *(_cells_of(step) if step is not None else ())}

    texts = list(map(str, clues.geometry.values))

    def pieces(cell: int) -> list[Piece]:
        if symbol := values[cell]:
            return [(texts[symbol - 1], BOLD if clues.cells[cell] else FILLED)]
        places = members(candidates[cell])
        marks = [_candidate(cell, place + 1, texts[place], step) for place in places]
        sign = [("*", PATTERN)] if cell in concerned else []
        return [*sign, *marked_pieces(marks, clues.geometry)]

    return draw_cells(clues, [*map(pieces, range(clues.geometry.size))], colour)


def _cells_of(step: Step) -> set[int]:
    links = {link.cell for strand in step.chains for link in strand}
    pattern = {cell for cell, _ in step.candidates}
    return links | pattern | {*step.cells, *step.extra_cells, *step.subset_cells}


def _candidate(cell: int, symbol: int, text: str, step: Step | None) -> Piece:
    if step is not None:
        if (cell, symbol) in step.placements:
            return f"+{text}", PLACED
        if (cell, symbol) in step.eliminations:
            return f"-{text}", REMOVED
        if (cell, symbol) in step.candidates:
            return text, PATTERN
    return text, ""
