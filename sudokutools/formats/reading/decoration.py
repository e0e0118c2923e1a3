r"""Signs that mail, forums, web pages and LaTeX put around the lines of a grid.

> 53..7....                quoted mail, also several times
[code]53..7....[/code]     tags of forums and HTML at the ends of a line
```                        fences of Markdown
\begin{sudoku}             commands of LaTeX; rows end in a point: |5|3| | ... |.
"""

from __future__ import annotations

import re

from sudokutools.formats.reading.lines import Fence, Line

_QUOTED = re.compile(rb"\A[ \t]*(?:> ?)+")
_TAG = rb"[\[<]/?(?:code|pre|quote|spoiler|tt)(?:=[^][<>]{0,99})?[\]>]"
_TAGS = re.compile(rb"\A[ \t]*(?:%b)+|(?:%b)+\s*\Z" % (_TAG, _TAG), re.IGNORECASE)
_FENCE = re.compile(rb"[ \t]*(?:`{3,}|~{3,})[\w ]*\s*|[ \t]*\\[A-Za-z@]+[^|]*")
_ROW_END = re.compile(rb"(?<=\|)\.\s*\Z")


def undecorated(line: Line) -> Line:
    r"""Return a line without such signs: itself if it has none, a Fence if it has no others.

    >>> undecorated(Line(1, b"> > 53..7")).content, undecorated(Line(2, b"[code]1.2")).content
    (b'53..7', b'1.2')
    >>> undecorated(Line(3, b"```text"))
    Fence(number=3, content=b'')
    """
    if line.content is None:
        return line
    content = _QUOTED.sub(b"", line.content)
    left = _ROW_END.sub(b"", _TAGS.sub(b"", content))
    if _FENCE.fullmatch(left) or (content.strip() and not left.strip()):
        return Fence(line.number, b"")
    return line if left == line.content else Line(line.number, left)
