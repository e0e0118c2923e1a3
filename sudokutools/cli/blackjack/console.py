"""The answers of players, one a line, from a terminal or a pipe."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

from sudokutools._support.terminal import visible
from sudokutools.cli.blackjack.display import Painter
from sudokutools.cli.blackjack.text import GAP, width, wrap
from sudokutools.cli.run.output import Output
from sudokutools.cli.run.process import command_name, standard_input, write_error
from sudokutools.errors import SudokuError

# A longer line is cut: no person types one, and it must not fill the memory.
LONGEST_ANSWER = 1000
PATIENCE = 100  # After this many invalid answers in a row, input from a pipe counts as ended.
QUIT = ("q", "quit")
ROOM = 6  # The number of columns left for an answer after a question.

Answer = TypeVar("Answer")

Lines = Callable[[], Sequence[str]]  # Computes the lines of a help text or a hint.


class EndOfInput(Exception):  # noqa: N818 - Not an error: the input has ended.
    """The input has ended."""


class Quit(EndOfInput):
    """A player ended the game."""


class InvalidAnswers(EndOfInput):
    """There were too many invalid answers in a row."""


class Console:
    """Ask for answers, one per line; answers from a pipe are echoed as on a terminal.

    The width of a terminal is measured again with every answer, and given to the painter.
    """

    def __init__(self, output: Output, painter: Painter) -> None:
        self.is_terminal = sys.stdin.isatty()
        self._input = standard_input()
        self._output = output
        self._painter = painter
        self._ahead = b""
        self._line = 0
        self._wrong = 0

    def fits(self, prompt: str) -> bool:
        return width(prompt) + ROOM <= self._painter.columns

    def ask(self, prompt: str) -> str:
        first, *others = prompt.split("\n")
        lines = [wrap(first, self._painter.columns, ROOM)]
        lines += [wrap(line, self._painter.columns, ROOM, hang=len(GAP)) for line in others]
        self._output.write("\n".join(lines))
        raw = self._read()
        self._line += 1
        if self.is_terminal:
            self._painter.columns = self._output.columns
        if not raw:
            self._output.write("\n")
            raise EndOfInput
        whole = raw
        while len(whole) == LONGEST_ANSWER and not whole.endswith(b"\n"):
            whole = self._read()
        text = raw.decode("utf-8", "replace").strip()
        if not self.is_terminal:
            self._output.write(f"{visible(text)}\n")
        return text

    def _read(self) -> bytes:
        """Read a line; the output is flushed unless a pipe has already delivered the line."""
        if b"\n" not in self._ahead:
            self._output.flush()
            if not self.is_terminal and isinstance(self._input, io.BufferedReader):
                self._ahead = self._input.peek()
        raw = self._input.readline(LONGEST_ANSWER)
        self._ahead = self._ahead[len(raw) :]
        return raw

    def ask_until(self, prompt: str, read: Callable[[str], Answer | None]) -> Answer:
        """Ask until `read` returns an answer; it raises SudokuError, or returns None to ask again.

        From a pipe, PATIENCE invalid answers end the game.
        """
        while True:
            text, answer = self.ask(prompt), None
            try:
                answer = read(text)
            except SudokuError as error:
                self._print_error(str(error))
            if answer is not None:
                self._wrong = 0
                return answer
            self._wrong += 1
            if self._wrong >= PATIENCE:
                self.lose_patience("invalid answers")

    def question(
        self,
        prompt: str,
        meanings: Lines,
        read: Callable[[str], Answer],
        hint: Lines | None = None,
    ) -> Answer:
        """Ask until `read` returns an answer; `?` explains the answers, and `q` raises Quit."""
        explained = False

        def answer(text: str) -> Answer | None:
            nonlocal explained
            word = text.lower()
            if word in QUIT:
                raise Quit
            lines: Sequence[str]
            if word == "?" and not (hint and explained):
                explained = True
                lines = meanings()
            elif hint and word in ("?", "i", "hint"):
                lines = hint()
            else:
                return read(word)
            self._output.write("".join(self._painter.line(f"{GAP}{line}") for line in lines))
            return None

        return self.ask_until(prompt, answer)

    def _print_error(self, message: str) -> None:
        where = "" if self.is_terminal else f"{command_name()}: -:{self._line}: "
        self._output.flush()
        text = f"{where}{visible(message)}"
        write_error(f"{wrap(text, self._painter.columns) if self.is_terminal else text}\n")

    def lose_patience(self, why: str) -> None:
        if not self.is_terminal:
            self._print_error(f"{PATIENCE} {why} in a row; the game ends")
            raise InvalidAnswers
