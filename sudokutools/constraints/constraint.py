"""The base of all kinds of clue, one class per kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, ClassVar, Self

from sudokutools.constraints import drawing
from sudokutools.constraints.drawing import Mark, Stroke
from sudokutools.constraints.fpuzzles_entry import Entry, entry_names, outside
from sudokutools.constraints.iss_arguments import (
    Arguments,
    iss_text,
    key_of,
    line_name,
    names_of,
    text_of,
)
from sudokutools.constraints.places import (
    are_beside,
    cells_at,
    parse_places,
    seen_from,
    side_name,
)
from sudokutools.constraints.primitives import Automaton, Primitive, Primitives, Related
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, PlaceError, Placeless, Shape
from sudokutools.errors import SudokuError

MOST_NUMBER = 99_999  # The maximum number of a clue.
MOST_CACHED = 1000  # Whether a clue is possible is kept in memory up to this length of its text.


class ImpossibleError(SudokuError):
    """No filling meets a clue."""


class Constraint:
    """A clue of one kind. Immutable, hashable, equal by its fields.

    cells   the cells of the clue: along a line, as seen from outside, or ascending if `is_set`
    number  a sum, a difference, a count; 0: none
    head    further cells, such as the circle of an arrow
    text    other values, such as a regular expression

    All of its methods know the values of cells, which may begin at 0, not their symbols.

    A kind overrides `primitives`, one of `violation` and `clashes`, and these attributes; the first
    sentence of its documentation is its rule for players, with `number` instead of the number:

    key         its key in specs, comments and JSON
    rule        its rule, for explanations, with {number} and {text}
    form        the fields of a value, joined by colons; `side` is a row or column from outside
    expected    these fields in words, for messages; `example` a value
    pattern     a regular expression of `text`; empty: any
    fewest      the minimum number of cells; `most` the maximum, 0: any number
    is_set      whether the order of the cells has no meaning
    is_joined   whether all clues of a grid are one
    may_repeat  whether a cell may occur twice
    in_grid     whether extra cells outside the grid are excluded
    is_extended  whether it brings extra cells with it
    fpuzzles    the key of f-puzzles; empty: it has none
    iss         the types in ISS text, such as `Lockout~4`; the first is written
    signs       the types in ISS text of two neighbours, by number
    lengths     the minimum and maximum number of cells of random ones
    look        the strokes of a line, see `figure`
    tag         the text of an outline, with {number} and {text}; empty: the key
    covers      whether it is drawn on its cells
    window      a line is true if each part of this many cells is; 0: this does not decide
    """

    key: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    form: ClassVar[str] = "cells"
    expected: ClassVar[str] = "cells"
    example: ClassVar[str] = "r1c1r1c2"
    pattern: ClassVar[str] = ""
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 0
    is_set: ClassVar[bool] = False
    is_joined: ClassVar[bool] = False
    may_repeat: ClassVar[bool] = False
    in_grid: ClassVar[bool] = False
    is_extended: ClassVar[bool] = False
    lengths: ClassVar[tuple[int, int]] = (3, 7)
    fpuzzles: ClassVar[str] = ""
    iss: ClassVar[Sequence[str]] = ()
    signs: ClassVar[Mapping[int, str]] = {}
    look: ClassVar[Sequence[Stroke]] = ()
    tag: ClassVar[str] = ""
    covers: ClassVar[bool] = True
    window: ClassVar[int] = 0

    def __init__(
        self, cells: Sequence[int] = (), number: int = 0, head: Sequence[int] = (), text: str = ""
    ) -> None:
        self.cells: Cells = tuple(sorted(cells)) if self.is_set else tuple(cells)
        self.number = number
        self.head: Cells = tuple(head)
        self.text = text
        self._value: tuple[Shape, str] | None = None  # For one shape.

    @property
    def fields(self) -> tuple[Cells, int, Cells, str]:
        return self.cells, self.number, self.head, self.text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.fields

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.fields == other.fields

    def __hash__(self) -> int:
        return hash((self.key, self.cells, self.number, self.head, self.text))

    def __repr__(self) -> str:
        shown = [f"{name}={getattr(self, name)!r}" for name in ("number", "head", "text")]
        more = [part for part in shown if not part.endswith(("=0", "=()", "=''"))]
        return f"{type(self).__name__}({', '.join([repr(self.cells), *more])})"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """Read a value of the spec, such as `5:r1c1r1c2` of a whisper.

        Raises SudokuError if it is invalid or no filling can meet it.
        """
        fields = cls.form.split(":")
        parts = text.rsplit(":", len(fields) - 1)
        if len(parts) != len(fields):
            raise cls.malformed(text)
        found = {"cells" if f == "side" else f: cls._read(f, part, shape)
                 for f, part in zip(fields, parts, strict=True)}  # fmt: skip
        clue = cls(**found)
        clue.check(shape)
        return clue

    @classmethod
    def _read(cls, field: str, text: str, shape: Shape) -> Any:
        if field in ("cells", "head"):
            return parse_cells(cls.key, text, shape)
        if field == "side":
            cells = seen_from(text, shape)
            if cells is None:
                expected = "expected a row or column as in r3 or -c5"
                raise SudokuError(f"{cls.key}: {text[:20]!r}: {expected}")
            return cells
        if field == "number" and not re.fullmatch(r"[0-9]{1,5}", text):
            raise cls.malformed(text)
        return int(text) if field == "number" else text

    @classmethod
    def malformed(cls, text: str) -> SudokuError:
        return SudokuError(f"{cls.key}: {text[:20]!r}: expected {cls.expected} as in {cls.example}")

    def value(self, shape: Shape) -> str:
        if self._value is None or self._value[0] is not shape:
            parts = [self._written(field, shape) for field in self.form.split(":")]
            self._value = shape, ":".join(parts)
        return self._value[1]

    def _written(self, field: str, shape: Shape) -> str:
        if field == "side":
            return side_name(self.cells, shape)
        found = getattr(self, field)
        return cell_names(found, shape) if field in ("cells", "head") else str(found)

    def spec(self, shape: Shape) -> str:
        return f"{self.key}={self.value(shape)}"

    @classmethod
    def usual(cls, n: int) -> int:
        """Return the number of a clue that states none, with n symbols."""
        return 0

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterable[Constraint]:
        """Raises SudokuError if the entry is invalid."""
        if cls.form == "number:side":
            is_stated = entry.get("value") not in (None, "")
            return [cls(entry.side(), entry.number())] if is_stated else []
        number = entry.number(cls.usual(entry.shape.n)) if "number" in cls.form else 0
        name = entry.get("cell")
        if entry.get("lines") is not None:
            groups = entry.lines()
        else:
            groups = [entry.cells() if name is None else (entry.cell(name),)]
        return [cls(cells, number) for cells in groups]

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        """Raises SudokuError if f-puzzles has no such clue."""
        is_side = self.form == "number:side"
        is_stated = self.number or self.usual(shape.n) or is_side
        value = {"value": str(self.number)} if is_stated else {}
        if is_side:
            return [{"cell": outside(self.cells, shape)} | value]
        if self.form not in ("cells", "number:cells"):
            raise SudokuError(f"no {self.key}")
        names = entry_names(self.cells, shape)
        if self.is_joined:
            return [{"cell": name} for name in names]
        if self.signs and not are_beside(self.cells, shape):
            raise SudokuError(f"no {self.key} of cells that are not neighbours")
        is_line = not (self.is_set or self.signs)
        return [({"lines": [names]} if is_line else {"cells": names}) | value]

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterable[Constraint]:
        """Raises SudokuError if the arguments are invalid."""
        for number, name in cls.signs.items():
            if name == arguments.name:
                return [cls(pair, number) for pair in arguments.neighbours()]
        if cls.form == "number:side":
            return [cls(cells, number) for cells, number in arguments.sides()]
        at, number = 0, 0
        if cls.form == "number:cells":
            is_stated = not arguments.is_cell(0)
            at, number = (1, arguments.number()) if is_stated else (0, cls.usual(9))
        return [cls(cells, number) for _, cells in arguments.groups(at)]

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        """Return its ISS texts; `clues` are all of the grid. Raises SudokuError if it has none."""
        names = names_of(self.cells, shape)
        if self.number in self.signs and are_beside(self.cells, shape):
            return [iss_text(self.signs[self.number], *names)]
        if not self.iss:
            return self.tables(shape)
        number = str(self.number)
        if self.form == "number:side":
            ends = ["", number] if side_name(self.cells, shape)[0] == "-" else [number, ""]
            return [iss_text(self.iss[0], line_name(self.cells, shape), *ends)]
        return [iss_text(self.iss[0], *[number] * (self.form == "number:cells"), *names)]

    def tables(self, shape: Shape, implied: type[Primitive] = Related) -> list[str]:
        """Return tables and automata as ISS texts, named by the spec.

        Raises SudokuError if it is more than these.
        """
        items = self.encoded(shape, implied)
        if items is None:
            raise SudokuError(f"no {self.key}")
        from urllib.parse import quote

        name = "_" + quote(self.spec(shape), safe="").replace(".", "%2E").replace("~", "%7E")
        cells: dict[tuple[str, str], list[str]] = {}
        for kind, code, held in items:
            listed = cells.setdefault((kind, code), [name])
            listed += [""] * (len(listed) > 1) + names_of(held, shape)
        return [iss_text(*start, *listed) for start, listed in cells.items()]

    def encoded(
        self, shape: Shape, implied: type[Primitive] = Related
    ) -> list[tuple[str, str, Cells]] | None:
        """Return its tables and automata: the type of ISS text, the code, cells.

        None if it is more than these and `implied` primitives.
        """
        out = Primitives(shape)
        free = list(out.masks)
        self.primitives(out)
        found: list[tuple[str, str, Cells]] = []
        for item in out.items:
            if isinstance(item, Related):
                found.append(("Pair", key_of(item.table), item.cells))
            elif isinstance(item, Automaton) and item.machine.starts == 1 and not item.machine.more:
                found.append(("NFA", text_of(item.machine), item.cells))
            elif not isinstance(item, implied):
                return None
        return found if found and out.masks == free else None

    def check(self, shape: Shape) -> None:
        """Raise SudokuError if the clue is invalid, ImpossibleError if no filling meets it."""
        if self.pattern and not re.fullmatch(self.pattern, self.text, re.ASCII):
            raise self.malformed(self.text)
        if why := self.misfit(shape):
            raise SudokuError(f"{self.key}: {why}")
        self.check_shape(shape)
        for field in _other_fields(self.form):
            if getattr(self, field):
                raise SudokuError(f"{self.key}: {field} without meaning")
        if not 0 <= self.number <= MOST_NUMBER:
            raise SudokuError(f"{self.key}: {self.number}, expected 0 to {MOST_NUMBER}")
        self._check_cells(shape)
        self.check_values(shape)

    def _check_cells(self, shape: Shape) -> None:
        size = shape.rows * shape.columns if self.in_grid else shape.size
        cells = self.head + self.cells
        if cells and (min(cells) < 0 or max(cells) >= size):
            raise SudokuError(f"{self.key}: cell outside the grid")
        for cells in () if self.may_repeat else (self.cells, self.head):
            if len({*cells}) < len(cells):
                twice = next(cell for cell in cells if cells.count(cell) > 1)
                raise SudokuError(f"{self.key}: {shape.cell_name(twice)} occurs twice")
        if shape.absent and not shape.absent.isdisjoint(self.scope(shape)):
            raise SudokuError(f"{self.key}: cell where the grid has none")
        count = len(self.cells)
        if count < self.fewest or 0 < self.most < count:
            wanted = f"at least {self.fewest}" if count < self.fewest else f"at most {self.most}"
            raise SudokuError(f"{self.key}: {count} cell{'s' * (count != 1)}, expected {wanted}")

    def check_values(self, shape: Shape) -> None:
        """Raise SudokuError if no filling of the cells meets the clue."""
        every = self.head + self.cells
        count = len(every)
        is_once = len({*every}) == count
        order = tuple(range(count)) if is_once else tuple(map(every.index, every))
        cells, head = order[len(self.head) :], order[: len(self.head)]
        is_possible = None
        if len(self.text) < MOST_CACHED:
            kind: Any = type(self)
            fields = cells, self.number, head, self.text
            is_possible = _is_possible(kind, fields, shape.values, shape.has_lines)
        if is_possible is None:
            is_possible = self.has_filling(Primitives(shape))
        if not is_possible:
            raise ImpossibleError(f"{self.key}: impossible: {self.value(shape)[:40]}")

    def has_filling(self, alone: Primitives) -> bool:
        """Whether there is a filling, apart from houses, by primitives without others."""
        from sudokutools.constraints.propagation import possible

        self.primitives(alone)
        return possible(alone)

    def misfit(self, shape: Shape) -> str:
        """Return why the parts of the clue do not fit each other, "" if they do."""
        return ""

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        """Raise SudokuError if no grid of this shape allows such a clue."""

    def is_true(self, values: Sequence[int], shape: Shape) -> bool:
        return not self.violation(values, shape)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a random clue of a natural shape that is true; None if this fails."""
        number = cls.usual(canvas.shape.n)
        return cls.drawn_pair(canvas, [number]) if cls.most == 2 else cls.drawn_line(canvas, number)

    @classmethod
    def drawn_line(cls, canvas: Canvas, number: int = 0) -> Self | None:
        """Draw a line that is true, of cells that `begins` accepts."""

        def begins(cells: list[int], length: int) -> bool:
            if not cls.window:
                return cls.begins(canvas.held(cells), length)
            end = cls, number, *cells[-cls.window :]
            if end not in canvas.known:
                canvas.known[end] = holds(cells[-cls.window :])
            return canvas.known[end]

        def holds(cells: list[int]) -> bool:
            return cls(cells, number).is_true(canvas.values, canvas.shape)

        cells = canvas.path(cls.lengths, begins, None if cls.window else holds)
        return None if cells is None else cls(cells, number)

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        """Whether a true line of this length may begin with these symbols."""
        return True

    @classmethod
    def drawn_pair(cls, canvas: Canvas, numbers: Iterable[int]) -> Self | None:
        """Draw neighbours for which a clue with one of these numbers is true."""
        found = (cls(cells, number) for cells in canvas.pairs() for number in numbers)
        return cls.first_true(canvas, found)

    @classmethod
    def first_true(cls, canvas: Canvas, clues: Iterable[Self]) -> Self | None:
        return next((c for c in clues if c.is_true(canvas.values, canvas.shape)), None)

    def bound(self, clues: Sequence[Constraint]) -> Constraint:
        """Return the clue as it is among all clues of a grid."""
        return self

    @property
    def sign(self) -> str:
        """The sign of two neighbours between them in a text, or ""."""
        return ""

    def held(self, cells: Sequence[int]) -> list[int]:
        return [cells[cell] for cell in self.cells]

    def primitives(self, out: Primitives) -> None:
        """Add the meaning of the clue; `out.shape` may be `Placeless`."""
        raise NotImplementedError

    def scope(self, shape: Shape) -> Cells:
        """Return the cells that decide whether the clue holds."""
        return tuple(dict.fromkeys(self.head + self.cells))

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        """Return in words why the values of a filled grid breaks the clue, "" if it does not.

        >>> from sudokutools.constraints import kind
        >>> from sudokutools.grid.geometry import Geometry
        >>> shape = Geometry.of(2, 2)
        >>> arrow = kind("arrow").parse("r1c1:r1c2r1c3", shape)
        >>> arrow.violation(bytes([4, 1, 2, 3, *bytes(12)]), shape)
        '1+2 = 3, the circle holds 4'
        """
        return next((message for _, _, message in self.clashes(cells, shape)), "")

    def clashes(self, cells: Sequence[int], shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        """Yield a repeated value or -1, the cells, and in words the violation, as far as filled.

        `cells` are values, -1 for an empty cell.
        """
        scope = self.scope(shape)
        if all(cells[cell] >= 0 for cell in scope):
            reason = self.violation(cells, shape)
            if reason:
                yield -1, scope, f"{self.label(shape)}: {reason}"

    def because(self, cell: int, value: int, masks: Mapping[int, int], shape: Shape) -> str:
        """Return a short reason why a cell cannot hold a value; "" if all fillings were tried.

        `masks` are the candidates of the cells that matter.
        """
        return ""

    def label(self, shape: Shape) -> str:
        """Name the clue for people: its key and first cell, of lines the last one, too."""
        first, *others = [shape.cell_name(cell) for cell in (*self.head[:1], *self.cells)]
        is_line = self.form.endswith("cells") and not (self.is_set or self.head)
        return f"{self.key} {first}-{others[-1]}" if is_line and others else f"{self.key} {first}"

    def spoken(self, shape: Shape) -> dict[int, str]:
        """Return the text of screen readers at cells; outside clues: at the first."""
        words = re.sub("(?<=[a-z])(?=[A-Z])", " ", type(self).__name__).lower()
        name = " ".join(filter(None, [words, str(self.number or ""), self.text]))
        cells, count = self.cells, len(self.cells)
        names = [shape.cell_name(cell) for cell in cells]
        if not self.covers and cells:
            return {cells[0]: f"{name} to {names[-1]}"}
        if count == 2 and (self.sign or not self.is_set):
            return dict(zip(cells, (f"{name} with {other}" for other in names[::-1]), strict=True))
        is_line = count > 2 and not self.is_set
        return {cell: name + f" {at} of {count}" * is_line for at, cell in enumerate(cells, 1)}

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield the marks on a page: a line if there is a `look`, or an outline; circles."""
        if self.look:
            yield from drawing.line(self.cells, shape, self.look)
        else:
            yield from drawing.group(self.cells, shape, self.tagged)
        for cell in self.head:
            x, y = drawing.middle(cell, shape)
            yield drawing.Disc(x, y, 0.37, None, drawing.INK, 2 * drawing.THIN)

    @classmethod
    def in_words(cls, clues: Sequence[Self]) -> str:
        """Return the rule of clues of this kind in a sentence.

        >>> from sudokutools.constraints import Whisper
        >>> Whisper.in_words([Whisper([0, 1], 4), Whisper([3, 4, 5], 4)])
        'Whispers: neighbours on the line differ by at least 4.'
        """
        first, *others = {clue.number for clue in clues}
        sentence = " ".join((cls.__doc__ or cls.key).split()).partition(". ")[0].rstrip(".") + "."
        sentence = sentence.replace("`number`", "the number" if others else str(first))
        return re.sub(r" \(`text`[^)]*\)|`", "", sentence)

    @property
    def tagged(self) -> str:
        return (self.tag or self.key).format(number=self.number, text=self.text)

    @classmethod
    def figures(cls, clues: Sequence[Self], shape: Shape) -> Iterator[Mark]:
        for clue in clues:
            yield from clue.figure(shape)

    def caption(self, shape: Shape) -> str:
        """Return the text above a grid about a clue that has no marks."""
        return ""


@cache
def _other_fields(form: str) -> list[str]:
    """Return the fields that a value of this form lacks, apart from cells."""
    return [field for field in ("number", "head", "text") if field not in form.split(":")]


@lru_cache(maxsize=1 << 11)
def _is_possible(
    kind: type[Constraint], fields: tuple[Cells, int, Cells, str], values: range, has_lines: bool
) -> bool | None:
    """Return whether a clue has a filling wherever its cells are; None if the place matters."""
    size = len(fields[0]) + len(fields[2])
    try:
        return kind(*fields).has_filling(Primitives(Placeless(values, has_lines), size=size))
    except PlaceError:
        return None


class Pairs(Constraint):
    """A relation of pairs of cells: of neighbours on a line, unless a kind overrides `pairs`.

    A kind overrides `holds`.

    broken     the violation by a pair, with {one} and {other} for symbols and places, {a} and {b}
               for symbols, {gap} for their difference, {number}
    is_single  whether each pair that breaks the clue is a clash, before other cells are filled
    """

    broken: ClassVar[str] = "{one}, {other}"
    is_single: ClassVar[bool] = False

    def holds(self, first: int, second: int) -> bool:
        """Whether a pair may hold these symbols."""
        raise NotImplementedError

    def pairs(self, shape: Shape) -> Iterable[tuple[int, int]]:
        return pairwise(self.cells)

    def primitives(self, out: Primitives) -> None:
        key = type(self), len(self.cells), self.number, self.text
        table = out.table(self.holds, key)
        for first, second in self.pairs(out.shape):
            out.related(first, second, table)

    def broken_pairs(self, cells: Sequence[int], shape: Shape) -> Iterator[tuple[Cells, str]]:
        """Yield filled pairs that break the clue, and how."""
        for first, second in self.pairs(shape):
            a, b = cells[first], cells[second]
            if min(a, b) >= 0 and not self.holds(a, b):
                places = {
                    "one": symbol_at(cells, first, shape),
                    "other": symbol_at(cells, second, shape),
                }
                numbers = {"a": a, "b": b, "gap": abs(a - b), "number": self.number}
                yield (first, second), self.broken.format(**places, **numbers)

    def clashes(self, cells: Sequence[int], shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        if not self.is_single:
            return super().clashes(cells, shape)
        name = " ".join(filter(None, [self.key, self.text, str(self.number or "")]))
        return (
            (-1, pair, f"{name}: {message}") for pair, message in self.broken_pairs(cells, shape)
        )

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        return next((message for _, message in self.broken_pairs(cells, shape)), "")


def lettered(kind: type[Any], clues: Sequence[Any], shape: Shape) -> Iterator[Mark]:
    """Yield outlines of the pieces of clues, with one letter for each clue."""
    for at, clue in enumerate(clues):
        for cells in clue.pieces(shape):
            yield from drawing.group(cells, shape, kind.tag + chr(ord("a") + at % 26))


def check_full(key: str, shape: Shape) -> None:
    """Raise SudokuError for partial and raw grids, and for more values than cells."""
    if not (shape.n == shape.rows == shape.columns and shape.has_lines):
        raise SudokuError(f"{key}: requires a full grid")


def parse_cells(key: str, text: str, shape: Shape) -> Cells:
    """Read names of cells without separators, such as `r1c1r10c2`. Raises SudokuError.

    >>> from sudokutools.grid.geometry import Geometry
    >>> parse_cells("even", "r1c1r2c2", Geometry.of(2, 2))
    (0, 5)
    """
    return cells_at(parse_places(key, text), shape, key)


def cell_names(cells: Sequence[int], shape: Shape) -> str:
    """Return names without separators, as `parse_cells` reads them."""
    return "".join([shape.cell_name(cell) for cell in cells])


def bounds(
    cells: Cells, masks: Mapping[int, int], cell: int, value: int, shape: Shape
) -> tuple[int, int]:
    """Return the minimum and maximum sum of cells if one cell holds a value.

    >>> from sudokutools.grid.geometry import Geometry
    >>> bounds((0, 1), {0: 0b110, 1: 0b111}, 0, 2, Geometry.of(3, 1))
    (3, 5)
    """
    least = shape.values[0]
    held = [1 << value - least if each == cell else masks[each] for each in cells]
    more = (least - 1) * len(cells)
    low, high = sum((mask & -mask).bit_length() for mask in held), sum(map(int.bit_length, held))
    return low + more, high + more


def symbol_at(cells: Sequence[int], cell: int, shape: Shape) -> str:
    """Return a value and its place for people, such as `5 at r1c2`."""
    return f"{cells[cell]} at {shape.cell_name(cell)}"


def symbols_text(symbols: Iterable[int]) -> str:
    return ", ".join(map(str, symbols))


def equation(symbols: Sequence[int]) -> str:
    """Return a sum for people.

    >>> equation([4, 3]), equation([4]), equation([])
    ('4+3 = 7', '4', '0')
    """
    terms = "+".join(map(str, symbols))
    return f"{terms} = {sum(symbols)}" if len(symbols) > 1 else terms or "0"
