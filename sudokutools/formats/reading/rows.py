"""A row of a drawn grid: label, cells, and borders between them."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.formats.reading.cells import (
    CELL_CHARACTERS,
    STRONG_BARS,
    has_bar,
    is_border,
    pieces_of,
    without_bars,
)
from sudokutools.formats.reading.lines import Line, quote
from sudokutools.grid.grid import NO_CELL, TOKEN_VALUES, parse_cells

# Tables of characters, because regular expressions would take a tenth of a start to compile.
_STRONG_BARS = frozenset(STRONG_BARS)
_STRONG_TO_ONE = str.maketrans(dict.fromkeys(STRONG_BARS, "|") | {"|": " "})

_SIGNS = CELL_CHARACTERS + b"|:+=,'` \t\r\v\f\x1b" + bytes(range(128, 256))
"""The bytes of rows and borders, and of colours."""

MIN_DECIMALS = 10  # Decimals of two digits imply ten symbols or more, so ten columns.


def _row_label(text: str, number: int) -> str:
    label = f"r{number}"
    follows = text[len(label) : len(label) + 1]
    is_label = text.startswith(label) and (not follows.strip() or is_border(follows))
    return label if is_label else ""


class Row:
    """A line of cells, as tokens and as characters; `width` is that of the likelier reading, or
    None.
    """

    def __init__(self, line: Line, text: str, has_cages: bool = False) -> None:
        self.line = line
        self.text = text
        self.has_cages = has_cages
        self.width: int | None
        if is_word(text):
            self.width = len(text)
            self.readings = [(parse_cells(text.encode()), [self.width])]
            return
        self.readings = self._readings()
        """The valid ones, as tokens before as characters: cells, and cells between borders."""
        widths = [len(cells) for cells, _ in self.readings]
        self.width = widths[0 if widths[0] >= MIN_DECIMALS else -1] if widths else None

    def _words(self) -> tuple[list[list[str]], list[str]]:
        """Return the words between borders, and the same without blanks."""
        parts = [plain for plain in map(str.strip, _boxes(self.text, self.has_cages)) if plain]
        words = list(map(str.split, parts))
        runs = list(map("".join, words))
        for at, part in enumerate(parts):
            if "," in part:
                words[at] = list(map(str.strip, part.split(",")))
        return words, runs

    def _readings(self) -> list[tuple[bytes, list[int]]]:
        if is_no_row(self.text.encode("utf-8", "surrogateescape")):
            return []
        words, runs = self._words()
        run = "".join(runs)
        try:
            tokens = bytes([TOKEN_VALUES[word] for part in words for word in part])
        except KeyError:
            tokens = b""
        characters = parse_cells(run.encode()) if run.isascii() else b""
        both = ((tokens, list(map(len, words))), (characters, list(map(len, runs))))
        return [reading for reading in both if reading[0] and NO_CELL not in reading[0]]

    def texts(self, columns: int) -> list[str]:
        """Return the texts of the cells of the same reading as `cells`."""
        words, runs = self._words()
        tokens = [word for part in words for word in part]
        is_valid = len(tokens) == columns and TOKEN_VALUES.keys() >= {*tokens}
        return tokens if is_valid else list("".join(runs))

    def widen(self, places: Sequence[int], columns: int) -> None:
        """If there are cells for these places only, let the others of the row be empty."""
        for at, (cells, segments) in enumerate(self.readings):
            if len(cells) == len(places):
                whole = bytearray(columns)
                for place, symbol in zip(places, cells, strict=True):
                    whole[place] = symbol
                self.readings[at] = bytes(whole), segments
                self.width = columns

    def cells(self, columns: int) -> bytes | None:
        return next((cells for cells, _ in self.readings if len(cells) == columns), None)

    def segments(self, columns: int) -> list[int]:
        return next(widths for cells, widths in self.readings if len(cells) == columns)


def parse_row(
    line: Line, text: str, number: int, has_cages: bool = False, like: Row | None = None
) -> Row:
    """Read a line of cells of row `number`; `like` may be the same row, read before."""
    if text[:1] == "r":
        text = text.removeprefix(_row_label(text, number)).strip()
    elif like is not None and like.has_cages == has_cages:
        return like
    return Row(line, text, has_cages)


def _boxes(text: str, has_cages: bool) -> list[str]:
    """Return the pieces of a row between its borders, or between its strong ones."""
    inside = text if has_cages or text.isascii() else text.strip(STRONG_BARS)
    if _STRONG_BARS.isdisjoint(inside):
        return pieces_of(text)
    return list(map(without_bars, text.translate(_STRONG_TO_ONE).split("|")))


def is_word(text: str) -> bool:
    """Return whether a line is a single word of letters: one cell each, if they are a row."""
    return text.isalpha() and len(text) > 1 and text.isascii()


def is_no_row(text: bytes) -> bool:
    """Return whether a line has an ASCII character that neither rows nor borders have."""
    return bool(text.translate(None, _SIGNS))


def no_cells(row: Row) -> str:
    for character in row.text:
        if not character.isspace() and not has_bar(character):
            value = parse_cells(character.encode())[0] if character.isascii() else NO_CELL
            if value == NO_CELL and character != ",":
                return f"unexpected {quote(character)}"
    return f"unexpected {quote(row.text)}"
