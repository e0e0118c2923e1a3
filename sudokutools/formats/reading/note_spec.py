"""The spec in the note of a line: read fast, because files have many of them.

box=3x3,variant=x a note        the first word, with box or regions: the rest is text if it
                                begins with `;` or another such word
variant=x;cages=3:r1c1r1c2      words anywhere else: each begins with a known key
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import SPEC_WORD, agreed
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.geometry_label import said_geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import CLUE_KEYS, KEYS
from sudokutools.grid.relations import Cage, Cells, Relations, Shape, checked_cage, checked_run
from sudokutools.grid.spec import normal_spec, parse_spec

MAX_PIECES = 1 << 14
"""Maximum number of cached cages or chains."""

MAX_LENGTH = 100
"""Longer texts are not cached."""

_FIRST_CLUE = re.compile(f",(?=(?:{'|'.join(CLUE_KEYS)})=)")

_WORD = re.compile(rf"(?<![^\s,;#])(?:{'|'.join(KEYS)})=\S*", re.IGNORECASE)
_SHAPE = re.compile(r"(?:^|,)(?:box|regions)=")

Piece = TypeVar("Piece")


class Meaning(NamedTuple):
    """A spec: the plain geometry of its cells, the geometry with rules, and the clues."""

    base: Geometry
    geometry: Geometry
    relations: Relations | None

    def agreed(self, by: str, demanded: Geometry | None) -> Geometry:
        """Return the plain geometry. Raises SudokuError if another one is required."""
        if self.geometry.has_boxes or demanded is None or demanded is self.base:
            return agreed(self.base, by, demanded)
        regions = f"regions of {self.base.n} cells in {by}"
        raise SudokuError(f"{regions} conflict with box {demanded} in an option or comment")

    def grid(self, plain: Grid) -> Grid:
        """Return a plain grid of the base with these rules and clues."""
        if self.geometry is plain.geometry and self.relations is None:
            return plain
        return Grid(self.geometry, plain.cells, plain.candidates, self.relations)


def split_note(note: str, geometry: Geometry | None) -> tuple[Meaning | None, str]:
    """Return the spec of a note, or None, and the rest of the note; `geometry` is the default.

    A note that only repeats the geometry in its text is left as it is. Raises SudokuError if a
    spec is invalid.

    >>> meaning, rest = split_note("from me; Variant=x", Geometry.of(3, 3))
    >>> meaning.geometry.rules, rest
    (('x',), 'from me')
    """
    first = SPEC_WORD.match(note.encode("utf-8", "surrogateescape"))
    spec, rest = "", note
    if first is not None:
        spec = first[0].decode("utf-8", "surrogateescape")
        rest = note[len(spec) :].lstrip()
        if rest[:1] == ";":
            return meaning_of(spec), rest[1:].lstrip()
        if "=" not in rest or SPEC_WORD.match(rest.encode("utf-8", "surrogateescape")):
            return meaning_of(spec), rest
    more, rest = spec_in(rest)
    if not (spec or more):
        return None, note
    spec = normal_spec(",".join(filter(None, [spec, more])))
    if geometry is not None and not _SHAPE.search(spec):
        spec = f"{said_geometry(geometry)},{spec}"
    meaning = meaning_of(spec)
    if first is None and meaning.relations is None and meaning.geometry is geometry:
        return meaning, note
    return meaning, rest


def spec_in(text: str) -> tuple[str, str]:
    """Return the spec of all words of a text that begin with a key, and the rest of the text."""
    spec = ",".join(word.rstrip(",;") for word in _WORD.findall(text))
    return spec, " ".join(
        filter(None, (part.strip(" \t,;") for part in _WORD.split(text)))
    ) if spec else text


def meaning_of(text: str) -> Meaning:
    """Return a spec with regions; fast for many of them. Raises SudokuError if it is invalid.

    >>> meaning_of("box=3x2,variant=x,even=r1c1").relations.even
    (0,)
    """
    text = normal_spec(text)
    match = _FIRST_CLUE.search(text)
    if match is None:
        geometry = _said_geometry(text)
        return Meaning(geometry.base, geometry, None)
    geometry = _said_geometry(text[: match.start()])
    shape = geometry.n, geometry.columns, geometry.size
    found: dict[str, Any] = {}
    try:
        for part in text[match.end() :].split(","):
            key, _, value = part.partition("=")
            if key in found or key not in CLUE_KEYS:
                raise KeyError(key)
            pieces = _pieces(key, shape)
            is_list = key in _READERS
            found[key] = [*map(pieces.__getitem__, value.split("/"))] if is_list else pieces[value]
    except KeyError:
        pass  # There are other keys, other signs between names, or names of no cells.
    else:
        relations = Relations.of_pieces(shape, **{"cages": (), **found})
        return Meaning(geometry.base, geometry, relations)
    said = parse_spec(text)
    geometry = said.geometry() or geometry
    return Meaning(geometry.base, geometry, said.relations(geometry))


@lru_cache(maxsize=256)
def _said_geometry(text: str) -> Geometry:
    geometry = parse_spec(text).geometry()
    if geometry is None:
        raise SudokuError("spec: missing box or regions")
    return geometry


class _Pieces(dict[str, Piece]):
    """A limited cache of cells, chains or cages by their texts."""

    def __init__(
        self, shape: Shape, read: Callable[[str, Mapping[str, int], Shape], Piece]
    ) -> None:
        _, columns, size = self.shape = shape
        self._read = read
        self._cells = {
            f"{row + 1}c{column + 1}": row * columns + column
            for row in range(size // columns)
            for column in range(columns)
        }

    def __missing__(self, text: str) -> Piece:
        piece = self._read(text, self._cells, self.shape)
        if len(self) >= MAX_PIECES:
            self.clear()
        if len(text) <= MAX_LENGTH:
            self[text] = piece
        return piece


def _run(text: str, cells: Mapping[str, int], shape: Shape) -> Cells:  # noqa: ARG001
    first, *names = text.split("r")
    if first or not names:
        raise KeyError(text)
    return tuple([cells[name] for name in names])


def _chain(text: str, cells: Mapping[str, int], shape: Shape) -> Cells:
    return checked_run(shape, _run(text, cells, shape))


def _cage(text: str, cells: Mapping[str, int], shape: Shape) -> Cage:
    total, _, names = text.partition(":")
    if not (total.isdecimal() and len(total) < 6):
        raise KeyError(text)
    return checked_cage(shape, int(total), _run(names, cells, shape))


@lru_cache(maxsize=16)
def _pieces(key: str, shape: Shape) -> _Pieces[Any]:
    return _Pieces(shape, _READERS.get(key, _run))


_READERS: dict[str, Callable[[str, Mapping[str, int], Shape], Any]] = {
    "cages": _cage,
    "less": _chain,
}
