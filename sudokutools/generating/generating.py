"""Complete grids of every geometry."""

from __future__ import annotations

from sys import byteorder
from typing import TYPE_CHECKING

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream, stream_of
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints

METHODS = ("auto", "uniform", "mix", "search", "shift")  # The methods of `generate`.

UNIFORM = {
    Geometry.of(width, height): number
    for number, shapes in (
        (288, ((2, 2),)),
        (28_200_960, ((3, 2), (2, 3))),
        (29_136_487_207_403_520, ((4, 2), (2, 4))),
        (6_670_903_752_021_072_936_960, ((3, 3),)),
        (1, ((1, 1),)),
        (2, ((2, 1), (1, 2))),
        (12, ((3, 1), (1, 3))),
        (576, ((4, 1), (1, 4))),
        (161_280, ((5, 1), (1, 5))),
    )
    for width, height in shapes
}
"""The geometries whose grids are drawn exactly uniformly, and the number of grids of each."""


def choose(geometry: Geometry, method: str) -> str:
    """Return the method that `auto` selects for a geometry; any other is returned unchanged.

    Raises SudokuError if the method is `uniform` and not exact, naming the supported geometries.

    >>> choose(Geometry.of(3, 3), "auto"), choose(Geometry.of(10, 10), "auto")
    ('uniform', 'mix')
    """
    if method not in METHODS:
        raise SudokuError(f"unknown method {method!r}: expected {', '.join(METHODS)}")
    if not geometry.is_plain:
        return choose_for_variants(method)
    if method == "auto":
        return "uniform" if geometry in UNIFORM else "mix"
    if method == "uniform" and geometry not in UNIFORM:
        names = ", ".join(map(str, UNIFORM))
        raise SudokuError(f"method uniform does not support box {geometry}: expected {names}")
    return method


def choose_for_variants(method: str) -> str:
    """Return the method for variants. Raises SudokuError for any other except `auto`."""
    if method not in ("auto", "search"):
        raise SudokuError(f"method {method}: plain grids only")
    return "search"


def claim(geometry: Geometry, method: str, moves: int | None = None) -> str:
    """Describe in one line the distribution of the grids that a method draws."""
    if method == "uniform":
        return f"exactly uniform: each of the {UNIFORM[geometry]} grids is equally likely"
    if method == "mix":
        made = checked_moves(geometry, moves)
        return f"{made} moves of a Markov chain with uniform stationary distribution; not exact"
    if method == "search":
        return "every grid can occur, but not with equal probability"
    return "only grids made of shifts of the first row"


def generate(
    geometry: Geometry | None = None,
    method: str = "auto",
    stream: Stream | None = None,
    check: Check = never,
    moves: int | None = None,
    seed: str | int | None = None,
    constraints: Constraints | None = None,
) -> Grid:
    """Return a random complete grid.

    geometry  the geometry, plain or of a variant; default: 9x9
    method    "uniform": every grid is equally likely (up to 9x9); "mix": a Markov chain;
              "search": a solver in random order; "shift": shifted copies of a random row;
              "auto": the first of uniform and mix that applies, search for variants
    stream    the source of randomness; default: entropy of the system
    moves     the length of the Markov chain of "mix", in moves; default: four per cell
    check     called every few milliseconds; exceptions that it raises end the work
    seed      instead of a stream: the same seed draws the same grid, the first one of
              `sudoku-gen` with this seed
    constraints  clues that the grid meets and keeps; the method is search

    Raises SudokuError if the method does not exist or does not support the geometry, if `moves` is
    negative, or if no grid exists.

    >>> from sudokutools import Geometry, generate
    >>> generate().clue_count
    81
    >>> print(generate(Geometry.of(2, 2), seed=7), end="")
    1 2 | 3 4
    4 3 | 1 2
    ----+----
    2 1 | 4 3
    3 4 | 2 1
    """
    geometry = geometry or Geometry.of(3, 3)
    stream = stream_of("sudoku-gen", stream, seed)
    if constraints is not None:
        from sudokutools.generating import random_search

        choose_for_variants(method)
        empty = Grid(geometry, bytes(geometry.size), None, constraints)
        return random_search.draw_variant(empty, stream, check)
    chosen = choose(geometry, method)
    if chosen == "shift":
        return shift(geometry, stream)
    if chosen == "search":
        from sudokutools.generating import random_search

        return random_search.search(geometry, stream, check)
    return _drawn(geometry, chosen, stream, checked_moves(geometry, moves))


def checked_moves(geometry: Geometry, moves: int | None) -> int:
    """Return the number of moves. Raises SudokuError if it is negative or above 2^63."""
    if moves is None:
        return 4 * geometry.size
    if not 0 <= moves < 1 << 63:
        raise SudokuError(f"{moves} moves: expected 0 to {(1 << 63) - 1}")
    return moves


def _drawn(geometry: Geometry, method: str, stream: Stream, moves: int) -> Grid:
    kernels = core.native()
    if kernels is not None:
        is_uniform = method == "uniform"
        cells, state = kernels.generate_cells(
            *geometry.shape, is_uniform, moves, _packed(stream.state)
        )
        first, second, third, fourth = memoryview(state).cast("Q")
        stream.state = first, second, third, fourth
    elif method == "uniform":
        from sudokutools.generating import uniform

        cells = uniform.draw(geometry, stream)
    else:
        from sudokutools.generating import mix

        cells = mix.draw(geometry, stream, moves)
    return Grid(geometry, cells)


def _packed(words: tuple[int, int, int, int]) -> bytes:
    """Pack 64-bit words in native byte order, as kernels take them."""
    return b"".join(word.to_bytes(8, byteorder) for word in words)


def draw_lines(
    geometry: Geometry,
    method: str,
    key: tuple[int, int, int, int],
    first_record: int,
    count: int,
    moves: int | None = None,
) -> bytes:
    r"""Return the grids of `count` records from `first_record` on, in the format `line`.

    Record i is drawn by the method "uniform" or "mix" from `Stream.from_key(key, i)`. Errors are as
    in `generate`.

    >>> from sudokutools._support.streams import stream_key
    >>> draw_lines(Geometry.of(2, 2), "uniform", stream_key("sudoku-gen", "7"), 0, 2)
    b'1234431221433421\n1234341241232341\n'
    """
    from sudokutools.grid.geometry_label import geometry_word

    method = choose(geometry, method)
    made = checked_moves(geometry, moves)
    word = geometry_word(geometry)
    ending = (f"\t{word}" if word else "").encode() + b"\n"
    kernels = core.native()
    if kernels is not None:
        lines: bytes = kernels.generate_lines(
            *geometry.shape, method == "uniform", made, _packed(key), first_record, count, ending
        )
        return lines
    streams = (Stream.from_key(key, record) for record in range(first_record, first_record + count))
    grids = (_drawn(geometry, method, stream, made) for stream in streams)
    return b"".join(format_line(grid).encode() + ending for grid in grids)


def shift(geometry: Geometry, stream: Stream) -> Grid:
    """Draw the first row of the full grid, shift it for the other rows, and cut the grid out.

    Row k of band b (both from 0) is the first row shifted left by k box widths and b cells.
    """
    n, width, height = geometry.n, geometry.box_width, geometry.box_height
    first = list(range(1, n + 1))
    stream.shuffle(first)
    cells = bytearray()
    for row in range(geometry.rows):
        band, k = divmod(row, height)
        start = k * width + band
        cells.extend(first[(start + column) % n] for column in range(geometry.columns))
    return Grid(geometry, cells)
