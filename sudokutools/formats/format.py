"""A record of text, the format it is in, and the style it is written in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sudokutools.grid import Grid
from sudokutools.reading.records import InputError


class Format:
    """A text format: what it can do, and how its records are written.

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

    has_keys = False
    """Whether a record is an object with keys, which takes whatever is known of it."""

    draws_marks = False
    """Whether it is for people, who like to see the pencil marks of a step as well."""

    empty_sign = "."
    """The sign of an empty cell where no option says it."""

    @property
    def name(self) -> str:
        """The name of the format in options and in the manual: that of its module."""
        return type(self).__module__.rpartition(".")[2]

    def __reduce__(self) -> str:
        """Stay the only object of its kind in other processes."""
        return "FORMAT"

    def __repr__(self) -> str:
        return f"<Format {self.name}>"

    def header(self, columns: Sequence[str]) -> str:  # noqa: ARG002
        """Return what stands above all records, whose grids are called so."""
        return ""

    def write(self, content: Content, style: Style) -> str:
        """Return the text of one record, its last line feed included."""
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

    @property
    def grids(self) -> list[Grid]:
        """The grid and its partner, in the order in which they are written."""
        grids = [self.grid] if self.partner is None else [self.grid, self.partner[1]]
        return grids[::-1] if self.partner_first else grids


class Style:
    """How records are written: the format, the sign of an empty cell, comments, colour."""

    def __init__(
        self, form: Format, empty: str | None = None, comments: bool = True, colour: bool = False
    ) -> None:
        self.format = form
        self.empty = empty or form.empty_sign
        self.comments = comments
        self.colour = colour

    @property
    def form(self) -> str:
        """The name of the format."""
        return self.format.name

    def write(
        self,
        grid: Grid,
        note: str = "",
        comments: Sequence[str] = (),
        extra: dict[str, Any] | None = None,
        partner: tuple[str, Grid] | None = None,
        partner_first: bool = False,
    ) -> str:
        """Write one record, its last line feed included; `Content` tells what belongs to it."""
        kept = comments if self.comments else ()
        content = Content(grid, note, kept, extra or {}, partner, partner_first)
        return self.format.write(content, self)


class Record:
    """One grid of an input with all that belongs to it, or the error that stands in its place.

    number    counted from 1 over all files, bad records included
    grid      None where the record is unreadable; then `error` says why, unless a command
              before this one in a pipe has said so already (`passed_on`)
    format    the format it was read in
    source    the name of its file, and `line` the number of its first line
    raw       the text as it was read, comments and line feeds included
    note      the text after the cells
    comments  the comment lines directly above, each with its `#`
    extra     keys of a JSON object that are not ours
    """

    __slots__ = (
        "comments",
        "error",
        "extra",
        "format",
        "grid",
        "line",
        "note",
        "number",
        "passed_on",
        "raw",
        "source",
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
        self.note = note
        self.comments: list[str] = []
        self.extra: dict[str, Any] = {}
        self.passed_on = False

    @property
    def form(self) -> str:
        """The name of the format."""
        return self.format.name

    @property
    def place(self) -> str:
        """Where the record begins, as messages name it."""
        return f"{self.source}:{self.line}"
