"""Rules and clues of grids from comments and options.

    # box 3x3
    # Variant: x windoku
    #cages 10:r1c1r1c2 5:r1c3r2c3
    # regions
    # AAABBB                    a row of the regions, one for each row of the grid

Keys are read in any case; a colon after them and the space before them are optional.
Comments about a geometry apply until the next block of such comments, which replaces them all, or
the end of the file; clues apply to the one grid below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sudokutools.constraints import ALIASES, RELATED, USUAL_KINDS
from sudokutools.constraints.variant_rules import LAYOUTS, NAMES
from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import agreed, geometry_of_length
from sudokutools.formats.reading.lines import MAX_LENGTH, Line, quote
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry, values_text
from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import CLUE_KEYS, SHAPE_KEYS

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints
    from sudokutools.grid.spec import Spec


_CELL = r"[rR]\d+[cC]\d"

BOX_KEYS = ("box", "boxes", "values", "grids")
_NUMBER = r"(\d{1,9})"
_BOX = re.compile(
    rf"{_NUMBER}x{_NUMBER}(?: boxes {_NUMBER}x{_NUMBER})?(?: values {_NUMBER}-{_NUMBER})?"
    r"(?: grids (.+))?",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"#\s*([A-Za-z-]+)(?:\s*([:=])\s*|\s+|$)(.*)", re.DOTALL)
_SECOND = re.compile(r"([A-Za-z-]+)(?:\s*([:=])\s*|\s+|$)(.*)", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{2}")

_VALUES = {
    "box": r"^\d+\s*([xX*\xd7]|by)\s*\d",
    "boxes": r"^\d+[xX]\d+$",
    "values": r"^\d+-\d+$",
    "grids": rf"^({'|'.join(LAYOUTS)}|{_CELL})",
    "variant": r"[A-Za-z+,\s-]$",
    "regions": r"^",
    "houses": _CELL,
}
_VALUES |= dict.fromkeys(CLUE_KEYS, rf"{_CELL}|\d:|:\d")
_VALUES["connected"] += r"|^\d[\d.x\s/]*$"
"""Patterns of values; other comments in words that begin with a key are only comments.

