"""What the operands of a command name: files, standard input, grids to be read themselves."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable

from sudokutools import formats
from sudokutools._support import system
from sudokutools.cli.run.output import Output
from sudokutools.cli.run.process import complain
from sudokutools.formats.reading.classify import is_whole_line
from sudokutools.formats.reading.lines import LineSource, lines_of_file, lines_of_text

PLAIN_LINES = re.compile(
    rb"(?:[1-9.0_*]{81}(?:[ \t,;](?![^\n]*(?:box|regions)=)[\t -{}~]*)?\r?\n)*+"
)
"""9x9 lines, of those that a block may begin with: each a record, whatever its note is."""


def source_name(name: str, number: int) -> str:
    """Return how messages name a source, the operand of a number: what stands for itself by that.

    >>> source_name("puzzles.txt", 1), source_name(81 * ".", 2)
    ('puzzles.txt', 'argument 2')
    """
    is_name = name == "-" or os.path.lexists(name) or not _is_text(name)
    return name if is_name else f"argument {number}"


def _is_text(name: str) -> bool:
    """Tell whether an operand that names no file is to be read itself: a line, an id, a link."""
    text = os.fsencode(name)
    return is_whole_line(text) or formats.is_operand(text)


def open_lines(
    name: str, flush: Callable[[], None], output: Output | None = None
) -> tuple[LineSource, Callable[[], None]]:
    """Open a file by name, `-` is standard input; return its lines and what closes it.

    A name of no file that is a line of cells, an id or a link is read itself. OSError: it cannot be
    read, or is what `output` writes.
    """
    if name != "-":
        try:
            descriptor = os.open(name, os.O_RDONLY | system.BINARY)
        except OSError as error:
            is_missing = error.errno in (errno.ENOENT, errno.ENAMETOOLONG, errno.ENOTDIR)
            if is_missing and _is_text(name):
                return lines_of_text(f"{name}\n"), lambda: None
            raise
        try:
            if output is not None:
                output.refuse_as_input(name, descriptor)
        except OSError:
            os.close(descriptor)
            raise
        return lines_of_file(descriptor, flush), lambda: os.close(descriptor)
    try:
        descriptor = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        text = sys.stdin.read()  # A stream that somebody put in the place of standard input.
        return lines_of_text(text), lambda: None
    if output is not None:
        output.refuse_as_input(name, descriptor)
    if os.isatty(descriptor):
        complain("reading grids from the terminal; Ctrl-D ends the input")
    return lines_of_file(descriptor, flush), lambda: None


def pass_over(lines: LineSource, most: int) -> int:
    """Leave out plain lines that come next, no more than so many; return their number."""
    block = lines.take_block()
    match = PLAIN_LINES.match(block)
    assert match is not None
    end = match.end()
    count = block.count(b"\n", 0, end)
    if count > most:
        end = sum(map(len, block[:end].splitlines(keepends=True)[:most]))
        count = most
    if block[end:]:
        lines.give_back(block[end:])
    lines.number += count
    return count
