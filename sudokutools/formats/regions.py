"""Regions that other programs say of every cell: boxes, or those of a jigsaw."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import agreed
from sudokutools.grid.geometry import Geometry


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
