"""Jigsaws and killers that are typed as rows of letters, one letter for each region or cage.

    AAABBBCCC ...   and below an empty line the rows of the grid: a jigsaw
    aabbcc...       and below lines such as `a=8 b=5`: a killer, without or with rows of a grid
    8a a 5b b ...   sums next to letters: a killer

They are read as if comments `# regions` or `# cages` stood in their place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.lines import Line, LineSource, Paragraph
from sudokutools.grid.geometry import MAX_SYMBOLS

LEAST = 4  # The minimum number of rows.
_CELL = re.compile(r"(\d{0,4})([A-Za-z])(\d{0,4})")
_SUM = re.compile(r"([A-Za-z])\s*[=:]\s*(\d{1,4})\s*[,;]?\s*")
_SUMS = re.compile(rf"(?:{_SUM.pattern})+")
_DIGITS = re.compile(r"[\d.\-_*\s]*[\d.*_][\d.\-_*\s]*")


def expanded(first: Line, source: LineSource) -> bool | None:
    """Replace a map that begins on a line by comments and rows, and push them back.

    Return False without a map, None if the line is not even a row of letters.

    Raises SudokuError if a cage has no sum or two, or a sum no cage; then the map is skipped.
    """
    n = len(_cells(first))
    if not LEAST <= n <= MAX_SYMBOLS:
        return None
    lines = Paragraph(source, first)
    rows: list[list[tuple[str, str]]] = []
    for line in lines.after(0):
        rows.append(_cells(line))
        if len(rows) == n or len(rows[-1]) != n:
            break
    if len(rows) < n or len(rows[-1]) != n:
        lines.leave(1)
        return False
    count = n
    sums: list[tuple[str, str]] = []
    while (following := lines.at(count)) is not None:
        text = "#" if following.is_lost else following.content.decode("utf-8", "replace").strip()
        if text and not _SUMS.fullmatch(text):
            break
        sums += _SUM.findall(text)
        count += 1
    lines.leave(count)
    found = _lines(rows, sums, first.number, following)
    if found is None:
        lines.leave(1)
    for line in reversed(found or ()):
        source.push_back(line)
    return found is not None


def _cells(line: Line) -> list[tuple[str, str]]:
    """Return the letters of a row with their sums, "" without one; empty if this is not a row."""
    text = line.content.decode("utf-8", "replace").strip()
    words = text.split()
    cells = []
    for word in words[: MAX_SYMBOLS + 1] if len(words) > 1 else text[: MAX_SYMBOLS + 1]:
        found = _CELL.fullmatch(word)
        if found is None or (found[1] and found[3]):
            return []
        cells.append((found[2], found[1] or found[3]))
    return cells


def _lines(
    rows: Sequence[Sequence[tuple[str, str]]],
    below: Sequence[tuple[str, str]],
    number: int,
    following: Line | None,
) -> list[Line] | None:
    n = len(rows)
    letters = [letter for row in rows for letter, _ in row]
    sums = [*((letter, total) for row in rows for letter, total in row if total), *below]
    has_grid = following is not None and _is_row(following, n)
    if sums:
        comment = f"# cages {' '.join(_cages(letters, sums, n))}"
        empty = [] if has_grid else [Line(number + n - 1, b"." * n)] * n
        return [Line(number, comment.encode()), *empty]
    is_jigsaw = has_grid and set(Counter(letters).values()) == {n}
    return [Line(number, f"# regions {''.join(letters)}".encode())] if is_jigsaw else None


def _cages(letters: Sequence[str], sums: Sequence[tuple[str, str]], n: int) -> list[str]:
    totals = dict(sums)
    twice = [letter for letter, count in Counter(letter for letter, _ in sums).items() if count > 1]
    for what, found in (
        ("two sums", twice),
        ("no sum", sorted(set(letters) - set(totals))),
        ("no cell", sorted(set(totals) - set(letters))),
    ):
        if found:
            raise SudokuError(f"cages: {what} for {', '.join(found)}")
    cells: dict[str, str] = {}
    for index, letter in enumerate(letters):
        cells[letter] = f"{cells.get(letter, '')}r{index // n + 1}c{index % n + 1}"
    return [f"{totals[letter]}:{names}" for letter, names in cells.items()]


def _is_row(line: Line, n: int) -> bool:
    text = line.content.decode("utf-8", "replace").strip()
    return bool(_DIGITS.fullmatch(text)) and n in (len(text.split()), len("".join(text.split())))
