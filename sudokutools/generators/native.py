"""The compiled form of the methods `uniform` and `mix`: the same grid from a stream, one by one."""

from __future__ import annotations

from sys import byteorder

from sudokutools import core
from sudokutools.grid import Geometry
from sudokutools.streams import Stream

_WORD = 8


def native_cells(method: str, geometry: Geometry, stream: Stream, moves: int = 0) -> bytes | None:
    """Draw the cells of a grid with the kernel; None: there is none, and nothing was drawn."""
    native = core.native()
    if native is None:
        return None
    cells: bytes
    cells, state = native.generate_cells(
        *geometry.shape, method == "uniform", moves, packed(stream.state)
    )
    first, second, third, fourth = (
        int.from_bytes(state[at : at + _WORD], byteorder) for at in range(0, 4 * _WORD, _WORD)
    )
    stream.state = first, second, third, fourth
    return cells


def packed(words: tuple[int, int, int, int]) -> bytes:
    """Return 64-bit words as the machine stores them, which is how kernels take them."""
    return b"".join(word.to_bytes(_WORD, byteorder) for word in words)
