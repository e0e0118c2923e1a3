"""Any bytes, read as records in every format, written in every format and read again.

The first three bytes choose how the rest is read and written: the required format, the options for
grids and output, and the format and the empty sign of the output or the pieces in which the rest
arrives. What must hold of every input:

- reading raises nothing, and an error is one line that a terminal can show;
- records are numbered in order, and each names an existing line;
- every line is in a record or passage, or there is an error;
- the lines before a good line, after a blank one, do not take it away without an error;
- it does not matter in which pieces the input arrives;
- a record that a format can hold is the same when it was written and read again.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from sudokutools import formats
from sudokutools.formats.columns import Columns
from sudokutools.formats.format import Format, Record, RefusalError, Style
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.compressed import GZIP
from sudokutools.formats.reading.lines import LineSource, Passage
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.spec import parse_spec

FORMS = [None, *formats.READABLE]
"""The formats that an option can demand: the first byte chooses."""

OPTIONS: list[dict[str, Any]] = [
    {},
    {"geometry": Geometry.of(3, 3)},
    {"geometry": Geometry.of(2, 2)},
    {"geometry": Geometry.of(3, 2)},
    {"geometry": Geometry.of(2, 1)},
    {"geometry": Geometry.of(3, 3, 1, 2)},
    {"geometry": Geometry.of(1, 4)},
    {"column": "2"},
    {"column": "puzzle"},
    {"column": "a"},
    {"prefers": ("solution", "solutions")},
    {"spec": parse_spec("variant=x")},
    {"spec": parse_spec("even=r1c1,less=r1c1r1c2,cages=3:r2c1r2c2")},
    {"spec": parse_spec("regions=AABBAABBCCDDCCDD")},
]
"""What else options can say: the second byte chooses."""

OUTPUTS = [
    (form, empty) for form in map(formats.find, formats.WRITABLE) for empty in (None, ".", "0", "_")
]
"""The formats that are written, with each sign of an empty cell: the third byte chooses."""

TAKES_MARKS = ("pm", "sukaku")
"""Formats that do not distinguish a clue from a cell of one candidate."""

KEEPS_NOTES = ("line", "json", "opensudoku")
"""Formats that preserve a note of one line."""

LAST = Grid(Geometry.of(3, 3), [1, *80 * [0]])
MORE_THAN_ALL = 1 << 16
"""More lines than any gzip file of the length of a fuzzer's input."""


