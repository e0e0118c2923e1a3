"""`sudoku-check`."""

import importlib.util
import json
from collections.abc import Iterator

import pytest

from sudokutools import Geometry, Grid, UndecidedError, judge, read_grid
from sudokutools.checking import checking, facts
from sudokutools.logic.levels import SINGLES
from tests.cli.conftest import Shell
from tests.cli.puzzles import (
    CLASH,
    EASY,
    EASY_SOLUTION,
    NONE,
    OPEN_BOX,
    SEVENTEEN,
    SEVENTEEN_SOLUTION,
    SMALL,
    TWO,
    one_by_one,
    without_blanks,
)
from tests.tables import cases

ALL = f"{EASY}\n{EASY_SOLUTION}\n{TWO}\n{NONE}\n{CLASH}\n{EASY[:60]}\n"


def test_verdicts(shell: Shell) -> None:
    ran = shell("sudoku-check", ALL, status=2)
    assert ran.out.splitlines() == [
        "1\tstatus=ok\tkind=puzzle\tclues=30\tsolutions=1",
        "2\tstatus=ok\tkind=complete\tclues=81\tsolutions=1",
        "3\tstatus=bad\tkind=puzzle\tclues=24\tsolutions=2+\tfailed=solutions",
        "4\tstatus=bad\tkind=puzzle\tclues=24\tsolutions=0\tfailed=solutions",
        "5\tstatus=bad\tkind=puzzle\tclues=30\tsolutions=0"
        "\tbroken=row 1: 5 at r1c1 r1c2; box 1: 5 at r1c1 r1c2\tfailed=rules",
        "6\tstatus=unreadable\terror=60 cells, expected 81",
    ]
    assert ran.err == "sudoku-check: -:6: 60 cells, expected 81\n"


def test_verdicts_as_json(shell: Shell) -> None:
    out = shell("sudoku-check --format json", ALL, status=2).out
    data = [json.loads(line) for line in out.splitlines()]
    assert data[0] == {"record": 1, "status": "ok", "kind": "puzzle", "clues": 30, "solutions": 1}
    assert data[2]["solutions"] == "2+"
    assert data[4]["broken"] == ["row 1: 5 at r1c1 r1c2", "box 1: 5 at r1c1 r1c2"]
    assert data[5] == {"record": 6, "status": "unreadable", "error": "60 cells, expected 81"}
    ranked = shell("sudoku-check --rank --format json", f"{EASY_SOLUTION}\n").out
    assert json.loads(ranked)["rank"].isdigit()  # A string.


@pytest.mark.parametrize("jobs", [1, 2])
def test_rejects(shell: Shell, jobs: int) -> None:
    """Every line is in exactly one of two outputs, as it was read."""
    lines = [f"{EASY}\n", f"{NONE} # none\n", "5#\xe9\n", f"{EASY} a\r\n", "123\n", f"{TWO}\n"]
    rest = "".join(lines[i] for i in (1, 2, 4, 5))
    line = f"sudoku-check {{}} --rejects r --jobs {jobs}; s=$?; cat r; exit $s"
    assert shell(line.format("--filter -o f"), "".join(lines), status=2).out == rest
    assert shell("cat f").out == lines[0] + lines[3]
    rest = "".join(lines[i] for i in (0, 2, 3, 4))
    assert shell(line.format("--invert -o f"), "".join(lines), status=2).out == rest


def test_rejects_of_objects_drawings_and_tables(shell: Shell) -> None:
    line = "sudoku-check --filter --rejects r; cat r"
    assert shell(line, MISSED).out == MISSED
    drawing = shell("sudoku-check --convert --format grid", TWO).out
    assert shell(line, f"# box 3x3\n{drawing}").out == f"# box 3x3\n# box 3x3\n{drawing}"
    table = f"id,puzzle\n1,{EASY}\n2,{TWO}\n"
    assert shell(line, table).out == f"id,puzzle\n1,{EASY}\nid,puzzle\n2,{TWO}\n"


@cases
def test_a_file_that_rejects_cannot_be_written_to(
    shell: Shell, options: str, complaint: str
) -> None:
    shell("cat > f", EASY)
    assert complaint in shell(f"sudoku-check --filter {options}", status=2).err


MISSED = json.dumps({"status": "unreadable", "error": "x\n2\tstatus=ok\x1b[31m"}) + "\n"


