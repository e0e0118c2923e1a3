"""Sentences, logs and other lines that are prose whatever grids are around them.

If no format and no geometry are required, the reader keeps each of them (`classify`, `beginnings`
and `prose`, which also read all other lines); here they are found in a tenth of the time.
"""

from __future__ import annotations

import re

from sudokutools.formats import REGISTRY
from sudokutools.formats.reading.cells import CELL_CHARACTERS, names_shape
from sudokutools.formats.reading.lines import MAX_LENGTH, LineSource, Prose
from sudokutools.formats.reading.prose import DATA, MAX_EMPTY

_BEGINNINGS = [entry.begins for entry in REGISTRY if entry.begins]
_SIGNED = re.compile(b"|".join(each for each in _BEGINNINGS if not re.match(each, b"a sentence")))
_LINE = re.compile(
    rb"""(?!r[0-9]|c1[ ])(?=[^\n]*?[a-wyz]{3})  # no label, a word
    (?: [0-9](?=[^ ,;]{1,14}+[ ]) | [A-Za-z](?=[^ ]{1,14}+[ ])(?![^\n]*[,;]) )
    [!-{}~]{0,34}+ (?:[ ]++[!-{}~]{1,35}+)*+ \r?""",
    re.VERBOSE,
)
_DATA = tuple(sign.encode() for sign in DATA)
_BLANKS = b" ,;\r"
_EMPTY = b"._*?xX-"
_DIGITS = b"0123456789"
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwyz"
_NUMBERS = re.compile(rb"(?i:nan|e\+00|[\"'])")  # What may be a cell in other signs.
MAX_WORDS = 80  # More may be the numbers of a grid.
MAX_COMMAS = 14


def is_certain(content: bytes, below: bytes, columns: int | None) -> bool:
    """Whether a line is prose.

    below    the next line, empty if it has not arrived
    columns  of the last grid
    """
    if (
        _LINE.fullmatch(content) is None
        or _SIGNED.match(content) is not None
        or content.count(b" ") >= MAX_WORDS
        or (b"=" in content and names_shape(content))
        or any(sign in content for sign in _DATA)
    ):
        return False
    if _has_letters_only(content) or _has_words(content):
        return True
    # A bar in the next line and another number of columns: no row of cells.
    is_parted = below[:1].isalnum() and b":" in below
    return is_parted and (columns is None or _differs(content, columns))


def _has_letters_only(content: bytes) -> bool:
    """As the function of `prose`; a line with digits has not."""
    length = len(content)
    empty = length - len(content.translate(None, _EMPTY))
    letters = length - len(content.translate(None, _LETTERS))
    has_digits = len(content.translate(None, _DIGITS)) < length
    return not has_digits and empty <= MAX_EMPTY and 3 * empty <= letters


def _has_words(content: bytes) -> bool:
    """Whether a line has words of different lengths, half of it and a whole word not cells."""
    signs = content.translate(None, _BLANKS)
    words = content.replace(b",", b" ").replace(b";", b" ").split()
    return (
        len(signs) < 2 * len(signs.translate(None, _DIGITS + _EMPTY))
        and len({*map(len, words)}) > 1
        and (b"," in content or bool(content.translate(None, CELL_CHARACTERS + _BLANKS + b":")))
        and max(content.count(b","), content.count(b";")) <= MAX_COMMAS
    )


def _differs(content: bytes, columns: int) -> bool:
    """Whether a line has more letters than a row has cells, and other numbers of words and
    fields.
    """
    letters = len(content) - len(content.translate(None, _LETTERS))
    others = len(content.split()), content.count(b",") + 1, content.count(b";") + 1
    return letters > columns + 1 and columns not in others and _NUMBERS.search(content) is None


def take_prose(lines: LineSource, columns: int | None, length: int) -> list[Prose]:
    """Take the next lines that are prose: MAX_LENGTH bytes with the `length` of earlier ones."""
    lines.unread()
    block = lines.take_block()
    taken: list[Prose] = []
    at, room = 0, MAX_LENGTH - length
    while (end := block.find(b"\n", at)) >= 0 and end < room:
        content = block[at:end]
        if not is_certain(content, block[end + 1 : block.find(b"\n", end + 1)], columns):
            break
        lines.number += 1
        taken.append(Prose(lines.number, content))
        at = end + 1
    if at < len(block):
        lines.give_back(block[at:])
    return taken
