"""JSON of other programs, links, and printed lists of Python and numpy."""

import contextlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sudokutools import count_solutions, formats, solve
from sudokutools.errors import SudokuError
from sudokutools.formats import metadata
from sudokutools.formats.format import Record, Style
from sudokutools.formats.json_objects import stated_solution
from sudokutools.formats.lzstring import compress, decompress
from sudokutools.formats.reading.lines import MAX_LENGTH
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line
from tests.formats.test_formats import records
from tests.tables import cases, rows_of

LINE = "12..34.....4...1"
ROWS = [[1, 2, 0, 0], [3, 4, 0, 0], [0, 0, 0, 4], [0, 0, 0, 1]]
CELLS = [[{"value": cell, "given": True} if cell else {} for cell in row] for row in ROWS]
FPUZZLES = {"size": 4, "grid": CELLS}
IPUZ = {"kind": ["http://ipuz.org/sudoku#1"], "puzzle": ROWS}
SCL = {"cells": [[{"value": cell} if cell else {} for cell in row] for row in ROWS]}


def one(value: Any) -> Record:
    [record] = records(value if isinstance(value, str) else f"{json.dumps(value, indent=1)}\n")
    return record


def line_of(value: Any) -> str:
    record = one(value)
    assert record.grid is not None, record.error
    return format_line(record.grid)


def message_of(value: Any) -> str:
    record = one(value)
    assert record.error is not None
    return record.error.message


@example("\U0001f600")
@given(st.text())
def test_round_trip_of_lzstring(text: str) -> None:
    assert decompress(compress(text)) == text


def test_lzstring_of_other_programs() -> None:
    """Expected codes are from lzstring 1.0.4 and a link of f-puzzles."""
    assert compress("") == "Q==="
    assert compress("a" * 30) == "IY18ZJA="
    assert compress('{"size":9,"grid":[[{"value":8,"given":true},{}]]}').startswith("N4Igzg")


@pytest.mark.parametrize("packed", ["", "N", "N4Ig", "====", "N4Ig!", "zzzz", "D", 999 * "N4Ig"])
def test_invalid_lzstring_is_refused(packed: str) -> None:
    with pytest.raises(SudokuError, match=r"^(invalid|truncated) LZString data"):
        decompress(packed)


@given(st.text("ABCDEFGHNzq49+/=", max_size=80))
def test_decompression_always_terminates(packed: str) -> None:
    with contextlib.suppress(SudokuError):
        assert len(decompress(packed)) <= MAX_LENGTH


def test_a_bomb_is_refused_where_it_gets_too_long() -> None:
    packed = compress((MAX_LENGTH + 1) * "a")
    assert len(packed) < 10_000
    with pytest.raises(SudokuError, match="more than 1048576 characters after decompression"):
        decompress(packed)
    assert len(decompress(compress(MAX_LENGTH * "a"))) == MAX_LENGTH


@pytest.mark.parametrize("value", [IPUZ, FPUZZLES, SCL])
def test_an_object_is_known_by_its_keys(value: Any) -> None:
    record = one(value)
    assert record.is_foreign
    assert record.format.is_line
    assert line_of(value) == LINE
    assert [line_of(line) for line in (json.dumps(value), f"{json.dumps(value)}\n\n")] == 2 * [LINE]
    found = records(3 * f"{json.dumps(value)}\n" + LINE + "\n")
    assert [record.line for record in found] == [1, 2, 3, 4]


def test_an_object_of_ours_with_such_keys_stays_ours() -> None:
    for key, value in (("kind", "http://ipuz.org/sudoku#1"), ("grid", CELLS), ("ce", CELLS)):
        record = one({"cells": ROWS, key: value})
        assert not record.is_foreign
        assert record.extra[key] == value
    assert message_of({"kind": "puzzle"}) == "missing key 'cells'"
    [forced] = records(json.dumps(FPUZZLES), "json")
    assert "r1c1: invalid symbol" in str(forced.error)


@pytest.mark.parametrize(
    "value",
    [
        *({key: ROWS, "level": "easy"} for key in ("puzzle", "board", "grid", "sudoku")),
        {"puzzle": LINE},
        {"newboard": {"grids": [{"value": ROWS, "solution": ROWS}], "message": "All Ok"}},
        [{"puzzle": LINE}],
    ],
)
def test_other_keys_of_the_cells(value: Any) -> None:
    assert line_of(value) == line_of(json.dumps(value)) == LINE


