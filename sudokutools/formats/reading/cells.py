"""The characters of a line: cells and borders, and messages about invalid ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import isqrt
from typing import TYPE_CHECKING

from sudokutools._support.lazy import pattern
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.grid import (
    CHARACTER_VALUES,
    MAX_CHARACTER_SYMBOLS,
    NO_CELL,
    SYMBOL_CHARACTERS,
    Grid,
    exceeds,
)

if TYPE_CHECKING:
    import re

STRONG_BARS = "\u2016\u2503\u2507\u250b\u2551"
BARS = "|:\u00a6\u2502\u2506\u250a\u254e\u254f" + STRONG_BARS
STRONG_LINES = frozenset("=\u2501\u2550")
FRAME_CORNERS = ".'`"  # Corners of frames in forums; a joint may also be a plus or a bar.
BORDER = "-=+_|*: \t\u2014" + "".join(map(chr, range(0x2500, 0x2580)))
CROSSINGS = frozenset(map(chr, range(0x2500, 0x2580))) - frozenset(BARS)
"""Characters of box drawing that no row has: horizontal lines, corners and joints."""

DOTS = "\u2164\u2169○●" + "".join(map(chr, (*range(0x2461, 0x2474), *range(0x2776, 0x2780))))
"""Signs of differences, ratios and sums between neighbours."""

_MARKS = {"[": "parity", "(": "parity", "<": "less", ">": "less"} | dict.fromkeys(DOTS, "dots")
_SIGN_TO_BLANK = str.maketrans(dict.fromkeys("[]()<>" + DOTS, " "))
_SLOPES = dict.fromkeys("^v", "less") | dict.fromkeys(DOTS, "dots")
_SLOPE_TO_BLANK = str.maketrans(dict.fromkeys(_SLOPES, " "))
_DOTS = frozenset(DOTS)
# Tables of characters, because regular expressions would take a tenth of a start to compile.
_BAR_TO_BLANK = str.maketrans(dict.fromkeys(BARS, " "))
_BAR_TO_ONE = str.maketrans(dict.fromkeys(BARS, "|"))
_JOINT_TO_BLANK = str.maketrans(dict.fromkeys(FRAME_CORNERS + "+|:", " "))
_BARS = frozenset(BARS)
_DRAWN = CROSSINGS | (_BARS - frozenset("|:\u00a6"))
CROSS_SYMBOL = 33  # X is a symbol in grids of this size or larger.
NUMBERS = ("-1", ".0", "NaN", '"', "'")
"""What lines have in which programs wrote the cells as numbers or strings."""

_WORD_ENDS = str.maketrans(dict.fromkeys("\t,;#", " "))


def has_bar(text: str) -> bool:
    return not _BARS.isdisjoint(text)


def has_other_signs(text: str) -> bool:
    """Return whether cells may be numbers or strings of programs, or signs that are not ASCII."""
    return not text.isascii() or any(map(text.__contains__, NUMBERS))


def without_bars(text: str) -> str:
    return text.translate(_BAR_TO_BLANK)


def pieces_of(text: str) -> list[str]:
    """Return the pieces of a line between vertical borders, with blank ones at its ends."""
    # `replace` is several times as fast as `translate`.
    plain = text.replace(":", "|") if text.isascii() else text.translate(_BAR_TO_ONE)
    return plain.split("|")


def is_border(text: str) -> bool:
    """Return whether a line has borders only (or is an empty row of `-`, `_` or `*`)."""
    return bool(text) and (not text.strip(BORDER) or _is_frame(text))


def split_frame(text: str) -> tuple[str, str]:
    """Return a border and the words behind it, or the text and "".

    >>> split_frame("+-----+-----+ ED=11.3"), split_frame("1 --- 2")
    (('+-----+-----+', 'ED=11.3'), ('1 --- 2', ''))
    """
    if text[0].isalnum() or not any(3 * sign in text for sign in "-=\u2500\u2501\u2550"):
        return text, ""
    for at, sign in enumerate(text):
        if sign.isalnum():
            border = text[:at].rstrip("([#\"'").rstrip()
            is_frame = len(border) > 4 and not border.endswith(":") and is_border(border)
            return (border, text[len(border) :].strip()) if is_frame else (text, "")
    return text, ""


def has_line_across(text: str) -> bool:
    """Return whether a border has more than bars."""
    return not CROSSINGS.isdisjoint(text) or "-" in text or "=" in text


def is_lattice(text: str) -> bool:
    """Return whether a line has borders with gaps, as irregular regions and cages have."""
    return not CROSSINGS.isdisjoint(text) and " " in text.strip()


def may_have_clues(text: str) -> bool:
    """Return whether a line may have sums and signs of clues; plain rows have none.

    A chain of searches, because a set or a loop would double the time of a row.
    """
    return (
        "─" in text or "━" in text or "<" in text or ">" in text
        or "[" in text or "(" in text or "^" in text or "v" in text
        or not (text.isascii() or _DOTS.isdisjoint(text))
    )  # fmt: skip


def without_clues(text: str) -> tuple[str, set[str]]:
    """Return a line of a drawing without sums of cages and signs of clues, and the kinds it had.

    The kinds are cages, less, dots and parity, as `formats/marks.py` draws them; lines without
    box-drawing characters have none.

    >>> without_clues("┠11─┬3──┐"), without_clues("│ 5 > 3 │")
    (('┠───┬───┐', {'cages'}), ('│ 5   3 │', {'less'}))
    """
    if text.isascii() or _DRAWN.isdisjoint(text):
        return text, set()
    slopes = text.translate(_SLOPE_TO_BLANK)
    if CROSSINGS.isdisjoint(text) and slopes.strip(BORDER):
        plain = text.translate(_SIGN_TO_BLANK)
        return plain, {_MARKS[sign] for sign in text if sign in _MARKS}
    pieces = [""]
    for sign in text:
        before = pieces[-1]
        is_sum = sign.isdecimal() and before in CROSSINGS
        is_slope = sign in _SLOPES
        pieces.append("─" if is_sum else before if is_slope and before in "─━" else sign)
    plain = "".join(pieces).translate(_SLOPE_TO_BLANK)
    if plain.strip(BORDER):
        return text, set()  # A title, or a row of cells that no drawing of ours has.
    kinds = {_SLOPES[sign] for sign in text if sign in _SLOPES}
    return plain, kinds | ({"cages"} if any(map(str.isdecimal, text)) else set())


def common_width(segments: Iterable[Sequence[int]]) -> int | None:
    """Return the width of boxes that rows show together, or None."""
    edges = sorted({edge for row in segments for edge in accumulate(row)})
    widths = {after - before for before, after in zip([0, *edges], edges, strict=False)}
    return widths.pop() if len(widths) == 1 and len(edges) > 1 and widths != {1} else None


def _is_frame(text: str) -> bool:
    """Return whether a line is a frame with points or quotes at its corners."""
    if text[0] not in FRAME_CORNERS or text[-1] not in FRAME_CORNERS:
        return False
    pieces = text.translate(_JOINT_TO_BLANK).split(" ")[1:-1]
    return bool(pieces) and all(len(piece) > 2 and not piece.strip("-=") for piece in pieces)


def raw_text(content: bytes) -> str:
    if b"\x1b" in content:
        content = _without_colours(content)
    return content.decode("utf-8", "surrogateescape").rstrip("\r\n")


def plain_text(content: bytes) -> str:
    if b"\x1b" in content:
        content = _without_colours(content)
    return content.decode("utf-8", "surrogateescape").strip()


def _without_colours(content: bytes) -> bytes:
    import re

    return re.sub(rb"\x1b\[[0-9;]*m", b"", content)


def word_length(text: str) -> int:
    """Return the length of a line up to the first blank, comma, semicolon or `#`."""
    return len(text.translate(_WORD_ENDS).partition(" ")[0])


CELL_CHARACTERS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._*?-"
FIELDS = pattern(rb"[0-9A-Za-z._*?-]*(?:, *[0-9A-Za-z._*?-]*)*")
FIELD_CHARACTERS = CELL_CHARACTERS + b","

_HEXADECIMAL = b".0123456789ABCDEFabcdef"
_TEN = CHARACTER_VALUES[ord("A")]

MIN_INDEXED_CELLS = 36  # The minimum length of a line after an index.
MIN_ROWS = 8  # The minimum number of rows on one line; fewer could be the boxes of a row.

SPEC_WORD = pattern(
    rb"(?i:(?:box=\d{1,3}x\d{1,3}|values=\d{1,3}-\d{1,3})(?:[,;][a-z]+=\S*)?|regions=\S*)(?=\s|$)"
)
"""A spec that begins with its box or regions: geometry, rules and clues of its line."""


def geometry_of_length(cells: int) -> Geometry | None:
    """Return the full geometry with this number of cells, or None."""
    size = isqrt(cells)
    return Geometry.of_size(size) if size * size == cells and 1 <= size <= MAX_SYMBOLS else None


def agreed(
    stated: Geometry, by: str, demanded: Geometry | None, others: str = "an option or comment"
) -> Geometry:
    """Return `stated`. Raises SudokuError if it differs from the geometry that `others` require."""
    if demanded is not None and stated is not demanded:
        raise SudokuError(f"box {stated} in {by} conflicts with box {demanded} in {others}")
    return stated


def check_symbols(geometry: Geometry, cells: bytes) -> Grid:
    """Return the grid of the right number of cells. Raises SudokuError for an invalid cell."""
    if geometry.absent:
        cells = _without_absent(geometry, cells)
    if exceeds(cells, geometry.n):
        cell = next(cell for cell, symbol in enumerate(cells) if symbol > geometry.n)
        found = "invalid symbol" if cells[cell] == NO_CELL else f"symbol {cells[cell]}"
        least, most = geometry.values[0], geometry.values[-1]
        if cells[cell] <= MAX_CHARACTER_SYMBOLS and geometry.n <= MAX_CHARACTER_SYMBOLS:
            found = f"symbol {SYMBOL_CHARACTERS[cells[cell] - 1]}"
        raise SudokuError(f"{geometry.cell_name(cell)}: {found}, expected {least} to {most}")
    return Grid(geometry, cells)


def from_letters(geometry: Geometry, cells: bytes) -> bytes:
    """Return cells that are all empty or letters with A for 1 instead of 10, if n requires it.

    Letters that clash in a row or column are not a grid; they may name regions.

    >>> from_letters(Geometry.of(2, 2), bytes([10, 11]) + bytes(14))[:4]
    b'\\x01\\x02\\x00\\x00'
    """
    n = geometry.n
    letters = bytes(range(_TEN, n + _TEN))
    if not exceeds(cells, n) or cells.translate(None, b"\0" + letters):
        return cells
    numbers = cells.translate(bytes.maketrans(letters, bytes(range(1, n + 1))))
    kinds = {clash.kind for clash in Grid(geometry, numbers).clashes()}
    return numbers if kinds.isdisjoint({"row", "column"}) else cells


def hexadecimal(geometry: Geometry, text: bytes) -> Geometry:
    """Return the geometry, of the values 0 to 15 if the cells of a 16x16 grid are 0 to F or `.`.

    >>> hexadecimal(Geometry.of(4, 4), b"0.AF"), hexadecimal(Geometry.of(4, 4), b"01AF")
    (Geometry.of(4, 4, 4, 4).with_values(range(0, 16)), Geometry.of(4, 4, 4, 4))
    """
    is_hexadecimal = b"0" in text and b"." in text and not text.strip(_HEXADECIMAL)
    return geometry.with_values(range(16)) if geometry.n == 16 and is_hexadecimal else geometry


def _without_absent(geometry: Geometry, cells: bytes) -> bytes:
    """Check that places without a cell are empty or crossed out, and return them as empty."""
    found = bytearray(cells)
    for place in sorted(geometry.absent):
        if cells[place] not in (0, CROSS_SYMBOL):
            raise SudokuError(f"{geometry.cell_name(place)}: a symbol where the grid has no cell")
        found[place] = 0
    return bytes(found)


def leading_run(content: bytes) -> bytes:
    """Return the cells without separators at the beginning of a line."""
    return content[: len(content) - len(content.lstrip(CELL_CHARACTERS))]


def leading_fields(content: bytes) -> bytes:
    """Return the cells with commas, and blanks after these, at the beginning of a line."""
    head = content.partition(b" ")[0].partition(b"\t")[0]
    if head.endswith(b",") or head.translate(None, FIELD_CHARACTERS):
        match = FIELDS.match(content)
        assert match is not None
        return match[0]
    return head  # All long lines of ours: no need of the slow expression.


def names_shape(content: bytes) -> bool:
    if b"=" not in content:
        return False
    low = content.lower()
    return b"box=" in low or b"regions=" in low or b"values=" in low


def word_after(content: bytes, end: int) -> re.Match[bytes] | None:
    """Return the spec after the cells of a line, or None."""
    if not names_shape(content):
        return None
    note = content[end:].lstrip()
    if note[:1] in (b",", b";"):
        note = note[1:].lstrip()
    return SPEC_WORD.match(content, len(content) - len(note))


MIN_NEAR = 8  # The width of rows that may have one wrong cell: shorter words are rather text.
_DATE = pattern(
    rb"\d{1,4}([-./])\d\d?\1\d{1,4}(?:[T ]\d\d?:\d\d(?::\d\d)?)?|\d\d?:\d\d(?::\d\d)?"
    rb"|(?:19|20)\d\d(?:[-./]\d\d?)?"
)


def is_suspect(text: bytes) -> bool:
    """Return whether a row is a date, a number that no row of its length is, numbers of columns, or
    one sign: there may be as many others as the grid needs.
    """
    is_count = text[:3] in (b"123", b"1 2") and (
        b"123456789".startswith(text)
        or all(word == b"%d" % (at + 1) for at, word in enumerate(text.split()))
    )
    if is_count or (len(text) > 1 and not text.strip(text[:1] + b" ")):
        return True
    is_short = len(text) < MIN_NEAR and not text.strip(b"0123456789.")
    is_high = max(text, default=0) > ord("0") + len(text) or (b"." in text and b"0" in text)
    return (is_short and is_high) or (text[:1].isdigit() and _DATE.fullmatch(text) is not None)


def missing_rows(rows: int, columns: int, expected: int, box: tuple[int, int] | None = None) -> str:
    """Return a message about too few or too many rows, with a hint for partial grids.

    >>> missing_rows(6, 9, 9)
    "6 rows, expected 9; a partial grid requires `boxes` or a comment '# box 3x3 boxes 3x2'"
    """
    message = f"{rows} row{'s' * (rows != 1)}, expected {expected}"
    if expected != columns or rows > expected or not 1 <= columns <= MAX_SYMBOLS:
        return message
    full = Geometry.of_size(columns)
    width, height = box or (full.box_width, full.box_height)
    if rows % height:
        return message
    shape = f"# box {width}x{height} boxes {columns // width}x{rows // height}"
    return f"{message}; a partial grid requires `boxes` or a comment '{shape}'"
