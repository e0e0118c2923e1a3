"""The spec in the note of a line: read fast, because files have many of them.

box=3x3,variant=x a note        the first word, with box or regions: the rest is text if it
                                begins with `;` or another such word
variant=x;cages=3:r1c1r1c2      words anywhere else: each begins with a known key
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from sudokutools.constraints import kind
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.variant_rules import LAYOUTS
from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import SPEC_WORD, agreed
from sudokutools.formats.reading.plain_line import RULE_WORD
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.geometry_label import geometry_spec
from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import CLUE_KEYS
from sudokutools.grid.spec import Spec, is_known, normal_spec, parse_spec

MAX_PIECES = 1 << 14  # Maximum number of cached clues of a kind.
MAX_LENGTH = 100  # Longer texts are not cached.
_FIRST_CLUE = re.compile(f",(?=(?:{'|'.join(CLUE_KEYS)})=)")

_COMMA = re.compile(r",(?![^{}]*\})")
_SHAPE = re.compile(
    rf"(?i)(?:^|[,;])(?:(?:box|regions|grids)=|variant=[^,;]*(?:{'|'.join(LAYOUTS)}))"
)


class Meaning(NamedTuple):
    """A spec: the plain geometry of its cells, the geometry with rules, and the clues."""

    base: Geometry
    geometry: Geometry
    constraints: Constraints | None

    def agreed(self, by: str, demanded: Geometry | None) -> Geometry:
        if self.geometry.has_boxes or demanded is None or demanded is self.base:
            return agreed(self.base, by, demanded)
        regions = f"regions of {self.base.n} cells in {by}"
        raise SudokuError(f"{regions} conflict with box {demanded} in an option or comment")

    def grid(self, plain: Grid) -> Grid:
        if self.geometry is plain.geometry and self.constraints is None:
            return plain
        return Grid(self.geometry, plain.cells, plain.candidates, self.constraints)


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
            return meaning_of(_whole(spec, geometry)), rest[1:].lstrip()
        if "=" not in rest or SPEC_WORD.match(rest.encode("utf-8", "surrogateescape")):
            return meaning_of(_whole(spec, geometry)), rest
    more, rest = spec_in(rest)
    if not (spec or more):
        return None, note
    meaning = meaning_of(_whole(normal_spec(",".join(filter(None, [spec, more]))), geometry))
    if first is None and meaning.constraints is None and meaning.geometry is geometry:
        return meaning, note
    return meaning, rest


def _whole(spec: str, geometry: Geometry | None) -> str:
    """Return a spec that has the geometry, by default this one."""
    if geometry is None or _SHAPE.search(spec):
        return spec
    if not geometry.is_plain and "values=" in spec:
        return spec
    return f"{geometry_spec(geometry)},{spec}"


def spec_in(text: str) -> tuple[str, str]:
    words = [match for match in RULE_WORD.finditer(text) if is_known(match[1].lower())]
    if not words:
        return "", text
    ends = [0, *(end for match in words for end in match.span()), len(text)]
    rest = (text[at:to].strip(" \t,;") for at, to in zip(ends[::2], ends[1::2], strict=True))
    return ",".join(match[0].rstrip(",;") for match in words), " ".join(filter(None, rest))


def meaning_of(text: str) -> Meaning:
    """Return a spec with regions; fast for many of them. Raises SudokuError if it is invalid."""
    text = normal_spec(text)
    match = _FIRST_CLUE.search(text)
    if match is None or "{" in text:
        geometry, spec = _parsed(text)
        return Meaning(geometry.base, geometry, spec.constraints(geometry))
    geometry, _ = _parsed(text[: match.start()])
    clues, known = [], set()
    for part in _COMMA.split(text[match.end() :]):
        key, _, value = part.partition("=")
        if key in known or key not in CLUE_KEYS or not value:
            spec = parse_spec(text)  # There are other keys, or an error.
            geometry = spec.geometry() or geometry
            return Meaning(geometry.base, geometry, spec.constraints(geometry))
        known.add(key)
        read = _read(key, geometry)
        clues += [read[item] for item in value.split("/")]
    return Meaning(geometry.base, geometry, Constraints.from_checked(geometry, clues))


@lru_cache(maxsize=256)
def _parsed(text: str) -> tuple[Geometry, Spec]:
    spec = parse_spec(text)
    geometry = spec.geometry()
    if geometry is None:
        raise SudokuError("spec: missing box or regions")
    return geometry, spec


class _Read(dict[str, Constraint]):
    """A limited cache of the clues of one kind by their texts."""

    def __init__(self, key: str, geometry: Geometry) -> None:
        self._kind = kind(key)
        self._geometry = geometry

    def __missing__(self, text: str) -> Constraint:
        clue = self._kind.parse(text, self._geometry)
        if len(self) >= MAX_PIECES:
            self.clear()
        if len(text) <= MAX_LENGTH:
            self[text] = clue
        return clue


@lru_cache(maxsize=64)
def _read(key: str, geometry: Geometry) -> _Read:
    return _Read(key, geometry)
