"""The items of ISS text as a grid: its geometry, symbols and clues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from sudokutools._support.bits import bits
from sudokutools.constraints import MOST_NAME, iss_arguments, kind, kinds_named
from sudokutools.constraints.constraint import Constraint, ImpossibleError
from sudokutools.constraints.primitives import Primitives, Related, Sets
from sudokutools.constraints.shape import Shape, extended
from sudokutools.constraints.variant_rules import RAW
from sudokutools.errors import SudokuError
from sudokutools.formats import foreign
from sudokutools.formats.iss_groups import GROUPS, LITERAL, TABLES, TURNED, Item, Layout, is_group
from sudokutools.formats.reading.cells import agreed
from sudokutools.grid.candidates import marked, mask_of
from sudokutools.grid.geometry import NO_REGION, Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import GEOMETRY_KEYS

MAX_PAIRS = 1 << 13  # The maximum number of pairs of cells with a table.

RULES = {
    "Windoku": "windoku",
    "DisjointSets": "disjoint",
    "AntiKnight": "antiknight",
    "AntiKing": "antiking",
    "AntiConsecutive": "nonconsecutive",
    "AntiTaxicab": "taxicab",
    "GlobalEntropy": "entropy",
    "GlobalMod": "remainders",
    "RegionSameValues": "sameregions",
    "DutchFlatmates": "flatmates",
    "FullRankTies~none": "noties",
}
"""Types, most without arguments, and our rules."""

DIAGONALS = ("Diagonal~-1", "Diagonal~1")  # The falling and the rising diagonal.
KNOWN = ("difference", "ratio", "whisper", "slow", "less", "clone")
"""Kinds whose tables are known without a name."""


@lru_cache(maxsize=256)
def _kinds(name: str) -> dict[str, type[Constraint]]:
    """Return the kinds of a type: one, or several by the first argument behind a `~`."""
    return kinds_named(name, lambda each: (*each.iss, *each.signs.values()))


def grid_of(
    items: Sequence[Item], usual: Geometry, layout: Layout, demanded: Geometry | None
) -> Grid:
    """Return the grid of a text whose shape is `usual`. Raises SudokuError."""
    text, extra = _Items(layout.shape, items), layout.extra
    geometry = text.geometry(usual, demanded)
    inside: list[Constraint] = []
    outside = text.extra_clues(geometry.size) if extra else []

    def split(clues: Iterable[Constraint]) -> list[Constraint]:
        """Return the clues about the grid; keep those about extra cells."""
        for clue in clues:
            is_inside = not extra or max(clue.scope(text.shape), default=0) < geometry.size
            (inside if is_inside else outside).append(clue)
        return inside

    empty = Grid(geometry, bytes(geometry.size))
    grid = foreign.ruled(empty, text.rules, text.houses, split(text.all_clues()))
    if text.groups:  # Their meaning may depend on regions.
        inside.clear()
        whole = extended(grid.geometry, extra)
        split(clue for item in text.groups for clue in _clues_of_group(item, whole))
        grid = grid.with_constraints(*inside)
    constraints = grid.constraints
    clues = constraints.items if constraints is not None else ()
    text.check_names((*clues, *outside), extended(grid.geometry, extra))
    if extra:
        from sudokutools.constraints.collection import Constraints
        from sudokutools.constraints.extra import ExtraCells

        cells = ExtraCells.of(extra, outside, grid.geometry)
        constraints = Constraints.from_checked(grid.geometry, (*clues, cells))
    size = geometry.size
    return marked(grid.geometry, text.cells[:size], text.masks[:size], constraints)


def without_boxes(geometry: Geometry) -> Geometry:
    """Return the geometry of the same size and values in which only rows and columns differ."""
    if geometry.is_plain and geometry.is_full:
        return Geometry.of(geometry.n, 1)
    found = Geometry.of_rectangle(geometry.rows, geometry.columns, 1)
    return found.with_values(geometry.values)


def _clues_of_group(item: Item, shape: Shape) -> list[Constraint]:
    name, items = item
    if name not in GROUPS:
        return _Items(shape, [item]).in_group()
    parts = [_clues_of_group(each, shape) for each in items]
    if name == "And":
        return [clue for part in parts for clue in part]
    from sudokutools.constraints.alternatives import Or

    # An alternative without clues always holds, one that no filling meets never.
    live = [part for part in parts if _is_possible(part, shape)]
    return [Or.of(live or parts, shape)] if all(parts) else []


def _is_possible(clues: Iterable[Constraint], shape: Shape) -> bool:
    """Return whether each clue alone has a filling. Raises SudokuError if one is invalid."""
    try:
        for clue in clues:
            clue.check(shape)
    except ImpossibleError:
        return False
    return True


class _Items:
    """The rules, clues and symbols of some items."""

    def __init__(self, shape: Shape, items: Iterable[Item]) -> None:
        self.shape = shape
        self.rules: list[str] = []
        self.houses: list[Sequence[int]] = []
        self._clues: list[Constraint] = []
        self.cells = bytearray(shape.size)
        self.masks = [(1 << shape.n) - 1] * shape.size
        self._marks: dict[str, list[int]] = {"even": [], "odd": []}
        self._count = 0
        self._tables: dict[str, list[tuple[str, str, Sequence[int]]]] = {}
        self._regions: list[str] = []
        self._region_size = 0
        self._has_boxes = True
        self.groups: list[Item] = []
        for name, parts in items:
            if is_group((name, parts)):
                self.groups.append((name, parts))
            else:
                self._take(name, list(parts))

    def all_clues(self) -> list[Constraint]:
        """Return the clues outside groups."""
        marks = [kind(key)(cells) for key, cells in self._marks.items() if cells]
        specs = (name.partition("=") for name in self._tables)
        named = [kind(key).parse(value, self.shape) for key, _, value in specs]
        return [*self._clues, *marks, *named]

    def in_group(self) -> list[Constraint]:
        """Return everything as clues. Raises SudokuError if there is more."""
        if self.rules or self._regions or not self._has_boxes:
            raise SudokuError("rules in a group are not supported")
        return [*self.all_clues(), *self.extra_clues(0)]

    def extra_clues(self, first: int) -> list[Constraint]:
        """Return symbols and houses of cells from `first` on as clues, and drop these houses."""
        full = (1 << self.shape.n) - 1
        houses = [house for house in self.houses if max(house) >= first]
        self.houses = [house for house in self.houses if max(house) < first]
        return [
            *(kind("cages")(house) for house in houses),
            *(
                kind("regex")((cell,), text=_class(mask, self.shape.values))
                for cell, mask in enumerate(self.masks)
                if mask != full and cell >= first
            ),
        ]

    def _take(self, name: str, parts: list[str]) -> None:
        whole = "~".join((name, *parts[:1]))
        found = iss_arguments.Arguments(name, parts, self.shape)
        if not name:
            self._take_symbols(found)
        elif name == "Jigsaw":
            self._regions = list(parts[-1]) if parts else []
        elif name == "RegionSize":
            self._region_size = found.number()
        elif name == "NoBoxes":
            self._has_boxes = False
        elif name == "AllDifferent":
            self.houses += [found.cells()] if len(parts) > 1 else []
        elif whole in RULES and not parts[1:]:
            self.rules.append(RULES[whole])
        elif whole in DIAGONALS:
            self.houses.append(foreign.diagonals(self.shape)[DIAGONALS.index(whole)])
        elif _is_table(name, parts):
            self._take_table(found)
        elif name in TURNED and parts:
            turned = parts[0].translate({ord("-"): "_", ord("_"): "-"})
            self._take(TURNED[name], [turned, *parts[1:]])
        elif name != "Shape":
            self._take_clues(whole, found)

    def _take_clues(self, whole: str, found: iss_arguments.Arguments) -> None:
        """Take clues of a kind; `whole` is the type with its first argument."""
        name = found.name
        named = _kinds(name.partition("~")[0][:MOST_NAME])
        key = whole if whole in named else name
        if key not in named:
            known = named or any(each.startswith(f"{name}~") for each in DIAGONALS)
            foreign.refuse_unknown(whole if known else name)
        if key != name:
            found = iss_arguments.Arguments(name, found.parts[1:], self.shape)
        self._clues += named[key].from_iss(found)

    def _take_symbols(self, found: iss_arguments.Arguments) -> None:
        """Take symbols of cells; all that are even, or odd, are a clue."""
        every = self.shape.values
        for at, part in enumerate(found.parts):
            match = LITERAL.fullmatch(part)
            listed = match[2][1:].split("_") if match and match[2] else []
            values = [int(value) for value in listed]
            if match is None or not values or not {*values} <= {*every}:
                raise found.error(at, "a cell with symbols such as R1C1_5")
            cell = iss_arguments.Arguments("", [match[1]], self.shape).cell(0)
            for key, rest in (("even", 0), ("odd", 1)):
                if len(values) > 1 and values == [value for value in every if value % 2 == rest]:
                    self._marks[key].append(cell)
                    break
            else:
                symbols = [every.index(value) + 1 for value in values]
                if len(symbols) == 1:
                    self.cells[cell] = symbols[0]
                self.masks[cell] &= mask_of(symbols)
                if not self.masks[cell]:
                    self.cells[cell] = 0  # No solution.

    def _take_table(self, found: iss_arguments.Arguments) -> None:
        """Take tables: named for a clue, of two cells as one that is known, or as they are."""
        if found.name == "NFA":
            for name, cells in found.groups(1):
                self._tables.setdefault(unquoted(name), []).append(("NFA", found.base64(), cells))
            return
        table = iss_arguments.table_of(found.parts[0], self.shape.n)
        each = _kinds(found.name)[found.name]
        for name, cells in found.groups(1):
            pairs = list(each(cells, text=found.parts[0]).pairs())  # type: ignore[attr-defined]
            self._count += len(pairs)
            if self._count > MAX_PAIRS:
                raise SudokuError(f"{found.name}: more than {MAX_PAIRS} pairs")
            if _is_clue(name):
                listed = self._tables.setdefault(unquoted(name), [])
                listed += [("Pair", iss_arguments.key_of(table), pair) for pair in pairs]
            elif table in _known(self.shape):
                key, number, is_turned = _known(self.shape)[table]
                for first, second in pairs:
                    ends = (second, first) if is_turned else (first, second)
                    is_clone = key == "clone"
                    self._clues.append(kind(key)(ends[is_clone:], number, ends[:is_clone]))
            elif pairs:
                self._clues.append(each(cells, text=found.parts[0]))

    def geometry(self, usual: Geometry, demanded: Geometry | None) -> Geometry:
        if RAW in usual.rules:
            if self._regions or not self._has_boxes:
                raise SudokuError("regions of a raw grid are not supported")
        elif not self._has_boxes:
            usual = without_boxes(usual)
        if not self._regions:
            return agreed(usual, "the text", demanded)
        if len(self._regions) != usual.size:
            raise SudokuError(f"Jigsaw: {len(self._regions)} cells, expected {usual.size}")
        size = self._region_size or max(usual.rows, usual.columns)
        counts = Counter(self._regions)
        others = [sign for sign, count in counts.items() if count != size]
        if len(others) > 1:
            raise SudokuError(f"Jigsaw: two regions have other numbers of cells than {size}")
        number = {sign: at for at, sign in enumerate(counts)} | dict.fromkeys(others, NO_REGION)
        stated = Geometry.of_variant(usual.base, [number[sign] for sign in self._regions])
        if self._has_boxes:  # Both hold.
            self.houses += set(usual.region_cells) - set(stated.region_cells)
        return agreed(stated, "the regions", demanded)

    def check_names(self, clues: Iterable[Constraint], shape: Shape) -> None:
        for clue in clues if self._tables else ():
            name = clue.spec(shape)
            stated = self._tables.get(name)
            if stated and set(stated) != set(clue.encoded(shape, Sets) or ()):
                raise SudokuError(f"Pair: tables differ from {name[:40]!r}")


def _is_table(name: str, parts: Sequence[str]) -> bool:
    """Return whether an item has tables, or an automaton whose name is the spec of a clue."""
    is_named = name == "NFA" and len(parts) > 1 and _is_clue(parts[1][1:])
    return is_named or (name in TABLES and bool(parts))


def _is_clue(name: str) -> bool:
    """Return whether the name of a table is the spec of a clue."""
    key, _, value = unquoted(name).partition("=")
    if not value:
        return False
    from sudokutools.grid.spec import is_known

    return key not in GEOMETRY_KEYS and is_known(key)


def unquoted(text: str) -> str:
    """Return a text without percent-encoding."""
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text)


@cache
def _known(shape: Shape) -> dict[tuple[int, ...], tuple[str, int, bool]]:
    """Return key and number of clues of two cells by their tables, and whether cells swap."""
    found: dict[tuple[int, ...], tuple[str, int, bool]] = {}
    for key in KNOWN:
        for number in range(shape.n + shape.values[0] if "number" in kind(key).form else 1):
            for cells in ((0, 1), (1, 0)):
                is_pair = key == "clone"
                out = Primitives(shape)
                kind(key)(cells[is_pair:], number, cells[:is_pair]).primitives(out)
                for item in out.items:
                    assert isinstance(item, Related)
                    found.setdefault(item.table, (key, number, item.cells != (0, 1)))
    return found


def _class(mask: int, values: range) -> str:
    """Return the values of a mask in a regular expression, such as `[13<10>]`."""
    held = [values[bit] for bit in bits(mask)]
    return f"[{''.join(str(value) if value < 10 else f'<{value}>' for value in held)}]"
