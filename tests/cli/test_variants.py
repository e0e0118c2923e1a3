"""Variants through every command: no rule is lost on any way, and faults are reported."""

import json
from pathlib import Path

import pytest

from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell, sweep
from tests.tables import cases

DATA = Path(__file__).parent.parent / "data" / "variants"


def rows(kind: str) -> list[tuple[str, str, str]]:
    """Return puzzles of a kind, each with its spec and its solution."""
    lines = (DATA / f"{kind}.tsv").read_text().splitlines()[1:]
    return [(puzzle, spec, solution) for puzzle, spec, solution, *_ in map(_split, lines)]


def _split(line: str) -> list[str]:
    return line.split("\t")


WINDOKU = rows("windoku")
KINDS = ("windoku", "killer", "jigsaw", "combo", "less", "evenodd", "antiknight", "small")
LINES = [f"{puzzle}\t{spec}" for kind in KINDS for puzzle, spec, _ in rows(kind)]
SOLUTIONS = [solution for kind in KINDS for _, _, solution in rows(kind)]
# As plain puzzles, these have several solutions: a rule that is lost on the way shows.
AMONG_PLAIN = [
    line
    for number, (puzzle, spec, _) in enumerate(4 * WINDOKU)
    for line in (*4 * [EASY], f"{puzzle}{(chr(9), ' , ', ';')[number % 3]}{spec} note {number}")
]
MIXED = "".join(f"{line}\n" for line in AMONG_PLAIN)

CAGES = "box=2x2,cages=6:r1c1r1c2r1c3/6:r1c4r2c4/6:r2c1r3c1/4:r2c2r3c2/5:r2c3r3c3"
CAGED = f"1...............\t{CAGES}"
JIGSAW = "AAABACBBCCBDCDDD"


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("note", ["", " a note", "\tbox=4x4,variant=x", " regions=x"])
def test_every_solution_is_that_of_the_variant(shell: Shell, jobs: int, note: str) -> None:
    text = "".join(f"{line}{note}\n" for line in LINES)
    solved = shell(f"sudoku-solve --jobs {jobs}", text)
    assert [line.split("\t")[0] for line in solved.out.splitlines()] == SOLUTIONS
    assert not solved.err
    assert [line.split("\t", 1)[1] for line in solved.out.splitlines()] == [
        f"{line}{note}".split("\t", 1)[1].replace("\t", " ") for line in LINES
    ]


def test_a_method_that_does_not_support_a_clue(shell: Shell) -> None:
    text = f"{LINES[0]}\n{CAGED}\n"
    ran = shell("sudoku-solve --method dlx", text, status=1)
    assert [line.split("\t")[0] for line in ran.out.splitlines()] == [SOLUTIONS[0], CAGED[:16]]
    assert ran.err == "sudoku-solve: -:2: undecided: method dlx does not support cages\n"


@cases
def test_values_and_rectangles(shell: Shell, words: str, spec: str) -> None:
    shell(f"sudoku-gen {words} -n 2 --seed v --format line > full")
    assert shell("cat full").out.count(f"\t{spec}\n") == 2
    shell("sudoku-mask --seed v full > puzzles")
    assert shell("sudoku-solve puzzles").out == shell("cat full").out
    objects = shell("sudoku-check --convert --format json puzzles").out
    assert shell("sudoku-check --convert --format line", objects).out == shell("cat puzzles").out
    assert shell("sudoku-check --rate puzzles").out.count("status=ok") == 2
    candidates = shell("head -n 1 puzzles | sudoku-solve --candidates --format pretty").out
    assert shell("sudoku-check --convert --format line", candidates).out.startswith(
        shell("head -n 1 full").out.strip()
    )
    shell("cut -f 1 full > bare")
    assert shell(f"sudoku-check --convert --format line {words} bare").out == shell("cat full").out


@pytest.mark.parametrize("jobs", sweep([1], [2]))
@cases
def test_no_rule_is_lost_between_plain_lines(shell: Shell, command: str, jobs: int) -> None:
    command = command.replace("sudoku-solve ", f"sudoku-solve --jobs {jobs} ", 1)
    ran = shell(command.replace("sudoku-check ", f"sudoku-check --jobs {jobs} ", 1), MIXED)
    assert set(ran.out.split()) == {"1"}
    assert not ran.err


