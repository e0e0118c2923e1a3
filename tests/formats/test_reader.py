"""Reading: all variations of the text formats, and messages about invalid input."""

from typing import Any

import pytest

from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record
from sudokutools.formats.reader import Reader, read_grid, read_grids
from sudokutools.formats.reading.lines import MAX_LENGTH, LineSource, Passage, lines_of_text
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import format_line
from tests.tables import cases, rows_of, texts_of

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
FULL_ROWS = [SOLUTION[at : at + 9] for at in range(0, 81, 9)]
[BORDERED] = texts_of("formats/test_reader.txt")


def read(text: str, **options: Any) -> list[Record | Passage]:
    return list(Reader(**options).read(lines_of_text(text), "-"))


def records(text: str, **options: Any) -> list[Record]:
    return [item for item in read(text, **options) if isinstance(item, Record)]


def lines_of(text: str, **options: Any) -> list[str]:
    """Return each record as its line, or its error."""
    return [
        str(record.error) if record.grid is None else format_line(record.grid)
        for record in records(text, **options)
    ]


VARIATIONS = dict(rows_of("formats/layouts.tsv"))


@pytest.mark.parametrize("name", VARIATIONS)
def test_variations_read_as_the_same_puzzle(name: str) -> None:
    assert lines_of(VARIATIONS[name]) == [PUZZLE]


@pytest.mark.parametrize("name", VARIATIONS)
def test_variations_follow_each_other(name: str) -> None:
    text = VARIATIONS[name].rstrip("\n") + "\n\n"
    again = (
        text
        if not name.startswith(("csv q", "csv of")) and name != "csv column"
        else text.split("\n")[1]
    )
    assert lines_of(text + again.removeprefix("\ufeff")) == [PUZZLE, PUZZLE]


@pytest.mark.parametrize("name", ["no blanks", "bordered", "outer frame", "json rows", "line"])
def test_records_need_no_blank_line_between_them(name: str) -> None:
    text = VARIATIONS[name].rstrip("\n") + "\n"
    assert lines_of(3 * text) == 3 * [PUZZLE]


def test_formats_may_change_within_one_stream() -> None:
    text = BORDERED + "\n" + PUZZLE + "\n" + VARIATIONS["json over lines"] + "\n" + BORDERED
    assert [record.format.name for record in records(text)] == ["grid", "line", "json", "grid"]
    assert lines_of(text) == 4 * [PUZZLE]


@cases
def test_note_of_a_line(line: str, note: str) -> None:
    [record] = records(line)
    assert record.grid is not None
    assert record.note == note


def test_notes_keep_invalid_utf8() -> None:
    source = iter([PUZZLE.encode() + b"\tcaf\xe9\n"])
    [record] = list(Reader().read(LineSource(lambda: next(source, b"")), "-"))
    assert isinstance(record, Record)
    assert record.note.encode("utf-8", "surrogateescape") == b"caf\xe9"


def test_geometry_in_the_note() -> None:
    [record] = records("." * 54 + "\tbox=3x3,boxes=2x3 hard one")
    assert record.grid is not None
    assert record.grid.geometry is Geometry.of(3, 3, 2, 3)
    assert record.note == "hard one"
    [record] = records("." * 36 + "\tbox=2x3")
    assert record.grid is not None
    assert record.grid.geometry is Geometry.of(2, 3)


def test_shape_comment_applies_until_the_next() -> None:
    text = (
        "# box 3x3 boxes 2x3\n" + "0 4 9 0 5 0\n" * 9 + "\n" + "." * 54 + "\n# box 2x3\n"
        "# about this one\n" + "......\n" * 6
    )
    found = records(text)
    assert [str(r.grid.geometry) for r in found if r.grid] == ["3x3 boxes 2x3"] * 2 + ["2x3"]
    assert found[2].comments == ["# about this one"]


def test_borders_give_the_box() -> None:
    tall = "1 2 | 3 4 | 5 6\n" * 3 + "----+-----+----\n" + "1 2 | 3 4 | 5 6\n" * 3
    assert str(read_grid(tall).geometry) == "2x3"
    assert str(read_grid(tall.replace("|", " ").replace("+", "-")).geometry) == "2x3"


def test_a_small_line_or_a_row_of_a_large_grid() -> None:
    small = "12..34......4..1\n"
    assert [r.format.name for r in records(20 * small)] == 20 * ["line"]
    large = "".join(15 * "." + symbol + "\n" for symbol in "123456789ABCDEFG")
    [record] = records(large)
    assert record.format.name == "grid"
    assert record.grid is not None
    assert record.grid.geometry.n == 16
    assert [r.format.name for r in records(large, form="line")] == 16 * ["line"]
    blocks = "\n".join(large[at : at + 68] for at in range(0, 272, 68))
    assert [str(r.grid.geometry) for r in records(blocks) if r.grid] == ["4x4"]
    assert len(records(f"{large[:102]}\n{large[102:]}")) == 16  # A blank line inside a band.


