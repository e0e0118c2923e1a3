"""The search for variants in Python: an interpreter of primitives.

It finds the same solutions as `engines.variant`, in another order. A step tries a symbol in the
cell with the fewest candidates for its weight, then narrows the cells of all primitives until
nothing changes. A cell gains weight when trying it fails, or when a primitive in which it is fails
(Frederic Boussemart et al., "Boosting systematic search by weighting constraints", ECAI 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudokutools._support.bits import bits
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.primitives import Different
from sudokutools.constraints.propagation import Item, Network, compiled
from sudokutools.grid.geometry import Geometry
from sudokutools.solving.engines import LIMIT, NONE, PAUSED, SOLUTION
from sudokutools.solving.engines.all_primitives import all_primitives

Words = tuple[int, int, int, int]


class Rules:
    """The primitives of grids with the same rules and clues; the candidates that they allow."""

    def __init__(
        self, geometry: Geometry, constraints: Constraints | None, check: Check = never
    ) -> None:
        given = all_primitives(geometry, constraints)
        items = compiled(given.items, given.masks, geometry.peers)
        self._network = Network([*map(Different, geometry.houses), *items], len(given.masks), check)
        self._start = given.masks
        self.size = geometry.size

    def start(self, cells: bytes, masks: Sequence[int] | None) -> list[int]:
        """Return the masks of all cells, the auxiliary ones last, with clues or candidates."""
        found = self._start[:]
        for cell, mask in enumerate(masks or [1 << symbol >> 1 or -1 for symbol in cells]):
            found[cell] &= mask
        return found

    def settle(self, masks: list[int], tried: int | None = None) -> Item | None:
        """Narrow the masks; return a primitive without filling, or None.

        tried  the only cell that has changed since the last time
        """
        return self._network.settle(masks, None if tried is None else [tried])

    def branch(self, masks: Sequence[int], weights: Sequence[int]) -> int | None:
        """Return the cell with the fewest candidates for its weight, an auxiliary one last.

        None if every cell has one.
        """
        return min(
            (cell for cell, mask in enumerate(masks) if mask & mask - 1),
            key=lambda cell: (cell >= self.size, masks[cell].bit_count() / weights[cell]),
            default=None,
        )


class Search:
    """A search for the solutions of grids with the same rules and clues except symbols.

    `check` is called in long steps as well.
    """

    def __init__(
        self,
        geometry: Geometry,
        constraints: Constraints | None,
        check: Check = never,
    ) -> None:
        self._rules = Rules(geometry, constraints, check)

    def start(
        self,
        cells: bytes,
        masks: Sequence[int] | None,
        state: Words | None,
        near: bytes,
        other: int,
        max_steps: int,
        /,
    ) -> None:
        """Begin a search.

        masks  the candidates; None: none are excluded
        state  of the stream that shuffles options; None: they are tried in ascending order
        near   the cells of a solution whose options come first, or none
        other  an empty cell that may not hold its symbol of `near`; -1: none
        """
        self._masks: list[int] | None = self._rules.start(cells, masks)
        if other >= 0:
            self._masks[other] &= ~(1 << near[other] - 1)
        self._near = near
        self._stream: Stream | None = None
        if state is not None:
            self._stream = Stream("", "", 0)
            self._stream.state = state
        self._max_steps = max_steps
        self._steps = 0
        self._tried: int | None = None
        self._weights = len(self._masks) * [1]
        if not all(self._masks):
            self._masks = None
        self._branches: list[tuple[list[int], int, list[int]]] = []

    def allow(self, max_steps: int, /) -> None:
        """Set the maximum number of steps since the start."""
        self._max_steps = max_steps

    def run(self, work: int, /) -> int:
        """Continue for at most this many steps."""
        end = self._steps + work
        while True:
            masks, self._masks = self._masks, None
            if masks is not None and self._settle(masks):
                cell = self._rules.branch(masks, self._weights)
                if cell is None:
                    size = self._rules.size
                    self._solution = bytes(mask.bit_length() for mask in masks[:size])
                    # One symbol in each auxiliary cell is enough.
                    while self._branches and self._branches[-1][1] >= size:
                        self._branches.pop()
                    return SOLUTION
                self._branches.append((masks, cell, self._options(masks[cell], cell)))
            if not self._branches:
                return NONE
            if self._steps >= self._max_steps:
                return LIMIT
            if self._steps >= end:
                return PAUSED
            self._try_option()

    def _settle(self, masks: list[int]) -> bool:
        failed = self._rules.settle(masks, self._tried)
        if failed is not None:
            for cell in (*failed.cells, *(() if self._tried is None else (self._tried,))):
                self._weights[cell] += 1
        return failed is None

    def _options(self, mask: int, cell: int) -> list[int]:
        """Return the symbols to try in a cell, the first one last."""
        symbols = [symbol + 1 for symbol in bits(mask)]
        if self._stream is not None:
            self._stream.shuffle(symbols)
        if cell < len(self._near):
            symbols.sort(key=lambda symbol: symbol != self._near[cell])
        return symbols[::-1]

    def _try_option(self) -> None:
        masks, cell, symbols = self._branches[-1]
        self._steps += 1
        self._tried = cell
        self._masks = masks[:]
        self._masks[cell] = 1 << symbols.pop() - 1
        if not symbols:
            self._branches.pop()

    def solution(self) -> bytes:
        return self._solution

    def state(self) -> Words:
        assert self._stream is not None
        return self._stream.state

    def steps(self) -> int:
        """Return the number of options tried."""
        return self._steps

    def dig(
        self,
        solution: bytes,
        orbits: Sequence[Sequence[int]],
        max_steps: int,
        check: Callable[[], None],
        /,
    ) -> bytes:
        """Empty orbits of a solution, in the order given, while it remains the only one.

        An orbit keeps its clues if one of its cells can have another symbol when it and those
        before it are emptied, or if `max_steps` do not decide that.
        """
        cells = bytearray(solution)
        for orbit in orbits:
            for number, cell in enumerate(orbit, 1):
                cells[cell] = 0
                self.start(bytes(cells), None, None, solution, cell, max_steps)
                check()
                while (outcome := self.run(1)) == PAUSED:
                    check()
                if outcome != NONE:
                    for other in orbit[:number]:
                        cells[other] = solution[other]
                    break
        return bytes(cells)
