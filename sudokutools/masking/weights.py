"""The weights of dug puzzles, which make means over all minimal puzzles of them.

Digging finds puzzles of few clues too often: 24.4 in the mean of 9x9, where that of all minimal
puzzles is 26.58. Denis Berthier ("Unbiased statistics of a CSP: a controlled-bias generator", in
"Innovations in Computing Sciences and Software Engineering", Springer 2010) showed this bias and a
generator that has a known one: from a random complete grid it empties random cells and begins again
as soon as there are several solutions, so that a minimal puzzle of n clues comes with a chance in
proportion to 1 / C(81, n); one in 250,000 tries ends in a minimal puzzle. Here nothing is thrown
away, as a puzzle and the way to it together have a chance that is known, too:

- Cells are asked in random order, and a clue that is needed stays so, as more cells are emptied.
  The next cell to be emptied is therefore any of the k clues that are not needed, each with the
  chance 1/k, whatever was asked before. The m cells of a puzzle are emptied in the order that was
  drawn with the chance 1 / (k[1] k[2] ... k[m]).
- Let every minimal puzzle of the grid be as good as every other one, and the m! orders of its empty
  cells, too: each of these ways is possible, as a puzzle with more clues has one solution still.
  What is drawn then stands for k[1] k[2] ... k[m] / m! minimal puzzles. That is the weight.

Its mean, given the grid, is exactly the number of minimal puzzles of the grid, (4.7 +- 0.1)e15 in
the mean of 9x9; that of weight times f is the sum of f over them. So for uniform grids the sum of
weight times f over the sum of weights estimates the mean of f over all minimal puzzles: of 902,936
puzzles 26.61 +- 0.05 clues, where Berthier found 26.577.

Of the k[i] clues that are not needed before step i, m - i + 1 are emptied later, and the others
stay in the end: for each of these bisection finds after how many steps it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.grid.grid import LINE_CHARACTERS, Grid
from sudokutools.solving.solving import is_forced

Question = tuple[int, int]
"""After so many steps, is the clue of this cell needed?"""


def weight_of_dug(grid: Grid, puzzle: Grid, stream: Stream, check: Check = never) -> float:
    """Return the weight of what `masking.mask` made of a grid with such a stream.

    The request had `weights`; the stream is as it was before.
    """
    order = list(range(len(grid.cells)))
    stream.shuffle(order)
    return weight(grid, puzzle, order, check)


def weight(grid: Grid, puzzle: Grid, order: Sequence[int], check: Check = never) -> float:
    """Return the weight of a minimal puzzle, dug from a grid by asking its cells in this order.

    >>> from sudokutools.grid.geometry import Geometry
    >>> grid = Grid(Geometry.of(1, 2), bytes([1, 2, 2, 1]))
    >>> weight(grid, grid.with_cells(bytes([0, 2, 0, 0])), [0, 2, 3, 1])
    4.0
    """
    emptied: list[int] = []
    latest: dict[int, int] = {}
    for cell in order:
        if puzzle.cells[cell]:
            latest[cell] = len(emptied)  # When it was asked, it was needed.
        else:
            emptied.append(cell)
    not_needed = [0] * len(emptied)
    for steps in _steps_until_needed(latest, _questioner(grid, emptied, check)):
        for step in range(steps):
            not_needed[step] += 1
    product = 1.0
    for step, others in enumerate(not_needed):
        later = len(emptied) - step
        product *= (later + others) / later
    return product


def _steps_until_needed(
    latest: dict[int, int], ask: Callable[[Sequence[Question]], Sequence[bool]]
) -> Sequence[int]:
    """Return the steps after which each clue is needed first; `latest`: those when it is."""
    low, high = dict.fromkeys(latest, 0), dict(latest)
    while cells := [cell for cell in high if low[cell] < high[cell]]:
        questions = [((low[cell] + high[cell]) // 2, cell) for cell in cells]
        for (steps, cell), is_needed in zip(questions, ask(questions), strict=True):
            if is_needed:
                high[cell] = steps
            else:
                low[cell] = steps + 1
    return list(high.values())


def _questioner(
    grid: Grid, emptied: Sequence[int], check: Check
) -> Callable[[Sequence[Question]], Sequence[bool]]:
    """Return what answers questions about the way on which cells of a grid are emptied."""
    stages = [bytearray(grid.cells)]
    for cell in emptied:
        stages.append(stages[-1][:])
        stages[-1][cell] = 0
    kernels = core.native()
    if kernels is not None and grid.is_classic:
        texts = [bytes(stage).translate(LINE_CHARACTERS["."]) for stage in stages]

        def ask_all(questions: Sequence[Question]) -> Sequence[bool]:
            puzzles = b"".join(texts[steps] for steps, _ in questions)
            removed = b"".join(
                (9 * cell + grid.cells[cell]).to_bytes(2, "little") for _, cell in questions
            )
            found = kernels.bulk_count(core.name(), puzzles, 1, removed, check)
            return [count > 0 for count, *_ in found]

        return ask_all

    def ask_each(questions: Sequence[Question]) -> Sequence[bool]:
        answers = []
        for steps, cell in questions:
            cells = stages[steps][:]
            cells[cell] = 0
            answers.append(not is_forced(grid.with_cells(cells), cell, grid, None, check))
        return answers

    return ask_each
