"""What reading yields beside records: errors, and the text between them."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.errors import SudokuError


class InputError(SudokuError):
    """Say what a file has and what was expected: `puzzles.txt:12: row 3 has 8 cells, ...`."""

    def __init__(self, message: str, source: str = "-", line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.line = line

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: {self.message}"

    def __reduce__(self) -> tuple[object, ...]:
        return InputError, (self.message, self.source, self.line)


class Passage:
    """Text that is no record.

    `kind` is comment, shape (`# box`), blank (an empty line among lines, where it may stand in the
    place of a record), separator (one after a drawn grid or JSON), or tail (a lower frame). Empty
    lines that follow each other may be one passage.
    """

    __slots__ = ("kind", "raw")

    def __init__(self, kind: str, raw: bytes) -> None:
        self.kind = kind
        self.raw = raw

    @property
    def text(self) -> str:
        """The text without its line feed."""
        return self.raw.decode("utf-8", "surrogateescape").rstrip("\r\n")

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return self.raw.count(b"\n")

    def pieces(self) -> Iterator[Passage]:
        """Yield a passage for each line."""
        return (Passage(self.kind, line + b"\n") for line in self.raw.split(b"\n")[:-1])


def quote(text: bytes | str) -> str:
    """Quote a piece of input for a message: printable, short.

    >>> print(quote("a" * 30), quote(bytes([0x1b, 0xff])))
    'aaaaaaaaaaaaaaaaaaaa...' '\\x1b\\xff'
    """
    from sudokutools._support.terminal import visible

    if isinstance(text, bytes):
        text = text[:100].decode("utf-8", "backslashreplace")
    short = text if len(text) <= 20 else text[:20] + "..."
    return f"'{visible(short, kept='')}'"