@pytest.mark.parametrize("text", [MISSED, "\n\n", f"{EASY}\n\n{EASY}\n", f"{EASY}\n\n"])
def test_records_that_an_earlier_command_missed(shell: Shell, text: str) -> None:
    ran = shell("sudoku-check", text, status=1)
    assert bool(ran.err) == (text != MISSED)
    shell("sudoku-check --filter", text, status=0 if EASY in text else 1)


def test_empty_lines_around_drawings_texts_and_titles_are_no_records(shell: Shell) -> None:
    drawing = shell("sudoku-check --convert --format grid", EASY).out
    iss = shell("sudoku-check --convert --format iss", EASY).out
    for text in (f"\n\n{drawing}\n", f"# title\n\n{EASY}\n", "\n" + iss.replace(".~", "\n.~")):
        assert shell("sudoku-check", text).err == ""
    assert shell("sudoku-check", f"\n{iss}", status=1).err  # As `sudoku-mask` writes.


def test_text_from_input_breaks_no_line(shell: Shell) -> None:
    ran = shell("sudoku-check", MISSED, status=1)
    assert ran.out == "1\tstatus=unreadable\terror=x\\n2\\tstatus=ok\\x1b[31m\n"
    titled = json.dumps({"cells": EASY, "title": "a\n#Lhard\x1b"})
    assert "#Ctitle: a #Lhard\\x1b\n" in shell("sudoku-check --convert --format sdk", titled).out
    assert "a&#10;#Lhard" in shell("sudoku-check --convert --format opensudoku", titled).out


def test_rating(shell: Shell) -> None:
    assert shell("sudoku-check --rate", EASY).out == (
        "1\tstatus=ok\tkind=puzzle\tclues=30\tsolutions=1\trating=1.2\tpearl=1.2\tdiamond=1.2"
        "\tlevel=easy\ttechnique=Hidden single\n"
    )
    assert "failed=level" in shell("sudoku-check --level hard-expert", EASY, status=1).out
    assert "status=ok" in shell("sudoku-check --level easy", EASY).out
    assert "failed=rating" in shell("sudoku-check --rating 2.0-4.4", EASY, status=1).out


HODOKU = "67.....92....6......1...5...3.914.5...6.3.4...........12.....79....2....3..748..6"


def test_scale_of_hodoku(shell: Shell) -> None:
    assert shell("sudoku-check --scale hodoku", HODOKU).out == (
        "1\tstatus=ok\tkind=puzzle\tclues=25\tsolutions=1\trating=6.8\tpearl=1.2\tdiamond=1.2"
        "\tlevel=expert\ttechnique=Bidirectional Y-cycle"
        "\thodoku_level=unfair\thodoku_score=1614\thodoku_technique=XY-Chain\n"
    )
    data = json.loads(shell("sudoku-check --rate --scale hodoku --format json", HODOKU).out)
    assert (data["level"], data["hodoku_level"], data["hodoku_score"]) == ("expert", "unfair", 1614)
    tagged = shell("sudoku-check --scale hodoku --tag", HODOKU).out
    assert tagged.endswith("\thodoku_technique=XY-Chain\n")
    assert shell("sudoku-check --scale se", HODOKU).out == shell("sudoku-check --rate", HODOKU).out
    assert "\nhodoku_level=unfair\t1\t" in shell("sudoku-check --scale hodoku --stats", HODOKU).out
    assert "l=unfair" in shell("sudoku-check --scale hodoku --tag --format pretty", HODOKU).out
    complete = shell("sudoku-check --scale hodoku", EASY_SOLUTION).out
    assert complete.endswith("\thodoku_level=easy\thodoku_score=0\n")


def test_levels_are_those_of_the_scale(shell: Shell) -> None:
    two = f"{EASY}\n{HODOKU}\n"
    passed = shell("sudoku-check --level hard-unfair --scale hodoku --filter", two).out
    assert passed == HODOKU + "\n"
    assert shell("sudoku-check --scale hodoku --level unfair --invert", two).out == EASY + "\n"
    assert "failed=level" in shell("sudoku-check --scale hodoku --level easy", HODOKU, status=1).out


def test_techniques_of_the_scale_are_counted(shell: Shell) -> None:
    ran = shell("sudoku-check --scale hodoku -v --jobs 2", f"{EASY}\n{HODOKU}\n")
    assert "sudoku-check: 2 XY-Chain" in ran.err.splitlines()
    assert "Bidirectional" not in ran.err


