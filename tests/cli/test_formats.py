"""Formats in commands: the choice of the output format, and round trips."""

import csv
import json

import pytest

from sudokutools import formats
from tests.cli.conftest import Shell
from tests.cli.puzzles import CLASH, EASY, EASY_SOLUTION, NONE, SEVENTEEN, SEVENTEEN_SOLUTION, TWO
from tests.conftest import sweep
from tests.in_process import run
from tests.tables import cases

BOTH = [entry.name for entry in formats.REGISTRY if entry.can_read and entry.can_write]
OURS = ["grid", "line", "csv", "json", "pretty"]
"""Formats for every geometry, note and comment; others refuse some."""
PAIRS = [(source, form) for source in BOTH for form in formats.WRITABLE]
MARKS = {"pm", "sukaku"}
"""Formats in which a cell with a single candidate looks like a clue."""


@pytest.mark.parametrize(
    "bad", ["[Solution]", '{"cells":"12"}', "53..7....6..195.!.", "# a comment\n\n[State]"]
)
def test_the_first_readable_record_decides_the_format(shell: Shell, bad: str) -> None:
    ran = shell("sudoku-solve", f"{bad}\n{EASY}\n", status=2)
    assert ran.out.removeprefix("# a comment\n") in (
        f"\n{EASY_SOLUTION}\n",
        f"\n\n{EASY_SOLUTION}\n",
    )
    assert len(ran.err.splitlines()) == 1


def test_comments_above_an_object_are_left_out(shell: Shell) -> None:
    out = shell("sudoku-solve", f'# a comment\n\n{{"cells":"{EASY}"}}\n').out
    assert out.startswith("{")


def test_a_verdict_does_not_wait_for_a_readable_record(shell: Shell) -> None:
    first = "(echo '[State]'; head -c 1 fifo > /dev/null)"
    ran = shell(f"mkfifo fifo; {first} | sudoku-check | (read x; echo $x > fifo; echo $x)")
    assert ran.out.startswith("1 status=unreadable")


@cases
def test_an_unknown_column_ends_the_file(
    shell: Shell, column: str, text: str, complaint: str
) -> None:
    ran = shell(f"sudoku-solve --column {column}", f"{text}\n1,{EASY}\n{EASY},2\n", status=2)
    assert ran.err == f"sudoku-solve: -:1: {complaint}\n"
    assert ran.out == "\n"
    shell("cat > other.csv", f"a,foo,b\n1,{EASY},2\n")
    ran = shell(f"sudoku-solve --format line --column {column} - other.csv", text, status=2)
    assert ran.out.startswith(f"\n{EASY_SOLUTION}") or column == "3"


def test_a_column_is_taken_where_another_reads_as_a_grid_as_well(shell: Shell) -> None:
    out = shell("sudoku-check --column 2", f"{EASY},{EASY_SOLUTION}\n").out
    assert "kind=complete" in out


SHAPES = ["--size 1", "--size 3", "--box 2x2 --boxes 2x1", "--box 1x3 --boxes 1x1", "--box 1x6",
          "--size 16 --boxes 1x4", "--size 36"]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_complete_grids_of_every_geometry_are_read_back(shape: str) -> None:
    line = f"sudoku-gen {shape} -n 2 --seed 1 --format".split()
    grids = run([*line, "line"]).out
    read = ["sudoku-check", "--filter", "--rules-only", "--no-comments", "--format", "line"]
    for form in formats.WRITABLE:
        ran = run([*line, form])
        if form not in OURS and ran.status == 2:
            assert ran.err.decode().startswith(f"sudoku-gen: {form} supports ")
            continue
        assert run(read, ran.out).out == grids != b""


@pytest.mark.parametrize("note", ["box 2x2", "# box 3x3 boxes 2x3", "note: box 1x1", ",a", ": b"])
def test_a_note_never_changes_what_is_read(shell: Shell, note: str) -> None:
    text = json.dumps({"cells": EASY, "note": note}) + "\n"
    for form in OURS:
        out = shell(f"sudoku-solve --format {form} | sudoku-solve --format json", text).out
        read = json.loads(out)
        assert read["box"] == [3, 3]
        reported = read.get("note") or read["comments"][0]
        assert reported in (note, f"note: {note.removeprefix('# ')}")


