"""`sudoku-check --canonical`, `--shuffle` and `--dedupe`: grids that are equivalent."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from sudokutools._support import core
from sudokutools._support.request import ANY, Known
from sudokutools._support.streams import Stream
from sudokutools.blocks.block import Work
from sudokutools.blocks.canonical import CanonicalBlocks, KeyBlocks, ShuffleBlocks
from sudokutools.canonical.class_name import class_of
from sudokutools.canonical.form import Symmetry, canonical_form, random_symmetry
from sudokutools.checking.facts import Verdict
from sudokutools.cli.checking import CheckRequest, Filter
from sudokutools.cli.run.blocks import grid_of_line
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import (
    BlockPlan,
    Deadline,
    Kind,
    Message,
    Outcome,
    Worker,
    has_blocks,
)
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record, Style
from sudokutools.grid.grid import Grid, format_line
from sudokutools.grid.keys import PUZZLE_COLUMNS, SOLUTION_COLUMNS
from sudokutools.solving.solving import solutions

if TYPE_CHECKING:
    from sudokutools.blocks.block import Answer, Event

COPY = "copy"  # The column and key of the number of a copy.
SIGNS = ".0_*?-"  # The signs of empty cells.
DUPLICATES = "duplicates"


class Canonical(Worker):
    """Write the canonical form of every record, without note and comments or a verdict."""

    own_column = "grid"

    KNOWN: ClassVar[Known] = {"converts": ANY, "tallies": ANY}

    def __init__(self, request: CheckRequest) -> None:
        self.request = request

    def __call__(self, record: Record, style: Style) -> Outcome:
        grid, row = record.grid, record.row
        assert grid is not None
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

    def blocks(self, style: Style) -> BlockPlan | None:
        if not style.format.is_line or not has_blocks(self.request, self.KNOWN):
            return None
        return BlockPlan(CanonicalBlocks(style.empty), (Kind(status=Exit.NO), Kind()), self._why)

    def _why(self, event: Event, place: str) -> Message:
        return Message(f"{place}: {self._form_of(grid_of_line(event.text))}")


class Shuffle(Worker):
    """Write random equivalents of all grids of every record together.

    Data sets and objects keep everything else; in other formats notes and comments are dropped.
    """

    own_column = "grid"

    KNOWN: ClassVar[Known] = {
        "key": ANY, "start": ANY, "number": range(1, 17), "converts": ANY, "tallies": ANY
    }  # fmt: skip
    """The fields that blocks support: more copies would take too much memory."""

    def __init__(self, request: CheckRequest) -> None:
        self.request = request
        self.places = request.number

    @property
    def facts(self) -> Sequence[str]:  # type: ignore[override]
        return [COPY] * (self.request.number > 1)

    def __call__(self, record: Record, style: Style) -> Outcome:
        grid, request = record.grid, self.request
        assert grid is not None
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

    def blocks(self, style: Style) -> BlockPlan | None:
        work = self._work(style) if has_blocks(self.request, self.KNOWN) else None
        return None if work is None else BlockPlan(work, (Kind(),))


def _image(record: Record, style: Style, symmetry: Symmetry, copy: int | None) -> str:
    assert record.grid is not None
    grid, row, columns = record.grid, record.row, style.columns
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


class Classes:
    """A set of classes in 7 bytes each, and 4 MB.

    Classes with the same first two bytes share an array of their other bytes, which is searched as
    a text: at ten million classes in 0.2 microseconds.

    >>> classes = Classes()
    >>> [classes.add(key) for key in (b"12345678", b"12abcdef", b"12345678", b"12345678")]
    [True, True, False, False]
    """

    def __init__(self) -> None:
        self._rests = [bytearray() for _ in range(1 << 16)]

    def add(self, key: bytes) -> bool:
        rests, rest = self._rests[key[0] << 8 | key[1]], key[2:]
        at = rests.find(rest)
        while at > 0 and at % len(rest):
            at = rests.find(rest, at + 1)
        if at < 0:
            rests += rest
        return at < 0


class Dedupe(Filter):
    """Write the first record of each class, as read, and every record without a class."""

    def __init__(self, request: CheckRequest, by_solution: bool) -> None:
        super().__init__(request)
        self.by_solution = by_solution
        self.classes = Classes()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the classes: other processes only find those of records."""
        return Dedupe, (self.request, self.by_solution)

    def __call__(self, record: Record, style: Style) -> Outcome:
        assert record.grid is not None
        outcome = Outcome(self.write(record, style, Verdict()))
        try:
            outcome.key = self._class_of(record.grid)
            outcome.rejected = self.rejected(record)
        except SudokuError as error:
            outcome.messages = [_without_class(record.place, error)]
        return outcome

    def _class_of(self, grid: Grid) -> bytes:
        check = Deadline(self.request.timeout)
        if self.by_solution:
            found = list(islice(solutions(grid, check=check), 2))
            if len(found) != 1:
                raise SudokuError("several solutions" if found else "no solution")
            grid = found[0]
        return class_of(grid, check)

    def checked(self, outcome: Outcome) -> Outcome:
        """Drop a record of a known class; `rejected` is its text."""
        if not isinstance(outcome.key, bytes):
            return outcome
        if self.classes.add(outcome.key):
            outcome.rejected = ""
            return outcome
        return Outcome(counts=[DUPLICATES], passes=False, rejected=outcome.rejected)

    def blocks(self, style: Style) -> BlockPlan | None:
        if not has_blocks(self.request, self.KNOWN) or self.written(style) is None:
            return None
        kinds = Kind(), Kind(), Kind(DUPLICATES, passes=False)
        return BlockPlan(KeyBlocks(self.by_solution), kinds, self._why, self._checked)

    def _checked(self, answer: Answer) -> Answer:
        lines = answer.output.split(b"\n")
        kept = [
            line + b"\n"
            for line, key in zip(lines, answer.keys, strict=False)
            if not key or self.classes.add(key)
        ]
        without, new = answer.totals[0], len(kept) - answer.totals[0]
        totals = without, new, answer.records - len(kept)
        return answer._replace(output=b"".join(kept), totals=totals)

    def _why(self, event: Event, place: str) -> Message:
        try:
            self._class_of(grid_of_line(event.text))
        except SudokuError as error:
            return _without_class(place, error)
        raise AssertionError(place)


def _without_class(place: str, why: SudokuError) -> Message:
    return Message(f"{place}: no class: {why}", "records without a class")
