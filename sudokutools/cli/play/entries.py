"""The board of a game: the entries of its cells, with undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from sudokutools.grid.candidates import left_by_clues
from sudokutools.grid.grid import Grid

DIGIT, CORNER, CENTRE, COLOUR = "value", "corner", "centre", "colour"
"""The kinds of entry, which are the fields of `Cell`."""

COLOURS = 9


class Cell(NamedTuple):
    """A cell: its symbol, 0 if empty, and sets with bit s - 1 for symbol or colour s."""

    value: int = 0
    corner: int = 0
    centre: int = 0
    colour: int = 0


Changes = dict[int, Cell]


class Board:
    """The cells of a puzzle, with undo and redo without limit; symbols of clues never change."""

    def __init__(self, puzzle: Grid) -> None:
        self.puzzle = puzzle
        self.cells = [Cell(value) for value in puzzle.cells]
        self._past: list[Changes] = []
        self._future: list[Changes] = []

    @property
    def grid(self) -> Grid:
        return self.puzzle.with_cells([cell.value for cell in self.cells])

    @property
    def is_complete(self) -> bool:
        gone = self.puzzle.geometry.absent
        return all(cell.value or at in gone for at, cell in enumerate(self.cells))

    def is_open(self, at: int) -> bool:
        """Whether a place is a cell without a clue."""
        return not self.puzzle.cells[at] and at not in self.puzzle.geometry.absent

    def empty(self) -> list[int]:
        return [at for at, cell in enumerate(self.cells) if self.is_open(at) and not cell.value]

    def change(self, changes: Changes) -> bool:
        """Change cells, as one change for `undo`; return whether anything differs."""
        made = {at: cell for at, cell in changes.items() if cell != self.cells[at]}
        if made:
            self._past.append(self._swapped(made))
            self._future.clear()
        return bool(made)

    def _swapped(self, made: Changes) -> Changes:
        before = {at: self.cells[at] for at in made}
        for at, cell in made.items():
            self.cells[at] = cell
        return before

    def undo(self) -> bool:
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        return self._step(self._future, self._past)

    def _step(self, source: list[Changes], target: list[Changes]) -> bool:
        if not source:
            return False
        target.append(self._swapped(source.pop()))
        return True

    def enter(self, cells: Collection[int], kind: str, symbol: int) -> bool:
        """Write a symbol or mark in all cells that take it, or remove it where all have it."""
        bit = 1 << symbol - 1
        if kind == DIGIT:
            those = [at for at in cells if self.is_open(at)]
            written = 0 if all(self.cells[at].value == symbol for at in those) else symbol
            return self._set(those, kind, lambda _: written)
        those = [at for at in cells if self._takes(at, kind)]
        if all(getattr(self.cells[at], kind) & bit for at in those):
            return self._set(those, kind, lambda mask: mask & ~bit)
        return self._set(those, kind, lambda mask: mask | bit)

    def _takes(self, at: int, kind: str) -> bool:
        if kind == COLOUR:
            return at not in self.puzzle.geometry.absent
        return self.is_open(at) and (kind == DIGIT or not self.cells[at].value)

    def _set(self, cells: Iterable[int], kind: str, new: Callable[[int], int]) -> bool:
        changed = {at: new(getattr(self.cells[at], kind)) for at in cells}
        return self.change({at: self.cells[at]._replace(**{kind: changed[at]}) for at in cells})

    def erase(self, cells: Collection[int], kind: str) -> bool:
        """Remove entries of a kind; if there are none, those of the first kind that has some."""
        for each in dict.fromkeys((kind, DIGIT, CENTRE, CORNER, COLOUR)):
            those = [at for at in cells if self._takes(at, each) and getattr(self.cells[at], each)]
            if those:
                return self._set(those, each, lambda _: 0)
        return False

    def masks(self) -> list[int]:
        """Return the candidates of each cell: its centre marks, by default all that rules allow."""
        found = left_by_clues(self.grid)
        return [left & cell.centre or left for left, cell in zip(found, self.cells, strict=True)]

    def fill(self) -> bool:
        """Write the candidates that the symbols leave into the middle of the empty cells."""
        found = left_by_clues(self.grid)
        return self.change({at: self.cells[at]._replace(centre=found[at]) for at in self.empty()})

    def reset(self) -> bool:
        return self.change(dict(enumerate(map(Cell, self.puzzle.cells))))

    def kept(self) -> list[list[int]]:
        """Return what `restore` reads again; history is not kept."""
        return [list(cell) for cell in self.cells]

    def restore(self, kept: Sequence[Sequence[int]]) -> None:
        """Take over cells that were kept. Raises ValueError or TypeError if they do not fit."""
        symbols = self.puzzle.geometry.n
        most = (symbols, (1 << symbols) - 1, (1 << symbols) - 1, (1 << COLOURS) - 1)
        cells = [Cell(*map(int, each)) for each in kept]
        if len(cells) != len(self.cells) or any(
            not 0 <= part <= limit for cell in cells for part, limit in zip(cell, most, strict=True)
        ):
            raise ValueError("cells of another puzzle")
        clues = self.puzzle.cells
        pairs = zip(cells, clues, strict=True)
        self.cells = [cell._replace(value=clue or cell.value) for cell, clue in pairs]
