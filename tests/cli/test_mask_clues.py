"""`sudoku-mask --cages`, `--less`, `--parity`."""

from csv import DictReader
from pathlib import Path

import pytest

from sudokutools import count_solutions, read_grids
from sudokutools.grid.grid import Grid
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell

GIVEN = EASY_SOLUTION + "\n"


def puzzles_of(text: str) -> list[Grid]:
    """Return the puzzles of a text, each with clues besides its digits and one solution."""
    puzzles = list(read_grids(text))
    for puzzle in puzzles:
        assert puzzle.constraints is not None
        assert count_solutions(puzzle, 2) == 1
    return puzzles


def test_a_killer_goes_through_a_drawing_to_its_solution(shell: Shell) -> None:
    line = "sudoku-mask --cages --format pretty | tee killer | sudoku-solve --format line"
    ran = shell(line, GIVEN)
    assert ran.out.startswith(EASY_SOLUTION)
    assert ran.err == ""
    [puzzle] = puzzles_of(shell("cat killer").out)
    assert puzzle.clue_count == 0


def test_a_word_that_is_no_range_is_a_file(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "grids").write_text(GIVEN)
    out = shell("sudoku-mask --seed 1 --cages grids").out
    assert shell("sudoku-mask --seed 1 grids --cages").out == out
    out = shell("sudoku-mask --seed 1 --cages 2-4 grids").out
    assert shell("sudoku-mask --seed 1 --cages=2-4 < grids").out == out
    assert shell("sudoku-mask --seed 1 --cages 3 grids").out != out
    assert shell("sudoku-mask --seed 1 --less grids").out != out


def test_killers_of_one_grid_differ(shell: Shell) -> None:
    puzzles = puzzles_of(shell("sudoku-mask --seed 2 --cages -n 5", GIVEN).out)
    assert len({puzzle.constraints for puzzle in puzzles}) == 5


def test_killers_depend_on_the_seed_alone(shell: Shell) -> None:
    given = GIVEN * 4
    out = shell("sudoku-mask --seed 3 --cages", given).out
    assert shell("sudoku-mask --seed 3 --cages --jobs 2", given).out == out
    last = shell("sudoku-mask --seed 3 --cages --start 3", GIVEN).out
    assert last == out.splitlines(keepends=True)[3]


@pytest.mark.parametrize(
    ("options", "clues"), [("--clues 8", 8), ("--blanks 81", 0), ("--minimal", 0)]
)
def test_digits_of_a_killer(shell: Shell, options: str, clues: int) -> None:
    [puzzle] = puzzles_of(shell(f"sudoku-mask --seed 4 --cages 3-4 {options}", GIVEN).out)
    assert puzzle.clue_count == clues


def test_digits_of_a_killer_by_a_pattern(shell: Shell) -> None:
    line = f"echo {EASY} > pattern; sudoku-mask --seed 4 --cages 3-9 --pattern pattern -n 3"
    puzzles = puzzles_of(shell(line, GIVEN).out)
    assert len(puzzles) == 3
    assert {puzzle.cells for puzzle in puzzles} == {next(read_grids(EASY)).cells}


def test_a_grid_with_cages_is_refused(shell: Shell) -> None:
    caged = f"{EASY_SOLUTION}\tbox=3x3,cages=8:r1c1r1c2\n"
    assert caged.startswith("53")
    ran = shell("sudoku-mask --cages", caged, status=2)
    assert ran.err == "sudoku-mask: -:1: cages: the grid already has cages\n"
    kept = shell("sudoku-mask --clues 30 --seed 1", caged).out
    assert kept.endswith("\tbox=3x3,cages=8:r1c1r1c2\n")


def test_a_map_that_stays_ambiguous_is_missed(shell: Shell) -> None:
    ran = shell("sudoku-mask --cages 9 --tries 2", GIVEN, status=1)
    assert ran.out == "\n"
    assert "-:1: not found in 2 tries; best: several solutions (a higher --tries may" in ran.err


def test_sizes_that_no_cage_has_end_it_all(shell: Shell) -> None:
    ran = shell("sudoku-mask --cages 10-12", GIVEN * 2, status=2)
    assert ran.err.startswith("sudoku-mask: cages of 10 to 12 cells: expected 1 to 9")
    assert ran.err.count("\n") == 1


def test_signs_and_parities(shell: Shell) -> None:
    [puzzle] = puzzles_of(shell("sudoku-mask --seed 5 --less 50 --parity", GIVEN).out)
    assert puzzle.clue_count < 12
    assert puzzle.constraints is not None
    assert len(puzzle.constraints.less) == 54
    assert len(puzzle.constraints.even + puzzle.constraints.odd) == 25
    bare = shell("sudoku-mask --seed 5 --less", GIVEN).out
    assert shell("sudoku-check --minimal", bare).out.count("minimal=yes") == 1


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_levels_of_killers(shell: Shell, level: str) -> None:
    out = shell(f"sudoku-mask --seed 6 --cages --level {level}", GIVEN * 2).out
    assert shell(f"sudoku-check --filter --level {level}", out).out == out


def test_cages_of_a_jigsaw(shell: Shell) -> None:
    table = Path(__file__).parents[1] / "data/variants/jigsaw.tsv"
    with table.open() as file:
        row = next(row for row in DictReader(file, delimiter="\t") if len(row["solution"]) == 81)
    line = f"{row['solution']}\t{row['spec']}\n"
    [puzzle] = puzzles_of(shell("sudoku-mask --seed 1 --cages", line).out)
    assert not puzzle.geometry.has_boxes
    assert puzzle.clue_count == 0
