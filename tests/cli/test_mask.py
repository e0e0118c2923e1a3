"""`sudoku-mask`."""

import json
import re
from pathlib import Path

import pytest

from sudokutools import count_solutions, read_grids
from sudokutools.logic.rating import rate
from tests.cli.conftest import Shell
from tests.cli.puzzles import EASY, EASY_SOLUTION, TWO
from tests.tables import cases

GIVEN = EASY_SOLUTION + "\n"


def test_default_is_a_unique_medium_puzzle(shell: Shell) -> None:
    [puzzle] = read_grids(shell("sudoku-mask --seed 1", GIVEN).out)
    assert count_solutions(puzzle, 2) == 1
    assert rate(puzzle).level == "medium"


@cases
def test_puzzles_are_as_the_check_says(shell: Shell, options: str, verdict: str) -> None:
    line = f"sudoku-mask --seed 3 {options} | sudoku-check --minimal"
    assert shell(line, GIVEN * 3, status=None).out.count(verdict) == 3


def test_symmetry(shell: Shell) -> None:
    clues = shell("sudoku-mask --seed 6 --clues 41 --symmetry rotate180", GIVEN).out.strip()
    assert [c == "." for c in clues] == [c == "." for c in clues[::-1]]


def test_row_blanks(shell: Shell) -> None:
    [puzzle] = read_grids(shell("sudoku-mask --seed 4 --row-blanks 5-6", GIVEN).out)
    for row in puzzle.geometry.row_cells:
        assert sum(puzzle[cell] == 0 for cell in row) in (5, 6)


def test_pattern(shell: Shell) -> None:
    signs = "".join("." if sign == "." else "#" for sign in EASY)
    rows = "\n".join(["# Dark cells are clues.", *(signs[at : at + 9] for at in range(0, 81, 9))])
    line = f"printf '%s\\n' '{rows}' > pattern; sudoku-mask --pattern pattern"
    assert shell(line, GIVEN).out == EASY + "\n"
    sparse = "printf '%063d111111111111111111\\n' 0 > pattern; sudoku-mask --pattern pattern"
    assert "several solutions" in shell(sparse, GIVEN, status=1).err


def test_ranges_of_levels_and_ratings(shell: Shell) -> None:
    given = GIVEN * 6
    for asked in ("--level hard-", "--level hard-expert", "--rating 2.6-", "--rating -4.4"):
        out = shell(f"sudoku-mask --seed 5 {asked}", given).out
        assert shell(f"sudoku-check --filter {asked}", out).out == out
    one = shell("sudoku-mask --seed 5 --level hard", given).out
    assert shell("sudoku-mask --seed 5 --level hard-hard", given).out == one


def test_a_pattern_from_standard_input(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "grid").write_text(GIVEN)
    assert shell("sudoku-mask --pattern - grid", EASY).out == f"{EASY}\n"
    for files in ("", "-", "grid -"):
        err = shell(f"sudoku-mask --pattern - {files}", EASY, status=2).err
        assert "--pattern - and the grids cannot both be standard input" in err


def test_symmetries_that_need_a_square(shell: Shell) -> None:
    line = "sudoku-gen --box 3x3 --boxes 2x3 | sudoku-mask --symmetry diagonal"
    assert "as many rows as columns" in shell(line, status=2).err


def test_a_request_that_cannot_be_met(shell: Shell) -> None:
    ran = shell("sudoku-mask --clues 17 --tries 2 --seed 1", GIVEN * 2, status=1)
    assert ran.out == "\n\n"
    assert "best: 2" in ran.err
    assert "--tries may help" in ran.err
    ran = shell("sudoku-mask --clues 17 --tries 2 --format json", GIVEN, status=1)
    assert json.loads(ran.out)["status"] == "unreadable"
    ran = shell("sudoku-mask --clues 30 --symmetry rotate90", GIVEN, status=2)
    assert "30 clues are impossible with symmetry rotate90; use 29 or 32" in ran.err


