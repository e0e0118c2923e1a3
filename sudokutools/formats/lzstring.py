"""LZString in base64, as links of f-puzzles and SudokuPad hold their puzzles.

A text is cut into pieces, each the longest that came before with one more character; the code of a
piece is its number, the least significant bit first, in as many bits as the numbers need so far.
Numbers 0 and 1 announce a character of 8 or 16 bits that is new, 2 ends the text. The method is LZW
with these three numbers; the layout of the bits is that of the JavaScript library of this name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.lines import MAX_LENGTH

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
NEW, WIDE, END, FIRST = range(4)
"""The numbers that are no pieces, and that of the first piece."""


class _Codes:
    """Numbers of so many bits, which grow with how many there are: what both directions count."""

    def __init__(self) -> None:
        self.bits = 2
        self._left = 2

    def count(self) -> None:
        """Count one more number."""
        self._left -= 1
        if self._left == 0:
            self._left = 1 << self.bits
            self.bits += 1


def compress(text: str) -> str:
    """Return a text in base64.

    >>> compress('{"size":9}')
    'N4IgzglgXgpiBcBOAvkA'
    """
    pieces: dict[str, int] = {}
    new: set[str] = set()
    codes = _Codes()
    stream: list[str] = []

    def put(value: int, bits: int) -> None:
        stream.append(f"{value:0{bits}b}"[::-1])

    def put_piece(piece: str) -> None:
        if piece in new:
            new.remove(piece)
            bits = 8 if ord(piece) < 1 << 8 else 16
            put(NEW if bits == 8 else WIDE, codes.bits)
            put(ord(piece), bits)
            codes.count()
        else:
            put(pieces[piece], codes.bits)
        codes.count()

    piece = ""
    for unit in _units(text):
        if unit not in pieces:
            pieces[unit] = FIRST + len(pieces)
            new.add(unit)
        if piece + unit in pieces:
            piece += unit
            continue
        put_piece(piece)
        pieces[piece + unit] = FIRST + len(pieces)
        piece = unit
    if piece:
        put_piece(piece)
    put(END, codes.bits)
    bits = "".join(stream)
    bits += (6 - len(bits) % 6) * "0"
    signs = "".join(SIGNS[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    return signs + -len(signs) % 4 * "="


def decompress(packed: str) -> str:
    """Return the text of what `compress` returns. SudokuError: it is none, or a text too long."""
    found: list[str] = []
    length = 0
    for piece in _pieces(packed):
        length += len(piece)
        if length > MAX_LENGTH:
            raise SudokuError(f"more than {MAX_LENGTH} characters unpacked")
        found.append(piece)
    text = "".join(found)
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _pieces(packed: str) -> Iterator[str]:
    """Yield the pieces of a text. SudokuError: it is no LZString."""
    import binascii

    signs = packed.rstrip("=")
    if not re.fullmatch("[A-Za-z0-9+/]+", signs):
        raise SudokuError("no LZString")
    content = binascii.a2b_base64(signs + -len(signs) % 4 * "A")
    stream = f"{int.from_bytes(content):0{8 * len(content)}b}"
    at = 0

    def take(bits: int) -> int:
        nonlocal at
        at += bits
        if at > len(stream):
            raise SudokuError("no LZString: it ends too early")
        return int(stream[at - bits : at][::-1], 2)

    pieces = ["", "", ""]
    codes = _Codes()
    last = ""
    while True:
        code = take(codes.bits)
        if code == END:
            return
        if code < END:
            pieces.append(chr(take(16 if code == WIDE else 8)))
            code = len(pieces) - 1
            codes.count()
        if code > len(pieces) or (code == len(pieces) and not last):
            raise SudokuError("no LZString")
        piece = pieces[code] if code < len(pieces) else last + last[0]
        yield piece
        if last:
            pieces.append(last + piece[0])
        codes.count()
        last = piece


def _units(text: str) -> str:
    """Return a text with two characters for one that JavaScript counts as two."""
    if max(text, default="") < "\U00010000":
        return text
    content = memoryview(text.encode("utf-16-le", "surrogatepass"))
    pairs = (content[at : at + 2] for at in range(0, len(content), 2))
    return "".join(chr(int.from_bytes(pair, "little")) for pair in pairs)