def test_a_comment_of_an_object_never_changes_the_geometry(shell: Shell) -> None:
    text = json.dumps({"cells": EASY, "comments": ["box 2x2"]}) + "\n" + EASY + "\n"
    out = shell("sudoku-solve --format line | sudoku-solve", text).out
    assert out == f"# note: box 2x2\n{EASY_SOLUTION}\n{EASY_SOLUTION}\n"


def test_answers_of_an_earlier_command_are_dropped(shell: Shell) -> None:
    text = json.dumps({"cells": EASY, "id": 7, "rating": 1.2, "kind": "puzzle"}) + "\n"
    text = shell("sudoku-solve --all", text).out
    solved = json.loads(text)
    assert set(solved) > {"puzzle", "status", "record", "solution_number", "id", "rating"}
    assert "kind" not in solved
    puzzle = json.loads(shell("sudoku-mask --any --blanks 40 --seed 1", text).out)
    assert list(puzzle) == ["box", "boxes", "cells", "solution", "id"]
    assert puzzle["solution"] == solved["cells"]
    tagged = json.loads(shell("sudoku-check --tag --complete", text, status=0).out)
    assert tagged["puzzle"] == solved["puzzle"]
    assert tagged["kind"] == "complete"
    assert not {"record", "solution_number", "rating"} & set(tagged)
    kept = f'{{"id": 1.50e1,"cells":"{EASY}","x":[1,  2]'
    out = shell("sudoku-check --tag", f'{kept},"clues":3}}\n').out
    assert out.startswith(f'{kept},"status":"ok","kind":"puzzle","clues":30,'), "as it stands"
    broken = json.dumps({"cells": CLASH, "puzzle": [[1]], "solution": [[1]], "record": 3, "id": 7})
    unsolved = json.loads(shell("sudoku-solve", broken, status=1).out)
    assert list(unsolved) == ["box", "boxes", "cells", "id", "status"]


@pytest.mark.parametrize("form", OURS)
@pytest.mark.parametrize("colour", ["", "\x1b[1m"])
def test_invalid_utf8_in_notes_is_kept_in_every_format(
    shell: Shell, form: str, colour: str
) -> None:
    note = b"caf\xe9 \xff\xc3\xa9".decode("utf-8", "surrogateescape")
    out = shell(f"sudoku-solve --format {form}", f"{EASY} {colour}{note}\n").out
    if formats.find(form).has_keys:
        assert '"note":"caf\\udce9 \\udcffé"' in out
    else:
        assert note in out
    assert note in shell("sudoku-solve --format line", out).out


def test_truncated_characters_are_kept(shell: Shell) -> None:
    text = f'{{"cells":"{EASY}","note":"\\ud800"}}\n'
    assert shell("sudoku-solve --format line", text).out == f"{EASY_SOLUTION}\t\\ud800\n"
    assert '"note":"\\ud800"' in shell("sudoku-solve", text).out


PARTIAL = "# box 2x2 boxes 2x1\n1 2 3 4\n3 4 1 2\n"


def test_grids_of_several_geometries_in_one_stream_are_read_back(shell: Shell) -> None:
    lines = f"12343412\tbox=2x2,boxes=2x1\n{EASY}\n1221\tbox=2x1\n{EASY}\n"
    for form in OURS:
        out = shell(f"sudoku-check --filter --format {form}", lines).out
        assert shell("sudoku-check --filter --format line", out).out == lines


def test_filtered_records_keep_their_geometry(shell: Shell) -> None:
    text = f"# about it\n\n{PARTIAL}\n"
    out = shell("sudoku-check --filter", text).out
    assert out == f"{PARTIAL}\n"
    assert shell("sudoku-check --filter", out).out == out


def test_convert_does_not_check_grids(shell: Shell) -> None:
    text = f"# mine\n{CLASH} a note\n{EASY},b\n" + 81 * "." + "\nrubbish!\n"
    ran = shell("sudoku-check --convert --format json", text, status=2)
    assert [json.loads(line).get("note") for line in ran.out.splitlines()] == [
        "a note", "b", None, None,
    ]  # fmt: skip
    out = shell("sudoku-check --convert --format line", ran.out).out
    assert out == f"# mine\n{CLASH}\ta note\n{EASY}\tb\n{81 * '.'}\n\n"


