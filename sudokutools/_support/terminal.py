"""Escapes for text on a terminal: control sequences and invisible characters."""

from __future__ import annotations

from sudokutools._support.lazy import pattern

COLOUR = pattern("\x1b\\[[0-9;]*m")  # The escape sequences of our own drawings.

BLANKS = "\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202f\u205f\u3000"
"""Visible blanks other than the space."""


def visible(text: str, kept: str = BLANKS) -> str:
    r"""Return a text with escapes for everything that is not printable or in `kept`.

    These are controls (C0, DEL, C1), direction marks, zero-width and unassigned characters. Invalid
    UTF-8 is shown byte by byte.

    >>> print(visible("a\x1b[2Jb\x9b\u202e\u200b\udcff"), visible("\u6771\u3000\u4eac"))
    a\x1b[2Jb\x9b\u202e\u200b\xff 東　京
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in kept else _escape(sign) for sign in text)


def _escape(sign: str) -> str:
    if "\udc80" <= sign <= "\udcff":
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return sign.encode("unicode_escape").decode()


def lines_for_terminal(text: str, has_colour: bool) -> str:
    r"""Like `visible`, but keep line feeds, tabs and, with `has_colour`, colours.

    >>> lines_for_terminal("\x1b[1m5\x1b[0m\ta\rb\r\n", has_colour=True)
    '\x1b[1m5\x1b[0m\ta\\rb\r\n'
    """
    if text.replace("\n", "").isprintable():
        return text
    kept = f"\n\t{BLANKS}"
    pieces = COLOUR.split(text) if has_colour else [text]
    colours = [*COLOUR.findall(text), ""] if has_colour else [""]
    shown = ("\r\n".join(visible(part, kept) for part in piece.split("\r\n")) for piece in pieces)
    return "".join(part for pair in zip(shown, colours, strict=True) for part in pair)
