"""All engines agree on variants, with and without compiled core."""

from collections.abc import Iterable
from importlib.util import find_spec
from itertools import combinations, islice
from math import factorial
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sudokutools._support import core
from sudokutools._support.limits import NONE, PAUSED, SOLUTION, Check, never
from sudokutools._support.streams import Stream
from sudokutools.constraints import cell_sums, partial_sums, propagation
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.variant_rules import NAMES, NONCONSECUTIVE
from sudokutools.errors import SudokuError, UndecidedError, UnsuitedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import CHARACTER_VALUES, Grid
from sudokutools.solving.engines import ENGINES, cdcl, engine, model, propagate
from sudokutools.solving.engines.all_primitives import all_primitives
from tests.clues import common, grid_of
from tests.conftest import in_python, sweep
from tests.fuzz.tools.puzzles import Steps
from tests.solving.test_cdcl import found_in
from tests.strategies import variant_puzzles
from tests.tables import cases

DATA = Path(__file__).parent.parent / "data" / "variants"
CLUES = ("cages", "less", "parity")
PUBLISHED = sorted(path.stem for path in DATA.glob("*.tsv"))
KINDS = (*NAMES, "regions", "houses", *CLUES)
FEW = 25

# The maximum number of calls of `check` for slow engines.
FEW_CALLS = {"backtrack": 60, "dlx": 500, "sat": 200}

# Jigsaws: regions of four, six and nine cells, the last two with one that is not connected.
MAPS = {
    4: "AABBAACBDDCBDDCC",
    6: "AAABBBABCBBAACDDCBECDDCFEEDDCFEEEFFF",
    9: "AAABBBCCCAAABBBCCCAADBBBCCFDADEEECBFDDDEEEFFFDDDEEEFFFGGHHHIIIGGGHHHIIDGGGHHHIIIG"[:81],
}
needs_kernel = pytest.mark.skipif(core.native() is None, reason="no compiled core")


def cells_of(text: str) -> bytes:
    return text.encode().translate(CHARACTER_VALUES)


def published(kind: str) -> list[tuple[Grid, bytes]]:
    """Return the puzzles of a kind in the public data, and their solutions."""
    found = []
    for row in (DATA / f"{kind}.tsv").read_text().splitlines()[1:]:
        puzzle, spec, solution, *_ = row.split("\t")
        found.append((grid_of(spec, cells_of(puzzle)), cells_of(solution)))
    return found


def found_by(method: str, grid: Grid, limit: int, check: Check = never) -> set[bytes] | None:
    """Return up to `limit` solutions; None: the method is not available, or undecided."""
    if method == "sat" and find_spec("pysat") is None:
        return None
    try:
        found = [other.cells for other in islice(engine(method)(grid, None, check), limit)]
    except UndecidedError:
        return None
    assert len(set(found)) == len(found)
    for cells in found:
        other = grid.with_cells(cells)
        assert other.is_complete
        assert not any(other.clashes())
        assert all(not a or a == b for a, b in zip(grid.cells, cells, strict=True))
    return set(found)


def agree(grid: Grid, limit: int) -> int:
    """Compare all engines on a grid, also in Python; return the number of its solutions."""
    answers = {}
    for method in ENGINES:
        found = found_by(method, grid, limit, Steps(FEW_CALLS.get(method, 10**6)))
        if found is not None:
            answers[method] = found
    known = answers["cdcl"]
    assert {"propagate", "cdcl"} <= set(answers)
    with in_python():
        for method in ("cdcl", "propagate"):
            found = found_by(method, grid, limit, Steps(10**6))
            assert found is not None
            answers[f"{method} in Python"] = found
    for found in answers.values():
        assert len(found) == len(known)
        assert len(found) == limit or found == known
    return len(known)


@settings(max_examples=15, deadline=None)
@given(variant_puzzles((4,)))
def test_engines_agree_on_random_puzzles(drawn: tuple[Grid, Grid]) -> None:
    assert agree(drawn[0], 1000) > 0


@settings(max_examples=8, deadline=None)
@given(variant_puzzles((6, 8, 9)))
def test_engines_agree_on_larger_puzzles(drawn: tuple[Grid, Grid]) -> None:
    assert agree(drawn[0], FEW) > 0


