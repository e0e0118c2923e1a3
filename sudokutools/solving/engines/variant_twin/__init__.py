"""The twin in Python of the search for variants that is in C (`_core/variant/`).

`engines.variant` defines what both do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.relations import Relations
from sudokutools.solving.engines.planes import bits
from sudokutools.solving.engines.variant_twin.problem import Option, Problem, State

NONE, SOLUTION, PAUSED, LIMIT = 0, 1, 2, 3

Words = tuple[int, int, int, int]


class Search:
    """A search for the solutions of grids of one geometry with the same clues beside symbols."""

    def __init__(self, geometry: Geometry, relations: Relations | None) -> None:
        self._problem = Problem(geometry, relations)

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
        self._state: State | None = self._problem.state(cells, masks)
        if other >= 0:
            self._state[near[other] - 1] &= ~(1 << other)
        self._near = near
        self._stream: Stream | None = None
        if state is not None:
            self._stream = Stream("", "", 0)
            self._stream.state = state
        self._max_steps = max_steps
        self._steps = 0
        self._tried: Option | None = None
        self._failures: dict[Option, int] = {}
        self._branches: list[tuple[State, list[Option]]] = []

    def allow(self, max_steps: int, /) -> None:
        """Allow so many steps since the start."""
        self._max_steps = max_steps

    def run(self, work: int, /) -> int:
        """Go on until something is found, but for so many steps only."""
        end = self._steps + work
        while True:
            state, self._state = self._state, None
            if state is None:
                pass
            elif not self._problem.settle(state):
                if self._tried is not None:
                    self._failures[self._tried] = self._failures.get(self._tried, 0) + 1
            else:
                if sum(plane.bit_count() for plane in state) == self._problem.size:
                    self._solution = _cells(state, self._problem.size)
                    return SOLUTION
                self._branches.append((state, self._options(state)))
            if not self._branches:
                return NONE
            if self._steps >= self._max_steps:
                return LIMIT
            if self._steps >= end:
                return PAUSED
            self._try_option()

    def _options(self, state: State) -> list[Option]:
        """Return the options of the place with the fewest, the first one last."""
        options = self._problem.options(state, self._failures)
        near = self._near
        if self._stream is not None:
            self._stream.shuffle(options)
        if near:
            options.sort(key=lambda option: near[option[1]] != option[0] + 1)
        return options[::-1]

    def _try_option(self) -> None:
        state, options = self._branches[-1]
        self._tried = symbol, cell = options.pop()
        if not options:
            self._branches.pop()
        self._steps += 1
        self._state = [plane & ~(1 << cell) for plane in state]
        self._state[symbol] |= 1 << cell

    def solution(self) -> bytes:
        """Return the cells of the solution that was found last."""
        return self._solution

    def state(self) -> Words:
        """Return the state of the stream."""
        assert self._stream is not None
        return self._stream.state

    def steps(self) -> int:
        """Return how many options were tried."""
        return self._steps

    def dig(
        self,
        solution: bytes,
        orbits: Sequence[Sequence[int]],
        max_steps: int,
        check: Callable[[], None],
        /,
    ) -> bytes:
        """Empty orbits of a solution, in the order given, as long as it is the only one.

        The cells of an orbit are emptied one after the other; if one of them can have another
        symbol then, or `max_steps` do not decide it, the orbit keeps its clues.
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


def _cells(state: State, size: int) -> bytes:
    cells = bytearray(size)
    for symbol, plane in enumerate(state, 1):
        for cell in bits(plane):
            cells[cell] = symbol
    return bytes(cells)
