"""The first stage: read the input files, cut into chunks.

A chunk is a record, text between records, `PlainLines`: 9x9 lines that can be answered as a
block, or `OtherLines`, unreadable ones. They are expected after records of their kind.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sudokutools import formats
from sudokutools._support import core, system
from sudokutools._support.limits import never
from sudokutools.cli.run.output import Output, Read
from sudokutools.cli.run.process import print_error
from sudokutools.formats.classify import is_whole_line
from sudokutools.formats.format import Record
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import (
    CHUNK,
    LineSource,
    Passage,
    lines_of_file,
    lines_of_text,
)

if TYPE_CHECKING:
    from sudokutools.formats.columns import Row


class PlainLines:
    """The plain lines that follow in a file, perhaps none; below a header like `row`."""

    __slots__ = ("lines", "reader", "row", "source")

    def __init__(
        self, lines: LineSource, source: str, reader: Reader, row: Row | None = None
    ) -> None:
        self.lines, self.source, self.reader, self.row = lines, source, reader, row

    def skip(self, most: int) -> int:
        """Pass over at most this many of the following lines; return their number."""
        block = self.lines.take_block()
        if self.row is None and core.native() is not None:
            from sudokutools.blocks.canonical import ShuffleBlocks

            # Reading the lines again in C takes a fifteenth of the time, with notes.
            answer = ShuffleBlocks((0, 0, 0, 0), copies=0)(block, 1)
            end, count = answer.consumed, answer.records
        else:
            from sudokutools.formats.reading.plain_line import PLAIN_LINES, ROWS

            match = (PLAIN_LINES if self.row is None else ROWS).match(block)
            assert match is not None
            end = match.end()
            count = block.count(b"\n", 0, end)
        if count > most:
            end, count = sum(map(len, block[:end].splitlines(keepends=True)[:most])), most
        if block[end:]:
            self.lines.give_back(block[end:])
        self.lines.number += count
        self.reader.count += count
        return count


class OtherLines(NamedTuple):
    """Lines below an unreadable record that are unreadable for its reason: records from `number`
    on.
    """

    record: Record
    number: int
    line: int
    records: int


Chunk = Record | Passage | PlainLines | OtherLines

MIN_OTHERS = 4  # The number of unreadable records before others are expected.


def chunks_of(
    lines: LineSource, source: str, reader: Reader, by_block: Callable[[Record], bool]
) -> Iterator[Chunk]:
    """Yield the chunks of a file, plain lines if `by_block` returns True for the last record."""
    plain = others = 0
    patience = MIN_OTHERS
    for item in reader.read(lines, source):
        if isinstance(item, Record) and item.error is not None:
            from sudokutools.cli.run.wording import worded

            item.error.message = worded(item.error.message)
        yield item
        plain = plain + 1 if is_plain(item) else 0
        if plain > 1 and isinstance(item, Record) and by_block(item):
            yield PlainLines(lines, source, reader, item.row)
        others = others + 1 if lines.change is None and is_other_object(item) else 0
        if others >= patience and isinstance(item, Record) and by_block(item):
            patience = 2 * others  # Each vain attempt copies the bytes that wait.
            for chunk in other_lines(lines, reader, item):
                patience, others = MIN_OTHERS, 0
                yield chunk


def is_other_object(item: Record | Passage) -> bool:
    """Whether an item is an object on a line that lacks cells; others may follow."""
    if not isinstance(item, Record) or item.error is None or not item.format.has_keys:
        return False
    from sudokutools.formats.json import is_without_cells

    return is_without_cells(item)


def other_lines(lines: LineSource, reader: Reader, record: Record) -> Iterator[OtherLines]:
    """Take the lines that follow an object without cells and are others, block by block."""
    from sudokutools.formats.json import objects_without_cells

    while block := lines.take_block():
        count, end = objects_without_cells(block)
        if end < len(block):
            lines.give_back(block[end:])
        if not count:
            return
        chunk = OtherLines(record, reader.count + 1, lines.number + 1, count)
        reader.count += count
        lines.number += count
        yield chunk


def is_plain(item: Record | Passage) -> bool:
    """Whether an item of the input is a 9x9 line, row or object; others are likely to follow."""
    return (
        isinstance(item, Record)
        and (item.format.is_line or item.format.has_keys if item.row is None else item.row.is_named)
        and not item.is_foreign
        and item.grid is not None
        and item.grid.is_classic
    )


def source_name(name: str, number: int) -> str:
    """Return the name of an operand in messages: its number if it is itself a grid.

    >>> source_name("puzzles.txt", 1), source_name(81 * ".", 2)
    ('puzzles.txt', 'argument 2')
    """
    is_name = name == "-" or os.path.lexists(name) or not _is_text(name)
    return name if is_name else f"argument {number}"


def _is_text(name: str) -> bool:
    text = os.fsencode(name)
    if is_whole_line(text) or formats.is_operand(text):
        return True
    from sudokutools.formats.reading.repair import is_line

    return is_line(text)


def open_lines(
    name: str,
    flush: Callable[[], None],
    output: Output | None = None,
    watch: Callable[[Read], Read] = lambda read: read,
) -> tuple[LineSource, Callable[[], object]]:
    """Open a file, or standard input (`-`); return its lines, and a function that closes it.

    A line of cells, an id or a link that does not name a file is read itself. `watch` wraps the
    function that reads. Raises OSError if the file is unreadable or is the output.
    """
    if name == "-":
        try:
            descriptor = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):
            return lines_of_text(sys.stdin.read()), never  # Replaced by another object.
        close: Callable[[], object] = never
    else:
        try:
            descriptor = os.open(name, os.O_RDONLY | system.BINARY)
        except OSError as error:
            is_missing = error.errno in (errno.ENOENT, errno.ENAMETOOLONG, errno.ENOTDIR)
            if is_missing and _is_text(name):
                return lines_of_text(f"{name}\n"), never
            raise
        close = partial(os.close, descriptor)
    try:
        if output is not None:
            output.refuse_as_input(name, descriptor)
    except OSError:
        close()
        raise
    read = watch(partial(system.read, descriptor, CHUNK))
    lines = lines_of_file(descriptor, flush, read)
    if name == "-" and lines.is_typed:
        print_error("reading grids from the terminal; Ctrl-D ends the input")
    return lines, close
