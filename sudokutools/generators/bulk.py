"""Grids in bulk: the lines of many records at once, and the door to the compiled kernels."""

from __future__ import annotations

from sys import byteorder
from typing import Literal

from sudokutools import core
from sudokutools.grid import Geometry
from sudokutools.streams import Stream

Method = Literal["uniform", "mix"]

_SIGNS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def native_cells(
    method: Method, geometry: Geometry, stream: Stream, moves: int = 0
) -> bytes | None:
    """Draw the cells of a grid with the kernel; None: there is none, and nothing was drawn."""
    native = core.native()
    if native is None:
        return None
    state = _pack([stream._s0, stream._s1, stream._s2, stream._s3])
    cells: bytes
    cells, state = native.generate_cells(*_shape(geometry), method == "uniform", moves, state)
    stream._s0, stream._s1, stream._s2, stream._s3 = (
        int.from_bytes(state[at : at + 8], byteorder) for at in (0, 8, 16, 24)
    )
    return cells


def draw_lines(
    geometry: Geometry,
    method: Method,
    key: tuple[int, int, int, int],
    first_record: int,
    count: int,
    moves: int | None = None,
) -> bytes:
    r"""Return the grids of `count` records from `first_record` on, in the format `line`.

    Record i is what `draw` of the method's module returns for `Stream.from_key(key, i)`. `moves`
    is for the method mix alone. SudokuError: the method cannot draw grids of this geometry.

    >>> from sudokutools.streams import stream_key
    >>> draw_lines(Geometry.of(2, 2), "uniform", stream_key("sudoku-gen", "7"), 0, 2)
    b'1234431221433421\n1234341241232341\n'
    """
    from sudokutools.generators import mix, uniform

    note = _note(geometry)
    native = core.native()
    if method == "uniform":
        uniform.require_exact(geometry)
        made = 0
    else:
        made = mix.checked_moves(geometry, moves)
    if native is not None:
        lines: bytes = native.generate_lines(
            *_shape(geometry), method == "uniform", made, _pack(key), first_record, count, note
        )
        return lines
    streams = (Stream.from_key(key, record) for record in range(first_record, first_record + count))
    if method == "uniform":
        grids = (uniform.draw(geometry, stream) for stream in streams)
    else:
        grids = (mix.draw(geometry, stream, moves) for stream in streams)
    return b"".join(_line(grid.cells, geometry.n) + note for grid in grids)


def _shape(geometry: Geometry) -> tuple[int, int, int, int]:
    return geometry.box_width, geometry.box_height, geometry.boxes_across, geometry.boxes_down


def _pack(words: list[int] | tuple[int, ...]) -> bytes:
    """Return 64-bit words as the machine stores them."""
    return b"".join(word.to_bytes(8, byteorder) for word in words)


def _line(cells: bytes, n: int) -> bytes:
    """Write cells as a `line`: one sign each, or decimals parted by commas.

    >>> _line(bytes([1, 10, 35]), 35), _line(bytes([1, 10, 36]), 36)
    (b'1AZ', b'1,10,36')
    """
    if n > 35:
        return ",".join(map(str, cells)).encode()
    return cells.translate(_SIGNS + bytes(256 - len(_SIGNS)))


def _note(geometry: Geometry) -> bytes:
    r"""Return what ends a line: the geometry, unless the number of cells tells it, and a newline.

    >>> _note(Geometry.of(3, 2)), _note(Geometry.of(2, 3)), _note(Geometry.of(3, 3, 2, 3))
    (b'\n', b'\tbox=2x3\n', b'\tbox=3x3,boxes=2x3\n')
    """
    if geometry.rows == geometry.columns and Geometry.of_size(geometry.rows) is geometry:
        return b"\n"
    box = f"\tbox={geometry.box_width}x{geometry.box_height}"
    boxes = "" if geometry.is_full else f",boxes={geometry.boxes_across}x{geometry.boxes_down}"
    return f"{box}{boxes}\n".encode()
