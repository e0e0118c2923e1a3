"""`sudoku-print`: the content of pages, and their files."""

import os
import re
import signal
from html import unescape
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sudokutools import read_grid, solutions
from sudokutools.grid.grid import format_line
from sudokutools.printing.pdf import FONTS
from tests.cli.conftest import Shell, start
from tests.cli.puzzles import CLASH, EASY, EASY_SOLUTION, NONE, SEVENTEEN, SEVENTEEN_SOLUTION, TWO
from tests.tables import cases

NINE = f"{EASY}\n{SEVENTEEN}\n{EASY}\n" * 3
PDF = pytest.mark.skipif(find_spec("reportlab") is None, reason="the extra print draws PDF")


def tables(html: str) -> list[str]:
    """Return the cells of every table as a line."""
    return [
        "".join(
            re.sub(r"<.*?>", "", cell).strip() or "." for cell in re.split(r"<td[^>]*>", table)[1:]
        )
        for table in re.findall(r"<table.*?</table>", html, re.DOTALL)
    ]


def labels(html: str) -> list[str]:
    found = re.findall(r"<figcaption>(.*?)</figcaption>", html)
    return [unescape(re.sub(r"</?b>", "", label)) for label in found]


def page_count(path: Path) -> int:
    pypdf = pytest.importorskip("pypdf", reason="pypdf counts pages")
    return len(pypdf.PdfReader(path, strict=True).pages)


@PDF
@cases
def test_a_pdf_has_as_many_pages(shell: Shell, tmp_path: Path, options: str, pages: int) -> None:
    shell(f"sudoku-print {options} -o out.pdf", NINE)
    assert page_count(tmp_path / "out.pdf") == pages