The patterns take linear time on long comments.
"""

LEAST = 1 << 10  # Minimum characters that a line of a block counts as.
LONGEST_ROW = 1 << 10  # Minimum length of a comment that is more than a row of regions.
SHOWN = 60  # Maximum length of a spec in messages.


def statement_of(comment: str) -> tuple[str, str] | None:
    """Return key and value of a comment about a grid; None for any other comment.

    The value may still be invalid: what looks like a rule is not ignored.

    >>> statement_of("#Variant: x"), statement_of("# odd one out")
    (('variant', 'x'), None)
    >>> statement_of("# German whispers: r1c1r1c2 r3c1r4c1")
    ('whisper', '5:r1c1r1c2 5:r3c1r4c1')
    """
    match = _COMMENT.match(comment)
    if match is None:
        return None
    first, colon, value = match.groups()
    second = None if colon else _SECOND.match(value)
    key = "" if second is None else _key(first + second[1], second[3])
    if key and second is not None:
        _, colon, value = second.groups()
    key, _, start = (key or _key(first, value)).partition(" ")
    value = value.rstrip()
    is_stated = colon and (key in USUAL_KINDS or key not in CLUE_KEYS)
    if not key or not (is_stated or _is_value(key, value)):
        return None
    if key == "variant" and value.lower() in LAYOUTS:
        key = "grids"
    return key, re.sub(r"(?<![^\s/])(?=[^\s/:]+(?![^\s/]))", start, value) if start else value


def _key(name: str, value: str) -> str:
    """Return the key of a name of any spelling, with the beginning of its values; "": none."""
    word = name.replace("-", "").lower()
    for each in (word, word.removesuffix("s"), word.removesuffix("es"), word + "s"):
        known = ALIASES.get(each) or (each if each in _VALUES else "")
        if known and (each == word or known not in SHAPE_KEYS):
            return known
    if re.match(rf"\S*{_CELL}", value):
        from sudokutools.grid.spec import is_known

        return word if is_known(word) else ""
    return ""


def _is_value(key: str, value: str) -> bool:
    """Return whether the text after a key without a colon is more than a sentence."""
    if not re.search(_VALUES.get(key, _CELL), value):
        letters = key in USUAL_KINDS or re.search("[A-Za-z]", value)
        return key in CLUE_KEYS and bool(letters and value) and _WORD.search(value) is None
    words = value.split()
    if key == "variant":
        names = re.split(r"[+,\s]+", value.lower())
        return len(words) < 3 or not set(names).isdisjoint((*NAMES, *LAYOUTS))
    return key != "regions" or _is_map(words)


def _is_map(words: Sequence[str]) -> bool:
    return len(set(map(len, words))) < 2 or all("." in word for word in words)


class Rows:
    """The rows of regions that follow a comment with the first one or with the key alone."""

    def __init__(self) -> None:
        self._width = 0
        self._left = 0

    def read(self, comment: str) -> tuple[str, str] | None:
        """Return key and value as `statement_of`, also of a row of regions without a key."""
        statement = statement_of(comment)
        left, self._left = self._left, 0
        if statement is None and left:
            row = comment[1:].strip()
            if row and _is_map(row.split()):
                statement = "regions", row
        elif statement is not None and statement[0] == "regions":
            self._width, left = 0, MAX_SYMBOLS + 1
        if statement is None or statement[0] != "regions":
            return statement
        from sudokutools.grid.spec import parse_value

        width = len(parse_value(*statement)) if len(statement[1]) < LONGEST_ROW else 0
        if self._width not in (0, width):
            return None
        self._left = min(left, width or left) - 1 if width <= MAX_SYMBOLS else 0
        self._width = width
        return statement


class SourcedSpec:
    """Rules and clues from options or comments; `by` names their source in messages."""

    def __init__(self, spec: Spec, by: str) -> None:
        self.spec = spec
        self._by = by
        self._geometries: dict[Geometry, Geometry] = {}

    def apply(self, grid: Grid) -> Grid:
        """Return a grid with these rules. Raises SudokuError if they contradict its own."""
        geometry = self._geometry(grid.geometry) if self.spec.has_rules else grid.geometry
        constraints = self._constraints(grid, geometry) if self.spec.has_clues else grid.constraints
        if geometry is grid.geometry and constraints is grid.constraints:
            return grid
        if grid.candidates is None:
            return Grid(geometry, grid.cells, None, constraints)
        from sudokutools.grid.candidates import marked

        return marked(geometry, grid.cells, grid.candidates, constraints)

    def _geometry(self, own: Geometry) -> Geometry:
        base = own.base
        wanted = self._geometries.get(base)
        if wanted is None:
            wanted = self.spec.geometry(base) or base
            if (wanted.columns, wanted.size) != (base.columns, base.size):
                cells = f"{base.rows} rows of {base.columns} cells"
                raise SudokuError(f"{cells} conflict with {_short(wanted)} in {self._by}")
            self._geometries[base] = wanted
        if own is base or own is wanted:
            return wanted
        for key in ("regions", "rules", "extra_houses"):
            is_stated = getattr(
                self.spec, {"rules": "variant", "extra_houses": "houses"}.get(key, key)
            )
            if is_stated is not None and getattr(own, key) != getattr(wanted, key):
                stated = f"{_short(wanted)} in {self._by}"
                raise SudokuError(f"{_short(own)} of the grid conflicts with {stated}")
        return own

    def _constraints(self, grid: Grid, geometry: Geometry) -> Constraints | None:
        constraints = self.spec.constraints(geometry)
        if grid.constraints is not None and grid.constraints != constraints:
            raise SudokuError(f"the clues of the grid conflict with those in {self._by}")
        return constraints


def _short(geometry: Geometry) -> str:
    from sudokutools.grid.spec import spec_of

    text = spec_of(geometry)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _stated(
    key: str, value: str, before: Geometry | None, demanded: Geometry | None = None
) -> Geometry:
    """Return the geometry of a comment; `before` is that of the one above. Raises SudokuError.

    >>> _stated("values", "0-8", Geometry.of(3, 3)) is _stated("box", "3x3 values 0-8", None)
    True
    """
    if key in ("values", "grids"):
        from sudokutools.grid.spec import parse_value, spec_from

        found = spec_from({key: parse_value(key, value)}).base(before or demanded)
        assert found is not None
        return found
    if key == "boxes" and before is not None:
        key, values = "box", "" if before.is_plain else f" values {values_text(before.values)}"
        value = f"{before.box_width}x{before.box_height} boxes {value}{values}"
    match = _BOX.fullmatch(value)
    if key == "boxes" or match is None:
        raise SudokuError(f"{key}: {quote(value)}: expected a comment as in '# box 3x2'")
    *numbers, least, most = (None if n is None else int(n) for n in match.groups()[:6])
    span = None if least is None or most is None else range(least, most + 1)
    found = Geometry.of(*[number for number in numbers if number is not None], values=span)
    if match[7] is None:
        return found
    from sudokutools.grid.spec import overlapping_of, parse_value

    return overlapping_of(parse_value("grids", match[7]), found)


class Statements:
    """The geometry in comments, for the grids that follow; `demanded` is from an option."""

    def __init__(self, demanded: Geometry | None) -> None:
        self._demanded = demanded
        self._box: Geometry | None = None
        self._usual: Geometry | None = None
        self._lines: list[tuple[str, str]] = []
        self._length = 0
        self._is_over = False
        self._sourced: SourcedSpec | None = None

    def add(self, key: str, value: str) -> Geometry | None:
        """Take a comment; return the plain geometry of the grids below, None for any. Raises
        SudokuError.
        """
        stated = None
        if key in BOX_KEYS:
            before = None if self._is_over else self._box
            stated = _stated(key, value, before, self._demanded)
            agreed(stated, "a comment", self._demanded, "the options")
        if self._is_over:
            self._lines, self._box, self._is_over = [], None, False
            self._length, self._usual = 0, None
        self._sourced = None
        self._length += max(len(value), LEAST) if stated is None else 0
        if self._length > MAX_LENGTH:
            raise SudokuError(
                f"rules longer than {MAX_LENGTH} characters or {MAX_LENGTH // LEAST} lines"
            )
        if stated is None:
            self._lines.append((key, value))
        if stated is not None or key == "regions":
            self._take_shape(stated)
        return self._box or self._demanded or self._usual

    def _take_shape(self, stated: Geometry | None) -> None:
        """Regions are given in one way only, as boxes or signs; with other values both are."""
        if stated is None:
            is_kept = self._box is not None and not self._box.is_plain
            self._box = self._box if is_kept else None
        else:
            if stated.is_plain:
                self._lines = [line for line in self._lines if line[0] != "regions"]
            self._box = stated
        from sudokutools.grid.spec import parse_value

        regions = " ".join(value for key, value in self._lines if key == "regions")
        self._usual = geometry_of_length(len(parse_value("regions", regions)))

    @property
    def has_rules(self) -> bool:
        """Whether there is more than a box."""
        return bool(self._lines)

    def sourced(self) -> SourcedSpec:
        if self._sourced is None:
            self._sourced = SourcedSpec(spec_of_statements(self._lines), "a comment")
        return self._sourced

    def end_block(self) -> None:
        """Let the next comment begin a new block, because a grid follows this one."""
        self._is_over = True

    def text(self, geometry: Geometry) -> str:
        has_box = geometry.has_boxes or not geometry.base.is_plain
        box = [("box", str(geometry.base))] if has_box else []
        return "".join(f"# {key} {value}".rstrip() + "\n" for key, value in (*box, *self._lines))


def spec_of_statements(lines: Iterable[tuple[str, str]]) -> Spec:
    """Return the rules of keys and values; a value may continue on more lines of its key."""
    from sudokutools.grid.spec import parse_value, spec_from

    values: dict[str, list[str]] = {}
    for key, value in lines:
        values.setdefault(key, []).append(value)
    return spec_from({key: parse_value(key, " ".join(parts)) for key, parts in values.items()})


def merged(sourced: Sequence[SourcedSpec]) -> Spec | None:
    if not sourced:
        return None
    first, *others = [one.spec for one in sourced]
    for spec in others:
        first = first.updated(spec)
    return first


def clues_of(comments: Sequence[Line]) -> SourcedSpec:
    texts = (line.content.decode("utf-8", "surrogateescape").strip() for line in comments)
    return SourcedSpec(spec_of_statements(filter(None, map(statement_of, texts))), "a comment")


_OTHERS = ["fastthermo", "sameline", "fog", "foglight", "clock", "sumdot"]
_RULES = (*NAMES, "samurai")
KINDS = dict.fromkeys(_OTHERS, "") | RELATED | {name: name for name in _RULES if name != "x"}
"""Names as words of one or two parts, in lower case and without hyphens and a plural `s`."""

_FIRST_WORDS = re.compile(r"#\s*([A-Za-z][A-Za-z-]*)(?:\s+([A-Za-z]+))?")
_NOTED = re.compile(r"(?<![^\s,;#])([A-Za-z-]+)=\S*[rc]\d", re.IGNORECASE)


def kind_of(comment: str) -> str:
    """Return the unsupported kind of clue that a comment begins with, or ""."""
    match = _FIRST_WORDS.match(comment)
    words = [] if match is None else [match[1] + (match[2] or ""), match[1]]
    return next((kind for kind in map(_word, words) if kind in KINDS), "")


def kinds_of(note: str) -> list[str]:
    """Return the other names of clues in a note."""
    words = map(_word, _NOTED.findall(note))
    return [word for word in words if word in KINDS or word in ALIASES]


def _word(name: str) -> str:
    return name.replace("-", "").lower().removesuffix("s")


def warning_of(kinds: Iterable[str], grid: Grid) -> str:
    known = {*grid.geometry.rules, *([] if grid.geometry.has_boxes else ["regions"])}
    known |= {grid.geometry.layout} - {""}
    known |= {clue.key for clue in getattr(grid.constraints, "items", ())}
    hints = []
    for kind in kinds:
        key = KINDS.get(kind) or ALIASES.get(kind, "").split(" ")[0]
        if key not in known:
            hint = f" (use '{'variant ' * (key in _RULES)}{key}')" if key else ""
            hints.append(kind + hint)
    return f"unsupported clue ignored: {', '.join(hints)}" if hints else ""
