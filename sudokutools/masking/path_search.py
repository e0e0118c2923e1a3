"""Search for puzzles whose paths have a difficulty (`path_difficulty`).

The following defines the puzzle of a seed. One try:

1. *Dig* a puzzle (`dig`) with the amount and the symmetry requested and a rating in the range of ER
   where most such puzzles are, in up to DIGS tries; every other one, if ER has the technique, too,
   with that technique. Such a puzzle takes a tenth of the time of judging its path.
2. *Judge* its path. If there is an amount, that is all. Otherwise, if the puzzle is too hard, but
   has the technique requested, *walk*.
3. Restore the orbits with a cell that the path solves before the technique, unless that loses it.
4. Move up to MOVES times. A move has one of three ways, `below(3)`: restore an orbit; empty one,
   then restore one; empty one. Which one is `below` the number of those with clues, or of those
   without and with a cell that is unsolved before the first step that is too hard. Undo the move
   if there are several solutions, or the puzzle is harder than before, too easy, or loses the
   technique. Stop after STALLED moves in a row without progress, ten times as many if few steps
   are too hard (an excess up to CLOSE).
5. If the walk succeeds, shuffle the orbits with clues and empty each one if the puzzle keeps its
   solution and difficulty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools._support.limits import Check
from sudokutools._support.streams import Stream
from sudokutools.grid.grid import Grid
from sudokutools.masking.compiled_dig import dig_fast
from sudokutools.masking.dig import dig
from sudokutools.masking.plan import Plan, Result, plan_of
from sudokutools.masking.symmetry import Orbit
from sudokutools.solving.solving import is_forced

if TYPE_CHECKING:
    from sudokutools.masking.path_difficulty import Judged

DIGS = 50
MOVES = 1000
STALLED = 20
CLOSE = 600


def search(
    plan: Plan, grid: Grid, stream: Stream, check: Check, puzzle: Grid | None = None
) -> Result:
    """Make a puzzle of a complete grid, or of a puzzle of it, as requested by its path."""
    difficulty = plan.path
    assert difficulty is not None
    request = plan.request.replace(
        level=None, technique=None, only=None, scale="se", rating=difficulty.ratings, tries=DIGS
    )
    plans = [plan_of(grid.geometry, request)]
    if difficulty.twin is not None:
        twin = request.replace(rating=None, technique=difficulty.twin)
        plans.append(plan_of(grid.geometry, twin))
    hardest, best = -1, ""
    for number in range(1, plan.tries + 1):
        check()
        base = plans[number % len(plans)]
        if puzzle is None:
            dug = dig_fast(base, grid, stream, check)
        else:
            dug = dig(base, grid, stream, check, puzzle)
        if dug.puzzle is None:
            best = best or dug.best
            continue
        found, judged = dug.puzzle, difficulty.judge(dug.puzzle, check)
        if judged.verdict == 1 and judged.has_pattern and not plan.has_amount:
            found, judged = _Walk(plan, grid, puzzle or grid, stream, check).run(found, judged)
        if judged.verdict == 0:
            return Result(found, "", number)
        if judged.score > hardest:
            hardest = judged.score
            best = f"score {judged.score} ({judged.technique})"
        elif hardest < 0:
            best = "too hard" if judged.verdict == 1 else "too easy"
    return Result(None, best, plan.tries)


class _Walk:
    """A walk from a puzzle that is too hard to one that is not; all have clues of `start` only."""

    def __init__(self, plan: Plan, grid: Grid, start: Grid, stream: Stream, check: Check) -> None:
        assert plan.path is not None
        self.difficulty = plan.path
        self.orbits = [orbit for orbit in plan.orbits if start[orbit[0]]]
        self.grid = grid
        self.stream = stream
        self.check = check

    def run(self, puzzle: Grid, judged: Judged) -> tuple[Grid, Judged]:
        """Return the last puzzle of the walk and how it compares."""
        puzzle, judged = self.jump(puzzle, judged)
        stalled = 0
        for _ in range(MOVES):
            if judged.verdict == 0:
                return self.thinned(puzzle, judged)
            if stalled == (STALLED if judged.excess > CLOSE else 10 * STALLED):
                break
            stalled += 1
            moved = self.moved(puzzle, judged)
            if moved is None:
                continue
            found = self.difficulty.judge(moved, self.check)
            if self.is_as_good(found, judged):
                stalled = stalled if found.excess == judged.excess else 0
                puzzle, judged = moved, found
        return puzzle, judged

    def is_as_good(self, found: Judged, judged: Judged) -> bool:
        is_near = found.verdict == 1 and found.has_pattern and found.excess <= judged.excess
        return found.verdict == 0 or is_near

    def jump(self, puzzle: Grid, judged: Judged) -> tuple[Grid, Judged]:
        """Restore what is solved before the technique."""
        solved = [orbit for orbit in self.orbits if any(judged.solved >> c & 1 for c in orbit)]
        if not solved:
            return puzzle, judged
        nearer = self.changed(puzzle, restored=solved)
        found = self.difficulty.judge(nearer, self.check)
        is_kept = found.verdict == 0 or (found.verdict == 1 and found.has_pattern)
        return (nearer, found) if is_kept else (puzzle, judged)

    def moved(self, puzzle: Grid, judged: Judged) -> Grid | None:
        """Return a neighbour of a puzzle, None if there is none or it has several solutions."""
        way = self.stream.below(3)
        if way:
            emptied = self.drawn([orbit for orbit in self.orbits if puzzle[orbit[0]]])
            puzzle = self.changed(puzzle, emptied=emptied)
        if way < 2:
            unsolved = [
                orbit
                for orbit in self.orbits
                if not puzzle[orbit[0]] and any(judged.unsolved >> cell & 1 for cell in orbit)
            ]
            restored = self.drawn(unsolved)
            puzzle = self.changed(puzzle, restored=[restored] if restored else [])
        return puzzle if not way or self.is_unique(puzzle, emptied) else None

    def drawn(self, orbits: list[Orbit]) -> Orbit:
        return orbits[self.stream.below(len(orbits))] if orbits else ()

    def changed(
        self, puzzle: Grid, emptied: Orbit = (), restored: list[Orbit] | None = None
    ) -> Grid:
        cells = bytearray(puzzle.cells)
        for cell in emptied:
            cells[cell] = 0
        for orbit in restored or ():
            for cell in orbit:
                cells[cell] = self.grid[cell]
        return puzzle.with_cells(cells)

    def is_unique(self, puzzle: Grid, emptied: Orbit) -> bool:
        """Whether a puzzle has one solution, as it had before an orbit was emptied."""
        return all(
            puzzle[cell] or is_forced(puzzle, cell, self.grid, None, self.check) for cell in emptied
        )

    def thinned(self, puzzle: Grid, judged: Judged) -> tuple[Grid, Judged]:
        """Empty the orbits that a puzzle does not need for its solution and difficulty."""
        order = [orbit for orbit in self.orbits if puzzle[orbit[0]]]
        self.stream.shuffle(order)
        for orbit in order:
            fewer = self.changed(puzzle, emptied=orbit)
            if self.is_unique(fewer, orbit):
                found = self.difficulty.judge(fewer, self.check)
                if found.verdict == 0:
                    puzzle, judged = fewer, found
        return puzzle, judged