@settings(max_examples=15, deadline=None)
@given(variant_puzzles((4, 6)), st.integers(0, 10**6))
def test_engines_agree_where_there_may_be_no_solution(drawn: tuple[Grid, Grid], seed: int) -> None:
    puzzle, solution = drawn
    random = Random(seed)
    cells = bytearray(solution.cells)
    for cell in random.sample(range(len(cells)), len(cells) * 3 // 4):
        cells[cell] = 0
    empty = [cell for cell, symbol in enumerate(cells) if not symbol]
    cells[random.choice(empty)] = random.randint(1, puzzle.geometry.n)
    agree(puzzle.with_cells(cells), FEW)


@settings(max_examples=15, deadline=None)
@given(variant_puzzles((4, 6)), st.integers(0, 10**6))
def test_engines_keep_to_candidates(drawn: tuple[Grid, Grid], seed: int) -> None:
    puzzle, solution = drawn
    random = Random(seed)
    every = (1 << puzzle.geometry.n) - 1
    masks = [1 << s - 1 | random.randint(0, every) for s in solution.cells]
    marked = Grid(puzzle.geometry, puzzle.cells, masks, puzzle.constraints)
    assert agree(marked, FEW) > 0
    for found in islice(cdcl.solutions(marked), FEW):
        assert all(masks[cell] >> symbol - 1 & 1 for cell, symbol in enumerate(found.cells))


def pair_geometry(n: int, kinds: tuple[str, ...]) -> Geometry | None:
    """Return a geometry with these rules; None: they cannot be combined."""
    base = Geometry.of_size(n)
    regions = [ord(sign) for sign in MAPS[n]] if "regions" in kinds else None
    houses = [range(0, base.size, n + 2), (1, n, 2 * n + 2)] if "houses" in kinds else []
    houses = [list(house)[:n] for house in houses]
    try:
        rules = [kind for kind in kinds if kind in NAMES]
        return Geometry.of_variant(base, regions, rules, houses)
    except SudokuError:
        return None


def pair_clues(solution: Grid, kinds: tuple[str, ...], random: Random) -> Constraints | None:
    geometry, cells = solution.geometry, solution.cells
    n, size = geometry.n, geometry.size
    cages, free = [], set(range(size))
    while "cages" in kinds and free:
        cage = [min(free)]
        for cell in (cage[0] + 1, cage[0] + n, cage[0] + n + 1):
            different = cells[cell] not in {cells[o] for o in cage} if cell in free else False
            if different and random.random() < 0.5 and (cell % n or cell == cage[0] + n):
                cage.append(cell)
        free -= set(cage)
        cages.append((sum(cells[c] for c in cage) if random.random() < 0.9 else 0, cage))
    beside = [(a, a + step) for a in range(size - n) for step in (1, n)]
    rising = [pair if cells[pair[0]] < cells[pair[1]] else pair[::-1] for pair in beside]
    rising = [(low, high) for low, high in rising if cells[low] < cells[high]]
    less = random.sample(rising, size // 3) if "less" in kinds else []
    marked = random.sample(range(size), size // 2) if "parity" in kinds else []
    odd = [cell for cell in marked if cells[cell] % 2]
    even = [cell for cell in marked if cells[cell] % 2 == 0]
    return Constraints.of(geometry, common(cages, less, even, odd))


PAIRS = list(combinations(KINDS, 2))


@pytest.mark.parametrize("kinds", sweep(PAIRS[::4], PAIRS), ids="+".join)
def test_engines_agree_on_every_pair_of_rules(kinds: tuple[str, str]) -> None:
    random = Random("+".join(kinds))
    for n, blanks in ((4, (16, 12)), (6, (26, 16)), (9, (48, 40))):
        geometry = pair_geometry(n, kinds)
        if geometry is None:
            continue
        empty = Grid.empty(geometry)
        search = cdcl.solutions(empty, Stream("test", "+".join(kinds), n), Steps(60))
        try:
            found = next(search, None)
        except UndecidedError:
            continue  # The question needs a clue.
        if found is None:
            assert agree(empty, 1) == 0
            continue
        solution = Grid(geometry, found.cells, None, pair_clues(found, kinds, random))
        for blank in blanks:
            cells = bytearray(solution.cells)
            for cell in random.sample(range(len(cells)), blank):
                cells[cell] = 0
            assert agree(solution.with_cells(cells), FEW) > 0


@pytest.mark.parametrize("methods", sweep([["propagate", "cdcl"]], [ENGINES]), ids=len)
@pytest.mark.parametrize("kind", PUBLISHED)
def test_published_puzzles(kind: str, methods: Iterable[str]) -> None:
    for puzzle, solution in published(kind):
        for method in methods:
            found = found_by(method, puzzle, 2, Steps(FEW_CALLS.get(method, 10**6)))
            assert found == {solution} or (found is None and method in FEW_CALLS)
        if kind != "nonconsecutive":  # That takes long.
            with in_python():
                assert found_by("propagate", puzzle, 2) == {solution}


@cases
def test_number_of_grids(n: int, rules: str, methods: str, grids: int) -> None:
    """Count with an ordered first row, if symbols can be exchanged."""
    geometry = Geometry.of_variant(Geometry.of_size(n), None, rules.split("+") if rules else ())
    is_ordered = NONCONSECUTIVE not in rules
    grid = Grid(geometry, bytes(range(1, n + 1) if is_ordered else n) + bytes(n * n - n))
    for method in methods.split():
        found = found_by(method, grid, grids + 1)
        assert found is None or len(found) * (factorial(n) if is_ordered else 1) == grids


@pytest.mark.usefixtures("either")
@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(variant_puzzles((4,)), st.integers(50, 5000), st.booleans())
def test_pauses_have_no_influence(drawn: tuple[Grid, Grid], steps: int, is_random: bool) -> None:
    one, other = (
        cdcl.new_search(drawn[0], Stream("test", "pauses", steps) if is_random else None)[0]
        for _ in range(2)
    )
    assert found_in(one, steps) == found_in(other, 10**9)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(variant_puzzles((4, 6)))
def test_sums_of_cages_without_sets_of_symbols(drawn: tuple[Grid, Grid]) -> None:
    puzzle, _ = drawn
    assume(puzzle.constraints is not None and any(cage.sum for cage in puzzle.constraints.cages))
    known = found_by("propagate", puzzle, 200)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cell_sums, "TABLED", 0)
        patch.setattr(propagation, "MAX_SETS", 0)
        all_primitives.cache_clear()
        for method in ("cdcl", "sat"):
            found = found_by(method, puzzle, 200)
            assert method == "sat" or found is not None
            assert found is None or found == known or len(found) == 200


@settings(max_examples=10, deadline=None)
@given(variant_puzzles((6,)))
def test_implied_houses_hold_every_symbol(drawn: tuple[Grid, Grid]) -> None:
    _, solution = drawn
    for house in model.implied_houses(solution.geometry):
        assert sorted(solution[cell] for cell in house) == list(range(1, len(house) + 1))


def test_implied_houses_of_windoku() -> None:
    implied = model.implied_houses
    for box, number in {(3, 3): 5, (4, 4): 7, (3, 2): 1}.items():
        geometry = Geometry.of_variant(Geometry.of(*box), rules=["windoku"])
        assert len(implied(geometry)) == number
    assert not implied(Geometry.of(3, 3))
    assert not implied(Geometry.of_variant(Geometry.of(3, 3), rules=["x", "disjoint"]))


def test_sets_of_symbols() -> None:
    for masks, total in [((15, 15), 5), ((511,) * 3, 15), ((3, 7, 12), 7), ((1, 1), 2), ((4,), 3)]:
        symbols = range(1, 10)
        expected = [
            sum(1 << s - 1 for s in chosen)
            for chosen in combinations(symbols, len(masks))
            if sum(chosen) == total
        ]
        union = 0
        for mask in masks:
            union |= mask
        expected = [e for e in expected if not e & ~union and all(e & mask for mask in masks)]
        assert partial_sums.symbol_sets(masks, total, 100) == expected
    assert partial_sums.symbol_sets([511] * 4, 20, 11) is None


@needs_kernel
def test_kernel_refuses_what_is_no_model() -> None:
    native = core.native()
    assert native is not None
    grid = Grid.empty(Geometry.of_variant(Geometry.of(2, 2), rules=["x", "antiknight"]))
    shape = (4, 1, 1, 4)
    right = model.Model(grid).packed()
    native.CdclSearch(shape, grid.cells, b"", right)
    random = Random(1)
    refused = 0
    for text in (b"", right[:-4], right[:-1], right + bytes(4), bytes(16) + right):
        with pytest.raises(ValueError, match="no model"):
            native.CdclSearch(shape, grid.cells, b"", text)
    for _ in range(3000):
        at = 4 * random.randrange(len(right) // 4)
        number = random.choice([-1, 0, 1, 3, 17, 64, 65, 1 << 30, random.randrange(100)])
        wrong = right[:at] + number.to_bytes(4, "little", signed=True) + right[at + 4 :]
        try:
            search = native.CdclSearch(shape, grid.cells, b"", wrong)
        except ValueError:
            refused += 1
        else:
            search.be_patient(100)
            assert search.run(10**5) in (NONE, SOLUTION, PAUSED)
    assert refused > 1000


def clued(solution: Grid, cells: frozenset[int]) -> Grid:
    return solution.with_cells([s if c in cells else 0 for c, s in enumerate(solution.cells)])


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize(
    "kind", ["antiking", "evenodd", "jigsaw", "killer", "less", "nonconsecutive", "small", "x"]
)
def test_minimal_clues_are_needed_and_enough(kind: str) -> None:
    most = 9 if core.native() is not None else 6
    for puzzle, cells in [row for row in published(kind) if row[0].geometry.n <= most][:2]:
        solution = puzzle.with_cells(cells)
        random = Random(kind)
        kept = random.sample(range(len(cells)), len(cells) // 2)
        start = frozenset(kept) | {c for c, s in enumerate(puzzle.cells) if s}
        clues = cdcl.minimal_clues(solution, [[cell] for cell in sorted(start)])
        assert found_by("propagate", clued(solution, clues), 2) == {cells}
        for cell in clues:
            fewer = found_by("propagate", clued(solution, clues - {cell}), 2)
            assert fewer is not None
            assert len(fewer) == 2
        assert not list(cdcl.redundant_clues(clued(solution, clues), solution))
        free = next(cell for cell in range(len(cells)) if cell not in clues)
        more = clued(solution, clues | {free})
        assert list(cdcl.redundant_clues(more, solution))
        assert cdcl.is_forced(clued(solution, clues), free, cells[free])


@settings(max_examples=20, deadline=None)
@given(variant_puzzles((4, 6)), st.integers(0, 10**6))
def test_enough_clues(drawn: tuple[Grid, Grid], seed: int) -> None:
    puzzle, solution = drawn
    uniqueness = cdcl.Uniqueness(solution)
    random = Random(seed)
    for _ in range(4):
        cells = frozenset(c for c in range(puzzle.geometry.size) if random.random() < 0.4)
        enough = uniqueness.enough(cells)
        found = found_by("propagate", clued(solution, cells), 2)
        assert found is not None
        assert (enough is not None) == (len(found) == 1)
        if enough is None:
            other = solution.with_cells(uniqueness.other)
            assert other != solution
            assert not any(other.clashes())
        else:
            assert enough <= cells
            assert found_by("propagate", clued(solution, enough), 2) == {solution.cells}


def test_uniqueness_needs_a_grid_that_keeps_the_rules() -> None:
    geometry = Geometry.of_variant(Geometry.of(2, 2), rules=["antiking"])
    plain = next(propagate.solutions(Grid.empty(Geometry.of(2, 2))))
    with pytest.raises(SudokuError, match="not a solution"):
        cdcl.Uniqueness(Grid(geometry, plain.cells))


def jigsaw(n: int, seed: int) -> Geometry:
    """Return a geometry whose regions are boxes that exchanged some cells."""
    base, random = Geometry.of_size(n), Random(seed)
    regions = [base.region_of(cell) for cell in range(base.size)]
    for _ in range(base.size // 4):
        cell = random.randrange(base.size - n - 1)
        other = cell + random.choice((1, n, n + 1))
        regions[cell], regions[other] = regions[other], regions[cell]
    return Geometry.of_variant(base, regions)


@needs_kernel
@pytest.mark.parametrize(
    "geometry",
    [
        jigsaw(16, 1),
        Geometry.of_variant(Geometry.of(4, 4), rules=["x"]),
        Geometry.of_variant(Geometry.of(4, 4), rules=["windoku"]),
        pytest.param(
            Geometry.of_variant(Geometry.of(5, 5), rules=["windoku"]), marks=pytest.mark.long
        ),
    ],
    ids=["jigsaw", "x", "windoku 16x16", "windoku 25x25"],
)
def test_large_puzzles_are_made_and_solved(geometry: Geometry) -> None:
    solution = next(cdcl.solutions(Grid.empty(geometry), Stream("test", "large", 0)))
    order = Random(1).sample(range(geometry.size), geometry.size)
    clues = cdcl.minimal_clues(solution, [[cell] for cell in order])
    assert len(clues) < geometry.size // 3
    assert [grid.cells for grid in cdcl.solutions(clued(solution, clues))] == [solution.cells]


@needs_kernel
@pytest.mark.parametrize("n", [12, 16, 25])
def test_large_killers(n: int) -> None:
    geometry = Geometry.of_size(n)
    cells = next(cdcl.solutions(Grid.empty(geometry), Stream("test", "killer", n))).cells
    rows = [range(row, row + n) for row in range(0, n * n, n)]
    pairs = [row[at : at + 2] for row in rows for at in range(0, n, 2)]
    cages = Constraints.of(geometry, common([(sum(cells[c] for c in p), p) for p in pairs]))
    solution = Grid(geometry, cells, None, cages)
    clues = frozenset(range(0, n * n, 3))
    found = list(islice(cdcl.solutions(clued(solution, clues)), 2))
    assert not any(clash for grid in found for clash in grid.clashes())
    assert len(set(found)) == len(found) >= 1
    assert (cdcl.Uniqueness(solution).enough(clues) is None) == (len(found) == 2)


@pytest.mark.parametrize("limit", ["MAX_LITERALS", "NEVER_UNIT", "MAX_STEPS"])
def test_model_that_is_too_large(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    grid = grid_of("box=3x3,variant=antiking,littlekiller=20:r1c5r2c4r3c3r4c2r5c1")
    with monkeypatch.context() as patch:
        patch.setattr(model, limit, 10)
        with pytest.raises(UndecidedError, match="too many candidates and clues"):
            next(cdcl.solutions(grid))
    monkeypatch.setattr(cdcl, "MAX_CONSTRAINTS", 100)
    with pytest.raises(UndecidedError, match="too many candidates and clues"):
        next(cdcl.solutions(grid))


def test_the_check_is_called_for_every_clue_of_a_model() -> None:
    pairs = [(cell, cell + 1) for cell in range(80) if cell % 9 < 8]
    calls: list[None] = []
    constraints = Constraints.of(Geometry.of(3, 3), common((), pairs))
    model.Model(Grid(Geometry.of(3, 3), bytes(81), None, constraints), lambda: calls.append(None))
    assert len(calls) > 9 * len(pairs)


@cases
def test_dlx_refuses_by_name(spec: str, refused: str) -> None:
    grid = grid_of(spec)
    if refused:
        with pytest.raises(UnsuitedError, match=f"^method dlx does not support {refused}$"):
            next(engine("dlx")(grid))
    else:
        assert agree(grid, 300)


@pytest.mark.parametrize("shape", ["box=3x2,boxes=1x2", "box=3x2,boxes=2x1"])
@pytest.mark.parametrize(
    "clue", ["arrow=r1c1:r1c2r1c3", "whisper=3:r1c1r1c2r1c3", "negative=difference:1"]
)
def test_clues_of_partial_grids(shape: str, clue: str) -> None:
    assert agree(grid_of(f"{shape},{clue}"), 300)
