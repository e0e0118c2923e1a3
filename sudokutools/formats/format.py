"""A text format, the file it is read from, its records, and the style they are written in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.lines import Clues, InputError, Line, LineSource, Passage, Prose
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, grid_needs_comment
from sudokutools.grid.keys import PUZZLE_COLUMNS

if TYPE_CHECKING:
    from sudokutools.formats.columns import Columns, Row
    from sudokutools.formats.reading.spec_comments import Statements, Told
    from sudokutools.grid.spec import Said


class Format:
    """A text format: what it can do, and how its records are recognised, read and written.

    The attributes are questions that others ask of a format, with the answer of most formats; they
    never ask for its name. A subclass stands in a module named as the format, with its only
    object as `FORMAT`.
    """

    is_line = False
    """Whether a record is a line of a character a cell, then its note: what blocks read."""

    separator: bytes | None = None
    """What parts two grids on a line that blocks write; None: blocks do not write this format."""

    keeps_places = False
    """Whether an empty line stands in the place of a record, read and written."""

    is_drawn = False
    """Whether a record takes several lines, and a blank one parts it from the next."""

    has_comments = True
    """Whether comments may stand on lines of their own, between records, too."""

    has_notes = True
    """Whether a record has a place for a note."""

    has_columns = False
    """Whether the columns of a data set are handed on."""

    has_keys = False
    """Whether a record is an object with keys, which takes whatever is known of it."""

    has_partner = True
    """Whether a record has a place for a second grid, such as the solution."""

    is_for_nine = False
    """Whether it holds 9x9 grids and no others."""

    has_candidates = False
    """Whether a record has a place for the candidates of its grid."""

    has_variants = False
    """Whether a record has a place for the rules and clues of a variant."""

    draws_marks = False
    """Whether it is for people, who like to see the pencil marks of a step as well."""

    has_controls = False
    """Whether its reading says what control characters are; elsewhere they make a line bad."""

    empty_sign = "."
    """The sign of an empty cell where no option says it."""

    @property
    def name(self) -> str:
        """The name of the format in options and in the manual: that of its module."""
        return type(self).__module__.rpartition(".")[2].replace("_", "-")

    def __reduce__(self) -> str:
        """Stay the only object of its kind in other processes."""
        return "FORMAT"

    def __repr__(self) -> str:
        return f"<Format {self.name}>"

    def recognises(self, file: File, text: bytes) -> bool:  # noqa: ARG002
        """Tell whether a line, which has the signature of the registry, is of this format."""
        return True

    def knows(self, value: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Tell whether a JSON object, which has a key of the registry, is of this format."""
        return False

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        """Read what begins on a line: `text` is all of it but colours and the blanks around.

        Takes from `file.lines` what belongs to it, and no more. What is wrong with a record stands
        in the record: nothing raises but errors of the operating system.
        """
        raise NotImplementedError

    def header(self, columns: Sequence[str]) -> str:  # noqa: ARG002
        """Return what stands above all records, whose grids are called so."""
        return ""

    def preface(self, comments: Sequence[str], extra: Mapping[str, Any]) -> str:  # noqa: ARG002
        """Return what stands above all records where the first one says it; "": `header` does."""
        return ""

    def footer(self) -> str:
        """Return what stands below all records."""
        return ""

    def refuses(self, content: Content) -> str:
        """Return why the format cannot hold a record, such as `sdk holds 9x9 grids only`, or ""."""
        if not self.has_variants and not content.grid.is_plain:
            return f"{self.name} holds plain grids only"
        if self.is_for_nine and content.grid.geometry.base is not Geometry.of(3, 3):
            return f"{self.name} holds 9x9 grids only"
        if content.partner is not None and not self.has_partner:
            return f"{self.name} holds one grid a record"
        return ""

    def hides(self, grid: Grid) -> bool:
        """Tell whether a drawing does not show what it is of, so that a comment has to say it."""
        return self.is_drawn and (not grid.is_plain or grid_needs_comment(grid.geometry))

    def write(self, content: Content, style: Style) -> str:
        """Return the text of one record, its last line feed included; none that is refused."""
        raise NotImplementedError

    def dump(self, content: dict[str, Any]) -> str:
        """Return an object that is no grid, its line feed included: with `has_keys` only."""
        raise NotImplementedError

    def empty_place(self, record: Record) -> str:  # noqa: ARG002
        """Return what keeps outputs aligned with inputs where a record has no grid to write."""
        return "" if self.is_drawn else "\n"

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:  # noqa: ARG002
        """Return what stands in the place of the solution, or of puzzle and solution."""
        return self.empty_place(record)


_CONTROLS = {
    code: f"\\x{code:02x}" for code in (*range(0x09), *range(0x0E, 0x20))
}  # Those that make a line bad.

_NO_BYTES = "[\ud800-\udc7f\udd00-\udfff]"
"""Halves of characters, which JSON may have; the others stand for bytes that are no UTF-8."""