@PDF
def test_a_booklet_has_two_pages_beside_each_other(shell: Shell, tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf reads the pages")
    shell("sudoku-print --booklet --per-page 1 --start 101 -o out.pdf", NINE)
    sides = pypdf.PdfReader(tmp_path / "out.pdf").pages
    assert list(map(float, sides[0].mediabox[2:])) == pytest.approx([842, 595], abs=1)
    labels = [re.findall(r"^10\d$", side.extract_text(), re.MULTILINE) for side in sides]
    expected = [["101"], ["102"], ["103"], ["109", "104"], ["108", "105"], ["106", "107"]]
    assert sorted(map(sorted, labels)) == sorted(map(sorted, expected))


def test_the_format_is_that_of_the_name(shell: Shell, tmp_path: Path) -> None:
    shell(f"sudoku-print -o a.svg; echo {EASY} | sudoku-print -o a.HTML", f"{EASY}\n")
    assert (tmp_path / "a.svg").read_text().startswith("<svg ")
    assert (tmp_path / "a.HTML").read_text().startswith("<!doctype html>")
    assert "<article " in shell("sudoku-print --play", EASY).out


@PDF
@pytest.mark.parametrize("form", ["pdf", "html"])
def test_the_same_input_gives_the_same_bytes(shell: Shell, tmp_path: Path, form: str) -> None:
    (tmp_path / "in").write_text(NINE)
    line = f"sudoku-print --per-page 9 --rate --format {form} in"
    shell(f"{line} --jobs 1 > one; sleep 1.1; {line} --jobs 2 > two; cmp one two")


@pytest.mark.parametrize("form", ["html", "svg"])
def test_solutions_stand_where_they_are_wanted(shell: Shell, form: str) -> None:
    text = f"{EASY}\n{SEVENTEEN}\n"
    empty = SEVENTEEN.replace("0", ".")
    solved = [EASY_SOLUTION, SEVENTEEN_SOLUTION]
    for option, expected in (
        ("none", [EASY, empty]),
        ("end", [EASY, empty, *solved]),
        ("below", [EASY, empty, *solved]),
        ("only", solved),
    ):
        if form == "html":
            found = tables(shell(f"sudoku-print --format html --solutions {option}", text).out)
            assert found == expected
        elif option != "end":
            out = shell(f"sudoku-print --format svg --solutions {option}", text).out
            clues = sum(len(line) - line.count(".") for line in expected)
            assert len(re.findall(r"<text x[^>]*>\d</text>", out)) == clues


def second_solution() -> str:
    [_, second] = islice(solutions(read_grid(TWO)), 2)
    return format_line(second)


@pytest.mark.parametrize(
    "text",
    [
        "{puzzle}\t{solution}",
        "{puzzle},{solution}",
        "id,puzzle,solution\n7,{puzzle},{solution}",
        '{{"cells":"{puzzle}","solution":"{solution}"}}',
        "# {solution}\n{puzzle}",
        "# title: {wrong}\n{puzzle} {wrong} {solution}",
    ],
)
def test_a_solution_that_a_record_brings_along_is_printed_if_it_is_one(
    shell: Shell, text: str
) -> None:
    solution = second_solution()
    wrong = solution.replace("1", "2")
    content = text.format(puzzle=TWO, solution=solution, wrong=wrong)
    ran = shell("sudoku-print --format html --solutions only", content)
    assert (tables(ran.out), ran.err) == ([solution], "")
    ran = shell("sudoku-print --format html --solutions only", content.replace(solution, wrong))
    assert "several solutions: printing one\n" in ran.err
    assert tables(ran.out) != [wrong]


def test_complete_grids_are_printed_as_they_are(shell: Shell) -> None:
    ran = shell("sudoku-print --format html --solutions end", EASY_SOLUTION)
    assert tables(ran.out) == [EASY_SOLUTION, EASY_SOLUTION]


def test_a_solution_that_does_not_exist_is_said_in_its_place(shell: Shell) -> None:
    ran = shell(
        "sudoku-print --format html --solutions end", f"{EASY}\n{NONE}\n{CLASH}\n", status=1
    )
    assert ran.err.splitlines() == [
        "sudoku-print: -:2: no solution",
        "sudoku-print: -:3: r1c1 and r1c2 are both 5",
    ]
    assert ran.out.count('<div class="none">no solution</div>') == 2
    assert tables(ran.out)[3:] == [EASY_SOLUTION, 81 * ".", 81 * "."]
    assert shell("sudoku-print --format html", f"{NONE}\n{CLASH}\n").err == ""
    ran = shell("sudoku-print --format svg --solutions only --timeout 1e-9", TWO, status=None)
    assert ran.status in (0, 1)


def test_bad_records_count_and_the_others_are_printed(shell: Shell) -> None:
    text = f"{EASY}\n{EASY[:70]}\n{SEVENTEEN}\n"
    ran = shell("sudoku-print --format html", text, status=2)
    assert labels(ran.out) == ["1", "3"]
    assert ran.err == "sudoku-print: -:2: 70 cells, expected 81\n"
    ran = shell("sudoku-print --format html --start 10", text, status=2)
    assert labels(ran.out) == ["10", "12"]
    assert ran.out.startswith("<!")
    assert shell("sudoku-print -o pages.pdf", text, status=2).out == ""


def test_nothing_of_a_bad_record_is_on_a_page_or_beside_it(shell: Shell) -> None:
    pages = shell("sudoku-print --format html", EASY).out
    for text in (f"{EASY}\n\n{EASY[1:]}\n", f'{{"cells":"{EASY}"}}\n{{"cells":"x"}}\n'):
        assert shell("sudoku-print --format html", text, status=2).out == pages


@cases
def test_labels(shell: Shell, text: str, label: str, expected: str | None) -> None:
    option = f"--label '{label}'" if label else ""
    found = labels(shell(f"sudoku-print --format html {option}", text).out)
    assert found == ([expected] if expected else [])


def test_ratings_are_for_labels(shell: Shell) -> None:
    ran = shell("sudoku-print --format html --rate --label '{level} {rating}'", f"{EASY}\n{TWO}\n")
    assert labels(ran.out) == ["easy 1.2"]
    assert "-:2: not rated: no unique solution" in ran.err
    ran = shell("sudoku-print --format html --label '{level}'", f"{EASY}\n{EASY}\n")
    assert ran.err == "sudoku-print: --label: no {level} in the input (--rate finds it)\n"


def test_the_tag_of_a_check_is_a_label(shell: Shell) -> None:
    for form in ("line", "json", "grid"):
        line = f"sudoku-check --tag --rate --format {form} | sudoku-print --format html"
        assert labels(shell(line, EASY).out) == ["1  easy"], form


def test_small_print_is_warned_of_once_and_what_nobody_can_read_is_refused(shell: Shell) -> None:
    ran = shell("sudoku-print --format html --per-page 6x8", NINE)
    assert ran.err == "sudoku-print: -:1: 9x9: digits only 4.4 pt: use --per-page 12\n"
    assert shell("sudoku-print --format html --per-page 6x8 -q", NINE).err == ""
    ran = shell("sudoku-print --format html --per-page 9x9", EASY, status=2)
    assert "-:1: 9x9: digits only 3" in ran.err
    assert ran.err.endswith(": use --per-page 12, or --force\n")
    assert ran.out == ""
    assert tables(shell("sudoku-print --format html --per-page 9x9 --force", EASY).out) == [EASY]


def test_candidates_are_pencil_marks_or_left_out_with_a_warning(shell: Shell) -> None:
    marks = "[[1],[2],[3],[4,3]]" + 3 * ",[[],[],[],[]]"
    row = f'{{"box":[2,2],"cells":"12..............","candidates":[{marks}]}}\n'
    plain = shell("sudoku-print --format svg", row)
    assert plain.err.strip() == "sudoku-print: candidates omitted (--pencilmarks prints them)"
    assert plain.out.count("<text") == 1 + 2  # The number and two clues.
    marked = shell("sudoku-print --format svg --pencilmarks --force", row)
    assert "left out" not in marked.err
    assert marked.out.count("<text") > plain.out.count("<text")


def test_letters_reach_to_thirty_five(shell: Shell) -> None:
    ran = shell("sudoku-gen --size 36 | sudoku-print --symbols letters --format svg", status=2)
    assert ran.err == "sudoku-print: -:1: 36 symbols, but only 35 letters: use --symbols numbers\n"
    assert (
        ">G</text>"
        in shell("sudoku-gen --size 16 | sudoku-print --symbols letters --format svg").out
    )


# Files


@PDF
def test_many_files_have_their_numbers(shell: Shell, tmp_path: Path) -> None:
    shell("sudoku-print --per-page 1 --solutions end --pages-per-file 4 -o 'w-%03d.pdf'", NINE)
    assert sorted(os.listdir(tmp_path)) == ["w-001.pdf", "w-002.pdf", "w-003.pdf"]
    assert [page_count(tmp_path / f"w-00{n}.pdf") for n in (1, 2, 3)] == [4, 4, 2]
    shell("rm *; sudoku-print --per-page 1 --solutions back --pages-per-file 5 -o '%d.pdf'", NINE)
    assert [page_count(tmp_path / f"{n}.pdf") for n in (1, 2, 3)] == [6, 6, 6]


@PDF
def test_png_has_a_page_a_file_and_its_resolution(shell: Shell, tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2", reason="it draws PNG")
    from PIL import Image

    shell("sudoku-print --per-page 4 --paper 4x6in --dpi 50 -o 'p-%d.png'", NINE)
    assert sorted(os.listdir(tmp_path)) == ["p-1.png", "p-2.png", "p-3.png"]
    with Image.open(tmp_path / "p-1.png") as image:
        assert image.size == (200, 300)
        assert image.getextrema()[0] == (0, 255)
    ran = shell("sudoku-print -o one.png", NINE, status=2)
    assert ran.err == "sudoku-print: a PNG file has a single page: use -o 'page-%d.png'\n"


def test_levels_are_stars_and_titles(shell: Shell) -> None:
    text = f"# level: hard\n{EASY}\n{SEVENTEEN}\n{TWO}\n"
    line = "sudoku-print --difficulty-stars --title 'Sudoku: {level}' --format html"
    ran = shell(line, text)
    assert re.findall(r'"(\d) of 5 stars">(.*?)<', ran.out) == [("3", "★★★☆☆"), ("1", "★☆☆☆☆")]
    assert re.findall(r"<h1>(.*)</h1>", ran.out) == ["Sudoku: hard", "Sudoku: easy", "Sudoku:"]
    assert ran.err == "sudoku-print: -:4: not rated: no unique solution\n"


def test_a_cover_comes_first(shell: Shell) -> None:
    html = shell("sudoku-print --per-page 4 --cover 'A & B' --title Week --format html", NINE).out
    assert re.findall(r"<h1.*?>(.*)</h1>", html) == ["A &amp; B", "Week", "Week", "Week"]
    assert re.findall(r"<footer>(.*)</footer>", html) == ["2", "3", "4"]
    assert "<title>A &amp; B</title>" in html


def test_svg_has_a_page_a_file(shell: Shell, tmp_path: Path) -> None:
    shell("sudoku-print --per-page 4 -o 'page-%d.svg'", NINE)
    assert sorted(os.listdir(tmp_path)) == ["page-1.svg", "page-2.svg", "page-3.svg"]
    shell("rm *")
    for target in ("-o one.svg", "--format svg", "--format svg --cover Book"):
        ran = shell(f"sudoku-print {target}", EASY if "cover" in target else NINE, status=2)
        assert ran.err.endswith("a single page: use -o 'page-%d.svg'\n")
        assert ran.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", [pytest.param("pdf", marks=PDF), "svg", "html"])
@pytest.mark.parametrize(
    ("text", "status"), [("", 1), ("# nothing\n", 1), ("\n\n", 1), ("rubbish\n", 2)]
)
def test_without_puzzles_there_is_no_file(
    shell: Shell, tmp_path: Path, form: str, text: str, status: int
) -> None:
    ran = shell(f"sudoku-print -q --format {form}", text, status=status)
    assert ran.out == ""
    assert ran.err == "sudoku-print: no puzzles in the input; nothing was printed\n" or status == 2
    assert ran.err.count("\n") == 1
    shell(f"sudoku-print -o new.{form}", text, status=status)
    (tmp_path / f"old.{form}").write_text("old")
    shell(f"sudoku-print -o old.{form}", text, status=status)
    shell(f"sudoku-print -o old.{form} no-such-file", status=2)
    assert os.listdir(tmp_path) == [f"old.{form}"]
    assert (tmp_path / f"old.{form}").read_text() == "old"


@PDF
@pytest.mark.parametrize("name", ["out.pdf", "out.html", "out-%d.svg"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_killed_run_leaves_no_file(tmp_path: Path, name: str, number: int) -> None:
    with start("sudoku-print", "--per-page", "4", "-o", name, cwd=tmp_path) as process:
        assert process.stdin is not None
        process.stdin.write(NINE.encode())
        process.stdin.flush()
        while not list(tmp_path.iterdir()):
            pass  # It is written aside.
        process.send_signal(number)
        process.communicate()
        assert process.returncode == -number
    assert list(tmp_path.iterdir()) == []


@PDF
def test_a_pdf_is_nothing_for_a_terminal(tmp_path: Path) -> None:
    import pty

    terminal, other = pty.openpty()
    (tmp_path / "in").write_text(NINE)
    with start("sudoku-print", "in", cwd=tmp_path, stdout=other) as process:
        _, error = process.communicate()
    os.close(other)
    os.close(terminal)
    assert process.returncode == 2
    assert error == b"sudoku-print: refusing to write a PDF to a terminal; use -o FILE\n"


@pytest.mark.parametrize("form", [pytest.param("pdf", marks=PDF), "html"])
def test_a_closed_pipe_ends_it_silently(shell: Shell, form: str) -> None:
    line = f"sudoku-print --format {form} --per-page 1 | head -c 1000 > begin"
    ran = shell(f"{line}; echo ${{PIPESTATUS[0]}}; wc -c < begin", NINE * 60)
    assert ran.err == ""
    assert ran.out.split() == ["141", "1000"]


def test_without_the_extra_a_pdf_says_what_it_needs(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "reportlab").mkdir()
    (tmp_path / "reportlab/__init__.py").write_text("raise ImportError")
    ran = shell("PYTHONPATH=. sudoku-print -o out.pdf", NINE, status=2)
    assert ran.err.startswith("sudoku-print: PDF output requires reportlab (SVG and HTML do not); ")
    assert ran.err.endswith("[print]'\n")
    shell("PYTHONPATH=. sudoku-print -o out.html", NINE)
    assert sorted(os.listdir(tmp_path)) == ["out.html", "reportlab"]


@PDF
def test_signs_that_the_font_does_not_have_are_named(shell: Shell) -> None:
    ran = shell("sudoku-print --title '\u6570\u72ec' -o out.pdf", EASY)
    assert ran.err == "sudoku-print: missing from the font, printed as ?: \u6570\u72ec\n"
    font = FONTS / "SudokuSans-Bold.ttf"
    assert shell(f"sudoku-print --font {font} --title Sunday -o out.pdf", EASY).err == ""


@pytest.mark.parametrize("form", [pytest.param("pdf", marks=PDF), "svg", "html"])
def test_no_bytes_of_a_note_or_title_do_harm(shell: Shell, form: str) -> None:
    text = f'{{"cells":"{EASY}","note":"\\u0007<&\\udcff\\ud800>"}}'
    line = f"sudoku-print --format {form} --title $'a\\xfe\\x01\\nb' --label '{{note}}'"
    ran = shell(line, text, status=0)
    if form != "pdf":
        assert "a\ufffd\\x01 b" in ran.out
        assert "\\x07&lt;&amp;\ufffd\\ud800&gt;" in ran.out
    if form == "svg":
        ElementTree.fromstring(ran.out)  # noqa: S314
