"""Lines as people paste them: with a label before the cells, or with other signs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from sudokutools._support.lazy import pattern
from sudokutools.formats.reading.cells import (
    MIN_INDEXED_CELLS,
    MIN_ROWS,
    NUMBERS,
    geometry_of_length,
    leading_run,
)
from sudokutools.formats.reading.lines import Fence, Line
from sudokutools.grid.grid import TOKEN_VALUES

EMPTY = "\N{FULLWIDTH FULL STOP}\N{MIDDLE DOT}\N{WHITE SQUARE}\N{WHITE LARGE SQUARE}\N{OPEN BOX}"
NOTHING = "\N{ZERO WIDTH SPACE}\N{WORD JOINER}\N{ZERO WIDTH NO-BREAK SPACE}"
BLANKS = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}"
CROSSES = "xX"
_KEYCAP = pattern("([0-9])\N{VARIATION SELECTOR-16}?\N{COMBINING ENCLOSING KEYCAP}")
_SELECTOR = "\N{VARIATION SELECTOR-16}"
_PLAIN = str.maketrans(
    dict.fromkeys(EMPTY, ".")
    | dict.fromkeys(BLANKS, " ")
    | dict.fromkeys(NOTHING)
    | {"\N{HORIZONTAL ELLIPSIS}": "..."}
    | {0xFF10 + digit: str(digit) for digit in range(10)}
)
_NO_CROSSES = str.maketrans(dict.fromkeys(CROSSES, "."))


_NUMBER = pattern(
    r"""(?<![^\s,;|]) (["'])?+ (?(1)\s*+)
    (?:-1(?:\.0+)?|[Nn]a[Nn]|(\d{1,3})(?:\.0*(?:e\+00)?)?|([._*?])|(?(1)|(?!)))
    (?(1)\s*+\1) (?![^\s,;|])""",
    re.VERBOSE,
)


def plain_signs(text: str) -> str:
    """Return a line with digits and points for other signs, numbers and strings of cells.

    >>> plain_signs("5.0  -1,NaN"), plain_signs('"5"," ","7"')
    ('5  .,.', '5,.,7')
    """
    if any(map(text.__contains__, NUMBERS)):
        text = _NUMBER.sub(_cell, text)
    if text.isascii():
        return text
    return _KEYCAP.sub(r"\1", text).replace(_SELECTOR, "").translate(_PLAIN)


def _cell(found: re.Match[str]) -> str:
    return found[2] or found[3] or "."


def without_crosses(text: str) -> str:
    return text.translate(_NO_CROSSES)


MIN_NUMBERS = 81  # Fewer numbers on a line are a row of a larger grid.
MAX_LABEL = 3  # Maximum number of words before numbers.
MAX_INDEX = 16  # Maximum length of a number or word before the cells.


class Repaired(NamedTuple):
    """A line as it may have been intended, the word before it, and whether it had crosses."""

    text: bytes
    before: str
    had_crosses: bool


def repairs(text: bytes) -> Iterator[Repaired]:
    """Yield possible intentions of a line, the likeliest first."""
    plain = plain_signs(text.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    parts = split_index(plain)
    before, line = ("", plain) if parts is None else (_text(parts[0]), parts[1])
    if line != text:
        yield Repaired(line, before, had_crosses=False)
    run = leading_run(line)
    if has_layout(run):
        half = len(run) // 2
        yield Repaired(b"%b regions=%b" % (run[:half], line[half:]), before, had_crosses=False)
    cells = without_crosses(run.decode()).encode()
    if cells != run:
        yield Repaired(cells + line[len(run) :], before, had_crosses=True)


def has_layout(cells: bytes) -> bool:
    """Return whether the second half names the region of each cell of the first: a jigsaw.

    >>> has_layout(b"1..............." + b"AAABABBBCCCDCDDD"), has_layout(32 * b".")
    (True, False)
    """
    labels = cells[len(cells) // 2 :]
    n = isqrt(len(labels))
    return 2 * n * n == len(cells) and [*Counter(labels).values()] == n * [n]


_LABELLED = pattern(
    rb"""(?:[-*+][ \t]+)? ((?:[A-Za-z\x80-\xff]{1,12}[.:]?[ \t]*)? (?:[#(]?[0-9]{1,9})?)  # No. 4
    [.:);]?[ \t]*=?[ \t]*["'`]? (?<![\w.*?-])
    ([0-9._*?xX-]{36,}+)["'`)]*(?![^ \t,;|\#])(.*)""",
    re.VERBOSE,
)
_COLUMNS = pattern(
    rb"""((?:[^\s,;|"']{0,40}+[\s,;|"']++){1,16}?)([0-9._*?xX-]{36,}+)((?:[\s,;|"'].*)?)\Z"""
)
"""The columns of a list before the cells, such as a number, a name and a rating."""

_PLAIN_CELLS = b"0123456789._*?xX-"
_BETWEEN = pattern(rb"\s*[/|,;]\s*|\s+")
_AROUND = b" \t#(:"


def _text(label: bytes) -> str:
    return label.decode("utf-8", "surrogateescape")


def split_index(text: bytes) -> tuple[bytes, bytes] | None:
    """Return the label before a line of cells, without its signs, and the line, or None.

    The rows of the line may be apart, without a label.

    >>> split_index(b"17 " + 81 * b".") == split_index(b"17) " + 81 * b".") == (b"17", 81 * b".")
    True
    >>> split_index(b"17 a short note") is None
    True
    """
    index, *rest = text.split(None, 1)
    is_index = len(index) <= MAX_INDEX and index.isalnum()
    if rest and is_index and len(leading_run(rest[0])) >= MIN_INDEXED_CELLS:
        return index, rest[0]
    label, tokens = numbers_of(text)
    if geometry_of_length(len(tokens)) is not None and len(tokens) >= MIN_INDEXED_CELLS:
        return label, b",".join(tokens)
    match = _LABELLED.fullmatch(text)
    if match is None or match.start(2) == 0:
        found = _COLUMNS.match(text)
        if found is not None and geometry_of_length(len(found[2])) is not None:
            note = found[3].strip(b" \t,;|\"'")
            return found[1].strip(b" \t,;|\"'"), b" ".join(filter(None, [found[2], note]))
        rows = _BETWEEN.split(text.strip(b" \t/|,;"), 2 * MAX_INDEX)
        is_grid = all(len(row) == len(rows) and not row.strip(_PLAIN_CELLS) for row in rows)
        is_grid &= len(rows) >= MIN_ROWS and len(set(rows)) > 1  # Equal ones may be pencil marks.
        return (b"", b"".join(rows)) if is_grid else None
    label, cells, note = match.groups()
    return label.strip(_AROUND), b" ".join(filter(None, [cells, note.strip()]))


def numbers_of(text: bytes) -> tuple[bytes, list[bytes]]:
    """Return the label and the cells of a line of numbers between blanks, tabs, commas or
    semicolons, or nothing."""
    separator = next((sign for sign in (b";", b"\t", b",") if text.count(sign) + 1 >= 16), None)
    first, *others = text.rstrip(b";").split(separator) or [b""]
    tokens = [*(first.split() or [b""]), *map(bytes.strip, others)]
    counts = (len(tokens) - words for words in range(MAX_LABEL + 1))
    cells = next((n for n in counts if n >= MIN_NUMBERS and geometry_of_length(n) is not None), 0)
    words = len(tokens) - cells if cells else 0
    are_cells = all(token.decode("latin-1") in TOKEN_VALUES for token in tokens[words:])
    return b" ".join(tokens[:words]).rstrip(_AROUND), tokens[words:] if are_cells else []


def is_line(text: bytes) -> bool:
    """Return whether a text is a line of cells, perhaps damaged, and not the name of a file."""
    parts = split_index(text) if text.strip() else None
    cells = (text if parts is None else parts[1]).partition(b" ")[0]
    return len(cells) >= MIN_INDEXED_CELLS and not cells.strip(_PLAIN_CELLS)


_NUMBERED = pattern(rb"#\d{1,9}[.:)]?[ \t]+([0-9._*?xX-]{36,}+)")


def is_numbered(text: bytes) -> bool:
    """Return whether a line that begins with `#` is a number and a puzzle, not a comment."""
    match = _NUMBERED.fullmatch(text)
    return match is not None and geometry_of_length(len(match[1])) is not None


_QUOTED = pattern(rb"\A[ \t]*(?:> ?)+")
_KILLER = pattern(rb"\s*>[0-9A-Za-jv<>^`',.]{80}\s*\Z")  # Its first cell points right.
_TAG = rb"[\[<]/?(?:code|pre|quote|spoiler|tt)(?:=[^][<>]{0,99})?[\]>]"
_TAGS = pattern(rb"\A[ \t]*(?:%b)+|(?:%b)+\s*\Z" % (_TAG, _TAG), re.IGNORECASE)
_FENCE = pattern(rb"[ \t]*(?:`{3,}|~{3,})[\w ]*\s*|[ \t]*\\[A-Za-z@]+[^|]*")
_ROW_END = pattern(rb"(?<=\|)\.\s*\Z")


def undecorated(line: Line) -> Line:
    r"""Return a line without such signs: itself if it has none, a Fence if it has no others.

    >>> undecorated(Line(1, b"> > 53..7")).content, undecorated(Line(2, b"[code]1.2")).content
    (b'53..7', b'1.2')
    >>> isinstance(undecorated(Line(3, b"```text")), Fence)
    True
    """
    if _KILLER.match(line.content):
        return line
    content = _QUOTED.sub(b"", line.content)
    left = _ROW_END.sub(b"", _TAGS.sub(b"", content))
    if _FENCE.fullmatch(left) or (content.strip() and not left.strip()):
        return Fence(line.number, b"")
    return line if left == line.content else Line(line.number, left)
