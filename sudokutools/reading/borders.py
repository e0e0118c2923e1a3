"""The signs of drawings: which characters are borders, and what a line is without them."""

from __future__ import annotations

STRONG_BARS = "\u2016\u2503\u2507\u250b\u2551"
BARS = "|:\u00a6\u2502\u2506\u250a\u254e\u254f" + STRONG_BARS
STRONG_LINES = frozenset("=\u2501\u2550")
FRAME_CORNERS = ".'`"
"""What forums draw the corners of a frame with, and a joint, which may be a plus or bar, too."""
BORDER = "-=+_|*: \t\u2014" + "".join(map(chr, range(0x2500, 0x2580)))
# Tables of characters, because regular expressions would take a tenth of a start to compile.
_BAR_TO_BLANK = str.maketrans(dict.fromkeys(BARS, " "))
_JOINT_TO_BLANK = str.maketrans(dict.fromkeys(FRAME_CORNERS + "+|:", " "))
_BARS = frozenset(BARS)
_WORD_ENDS = str.maketrans(dict.fromkeys("\t,;#", " "))


def has_bar(text: str) -> bool:
    """Tell whether a line has a vertical border.

    >>> has_bar("12|34"), has_bar("1234")
    (True, False)
    """
    return not _BARS.isdisjoint(text)


def without_bars(text: str) -> str:
    """Return a line with blanks for its vertical borders."""
    return text.translate(_BAR_TO_BLANK)


def is_border(text: str) -> bool:
    """Tell whether a line is drawn of borders only (or is an empty row of `-`, `_` or `*`).

    >>> is_border("---+---"), is_border("- 1 -"), is_border("")
    (True, False, False)
    """
    return bool(text) and (not text.strip(BORDER) or _is_frame(text))


def _is_frame(text: str) -> bool:
    """Tell whether a line is the upper or lower frame of a drawing with points or quotes.

    >>> _is_frame(".-------.-------."), _is_frame("'---+---'"), _is_frame(".--.")
    (True, True, False)
    """
    if text[0] not in FRAME_CORNERS or text[-1] not in FRAME_CORNERS:
        return False
    pieces = text.translate(_JOINT_TO_BLANK).split(" ")[1:-1]
    return bool(pieces) and all(len(piece) > 2 and not piece.strip("-=") for piece in pieces)


def raw_text(content: bytes) -> str:
    """Return a line without colours and its line feed."""
    if b"\x1b" in content:
        content = _without_colours(content)
    return content.decode("utf-8", "surrogateescape").rstrip("\r\n")


def plain_text(content: bytes) -> str:
    """Return a line without colours and the blanks around it.

    >>> plain_text(b" \\x1b[1m5 3\\x1b[0m \\r")
    '5 3'
    """
    if b"\x1b" in content:
        content = _without_colours(content)
    return content.decode("utf-8", "surrogateescape").strip()


def _without_colours(content: bytes) -> bytes:
    import re

    return re.sub(rb"\x1b\[[0-9;]*m", b"", content)


def word_length(text: str) -> int:
    """Return the length of a line up to the first blank, comma, semicolon or `#`.

    >>> word_length("53..7,a note"), word_length("")
    (5, 0)
    """
    return len(text.translate(_WORD_ENDS).partition(" ")[0])
