"""JSON text: the lines of a value, and decoding."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sudokutools._support.lazy import pattern
from sudokutools.errors import SudokuError
from sudokutools.formats import ASSIGNMENT, CALL
from sudokutools.formats.reading.lines import MAX_LENGTH, Line, LineSource, Paragraph

if TYPE_CHECKING:
    from json import JSONDecoder


_BLANKS = re.compile(r"\s*")

_BEGINNING = pattern(
    rb"""\s*(?:%b)?(?:%b)?(?:vec!)?(?:[\[(]\s*(?:vec!|[\[\](){"'\dNftn-]|$)|\{\s*(?:["'{}\d.-]|$)|$)"""
    % (ASSIGNMENT, CALL)
)
"""The beginning of a value over several lines; in Python, after a name or two."""

_INSIDE = pattern(rb"""\s+(?:[\[\]{}()"]|(?:-?\d+|null|true|false),?\s*$)|[\]})]""")
"""A line inside of a value: indented, or closing one."""

_OUTSIDE = pattern(
    rb"""\s*(?:[^][(){}"']*(?:\||[.*_?]{2}|-[-+]{2}) | [0-9A-Za-z.*_?-]{16}
    | (?:[^][(){}"',]*\s)?[.*_?](?:\s|$))""",
    re.VERBOSE,
)
"""The beginning of a line that is inside of no value, but of a drawing, or a grid by itself."""

MAX_FAILURES = 4  # The maximum number of open brackets in a file that are searched for their end.

_ROW = pattern(rb"""\s*(?:[\[(][^][(){}]*[\])]|"[^"]*"),?\s*""")
"""An element of an array on a line of its own."""

_OPENING = pattern(rb"(?:%b)?\[" % ASSIGNMENT)
_CLOSING = pattern(rb"\][\s,;)]*")

_STRING = pattern(rb""""(?:[^"\\]|\\.)*+"|("(?:[^"\\]|\\.)*+)""")
"""A string, or an unclosed one; no quote is scanned twice."""

_PLAIN = pattern(rb"\s*[\[{]")  # The beginning of JSON, which has no other brackets.


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


class ValueLines:
    """The lines of values in one file.

    A bracket that is open is open: blank lines and objects inside of it belong to a value if the
    whole of it is valid. Otherwise it is damaged and ends before the first of them.
    """

    def __init__(self, lines: LineSource, is_valid: Callable[[bytes], bool]) -> None:
        self._lines = lines
        self._is_valid = is_valid
        self._failures = 0
        self.is_in_array = False

    def opens_objects(self, text: bytes) -> bool:
        """Return whether a line opens an array of objects, which are read one by one."""
        if text.endswith(b"[") and _OPENING.fullmatch(text):
            below = self._lines.peek_text()
            self.is_in_array = below[:1] == b"{"
            return self.is_in_array
        return False

    def close_objects(self) -> None:
        if self.is_in_array and _CLOSING.fullmatch(self._lines.peek_text()):
            while not next(self._lines).content.strip():
                pass
            self.is_in_array = False

    def take(self, first: Line) -> bytes | None:
        """Take the lines of the values that begin on a line; None: too long, skipped."""
        brackets = b"[]{}" if _PLAIN.match(first.content) else b"[]{}()"
        is_cautious = self._failures >= MAX_FAILURES
        lines = Paragraph(self._lines, first)
        length, depth = len(first.raw), _depth_change(first.content, brackets)
        doubt = 0  # The index of the first line that may be outside.
        is_open = depth > 0 and _BEGINNING.match(first.content)
        for line in lines.after(1) if is_open else ():
            if not doubt and _may_be_outside(line, first):
                doubt = len(lines.lines) - 1
            length += len(line.raw)
            depth += _depth_change(line.content, brackets)
            is_over = depth <= 0 or length > MAX_LENGTH or line.is_lost
            if is_over or (doubt and (is_cautious or _OUTSIDE.match(line.content))):
                break
        text = lines.raw(len(lines.lines))
        plain = text.rstrip().rstrip(b",;)]" if self.is_in_array else b",")
        if doubt and (depth > 0 or length > MAX_LENGTH or not self._is_valid(plain)):
            self._failures += 1
            return lines.leave(doubt)
        if length <= MAX_LENGTH:
            return text
        self._skip(depth, brackets)
        return None

    def _skip(self, depth: int, brackets: bytes) -> None:
        """Skip the lines of a value in which `depth` brackets are open."""
        for line in self._lines:
            depth += _depth_change(line.content, brackets)
            if depth <= 0:
                break


def _may_be_outside(line: Line, first: Line) -> bool:
    """Return whether a line below an open bracket may be no part of its value.

    Such lines are blank, rows of a drawing, or begin an object as far to the left as the first.
    """
    text = line.content.lstrip()
    is_left = len(line.content) - len(text) <= len(first.content) - len(first.content.lstrip())
    return not text or (text[:1] == b"{" and is_left) or _OUTSIDE.match(text) is not None


def skip_rest(lines: LineSource, damaged: bytes) -> None:
    """Skip lines that can only be inside of a damaged value, and blank ones between them."""
    above = damaged.rstrip()
    blank: list[Line] = []
    for line in lines:
        content = line.content.rstrip()
        if not content and not blank:
            blank.append(line)
            continue
        is_row = above.endswith(b",") and _ROW.fullmatch(content) is not None
        if b'"cells"' in content or not (is_row or _INSIDE.match(content)):
            lines.push_back(line)
            break
        above = content
        blank = []
    for line in blank:
        lines.push_back(line)


def _depth_change(content: bytes, brackets: bytes) -> int:
    plain = content
    if b'"' in content:
        plain = _STRING.sub(rb"\1", content)
    return sum(map(plain.count, brackets[::2])) - sum(map(plain.count, brackets[1::2]))


_WORD = pattern(r"""\s*([][{}(),:] | [^][{}(),:\s"']+ | (["']))""", re.VERBOSE)
_STRINGS = {sign: pattern(rf"{sign}(?:[^{sign}\\]|\\.)*+{sign}", re.DOTALL) for sign in "\"'"}
_NUMBER = pattern(r"(-?\d+)(?:\.0*)?")
NAMES = {"None": "null", "null": "null", "true": "true", "false": "false"}
NAMES |= {"t": "true", "f": "false"}
BEGIN, END, SIGNS, QUOTES = frozenset("[{,:"), frozenset(",]}"), frozenset("[]{}:,"), "\"'"
_BRACKETS = {"(": "[", ")": "]"}
_BRACES = {"{": "[", "}": "]"}  # Of arrays in C, Java and others.

_BEFORE = pattern(rf"\s*(?:{ASSIGNMENT.decode()})?({CALL.decode()})?")
_TYPE = pattern(r"dtype\s*=[^()]*")
_REMARK = pattern(r"#[^\n]*|//[^\n]*|/\*.*?\*/", re.DOTALL)


def literal(text: str) -> str:
    """Return the rows of a text without an assignment and a call around them."""
    match = _BEFORE.match(text)
    assert match is not None
    rest = text[match.end() :].rstrip().rstrip(";")
    if rest[:1] in ("[", "(") or ":" not in rest:
        rest = _REMARK.sub("", rest)
    return _without_end(rest) if match[1] else rest


def _without_end(text: str) -> str:
    if not text.endswith(")"):
        return text
    text = text[:-1]
    after = max(text.rfind("("), text.rfind(")")) + 1
    found = _TYPE.search(text, after)
    return (text if found is None else text[: found.start()]).rstrip().removesuffix(",")


_MATRIX = pattern(r"\[([-\d\s.,NaN]*;[-\d\s.,;NaN]*)\]\s*;?\s*")  # Of MATLAB and Julia.


def as_json(text: str) -> str:
    """Return a text as JSON, which is still invalid if the text is not nearly JSON.

    >>> as_json("[[1. 0.]\\n [0 '2']]"), as_json("((1, None,), (0, 2),)")
    ('[[1,0],[0,"2"]]', '[[1,null],[0,2]]')
    >>> as_json("[1 0; 0 2]")
    '[[1,0],[0,2]]'
    >>> as_json("{ce:[[,{v:5},],[,,]],t:'a \\\\'b\\\\''}")
    '{"ce":[[{},{"v":5},{}],[{},{},{}]],"t":"a \\'b\\'"}'
    """
    matrix = _MATRIX.fullmatch(text)
    if matrix is not None:
        text = "[" + ",".join(f"[{row}]" for row in matrix[1].strip("; \n").split(";")) + "]"
    words = [_BRACKETS.get(word, word) for word in _words(text)]
    if ":" not in words:
        words = [_BRACES.get(word, word) for word in words]
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
_LIST = pattern(rb"\s*\[([^][{}():]{6,999})\],?\s*")


def take_rows(
    source: LineSource, first: Line, is_grid: Callable[[Any], bool]
) -> tuple[list[Line], list[Any]]:
    """Take as many lists as each has cells, or nothing; without rows, each is a grid by itself."""
    lines = Paragraph(source, first)
    rows: list[list[Any]] = []
    for line in lines.after(0):
        if rows and not (line.content.strip() or line.is_lost):
            continue  # Between two bands.
        row = _row_of(line.content)
        if row is None or len(row) != len(rows[0] if rows else row):
            break
        rows.append(row)
        if len(rows) == len(row):
            return lines.lines, [] if all(map(is_grid, rows)) else rows
    lines.leave(1)
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
