"""Classify lines by their looks, and by the lines before."""

from __future__ import annotations

from sudokutools.formats import find
from sudokutools.formats.format import Format
from sudokutools.formats.reading.cells import (
    MIN_INDEXED_CELLS,
    MIN_ROWS,
    geometry_of_length,
    has_bar,
    has_other_signs,
    is_border,
    is_suspect,
    leading_fields,
    leading_run,
    names_shape,
    split_frame,
    without_clues,
    word_after,
    word_length,
)
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import (
    MAX_CHARACTER_SYMBOLS,
    MIN_LINE_CELLS,
    exceeds,
    parse_cells,
    parse_fields,
)

AMBIGUOUS = {16: 4, 25: 5, 36: 6}
"""Lengths of lines that can be a small grid or a row of a large one: rows of the small one."""


PLACES = 9 * 81  # The length of a line with nine characters for each cell of a 9x9 grid.


def look_of(text: bytes, geometry: Geometry | None, follows_line: bool) -> Format:
    """Return the format that a line without a signature looks like.

    It is `line` for a grid from its first cell to its last, valid or not; `csv` for cells between
    commas, or a grid in one of several fields; `grid` for everything else.
    `geometry` is required by an option or comment; `follows_line`: the record before was a line.
    Lines of AMBIGUOUS length are of `line`: only the next lines can decide.

    >>> look_of(b"5 3 . | . 7 . | . . .", None, False)
    <Format grid>
    >>> look_of(81 * b".", None, False), look_of(b",".join(81 * [b"0"]), None, False)
    (<Format line>, <Format csv>)
    """
    run = len(leading_run(text))
    if geometry is not None and run in (geometry.size, *geometry.widths):
        is_label = text[:run] == b"c1"  # Above a drawing; a grid of two cells lacks symbol 12.
        return find("line" if run == geometry.size and not is_label else "grid")
    if b"," in text[: run + 1] and run <= len("100"):
        return _look_of_fields(text, geometry)
    decoded = text.decode("utf-8", "replace")
    if is_border(decoded):
        is_run = len(text) == run > max(AMBIGUOUS) and b"." not in text
        return find("line" if is_run and geometry_of_length(run) is not None else "grid")
    if word_after(text, run) is not None:
        return find("line")
    if run < MIN_LINE_CELLS or has_bar(decoded[run:].lstrip()[:1]):
        return _look_of_few_cells(text, run, geometry, follows_line)
    if geometry is None and not names_shape(text):
        is_row = run <= MAX_CHARACTER_SYMBOLS and geometry_of_length(run) is None
        return find("grid" if is_row and not follows_line else "line")
    return find("line")


def _look_of_few_cells(
    text: bytes, run: int, geometry: Geometry | None, follows_line: bool
) -> Format:
    """Return the format of a line that begins with `run` cells, too few or before a bar."""
    decoded = text.decode("utf-8", "replace")
    if has_other_signs(decoded):
        from sudokutools.formats.reading.repair import plain_signs

        plain = plain_signs(decoded)
        if plain != decoded:
            return look_of(plain.encode(), geometry, follows_line)
    if _has_index(text, run, geometry):
        return find("line")
    if run > MAX_CHARACTER_SYMBOLS and geometry_of_length(run) is not None:
        return find("line")  # With a bar before its note.
    is_row = word_length(decoded) < MIN_LINE_CELLS or has_bar(decoded)
    is_row = is_row or is_border(without_clues(decoded)[0]) or split_frame(decoded)[1] != ""
    return find("grid" if is_row else "line")


def is_drawing(text: bytes) -> bool:
    """Return whether a line by itself is clearly a row or a border of a drawing."""
    decoded = text.decode("utf-8", "replace")
    if b"," in text or is_border(decoded) or has_bar(decoded):
        return b"," not in text
    tokens = text.split()
    signs = b"".join(tokens)
    cells = sum(sign in b"0123456789.-_*?" for sign in signs)
    return 2 * cells > len(signs) and (len(tokens) > 1 or len(signs) < MIN_LINE_CELLS)


def is_whole_line(text: bytes) -> bool:
    """Return whether a text by itself is a line of all cells of a grid."""
    if b"," in text:
        head = leading_fields(text)
        cells = parse_fields(head.decode())
    else:
        head = leading_run(text)
        cells = parse_cells(head)
    if word_after(text, len(head)) is not None:
        return True
    geometry = geometry_of_length(len(cells))
    if geometry is None or len(cells) < MIN_LINE_CELLS or exceeds(cells, geometry.n):
        return False
    return head == text or text[len(head)] in b" \t;"


def is_word(text: bytes) -> bool:
    """Return whether a line begins with a long word that is no line of cells, valid or not."""
    word = text.split(None, 1)[0]
    if len(word) < MIN_LINE_CELLS or word[:MIN_LINE_CELLS].isalpha():
        return len(word) >= MIN_LINE_CELLS
    others = len(word.translate(None, b"0123456789._*?xX-"))
    is_time = word[4:5] == word[7:8] == b"-" and b":" in word
    return len(word) < MIN_INDEXED_CELLS and (2 * others > len(word) or is_time)


def may_be_prose(text: bytes, content: bytes, below: bytes) -> bool:
    """Return whether a line of a drawing may be prose; `prose.is_prose` decides.

    Rows have the length of the next line, with the blanks before them or without.
    """
    if text.translate(None, _NO_WORDS):
        return True
    if len(content) != len(below) and len(text) != len(below.strip()):
        return len(content.rstrip()) != len(below.rstrip()) or is_suspect(text)
    return is_suspect(text)


_NO_WORDS = b"0123456789._*?-|:+= \t,;"


MIN_NUMBERS_LENGTH = 2 * 81 - 1


def _has_index(text: bytes, run: int, geometry: Geometry | None) -> bool:
    """Return whether a label precedes all cells, or their rows or numbers are apart."""
    words = text.split()
    longest = max(map(len, words))
    are_numbers = len(text) >= MIN_NUMBERS_LENGTH and max(map(len, words[3:] or words)) <= 3
    if run >= MIN_INDEXED_CELLS or (longest < MIN_ROWS and not are_numbers):
        return False
    from sudokutools.formats.reading.repair import split_index

    parts = split_index(text)
    if parts is None:
        return False
    cells = len(leading_run(parts[1]))
    if cells < MIN_INDEXED_CELLS:
        numbers = parse_fields(leading_fields(parts[1]).decode())
        cells = len(numbers)
        if max(numbers) ** 2 > cells:
            return False  # A row of a grid with more symbols.
    return cells == geometry.size if geometry is not None else geometry_of_length(cells) is not None


def _look_of_fields(text: bytes, geometry: Geometry | None) -> Format:
    fields = leading_fields(text)
    count = fields.count(b",") + 1
    if geometry is not None and count in (geometry.size, geometry.columns):
        if count == geometry.columns < geometry.size:
            return find("grid")
    elif count < MIN_LINE_CELLS and word_after(text, len(fields)) is None:
        words = (word_length(field.strip().decode("latin-1")) for field in text.split(b","))
        holds_grid = max(words) >= MIN_LINE_CELLS
        return find("csv" if holds_grid else "grid")
    has_nothing = b",," in text or text[:1] == b","
    return find("csv" if count <= MAX_CHARACTER_SYMBOLS**2 or has_nothing else "line")
