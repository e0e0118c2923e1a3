"""Play puzzles on a screen: keys, and the text next to the board."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from sudokutools.cli.play.board_text import Size, View, drawing, sizes
from sudokutools.cli.play.cursor import MODES, NAMES, Cursor
from sudokutools.cli.play.hints import Hint
from sudokutools.cli.play.history import clock
from sudokutools.cli.play.match import Game, Puzzle
from sudokutools.cli.play.screen import GoneError, Screen, wrapped
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.logic.scales import Ladder

PANEL, BELOW = 15, 3  # The minimum columns for text next to a board, or lines below it.
SECONDS = 10.0  # The interval at which a game is kept.
GLANCE = 0.1  # The interval in seconds at which a search looks for a key.

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
MOVES = dict(zip(("KEY_UP", "KEY_DOWN", "KEY_LEFT", "KEY_RIGHT"), STEPS, strict=True))
WIDER = dict(zip(("KEY_SR", "KEY_SF", "KEY_SLEFT", "KEY_SRIGHT"), STEPS, strict=True))
VI = dict(zip("kjhl", STEPS, strict=True))

HELP = """\
{arrows:14}move; arrows with Shift select more cells
1 to 9        write a digit; above 9 type both digits of a number
z, x, c, v    write digits, corner marks, centre marks, colours
Space         the next of these
0, Backspace  erase
u, r          undo, redo
f             fill in the candidates
{hint:14}hint: the technique and its place; the cells; the whole step
{play:14}play the step
Enter         check for mistakes
a, Escape     select all cells with this symbol, or one cell
e             the last message in full
R             reset the puzzle
t             show or hide the time
PgUp, PgDn    previous, next puzzle
q             quit; the game is saved
"""


class Player:
    """A player with some puzzles, of which one is open."""

    def __init__(
        self, puzzles: Sequence[Puzzle], ladder: Ladder, keeps: bool = True, vi: bool = False
    ) -> None:
        self._puzzles, self._ladder, self._keeps = puzzles, ladder, keeps
        self._games: dict[int, Game] = {}
        self._moves = MOVES | (VI if vi else {})
        self._has_time = True
        self._looked = 0.0
        hint, play = ("i", "I") if vi else ("h", "H")
        self._help = HELP.format(arrows="h j k l" if vi else "arrows", hint=hint, play=play)
        self._actions: dict[str, Callable[[], object]] = {
            hint: lambda: self._seek(self._game.hints.next),
            play: lambda: self._seek(self._game.hints.play),
            "?": self._show_help,
            "e": lambda: self._screen.read(self._message or "no message"),
            "u": lambda: self._game.board.undo(),
            "r": lambda: self._game.board.redo(),
            "f": lambda: self._game.board.fill(),
            "R": lambda: self._game.board.reset(),
            "a": lambda: self._cursor.select_equal(),
            " ": lambda: self._cursor.next_mode(),
            "KEY_BACKSPACE": lambda: self._cursor.erase(),
            "KEY_DC": lambda: self._cursor.erase(),
            "KEY_PPAGE": lambda: self._open(self._index - 1),
            "KEY_NPAGE": lambda: self._open(self._index + 1),
            "t": self._toggle_time,
            "Enter": self._check,
            "Escape": self._relax,
            "KEY_MOUSE": self._click,
            "KEY_RESIZE": lambda: None,
        }
        self._open(0)

    def _open(self, index: int) -> None:
        if not 0 <= index < len(self._puzzles):
            return
        if index not in self._games:
            self._games[index] = Game(self._puzzles[index], self._ladder, self._keeps)
        self._index, self._game = index, self._games[index]
        self._sizes = sizes(self._game.puzzle.grid)
        self._cursor = Cursor(self._game.board)
        self._hint, self._wrong, self._message = Hint(""), set[int](), ""
        if self._game.is_solved:
            self._message = self._game.ending()
        elif self._game.history is not None and self._game.history.is_known:
            self._message = "You have solved an equivalent puzzle before."

    @property
    def solved(self) -> list[Game]:
        return [game for _, game in sorted(self._games.items()) if game.is_solved]

    def run(self, screen: Screen) -> None:
        """Play until the player quits. Raises SudokuError if the screen is too small at first."""
        self._screen = screen
        if self._size() is None:
            raise SudokuError(self._too_small())
        kept = began = time.monotonic()
        key = ""
        try:
            while key != "q":
                self._paint()
                key, now = screen.key(), time.monotonic()
                if not self._game.facts:
                    self._game.seconds += now - began
                began = now
                if key and key != "q":
                    self._press(key)
                if now > kept + SECONDS:
                    self._keep()
                    kept = now
        except GoneError:
            pass
        finally:
            for game in self._games.values():
                game.keep()

    def _keep(self) -> None:
        try:
            self._game.keep()
        except OSError as error:
            self._game.history = None
            self._message = f"the game is not saved: {(error.strerror or str(error)).lower()}"

    def _size(self) -> tuple[Size, bool] | None:
        """Return the largest size that fits, and whether text goes next to the board."""
        lines, columns = self._screen.size
        for size in self._sizes:
            if size.height <= lines and size.columns + PANEL < columns:
                return size, True
            if size.height + BELOW <= lines and size.columns <= columns:
                return size, False
        return None

    def _too_small(self) -> str:
        lines, columns = self._screen.size
        smallest = self._sizes[-1]
        needs = f"{smallest.columns}x{smallest.height + BELOW}"
        return f"the terminal has {columns}x{lines} characters, and this grid needs {needs}"

    def _paint(self) -> None:
        screen, found = self._screen, self._size()
        lines, columns = screen.size
        screen.clear()
        if found is None:
            screen.put(0, 0, "\n".join(wrapped(self._too_small(), columns)))
        else:
            size, is_beside = found
            about, linked = self._cursor.about()
            screen.put(0, 0, drawing(self._game.board, size, self._view(linked)))
            place = (0, size.columns + 2) if is_beside else (size.height, 0)
            room = lines - place[0], columns - place[1]
            self._put_text(about, place, room, is_beside)
        screen.show()

    def _view(self, linked: set[int]) -> View:
        cells = self._game.board.cells
        value = cells[self._cursor.at].value
        equal = [at for at, cell in enumerate(cells) if value and cell.value == value]
        wrong = self._game.hints.clashes()[0] | self._wrong
        return View(self._cursor.selected, equal, wrong, linked, self._hint)

    def _put_text(
        self, about: str, place: tuple[int, int], room: tuple[int, int], is_tall: bool
    ) -> None:
        """Write facts and, below them, the last message, shortened if there is little room."""
        game, of, (lines, columns) = self._game, len(self._puzzles), room
        number = f"{self._index + 1} of {of} " if of > 1 else ""
        facts = [
            number + game.puzzle.name,
            clock(game.seconds) if self._has_time else "",
            f"{len(game.board.empty())} left",
            NAMES[self._cursor.mode],
            about,
            "? keys",
        ]
        facts = [fact for fact in facts if fact]
        shown = wrapped(("\n" if is_tall else " · ").join(facts), columns)
        message = wrapped(self._message, columns)
        shown = shown[: max(lines - len(message), 1)]
        if len(shown) + len(message) > lines:
            message = [*message[: lines - len(shown) - 1], "… (e: all)"]
        self._screen.put(*place, "\n".join(line or " " for line in [*shown, *message]))

    def _press(self, key: str) -> None:
        board, before = self._game.board, list(self._game.board.cells)
        if key.isdigit():
            self._message = self._cursor.digit(int(key))
        else:
            self._cursor.stop_typing()
            if key in self._moves:
                self._cursor.move(*self._moves[key])
            elif key in WIDER:
                self._cursor.move(*WIDER[key], keeps=True)
            elif key in MODES:
                self._cursor.mode = MODES[key]
            elif key in self._actions:
                self._actions[key]()
            else:
                self._message = f"{key}: no such key; ? lists them"
        if board is not self._game.board or board.cells == before:
            return
        self._wrong = set()
        if self._message == self._hint.text and self._hint != self._game.hints.played:
            self._hint, self._message = Hint(""), ""
        if not self._game.facts and self._game.is_solved:
            self._message = "Solved. Rating the puzzle ..."
            self._paint()
            self._game.finish()
            self._keep()
            self._message = self._game.ending()

    def _relax(self) -> None:
        self._cursor.go(self._cursor.at)
        self._hint, self._message, self._wrong = Hint(""), "", set()

    def _click(self) -> None:
        cell, is_double = self._screen.clicked()
        if cell is not None:
            self._cursor.go(cell)
            if is_double:
                self._cursor.select_equal()

    def _toggle_time(self) -> None:
        self._has_time = not self._has_time

    def _check(self) -> None:
        hints = self._game.hints
        mistakes = hints.mistakes()
        self._wrong = set(mistakes)
        if hints.absence:
            broken = "; ".join(hints.clashes()[1]) or "no rule is broken"
            self._message = f"{broken} ({hints.absence})"
        else:
            names = " ".join(map(self._game.puzzle.grid.geometry.cell_name, mistakes))
            self._message = f"mistakes: {names}" if mistakes else "no mistakes"

    def _seek(self, seek: Callable[[Callable[[], None]], Hint]) -> None:
        self._message = "searching ... (Escape stops)"
        self._paint()
        try:
            self._hint = seek(self._stop_if_asked)
            self._message = self._hint.text
        except (SudokuError, UndecidedError) as error:
            self._message = str(error)

    def _stop_if_asked(self) -> None:
        now = time.monotonic()
        if now > self._looked + GLANCE:
            self._looked = now
            if self._screen.key(wait=0) == "Escape":
                raise UndecidedError("stopped")

    def _show_help(self) -> None:
        from sudokutools.formats.grid import statements
        from sudokutools.printing.in_words import rules_in_words

        grid = self._game.puzzle.grid
        clues = "" if grid.is_plain else "\n".join(statements(grid)).replace("# ", "")
        rules = "\n".join(rules_in_words(grid))
        self._screen.read(f"{self._help}\n{rules}\n\n{clues}")
