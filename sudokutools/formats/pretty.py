"""`pretty`: a drawing with box-drawing characters, labels and colour."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.formats.format import Content, Style
from sudokutools.formats.grid import GridFormat, above
from sudokutools.formats.marks import (
    BOLD,
    FILLED,
    PLAIN,
    draw_lattice,
    draw_marks,
    draw_plain,
    needs_lattice,
)
from sudokutools.grid.grid import Grid, cell_texts, texts_of


class PrettyFormat(GridFormat):
    """A drawing; a partner is drawn next to it."""

    draws_marks = True
    has_candidates = True

    def write(self, content: Content, style: Style) -> str:
        grids = _alike(content.grids)
        clues = grids[0] if content.partner_first else None
        drawings = [_drawing(grid, style, clues) for grid in grids]
        drawn = drawings[0] if content.partner is None else _beside(*drawings)
        return above(content, style, list(content.comments)) + drawn + "\n"


def _alike(grids: list[Grid]) -> list[Grid]:
    """Give grids the same constraints, so that their drawings have the same lines."""
    constraints = next((grid.constraints for grid in grids if grid.constraints is not None), None)
    if constraints is None:
        return grids
    return [Grid(grid.geometry, grid.cells, grid.candidates, constraints) for grid in grids]


def _drawing(grid: Grid, style: Style, clues: Grid | None) -> str:
    if grid.candidates is None:
        return draw(grid, style.empty, style.colour, clues)
    return draw_marks(grid, style.colour)


def draw(grid: Grid, empty: str = ".", colour: bool = False, clues: Grid | None = None) -> str:
    """Draw a grid with box-drawing characters and labels; `clues` have a colour of their own.

    >>> from sudokutools.grid.geometry import Geometry
    >>> print(draw(Grid.empty(Geometry.of(2, 1))), end="")
         c1 c2
       ┌───────┐
    r1 │  .  . │
    r2 │  .  . │
       └───────┘
    """
    geometry = grid.geometry
    has_signs = needs_lattice(grid)
    width = len(f"c{geometry.columns}")
    width = max(len(str(geometry.values[-1])), width - 1) if has_signs else width
    texts = [text.rjust(width) for text in cell_texts(geometry, empty)]
    shown = _coloured(grid, texts, colour, clues, " " * width)
    heads = [f"c{column + 1}" for column in range(geometry.columns)]
    if has_signs:
        return draw_lattice(grid, [head.rjust(width + 1) + " " for head in heads], shown)
    return draw_plain(geometry, [head.rjust(width) for head in heads], shown)


def _coloured(
    grid: Grid, texts: Sequence[str], colour: bool, clues: Grid | None, absent: str
) -> list[str]:
    shown = texts_of(grid, texts, absent)
    if not colour:
        return shown
    given = grid.cells if clues is None else clues.cells
    return [
        f"{BOLD if clue else FILLED}{text}{PLAIN}" if symbol else text
        for text, symbol, clue in zip(shown, grid.cells, given, strict=True)
    ]


def _beside(left: str, right: str) -> str:
    from sudokutools._support.terminal import COLOUR

    pairs = list(zip(left.splitlines(), right.splitlines(), strict=True))
    widths = [len(COLOUR.sub("", line)) for line, _ in pairs]
    padded = [a + " " * (max(widths) - width) for (a, _), width in zip(pairs, widths, strict=True)]
    return "".join(f"{a}   {b}\n" for a, (_, b) in zip(padded, pairs, strict=True))


FORMAT = PrettyFormat()
