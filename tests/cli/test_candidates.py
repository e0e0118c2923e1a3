"""Grids with candidates in the commands: which commands use them, and which refuse."""

import json

import pytest

from sudokutools.solving.engines import ENGINES
from tests.cli.conftest import Shell
from tests.tables import cases

FREE = "[[],[],[],[]],[[],[],[],[]]"
SEVERAL = f'{{"cells":"1{15 * "."}","candidates":[[[],[2],[3],[]],[[],[4],[],[]],{FREE}]}}'
ONE = SEVERAL.replace(FREE, "[[2],[1],[],[]],[[],[],[2],[]]")
NONE = SEVERAL.replace(FREE, "[[3],[],[],[]],[[],[],[2],[]]")
ONE_SOLUTION = "1234341221434321"

# A line of HoDoKu's library.
CELLS = ".6..+4...3......45...27.5.....641..3.9...7.2..38...9.7...75..9..6.....31..9...3.4."
LIBRARY = f":0000:x:{CELLS}:299::"
SOLVED = "569841723873692451412735698726418539951376284384259176137584962648927315295163847"


@pytest.mark.parametrize("method", ["auto", *ENGINES, "logic"])
def test_every_method_keeps_to_candidates(shell: Shell, method: str) -> None:
    if method == "sat":
        pytest.importorskip("pysat")
    command = f"sudoku-solve --method {method}"
    assert shell(f"{command} --format line", f"{ONE}\n").out == f"{ONE_SOLUTION}\n"
    ran = shell(command, f"{NONE}\n", status=1)
    assert json.loads(ran.out)["status"] == "none"
    assert ran.err == "sudoku-solve: -:1: no solution\n"
    if method != "logic":
        count = int(shell(f"{command} -c", f"{SEVERAL}\n").out)
        assert 1 < count < 72
        lines = shell(f"{command} --all --format line", f"{SEVERAL}\n").out.splitlines()
        assert len(set(lines)) == count
        assert all(line[1:3] == "23" and line[5] == "4" for line in lines)


def test_a_solution_is_written_with_the_candidates_of_its_puzzle(shell: Shell) -> None:
    out = json.loads(shell("sudoku-solve", f"{ONE}\n").out)
    assert out["cells"][0] == [1, 2, 3, 4]
    assert out["puzzle"][0] == [1, 0, 0, 0]
    assert out["candidates"][0][:3] == [[], [2], [3]]
    assert json.loads(shell("sudoku-solve | sudoku-solve", f"{ONE}\n").out)["cells"] == out["cells"]


def test_the_path_begins_with_the_candidates(shell: Shell) -> None:
    out = shell("sudoku-solve --explain --format grid", f"{ONE}\n").out
    assert "hardest step: " in out
    assert shell("sudoku-solve --hint 1 --format grid", f"{ONE}\n").out.count("\n") == 2
    several = shell("sudoku-solve --explain --format grid", f"{SEVERAL}\n", status=1)
    assert "several solutions: only unique solutions can be explained" in several.err


def test_hints_are_read_back(shell: Shell) -> None:
    drawn = shell("sudoku-solve --hint 1 -v --format pretty", f"{LIBRARY}\n").out
    drawing = "".join(line + "\n" for line in drawn.splitlines() if line[:1] in " rc")
    assert "*" in drawing
    assert shell("sudoku-solve --format line", drawing).out == f"{SOLVED}\n"
    marks = shell("sudoku-check --convert --format json", drawing).out
    again = shell("sudoku-solve --hint 1 -v --format pretty", marks).out
    assert again == drawn


def test_checks_keep_to_candidates(shell: Shell) -> None:
    text = f"{ONE}\n{SEVERAL}\n{NONE}\n"
    out = shell("sudoku-check --rate", text, status=1).out.splitlines()
    assert [line.split("\t")[1:5] for line in out] == [
        ["status=ok", "kind=puzzle", "clues=1", "solutions=1"],
        ["status=bad", "kind=puzzle", "clues=1", "solutions=2+"],
        ["status=bad", "kind=puzzle", "clues=1", "solutions=0"],
    ]
    assert shell("sudoku-check --filter", text).out == f"{ONE}\n"
    shell("cat > puzzles.json", f"{ONE}\n")
    ran = shell(
        "sudoku-check --against puzzles.json", f"{ONE_SOLUTION}\n1234341243212143\n", status=2
    )
    assert ran.out.startswith("1\tstatus=ok")
    other = shell("sudoku-check --against puzzles.json", "1234341243212143\n", status=1)
    assert other.out.endswith("failed=against\n")


@cases
def test_what_knows_no_candidates_says_so(shell: Shell, options: str, message: str) -> None:
    ran = shell(f"sudoku-check {options}", f"{ONE}\n", status=1)
    assert ran.err == f"sudoku-check: -:1: {message}\n"
    assert not ran.out.strip() or "status=unknown" in ran.out or "{" in ran.out


def test_clues_that_candidates_depend_on_are_not_removed(shell: Shell) -> None:
    ran = shell("sudoku-mask", f"{ONE}\n", status=2)
    assert "puzzles with candidates are not supported" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_equivalents_keep_their_candidates(shell: Shell) -> None:
    out = shell("sudoku-check --shuffle -n 3 --seed 1", f"{ONE}\n").out
    assert shell("sudoku-solve -c", out).out == "1\n1\n1\n"
    assert shell("sudoku-check --convert --format json", out).out == out


@pytest.mark.parametrize("jobs", [1, 2])
def test_who_has_no_place_for_candidates_warns_once(shell: Shell, jobs: int) -> None:
    ran = shell(f"sudoku-check --convert --format line --jobs {jobs}", 30 * f"{ONE}\n")
    assert ran.out == 30 * f"1{15 * '.'}\n"
    assert ran.err == "sudoku-check: format line does not support candidates: omitted\n"
    assert not shell("sudoku-check -q --convert --format line", f"{ONE}\n").err
    assert not shell("sudoku-check --convert --format json", f"{ONE}\n").err
    assert not shell("sudoku-solve --format line", f"{ONE}\n").err


def test_a_single_candidate_that_pm_shows_as_a_clue_is_named(shell: Shell) -> None:
    line = f":0000:x:12{79 * '.'}:313 413 513 613 713 813::"
    ran = shell("sudoku-check --convert --format pm", f"{line}\n")
    assert ran.err == "sudoku-check: format pm shows a single candidate as a clue\n"


def test_other_programs_write_what_is_read_as_grid_or_line(shell: Shell) -> None:
    assert shell("sudoku-solve", f"{LIBRARY}\n").out == f"{SOLVED}\n"
    drawn = shell("sudoku-check --convert --format pm", f"{LIBRARY}\n").out
    assert drawn.startswith(".---")
    assert shell("sudoku-solve", drawn).out.startswith("5 6 9 | 8 4 1 | 7 2 3\n")
    sukaku = shell("sudoku-check --convert --format sukaku", f"{LIBRARY}\n").out
    assert len(sukaku) == 730
    assert shell("sudoku-solve", sukaku).out == f"{SOLVED}\n"
    assert shell(f"sudoku-solve {LIBRARY.replace(' ', '')}").out == f"{SOLVED}\n"
