"""`opensudoku`: documents in pieces, hostile documents, and unknown markup."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools import formats
from sudokutools.formats import metadata
from sudokutools.formats.format import Record, Style
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import MAX_LENGTH, LineSource
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line, parse_cells
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell
from tests.tables import cases

GAME = f'<game data="{EASY.replace(".", "0")}" />'
DOCUMENT = f"<opensudoku>\n<name>One</name>\n{GAME}\n{GAME}</opensudoku>\n"
LATER = (
    f"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><opensudoku version=\"2\">"
    f'<folder name="First &amp; last" created="1700000000000">{GAME}{GAME}</folder>'
    f'<folder name="Second" created="0">{GAME[:-2]} note="a &lt; b" /></folder></opensudoku>'
)


def read(*pieces: bytes | str) -> list[Record]:
    rest = iter([piece.encode() if isinstance(piece, str) else piece for piece in pieces])
    items = Reader().read(LineSource(lambda: next(rest, b"")), "-")
    return [item for item in items if isinstance(item, Record)]


def reported(*pieces: bytes | str) -> list[str]:
    """Return the grids of a text as lines, and the messages."""
    found = read(*pieces)
    return [format_line(r.grid) if r.grid else r.error.message if r.error else "" for r in found]


@pytest.mark.parametrize("text", [DOCUMENT, LATER, LATER.replace("<", "\n<")])
def test_a_document_is_read_in_pieces_of_any_length(text: str) -> None:
    content = text.strip().encode()
    games = text.count("<game")
    for length in (1, 5, 1 << 20):
        pieces = [content[at : at + length] for at in range(0, len(content), length)]
        assert reported(*pieces) == games * [EASY]
        assert reported(*pieces, b"\n", *pieces, b"\n", EASY) == (2 * games + 1) * [EASY]
        assert reported(*pieces, *pieces) == 2 * games * [EASY]


def test_a_byte_order_mark_is_ignored() -> None:
    assert reported(f"\ufeff{DOCUMENT}") == [EASY, EASY]


def test_records_come_before_the_end_of_the_document() -> None:
    pieces = iter([DOCUMENT[: DOCUMENT.index(GAME) + len(GAME)].encode(), b""])
    waited = []

    def take() -> bytes:
        waited.append(len(found))
        return next(pieces)

    found: list[object] = []
    for item in Reader().read(LineSource(take), "-"):
        found.append(item)
    assert waited == [0, 1]


def test_the_fields_of_a_folder_belong_to_its_first_game() -> None:
    first, second, third = read(LATER)
    assert (first.comments, second.comments) == (["# title: First & last"], [])
    assert (third.comments, third.note) == (["# title: Second"], "a < b")
    words = "<author>me</author><level> hard\n</level><comment>x</comment>"
    first, second = read(DOCUMENT.replace("<game", f"{words}<game", 1))
    assert first.comments == ["# title: One", "# author: me", "# level: hard", "# x"]
    assert first.line == 4
    assert first.raw.decode() == "\n".join([*first.comments, EASY, ""])


@pytest.mark.parametrize("version", [1, 2, 3])
def test_clues_of_a_saved_game_are_read(version: int) -> None:
    notes = {1: ("-", "1,2,"), 2: ("0", "12|"), 3: ("0", "12")}[version]
    cells = [
        f"{clue if clue != '.' else '7'}|{notes[clue == '.']}|{int(clue == '.')}|" for clue in EASY
    ]
    data = f"version: {version}&#10;{''.join(cells)}"
    assert reported(f'<opensudoku version="2"><game data="{data}" state="1" /></opensudoku>') == [
        EASY
    ]


@cases
def test_errors_in_a_document_are_reported_once(text: str, message: str) -> None:
    assert reported(text) == [message]


@pytest.mark.parametrize(
    "text", ["<opensudoku/>", "<opensudoku a='>' />\n", "<opensudoku></opensudoku >"]
)
@pytest.mark.parametrize("length", [1, 12, 100])
def test_text_after_a_document_without_games_is_read(text: str, length: int) -> None:
    content = f"{text}{text}\n{EASY}\n".encode()
    pieces = iter([content[at : at + length] for at in range(0, len(content), length)])
    items = Reader().read(LineSource(lambda: next(pieces, b"")), "-")
    [record] = [item for item in items if isinstance(item, Record)]
    assert record.grid is not None
    assert format_line(record.grid) == EASY


@pytest.mark.parametrize("text", [DOCUMENT, LATER])
def test_a_document_cut_or_damaged_anywhere_ends_in_one_message(text: str) -> None:
    content = text.encode()
    for at in range(1, len(content)):
        for piece in (content[:at], content[:at] + b"\0" + content[at:]):
            assert len([record for record in read(piece) if record.error]) <= 1


@cases
def test_long_tags_and_fields_are_refused(begin: str, message: str) -> None:
    pieces = iter([begin.encode(), *(1000 * [100_000 * b"0"])])
    items = Reader().read(LineSource(lambda: next(pieces)), "-")
    assert [i.error.message for i in items if isinstance(i, Record) and i.error] == [message]
    assert len(list(pieces)) > 900


def test_a_document_on_one_line_may_be_longer_than_a_line() -> None:
    games = 2 * MAX_LENGTH // len(GAME)
    assert reported(f"<opensudoku>{games * GAME}</opensudoku>\n{EASY}\n") == (games + 1) * [EASY]


def test_grids_among_markup_are_read_with_one_message() -> None:
    page = f"<html>\n<style>\nbody {{ x: y }}\n</style>\n<pre>\n{EASY}\n</pre>\n12 x!\n{EASY}\n"
    assert reported(page) == ["unknown format of XML or HTML", EASY, EASY]
    assert reported(f"<?xml version='1.0'?>\n<html>\n<pre>\n{EASY}\n</pre>\n") == [
        "unknown format of XML or HTML", EASY,
    ]  # fmt: skip


@given(st.text(min_size=1), st.text(min_size=1))
def test_words_of_any_kind_are_well_formed(note: str, title: str) -> None:
    form = formats.find("opensudoku")
    grid = Grid(Geometry.of(3, 3), parse_cells(EASY.encode()))
    comments = metadata.comments({"title": title})
    text = form.preface(comments, {}) + Style(form).write(grid, note) + form.footer()
    root = ET.fromstring(text.encode())  # noqa: S314
    assert root.find("game") is not None
    assert [format_line(record.grid) for record in read(text) if record.grid] == [EASY]


def test_commands_write_documents(shell: Shell) -> None:
    lines = f"# title: T\n# author: <me>\n{EASY} a note\n{EASY_SOLUTION}\n"
    text = shell("sudoku-check --convert --format opensudoku", lines).out
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n  <name>T</name>')
    assert text.endswith("</opensudoku>\n")
    assert text.count("<game ") == 2
    assert shell("sudoku-check --convert", text).out == lines.replace(" a note", "\ta note")
    assert (
        "author" not in shell("sudoku-check --convert --format opensudoku --no-comments", lines).out
    )
    text = shell("sudoku-gen -n 3 --seed 1 --format opensudoku").out
    assert shell("sudoku-solve", text).out == shell("sudoku-gen -n 3 --seed 1 --format line").out
    ran = shell("sudoku-check --convert --format opensudoku", f"{16 * '.'}\n{EASY}\n", status=2)
    assert ran.err == "sudoku-check: -:1: opensudoku supports 9x9 grids only\n"
    assert shell("sudoku-check --convert", ran.out).out == f"{EASY}\n"
    assert shell("sudoku-solve --format opensudoku", "").out == ""
