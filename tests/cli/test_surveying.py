"""`sudoku-solve --candidates`, `--differences` and `--estimate`."""

import json

from tests.cli.puzzles import EASY, EASY_SOLUTION, NONE
from tests.conftest import Shell
from tests.tables import cases

OPEN = "1234341........."
OPEN_CELLS = "r3c1 r3c2 r3c3 r3c4 r4c1 r4c2 r4c3 r4c4"


@cases
def test_answers_on_lines(shell: Shell, options: str, text: str, out: str, status: int) -> None:
    ran = shell(f"sudoku-solve {options}", text, status=status)
    assert ran.out == out
    assert bool(ran.err) == bool(status)


def test_a_time_limit_does_not_hide_that_probes_fail(shell: Shell) -> None:
    ran = shell("sudoku-solve --estimate 100 --timeout 1000", f"11{'.' * 14}", status=1)
    assert "no probe of 100 found a solution" in ran.err


def test_candidates_of_all_solutions(shell: Shell) -> None:
    half = [[2, 4], [1, 3], [2, 4], [1, 3]]
    filled: list[list[int]] = [[], [], [], []]
    ran = shell("sudoku-solve --candidates --format json", OPEN)
    found = json.loads(ran.out)
    assert found["candidates"] == [filled, filled, half, half]
    assert found["cells"] == [[1, 2, 3, 4], [3, 4, 1, 2], [0] * 4, [0] * 4]
    ran = shell("sudoku-solve --candidates --count --limit 3 --format json", OPEN)
    found = json.loads(ran.out)
    assert (found["solutions"], found["counts"][2]) == ("3+", [[2, 1], [2, 1], [1, 2], [1, 2]])
    assert "│ 2:2 4:2 1:2 3:2 │" in shell("sudoku-solve --candidates --count", OPEN).out
    drawn = shell("sudoku-solve --candidates", f"# mine\n{OPEN}").out
    assert drawn.startswith("# mine\n")
    assert "│ 24 13 │ 24 13 │" in drawn
    read = shell("sudoku-solve --all --format line --no-comments", drawn)
    assert read.out == shell("sudoku-solve --all --format line", OPEN).out
    unique = shell("sudoku-solve --candidates --format pm", EASY)
    assert unique.err == ""
    assert shell("sudoku-solve --format line", unique.out).out == f"{EASY_SOLUTION}\n"


def test_a_record_without_solution_has_no_candidates(shell: Shell) -> None:
    ran = shell("sudoku-solve --candidates --format json", NONE, status=1)
    assert json.loads(ran.out)["status"] == "none"
    assert ran.err == "sudoku-solve: -:1: no solution\n"
    assert shell("sudoku-solve --candidates", NONE, status=1).out == ""


def test_estimates_of_a_seed(shell: Shell) -> None:
    text = f"{16 * '.'}\n{OPEN}\n{16 * '.'}\n"
    whole = shell("sudoku-solve --estimate 20 --seed 1", text).out.splitlines()
    again = shell("sudoku-solve --estimate 20 --seed 1 --start 2 --jobs 2", 16 * ".").out
    assert [whole[2] + "\n", whole[1]] == [again, "4\t0"]
    assert whole[0] != whole[2]
