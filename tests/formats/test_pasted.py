"""Reading pasted text: prose, blank cells, fields, indices, other signs, and damage."""

from collections.abc import Callable
from math import isqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools import formats
from sudokutools.formats.format import Style
from sudokutools.formats.reading.drawn import DrawnGrid
from sudokutools.formats.reading.lines import Line, Passage
from sudokutools.formats.reading.prose import is_prose
from sudokutools.formats.reading.rows import Row
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line
from sudokutools.grid.spec import regions_text
from tests.formats.test_reader import (
    BORDERED,
    FULL_ROWS,
    PUZZLE,
    ROWS,
    SOLUTION,
    lines_of,
    read,
    records,
)
from tests.tables import cases, rows_of

FRAME = "+-------+-------+-------+\n"


def bands(frame: str, draw: Callable[[str], str]) -> str:
    """Return the framed puzzle with each row drawn, blanks for empty cells."""
    rows = [draw(row.replace(".", " ")) for row in ROWS]
    return frame + "".join("".join(rows[at : at + 3]) + frame for at in (0, 3, 6))


def spaced(row: str) -> str:
    """Return a row with a blank around every cell."""
    return "|" + "|".join(f" {' '.join(row[at : at + 3])} " for at in (0, 3, 6)) + "|\n"


def tight(row: str) -> str:
    return f"|{row[:3]}|{row[3:6]}|{row[6:]}|\n"


VARIATIONS = dict(rows_of("formats/pasted.tsv"))


@pytest.mark.parametrize("name", VARIATIONS)
def test_variations_read_as_the_same_puzzle(name: str) -> None:
    assert lines_of(VARIATIONS[name]) == [PUZZLE]


@pytest.mark.parametrize("name", [name for name in VARIATIONS if "header" not in name])
@pytest.mark.parametrize("between", ["", "\n"])
def test_variations_follow_each_other(name: str, between: str) -> None:
    text = VARIATIONS[name].rstrip("\n") + "\n"
    assert lines_of(between.join(3 * [text])) == 3 * [PUZZLE]


@pytest.mark.parametrize("name", VARIATIONS)
def test_a_missing_line_is_reported_or_not_needed(name: str) -> None:
    """Damage gives one message, never a different grid."""
    lines = VARIATIONS[name].splitlines(keepends=True)
    for at in range(len(lines)):
        found = lines_of("".join(lines[:at] + lines[at + 1 :]))
        assert len(found) <= 1
        assert found in ([], [PUZZLE]) or found[0].startswith("-:"), lines[at]


@pytest.mark.parametrize("name", [name for name in VARIATIONS if name.startswith("blanks in")])
def test_a_drawing_cut_anywhere_is_one_message(name: str) -> None:
    text = VARIATIONS[name].rstrip("\n")
    for cut in range(len(text) - text[::-1].index("\n") - 2):
        found = lines_of(text[:cut])
        # A single low clue in the first row could be a grid of one cell.
        assert len(found) <= 1, text[:cut]
        assert not found or found[0].startswith("-:"), text[:cut]


def test_blank_cells_of_many_sizes_are_read() -> None:
    for shape in ((2, 2), (3, 2), (2, 3), (4, 3), (4, 4), (5, 5)):
        geometry = Geometry.of(*shape)
        cells = [cell % (geometry.n + 1) * (cell % 3 > 0) for cell in range(geometry.size)]
        grid = Grid(geometry, cells)
        drawn = Style(formats.find("grid")).write(grid)
        framed = "".join(f"| {line} |\n" for line in drawn.splitlines() if line)
        [record] = records(framed.replace(".", " "))
        assert record.grid == grid


def test_the_first_clues_of_a_drawing_are_no_small_grid() -> None:
    rows = ["1.......2"[:4], "....", "2.1.", "...3"]
    text = "".join(f"| {' '.join(r[:2])} | {' '.join(r[2:])} |\n" for r in rows).replace(".", " ")
    assert lines_of(text) == ["1.......2.1....3"]
    assert lines_of("\t\t\t\n1\t\t\t\n\t2\t\t\n\t\t3\t\n") == ["....1....2....3."]
    for small in ("|  | 1 |\n\n", "1\t\n", "| 1 |\n| 1 |\n"):
        assert set(lines_of(small)) == {"1"}


