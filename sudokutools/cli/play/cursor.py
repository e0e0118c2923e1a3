"""The cursor on a board: the selected cells, and what digits write there."""

from __future__ import annotations

from sudokutools.cli.play.entries import CENTRE, COLOUR, COLOURS, CORNER, DIGIT, Board
from sudokutools.grid.candidates import symbols_of

MODES = {"z": DIGIT, "x": CORNER, "c": CENTRE, "v": COLOUR}
NAMES = {DIGIT: "digits", CORNER: "corner marks", CENTRE: "centre marks", COLOUR: "colours"}


class Cursor:
    """`at` is the current one of the `selected` cells, `mode` the kind that a digit writes."""

    def __init__(self, board: Board) -> None:
        self._board, self._geometry = board, board.puzzle.geometry
        self.mode = DIGIT
        self.selected = set[int]()
        self._typed: tuple[int, int] | None = None  # A cell and the first digit of its number.
        cells = (at for at in range(self._geometry.size) if at not in self._geometry.absent)
        self.go(next(iter(board.empty()), next(cells)))

    def go(self, at: int, keeps: bool = False) -> None:
        """Go to a cell and select it; with `keeps`, add it to the selection."""
        if at not in self._geometry.absent:
            self.at = at
            self.selected = {*(self.selected if keeps else ()), at}

    def move(self, down: int, right: int, keeps: bool = False) -> None:
        """Move to the next cell in a direction; after the last one comes the first."""
        rows, columns = self._geometry.rows, self._geometry.columns
        row, column = divmod(self.at, columns)
        for _ in range(max(rows, columns)):
            row, column = (row + down) % rows, (column + right) % columns
            if row * columns + column not in self._geometry.absent:
                break
        self.go(row * columns + column, keeps)

    def select_equal(self) -> None:
        """Select the cells with the symbol of the current one, all cells if it is empty."""
        value = self._board.cells[self.at].value
        every = set(range(self._geometry.size)) - set(self._geometry.absent)
        self.selected = {at for at in every if value in (0, self._board.cells[at].value)}

    def next_mode(self) -> None:
        kinds = list(NAMES)
        self.mode = kinds[(kinds.index(self.mode) + 1) % len(kinds)]

    def stop_typing(self) -> None:
        self._typed = None

    def digit(self, digit: int) -> str:
        """Write a value, of which this may be the second digit; return why not, or ""."""
        values, typed, value = self._geometry.values, self._typed, digit
        self._typed = None
        if self.mode == COLOUR:
            self._board.enter(self.selected, COLOUR, min(digit, COLOURS)) if digit else self.erase()
            return ""
        if typed is not None and typed[0] == self.at and 10 * typed[1] + digit <= values[-1]:
            value = 10 * typed[1] + digit
            self._board.undo()
        if value in values:
            if 0 < 10 * value <= values[-1]:
                self._typed = self.at, value
            self._board.enter(self.selected, self.mode, values.index(value) + 1)
        elif value == 0:
            self.erase()
        else:
            return f"the values are {values[0]} to {values[-1]}"
        return ""

    def erase(self) -> None:
        self._board.erase(self.selected, self.mode)

    def about(self) -> tuple[str, set[int]]:
        """Return the cell in words with its marks and clues, and the cells of these clues."""
        grid, cell = self._board.puzzle, self._board.cells[self.at]
        masks = () if cell.value else (cell.centre, cell.corner)
        marks = [
            [self._geometry.values[symbol - 1] for symbol in symbols_of(mask)] for mask in masks
        ]
        parts = [" ".join(map(str, each)) for each in marks if each]
        clues = grid.constraints.items if grid.constraints is not None else ()
        words = {clue: clue.spoken(grid.geometry).get(self.at, "") for clue in clues}
        parts += filter(None, words.values())
        cells = {at for clue in clues if words[clue] for at in clue.cells}
        return f"{self._geometry.cell_name(self.at)}: {', '.join(parts)}".removesuffix(": "), cells
