"""The spec: rules and clues of a variant as one word, `key=value` joined by commas.

    box=3x3,variant=x+windoku
    regions=AABBA...,cages=10:r1c1r1c2/5:r1c3,even=r2c2

Comments above drawn grids use the same keys with blanks between the parts of a value; so does JSON.
The values are a `Spec` until the geometry is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, groupby
from string import whitespace
from typing import TYPE_CHECKING, Any

from sudokutools._support.request import Values
from sudokutools.constraints import added_kinds, kind, suggestion
from sudokutools.constraints.constraint import cell_names
from sudokutools.constraints.places import Places, cells_at, parse_places, split_outside
from sudokutools.constraints.variant_rules import LAYOUTS, REGION_LETTERS, ordered
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import MAX_SYMBOLS, NO_REGION, Geometry, values_text
from sudokutools.grid.keys import GEOMETRY_KEYS, KEYS

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints
    from sudokutools.constraints.constraint import Constraint

Clues = tuple[tuple[str, tuple[str, ...]], ...]  # Keys of kinds, each with the values of its clues.
NO_SIGN = "-"  # Of a cell in no region.
SEPARATORS = "/" + whitespace
_NORMAL = re.compile(r"(?:box|values|regions)=[^;,]*(?:,[a-z]+(?:=[^;,]*)?)*")


class Spec(Values):
    """Rules and clues of a grid; None: not given.

    box, boxes  width and height of a box; boxes across and down
    span        the least and the greatest value, key `values`
    grids       a layout, or the upper left cells, of overlapping squares as (row, column) from 1
    regions     the sign of the region of each cell, row by row
    variant     names of rules
    houses      cells of extra houses, as (row, column) from 1
    clues       values by the keys of their kinds
    """

    box: tuple[int, int] | None = None
    boxes: tuple[int, int] | None = None
    span: tuple[int, int] | None = None
    grids: str | Places | None = None
    regions: tuple[str, ...] | None = None
    variant: tuple[str, ...] | None = None
    houses: tuple[Places, ...] | None = None
    clues: Clues | None = None

    @property
    def names_shape(self) -> bool:
        """Whether box, grids, regions or values are given, which imply the number of symbols."""
        shape = self.box, self.grids, self.regions, self.span
        return any(value is not None for value in shape)

    @property
    def has_rules(self) -> bool:
        return any(value is not None for value in (self.regions, self.variant, self.houses))

    @property
    def has_clues(self) -> bool:
        return bool(self.clues)

    def updated(self, more: Spec) -> Spec:
        values = {key: value for key, value in more.values().items() if value is not None}
        if more.clues is not None:
            values["clues"] = tuple((dict(self.clues or ()) | dict(more.clues)).items())
        return self.replace(**values)

    def with_clues(self, more: Iterable[Clues]) -> Spec:
        clues = {key: list(values) for key, values in self.clues or ()}
        for key, values in chain.from_iterable(more):
            clues.setdefault(key, []).extend(values)
        return self.replace(clues=tuple((k, tuple(v)) for k, v in clues.items()) or None)

    def geometry(self, base: Geometry | None = None) -> Geometry | None:
        """Return the geometry; without box and regions, that of `base`. Raises SudokuError."""
        plain = self.base(base)
        if plain is None or not (self.has_rules or self.span):
            return plain
        houses = [cells_at(house, plain, "houses") for house in self.houses or ()]
        regions = None if self.regions is None else _region_numbers(self.regions)
        return Geometry.of_variant(plain, regions, self.variant or (), houses)

    def base(self, base: Geometry | None = None) -> Geometry | None:
        """Return that without rules; without box and regions, `base` with the values. Raises
        SudokuError.
        """
        values = None if self.span is None else range(self.span[0], self.span[1] + 1)
        found = self._boxes(base, values)
        if values is not None:
            found = (found or Geometry.of_size(len(values))).base.with_values(values)
        return found if self.grids is None else overlapping_of(self.grids, found)

    def _boxes(self, base: Geometry | None, values: range | None) -> Geometry | None:
        if self.regions is not None and self.box is None:
            if base is not None and not base.base.is_plain:
                return base
            count = len(self.regions)
            n = min(round(count**0.5), MAX_SYMBOLS)
            if n * n != count or not count:
                raise SudokuError(f"regions: {count} cells, expected {max(n * n, 1)}")
            return Geometry.of_size(n)
        if self.box is not None:
            if self.regions is not None and values is None and self.boxes is None:
                raise SudokuError("box and regions cannot be combined")
            return Geometry.of(*self.box, *(self.boxes or ()), values=values)
        if self.boxes is not None:
            raise SudokuError("boxes requires box")
        return base

    def constraints(self, geometry: Geometry) -> Constraints | None:
        if not self.clues:
            return None
        from sudokutools.constraints.collection import Constraints

        return Constraints.from_checked(geometry, self.parsed(geometry))

    def parsed(self, geometry: Geometry) -> list[Constraint]:
        clues = self.clues or ()
        return [kind(key).parse(value, geometry) for key, values in clues for value in values]


def overlapping_of(grids: str | Places, square: Geometry | None) -> Geometry:
    """Return overlapping squares, by default of 9x9. Raises SudokuError if they are impossible."""
    from sudokutools.grid.overlapping import Overlapping, corners_of, overlapping

    if isinstance(square, Overlapping):
        square = square.square
    square = square or Geometry.of(3, 3)
    if isinstance(grids, str):
        return overlapping(square, corners_of(grids, square))
    return overlapping(square, tuple((row - 1, column - 1) for row, column in grids))


def spec_from(values: Mapping[str, Any]) -> Spec:
    clues = tuple((key, value) for key, value in values.items() if key not in GEOMETRY_KEYS)
    names = {"values": "span"}
    rules = {names.get(key, key): value for key, value in values.items() if key in GEOMETRY_KEYS}
    layout = next((name for name in rules.get("variant") or () if name in LAYOUTS), None)
    if layout is not None:
        if rules.setdefault("grids", layout) != layout:
            raise SudokuError(f"variant {layout} conflicts with grids")
        rules["variant"] = tuple(name for name in rules["variant"] if name != layout) or None
    return Spec(**rules, clues=clues or None)


def normal_spec(text: str) -> str:
    """Return a spec with keys in lower case between commas, box or regions first."""
    if _NORMAL.fullmatch(text):
        return text
    parts = [part.partition("=") for part in split_outside(text, ",;")]
    parts.sort(key=lambda part: part[0].lower() not in ("box", "values", "regions"))
    return ",".join(f"{key.lower()}{equals}{value}" for key, equals, value in parts)


def parse_spec(text: str) -> Spec:
    """Read a spec; keys in any case, also between `;`. Raises SudokuError if it is invalid."""
    values: dict[str, Any] = {}
    for part in split_outside(normal_spec(text), ","):
        key, equals, value = part.partition("=")
        if not is_known(key):
            known = ", ".join(GEOMETRY_KEYS)
            expected = (
                suggestion(key, *GEOMETRY_KEYS)
                or f", expected one of {known} or a constraint of sudoku-variants(7)"
            )
            raise SudokuError(f"spec: unknown key {key[:20]!r}{expected}")
        if not equals:
            raise SudokuError(f"spec: {key} requires a value")
        if key in values:
            raise SudokuError(f"spec: duplicate key {key}")
        values[key] = parse_value(key, value)
    return spec_from(values)


def parse_clues(text: str, geometry: Geometry) -> list[Constraint]:
    """Read clues of a spec, `key=value` joined by commas. Raises SudokuError if one is invalid."""
    spec = parse_spec(text)
    if spec.replace(clues=None) != Spec():
        raise SudokuError(f"{text[:20]!r}: expected constraints only")
    return spec.parsed(geometry)


def parse_value(key: str, text: str) -> Any:
    """Read the parts of a key's value, joined by `/` or blanks. Raises SudokuError if it is
    invalid.
    """
    if key in _PARSERS:
        return _PARSERS[key](key, text.strip())
    values = tuple(filter(None, split_outside(text, SEPARATORS)))
    if not values:
        raise SudokuError(f"{key}: missing value")
    return values


def is_known(key: str) -> bool:
    """Return whether a key is one of a spec, including kinds of installed packages."""
    return key in KEYS or key in added_kinds()


def _pair(key: str, text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,3})[xX](\d{1,3})", text)
    if match is None:
        raise SudokuError(f"{key}: {text[:20]!r}: expected two numbers as in 3x2")
    return int(match[1]), int(match[2])


def _range(key: str, text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,3})-(\d{1,3})", text)
    if match is None or int(match[1]) > int(match[2]):
        raise SudokuError(f"{key}: {text[:20]!r}: expected a range as in 0-8")
    return int(match[1]), int(match[2])


def _signs(key: str, text: str) -> tuple[str, ...]:  # noqa: ARG001
    if "." in text:
        return tuple(filter(None, text.replace(".", " ").split()))
    return tuple("".join(text.split()))


def _names(key: str, text: str) -> tuple[str, ...]:
    names = [name for name in re.split(r"[+,\s]+", text.lower()) if name]
    if not names:
        raise SudokuError(f"{key}: missing name")
    layouts = [name for name in LAYOUTS if name in names]
    return (*layouts, *ordered([name for name in names if name not in layouts]))


def _grids(key: str, text: str) -> str | Places:
    return text.lower() if text.lower() in LAYOUTS else parse_places(key, "".join(text.split()))


def _groups(key: str, text: str) -> tuple[Places, ...]:
    return tuple(parse_places(key, part) for part in split_outside(text, SEPARATORS) if part)


_PARSERS: dict[str, Callable[[str, str], Any]] = {
    "box": _pair,
    "boxes": _pair,
    "values": _range,
    "grids": _grids,
    "regions": _signs,
    "variant": _names,
    "houses": _groups,
}


def _region_numbers(signs: Sequence[str]) -> bytes:
    number = {sign: index for index, sign in enumerate(dict.fromkeys(signs)) if sign != NO_SIGN}
    if len(number) > MAX_SYMBOLS:
        n = round(len(signs) ** 0.5)
        raise SudokuError(f"regions: {len(number)} regions, expected {n}")
    return bytes(number.get(sign, NO_REGION) for sign in signs)


def regions_text(geometry: Geometry, row_end: str = "") -> str:
    """Return the signs of the regions of all cells, row by row, such as `AABB AABB CCDD CCDD`."""
    numbers = [geometry.region_of(cell) for cell in range(geometry.size)]
    is_short = len(geometry.region_cells) <= len(REGION_LETTERS)
    signs = [REGION_LETTERS[at : at + 1] if is_short else str(at + 1) for at in numbers]
    signs = [NO_SIGN if at == NO_REGION else sign for at, sign in zip(numbers, signs, strict=True)]
    joint = "" if is_short else "."
    width = geometry.columns
    rows = [joint.join(signs[at : at + width]) for at in range(0, len(signs), width)]
    return (row_end or joint).join(rows)


@lru_cache(maxsize=256)
def _geometry_values(geometry: Geometry) -> tuple[tuple[str, tuple[str, ...]], ...]:
    values: list[tuple[str, tuple[str, ...]]] = []
    base = geometry.base
    if geometry.has_boxes or base.rows != base.columns or not base.is_plain:
        values.append(("box", (f"{base.box_width}x{base.box_height}",)))
        if not base.has_usual_number:
            values.append(("boxes", (f"{base.boxes_across}x{base.boxes_down}",)))
    if not (base.is_plain or (base.layout and base.values[0] == 1)):
        values.append(("values", (values_text(base.values),)))
    if base.layout:
        values.append(("grids", (base.layout,)))
    if not geometry.has_boxes:
        values.append(("regions", (regions_text(geometry),)))
    if geometry.rules:
        values.append(("variant", geometry.rules))
    if geometry.extra_houses:
        values.append(
            ("houses", tuple(cell_names(house, geometry) for house in geometry.extra_houses))
        )
    return tuple(values)


def values_of(
    geometry: Geometry, constraints: Constraints | None = None
) -> list[tuple[str, tuple[str, ...]]]:
    """Return the keys of a grid in order, each with the parts of its value."""
    values = list(_geometry_values(geometry))
    if constraints is None:
        return values

    for key, items in groupby(constraints.items, lambda item: item.key):
        values.append((key, tuple(item.value(geometry) for item in items)))
    return values


def spec_of(geometry: Geometry, constraints: Constraints | None = None) -> str:
    """Return the spec of a grid, such as `box=3x2,variant=x+antiking`."""
    values = values_of(geometry, constraints)
    joints = {"variant": "+"}
    return ",".join(f"{key}={joints.get(key, '/').join(parts)}" for key, parts in values)
