"""Random clues of all kinds in specs, JSON of f-puzzles and ISS text, and damaged texts of them.

The bytes choose a geometry and the fields of values, then bytes that are put into a text. Invalid
values have an error of one line. A format refuses a grid, or the grid is the same when it was
written and read again; so are grids of damaged texts.
"""

from itertools import chain

from sudokutools import formats
from sudokutools.constraints import KINDS, kind
from sudokutools.constraints.cell_sums import LittleKiller
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.constraint import Constraint, cell_names
from sudokutools.constraints.doubler import Doubler
from sudokutools.constraints.extra import ExtraCells
from sudokutools.constraints.pairs import RELATIONS
from sudokutools.constraints.summed_lines import MagicSquare
from sudokutools.constraints.variant_rules import HOUSE_RULES, NONCONSECUTIVE
from sudokutools.formats.format import Record, Style
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import lines_of_text
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from tests.fuzz.parsers import _try
from tests.fuzz.tools.cursor import Cursor
from tests.fuzz.tools.puzzles import geometry_of

SHAPES = ((3, 3), (2, 2), (3, 2), (2, 3), (4, 1), (4, 3), (2, 2, 1, 2))
FORMS = ("line", "json", "grid", "fpuzzles-json", "iss")
PIECES = ("12", "<10>", ".", "[1-4]", "[^2]", "(3|4)", "*", "+", "?", "{2}", "{1-2}", "(", "|")


def check(data: bytes) -> None:
    """Write and read clues; AssertionError: what does not hold."""
    cursor = Cursor(data)
    geometry = geometry_of(cursor, SHAPES)
    clues = filter(None, [_clue(geometry, cursor) for _ in range(cursor.randrange(6))])
    constraints = _try(Constraints.of, geometry, clues)
    cells = bytes(cursor.randrange(geometry.n + 1) for _ in range(cursor.choice((0, 4))))
    texts = _stable(Grid(geometry, cells.ljust(geometry.size, b"\0"), None, constraints))
    for text in texts:
        at, length = cursor.randrange(len(text) + 1), cursor.choice((0, 1, 1, 5, 20))
        part = bytes(cursor.byte() for _ in range(cursor.randrange(4))).decode("latin-1")
        for grid in _grids(text[:at] + part + text[at + length :]):
            _stable(grid)


def _clue(geometry: Geometry, cursor: Cursor) -> Constraint | None:
    """Draw a clue, or None if its value is invalid, with an error in a line."""
    key = cursor.choice(list(KINDS))
    fields = [_field(field, key, geometry, cursor) for field in kind(key).form.split(":")]
    clue: Constraint | None = _try(kind(key).parse, ":".join(fields), geometry)
    return clue


def _field(field: str, key: str, geometry: Geometry, cursor: Cursor) -> str:
    if field == "number":
        return str(cursor.choice((1, 2, 5, 10, cursor.randrange(50))))
    if field == "side":
        return cursor.choice(("", "-")) + cursor.choice("rc") + str(1 + cursor.randrange(9))
    if field == "text":
        if key == "regex":
            return "".join(cursor.choice(PIECES) for _ in range(1 + cursor.randrange(5)))
        symbols = ".".join(str(1 + cursor.randrange(9)) for _ in range(1 + cursor.randrange(4)))
        return cursor.choice(list(RELATIONS)) if key == "negative" else symbols
    cells = [cursor.randrange(geometry.size)]
    moves = (1, geometry.columns, geometry.columns + 1, geometry.columns - 1, 0)
    for _ in range(cursor.choice((1, 2, 3, 0, 5))):
        cells.append((cells[-1] + cursor.choice(moves)) % geometry.size)
    return cell_names(cells, geometry)


def _stable(grid: Grid) -> list[str]:
    """Write a grid in every format that holds it, and check that it is read; return the texts."""
    texts = []
    for name in FORMS:
        style = Style(formats.find(name))
        style.says_geometry = True
        text = _try(style.write, grid)
        if text is None:
            continue
        [again] = _grids(text)
        wanted = grid if style.format.has_candidates else grid.without_candidates()
        assert meaning(again) == meaning(wanted), (name, text)
        assert style.write(again) == text, (name, text)
        texts.append(text)
    return texts


def _grids(text: str) -> list[Grid]:
    """Read the grids of a text; errors are in a line."""
    items = Reader().read(lines_of_text(text), "-")
    found = [item for item in items if isinstance(item, Record)]
    assert all(record.error is None or str(record.error).isprintable() for record in found)
    return [record.grid for record in found if record.grid is not None]


def meaning(grid: Grid) -> object:
    """Return the parts of a grid, with one name for equivalent rules and clues."""
    clues: set[Constraint] = set()
    rules = set(grid.geometry.rules) - set(HOUSE_RULES)
    for clue in grid.constraints.items if grid.constraints is not None else ():
        if clue.key == "negative" and (clue.text, clue.number) == ("difference", 1):
            rules.add(NONCONSECUTIVE)
        elif clue.key == "modular" and clue.number == 2:
            clues.add(kind("parityline")(clue.cells))
        elif isinstance(clue, Doubler):
            clues.add(ExtraCells.of(*clue.parts(grid.geometry), grid.geometry))
        elif isinstance(clue, MagicSquare):
            sizes = ".".join(str(len(line)) for line in clue.pieces(grid.geometry))
            lines = chain.from_iterable(clue.pieces(grid.geometry))
            clues.add(kind("equalsum")(tuple(lines), text=sizes))
        elif isinstance(clue, LittleKiller):
            clues.add(LittleKiller(sorted(clue.cells), clue.number))
        else:
            clues.add(clue)
    return set(grid.geometry.houses), rules, grid.cells, grid.candidates, clues
