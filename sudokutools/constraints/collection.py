"""All clues of a grid other than symbols.

They belong to the grid (`Grid.constraints`), as given symbols do. A complete grid keeps them, so
that it can be checked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from sudokutools.constraints import USUAL_KINDS, order
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.shape import Cells, Shape, values_of
from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from sudokutools.constraints.cell_sums import Cage

CHECKED = ("less", "even", "odd")  # Kinds whose clues may contradict each other.

Dimensions = tuple[range, int, int]  # Values, columns, cells.


class Constraints:
    """The clues of a grid of `columns` columns and `size` cells with these `values`.

    Immutable and hashable; equal if all clues are. `items` are in the order in which they are
    written, cages by their first cells. Use `Constraints.of`.
    """

    def __init__(self, shape: Dimensions, items: tuple[Constraint, ...]) -> None:
        self.values, self.columns, self.size = self.shape = shape
        self.items = items

    @cached_property
    def has_extra_cells(self) -> bool:
        return any(clue.is_extended for clue in self.items)

    @staticmethod
    def of(shape: Shape, clues: Iterable[Constraint]) -> Constraints | None:
        """Return the clues of a grid with this geometry, or None without any.

        Raises SudokuError if a clue is impossible or clues contradict each other.

        >>> from sudokutools.constraints import Cage
        >>> from sudokutools.grid.geometry import Geometry
        >>> Constraints.of(Geometry.of(2, 2), [Cage([1, 0], 7)]).cages
        (Cage((0, 1), number=7),)
        """
        listed = list(clues)
        for clue in listed:
            clue.check(shape)
        return Constraints.from_checked(shape, listed)

    @staticmethod
    def from_checked(shape: Shape, clues: Iterable[Constraint]) -> Constraints | None:
        """Like `of`, with clues that were checked one by one."""
        groups: dict[type[Constraint], list[Constraint]] = {}
        for clue in clues:
            groups.setdefault(type(clue), []).append(clue)
        if not groups:
            return None
        kinds = sorted(groups, key=lambda kind: order(kind.key))
        items = tuple(chain.from_iterable(_merged(kind, groups[kind]) for kind in kinds))
        dimensions = shape.values, shape.columns, shape.size
        found = Constraints(dimensions, tuple(item.bound(items) for item in items))
        found._check()
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return Constraints, (self.shape, self.items)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Constraints)
            and self.items == other.items
            and self.shape == other.shape
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.items)

    def __repr__(self) -> str:
        return f"Constraints({self.shape!r}, {self.items!r})"

    def _of(self, key: str) -> Iterator[Constraint]:
        return (item for item in self.items if item.key == key)

    @cached_property
    def cages(self) -> tuple[Cage, ...]:
        return tuple(self._of("cages"))  # type: ignore[arg-type]

    @cached_property
    def less(self) -> tuple[Cells, ...]:
        """The cells of each chain, ascending in their symbols."""
        return tuple(item.cells for item in self._of("less"))

    @cached_property
    def even(self) -> Cells:
        return tuple(chain.from_iterable(item.cells for item in self._of("even")))

    @cached_property
    def odd(self) -> Cells:
        return tuple(chain.from_iterable(item.cells for item in self._of("odd")))

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The pairs (smaller, greater) of the chains, without duplicates."""
        return tuple(dict.fromkeys([pair for run in self.less for pair in pairwise(run)]))

    @cached_property
    def others(self) -> tuple[Constraint, ...]:
        """The clues that are not cages, chains or parities."""
        return tuple(i for i in self.items if i.key not in USUAL_KINDS)

    @cached_property
    def overlaps(self) -> bool:
        cells = list(chain.from_iterable(cage.cells for cage in self.cages))
        return len(set(cells)) < len(cells)

    def parity_mask(self, cell: int) -> int:
        """Return the mask, bit s - 1 for symbol s, that the parity of a cell allows."""
        return self._parities.get(cell, (1 << len(self.values)) - 1)

    @cached_property
    def _parities(self) -> dict[int, int]:
        odd = sum(1 << at for at, value in enumerate(self.values) if value % 2)
        even = (1 << len(self.values)) - 1 & ~odd
        return dict.fromkeys(self.even, even) | dict.fromkeys(self.odd, odd)

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[str, int, int, Cells, str]]:
        """Yield violations as the fields of a `Clash`, with symbol 0 if none is repeated."""
        reported = set()
        values = values_of(cells, shape)
        for number, item in enumerate(self.items):
            for value, held, words in item.clashes(values, shape):
                if words not in reported:
                    reported.add(words)
                    symbol = 0 if value < 0 else shape.values.index(value) + 1
                    yield item.key, number, symbol, held, words

    def _check(self) -> None:
        if not any(item.key in CHECKED for item in self.items):
            return
        both = set(self.even) & set(self.odd)
        if both:
            raise SudokuError(f"{self._cell_name(min(both))} is both even and odd")
        left = set(chain.from_iterable(self.less))
        for depth, layer in enumerate(_layers(self.steps)):
            if depth == len(self.values):
                name = self._cell_name(min(layer))
                raise SudokuError(f"less: chain to {name} is longer than {len(self.values)} cells")
            left.difference_update(layer)
        for layer in _layers([(b, a) for a, b in self.steps if a in left and b in left]):
            left.difference_update(layer)
        if left:
            raise SudokuError(f"less: cycle through {self._cell_name(min(left))}")

    def _cell_name(self, cell: int) -> str:
        return f"r{cell // self.columns + 1}c{cell % self.columns + 1}"


def _layers(steps: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """Yield cells in layers, each directly above the one before, but none in or above cycles."""
    above = defaultdict[int, list[int]](list)
    for low, high in steps:
        above[low].append(high)
    below = Counter(chain.from_iterable(above.values()))
    layer = [cell for cell in above if not below[cell]]
    while layer:
        yield layer
        following = []
        for higher in chain.from_iterable(above.get(cell, ()) for cell in layer):
            below[higher] -= 1
            if not below[higher]:
                following.append(higher)
        layer = following


def _merged(kind: type[Constraint], clues: list[Constraint]) -> Iterable[Constraint]:
    """Return the clues of one kind: joined to one, cages by their cells, or without duplicates."""
    if kind.is_joined:
        return (kind(tuple(dict.fromkeys(chain.from_iterable(clue.cells for clue in clues)))),)
    if kind.key == "cages":
        return dict.fromkeys(sorted(clues, key=lambda cage: cage.cells))
    return dict.fromkeys(clues)
