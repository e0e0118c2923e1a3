"""`solo`: game ids of Solo in Simon Tatham's puzzle collection, and its saved games.

3x3:c2_3a8b5a...      the boxes, a colon and the cells: letters are runs of empty ones (a is one, z
                      is 26), decimals are symbols, `_` parts two of them
SAVEFILE:41:Simon...  a saved game: lines of a key, a length and a value; PARAMS and DESC are an id

`CxR` counts boxes: C of them fill a column of the grid, so that a box is R cells wide and C high.
What follows of the parameters is a variant (x, k, j), a symmetry or a difficulty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import Found, record, refuse_variant
from sudokutools.formats.format import Content, File, Format, Record, Style
from sudokutools.grid import MAX_SYMBOLS, NO_CELL, Geometry, Grid
from sudokutools.reading.cells import agreed, check_symbols
from sudokutools.reading.lines import Line
from sudokutools.reading.records import Passage, quote

MAX_SOLO = 31
"""Solo has no more symbols."""

_ID = re.compile(rb"(\d{1,7}+)(?:x(\d{1,7}+))?(\w*)([:#])(\S*)\s*(.*)")
_WORKINGS = re.compile(r"[rm]d?\d*|d[a-z]|a")
"""Of the parameters the symmetry and the difficulty, which no puzzle needs."""

_VARIANTS = {"j": "jigsaw", "x": "X", "k": "killer"}
_TOKEN = re.compile(rb"[a-z]|\d+|_")
_CUT = re.compile(rb"[A-Z]{1,8}(?: *:)?\d*")
"""What is left of the last entry of a saved game that was cut."""

_ENTRY = re.compile(rb"([A-Z]+) *:(\d{1,9}):(.*)", re.DOTALL)


class SoloFormat(Format):
    """A game id a line."""

    keeps_places = True
    has_comments = False
    has_notes = False
    has_partner = False

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        """Read a game id, or the lines of a saved game."""
        if _ENTRY.match(text):
            return (_read_saved(file, line),)
        raw = (line.content or b"") + b"\n"
        return (record(file, line.number, raw, lambda: parse_id(text, file.geometry)),)

    def refuses(self, content: Content) -> str:
        """Refuse what Solo does not play."""
        geometry = content.grid.geometry
        is_known = geometry.is_full and min(geometry.box_width, geometry.box_height) > 1
        if is_known and geometry.n <= MAX_SOLO:
            return super().refuses(content)
        return f"{self.name} holds full grids of at most {MAX_SOLO} rows, boxes of at least 2x2"

    def write(self, content: Content, style: Style) -> str:  # noqa: ARG002
        """Write a game id."""
        geometry = content.grid.geometry
        return f"{geometry.box_height}x{geometry.box_width}:{_describe(content.grid)}\n"


def parse_id(text: bytes, geometry: Geometry | None) -> Found:
    """Read a game id and what follows it. SudokuError: what is wrong with it."""
    match = _ID.match(text)
    if match is None:
        raise SudokuError(f"no game id: {quote(text)}")
    high, wide, parameters, colon, cells, note = match.groups()
    refuse_variant(*_variants_of(parameters.decode()))
    if colon == b"#":
        raise SudokuError("game id: a random seed, expected a colon and cells")
    said = Geometry.of(int(wide or 1), int(high))
    said = agreed(said, "the game id says", geometry)
    return Found(_parse_cells(said, cells), note.decode("utf-8", "surrogateescape"))


def _variants_of(parameters: str) -> list[str]:
    """Return the names of the variants that parameters ask for. SudokuError: they are none."""
    rest = _WORKINGS.sub("", parameters)
    if not set(rest) <= set(_VARIANTS):
        raise SudokuError(f"game id: unknown parameters {quote(parameters)}")
    return [_VARIANTS[letter] for letter in rest]


def _parse_cells(geometry: Geometry, text: bytes) -> Grid:
    cells = bytearray()
    at = count = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            found = quote(text[at : at + 4].decode("utf-8", "replace")[0])
            raise SudokuError(f"game id: unexpected character {found}")
        token = match[0]
        at = match.end()
        if token.isdigit():
            symbol = int(token[:9])
            run = [symbol if symbol <= MAX_SYMBOLS else NO_CELL]
        else:
            run = [0] * (token[0] - ord("a") + 1) if token != b"_" else []
        count += len(run)
        if count <= geometry.size:
            cells += bytes(run)
    if count != geometry.size:
        raise SudokuError(f"game id: {count} cells, expected {geometry.size}")
    return check_symbols(geometry, bytes(cells))


def _describe(grid: Grid) -> str:
    """Return the cells as a game id has them."""
    pieces: list[str] = []
    run = 0
    for symbol in (*grid.cells, None):
        if symbol == 0:
            run += 1
            continue
        pieces.append(run // 26 * "z" + (chr(ord("a") + run % 26 - 1) if run % 26 else ""))
        if symbol is not None:
            pieces.append(f"{'_' if pieces[1:] and not run else ''}{symbol}")
        run = 0
    return "".join(pieces)


def _read_saved(file: File, first: Line) -> Record:
    """Read a saved game: its first line, and those that follow as long as they are entries."""
    raw: list[bytes] = []
    values: dict[bytes, bytes] = {}
    line: Line | None = first
    while line is not None:
        content = line.content or b""
        match = _ENTRY.fullmatch(content.strip())
        is_other = match is None and not (raw and _CUT.fullmatch(content.strip()))
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
        raise SudokuError(f"a saved game of {quote(game)}, expected Solo")
    missing = [key.decode() for key in (b"GAME", b"PARAMS", b"DESC") if not values.get(key)]
    if missing:
        raise SudokuError(f"saved game: no whole {missing[0]}")
    return parse_id(values[b"PARAMS"] + b":" + values[b"DESC"], geometry)


FORMAT = SoloFormat()
