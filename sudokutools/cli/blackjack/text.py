"""Text on a terminal: how wide it is, columns that line up, and lines that end between words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import zip_longest

from sudokutools._support.terminal import COLOUR
from sudokutools.blackjack.money import gain, money

NARROWEST = 20
"""A terminal that says it is narrower is taken to be so wide."""

JOINT = "\u00a0"
"""A blank between words that stay together on a line."""

GAP = "  "


def width(text: str) -> int:
    """Return how many columns a text takes, as `wcwidth` counts; colours take none.

    >>> width("8♠ 10♥"), width("東京"), width("e\u0301"), width("\x1b[31m8♥\x1b[0m")
    (6, 4, 1, 2)
    """
    plain = COLOUR.sub("", text)
    return len(plain) if plain.isascii() else sum(map(_columns, plain))


def _columns(character: str) -> int:
    is_vowel_of_hangul = "\u1160" <= character <= "\u11ff"
    if is_vowel_of_hangul or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, columns: int) -> str:
    """Fill a text with blanks at its end."""
    return text + " " * (columns - width(text))


def amounts(cents: Sequence[int], signed: bool = False) -> list[str]:
    """Write amounts of a column: equally wide, with cents all of them or none.

    >>> amounts([1000, -750]), amounts([1000, -700], signed=True)
    (['10.00', '-7.50'], ['+10', ' -7'])
    """
    texts = [gain(amount) if signed else money(amount) for amount in cents]
    if any("." in text for text in texts):
        texts = [text if "." in text else f"{text}.00" for text in texts]
    longest = max(map(len, texts), default=0)
    return [text.rjust(longest) for text in texts]


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows of cells so that their columns line up; empty columns take no room.

    The last cell of a row may be wider than its column: nothing stands behind it.

    >>> columns([["North", "", "10"], ["E", "", "500"], ["sits out"]])
    ['North  10', 'E      500', 'sits out']
    """
    inner = [[*row[:-1], ""] for row in rows]
    widths = [max(map(width, column)) for column in zip_longest(*inner, fillvalue="")]
    lines = []
    for row in rows:
        cells = zip(row, widths, strict=False)
        lines.append(GAP.join(pad(cell, wide) for cell, wide in cells if wide or cell).rstrip())
    return lines


def wrap(text: str, limit: int, room: int = 0, hang: int | None = None) -> str:
    r"""Break a line between words where it is too wide; it goes on at `hang`, or a bit further in.

    The blanks between words stay as they are. A word that is wider than a line is broken
    anywhere. Behind the last line is `room` for an answer.

    >>> wrap("  the dealer looks: no blackjack", 24)
    '  the dealer looks: no\n    blackjack'
    """
    limit = max(limit, NARROWEST)
    indent = " " * (len(text) - len(text.lstrip(" ")) + 2 if hang is None else hang)
    lines: list[str] = []
    line = ""
    for blanks, word in re.findall(r"( *)([^ ]+)", text.rstrip(" ")):
        for piece in _pieces(word, limit - len(indent)):
            if width(line) + len(blanks) + width(piece) > limit and line.strip():
                lines.append(line)
                line = indent + piece
            else:
                line += blanks + piece
            blanks = ""
    if width(line) + room > limit and len(line.split(" ")) > len(indent) + 1:
        head, _, last = line.rpartition(" ")
        lines.append(head.rstrip())
        line = indent + last
    trailing = text[len(text.rstrip(" ")) :]
    return "\n".join([*lines, line]).replace(JOINT, " ") + trailing


def _pieces(word: str, limit: int) -> list[str]:
    """Cut a word that is wider than a line; a name is, a word in colour is not."""
    if width(word) <= limit:
        return [word]
    pieces = [""]
    for character in word:
        if width(pieces[-1] + character) > limit:
            pieces.append("")
        pieces[-1] += character
    return pieces
