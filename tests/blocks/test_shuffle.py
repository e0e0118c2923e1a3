"""Random equivalents by the block, compared with equivalents of single grids."""

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream, stream_key
from sudokutools.blocks.canonical import ShuffleBlocks
from sudokutools.canonical.form import random_symmetry
from sudokutools.formats.reading.lines import MAX_LENGTH
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line, parse_cells
from tests.cli.puzzles import EASY, EASY_SOLUTION, SEVENTEEN

KEY = stream_key("test", "shuffle")

pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core")


def image(line: str, stream: int, empty: str = ".") -> str:
    geometry = Geometry.of(3, 3)
    symmetry = random_symmetry(geometry, Stream.from_key(KEY, stream))
    return format_line(symmetry(Grid(geometry, parse_cells(line.encode()))), empty)


@pytest.mark.parametrize("copies", [1, 3])
@pytest.mark.parametrize("start", [0, 5, 2**62])
def test_lines(start: int, copies: int) -> None:
    lines = [EASY, SEVENTEEN, EASY_SOLUTION]
    text = f"{EASY}\n{SEVENTEEN} a note\r\n{EASY_SOLUTION}\n# 12\n{EASY}\n".encode()
    answer = ShuffleBlocks(KEY, start, copies, empty="_")(text, 7)
    expected = [
        image(line, (start + number - 1) * copies + copy, "_")
        for number, line in enumerate(lines, 7)
        for copy in range(copies)
    ]
    assert answer.output.decode().split() == expected
    assert (answer.records, text[answer.consumed :][:4]) == (3, b"# 12")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("copies", [1, 2, 11])
def test_all_grids_of_a_row_get_the_same_map(separator: str, copies: int) -> None:
    zeros = EASY.replace(".", "0")
    rows = [["x, 3\xe9", EASY, "", EASY_SOLUTION], ["", zeros, 90 * "n", zeros]]
    rows[0][0] = rows[0][0].replace(separator, "")
    text = "".join(separator.join(row) + "\r\n" for row in rows)
    work = ShuffleBlocks(KEY, 1, copies, (ord(separator), 4, 1))
    answer = work(text.encode(), 1)
    expected = ""
    for number, row in enumerate(rows, 1):
        for copy in range(copies):
            stream = number * copies + copy
            fields = [
                image(f, stream, "0" if "0" in f else ".") if len(f) == 81 else f for f in row
            ]
            expected += separator.join(fields + [str(copy + 1)] * (copies > 1)) + "\n"
    assert answer.output.decode() == expected
    assert (answer.records, answer.consumed) == (2, len(text.encode()))
    assert work(text.encode()[:-2], 1).output.decode() == expected


@pytest.mark.parametrize(
    "row",
    [
        "", "#,x,,", f"1,{EASY[1:]},,", f'1,{EASY},"",', f"1,{EASY},", f"1,{EASY},,,", f"{EASY},,,",
        f"1,{EASY}, {EASY},", f"1,{EASY},{EASY} ,", f"1,{EASY},{EASY[1:]}|,",
        f"1,{EASY},box=3x3,", f"1,{EASY},\x1b,",
    ],
)  # fmt: skip
def test_other_rows_are_left_to_the_reader(row: str) -> None:
    work = ShuffleBlocks(KEY, 0, 1, (ord(","), 4, 1))
    answer = work(f"1,{EASY},,\n{row}\n".encode(), 1)
    assert (answer.records, answer.consumed) == (1, len(EASY) + 5)


@pytest.mark.parametrize(("length", "records"), [(MAX_LENGTH, 1), (MAX_LENGTH + 1, 0)])
def test_rows_are_as_long_as_lines_may_be(length: int, records: int) -> None:
    row = f"{EASY},".ljust(length, "x")
    assert ShuffleBlocks(KEY, 0, 1, (ord(","), 2, 0))(row.encode(), 1).records == records
