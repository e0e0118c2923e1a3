"""Records of the formats of other programs, which are passed on as `line` records."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sudokutools import formats
from sudokutools.errors import SudokuError
from sudokutools.formats.format import File, LineFormat, Record
from sudokutools.formats.reading.cells import agreed
from sudokutools.formats.reading.lines import Line, quote
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.constraints.constraint import Constraint
    from sudokutools.constraints.shape import Shape


PROSE = "rules in prose are ignored"  # A warning.
FOG = ("foglight", "fogofwar", "triggereffect")  # They hide the drawing until cells are filled.


class Found(NamedTuple):
    """The content of a text of another program: fields of a `Record`."""

    grid: Grid
    note: str = ""
    comments: Sequence[str] = ()
    extra: Mapping[str, Any] = {}
    warning: str = ""


class ForeignLine(LineFormat):
    """A line of another program."""

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record]:
        return (record(file, line.number, line.raw, lambda: self.parse(text, file.geometry)),)

    @abstractmethod
    def parse(self, text: bytes, geometry: Geometry | None) -> Found:
        """Raises SudokuError if the line is invalid."""


def record(file: File, number: int, raw: bytes, parse: Callable[[], Found]) -> Record:
    """Return the record of a text; a SudokuError of `parse` becomes its error."""
    form = formats.find("line")
    try:
        found = parse()
    except SudokuError as error:
        return file.finish(file.bad(form, str(error), number, raw))
    result = Record(form, found.grid, raw=raw, note=found.note, line=number)
    result.is_foreign = True
    result.extra = dict(found.extra)
    result.warning = found.warning
    file.finish(result)
    result.comments += found.comments
    return result


def ruled(
    grid: Grid,
    rules: Sequence[str] = (),
    houses: Iterable[Iterable[int]] = (),
    clues: Iterable[Constraint] = (),
) -> Grid:
    """Return a grid with more rules and clues; houses of a named rule become it. Raises
    SudokuError.
    """
    from sudokutools.constraints.collection import Constraints

    geometry = grid.geometry
    names, left = _named(geometry, {tuple(sorted(house)) for house in houses})
    every = [*geometry.rules, *rules, *names]
    variant = Geometry.of_variant(geometry.base, geometry.regions, every, left)
    constraints = Constraints.of(variant, clues)
    return Grid(variant, grid.cells, grid.candidates, constraints)


def unnamed_houses(geometry: Geometry, names: Iterable[str]) -> list[tuple[int, ...]]:
    from sudokutools.constraints.variant_rules import extra_houses

    box = (geometry.box_width, geometry.box_height) if geometry.has_boxes else None
    rules = [name for name in names if name in geometry.rules]
    own = set(extra_houses(rules, geometry.rows, geometry.columns, box))
    return [extra.cells for extra in geometry.extras if extra not in own]


def refused_clues(grid: Grid, name: str) -> str:
    """Return why a format of cages without other clues cannot hold a grid's, or ""."""
    constraints = grid.constraints
    if constraints is None:
        return ""
    others = ", ".join({clue.key: None for clue in constraints.items if clue.key != "cages"})
    if others:
        return f"{name} supports no clues except cages: {others}"
    return f"{name} supports no overlapping cages" if constraints.overlaps else ""


def _named(
    geometry: Geometry, houses: set[tuple[int, ...]]
) -> tuple[list[str], set[tuple[int, ...]]]:
    """Return the rules that add some of the houses, and the others."""
    from sudokutools.constraints.variant_rules import HOUSE_RULES, check, extra_houses

    box = (geometry.box_width, geometry.box_height) if geometry.has_boxes else None
    names, left = [], houses
    for name in HOUSE_RULES if houses else ():
        try:
            check([name], geometry, box)
        except SudokuError:
            continue
        own = {extra.cells for extra in extra_houses([name], geometry.rows, geometry.columns, box)}
        if own <= left:
            names.append(name)
            left = left - own
    return names, left


def diagonals(shape: Shape) -> tuple[range, range]:
    """Return the cells of the falling and the rising diagonal of a square. Raises SudokuError."""
    n = shape.rows
    if n != shape.columns:
        raise SudokuError("diagonals of a rectangle")
    return range(0, n * n, n + 1), range(n - 1, n * (n - 1) + 1, max(n - 1, 1))


def geometry_of_regions(
    regions: Sequence[object], rows: int, geometry: Geometry | None
) -> Geometry | None:
    """Return the geometry of the regions of all cells, row by row: boxes or irregular.

    A cell with None is in the box of the usual geometry; without any region the result is
    `geometry`, which is required. Raises SudokuError if the regions are invalid.
    """
    if all(region is None for region in regions) or len(regions) != rows * rows:
        return geometry
    usual = geometry or Geometry.of_size(rows)
    names = [
        str(usual.box_of(cell) if region is None else region) for cell, region in enumerate(regions)
    ]
    number = {name: index for index, name in enumerate(dict.fromkeys(names))}
    if len(number) != rows:
        raise SudokuError(f"{len(number)} regions, expected {rows}")
    variant = Geometry.of_variant(usual, [number[name] for name in names])
    return agreed(variant, "the regions", geometry)


def unescaped(link: bytes) -> str:
    plain = re.sub(rb"%([0-9A-Fa-f]{2})", lambda code: bytes([int(code[1], 16)]), link)
    return plain.decode("ascii", "replace")


def ignoring(keys: Sequence[str], prose: bool) -> str:
    """Return the warning that names keys without rules, and mentions rules in prose."""
    named = [f"keys without rules ignored: {', '.join(keys)}"] if keys else []
    return "; ".join(named + [PROSE] * prose)


def refuse_unknown(*names: str) -> None:
    """Raise SudokuError if there are unsupported rules: without them it would be another puzzle."""
    if names:
        shown = ", ".join(quote(name)[1:-1] for name in names[:3]) + ", ..." * (len(names) > 3)
        raise SudokuError(f"{shown} {'are' if len(names) > 1 else 'is'} not supported")
