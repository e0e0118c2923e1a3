"""Exact cover with dancing links: Knuth's Algorithm X.

A solution chooses options, symbols in cells, so that every item is covered exactly once: every
cell, and every symbol in every house. A house of fewer cells than symbols (in partial geometries)
need not hold every symbol: its items are secondary, covered at most once and never chosen to be
covered.

    root <-> r1c2 <-> r1c3 <-> ... <-> 4 in row 1 <-> ...       items, in a ring
              |        |                   |
              o--------+-------------------o----  "4 in r1c2"   options, a row of nodes each
                       o-------------------o----  "4 in r1c3"

Clues are not in the matrix: only symbols allowed by clues and by the candidates of the grid are
options, and only items that no clue covers are included (`engines/model.py`). In variants pairs of
candidates that exclude each other are secondary items, too. Clues and rules that need other
variables, such as cages, are not supported.

Source: Donald Knuth, "Dancing links", 2000 (arXiv cs/0011047); secondary items: The Art of Computer
Programming, volume 4B, 2022, section 7.2.2.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.constraints import variant_rules
from sudokutools.constraints.primitives import Different, Primitives
from sudokutools.errors import UnsuitedError
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines.model import Model

# Choosing an option, or building the options of this many cells, takes up to some 100 microseconds.
_STEPS_BETWEEN_CHECKS = 16


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid; the first of the smallest items is covered next.

    Items are the cells, then house by house the symbols; options ascend without a stream.
    """
    if next(grid.clashes(), None):
        return
    matrix = _Matrix(grid, check)
    for chosen in matrix.covers(stream, check):
        cells = bytearray(grid.cells)
        for cell, symbol in chosen:
            cells[cell] = symbol
        yield grid.with_cells(cells)


def _unsupported(grid: Grid) -> str:
    """Return the kinds of clues, and the rules, that are more than pairs of cells."""
    adders: list[tuple[str, Callable[[Primitives], None]]] = [
        (rule, partial(variant_rules.primitives, rule)) for rule in grid.geometry.rules
    ]
    if grid.constraints is not None:
        adders += [(clue.key, clue.primitives) for clue in grid.constraints.items]
    names: dict[str, None] = {}
    for name, add in adders:
        alone = Primitives(grid.geometry)
        add(alone)
        is_long = any(len(i.cells) > 2 and not isinstance(i, Different) for i in alone.items)
        if is_long or len(alone.masks) > grid.geometry.size:
            names[name] = None
    return ", ".join(names)


class _Matrix:
    """The nodes of the matrix as numbers: 0 is the root, then items, then the nodes of options.

    left, right  links of the ring of the root and the items to cover
    up, down     links of an item and its nodes, `count` of them
    item         the item of a node
    option       the range of the nodes of its option
    candidate    cell and symbol of the option that begins at a node
    """

    def __init__(self, grid: Grid, check: Check) -> None:
        model = Model(grid, check)
        if model.variables > len(model.candidates):
            raise UnsuitedError(f"method dlx does not support {_unsupported(grid)}")
        self._add_items(len(model.exactly), len(model.at_most))
        items_of: list[list[int]] = [[] for _ in model.candidates]
        for item, variables in enumerate(model.exactly + model.at_most, 1):
            for variable in variables:
                items_of[variable].append(item)
        for variable, items in enumerate(items_of):
            if not variable % (_STEPS_BETWEEN_CHECKS * grid.geometry.n):
                check()
            self._append(items, model.candidates[variable])

    def _add_items(self, primary: int, secondary: int) -> None:
        """Make items of both kinds, without options."""
        self.left = [primary, *range(primary)]
        self.right: list[int] = [*range(1, primary + 1), 0]
        # A secondary item is linked with itself only, so that covering it changes no ring.
        alone = range(primary + 1, primary + secondary + 1)
        self.left.extend(alone)
        self.right.extend(alone)
        self.up = list(range(primary + secondary + 1))
        self.down = list(self.up)
        self.count: list[int] = [0] * len(self.up)
        self.item = list(self.up)
        self.option = [range(0)] * len(self.up)
        self.candidate: dict[int, tuple[int, int]] = {}

    def _append(self, items: list[int], candidate: tuple[int, int]) -> None:
        nodes = range(len(self.item), len(self.item) + len(items))
        self.candidate[nodes.start] = candidate
        for node, item in zip(nodes, items, strict=True):
            above = self.up[item]
            self.item.append(item)
            self.option.append(nodes)
            self.up.append(above)
            self.down.append(item)
            self.down[above] = self.up[item] = node
            self.count[item] += 1

    def covers(self, stream: Stream | None, check: Check) -> Iterator[list[tuple[int, int]]]:
        """Yield the exact covers, each as the candidates of its options."""
        levels: list[tuple[int, list[int]]] = []
        chosen: list[int] = []
        step = 0
        while True:
            if not step % _STEPS_BETWEEN_CHECKS:
                check()
            step += 1
            smallest = self._smallest_item()
            if smallest:
                levels.append((smallest, self._nodes(smallest, stream)))
                self._cover(smallest)
            else:
                yield [self.candidate[self.option[node].start] for node in chosen]
                if not levels:
                    return
                self._release(chosen.pop())
            while not levels[-1][1]:
                self._uncover(levels.pop()[0])
                if not levels:
                    return
                self._release(chosen.pop())
            chosen.append(levels[-1][1].pop())
            self._choose(chosen[-1])

    def _smallest_item(self) -> int:
        """Return the first of the items with the fewest options; 0 if all are covered."""
        right, count = self.right, self.count
        item = smallest = right[0]
        fewest = count[smallest]
        while item:
            if count[item] < fewest:
                smallest, fewest = item, count[item]
            if not fewest:
                break
            item = right[item]
        return smallest

    def _nodes(self, item: int, stream: Stream | None) -> list[int]:
        """Return the nodes of an item, the first one to try last."""
        nodes = []
        node = self.down[item]
        while node != item:
            nodes.append(node)
            node = self.down[node]
        if stream is not None:
            stream.shuffle(nodes)
        nodes.reverse()
        return nodes

    def _choose(self, node: int) -> None:
        for other in self.option[node]:
            if other != node:
                self._cover(self.item[other])

    def _release(self, node: int) -> None:
        for other in reversed(self.option[node]):
            if other != node:
                self._uncover(self.item[other])

    def _cover(self, item: int) -> None:
        """Unlink an item from the ring, and its options from all other items."""
        up, down, count, of = self.up, self.down, self.count, self.item
        left, right = self.left[item], self.right[item]
        self.right[left], self.left[right] = right, left
        node = down[item]
        while node != item:
            for other in self.option[node]:
                if other != node:
                    above, below = up[other], down[other]
                    down[above], up[below] = below, above
                    count[of[other]] -= 1
            node = down[node]

    def _uncover(self, item: int) -> None:
        """Undo `_cover`: unlinked nodes still have their links, and are linked again."""
        up, down, count, of = self.up, self.down, self.count, self.item
        node = up[item]
        while node != item:
            for other in reversed(self.option[node]):
                if other != node:
                    count[of[other]] += 1
                    down[up[other]] = up[down[other]] = other
            node = up[node]
        self.right[self.left[item]] = self.left[self.right[item]] = item
