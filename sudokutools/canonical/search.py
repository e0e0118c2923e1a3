"""The search for the canonical form of a grid of any geometry, as defined in `form`.

The smallest grid is built row by row; after each row every way to begin with the rows so far is
kept. The order of columns that look the same is left open. A state holds the rows used and a
partly decided order of columns:

    position    0  1  2 | 3  4  5 | 6  7  8
    column      2  0  1 | 5  3  4 | 8  6  7
    runs        ^  ^      ^         ^            columns 0 and 1 may be exchanged
    groups      ^         ^                      stacks 1 and 2 may be exchanged

A symbol is known by the row and the column of its first appearance; its label is the value of the
canonical row at that column. The next row is written from left to right. In a run with empty cells
these go first, which splits the run. Otherwise the columns whose symbols can have the smallest
label go first, where the column of first appearance may move to the front of its own run: this
fixes both columns, and all ties are tried. A run with new symbols only is unchanged. A group of
stacks is split likewise: stacks without known symbols by the positions of their empty cells; every
stack with known symbols is tried first.

No tie is dropped, and every order of a run gives the same rows so far. Each geometric map to the
smallest grid is counted once, by its state times the orders of the remaining runs and groups and of
the empty rows. States with the same future are merged and their counts added.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod
from typing import NamedTuple

from sudokutools._support.limits import Check
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid

MAX_STEPS = 50_000_000
MAX_STATES = 500_000
MERGE_AT = 65_536  # So many states after one row are merged before more are added.
UNSEEN = 255


class TooSymmetricError(SudokuError):
    def __init__(self) -> None:
        super().__init__(
            f"too symmetric for a canonical form: more than {MAX_STEPS} steps of search"
            f" or {MAX_STATES} initial states"
        )


class _State(NamedTuple):
    side: int  # 0, or 1 for the transposed grid.
    used: int  # The rows used, a bit each.
    band: int  # The band that has to be finished, or -1.
    order: bytes  # The column at each position.
    runs: int  # The positions where a run of columns begins, and the end, a bit each.
    groups: int  # The stacks where a group of stacks begins, and the end, a bit each.
    first: bytes  # For each symbol the row of its first appearance and its column; UNSEEN.
    ways: int  # The number of geometric maps that begin so, up to orders in runs and groups.


def _start_of(bits: int, place: int) -> int:
    """Return the last bit set up to a place: the start of its run or group."""
    return (bits & ((2 << place) - 1)).bit_length() - 1


def _end_of(bits: int, place: int) -> int:
    """Return the first bit set behind a place: the end of its run or group."""
    rest = bits >> (place + 1)
    return place + (rest & -rest).bit_length()


def _spans(bits: int, at: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each run or group between two places."""
    while at < end:
        yield at, (at := _end_of(bits, at))