@cases
def test_words_that_begin_with_a_key_are_read(shell: Shell, note: str, written: str) -> None:
    ran = shell("sudoku-check --convert", f"1{15 * '.'} {note}\n")
    assert ran == (0, f"1{15 * '.'}\t{written}\n", "")
    assert shell("sudoku-check --convert", ran.out).out == ran.out


def test_a_field_that_begins_with_a_key_is_read(shell: Shell) -> None:
    text = f"id,puzzle,rules\n7,1{15 * '.'},variant=x\n"
    assert shell("sudoku-check --convert --format line", text).out == (
        f"1{15 * '.'}\tbox=2x2,variant=x 7\n"
    )


def test_a_note_that_looks_like_a_spec_stays_a_note(shell: Shell) -> None:
    text = json.dumps({"cells": EASY, "note": "box=3x3,variant=x and more"})
    line = shell("sudoku-check --convert --format line", text).out
    assert line == f"{EASY}\tbox=3x3 box=3x3,variant=x and more\n"
    assert json.loads(shell("sudoku-solve --format json", line).out)["status"] == "solved"


@cases
def test_a_wrong_spec_is_bad_input_and_never_an_easier_puzzle(
    shell: Shell, spec: str, error: str
) -> None:
    text = f"{CAGED}\n1...............\t{spec}\n{CAGED}\n"
    ran = shell("sudoku-solve --any", text, status=2)
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"sudoku-solve: -:2: {error}")
    assert ran.out.split("\n")[1] == ""


# Comments

JIGSAW_CLUES = "1 . . .\n. . . .\n. . . .\n. . . .\n"
X_CLUES = "1 . | . .\n. . | . .\n----+----\n. . | . .\n. . | . 2\n"


def counts(shell: Shell, text: str, options: str = "") -> list[str]:
    return shell(f"sudoku-solve --count {options}", text, status=None).out.split()


def test_comments_hold_until_the_next_block_or_the_end_of_the_file(shell: Shell) -> None:
    plain = counts(shell, X_CLUES)
    by_x = counts(shell, f"{'1' + 14 * '.' + '2'} box=2x2,variant=x\n")
    assert plain != by_x
    text = f"# variant x\n{X_CLUES}\n# about this one\n{X_CLUES}\n# box 2x2\n{X_CLUES}\n"
    assert counts(shell, text) == [*by_x, *by_x, *plain]
    shell(f"cat > a << END\n{text}# variant x\nEND\ncat > b << END\n{X_CLUES}END\n")
    assert counts(shell, "", "a b") == [*by_x, *by_x, *plain, *plain]


def test_a_block_says_all_anew(shell: Shell) -> None:
    text = f"# variant x\n{X_CLUES}\n# variant antiknight\n{X_CLUES}\n"
    lines = shell("sudoku-check --convert --format line", text).out.splitlines()
    assert [line.split("\t")[1] for line in lines] == [
        "box=2x2,variant=x",
        "box=2x2,variant=antiknight",
    ]
    text = f"# variant x\n# variant antiknight\n{X_CLUES}\n"
    assert "variant=x+antiknight" in shell("sudoku-check --convert --format line", text).out


def test_clues_are_those_of_the_grid_below(shell: Shell) -> None:
    cages = "# cages 4:r1c1r1c2\n\n# a comment\n# cages 4:r1c3r2c3 0:r4c4\n"
    text = f"{cages}{X_CLUES}\n{X_CLUES}\n"
    lines = shell("sudoku-check --convert --format line", text).out.splitlines()
    assert [line.partition("\t")[2] for line in lines if line[:1] not in "#"] == [
        "box=2x2,cages=4:r1c1r1c2/4:r1c3r2c3/0:r4c4",
        "",
    ]


def test_regions_go_on_in_further_lines(shell: Shell) -> None:
    rows = "# AAAB\n# A C B B\n# CCBD\n# CDDD"
    for regions in (
        f"# regions {JIGSAW}",
        "# regions 1 1 1 2 1 3 2 2\n# regions 33243444",
        f"# Regions:\n{rows}",
        f"#regions {rows[2:]}",
    ):
        ran = shell("sudoku-check --convert --format line", f"{regions}\n{JIGSAW_CLUES}\n")
        assert ran.out == f"1{15 * '.'}\tregions={JIGSAW}\n"


