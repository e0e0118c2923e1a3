"""Grids as HTML for notebooks such as Jupyter."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.spec import spec_of

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints

CELL = (
    "width:1.8em;min-width:1.8em;height:1.8em;padding:0;text-align:center;vertical-align:middle;"
    "line-height:1;border-style:solid;border-color:currentColor"
)


def html_of(geometry: Geometry, cells: Sequence[str], constraints: Constraints | None) -> str:
    """Return a table with thick lines around boxes or regions, and the spec of a variant below.

    `cells` are texts; those of more than two characters are small.
    """
    regions = {cell: at for at, held in enumerate(geometry.region_cells) for cell in held}
    columns, caption = geometry.columns, ""

    def drawn(cell: int) -> str:
        if cell in geometry.absent:
            return '<td style="border:0">'
        row, column = divmod(cell, columns)
        above, below = cell - columns if row else -1, cell + columns
        right, left = cell + 1 if column + 1 < columns else -1, cell - 1 if column else -1
        widths = " ".join(
            "1px" if other >= 0 and regions.get(other) == regions.get(cell) else "2px"
            for other in (above, right, below, left)
        )
        size = ";font-size:50%" if len(cells[cell]) > 2 else ""
        return f'<td style="{CELL};border-width:{widths}{size}">{cells[cell]}</td>'

    rows = "".join(f"<tr>{''.join(map(drawn, row))}</tr>" for row in geometry.row_cells)
    if not geometry.is_plain or constraints is not None:
        style = "caption-side:bottom;text-align:left"
        caption = f'<caption style="{style}">{escape(spec_of(geometry, constraints))}</caption>'
    return f'<table style="border-collapse:collapse;width:auto">{caption}{rows}</table>'