def test_scale_of_hodoku_is_for_9x9_only(shell: Shell) -> None:
    ran = shell("sudoku-check --scale hodoku", f"123434122143432.\n{HODOKU}\n", status=1)
    assert ran.err == "sudoku-check: -:1: --scale hodoku: only 9x9 grids are supported\n"
    first, second = ran.out.splitlines()
    assert "status=unknown" in first
    assert "rating" not in first
    assert "\thodoku_score=1614\t" in second


@cases
def test_tests(shell: Shell, options: str, puzzle: str, keys: str) -> None:
    status = 0 if "status=ok" in keys else 1
    assert shell(f"sudoku-check {options}", puzzle, status=status).out == f"1\t{keys}\n"


def test_timeouts_are_told(shell: Shell) -> None:
    ran = shell("sudoku-check --count --timeout 0.01", f"{81 * '.'}\n" * 12, status=1)
    assert "status=ok" not in ran.out
    lines = ran.err.splitlines()
    assert lines[0] == "sudoku-check: -:1: timed out after 0.01 s"
    assert lines[10:] == ["sudoku-check: 2 more records timed out after 0.01 s"]
    assert not shell("sudoku-solve -q", f"{TWO}\n" * 12).err
    ran = shell("sudoku-check --scale hodoku --timeout 0.001", HODOKU, status=1)
    assert "score" not in ran.out
    assert ran.err == "sudoku-check: -:1: timed out after 0.001 s\n"
    assert shell("sudoku-check --timeout 100", f"{EASY}\n").err == ""
    ran = shell("sudoku-check --automorphisms --size 25", "." * 625, status=1)
    assert "given up" not in ran.err  # It is too large, whatever the time.


@cases
def test_what_was_found_in_time_decides(
    monkeypatch: pytest.MonkeyPatch, found: int, solutions: str, status: str
) -> None:
    def search(*_: object, **__: object) -> Iterator[int]:
        yield from range(1, found + 1)
        raise UndecidedError("the time is over")

    monkeypatch.setattr(checking, "counts", search)
    tests = facts.Tests(solutions=solutions, count=True)
    verdict = judge(Grid.empty(Geometry.of(2, 3)), tests)
    assert (verdict.status, verdict.is_cut) == (status, True)


def test_minimal_and_levels_need_one_solution(shell: Shell) -> None:
    for test in ("--minimal", "--level easy", "--rating 1.0-20"):
        out = shell(f"sudoku-check --any {test}", TWO, status=1).out
        assert out == "1\tstatus=bad\tkind=puzzle\tclues=24\tsolutions=2+\tfailed=solutions\n"


def test_a_limit_of_one_tells_nothing_of_others(shell: Shell) -> None:
    assert "solutions=1+" in shell("sudoku-check --any --count --limit 1", TWO).out
    grid = read_grid(TWO)
    for tests in (
        facts.Tests(count=True, limit=1),
        facts.Tests(solutions="any", count=True, limit=1, minimal=True),
    ):
        assert judge(grid, tests).values["status"] == "unknown"
    assert (
        judge(read_grid(EASY_SOLUTION), facts.Tests(count=True, limit=1)).values["status"] == "ok"
    )


def test_filter_writes_exactly_what_was_read(shell: Shell) -> None:
    drawn = "# mine\n+---+---+---+\n" + "".join(
        f"|{EASY[at : at + 3]}|{EASY[at + 3 : at + 6]}|{EASY[at + 6 : at + 9]}|\n"
        + "+---+---+---+\n" * (at in (18, 45))
        for at in range(0, 81, 9)
    )
    text = f"{TWO} note\n{EASY}   spaced ,note\n\n{drawn}"
    ran = shell("sudoku-check --filter", text)
    assert ran.out == f"{EASY}   spaced ,note\n{drawn}\n"
    assert shell("sudoku-check --invert", text).out == f"{TWO} note\n"


def test_filter_exit_statuses(shell: Shell) -> None:
    assert shell("sudoku-check --filter", TWO, status=1).out == ""
    assert shell("sudoku-check --filter", 9 * f"{TWO}\n", status=1).out == ""
    assert shell("sudoku-check --invert", EASY, status=1).out == ""
    assert shell("sudoku-check --filter", "").out == ""
    shell("sudoku-check --filter", f"{EASY}\n{EASY[:50]}\n", status=2)
    assert (
        shell("sudoku-check --filter --minimal", f"{EASY}\n{SEVENTEEN}\n").out == f"{SEVENTEEN}\n"
    )


