"""`solo`: game ids of Solo in Simon Tatham's puzzle collection, and its saved games.

3x3:c2_3a8b5a...      the boxes, a colon and the cells: letters are runs of empty ones (a is one, z
                      is 26), decimals are symbols, `_` separates two of them
SAVEFILE:41:Simon...  a saved game: lines of a key, a length and a value; PARAMS and DESC are an id

`CxR` counts boxes: C of them fill a column of the grid, so that a box is R cells wide and C high.
`9j` has regions instead of boxes, which follow the cells after a comma; x adds the diagonals; k
adds cages after a comma and their sums after another. Other parameters are a symmetry or a
difficulty.

Regions and cages are the lines between neighbours, in a row: first those right of the cells, row by
row, then those below them, column by column: 2n(n-1) places. Each sign counts the places without a
line before one with a line: `_` none, `a` one ... `y` 25; `z` is 25 without a line after them. The
last place counts as a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sudokutools.constraints.cell_sums import Cage
from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import ForeignLine, Found, record, refused_clues, ruled
from sudokutools.formats.format import SINGLE, Content, File, Record, Style
from sudokutools.formats.reading.cells import agreed, check_symbols, plain_text
from sudokutools.formats.reading.lines import Line, Paragraph, quote
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.grid import NO_CELL, Grid

MAX_SOLO = 31  # The maximum number of symbols in Solo.

_ID = re.compile(rb"(\d{1,7}+)(?:x(\d{1,7}+))?(\w*)([:#])(\S*)\s*(.*)")
_WORKINGS = re.compile(r"[rm]d?\d*|d[a-z]|a")  # Symmetry and difficulty.
MAX_KILLER = 9  # The maximum number of symbols in killers of Solo.
_TOKEN = re.compile(rb"[a-z]|\d+|_")
_CUT = re.compile(rb"[A-Z]{1,8}(?: *:)?\d*")  # The last entry of a truncated saved game.
_ENTRY = re.compile(rb"([A-Z]+) *:(\d{1,9}):(.*)", re.DOTALL)


class SoloFormat(ForeignLine):
    """A game id a line."""

    limits = (SINGLE,)
    has_comments = False
    has_notes = False

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record]:
        if _ENTRY.match(text):
            return (_read_saved(file, line),)
        return super().read(file, line, text)

    def parse(self, text: bytes, geometry: Geometry | None) -> Found:
        match = _ID.match(text)
        if match is None:
            raise SudokuError(f"invalid game ID: {quote(text)}")
        high, wide, parameters, colon, description, note = match.groups()
        rules = _rules_of(parameters.decode())
        if colon == b"#":
            raise SudokuError("game ID: random seed, expected a colon and cells")
        if "j" in rules:
            stated = Geometry.of_size(int(high) * int(wide or 1))
        else:
            stated = agreed(Geometry.of(int(wide or 1), int(high)), "the game ID", geometry)
        parts = description.split(b",")
        expected = 1 + ("j" in rules) + 2 * ("k" in rules)
        if len(parts) != expected:
            raise SudokuError(f"game ID: {len(parts)} comma-separated parts, expected {expected}")
        if "j" in rules:
            regions = groups_of_map(stated.n, parts.pop(1))
            stated = Geometry.of_variant(stated, regions)
            if geometry is not None and geometry.n != stated.n:
                agreed(stated, "the game ID", geometry)
        grid = check_symbols(stated, bytes(_parse_cells(stated.size, parts[0])))
        cages = _cages(stated, *parts[1:]) if "k" in rules else ()
        grid = ruled(grid, ["x"] * ("x" in rules), clues=cages)
        return Found(grid, note.decode("utf-8", "surrogateescape"))

    def refuses(self, content: Content) -> str:
        grid = content.grid
        geometry = grid.geometry
        has_boxes = geometry.has_boxes and min(geometry.box_width, geometry.box_height) > 1
        is_full = geometry.is_full and geometry.base.is_plain
        if not is_full or not (has_boxes or geometry.regions) or geometry.n > MAX_SOLO:
            limits = f"at most {MAX_SOLO} rows, boxes of at least 2x2 or regions"
            return f"{self.name} supports full grids of {limits}"
        if geometry.extra_houses or set(geometry.rules) - {"x"}:
            return f"{self.name} supports no rules except diagonals and cages"
        return _refused_variant(grid) or super().refuses(content)

    def write(self, content: Content, style: Style) -> str:
        grid = content.grid
        geometry = grid.geometry
        shape = (
            f"{geometry.n}j" if geometry.regions else f"{geometry.box_height}x{geometry.box_width}"
        )
        is_killer = grid.constraints is not None and bool(grid.constraints.cages)
        parameters = "x" * ("x" in geometry.rules) + "k" * is_killer
        parts = [_describe(grid.cells)]
        if geometry.regions:
            parts.append(map_text(geometry.n, geometry.regions))
        if is_killer:
            groups, sums = _groups_of_cages(grid)
            parts += [map_text(geometry.n, groups), _describe(sums)]
        return f"{shape}{parameters}:{','.join(parts)}\n"


def _rules_of(parameters: str) -> str:
    rest = _WORKINGS.sub("", parameters)
    if not set(rest) <= set("jxk"):
        raise SudokuError(f"game ID: unknown parameters {quote(parameters)}")
    return rest


def _cages(geometry: Geometry, drawn: bytes, sums: bytes) -> list[Cage]:
    cages: dict[int, list[int]] = {}
    for cell, group in enumerate(groups_of_map(geometry.n, drawn)):
        cages.setdefault(group, []).append(cell)
    totals = _parse_cells(geometry.size, sums, MAX_SUM)
    return [Cage(cells, totals[cells[0]]) for cells in cages.values()]


def _parse_cells(size: int, text: bytes, most: int = MAX_SYMBOLS) -> list[int]:
    cells: list[int] = []
    at = count = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            found = quote(text[at : at + 4].decode("utf-8", "replace")[0])
            raise SudokuError(f"game ID: unexpected character {found}")
        token = match[0]
        at = match.end()
        if token.isdigit():
            number = int(token[:9])
            run = [number if number <= most else NO_CELL]
        else:
            run = [0] * (token[0] - ord("a") + 1) if token != b"_" else []
        count += len(run)
        if count <= size:
            cells += run
    if count != size:
        raise SudokuError(f"game ID: {count} cells, expected {size}")
    return cells


def _describe(cells: Iterable[int]) -> str:
    pieces: list[str] = []
    run = 0
    for number in (*cells, None):
        if number == 0:
            run += 1
            continue
        pieces.append(run // 26 * "z" + (chr(ord("a") + run % 26 - 1) if run % 26 else ""))
        if number is not None:
            pieces.append(f"{'_' if pieces[1:] and not run else ''}{number}")
        run = 0
    return "".join(pieces)


def _read_saved(file: File, first: Line) -> Record:
    """Read the lines of a saved game."""
    values: dict[bytes, bytes] = {}
    lines = Paragraph(file.lines, first)
    count = 0
    for line in lines.after(0):
        text = plain_text(line.content).encode("utf-8", "surrogateescape")
        match = _ENTRY.fullmatch(text)
        is_other = match is None and not (count and _CUT.fullmatch(text))
        if is_other or (count and match is not None and match[1] == b"SAVEFILE"):
            break
        count += 1
        if match is not None:
            values[match[1]] = match[3] if len(match[3]) == int(match[2]) else b""
    raw = lines.leave(count)
    saved = record(file, first.number, raw, lambda: _parse_saved(values, file.geometry))
    file.has_places = False
    return saved


def _parse_saved(values: dict[bytes, bytes], geometry: Geometry | None) -> Found:
    game = values.get(b"GAME", b"")
    if game and game.upper() != b"SOLO":
        raise SudokuError(f"saved game of {quote(game)}, expected Solo")
    missing = [key.decode() for key in (b"GAME", b"PARAMS", b"DESC") if not values.get(key)]
    if missing:
        raise SudokuError(f"saved game: missing or truncated {missing[0]}")
    return FORMAT.parse(values[b"PARAMS"] + b":" + values[b"DESC"], geometry)


MAX_SUM = 250  # The maximum sum that is read; that of 9 cells is 45.
_SIGNS = re.compile(rb"[_a-z]*")


def _pairs(n: int) -> list[tuple[int, int]]:
    right = [(r * n + c, r * n + c + 1) for r in range(n) for c in range(n - 1)]
    below = [(r * n + c, r * n + n + c) for c in range(n) for r in range(n - 1)]
    return right + below


def groups_of_map(n: int, text: bytes) -> list[int]:
    """Return the group of each cell, numbered by first appearance."""
    if not _SIGNS.fullmatch(text):
        raise SudokuError("game ID: invalid map of regions, expected a to z and _")
    pairs = _pairs(n)
    lines: list[bool] = []
    for sign in text:
        if len(lines) > len(pairs) + 1:
            break
        run = 0 if sign == ord("_") else sign - ord("a") + 1
        lines += [False] * min(run, 25) + [True] * (sign != ord("z"))
    if len(lines) != len(pairs) + 1 or not lines[-1]:
        raise SudokuError(f"game ID: map of {len(lines)} edges, expected {len(pairs) + 1}")
    open_to: list[list[int]] = [[] for _ in range(n * n)]
    for (one, other), is_line in zip(pairs, lines, strict=False):
        if not is_line:
            open_to[one].append(other)
            open_to[other].append(one)
    groups = [-1] * (n * n)
    count = 0
    for cell in range(n * n):
        if groups[cell] >= 0:
            continue
        reached = [cell]
        groups[cell] = count
        for here in reached:
            for there in open_to[here]:
                if groups[there] < 0:
                    groups[there] = count
                    reached.append(there)
        count += 1
    return groups


def map_text(n: int, groups: Sequence[int]) -> str:
    pieces = []
    run = 0
    for is_line in (*(groups[one] != groups[other] for one, other in _pairs(n)), True):
        if is_line:
            pieces.append(chr(ord("a") + run - 1) if run else "_")
            run = 0
            continue
        run += 1
        if run == 25:
            pieces.append("z")
            run = 0
    return "".join(pieces)


def _groups_of_cages(grid: Grid) -> tuple[list[int], list[int]]:
    groups, sums = [-1] * grid.geometry.size, [0] * grid.geometry.size
    for number, cage in enumerate(grid.constraints.cages if grid.constraints else ()):
        sums[cage.cells[0]] = cage.sum
        for cell in cage.cells:
            groups[cell] = number
    return groups, sums


def _refused_variant(grid: Grid) -> str:
    geometry, constraints = grid.geometry, grid.constraints
    if geometry.regions and not _are_connected(geometry.n, list(geometry.regions)):
        return "solo supports connected regions only"
    if constraints is None:
        return ""
    refused = refused_clues(grid, "solo")
    if refused:
        return refused
    groups, _ = _groups_of_cages(grid)
    if geometry.n > MAX_KILLER:
        return f"solo supports killers of at most {MAX_KILLER} symbols"
    sizes = [len(cage.cells) for cage in constraints.cages]
    if -1 in groups or min(sizes) < 2 or not all(cage.sum for cage in constraints.cages):
        return "solo supports only cages of two or more cells with sums that cover the grid"
    return "" if _are_connected(geometry.n, groups) else "solo supports connected cages only"


def _are_connected(n: int, groups: Sequence[int]) -> bool:
    return len(set(groups_of_map(n, map_text(n, groups).encode()))) == len(set(groups))


FORMAT = SoloFormat()