def test_several_puzzles_in_one_value_are_records() -> None:
    grids = [{"value": ROWS}, {"value": 3}, {"value": ROWS}]
    for value in (grids, {"newboard": {"grids": grids}}, 3 * [36 * "."]):
        found = records(f"{json.dumps(value)}\n{LINE}\n")
        assert [each.error is None for each in found] == [True, value == 3 * [36 * "."], True, True]


def test_comments_above_an_object_and_those_in_it_are_both_kept() -> None:
    text = '# above\n{"box":[2,1],"cells":"12..","comments":["inside"]}\n# below\n'
    [record] = records(text)[:1]
    assert record.comments == ["# above", "# inside"]
    assert record.raw.startswith(b"# above\n{")
    assert "# below" not in record.comments


def test_a_long_integer_is_kept_as_text() -> None:
    digits = 5000 * "9"
    record = one(f'{{"cells":"{LINE}","id":{digits},"ids":[-{digits}]}}')
    assert record.error is None
    assert record.extra == {"id": digits, "ids": [f"-{digits}"]}
    assert message_of(f'{{"cells":[{digits}]}}') == "r1c1: invalid symbol, expected 1 to 1"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"puzzle": [[c or None for c in row] for row in ROWS]}, LINE),
        ({"puzzle": [["." if c == 0 else str(c) for c in row] for row in ROWS]}, LINE),
        ({"puzzle": [[{"cell": c, "style": {}} for c in row] for row in ROWS]}, LINE),
        ({"puzzle": [[" abcd"[c] for c in row] for row in ROWS], "charset": "abcd", "empty": " "},
         LINE),
        ({"puzzle": [["abcd"[c - 1] if c else 0 for c in row] for row in ROWS], "charset": "abcd"},
         LINE),
        ({"cages": []}, LINE),
        ({"boxes": True}, LINE),
    ],
)  # fmt: skip
def test_variations_of_ipuz(change: dict[str, Any], expected: str) -> None:
    assert line_of({**IPUZ, **change}) == expected


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({**IPUZ, "cages": [{"cells": []}]}, "cages is not supported"),
        ({**IPUZ, "showoperators": True}, "showoperators is not supported"),
        ({**IPUZ, "kind": ["http://ipuz.org/sudoku/diagonalsudoku#1"]},
         "diagonalsudoku is not supported"),
        ({**IPUZ, "puzzle": 3}, "'puzzle' must be an array of rows"),
        ({**IPUZ, "puzzle": ROWS[:3]}, "3 rows, expected 4"),
        ({**IPUZ, "puzzle": [[5, 0, 0, 0], *ROWS[1:]]}, "r1c1: symbol 5, expected 1 to 4"),
        ({**FPUZZLES, "grid": [[{}], 3]}, "'grid' must be an array of rows of objects"),
        ({**SCL, "lines": [{}]}, "lines is not supported"),
        ({**SCL, "id": "a", "antiknight": True, "global": ["x"]},
         "antiknight, global are not supported"),
        ({**SCL, "cages": [{"cells": [[0, 9]]}]}, "invalid cell, expected row and column from 0"),
        ({"cells": [[{}], []]}, "row 2 has 0 cells, expected 1"),
    ],
)  # fmt: skip
def test_errors_in_an_object(value: Any, message: str) -> None:
    assert message_of(value) == message


def test_ipuz_in_a_call_is_read() -> None:
    for indent in (None, 1):
        assert line_of(f"ipuz({json.dumps(IPUZ, indent=indent)})\n") == LINE


def test_ipuz_without_boxes_is_a_latin_square() -> None:
    record = one({**IPUZ, "boxes": False})
    assert record.grid is not None
    assert record.grid.geometry is Geometry.of(4, 1)
    assert '"boxes":false' in Style(formats.find("ipuz")).write(record.grid)


def test_entries_of_a_player_are_not_clues() -> None:
    cells = json.loads(json.dumps(CELLS))
    cells[0][2] = {"value": 3}
    assert line_of({"grid": cells}) == LINE
    for row in cells:
        for cell in row:
            cell.pop("given", None)
    assert line_of({"grid": cells})[:4] == "...."