def test_tag(shell: Shell) -> None:
    out = shell("sudoku-check --tag --rate", f"{EASY}\tmine\n").out
    assert out.startswith(f"{EASY}\tstatus=ok\tkind=puzzle\tclues=30\tsolutions=1\trating=1.2")
    assert out.endswith("\tmine\n")
    data = json.loads(shell("sudoku-check --tag --format json", EASY).out)
    assert (data["status"], data["cells"][0][0]) == ("ok", 5)


def test_against(shell: Shell) -> None:
    line = "cat > p; sudoku-solve p > s; sudoku-check --against p s"
    assert shell(line, f"{EASY}\n{SEVENTEEN}\n").out.count("status=ok") == 2
    swapped = "cat > p; sudoku-solve p | tac | sudoku-check --against p"
    assert shell(swapped, f"{EASY}\n{SEVENTEEN}\n", status=1).out.count("failed=against") == 2
    missing = shell("sudoku-check --against p nowhere", status=2)
    assert missing.err == "sudoku-check: nowhere: no such file or directory\n"
    for cut in ("head -n 1", "cat - s"):
        ran = shell(f"cat > p; sudoku-solve p > s; {cut} < s | sudoku-check --against p",
                    f"{EASY}\n{SEVENTEEN}\n", status=2)  # fmt: skip
        expected = (
            "--against: 2 records, but" if cut == "cat - s" else "more records than the input"
        )
        assert expected in ran.err


def test_a_plain_solution_keeps_the_rules_of_the_puzzle() -> None:
    puzzle = read_grid("1...............\tvariant=x")
    solutions = map(read_grid, ("1234341243212143", "1234341221434321"))
    assert [checking.is_solution_of(grid, puzzle) for grid in solutions] == [True, False]


@pytest.mark.parametrize("bad", [EASY[:70], f"{EASY[:70]}\n{EASY[:60]}"])
def test_against_goes_on_after_bad_records(shell: Shell, bad: str) -> None:
    """An empty line instead of a solution keeps both files in step."""
    line = "cat > p; sudoku-solve p > s; sudoku-check --against p s"
    ran = shell(line, f"{EASY}\n{bad}\n\n{SEVENTEEN}\n", status=2)
    assert ran.out.count("status=ok") == 2
    assert "failed=" not in ran.out
    solutions = f"{EASY_SOLUTION}\n{EASY[:70]}\n{SEVENTEEN_SOLUTION}\n"
    line = f"printf '{EASY}\n{TWO}\n{SEVENTEEN}\n' > p; sudoku-check --against p"
    ran = shell(line, solutions, status=2)
    assert ran.out.count("status=ok") == 2
    assert "failed=" not in ran.out


def test_empty_input(shell: Shell) -> None:
    ran = shell("sudoku-check")
    assert (ran.out, ran.err) == ("", "")


def test_beginners_are_a_part_of_easy(shell: Shell) -> None:
    made = shell("sudoku-mask --level beginner --seed 1 -n 5", EASY_SOLUTION).out
    made += f"{EASY_SOLUTION[:80]}.\n"
    # The first has an empty box, the second too few clues.
    others = f"{OPEN_BOX}\n{EASY}\n"
    for options in ("", "--from line --timeout 9", "--format line", "--no-comments"):
        passed = shell(f"sudoku-check --level beginner --filter {options}", made + others).out
        assert passed == made
    for level in ("easy", "beginner-easy", "-easy"):
        assert shell(f"sudoku-check --level {level} --filter", made + others).out == made + others
    verdicts = shell("sudoku-check --level beginner", made + others, status=1).out.splitlines()
    assert all("level=easy" in verdict for verdict in verdicts)
    assert ["failed=level" in verdict for verdict in verdicts] == 6 * [False] + 2 * [True]


def test_a_level_of_hodoku_and_a_rating(shell: Shell) -> None:
    assert "level=easy" in shell("sudoku-check --scale hodoku --level easy --rating 1-", EASY).out


def test_ranges_may_be_open(shell: Shell) -> None:
    assert shell("sudoku-check --filter --rating 1.3-", f"{EASY}\n", status=1).out == ""
    for options in ("--rating 1.2-", "--rating -1.2", "--level easy-", "--level -extreme"):
        assert shell(f"sudoku-check --filter {options}", f"{EASY}\n").out == f"{EASY}\n"
    assert shell("sudoku-check --filter --level medium-", f"{EASY}\n", status=1).out == ""
    levels = shell("sudoku-check --scale hodoku --level -unfair", EASY).out
    assert "level=easy" in levels


