"""The pure-Python search for variants, with regions, extra houses, pairs and cages.

It applies the rules and clues of `engines.variant` with weaker deductions and finds the same
solutions in another order. Candidates are a mask for each cell, with bit s - 1 for symbol s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.relations import Relations
from sudokutools.solving.engines.planes import bits

NONE, SOLUTION, PAUSED, LIMIT = 0, 1, 2, 3

TABLED = 16
"""The maximum number of symbols for which all sets are listed by size and sum."""

Masks = list[int]

Cage = tuple[int, tuple[int, ...]]
"""A sum and its cells."""

Option = tuple[int, int]
"""A cell and a symbol, from 0."""

Words = tuple[int, int, int, int]


class Rules:
    """The rules of a geometry and the clues of a grid; `settle` applies them to candidates."""

    def __init__(self, geometry: Geometry, relations: Relations | None, check: Check) -> None:
        self.n = geometry.n
        self.check = check
        self.every = (1 << geometry.n) - 1
        self.start = [self.every] * geometry.size
        self.houses = [house for house in geometry.houses if len(house) == geometry.n]
        self.sees = [set(peers) for peers in geometry.peers]
        self.apart = geometry.apart
        self.less: Sequence[tuple[int, int]] = ()
        self.cages: list[Cage] = []
        if relations is not None:
            self.less = relations.steps
            for low, marked in ((0b10, relations.even), (0b01, relations.odd)):
                for cell in marked:
                    self.start[cell] &= sum(low << 2 * k for k in range(geometry.n))
            for cage in relations.cages:
                for cell in cage.cells:
                    self.sees[cell].update(other for other in cage.cells if other != cell)
            self.cages = [(cage.sum, cage.cells) for cage in relations.cages if cage.sum]

    def settle(self, masks: Masks) -> bool:
        """Remove candidates until no rule applies; return whether every cell has one."""
        done: set[int] = set()
        before: Masks = []
        while masks != before:
            before = masks[:]
            if not self._place_singles(masks, done) or not self._place_hidden_singles(masks):
                return False
            if masks == before:
                self._compare_pairs(masks)
                if not all(self._fit_sum(masks, total, cells) for total, cells in self.cages):
                    return False
        return True

    def _place_singles(self, masks: Masks, done: set[int]) -> bool:
        for cell, mask in enumerate(masks):
            if not mask:
                return False
            if not mask & mask - 1 and cell not in done:
                self.check()
                done.add(cell)
                for other in self.sees[cell]:
                    masks[other] &= ~mask
        return True

    def _place_hidden_singles(self, masks: Masks) -> bool:
        for house in self.houses:
            self.check()
            once = twice = 0
            for cell in house:
                twice |= once & masks[cell]
                once |= masks[cell]
            if once != self.every:
                return False
            for cell in house if once != twice else ():
                masks[cell] = masks[cell] & ~twice or masks[cell]
        return True

    def _compare_pairs(self, masks: Masks) -> None:
        """Apply the implications of one cell for a neighbour, and for a greater or smaller one."""
        for pair in self.apart:
            for cell, other in (pair, pair[::-1]):
                low, high = masks[cell] & -masks[cell], 1 << masks[cell].bit_length() >> 1
                masks[other] &= ~((low << 1 | low | low >> 1) & (high << 1 | high | high >> 1))
        for low, high in self.less:
            masks[low] &= (1 << masks[high].bit_length() >> 1) - 1
            masks[high] &= -2 * (masks[low] & -masks[low])

    def _fit_sum(self, masks: Masks, total: int, cells: Sequence[int]) -> bool:
        """Remove candidates that are in no set of different symbols with the sum of a cage."""
        self.check()
        union, left = 0, []
        for cell in cells:
            if masks[cell] & masks[cell] - 1:
                left.append(cell)
                union |= masks[cell]
            else:
                total -= masks[cell].bit_length()
        if not left:
            return not total
        if self.n <= TABLED:
            allowed = 0
            for symbols in sets_by_sum(self.n).get((len(left), total), ()):
                if not symbols & ~union and all(masks[cell] & symbols for cell in left):
                    allowed |= symbols
            for cell in left:
                masks[cell] &= allowed
            return allowed != 0
        lowest = sum((masks[cell] & -masks[cell]).bit_length() for cell in left)
        highest = sum(masks[cell].bit_length() for cell in left)
        for cell in left:
            most = total - lowest + (masks[cell] & -masks[cell]).bit_length()
            least = total - highest + masks[cell].bit_length()
            masks[cell] &= (1 << max(most, 0)) - (1 << max(least - 1, 0))
        return lowest <= total <= highest

    def options(self, masks: Masks, failures: dict[Option, int]) -> list[Option]:
        """Return the options of the cell, or of the symbol in a house, that has the fewest.

        Ties: the place whose options have failed most often.
        """
        places = [[(cell, symbol) for symbol in bits(mask)] for cell, mask in enumerate(masks)]
        for house in self.houses:
            self.check()
            for symbol in range(self.n):
                places.append([(cell, symbol) for cell in house if masks[cell] >> symbol & 1])
        fewest = min(len(options) for options in places if len(options) > 1)
        return max(
            (options for options in places if len(options) == fewest),
            key=lambda options: sum(failures.get(option, 0) for option in options),
        )


@lru_cache(maxsize=8)
def sets_by_sum(n: int) -> dict[tuple[int, int], list[int]]:
    """Return the sets of symbols 1 to n as masks, by their size and sum.

    >>> [bin(mask) for mask in sets_by_sum(4)[2, 5]]
    ['0b110', '0b1001']
    """
    found: dict[tuple[int, int], list[int]] = {}
    for mask in range(1 << n):
        total = sum(index + 1 for index in bits(mask))
        found.setdefault((mask.bit_count(), total), []).append(mask)
    return found


class Search:
    """A search for the solutions of grids with the same rules and clues except symbols.

    `check` is called in long steps as well.
    """

    def __init__(
        self, geometry: Geometry, relations: Relations | None, check: Check = never
    ) -> None:
        self._rules = Rules(geometry, relations, check)

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
        given = masks or [1 << symbol >> 1 or -1 for symbol in cells]
        self._masks: Masks | None = [a & b for a, b in zip(self._rules.start, given, strict=True)]
        if other >= 0:
            self._masks[other] &= ~(1 << near[other] - 1)
        self._near = near
        self._stream: Stream | None = None
        if state is not None:
            self._stream = Stream("", "", 0)
            self._stream.state = state
        self._max_steps = max_steps
        self._steps = 0
        self._tried: Option | None = None
        self._failures: dict[Option, int] = {}
        self._branches: list[tuple[Masks, list[Option]]] = []

    def allow(self, max_steps: int, /) -> None:
        """Set the maximum number of steps since the start."""
        self._max_steps = max_steps

    def run(self, work: int, /) -> int:
        """Continue for at most this many steps."""
        end = self._steps + work
        while True:
            masks, self._masks = self._masks, None
            if masks is None:
                pass
            elif not self._rules.settle(masks):
                if self._tried is not None:
                    self._failures[self._tried] = self._failures.get(self._tried, 0) + 1
            elif any(mask & mask - 1 for mask in masks):
                self._branches.append((masks, self._options(masks)))
            else:
                self._solution = bytes(mask.bit_length() for mask in masks)
                return SOLUTION
            if not self._branches:
                return NONE
            if self._steps >= self._max_steps:
                return LIMIT
            if self._steps >= end:
                return PAUSED
            self._try_option()

    def _options(self, masks: Masks) -> list[Option]:
        """Return the options to branch on, the first one last."""
        options, near = self._rules.options(masks, self._failures), self._near
        if self._stream is not None:
            self._stream.shuffle(options)
        if near:
            options.sort(key=lambda option: near[option[0]] != option[1] + 1)
        return options[::-1]

    def _try_option(self) -> None:
        masks, options = self._branches[-1]
        self._tried = cell, symbol = options.pop()
        if not options:
            self._branches.pop()
        self._steps += 1
        self._masks = masks[:]
        self._masks[cell] = 1 << symbol

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
