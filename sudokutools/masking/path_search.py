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
from sudokutools.masking.dig import Digger
from sudokutools.masking.plan import MaskResult, Plan, plan_of
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
) -> MaskResult:
    difficulty = plan.path
    assert difficulty is not None
    low, high = difficulty.ratings
    request = plan.request.replace(
        level=None, technique=None, only=None, scale="se", rating=(low / 10, high / 10), tries=DIGS
    )
    plans = [plan_of(grid.geometry, request)]
    if difficulty.twin is not None:
        twin = request.replace(rating=None, technique=difficulty.twin)
        plans.append(plan_of(grid.geometry, twin))
    hardest, best = -1, ""
    for number in range(1, plan.tries + 1):
        check()
        base = plans[number % len(plans)]
        dug = dig_fast(base, grid, stream, check, puzzle)
        if dug.puzzle is None:
            best = best or dug.best
            continue
        found, judged = dug.puzzle, difficulty.judge(dug.puzzle, check)
        if judged.verdict == 1 and judged.has_pattern and not plan.has_amount:
            found, judged = _Walk(plan, grid, stream, check, puzzle or grid).run(found, judged)
        if judged.verdict == 0:
            return MaskResult(found, "", number)
        if judged.score > hardest:
            hardest = judged.score
            best = f"score {judged.score} ({judged.technique})"
        elif hardest < 0:
            best = "too hard" if judged.verdict == 1 else "too easy"
    return MaskResult(None, best, plan.tries)


class _Walk(Digger):
    """A walk from a puzzle that is too hard to one that is not."""

    def run(self, puzzle: Grid, judged: Judged) -> tuple[Grid, Judged]:
        """Return the last puzzle of the walk and how it compares."""
        self.cells = bytearray(puzzle.cells)
        judged = self.jump(judged)
        stalled = 0
        for _ in range(MOVES):
            if judged.verdict == 0:
                self.thin()
                break
            if stalled == (STALLED if judged.excess > CLOSE else 10 * STALLED):
                break
            stalled += 1
            before = self.cells[:]
            found = self.judge() if self.move(judged) else None
            if found is None or self.is_loss(found) or found.excess > judged.excess:
                self.cells = before
                continue
            stalled = stalled if found.excess == judged.excess else 0
            judged = found
        return self.puzzle, judged

    def judge(self) -> Judged:
        assert self.plan.path is not None
        return self.plan.path.judge(self.puzzle, self.check)

    def is_loss(self, found: Judged) -> bool:
        """Whether a puzzle is too easy, or lacks the technique."""
        return found.verdict == -1 or (found.verdict == 1 and not found.has_pattern)

    def jump(self, judged: Judged) -> Judged:
        """Restore the cells solved before the technique."""
        solved = [orbit for orbit in self.orbits if any(judged.solved >> c & 1 for c in orbit)]
        if not solved:
            return judged
        before = self.cells[:]
        self.refill(*solved)
        found = self.judge()
        if self.is_loss(found):
            self.cells = before
            return judged
        return found

    def move(self, judged: Judged) -> bool:
        """Make a move; return whether the puzzle has one solution."""
        emptied: Orbit = ()
        way = self.stream.below(3)
        if way:
            emptied = self.drawn([orbit for orbit in self.orbits if self.cells[orbit[0]]])
            self.clear(emptied)
        if way < 2:
            unsolved = [
                orbit
                for orbit in self.orbits
                if not self.cells[orbit[0]] and any(judged.unsolved >> cell & 1 for cell in orbit)
            ]
            self.refill(self.drawn(unsolved))
        puzzle = self.puzzle
        return all(
            puzzle[cell] or is_forced(puzzle, cell, self.grid, None, self.check) for cell in emptied
        )

    def drawn(self, orbits: list[Orbit]) -> Orbit:
        return orbits[self.stream.below(len(orbits))] if orbits else ()

    def thin(self) -> None:
        """Empty the orbits that the puzzle does not need for its solution and difficulty."""
        for orbit in self.shuffled():
            if self.empty(orbit) and self.judge().verdict != 0:
                self.refill(orbit)
