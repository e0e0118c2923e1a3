"""The spec: rules and clues of a variant as one word, `key=value` joined by commas.

    box=3x3,variant=x+windoku
    regions=AABBA...,cages=10:r1c1r1c2/5:r1c3,even=r2c2

Comments above drawn grids use the same keys with blanks between the parts of a value; so does JSON.
The values are a `Said` until the geometry is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from sudokutools._support.request import Values
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.keys import CLUE_KEYS, KEYS
from sudokutools.grid.relations import Relations
from sudokutools.grid.variant_rules import REGION_LETTERS, ordered

Place = tuple[int, int]
Places = tuple[Place, ...]

_CELL = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})")
_CELLS = re.compile(r"(?:[rR]\d{1,3}[cC]\d{1,3})+")
_SEPARATORS = re.compile(r"[/\s]+")
_NORMAL = re.compile(r"(?:box|regions)=[^;,]*(?:,[a-z]+(?:=[^;,]*)?)*")


class Said(Values):
    """Rules and clues of a grid; None: not given.

    box, boxes  width and height of a box; boxes across and down
    regions     the sign of the region of each cell, row by row
    variant     names of rules
    houses      cells of extra houses, as (row, column) from 1
    cages       sums, 0 if unknown, and cells
    less        chains of cells; `even` and `odd` are cells
    """

    box: tuple[int, int] | None = None
    boxes: tuple[int, int] | None = None
    regions: tuple[str, ...] | None = None
    variant: tuple[str, ...] | None = None
    houses: tuple[Places, ...] | None = None
    cages: tuple[tuple[int, Places], ...] | None = None
    less: tuple[Places, ...] | None = None
    even: Places | None = None
    odd: Places | None = None

    @property
    def names_shape(self) -> bool:
        """Whether box or regions are given, which imply the number of symbols."""
        return self.box is not None or self.regions is not None

    @property
    def has_rules(self) -> bool:
        """Whether a geometry has more than its box."""
        return any(value is not None for value in (self.regions, self.variant, self.houses))

    @property
    def has_clues(self) -> bool:
        return any(getattr(self, key) is not None for key in CLUE_KEYS)

    def geometry(self, base: Geometry | None = None) -> Geometry | None:
        """Return the geometry; `base` without box and regions, or None. Raises SudokuError if
        impossible.
        """
        said = self.base(base)
        if said is None or not self.has_rules:
            return said
        columns = said.columns
        houses = [_numbers(house, columns, said.size, "houses") for house in self.houses or ()]
        regions = None if self.regions is None else _region_numbers(self.regions)
        return Geometry.of_variant(said, regions, self.variant or (), houses)

    def base(self, base: Geometry | None = None) -> Geometry | None:
        """Return the plain geometry, at least with the right number of rows.

        Without box and regions it is `base`. Raises SudokuError if it is impossible.
        """
        if self.regions is not None:
            if self.box is not None:
                raise SudokuError("box and regions cannot be combined")
            count = len(self.regions)
            n = min(round(count**0.5), MAX_SYMBOLS)
            if n * n != count or not count:
                raise SudokuError(f"regions: {count} cells, expected {max(n * n, 1)}")
            return Geometry.of_size(n)
        if self.box is not None:
            return Geometry.of(*self.box, *(self.boxes or ()))
        if self.boxes is not None:
            raise SudokuError("boxes requires box")
        return base

    def relations(self, geometry: Geometry) -> Relations | None:
        """Return the clues of a grid. Raises SudokuError if they are invalid."""
        if not self.has_clues:
            return None
        columns, size = geometry.columns, geometry.size

        def numbers(key: str, places: Places) -> tuple[int, ...]:
            return _numbers(places, columns, size, key)

        return Relations.of(
            (geometry.n, columns, size),
            [(total, numbers("cages", places)) for total, places in self.cages or ()],
            [numbers("less", places) for places in self.less or ()],
            numbers("even", self.even or ()),
            numbers("odd", self.odd or ()),
        )


def normal_spec(text: str) -> str:
    """Return a spec with keys in lower case between commas, box or regions first.

    >>> normal_spec("Variant=x;BOX=3x3")
    'box=3x3,variant=x'
    """
    if _NORMAL.fullmatch(text):
        return text
    parts = [part.partition("=") for part in re.split("[,;]", text)]
    parts.sort(key=lambda part: part[0].lower() not in ("box", "regions"))
    return ",".join(f"{key.lower()}{equals}{value}" for key, equals, value in parts)


def parse_spec(text: str) -> Said:
    """Read a spec; keys in any case, also between `;`. Raises SudokuError if it is invalid.

    >>> parse_spec("box=3x3,variant=x+windoku").variant
    ('x', 'windoku')
    """
    values: dict[str, Any] = {}
    for part in normal_spec(text).split(","):
        key, equals, value = part.partition("=")
        if key not in KEYS:
            raise SudokuError(f"spec: unknown key {key[:20]!r}, expected one of {', '.join(KEYS)}")
        if not equals:
            raise SudokuError(f"spec: {key} requires a value")
        if key in values:
            raise SudokuError(f"spec: duplicate key {key}")
        values[key] = parse_value(key, value)
    return Said(**values)


def parse_value(key: str, text: str) -> Any:
    """Read the value of a key of a spec or comment; its parts are joined by `/` or blanks.

    Raises SudokuError if it is invalid.

    >>> parse_value("cages", "10:r1c1r1c2 5:r2c1")
    ((10, ((1, 1), (1, 2))), (5, ((2, 1),)))
    """
    return _PARSERS[key](key, text.strip())


def _pair(key: str, text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,3})[xX](\d{1,3})", text)
    if match is None:
        raise SudokuError(f"{key}: {text[:20]!r}: expected two numbers as in 3x2")
    return int(match[1]), int(match[2])


def _signs(key: str, text: str) -> tuple[str, ...]:  # noqa: ARG001
    """Read the signs of regions, with or without whitespace between rows."""
    if "." in text:
        return tuple(filter(None, text.replace(".", " ").split()))
    return tuple("".join(text.split()))


def _names(key: str, text: str) -> tuple[str, ...]:
    names = [name for name in re.split(r"[+,\s]+", text.lower()) if name]
    if not names:
        raise SudokuError(f"{key}: missing name")
    return ordered(names)


def parse_places(key: str, text: str) -> Places:
    """Read names of cells without separators, such as `r1c1r10c2`. Raises SudokuError if invalid.

    >>> parse_places("even", "r1c1r10c2")
    ((1, 1), (10, 2))
    """
    if not _CELLS.fullmatch(text):
        raise SudokuError(f"{key}: {text[:20]!r}: expected cells as in r1c1r1c2")
    return tuple((int(row), int(column)) for row, column in _CELL.findall(text))


def _groups(key: str, text: str) -> tuple[Places, ...]:
    return tuple(parse_places(key, part) for part in _SEPARATORS.split(text) if part)


def _cages(key: str, text: str) -> tuple[tuple[int, Places], ...]:
    found = []
    for part in filter(None, _SEPARATORS.split(text)):
        total, colon, cells = part.partition(":")
        if not colon or not re.fullmatch(r"\d{1,5}", total):
            raise SudokuError(f"{key}: {part[:20]!r}: expected sum and cells as in 10:r1c1r1c2")
        found.append((int(total), parse_places(key, cells)))
    return tuple(found)


def _marked(key: str, text: str) -> Places:
    return parse_places(key, "".join(_SEPARATORS.split(text)))


_PARSERS: dict[str, Callable[[str, str], Any]] = {
    "box": _pair,
    "boxes": _pair,
    "regions": _signs,
    "variant": _names,
    "houses": _groups,
    "cages": _cages,
    "less": _groups,
    "even": _marked,
    "odd": _marked,
}


def _numbers(places: Places, columns: int, size: int, key: str) -> tuple[int, ...]:
    """Return the numbers of cells. Raises SudokuError if one is outside of the grid."""
    for row, column in places:
        if not (1 <= column <= columns and 1 <= row <= size // columns):
            raise SudokuError(f"{key}: r{row}c{column} is outside the grid of {columns} columns")
    return tuple((row - 1) * columns + column - 1 for row, column in places)


def _region_numbers(signs: Sequence[str]) -> bytes:
    """Return the number of each region, by first appearance. Raises SudokuError if too many."""
    number = {sign: index for index, sign in enumerate(dict.fromkeys(signs))}
    if len(number) > MAX_SYMBOLS:
        n = round(len(signs) ** 0.5)
        raise SudokuError(f"regions: {len(number)} regions, expected {n}")
    return bytes(map(number.__getitem__, signs))


def regions_text(geometry: Geometry, row_end: str = "") -> str:
    """Return the signs of the regions of all cells, row by row.

    >>> regions_text(Geometry.of(2, 2), " ")
    'AABB AABB CCDD CCDD'
    """
    numbers = [geometry.region_of(cell) for cell in range(geometry.size)]
    is_short = geometry.n <= len(REGION_LETTERS)
    signs = [REGION_LETTERS[number] if is_short else str(number + 1) for number in numbers]
    joint = "" if is_short else "."
    width = geometry.columns
    rows = [joint.join(signs[at : at + width]) for at in range(0, len(signs), width)]
    return (row_end or joint).join(rows)


def cells_text(geometry: Geometry, cells: Iterable[int]) -> str:
    """Return the names of cells without separators."""
    return _cells_text(geometry.columns, tuple(cells))


@lru_cache(maxsize=1 << 14)
def _cells_text(columns: int, cells: tuple[int, ...]) -> str:
    return "".join([f"r{cell // columns + 1}c{cell % columns + 1}" for cell in cells])


@lru_cache(maxsize=256)
def _geometry_values(geometry: Geometry) -> tuple[tuple[str, tuple[str, ...]], ...]:
    said: list[tuple[str, tuple[str, ...]]] = []
    if geometry.has_boxes:
        said.append(("box", (f"{geometry.box_width}x{geometry.box_height}",)))
        if not geometry.is_full:
            said.append(("boxes", (f"{geometry.boxes_across}x{geometry.boxes_down}",)))
    else:
        said.append(("regions", (regions_text(geometry),)))
    if geometry.rules:
        said.append(("variant", geometry.rules))
    if geometry.extra_houses:
        said.append(
            ("houses", tuple(cells_text(geometry, house) for house in geometry.extra_houses))
        )
    return tuple(said)


def values_of(
    geometry: Geometry, relations: Relations | None = None
) -> list[tuple[str, tuple[str, ...]]]:
    """Return the keys of a grid in order, each with the parts of its value.

    >>> values_of(Geometry.of_variant(Geometry.of(2, 2), rules=["x"]))
    [('box', ('2x2',)), ('variant', ('x',))]
    """
    said = list(_geometry_values(geometry))
    if relations is None:
        return said

    def text(cells: Iterable[int]) -> str:
        return cells_text(geometry, cells)

    if relations.cages:
        cages = tuple(f"{cage.sum}:{text(cage.cells)}" for cage in relations.cages)
        said.append(("cages", cages))
    if relations.less:
        said.append(("less", tuple(map(text, relations.less))))
    if relations.even:
        said.append(("even", (text(relations.even),)))
    if relations.odd:
        said.append(("odd", (text(relations.odd),)))
    return said


def spec_of(geometry: Geometry, relations: Relations | None = None) -> str:
    """Return the spec of a grid.

    >>> spec_of(Geometry.of_variant(Geometry.of(3, 2), rules=["x", "antiking"]))
    'box=3x2,variant=x+antiking'
    """
    said = values_of(geometry, relations)
    joints = {"variant": "+"}
    return ",".join(f"{key}={joints.get(key, '/').join(parts)}" for key, parts in said)
