"""Draw complete grids of any geometry: a random construction, then a Markov chain.

**Construction.** It never backtracks. Let a box be w columns wide and h rows high, n = w * h.

1. In a stack, every symbol is in each of the w bands once, each time in another of the w columns: a
   perfect matching of bands and columns. The symbols are matched one after the other; a band takes
   h symbols into each column. After some of them, each band has as many places left as each column.
   So a regular bipartite multigraph remains, which has a perfect matching (Denes Konig, 1916).
2. Each column of a band now has h symbols. A row is a perfect matching of columns and symbols;
   again a regular graph remains after each row.

The matchings are found by augmenting paths, with columns and symbols in random order, free ones
first; if the order lists the pairs of a given matching, exactly that one is found. So every grid
has a positive probability, but far from equal ones.

**Chain.** A move is one of three kinds, each equally likely, for a random pair:

- two symbols: their cells are linked if they share a row, a column or a box;
- two rows of a band: columns are linked if one has in the second row the symbol that the other has
  in the first;
- two columns of a stack: the same, transposed.

In every connected component the two are swapped or left, by the toss of a coin. A swap keeps a grid
valid, because a house that holds both has them in one component, and keeps the components. So a
move and its inverse are equally likely: the chain is symmetric, and the uniform distribution is
stationary on the grids that can be reached from each other.

**Claims.** The uniform distribution is stationary. It is not claimed that a grid is uniform after
any number of moves, nor that every grid can be reached. Every grid can on 4x4 and 6x6 (checked
exhaustively), but not in latin squares of prime order from 5 on: any two rows, columns or symbols
of the cyclic square are linked as a whole, so moves only reorder or rename it, and there are other
squares (Ian Wanless, "Cycle switches in Latin squares", Graphs and Combinatorics 20, 2004). On
9x9, with 9,000 chains, the statistics that distinguish generators
(`tests/generating/uniformity.py`) were far off after the construction alone and agreed with the
uniform distribution after 2 * n * n moves; the default is 4 per cell, 4 * n * n on a full grid.

If boxes are one cell high a row is a box, and any two rows are a pair, even of different bands;
likewise for columns. A partial geometry starts with the leading boxes of a constructed full grid,
and the chain runs on the partial grid itself. Components may be open paths then, and the above
applies to all grids of that geometry, whether or not they can be extended to full ones.

`sudokutools/_core/generate/mix.c` is the C twin and draws the same grids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError
from sudokutools.generating.compiled_draw import native_cells
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

ABSENT = -1


def default_moves(geometry: Geometry) -> int:
    """Return the default number of moves: four per cell.

    >>> default_moves(Geometry.of(4, 4))
    1024
    """
    return 4 * geometry.size


def claim(geometry: Geometry, moves: int | None = None) -> str:
    """Describe the distribution of `draw` in one line.

    >>> claim(Geometry.of(4, 4))
    '1024 moves of a Markov chain with uniform stationary distribution; not exact'
    """
    made = checked_moves(geometry, moves)
    return f"{made} moves of a Markov chain with uniform stationary distribution; not exact"


def draw(geometry: Geometry, stream: Stream, moves: int | None = None) -> Grid:
    """Draw a grid: a construction and `moves` moves (default: four per cell)."""
    moves = checked_moves(geometry, moves)
    cells = native_cells("mix", geometry, stream, moves)
    if cells is None:
        cells = _draw(geometry, stream, moves)
    return Grid(geometry, cells)


def checked_moves(geometry: Geometry, moves: int | None) -> int:
    """Return the number of moves. Raises SudokuError if it is negative or above 2^63."""
    if moves is None:
        return default_moves(geometry)
    if not 0 <= moves < 1 << 63:
        raise SudokuError(f"{moves} moves: expected 0 to {(1 << 63) - 1}")
    return moves


def _draw(geometry: Geometry, stream: Stream, moves: int) -> bytes:
    """The pure-Python twin of the kernel."""
    chain = Chain(geometry, construct(geometry, stream))
    for _ in range(moves):
        chain.move(stream)
    return bytes(symbol + 1 for row in chain.cells for symbol in row)


def random_matching(allowed: Sequence[Sequence[int]], stream: Stream) -> list[int]:
    """Return a perfect matching of a bipartite graph that has one: the right end of each left.

    `allowed[left][right]` is nonzero for each edge. Both sides are shuffled; each left in turn is
    joined to the first free right, else by the shortest augmenting path.
    """
    size = len(allowed)
    lefts, rights = list(range(size)), list(range(size))
    stream.shuffle(lefts)
    stream.shuffle(rights)
    left_of, right_of = [ABSENT] * size, [ABSENT] * size
    for left in lefts:
        found_from = [ABSENT] * size
        end = _free_right(left, allowed, rights, left_of, found_from)
        while end != ABSENT:
            joined = left_of[end] = found_from[end]
            right_of[joined], end = end, right_of[joined]
    return right_of


def _free_right(
    left: int,
    allowed: Sequence[Sequence[int]],
    rights: Sequence[int],
    left_of: Sequence[int],
    found_from: list[int],
) -> int:
    """Find a free right end by breadth-first search; record the predecessor of each right."""
    queue = [left]
    for reached in queue:
        for right in rights:
            if allowed[reached][right] and found_from[right] == ABSENT:
                found_from[right] = reached
                if left_of[right] == ABSENT:
                    return right
                queue.append(left_of[right])
    raise AssertionError("a regular bipartite graph has a perfect matching")


def construct(geometry: Geometry, stream: Stream) -> list[list[int]]:
    """Return the rows of a constructed grid, symbols from 0."""
    width, height, n = geometry.box_width, geometry.box_height, geometry.n
    # holds[band][column][symbol] is 1 if the band has yet to place the symbol in the column.
    holds = [[bytearray(n) for _ in range(n)] for _ in range(width)]
    for stack in range(height):
        room = [[height] * width for _ in range(width)]
        for symbol in range(n):
            for band, column in enumerate(random_matching(room, stream)):
                room[band][column] -= 1
                holds[band][stack * width + column][symbol] = 1
    rows = []
    for columns in holds[: geometry.boxes_down]:
        for _ in range(height):
            row = random_matching(columns, stream)
            for column, symbol in enumerate(row):
                columns[column][symbol] = 0
            rows.append(row[: geometry.columns])
    return rows


class Chain:
    """A complete grid that moves change at random; `cells[row][column]` counts symbols from 0."""

    def __init__(self, geometry: Geometry, cells: list[list[int]]) -> None:
        self.geometry = geometry
        self.cells = cells
        n = geometry.n
        # The place of each symbol: its column in a row, its row in a column, its row in a box.
        self._in_row = [[ABSENT] * geometry.rows for _ in range(n)]
        self._in_column = [[ABSENT] * geometry.columns for _ in range(n)]
        boxes = geometry.boxes_across * geometry.boxes_down
        self._in_box = [[ABSENT] * boxes for _ in range(n)]
        for row in range(geometry.rows):
            for column in range(geometry.columns):
                self._put(row, column, cells[row][column])
        # The pairs of each kind: the number of groups and their size.
        across, down = geometry.boxes_across, geometry.boxes_down
        self._kinds = [
            (move, groups, size)
            for move, groups, size in (
                (self._move_symbols, 1, n),
                (self._move_rows, *_groups(down, geometry.box_height)),
                (self._move_columns, *_groups(across, geometry.box_width)),
            )
            if size > 1
        ]

    def move(self, stream: Stream) -> None:
        """Make a random move, if there are two symbols, rows or columns to pair."""
        if not self._kinds:
            return
        make, groups, size = self._kinds[stream.below(len(self._kinds))]
        drawn, other = divmod(stream.below(groups * size * (size - 1)), size - 1)
        group, one = divmod(drawn, size)
        other += other >= one
        make(group * size + one, group * size + other, _coins(stream))

    def _put(self, row: int, column: int, symbol: int) -> None:
        self.cells[row][column] = symbol
        self._in_row[symbol][row] = column
        self._in_column[symbol][column] = row
        self._in_box[symbol][self._box(row, column)] = row

    def _take(self, row: int, column: int) -> None:
        symbol = self.cells[row][column]
        self._in_row[symbol][row] = ABSENT
        self._in_column[symbol][column] = ABSENT
        self._in_box[symbol][self._box(row, column)] = ABSENT

    def _box(self, row: int, column: int) -> int:
        geometry = self.geometry
        return row // geometry.box_height * geometry.boxes_across + column // geometry.box_width

    def _replace(self, cells: Iterable[tuple[int, int, int]]) -> None:
        """Replace symbols, given as (row, column, symbol)."""
        changes = list(cells)
        for row, column, _ in changes:
            self._take(row, column)
        for row, column, symbol in changes:
            self._put(row, column, symbol)

    def _move_symbols(self, one: int, other: int, coins: Iterator[int]) -> None:
        seen: set[tuple[int, int]] = set()
        members = [
            (symbol, row)
            for symbol in (one, other)
            for row, column in enumerate(self._in_row[symbol])
            if column != ABSENT
        ]
        for member in members:
            if member not in seen:
                component = self._linked_cells(*member, one + other)
                seen.update(component)
                if next(coins):
                    self._replace([(r, self._in_row[s][r], one + other - s) for s, r in component])

    def _linked_cells(self, symbol: int, row: int, both: int) -> list[tuple[int, int]]:
        """Return the cells (symbol, row) of a component of two symbols whose sum is `both`."""
        component = [(symbol, row)]
        seen = set(component)
        for symbol, row in component:
            other, column = both - symbol, self._in_row[symbol][row]
            rows = [
                row if self._in_row[other][row] != ABSENT else ABSENT,
                self._in_column[other][column],
                self._in_box[other][self._box(row, column)],
            ]
            for linked in rows:
                if linked != ABSENT and (other, linked) not in seen:
                    seen.add((other, linked))
                    component.append((other, linked))
        return component

    def _move_rows(self, one: int, other: int, coins: Iterator[int]) -> None:
        upper, lower = self.cells[one], self.cells[other]
        for component in _swapped_lines(upper, lower, self._in_row, one, other, coins):
            self._replace(
                change for c in component for change in ((one, c, lower[c]), (other, c, upper[c]))
            )

    def _move_columns(self, one: int, other: int, coins: Iterator[int]) -> None:
        left = [row[one] for row in self.cells]
        right = [row[other] for row in self.cells]
        for component in _swapped_lines(left, right, self._in_column, one, other, coins):
            self._replace(
                change for r in component for change in ((r, one, right[r]), (r, other, left[r]))
            )


def _groups(boxes: int, size: int) -> tuple[int, int]:
    """Return the number and size of the groups of lines: bands of rows, or all rows."""
    return (1, boxes) if size == 1 else (boxes, size)


def _swapped_lines(
    first: Sequence[int],
    second: Sequence[int],
    place: Sequence[Sequence[int]],
    one: int,
    other: int,
    coins: Iterator[int],
) -> Iterator[list[int]]:
    """Yield the components that coins select; the parameters are as in `_linked_lines`."""
    seen: set[int] = set()
    for line in range(len(first)):
        if line not in seen:
            component = _linked_lines(line, first, second, place, one, other)
            seen.update(component)
            if next(coins):
                yield component


def _linked_lines(
    start: int,
    first: Sequence[int],
    second: Sequence[int],
    place: Sequence[Sequence[int]],
    one: int,
    other: int,
) -> list[int]:
    """Return the component of a column, for two rows (or of a row, for two columns).

    `first` and `second` are the symbols of the two; `place[symbol][line]` is the place of a symbol
    in a line. The walk goes from a column to the one where the first row has the symbol of the
    second row here; if it does not return to the start, it also goes the other way from there.
    """
    component = [start]
    at = place[second[start]][one]
    while at not in (ABSENT, start):
        component.append(at)
        at = place[second[at]][one]
    if at == ABSENT:
        at = place[first[start]][other]
        while at != ABSENT:
            component.append(at)
            at = place[first[at]][other]
    return component


def _coins(stream: Stream) -> Iterator[int]:
    """Toss coins: the bits of random words, lowest first."""
    while True:
        word = stream.next()
        yield from (word >> bit & 1 for bit in range(64))