def test_short_lines_are_rows_unless_a_geometry_is_required() -> None:
    assert records("12\n21\n")[0].format.name == "grid"
    assert [r.format.name for r in records("1221\n", geometry=Geometry.of(2, 1))] == ["line"]


def test_rows_of_decimals() -> None:
    rows = "\n".join(" ".join(["  "[:1] + ".", *map(str, range(2, 13))]) for _ in range(12))
    grid = read_grid(rows)
    assert grid.geometry.n == 12
    assert list(grid.cells[:12]) == [0, *range(2, 13)]


def test_lines_of_one_sign() -> None:
    dashes = [row.replace(".", "-") for row in ROWS]
    dashes[4] = "---------"
    expected = PUZZLE[:36] + "........." + PUZZLE[45:]
    assert lines_of("\n".join(dashes)) == [expected]
    borders = [*FULL_ROWS[:3], "---------", *FULL_ROWS[3:6], "---------", *FULL_ROWS[6:]]
    assert lines_of("\n".join(borders)) == [SOLUTION]
    stars = [row.replace(".", "*") for row in ROWS]
    stars[0] = "*********"
    assert lines_of("\n".join(stars)) == ["........." + PUZZLE[9:]]


def test_comments_belong_to_the_grid_below() -> None:
    items = read(f"# alone\n\n# above\n#A author\n{BORDERED}\n# last\n")
    [record] = [item for item in items if isinstance(item, Record)]
    assert record.comments == ["# above", "#A author"]
    texts = [item.text for item in items if isinstance(item, Passage) and item.kind == "comment"]
    assert texts == ["# alone", "# last"]


def test_json_keys() -> None:
    text = '{"box":[2,2],"cells":"1...............","note":"n","comments":["c"],"id":7}'
    [record] = records(text)
    assert (record.note, record.comments, record.extra) == ("n", ["# c"], {"id": 7})
    [passed] = records('{"record":2,"status":"unreadable","error":"x"}')
    assert passed.passed_on
    assert passed.error is None


BAD = {text: message for message, text in rows_of("formats/invalid.tsv")}
BAD["[" * 5000] = "-:1: invalid JSON"


@pytest.mark.parametrize("before", [0, 1])
@pytest.mark.parametrize("after", [1, 2])
def test_a_control_character_affects_only_its_line(before: int, after: int) -> None:
    good = "1" + 80 * "." + "\n"
    found = records(before * good + "12\x07" + 78 * "." + "\n" + after * good)
    assert [record.error is None for record in found] == before * [True] + [False] + after * [True]
    bad = found[before]
    assert str(bad.error) == f"-:{before + 1}: column 3: unexpected character '\\x07'"


def test_control_characters_in_two_lines_are_binary_data() -> None:
    good = "1" + 80 * "." + "\n"
    found = records(good + "\x07\n\x08\n" + good)
    assert [str(record.error) for record in found[1:]] == ["-:2: binary data, not text"]


def test_a_smaller_last_line_is_cut_only_without_a_line_feed() -> None:
    for text in (f"{PUZZLE}\n{16 * '.'}\n", f'{{"cells":"{PUZZLE}"}}\n{16 * "."}'):
        assert lines_of(text) == [PUZZLE, 16 * "."]
    assert [len(grid.cells) for grid in read_grids(f"{PUZZLE}\n{16 * '.'}")] == [81, 16]


@pytest.mark.parametrize("text", BAD)
def test_invalid_input_gives_one_line_with_the_expectation(text: str) -> None:
    errors = [str(record.error) for record in records(text) if record.error is not None]
    assert len(errors) == 1
    assert errors[0].startswith(BAD[text])
    assert "\n" not in errors[0]


@pytest.mark.parametrize("line", ["[Puzzle", "{Puzzle", "[State]"])
def test_a_bracket_outside_json_affects_only_its_line(line: str) -> None:
    bad, good = lines_of(f"{line}\n{PUZZLE}\n")
    assert bad.startswith("-:1: invalid JSON")
    assert good == PUZZLE


@pytest.mark.parametrize("line", ["foo", "1 2 3 4", PUZZLE, '{"cells":"12"} x', "[Puzzle]"])
def test_a_bad_line_read_as_json_is_one_error(line: str) -> None:
    found = lines_of(f'{line}\n{{"cells":"{PUZZLE}"}}\n', form="json")
    assert len(found) == 2
    assert found[0].startswith("-:1: ")
    assert found[1] == PUZZLE


