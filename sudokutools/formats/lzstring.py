"""LZString in base64, as in links of f-puzzles and SudokuPad.

This is LZW: a text is split into pieces, each the longest known one with one more character. A code
is the number of a piece, lowest bit first, in as many bits as the numbers need so far.
The codes 0 and 1 announce a new character of 8 or 16 bits, 2 ends the text. The layout of the bits
is that of the JavaScript library lz-string.
"""

from __future__ import annotations

import re

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.lines import MAX_LENGTH

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
NEW, WIDE, END, FIRST = range(4)  # The codes without a piece, and the first one with a piece.


class _Codes:
    def __init__(self) -> None:
        self.bits = 2
        self._left = 2

    def count(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._left = 1 << self.bits
            self.bits += 1


def compress(text: str) -> str:
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
    """Return the original text. Raises SudokuError if it is invalid or too long."""
    text = "".join(_pieces(packed))
    if len(text) > MAX_LENGTH:
        raise _too_long()
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _too_long() -> SudokuError:
    return SudokuError(f"more than {MAX_LENGTH} characters after decompression")


def _pieces(packed: str) -> list[str]:
    """Return the pieces of a text in one loop, which takes most of the time to read a link."""
    import binascii
    import struct

    signs = packed.rstrip("=")
    if not re.fullmatch("[A-Za-z0-9+/]+", signs):
        raise SudokuError("invalid LZString data")
    content = binascii.a2b_base64(signs + -len(signs) % 4 * "A")
    left = 8 * len(content)
    number = int(f"{int.from_bytes(content):0{left}b}"[::-1], 2)  # The first bit is the lowest.
    count = left // 16 + 2
    words = iter(struct.unpack(f"<{count}H", number.to_bytes(2 * count, "little")))
    held = bits = 0  # The bits taken from the words, and how many; `left` are in the words.
    width = wait = 2  # The bits of a code, and how many codes have them.
    mask, last, count = 3, "", FIRST  # `count` is how many pieces there are.
    found, pieces = list[str](), ["", "", ""]
    while True:
        if bits < width:
            held |= next(words, 0) << bits
            bits, left = bits + 16, left - 16
        code = held & mask
        held >>= width
        bits -= width
        if code < FIRST:
            if left + bits < 0:
                raise SudokuError("truncated LZString data")
            if code == END:
                return found
            size = 8 + 8 * code  # NEW or WIDE
            held |= next(words, 0) << bits
            pieces.append(chr(held & (1 << size) - 1))
            held >>= size
            bits, left = bits + 16 - size, left - 16
            code, count = count, count + 1
            wait -= 1
            if not wait:
                wait, width, mask = 1 << width, width + 1, 2 * mask + 1
        if code < count:
            piece = pieces[code]
        elif code == count and last:
            piece = last + last[0]
        else:
            raise SudokuError("invalid LZString data")
        found.append(piece)
        if last:
            pieces.append(last + piece[0])
            count += 1
        last = piece
        wait -= 1
        if not wait:
            wait, width, mask = 1 << width, width + 1, 2 * mask + 1
            if width > 11 and sum(map(len, found)) > MAX_LENGTH:  # Otherwise it is not much more.
                raise _too_long()


def _units(text: str) -> str:
    if max(text, default="") < "\U00010000":
        return text
    content = memoryview(text.encode("utf-16-le", "surrogatepass"))
    pairs = (content[at : at + 2] for at in range(0, len(content), 2))
    return "".join(chr(int.from_bytes(pair, "little")) for pair in pairs)
