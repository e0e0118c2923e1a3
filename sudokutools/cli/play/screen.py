"""The screen of a game, by curses: text with styles, places of cells, and keys."""

from __future__ import annotations

import os
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from sudokutools._support.lazy import pattern
from sudokutools._support.terminal import visible
from sudokutools.errors import SudokuError
from sudokutools.formats.marks import JOINTS

if TYPE_CHECKING:
    import curses

T = TypeVar("T")

SEQUENCE = pattern("\x1b\\[([0-9;]*)([mp])")  # A style, or the cell that follows.
TICK = 1000  # The milliseconds after which the time is shown again.
PLAIN = str.maketrans("─━│┃…·" + JOINTS[2:], "--||.." + "+" * len(JOINTS[2:]))
KEYS = {"^J": "Enter", "^M": "Enter", "^[": "Escape"} | dict.fromkeys(("^?", "^H"), "KEY_BACKSPACE")
DEAF = 50  # This many immediate answers without a key mean that the terminal is gone.


class GoneError(Exception):
    """The terminal does not exist any more."""


@contextmanager
def own_terminal() -> Iterator[None]:
    """Let the terminal take the places of standard input and output while these are pipes or files.

    Raises SudokuError without a terminal.
    """
    kept: dict[int, int] = {}
    try:
        for descriptor, flag in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
            if not os.isatty(descriptor):
                terminal = os.open(os.ctermid() if hasattr(os, "ctermid") else "CON", flag)
                kept[descriptor] = os.dup(descriptor)
                os.dup2(terminal, descriptor)
                os.close(terminal)
        yield
    except OSError as error:
        raise SudokuError(f"no terminal to play on: {(error.strerror or '').lower()}") from None
    finally:
        for descriptor, old in kept.items():
            os.dup2(old, descriptor)
            os.close(old)


def on_screen(work: Callable[[Screen], T], has_colour: bool) -> T:
    """Call work with a screen. Raises SudokuError if the terminal cannot be controlled."""
    try:
        import curses
    except ImportError:
        raise SudokuError("the module curses is missing (on Windows: windows-curses)") from None
    os.environ.setdefault("ESCDELAY", "25")
    try:
        curses.setupterm(os.environ.get("TERM") or "dumb", 1)
        if not curses.tigetstr("cup"):
            raise curses.error("it has no cursor to move")
        return curses.wrapper(lambda window: work(Screen(window, has_colour)))
    except curses.error as error:
        raise SudokuError(f"this terminal cannot be used: {error}") from None


class Screen:
    """A window on the whole terminal; `cells` are the places of the cells drawn last."""

    def __init__(self, window: curses.window, has_colour: bool) -> None:
        import curses

        self._curses, self._window = curses, window
        self._pairs: dict[tuple[int, int], int] = {}
        self.has_colour = has_colour and curses.has_colors()
        if curses.has_colors():  # Without this, the screen would be white on black.
            curses.use_default_colors()
        with suppress(curses.error):
            single = curses.BUTTON1_CLICKED | curses.BUTTON1_PRESSED
            curses.mousemask(single | curses.BUTTON1_DOUBLE_CLICKED)
            curses.mouseinterval(150)
            curses.curs_set(0)
        self._cells: list[tuple[int, int, int]] = []
        self._silences = 0

    @property
    def size(self) -> tuple[int, int]:
        """Lines and columns."""
        return self._window.getmaxyx()

    def clear(self) -> None:
        self._window.erase()
        self._cells.clear()

    def put(self, y: int, x: int, text: str) -> None:
        """Write lines with styles, as far as there is room."""
        for line in text.splitlines():
            style, column = "", x
            pieces = [*SEQUENCE.split(line), "", ""]
            for plain, code, kind in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
                room = self.size[1] - column
                if plain and room > 0 and y < self.size[0]:
                    self._write(y, column, plain[:room], style)
                column += len(plain)
                if kind == "p":
                    self._cells.append((y, column, int(code)))
                elif kind:
                    style = f"{style};{code}"
            y += 1

    def _write(self, y: int, x: int, text: str, style: str) -> None:
        with suppress(self._curses.error):  # Raised at the last place of the screen.
            try:
                self._window.addstr(y, x, text, self._attribute(style))
            except UnicodeEncodeError:
                plain = text.translate(PLAIN).encode("ascii", "replace").decode()
                self._window.addstr(y, x, plain, self._attribute(style))

    def _attribute(self, style: str) -> int:
        curses = self._curses
        found, ink, paper = 0, -1, -1
        for code in style.split(";"):
            if code in ("0", ""):
                found, ink, paper = (0, -1, -1) if code else (found, ink, paper)
            elif code in ("1", "4", "7"):
                found |= {"1": curses.A_BOLD, "4": curses.A_UNDERLINE, "7": curses.A_REVERSE}[code]
            elif code[0] == "3":
                ink = int(code[1:])
            else:
                paper = int(code[1:])
        if not self.has_colour or (ink, paper) == (-1, -1):
            return found
        number = self._pairs.setdefault((ink, paper), len(self._pairs) + 1)
        with suppress(curses.error):
            curses.init_pair(number, ink, paper)
            found |= curses.color_pair(number)
        return found

    def show(self) -> None:
        self._window.refresh()

    def key(self, wait: int = TICK) -> str:
        """Return the name of a key, "" after `wait` milliseconds. Raises GoneError."""
        self._window.timeout(wait)
        began = time.monotonic()
        code = self._window.getch()
        if code >= 0:
            self._silences = 0
            name = self._curses.keyname(code).decode("ascii", "replace")
            return KEYS.get(name, name)
        quick = wait and time.monotonic() - began < wait / 2000
        self._silences = self._silences + 1 if quick else 0
        if self._silences > DEAF:
            raise GoneError
        return ""

    def clicked(self) -> tuple[int | None, bool]:
        """Return the cell of the last click, and whether it was a double click."""
        try:
            _, x, y, _, state = self._curses.getmouse()
        except self._curses.error:
            return None, False
        # A cell reaches half of the space to its neighbours.
        near = [(abs(left + 1 - x), cell) for line, left, cell in self._cells if line == y]
        cell = min(near)[1] if near and min(near)[0] < 5 else None
        return cell, bool(state & self._curses.BUTTON1_DOUBLE_CLICKED)

    def read(self, text: str) -> None:
        """Show a text on the whole screen, a page for each key."""
        lines, columns = self.size
        shown, high = wrapped(text, columns - 2), max(lines - 2, 1)
        for first in range(0, len(shown), high):
            self.clear()
            page = [*shown[first : first + high], "", "(any key)"]
            self.put(0, 1, "\n".join(line or " " for line in page))
            self.show()
            while not self.key():
                pass


def wrapped(text: str, columns: int) -> list[str]:
    """Break the lines of a text between words."""
    found: list[str] = []
    for line in text.splitlines():
        hang = " " * 14 if line.startswith("  ") else ""
        found += textwrap.wrap(visible(line), max(columns, 8), subsequent_indent=hang) or [""]
    return found
