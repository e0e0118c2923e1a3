"""Any bytes, read with blocks of plain lines and without: both give the same records and errors.

Two plain lines come first, after which blocks take the input while it is plain.
"""

from collections.abc import Iterator
from unittest import mock

from sudokutools.blocks.block import CLUES, NOTE, NUMBER, PUZZLE
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.cli.run import blocks
from sudokutools.cli.run.blocks import answers, record_of_line
from sudokutools.cli.run.reading import PlainLines, is_plain
from sudokutools.formats.format import Record
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import LineSource, Passage
from sudokutools.grid.grid import format_line
from tests.blocks.record_by_record import plain_lines

PLAIN = 2 * (81 * b"." + b"\n")
FORM = NUMBER + b" " + CLUES + b" " + PUZZLE + NOTE + b"\n"
WORK = SolveBlocks(5 * (FORM,), range(5), limit=1)

SourcedSpec = tuple[object, ...]


# Preparing for long runs takes longer than all of a short one.
@mock.patch.object(blocks, "_LARGE", 0)
def check(data: bytes) -> None:
    """Read a text both ways; AssertionError: the results differ."""
    length, text = 1 + (data[0] if data else 0), PLAIN + data[1:]
    items = Reader().read(_source(text, len(text)), "-")
    expected = [reported for item in items for reported in _reported(item)]
    found = _by_blocks(_source(text, length if len(text) % 2 else len(text)))
    assert list(found) == expected
    lines = _source(text, len(text))
    passed = PlainLines(lines, "-", Reader()).skip(len(text))
    assert [reported[0] for reported in expected[:passed]] == list(range(1, passed + 1))
    assert lines.number == passed
    twin = [(line.start, line.end, line.note) for line in plain_lines(text)]
    answer = WORK(text, 1)
    assert answer.records == len(twin)
    assert [event.text for event in answer.events] == [text[a:b] for a, b, _ in twin]


def _source(text: bytes, length: int) -> LineSource:
    pieces = iter([text[at : at + length] for at in range(0, len(text), length)])
    return LineSource(lambda: next(pieces, b""))


def _reported(item: Record | Passage) -> Iterator[SourcedSpec]:
    """Yield the properties of a record, or of each line that stands between two."""
    if isinstance(item, Passage):
        for piece in item.pieces():
            yield piece.kind, piece.raw
        return
    yield (
        item.number, item.place, item.raw.rstrip(b"\r\n"), str(item.error), item.warning,
        item.note, item.comments, item.grid and format_line(item.grid), item.format,
    )  # fmt: skip


def _by_blocks(lines: LineSource) -> Iterator[SourcedSpec]:
    """Yield records and errors where blocks take over after two plain lines."""
    reader = Reader()
    plain = 0
    for item in reader.read(lines, "-"):
        yield from _reported(item)
        plain = plain + 1 if is_plain(item) else 0
        if plain < 2:
            continue
        for answer in answers(WORK, lines, reader.count + 1, 1):
            first = lines.number - answer.records + 1
            outputs = answer.output.split(b"\n")
            for event in answer.events:
                number = reader.count + 1 + event.record
                record = record_of_line(event.text, number, "-", first + event.record)
                yield from _reported(record)
                assert record.grid is not None
                note = f"\t{record.note}" if record.note else ""
                written = f"{number} {record.grid.clue_count} {format_line(record.grid)}{note}"
                assert outputs[event.record] == written.encode("utf-8", "surrogateescape")
            assert len(answer.events) == answer.records == len(outputs) - 1
            reader.count += answer.records
