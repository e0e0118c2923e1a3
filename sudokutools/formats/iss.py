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
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sudokutools._support.lazy import pattern
from sudokutools.constraints.iss_arguments import iss_text, names_of
from sudokutools.constraints.variant_rules import (
    HOUSE_RULES,
    NEED_BOXES,
    RAW,
    REGION_LETTERS,
    region_sign,
)
from sudokutools.errors import SudokuError
from sudokutools.formats import foreign
from sudokutools.formats.classify import is_whole_line
from sudokutools.formats.format import SINGLE, Content, File, Record, Style
from sudokutools.formats.iss_groups import nested, with_extra_cells
from sudokutools.formats.iss_items import DIAGONALS, RULES, grid_of, unquoted, without_boxes
from sudokutools.formats.reading.lines import MAX_LENGTH, Line, LineSource
from sudokutools.grid.geometry import NO_REGION, Geometry, values_text
from sudokutools.grid.grid import Grid

MAX_SYMBOLS = 16

NINE_ONLY = (
    "windoku",
    "entropy",
    "remainders",
    "flatmates",
)  # Rules that are written for 9 symbols only.
BARE = {*RULES, "NoBoxes", "StrictKropki", "StrictXV", "ChaosConstruction"}
BARE |= {"Doppelganger", "Or", "And"}
"""Types that begin a text though it has no arguments."""

TIES = (("FullRankTies", "any"), ("FullRankTies", "only-unclued"))

_LINK = pattern(r"\w+://[^?]*\?(?:[^#]*&)?q=([^&#]*)")
_SHAPE = re.compile(r"(\d{1,2})x(\d{1,2})(?:~(?:(?:([01])-)?(\d{1,2}))?(?:~(Sudoku|Raw))?)?")
_PLACE = pattern(
    r"\.(?:(Quad)~(\w+)|(Sandwich|LittleKiller)~\d+~(\w+)|(XSum|Skyscraper|NumberedRoom)~(\w+~+))"
)
_ITEM = pattern(rb"\.+\s*[A-Za-z~]|[^{<]*~")  # A line with an item, or a part of one.
_REST = pattern(rb"[\w%=-]*[\d_%][\w.%=-]*")  # The rest of a broken item.
_OPEN = pattern(rb".*[~_]\s*", re.DOTALL)  # A line whose last item continues below.
_BEGINS_SHAPE = pattern(rb"\.+\s*Shape(?![A-Za-z])")


class IssFormat(foreign.ForeignLine):
    """A text on one line."""

    has_values = True
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
        record = foreign.record(file, line.number, raw, parse)
        if len(taken) > 1 or not _BEGINS_SHAPE.match(text):
            record.is_parted, file.has_places = True, False
        return (record,)

    def parse(self, text: bytes, geometry: Geometry | None) -> foreign.Found:
        line = text.decode("utf-8", "replace")
        link = _LINK.match(line)
        if link is not None:
            line = unquoted(link[1])
        prose, *parts = re.sub(r"^\.+", ".", "".join(line.split())).split(".")
        if prose:
            foreign.refuse_unknown(prose)
        types = [tuple(part.split("~")) for part in parts]
        if TIES[0] in types:
            types = [("FullRank~any", *t[1:]) if t[0] == "FullRank" else t for t in types]
        types = [item for item in types if item not in TIES]
        shape = _shape_of(types)
        found, layout = with_extra_cells(types, shape)
        return foreign.Found(grid_of(nested(iter(found), layout), shape, layout, geometry))

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


def _refuse_clues(comments: Sequence[str]) -> None:
    """Raise SudokuError if a comment inside of a text is about the grid: it belongs above."""
    if not comments:
        return
    from sudokutools.formats.reading.spec_comments import statement_of

    for statement in filter(None, map(statement_of, comments)):
        raise SudokuError(f"{statement[0]}: comment inside of a text, expected above it")


def _shape_of(types: Sequence[Sequence[str]]) -> Geometry:
    """Return size, values and boxes of a text, and whether it is raw. Raises SudokuError."""
    shapes = [parts for parts in types if parts[0] == "Shape"] or [("Shape", "9x9")]
    match = _SHAPE.fullmatch("~".join(shapes[0][1:]))
    sizes = [parts[1] for parts in types if parts[0] == "RegionSize" and parts[1:]] or [""]
    if match is None or len({*shapes}) > 1 or not re.fullmatch(r"\d{0,3}", sizes[0]):
        foreign.refuse_unknown("~".join(shapes[-1]))
    assert match is not None
    rows, columns, is_raw = int(match[1]), int(match[2]), match[5] == "Raw"
    values = range(int(match[3] or 1), int(match[4] or max(rows, columns)) + 1)
    least = 1 if is_raw else max(rows, columns)
    if not (1 <= min(rows, columns) <= max(rows, columns) <= MAX_SYMBOLS >= len(values) >= least):
        foreign.refuse_unknown("~".join(shapes[-1]))
    if is_raw:
        rectangle = Geometry.of_rectangle(rows, columns, 1)
        return Geometry.of_variant(rectangle.with_values(values), None, [RAW])
    return Geometry.of_rectangle(rows, columns, int(sizes[0] or 0) or None).with_values(values)


