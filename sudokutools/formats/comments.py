"""Comments: lines that wait for the record below them, and the text that is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sudokutools.formats.reading.lines import MAX_LENGTH, Clues, Line, Passage, Prose

_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x09), *range(0x0E, 0x20))}

_NOT_BYTES = "[\ud800-\udc7f\udd00-\udfff]"
"""Surrogates of JSON, without the range that represents invalid bytes of UTF-8."""


class Comments:
    """The comments, prose and clues of a file since its last record."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.kinds: dict[str, None] = {}  # Unsupported kinds of clue that comments begin with.
        self.has_lost_clues = False  # Clues were among too many comments: the record is invalid.
        self.length = 0  # In bytes.

    @property
    def clues(self) -> list[Line]:
        return [line for line in self.lines if isinstance(line, Clues)]

    @property
    def others(self) -> list[Line]:
        return [line for line in self.lines if not isinstance(line, Clues)]

    def add(self, line: Line) -> bool:
        """Add a line; return whether the comments are still short enough."""
        self.lines.append(line)
        self.length += len(line.raw)
        return self.length <= MAX_LENGTH

    def add_short(self, lines: Sequence[Line]) -> None:
        """Add lines that are short enough, see `length`."""
        self.lines += lines
        self.length += sum([len(line.content) + 1 for line in lines])

    def drop(self) -> None:
        self.has_lost_clues = bool(self.clues)
        self._keep([])

    def take(self, only_clues: bool) -> list[Line]:
        taken, left = (self.clues, self.others) if only_clues else (self.lines, [])
        self._keep(left)
        return taken

    def pass_on(self, blank: str) -> list[Passage]:
        """Take the comments that belong to no record; `blank` is the kind of blank lines."""
        taken = self.others
        self._keep(self.clues)
        return [
            Passage("comment" if comment else blank, comment + b"\n")
            for comment in map(_comment, taken)
        ]

    def _keep(self, lines: list[Line]) -> None:
        self.lines = lines
        self.length = sum(len(line.raw) for line in lines)


def raw_of(lines: Iterable[Line]) -> bytes:
    return b"".join(line.raw for line in lines)


def texts_of(lines: Iterable[Line]) -> list[str]:
    comments = (_comment(line) for line in lines if not isinstance(line, Clues))
    return [each.decode("utf-8", "surrogateescape").rstrip("\r\n") for each in comments if each]


def _comment(line: Line) -> bytes:
    """Return a line as a comment; empty for a blank line below prose."""
    content = line.content
    if not isinstance(line, Prose):
        return content if content.strip() else b""
    return (b"# " + content.strip().lstrip(b"%/").lstrip()).rstrip()


def printable(text: str) -> str:
    """Return a note or comment with control characters escaped."""
    if text.isprintable():
        return text
    return re.sub(_NOT_BYTES, lambda found: f"\\u{ord(found[0]):04x}", text.translate(_CONTROLS))


def one_line(text: str) -> str:
    """Return a text on one line, without control characters and what XML lacks."""
    known = printable(text).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    known = known.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return " ".join(known.expandtabs(1).splitlines())


def plain_comment(comment: str) -> str:
    """Return a comment that does not change how the grids below are read."""
    from sudokutools.formats.reading.spec_comments import statement_of

    if comment[1:2].isdecimal():
        from sudokutools.formats.reading.repair import is_numbered

        if is_numbered(comment.strip().encode("utf-8", "surrogateescape")):
            return f"# note: {comment[1:]}"
    return comment if statement_of(comment.strip()) is None else f"# note: {comment[1:].lstrip()}"
