"""Weights of minimal puzzles: they undo the bias of digging, exactly."""

from itertools import islice, permutations
from math import factorial, sqrt

import pytest

from sudokutools import masking
from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.masking.weights import weight
from sudokutools.solving.solving import redundant_clues, solutions
from tests.conftest import in_python

REQUEST = masking.PuzzleRequest(minimal=True, weights=True)


def minimal_puzzles(grid: Grid) -> dict[int, int]:
    """Return how many minimal puzzles of a grid have each number of clues, by exhaustive search.

    Clues are enough if every other grid differs in one of them.
    """
    cells = len(grid.cells)
    whole = (1 << cells) - 1
    is_enough = bytearray(b"\1") * (1 << cells)
    for other in solutions(Grid.empty(grid.geometry)):
        if other.cells != grid.cells:
            alike = zip(grid.cells, other.cells, strict=True)
            is_enough[sum((a == b) << cell for cell, (a, b) in enumerate(alike))] = 0
    found: dict[int, int] = {}
    bits = [1 << cell for cell in range(cells)]
    for clues in range(whole, -1, -1):
        less = [clues ^ bit for bit in bits if clues & bit]
        if not is_enough[clues]:
            for fewer in less:
                is_enough[fewer] = 0
    for clues in range(whole + 1):
        if is_enough[clues] and not any(is_enough[clues ^ bit] for bit in bits if clues & bit):
            found[clues.bit_count()] = found.get(clues.bit_count(), 0) + 1
    return found


def dug(grid: Grid, order: tuple[int, ...]) -> Grid:
    """Return the puzzle dug by trying cells in this order."""
    cells = bytearray(grid.cells)
    for cell in order:
        cells[cell] = 0
        if len(list(islice(solutions(grid.with_cells(cells)), 2))) > 1:
            cells[cell] = grid.cells[cell]
    return grid.with_cells(cells)


@pytest.mark.parametrize("shape", [(2, 1), (3, 1, 1, 2)])
def test_all_orders_together_give_every_puzzle_once(shape: tuple[int, ...]) -> None:
    grid = next(solutions(Grid.empty(Geometry.of(*shape))))
    given: dict[bytes, float] = {}
    for order in permutations(range(len(grid.cells))):
        puzzle = dug(grid, order)
        given.setdefault(puzzle.cells, 0)
        given[puzzle.cells] += weight(grid, puzzle, order)
    orders = factorial(len(grid.cells))
    assert given == {puzzle: pytest.approx(orders) for puzzle in given}
    assert len(given) == sum(minimal_puzzles(grid).values())


def test_weights_estimate_the_minimal_puzzles_of_a_grid() -> None:
    grid = generate(Geometry.of(2, 2), "uniform", Stream("sudoku-gen", "1", 0))
    exact = minimal_puzzles(grid)
    number = sum(exact.values())
    clues = sum(clues * count for clues, count in exact.items())
    drawn = []
    for index in range(400):
        stream = Stream("sudoku-mask", "1", index)
        puzzle, _, _, _, mine = masking.mask(grid, stream=stream, minimal=True, weights=True)
        assert puzzle is not None
        assert mine is not None
        assert not [*redundant_clues(puzzle)]
        drawn.append((mine, puzzle.clue_count))
    _is_near([weight for weight, _ in drawn], number)
    # The sum of weight times a known average: zero on average, unlike unweighted ones.
    mean = clues / number
    _is_near([weight * (found - mean) for weight, found in drawn], 0)
    plain = [found - mean for _, found in drawn]
    assert abs(sum(plain)) > 4 * sqrt(sum(value * value for value in plain))


def _is_near(values: list[float], expected: float) -> None:
    """Assert that the average is within four standard errors."""
    mean = sum(values) / len(values)
    error = sqrt(sum((value - mean) ** 2 for value in values)) / len(values)
    assert abs(mean - expected) < 4 * error


def test_kernels_give_the_same_weights() -> None:
    stream = Stream("tests", "weights", 0)
    grid = generate(Geometry.of(3, 3), "uniform", stream)
    puzzle = masking.mask(grid, REQUEST, stream).puzzle
    assert puzzle is not None
    order = list(range(81))
    stream.shuffle(order)  # The order does not matter here.
    weights = []
    for is_forced in (False, True):
        with in_python(is_forced):
            weights.append(weight(grid, puzzle, order))
    assert weights[0] == weights[1]


@pytest.mark.parametrize(
    "request_", [REQUEST.replace(minimal=False), REQUEST.replace(symmetry="full")]
)
def test_other_requests_have_no_weights(request_: masking.PuzzleRequest) -> None:
    with pytest.raises(SudokuError, match="without other requests"):
        masking.plan_of(Geometry.of(3, 3), request_)