def printable(text: str) -> str:
    r"""Return a note or comment with escapes for what no line may have.

    >>> print(printable("a\x07b"))
    a\x07b
    """
    if text.isprintable():
        return text
    return re.sub(_NO_BYTES, lambda found: f"\\u{ord(found[0]):04x}", text.translate(_CONTROLS))


def plain_comment(comment: str) -> str:
    """Return a comment that says something, but nothing of the grids that follow.

    >>> plain_comment("# about this one"), plain_comment("# box 2x2")
    ('# about this one', '# note: box 2x2')
    """
    from sudokutools.formats.reading.spec_comments import statement_of

    return comment if statement_of(comment.strip()) is None else f"# note: {comment[2:]}"


class Content(NamedTuple):
    """What is written of one record.

    `partner` is a second grid with its key, such as the puzzle of a solution: a key where a format
    has keys, a column in a table, beside the grid in a drawing, and else part of the note; with
    `partner_first` it comes before the grid.
    """

    grid: Grid
    note: str
    comments: Sequence[str]
    extra: dict[str, Any]
    partner: tuple[str, Grid] | None
    partner_first: bool
    row: Row | None = None
    told: str = ""

    @property
    def grids(self) -> list[Grid]:
        """The grid and its partner, in the order in which they are written."""
        grids = [self.grid] if self.partner is None else [self.grid, self.partner[1]]
        return grids[::-1] if self.partner_first else grids


class RefusalError(SudokuError):
    """Say why a format cannot hold a record."""


class Style:
    """How records are written: the format, the sign of an empty cell, comments, colour."""

    def __init__(
        self, form: Format, empty: str | None = None, comments: bool = True, colour: bool = False
    ) -> None:
        self.format = form
        self.empty = empty or form.empty_sign
        self.comments = comments
        self.colour = colour
        self.says_geometry = False
        """Whether a drawing says its geometry even where it shows it: another was said above."""
        self.lost_candidates = False
        """Whether a grid was written without the candidates that it had."""
        self.columns: Columns | None = None
        """The columns of the data set that is written; None: it is none."""
        self.has_spec = False
        """Whether a table has a column of rules and clues."""

    def write(
        self,
        grid: Grid,
        note: str = "",
        comments: Sequence[str] = (),
        extra: dict[str, Any] | None = None,
        partner: tuple[str, Grid] | None = None,
        partner_first: bool = False,
        row: Row | None = None,
        told: str = "",
    ) -> str:
        """Write one record, its last line feed included; `Content` tells what belongs to it.

        RefusalError: the format cannot hold it.
        """
        if grid.candidates and not self.format.has_candidates:
            grid = self._without_candidates(grid)
        if partner is not None and partner[1].candidates and not self.format.has_candidates:
            partner = partner[0], self._without_candidates(partner[1])
        if not self.format.has_controls:
            note = printable(note)
            comments = [plain_comment(printable(comment)) for comment in comments]
        kept = comments if self.comments else ()
        content = Content(grid, note, kept, extra or {}, partner, partner_first, row, told)
        reason = self.format.refuses(content)
        if reason:
            raise RefusalError(reason)
        return self.format.write(content, self)

    def _without_candidates(self, grid: Grid) -> Grid:
        self.lost_candidates = True
        return grid.without_candidates()


ANSWER_KEYS = ("puzzle", "solution", "status", "record", "solution_number", "error")
"""The keys of an object that tell what a command made of it."""


class Record:
    """One grid of an input with all that belongs to it, or the error that stands in its place.

    number    counted from 1 over all files, bad records included
    grid      None where the record is unreadable; then `error` says why, unless a command
              before this one in a pipe has said so already (`passed_on`)
    format    the format it was read in
    source    the name of its file, and `line` the number of its first line
    raw       the text as it was read, comments and line feeds included
    is_foreign  whether that is text of another program, and not of `format`
    note      the text after the cells
    comments  the comment lines directly above, each with its `#`
    extra     keys of a JSON object that are not ours
    row       its fields in a data set
    warning   what a reader ought to know of it; "": nothing
    """

    __slots__ = (
        "comments",
        "error",
        "extra",
        "format",
        "grid",
        "is_foreign",
        "line",
        "note",
        "number",
        "passed_on",
        "raw",
        "row",
        "source",
        "warning",
    )

    def __init__(
        self,
        form: Format,
        grid: Grid | None = None,
        error: InputError | None = None,
        raw: bytes = b"",
        note: str = "",
    ) -> None:
        self.number = 0
        self.source = "-"
        self.line = 0
        self.format = form
        self.grid = grid
        self.error = error
        self.raw = raw
        self.is_foreign = False
        self.note = note
        self.comments: list[str] = []
        self.extra: dict[str, Any] = {}
        self.row: Row | None = None
        self.warning = ""
        self.passed_on = False

    def kept_keys(self, *stale: str) -> dict[str, Any]:
        """Return the keys that stay true of another grid: neither answers nor `stale`."""
        dropped = {*ANSWER_KEYS, *stale}
        return {key: value for key, value in self.extra.items() if key not in dropped}

    @property
    def place(self) -> str:
        """Where the record begins, as messages name it."""
        return f"{self.source}:{self.line}"


