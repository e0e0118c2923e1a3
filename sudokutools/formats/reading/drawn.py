"""Drawn grids: a row a line, with or without borders, frames and labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import (
    CROSSINGS,
    STRONG_LINES,
    check_symbols,
    common_width,
    from_letters,
    geometry_of_length,
    has_bar,
    has_line_across,
    has_other_signs,
    hexadecimal,
    is_border,
    is_lattice,
    may_have_clues,
    missing_rows,
    plain_text,
    split_frame,
    without_clues,
    word_length,
)
from sudokutools.formats.reading.lines import MAX_LENGTH, InputError, Line, Paragraph
from sudokutools.formats.reading.rows import Row, is_no_row, is_word, no_cells, parse_row
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.grid import Grid, cells_of_values, exceeds

if TYPE_CHECKING:
    from sudokutools.grid.spec import Spec

UNSAID = {
    "cages": "cages in the drawing, but none in comments or options",
    "less": "inequality signs in the drawing, but none in comments or options",
    "dots": "dots, X or V in the drawing, but none in comments or options",
    "parity": "even or odd cells in the drawing, but none in comments or options",
    "regions": "irregular regions in the drawing, but none in comments or options",
}
"""Messages for drawings that show more than is read of them."""

MAX_LINES = 3 * MAX_SYMBOLS + 3  # Rows, a border for each, and a blank line for each band.
LINES_AND_DOTS = b"\xe2"  # The first byte of box drawing and of the signs of clues in rows.
PAUSES = (24, 64, 256)  # Numbers of lines of drawings of common sizes, with borders.
SIGNS = b"|:;,xX\t\x1b"  # What pasted drawings have besides other signs.
MAX_ROW = 35  # The length of a word that may always be a row.
MAX_TITLES = 4  # The maximum number of possible titles whose grids are not whole yet.


FRAMES = frozenset("+-*.'`:|=") | CROSSINGS | STRONG_LINES


def _only_sign(text: str) -> str:
    """Return the empty sign of a line that has nothing else but blanks and bars, or ""."""
    if text[0] not in "-_*|":
        return ""
    signs = set(text) - set("| \t")
    return signs.pop() if len(signs) == 1 and not signs.isdisjoint("-_*") else ""


def _is_column_labels(text: str) -> bool:
    words = text.split()
    return words == [f"c{number + 1}" for number in range(len(words))]


class DrawnGrid:
    """The lines of one drawn grid while they are collected.

    `geometry` is required; `spec` are the given rules and clues of a variant: irregular borders,
    cages and signs in a drawing are not read, and must be given.
    """

    has_labels = False
    note = ""  # The words behind the lines of a frame.
    is_broken = False  # Rows differ in their number of columns.
    is_paused = False  # Lines were left because rows differ so, or below a title.
    title: int | None = None  # The index of the title of the next drawing: no more lines are taken.
    _has_gaps = False  # Borders have gaps, unlike in plain drawings.
    _length = 0  # In bytes.
    _since_blank = 0

    def __init__(self, geometry: Geometry | None, spec: Spec | None = None) -> None:
        self.geometry = base_of(geometry, spec)
        self.stated = kinds_stated(spec)
        if self.geometry is not None and self.geometry.layout:
            self.stated.add("regions")
        self._shown: set[str] = set()  # The kinds of clues that the drawing shows: keys of UNSAID.
        self._has_cages = "cages" in self.stated
        self.rows: list[Row] = []
        self._widths: dict[int, int] = {}  # How many rows have each number of columns.
        self.columns = None if self.geometry is None else self.geometry.columns  # If known.
        self.maybe_rows: list[int] = []  # Rows of `-` only, which may turn out to be borders.
        self.borders: list[tuple[int, bool]] = []  # The number of rows above, and whether strong.
        self.count = 0  # Of lines.
        self._below: list[_Below] = []  # The drawings below possible titles.

    @property
    def unstated(self) -> str:
        """The message about clues that are drawn but not given: the puzzle would be another one."""
        if not (self._shown or self._has_gaps or self.has_labels):
            return ""
        lacking = self._shown - self.stated
        if not self.has_labels:
            lacking &= {"cages", "less"}
        elif self._has_cages:
            is_known = "regions" in self.stated or "less" in self._shown
            lacking |= {"regions"} if not is_known and len(self._shown_segments()) > 1 else set()
        elif self._is_irregular and "regions" not in self.stated:
            has_heavy = any(strong for _, strong in self.borders)
            lacking |= {"cages" if has_heavy else "regions"}
        return next((text for kind, text in UNSAID.items() if kind in lacking), "")

    def take_rest(self, lines: Paragraph) -> None:
        for line in lines.after(self.count):
            text = without_clues(plain_text(line.content))[0]
            if not (is_border(text) or has_bar(text)) or self.is_full:
                return
            self.keep(line)

    @property
    def _is_irregular(self) -> bool:
        """Whether borders have gaps, or rows differ though there are lines between all of them."""
        if self._has_gaps:
            return True
        parted = {above for above, _ in self.borders if 0 < above < len(self.rows)}
        return len(parted) == len(self.rows) - 1 and len(self._shown_segments()) > 1

    @property
    def expected_rows(self) -> int | None:
        """The number of rows of a full grid with these columns."""
        return self.geometry.rows if self.geometry is not None else self.columns

    @property
    def box_height(self) -> int | None:
        """The height of a box, if known before the end of the grid."""
        if self.geometry is not None:
            return self.geometry.box_height
        columns = self.columns
        width = self._box_width() if columns else None
        if width and columns and columns % width == 0:
            return columns // width
        full = geometry_of_length(columns * columns) if columns else None
        return full.box_height if full is not None else None

    @property
    def is_full(self) -> bool:
        return self._length > MAX_LENGTH

    def take_frame(self, lines: Paragraph) -> None:
        """Take the lower line of a frame below a whole grid that has an upper one."""
        has_frame = any(above == 0 for above, _ in self.borders)
        line = lines.at(self.count) if has_frame else None
        text = "" if line is None else plain_text(line.content)
        if line is not None and text and is_border(split_frame(text)[0]):
            self.add(line, text)

    def keep(self, line: Line) -> None:
        self.count += 1
        self._length += len(line.content) + 1

    def add(self, line: Line, text: str, like: Row | None = None) -> None:
        """Take another line; a blank one separates bands. `like` may be the same row."""
        self.keep(line)
        if is_word(text):
            is_same = like is not None and like.has_cages == self._has_cages
            self._add_row(
                like if like is not None and is_same else Row(line, text, self._has_cages)
            )
            return
        if text[:1] in FRAMES and text[-1] not in FRAMES and ("--" in text or not text.isascii()):
            text, words = split_frame(text)
            self.note = " ".join(filter(None, [self.note, words]))
        if not text:
            self._since_blank = len(self.rows)
        elif text[0] == "c" and not self.rows and _is_column_labels(text):
            self.has_labels = True
        elif (sign := _only_sign(text)) and self._may_be_row(text, sign):
            if sign == "-":
                self.maybe_rows.append(len(self.rows))
            row = parse_row(line, text, len(self.rows) + 1)
            row.widen(self._places(), self.columns or 0)
            self._append(row)
        else:
            self._add_border_or_row(line, text, like)

    def _add_border_or_row(self, line: Line, text: str, like: Row | None) -> None:
        is_across = not text[0].isalnum() and is_border(text)
        is_solid = is_across and " " not in text
        if not (is_across or text.isascii()) and may_have_clues(text):
            text = self._without_clues(text)
            is_across = is_border(text)
        if is_across:
            # Bars alone do not separate rows.
            self._has_gaps |= is_lattice(text)
            if is_solid or not (self.stated or self._shown) or has_line_across(text):
                self.borders.append((len(self.rows), not STRONG_LINES.isdisjoint(text)))
            return
        self._add_row(parse_row(line, text, len(self.rows) + 1, self._has_cages, like))

    def _add_row(self, row: Row) -> None:
        if self._places():
            row.widen(self._places(), self.columns or 0)
        columns = self.columns
        if row.width is None or row.width != columns:
            is_other = columns is not None and row.cells(columns) is None
            self.is_broken |= row.width is None or is_other
        self._append(row)
        if self.is_broken and self.geometry is None:
            self._find_layout()

    def _find_layout(self) -> None:
        """Take the rows for overlapping squares if each has as many cells as one of theirs."""
        for geometry, numbers in _layouts().get(len(self.rows), ()):
            if numbers == [row.width for row in self.rows]:
                rows, self.rows = self.rows, []
                self.geometry, self.columns, self.is_broken = geometry, geometry.columns, False
                for row in rows:
                    row.widen(self._places(), geometry.columns)
                    self._append(row)

    def _places(self) -> Sequence[int]:
        """Return the columns of the cells of the next row if others are absent."""
        geometry, row = self.geometry, len(self.rows)
        if geometry is None or not geometry.absent or row >= geometry.rows:
            return ()
        cells = geometry.row_cells[row]
        return [at for at, cell in enumerate(cells) if cell not in geometry.absent]

    def look_for_title(self, line: Line, text: str) -> None:
        """Find out whether the line that was added ends this drawing, by the title of the next one.

        A title has a whole grid below it, or only borders above it, such as the lower frame of the
        last grid; other prose makes a grid invalid.
        """
        row = self.rows[-1] if self.rows and self.rows[-1].line is line else None
        kept: list[_Below] = []
        for below in self._below:
            if below.add(line, text, row):
                self.title = below.title
                return
            if not below.is_over:
                kept.append(below)
        self._below = kept
        if row is None or (text.upper() == text and text[0] not in "%/"):
            return
        is_frame = len(self.rows) == len(self.maybe_rows) + 1
        if not is_frame and len(self._below) >= MAX_TITLES:
            return
        from sudokutools.formats.reading.prose import is_prose

        content = text.encode("utf-8", "surrogateescape")
        if self.count > 1 and is_prose(line, content, self.geometry, row):
            if is_frame:
                self.title = self.count - 1
            else:
                self._below.append(_Below(self.count - 1, self.geometry))

    def take_prose(self, lines: Paragraph) -> None:
        """Take the lines that are not rows, except the last one, which may be a title."""
        last: Line | None = None
        for line in lines.after(self.count):
            text = line.content.strip()
            is_word = len(text) > MAX_ROW and b" " not in text[:MAX_ROW]
            is_over = is_word or text[:1] in (b"#", b"{", b"[") or self.is_full
            if is_over or LINES_AND_DOTS in text or not is_no_row(text):
                break
            if last is not None:
                self.keep(last)
            last = line
        if last is not None:
            self._below = []

    def _without_clues(self, text: str) -> str:
        """Return a line without sums and signs, which only our drawings have in rows."""
        plain, shown = without_clues(text)
        if shown and not (is_border(plain) or self.has_labels or self.stated):
            return text
        self._shown |= shown
        self._has_cages = self._has_cages or "cages" in shown
        return plain

    def _append(self, row: Row) -> None:
        self.rows.append(row)
        if row.width is not None:
            count = self._widths[row.width] = self._widths.get(row.width, 0) + 1
            is_rarer = count < self._widths.get(self.columns or 0, 0)
            if row.width != self.columns and not is_rarer:
                self._count_columns()

    def _count_columns(self) -> None:
        if self.geometry is None:
            widths = self._widths
            self.columns = max(widths, key=widths.__getitem__) if widths else None

    def _may_be_row(self, text: str, sign: str) -> bool:
        """Return whether a line of one sign is an empty row, as far as known yet."""
        count = text.count(sign)
        if self.columns is None:
            # Nothing to compare with: a frame is one unbroken run, an empty first row may be too.
            is_spaced = sign == "_" and 2 * sign not in text
            return is_spaced or (sign != "-" and count >= 2 and "|" not in text)
        is_whole = count in (self.columns, len(self._places()))
        return is_whole and not (sign == "-" and self._has_other_sign())

    def _has_other_sign(self) -> bool:
        """Return whether there is a border, or an empty sign other than `-`."""
        return bool(self.borders) or any(
            any(sign in row.text for sign in ".0_*?|") and "-" not in row.text.replace("|", "")
            for row in self.rows
        )

    @property
    def is_whole(self) -> bool:
        return (
            not self.is_broken
            and not self.maybe_rows
            and bool(self.rows)
            and len(self.rows) == self.expected_rows
        )

    @property
    def is_hopeless(self) -> bool:
        """Whether rows differ in their number of columns in every reading."""
        if self.maybe_rows or not self.is_broken:
            return False
        counts = [{len(cells) for cells, _ in row.readings} for row in self.rows]
        return not set.intersection(*counts)

    @property
    def may_be_band(self) -> bool:
        """Whether a blank line may separate bands here: the rows below the last one form one."""
        expected = self.expected_rows
        if expected is None or self.is_broken or len(self.rows) >= expected:
            return False
        return len(self.rows) - self._since_blank == self.box_height

    def settle(self) -> None:
        """Decide whether lines of `-` only were rows or borders, at the end of the grid."""
        expected = self.expected_rows
        if self.maybe_rows and (self._has_other_sign() or len(self.rows) != expected):
            for row in reversed(self.maybe_rows):
                del self.rows[row]
                above = sum(1 for earlier in self.maybe_rows if earlier < row)
                self.borders.append((row - above, False))
            self._widths = Counter(row.width for row in self.rows if row.width is not None)
            self._count_columns()
        self.maybe_rows = []

    def grid(self, source: str) -> Grid:
        """Raises InputError with the line."""
        start = self.rows[0].line.number
        columns = self.columns
        if columns is None:
            raise InputError(no_cells(self.rows[0]), source, start)
        rows = []
        for number, row in enumerate(self.rows, 1):
            cells = row.cells(columns)
            if cells is None:
                if row.width is None:
                    message = f"row {number}: {no_cells(row)}"
                else:
                    message = f"row {number} has {row.width} cells, expected {columns}"
                raise InputError(message, source, row.line.number)
            rows.append(cells)
        try:
            geometry = self._shape(columns)
            if geometry.n == 16 or not geometry.is_plain or exceeds(b"".join(rows), geometry.n):
                geometry, rows = self._by_characters(geometry, rows)
            # The error of an invalid symbol names the line of its row.
            bad = (n for n, cells in enumerate(rows) if exceeds(cells, geometry.n))
            start = self.rows[next(bad, 0)].line.number
            return check_symbols(geometry, b"".join(rows))
        except SudokuError as error:
            raise InputError(str(error), source, start) from None

    def _by_characters(self, geometry: Geometry, rows: list[bytes]) -> tuple[Geometry, list[bytes]]:
        """Return the geometry with its values, and the cells of the rows as these."""
        texts = [row.texts(geometry.columns) for row in self.rows]
        if all(len(text) == 1 for row in texts for text in row):
            if self.geometry is None:
                geometry = hexadecimal(geometry, "".join(chain.from_iterable(texts)).encode())
            cells = from_letters(geometry, b"".join(rows))
            if cells != b"".join(rows):
                return geometry, [cells]
        if geometry.values[0] != 1:
            rows = [cells_of_values(row, geometry) for row in texts]
        return geometry, rows

    def _shape(self, columns: int) -> Geometry:
        expected = self.expected_rows or columns
        width, height = self._box_width(), self._box_height()
        if len(self.rows) != expected:
            box = (width, height) if width and height else None
            raise SudokuError(missing_rows(len(self.rows), columns, expected, box))
        if self.geometry is not None and "regions" in self.stated:
            return self.geometry  # Its boxes mean nothing.
        if self.geometry is not None:
            own = (self.geometry.box_width, self.geometry.box_height)
            shown = (width or own[0], height or own[1])
            if shown != own:
                boxes = f"boxes of {shown[0]}x{shown[1]} in the drawing conflict"
                raise SudokuError(f"{boxes} with box {self.geometry} in an option or comment")
            return self.geometry
        if width is None and height is None:
            return Geometry.of_size(columns)
        width = width or (columns // height if height else 0)
        height = height or columns // width
        if width * height != columns:
            raise SudokuError(f"boxes of {width}x{height} do not fit in {columns} columns")
        return Geometry.of(width, height)

    def _box_width(self) -> int | None:
        shown = self._shown_segments()
        if self.stated or self._shown:
            return common_width(shown)  # Signs may replace some borders.
        if len(shown) != 1:
            return None
        segments = shown.pop()
        regular = len(set(segments)) == 1 and len(segments) > 1 and segments[0] > 1
        return segments[0] if regular else None

    def _shown_segments(self) -> set[tuple[int, ...]]:
        columns = self.columns
        return {
            tuple(row.segments(columns))
            for row in self.rows
            if columns and row.cells(columns) is not None
        }

    def _box_height(self) -> int | None:
        has_heavy = self._has_cages and any(strong for _, strong in self.borders)
        for only_strong in (True,) if has_heavy else (True, False):
            places = sorted(
                {
                    above
                    for above, strong in self.borders
                    if 0 < above < len(self.rows) and (strong or not only_strong)
                }
            )
            edges = [0, *places, len(self.rows)]
            heights = {after - before for before, after in pairwise(edges)}
            if places and len(heights) == 1 and heights != {1}:
                return heights.pop()
        return None


class _Below:
    """The drawing below a possible title; nothing is drawn of two words of different lengths."""

    def __init__(self, title: int, geometry: Geometry | None) -> None:
        self.title = title  # The index of its line.
        self.is_over = False
        self._geometry = geometry
        self._first: tuple[Line, str, Row | None] | None = None
        self._drawn: DrawnGrid | None = None

    def add(self, line: Line, text: str, row: Row | None) -> bool:
        """Take another line; return whether the grid is whole."""
        drawn, first = self._drawn, self._first
        if drawn is None:
            if first is None and self._geometry is None and is_word(text):
                self._first = line, text, row
                return False
            if first is not None and is_word(text) and len(text) != len(first[1]):
                self.is_over = True
                return False
            drawn = self._drawn = DrawnGrid(self._geometry)
            if first is not None:
                drawn.add(*first)
        drawn.add(line, text, row)
        self.is_over = drawn.is_broken
        return drawn.is_whole


@cache
def _layouts() -> dict[int, list[tuple[Geometry, list[int]]]]:
    """Return overlapping squares with the number of cells of each row, by their number of rows."""
    from sudokutools.constraints.variant_rules import LAYOUTS
    from sudokutools.grid.spec import overlapping_of

    found: dict[int, list[tuple[Geometry, list[int]]]] = {}
    for geometry in (overlapping_of(name, None) for name in LAYOUTS):
        numbers = [len({*cells} - geometry.absent) for cells in geometry.row_cells]
        found.setdefault(geometry.rows, []).append((geometry, numbers))
    return found


def kinds_stated(spec: Spec | None) -> set[str]:
    """Return the kinds of clues and regions that are given: keys of UNSAID."""
    if spec is None:
        return set()
    keys = dict(spec.clues or ())
    values = {
        "cages": "cages" in keys,
        "less": "less" in keys,
        "dots": not keys.keys().isdisjoint(("difference", "ratio", "sum")),
        "parity": "even" in keys or "odd" in keys,
        "regions": spec.regions is not None,
    }
    return {kind for kind, is_stated in values.items() if is_stated}


def base_of(geometry: Geometry | None, spec: Spec | None) -> Geometry | None:
    """Return the plain geometry that is required, or implied by `spec`."""
    if spec is None or (geometry is not None and spec.span is None):
        return geometry
    try:
        return spec.base(geometry)
    except SudokuError:
        return None  # Applying `spec` reports it.


def gather(lines: Paragraph, drawn: DrawnGrid) -> DrawnGrid:
    """Take the lines of one drawn grid, and all that were looked at before the first call.

    It ends with its last row, or before a blank line, a comment, JSON or the end of the file;
    blocks of as many rows as a box is high are bands of one grid. If the lines cannot form a grid,
    it pauses now and then, and another call continues it; it ends below a title.
    """
    if not drawn.count:
        for first in lines.lines:
            drawn.add(first, plain_text(first.content))
    drawn.is_paused = False
    while not drawn.is_whole:
        line = lines.at(drawn.count)
        if line is None:
            break
        text = plain_text(line.content)
        if not (text or line.is_lost):
            is_over = not (drawn.may_be_band and _goes_on(lines.at(drawn.count + 1), drawn))
        else:
            is_over = not text or text[0] in "#{[" or drawn.is_full
        if is_over or (len(text) > MAX_ROW and _is_other_record(text, drawn.columns)):
            break
        drawn.add(line, text)
        drawn.look_for_title(line, text)
        is_paused = drawn.is_broken and drawn.count in PAUSES and drawn.is_hopeless
        if is_paused or drawn.title is not None:
            drawn.is_paused = True
            return drawn
        if drawn.is_broken and drawn.count > MAX_LINES:
            drawn.take_prose(lines)
    drawn.settle()
    return drawn


def may_be_pasted(raw: bytes) -> bool:
    """Return whether any line has bars or other signs that `pasted` could read."""
    has_signs = len(raw.translate(None, SIGNS)) < len(raw)
    return has_signs or has_other_signs(raw.decode("latin-1"))


def _goes_on(following: Line | None, drawn: DrawnGrid) -> bool:
    """Return whether a grid continues below a blank line after a band."""
    if following is None:
        return False
    text = plain_text(following.content)
    columns = drawn.columns
    assert columns is not None
    if not text or text[0] in "#{[":
        return False
    if is_border(text):
        return True
    return parse_row(following, text, len(drawn.rows) + 1).cells(columns) is not None


def _is_other_record(text: str, columns: int | None) -> bool:
    """Return whether a line is too long for a row of this grid, and so a `line` record."""
    if is_border(text) or has_bar(text):
        return False
    is_long = word_length(text) > max(2 * (columns or 0), MAX_ROW)
    return is_long and not is_border(without_clues(text)[0])
