"""Write records in every text format: a grid with its note, its comments and what goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sudokutools.grid import (
    Geometry,
    Grid,
    format_fields,
    format_grid,
    format_line,
    geometry_word,
    grid_needs_comment,
)

FORMATS = ("grid", "line", "csv", "json", "pretty", "table")
"""The formats that can be written."""


class Style:
    """How records are written: the format, the sign of an empty cell, comments, colour."""

    def __init__(
        self, form: str, empty: str | None = None, comments: bool = True, colour: bool = False
    ) -> None:
        self.form = form
        self.empty = empty or ("0" if form == "csv" else ".")
        self.comments = comments
        self.colour = colour


def format_record(
    style: Style,
    grid: Grid,
    note: str = "",
    comments: Sequence[str] = (),
    extra: dict[str, Any] | None = None,
    partner: tuple[str, Grid] | None = None,
    partner_first: bool = False,
) -> str:
    """Write one record, its last line feed included (`table`: without the header).

    `partner` is a second grid with its JSON key, such as the puzzle of a solution: a key in
    `json`, a column in `table`, beside the grid in `pretty`, and else part of the note; with
    `partner_first` a `line` begins with it, and so does a `table`.
    """
    kept = list(comments) if style.comments else []
    if style.form == "json":
        return format_json(grid, note, kept, extra or {}, partner) + "\n"
    if style.form == "table":
        grids = [grid] if partner is None else [grid, partner[1]]
        return ",".join(_field(g, style) for g in (grids[::-1] if partner_first else grids)) + "\n"
    if style.form in ("line", "csv"):
        first, second = grid, partner[1] if partner else None
        if partner_first and second is not None:
            first, second = second, first
        cells = (format_line if style.form == "line" else format_fields)(first, style.empty)
        partner_text = format_line(second, style.empty) if second is not None else ""
        text = "\t".join(filter(None, [cells, _noted(grid.geometry, partner_text, note)]))
        return "".join(f"{comment}\n" for comment in kept) + text + "\n"
    if partner is not None and style.form == "grid":
        kept.append(f"# {format_line(partner[1], style.empty)}")
    if note and style.comments:
        kept.append(note if note.startswith("#") else f"# {note}")
    shape = [f"# box {_full_shape(grid.geometry)}"] if grid_needs_comment(grid.geometry) else []
    above = "".join(f"{comment}\n" for comment in shape + kept)
    if style.form == "grid":
        return above + format_grid(grid, style.empty) + "\n"
    clues = partner[1] if partner is not None else None
    drawn = format_pretty(grid, style.empty, style.colour, clues if partner_first else None)
    if partner is not None:
        other = format_pretty(partner[1], style.empty, style.colour)
        drawn = beside(other, drawn) if partner_first else beside(drawn, other)
    return above + drawn + "\n"


def _noted(geometry: Geometry, partner: str, note: str) -> str:
    """Return the note of a line: its geometry where the length does not tell it comes first."""
    rest = "\t".join(filter(None, [partner, note]))
    return " ".join(filter(None, [geometry_word(geometry), rest]))


def _full_shape(geometry: Geometry) -> str:
    return str(geometry) if not geometry.is_full else f"{geometry.box_width}x{geometry.box_height}"


def _field(grid: Grid, style: Style) -> str:
    """Return a grid as one field of CSV, with its geometry where the length does not tell it."""
    word = geometry_word(grid.geometry)
    text = format_line(grid, style.empty) + (f"\t{word}" if word else "")
    return f'"{text}"' if "," in text else text


def rows_of(grid: Grid) -> list[list[int]]:
    """Return the cells as lists of rows, 0 for an empty one.

    >>> rows_of(Grid(Geometry.of(2, 1), [1, 0, 0, 2]))
    [[1, 0], [0, 2]]
    """
    columns = grid.geometry.columns
    return [list(grid.cells[at : at + columns]) for at in range(0, len(grid.cells), columns)]


def format_json(
    grid: Grid,
    note: str,
    comments: Sequence[str],
    extra: dict[str, Any],
    partner: tuple[str, Grid] | None = None,
) -> str:
    """Write a record as one JSON object on one line."""
    geometry = grid.geometry
    content: dict[str, Any] = {
        "box": [geometry.box_width, geometry.box_height],
        "boxes": [geometry.boxes_across, geometry.boxes_down],
        "cells": rows_of(grid),
    }
    if partner is not None:
        content[partner[0]] = rows_of(partner[1])
    for key, value in extra.items():
        content.setdefault(key, value)
    if note:
        content["note"] = note
    if comments:
        content["comments"] = [comment.removeprefix("# ") for comment in comments]
    return dump_json(content)


def dump_json(content: Any) -> str:
    """Write a value as JSON on one line, without blanks."""
    import json

    return json.dumps(content, separators=(",", ":"))


BOLD, FILLED, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"


def format_pretty(
    grid: Grid, empty: str = ".", colour: bool = False, clues: Grid | None = None
) -> str:
    """Draw a grid with box-drawing characters and labels; `clues` are told from the rest by colour.

    >>> print(format_pretty(Grid.empty(Geometry.of(2, 1))), end="")
         c1 c2
       ┌───────┐
    r1 │  .  . │
    r2 │  .  . │
       └───────┘
    """
    geometry = grid.geometry
    width = len(f"c{geometry.columns}")
    label_width = len(f"r{geometry.rows}")
    texts = [text.rjust(width) for text in (empty, *map(str, range(1, geometry.n + 1)))]
    box_width = geometry.box_width if geometry.box_width > 1 else geometry.columns
    box_height = geometry.box_height if geometry.box_height > 1 else geometry.rows
    starts = range(0, geometry.columns, box_width)
    line = "─" * (box_width * (width + 1) + 1)
    margin = " " * (label_width + 1)

    def border(left: str, middle: str, right: str) -> str:
        return margin + left + middle.join([line] * len(starts)) + right + "\n"

    def cell_text(cell: int) -> str:
        symbol = grid.cells[cell]
        if not colour or not symbol:
            return texts[symbol]
        is_clue = clues is None or clues.cells[cell]
        return f"{BOLD if is_clue else FILLED}{texts[symbol]}{PLAIN}"

    labels = [f"c{column + 1}".rjust(width) for column in range(geometry.columns)]
    heads = [" ".join(labels[start : start + box_width]) for start in starts]
    lines = [margin + "  " + "   ".join(heads) + "\n", border("┌", "┬", "┐")]
    for row, cells in enumerate(geometry.row_cells):
        if row and row % box_height == 0:
            lines.append(border("├", "┼", "┤"))
        boxes = [
            " ".join(cell_text(cell) for cell in cells[start : start + box_width])
            for start in starts
        ]
        label = f"r{row + 1}".ljust(label_width)
        lines.append(f"{label} │ " + " │ ".join(boxes) + " │\n")
    lines.append(border("└", "┴", "┘"))
    return "".join(lines)


def beside(left: str, right: str) -> str:
    """Put two drawings of as many lines next to each other.

    >>> print(beside("ab\\nc\\n", "d\\ne\\n"), end="")
    ab   d
    c    e
    """
    import re

    pairs = list(zip(left.splitlines(), right.splitlines(), strict=True))
    widths = [len(re.sub("\x1b\\[[0-9;]*m", "", line)) for line, _ in pairs]
    padded = [a + " " * (max(widths) - width) for (a, _), width in zip(pairs, widths, strict=True)]
    return "".join(f"{a}   {b}\n" for a, (_, b) in zip(padded, pairs, strict=True))
