"""The data of a puzzle for the script of a page to play, which knows primitives, no kinds of clue.

n, rows, columns    numbers; `box` is width and height, or `regions` has the region of each cell
absent              the places without a cell, which hold 1
clues, solution     the symbols row by row, 0 if empty; `solution` only if it is the only one
houses              further houses
masks               symbols, and the cells that can hold no others
different           groups of cells without a repeated symbol
related             a table, pairs of cells, and moves that relate each cell to the one they reach
totals              total, cells, and weights other than 1
sets                the sets, or their sum if they are all with this sum; groups of cells
machines            starts, accepted states, table of states from 1 or 0, and lines of cells
labels              the clues of cells for screen readers

Auxiliary cells follow those of the grid; all of them are in `masks`. Sets are hexadecimal, with bit
s - 1 for symbol s, joined by commas. Numbers up to 35 are characters in a text, greater ones are in
a list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import Any

from sudokutools._support.bits import bits
from sudokutools.constraints.cell_sums import TABLED, sets_of_sum
from sudokutools.constraints.primitives import Automaton, Connected, Machine, Related, Sets, Total
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.grid.geometry import NO_REGION, Geometry
from sudokutools.printing.puzzle import Puzzle
from sudokutools.solving.engines.all_primitives import all_primitives

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def rules_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the data; keys without content are absent."""
    grid, solution = puzzle.grid, puzzle.solution
    geometry = grid.geometry
    data = {"n": geometry.n, "rows": geometry.rows, "columns": geometry.columns}
    values: dict[str, Any] = {
        "box": None if geometry.regions else [geometry.box_width, geometry.box_height],
        "absent": sorted(geometry.absent),
        "raw": None if geometry.has_lines else 1,
        "regions": None if geometry.regions is None else _text(_regions(geometry)),
        "clues": _text(grid.cells),
        "solution": _text(solution.cells) if solution and puzzle.is_unique else None,
        "houses": [extra.cells for extra in geometry.extras],
    }
    if not grid.is_plain:
        values |= _primitives(puzzle)
        values["labels"] = _labels(puzzle)
    data |= {} if geometry.values[0] == 1 else {"least": geometry.values[0]}
    return data | {key: value for key, value in values.items() if value}


def _regions(geometry: Geometry) -> list[int]:
    """Return the number of the region of each cell; a cell in none is one of its own."""
    numbers = enumerate(geometry.regions or b"")
    return [cell + NO_REGION if number == NO_REGION else number for cell, number in numbers]


def _text(numbers: Sequence[int]) -> str | list[int]:
    few = max(numbers, default=0) < len(DIGITS)
    return "".join([DIGITS[number] for number in numbers]) if few else list(numbers)


def _hex(masks: Iterable[int]) -> str:
    return ",".join([f"{mask:x}" for mask in masks])


def _primitives(puzzle: Puzzle) -> dict[str, Any]:
    """Return the primitives; those that differ only in their cells share a table."""
    shape: Shape = puzzle.grid.geometry
    found = all_primitives(puzzle.grid.geometry, puzzle.grid.constraints, guesses=False)
    unequal = found.table(lambda one, other: one != other)
    masks, related, sets, machines = (defaultdict[Any, list[Any]](list) for _ in range(4))
    different, totals, regions = [], [], []
    for cell, mask in enumerate(found.masks):
        if cell >= shape.size or mask.bit_count() < shape.n:
            masks[_hex([mask])].append(cell)
    for item in dict.fromkeys(found.items):
        if isinstance(item, Related):
            related[item.table].append(item.cells)
        elif isinstance(item, Sets):
            sets[item.sets].append(item.cells)
        elif isinstance(item, Automaton):
            machines[item.machine].append(item.cells)
        elif isinstance(item, Total):
            totals.append([item.total, item.cells, *[item.weights] * (set(item.weights) != {1})])
        elif isinstance(item, Connected):
            regions.append([_hex([item.symbols]), item.columns, item.size, *item.cells])
        elif len(item.cells) == 2 or max(item.cells) >= shape.size:
            related[unequal] += combinations(item.cells, 2)
        else:
            different.append(item.cells)
    return {
        "masks": masks,
        "different": different,
        "related": [[_hex(table), *_moves(pairs, shape)] for table, pairs in related.items()],
        "totals": totals,
        "sets": [[_sum(known, shape.n) or _hex(known), *cells] for known, cells in sets.items()],
        "connected": regions,
        "machines": [[*_machine(machine), *lines] for machine, lines in machines.items()],
    }


def _moves(pairs: Sequence[Cells], shape: Shape) -> tuple[list[int], list[int]]:
    """Return pairs one after the other, and the moves, down and to the right, that replace some."""
    alike = defaultdict[Cells, list[Cells]](list)
    for pair in pairs:
        (row, column), (below, beside) = (divmod(cell, shape.columns) for cell in pair)
        alike[below - row, beside - column].append(pair)
    rest, moves = list[int](), list[int]()
    for (down, right), found in alike.items():
        cells = list(chain.from_iterable(found))
        is_whole = len(found) == (shape.rows - abs(down)) * (shape.columns - abs(right))
        if is_whole and max(cells) < shape.size:
            moves += down, right
        else:
            rest += cells
    return rest, moves


def _sum(sets: Sequence[int], n: int) -> int:
    """Return the sum of sets if these are all that have it, otherwise 0."""
    symbols = [at + 1 for at in bits(sets[0])] if sets and n <= TABLED else []
    found = sets_of_sum(range(1, n + 1), sum(symbols), len(symbols))
    every = {sum(1 << symbol - 1 for symbol in each) for each in found}
    return sum(symbols) if every == set(sets) else 0


def _machine(machine: Machine) -> tuple[int, str, str]:
    """Return the starts, the accepted states as 0 and 1, and the table in base 36."""
    width = 1 if len(machine.table) < 36 else 2 if len(machine.table) < 36**2 else 4
    states = [state + 1 for row in machine.table for state in row]
    digits = [
        DIGITS[state // 36**place % 36] for state in states for place in reversed(range(width))
    ]
    return machine.starts, "".join(str(int(good)) for good in machine.accepts), "".join(digits)


def _labels(puzzle: Puzzle) -> dict[int, str]:
    constraints, geometry = puzzle.grid.constraints, puzzle.grid.geometry
    found = defaultdict[int, list[str]](list)
    for clue in constraints.items if constraints is not None else ():
        for cell, text in clue.spoken(geometry).items():
            found[cell].append(text)
    return {cell: ", ".join(texts) for cell, texts in sorted(found.items())}