@pytest.mark.parametrize("pair", sweep(PAIRS[::7], sorted({*PAIRS} - {*PAIRS[::7]})))
def test_convert_writes_every_format_from_every_format(pair: tuple[str, str]) -> None:
    source, form = pair
    out = f"{EASY}\n{CLASH}\n"
    for name in (source, form, "line"):
        ran = run(["sudoku-check", "--convert", "--format", name], out.encode())
        assert ran.status == 0, ran.err
        out = ran.out.decode()
    if not MARKS.isdisjoint((source, form)):
        out = "".join(
            old if old == "." else new for old, new in zip(f"{EASY}\n{CLASH}\n", out, strict=True)
        )
    assert out == f"{EASY}\n{CLASH}\n"


def test_a_grid_as_argument_is_read(shell: Shell) -> None:
    assert shell(f"sudoku-solve {EASY}").out == f"{EASY_SOLUTION}\n"
    assert shell(f"sudoku-solve '{EASY} a note' {EASY}").out.splitlines()[0].endswith("\ta note")
    large = 624 * "." + "P"
    assert shell(f"sudoku-check --any {large}").out.startswith("1\tstatus=ok")
    assert shell("sudoku-solve '12.. box=2x1'").out == "1221\tbox=2x1\n"
    assert shell(f"sudoku-solve --on-error stop {CLASH}", status=1).err.startswith(
        "sudoku-solve: argument 1:1: r1c1 and"
    )
    shell(f"echo {CLASH} > {EASY}; sudoku-check {EASY}", status=1)
    assert "no such file" in shell("sudoku-solve 53..7", status=2).err
    assert "argument 1:1: 80 cells, expected 81" in shell(f"sudoku-solve {EASY[1:]}", status=2).err
    assert shell(f"sudoku-solve 'No. 4: {EASY}'").out == f"{EASY_SOLUTION}\tNo. 4\n"
    assert shell(f"sudoku-check --against {EASY} {EASY_SOLUTION}", status=1).out


def test_invalid_arguments_are_named_by_their_number(shell: Shell) -> None:
    ran = shell(f"sudoku-solve {EASY} 3x3:z 2x2:p", status=2)
    assert ran.out.splitlines()[:2] == [EASY_SOLUTION, ""]
    assert "sudoku-solve: argument 2:1: game ID: 26 cells, expected 81" in ran.err
    shell("echo 1.../..../..../.... | tr / '\n' > 2x2:p")
    assert shell("sudoku-check 2x2:p", status=1).out.startswith(
        "1\tstatus=bad\tkind=puzzle\tclues=1"
    )


def test_records_of_another_program_are_kept_as_they_were_or_written_as_lines(shell: Shell) -> None:
    ids = "# mine\n2x2:1_1n a note\n2x2:1_2o\n\n2x2:1_2b3_4d4d1\n"
    assert shell("sudoku-check --filter", ids, status=2).out == "2x2:1_2b3_4d4d1\n"
    out = shell("sudoku-solve", ids, status=2).out
    assert out == "# mine\n11..............\ta note\n\n\n1234341221434321\n"
    out = shell("sudoku-check --convert --format solo", ids, status=2).out
    assert out == "2x2:1_1n\n\n\n2x2:1_2b3_4d4d1\n"


def test_rules_in_prose_are_a_warning(shell: Shell) -> None:
    cells = json.dumps([[{}, {}], [{}, {"value": 1}]])
    text = f'{{"cells":{cells},"metadata":{{"rules":"none"}}}}\n'
    ran = shell("sudoku-check --convert", 11 * text)
    assert ran.out == 11 * "# rules: none\n...1\tbox=2x1\n"
    assert "sudoku-check: -:1: rules in prose are ignored\n" in ran.err
    assert ran.err.endswith("1 more warnings of this kind\n")
    assert shell("sudoku-check --convert -q", text).err == ""


