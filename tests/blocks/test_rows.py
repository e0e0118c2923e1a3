"""Rows of data sets by the block: the same as one by one."""

import re
from itertools import chain, product

import pytest

from sudokutools._support.limits import Check, never
from sudokutools.blocks.block import Answer, Event
from sudokutools.blocks.canonical import ShuffleBlocks
from sudokutools.blocks.row_blocks import RowBlocks
from sudokutools.formats.reading.plain_line import plain_row
from tests.cli.puzzles import CLASH, EASY, EASY_SOLUTION, NONE, SEVENTEEN, SEVENTEEN_SOLUTION, TWO
from tests.conftest import Shell
from tests.tables import cases

PAIRS = [
    (EASY, EASY_SOLUTION), (SEVENTEEN.replace(".", "0"), SEVENTEEN_SOLUTION), (TWO, ""), (NONE, ""),
    (EASY_SOLUTION, EASY_SOLUTION), (EASY, ""), (CLASH, "x"), ("12", ""), (EASY, EASY_SOLUTION),
]  # fmt: skip
ROWS = [f"{number};{puzzle};{solution};a" for number, (puzzle, solution) in enumerate(7 * PAIRS)]
TEXT = "\n".join(["id;puzzle;solution;x", *ROWS, "# a comment", *ROWS[:9], ""])


@cases
@pytest.mark.parametrize("header", ["id;puzzle;solution;x", "id;quizzes;solutions;status"])
def test_rows_by_the_block_and_one_by_one(shell: Shell, line: str, header: str) -> None:
    text = TEXT.replace("id;puzzle;solution;x", header)
    found = shell(f"{line} --jobs 1", text, status=None)
    quoted = re.sub(r"(?m)^(\d+);", r'"\1";', text)  # Rows with quotes are not plain.
    expected = shell(f"{line} --jobs 2", quoted, status=None)
    assert found.out == re.sub(r'(?m)^"(\d+)"', r"\1", expected.out)
    assert (found.err, found.status) == (expected.err, expected.status)


FIELDS = [EASY, "ab", "", "#", '"', "=", "\t", "\x7f", "é", "a\r"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "", "\rb\n"])
def test_both_grammars_of_a_row_agree(end: str) -> None:
    """In rows with a grid, too few fields, too many."""
    for row in chain(*(product(FIELDS, repeat=fields) for fields in (2, 3)), [4 * [EASY]]):
        text = (",".join(row) + end).encode()
        match = plain_row(b",", 3, 1).match(text)
        answer = ShuffleBlocks((0, 0, 0, 0), copies=0, row=(ord(","), 3, 1))(text, 1)
        assert answer.consumed == (0 if match is None else match.end()), row


@cases
def test_fields_are_appended_or_replaced(targets: tuple[int, ...], rows: bytes) -> None:
    def work(block: bytes, number: int, check: Check = never) -> Answer:  # noqa: ARG001
        assert block == f"{EASY}\n{EASY}\n".encode()
        return Answer(b"X\nX\n", 2, len(block), (2,), [Event(1, 0, EASY.encode())])

    text = f'a,{EASY}\r\nb,{EASY}\n"c",{EASY}\n'.encode()
    answer = RowBlocks(work, b",", 2, 1, targets)(text, 7)
    assert answer.output == rows.replace(b"{0}", EASY.encode())
    assert text[answer.consumed :].startswith(b'"c"')
    assert answer.events[0].text == f"b,{EASY}".encode()