@cases
def test_a_wrong_comment_makes_its_grid_unreadable(shell: Shell, comment: str, error: str) -> None:
    ran = shell("sudoku-solve --any", f"{comment}\n{JIGSAW_CLUES}", status=2)
    assert ran.err.startswith(f"sudoku-solve: -:2: {error}")
    assert ran.err.count("\n") == 1
    assert not ran.out


@cases
def test_keys_of_comments_are_read_in_any_spelling(
    shell: Shell, comment: str, written: str
) -> None:
    ran = shell("sudoku-check --convert", f"{comment}\n{X_CLUES}\n")
    assert ran == (0, f"# box 2x2\n{written}\n{X_CLUES}\n", "")


def test_clues_of_options(shell: Shell) -> None:
    options = "--constraint less=r1c1r1c2 --constraint 'less=r2c1r2c2/r3c2r3c1'"
    ran = shell(f"sudoku-solve --any {options} --spec box=2x2,odd=r1c1,less=r4c1r4c2", 16 * ".")
    assert ran.out.endswith("\tbox=2x2,less=r4c1r4c2/r1c1r1c2/r2c1r2c2/r3c2r3c1,odd=r1c1\n")


def test_kinds_of_clue_that_are_not_read_are_named(shell: Shell) -> None:
    text = f"# Thermo Hero by X\n# Arrow: by X\n# XV r1c1\n# fog\n{X_CLUES}\n"
    assert shell("sudoku-solve --any", text).err == (
        "sudoku-solve: -:5: unsupported clue ignored: xv (use 'sum'), fog\n"
    )
    lines = f"{EASY}\n{EASY}\n{EASY} fog=r1c1r1c2\n{EASY}\n# Anti-Knight\n{EASY}\n"
    assert shell("sudoku-solve", lines).err == (
        "sudoku-solve: -:3: unsupported clue ignored: fog\n"
        "sudoku-solve: -:6: unsupported clue ignored: antiknight (use 'variant antiknight')\n"
    )


@pytest.mark.parametrize(
    ("comment", "key"), [("# cages 3:r1c1r1c2", "cages"), ("# variant x", "variant")]
)
def test_a_rule_below_the_last_grid_is_reported(shell: Shell, comment: str, key: str) -> None:
    ran = shell("sudoku-solve", f"# box 3x3\n{EASY}\n{comment}\n# by me\n", status=2)
    assert ran.err == f"sudoku-solve: -:3: {key}: expected a grid below this comment\n"


@pytest.mark.parametrize(
    "comment",
    ["# variant of my own making", "# odd one out", "# cages are for birds", "# regions of Spain"],
)
def test_other_comments_are_comments(shell: Shell, comment: str) -> None:
    text = f"{comment}\n{X_CLUES}\n"
    assert shell("sudoku-check --convert", text) == (0, text, "")


def test_what_is_said_of_a_record_goes_with_it_through_a_filter(shell: Shell) -> None:
    """A block whose grids are all left out leaves nothing for the next block."""
    full = "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n"
    x_full = "1 2 | 3 4\n3 4 | 1 2\n----+----\n4 3 | 2 1\n2 1 | 4 3\n"
    text = (
        f"# box 2x2\n# variant x\n{full}\n{x_full}\n# variant antiking\n{full}\n"
        f"# regions {JIGSAW}\n# cages 3:r1c1r1c2\n{full}\n# box 2x2\n{full}\n"
    )
    once = shell("sudoku-check --filter --any", text)
    assert shell("sudoku-check --filter --any", once.out) == once
    assert shell("sudoku-check --convert --format line", once.out).out.splitlines() == [
        f"{x_full.translate(str.maketrans('', '', ' |-+' + chr(10)))}\tbox=2x2,variant=x",
        full.translate(str.maketrans("", "", " |-+\n")),
    ]


def test_a_comment_that_would_say_a_rule_is_written_as_a_note(shell: Shell) -> None:
    text = json.dumps({"cells": 16 * ".", "comments": ["variant x", "cages 3:r1c1r1c2", "mine"]})
    grid = shell("sudoku-check --convert --format grid", text).out
    assert grid.startswith("# note: variant x\n# note: cages 3:r1c1r1c2\n# mine\n. . |")


