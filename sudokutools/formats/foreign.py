"""Records of the formats of other programs: what they hold is handed on as `line` records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sudokutools import formats
from sudokutools.errors import SudokuError
from sudokutools.formats.format import File, Record
from sudokutools.formats.reading.cells import agreed
from sudokutools.formats.reading.classify import Look
from sudokutools.formats.reading.lines import quote
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid


class Found(NamedTuple):
    """What a text of another program says: of a `Record` the fields of the same names."""

    grid: Grid
    note: str = ""
    comments: Sequence[str] = ()
    extra: Mapping[str, Any] = {}
    warning: str = ""


def record(file: File, number: int, raw: bytes, parse: Callable[[], Found]) -> Record:
    """Return the record of a text; `number` is that of its first line.

    SudokuError of `parse` becomes the error of the record.
    """
    form = formats.of_look(Look.WHOLE)
    try:
        found = parse()
    except SudokuError as error:
        return file.finish(file.bad(form, str(error), number, raw))
    result = Record(form, found.grid, raw=raw, note=found.note)
    result.line = number
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
    cages: Iterable[tuple[int, Iterable[int]]] = (),
    less: Iterable[Sequence[int]] = (),
    even: Iterable[int] = (),
    odd: Iterable[int] = (),
) -> Grid:
    """Return a grid with further rules and clues; cells are numbers. SudokuError: there are none.

    Houses that are those of a rule with a name become that rule.
    """
    from sudokutools.grid.relations import Relations

    geometry = grid.geometry
    names, left = _named(geometry, {tuple(sorted(house)) for house in houses})
    said = Geometry.of_variant(geometry.base, geometry.regions, [*rules, *names], left)
    shape = geometry.n, geometry.columns, geometry.size
    relations = Relations.of(shape, cages, less, even, odd)
    return Grid(said, grid.cells, grid.candidates, relations)


def _named(
    geometry: Geometry, houses: set[tuple[int, ...]]
) -> tuple[list[str], set[tuple[int, ...]]]:
    """Return the rules whose houses are among some, and the others."""
    from sudokutools.grid.variant_rules import HOUSE_RULES, check, extra_houses

    box = (geometry.box_width, geometry.box_height) if geometry.has_boxes else None
    names, left = [], houses
    for name in HOUSE_RULES:
        try:
            check([name], geometry.n, box)
        except SudokuError:
            continue
        own = {extra.cells for extra in extra_houses([name], geometry.n, box)}
        if own <= left:
            names.append(name)
            left = left - own
    return names, left


def refuse_unknown(*names: str) -> None:
    """Raise SudokuError if there are names: they are of rules that no grid of ours has.

    Without them the puzzle would be another, mostly with several solutions.
    """
    if names:
        told = ", ".join(quote(name)[1:-1] for name in names[:3]) + ", ..." * (len(names) > 3)
        raise SudokuError(f"{told} {'are' if len(names) > 1 else 'is'} not supported")


def geometry_of_regions(
    regions: Sequence[object], rows: int, geometry: Geometry | None
) -> Geometry | None:
    """Return the geometry whose boxes, or irregular regions, are those of the cells, row by row.

    A cell that says none (None) is in the box of the usual geometry. None, or the one that is
    demanded: no cell says its region. SudokuError: they are no regions.
    """
    if all(region is None for region in regions) or len(regions) != rows * rows:
        return geometry
    usual = geometry or Geometry.of_size(rows)
    names = [
        str(usual.box_of(cell) if region is None else region) for cell, region in enumerate(regions)
    ]
    number = {name: index for index, name in enumerate(dict.fromkeys(names))}
    if len(number) != rows:
        raise SudokuError(f"regions: {len(number)} of them, expected {rows}")
    said = Geometry.of_variant(usual, [number[name] for name in names])
    return agreed(said, "the regions say", geometry)
