"""The columns of a data set, which are passed on byte for byte.

id,puzzle,level            input: a header, and rows of fields
id,puzzle,level,solution   output of sudoku-solve
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudokutools._support.lazy import pattern
from sudokutools.grid.geometry_label import spec_word
from sudokutools.grid.grid import MIN_LINE_CELLS, Grid, format_line
from sudokutools.grid.keys import PUZZLE_COLUMNS, SOLUTION_COLUMNS, SPEC_COLUMN

COUNT, INSTEAD = SOLUTION_COLUMNS[1], "solution_count"
"""The column of a verdict that has the name of a column of grids, and its name next to one."""

NOTE_COLUMN = "note"


class Row(NamedTuple):
    """The fields of a record under a header, and the header, with their quotes.

    place      the index of the grid
    separator  the character between two fields
    is_named   the header names the column of the grid
    """

    names: Sequence[str]
    texts: Sequence[str]
    place: int
    separator: str = ","
    is_named: bool = True

    @property
    def values(self) -> dict[str, str]:
        """The fields without quotes, by the names in lower case."""
        return dict(zip(map(plain_name, self.names), map(unquoted, self.texts), strict=False))


class Columns(NamedTuple):
    """The columns of a data set that is written.

    header     their names, quoted
    place      the index of the grids that were read, if they were read below a header
    targets    the indices of the grids that a command writes, in its order
    facts      the indices of the fields that it adds, such as ratings
    spec       the index of rules and clues, `note` that of notes, or None
    separator  the character between two fields
    width      the number of columns that were read
    """

    header: Sequence[str]
    place: int | None
    targets: Sequence[int]
    facts: Sequence[int] = ()
    spec: int | None = None
    note: int | None = None
    separator: str = ","
    width: int = 0

    @classmethod
    def of(
        cls,
        row: Row | None,
        grids: Sequence[str],
        own: str = "",
        facts: Sequence[str] = (),
        has_spec: bool = False,
        has_note: bool = False,
        separator: str = ",",
    ) -> Columns:
        """Return the columns of a row and of a command; `own` is the command's name of its input.

        With `has_spec` there is a column of rules and clues, otherwise only if the input has one.

        >>> row = Row(["id", "puzzle", "level"], ["7", 81 * ".", "hard"], 1)
        >>> Columns.of(row, ["solution"], "puzzle", ["level"]).header
        ['id', 'puzzle', 'level', 'solution']
        >>> Columns.of(row, ["puzzle", "solution"], "puzzle").targets
        [1, 3]
        """
        place: int | None = None
        header: list[str] = []
        if row is not None:
            place, header = row.place, [requoted(name, separator) for name in row.names]
        width = len(header)
        names = list(map(plain_name, header))
        targets: list[int] = []

        def find(name: str, others: Sequence[str] = ()) -> int:
            for known in (name, *others):
                for index, other in enumerate(names):
                    if other == known and index not in targets:
                        return index
            header.append(name)
            names.append(name)
            return len(names) - 1

        families = (PUZZLE_COLUMNS, grid_names(names, SOLUTION_COLUMNS))
        for name in grids:
            family = next((family for family in families if name in family), ())
            is_there = name == own and place is not None and place not in targets
            targets.append(place if is_there and place is not None else find(name, family))
        is_taken = COUNT in names and COUNT in grid_names(names, [COUNT], row)
        places = [find(INSTEAD if is_taken and name == COUNT else name) for name in facts]
        has_spec |= SPEC_COLUMN in names
        spec = find(SPEC_COLUMN) if has_spec else None
        note = find(NOTE_COLUMN) if has_note else None
        return cls(header, place, targets, places, spec, note, separator, width)

    @property
    def is_bare(self) -> bool:
        """Whether rows consist of the grids of the command, in its order, and none were read."""
        return self.place is None and list(self.targets) == list(range(len(self.header)))

    def head(self) -> str:
        return self.separator.join(self.header) + "\n"

    def line(
        self,
        row: Row | None,
        grid: Grid | None,
        grids: Sequence[Grid],
        empty: str,
        facts: Sequence[str] = (),
        note: str = "",
    ) -> str:
        """Return the fields of a record with this grid, found by name; without `grids` the one read
        stays.
        """
        texts = self._read(row)
        written = [field_of(each, empty, self.spec is not None) for each in grids]
        for place, target in enumerate(self.targets):
            if place < len(written) or target != self.place:
                text = written[place] if place < len(written) else ""
                texts[target] = requoted(text, self.separator)
        for target, text in zip(self.facts, facts, strict=False):
            texts[target] = quoted(text, self.separator)
        if self.spec is not None and grid is not None and not grid.is_plain:
            texts[self.spec] = requoted(spec_word(grid), self.separator)
        if self.note is not None:
            texts[self.note] = quoted(note, self.separator)
        return self.separator.join(texts) + "\n"

    def fits(self, row: Row) -> bool:
        """Whether a row may be copied as it stands."""
        return row.separator == self.separator and self._has_names_of(row)

    def _has_names_of(self, row: Row) -> bool:
        return list(row.names) == list(self.header[: len(row.names)])

    def _read(self, row: Row | None) -> list[str]:
        texts: list[str] = []
        if row is not None:
            texts = list(row.texts)
            if row.separator != self.separator:
                texts = [requoted(text, self.separator) for text in texts]
            if not self._has_names_of(row) and self.place is not None:
                place = texts[row.place] if row.place < len(texts) else ""
                values = dict(zip(map(plain_name, row.names), texts, strict=False))
                texts = [values.get(plain_name(name), "") for name in self.header]
                texts[self.place] = place
        return texts + [""] * (len(self.header) - len(texts))


def grid_names(
    names: Sequence[str], wanted: Sequence[str], row: Row | None = None
) -> Sequence[str]:
    """Return the wanted names of columns of grids, without that of a number in verdicts or in
    `row`.
    """
    if row is not None:
        return [name for name in wanted if len(row.values.get(name, "")) >= MIN_LINE_CELLS]
    is_count = "status" in names and INSTEAD not in names
    return [name for name in wanted if name != COUNT or not is_count]


def field_of(grid: Grid, empty: str, has_spec: bool) -> str:
    """Return a grid as a field, with its spec unless that is a field of its own."""
    word = "" if has_spec and not grid.is_plain else spec_word(grid)
    return format_line(grid, empty) + (f"\t{word}" if word else "")


_FIELD = {
    separator: pattern(rf'(?:^|{separator})((?:"(?:[^"]|"")*+")?[^{separator}]*+)')
    for separator in ",;\t"
}


def split_row(text: str, separator: str = ",") -> list[str]:
    """Return the fields of a line with their quotes."""
    if '"' not in text:
        return text.split(separator)
    return [match[1] for match in _FIELD[separator].finditer(text)]


def unquoted(text: str) -> str:
    has_quotes = len(text) > 1 and text[0] == text[-1] == '"'
    return text[1:-1].replace('""', '"') if has_quotes else text


def plain_name(name: str) -> str:
    return unquoted(name).strip().lower()


def quoted(value: str, separator: str = ",") -> str:
    """Return the field of a value, with quotes if it needs them."""
    needs_quotes = any(sign in value for sign in (separator, '"', "\r", "\n"))
    return '"' + value.replace('"', '""') + '"' if needs_quotes else value


def requoted(text: str, separator: str) -> str:
    return f'"{text}"' if separator in text and text[:1] != '"' else text
