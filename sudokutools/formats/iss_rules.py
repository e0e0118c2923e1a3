"""Rules of ISS text that bring extra cells with them, as items about these cells.

Doppelganger            what each house lacks: DGR, DGC, DGB
ChaosConstruction       the region of each cell: CC, and the items ChaosArrow and ChaosCount
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sudokutools.constraints import iss_arguments
from sudokutools.constraints.iss_arguments import text_of
from sudokutools.constraints.primitives import machine_of
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError

Item = Sequence[str]
Phase = tuple[int, str]  # Of an automaton: the region that it looks for, what it reads next.


def expanded(item: Item, shape: Shape) -> Iterator[Item]:
    """Yield the items that an item means. Raises SudokuError if the shape does not allow it."""
    match item:
        case ("Doppelganger",):
            yield from _lacking(shape)
        case ("ChaosConstruction",):
            yield from _regions(shape)
        case ("ChaosArrow" | "ChaosCount" as name, control, *more):
            offset, *cells = more or ("",)
            arguments = iss_arguments.Arguments(name, [control, offset or "0"], shape)
            arms = _arms(name, arguments.cell(0), cells, shape)
            yield _run(control, arguments.number(1), arms, shape)
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
    in the order of their first cells, so that each division of the grid counts once. Another extra
    cell for each value and line has the region in which the row or column has the value; the
    regions of a value are different.
    """
    n = shape.n
    if not shape.rows == shape.columns == n:
        raise SudokuError("ChaosConstruction requires as many rows and columns as values")
    cells = iss_arguments.names_of(range(shape.size), shape)
    least = shape.values[0]

    def after(most: int, value: int) -> int | None:
        """Return the last region so far."""
        return max(most, value) if value <= most + 1 else None

    apart = list[tuple[int, int]]()
    for row, column in product(range(n), repeat=2):
        if all(abs(row - r) + abs(column - c) >= n for r, c in apart):
            apart.append((row, column))
    yield "Var", "CC", "", f"{n}x{n}"
    yield "Var", "CCR", "", f"{n}x{2 * n}"
    regions = [f"CC{number}" for number in range(1, shape.size + 1)]
    last = least + len(apart) - 1
    numbered = machine_of(shape.values, [last], after, lambda most: most == shape.values[-1])
    yield "", *(f"CC{r * n + c + 1}_{least + at}" for at, (r, c) in enumerate(apart))
    yield "NFA", text_of(numbered), *regions
    for at, value in enumerate(shape.values):

        def step(state: Phase, read: int, value: int = value) -> Phase | None:
            """Read the region of the value, then cells of the row, each with its own region."""
            region, phase = state
            match phase:
                case "begin":
                    return read, "cell"
                case "cell":
                    return region, "found" if read == value else "other"
                case "found":
                    return (0, "end") if read == region else None
                case "other":
                    return region, "cell"
            return state

        yield "ConnectedValues", "CC", str(value), str(n)
        names = [f"VCCR{2 * at * n + line + 1}" for line in range(2 * n)]
        yield "AllDifferent", *names[:n]
        yield "AllDifferent", *names[n:]
        same = machine_of(shape.values, [(0, "begin")], step, lambda state: state[1] == "end")
        groups: list[str] = []
        for line, name in enumerate(names):
            own = range(line * n, line * n + n) if line < n else range(line - n, n * n, n)
            groups += (name, *(part for cell in own for part in (cells[cell], regions[cell])), "")
        yield "NFA", text_of(same), *groups


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


def _run(control: str, offset: int, arms: Sequence[Sequence[str]], shape: Shape) -> Item:
    """Return an automaton: the control cell is how many cells of the arms are reached.

    An arm ends before the first cell of another region; the cell that all share counts once.
    """
    if len({arm[0] for arm in arms}) > 1:
        raise SudokuError("ChaosArrow: arms from several cells")
    read = [arms[0][0], *(cell for arm in arms for cell in arm[1:])]
    begins, at = set[int](), 1
    for arm in arms:
        begins.add(at)
        at += len(arm) - 1

    def step(state: tuple[int, int, int, bool], value: int) -> tuple[int, int, int, bool] | None:
        """Read the regions, and the control cell after them: place, region, count, is on."""
        place, region, count, is_on = state
        if place == 0:
            return 1, value, 1, True
        if place >= len(read):
            is_met = place == len(read) and value == count - offset
            return (place + 1, 0, 0, False) if is_met else None
        is_on = (is_on or place in begins) and value == region
        return place + 1, region, count + is_on, is_on

    machine = machine_of(
        shape.values, [(0, 0, 0, False)], step, lambda state: state[0] == len(read) + 1
    )
    return "NFA", text_of(machine), *read, control