def test_a_table_without_rows_below_is_read_once() -> None:
    assert lines_of("  |   |\n| --- | --- |\n| 1 | 2 |\n| 2 | 1 |\n") == ["1221"]


def test_the_first_row_of_fields_may_be_empty() -> None:
    rows = ["." * 9, *ROWS[1:]]
    text = "".join("\t".join(row).replace(".", "") + "\n" for row in rows)
    assert lines_of(text) == ["".join(rows)]
    assert lines_of(f"{PUZZLE}\n{text}\n{PUZZLE}\n") == [PUZZLE, "".join(rows), PUZZLE]


def test_a_blank_among_other_empty_signs_is_damage() -> None:
    text = BORDERED.replace(". . 5", ". .  ")
    assert lines_of(text) == ["-:10: row 8 has 8 cells, expected 9"]
    full = "\n".join(f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in FULL_ROWS)
    assert lines_of(full[:-1]) == ["-:9: row 9 has 8 cells, expected 9"]


@cases
def test_damage_is_reported(name: str, old: str, new: str, message: str) -> None:
    text = VARIATIONS[name].replace(old, new, 1)
    assert text != VARIATIONS[name]
    [error] = lines_of(text)
    assert error.startswith(message)


def test_lines_below_a_damaged_drawing_are_read() -> None:
    assert lines_of(f"\t1\t2\n{PUZZLE}\t1\t2\n{PUZZLE}\n")[1:] == [PUZZLE, PUZZLE]
    assert lines_of(f"{bands('', tight)[:-30]}\n{PUZZLE}|{PUZZLE}\n{PUZZLE}\n")[-1] == PUZZLE
    cut = VARIATIONS["blanks in a tight frame"].rpartition("| ")[0]
    assert lines_of(f"{cut}\n\n{VARIATIONS['blanks in a frame']}")[1:] == [PUZZLE]


def test_x_is_a_symbol_in_large_grids() -> None:
    geometry = Geometry.of_size(35)
    grid = Grid(geometry, [33, *(geometry.size - 1) * [0]])
    text = format_line(grid)
    assert text.startswith("X.")
    assert [record.grid for record in records(text)] == [grid]
    [record] = records(text[:-1] + "!")
    assert record.error is not None


# Prose


def test_prose_becomes_comments_of_the_grid_below() -> None:
    items = read(f"Hello there\n\n\n// A note\nGrid 01\n\n{PUZZLE}\n\nThat was it, folks!\n")
    passages = [item for item in items if isinstance(item, Passage)]
    assert [p.text for p in passages] == ["# Hello there", "", "", "", "# That was it, folks!"]
    [record] = records(f"// A note\nGrid 01\n\n{PUZZLE}\n")
    assert record.comments == ["# A note", "# Grid 01"]
    assert record.raw == f"// A note\nGrid 01\n\n{PUZZLE}\n".encode()


BODIES = {
    "bordered": BORDERED,
    "rows": "\n".join(ROWS) + "\n",
    "frame": bands(FRAME, lambda row: spaced(row.replace(" ", "."))),
    "blanks in a frame": bands(FRAME, spaced),
    "line": f"{PUZZLE}\n",
    "commas": "".join(f"{','.join(row)}\n" for row in ROWS),
    "JSON": f'{{"cells":"{PUZZLE}"}}\n',
}


@cases
@pytest.mark.parametrize("name", BODIES)
def test_sentences_around_grids_are_comments(sentence: str, name: str) -> None:
    body = BODIES[name]
    # Directly below a line or an object, a word is a record that cannot be read.
    is_record = name in ("line", "JSON") and len(sentence.split()) == 1
    for blank in ("\n",) if is_record else ("", "\n"):
        text = f"{sentence}\n{blank}{body}{blank}{sentence}\n{blank}{body}{blank}{sentence}\n"
        assert lines_of(text) == [PUZZLE, PUZZLE]
        if name != "JSON":
            assert [record.comments for record in records(text)] == 2 * [[f"# {sentence}"]]
    if is_record:
        found = lines_of(f"{body}{sentence}\n{body}")
        assert (found[0], found[2], found[1][:4]) == (PUZZLE, PUZZLE, "-:2:")