MIXED = "\n".join(
    [EASY, TWO, f"{SEVENTEEN}\ta note", "# comment", CLASH, EASY_SOLUTION, SMALL, "oops"]
    + 5 * [SEVENTEEN, f"{TWO} two", NONE, EASY]
)
RATES = [
    "--rate",
    "--rate --minimal --any",
    "--level easy --tag",
    "--filter --rating 1.0-1.5",
    "--invert --level easy -v --jobs 2",
    "--histogram",
    "--steps",
    "--steps --histogram",
    "--steps --template {steps}/{hard_steps}/{first_hard}",
]


@pytest.mark.parametrize("options", RATES)
def test_ratings_by_the_block_and_one_by_one_are_alike(shell: Shell, options: str) -> None:
    command = f"sudoku-check {options}"
    expected = shell(f"SUDOKUTOOLS_CORE=python {command}", MIXED, status=2).out
    assert shell(command, MIXED, status=2).out == expected
    assert without_blanks(shell(command, one_by_one(MIXED), status=2).out) == expected


def test_fields_of_serate(shell: Shell) -> None:
    theirs, ours = "%n: %g ED=%r/%p/%d", "{record}: {puzzle} ED={rating}/{pearl}/{diamond}"
    lines = [shell(f"sudoku-check --rate --template '{each}'", EASY).out for each in (theirs, ours)]
    assert lines[0] == lines[1]
    assert lines[0].startswith(f"1: {EASY} ED=")


def test_steps(shell: Shell) -> None:
    line = shell("sudoku-check --steps --columns steps,hard_steps,first_hard", HODOKU).out.strip()
    data = json.loads(shell("sudoku-check --rate --steps --format json", HODOKU).out)
    steps, first = data["steps"], data["first_hard"]
    reported = ";".join(f"{name}:{number}" for name, number in steps.items())
    assert line == (
        f"1\tsteps={reported}\thard_steps={data['hard_steps']}"
        f"\tfirst_hard={first['step']} {first['technique']}"
    )
    path = json.loads(shell("sudoku-solve --explain --format json", HODOKU).out)["steps"]
    names = [step["technique"] for step in path]
    assert steps == {name: names.count(name) for name in names}
    hard = [i for i, name in enumerate(names) if name not in SINGLES]
    assert (data["hard_steps"], first["step"]) == (len(hard), hard[0] + 1)
    assert first["technique"] == names[hard[0]]


def test_steps_of_other_scales_and_grids(shell: Shell) -> None:
    out = shell("sudoku-check --scale hodoku --steps --jobs 2 --format csv", HODOKU).out
    row = dict(zip(*(line.split(",") for line in out.splitlines()), strict=True))
    numbers = dict(text.split(":") for text in row["steps"].split(";"))
    assert numbers["XY-Chain"] == "2"
    singles = sum(int(numbers.get(name, 0)) for name in SINGLES)
    assert int(row["hard_steps"]) == sum(map(int, numbers.values())) - singles
    easy = "\tsteps=Full house:21;Hidden single:30\thard_steps=0\n"
    assert shell("sudoku-check --steps", EASY).out.endswith(easy)
    small = "\tgeometry=2x2\tsteps=Full house:7;Hidden single:3\thard_steps=0\n"
    assert shell("sudoku-check --steps", "12..34....4....1").out.endswith(small)
    assert "steps" not in shell("sudoku-check --steps", TWO, status=1).out


def test_techniques_are_counted_at_the_end(shell: Shell) -> None:
    for text in (f"{EASY}\n", f" {EASY}\n"):
        ran = shell("sudoku-check --rate -v", text * 3)
        summary, *lines = ran.err.splitlines()
        assert summary.startswith("sudoku-check: 3 records, 3 ok in ")
        numbers = [int(line.split()[1]) for line in lines]
        assert numbers == sorted(numbers, reverse=True)
        assert sum(numbers) == 3 * 51  # One step an empty cell.
        assert any(line.endswith(" Hidden single") for line in lines)