def test_puzzles_lose_further_clues(shell: Shell) -> None:
    ran = shell("sudoku-mask --minimal -n 3 --keep r1c1r9c9 --seed 1 --with-solution", EASY)
    lines = [line.split("\t") for line in ran.out.splitlines()]
    assert {(line[0][0], line[0][80], line[1]) for line in lines} == {("5", "9", EASY_SOLUTION)}
    assert len({puzzle for puzzle, _ in lines}) == 3
    table = f"id;puzzle\n1;{EASY}\n"
    written = shell("sudoku-mask --clues 26 --seed 1", table).out
    assert "\n1;" in written
    checked = shell("sudoku-check", written).out
    assert "clues=26\tsolutions=1" in checked


def test_blocks_of_grids_among_puzzles(shell: Shell) -> None:
    grid = f"{EASY_SOLUTION}\n"
    text = 2 * grid + 5 * f"{EASY}\n" + 9 * grid
    whole = shell("sudoku-mask --minimal --seed 1", text).out.splitlines()
    parts = shell("sudoku-mask --minimal --seed 1 --start 7", 9 * grid).out
    assert whole[7:] == parts.splitlines()
    assert shell("sudoku-check --minimal --filter", "\n".join(whole)).out.count("\n") == 16


def test_a_puzzle_with_several_solutions_is_refused(shell: Shell) -> None:
    ran = shell("sudoku-mask", f"{TWO}\n", status=2)
    assert ran.out == "\n"
    assert "several solutions: expected a complete grid or a puzzle with one" in ran.err
    ran = shell("sudoku-mask --keep r10c1", EASY, status=2)
    assert ran.err == "sudoku-mask: --keep: r10c1 is outside the grid of 9 columns\n"


def test_with_solution(shell: Shell) -> None:
    puzzle, solution = shell("sudoku-mask --seed 7 --with-solution", GIVEN).out.split()
    assert solution == EASY_SOLUTION
    table = shell("sudoku-mask --seed 7 --with-solution --format table", GIVEN).out
    assert table == f"puzzle,solution\n{puzzle},{solution}\n"
    data = json.loads(shell("sudoku-mask --seed 7 --format json", GIVEN).out)
    assert data["solution"][0] == [5, 3, 4, 6, 7, 8, 9, 1, 2]


def test_seed_start_and_jobs_never_change_the_output(shell: Shell) -> None:
    whole = shell("sudoku-mask --seed s --minimal --jobs 1", GIVEN * 12).out
    assert len(set(whole.split())) == 12
    assert shell("sudoku-mask --seed s --minimal --jobs 2", GIVEN * 12).out == whole
    tail = shell("sudoku-mask --seed s --minimal --start 7", GIVEN * 5).out
    assert tail.split() == whole.split()[7:]


def test_several_puzzles_of_each_grid(shell: Shell) -> None:
    command = "sudoku-mask --seed s --level easy"
    whole = shell(f"{command} -n 3 --jobs 1", GIVEN * 4).out
    assert len(set(whole.split())) == 12
    assert set(shell("sudoku-solve", whole).out.split()) == {EASY_SOLUTION}
    assert shell(f"{command} -n 3 --jobs 2", GIVEN * 4).out == whole
    tail = shell(f"{command} -n 3 --start 1", GIVEN * 3).out
    assert tail.split() == whole.split()[3:]
    assert shell(f"{command} -n 1", GIVEN * 4).out == shell(command, GIVEN * 4).out
    # An empty record for each puzzle that cannot be made.
    ran = shell(f"{command} -n 2", f"{GIVEN}oops\n\n{GIVEN}", status=2)
    assert [bool(line) for line in ran.out.splitlines()] == [True, True, *4 * [False], True, True]


def test_there_may_not_be_so_many_puzzles(shell: Shell) -> None:
    ran = shell("sudoku-mask -n 20 --clues 15", "1234341221434321\n", status=1)
    puzzles = ran.out.splitlines()
    assert len(set(puzzles[:16])) == 16
    assert puzzles[16:] == ["", "", "", ""]
    assert ran.err == "sudoku-mask: -:1: only 16 different puzzles found\n"