def test_a_solution_against_itself_on_standard_input(shell: Shell) -> None:
    for line in ("sudoku-check --against -", "sudoku-check --against - x -"):
        ran = shell(line, EASY, status=2)
        assert ran.err.startswith("sudoku-check: --against - and the grids cannot both be ")
        assert ran.out == ""


@pytest.mark.parametrize("separator", [";", "\t"])
def test_separators_and_fields_stay_as_they_were(shell: Shell, separator: str) -> None:
    rows = [["id", "puzzle", "er"], ["", EASY, "3,4"], ["8", EASY, ""]]
    text = "".join(f"{separator.join(row)}\n" for row in rows)
    out = text.replace("er\n", "er\n# mine\n")
    assert shell("sudoku-check --filter", f"# mine\n{text}").out == out
    row = separator.join(["", EASY, "3,4", EASY_SOLUTION])
    assert shell("sudoku-solve", text).out.splitlines()[1] == row
    row = f',{EASY},"3,4",{EASY_SOLUTION}'
    assert shell("sudoku-solve --format table", text).out.splitlines()[1] == row


DATA = f'id,Puzzle,level\n7,{EASY},"a, b"\nx,rubbish,\n8,{CLASH},"say ""hi"""\n'


@pytest.mark.parametrize("options", ["", "--format csv", "--format table", "--with-puzzle"])
def test_a_data_set_keeps_its_columns(shell: Shell, options: str) -> None:
    ran = shell(f"sudoku-solve --empty . {options}", DATA, status=2)
    assert ran.out == (
        f'id,Puzzle,level,solution\n7,{EASY},"a, b",{EASY_SOLUTION}\nx,rubbish,,\n'
        f'8,{CLASH},"say ""hi""",\n'
    )
    again = shell(f"sudoku-solve --empty . {options}", ran.out, status=2)
    assert again.out.split() == ran.out.split()


def test_a_column_of_solutions_is_replaced(shell: Shell) -> None:
    text = f"quizzes,solutions,n\n{EASY},{EASY},3\n{CLASH},{EASY},4\n"
    solved = f"quizzes,solutions,n\n{EASY},{EASY_SOLUTION},3\n{CLASH},,4\n"
    assert shell("sudoku-solve", text, status=1).out == solved


def test_a_filter_keeps_the_header(shell: Shell) -> None:
    assert (
        shell("sudoku-check --filter", DATA, status=2).out == f'id,Puzzle,level\n7,{EASY},"a, b"\n'
    )
    assert shell("sudoku-check --filter --complete", DATA, status=2).out == ""
    assert shell("sudoku-check --filter --format line", DATA, status=2).out == f"{EASY}\t7,a, b\n"


def test_facts_are_columns_and_all_others_stay(shell: Shell) -> None:
    text = f'"id";Puzzle ;"er"\r\n1;"{EASY}"; 3,5 \nx;rubbish\n2; {NONE};"a;b"\n'
    ran = shell("sudoku-check --tag --columns status,broken,error", text, status=2)
    assert ran.out.splitlines()[:3] == [
        '"id";Puzzle ;"er";status;broken;error',
        f'1;"{EASY}"; 3,5 ;ok;;',
        "x;rubbish;;unreadable;;7 cells, expected 81",
    ]
    assert ran.err == "sudoku-check: -:3: 7 cells, expected 81\n"
    again = shell("sudoku-check --tag --columns clues,status", ran.out, status=2).out
    assert again.splitlines()[1] == f'1;"{EASY}"; 3,5 ;ok;;;30'


def test_the_number_of_solutions_is_no_grid(shell: Shell) -> None:
    tag = "sudoku-check --tag --columns status,solutions"
    kaggle = f"quizzes,solutions\n{EASY},{EASY_SOLUTION}\n"
    tagged = f"quizzes,solutions,status,solution_count\n{EASY},{EASY_SOLUTION},ok,1\n"
    assert shell(tag, kaggle).out == shell(tag, tagged).out == tagged
    counted = shell(tag, f"puzzle\n{EASY}\n").out
    assert counted == f"puzzle,status,solutions\n{EASY},ok,1\n"
    solved = f"puzzle,status,solutions,solution\n{EASY},ok,1,{EASY_SOLUTION}\n"
    assert shell("sudoku-solve", counted).out == solved
    assert shell("sudoku-check --complete", counted, status=1).out.count("failed=complete") == 1


