"""Judge a grid: the rules, the number of solutions, minimality, difficulty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from sudokutools._support.limits import Check, never
from sudokutools._support.request import Values
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.geometry_label import said_geometry
from sudokutools.grid.grid import Clash, Grid, symbol_text
from sudokutools.logic.levels import LEVELS
from sudokutools.solving.solving import needless_clue, solutions

if TYPE_CHECKING:
    from sudokutools.logic.hodoku import HodokuRating
    from sudokutools.logic.rating import Rating

KEYS = (
    "status",
    "kind",
    "clues",
    "solutions",
    "broken",
    "failed",
    "minimal",
    "rating",
    "pearl",
    "diamond",
    "level",
    "technique",
    "geometry",
    "hodoku_level",
    "hodoku_score",
    "hodoku_technique",
    "automorphisms",
    "rank",
)
"""The keys of a verdict, in the order in which they are written."""

HARDEST_VARIANT = 109
"""The maximum rating of variants, in tenths: deeper nested chains take minutes there."""

CELL_KEYS = ("kind", "clues", "solutions", "broken", "failed")
"""The keys that are not true of the solution as well."""


class Tests(Values):
    """The tests that a record has to pass, and the questions about it.

    solutions   "one": exactly one solution; "any": at least one; "rules": none are searched
    count       count the solutions, up to `limit` if given
    levels      the lowest and the highest level allowed; `ratings` likewise, in tenths
    scale       "se" or "hodoku": the scale of `levels`; hodoku adds its level, score and technique
    automorphisms, rank  the size of the symmetry group; the number of a complete 9x9 grid
    """

    solutions: str = "one"
    count: bool = False
    limit: int | None = None
    complete: bool = False
    minimal: bool = False
    rate: bool = False
    levels: tuple[str, str] | None = None
    ratings: tuple[int, int] | None = None
    automorphisms: bool = False
    rank: bool = False
    scale: str = "se"

    @property
    def needs_rating(self) -> bool:
        return self.rate or self.levels is not None or self.ratings is not None

    @property
    def needs_one_solution(self) -> bool:
        """Whether only puzzles with exactly one solution can pass."""
        return self.minimal or self.levels is not None or self.ratings is not None


class Findings(Values):
    """Facts about a grid; None: not found or not searched.

    clues       the number of clues; `is_complete`: no cell is empty
    broken      descriptions of broken rules
    solutions   the number of solutions found; `has_more`: there may be more
    is_minimal  whether no clue is redundant
    rating      on the scale of Sudoku Explainer; `hodoku` on that of HoDoKu
    solves      whether it is a solution of the puzzle that it is compared with
    undecided   the undecided question: "" (none), "solutions" or another one
    is_cut      whether `check` ended the work on a question
    """

    geometry: Geometry
    is_complete: bool
    clues: int
    broken: Sequence[str] = ()
    solutions: int | None = None
    has_more: bool = False
    is_minimal: bool | None = None
    rating: Rating | None = None
    hodoku: HodokuRating | None = None
    automorphisms: int | None = None
    rank: int | None = None
    solves: bool | None = None
    undecided: str = ""
    is_cut: bool = False


class Verdict:
    """The answers about one record.

    `values` holds the computed keys of KEYS; `rating` is in tenths; `techniques` counts the steps
    of the path that gave the technique; `is_cut` is True if `check` ended a search.
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {"status": "ok"}
        self.rating: int | None = None
        self.techniques: Mapping[str, int] = {}
        self.is_cut = False

    @property
    def status(self) -> str:
        """ok, bad, unknown or unreadable."""
        return str(self.values["status"])

    def fail(self, test: str) -> None:
        """Fail; the first failed test is kept."""
        self.values["status"] = "bad"
        self.values.setdefault("failed", test)

    def text(self) -> str:
        """Return the keys as `key=value`, separated by tabs."""
        return "\t".join(f"{key}={_plain(self.values[key])}" for key in self._keys())

    def data(self) -> dict[str, Any]:
        data = {key: self.values[key] for key in self._keys()}
        if "rank" in data:
            data["rank"] = str(data["rank"])  # It passes what most readers of JSON can hold.
        return data

    def _keys(self) -> list[str]:
        return sorted(self.values, key=lambda key: KEYS.index(key) if key in KEYS else len(KEYS))


def _plain(value: Any) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)


