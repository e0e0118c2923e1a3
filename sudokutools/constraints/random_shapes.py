"""Random shapes on complete grids, for clues that are true of them.

The following defines the clue that a stream draws. Cells of earlier clues are avoided; if that
fails, all cells are free.

- A *line* draws its number of cells within the limits of its kind, then its first cell: `below` the
  number of free cells, ascending. It takes one cell after the other, trying the free neighbours by
  side or corner, ascending and shuffled, and steps back where no neighbour may follow. It neither
  crosses itself nor, unless it is stretched, touches itself by a side. After STEPS cells, and as
  many for each cell of the stretch, it ends in vain; if any part of it is true, as the longest.
- A *group* grows from a random cell by `below` the number of free neighbours of its cells by side.
- Everything else is taken from a shuffled list of all that is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from sudokutools._support.streams import Stream
from sudokutools.constraints.places import touching
from sudokutools.constraints.shape import Cells, Shape, values_of

STEPS = 200  # The maximum number of cells that a line tries.

Item = TypeVar("Item")


class Canvas:
    """A complete grid to draw clues on.

    values   of all cells
    free     the cells that shapes may use, ascending
    stretch  the number of extra cells of a line whose parts are all true
    begin    the first cells of a line, if they are given
    known    which short lines are true
    """

    def __init__(self, shape: Shape, cells: bytes, stream: Stream) -> None:
        self.shape = shape
        self.values = values_of(cells, shape)
        self.stream = stream
        self.stretch = 0
        self.begin: Cells = ()
        self.known: dict[object, bool] = {}
        self.avoid(())

    def avoid(self, used: Collection[int]) -> None:
        """Leave only the other cells free."""
        self.free = [cell for cell in range(self.shape.size) if cell not in used]
        self._is_free = set(self.free)

    def held(self, cells: Iterable[int]) -> list[int]:
        return [self.values[cell] for cell in cells]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        found = list(items)
        self.stream.shuffle(found)
        return found

    def within(self, low: int, high: int) -> int:
        return low + self.stream.below(max(high - low, 0) + 1)

    def one_of(self, items: Sequence[Item]) -> Item:
        return items[self.stream.below(len(items))]

    def pairs(self) -> list[Cells]:
        """Return the pairs of free neighbours by side, shuffled."""
        around = touching(self.shape.rows, self.shape.columns)
        return self.shuffled(
            (cell, other)
            for cell in self.free
            for other in around[cell]
            if cell < other and other in self._is_free
        )

    def path(
        self,
        lengths: tuple[int, int],
        may_begin: Callable[[list[int], int], bool],
        holds: Callable[[list[int]], bool] | None,
    ) -> Cells | None:
        """Draw a line, cell by cell; None if none is found.

        `may_begin` returns if a line of a length may begin with some cells, `holds` whether all
        of it is true; None: every one is that may begin.
        """
        low, high = lengths
        stretch = self.stretch if holds is None else 0
        length = self.within(low + stretch, high + stretch)
        line = list(self.begin) or [self.one_of(self.free)]
        length = max(length, len(line) + 1)
        around = touching(self.shape.rows, self.shape.columns, corners=True)
        left = STEPS * (1 + stretch)
        longest: Cells = ()

        def grow() -> bool:
            nonlocal left, longest
            is_done = len(line) == length and (holds is None or holds(line))
            if is_done or len(line) > len(longest):
                longest = tuple(line)
            if is_done or len(line) == length:
                return is_done
            for cell in self.shuffled(
                other
                for other in around[line[-1]]
                if other in self._is_free
                and other not in line
                and may_begin([*line, other], length)
                and self._is_clear(line, other)
            ):
                left -= 1
                if left < 0:
                    break
                line.append(cell)
                if grow():
                    return True
                line.pop()
            return False

        if grow() or (holds is None and len(longest) >= low):
            return longest
        return None

    def _is_clear(self, line: list[int], cell: int) -> bool:
        """Whether the step of a line to a cell neither crosses nor touches it."""
        if not self.stretch:
            beside = touching(self.shape.rows, self.shape.columns)[cell]
            return not any(other in beside for other in line[:-1])
        last, columns = line[-1], self.shape.columns
        corner = last - last % columns + cell % columns
        if corner not in line or corner in (last, cell):
            return True
        place = line.index(corner)
        return last + cell - corner not in line[max(place - 1, 0) : place + 2]

    def group(self, count: int, cells: Collection[int], begin: int) -> Cells:
        """Draw up to `count` connected cells of these, from one of them."""
        beside = touching(self.shape.rows, self.shape.columns)
        found = [begin]
        while len(found) < count:
            reached = sorted({o for cell in found for o in beside[cell] if o in cells} - {*found})
            if not reached:
                break
            found.append(self.one_of(reached))
        return tuple(sorted(found))