def test_puzzles_of_one_grid_are_written_as_they_are_made(shell: Shell) -> None:
    line = "sudoku-mask --level hard --seed 1 --jobs {} -n {} | head -n 1"
    first = shell(line.format(1, 2), GIVEN).out
    assert [shell(line.format(jobs, 100_000), GIVEN).out for jobs in (1, 2)] == [first, first]


@cases
def test_puzzles_of_one_grid_are_the_same_by_the_block(
    shell: Shell, options: str, status: int
) -> None:
    line = f"sudoku-mask --seed 7 {options}"
    alone = shell(f"SUDOKUTOOLS_CORE=python {line}", 2 * GIVEN, status=status)
    for limit in ("", "--timeout 999"):
        by_block = shell(f"{line} {limit}", 2 * GIVEN, status=status)
        assert by_block.out == alone.out
        assert _without_seconds(by_block.err) == _without_seconds(alone.err)


def _without_seconds(err: str) -> str:
    return re.sub(r" in [0-9.]+ s$", "", err, flags=re.MULTILINE)


def test_time_that_was_over_is_told_beside_the_tries(shell: Shell) -> None:
    line = "sudoku-mask --technique X-Wing --orbit-minimal --tries 1000000 --timeout 0.5"
    err = shell(line, "1234341221434321\n", status=1).err
    assert re.fullmatch(r"sudoku-mask: -:1: not found in 0\.5 s(, \d+ tr(y|ies); best: .*)?\n", err)


def test_one_try_is_singular(shell: Shell) -> None:
    for text in (GIVEN, f" {GIVEN}"):  # By the block, and one by one.
        err = shell("sudoku-mask --clues 17 --tries 1 --seed 1", text * 3, status=1).err
        assert err.count("not found in 1 try; best: ") == 3
        assert err.count(" clues (a higher --tries may help)\n") == 3


@pytest.mark.parametrize("name", ["XWing", "x wing", "X_WING", "x-wing"])
def test_techniques_are_found_however_they_are_typed(shell: Shell, name: str) -> None:
    options = "--level hard --seed 1"
    out = shell(f"sudoku-mask {options} --technique '{name}'", GIVEN).out
    assert out == shell(f"sudoku-mask {options} --technique X-Wing", GIVEN).out
    assert "technique=X-Wing" in shell("sudoku-check --rate", out).out


def test_the_scale_of_hodoku(shell: Shell) -> None:
    options = "--scale hodoku --seed 1 --technique locked-pair --level medium --rating -600"
    one = shell(f"sudoku-mask {options} --jobs 1 -n 3", GIVEN * 2).out
    assert shell(f"sudoku-mask {options} --jobs 2 -n 3", GIVEN * 2).out == one
    check = "sudoku-check --scale hodoku --level medium --columns hodoku_technique,hodoku_score"
    verdicts = [line.split("\t") for line in shell(check, one).out.splitlines()]
    assert len(verdicts) == 6
    assert {verdict[1] for verdict in verdicts} == {"hodoku_technique=Locked pair"}
    assert all(int(verdict[2].partition("=")[2]) <= 600 for verdict in verdicts)


@pytest.mark.parametrize(("scale", "seed"), [("se", 2), ("hodoku", 10)])  # Quick ones.
def test_some_techniques_suffice(shell: Shell, scale: str, seed: int) -> None:
    options = f"--scale {scale} --only singles,subsets"
    out = shell(f"sudoku-mask {options} --technique naked-pair --seed {seed}", GIVEN).out
    assert out.count("\n") == 1
    explained = shell(f"sudoku-solve {options} --explain", out).out
    assert "Naked pair" in explained
    rest = f"--scale {scale} --only singles,naked-triple,hidden-pair,hidden-triple,naked-quad"
    assert shell(f"sudoku-solve {rest} --explain", out, status=1).err


def test_an_easier_puzzle_than_the_default_is_told(shell: Shell) -> None:
    ran = shell("sudoku-mask --seed 3", "1234341221434321\n")
    assert ran.err == "sudoku-mask: -:1: easier than medium (none harder found)\n"
    assert shell("sudoku-mask --seed 3 --level easy", "1234341221434321\n").err == ""
    assert shell("sudoku-mask --level medium", "1234341221434321\n", status=1).out == "\n"
