"""Games in a real terminal, by keys; the board and its drawing in process."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sudokutools import Geometry, Wishes, generate, mask, overlapping, read_grid
from sudokutools.cli.play.board_text import View, drawing, sizes
from sudokutools.cli.play.entries import CENTRE, COLOUR, CORNER, DIGIT, Board
from sudokutools.cli.play.hints import Hints
from sudokutools.cli.play.history import report
from sudokutools.cli.play.screen import SEQUENCE
from sudokutools.logic.scales import Ladder
from tests.cli.puzzles import EASY
from tests.cli.screens import Terminal, running
from tests.conftest import Shell

FOUR = Geometry.of(2, 2)
SMALL = "12..341221434..."
CELL = re.compile(r"r\dc\d")
needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


@contextmanager
def playing(command: str, folder: Path, columns: int = 80) -> Iterator[Terminal]:
    unwanted = re.compile("LC_|COLUMNS|LINES|NO_COLOR")
    known = {name: value for name, value in os.environ.items() if not unwanted.match(name)}
    variables = known | {"XDG_STATE_HOME": str(folder), "LANG": "C.UTF-8"}
    with running(f"cd {folder}; {command}", columns, variables) as terminal:
        yield terminal


def press(terminal: Terminal, keys: str) -> None:
    terminal.run("send-keys", *keys.split())


def kept(folder: Path) -> dict[str, object]:
    (path,) = (folder / "sudokutools/play").glob("*.json")
    (game,) = json.loads(path.read_text()).values()
    assert isinstance(game, dict)
    return game


@needs_tmux
def test_a_game_is_played_to_the_end_and_goes_on_in_a_pipe(tmp_path: Path) -> None:
    command = f"echo {SMALL} | sudoku-play | tee solved | sudoku-check"
    with playing(command, tmp_path) as terminal:
        terminal.wait_for("5 left", "r1c3")
        press(terminal, "3 u r Right 4 Down 9")
        terminal.wait_for("3 left", "the values are 1 to 4")
        press(terminal, "Down Down 1 Left 2 Left 3")
        terminal.wait_for("Solved in 0:0", "no hints", "Rating 1.2, easy", "Hidden single")
        press(terminal, "q")
        terminal.wait_for("Solved in", "status 0", "solutions=1")
    assert (tmp_path / "solved").read_text() == "1234341221434321\n"
    assert kept(tmp_path)["level"] == "easy"


@needs_tmux
def test_hints_name_the_technique_then_the_cells_then_the_step(tmp_path: Path) -> None:
    (tmp_path / "puzzle").write_text(f"# title: Mine\n{EASY}\n")
    with playing("sudoku-play puzzle", tmp_path) as terminal:
        terminal.wait_for("Mine", "0:0")
        press(terminal, "h")
        assert len(CELL.findall(terminal.wait_for("single"))) == 1, "only the cell of the cursor"
        press(terminal, "h")
        terminal.wait_for("single", "in box", ":")
        press(terminal, "h")
        left = re.findall(r"(\d+) left", terminal.wait_for("only"))[0]
        press(terminal, "H H t")
        terminal.wait_for(f"{int(left) - 2} left")
        press(terminal, "1 u x 1 2 c 3 v 4 Enter ? q q")
        terminal.wait_for("status 1")
    assert kept(tmp_path)["hints"] == 2


@needs_tmux
def test_a_game_is_kept_through_signals_and_small_screens(tmp_path: Path) -> None:
    command = f"trap : INT; echo {SMALL} | sudoku-play"
    with playing(command, tmp_path) as terminal:
        terminal.wait_for("5 left")
        terminal.resize(20, 5)
        terminal.wait_for("needs")
        terminal.resize(40, 12)
        press(terminal, "4")
        terminal.wait_for("4 left")
        press(terminal, "C-c")
        terminal.wait_for("status 130")
    with playing(command, tmp_path) as terminal:
        terminal.wait_for("4 left")
        press(terminal, "PPage Down 4")
        terminal.wait_for("r2c4")  # The last key was read; the connection is lost.
    assert kept(tmp_path)["seconds"] is not None
    with playing(command, tmp_path, columns=12) as terminal:
        terminal.wait_for("status 2")


def test_without_a_terminal_there_is_one_line(shell: Shell) -> None:
    ran = shell(f"echo {SMALL} | setsid sudoku-play --no-save", status=2)
    assert ran.err.count("\n") == 1
    assert "terminal" in ran.err


def test_marks_digits_and_their_undoing() -> None:
    board = Board(read_grid("12.............."))
    assert not board.enter([0], DIGIT, 3)
    assert board.enter([2, 3], CENTRE, 3)
    assert board.enter([2], CENTRE, 4)
    assert board.enter([2, 3], CENTRE, 3), "removed, as both have it"
    assert [board.cells[at].centre for at in (2, 3)] == [0b1000, 0]
    assert board.enter([2], CORNER, 1)
    assert board.enter([0, 2], COLOUR, 9)
    assert board.enter([2], DIGIT, 4)
    assert not board.enter([2], CENTRE, 1)
    copy = Board(board.puzzle)
    copy.restore(board.kept())
    assert copy.cells == board.cells
    erased = [board.erase([0, 2], CENTRE) for _ in range(6)]
    assert erased == [True] * 4 + [False] * 2
    while board.undo():
        pass
    assert board.cells == Board(board.puzzle).cells
    while board.redo():
        pass
    assert board.fill()
    assert board.cells[2].centre == 0b1100
    assert board.reset()
    assert board.cells == Board(board.puzzle).cells
    with pytest.raises((ValueError, TypeError)):
        board.restore([[9, 0, 0, 0]] * 16)


@pytest.mark.parametrize(
    ("geometry", "wishes"),
    [
        (FOUR, {"clues": 6}),
        (FOUR, {"cages": True}),
        (FOUR, {"less": 80}),
        (Geometry.of_variant(FOUR, rules=["x"]), {"clues": 5}),
        (Geometry.of(2, 2, values=range(4)), {"clues": 7}),
        (Geometry.of(4, 3), {"clues": 100}),
        (overlapping(FOUR, ((0, 0), (2, 2))), {"clues": 14}),
    ],
)
def test_boards_of_all_kinds(geometry: Geometry, wishes: Wishes) -> None:
    """Every cell is drawn once, in all sizes, and hints lead to the end."""
    puzzle = mask(generate(geometry, seed=1), seed=1, **wishes).puzzle
    assert puzzle is not None
    board = Board(puzzle)
    hints = Hints(board, Ladder())
    while not board.is_complete:
        hint = hints.play(lambda: None)
    every = [at for at in range(geometry.size) if at not in geometry.absent]
    for size in sizes(puzzle):
        text = drawing(board, size, View({every[0]}, every, every, every, hint))
        found = [
            int(code)
            for _, code, kind in zip(*[iter(SEQUENCE.split(text)[:-1])] * 3, strict=True)
            if kind == "p"
        ]
        assert sorted({*found} - {*geometry.absent}) == every
        lines = SEQUENCE.sub("", text).splitlines()
        assert len(lines) == size.height
        assert max(map(len, lines)) <= size.columns


def test_mistakes_come_before_hints() -> None:
    board = Board(read_grid(EASY))
    hints = Hints(board, Ladder())
    right = hints.solution
    assert right is not None
    at = board.empty()[0]
    board.enter([at], DIGIT, right.cells[at] % 9 + 1)
    texts = [hints.next(lambda: None).text for _ in range(2)]
    assert texts[0] == "there is a mistake"
    assert texts[1].startswith("mistakes: r")
    hints.play(lambda: None)
    assert board.cells[at].value == 0
    assert not hints.mistakes()
    board.enter([at], CENTRE, right.cells[at] % 9 + 1)
    assert hints.mistakes() == [at]


def test_the_report_survives_damaged_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "sudokutools/play"
    folder.mkdir(parents=True)
    games = {
        "a": {"solved": "2026-01-01", "seconds": 65, "hints": 2, "level": "hard"},
        "b": 1,
        "c": {},
    }
    (folder / "a.json").write_text(json.dumps(games))
    (folder / "b.json").write_text('{"a": {"solved": 1, "seconds": "x", "level": ["hard"]}}')
    (folder / "c.json").write_text("[" * 10000)
    assert report().splitlines()[1:] == [
        "hard           1      1:05      1:05      2",
        "['hard']       1      0:00      0:00      0",
        "1 begun",
    ]
