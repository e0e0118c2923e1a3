"""`iss`: text and links of the Interactive Sudoku Solver.

.Shape~6x6.~R1C1_5~R2C3_2.Diagonal~1.Whisper~5~R1C1~R1C2~R2C2
https://sigh.github.io/Interactive-Sudoku-Solver/?q=...    the same, URL-encoded

White space has no meaning: a puzzle may take several lines, often one for each type. It ends before
an empty line and, if it begins with its shape, before the next line that does so. `iss_lines` reads
a puzzle from each line.

Types are joined by points, their arguments by `~`. `.~` lists the symbols of cells; lists of
several are candidates. The type of a kind of clue and its arguments are in `constraints`; any other
type makes a puzzle unreadable, because without that rule it would be another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import unquote

from sudokutools._support.bits import bits
from sudokutools.constraints import KINDS, iss_arguments, kind
from sudokutools.constraints.constraint import Constraint, ImpossibleError
from sudokutools.constraints.extra import MOST_EXTRA, ExtraCells, extended
from sudokutools.constraints.primitives import Primitives, Related, Sets
from sudokutools.constraints.shape import Shape
from sudokutools.constraints.variant_rules import HOUSE_RULES, NEED_BOXES, region_sign
from sudokutools.errors import SudokuError
from sudokutools.formats import foreign
from sudokutools.formats.classify import is_whole_line
from sudokutools.formats.format import SINGLE, Content, File, Record, Style
from sudokutools.formats.reading.cells import agreed
from sudokutools.formats.reading.lines import MAX_LENGTH, Line, LineSource
from sudokutools.grid.candidates import marked, mask_of
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import GEOMETRY_KEYS
from sudokutools.grid.spec import is_known

MAX_SYMBOLS = 16
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
    "DutchFlatmates": "flatmates",
    "FullRankTies~none": "noties",
}
"""Types, most without arguments, and our rules."""

NINE_ONLY = (
    "windoku",
    "entropy",
    "remainders",
    "flatmates",
)  # Rules that are written for 9 symbols only.
DIAGONALS = ("Diagonal~-1", "Diagonal~1")  # The falling and the rising diagonal.
BARE = {*RULES, "NoBoxes", "StrictKropki", "StrictXV", "ChaosConstruction"}
BARE |= {"RegionSameValues", "Doppelganger", "Or", "And"}
"""Types that begin a text though it has no arguments."""

BESIDE = ("WhiteDot", "BlackDot", "X", "V", "GreaterThan")  # Types of orthogonal neighbours.
TIES = (("FullRankTies", "any"), ("FullRankTies", "only-unclued"))
GROUPS = ("Or", "And")  # Types that hold the items up to `End`.
MOST_NESTED = 8  # The maximum depth of groups in groups.
TABLES = ("Pair", "PairX")
TURNED = {"Binary": "Pair", "BinaryX": "PairX"}  # Old types: `-` and `_` in keys are exchanged.
OPAQUE = (*TABLES, *TURNED, "NFA", "Regex")  # Types whose first argument has no cells.
KNOWN = ("difference", "ratio", "whisper", "slow", "less", "clone")
"""Kinds whose tables are known without a name."""

_LINK = re.compile(r"\w+://[^?]*\?(?:[^#]*&)?q=([^&#]*)")
_SHAPE = re.compile(r"(\d{1,2})x\1(?:~(?:1-)?\1)?")
_PLACE = re.compile(
    r"\.(?:(Quad)~(\w+)|(Sandwich|LittleKiller)~\d+~(\w+)|(XSum|Skyscraper|NumberedRoom)~(\w+~+))"
)
_LITERAL = re.compile(rf"([Rr]\w[Cc]\w|{iss_arguments.EXTRA}\d*)((?:_\d{{1,2}})*)")
_EXTRA = re.compile(r"(V[A-Z]+\d*)((?:_\d{1,2})*)")


_ITEM = re.compile(rb"\.+\s*[A-Za-z~]|[^{<]*~")  # A line with an item, or a part of one.
_REST = re.compile(rb"[\w%=-]*[\d_%][\w.%=-]*")  # The rest of a broken item.
_OPEN = re.compile(rb".*[~_]\s*", re.DOTALL)  # A line whose last item continues below.
_BEGINS_SHAPE = re.compile(rb"\.+\s*Shape(?![A-Za-z])")


class IssFormat(foreign.ForeignLine):
    """A text on one line."""

    limits = (SINGLE,)
    has_comments = False
    has_notes = False

    def recognises(self, file: File, text: bytes) -> bool:
        """Return whether a line begins a text; one without arguments begins with a known type."""
        name = text.lstrip(b". ").partition(b".")[0].split(None, 1)
        return b"~" in text or b"?" in text or (bool(name) and name[0].decode() in BARE)

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record]:
        if not text.startswith(b"."):
            return super().read(file, line, text)
        taken, length = _take_lines(file.lines, line)
        raw = b"".join(each.raw for each in taken)

        def parse() -> foreign.Found:
            if length > MAX_LENGTH:
                raise SudokuError(f"text longer than {MAX_LENGTH} bytes")
            lines = [each.content.decode("utf-8", "surrogateescape").strip() for each in taken]
            comments = [each for each in lines if each.startswith("#")]
            _refuse_clues(comments)
            items = " ".join(each for each in lines if not each.startswith("#"))
            return self.parse(items.encode(), geometry)._replace(comments=comments)

        geometry = file.geometry
        return (foreign.record(file, line.number, raw, parse),)

    def parse(self, text: bytes, geometry: Geometry | None) -> foreign.Found:
        line = text.decode("utf-8", "replace")
        link = _LINK.match(line)
        if link is not None:
            line = unquote(link[1])
        prose, *parts = re.sub(r"^\.+", ".", "".join(line.split())).split(".")
        if prose:
            foreign.refuse_unknown(prose)
        types = [tuple(part.split("~")) for part in parts]
        if TIES[0] in types:
            types = [("FullRank~any", *t[1:]) if t[0] == "FullRank" else t for t in types]
        types = [item for item in types if item not in TIES]
        shapes = [parts for parts in types if parts[0] == "Shape"] or [("Shape", "9x9")]
        size = _SHAPE.fullmatch("~".join(shapes[0][1:]))
        if size is None or not 1 <= int(size[1]) <= MAX_SYMBOLS or len({*shapes}) > 1:
            foreign.refuse_unknown("~".join(shapes[-1]))
        assert size is not None
        n = int(size[1])
        found, groups = _extra_cells(types, n)
        items = _nested(iter(found), groups)
        return foreign.Found(_grid_of(items, n, groups[-1].end - n * n, geometry))

    def refuses(self, content: Content) -> str:
        try:
            texts_of(content.grid)
        except SudokuError as error:
            return f"{self.name} supports {error}"
        return super().refuses(content)

    def write(self, content: Content, style: Style) -> str:
        return "".join(texts_of(content.grid)) + "\n"


def _take_lines(lines: LineSource, first: Line) -> tuple[list[Line], int]:
    """Take the lines of a text, with the comments inside, and return them with their length.

    Of a text that is too long, only the first line is returned.
    """
    taken, comments = [first], list[Line]()
    last, length = first.content, len(first.content)
    may_end = _BEGINS_SHAPE.match(first.content.strip()) is not None
    for line in lines:
        text = line.content.strip()
        length += len(text) + 1
        if text.startswith(b"#"):
            comments.append(line)
        elif not _goes_on(last, text) or (may_end and _BEGINS_SHAPE.match(text)):
            lines.push_back(line)
            break
        else:
            taken += [*comments, line]
            comments, last = [], text
        if length > MAX_LENGTH:
            taken, comments = [first], []
    for line in reversed(comments):
        lines.push_back(line)
    return taken, length


def _goes_on(before: bytes, text: bytes) -> bool:
    """Return whether a line belongs to the text above it."""
    if not text or b"://" in text:
        return False
    if _ITEM.match(text):
        return True
    is_word = _REST.fullmatch(text) or (_OPEN.fullmatch(before) and not text.split()[1:])
    return bool(is_word) and not is_whole_line(text)


def _refuse_clues(comments: Iterable[str]) -> None:
    """Raise SudokuError if a comment inside of a text is about the grid: it belongs above."""
    from sudokutools.formats.reading.spec_comments import statement_of

    for statement in filter(None, map(statement_of, comments)):
        raise SudokuError(f"{statement[0]}: comment inside of a text, expected above it")


@cache
def kinds() -> dict[str, type[Constraint]]:
    return {name: each for each in map(kind, KINDS) for name in (*each.iss, *each.signs.values())}


Item = tuple[str, Sequence[Any]]
"""A type with its arguments; one of `GROUPS` with its items."""


class _Block(NamedTuple):
    """The grid, or extra cells: the first cell, the one after the last, and columns."""

    begin: int
    end: int
    columns: int


def _groups(types: Iterable[Sequence[str]], n: int) -> tuple[list[_Block], dict[str, str]]:
    """Return the grid and the groups of extra cells, and our names of these cells."""
    blocks, names = [_Block(0, n * n, n)], dict[str, str]()
    for first, *parts in types:
        if first != "Var":
            continue
        size = re.fullmatch(r"(?:(\d{1,4})x)?(\d{1,4})", parts[2] if len(parts) > 2 else "1")
        if size is None or not parts or not re.fullmatch("[A-Z]+", parts[0]):
            foreign.refuse_unknown("~".join((first, *parts)))
        assert size is not None
        count, columns = int(size[1] or 1) * int(size[2]), int(size[2]) if size[1] else n
        begin = blocks[-1].end
        if begin + count - n * n > MOST_EXTRA:
            raise SudokuError(f"Var: more than {MOST_EXTRA} cells")
        blocks.append(_Block(begin, begin + count, columns))
        for number in range(1, count + 1):
            name = f"V{parts[0]}{number if count > 1 else ''}"
            names[name] = f"{iss_arguments.EXTRA}{begin - n * n + number}"
    return blocks, names


def _extra_cells(
    types: Iterable[Sequence[str]], n: int
) -> tuple[list[Sequence[str]], list[_Block]]:
    """Return types in which all extra cells have one name, and the grid and groups of these."""
    blocks, names = _groups(types, n)
    if not names:
        return list(types), blocks
    found: list[Sequence[str]] = []
    for first, *parts in types:
        moved, is_extra = parts[:], False
        for at, part in enumerate(parts):
            match = _EXTRA.fullmatch(part)
            if match is not None and match[1] in names and (at or first not in OPAQUE):
                moved[at] = names[match[1]] + match[2]
                is_extra = True
        if first in ("Quad", *BESIDE) and is_extra:
            found += _beside(first, moved, blocks)
        elif first != "Var":
            found.append((first, *moved))
    return found, blocks


def _beside(name: str, parts: Sequence[str], blocks: Sequence[_Block]) -> Iterator[Sequence[str]]:
    """Yield a quadruple of extra cells as a set, signs of neighbours as one for each pair."""
    whole = _whole(blocks)
    places: dict[tuple[int, int, int], str] = {}
    for at, part in enumerate(parts[:1] if name == "Quad" else parts):
        cell = iss_arguments.Arguments(name, parts, whole).cell(at)
        number, block = next((k, block) for k, block in enumerate(blocks) if cell < block.end)
        row, column = divmod(cell - block.begin, block.columns)
        places[number, row, column] = part
        if name == "Quad":
            corners = [cell, cell + 1, cell + block.columns, cell + block.columns + 1]
            if column + 1 == block.columns or corners[-1] >= block.end:
                raise SudokuError(f"Quad: {part} has no lower right corner")
            cells = iss_arguments.names_of(corners, whole)
            yield "ContainAtLeast", "_".join(parts[1:]), *cells
            return
    for (number, row, column), part in places.items():
        for other in ((number, row, column + 1), (number, row + 1, column)):
            if other in places:
                pair = (part, places[other])
                yield name, *sorted(pair, key=parts.index)


def _nested(
    types: Iterator[Sequence[str]], blocks: Sequence[_Block], name: str = "", depth: int = 0
) -> list[Item]:
    """Return the items of a group, or of a text. Raises SudokuError if a group has no end."""
    items: list[Item] = []
    if depth > MOST_NESTED:
        raise SudokuError(f"{name}: more than {MOST_NESTED} groups in each other")
    for first, *parts in types:
        if first == "End" and depth and not parts:
            return items
        is_group = first in GROUPS and not parts
        if first == "Replicate":
            inner = _nested(types, blocks, first, depth + 1)
            copies = list(_replicated(parts, inner, blocks))
            items += [("And", copies)] if name == "Or" else copies
        else:
            items.append((first, _nested(types, blocks, first, depth + 1) if is_group else parts))
    if depth:
        raise SudokuError(f"{name}: missing .End")
    return items


def _replicated(
    parts: Sequence[str], items: Sequence[Item], blocks: Sequence[_Block]
) -> Iterator[Item]:
    """Yield items for each target; an argument has six of them in a sign, the first bit lowest."""
    found = iss_arguments.Arguments("Replicate", parts, _whole(blocks))
    origin = found.cell(1) if parts[1:] else 0
    block = next(block for block in blocks if origin < block.end)
    signs = parts[0] if parts else ""
    if not set(signs) <= set(iss_arguments.SIGNS):
        raise found.error(0, "cells in Base64")
    for at, sign in enumerate(signs):
        for bit in bits(iss_arguments.SIGNS.index(sign)):
            target = origin + 6 * at + bit
            if target >= block.end:
                raise SudokuError("Replicate: a copy is outside the grid")
            (down, right), (row, column) = (
                divmod(cell - block.begin, block.columns) for cell in (target, origin)
            )
            yield from (_moved(item, down - row, right - column, blocks) for item in items)


def _whole(blocks: Sequence[_Block]) -> Shape:
    """Return the shape of the grid with all extra cells."""
    return extended(Geometry.of_size(blocks[0].columns), blocks[-1].end - blocks[0].end)


def _moved(item: Item, down: int, right: int, blocks: Sequence[_Block]) -> Item:
    """Return an item with all cells moved. Raises SudokuError if one leaves its group."""
    name, parts = item
    if name in GROUPS and (not parts or isinstance(parts[0], tuple)):
        return name, [_moved(each, down, right, blocks) for each in parts]
    moved, shape = [], _whole(blocks)
    for at, part in enumerate(parts):
        match = _LITERAL.fullmatch(part)
        if match is None or (at == 0 and name in OPAQUE):
            moved.append(part)
            continue
        cell = iss_arguments.Arguments(name, [match[1]], shape).cell(0)
        begin, end, columns = next(block for block in blocks if cell < block.end)
        row, column = (cell - begin) // columns + down, (cell - begin) % columns + right
        to = begin + row * columns + column
        if not (row >= 0 and 0 <= column < columns and to < end):
            raise SudokuError("Replicate: a copy is outside the grid")
        moved.append(iss_arguments.name_of(to, shape) + match[2])
    return name, moved


def _grid_of(types: Sequence[Item], n: int, extra: int, demanded: Geometry | None) -> Grid:
    """Return the grid of a text with n symbols and so many extra cells."""
    text = _Items(extended(Geometry.of_size(n), extra), types)
    geometry = text.geometry(demanded)
    inside: list[Constraint] = []
    outside = text.extra_clues(geometry.size) if extra else []

    def split(clues: Iterable[Constraint]) -> list[Constraint]:
        """Return the clues about the grid; keep those about extra cells."""
        for clue in clues:
            is_inside = max(clue.scope(text.shape), default=0) < geometry.size
            (inside if is_inside else outside).append(clue)
        return inside

    empty = Grid(geometry, bytes(geometry.size))
    grid = foreign.ruled(empty, text.rules, text.houses, split(text.all_clues()))
    if text.groups:  # Their meaning may depend on regions.
        inside.clear()
        whole = extended(grid.geometry, extra)
        split(clue for item in text.groups for clue in _clues_of_group(item, whole))
        grid = grid.with_constraints(*inside)
    items = grid.constraints.items if grid.constraints is not None else ()
    text.check_names((*items, *outside), extended(grid.geometry, extra))
    if extra:
        grid = grid.with_constraints(ExtraCells.of(extra, outside, grid.geometry))
    size = geometry.size
    return marked(grid.geometry, text.cells[:size], text.masks[:size], grid.constraints)


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
        self._tables: dict[str, list[Related]] = {}
        self._regions: list[str] = []
        self._has_boxes = True
        self.groups: list[Item] = []
        for name, parts in items:
            if name in GROUPS and (not parts or isinstance(parts[0], tuple)):
                self.groups.append((name, parts))
            else:
                self._take(name, list(parts))

    def all_clues(self) -> list[Constraint]:
        """Return the clues, without those of groups."""
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
                kind("regex")((cell,), text=_class(mask))
                for cell, mask in enumerate(self.masks)
                if mask != full and cell >= first
            ),
        ]

    def _take(self, name: str, parts: list[str]) -> None:
        whole = "~".join((name, *parts[:1]))
        found = iss_arguments.Arguments(name, parts, self.shape)
        each = kinds().get(whole) or kinds().get(name)
        if not name:
            self._take_symbols(found)
        elif name == "Jigsaw":
            self._regions = list(parts[-1]) if parts else []
        elif name == "NoBoxes":
            self._has_boxes = False
        elif name == "AllDifferent":
            self.houses += [found.cells()] if len(parts) > 1 else []
        elif whole in RULES and not parts[1:]:
            self.rules.append(RULES[whole])
        elif whole in DIAGONALS:
            self.houses.append(foreign.diagonals(self.shape.n)[DIAGONALS.index(whole)])
        elif name in TABLES and parts:
            self._take_table(found)
        elif name in TURNED and parts:
            turned = parts[0].translate({ord("-"): "_", ord("_"): "-"})
            self._take(TURNED[name], [turned, *parts[1:]])
        elif each is not None:
            fixed = int(whole in kinds())
            self._clues += each.from_iss(iss_arguments.Arguments(name, parts[fixed:], self.shape))
        elif name != "Shape":
            known = any(each.startswith(f"{name}~") for each in (*kinds(), *DIAGONALS))
            foreign.refuse_unknown(whole if known else name)

    def _take_symbols(self, found: iss_arguments.Arguments) -> None:
        """Take symbols of cells; all that are even, or odd, are a clue."""
        n = self.shape.n
        for at, part in enumerate(found.parts):
            match = _LITERAL.fullmatch(part)
            symbols = (
                [int(symbol) for symbol in match[2][1:].split("_")] if match and match[2] else [0]
            )
            if match is None or not match[2] or not all(1 <= symbol <= n for symbol in symbols):
                raise found.error(at, "a cell with symbols such as R1C1_5")
            cell = iss_arguments.Arguments("", [match[1]], self.shape).cell(0)
            for key, first in (("even", 2), ("odd", 1)):
                if len(symbols) > 1 and symbols == list(range(first, n + 1, 2)):
                    self._marks[key].append(cell)
                    break
            else:
                if len(symbols) == 1:
                    self.cells[cell] = symbols[0]
                self.masks[cell] &= mask_of(symbols)
                if not self.masks[cell]:
                    self.cells[cell] = 0  # No solution.

    def _take_table(self, found: iss_arguments.Arguments) -> None:
        """Take tables: named for a clue, of two cells as one that is known, or as they are."""
        table = iss_arguments.table_of(found.parts[0], self.shape.n)
        each = kinds()[found.name]
        for name, cells in found.groups(1):
            key, _, value = unquote(name).partition("=")
            pairs = list(each(cells, text=found.parts[0]).pairs())  # type: ignore[attr-defined]
            self._count += len(pairs)
            if self._count > MAX_PAIRS:
                raise SudokuError(f"{found.name}: more than {MAX_PAIRS} pairs")
            if value and key not in GEOMETRY_KEYS and is_known(key):
                listed = self._tables.setdefault(unquote(name), [])
                listed += [Related(first, second, table) for first, second in pairs]
            elif table in _known(self.shape):
                key, number, is_turned = _known(self.shape)[table]
                for first, second in pairs:
                    ends = (second, first) if is_turned else (first, second)
                    is_clone = key == "clone"
                    self._clues.append(kind(key)(ends[is_clone:], number, ends[:is_clone]))
            elif pairs:
                self._clues.append(each(cells, text=found.parts[0]))

    def geometry(self, demanded: Geometry | None) -> Geometry:
        usual = Geometry.of_size(self.shape.n) if self._has_boxes else Geometry.of(self.shape.n, 1)
        stated = foreign.geometry_of_regions(self._regions or [None], usual.n, None)
        if self._regions and stated is None:
            raise SudokuError(f"Jigsaw: {len(self._regions)} cells, expected {usual.size}")
        if stated is not None and self._has_boxes:  # Both hold.
            self.houses += set(usual.box_cells) - set(stated.region_cells)
        return stated or agreed(usual, "the text", demanded)

    def check_names(self, clues: Iterable[Constraint], shape: Shape) -> None:
        for clue in clues:
            name = clue.spec(shape)
            stated = self._tables.get(name)
            if stated and set(stated) != set(clue.relations(shape, Sets) or ()):
                raise SudokuError(f"Pair: tables differ from {name[:40]!r}")


@cache
def _known(shape: Shape) -> dict[tuple[int, ...], tuple[str, int, bool]]:
    """Return key and number of clues of two cells by their tables, and whether cells swap."""
    found: dict[tuple[int, ...], tuple[str, int, bool]] = {}
    for key in KNOWN:
        for number in range(shape.n + 1 if "number" in kind(key).form else 1):
            for cells in ((0, 1), (1, 0)):
                is_pair = key == "clone"
                out = Primitives(shape)
                kind(key)(cells[is_pair:], number, cells[:is_pair]).primitives(out)
                for item in out.items:
                    assert isinstance(item, Related)
                    found.setdefault(item.table, (key, number, item.cells != (0, 1)))
    return found


def _class(mask: int) -> str:
    """Return the symbols of a mask in a regular expression, such as `[13<10>]`."""
    symbols = [str(bit + 1) if bit < 9 else f"<{bit + 1}>" for bit in bits(mask)]
    return f"[{''.join(symbols)}]"


def texts_of(grid: Grid) -> list[str]:
    """Raises SudokuError such as `no circles`."""
    geometry = grid.geometry
    n = geometry.n
    if not geometry.is_full or n > MAX_SYMBOLS:
        raise SudokuError(f"full grids of at most {MAX_SYMBOLS} symbols only")
    texts = [f".Shape~{n}x{n}"]
    is_usual = geometry.base is Geometry.of_size(n) and geometry.has_boxes
    if not is_usual:
        texts.append(".NoBoxes")
        if not geometry.has_boxes or geometry.box_height > 1:
            signs = [region_sign(geometry.region_of(cell)) for cell in range(geometry.size)]
            texts.append(iss_arguments.iss_text("Jigsaw", "".join(signs)))
    filled = [cell for cell in range(geometry.size) if grid[cell]]
    names = iss_arguments.names_of(filled, geometry)
    symbols = [f"{name}_{grid[cell]}" for name, cell in zip(names, filled, strict=True)]
    texts += [iss_arguments.iss_text("", *symbols)] if symbols else []
    texts += _rules(geometry, is_usual)
    clues = grid.constraints.items if grid.constraints is not None else ()
    for clue in clues:
        texts += clue.to_iss(geometry, clues)
    texts = list(dict.fromkeys(texts))
    places = [match.groups() for match in map(_PLACE.match, texts) if match is not None]
    if len(set(places)) < len(places):
        raise SudokuError("one clue of a kind at a place only")
    return texts


def _rules(geometry: Geometry, is_usual: bool) -> Iterator[str]:
    typed = {
        name: rule
        for name, rule in RULES.items()
        if rule in geometry.rules
        and (is_usual or rule not in NEED_BOXES)
        and (geometry.n == 9 or rule not in NINE_ONLY)
    }
    lacking = set(geometry.rules) - {*typed.values(), *HOUSE_RULES}
    if lacking:
        raise SudokuError(f"no rule {min(lacking)} with {geometry.n} symbols")
    yield from map(iss_arguments.iss_text, typed)
    if "x" in geometry.rules:
        yield from map(iss_arguments.iss_text, DIAGONALS)
    for house in foreign.unnamed_houses(geometry, ["x", *typed.values()]):
        yield iss_arguments.iss_text("AllDifferent", *iss_arguments.names_of(house, geometry))


FORMAT = IssFormat()
