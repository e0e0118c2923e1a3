"""Text on a terminal: display width, aligned columns, and wrapping at words; tables and JSON."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from sudokutools._support.lazy import pattern
from sudokutools._support.terminal import COLOUR
from sudokutools.blackjack.player import gain, money

NARROWEST = 20  # The minimum width assumed for a terminal.
JOINT = "\u00a0"  # A space that is not a line break.

GAP = "  "

NARROW = pattern(f"[\x00-\x7f♠♥♦♣·{JOINT}]*")
"""The characters of ordinary lines, which take one column."""


@lru_cache(4096)
def width(text: str) -> int:
    """Return how many columns a text takes, as `wcwidth` counts; colours take none.

    >>> width("8♠ 10♥"), width("東京"), width("e\u0301"), width("\x1b[31m8♥\x1b[0m")
    (6, 4, 1, 2)
    """
    plain = COLOUR.sub("", text) if "\x1b" in text else text
    if NARROW.fullmatch(plain):
        return len(plain)
    return sum(map(_columns, plain))


def _columns(character: str) -> int:
    is_vowel_of_hangul = "\u1160" <= character <= "\u11ff"
    if is_vowel_of_hangul or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def amounts(cents: Sequence[int], signed: bool = False) -> list[str]:
    """Format the amounts of a column with equal width, all with cents or all without.

    >>> amounts([1000, -750]), amounts([1000, -700], signed=True)
    (['10.00', '-7.50'], ['+10', ' -7'])
    """
    texts = [gain(amount) if signed else money(amount) for amount in cents]
    if any("." in text for text in texts):
        texts = [text if "." in text else f"{text}.00" for text in texts]
    longest = max(map(len, texts), default=0)
    return [text.rjust(longest) for text in texts]


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Format rows as aligned columns. Empty columns are dropped, the last cell may be wider.

    >>> columns([["North", "", "10"], ["E", "", "500"], ["sits out"]])
    ['North  10', 'E      500', 'sits out']
    """
    if len(rows) == 1:
        return [GAP.join(filter(None, rows[0])).rstrip()]
    sizes = [[*map(width, row[:-1]), 0] for row in rows]
    widths = [max(column) for column in zip_longest(*sizes, fillvalue=0)]
    lines = []
    for row, own in zip(rows, sizes, strict=True):
        cells = zip(row, own, widths, strict=False)
        padded = [cell + " " * (wide - size) for cell, size, wide in cells if wide or cell]
        lines.append(GAP.join(padded).rstrip())
    return lines


def wrap(text: str, limit: int, room: int = 0, hang: int | None = None) -> str:
    r"""Break a line that is too wide between words, and indent the rest to `hang`, or a bit more.

    Spaces between words are kept. A word that is wider than a line is broken anywhere. The last
    line leaves `room` for an answer.

    >>> wrap("  the dealer peeks: no blackjack", 24)
    '  the dealer peeks: no\n    blackjack'
    """
    limit = max(limit, NARROWEST)
    # Most lines are so short that they fit even if every character takes two columns.
    if 2 * len(text) + room <= limit or width(text.rstrip(" ")) + room <= limit:
        return text.replace(JOINT, " ")
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
    if width(word) <= limit:
        return [word]
    pieces = [""]
    for character in word:
        if width(pieces[-1] + character) > limit:
            pieces.append("")
        pieces[-1] += character
    return pieces


def table(header: Sequence[str], rows: Iterable[Sequence[Any]], form: str) -> str:
    import csv
    from io import StringIO

    text = StringIO()
    delimiter = "\t" if form == "tsv" else ","
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def to_json(data: dict[str, Any]) -> str:
    import json

    return json.dumps(data, separators=(",", ":")) + "\n"