def test_numbers_of_columns_and_dates_are_rows_if_a_grid_needs_them() -> None:
    rows = ["123456789", *ROWS[1:]]
    dates = ["12.3.2021", *ROWS[1:]]
    for each in (rows, dates):
        text = "\n".join(each) + "\n"
        assert lines_of(text) == ["".join(each).replace("0", ".")]
        assert lines_of(2 * text) == lines_of(f"{text}\n{text}") == 2 * lines_of(text)
    for title in ("123456789", "1 2 3 4 5 6 7 8 9", "*********", "12.3.2021"):
        banded = "\n\n".join("\n".join(ROWS[at : at + 3]) for at in (0, 3, 6))
        for body in ("\n".join(ROWS), banded):
            assert lines_of(2 * f"{title}\n{body}\n") == 2 * [PUZZLE]


@pytest.mark.parametrize("word", ["2021", "2021-03", "1999", "12.5", "12.0", "v1.2", "v 12"])
@pytest.mark.parametrize("separator", ["", " ", ","])
def test_a_word_beside_a_small_grid_is_a_row_if_the_grid_needs_it(
    word: str, separator: str
) -> None:
    rows = ["1230", "3002", "0103", "4020"]
    body = "".join(separator.join(row) + "\n" for row in rows)
    small = "123.3..2.1.34.2."
    for between in ("", "\n"):
        text = f"{word}\n{between}{body}"
        assert lines_of(f"{2 * text}{between}{word}\n") == [small, small]
    for each in (body, body.replace("0", "x")) if not separator else ():
        assert lines_of(3 * each) == 3 * [small]
        text = "2021\n" + "".join(f"{row}\n" for row in rows[1:])
        assert lines_of(2 * text) == 2 * [f"2.21{small[4:]}"]


@pytest.mark.parametrize("between", ["", "\n"])
def test_rows_like_dates_in_grids_that_follow_each_other(between: str) -> None:
    """The first row of one and the second of the next could be titles of grids between them."""
    small = ["2013\n1302\n3021\n0132\n", "1302\n2031\n0123\n3012\n"]
    large = [row.replace("53..7....", "12.3.2021") for row in ROWS]
    other = [ROWS[0], "12.3.2021", *ROWS[2:]]
    for first, second in (small, ["".join(f"{row}\n" for row in each) for each in (large, other)]):
        plain = [grid.replace("\n", "").replace("0", ".") for grid in (first, second)]
        assert lines_of(f"{first}{between}{second}") == plain


@pytest.mark.parametrize("name", BODIES)
def test_the_name_of_a_column_may_be_a_title(name: str) -> None:
    assert lines_of(f"solution\n{BODIES[name]}") == [PUZZLE]


def test_a_row_alone_is_the_beginning_of_a_grid() -> None:
    for row in (ROWS[0], ROWS[0][:8], "53..7...Z", " ".join(ROWS[0])):
        assert lines_of(f"{BORDERED}\n{row}\n")[1].startswith("-:13: ")


@pytest.mark.parametrize("name", ["frame", "blanks in a frame"])
@pytest.mark.parametrize("between", ["", "\n", "Easter Monster\n"])
def test_words_behind_a_frame_are_the_note(name: str, between: str) -> None:
    body = BODIES[name]
    named = body.replace(FRAME, f"{FRAME[:-1]} #2\n", 1)
    text = f"{body[:-1]} ED=11.3, ER=?\n{between}{named}"
    assert lines_of(text) == [PUZZLE, PUZZLE]
    first, second = records(text)
    assert (first.note, second.note) == ("ED=11.3, ER=?", "#2")
    assert first.raw.startswith(body[:-1].encode())


