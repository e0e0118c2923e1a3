"""Hostile input takes a time that grows as its length does, and memory that is bounded.

Each of these took minutes to ages, or gigabytes; it has seconds of the processor's time now.
"""

import json
from itertools import pairwise

import pytest

from sudokutools.blackjack.proof import Proof
from sudokutools.blackjack.rules import Rules
from sudokutools.constraints.collection import Constraints
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record
from sudokutools.formats.json_text import as_json, literal
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import MAX_LENGTH, lines_of_text
from sudokutools.grid.geometry import Geometry
from sudokutools.printing.puzzle import shortened
from tests.blocks.record_by_record import plain_lines
from tests.bounds import bounded
from tests.clues import common

SECONDS = 8.0

LONG = MAX_LENGTH // 4


def read(text: str) -> list[Record]:
    """Return the records of a text, in a bounded time."""
    with bounded(SECONDS):
        return [
            item for item in Reader().read(lines_of_text(text), "-") if isinstance(item, Record)
        ]


HEADS = [
    *"\"'[{(", "<a", "3x3:", "a = ", "f(", ":0000:x:", "SumoCueV1=", "[Puzzle]\n", "https://",
    "N4Ig", "# ", "# variant ", "# cages ", "# houses ", "a,puzzle\n", "| 1 | 2 |\n",
]  # fmt: skip
"""Beginnings of lines of all kinds."""

SCL = '{"cells":[[{}],%s[{}]],"regions":[[[0,0]],[[0,1]]]}'
CAGED = '{"cells":[%s],"cages":[%s{"cells":[[9,9]]}]}' % (  # noqa: UP031 - It is full of braces.
    ",".join(4 * ["[{},{},{},{}]"]),
    (MAX_LENGTH // 38) * '{"cells":[[0,0],[0,1]],"value":"3"},',
)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"cells":"' + '\\"' * LONG, id="a string that nothing closes"),
        pytest.param("a = f([[1 2]" + LONG * " " + "x", id="blanks in rows of numpy"),
        pytest.param("a = f([[1 2]" + LONG // 8 * " dtype =" + "x", id="types of numpy"),
        pytest.param("[[1 2" + LONG * " " + '"', id="blanks before a quote"),
        pytest.param("[" + LONG * "a", id="words between brackets"),
        pytest.param('"' + LONG // 4 * "\t" + "5", id="blanks behind a quote"),
        pytest.param("# variant " + LONG * "a" + "1\n1221", id="a variant"),
        pytest.param("# cages " + LONG * "1" + "\n1221", id="cages of digits"),
        pytest.param(LONG // 12 * "# variant x\n" + "1221", id="variants"),
        pytest.param(LONG // 16 * "# regions 1122\n" + "1221", id="regions"),
        pytest.param(MAX_LENGTH // 40 * "# cages 10:r1c1r1c2\n" + "1221", id="cages"),
        pytest.param(CAGED, id="cages of SudokuPad"),
        pytest.param(SCL % (LONG // 6 * "[{}],"), id="regions of many rows"),
    ],
)
def test_a_reader(text: str) -> None:
    records = read(text)
    assert records
    assert records[-1].error is not None


def test_a_log_is_read_in_parts_and_a_grid_in_it_is_found() -> None:
    lines = [f"2026-11-24 12:{at % 60:02}: : {at:08} (x)\n" for at in range(60000)]
    lines[50000] = "\n".join(["Puzzle 1", *9 * ["53..7...."], ""])
    records = read("".join(lines))
    assert [record.line for record in records if record.error is None] == [50002]
    assert max(len(record.raw) for record in records) < MAX_LENGTH + 100
    assert b"".join(record.raw for record in records) == "".join(lines[:50001]).encode()


def test_words_that_are_nearly_json() -> None:
    with bounded(SECONDS):
        as_json('["' + '\\"' * LONG)
        as_json("['" + "\\'" * LONG)
        literal("f([1" + LONG * ")")


def test_quotes_that_nothing_closes_are_passed_over() -> None:
    assert as_json("[1 ' 2 \" 3]") == "[1,2,3]"
    assert as_json('["a\\"b" 2 " 3]') == '["a\\"b",2,3]'


def test_notes_full_of_blanks() -> None:
    with bounded(SECONDS):
        (line,) = plain_lines(81 * b"." + b" , a" + LONG * b" " + b"b \t\n")
    assert line.note == b"a" + LONG * b" " + b"b"


def test_a_note_that_is_too_long_for_its_page_is_measured_a_few_times() -> None:
    measured: list[str] = []

    def measure(text: str, _: bool) -> float:
        measured.append(text)
        return len(text)

    label = [("7", True), (LONG * "x ", False), ("y", True)]
    assert shortened(label, 9.5, measure) == [("7", True), ("x x x x…", False)]
    assert sum(map(len, measured)) < 5 * len(label[1][0])


def test_thousands_of_players_in_a_log() -> None:
    names = [f"{number:x}" for number in range(24000)]
    seats = [{"name": name, "bankroll": 9, "bet": int(name == "0")} for name in names]
    data = {"version": 2, "round": 1, "rules": Rules().to_json(), "seed": "", "shoe": 0}
    data |= {"position": 1, "players": seats, "values": None, "cards": [], "answers": []}
    with bounded(SECONDS):
        for _ in range(3):
            replay = Proof().read(json.dumps(data).encode())
    assert [player.name for player in replay.sitting.players] == names


def test_chains_above_a_circle() -> None:
    cells = range(10000)
    chains = [[0, 1, 0], *map(list, pairwise(cells))]
    with bounded(SECONDS):
        clues = common(less=chains)
        for _ in range(4):
            with pytest.raises(SudokuError, match="cycle through r1c1"):
                Constraints.of(Geometry.of(10, 10), clues)


@pytest.mark.long
@pytest.mark.parametrize("sign", list(" \t\"'\\[]{}()<>#:;,.=|+-_*0123789aAbBgNrcxX%/\r\n│é"))
def test_every_sign_again_and_again(sign: str) -> None:
    for head in ("", *HEADS):
        read(head + MAX_LENGTH // 16 * sign + "\n")