class File:
    """A file that is read: what options, and the lines that were read, say of the next ones.

    lines     those that follow
    source    its name in messages
    geometry  the one that is demanded by an option or by the last comment that says one
    format    that of all that follows, if an option or a header says it
    column    the column of the grid, if an option says it: a number or a name
    prefers   the names of columns that are taken for that of the grid, the likeliest first
    last      the format of the record before
    example   the geometry of the last grid, which a grid may or may not have as well
    has_places  whether an empty line may stand in the place of a record, as among lines
    is_first  whether nothing but comments and blank lines came before
    is_unknown  whether it was told that this is of no known format: what is bad is passed over
    memory    what a format remembers of this file
    told      what options say of records that say nothing themselves; None: nothing
    statements  what comments do
    """

    def __init__(
        self,
        lines: LineSource,
        source: str,
        geometry: Geometry | None,
        form: Format | None,
        column: str | None,
        prefers: Sequence[str] = PUZZLE_COLUMNS,
    ) -> None:
        self.lines = lines
        self.source = source
        self.geometry = geometry
        self.format = form
        self.column = column
        self.prefers = prefers
        self.last = form if form is not None and form.is_line else None
        self.example: Geometry | None = None
        self.has_places = True
        self.is_first = True
        self.is_unknown = False
        self.memory: dict[Format, Any] = {}
        self.told: Told | None = None
        self.statements: Statements | None = None
        self._forced_geometry = geometry
        self._comments: list[Line] = []
        self._comment_length = 0
        self._lost_clues = False

    def bad(self, form: Format, message: str, number: int, raw: bytes) -> Record:
        """Return what stands in the place of an unreadable record; `number` is that of its line."""
        record = Record(form, error=InputError(message, self.source, number), raw=raw)
        record.line = number
        return record

    def finish(self, record: Record) -> Record:
        """Give a record the comments above it, what is said of it, and remember what it was."""
        clues: list[Line] = []
        if self._comments:
            clues = [line for line in self._comments if isinstance(line, Clues)]
            others = [line for line in self._comments if not isinstance(line, Clues)]
            taken, left = self._comments, []
            if not record.format.has_comments:
                taken, left, others = clues, others, []
            self._keep_comments(left)
            record.comments = [
                comment.decode("utf-8", "surrogateescape").rstrip("\r\n")
                for comment in map(_comment, others)
                if comment
            ]
            record.raw = b"".join(_content(line) + b"\n" for line in taken) + record.raw
        self.last = record.format
        if self.told is not None or self.statements is not None or clues or self._lost_clues:
            self._say(record, clues)
        if record.grid is not None:
            self.example = record.grid.geometry.base
            self.has_places = record.format.keeps_places
        return record

    def _say(self, record: Record, clues: Sequence[Line]) -> None:
        """Give a record the rules and clues that comments and options say of it."""
        from sudokutools.formats.reading.spec_comments import clues_of

        is_lost, self._lost_clues = self._lost_clues, False
        block = self.statements
        if block is not None:
            block.end_block()
        if record.grid is None:
            return
        grid = record.grid
        try:
            if is_lost:
                raise SudokuError("the comments with its clues are too long")
            if block is not None and block.has_rules:
                grid = block.told().apply(grid)
                record.raw = (
                    block.text(grid.geometry).encode("utf-8", "surrogateescape") + record.raw
                )
            if clues:
                grid = clues_of(clues).apply(grid)
            record.grid = grid if self.told is None else self.told.apply(grid)
        except SudokuError as error:
            record.grid = None
            record.error = InputError(str(error), self.source, record.line)

    @property
    def said(self) -> Said | None:
        """What is said of the grid that is being read, by comments or by options; None: nothing."""
        from sudokutools.formats.reading.spec_comments import clues_of, merged

        told = [] if self.told is None else [self.told]
        clues = [line for line in self._comments if isinstance(line, Clues)]
        try:
            if self.statements is not None and self.statements.has_rules:
                told.append(self.statements.told())
            if clues:
                told.append(clues_of(clues))
        except SudokuError:
            pass  # The record is told so.
        return merged(told)

    def passed_comments(self) -> list[Passage]:
        """Return the comments that belong to no record after all."""
        blank = "blank" if self.has_places else "separator"
        taken = self._comments
        self._keep_comments([line for line in taken if isinstance(line, Clues)])
        return [
            Passage("comment" if comment else blank, comment + b"\n")
            for comment in map(_comment, [line for line in taken if not isinstance(line, Clues)])
        ]

    def _keep_comments(self, comments: list[Line]) -> None:
        self._comments = comments
        self._comment_length = sum(len(_content(line)) + 1 for line in comments)


def _content(line: Line) -> bytes:
    assert line.content is not None
    return line.content


def _comment(line: Line) -> bytes:
    """Return the comment that a line is, with its `#`; nothing for a blank one below prose."""
    content = _content(line)
    if not isinstance(line, Prose):
        return content if content.strip() else b""
    return (b"# " + content.strip().lstrip(b"%/").lstrip()).rstrip()
