"""JSON text: the lines of a value, and decoding."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from sudokutools.errors import SudokuError
from sudokutools.formats import ASSIGNMENT, CALL
from sudokutools.formats.reading.lines import MAX_LENGTH, Line, LineSource

if TYPE_CHECKING:
    from json import JSONDecoder

_BLANKS = re.compile(r"\s*")

_BEGINNING = re.compile(
    rb"""\s*(?:%b)?(?:%b)?(?:[\[(]\s*(?:[\[\](){"'\dNftn-]|$)|\{\s*(?:["}]|$)|$)"""
    % (ASSIGNMENT, CALL)
)
"""The beginning of a value over several lines; in Python, after a name or two."""

_INSIDE = re.compile(rb"""\s+(?:[\[\]{}()"]|(?:-?\d+|null|true|false),?\s*$)|[\]})]""")
"""A line inside of a value: indented, or closing one."""

_STRING = re.compile(rb""""(?:[^"\\]|\\.)*+"|("(?:[^"\\]|\\.)*+)""")
"""A string, or an unclosed one; no quote is scanned twice."""

_PLAIN = re.compile(rb"\s*[\[{]")  # The beginning of JSON, which has no other brackets.


@cache
def _decoder(parse_int: Callable[[str], int | str] | None = None) -> JSONDecoder:
    import json

    return json.JSONDecoder(parse_int=parse_int)


def _integer(digits: str) -> int | str:
    """Return a number, or its text if it has more digits than Python converts."""
    try:
        return int(digits)
    except ValueError:
        return digits


def decoded_at(text: str, at: int) -> tuple[Any, int]:
    """Return the value of JSON at an index, and its end. Raises ValueError or RecursionError."""
    try:
        return _decoder().raw_decode(text, at)
    except ValueError as error:
        if hasattr(error, "pos"):
            raise  # A syntax error.
    return _decoder(_integer).raw_decode(text, at)


def decoded(text: str) -> Any:
    """Return the value of a JSON text. Raises SudokuError if it is invalid."""
    try:
        value, end = decoded_at(text, after_blanks(text, 0))
    except (ValueError, RecursionError):
        raise SudokuError("invalid JSON") from None
    if text[end:].strip():
        raise SudokuError("invalid JSON")
    return value


def members(raw: bytes) -> dict[str, str] | None:
    """Return the members of an object on a line as they stand, by key; None: it is something else.

    >>> members(b'{"id": 1.50, "x":[]}')
    {'id': '"id": 1.50', 'x': '"x":[]'}
    """
    text = raw.decode("utf-8", "surrogateescape").strip()
    if "\n" in text or not text.startswith("{"):
        return None
    found: dict[str, str] = {}
    at = 1
    try:
        while text[at - 1] != "}" or not found:
            start = after_blanks(text, at)
            key, end = decoded_at(text, start)
            _, end = decoded_at(text, after_blanks(text, after_blanks(text, end) + 1))
            if not isinstance(key, str):
                return None
            found[key] = text[start:end]
            at = after_blanks(text, end) + 1
    except (ValueError, RecursionError, IndexError):
        return None
    return found


def after_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match is not None else at


def take_values(lines: LineSource, first: Line) -> bytes | None:
    """Take the lines of the values that begin on a line; None: too long, and skipped.

    An unclosed value ends before a blank line or one that begins an object.
    """
    pieces = []
    length = depth = 0
    brackets = b"[]{}" if _PLAIN.match(first.content or b"") else b"[]{}()"
    line: Line | None = first
    while line is not None:
        content = line.content
        goes_on = content is not None and content.strip() and not content.startswith(b"{")
        if line is not first and not goes_on:
            lines.push_back(line)
            break
        assert content is not None
        pieces.append(content)
        length += len(content) + 1
        depth += _depth_change(content, brackets)
        if depth <= 0 or length > MAX_LENGTH or not _BEGINNING.match(first.content or b""):
            break
        line = next(lines, None)
    if length <= MAX_LENGTH:
        return b"\n".join(pieces) + b"\n"
    for line in lines:
        depth += _depth_change(line.content or b"", brackets)
        if depth <= 0:
            break
    return None


def skip_rest(lines: LineSource) -> None:
    """Skip lines that can only be inside of a value, after a damaged one."""
    for line in lines:
        content = line.content or b""
        if not _INSIDE.match(content) or b'"cells"' in content:
            lines.push_back(line)
            return


def _depth_change(content: bytes, brackets: bytes) -> int:
    plain = content
    if b'"' in content:
        plain = _STRING.sub(rb"\1", content)
    return sum(map(plain.count, brackets[::2])) - sum(map(plain.count, brackets[1::2]))