def clash_text(geometry: Geometry, clash: Clash) -> str:
    """Return the house that holds a symbol twice.

    >>> grid = Grid(Geometry.of(2, 2), bytes([1, 0, 1, 0] + 12 * [0]))
    >>> [clash_text(grid.geometry, clash) for clash in grid.clashes()]
    ['row 1: 1 at r1c1 r1c3']
    """
    if clash.told:
        return clash.told
    cells = " ".join(map(geometry.cell_name, clash.cells))
    return f"{clash.kind} {clash.house + 1}: {symbol_text(geometry, clash.symbol)} at {cells}"


def judge(
    grid: Grid, tests: Tests | None = None, check: Check = never, solves: bool | None = None
) -> Verdict:
    """Judge a grid: rules, number of solutions and further tests.

    grid    a puzzle or a complete grid
    tests   a `sudokutools.checking.checking.Tests`; default: exactly one solution
    check   called every few milliseconds; if it raises UndecidedError, the verdict is `unknown`
    solves  whether the grid is a solution of the puzzle that it is compared with, if any

    Returns a verdict with `status`: "ok", "bad" or "unknown"; `values`, a dict of all results, such
    as "failed", the first failed test; and `text()`, the line that sudoku-check writes.

    >>> from sudokutools import judge, read_grid
    >>> judge(read_grid("12..34......4..1")).values
    {'status': 'bad', 'kind': 'puzzle', 'clues': 6, 'solutions': '2+', 'failed': 'solutions'}
    """
    tests = tests or Tests()
    return verdict_of(examine(grid, tests, check).replace(solves=solves), tests)


def verdict_of(found: Findings, tests: Tests) -> Verdict:
    """Return the verdict on a record with such findings.

    The first failed test is named, in this order: rules, complete, number of solutions, minimal,
    level and rating, against. A record without a failure is unknown if a question is undecided; a
    unique solution is undecided if the search ended, by time or limit, after one solution.
    """
    verdict = Verdict()
    verdict.is_cut = found.is_cut
    values = verdict.values
    values["kind"] = "complete" if found.is_complete else "puzzle"
    values["clues"] = found.clues
    if found.broken:
        if tests.solutions != "rules":
            values["solutions"] = 0
        values["broken"] = list(found.broken)
        verdict.fail("rules")
        return verdict
    if tests.complete and not found.is_complete:
        verdict.fail("complete")
    if found.solutions is not None:
        _judge_solutions(found, tests, verdict)
    if found.is_minimal is not None:
        values["minimal"] = "yes" if found.is_minimal else "no"
        if not found.is_minimal:
            verdict.fail("minimal")
    if found.rating is not None:
        _judge_rating(found, found.rating, tests, verdict)
    if found.automorphisms is not None:
        values["automorphisms"] = found.automorphisms
    if found.rank is not None:
        values["rank"] = found.rank
    if found.solves is False:
        verdict.fail("against")
    if found.undecided and verdict.status == "ok":
        values["status"] = "unknown"
    return verdict


def _judge_solutions(found: Findings, tests: Tests, verdict: Verdict) -> None:
    number = found.solutions or 0
    if found.undecided != "solutions" or number:
        verdict.values["solutions"] = f"{number}+" if found.has_more else number
    if found.undecided == "solutions":
        return
    needs_one = tests.solutions == "one" or tests.needs_one_solution
    if number == 0 or (needs_one and number > 1):
        verdict.fail("solutions")
    elif needs_one and found.has_more and verdict.status == "ok":
        verdict.values["status"] = "unknown"


def _judge_rating(found: Findings, rating: Rating, tests: Tests, verdict: Verdict) -> None:
    values = verdict.values
    verdict.rating = rating.rating
    verdict.techniques = rating.techniques
    values["rating"] = rating.rating / 10
    values["pearl"] = rating.pearl / 10
    values["diamond"] = rating.diamond / 10
    values["level"] = rating.level
    if rating.technique:
        values["technique"] = rating.technique
    if found.geometry is not Geometry.of(3, 3):
        values["geometry"] = _geometry_text(found.geometry)  # Ratings compare on one only.
    level = rating.level
    if found.hodoku is not None:
        verdict.techniques = found.hodoku.techniques
        level = values["hodoku_level"] = found.hodoku.level
        values["hodoku_score"] = found.hodoku.score
        if found.hodoku.technique:
            values["hodoku_technique"] = found.hodoku.technique
    if tests.levels is not None:
        names = level_names(tests.scale)
        low, high = map(names.index, tests.levels)
        if not low <= names.index(level) <= high:
            verdict.fail("level")
    if tests.ratings is not None and not tests.ratings[0] <= rating.rating <= tests.ratings[1]:
        verdict.fail("rating")


def _geometry_text(geometry: Geometry) -> str:
    return str(geometry) if geometry.is_plain else said_geometry(geometry)