def check(data: bytes) -> None:
    """Read a text and do one thing more with it; AssertionError: what does not hold."""
    head, text = data[:3].ljust(3, b"\0"), data[3:]
    options = {"form": FORMS[head[0] % len(FORMS)], **OPTIONS[head[1] % len(OPTIONS)]}
    items = list(_items([text], options))
    _check_items(items, text)
    turn = len(text) % 4
    if turn == 0:
        again = list(_items(_pieces(text, 1 + head[2] % 16), options))
        # The pieces decide how much of damaged data can be unpacked, and how much is left of a
        # document of another program.
        is_cut = text.startswith(GZIP) or b"<?xml" in text
        assert is_cut or list(_reported(again)) == list(_reported(items))
    elif turn == 1:
        _check_lines(items, text)
        _check_last(text, options)
    else:
        for item in items:
            if isinstance(item, Record) and item.grid is not None:
                style = _style(*OUTPUTS[head[2] % len(OUTPUTS)], head[1] // len(OPTIONS))
                # Two drawings next to each other are only for people; two empty lines draw nothing.
                has_partner = turn == 2 and not style.format.draws_marks and any(item.grid.cells)
                partner = ("solution", item.grid) if has_partner else None
                _check_written(item, item.grid, partner, style)


def _style(form: Format, empty: str | None, number: int) -> Style:
    """Return a style; the lowest bits of a number choose its special features."""
    style = Style(form, empty, comments=number % 4 != 1, colour=number % 4 == 2)
    style.says_geometry = number % 4 == 3
    return style


def _items(pieces: Iterable[bytes], options: dict[str, Any]) -> Iterator[Record | Passage]:
    rest = iter(pieces)
    return Reader(**options).read(LineSource(lambda: next(rest, b"")), "-")


def _pieces(text: bytes, length: int) -> Iterator[bytes]:
    """Yield a text in pieces, one of a byte after each of the length."""
    for at in range(0, len(text), length + 1):
        yield text[at : at + length]
        if at + length < len(text):
            yield text[at + length : at + length + 1]


def _records(text: bytes, options: dict[str, Any]) -> list[Record]:
    return [item for item in _items([text], options) if isinstance(item, Record)]


def _check_items(items: Iterable[Record | Passage], text: bytes) -> None:
    """Check errors, numbers and places."""
    lines = MORE_THAN_ALL if text.startswith(GZIP) else text.count(b"\n") + 2
    number, place = 1, 0
    for item in items:
        if isinstance(item, Passage):
            continue
        assert item.number == number
        assert place <= item.line <= lines, (place, item.line, lines)
        assert (item.grid is None) == (item.error is not None or item.passed_on)
        assert item.warning.isprintable(), item.warning
        if item.error is not None:
            assert item.error.message
            assert 0 < item.error.line <= lines
            assert str(item.error).isprintable(), str(item.error)
        number, place = number + 1, item.line


def _reported(items: Iterable[Record | Passage]) -> Iterator[tuple[object, ...]]:
    """Yield all that is known of records and passages; of these, for each of their lines."""
    for item in items:
        if isinstance(item, Passage):
            for piece in item.pieces():
                yield piece.kind, piece.raw
        else:
            values = {name: value for name, value in vars(item).items() if name != "grid"}
            yield _parts(item.grid), repr(values)


def _parts(grid: Grid | None) -> tuple[object, ...]:
    """Return all that a grid has: candidates, too, which make no difference between two grids."""
    return () if grid is None else (grid.geometry, grid.cells, grid.candidates, grid.constraints)


def _check_lines(items: Iterable[Record | Passage], text: bytes) -> None:
    """Check that without an error every line is in a record or passage.

    Exceptions are the names of columns, comments with rules, and sections other than that of a
    puzzle; values of JSON and output of other programs have no lines.
    """
    for item in items:
        if isinstance(item, Record) and (item.error or item.is_foreign or item.format.has_keys):
            return
    if text.startswith(GZIP) or b"<opensudoku" in text or b"[" in text:
        return
    kept = {line.strip() for item in items for line in item.raw.split(b"\n")}
    lines = map(bytes.strip, text.removeprefix(b"\xef\xbb\xbf").split(b"\n"))
    lost = [
        line
        for line in lines
        if line and not line.startswith(b"# ") and not {line, _as_comment(line)} & kept
    ]
    assert len(lost) <= 1, lost


def _as_comment(prose: bytes) -> bytes:
    return (b"# " + prose.lstrip(b"%/").lstrip()).strip()


def _check_last(text: bytes, options: dict[str, Any]) -> None:
    """Check that a good line after a blank one is the last record, unless there are errors."""
    line = Style(formats.find("line")).write(LAST).encode()
    records = _records(text + b"\n\n" + line, options)
    if not any(record.error for record in records):
        assert records[-1].grid is not None
        assert records[-1].grid.cells == LAST.cells


def _check_written(
    record: Record, grid: Grid, partner: tuple[str, Grid] | None, style: Style
) -> None:
    """Write a record, and a second grid next to it; read it in its own format and in the one
    detected.
    """
    form = style.format
    header = form.header(["puzzle"] if partner is None else ["puzzle", "solution"])
    if record.row is not None and form.has_columns:
        names = ["puzzle"] if partner is None else ["puzzle", "solution"]
        style.columns = Columns.of(record.row, names, "puzzle", has_spec=not grid.is_plain)
        header = style.columns.head()
    reason, text = "", ""
    try:
        text = style.write(
            grid, record.note, record.comments, record.extra, partner, row=record.row
        )
        instead = form.unsolved(record, style, "several", partner is not None)
        assert instead.encode("utf-8", "surrogateescape") or form.is_drawn, instead
    except RefusalError as error:
        reason = str(error)
    assert reason.isprintable(), reason
    if reason:
        return
    content = (header + text + form.footer()).encode("utf-8", "surrogateescape")
    wanted = grid if form.has_candidates else grid.without_candidates()
    for demanded in (form.name, None) if form.name in formats.READABLE else (None,):
        found = _records(content, {"form": demanded})
        assert len(found) == 1, (demanded, content, found)
        again = found[0].grid
        assert again is not None, (demanded, content, found[0].error)
        if form.name in TAKES_MARKS:
            continue
        assert _parts(again) == _parts(wanted), (demanded, content)
        if demanded and form.name in KEEPS_NOTES and style.comments and partner is None:
            is_simple = record.note.isprintable() and record.note == record.note.strip()
            assert found[0].note == record.note or not is_simple, (content, found[0].note)
        is_plain = len(text.splitlines()) == text.count(
            "\n"
        )  # A note may have other ends of lines.
        is_same = (demanded and form.is_drawn) or form.is_line
        if is_plain and is_same and partner is None:
            same = style.write(again, found[0].note, found[0].comments, found[0].extra)
            assert same == text, (demanded, text, same)