def test_letters_without_a_digit_are_no_row_of_a_large_grid() -> None:
    """A row lacks all of 1 to 9 only if it has nine empty cells or more."""
    geometry = Geometry.of(4, 4)
    grid = Grid(geometry, [0] * 9 + [*range(10, 17)] + [0] * 240)
    drawn = Style(formats.find("grid")).write(grid)
    line = format_line(grid)
    for text in (drawn, "".join(f"{line[at : at + 16]}\n" for at in range(0, 256, 16))):
        [record] = records(f"Coloin\n{text}\nabcdefghijklmnop\n")
        assert record.grid == grid
        assert record.comments == ["# Coloin"]


def test_damaged_rows_of_digits_are_no_text() -> None:
    for row in (ROWS[0], ROWS[0][:8], "5 3 . | . 7 ! | . . .", "53..7!..."):
        assert lines_of(f"{BORDERED}\n{row}\n\n{BORDERED}")[1].startswith("-:13: ")


def test_titles_without_a_grid_are_invalid() -> None:
    items = read("% A title\nand some words\n")
    assert [item.text for item in items if isinstance(item, Passage)] == [
        "# A title",
        "# and some words",
    ]
    assert lines_of("% A title\nand some words\n") == [
        "-:1: expected a grid, found text: '% A title'"
    ]
    assert lines_of(f"some words\n{PUZZLE[:40]}\n")[0].startswith("-:2: ")