def level_names(scale: str) -> list[str]:
    """Return the levels of a scale in ascending order."""
    if scale == "hodoku":
        from sudokutools.logic.hodoku import LEVELS as HODOKU_LEVELS

        return list(HODOKU_LEVELS)
    return list(LEVELS)


def examine(grid: Grid, tests: Tests, check: Check = never) -> Findings:
    """Answer the questions of the tests about a grid as far as `check` allows."""
    found = Findings(
        geometry=grid.geometry,
        is_complete=grid.is_complete,
        clues=grid.clue_count,
        broken=[clash_text(grid.geometry, clash) for clash in grid.clashes()],
    )
    if found.broken:
        return found
    for question in (_find_solutions, _find_minimality, _find_rating, _find_place):
        found = question(found, grid, tests, check)
        if found.undecided:
            break
    return found


def _find_solutions(found: Findings, grid: Grid, tests: Tests, check: Check) -> Findings:
    if tests.solutions == "rules":
        return found
    if grid.is_complete:
        return found.replace(solutions=1)
    needs_one = tests.solutions == "one" or tests.minimal or tests.needs_rating
    enough = tests.limit if tests.count else 2 if needs_one else 1
    number = 0
    try:
        for _ in islice(solutions(grid, check=check), enough):
            number += 1
    except UndecidedError:
        undecided = "" if number else "solutions"
        return found.replace(solutions=number, has_more=True, undecided=undecided, is_cut=True)
    return found.replace(solutions=number, has_more=0 < number == enough)


def _has_one(found: Findings, tests: Tests) -> bool:
    """Whether a grid has exactly one solution, or none was searched."""
    return tests.solutions == "rules" or (found.solutions == 1 and not found.has_more)


def _find_minimality(found: Findings, grid: Grid, tests: Tests, check: Check) -> Findings:
    if not tests.minimal or not _has_one(found, tests):
        return found
    if grid.candidates is not None:
        return found.replace(undecided="minimal")
    try:
        is_minimal = not grid.is_complete and needless_clue(grid, check) is None
    except UndecidedError:
        return found.replace(undecided="minimal", is_cut=True)
    return found.replace(is_minimal=is_minimal)


def _find_rating(found: Findings, grid: Grid, tests: Tests, check: Check) -> Findings:
    """Rate a puzzle with one solution, unless it is beyond the scale."""
    if not tests.needs_rating or not _has_one(found, tests):
        return found
    wants_hodoku = tests.scale == "hodoku"
    if wants_hodoku and not grid.is_classic:
        return found.replace(undecided="rating")
    from sudokutools.logic import rate

    try:
        rating = rate(grid, None if grid.is_plain else HARDEST_VARIANT, check)
        if not rating.solved:
            return found.replace(undecided="rating")
        found = found.replace(rating=rating)
        if wants_hodoku:
            from sudokutools.logic.hodoku import rate_hodoku

            found = found.replace(hodoku=rate_hodoku(grid, check))
    except UndecidedError:
        return found.replace(undecided="rating", is_cut=True)
    return found


def _find_place(found: Findings, grid: Grid, tests: Tests, check: Check) -> Findings:
    if tests.automorphisms:
        from sudokutools.canonical import automorphisms

        try:
            found = found.replace(automorphisms=automorphisms(grid, check))
        except SudokuError as error:  # Others: the grid is too large or too symmetric.
            is_cut = isinstance(error, UndecidedError)
            return found.replace(undecided="automorphisms", is_cut=is_cut)
    if tests.rank and not grid.is_plain:
        return found.replace(undecided="rank")
    if tests.rank and grid.is_complete and grid.is_classic:
        from sudokutools.generating.ranking import rank_of_grid

        found = found.replace(rank=rank_of_grid(grid))
    return found


def is_solution_of(solution: Grid, puzzle: Grid) -> bool:
    """Whether a grid is complete and agrees with the clues and candidates of a puzzle.

    The solution may omit the variant of the puzzle; rules of plain puzzles are not checked.

    >>> puzzle = Grid(Geometry.of(2, 1), [1, 0, 0, 0])
    >>> is_solution_of(Grid(Geometry.of(2, 1), [1, 2, 2, 1]), puzzle)
    True
    """
    return (
        solution.geometry.base is puzzle.geometry.base
        and solution.is_complete
        and all(c in (0, s) for c, s in zip(puzzle.cells, solution.cells, strict=True))
        and all(
            mask >> (s - 1) & 1
            for mask, s in zip(puzzle.candidates or (), solution.cells, strict=False)
        )
        and (puzzle.is_plain or not any(puzzle.with_cells(solution.cells).clashes()))
    )
