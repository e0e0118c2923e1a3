"""Complete grids by search: a solver fills the empty grid in random order.

**Small grids** are searched by `engines.propagate`. A search that has tried twice as many options
as there are cells went wrong early and is restarted, continuing the stream (Carla Gomes, Bart
Selman and Henry Kautz, "Boosting combinatorial search through randomization", AAAI 1998).

**Large grids** are searched band by band, or stack by stack if there are more stacks. A search for
a whole 100x100 grid has a million candidates. But however the first bands are filled, there is a
next one. Let k bands of a geometry with boxes of w columns and h rows be filled. In each box of the
next band, a column can take the n - kh = h(w - k) symbols that it lacks, and each symbol is missing
in w - k of the w columns. If every column takes 1 / (w - k) of each of its symbols, it gets h and
every symbol is placed once; this is a flow, so there is an integer solution as well. It remains to
distribute the symbols of each column to rows. Connect each column with its symbols: h edges meet at
a column, and at most h at a symbol, one for each box of the band. The edges of such a graph can be
coloured with h colours so that no two of one colour meet (Denes Konig, "Ueber Graphen und ihre
Anwendung auf Determinantentheorie und Mengenlehre", Mathematische Annalen 77, 1916): the colours
are the rows.

**Variants** Grids of up to nine symbols are searched by `engines.variant` in random order. A search
is restarted after twice as many options as there are cells, or half as many if clues are
primitives; rules that few grids satisfy, such as nonconsecutive, take dozens of searches. If many
have failed, and on larger grids, `cdcl` finds a grid in random order or proves that none exists. A
search that ends before its limit proves the latter as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream, stream_of
from sudokutools.errors import NoGridError, UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import cdcl, variant
from sudokutools.solving.solving import automatic

MOST_SYMBOLS = 9  # The maximum number of symbols of variants searched before `cdcl` is used.
FEW_TRIES = 10  # Searches if there is a limit of conflicts: other maps can be tried.
TRIES = 50  # The number of searches with primitives; after them `cdcl` is faster.
LIGHT_TRIES = 200  # The number of searches without primitives: they are shorter.
MAPS = 100  # The maximum number of random maps of regions without a grid.
UNDECIDED_MAPS = 30  # The maximum number of undecided maps.
_LIGHT_MAPS = 20  # Maps of up to nine symbols with few searches: another one is cheaper.
_PATIENCE = 1 << 18  # The maximum number of conflicts of `cdcl` on a map: some seconds.


def search(
    geometry: Geometry, stream: Stream, check: Check = never, patience: int | None = None
) -> Grid:
    """Solve the empty grid in random order. Raises NoGridError if no grid exists.

    patience  the limit of conflicts for variants, as in `draw_variant`
    """
    if not geometry.is_plain:
        return draw_variant(Grid.empty(geometry), stream, check, patience)
    if automatic(Grid.empty(geometry)) == "cdcl":
        return _large(geometry, stream, check)
    from sudokutools.solving.engines.planes import planes
    from sudokutools.solving.engines.propagate import search as solutions

    tables = planes(geometry)
    while True:
        try:
            start = (tables.full, 0)
            placed = next(solutions(tables, start, stream, check, 2 * geometry.size))
        except UndecidedError:
            continue
        return Grid(geometry, tables.cells(placed))


def _large(geometry: Geometry, stream: Stream, check: Check) -> Grid:
    width, height = geometry.box_width, geometry.box_height
    across, down = geometry.boxes_across, geometry.boxes_down
    if across <= down:
        return Grid(geometry, _bands(geometry, stream, check))
    cells = _bands(Geometry.of(height, width, down, across), stream, check)
    rows = geometry.rows
    return Grid(geometry, b"".join(cells[row::rows] for row in range(rows)))


def _bands(geometry: Geometry, stream: Stream, check: Check) -> bytes:
    width, height, across = geometry.box_width, geometry.box_height, geometry.boxes_across
    cells = b""
    for down in range(1, geometry.boxes_down + 1):
        part = Geometry.of(width, height, across, down)
        begun = Grid(part, cells + bytes(part.size - len(cells)))
        cells = next(cdcl.solutions(begun, stream, check)).cells
    return cells


def draw_variant(
    empty: Grid, stream: Stream, check: Check = never, patience: int | None = None
) -> Grid:
    """Return a random solution of an empty grid; each is possible, but not equally likely.

    Raises NoGridError if no grid exists and UndecidedError if `patience` conflicts of `cdcl` do not
    decide it; with a patience of 0 it is not used.
    """
    grid = _drawn(empty, stream, check, patience)
    if grid is None:
        clues = "" if empty.constraints is None else " with these clues"
        raise NoGridError(f"no grid exists: {empty.geometry}{clues}")
    return grid


def _drawn(empty: Grid, stream: Stream, check: Check, patience: int | None) -> Grid | None:
    geometry = empty.geometry
    is_light = variant.is_light(geometry, empty.constraints)
    steps, tries = (2 * geometry.size, LIGHT_TRIES) if is_light else (geometry.size // 2, TRIES)
    tries = tries if patience is None else FEW_TRIES
    for _ in range(tries if geometry.n <= MOST_SYMBOLS else 0):
        try:
            return variant.fill(geometry, stream, check, steps, empty.constraints)
        except UndecidedError:
            check()
    if patience == 0:
        raise UndecidedError(f"not decided in {tries} searches")
    return cdcl.draw(empty, stream, check, patience)


def generate_jigsaw(
    base: Geometry,
    rules: Sequence[str] = (),
    houses: Sequence[Sequence[int]] = (),
    stream: Stream | None = None,
    check: Check = never,
) -> Grid:
    """Return a random complete grid with random regions instead of the boxes of `base`.

    `rules` and `houses` are as in `Geometry.of_variant`. Maps without a grid and maps on which none
    is found soon are redrawn; the first maps get a few searches only, later ones some seconds.
    Raises NoGridError if none of `MAPS` maps has a grid, UndecidedError after `UNDECIDED_MAPS`
    undecided maps, and SudokuError for unknown rules.
    """
    from sudokutools.constraints.variant_rules import ordered
    from sudokutools.generating.regions import random_regions

    stream = stream_of("sudoku-gen", stream, None)
    light = _LIGHT_MAPS if base.n <= MOST_SYMBOLS else 0
    undecided = 0
    for number in range(light + MAPS):
        regions = random_regions(base.n, stream)
        geometry = Geometry.of_variant(base, regions, rules, houses)
        try:
            return search(geometry, stream, check, 0 if number < light else _PATIENCE)
        except NoGridError:
            continue
        except UndecidedError:
            undecided += number >= light
            if undecided == UNDECIDED_MAPS:
                break
    named = " ".join([f"{base.n}x{base.n}", *ordered(rules), *["houses"] * bool(houses)])
    if undecided:
        raise UndecidedError(f"no grid found: {named} on random maps of regions")
    raise NoGridError(f"no grid exists: {named} on {MAPS} random maps of regions")
