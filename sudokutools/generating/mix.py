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

**Claims.** It is not claimed that a grid is uniform after any number of moves, nor that every grid
can be reached. Every grid can on 4x4 and 6x6 (checked exhaustively), but not in latin squares of
prime order from 5 on: any two rows, columns or symbols of the cyclic square are linked as a whole,
so moves only reorder or rename it (Ian Wanless, "Cycle switches in Latin squares", Graphs and
Combinatorics 20, 2004). On 9x9 the statistics of 9,000 chains (`tests/generating/uniformity.py`)
were far off after the construction alone and as expected after 2 * n * n moves; the default is 4
per cell, 4 * n * n on a full grid.

If boxes are one cell high a row is a box, and any two rows are a pair, even of different bands;
likewise for columns. A partial geometry starts with the leading boxes of a constructed full grid,
and the chain runs on the partial grid itself. Components may be open paths then, and the above
applies to all grids of that geometry, whether or not they can be extended to full ones.

`sudokutools/_core/generate/mix.c` is the C twin and draws the same grids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry

ABSENT = -1


def draw(geometry: Geometry, stream: Stream, moves: int) -> bytes:
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
        # The pairs of each kind: the number of groups and their size.
        across, down = geometry.boxes_across, geometry.boxes_down
        self._kinds = [
            (move, groups, size)
            for move, groups, size in (
                (self._move_symbols, 1, geometry.n),
                (self._move_rows, *_groups(down, geometry.box_height)),
                (self._move_columns, *_groups(across, geometry.box_width)),
            )
            if size > 1
        ]

    def move(self, stream: Stream) -> None:
        if not self._kinds:
            return
        make, groups, size = self._kinds[stream.below(len(self._kinds))]
        drawn, other = divmod(stream.below(groups * size * (size - 1)), size - 1)
        group, one = divmod(drawn, size)
        other += other >= one
        make(group * size + one, group * size + other, _coins(stream))

    def _move_symbols(self, one: int, other: int, coins: Iterator[int]) -> None:
        geometry, cells = self.geometry, self.cells
        houses: dict[tuple[int, int], tuple[int, int, int]] = {}
        cell_in: dict[tuple[int, int], tuple[int, int]] = {}  # By symbol and house.
        for symbol in (one, other):
            for row, symbols in enumerate(cells):
                if symbol in symbols:
                    column = symbols.index(symbol)
                    box = geometry.box_of(row * geometry.columns + column)
                    # Houses have different numbers: rows, then columns, then boxes.
                    first_box = geometry.rows + geometry.columns
                    houses[row, column] = row, geometry.rows + column, first_box + box
                    for house in houses[row, column]:
                        cell_in[symbol, house] = row, column
        seen: set[tuple[int, int]] = set()
        for start in houses:
            if start in seen:
                continue
            component = [start]
            seen.add(start)
            for cell in component:
                partner = one + other - cells[cell[0]][cell[1]]
                for house in houses[cell]:
                    linked = cell_in.get((partner, house), cell)
                    if linked not in seen:
                        seen.add(linked)
                        component.append(linked)
            if next(coins):
                for row, column in component:
                    cells[row][column] = one + other - cells[row][column]

    def _move_rows(self, one: int, other: int, coins: Iterator[int]) -> None:
        _swap(self.cells[one], self.cells[other], coins)

    def _move_columns(self, one: int, other: int, coins: Iterator[int]) -> None:
        left, right = ([row[column] for row in self.cells] for column in (one, other))
        _swap(left, right, coins)
        for row, first, second in zip(self.cells, left, right, strict=True):
            row[one], row[other] = first, second


def _groups(boxes: int, size: int) -> tuple[int, int]:
    """Return the number and size of the groups of lines: bands of rows, or all rows."""
    return (1, boxes) if size == 1 else (boxes, size)


def _swap(first: list[int], second: list[int], coins: Iterator[int]) -> None:
    """Swap the symbols of two lines in the components that coins select.

    A walk goes from a place to the one where the first line has the symbol of the second line here;
    if it does not return to the start, it also goes the other way from there.
    """
    in_first, in_second = ({symbol: at for at, symbol in enumerate(x)} for x in (first, second))
    seen: set[int] = set()
    for start in range(len(first)):
        if start in seen:
            continue
        component = [start]
        at = in_first.get(second[start])
        while at is not None and at != start:
            component.append(at)
            at = in_first.get(second[at])
        if at is None:
            at = in_second.get(first[start])
            while at is not None:
                component.append(at)
                at = in_second.get(first[at])
        seen.update(component)
        if next(coins):
            for at in component:
                first[at], second[at] = second[at], first[at]


def _coins(stream: Stream) -> Iterator[int]:
    """Toss coins: the bits of random words, lowest first."""
    while True:
        word = stream.next()
        yield from (word >> bit & 1 for bit in range(64))
