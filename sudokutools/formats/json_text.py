"""JSON text: the lines of a value, and decoding."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
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
    """Return the members of an object on a line as they stand, by key."""
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
    """Take the lines of the values that begin on a line, up to a blank line; None: too long,
    skipped.
    """
    pieces = []
    length = depth = 0
    brackets = b"[]{}" if _PLAIN.match(first.content) else b"[]{}()"
    line: Line | None = first
    while line is not None:
        content = line.content
        goes_on = content.strip() and not content.startswith(b"{")
        if line is not first and not goes_on:
            lines.push_back(line)
            break
        pieces.append(content)
        length += len(content) + 1
        depth += _depth_change(content, brackets)
        if depth <= 0 or length > MAX_LENGTH or not _BEGINNING.match(first.content):
            break
        line = next(lines, None)
    if length <= MAX_LENGTH:
        return b"\n".join(pieces) + b"\n"
    for line in lines:
        depth += _depth_change(line.content, brackets)
        if depth <= 0:
            break
    return None


def skip_rest(lines: LineSource) -> None:
    """Skip lines that can only be inside of a value, after a damaged one."""
    for line in lines:
        content = line.content
        if not _INSIDE.match(content) or b'"cells"' in content:
            lines.push_back(line)
            return


def _depth_change(content: bytes, brackets: bytes) -> int:
    plain = content
    if b'"' in content:
        plain = _STRING.sub(rb"\1", content)
    return sum(map(plain.count, brackets[::2])) - sum(map(plain.count, brackets[1::2]))


_WORD = re.compile(r"""\s*([][{}(),:] | [^][{}(),:\s"']+ | (["']))""", re.VERBOSE)
_STRINGS = {sign: re.compile(rf"{sign}(?:[^{sign}\\]|\\.)*+{sign}", re.DOTALL) for sign in "\"'"}
_NUMBER = re.compile(r"(-?\d+)(?:\.0*)?")
NAMES = {"None": "null", "null": "null", "true": "true", "false": "false"}
NAMES |= {"t": "true", "f": "false"}
BEGIN, END, SIGNS, QUOTES = frozenset("[{,:"), frozenset(",]}"), frozenset("[]{}:,"), "\"'"
_BRACKETS = {"(": "[", ")": "]"}

_BEFORE = re.compile(rf"\s*(?:{ASSIGNMENT.decode()})?({CALL.decode()})?")
_TYPE = re.compile(r"dtype\s*=[^()]*")
_REMARK = re.compile(r"#[^\n]*")


def literal(text: str) -> str:
    """Return the rows of a text without an assignment and a call around them."""
    match = _BEFORE.match(text)
    assert match is not None
    rest = text[match.end() :].rstrip().rstrip(";")
    if rest[:1] in ("[", "("):
        rest = _REMARK.sub("", rest)
    return _without_end(rest) if match[1] else rest


def _without_end(text: str) -> str:
    if not text.endswith(")"):
        return text
    text = text[:-1]
    after = max(text.rfind("("), text.rfind(")")) + 1
    found = _TYPE.search(text, after)
    return (text if found is None else text[: found.start()]).rstrip().removesuffix(",")


def as_json(text: str) -> str:
    """Return a text as JSON, which is still invalid if the text is not nearly JSON.

    >>> as_json("[[1. 0.]\\n [0 '2']]"), as_json("((1, None,), (0, 2),)")
    ('[[1,0],[0,"2"]]', '[[1,null],[0,2]]')
    >>> as_json("{ce:[[,{v:5},],[,,]],t:'a \\\\'b\\\\''}")
    '{"ce":[[{},{"v":5},{}],[{},{},{}]],"t":"a \\'b\\'"}'
    """
    words = [_BRACKETS.get(word, word) for word in _words(text)]
    has_objects = words[:1] == ["{"]
    pieces: list[str] = []
    before = ""
    for word, following in pairwise([*words, ""]):
        is_end = word in END
        if before in ("[", ",") and is_end and (before, word) != ("[", "]"):
            if has_objects:
                pieces.append("{}")
            elif before == ",":
                pieces.pop()  # It parts the last value from nothing.
        elif before and before not in BEGIN and not is_end and word != ":":
            pieces.append(",")
        pieces.append(_key(word) if following == ":" else _value(word, has_objects))
        before = word
    return "".join(pieces)


def _words(text: str) -> Iterator[str]:
    """Yield strings, brackets, commas, colons, and other words, in linear time."""
    is_open: set[str] = set()
    match = _WORD.match(text)
    while match is not None:
        word, quote = match.groups()
        end = match.end()
        if quote is not None:
            string = None if quote in is_open else _STRINGS[quote].match(text, end - 1)
            if string is None:
                is_open.add(quote)
                word = ""
            else:
                word, end = string[0], string.end()
        if word:
            yield word
        match = _WORD.match(text, end)


def _key(word: str) -> str:
    return _value(word) if word[0] in QUOTES else f'"{word}"'


def _value(word: str, may_be_bare: bool = False) -> str:
    if word in SIGNS or word[0] == '"':
        return word
    if word[0] == "'":
        inner = word[1:-1].replace("\\'", "'").replace('"', '\\"')
        return f'"{inner}"'
    number = _NUMBER.fullmatch(word)
    if number is not None:
        return number[1]
    return NAMES.get(word, f'"{word}"' if may_be_bare else word)


CELLS = range(6, 37)  # Possible lengths of a row; other lists are grids by themselves.
_LIST = re.compile(rb"\s*\[([^][{}():]{6,999})\],?\s*")


def take_rows(
    lines: LineSource, first: Line, is_grid: Callable[[Any], bool]
) -> tuple[list[Line], list[Any]]:
    """Take as many lists as each has cells, or nothing; without rows, each is a grid by itself."""
    taken: list[Line] = []
    rows: list[list[Any]] = []
    line: Line | None = first
    while line is not None:
        taken.append(line)
        row = _row_of(line.content)
        if row is None or len(row) != len(rows[0] if rows else row):
            break
        rows.append(row)
        if len(rows) == len(row):
            return taken, [] if all(map(is_grid, rows)) else rows
        line = next(lines, None)
    for line in reversed(taken[1:]):
        lines.push_back(line)
    return [], []


def _row_of(content: bytes) -> list[Any] | None:
    match = _LIST.fullmatch(content)
    if match is None:
        return None
    try:
        row = json.loads(as_json(f"[{match[1].decode('utf-8', 'replace')}]"))
    except ValueError:
        return None
    return row if len(row) in CELLS else None
