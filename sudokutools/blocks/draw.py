"""Lines of many complete grids of any geometry."""

from __future__ import annotations

from typing import Literal

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.generating.compiled_draw import packed
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.geometry_label import geometry_word
from sudokutools.grid.grid import format_line

Method = Literal["uniform", "mix"]


def draw_lines(
    geometry: Geometry,
    method: Method,
    key: tuple[int, int, int, int],
    first_record: int,
    count: int,
    moves: int | None = None,
) -> bytes:
    r"""Return the grids of `count` records from `first_record` on, in the format `line`.

    Record i is drawn by the method's module from `Stream.from_key(key, i)`; `moves` is for the
    method mix. Raises SudokuError if the method does not support the geometry.

    >>> from sudokutools._support.streams import stream_key
    >>> draw_lines(Geometry.of(2, 2), "uniform", stream_key("sudoku-gen", "7"), 0, 2)
    b'1234431221433421\n1234341241232341\n'
    """
    from sudokutools.generating import mix, uniform

    word = geometry_word(geometry)
    ending = (f"\t{word}" if word else "").encode() + b"\n"
    native = core.native()
    if method == "uniform":
        uniform.require_exact(geometry)
        made = 0
    else:
        made = mix.checked_moves(geometry, moves)
    if native is not None:
        lines: bytes = native.generate_lines(
            *geometry.shape, method == "uniform", made, packed(key), first_record, count, ending
        )
        return lines
    streams = (Stream.from_key(key, record) for record in range(first_record, first_record + count))
    if method == "uniform":
        grids = (uniform.draw(geometry, stream) for stream in streams)
    else:
        grids = (mix.draw(geometry, stream, moves) for stream in streams)
    return b"".join(format_line(grid).encode() + ending for grid in grids)
