"""Judge a grid: the rules, the number of solutions, minimality, difficulty."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid import Clash, Geometry, Grid, symbol_text
from sudokutools.limits import Check, never
from sudokutools.solving import needless_clue, solutions

if TYPE_CHECKING:
    from sudokutools.logic import Rating

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
    "score",
    "automorphisms",
    "rank",
)
"""The keys of a verdict, in the order in which they are written."""


class Tests:
    """What a record has to pass, and what is to be found out about it.

    solutions   "one": exactly one solution; "any": at least one; "rules": none is looked for
    count       count the solutions, no further than `limit` where there is one
    levels      the lowest and the highest level allowed; `ratings` likewise in tenths
    scale       "se" or "hodoku": whose level and technique are told; the latter has a score, too
    automorphisms, rank  the size of the symmetry group; the number of a complete 9x9 grid
    """

    def __init__(
        self,
        solutions: str = "one",
        count: bool = False,
        limit: int | None = None,
        complete: bool = False,
        minimal: bool = False,
        rate: bool = False,
        levels: tuple[str, str] | None = None,
        ratings: tuple[int, int] | None = None,
        automorphisms: bool = False,
        rank: bool = False,
        scale: str = "se",
    ) -> None:
        self.solutions = solutions
        self.count = count
        self.limit = limit
        self.complete = complete
        self.minimal = minimal
        self.rate = rate or levels is not None or ratings is not None
        self.levels = levels
        self.ratings = ratings
        self.automorphisms = automorphisms
        self.rank = rank
        self.scale = scale


class Verdict:
    """The answers about one record: `values` holds those keys of KEYS that were computed."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {"status": "ok"}
        self.techniques: dict[str, int] = {}

    @property
    def status(self) -> str:
        """ok, bad, unknown or unreadable."""
        return str(self.values["status"])

    def fail(self, test: str) -> None:
        """Remember the first test that failed."""
        self.values["status"] = "bad"
        self.values.setdefault("failed", test)

    def text(self) -> str:
        """Return the keys as `key=value`, parted by tabs."""
        return "\t".join(f"{key}={_plain(self.values[key])}" for key in self._keys())

    def data(self) -> dict[str, Any]:
        """Return the keys as JSON values."""
        data = {key: self.values[key] for key in self._keys()}
        if "rank" in data:
            data["rank"] = str(data["rank"])  # It passes what most readers of JSON can hold.
        return data

    def _keys(self) -> list[str]:
        return sorted(self.values, key=lambda key: KEYS.index(key) if key in KEYS else len(KEYS))


def _plain(value: Any) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)


def clash_text(geometry: Geometry, clash: Clash) -> str:
    """Say which house holds a symbol twice.

    >>> grid = Grid(Geometry.of(2, 2), bytes([1, 0, 1, 0] + 12 * [0]))
    >>> [clash_text(grid.geometry, clash) for clash in grid.clashes()]
    ['row 1: 1 at r1c1 r1c3']
    """
    cells = " ".join(map(geometry.cell_name, clash.cells))
    return f"{clash.kind} {clash.house + 1}: {symbol_text(geometry, clash.symbol)} at {cells}"


def judge(grid: Grid, tests: Tests, check: Check = never) -> Verdict:
    """Return the verdict on a grid; what `check` ends by an UndecidedError is `unknown`."""
    verdict = Verdict()
    values = verdict.values
    values["kind"] = "complete" if grid.is_complete else "puzzle"
    values["clues"] = grid.clue_count
    broken = [clash_text(grid.geometry, clash) for clash in grid.clashes()]
    if broken:
        if tests.solutions != "rules":
            values["solutions"] = 0
        values["broken"] = broken
        verdict.fail("rules")
        return verdict
    if tests.complete and not grid.is_complete:
        verdict.fail("complete")
    try:
        if tests.solutions != "rules":
            _judge_solutions(grid, tests, verdict, check)
        if values.get("solutions") == 1 or tests.solutions == "rules":
            _judge_rest(grid, tests, verdict, check)
        elif tests.minimal or tests.levels or tests.ratings:
            verdict.fail("solutions")
        if tests.automorphisms or tests.rank:
            _judge_place(grid, tests, verdict, check)
    except UndecidedError:
        if verdict.status == "ok":
            values["status"] = "unknown"
    return verdict