@pytest.mark.parametrize("width", [1, 2, 9])
def test_each_line_of_rubbish_is_added_a_few_times(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = 0
    add = DrawnGrid.add

    def counted(drawn: DrawnGrid, line: Line, text: str, *like: Row) -> None:
        nonlocal added
        added += 1
        add(drawn, line, text, *like)

    monkeypatch.setattr(DrawnGrid, "add", counted)
    random = Random(width)
    words = ["the", "quick", "fox", "a", "I", "Level", "12", "-", "x", "1", "easy:", "é"]
    lines = [" ".join(random.choices(words, k=random.randint(1, width))) for _ in range(3000)]
    assert records("abcdefghi\n---------\n" + "\n".join(lines))
    assert added < 6 * len(lines)


def test_prose_inside_a_grid_is_an_error() -> None:
    inside = "\n".join([*ROWS[:4], "what is this", *ROWS[4:]])
    [error] = lines_of(inside)
    assert error.startswith("-:5: row 5 ")


def test_a_missing_row_does_not_affect_the_next_grid() -> None:
    grid = "\n".join(ROWS) + "\n"
    short = "\n".join(ROWS[:8]) + "\n"
    found = lines_of(f"Grid 01\n{short}Grid 02\n{grid}Grid 03\n{grid}")
    assert found[0].startswith("-:2: 8 rows, expected 9")
    assert found[1:] == [PUZZLE, PUZZLE]


@cases
def test_a_damaged_row_is_not_prose(row: str) -> None:
    assert not is_prose(Line(1, row.encode()), row.encode(), None)


@pytest.mark.parametrize("geometry", [None, Geometry.of(3, 3)])
def test_a_name_is_prose(geometry: Geometry | None) -> None:
    assert is_prose(Line(1, b"Coloin"), b"Coloin", geometry)


@given(st.data())
def test_rows_of_letters_are_not_prose(data: st.DataObject) -> None:
    """Rows in all our styles with one damaged character."""
    size = data.draw(st.integers(12, 35))
    shuffled = data.draw(st.permutations(range(1, size + 1)))
    shown = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    cells = [symbol * is_shown for symbol, is_shown in zip(shuffled, shown, strict=True)]
    geometry = Geometry.of(size, 1)
    text = format_line(Grid(geometry, cells + (geometry.size - size) * [0]))[:size]
    text = data.draw(st.sampled_from([text, text.lower()]))
    box = data.draw(st.integers(2, 6))
    pieces = [text[at : at + box] for at in range(0, size, box)]
    row = data.draw(st.sampled_from([text, " ".join(text), " ".join(pieces)]))
    at = data.draw(st.integers(0, len(row) - 1))
    damaged = row[:at] + data.draw(st.sampled_from(["!", "é", "", "/"])) + row[at + 1 :]
    for line in (row, damaged):
        assert len(pieces[-1]) != box or not is_prose(Line(1, line.encode()), line.encode(), None)


# Indices


@cases
def test_an_index_goes_to_the_note(line: str, note: str) -> None:
    [record] = records(line)
    assert record.grid is not None
    assert (format_line(record.grid), record.note) == (PUZZLE, note)
    assert record.format.is_line


def test_lines_without_an_index_are_unchanged() -> None:
    [record] = records("1.2.\tbox=2x1 7\uff15")
    assert record.note == "7\uff15"
    [record] = records(f"1234341221434321 {PUZZLE}")
    assert record.grid is not None
    assert (record.grid.geometry.n, record.note) == (4, PUZZLE)
    [record] = records(f"1 {PUZZLE}", form="line")
    assert record.grid is not None
    assert record.grid.geometry.n == 1
    assert lines_of(f"1 {PUZZLE[:36]}")[0].startswith("-:1: ")
    assert lines_of(f"id,puzzle\n1 {PUZZLE},x\n")[0].startswith("-:2: ")


def test_other_comments_stay_comments() -> None:
    for text in ("#4", f"# 4 {PUZZLE}", f"#4 {PUZZLE} easy", f"#a {PUZZLE}", f"#4 {PUZZLE[1:]}"):
        assert records(f"{text}\n{PUZZLE}")[0].comments == [text]
    kept = Style(formats.find("line")).write(Grid.empty(Geometry.of(3, 3)), "", [f"#4 {PUZZLE}"])
    assert kept.startswith(f"# note: 4 {PUZZLE}\n")


def test_cells_around_a_sign_are_no_label() -> None:
    for sign in "!:=)'":
        line = f"{PUZZLE[:16]}{sign}{PUZZLE[17:]}"
        assert [found[:4] for found in lines_of(line)] == ["-:1:"], sign


def test_regions_may_follow_the_cells() -> None:
    regions = "AAAAAAABCDEFFAFABCDEFFFFBBCDEFFBBBBCDEEEGGCBCDDEGGGCCCDDEEGGGGHDIIIIHHHHIIIIIHHHH"
    text = f"1{80 * '.'}{regions}"
    [record] = records(f"{text} a note")
    assert record.grid is not None
    assert (record.grid.clue_count, record.note) == (1, "a note")
    assert regions_text(record.grid.geometry) == regions
    assert lines_of(f"{text[:-1]}A")[0].startswith("-:1: 162 cells")


@pytest.mark.parametrize("n", [9, 16])
def test_letters_from_a_and_digits_from_zero(n: int) -> None:
    """As a line, rows, and rows with blanks; letters of a row are not a column of numbers."""
    side = isqrt(n)
    cells = [1 + (side * row + row // side + column) % n for row in range(n) for column in range(n)]
    cells[1::3] = len(cells[1::3]) * [0]
    for signs, values in ("ABCDEFGHIJKLMNOP", 1), ("0123456789ABCDEF", 0):
        text = "".join(signs[cell - 1] if cell else "." for cell in cells)
        rows = [text[start : start + n] for start in range(0, n * n, n)]
        for shown in text, "\n".join(rows), "\n".join(map(" ".join, rows)):
            [record] = records(shown)
            if values or n == 16:
                assert record.grid is not None, record.error
                assert list(record.grid.cells) == cells
                assert record.grid.geometry.values[0] == values
    [record] = records("A" + 14 * "." + "1\n")
    assert "r1c1: symbol A, expected 1 to 4" in str(record.error)


# Headers of csv


def test_a_header_is_distinguished_from_a_sentence_by_the_next_line() -> None:
    assert [r.row is not None for r in records(f"aa,bb\n\n1,{PUZZLE}\n")] == [True]
    assert [r.row is not None for r in records(f"aa!,bb\n1,{PUZZLE}\n")] == [True]
    assert [r.comments for r in records(f"Please, help me\n\n{FRAME}{BORDERED}")] == [
        ["# Please, help me"]
    ]
    [record] = records(f"# about it\nMy data set\nid,puzzle/1,solution\n1,{PUZZLE},{SOLUTION}\n")
    assert record.row is not None
    assert record.comments == ["# about it", "# My data set"]
