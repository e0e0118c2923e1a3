"""The search for variants in Python, without a compiled core: an interpreter of primitives.

It finds the same solutions, in another order. A step tries a symbol in the
cell with the fewest candidates for its weight, then narrows the cells of all primitives until
nothing changes. A cell gains weight when trying it fails, or when a primitive in which it is fails
(Frederic Boussemart et al., "Boosting systematic search by weighting constraints", ECAI 2004).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sudokutools._support.bits import bits
from sudokutools._support.limits import FOREVER, Check, never
from sudokutools._support.streams import Stream
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.primitives import Different
from sudokutools.constraints.propagation import Item, Network, compiled
from sudokutools.errors import UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines.all_primitives import all_primitives


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
        """Narrow the masks after a cell was tried; return a primitive without filling, or None."""
        return self._network.settle(masks, None if tried is None else [tried])

    def branch(self, masks: Sequence[int], weights: Sequence[int]) -> int | None:
        """Return the open cell with the fewest candidates for its weight, an auxiliary one last."""
        return min(
            (cell for cell, mask in enumerate(masks) if mask & mask - 1),
            key=lambda cell: (cell >= self.size, masks[cell].bit_count() / weights[cell]),
            default=None,
        )


def search(
    rules: Rules,
    masks: list[int],
    stream: Stream | None = None,
    check: Check = never,
    max_steps: int = FOREVER,
    near: bytes = b"",
    enough: int | None = None,
) -> Iterator[bytes]:
    """Yield the cells of the solutions within masks, which it changes, as `variant.solutions`."""
    weights = len(masks) * [1]
    branches: list[tuple[list[int], int, list[int]]] = []
    tried: int | None = None
    steps = found = 0
    while True:
        check()
        failed = rules.settle(masks, tried)
        if failed is not None:
            for cell in (*failed.cells, *(() if tried is None else (tried,))):
                weights[cell] += 1
        elif (open_cell := rules.branch(masks, weights)) is not None:
            symbols = [symbol + 1 for symbol in bits(masks[open_cell])]
            if stream is not None:
                stream.shuffle(symbols)
            if open_cell < len(near):
                symbols.sort(key=lambda symbol: symbol != near[open_cell])
            branches.append((masks, open_cell, symbols[::-1]))
        else:
            found += 1
            yield bytes(map(int.bit_length, masks[: rules.size]))
            # One symbol in each auxiliary cell is enough.
            while branches and branches[-1][1] >= rules.size:
                branches.pop()
        if not branches:
            return
        if steps == max_steps and (enough is None or found < enough):
            raise UndecidedError(f"not decided in {max_steps} steps")
        steps += 1
        before, tried, symbols = branches[-1]
        masks = before[:]
        masks[tried] = 1 << symbols.pop() - 1
        if not symbols:
            branches.pop()


def dig(
    solution: Grid, orbits: Iterable[Sequence[int]], check: Check = never, max_steps: int = FOREVER
) -> bytes:
    """Empty orbits of a complete grid as `variant.dig` does."""
    rules = Rules(solution.geometry, solution.constraints, check)
    cells = bytearray(solution.cells)

    def has_another(cell: int) -> bool:
        masks = rules.start(bytes(cells), None)
        masks[cell] &= ~(1 << solution[cell] - 1)
        try:
            others = search(rules, masks, None, check, max_steps, solution.cells)
            return next(others, None) is not None
        except UndecidedError:
            return True

    for orbit in orbits:
        for number, cell in enumerate(orbit, 1):
            cells[cell] = 0
            if has_another(cell):
                for other in orbit[:number]:
                    cells[other] = solution[other]
                break
    return bytes(cells)
