"""Compressed files: gzip is unpacked on the fly, other formats are reported by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sudokutools.errors import SudokuError

GZIP = b"\x1f\x8b"
BZIP2 = b"BZh"
BZIP2_BLOCKS = (b"1A", b"\x17r")
"""The bytes after the compression level; a text may also begin with BZh."""

PIECE = 1 << 18

STRANGERS = {
    BZIP2: "bzip2 data; decompress with bzcat",
    b"\xfd7zXZ\0": "xz data; decompress with xzcat",
    b"\x28\xb5\x2f\xfd": "zstd data; decompress with zstdcat",
    b"%PDF-": "PDF, expected text",
    b"PK\x03\x04": "ZIP or spreadsheet data, expected text",
    b"\x89PNG": "PNG image, expected text",
    b"\xff\xd8\xff": "JPEG image, expected text",
    b"\xff\xfe": "UTF-16, expected UTF-8",
    b"\xfe\xff": "UTF-16, expected UTF-8",
}
"""Magic numbers of unsupported files, and messages."""


def opened(first: bytes, read: Callable[[], bytes]) -> Iterator[bytes]:
    """Yield `first` and what `read` returns, unpacked. Raises SudokuError if it is damaged."""
    while any(magic != first and magic.startswith(first) for magic in (GZIP, *STRANGERS)):
        more = read()
        if not more:
            break
        first += more
    for magic, message in STRANGERS.items():
        if first.startswith(magic) and (magic != BZIP2 or first[4:6] in BZIP2_BLOCKS):
            raise SudokuError(message)
    if first.startswith(GZIP):
        yield from _unpacked(first, read)
        return
    while first:
        yield first
        first = read()


def _unpacked(rest: bytes, read: Callable[[], bytes]) -> Iterator[bytes]:
    import zlib

    while rest:
        member = zlib.decompressobj(31)
        while not member.eof:
            try:
                piece = member.decompress(rest, PIECE)
            except zlib.error:
                raise SudokuError("corrupt gzip data") from None
            rest = member.unconsumed_tail
            if piece:
                yield piece
            elif not rest and not member.eof:
                rest = read()
                if not rest:
                    raise SudokuError("truncated gzip data")
        rest = member.unused_data
        while len(rest := rest.lstrip(b"\0")) < len(GZIP):  # Tapes are filled up with zeros.
            more = read()
            if not more:
                break
            rest += more
        if rest and not rest.startswith(GZIP):
            raise SudokuError("trailing garbage after gzip data")
