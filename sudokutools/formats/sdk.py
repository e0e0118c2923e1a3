"""`sdk`: files of SadMan Sudoku and SudoCue, nine rows below lines of tags.

    #ARuud            author; #D description, #B date, #S source, #L level, #U address
    #CFrom a book     any comment
    ...41...9
    ...

Older files have sections: `[Puzzle]` holds the rows or a line, `[Info]` named values such as
`Author=Ruud`, `[State]` and others the progress of a player.
Without sections the tags look like other comments and are kept as they are, unless an option
requires this format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sudokutools import formats
from sudokutools.formats import metadata
from sudokutools.formats.classify import look_of
from sudokutools.formats.comments import plain_comment, printable
from sudokutools.formats.format import NINE, PLAIN, Content, File, Format, Record, Style
from sudokutools.formats.grid import GridFormat, comments_of, read_rows
from sudokutools.formats.reading.lines import Line, Passage, Prose
from sudokutools.grid.grid import Grid, format_line

TAGS = {"A": "author", "D": "description", "B": "date", "S": "source", "L": "level", "U": "url"}
"""The tags of named values; `C` is that of comments."""

PUZZLE, INFO = b"[puzzle]", b"[info]"
_SECTION = re.compile(rb"\[[A-Za-z ]+\]")
_TAG = re.compile(f"#([C{''.join(TAGS)}])(?=\\S)")


class SdkFormat(GridFormat):
    """Tags and nine rows of nine characters."""

    is_regular = False
    limits = (PLAIN, NINE)

    def recognises(self, file: File, text: bytes) -> bool:
        if not _SECTION.fullmatch(text):
            return False
        if text.lower() != PUZZLE:
            return FORMAT in file.memory or text.lower() == INFO
        row = file.lines.look_ahead().strip()
        return bool(row) and not _look(row, file).has_columns

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        """Read rows, or a section; sections other than the puzzle are skipped."""
        if not _SECTION.fullmatch(text):
            yield from map(_with_names, super().read(file, line, text))
            return
        file.memory[FORMAT] = True
        ends = (b"", b"[", b"#", b"{")  # A blank line, the next section, a comment, JSON.
        rows = list(file.lines.take_while(lambda row: row.content.strip()[:1] not in ends))
        if text.lower() == INFO:
            _keep_values(file, rows)
        if text.lower() != PUZZLE:
            return
        if not rows:
            yield file.bad(self, "section [Puzzle] is empty", line.number, text + b"\n")
            return
        content = b"".join([row.raw for row in rows])
        first = rows[0].content.strip()
        if len(rows) == 1 and first and _look(first, file).is_line:
            items = formats.find("line").read(file, rows[0], first)
        else:
            items = read_rows(file, rows)
        for item in map(_with_names, items):
            if isinstance(item, Record) and item.raw.endswith(content):
                above = item.raw.removesuffix(content)
                item.raw = above + line.raw + content
            yield item

    def write(self, content: Content, style: Style) -> str:
        return "".join(f"{tag}\n" for tag in _tags(content, style)) + self.draw(content.grid, style)

    def draw(self, grid: Grid, style: Style) -> str:
        line = format_line(grid, style.empty)
        return "".join(line[at : at + 9] + "\n" for at in range(0, 81, 9))


def _look(row: bytes, file: File) -> Format:
    return look_of(row, file.geometry, follows_line=False)


def _keep_values(file: File, lines: Iterable[Line]) -> None:
    """Keep the named values of a section for the puzzle below, also below a blank line."""
    for line in lines:
        key, _, value = line.content.decode("utf-8", "surrogateescape").partition("=")
        for comment in metadata.comments({key.strip().lower(): value}):
            text = comment.removeprefix("# ").encode("utf-8", "surrogateescape")
            file.comments.add(Prose(line.number, text))


def _with_names(item: Record | Passage) -> Record | Passage:
    if isinstance(item, Record):
        item.comments = [named_comment for text in item.comments if (named_comment := _named(text))]
    return item


def _named(comment: str) -> str:
    """Return a tag as a comment; "" for an empty one."""
    tag, text = comment[1:2], comment[2:].strip()
    if tag == "C":
        return f"# {text}".rstrip()
    if tag not in TAGS or not tag:
        return comment
    return metadata.comment(TAGS[tag], text) if text else ""


def _tags(content: Content, style: Style) -> Iterator[str]:
    comments = comments_of(content, style)
    values = metadata.values(comments, content.extra if style.comments else None)
    tags = {key: tag for tag, key in TAGS.items()}
    for key, value in values.items():
        is_comment = any(metadata.values([comment]).get(key) == value for comment in comments)
        value = printable(" ".join(value.split()))
        if key in tags or not is_comment:
            yield f"#{tags[key]}{value}" if key in tags else f"#C{key}: {value}"
    for comment in comments:
        if _TAG.match(comment):
            yield comment
        elif not set(metadata.values([comment])) & set(tags):
            yield "#C" + comment.removeprefix("#").removeprefix(" ")
    if content.note and style.comments:
        note = plain_comment(f"# {content.note.removeprefix('#').removeprefix(' ')}")
        yield f"#C{note.removeprefix('# ')}"


FORMAT = SdkFormat()