def _judge_solutions(grid: Grid, tests: Tests, verdict: Verdict, check: Check) -> None:
    """Find out how many solutions there are, as far as the tests want to know."""
    values = verdict.values
    if grid.is_complete:
        values["solutions"] = 1
        return
    needs_one = tests.solutions == "one" or tests.minimal or tests.rate
    enough = tests.limit if tests.count else 2 if needs_one else 1
    found = 0
    try:
        for _ in islice(solutions(grid, check=check), enough):
            found += 1
    except UndecidedError:
        if found:
            values["solutions"] = f"{found}+"
        if found >= (2 if tests.solutions == "one" else 1):
            _judge_count(found, tests, verdict)
            return
        raise
    values["solutions"] = f"{found}+" if found and found == enough else found
    _judge_count(found, tests, verdict)


def _judge_count(found: int, tests: Tests, verdict: Verdict) -> None:
    if found == 0 or (found > 1 and tests.solutions == "one"):
        verdict.fail("solutions")


def _judge_rest(grid: Grid, tests: Tests, verdict: Verdict, check: Check) -> None:
    """Judge what is defined for a grid with one solution only."""
    values = verdict.values
    if tests.minimal:
        is_minimal = not grid.is_complete and needless_clue(grid, check) is None
        values["minimal"] = "yes" if is_minimal else "no"
        if not is_minimal:
            verdict.fail("minimal")
    if tests.rate:
        _judge_difficulty(grid, tests, verdict, check)


def _judge_difficulty(grid: Grid, tests: Tests, verdict: Verdict, check: Check) -> None:
    from sudokutools.logic import rate

    if tests.scale == "hodoku" and grid.geometry is not Geometry.of(3, 3):
        raise UndecidedError("the scale of HoDoKu is for 9x9 grids only")
    rating = rate(grid, None, check)
    if not rating.solved:
        raise UndecidedError("the techniques do not solve it")
    judge_rating(rating, tests, verdict)
    if grid.geometry is not Geometry.of(3, 3):
        verdict.values["geometry"] = str(grid.geometry)  # Ratings compare on one geometry only.
    if tests.scale == "hodoku":
        _judge_by_hodoku(grid, tests, verdict, check)


def judge_rating(rating: Rating, tests: Tests, verdict: Verdict) -> None:
    """Write the rating of a puzzle that the ladder solves into its verdict, and test it."""
    from sudokutools.logic import LEVELS

    verdict.techniques = rating.techniques
    values = verdict.values
    values["rating"] = rating.rating / 10
    values["pearl"] = rating.pearl / 10
    values["diamond"] = rating.diamond / 10
    values["level"] = rating.level
    if rating.technique:
        values["technique"] = rating.technique
    if tests.scale == "se":
        _judge_level(list(LEVELS), tests, verdict)
    if tests.ratings is not None and not tests.ratings[0] <= rating.rating <= tests.ratings[1]:
        verdict.fail("rating")


def _judge_by_hodoku(grid: Grid, tests: Tests, verdict: Verdict, check: Check) -> None:
    """Put level and technique of the scale of HoDoKu in the places of the others, and its score."""
    from sudokutools.logic.hodoku import LEVELS, rate_hodoku

    rating = rate_hodoku(grid, check)
    verdict.techniques = rating.techniques
    values = verdict.values
    values["level"] = rating.level
    values["score"] = rating.score
    if rating.technique:
        values["technique"] = rating.technique
    _judge_level(list(LEVELS), tests, verdict)


def _judge_level(names: list[str], tests: Tests, verdict: Verdict) -> None:
    """Test the level, one of `names`, which are in ascending order."""
    if tests.levels is not None:
        low, high = map(names.index, tests.levels)
        if not low <= names.index(verdict.values["level"]) <= high:
            verdict.fail("level")


def _judge_place(grid: Grid, tests: Tests, verdict: Verdict, check: Check) -> None:
    """Find the symmetries of a grid, and its number among all."""
    if tests.automorphisms:
        from sudokutools.canonical.form import automorphisms

        try:
            verdict.values["automorphisms"] = automorphisms(grid, check)
        except SudokuError as error:
            raise UndecidedError(str(error)) from None
    if tests.rank and grid.is_complete and grid.geometry is Geometry.of(3, 3):
        from sudokutools.generators.ranking import rank_of_grid

        verdict.values["rank"] = rank_of_grid(grid)


def is_solution_of(solution: Grid, puzzle: Grid) -> bool:
    """Tell whether a grid is complete and has every clue of a puzzle; not whether rules are broken.

    >>> puzzle = Grid(Geometry.of(2, 1), [1, 0, 0, 0])
    >>> is_solution_of(Grid(Geometry.of(2, 1), [1, 2, 2, 1]), puzzle)
    True
    """
    return (
        solution.geometry is puzzle.geometry
        and solution.is_complete
        and all(c in (0, s) for c, s in zip(puzzle.cells, solution.cells, strict=True))
    )