@pytest.mark.parametrize(
    "text", [t for t in BAD if "\x00" not in t and "#" not in t and "[[[" not in t]
)
def test_records_after_a_bad_one_are_read(text: str) -> None:
    assert lines_of(f"{text}\n\n{PUZZLE}\n")[-1] == PUZZLE
    assert lines_of(f"{text}\n\n{BORDERED}\n")[-1] == PUZZLE


def test_long_lines_are_dropped_as_they_arrive() -> None:
    chunks = iter([b"5" * (1 << 16)] * 40 + [b"\n" + PUZZLE.encode() + b"\n"])
    source = LineSource(lambda: next(chunks, b""))
    first, second = (item for item in Reader().read(source, "-") if isinstance(item, Record))
    assert str(first.error) == f"-:1: line longer than {MAX_LENGTH} bytes"
    assert second.grid is not None


@pytest.mark.parametrize(("blanks", "is_sentence"), [(4, True), (5, False)])
def test_a_drawing_below_a_sentence_that_could_be_a_header(blanks: int, is_sentence: bool) -> None:
    text = f"a name,my puzzle{blanks * chr(10)}\n{BORDERED}"
    assert (lines_of(text) == [PUZZLE]) is is_sentence


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_the_limit_of_a_line(more: int, end: bytes) -> None:
    chunks = iter([b"5" * (MAX_LENGTH + more), end])
    [line] = LineSource(lambda: next(chunks, b""))
    assert line.is_lost == bool(more)


def test_long_json_and_comments_are_bad_input() -> None:
    spread = '{"cells":[\n' + "[0,0],\n" * 200_000 + "]}\n"
    comments = f"# {'x' * 1000}\n" * 1100
    for text, message in ((spread, "JSON object longer than"), (comments, "comment longer than")):
        error, puzzle, *_ = lines_of(text + PUZZLE)
        assert message in error
        assert puzzle == PUZZLE


def test_a_border_of_the_length_of_a_row_is_not_a_grid() -> None:
    for text in ("----\n", "----\n----\n", "-- | --\n"):
        [item] = read(text, geometry=Geometry.of(2, 2))
        assert isinstance(item, Passage)
        assert (item.kind, item.raw) == ("tail", text.encode())


def test_forced_geometry_contradicts() -> None:
    assert lines_of(PUZZLE, geometry=Geometry.of(2, 2)) == ["-:1: 81 cells, expected 16"]
    found = lines_of("." * 36 + "\tbox=2x3", geometry=Geometry.of(3, 2))
    assert found == ["-:1: box 2x3 in the note conflicts with box 3x2 in an option or comment"]


TALL = "12|34|56\n" * 3 + "--+--+--\n" + "12|34|56\n" * 3


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("# box 2x3", "box 2x3 in a comment conflicts"),
        (TALL, "boxes of 2x3 in the drawing conflict"),
        ("." * 36 + "\tbox=2x3", "box 2x3 in the note conflicts"),
        ('{"box":[2,3],"cells":"' + "." * 36 + '"}', "box 2x3 in the JSON object conflicts"),
    ],
)
def test_conflicting_geometries_are_reported_alike(text: str, printed: str) -> None:
    others = "the options" if text.startswith("#") else "an option or comment"
    expected = f"{printed} with box 3x2 in {others}"
    assert lines_of(text, geometry=Geometry.of(3, 2))[0].removeprefix("-:1: ") == expected
    if not text.startswith("#"):
        assert lines_of(f"# box 3x2\n{text}")[0].removeprefix("-:2: ") == expected
        assert records(f"# box 2x3\n{text}")[0].error is None


@cases
def test_a_spec_ends_with_its_field(row: str) -> None:
    [record] = records(f"puzzle,solution,status\n{row}\n")
    assert record.error is None
    assert record.grid is not None
    assert record.grid.geometry is Geometry.of(3, 1)


@pytest.mark.parametrize("text", ["rubbish", "1" + 80 * ".", "\tbox=2x2"])
def test_text_without_types_is_no_iss(text: str) -> None:
    [record] = Reader(form="iss").read(lines_of_text(f"{text}\n"), "-")
    assert isinstance(record, Record)
    assert "not supported" in str(record.error)


@pytest.mark.parametrize("text", ['a\r"b",1\n', '"' + 200_000 * "1" + "\n"])
def test_errors_of_the_csv_module_are_one_bad_record(text: str) -> None:
    [record] = records(text)
    assert record.error is not None


def test_read_grid_requires_exactly_one() -> None:
    with pytest.raises(SudokuError, match="2 grids, expected one"):
        read_grid(f"{PUZZLE}\n{PUZZLE}\n")
    with pytest.raises(SudokuError, match="60 cells"):
        list(read_grids(PUZZLE[:60]))