def test_rectangular_regions_are_boxes() -> None:
    for shape in ((3, 2), (2, 3), (6, 1)):
        boxes = Geometry.of(*shape)
        cells = [[{"region": boxes.box_of(6 * r + c)} for c in range(6)] for r in range(6)]
        record = one({"grid": cells})
        assert record.grid == Grid.empty(boxes)
        regions = [[[c // 6, c % 6] for c in box] for box in boxes.box_cells]
        record = one({"cells": [[{}] * 6] * 6, "regions": regions})
        assert record.grid == Grid.empty(boxes)
    cells[0][0]["region"] = 5
    assert message_of({"grid": cells}) == "regions: A has 7 cells, expected 6"


def test_pencil_marks_that_are_given_narrow_the_candidates() -> None:
    cells = json.loads(json.dumps(CELLS))
    cells[0][2]["givenPencilMarks"] = [2, 3]
    cells[0][3]["centerPencilMarks"] = [1]
    grid = one({"grid": cells}).grid
    assert grid is not None
    assert grid.candidates is not None
    assert grid.candidates[:4] == (0b1, 0b10, 0b100, 0b100), "clues exclude the others"


@cases
@pytest.mark.parametrize("escapes", ["", "%", " "])
def test_links_are_unpacked(link: str, escapes: str) -> None:
    packed = compress(json.dumps({**FPUZZLES, "title": "+?>~÷\u2605" * 9}, separators=(",", ":")))
    if escapes == "%":
        packed = packed.replace("+", "%2B").replace("/", "%2f").replace("=", "%3D")
    elif escapes:
        packed = packed.replace("+", " ")
    record = one(link.format(packed))
    assert record.grid is not None, record.error
    assert format_line(record.grid) == LINE
    assert record.comments == ["# title: " + "+?>~÷\u2605" * 9]


def test_links_of_sudokupad_with_bare_keys() -> None:
    cells = [",".join(f"{{v:{cell}}}" if cell else "" for cell in row) for row in ROWS]
    words = "ca:[{v:'title: It\\'s'},{v:'rules: Normal rules'}]"
    text = f"{{id:abc,cs:50,ce:[[{'],['.join(cells)}]],{words},t:t}}"
    for link in (f"https://sudokupad.app/scl{compress(text)}", f"ctc{compress(text)}", text):
        if link.startswith("ctc"):
            link = f"https://app.crackingthecryptic.com/sudoku/{link}"
        record = one(link)
        assert record.grid is not None, record.error
        assert format_line(record.grid) == LINE
        assert record.comments == ["# title: It's", "# rules: Normal rules"]
        assert record.warning == "rules in prose are ignored"
    record = one(
        text.replace("rules: Normal rules", "antiknight: true").replace("t:t", "foglight:[[0,0]]")
    )
    assert record.grid is not None, record.error
    assert record.grid.geometry.rules == ("antiknight",)
    assert record.warning == "keys without rules ignored: foglight"


PUZZLE = "500001024020060090001700000000203006090000010200607000000009600040050030170800009"
POSITION = (
    "050f2e0i46015y020466026212064i0a095u0i4601070b0d4m0f4m4a4j4q027n03bu0g06360936164a4i0o010o0247"
    "4u067n07bu4q4i464i0b0u0g09064q0a4y040i0a051g5w035w01071y080u1g181609"
)
"""A puzzle and a position in it: the example of https://www.sudokuwiki.org/AIC_with_Groups."""


@cases
def test_a_link_may_hold_the_cells(link: str) -> None:
    assert line_of(link).replace(".", "0") == PUZZLE


@cases
def test_links_of_sudokuwiki(link: str, note: str) -> None:
    grid = one(link).grid
    assert grid is not None
    assert Style(formats.find("line")).write(grid).partition("\t")[2].startswith(note)
    assert count_solutions(grid) == 1
    written = Style(formats.find("sudokuwiki")).write(grid)
    assert one(written).grid == grid
    assert link.startswith(written.partition("?")[0]) or "player" in link


def test_links_to_sudokupad_are_escaped() -> None:
    written = Style(formats.find("sudokupad")).write(Grid.empty(Geometry.of(3, 3)))
    assert re.fullmatch(r"https://sudokupad\.app/\?puzzleid=fpuzzlesN4Ig[\w%]+\n", written)


def test_codes_of_sudokuwiki() -> None:
    links = ("S9B", "https://www.sudokuwiki.org/sudoku.htm?bd=S9B", "sudokuwiki.org/a?bd=S9B")
    for link in links:
        grid = one(link + POSITION).grid
        assert grid is not None
        filled = {cell: int(clue) for cell, clue in enumerate(PUZZLE) if clue != "0"}
        entered = {cell: symbol for cell, symbol in enumerate(grid.cells) if symbol}
        assert filled.items() <= entered.items()
        assert (entered[1], entered[3], len(entered)) == (6, 9, 39)
        assert grid.candidates is not None
        assert grid.candidates[2] == 0b1000100, "3 and 7"
        assert solve(grid) == solve(Grid(Geometry.of(3, 3), list(map(int, PUZZLE))))


NO_PUZZLE = "the link does not contain the puzzle; it would need the network"


@cases
def test_errors_in_a_link(link: str, message: str) -> None:
    assert message_of(link) == message


@pytest.mark.parametrize("name", ["ipuz", "fpuzzles", "fpuzzles-json", "sudokupad"])
def test_metadata_and_solutions_are_kept(name: str) -> None:
    printed = {"title": "Morning 7", "author": "me", "level": "hard", "rules": "none"}
    solution = Grid(Geometry.of(2, 2), list(map(int, "1243342121344312")))
    puzzle = Grid(Geometry.of(2, 2), [*solution.cells[:4], *12 * [0]])
    text = Style(formats.find(name)).write(
        puzzle, "a note", metadata.comments(printed), partner=("solution", solution)
    )
    record = one(text)
    assert record.grid == puzzle
    reported = metadata.values(record.comments)
    assert reported["title"] == "Morning 7"
    assert printed.items() >= reported.items()
    assert record.note == ("a note" if name == "ipuz" else "")
    assert stated_solution(puzzle, record.extra) == solution
    again = Style(formats.find(name)).write(puzzle, record.note, record.comments, record.extra)
    assert again == text


WORDS = [
    "cells", "grid", "kind", "puzzle", "solution", "boxes", "charset", "empty", "regions",
    "cages", "value", "given", "region", "givenPencilMarks", "metadata", "title", "size", "ce", "v",
    "re", "notes", "cell", "lines",
]  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 12) | st.just(10**9) | st.text("59.:ab", max_size=9)
    | st.sampled_from(["http://ipuz.org/sudoku#1", "123456789", "title: x", 2.5]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner),
    max_leaves=30,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(WORDS), VALUES), st.sampled_from([None, *formats.READABLE]))