def test_values_of_objects_stay(shell: Shell) -> None:
    text = f'{{"id": 1.50, "puzzle": "{EASY}","level":"old","x":[ ]}}\n'
    out = shell("sudoku-check --tag --columns clues,rating --rate", text).out
    assert out == f'{{"id": 1.50,"puzzle": "{EASY}","x":[ ],"clues":30,"rating":1.2}}\n'


@pytest.mark.parametrize(
    "columns", ["", "puzzle,record,rating", "status,record,level", "rating,puzzle"]
)
@pytest.mark.parametrize("form", ["csv", "tsv", "table"])
def test_verdicts_are_rows(shell: Shell, form: str, columns: str) -> None:
    separator = "\t" if form == "tsv" else ","
    lines = f"{EASY}\n{EASY}\n{NONE}\n{EASY} x\n{CLASH}\n12\n{TWO}\n"
    objects = shell("sudoku-check --convert --format json", lines, status=2).out
    check = "sudoku-check --rate " + f"--columns {columns}" * bool(columns)
    out = shell(f"{check} --format {form}", lines, status=2).out
    one_by_one = shell(f"{check} --format {form}", objects, status=1)
    assert one_by_one.out == out
    rows = list(csv.DictReader(out.splitlines(), delimiter=separator))
    data = [
        json.loads(row)
        for row in shell(f"{check} --format json", lines, status=2).out.split("\n")[:-1]
    ]
    for row, found in zip(rows, data, strict=True):
        found["broken"] = "; ".join(found.get("broken", []))
        known = {key: str(value) for key, value in found.items() if key in row}
        assert {key: value for key, value in row.items() if value} == {
            k: v for k, v in known.items() if v
        }


def test_a_template(shell: Shell) -> None:
    line = "sudoku-check --rate --template '{{{record}}} {puzzle} ED={rating}/{pearl}/{diamond}'"
    out = shell(line, f"{EASY}\n{EASY}\n{EASY} x\n{NONE}\n", status=1).out
    assert out.splitlines() == [
        *(f"{{{n}}} {EASY} ED=1.2/1.2/1.2" for n in (1, 2, 3)), f"{{4}} {NONE} ED=//"
    ]  # fmt: skip


@pytest.mark.parametrize("copies", [1, 3, 20])
@pytest.mark.parametrize("separator", [",", "\t"])
def test_all_grids_of_a_record_are_shuffled_together(
    shell: Shell, separator: str, copies: int
) -> None:
    zeros = SEVENTEEN.replace(".", "0")
    rows = [f"a,{EASY},{EASY_SOLUTION},3", f'"b",{zeros},{SEVENTEEN_SOLUTION},', "c,55,,9", CLASH]
    rows = [row.replace(",", separator) for row in (*rows, *[f"d,{EASY},{EASY_SOLUTION},3"] * 4)]
    text = "\n".join(["id,puzzle,solution,er".replace(",", separator), *rows, ""])
    line = f"sudoku-check --shuffle --seed 1 -n {copies}"
    ran = shell(line, text, status=2)
    header, *found = ran.out.splitlines()
    assert header.split(separator) == ["id", "puzzle", "solution", "er", *["copy"] * (copies > 1)]
    first, second, bad, *_ = (row.split(separator) for row in found[::copies])
    assert (first[0], first[3:]) == ("a", ["3", *["1"] * (copies > 1)])
    assert (second[0], "0" in second[1], bad[:2]) == ('"b"', True, ["c", "55"])
    for puzzle, solution in (first[1:3], second[1:3]):
        assert shell("sudoku-solve", puzzle).out.strip() == solution
    assert shell(f"{line} --jobs 2", text, status=2).out == ran.out


