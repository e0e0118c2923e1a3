"""Text formats, files that are read, their records, and the style that records are written in.

These four types refer to each other, so they share a module.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sudokutools.errors import SudokuError
from sudokutools.formats.comments import Comments, plain_comment, printable, raw_of, texts_of
from sudokutools.formats.reading.lines import Clues, InputError, Line, LineSource, Passage
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, grid_needs_comment

if TYPE_CHECKING:
    from sudokutools.formats.columns import Columns, Row
    from sudokutools.formats.reading.spec_comments import SourcedSpec, Statements
    from sudokutools.grid.spec import Spec

PLAIN = "plain grids only"
NINE = "9x9 grids only"
SINGLE = "one grid a record"  # Limits of formats, as in `sdk supports 9x9 grids only`.


class Format:
    """A text format: its properties, and how its records are recognised, read and written.

    Callers check properties, never the name. A format is a subclass of one of the three kinds
    below, in a module of its name that holds the only object as `FORMAT`.
    """

    limits: tuple[str, ...] = (PLAIN,)  # Limits of all records; `refuses` may add others.
    empty_sign = "."  # The default sign of an empty cell.
    is_line = False  # A record is a line of a character a cell, then its note: what blocks read.
    is_drawn = False  # A record takes several lines and ends with a blank one.
    keeps_places = False  # An empty line takes the place of a record without a grid.
    has_comments = True  # Comments may be on lines of their own, also between records.
    has_notes = True
    has_columns = False  # The columns of a data set are kept.
    has_header = False  # Every file is a data set, with `delimiter` between its fields.
    delimiter = ","

    is_regular = False  # Only the cells of two 9x9 grids without notes are written differently.
    has_keys = False  # A record is an object whose keys hold everything known of it.
    has_candidates = False
    has_values = False  # Whether values may begin at another number than 1.
    has_dead_cells = False  # A cell may have no candidate at all.
    draws_marks = False  # It is for people, who like to see the pencil marks of a step as well.
    has_controls = False  # Its parser reports control characters, which else make a line invalid.

    @property
    def name(self) -> str:
        return type(self).__module__.rpartition(".")[2].replace("_", "-")

    def __reduce__(self) -> str:
        return "FORMAT"  # Other processes have the same single object.

    def __repr__(self) -> str:
        return f"<Format {self.name}>"

    def recognises(self, file: File, text: bytes) -> bool:
        """Return whether a line with the signature of the registry is of this format."""
        return True

    def knows(self, value: Mapping[str, Any]) -> bool:
        """Return whether a JSON object with a key of the registry is of this format."""
        return False

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        """Read what begins on a line; `text` is the line without colours and surrounding blanks.

        Takes the lines that belong to it from `file.lines`. Invalid records carry their error: only
        errors of the operating system are raised.
        """
        raise NotImplementedError

    def header(self, columns: Sequence[str]) -> str:
        """Return the text above all records; `columns` are the names of their grids."""
        return ""

    def preface(self, comments: Sequence[str], extra: Mapping[str, Any]) -> str:
        """Return the text above all records if the first one fills it; "": use `header`."""
        return ""

    def footer(self) -> str:
        """Return the text below all records."""
        return ""

    def refuses(self, content: Content) -> str:
        """Return why the format cannot hold a record (`sdk supports 9x9 grids only`), or ""."""
        if not self.has_values and content.grid.geometry.values[0] != 1:
            return f"{self.name} supports values from 1 only"
        if not self.limits:
            return ""
        holds = {
            PLAIN: content.grid.is_plain,
            NINE: content.grid.geometry.base is Geometry.of(3, 3),
            SINGLE: content.partner is None,
        }
        broken = next((limit for limit in self.limits if not holds[limit]), "")
        return f"{self.name} supports {broken}" if broken else ""

    def hides(self, grid: Grid) -> bool:
        """Return whether a record needs a comment with the rules or the geometry of its grid."""
        return False

    def write(self, content: Content, style: Style) -> str:
        """Return the text of a record that is not refused, with its last line feed."""
        raise NotImplementedError

    def dump(self, content: dict[str, Any]) -> str:
        """Return an object without a grid, with its line feed; only if `has_keys`."""
        raise NotImplementedError

    def tagged(
        self, record: Record, facts: dict[str, Any], stale: Container[str], style: Style
    ) -> str:
        """Return a record with facts as keys, and without `stale` ones; only if `has_keys`."""
        raise NotImplementedError

    def empty_place(self, record: Record) -> str:
        """Return what keeps outputs aligned with inputs if a record has no grid to write."""
        return "\n"

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:
        """Return the text instead of the solution, or instead of puzzle and solution."""
        return self.empty_place(record)


class LineFormat(Format):
    """A format whose records are lines."""

    keeps_places = True


class DrawnFormat(Format):
    """A format whose records are drawings, with a blank line below."""

    is_drawn = True

    def hides(self, grid: Grid) -> bool:
        return not grid.is_plain or grid_needs_comment(grid.geometry)

    def empty_place(self, record: Record) -> str:
        return ""


class ObjectFormat(Format):
    """A format whose records are objects of JSON or elements of XML."""

    has_comments = False
    has_controls = True


class Content(NamedTuple):
    """The parts of a record for output.

    `partner` is a second grid and its key, such as the puzzle of a solution: written as a key, as a
    column, next to the grid in a drawing, or in the note; before the grid with `partner_first`.
    """

    grid: Grid
    note: str
    comments: Sequence[str]
    extra: dict[str, Any]
    partner: tuple[str, Grid] | None
    partner_first: bool
    row: Row | None = None
    facts: Sequence[str] = ()

    @property
    def grids(self) -> list[Grid]:
        """The grid and its partner in the order in which they are written."""
        grids = [self.grid] if self.partner is None else [self.grid, self.partner[1]]
        return grids[::-1] if self.partner_first else grids


class RefusalError(SudokuError):
    """A format cannot hold a record."""


class Style:
    """How records are written: the format, the sign of an empty cell, comments, colour."""

    says_geometry = False  # Drawings state their geometry, because an earlier one stated another.
    loss = ""  # Parts of a grid that the format cannot hold, for a warning.
    columns: Columns | None = None  # Of the data set being written.
    fields = ""  # The separator of blocks that write only the fields that a command adds.

    def __init__(
        self, form: Format, empty: str | None = None, comments: bool = True, colour: bool = False
    ) -> None:
        self.format = form
        self.empty = empty or form.empty_sign
        self.rewrites = empty is not None  # Grids do not stay as they were read.
        self.comments = comments
        self.colour = colour

    def write(
        self,
        grid: Grid,
        note: str = "",
        comments: Sequence[str] = (),
        extra: dict[str, Any] | None = None,
        partner: tuple[str, Grid] | None = None,
        partner_first: bool = False,
        row: Row | None = None,
        facts: Sequence[str] = (),
    ) -> str:
        """Return the text of a `Content`, with its last line feed. Raises RefusalError if it cannot
        be held.
        """
        grid = self._supported(grid)
        if partner is not None:
            partner = partner[0], self._supported(partner[1])
        if not self.format.has_controls:
            note = printable(note)
            comments = [plain_comment(printable(comment)) for comment in comments]
        kept = comments if self.comments else ()
        content = Content(grid, note, kept, extra or {}, partner, partner_first, row, facts)
        reason = self.format.refuses(content)
        if reason:
            raise RefusalError(reason)
        return self.format.write(content, self)

    def as_read(self, record: Record, facts: Sequence[str] = ()) -> str:
        """Return the row of a record with its grid as it was read, in a data set."""
        columns, grid = self.columns, record.grid
        assert columns is not None
        is_rewritten = self.rewrites and columns.targets[0] == columns.place
        is_new = grid is not None and (record.row is None or is_rewritten)
        grids = [grid] if grid is not None and is_new else []
        line = columns.line(record.row, grid, grids, self.empty, facts, record.note)
        comments = record.comments if self.comments and self.format.has_comments else ()
        return "".join(f"{comment}\n" for comment in comments) + line

    @property
    def separator(self) -> bytes | None:
        """What separates two grids on a line that blocks write; None: blocks do not write it."""
        if self.fields:
            return self.fields.encode()
        if self.columns is not None:
            return self.columns.separator.encode() if self.columns.is_bare else None
        return b"\t" if self.format.is_line else None

    def _supported(self, grid: Grid) -> Grid:
        if not grid.candidates or self.format.has_candidates:
            if 0 in (grid.candidates or ()) and not self.format.has_dead_cells:
                raise RefusalError(f"{self.format.name} supports no cells without candidates")
            return grid
        self.loss = f"format {self.format.name} does not support candidates: omitted"
        return grid.without_candidates()


ANSWER_KEYS = ("puzzle", "solution", "status", "record", "solution_number", "error")
"""The keys of an object that hold the answer of a command."""


class Record:
    """One grid of an input with everything that belongs to it, or an error instead.

    `grid` is None if the record is unreadable; `error` is the reason, unless an earlier command of
    a pipe has reported it. `format` is the one it was read in, `raw` the text as it was read, with
    comments and line feeds; `note` is the text after the cells, `line` the number of the first.
    """

    number = 0  # Counted from 1 over all files, invalid records included.
    source = "-"  # The name of its file.
    is_foreign = False  # `raw` is text of another program, not of `format`.
    row: Row | None = None  # Its fields in a data set.
    warning = ""
    is_alone = False  # It is known that its line is nothing else.
    is_parted = False  # From the next by an empty line, which then takes the place of no record.
    passed_on = False  # An earlier command of a pipe has reported the error.
    part = 0  # The number of the answer wanted, from 0, if it gets several...
    parts = 1  # ... and how many of them are wanted.

    def __init__(
        self,
        form: Format,
        grid: Grid | None = None,
        error: InputError | None = None,
        raw: bytes = b"",
        note: str = "",
        line: int = 0,
    ) -> None:
        self.format = form
        self.grid = grid
        self.error = error
        self.raw = raw
        self.note = note
        self.line = line
        self.comments: list[str] = []  # The comment lines directly above, each with its `#`.
        self.extra: dict[str, Any] = {}  # The unknown keys of a JSON object.

    @property
    def given(self) -> Grid:
        """The grid of a readable record; workers answer no others."""
        assert self.grid is not None
        return self.grid

    def kept_keys(self, *stale: str) -> dict[str, Any]:
        """Return the keys that also hold for another grid: neither answers nor `stale`."""
        dropped = {*ANSWER_KEYS, *stale}
        return {key: value for key, value in self.extra.items() if key not in dropped}

    @property
    def place(self) -> str:
        """Where the record begins, for messages."""
        return f"{self.source}:{self.line}"


class File:
    """A file that is read, and the knowledge of it from options and earlier lines."""

    example: Geometry | None = None  # That of the last grid, which the next one probably has.
    has_places = True  # An empty line may take the place of a record, as among lines.
    is_first = True  # Nothing but comments and blank lines so far.
    is_unknown = False  # It was reported as of unknown format: invalid records are skipped.
    statements: Statements | None = None  # Rules by comments.

    def __init__(
        self,
        lines: LineSource,
        source: str,
        geometry: Geometry | None,
        form: Format | None,
        column: str | None,
        prefers: Sequence[str],
        sourced: SourcedSpec | None,
    ) -> None:
        self.lines = lines  # The following ones.
        self.source = source  # Its name in messages.
        self.geometry = geometry  # Required by an option or by the last comment that states one.
        self.format = form  # Of everything that follows, if an option or a header states it.
        self.column = column  # The column of the grid by option: a number or a name.
        self.sourced = sourced  # Rules and clues by option, for records that state none.
        self.prefers = prefers  # Names of the column of the grid, the likeliest first.
        self.last = form if form is not None and form.is_line else None  # That of the last record.
        self.memory: dict[Format, Any] = {}  # The state of formats for this file.
        self.comments = Comments()  # Waiting for the next record.
        self._forced_geometry = geometry

    def bad(self, form: Format, message: str, number: int, raw: bytes) -> Record:
        """Return an unreadable record whose error is on line `number`."""
        return Record(form, None, InputError(message, self.source, number), raw, line=number)

    def finish(self, record: Record) -> Record:
        """Give a record the comments above it and the rules stated for it, and remember it."""
        taken: list[Line] = []
        if self.comments.lines:
            is_object = isinstance(record.format, ObjectFormat)  # Its keys hold comments.
            taken = self.comments.take(only_clues=not (record.format.has_comments or is_object))
            record.comments = [*texts_of(taken), *record.comments]
            record.raw = raw_of(taken) + record.raw
        clues = [line for line in taken if isinstance(line, Clues)]
        self.last = record.format
        is_lost = self.comments.has_lost_clues
        if self.sourced is not None or self.statements is not None or clues or is_lost:
            self._apply_rules(record, clues)
        if self.comments.kinds or "=" in record.note:
            self._warn(record)
        if record.grid is not None:
            self.example = record.grid.geometry.base
            self.has_places = record.format.keeps_places and not record.is_parted
        return record

    def _warn(self, record: Record) -> None:
        from sudokutools.formats.reading.spec_comments import kinds_of, warning_of

        kinds, self.comments.kinds = self.comments.kinds, {}
        if record.grid is not None:
            found = warning_of(kinds | dict.fromkeys(kinds_of(record.note)), record.grid)
            record.warning = "; ".join(filter(None, [record.warning, found]))

    def _apply_rules(self, record: Record, clues: Sequence[Line]) -> None:
        from sudokutools.formats.reading.spec_comments import clues_of

        is_lost, self.comments.has_lost_clues = self.comments.has_lost_clues, False
        block = self.statements
        if block is not None:
            block.end_block()
        if record.grid is None:
            return
        grid = record.grid
        try:
            if is_lost:
                raise SudokuError("comments with clues are too long")
            if block is not None and block.has_rules:
                grid = block.sourced().apply(grid)
                text = block.text(grid.geometry)
                record.raw = text.encode("utf-8", "surrogateescape") + record.raw
            if clues:
                grid = clues_of(clues).apply(grid)
            record.grid = grid if self.sourced is None else self.sourced.apply(grid)
        except SudokuError as error:
            record.grid = None
            record.error = InputError(str(error), self.source, record.line)

    @property
    def spec(self) -> Spec | None:
        """What comments and options state of the grid that is being read; None: nothing."""
        if self.sourced is None and self.statements is None and not self.comments.lines:
            return None
        from sudokutools.formats.reading.spec_comments import clues_of, merged

        sourced = [] if self.sourced is None else [self.sourced]
        clues = self.comments.clues
        try:
            if self.statements is not None and self.statements.has_rules:
                sourced.append(self.statements.sourced())
            if clues:
                sourced.append(clues_of(clues))
        except SudokuError:
            pass  # `_apply_rules` reports it.
        return merged(sourced)

    def passed_comments(self) -> list[Passage]:
        return self.comments.pass_on("blank" if self.has_places else "separator")
