"""Text that is nearly JSON: rows as Python and numpy print them, objects of SudokuPad.

[[5 3 0 ... 0]                   numpy: no commas, decimals may end in a point
 [6 0 0 ... 0]]
((5, 3, None, ...), ...,)        Python: tuples, None, a last comma, strings in single quotes
{cs:50,ce:[[,,{v:5},...],...]}   SudokuPad: bare keys, `t` for true, nothing for an empty object
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from sudokutools.formats import ASSIGNMENT, CALL
from sudokutools.formats.reading.lines import Line, LineSource

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
    """Return the rows of a text without an assignment and a call around them.

    >>> literal("grid = np.array([[1, 0],\\n [0, 2]], dtype=int8)")
    '[[1, 0],\\n [0, 2]]'
    """
    match = _BEFORE.match(text)
    assert match is not None
    rest = text[match.end() :].rstrip().rstrip(";")
    if rest[:1] in ("[", "("):
        rest = _REMARK.sub("", rest)
    return _without_end(rest) if match[1] else rest


def _without_end(text: str) -> str:
    """Return the values of a call without its end and the dtype of numpy."""
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
    """Yield strings, brackets, commas, colons, and other words.

    After an unclosed quote, further quotes of its kind are skipped, so that the time stays linear.
    """
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
    """Take as many lists as each of them has cells; nothing if there are fewer.

    Returns the lines and the rows of the grid; without rows, each list is a grid by itself.
    """
    taken: list[Line] = []
    rows: list[list[Any]] = []
    line: Line | None = first
    while line is not None:
        taken.append(line)
        row = _row_of(line.content or b"")
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
