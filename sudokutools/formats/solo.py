"""`solo`: game ids of Solo in Simon Tatham's puzzle collection, and its saved games.

3x3:c2_3a8b5a...      the boxes, a colon and the cells: letters are runs of empty ones (a is one, z
                      is 26), decimals are symbols, `_` separates two of them
SAVEFILE:41:Simon...  a saved game: lines of a key, a length and a value; PARAMS and DESC are an id

`CxR` counts boxes: C of them fill a column of the grid, so that a box is R cells wide and C high.
`9j` has regions instead of boxes, which follow the cells after a comma; x adds the diagonals; k
adds cages after a comma and their sums after another. Other parameters are a symmetry or a
difficulty. `solo_maps` reads and writes regions and cages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sudokutools.constraints.cell_sums import Cage
from sudokutools.errors import SudokuError
from sudokutools.formats import solo_maps
from sudokutools.formats.foreign import ForeignLine, Found, record, ruled
from sudokutools.formats.format import SINGLE, Content, File, Record, Style
from sudokutools.formats.reading.cells import agreed, check_symbols, plain_text
from sudokutools.formats.reading.lines import Line, quote
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.grid import NO_CELL

MAX_SOLO = 31  # The maximum number of symbols in Solo.

_ID = re.compile(rb"(\d{1,7}+)(?:x(\d{1,7}+))?(\w*)([:#])(\S*)\s*(.*)")
_WORKINGS = re.compile(r"[rm]d?\d*|d[a-z]|a")
"""Parameters of the generator: symmetry and difficulty."""

MAX_KILLER = 9  # The maximum number of symbols in killers of Solo.

_TOKEN = re.compile(rb"[a-z]|\d+|_")
_CUT = re.compile(rb"[A-Z]{1,8}(?: *:)?\d*")
"""The rest of the last entry of a truncated saved game."""

_ENTRY = re.compile(rb"([A-Z]+) *:(\d{1,9}):(.*)", re.DOTALL)


class SoloFormat(ForeignLine):
    """A game id a line."""

    limits = (SINGLE,)
    has_comments = False
    has_notes = False

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record]:
        """Read a game id, or the lines of a saved game."""
        if _ENTRY.match(text):
            return (_read_saved(file, line),)
        return super().read(file, line, text)

    def parse(self, text: bytes, geometry: Geometry | None) -> Found:
        return parse_id(text, geometry)

    def refuses(self, content: Content) -> str:
        grid = content.grid
        geometry = grid.geometry
        has_boxes = geometry.has_boxes and min(geometry.box_width, geometry.box_height) > 1
        if not geometry.is_full or not (has_boxes or geometry.regions) or geometry.n > MAX_SOLO:
            limits = f"at most {MAX_SOLO} rows, boxes of at least 2x2 or regions"
            return f"{self.name} supports full grids of {limits}"
        if geometry.extra_houses or set(geometry.rules) - {"x"}:
            return f"{self.name} supports no rules except diagonals and cages"
        return solo_maps.refused_variant(grid, MAX_KILLER) or super().refuses(content)

    def write(self, content: Content, style: Style) -> str:
        grid = content.grid
        geometry = grid.geometry
        shape = f"{geometry.n}j" if geometry.regions else _boxes_of(geometry)
        is_killer = grid.constraints is not None and bool(grid.constraints.cages)
        parameters = "x" * ("x" in geometry.rules) + "k" * is_killer
        parts = [_describe(grid.cells)]
        if geometry.regions:
            parts.append(solo_maps.map_text(geometry.n, geometry.regions))
        if is_killer:
            groups, sums = solo_maps.groups_of_cages(grid)
            parts += [solo_maps.map_text(geometry.n, groups), _describe(sums)]
        return f"{shape}{parameters}:{','.join(parts)}\n"


def _boxes_of(geometry: Geometry) -> str:
    return f"{geometry.box_height}x{geometry.box_width}"


def parse_id(text: bytes, geometry: Geometry | None) -> Found:
    """Read a game id and the text after it. Raises SudokuError if it is invalid."""
    match = _ID.match(text)
    if match is None:
        raise SudokuError(f"invalid game ID: {quote(text)}")
    high, wide, parameters, colon, description, note = match.groups()
    rules = _rules_of(parameters.decode())
    if colon == b"#":
        raise SudokuError("game ID: random seed, expected a colon and cells")
    if "j" in rules:
        said = Geometry.of_size(int(high) * int(wide or 1))
    else:
        said = agreed(Geometry.of(int(wide or 1), int(high)), "the game ID", geometry)
    parts = description.split(b",")
    expected = 1 + ("j" in rules) + 2 * ("k" in rules)
    if len(parts) != expected:
        raise SudokuError(f"game ID: {len(parts)} comma-separated parts, expected {expected}")
    if "j" in rules:
        regions = solo_maps.groups_of_map(said.n, parts.pop(1))
        said = Geometry.of_variant(said, regions)
        if geometry is not None and geometry.n != said.n:
            agreed(said, "the game ID", geometry)
    grid = check_symbols(said, bytes(_parse_cells(said.size, parts[0])))
    cages = _cages(said, *parts[1:]) if "k" in rules else ()
    grid = ruled(grid, ["x"] * ("x" in rules), clues=cages)
    return Found(grid, note.decode("utf-8", "surrogateescape"))


def _rules_of(parameters: str) -> str:
    """Return the letters of the rules in parameters. Raises SudokuError for unknown ones."""
    rest = _WORKINGS.sub("", parameters)
    if not set(rest) <= set("jxk"):
        raise SudokuError(f"game ID: unknown parameters {quote(parameters)}")
    return rest


def _cages(geometry: Geometry, drawn: bytes, sums: bytes) -> list[Cage]:
    """Return the cages of a map; the sum of each is at its first cell."""
    cages: dict[int, list[int]] = {}
    for cell, group in enumerate(solo_maps.groups_of_map(geometry.n, drawn)):
        cages.setdefault(group, []).append(cell)
    totals = _parse_cells(geometry.size, sums, solo_maps.MAX_SUM)
    return [Cage(cells, totals[cells[0]]) for cells in cages.values()]


def _parse_cells(size: int, text: bytes, most: int = MAX_SYMBOLS) -> list[int]:
    """Return the numbers of cells, NO_CELL for one above `most`. Raises SudokuError."""
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
    """Read a saved game: its first line, and the following ones while they are entries."""
    raw: list[bytes] = []
    values: dict[bytes, bytes] = {}
    line: Line | None = first
    while line is not None:
        content = line.content or b""
        text = plain_text(content).encode("utf-8", "surrogateescape")
        match = _ENTRY.fullmatch(text)
        is_other = match is None and not (raw and _CUT.fullmatch(text))
        if is_other or (raw and match is not None and match[1] == b"SAVEFILE"):
            file.lines.push_back(line)
            break
        raw.append(content + b"\n")
        if match is not None:
            values[match[1]] = match[3] if len(match[3]) == int(match[2]) else b""
        line = next(file.lines, None)
    saved = record(file, first.number, b"".join(raw), lambda: _parse_saved(values, file.geometry))
    file.has_places = False
    return saved


def _parse_saved(values: dict[bytes, bytes], geometry: Geometry | None) -> Found:
    game = values.get(b"GAME", b"")
    if game and game.upper() != b"SOLO":
        raise SudokuError(f"saved game of {quote(game)}, expected Solo")
    missing = [key.decode() for key in (b"GAME", b"PARAMS", b"DESC") if not values.get(key)]
    if missing:
        raise SudokuError(f"saved game: missing or truncated {missing[0]}")
    return parse_id(values[b"PARAMS"] + b":" + values[b"DESC"], geometry)


FORMAT = SoloFormat()
