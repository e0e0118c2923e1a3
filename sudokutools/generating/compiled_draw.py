"""Kernels of the methods `uniform` and `mix` and of random regions."""

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
    stream.state = _unpacked(state)
    return cells


def native_regions(n: int, box_width: int, stream: Stream) -> bytes | None:
    """Draw a map of regions with the kernel; None, with the stream unchanged, if not built."""
    native = core.native()
    if native is None:
        return None
    regions: bytes
    regions, state = native.random_regions(n, box_width, packed(stream.state))
    stream.state = _unpacked(state)
    return regions


def _unpacked(state: bytes) -> tuple[int, int, int, int]:
    first, second, third, fourth = memoryview(state).cast("Q")
    return first, second, third, fourth


def packed(words: tuple[int, int, int, int]) -> bytes:
    """Pack 64-bit words in native byte order, as kernels take them."""
    return b"".join(word.to_bytes(8, byteorder) for word in words)