def test_any_object_is_read_or_refused_in_one_line(value: dict[str, Any], name: str | None) -> None:
    for record in records(f"{json.dumps(value)}\n", name):
        assert (record.grid is None) != (record.error is None)
        assert record.error is None or record.error.message.isprintable()


@given(st.dictionaries(st.sampled_from(["value", "given", "region", "givenPencilMarks"]), VALUES))
def test_any_cell_is_read_or_refused(cell: dict[str, Any]) -> None:
    for value in ({"grid": [[{}, cell], [{}, {}]]}, {"cells": [[{}, cell], [{}, {}]]}):
        [record] = records(json.dumps(value))
        assert (record.grid is None) != (record.error is None)


PRINTED = [text for (text,) in rows_of("formats/printed.tsv")]


@pytest.mark.parametrize("text", PRINTED)
def test_printed_lists_of_python_and_numpy(text: str) -> None:
    found = records(f"{text}\n{LINE}\n")
    assert [format_line(record.grid) for record in found if record.grid] == [LINE, LINE]
    assert found[1].line == text.count("\n") + 2


SIX = ["1.34..", ".5..6.", "......", "2..1..", "...3..", "6....."]


@pytest.mark.parametrize(
    "row_of",
    [
        lambda row: str([int(c) if c != "." else 0 for c in row]),
        lambda row: str([int(c) if c != "." else 0 for c in row]).replace(",", ""),
        lambda row: f" {list(row)},",
    ],
)
def test_rows_that_were_printed_one_by_one_are_one_grid(row_of: Callable[[str], str]) -> None:
    text = "".join(f"{row_of(row)}\n" for row in SIX)
    found = records(f"{text}{text}{LINE}\n")
    assert [record.grid and format_line(record.grid) for record in found] == [
        "".join(SIX), "".join(SIX), LINE,
    ]  # fmt: skip
    assert found[1].raw.decode() == text


def test_complete_lists_stay_separate_grids() -> None:
    small = "[1, 2, 3, 0, 0, 0, 0, 0, 0]\n"
    found = records(9 * small + small.replace("3", "7"))
    assert [record.grid.geometry.size for record in found if record.grid] == 9 * [9]
    assert [record.line for record in found] == list(range(1, 11))
    found = records(8 * small + small.replace("3", "7") + small)
    assert [record.grid.geometry.size for record in found if record.grid] == [81, 9]


@pytest.mark.parametrize("text", [*PRINTED, *(json.dumps(v) for v in (IPUZ, FPUZZLES, SCL))])
def test_truncated_lists_are_one_error(text: str) -> None:
    for cut in range(len(text)):
        bad = [record for record in records(text[:cut]) if record.error is not None]
        assert len(bad) <= 1
