"""Extra cells, groups and copies in ISS text: types and arguments before they become clues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sudokutools._support.bits import bits
from sudokutools.constraints import iss_arguments
from sudokutools.constraints.shape import MOST_EXTRA, Shape, extended
from sudokutools.errors import SudokuError
from sudokutools.formats import foreign, iss_rules

BESIDE = ("WhiteDot", "BlackDot", "X", "V", "GreaterThan")  # Types of orthogonal neighbours.
GROUPS = ("Or", "And")  # Types that hold the items up to `End`.
MOST_NESTED = 8  # The maximum depth of groups in groups.
TABLES = ("Pair", "PairX")
TURNED = {"Binary": "Pair", "BinaryX": "PairX"}  # Old types: `-` and `_` in keys are exchanged.
OPAQUE = (*TABLES, *TURNED, "NFA", "Regex")  # Types whose first argument has no cells.
LITERAL = re.compile(rf"([Rr]\w[Cc]\w|{iss_arguments.EXTRA}\d*)((?:_\d{{1,2}})*)")
_EXTRA = re.compile(r"(?:V([A-Z]+\d*)|((?:DG[RCB]|CC)\d+))((?:_\d{1,2})*)")

Item = tuple[str, Sequence[Any]]
"""A type with its arguments; one of `GROUPS` with its items."""


def is_group(item: Item) -> bool:
    """Return whether an item holds others."""
    name, parts = item
    return name in GROUPS and (not parts or isinstance(parts[0], tuple))


class Block(NamedTuple):
    """The grid, or extra cells: the first cell, the one after the last, and columns."""

    begin: int
    end: int
    columns: int


class Layout(NamedTuple):
    """The shape of the grid with all extra cells; the grid and the groups of extra cells."""

    shape: Shape
    blocks: Sequence[Block]

    @property
    def extra(self) -> int:
        return self.blocks[-1].end - self.blocks[0].end


def _layout(types: Iterable[Sequence[str]], grid: Shape) -> tuple[Layout, dict[str, str]]:
    """Return the layout, and our names of the extra cells."""
    blocks, names = [Block(0, grid.size, grid.columns)], dict[str, str]()
    for first, *parts in types:
        if first != "Var":
            continue
        size = re.fullmatch(r"(?:(\d{1,4})x)?(\d{1,4})", parts[2] if len(parts) > 2 else "1")
        if size is None or not parts or not re.fullmatch("[A-Z]+", parts[0]):
            foreign.refuse_unknown("~".join((first, *parts)))
        assert size is not None
        count = int(size[1] or 1) * int(size[2])
        columns = int(size[2]) if size[1] else grid.columns
        begin = blocks[-1].end
        if begin + count - grid.size > MOST_EXTRA:
            raise SudokuError(f"Var: more than {MOST_EXTRA} cells")
        blocks.append(Block(begin, begin + count, columns))
        for number in range(1, count + 1):
            name = f"{parts[0]}{number if count > 1 else ''}"
            names[name] = f"{iss_arguments.EXTRA}{begin - grid.size + number}"
    return Layout(extended(grid, blocks[-1].end - grid.size), blocks), names


def with_extra_cells(
    types: Iterable[Sequence[str]], grid: Shape
) -> tuple[list[Sequence[str]], Layout]:
    """Return types in which all extra cells have one name, and the layout. Raises SudokuError."""
    types = [
        each
        for at, item in enumerate(types)
        for each in (
            iss_rules.expanded(at, item, grid) if item[0] in iss_rules.EXPANDED else (item,)
        )
    ]
    layout, names = _layout(types, grid)
    if not names:
        return list(types), layout
    found: list[Sequence[str]] = []
    for first, *parts in types:
        moved, is_extra = parts[:], False
        for at, part in enumerate(parts):
            match = _EXTRA.fullmatch(part)
            name = (match[1] or match[2]) if match is not None else ""
            if match is not None and name in names and (at or first not in OPAQUE):
                moved[at] = names[name] + match[3]
                is_extra = True
        if first == "ConnectedValues" and parts and parts[0]:
            found.append(_connected(parts, layout, names))
        elif first in ("Quad", *BESIDE) and is_extra:
            found += _beside(first, moved, layout)
        elif first != "Var":
            found.append((first, *moved))
    return found, layout


def _connected(parts: Sequence[str], layout: Layout, names: Mapping[str, str]) -> Sequence[str]:
    """Return the arguments with the columns and cells of a group of extra cells."""
    group = parts[0].removeprefix("V")
    first = names.get(group) or names.get(f"{group}1")
    if first is None:
        foreign.refuse_unknown("~".join(("ConnectedValues", parts[0])))
    assert first is not None
    cell = iss_arguments.Arguments("", [first], layout.shape).cell(0)
    block = next(block for block in layout.blocks if cell < block.end)
    cells = iss_arguments.names_of(range(block.begin, block.end), layout.shape)
    values, size = [*parts[1:], "", ""][:2]
    return "ConnectedValues", "", values, size, str(block.columns), *cells


def _beside(name: str, parts: Sequence[str], layout: Layout) -> Iterator[Sequence[str]]:
    """Yield a quadruple of extra cells as a set, signs of neighbours as one for each pair."""
    whole, blocks = layout
    places: dict[tuple[int, int, int], str] = {}
    for at, part in enumerate(parts[:1] if name == "Quad" else parts):
        cell = iss_arguments.Arguments(name, parts, whole).cell(at)
        number, block = next((k, block) for k, block in enumerate(blocks) if cell < block.end)
        row, column = divmod(cell - block.begin, block.columns)
        places[number, row, column] = part
        if name == "Quad":
            corners = [cell, cell + 1, cell + block.columns, cell + block.columns + 1]
            if column + 1 == block.columns or corners[-1] >= block.end:
                raise SudokuError(f"Quad: {part} has no lower right corner")
            cells = iss_arguments.names_of(corners, whole)
            yield "ContainAtLeast", "_".join(parts[1:]), *cells
            return
    for (number, row, column), part in places.items():
        for other in ((number, row, column + 1), (number, row + 1, column)):
            if other in places:
                pair = (part, places[other])
                yield name, *sorted(pair, key=parts.index)


def nested(
    types: Iterator[Sequence[str]], layout: Layout, name: str = "", depth: int = 0
) -> list[Item]:
    """Return the items of a group, or of a text. Raises SudokuError if a group has no end."""
    items: list[Item] = []
    if depth > MOST_NESTED:
        raise SudokuError(f"{name}: more than {MOST_NESTED} groups in each other")
    for first, *parts in types:
        if first == "End" and depth and not parts:
            return items
        has_items = first in GROUPS and not parts
        if first == "Replicate":
            inner = nested(types, layout, first, depth + 1)
            copies = list(_replicated(parts, inner, layout))
            items += [("And", copies)] if name == "Or" else copies
        else:
            items.append((first, nested(types, layout, first, depth + 1) if has_items else parts))
    if depth:
        raise SudokuError(f"{name}: missing .End")
    return items


def _replicated(parts: Sequence[str], items: Sequence[Item], layout: Layout) -> Iterator[Item]:
    """Yield items for each target; an argument has six of them in a sign, the first bit lowest."""
    found = iss_arguments.Arguments("Replicate", parts, layout.shape)
    origin = found.cell(1) if parts[1:] else 0
    block = next(block for block in layout.blocks if origin < block.end)
    signs = parts[0] if parts else ""
    if not set(signs) <= set(iss_arguments.SIGNS):
        raise found.error(0, "cells in Base64")
    for at, sign in enumerate(signs):
        for bit in bits(iss_arguments.SIGNS.index(sign)):
            target = origin + 6 * at + bit
            if target >= block.end:
                raise SudokuError("Replicate: a copy is outside the grid")
            (down, right), (row, column) = (
                divmod(cell - block.begin, block.columns) for cell in (target, origin)
            )
            yield from (_moved(item, down - row, right - column, layout) for item in items)


def _moved(item: Item, down: int, right: int, layout: Layout) -> Item:
    """Return an item with all cells moved. Raises SudokuError if one leaves its group."""
    name, parts = item
    if is_group((name, parts)):
        return name, [_moved(each, down, right, layout) for each in parts]
    moved, shape = [], layout.shape
    for at, part in enumerate(parts):
        match = LITERAL.fullmatch(part)
        if match is None or (at == 0 and name in OPAQUE):
            moved.append(part)
            continue
        cell = iss_arguments.Arguments(name, [match[1]], shape).cell(0)
        begin, end, columns = next(block for block in layout.blocks if cell < block.end)
        row, column = (cell - begin) // columns + down, (cell - begin) % columns + right
        to = begin + row * columns + column
        if not (row >= 0 and 0 <= column < columns and to < end):
            raise SudokuError("Replicate: a copy is outside the grid")
        moved.append(iss_arguments.name_of(to, shape) + match[2])
    return name, moved
