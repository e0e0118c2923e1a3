"""Kernels of the methods `uniform` and `mix`."""

from __future__ import annotations

from sys import byteorder

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry


def native_cells(method: str, geometry: Geometry, stream: Stream, moves: int = 0) -> bytes | None:
    """Draw the cells of a grid with the kernel; None, with the stream unchanged, if not built."""
    native = core.native()
    if native is None:
        return None
    cells: bytes
    cells, state = native.generate_cells(
        *geometry.shape, method == "uniform", moves, packed(stream.state)
    )
    first, second, third, fourth = memoryview(state).cast("Q")
    stream.state = first, second, third, fourth
    return cells


def packed(words: tuple[int, int, int, int]) -> bytes:
    """Pack 64-bit words in native byte order, as kernels take them."""
    return b"".join(word.to_bytes(8, byteorder) for word in words)