@pytest.mark.parametrize("copies", [1, 3])
def test_objects_and_rows_are_shuffled_alike(shell: Shell, copies: int) -> None:
    line = f"sudoku-check --shuffle --seed 1 -n {copies}"
    out = shell(line, f"puzzle,solution\n{EASY},{EASY_SOLUTION}\n").out
    rows = list(csv.DictReader(out.splitlines()))
    marks = [[int(symbol)] for symbol in EASY_SOLUTION]
    record = {"id": 7, "cells": EASY, "solution": EASY_SOLUTION, "note": "mine"}
    keys = record | {"candidates": [marks[at : at + 9] for at in range(0, 81, 9)]}
    data = [json.loads(each) for each in shell(line, json.dumps(keys)).out.splitlines()]
    assert [each.get("copy", 1) for each in data] == list(range(1, copies + 1))
    for row, found in zip(rows, data, strict=True):
        cells = [str(cell) for line in found["cells"] for cell in line]
        assert "".join(cells) == row["puzzle"].replace(".", "0")
        assert (found["id"], found["solution"], found["note"]) == (7, row["solution"], "mine")
        known = [symbols for line in found["candidates"] for symbols in line]
        for symbols, symbol in zip(known, row["solution"], strict=True):
            assert not symbols or symbols == [int(symbol)]


def test_canonical_forms_keep_columns_but_no_other_grid(shell: Shell) -> None:
    out = shell("sudoku-check --canonical", f"id;puzzle;solution\n7;{EASY};{EASY_SOLUTION}\n").out
    header, row = out.splitlines()
    form = shell("sudoku-check --canonical --empty 0", EASY).out.strip()
    assert (header, row) == ("id;puzzle;solution", f"7;{form};")


def test_two_grids_are_a_data_set(shell: Shell) -> None:
    out = shell("sudoku-solve --with-puzzle --format csv --empty .", f"{EASY}\n" * 3).out
    assert out == "puzzle,solution\n" + f"{EASY},{EASY_SOLUTION}\n" * 3
    tagged = shell("sudoku-check --tag --columns clues --format tsv", f"{EASY}\n").out
    assert tagged == f"puzzle\tclues\n{EASY}\t30\n"
    noted = shell("sudoku-solve --with-puzzle --format csv --empty .", f"{EASY} mine\n").out
    assert noted == f"puzzle,solution,note\n{EASY},{EASY_SOLUTION},mine\n"


@pytest.mark.parametrize("option", ["", "--with-solution"])
def test_a_puzzle_is_written_next_to_its_source_column(shell: Shell, option: str) -> None:
    out = shell(f"sudoku-mask --seed 1 {option}", f"id,solution\n7,{EASY_SOLUTION}\n").out
    header, row = out.splitlines()
    assert header == "id,solution,puzzle"
    assert row.startswith(f"7,{EASY_SOLUTION},")
    assert shell("sudoku-solve --format line", out).out.startswith(EASY_SOLUTION)


def test_rows_of_another_header_are_found_by_their_names(shell: Shell) -> None:
    shell("cat > a.csv", f"id,puzzle\n1,{EASY}\n")
    shell("cat > b.csv", f"quizzes,more,id\n{EASY},x,2\n")
    out = shell("sudoku-solve a.csv b.csv").out
    assert out == f"id,puzzle,solution\n1,{EASY},{EASY_SOLUTION}\n2,{EASY},{EASY_SOLUTION}\n"


def test_without_a_header_and_in_other_formats_nothing_changes(shell: Shell) -> None:
    assert shell("sudoku-solve --format table", f"{EASY} x\n").out == f"solution\n{EASY_SOLUTION}\n"
    large = shell("sudoku-gen --size 36 --seed 1 --format tsv").out  # Numbers without quotes.
    assert shell("sudoku-check --format tsv --convert", large).out == large
    assert shell("sudoku-solve --format line", DATA, status=2).out.startswith(
        f"{EASY_SOLUTION}\t7,a, b\n"
    )


def test_complete_grids_come_from_the_column_of_solutions(shell: Shell) -> None:
    shell("cat > data.csv", f"id,puzzle\n7,{EASY}\n")
    out = shell("sudoku-solve data.csv | sudoku-check --against data.csv").out
    assert out.startswith("1\tstatus=ok\tkind=complete")
    out = shell("sudoku-solve data.csv | sudoku-mask --any --blanks 81 --empty .").out
    assert out == f"id,puzzle,solution\n7,{81 * '.'},{EASY_SOLUTION}\n"