def test_histogram_takes_the_place_of_verdicts(shell: Shell) -> None:
    out = shell("sudoku-check --histogram", f"{EASY}\n" * 4 + f"{SEVENTEEN}\n{TWO}\n", status=1).out
    assert out.startswith("easy     1.2 4 " + "█" * 65 + "\n")
    assert shell("sudoku-check --histogram", TWO, status=1).out == "no puzzle was rated\n"


def test_a_rating_outside_9x9_names_the_geometry(shell: Shell) -> None:
    small = "12..34....4....1"
    out = shell("sudoku-check --rate", small).out
    assert out.endswith("\tlevel=easy\ttechnique=Hidden single\tgeometry=2x2\n")
    data = json.loads(shell("sudoku-check --rate --format json", small).out)
    assert data["geometry"] == "2x2"
    assert "geometry" not in shell("sudoku-check", small).out
    assert "geometry" not in shell("sudoku-check --rate", EASY).out
    reported = shell("sudoku-solve --explain", small).out.splitlines()[-1]
    assert reported == "hardest step: Hidden single (1.2, geometry 2x2)"
    steps = json.loads(shell("sudoku-solve --explain --format json", small).out)
    assert (steps["rating"], steps["geometry"]) == (1.2, "2x2")


def test_histogram_as_data(shell: Shell) -> None:
    text = f"{EASY}\n" * 4 + f"{SEVENTEEN}\n{TWO}\n"
    (line,) = shell("sudoku-check --histogram --format json", text, status=1).out.splitlines()
    found = json.loads(line)
    assert found["puzzles"] == 5
    assert list(found["levels"]) == ["easy", "medium", "hard", "expert", "extreme"]
    assert sum(found["levels"].values()) == 5
    assert found["ratings"][0] == {"rating": 1.2, "level": "easy", "puzzles": 4}
    assert sum(found["techniques"].values()) >= 4 * 51
    # Records one by one give the same as blocks of plain lines.
    slow = shell("sudoku-check --histogram --format json", one_by_one(text), status=1).out
    assert slow == line + "\n"
    empty = json.loads(shell("sudoku-check --histogram --format json", TWO, status=1).out)
    assert (empty["puzzles"], empty["ratings"], empty["techniques"]) == (0, [], {})


def test_plot(shell: Shell) -> None:
    matplotlib = importlib.util.find_spec("matplotlib")
    ran = shell("sudoku-check --plot it.svg; s=$?; cat it.svg >&2; exit $s", EASY, status=None)
    if matplotlib is None:
        assert ran.status == 2
        assert "plots require matplotlib; install it with: " in ran.err
    else:
        assert ran.status == 0
        assert "rating=1.2" in ran.out
        assert "<svg" in ran.err


def test_shuffled_grids_are_equivalent(shell: Shell) -> None:
    lines = f"{EASY} a note\n{SEVENTEEN}\n"
    out = shell("sudoku-check --shuffle --seed 7 -n 5", lines).out
    images = out.splitlines()
    assert len(set(images)) == 10
    twice = shell("sudoku-check --shuffle --seed 7 -n 5", f"{EASY}\n{EASY}\n").out
    assert len(set(twice.splitlines())) == 10
    forms = shell("sudoku-check --canonical", out).out.splitlines()
    assert forms[::5] == shell("sudoku-check --canonical", lines).out.splitlines()
    assert set(forms) == set(forms[::5])
    assert shell("sudoku-check --shuffle --seed 7 -n 5 --jobs 2", lines).out == out
    rest = shell("sudoku-check --shuffle --seed 7 -n 5 --start 1", f"{SEVENTEEN}\n").out
    assert rest.splitlines() == images[5:]
    assert shell("sudoku-check --shuffle -v", lines).err.startswith("sudoku-check: seed ")
    ran = shell("sudoku-check --shuffle -n 2 --seed 7", f"{EASY}\noops\n\n{EASY}\n", status=2)
    assert [bool(line) for line in ran.out.splitlines()] == [True, True, False, False, True, True]


def test_a_message_says_why_a_puzzle_is_not_rated(shell: Shell) -> None:
    puzzle = "..........5....3................................816.....................97...4..."
    line = f"{puzzle}\tvariant=x+antiknight"
    ran = shell("sudoku-check --level extreme", line)
    assert ran.out == "1\tstatus=ok\tkind=puzzle\tclues=8\tsolutions=1\tlevel=extreme\n"
    assert ran.err == "sudoku-check: -:1: not rated: above 10.9\n"
    assert shell("sudoku-check -q --rating -10.9", line, status=1).err == ""