class Search:
    def __init__(self, grid: Grid, transposes: bool, check: Check) -> None:
        geometry = grid.geometry
        self.geometry = geometry
        self.check = check
        self.new = geometry.n + 1  # Stands for a symbol without a label: more than every label.
        self.steps = 0
        self.form: list[bytes] = []
        rows = [grid.cells[at : at + geometry.columns] for at in geometry.column_cells[0]]
        self.sides = [rows]
        if transposes:
            self.sides.append([bytes(column) for column in zip(*rows, strict=True)])

    def run(self) -> tuple[Grid, int]:
        """Return the canonical form and the number of automorphisms.

        Raises TooSymmetricError above the limits.
        """
        geometry = self.geometry
        runs = sum(1 << at for at in range(0, geometry.columns + 1, geometry.box_width))
        groups = 1 | 1 << geometry.boxes_across
        order, first = bytes(range(geometry.columns)), bytes([UNSEEN] * (2 * geometry.n + 2))
        states = [
            _State(side, 0, -1, order, runs, groups, first, 1) for side in range(len(self.sides))
        ]
        labels = 0
        for _ in range(geometry.rows):
            least, states = self._next_row(states)
            line = bytearray(least)
            for at, label in enumerate(line):
                if label == self.new:
                    labels += 1
                    line[at] = labels
            self.form.append(bytes(line))
            states = self._merged(states)
        count = sum(state.ways * self._orders_left(state) for state in states)
        return Grid(geometry, b"".join(self.form)), count

    def _next_row(self, states: list[_State]) -> tuple[bytes, list[_State]]:
        """Return the smallest next row, and every state after it."""
        best = bytes([self.new + 1])
        found: list[_State] = []
        room = MERGE_AT
        for before in states:
            for row, start in self._rows_after(before):
                stack = [(b"", start)]
                while stack:
                    line, state = stack.pop()
                    if line > best[: len(line)]:
                        continue
                    self.steps += 1
                    if self.steps > MAX_STEPS:
                        raise TooSymmetricError
                    if self.steps % 512 == 0:
                        self.check()
                    if len(line) < self.geometry.columns:
                        stack.extend(
                            (line + bytes([label]), after)
                            for label, after in self._branches(row, state, len(line))
                        )
                        continue
                    if line < best:
                        best, found, room = line, [], MERGE_AT
                    found.append(self._learned(row, state))
                    if len(found) >= room:
                        found = self._merged(found)
                        room = max(MERGE_AT, 2 * len(found))
                        if len(found) > MAX_STATES:
                            raise TooSymmetricError
        return best, found

    def _rows_after(self, state: _State) -> Iterator[tuple[bytes, _State]]:
        """Yield the possible next rows; of interchangeable empty ones the first."""
        height, matrix = self.geometry.box_height, self.sides[state.side]
        bands = range(self.geometry.boxes_down) if state.band < 0 else [state.band]
        left = {
            band: [r for r in range(band * height, (band + 1) * height) if not state.used >> r & 1]
            for band in bands
        }
        empty_bands = [
            band
            for band, rows in left.items()
            if len(rows) == height and not any(any(matrix[row]) for row in rows)
        ]
        for band, rows in left.items():
            if band in empty_bands[1:]:
                continue
            empty = [row for row in rows if not any(matrix[row])]
            for row in rows:
                if row in empty[1:]:
                    continue
                ways = state.ways
                if row in empty:
                    ways *= len(empty) * (len(empty_bands) if band in empty_bands else 1)
                used, open_band = state.used | 1 << row, band if len(rows) > 1 else -1
                yield matrix[row], state._replace(used=used, band=open_band, ways=ways)

    def _branches(self, row: bytes, state: _State, position: int) -> Iterator[tuple[int, _State]]:
        stack, inside = divmod(position, self.geometry.box_width)
        if inside or not state.groups >> stack & 1 or state.groups >> (stack + 1) & 1:
            yield from self._columns(row, state, position)
        else:
            for arranged in self._stacks(row, state, stack):
                yield from self._columns(row, arranged, position)

    def _stacks(self, row: bytes, state: _State, stack: int) -> Iterator[_State]:
        """Split a group of stacks in every way that could give the smallest row."""
        width, end = self.geometry.box_width, _end_of(state.groups, stack)
        alike: dict[object, list[int]] = {}
        contents: dict[int, bytes] = {}
        for place in range(stack, end):
            contents[place] = state.order[place * width : (place + 1) * width]
            kind: object = place
            if all(not row[c] or state.first[2 * row[c]] == UNSEEN for c in contents[place]):
                contents[place] = self._empty_first(row, state, place)
                kind = bytes(row[c] > 0 for c in contents[place])
            alike.setdefault(kind, []).append(place)
        for kind, chosen in alike.items():
            places = chosen + [place for place in range(stack, end) if place not in chosen]
            columns = b"".join(
                contents[at] if at in chosen else state.order[at * width : (at + 1) * width]
                for at in places
            )
            runs = state.runs
            if isinstance(kind, bytes):
                for at in range(1, width):
                    if kind[at] > kind[at - 1]:
                        runs |= sum(1 << ((stack + i) * width + at) for i in range(len(chosen)))
            yield state._replace(
                order=state.order[: stack * width] + columns + state.order[end * width :],
                runs=runs,
                groups=state.groups | 1 << (stack + len(chosen)),
            )

    def _empty_first(self, row: bytes, state: _State, stack: int) -> bytes:
        """Return the columns of a stack, in each run those first that are empty in the row."""
        width = self.geometry.box_width
        return b"".join(
            bytes(sorted(state.order[at:end], key=lambda column: row[column] > 0))
            for at, end in _spans(state.runs, stack * width, (stack + 1) * width)
        )

    def _columns(self, row: bytes, state: _State, position: int) -> Iterator[tuple[int, _State]]:
        """Yield the smallest label at a position in a decided stack with each resulting state."""
        order = state.order
        if not state.runs >> position & 1:
            yield self.new if row[order[position]] else 0, state
            return
        end = _end_of(state.runs, position)
        run = order[position:end]
        empty = bytes(column for column in run if not row[column])
        if empty:
            filled = bytes(column for column in run if row[column])
            split = state._replace(
                order=order[:position] + empty + filled + order[end:],
                runs=state.runs | 1 << (position + len(empty)),
            )
            yield 0, split
            return
        labels = [self._label(state, row[column], position) for column in run]
        least = min(labels)
        if least == self.new:
            yield least, state
            return
        for column, label in zip(run, labels, strict=True):
            if label == least:
                source = state.first[2 * row[column] + 1]
                yield least, self._fixed(self._fixed(state, column), source)

    def _front(self, state: _State, column: int) -> tuple[int, int]:
        """Return the position of a column, and the first one that it can be moved to."""
        position = state.order.index(column)
        stack = position // self.geometry.box_width
        moved = stack - _start_of(state.groups, stack)
        return position, _start_of(state.runs, position) - moved * self.geometry.box_width

    def _label(self, state: _State, symbol: int, position: int) -> int:
        """Return the smallest label of a symbol if its cell's column is at the position."""
        if state.first[2 * symbol] == UNSEEN:
            return self.new
        front = self._front(state, state.first[2 * symbol + 1])[1]
        return self.form[state.first[2 * symbol]][front + (front == position)]

    def _fixed(self, state: _State, column: int) -> _State:
        """Move a column, and its stack, to the front of its run and group, and fix them."""
        width = self.geometry.box_width
        position, front = self._front(state, column)
        order = bytearray(state.order)
        there, here = front // width, position // width
        here_columns = order[here * width : (here + 1) * width]
        order[here * width : (here + 1) * width] = order[there * width : (there + 1) * width]
        order[there * width : (there + 1) * width] = here_columns
        moved = position - (here - there) * width
        order[front], order[moved] = order[moved], order[front]
        return state._replace(
            order=bytes(order),
            runs=state.runs | 1 << (front + 1),
            groups=state.groups | 1 << (there + 1),
        )

    def _learned(self, row: bytes, state: _State) -> _State:
        first = bytearray(state.first)
        for column, symbol in enumerate(row):
            if symbol and first[2 * symbol] == UNSEEN:
                first[2 * symbol] = len(self.form)
                first[2 * symbol + 1] = column
        return state._replace(first=bytes(first))

    def _merged(self, states: list[_State]) -> list[_State]:
        if len(states) == 1:
            return states
        kept: dict[object, _State] = {}
        for state in states:
            future = self._future(state)
            other = kept.get(future)
            kept[future] = state if other is None else other._replace(ways=other.ways + state.ways)
        return list(kept.values())

    def _future(self, state: _State) -> object:
        """Return all of a state that the remaining rows depend on, independent of order."""
        width = self.geometry.box_width
        left = [row for at, row in enumerate(self.sides[state.side]) if not state.used >> at & 1]
        live = {symbol for row in left for symbol in row if symbol}
        marks: list[list[int]] = [
            [column] if any(row[column] for row in left) else []
            for column in range(self.geometry.columns)
        ]
        for symbol in sorted(live):
            if state.first[2 * symbol] != UNSEEN:
                marks[state.first[2 * symbol + 1]] += [-symbol, state.first[2 * symbol]]
        stacks = [
            [
                sorted(marks[column] for column in state.order[at:end])
                for at, end in _spans(state.runs, stack * width, (stack + 1) * width)
            ]
            for stack in range(self.geometry.boxes_across)
        ]
        groups = [sorted(stacks[at:end]) for at, end in _spans(state.groups, 0, len(stacks))]
        return state.side, state.used, state.band, repr(groups)

    def _orders_left(self, state: _State) -> int:
        runs = _spans(state.runs, 0, self.geometry.columns)
        groups = _spans(state.groups, 0, self.geometry.boxes_across)
        return prod(factorial(end - at) for at, end in (*runs, *groups))
