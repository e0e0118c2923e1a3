"""`json`: an object a record, on a line of its own."""

from __future__ import annotations

from typing import Any

from sudokutools.formats.format import Content, Format, Record, Style
from sudokutools.grid import Grid


class JsonFormat(Format):
    """The keys `box`, `boxes`, `cells`, those of the command, `note` and `comments`."""

    has_comments = False
    has_keys = True

    def write(self, content: Content, style: Style) -> str:  # noqa: ARG002
        """Write the grid as rows of numbers, and whatever is known of it."""
        geometry = content.grid.geometry
        keys: dict[str, Any] = {
            "box": [geometry.box_width, geometry.box_height],
            "boxes": [geometry.boxes_across, geometry.boxes_down],
            "cells": _rows_of(content.grid),
        }
        if content.partner is not None:
            key, partner = content.partner
            keys[key] = _rows_of(partner)
        for key, value in content.extra.items():
            keys.setdefault(key, value)
        if content.note:
            keys["note"] = content.note
        if content.comments:
            keys["comments"] = [comment.removeprefix("# ") for comment in content.comments]
        return self.dump(keys)

    def dump(self, content: dict[str, Any]) -> str:
        """Return an object on a line, without blanks.

        >>> FORMAT.dump({"record": 1, "status": "ok"})
        '{"record":1,"status":"ok"}\\n'
        """
        import json

        return json.dumps(content, separators=(",", ":")) + "\n"

    def empty_place(self, record: Record) -> str:
        """Say why there is no grid; what a command before has said is passed on."""
        if record.passed_on:
            return self.dump(record.extra)
        error = record.error.message if record.error is not None else ""
        return self.dump({"record": record.number, "status": "unreadable", "error": error})

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:  # noqa: ARG002
        """Write the record with its status."""
        assert record.grid is not None
        extra = record.extra | {"status": status}
        return style.write(record.grid, record.note, record.comments, extra)


def _rows_of(grid: Grid) -> list[list[int]]:
    """Return the cells as lists of rows, 0 for an empty one."""
    columns = grid.geometry.columns
    return [list(grid.cells[at : at + columns]) for at in range(0, len(grid.cells), columns)]


FORMAT = JsonFormat()
