"""A little of everything that the library does: what threads and interpreters do together."""

from sudokutools import (
    Geometry,
    Grid,
    Stream,
    count_solutions,
    generate,
    judge,
    mask,
    rate,
    rate_hodoku,
    read_grid,
    solutions,
    solve,
)
from sudokutools._support import core
from sudokutools.blackjack.odds import full_shoe, hand_odds
from sudokutools.blackjack.rules import Rules
from sudokutools.masking import PuzzleRequest
from tests.cli.puzzles import EASY

SEVERAL = "12" + 79 * "."
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def puzzle_of(grid: Grid, clues: int, number: int) -> Grid:
    puzzle = mask(grid, PuzzleRequest(clues=clues), Stream("mask", "threads", number)).puzzle
    assert puzzle is not None
    return puzzle


def work(number: int) -> str:
    """Use a bit of everything, and return the answers."""
    geometry = Geometry.of(3, 3)
    grid = generate(geometry, stream=Stream("gen", "threads", number))
    puzzle = puzzle_of(grid, 30, number)
    large = generate(Geometry.of(4, 2), "mix", Stream("gen", "threads", number))
    reported: list[object] = [grid, puzzle, solve(puzzle), rate(puzzle), vars(judge(puzzle)), large]
    several = solutions(read_grid(SEVERAL))
    reported += [next(several), next(several), count_solutions(read_grid(EASY[:40] + 41 * "."), 50)]
    reported += [rate(read_grid(EASY)), rate_hodoku(read_grid(EASY)), solve(puzzle, "cdcl")]
    reported.append(rate(puzzle_of(large, 40, number)))
    if core.native() is not None:
        reported.append(rate(read_grid(HARD)))
    reported.append(hand_odds(Rules(), full_shoe(Rules()), [9, 5], number % 10).values)
    return repr(list(map(str, reported)))