# JSON, csv and tables


def test_json_says_it_in_keys(shell: Shell) -> None:
    line = (
        f"1{15 * '.'}\tregions={JIGSAW},variant=x,houses=r1c1r2c2,cages=0:r1c1,even=r1c3,odd=r1c1"
    )
    value = json.loads(shell("sudoku-check --convert --format json", line).out)
    assert value == {
        "regions": JIGSAW,
        "variant": ["x"],
        "houses": [["r1c1", "r2c2"]],
        "cages": [{"sum": 0, "cells": ["r1c1"]}],
        "even": ["r1c3"],
        "odd": ["r1c1"],
        "cells": [[1, 0, 0, 0], 4 * [0], 4 * [0], 4 * [0]],
    }
    assert shell("sudoku-check --convert --format line", json.dumps(value)).out == f"{line}\n"
    value["regions"] = [[1, 1, 1, 2], [1, 3, 2, 2], [3, 3, 2, 4], [3, 4, 4, 4]]
    assert shell("sudoku-check --convert --format line", json.dumps(value)).out == f"{line}\n"


@cases
def test_wrong_keys_are_bad_input(shell: Shell, keys: dict[str, object], error: str) -> None:
    ran = shell("sudoku-solve", json.dumps({"cells": 16 * "."} | keys), status=2)
    assert ran.err.startswith(f"sudoku-solve: -:1: {error}")
    assert json.loads(ran.out)["status"] == "unreadable"


def test_a_data_set_has_a_column_for_specs(shell: Shell) -> None:
    puzzle, spec, solution = WINDOKU[0]
    text = f"id,puzzle,spec\n7,{puzzle},{json.dumps(spec)}\n8,{EASY},\n"
    solved = f"id,puzzle,spec,solution\n7,{puzzle},{json.dumps(spec)},{solution}\n"
    solved += f"8,{EASY},,{EASY_SOLUTION}\n"
    assert shell("sudoku-solve", text).out == solved
    assert shell("sudoku-solve", f"id,puzzle,spec\n7,{puzzle},variant=windoku\n").out == (
        f'id,puzzle,spec,solution\n7,{puzzle},"{spec}",{solution}\n'
    )
    table = shell("sudoku-solve --with-puzzle --format table", f"{puzzle} {spec}\n{EASY}\n").out
    assert table == (
        f'puzzle,solution,spec\n{puzzle},{solution},"{spec}"\n{EASY},{EASY_SOLUTION},\n'
    )
    assert set(shell("sudoku-solve --count", table).out.split()) == {"1"}
    table = shell("sudoku-solve --format table", f"{EASY}\n{puzzle} {spec}\n").out
    assert table == f'solution\n{EASY_SOLUTION}\n"{solution}\t{spec}"\n'


# Options


def test_options_hold_for_records_that_say_nothing_themselves(shell: Shell) -> None:
    bare = "".join(f"{puzzle}\n" for puzzle, _, _ in WINDOKU)
    ran = shell("sudoku-solve --variant windoku", bare)
    assert ran.out == "".join(f"{solution}\tbox=3x3,variant=windoku\n" for *_, solution in WINDOKU)
    assert set(shell("sudoku-check --variant windoku | cut -f5", bare).out.split()) == {
        "solutions=1"
    }
    parsed = shell("sudoku-solve --spec box=3x3,variant=windoku", bare)
    assert parsed == ran
    assert shell("sudoku-solve --variant windoku", ran.out.replace("windoku", "x"), 2).err == (
        "".join(
            f"sudoku-solve: -:{line}: box=3x3,variant=x of the grid conflicts with"
            " box=3x3,variant=windoku in an option\n"
            for line in (1, 2, 3)
        )
    )
    puzzle, spec, solution = rows("jigsaw")[-1]
    regions = spec.removeprefix("regions=")
    for text in (regions, " ".join(regions), f"# regions {regions}", f"x {spec}"):
        shell(f"echo '{text}' > regions")
        assert shell("sudoku-solve --regions regions", puzzle).out == f"{solution}\t{spec}\n"
    shell(f"echo {puzzle} > puzzle; echo {solution} > solution")
    against = "sudoku-check --regions regions --against puzzle solution"
    assert "status=ok" in shell(against).out


