"""`sudoku-solve`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sudokutools import Grid, UndecidedError, count_solutions, read_grid, solutions
from sudokutools.cli.options.values import decimal, read_range
from sudokutools.cli.solve.command import command
from sudokutools.grid.grid import format_line
from sudokutools.logic.levels import UNSOLVED
from sudokutools.logic.techniques import TECHNIQUES
from sudokutools.solving import solving
from tests.cli.conftest import Shell
from tests.cli.puzzles import CLASH, EASY, EASY_SOLUTION, NONE, SEVENTEEN, TWO


def test_writes_the_solution_in_the_format_it_read(shell: Shell) -> None:
    assert shell("sudoku-solve", EASY).out == EASY_SOLUTION + "\n"
    drawn = shell("sudoku-solve --format grid", EASY).out
    assert drawn.startswith("5 3 4 | 6 7 8 | 9 1 2\n")
    assert drawn.endswith(" | 1 7 9\n\n")
    assert shell("sudoku-solve", drawn).out == drawn


def test_solutions_found_in_time_replace_their_puzzle(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def search(*_: object, **__: object) -> Iterator[Grid]:
        yield read_grid(EASY_SOLUTION)
        raise UndecidedError("the time is over")

    monkeypatch.setattr(solving, "solutions", search)
    (tmp_path / "in").write_text(f"{EASY}\n")
    for all_solutions in ([], ["--all"]):
        options = [*all_solutions, "--timeout", "9", "-o", f"{tmp_path}/out", f"{tmp_path}/in"]
        assert command.main(options, standalone_mode=False) == 1
        assert (tmp_path / "out").read_text() == f"{EASY_SOLUTION}\n"
    assert capfd.readouterr().err.count(":1: undecided after 9 s; the solution may not be uni") == 1


def test_notes_and_comments_stay(shell: Shell) -> None:
    text = f"# head\n\n# mine\n{EASY} # 20 FN\n{EASY},by me\n"
    expected = f"# head\n\n# mine\n{EASY_SOLUTION}\t# 20 FN\n{EASY_SOLUTION}\tby me\n"
    assert shell("sudoku-solve", text).out == expected
    assert "#" not in shell("sudoku-solve --no-comments", f"# mine\n{EASY}\n").out


def test_several_solutions_are_a_warning(shell: Shell) -> None:
    ran = shell("sudoku-solve", TWO)
    assert ran.err == "sudoku-solve: -:1: several solutions\n"
    assert read_grid(ran.out) in list(solutions(read_grid(TWO)))
    assert shell("sudoku-solve -q", TWO).err == ""
    assert shell("sudoku-solve --any", TWO).err == ""


def test_the_solution_in_the_input_is_compared(shell: Shell) -> None:
    def reported(puzzle: str, stated: str) -> str:
        return shell("sudoku-solve", json.dumps({"cells": puzzle, "solution": stated})).err

    among = "sudoku-solve: -:1: several solutions, among them the one in the input\n"
    other = EASY_SOLUTION.replace("1", "x").replace("2", "1").replace("x", "2")
    assert reported(EASY, EASY_SOLUTION) == reported(EASY, EASY) == ""
    assert reported(EASY, other) == "sudoku-solve: -:1: the solution in the input is another one\n"
    assert reported(TWO, shell("sudoku-solve --any", TWO).out.strip()) == among
    assert reported(TWO, other) == "sudoku-solve: -:1: several solutions\n"


def test_ten_warnings_are_enough(shell: Shell) -> None:
    err = shell("sudoku-solve", f"{TWO}\n" * 13).err.splitlines()
    assert len(err) == 11
    assert err[-1] == "sudoku-solve: 3 more records with several solutions"


def test_no_solution(shell: Shell) -> None:
    ran = shell("sudoku-solve", f"{NONE}\tx\n{EASY}\n", status=1)
    assert ran.out == f"{NONE}\tx\n{EASY_SOLUTION}\n"
    assert ran.err == "sudoku-solve: -:1: no solution\n"
    assert shell("sudoku-solve --format grid", NONE, status=1).out == ""


def test_a_clash_is_named(shell: Shell) -> None:
    assert shell("sudoku-solve", CLASH, status=1).err == (
        "sudoku-solve: -:1: r1c1 and r1c2 are both 5\n"
    )


def test_all_and_limit(shell: Shell) -> None:
    expected = sorted(f"{format_line(grid)}\tnote" for grid in solutions(read_grid(TWO)))
    assert len(expected) == 2
    assert sorted(shell("sudoku-solve --all", f"{TWO} note").out.splitlines()) == expected
    assert len(shell("sudoku-solve --all --limit 1", TWO).out.splitlines()) == 1
    empty = "." * 81
    assert len(shell("sudoku-solve --all --limit 500", empty).out.splitlines()) == 500
    data = [json.loads(line) for line in shell("sudoku-solve --all --format json", TWO).out.split()]
    assert [(d["record"], d["solution_number"]) for d in data] == [(1, 1), (1, 2)]


def test_all_is_written_as_it_is_found(shell: Shell) -> None:
    # The empty grid has far more solutions than could ever be written.
    assert len(shell("sudoku-solve --all | head -n 3", "." * 81).out.splitlines()) == 3


def test_count(shell: Shell) -> None:
    ran = shell("sudoku-solve -c", f"{EASY}\n{TWO}\n{NONE}\n", status=1)
    assert ran.out == "1\n2\n0\n"
    assert ran.err == ""
    assert shell("sudoku-solve --count --limit 5", "." * 81).out == "5\n"
    assert shell("sudoku-solve --count --size 4", "." * 16).out == "288\n"
    assert count_solutions(read_grid(TWO)) == 2


def test_json(shell: Shell) -> None:
    text = f'{{"cells":"{EASY}","id":7}}\n{{"cells":"{TWO}"}}\n{{"cells":"{NONE}"}}\nrubbish\n'
    ran = shell("sudoku-solve", text, status=2)
    solved, several, none, bad = (json.loads(line) for line in ran.out.splitlines())
    assert (solved["status"], solved["id"], solved["box"]) == ("solved", 7, [3, 3])
    assert "".join(str(c) for row in solved["cells"] for c in row) == EASY_SOLUTION
    assert solved["puzzle"][0] == [5, 3, 0, 0, 7, 0, 0, 0, 0]
    assert several["status"] == "several"
    assert none["status"] == "none"
    assert "".join(str(c) for row in none["cells"] for c in row) == NONE.replace(".", "0")
    assert (bad["record"], bad["status"]) == (4, "unreadable")


def test_with_puzzle(shell: Shell) -> None:
    assert shell("sudoku-solve --with-puzzle", EASY).out == f"{EASY}\t{EASY_SOLUTION}\n"
    table = shell("sudoku-solve --with-puzzle --format table", f"{EASY}\n{NONE}\n", status=1).out
    assert table == f"puzzle,solution\n{EASY},{EASY_SOLUTION}\n{NONE},\n"
    first, *_ = shell("sudoku-solve --with-puzzle --format pretty", EASY).out.splitlines()
    assert first.split() == 2 * [f"c{column}" for column in range(1, 10)]
    ran = shell("sudoku-solve --format table", f"{EASY}\n{NONE}\n", status=1)
    assert ran.out == f"solution\n{EASY_SOLUTION}\n\n"


def test_random_draws_are_reproducible(shell: Shell) -> None:
    empty = f"{'.' * 81}\n" * 3
    whole = shell("sudoku-solve --any --random --seed s", empty).out
    assert len(set(whole.split())) == 3
    assert shell("sudoku-solve --any --random --seed s --jobs 1", empty).out == whole
    tail = shell("sudoku-solve --any --random --seed s --start 1", empty[:164]).out
    assert tail.split() == whole.split()[1:]
    assert shell("sudoku-solve --any --random --seed t", empty).out != whole


def test_explain(shell: Shell) -> None:
    ran = shell("sudoku-solve --explain", f"{EASY}\n{SEVENTEEN}\n")
    first, second = ran.out.split("\n\n")
    assert first.startswith(
        "# record 1\n1. Hidden single: in box 2, digit 8 can only go in r1c6\n2. "
    )
    assert first.endswith("hardest step: Hidden single (1.2)")
    assert second.startswith("# record 2\n")
    assert len(first.splitlines()) == 51 + 2


def test_explain_as_data(shell: Shell) -> None:
    data = json.loads(shell("sudoku-solve --explain --format json", EASY).out)
    assert (data["record"], data["status"], data["rating"]) == (1, "solved", 1.2)
    assert len(data["steps"]) == 51
    assert data["steps"][0]["technique"] == "Hidden single"


CHAINS = "..9.473.....9...7...23..1...........83..7.52.....5.8..7...12.4..8.5.9.......3...."
"""Forcing chains are needed, from a level of 7.0 up."""


def test_explain_draws_the_pencil_marks_before_each_step(shell: Shell) -> None:
    small = "12..34....4....1"
    out = shell("sudoku-solve --explain --format pretty", small).out
    first, second = out.split("\n\n")[:2]
    assert first.splitlines()[:6] == [
        "# record 1",
        "1. Hidden single: in box 2, digit 1 can only go in r2c3",
        "     c1 c2   c3   c4",
        "   ┌───────┬─────────┐",
        "r1 │ 1  2  │ 3?   34 │",
        "r2 │ 3  4  │ *+12 2? │",
    ]
    assert "r2 │ 3  4  │ 1  *+2 │" in second
    assert "\x1b" not in out
    coloured = shell(
        "sudoku-solve --explain --format pretty --color always", "12..34....4....1"
    ).out
    assert "\x1b[1;32m+1\x1b[0m" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == out


def test_explain_writes_chains_in_eureka_notation_and_in_sentences(shell: Shell) -> None:
    ran = shell("sudoku-solve --explain", CHAINS)
    chain = next(line for line in ran.out.splitlines() if ". Forcing X-chain: " in line)
    notation = re.search(r"a chain proves the opposite: (\S+);", chain)
    assert notation is not None
    assert "Suppose" not in ran.out
    lines = shell("sudoku-solve --explain -v", CHAINS).out.splitlines()
    at = lines.index(chain.replace(notation[1], "see below"))
    assert lines[at + 1] == f"  {notation[1]}"
    assert lines[at + 2].startswith("    1. Suppose r")
    assert lines[at + 3].startswith("    2. Then r")
    short = [line for line in lines if not line.startswith(" ")]
    assert len(short) == len(ran.out.splitlines())
    assert max(map(len, short)) < 200


def test_explain_needs_one_solution(shell: Shell) -> None:
    assert "several solutions" in shell("sudoku-solve --explain", TWO, status=1).err
    assert "both 5" in shell("sudoku-solve --explain", CLASH, status=1).err


def test_hint_hides_the_digit(shell: Shell) -> None:
    assert shell("sudoku-solve --hint 1", EASY).out == "# record 1\nHidden single in box 2: r1c6\n"
    hints = shell("sudoku-solve --hint 3", EASY).out.splitlines()
    assert [line.split(" single ")[0] for line in hints[1:]] == [
        f"{number}. Hidden" for number in (1, 2, 3)
    ]
    assert "8 can only go in r1c6" in shell("sudoku-solve --hint 1 -v", EASY).out


KITE = ".1..6...2.2....4..9...3....2....51..1...7.264....4....6..3..7...35.....67...1.5.."


def test_explain_on_the_scale_of_hodoku(shell: Shell) -> None:
    verdict = shell("sudoku-check --scale hodoku", KITE).out
    lines = shell("sudoku-solve --explain --scale hodoku", KITE).out.splitlines()
    assert lines[-1] == "hardest step: Skyscraper (130), score 764, level hard"
    assert "hodoku_level=hard\thodoku_score=764\thodoku_technique=Skyscraper" in verdict
    data = json.loads(shell("sudoku-solve --explain --scale hodoku --format json", KITE).out)
    assert [step["text"] for step in data["steps"]] == [
        line.partition(". ")[2] for line in lines[1:-1]
    ]
    assert sum(step["score"] for step in data["steps"]) == data["hodoku_score"] == 764
    assert (data["hodoku_level"], data["hodoku_technique"]) == ("hard", "Skyscraper")
    assert "rating" not in data
    nudge = json.loads(shell("sudoku-solve --hint 1 --scale hodoku --format json", KITE).out)
    assert nudge["steps"][0].keys() == {"technique", "score", "houses", "cells", "text"}


def test_explain_with_some_techniques_until_it_is_stuck(shell: Shell) -> None:
    ran = shell("sudoku-solve --explain --only singles", KITE, status=1)
    *_, row, _, last = ran.out.splitlines()
    assert last == "stuck after 11 steps"
    assert row == "r9 │ 7    89    2     │ 689    1  689    │ 5   4     3     │"
    assert ran.err == "sudoku-solve: -:1: no technique applies\n"
    whole = shell("sudoku-solve --explain", KITE).out
    assert shell("sudoku-solve --explain --without exclusion,x-wing", KITE).out == whole
    assert "Unique" in whole
    assert "Unique" not in shell("sudoku-solve --explain --without uniqueness", KITE).out
    text = shell("sudoku-solve --explain --only singles --format json", KITE, status=1).out
    data = json.loads(text)
    assert (data["status"], len(data["steps"])) == ("stuck", 11)
    assert data["cells"][8] == [7, 0, 2, 0, 1, 0, 5, 4, 3]
    assert data["candidates"][8][:2] == [[], [8, 9]]
    # What is left can be read and solved; with candidates, as --explain left them.
    left = json.dumps({key: data[key] for key in ("cells", "candidates")})
    assert shell("sudoku-solve --format line", left).out == shell("sudoku-solve", KITE).out
    used = shell("sudoku-solve --hint 3 --only bug+1 --scale hodoku", KITE, status=1).out
    assert used == "# record 1\nno step found\n"


def test_records_that_hodoku_does_not_explain(shell: Shell) -> None:
    ran = shell("sudoku-solve --hint 1 --scale hodoku", f"12..34....4....1\n{EASY}\n", status=1)
    assert ran.out == "# record 1\n\n# record 2\nNaked single: r5c5\n"
    assert "-:1: --scale hodoku: only plain 9x9 grids are supported" in ran.err


def test_hint_draws_the_place_and_not_the_digit(shell: Shell) -> None:
    ran = shell("sudoku-solve --hint 2 --format pretty", EASY).out
    head, *drawing = ran.splitlines()
    assert head == "# record 1"
    assert drawing[-2:] == shell("sudoku-solve --hint 2", EASY).out.splitlines()[1:]
    # One drawing, of the puzzle as it is: two cells are marked, nothing is placed or removed.
    assert sum(line.count("*") for line in drawing) == 2
    assert sum(line.count("┌") for line in drawing) == 1
    rows = [line for line in drawing if line.startswith("r")]
    assert not [line for line in rows if "+" in line or "-" in line]
    assert "*" in rows[0].split("│")[2].split()[2]  # r1c6
    whole = shell("sudoku-solve --hint 2 -v -q --format pretty", EASY).out
    explained = shell("sudoku-solve --explain --format pretty", EASY).out
    assert explained.startswith(whole.rstrip("\n"))
    assert "+8" in whole


def test_hint_as_data_hides_the_digit(shell: Shell) -> None:
    (step,) = json.loads(shell("sudoku-solve --hint 1 --format json", EASY).out)["steps"]
    assert step == {
        "technique": "Hidden single",
        "rating": 1.2,
        "houses": ["box 2"],
        "cells": ["r1c6"],
        "text": "Hidden single in box 2: r1c6",
    }
    whole = shell("sudoku-solve --hint 1 -v --format json", EASY).out
    assert json.loads(whole)["steps"][0]["placements"] == [{"cell": "r1c6", "symbol": 8}]


def test_techniques_are_listed_with_their_ratings(shell: Shell) -> None:
    both = shell("sudoku-solve --techniques").out
    title, *rows = shell("sudoku-solve --techniques --scale se").out.splitlines()
    lines = [row.split("\t") for row in rows]
    assert title == "# se"
    assert lines[0] == ["1.0", "Full house", "singles"]
    assert ["1.2-1.5", "Hidden single", "singles"] in lines
    assert ["6.6-", "Turbot fish", "chains"] in lines
    assert [name for _, name, _ in lines] == list(TECHNIQUES)
    for rating, _, _ in lines:  # Listed methods can be selected.
        assert read_range(rating, decimal, (0.0, UNSOLVED))
    hodoku = shell("sudoku-solve --techniques --scale hodoku").out
    assert hodoku.startswith("# hodoku\n4\tFull house\tsingles\n")
    assert "130\tSkyscraper\tsingle-digit\n" in hodoku
    assert both.split("\n\n") == ["\n".join((title, *rows)), hodoku]
    large = shell("sudoku-solve --techniques --size 16").out
    assert "Squirmbag" in large
    assert "# hodoku" not in large


def test_timeout_is_undecided_not_guessed(shell: Shell) -> None:
    hard = "." * 625 + "\n"
    ran = shell("sudoku-solve --method backtrack --timeout 0.2", hard, status=1)
    assert "undecided after 0.2 s" in ran.err
    assert ran.out == hard


def test_logic_says_where_it_gives_up(shell: Shell) -> None:
    ran = shell("sudoku-solve --method logic", TWO, status=1)
    assert ran.out == f"{TWO}\n"
    assert ran.err == "sudoku-solve: -:1: undecided: no technique applies\n"


@pytest.mark.parametrize("form", ["line", "csv", "tsv", "table", "grid", "pretty", "json"])
def test_a_solution_without_proof_is_written_but_undecided(shell: Shell, form: str) -> None:
    """After a unique rectangle logic cannot tell whether there are other solutions."""
    puzzle = ".41.9..........6....6.4..87......37..8.1..........3..8.25..1....196....4..4.....2"
    for more in ("", " --with-puzzle"):
        line = f"sudoku-solve --format {form}{more}"
        ran = shell(f"{line} --method logic", puzzle, status=1)
        assert ran.out.replace('"undecided"', '"solved"') == shell(line, puzzle).out
        assert ('"status":"undecided"' in ran.out) == (form == "json")
        assert ran.err == (
            "sudoku-solve: -:1: undecided: a technique assumed a unique solution;"
            " the solution may not be unique\n"
        )


def test_empty_lines_keep_their_places_among_lines(shell: Shell) -> None:
    text = f"\n{EASY}\n\n\n{EASY}\n\n"
    assert shell("sudoku-solve", text).out == text.replace(EASY, EASY_SOLUTION)
