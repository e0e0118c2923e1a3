"""Regions that other programs say of every cell: boxes, or those of a variant."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.formats.foreign import refuse_variant
from sudokutools.grid import Geometry
from sudokutools.reading.cells import agreed


def geometry_of_regions(
    regions: Sequence[object], rows: int, geometry: Geometry | None
) -> Geometry | None:
    """Return the geometry whose boxes are the regions of the cells, row by row.

    None, or the one that is demanded: no cell says its region. SudokuError: they are no boxes.
    """
    if all(region is None for region in regions) or len(regions) != rows * rows:
        return geometry
    names = [str(region) for region in regions]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    drawn = [numbers[name] for name in names]
    for width in (width for width in range(1, rows + 1) if rows % width == 0):
        boxes = Geometry.of(width, rows // width)
        if drawn == [boxes.box_of(cell) for cell in range(boxes.size)]:
            return agreed(boxes, "the regions say", geometry)
    refuse_variant("jigsaw")
    return None