@cases
@pytest.mark.parametrize("command", ["gen", "mask", "solve", "check", "print"])
def test_options_that_make_no_sense(
    shell: Shell, tmp_path: Path, command: str, options: str, error: str
) -> None:
    (tmp_path / "jigsaw").write_text(JIGSAW)
    (tmp_path / "short").write_text(JIGSAW[:-1])
    (tmp_path / "wrong").write_text(f"AAAA{JIGSAW[4:]}")
    ran = shell(f"sudoku-{command} {options}", "", status=2)
    assert ran.err.startswith(f"sudoku-{command}: {error}")
    assert ran.err.count("\n") == 1


# Verdicts


def test_broken_rules_are_told(shell: Shell) -> None:
    cells = "5" + 80 * "."
    cells = cells[:30] + "5" + cells[31:]
    ran = shell("sudoku-check --rules-only", f"{cells} box=3x3,variant=x\n", status=1)
    assert ran.out.endswith("broken=diagonal 1: 5 at r1c1 r4c4\tfailed=rules\n")
    assert shell("sudoku-solve", f"{cells} box=3x3,variant=x\n", status=1).err == (
        "sudoku-solve: -:1: diagonal 1: 5 at r1c1 r4c4\n"
    )
    cages = "57" + 79 * "."
    ran = shell("sudoku-check --rules-only", f"{cages} box=3x3,cages=10:r1c1r1c2\n", status=1)
    assert "broken=cage 10 at r1c1: sum 12\t" in ran.out
    knight = 11 * "." + "5" + 18 * "." + "5" + 50 * "."
    ran = shell("sudoku-check --rules-only", f"{knight} box=3x3,variant=antiknight\n", status=1)
    assert "broken=knight: 5 at r2c3 r4c4\t" in ran.out
    ran = shell("sudoku-solve", f"1{15 * '.'} box=2x2,even=r1c1\n", status=1)
    assert ran.err == "sudoku-solve: -:1: even: 1 at r1c1\n"


def test_the_geometry_of_a_verdict_is_the_spec(shell: Shell) -> None:
    puzzle, spec, _ = rows("x")[-1]
    verdict = json.loads(shell("sudoku-check --rate --format json", f"{puzzle}\t{spec}").out)
    assert verdict["geometry"] == spec


def test_what_is_for_plain_grids_is_refused(shell: Shell) -> None:
    puzzle, spec, solution = WINDOKU[0]
    cages = f"{EASY_SOLUTION} box=3x3,cages=8:r1c1r1c2\n"
    text = f"{EASY}\n{EASY}\n{EASY}\n{puzzle} {spec}\n{cages}"
    for option in ("--canonical", "--shuffle"):
        ran = shell(f"sudoku-check {option}", text, status=1)
        assert ran.err.splitlines() == [
            f"sudoku-check: -:{line}: {option}: plain grids only" for line in (4, 5)
        ]
        assert ran.out.splitlines()[3:] == ["", ""]
    for option in ("--automorphisms", "--rank"):
        ran = shell(f"sudoku-check {option}", f"{solution} {spec}\n{cages}", status=1)
        assert ran.err.count(f"{option}: plain grids only") == 2
        assert ran.out.count("status=unknown") == 2
        assert f"{option[2:]}=" not in ran.out


@pytest.mark.parametrize("form", ["line", "csv", "json", "grid", "pretty"])
def test_against_another_file(shell: Shell, form: str) -> None:
    text = "".join(f"{line}\n" for line in LINES)
    shell(f"sudoku-check --convert --format {form} > puzzles", text)
    solved = f"sudoku-solve --format {form} puzzles"
    ran = shell(f"{solved} | sudoku-check --any --against puzzles | cut -f2")
    assert set(ran.out.split()) == {"status=ok"}
    bare = "".join(f"{solution}\n" for solution in SOLUTIONS if len(solution) == 81)
    shell("sudoku-check --convert > nine", "".join(f"{x}\n" for x in LINES if x[81:82] == "\t"))
    assert set(shell("sudoku-check --against nine | cut -f2", bare).out.split()) == {"status=ok"}
    wrong = bare.replace("1", "x").replace("2", "1").replace("x", "2")
    ran = shell("sudoku-check --against nine", wrong, status=1)
    assert "status=ok" not in ran.out
