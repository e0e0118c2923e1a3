"""The columns of a data set, which are passed on.

id,puzzle,level            input: a header, and rows of fields
id,puzzle,level,solution   output of sudoku-solve
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudokutools.grid.geometry_label import spec_word
from sudokutools.grid.grid import Grid, format_line
from sudokutools.grid.keys import PUZZLE_COLUMNS, SOLUTION_COLUMNS, SPEC_COLUMN

FAMILIES = (PUZZLE_COLUMNS, SOLUTION_COLUMNS)


class Row(NamedTuple):
    """The fields of a record under a header; `place` is the index of the grid."""

    names: Sequence[str]
    fields: Sequence[str]
    place: int


class Columns(NamedTuple):
    """The columns of a data set that is written.

    header   their names
    place    the index of the grids that were read
    targets  the indices of the grids that a command writes, in its order
    told     the index of the verdict, or None
    spec     the index of rules and clues, or None
    """

    header: Sequence[str]
    place: int
    targets: Sequence[int]
    told: int | None
    spec: int | None = None

    @classmethod
    def of(
        cls, row: Row, grids: Sequence[str], own: str, told: str = "", has_spec: bool = False
    ) -> Columns:
        """Return the columns of a row and of a command; `own` is the command's name of its input.

        With `has_spec` there is a column of rules and clues, otherwise only if the input has one.

        >>> row = Row(["id", "puzzle", "level"], ["7", 81 * ".", "hard"], 1)
        >>> Columns.of(row, ["solution"], own="puzzle").header
        ['id', 'puzzle', 'level', 'solution']
        >>> Columns.of(row, ["puzzle", "solution"], own="puzzle").targets
        [1, 3]
        """
        header = list(row.names)
        targets: list[int] = []

        def find(name: str) -> int:
            known = next((names for names in FAMILIES if name in names), ())
            for index, other in enumerate(header):
                if index not in targets and other.strip().lower() in (name, *known):
                    return index
            header.append(name)
            return len(header) - 1

        for name in grids:
            is_there = name == own and row.place not in targets
            targets.append(row.place if is_there else find(name))
        place = find(told) if told else None
        has_spec |= any(name.strip().lower() == SPEC_COLUMN for name in header)
        return cls(header, row.place, targets, place, find(SPEC_COLUMN) if has_spec else None)

    def line(self, row: Row | None, grids: Sequence[str], told: str = "", spec: str = "") -> str:
        """Return the fields of a record as CSV; fields of another header are found by name."""
        fields = list(row.fields) if row is not None else []
        if row is not None and list(row.names) != list(self.header[: len(row.names)]):
            values = dict(zip(row.names, row.fields, strict=False))
            fields = [values.get(name, "") for name in self.header]
            fields[self.place] = row.fields[row.place]
        fields += [""] * (len(self.header) - len(fields))
        texts = list(grids) or [""] * len(self.targets)
        for target, text in zip(self.targets, texts, strict=True):
            if text or target != self.place:
                fields[target] = text
        if self.told is not None:
            fields[self.told] = told
        if self.spec is not None and spec:
            fields[self.spec] = spec
        return csv_line(fields)


def field_of(grid: Grid, empty: str, has_spec: bool = False) -> str:
    """Return a grid as a field, with its spec unless that is a field of its own."""
    word = "" if has_spec and not grid.is_plain else spec_word(grid)
    return format_line(grid, empty) + (f"\t{word}" if word else "")


def spec_field(grid: Grid) -> str:
    """Return the field of rules and clues; "" for a plain grid."""
    return "" if grid.is_plain else spec_word(grid)


def csv_line(fields: Sequence[str]) -> str:
    """Return fields as a line of CSV, quoted if necessary.

    >>> csv_line(["a", "b, c", "d\\r"])
    'a,"b, c","d\\r"\\n'
    """
    return ",".join(map(_quoted, fields)) + "\n"


def _quoted(field: str) -> str:
    needs_quotes = any(sign in field for sign in ',"\r\n')
    return '"' + field.replace('"', '""') + '"' if needs_quotes else field
