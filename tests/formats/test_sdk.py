"""`sdk`, `sdm`, `ss` and `markdown`: metadata and round trips."""

import pytest

from sudokutools import formats
from sudokutools.formats.format import RefusalError, Style
from sudokutools.formats.reader import read_grid
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line
from tests.formats.test_formats import records
from tests.formats.test_reader import PUZZLE, ROWS, SOLUTION
from tests.tables import cases, texts_of

BODY = "\n".join(ROWS) + "\n"
[TAGS] = texts_of("formats/test_sdk.txt")
SAID = [
    "# author: Ruud",
    "# description: Morning 7",
    "# level: Easy",
    "# date: 2026-11-22",
    "# source: A book",
    "# url: http://x.example/#7",
    "# First!",
    "# plain",
]
SECTIONS = f"{TAGS}[Puzzle]\n{BODY}[State]\n{SOLUTION[:9]}\n1 2 3\n[Colours]\nwhatever\n"


def test_tags_stay_as_they_are_unless_an_option_names_the_format() -> None:
    [record] = records(TAGS + BODY)
    assert record.comments == TAGS.splitlines()
    assert record.format.name == "grid"
    [record] = records(TAGS.replace("\n", "\r\n") + BODY, "sdk")
    assert record.comments == SAID
    assert records(f"#L\n#C\n#Clue\n{BODY}", "sdk")[0].comments == ["#", "# lue"]


def test_a_file_with_sections_is_one_puzzle() -> None:
    [record] = records(SECTIONS)
    assert record.grid == read_grid(PUZZLE)
    assert record.comments == SAID
    assert record.raw == f"{TAGS}[Puzzle]\n{BODY}".encode()
    two = records(f"{SECTIONS}\n{SECTIONS}{PUZZLE}\n")
    assert [record.error for record in two] == [None, None]
    assert records(f"{SECTIONS}\n{PUZZLE}\n")[1].grid == record.grid


@cases
def test_errors_in_a_section(text: str, message: str) -> None:
    [record] = records(text)
    assert str(record.error).startswith(message)


@pytest.mark.parametrize("blank", ["", "\n"])
@pytest.mark.parametrize("rows", [BODY, f"{PUZZLE}\n"])
def test_named_values_of_a_section_are_comments(rows: str, blank: str) -> None:
    text = f"[Info]\nAuthor=Kim\nSeen=today\nTitle=One\n{blank}[Puzzle]\n{rows}"
    found = records(f"{text}{blank}{text}")
    assert [format_line(each.grid) for each in found if each.grid] == [PUZZLE, PUZZLE]
    assert [each.comments for each in found] == 2 * [["# author: Kim", "# title: One"]]


def test_a_required_section_has_rows() -> None:
    [record] = records("[Puzzle]\n[State]\n123\n", "sdk")
    assert str(record.error) == "-:1: section [Puzzle] is empty"


def test_named_values_are_written_as_tags_and_come_back() -> None:
    style = Style(formats.find("sdk"))
    grid = read_grid(PUZZLE)
    text = style.write(grid, "a note", ["# title: T", "# one: two", "# author: Kim", "#Lhard", "#"])
    assert text == f"#AKim\n#Ctitle: T\n#Cone: two\n#Lhard\n#C\n#Ca note\n{BODY}"
    [record] = records(text, "sdk")
    assert record.comments == [
        "# author: Kim", "# title: T", "# one: two", "# level: hard", "#", "# a note",
    ]  # fmt: skip
    text = style.write(grid, extra={"title": "Morning", "author": "Kim", "seen": 1})
    assert text == f"#CTitle\n{BODY}".replace("#CTitle", "#Ctitle: Morning\n#AKim")
    assert (
        Style(formats.find("sdk"), comments=False).write(grid, "n", ["# c"], {"level": "x"}) == BODY
    )


def test_a_solution_is_a_comment_or_refused() -> None:
    grid, partner = read_grid(PUZZLE), ("solution", read_grid(SOLUTION))
    assert Style(formats.find("sdk")).write(grid, partner=partner) == f"#C{SOLUTION}\n{BODY}"
    for name in ("sdm", "ss"):
        with pytest.raises(RefusalError, match=f"^{name} supports one grid a record$"):
            Style(formats.find(name)).write(grid, partner=partner)


def test_output_is_in_the_form_of_each_program() -> None:
    grid = read_grid(PUZZLE)
    comments = ["# a comment"]
    assert (
        Style(formats.find("sdm")).write(grid, "note", comments) == PUZZLE.replace(".", "0") + "\n"
    )
    text = Style(formats.find("ss")).write(grid, "note", comments)
    assert text.splitlines()[:5] == [
        "*-----------*", "|53.|.7.|...|", "|6..|195|...|", "|.98|...|.6.|", "|---+---+---|",
    ]  # fmt: skip
    text = Style(formats.find("markdown")).write(grid, "note", comments)
    assert text.splitlines()[:5] == [
        "# a comment",
        "# note",
        "|" + 9 * "   |",
        "|" + 9 * " --- |",
        "| 5 | 3 |   |   | 7 |   |   |   |   |",
    ]
    assert text.endswith("| 7 | 9 |\n\n")


def test_a_table_states_its_boxes_in_a_comment() -> None:
    markdown = Style(formats.find("markdown"))
    for shape in ((2, 3), (3, 3, 2, 3), (6, 1)):
        grid = Grid.empty(Geometry.of(*shape))
        text = markdown.write(grid)
        assert text.startswith(f"# box {grid.geometry}\n")
        assert [record.grid for record in records(text)] == [grid]
    assert markdown.write(Grid.empty(Geometry.of(4, 3))).startswith("|    |")


@pytest.mark.parametrize(("empty", "sign"), [(None, "."), ("0", "0")])
def test_a_partner_is_a_comment_above_a_table(empty: str | None, sign: str) -> None:
    grid = read_grid(PUZZLE)
    style = Style(formats.find("markdown"), empty)
    text = style.write(grid, partner=("puzzle", grid), partner_first=True)
    assert text.startswith(f"# {PUZZLE.replace('.', sign)}\n| ")
    assert [record.grid for record in records(text)] == [grid]


def test_lines_of_sdm_are_lines() -> None:
    found = records(f"{PUZZLE}\n{16 * '1'}\n", "sdm")
    assert [format_line(record.grid) for record in found if record.grid] == [PUZZLE, 16 * "1"]
    assert {record.format.name for record in found} == {"line"}


def test_unsolved_puzzles_stay_in_sdm() -> None:
    [record] = records(PUZZLE + "\n")
    form = formats.find("sdm")
    assert form.unsolved(record, Style(form), "invalid", False) == PUZZLE.replace(".", "0") + "\n"
