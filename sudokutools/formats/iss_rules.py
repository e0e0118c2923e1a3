"""Rules of ISS text that bring extra cells with them, as items about these cells.

Doppelganger            what each house lacks: DGR, DGC, DGB
ChaosConstruction       the region of each cell: CC, and the items ChaosArrow and ChaosCount
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from sudokutools.constraints import iss_arguments
from sudokutools.constraints.connectivity import beside
from sudokutools.constraints.iss_arguments import text_of
from sudokutools.constraints.primitives import machine_of
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError

Item = Sequence[str]

EXPANDED = frozenset(("Doppelganger", "ChaosConstruction", "ChaosArrow", "ChaosCount"))
"""The types that mean other items."""


def expanded(number: int, item: Item, shape: Shape) -> Iterator[Item]:
    """Yield the items that item `number` means. Raises SudokuError if the shape forbids it."""
    match item:
        case ("Doppelganger",):
            yield from _lacking(shape)
        case ("ChaosConstruction",):
            yield from _regions(shape)
        case ("ChaosArrow" | "ChaosCount" as name, control, *more):
            offset, *cells = more or ("",)
            arguments = iss_arguments.Arguments(name, [control, offset or "0"], shape)
            arms = _arms(name, arguments.cell(0), cells, shape)
            if name == "ChaosCount":
                yield _counted(control, arguments.number(1), arms, shape)
            else:
                yield from _run(control, arguments.number(1), arms, shape, number)
        case _:
            yield item


def _lacking(shape: Shape) -> Iterator[Item]:
    """Yield the items of `Doppelganger`: an extra cell for the value that each house lacks.

    A row, column or region has a 0 and all other values except one: DGR1 is what column 1 lacks,
    DGC1 what row 1 lacks, DGB1 what box 1 lacks. These three values of a cell with 0 are different.
    """
    n = shape.rows
    if not shape.columns == n == shape.n - 1 == shape.values[-1]:
        raise SudokuError("Doppelganger requires as many rows as columns, n, and values 0-n")
    cells = iss_arguments.names_of(range(shape.size), shape)
    others = "".join(f"_{value}" for value in shape.values[1:])
    at: list[list[str]] = [[] for _ in cells]
    kinds = {"DGR": shape.column_cells, "DGC": shape.row_cells, "DGB": shape.region_cells}
    for prefix, houses in kinds.items():
        names = [f"{prefix}{number}" for number, _ in enumerate(houses, 1)]
        yield "Var", prefix, "", f"1x{n}"
        yield "", *(name + others for name in names)
        yield "AllDifferent", *names
        for name, house in zip(names, houses, strict=True):
            yield "AllDifferent", *(cells[cell] for cell in house), name
            for cell in house:
                at[cell].append(name)
    for place, names in zip(cells, at, strict=True):
        yield from (["Or"], ["", place + others], ["AllDifferent", *names], ["End"])


def _regions(shape: Shape) -> Iterator[Item]:
    """Yield the items of regions to be found: as many as values, each with every value once.

    Cells that are too far apart for one region are in the first regions; all others are numbered
    in the order of their first cells, so that each division of the grid counts once.
    """
    n = shape.n
    if not shape.rows == shape.columns == n:
        raise SudokuError("ChaosConstruction requires as many rows and columns as values")
    apart = list[tuple[int, int]]()
    for row, column in product(range(n), repeat=2):
        if all(abs(row - r) + abs(column - c) >= n for r, c in apart):
            apart.append((row, column))
    yield "Var", "CC", "", f"{n}x{n}"
    least = shape.values[0]
    yield "", *(f"CC{r * n + c + 1}_{least + at}" for at, (r, c) in enumerate(apart))
    cells = iss_arguments.names_of(range(shape.size), shape)
    regions = [f"CC{number}" for number in range(1, shape.size + 1)]
    yield "ChaosConstruction", str(n), str(len(apart)), *cells, *regions


def _arms(name: str, control: int, cells: Sequence[str], shape: Shape) -> list[list[str]]:
    """Return lines of regions, all from one cell; by default four rays, or the cells around."""
    row, column = divmod(control, shape.columns)

    def ray(down: int, right: int, most: int) -> list[str]:
        places = ((row + k * down, column + k * right) for k in range(most))
        inside = (
            r * shape.columns + c
            for r, c in places
            if 0 <= r < shape.rows and 0 <= c < shape.columns
        )
        return [f"CC{cell + 1}" for cell in inside]

    if cells and name == "ChaosCount":
        return [[cells[0], other] for other in cells[1:]] or [list(cells)]
    if cells:
        text = "~".join(cells)
        return [arm.strip("~").split("~") for arm in text.split("~-~")]
    moves = [(d, r) for d, r in product((-1, 0, 1), repeat=2) if d or r]
    if name == "ChaosCount":
        return [ray(down, right, 2) for down, right in moves]
    longest = max(shape.rows, shape.columns)
    return [ray(down, right, longest) for down, right in moves if not (down and right)]


def _counted(control: str, offset: int, arms: Sequence[Sequence[str]], shape: Shape) -> Item:
    """Return the item of a cell that is how many cells are in the region of the first one.

    Its neighbours are read first if all of them are listed: it shares its region with one.
    """
    first, others = arms[0][0], [arm[1] for arm in arms if arm[1:]]
    names = [f"CC{number}" for number in range(1, shape.n**2 + 1)]
    place = names.index(first) if first in names and len({*others}) == len(others) else None
    near = [] if place is None else [names[at] for at in beside(place, len(names), shape.n)]
    if not {*near} <= {*others}:
        near = []
    cells = [first, *near, *(name for name in others if name not in near)]
    return "NFA", _count(len(cells), len(near), offset, shape.values), *cells, control


def _run(
    control: str, offset: int, arms: Sequence[Sequence[str]], shape: Shape, number: int
) -> Iterator[Item]:
    """Yield the items of a cell that is how many cells of the arms are reached.

    An arm ends before the first cell of another region; the cell that all share counts once. An
    extra cell for each arm, unless it is the only one, has how many more cells it reaches.
    """
    if len({arm[0] for arm in arms}) > 1:
        raise SudokuError("ChaosArrow: arms from several cells")
    arms = [arm for arm in arms if arm[1:]]
    least = shape.values[0]
    prefix = "CCA" + "".join(chr(ord("A") + number // 26**k % 26) for k in (2, 1, 0))
    names = [f"V{prefix}{at if arms[1:] else ''}" for at, _ in enumerate(arms, 1)]
    yield "Var", prefix, "", f"1x{len(arms)}"
    for name, arm in zip(names, arms, strict=True):
        yield "NFA", _arm(len(arm), least, shape.values), *arm, name
    weights = "_".join(["1", *["-1"] * len(arms)])
    yield "Sum", f"{1 - offset - least * len(arms)}_=_{weights}", control, *names


@lru_cache(maxsize=64)
def _count(length: int, near: int, offset: int, values: range) -> str:
    """Return an automaton: how many of some cells are in the region of the first one.

    If `near` is not 0, one of as many cells after that one is.
    """

    def step(state: tuple[int, int, int], value: int) -> tuple[int, int, int] | None:
        """Read the regions, then the number: place, region, count."""
        place, region, count = state
        if place >= length:
            return (place + 1, 0, 0) if place == length and value == count - offset else None
        region = region if place else value
        count += value == region
        return None if place == near > 0 and count == 1 else (place + 1, region, count)

    machine = machine_of(values, [(0, 0, 0)], step, lambda state: state[0] == length + 1)
    return text_of(machine)


@lru_cache(maxsize=64)
def _arm(length: int, offset: int, values: range) -> str:
    """Return an automaton: how many more cells of an arm are in the region of the first one."""

    def step(state: tuple[int, int, int], value: int) -> tuple[int, int, int] | None:
        """Read the regions, then the number: place, region or 0 behind the end, count."""
        place, region, count = state
        if place >= length:
            is_met = place == length and value == count + offset
            return (place + 1, 0, 0) if is_met else None
        if place and (not region or value + 1 != region):
            return place + 1, 0, count
        return place + 1, value + 1, place

    machine = machine_of(values, [(0, 0, 0)], step, lambda state: state[0] == length + 1)
    return text_of(machine)
