"""Judge a grid: the rules, the number of solutions, minimality, difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sudokutools._support.limits import Check, never
from sudokutools.checking.facts import Findings, Tests, Verdict, values_of
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Clash, Grid, symbol_text
from sudokutools.logic.levels import EASIEST, UNSOLVED, has_beginner_clues, level_names, level_of
from sudokutools.solving.solving import counts, redundant_clues, redundant_constraints

if TYPE_CHECKING:
    from sudokutools.logic.rating import Rating

HARDEST_VARIANT = 109  # In tenths, for variants: deeper nested chains take minutes there.


def clash_text(geometry: Geometry, clash: Clash) -> str:
    """Return the house that holds a symbol twice."""
    if clash.message:
        return clash.message
    cells = " ".join(map(geometry.cell_name, clash.cells))
    return f"{clash.kind} {clash.house + 1}: {symbol_text(geometry, clash.symbol)} at {cells}"


def judge(
    grid: Grid,
    tests: Tests | None = None,
    check: Check = never,
    solves: bool | None = None,
    **fields: Any,
) -> Verdict:
    """Judge a grid: rules, number of solutions and further tests.

    grid    a puzzle or a complete grid
    tests   default: exactly one solution
    fields  of `Tests`, instead of `tests`
    check   called every few milliseconds; if it raises UndecidedError, the verdict is `unknown`
    solves  whether the grid is a solution of the puzzle that it is compared with, if any

    Returns a verdict with `status`: "ok", "bad" or "unknown"; `values`, a dict of all results, such
    as "failed", the first failed test; and `text()`, the line that sudoku-check writes.

    >>> from sudokutools import judge, read_grid
    >>> judge(read_grid("1234341221434..."), levels=("medium", "hard")).values["failed"]
    'level'
    >>> judge(read_grid("12..34......4..1")).values
    {'status': 'bad', 'kind': 'puzzle', 'clues': 6, 'solutions': '2+', 'failed': 'solutions'}
    """
    if tests is not None and fields:
        raise TypeError("judge: tests and their fields cannot be combined")
    tests = tests or Tests(**fields)
    return verdict_of(examine(grid, tests, check).replace(solves=solves), tests)


def verdict_of(found: Findings, tests: Tests) -> Verdict:
    """Return the verdict on a record with such findings.

    The first failed test is named. A record without one is unknown if a question is undecided; a
    unique solution is undecided if the search ended, by time or limit, after one solution.
    """
    verdict = Verdict()
    verdict.is_cut, verdict.reason = found.is_cut, found.reason
    verdict.values |= values_of(found)
    if found.broken:
        if tests.solutions != "rules":
            verdict.values["solutions"] = 0
        verdict.fail("rules")
        return verdict
    if tests.complete and not found.is_complete:
        verdict.fail("complete")
    if found.solutions is not None and found.undecided != "solutions":
        needs_one = tests.solutions == "one" or tests.needs_one_solution
        _judge_number(found.solutions, found.has_more, needs_one, verdict)
    if found.is_minimal is False:
        verdict.fail("minimal")
    if found.rating is not None:
        _judge_rating(found, found.rating, tests, verdict)
    if found.solves is False:
        verdict.fail("against")
    is_settled = found.least_rating is not None and _judge_bound(found.least_rating, tests, verdict)
    if found.undecided and not is_settled and verdict.status == "ok":
        verdict.values["status"] = "unknown"
    return verdict


def _judge_bound(least: int, tests: Tests, verdict: Verdict) -> bool:
    """Judge a puzzle by a lower bound of its rating; return whether it decides all tests."""
    verdict.values["level"] = level_of(least)
    if tests.levels is not None and tests.levels[1] != level_of(least):
        verdict.fail("level")
    if tests.ratings is None:
        return tests.levels is not None
    low, high = tests.ratings
    if 10 * high < least:
        verdict.fail("rating")
    return 10 * low <= least and 10 * high >= UNSOLVED


def _judge_number(solutions: int, has_more: bool, needs_one: bool, verdict: Verdict) -> None:
    if solutions == 0 or (needs_one and solutions > 1):
        verdict.fail("solutions")
    elif needs_one and has_more and verdict.status == "ok":
        verdict.values["status"] = "unknown"


def _judge_rating(found: Findings, rating: Rating, tests: Tests, verdict: Verdict) -> None:
    on_scale = found.hodoku or rating
    verdict.tenths, verdict.techniques = rating.rating, on_scale.techniques
    if tests.levels is not None:
        names = level_names(tests.scale)
        low, high = map(names.index, tests.levels)
        is_met = low <= names.index(on_scale.level) <= high
        if tests.is_for_beginners:
            is_met = rating.rating <= EASIEST and found.has_beginner_clues
        if not is_met:
            verdict.fail("level")
    if tests.ratings is not None and not tests.ratings[0] <= rating.rating / 10 <= tests.ratings[1]:
        verdict.fail("rating")


def examine(grid: Grid, tests: Tests, check: Check = never) -> Findings:
    """Answer the questions of the tests about a grid as far as `check` allows."""
    found = Findings(
        geometry=grid.geometry,
        is_complete=grid.is_complete,
        clues=grid.clue_count,
        broken=[clash_text(grid.geometry, clash) for clash in grid.clashes()] or None,
    )
    if found.broken:
        return found
    for question in (_find_solutions, _find_minimality, _find_rating, _find_nodes, _find_place):
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
        for number in counts(grid, enough, check=check):  # noqa: B007
            pass
    except UndecidedError:
        undecided = "" if number else "solutions"
        return found.replace(solutions=number, has_more=True, undecided=undecided, is_cut=True)
    return found.replace(solutions=number, has_more=0 < number == enough)


def _has_one(found: Findings, tests: Tests) -> bool:
    return tests.solutions == "rules" or (found.solutions == 1 and not found.has_more)


def _find_minimality(found: Findings, grid: Grid, tests: Tests, check: Check) -> Findings:
    if not tests.minimal or not _has_one(found, tests):
        return found
    if grid.candidates is not None:
        return found.replace(undecided="minimal")
    try:
        names = [] if grid.is_complete else list(_redundant(grid, tests, check))
    except UndecidedError:
        return found.replace(undecided="minimal", is_cut=True)
    return found.replace(is_minimal=not grid.is_complete and not names, redundant=names or None)


def _redundant(grid: Grid, tests: Tests, check: Check) -> Iterator[str]:
    yield from map(grid.geometry.cell_name, redundant_clues(grid, check))
    if tests.minimal_constraints:
        for clue in redundant_constraints(grid, check):
            yield f"{clue.key}={clue.value(grid.geometry)}"


def _find_rating(found: Findings, grid: Grid, tests: Tests, check: Check) -> Findings:
    """Rate a puzzle with one solution, unless it is beyond the scale."""
    if not tests.needs_rating or not _has_one(found, tests):
        return found
    wants_hodoku = tests.scale == "hodoku"
    if wants_hodoku and not grid.is_classic:
        return found.replace(undecided="rating")
    from sudokutools.logic.rating import rate

    try:
        rating = rate(grid, None if grid.is_plain else HARDEST_VARIANT, check)
        if not rating.solved:
            is_bound = HARDEST_VARIANT < rating.rating < UNSOLVED
            why = f"above {HARDEST_VARIANT / 10}" if is_bound else "no technique applies"
            least = rating.rating if is_bound else None
            return found.replace(undecided="rating", least_rating=least, reason=f"not rated: {why}")
        found = found.replace(rating=rating)
        if tests.is_for_beginners:
            found = found.replace(has_beginner_clues=has_beginner_clues(grid))
        if wants_hodoku:
            from sudokutools.logic.hodoku.rating import rate_hodoku

            found = found.replace(hodoku=rate_hodoku(grid, check))
        if tests.steps:
            found = found.replace(steps=(found.hodoku or rating).techniques)
    except UndecidedError as error:
        return found.replace(undecided="rating", is_cut=True, reason=f"not rated: {error}")
    return found


def _find_nodes(found: Findings, grid: Grid, tests: Tests, check: Check) -> Findings:
    if not tests.nodes or not _has_one(found, tests):
        return found
    if not grid.is_plain:
        return found.replace(undecided="nodes")
    from sudokutools.solving.engines.propagate import guesses

    try:
        return found.replace(nodes=guesses(grid, check))
    except UndecidedError:
        return found.replace(undecided="nodes", is_cut=True)


def _find_place(found: Findings, grid: Grid, tests: Tests, check: Check) -> Findings:
    try:
        if tests.automorphisms:
            from sudokutools.canonical.form import automorphisms

            found = found.replace(automorphisms=automorphisms(grid, check))
        if tests.class_id:
            from sudokutools.canonical.class_name import class_of

            found = found.replace(class_id=class_of(grid, check).hex())
    except SudokuError as error:  # Others: the grid is too large or too symmetric.
        is_cut = isinstance(error, UndecidedError)
        return found.replace(undecided="canonical form", is_cut=is_cut)
    if tests.rank and not grid.is_plain:
        return found.replace(undecided="rank")
    if tests.rank and grid.is_complete and grid.is_classic:
        from sudokutools.generating.ranking import rank_of_grid

        found = found.replace(rank=rank_of_grid(grid))
    return found


def is_solution_of(solution: Grid, puzzle: Grid) -> bool:
    """Whether a grid is complete and agrees with the clues and candidates of a puzzle.

    The solution may omit the variant of the puzzle; rules of plain puzzles are not checked.
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
