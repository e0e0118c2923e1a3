"""A row of a drawn grid: label, cells, and borders between them."""

from __future__ import annotations

from functools import cached_property

from sudokutools.formats.reading.cells import BARS, STRONG_BARS, has_bar, is_border, without_bars
from sudokutools.formats.reading.lines import Line, quote
from sudokutools.grid.grid import NO_CELL, parse_cells, token_values

# Tables of characters, because regular expressions would take a tenth of a start to compile.
_BAR_TO_ONE = str.maketrans(dict.fromkeys(BARS, "|"))
_STRONG_BARS = frozenset(STRONG_BARS)
_STRONG_TO_ONE = str.maketrans(dict.fromkeys(STRONG_BARS, "|") | {"|": " "})


def _row_label(text: str, number: int) -> str:
    """Return the label at the left of row `number`, or ""."""
    label = f"r{number}"
    follows = text[len(label) : len(label) + 1]
    is_label = text.startswith(label) and (not follows or follows.isspace() or is_border(follows))
    return label if is_label else ""


class Row:
    """A line of cells, read as tokens between blanks and as single characters.

    `segments` are the numbers of cells between borders; cells are None if invalid.
    """

    def __init__(self, line: Line, text: str, parts: list[str]) -> None:
        self.line = line
        self.text = text
        self._parts = parts
        words = [
            [word.strip() for word in part.split(",")] if "," in part else part.split()
            for part in parts
        ]
        tokens = token_values([word for part in words for word in part])
        self.tokens = None if NO_CELL in tokens or not tokens else tokens
        self.token_segments = [len(part) for part in words]

    @cached_property
    def characters(self) -> bytes | None:
        """The cells if each character is one; computed only if tokens leave a doubt."""
        run = "".join(self._runs)
        characters = parse_cells(run.encode()) if run.isascii() else bytes([NO_CELL])
        return None if NO_CELL in characters or not characters else characters

    @property
    def character_segments(self) -> list[int]:
        return [len(run) for run in self._runs]

    @property
    def _runs(self) -> list[str]:
        return ["".join(part.split()) for part in self._parts]

    def cells(self, columns: int) -> bytes | None:
        """Return the cells of the reading with this number of columns, or None."""
        if self.tokens is not None and len(self.tokens) == columns:
            return self.tokens
        if self.characters is not None and len(self.characters) == columns:
            return self.characters
        return None

    def segments(self, columns: int) -> list[int]:
        """Return the segments of the reading with this number of columns."""
        if self.tokens is not None and len(self.tokens) == columns:
            return self.token_segments
        return self.character_segments

    @cached_property
    def width(self) -> int | None:
        """The number of cells in the likelier reading; None without cells."""
        if self.tokens is not None:
            count = len(self.tokens)
            # Decimals of two digits imply ten symbols or more, so ten columns.
            if count >= 10 or (self.characters is not None and count == len(self.characters)):
                return count
        if self.characters is not None:
            return len(self.characters)
        return None if self.tokens is None else len(self.tokens)


def parse_row(line: Line, text: str, number: int, has_cages: bool = False) -> Row:
    """Read a line of cells; `number` is that of the row, for its label.

    `has_cages`: strong borders separate boxes, also if the frame is strong.
    """
    text = text.removeprefix(_row_label(text, number)).strip()
    parts = [plain for plain in map(str.strip, _boxes(text, has_cages)) if plain]
    return Row(line, text, parts)


def _boxes(text: str, has_cages: bool) -> list[str]:
    """Return the pieces of a row between its borders, or between its strong ones."""
    if text.isascii():
        return text.replace(":", "|").split("|")  # As below, several times as fast.
    inside = text if has_cages else text.strip(STRONG_BARS)
    has_strong_bars = not _STRONG_BARS.isdisjoint(inside)
    boxes = text.translate(_STRONG_TO_ONE if has_strong_bars else _BAR_TO_ONE).split("|")
    return list(map(without_bars, boxes))


def no_cells(row: Row) -> str:
    """Return a message about the first character of a row that is not a cell."""
    for character in row.text:
        if not character.isspace() and not has_bar(character):
            value = parse_cells(character.encode())[0] if character.isascii() else NO_CELL
            if value == NO_CELL and character != ",":
                return f"unexpected {quote(character)}"
    return f"unexpected {quote(row.text)}"
