"""`sudoku-check --canonical` and `--shuffle`: grids that are equivalent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sudokutools._support import core
from sudokutools._support.request import ANY, Known
from sudokutools._support.streams import Stream
from sudokutools.blocks.block import Work
from sudokutools.blocks.canonical import CanonicalBlocks, ShuffleBlocks
from sudokutools.canonical.form import Symmetry, canonical_form, random_symmetry
from sudokutools.cli.check.checker import CheckRequest, Mode
from sudokutools.cli.run.blocks import grid_of_line
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Deadline, Message, Outcome, has_blocks
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record, Style
from sudokutools.grid.grid import Grid, format_line
from sudokutools.grid.keys import PUZZLE_COLUMNS, SOLUTION_COLUMNS

if TYPE_CHECKING:
    from sudokutools.blocks.block import Event


COPY = "copy"  # The column and key of the number of a copy.
SIGNS = ".0_*?-"  # The signs of empty cells.


class Canonical(Mode):
    """Write the canonical form of every record, without note and comments or a verdict."""

    own_column = "grid"
    kinds = (Outcome(status=Exit.NO), Outcome())

    KNOWN: ClassVar[Known] = dict.fromkeys(("converts", "tallies", "layout"), ANY)

    def __call__(self, record: Record, style: Style) -> Outcome:
        grid, row = record.given, record.row
        form = self._form_of(grid)
        if not isinstance(form, Grid):
            return self.refused(record, style, form)
        if row is not None:  # Other grids of the record belong to this one.
            row = row._replace(texts=[_text_image(text, grid, None) for text in row.texts])
        keys = {key: _value_image(key, value, grid, None) for key, value in record.extra.items()}
        extra = {key: value for key, value in keys.items() if value not in ("", [])}
        return Outcome(style.write(form, extra=extra, row=row))

    def _form_of(self, grid: Grid) -> Grid | str:
        if not grid.is_plain:
            return "--canonical: plain grids only"
        try:
            return canonical_form(grid, Deadline(self.request.timeout))
        except SudokuError as error:
            return str(error)

    def blocks(self, style: Style) -> Work | None:
        has_any = style.format.is_line and has_blocks(self.request, self.KNOWN)
        return CanonicalBlocks(style.empty) if has_any else None

    def message_of(self, event: Event, place: str) -> Message:
        return Message(f"{place}: {self._form_of(grid_of_line(event.text))}")


class Shuffle(Mode):
    """Write random equivalents of all grids of every record together.

    Data sets and objects keep everything else; in other formats notes and comments are dropped.
    """

    own_column = "grid"

    KNOWN: ClassVar[Known] = {
        **dict.fromkeys(("key", "start", "converts", "tallies", "layout"), ANY),
        "number": range(1, 17),
    }
    """The fields that blocks support: more copies would take too much memory."""

    def __init__(self, request: CheckRequest) -> None:
        super().__init__(request)
        self.places = request.number

    @property
    def facts(self) -> Sequence[str]:  # type: ignore[override]
        return [COPY] * (self.request.number > 1)

    def __call__(self, record: Record, style: Style) -> Outcome:
        grid, request = record.given, self.request
        assert request.key is not None
        if not grid.is_plain:
            return self.refused(record, style, "--shuffle: plain grids only")
        work = self._work(style) if grid.is_classic and core.native() is not None else None
        if work is not None:
            row = record.row
            text = format_line(grid, ".") if row is None else row.separator.join(row.texts)
            answer = work(text.encode("utf-8", "surrogateescape"), record.number)
            if answer.records and (row is None) == (style.columns is None):
                return Outcome(answer.output.decode("utf-8", "surrogateescape"))
        first = (request.start + record.number - 1) * request.number
        texts = []
        for copy in range(request.number):
            symmetry = random_symmetry(grid.geometry, Stream.from_key(request.key, first + copy))
            texts.append(_image(record, style, symmetry, copy + 1 if request.number > 1 else None))
        return Outcome("".join(texts))

    def _work(self, style: Style) -> Work | None:
        """Return the work on lines or rows of a style; None: it has no kernel."""
        request, columns = self.request, style.columns
        assert request.key is not None
        if style.format.is_line:
            return ShuffleBlocks(request.key, request.start, request.number, empty=style.empty)
        if columns is None or columns.place is None or columns.spec is not None:
            return None
        if list(columns.facts) != [columns.width] * len(self.facts):
            return None
        row = ord(columns.separator), columns.width, columns.place
        empty = style.empty if style.rewrites else ""
        return ShuffleBlocks(request.key, request.start, request.number, row, empty)

    def blocks(self, style: Style) -> Work | None:
        return self._work(style) if has_blocks(self.request, self.KNOWN) else None


def _image(record: Record, style: Style, symmetry: Symmetry, copy: int | None) -> str:
    grid, row, columns = record.given, record.row, style.columns
    number = [] if copy is None else [str(copy)]
    if row is not None and columns is not None:
        empty = style.empty if style.rewrites else ""
        texts = [_text_image(text, grid, symmetry, empty) for text in row.texts]
        return columns.line(row._replace(texts=texts), None, [], empty, number)
    if not style.format.has_keys:
        return style.write(symmetry(grid), facts=number)
    extra = {key: _value_image(key, value, grid, symmetry) for key, value in record.extra.items()}
    extra |= {} if copy is None else {COPY: copy}
    return style.write(symmetry(grid), record.note, record.comments, extra)


def _text_image(text: str, grid: Grid, symmetry: Symmetry | None, empty: str = "") -> str:
    """Return the image of a field that is a grid of the same geometry, or ""; others stay."""
    from sudokutools.formats.columns import unquoted
    from sudokutools.formats.csv import cells_of_field

    cells = unquoted(text).partition("\t")[0].strip()
    values = cells_of_field(cells.encode("utf-8", "surrogateescape"))
    if values is None or len(values) != len(grid.cells) or max(values) > grid.geometry.n:
        return text
    if symmetry is None:
        return ""
    sign = empty or next((sign for sign in cells if sign in SIGNS), ".")
    image = format_line(symmetry(Grid(grid.geometry, values)), sign)
    return text.replace(cells, image, 1)


def _value_image(key: str, value: Any, grid: Grid, symmetry: Symmetry | None) -> Any:
    from sudokutools.formats.json import grid_of_json, rows_of

    if isinstance(value, str):
        return _text_image(value, grid, symmetry)
    if key not in (*PUZZLE_COLUMNS, *SOLUTION_COLUMNS):
        return value
    try:
        other = grid_of_json(value, grid.geometry, None)
    except SudokuError:
        return value
    return rows_of(symmetry(other)) if symmetry is not None else []