def texts_of(grid: Grid) -> list[str]:
    """Raises SudokuError such as `no circles`."""
    geometry = grid.geometry
    texts, is_usual = _shape_texts(geometry)
    filled = [cell for cell in range(geometry.size) if grid[cell]]
    names = names_of(filled, geometry)
    symbols = [
        f"{name}_{geometry.values[grid[cell] - 1]}"
        for name, cell in zip(names, filled, strict=True)
    ]
    texts += [iss_text("", *symbols)] if symbols else []
    texts += _rules(geometry, is_usual)
    clues = grid.constraints.items if grid.constraints is not None else ()
    if RAW in geometry.rules and geometry.region_cells and any(c.key == "regionsum" for c in clues):
        raise SudokuError("no regionsum with regions of raw grids")
    for clue in clues:
        texts += clue.to_iss(geometry, clues)
    texts = list(dict.fromkeys(texts))
    places = [match.groups() for match in map(_PLACE.match, texts) if match is not None]
    if len(set(places)) < len(places):
        raise SudokuError("one clue of a kind at a place only")
    return texts


def _shape_texts(geometry: Geometry) -> tuple[list[str], bool]:
    """Return the texts of size, values and regions, and whether boxes are the usual ones."""
    rows, columns, values = geometry.rows, geometry.columns, geometry.values
    if max(rows, columns, len(values)) > MAX_SYMBOLS or values[0] > 1:
        raise SudokuError(f"grids of at most {MAX_SYMBOLS} symbols from 0 or 1 only")
    if geometry.layout:
        raise SudokuError("no overlapping grids")
    is_usual = values == range(1, max(rows, columns) + 1)
    shape = [f"{rows}x{columns}", *([] if is_usual else [values_text(values)])]
    regions = geometry.region_cells
    if RAW in geometry.rules:
        houses = (iss_text("AllDifferent", *names_of(cells, geometry)) for cells in regions)
        return [iss_text("Shape", *shape, *[""] * is_usual, "Raw"), *houses], True
    texts = [iss_text("Shape", *shape)]
    size = max(map(len, regions), default=1)
    if size not in (1, max(rows, columns)):
        texts.append(iss_text("RegionSize", str(size)))
    usual = Geometry.of_rectangle(rows, columns, size).with_values(values)
    if geometry.has_boxes and geometry.base is usual and regions:
        return texts, True
    texts.append(iss_text("NoBoxes"))
    if geometry.has_boxes and geometry.base is without_boxes(geometry.base):
        return texts, False
    numbers = list(map(geometry.region_of, range(geometry.size)))
    counts = Counter(numbers)
    left = counts.pop(NO_REGION, 0)
    if {*counts.values()} != {size} or left == size or len(counts) > len(REGION_LETTERS):
        raise SudokuError("regions of one size only")
    signs = ["-" if number == NO_REGION else region_sign(number) for number in numbers]
    return [*texts, iss_text("Jigsaw", "".join(signs))], False


def _rules(geometry: Geometry, is_usual: bool) -> Iterator[str]:
    is_raw = RAW in geometry.rules
    typed = {
        name: rule
        for name, rule in RULES.items()
        if rule in geometry.rules
        and not is_raw
        and (is_usual or rule not in NEED_BOXES)
        and (geometry.values == range(1, 10) or rule not in NINE_ONLY)
    }
    lacking = set(geometry.rules) - {*typed.values(), *HOUSE_RULES, RAW}
    if lacking:
        of = "raw grids" if is_raw else f"{geometry.n} symbols"
        raise SudokuError(f"no rule {min(lacking)} with {of}")
    yield from map(iss_text, typed)
    has_diagonals = "x" in geometry.rules and not is_raw
    if has_diagonals:
        yield from map(iss_text, DIAGONALS)
    for house in foreign.unnamed_houses(geometry, ["x"] * has_diagonals + [*typed.values()]):
        yield iss_text("AllDifferent", *names_of(house, geometry))


FORMAT = IssFormat()
