"""The board and the keys of a page to play, in node; the size of the page."""

import json
import re
import shutil
import subprocess
from itertools import product
from random import Random
from typing import Any

import pytest

from sudokutools import explain, read_grid, solve
from sudokutools.printing import play_page
from sudokutools.printing.design import Design
from sudokutools.printing.play_rules import rules_of
from sudokutools.printing.puzzle import Puzzle
from tests.printing.test_steps import luminance, rgb
from tests.tables import cases

CLUES = "1000000000000002"
DRIVER = f"""
import {{arranged, boardOf}} from "{(play_page.FOLDER / "board.mjs").as_uri()}";
import {{actionOf}} from "{(play_page.FOLDER / "keys.mjs").as_uri()}";
import {{readFileSync}} from "node:fs";
const {{data, kept, steps, keys}} = JSON.parse(readFileSync(0));
const board = boardOf(data, kept);
console.log(JSON.stringify([
  steps.map(([name, ...given]) => [board[name](...given), board.line(), board.kept()]),
  keys.map(([event, mode, data]) => actionOf(event, mode, data)),
  [1, 4, 9, 25].map(count => arranged(count, 0.66, 0.86)),
]));
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node runs the modules")


def run(
    steps: Any = (), kept: Any = None, keys: Any = (), n: int = 4, absent: Any = ()
) -> list[Any]:
    data = {"n": n, "clues": CLUES, "absent": absent}
    return in_node({"data": data, "kept": kept, "steps": steps, "keys": keys}, DRIVER)


def in_node(data: Any, driver: str) -> list[Any]:
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", driver],
        input=json.dumps(data), capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: list[Any] = json.loads(ran.stdout)
    return found


def test_every_change_can_be_undone_and_done_again() -> None:
    changes: list[tuple[list[Any], str]] = [
        (["enter", [0, 1, 2], "digit", 3], "133............2"),  # Clues stay.
        (["enter", [1], "digit", 3], "1.3............2"),  # The same again erases.
        (["enter", [1, 2], "corner", 4], "1.3............2"),  # Only empty cells have marks.
        (["enter", [1], "centre", 2], "1.3............2"),
        (["enter", [0, 1], "colour", 9], "1.3............2"),
        (["erase", [1, 2], "digit"], "1..............2"),
        (["erase", [1], "corner"], "1..............2"),
        (["fill", [15] * 16], "1..............2"),
        (["read", "1234" + 12 * "."], "1234...........2"),
        (["reset"], "1..............2"),
        (["decode", "4-3_1.2_3_9"], "13.............2"),
    ]
    lines = [line for _, line in changes]
    undone = ["1..............2", *lines[:-1]][::-1]
    steps = [step for step, _ in changes] + [["undo"]] * 12 + [["redo"]] * 12
    [reported, *_] = run(steps)
    assert [line for _, line, _ in reported[:11]] == lines
    assert [line for _, line, _ in reported[11:22]] == undone
    assert [kept for *_, kept in reported[11:21]] == [kept for *_, kept in reported[9::-1]]
    assert [line for _, line, _ in reported[23:34]] == lines
    assert [is_done for is_done, *_ in reported[11:]] == [*[True] * 11, False] * 2
    assert reported[4][2][:3] == ["1;;;9", ";4;2;9", "3"]
    assert reported[7][2][1:3] == [";;1,2,3,4;9", ";;1,2,3,4"]


def test_what_is_kept_is_read_again_and_damage_is_ignored() -> None:
    kept = ["4", "3;1,2;3;9", *[""] * 12, "x;99;;", "1"]
    [[first, (code, *_)], *_] = run([["enter", [], "digit", 1], ["code"]], kept)
    assert first[2] == ["1", "3;1,2;3;9", *[""] * 13, "2"]
    assert code == "-3_1.2_3_9"
    assert run([["decode", code]])[0][0][2] == first[2]
    assert run([["enter", [], "digit", 1]], ["1"])[0][0][2][1] == ""


@cases
def test_a_line_is_of_this_puzzle(text: str, fault: str) -> None:
    assert run([["read", text]])[0][0][0] == fault


def test_keys_are_those_of_sudokupad() -> None:
    nine, letters = {"n": 9}, {"n": 16, "letters": 1}
    cases: list[tuple[dict[str, Any], str, dict[str, Any], Any]] = [
        ({"key": "5", "code": "Digit5"}, "corner", nine, ["digit", 5, "corner"]),
        ({"key": "%", "code": "Digit5", "shiftKey": 1}, "digit", nine, ["digit", 5, "corner"]),
        ({"key": "5", "code": "Numpad5", "ctrlKey": 1}, "digit", nine, ["digit", 5, "centre"]),
        ({"key": "5", "code": "Digit5", "altKey": 1}, "digit", nine, ["digit", 5, "colour"]),
        ({"key": "z", "ctrlKey": 1}, "digit", nine, ["undo"]),
        ({"key": "Z", "ctrlKey": 1, "shiftKey": 1}, "digit", nine, ["redo"]),
        ({"key": "y", "metaKey": 1}, "digit", nine, ["redo"]),
        ({"key": "z"}, "corner", nine, ["mode", "digit"]),
        ({"key": "c"}, "digit", nine, ["mode", "centre"]),
        ({"key": "c"}, "digit", letters, ["symbol", 12, "digit"]),
        ({"key": "c", "altKey": 1}, "digit", letters, ["mode", "centre"]),
        ({"key": "h"}, "digit", letters, ["hint"]),
        ({"key": "H", "shiftKey": 1, "altKey": 1}, "digit", {"n": 25, "letters": 1}, ["play"]),
        ({"key": " "}, "colour", nine, ["mode", "digit"]),
        ({"key": "Delete"}, "digit", nine, ["erase"]),
        ({"key": "ArrowUp", "shiftKey": 1}, "digit", nine, ["move", -1, 0, True]),
        ({"key": "?", "shiftKey": 1}, "digit", nine, ["help"]),
        ({"key": "t", "ctrlKey": 1}, "digit", nine, None),
        ({"key": "Tab"}, "digit", nine, None),
    ]
    absent = {"shiftKey": False, "ctrlKey": False, "altKey": False, "metaKey": False}
    keys = [[absent | event, mode, data] for event, mode, data, _ in cases]
    flags = [[each if not isinstance(each, int) or i < 3 else bool(each) for i, each in
              enumerate(found)] if found else found for found in run(keys=keys)[1]]  # fmt: skip
    assert flags == [wanted for *_, wanted in cases]


def test_marks_fill_the_cell_in_lines() -> None:
    sizes = [0.31, 0.31, 0.86 / 3, 0.86 / 5]
    assert [size for _, size in run()[2]] == [pytest.approx(size, rel=0.1) for size in sizes]
    assert [across for across, _ in run()[2]][:3] == [1, 4, 4]


def test_the_page_without_puzzles_takes_at_most_sixty_kilobytes() -> None:
    page = play_page.PlayPage(Design(width=595, height=842))
    text = page.begin() + page.end()
    assert len(text.encode()) < 60_000
    assert "import " not in play_page.script()
    assert "export " not in play_page.script()


@pytest.mark.parametrize("scheme", [":root", "scheme:dark"])
def test_symbols_can_be_read_on_every_background(scheme: str) -> None:
    style = (play_page.FOLDER / "page.css").read_text()
    start = style.index(scheme)
    found = re.findall(r"--(\w+):(#\w{6})", style[start : style.index("}", start)])
    shades = {name: rgb(shade) for name, shade in found}
    for name in ("paper", *(f"c{at}" for at in range(1, 10))):
        below = shades[name]
        backgrounds = [below] + [
            tuple(
                part * one + (1 - part) * other
                for one, other in zip(shades[key], below, strict=True)
            )
            for key, part in (("chosen", 0.7), ("seen", 0.7), ("same", 0.8))
        ]
        for text, shade in product(("ink", "own", "bad", "good"), backgrounds):
            low, high = sorted(map(luminance, (shades[text], shade)))
            assert high + 0.05 >= 4.5 * (low + 0.05), (text, name)


HINTS = f"""
import {{boardOf}} from "{(play_page.FOLDER / "board.mjs").as_uri()}";
import {{hintsOf}} from "{(play_page.FOLDER / "hints.mjs").as_uri()}";
import {{rulesOf}} from "{(play_page.FOLDER / "rules.mjs").as_uri()}";
import {{readFileSync}} from "node:fs";
const {{data, steps, filled}} = JSON.parse(readFileSync(0));
const solution = [...data.solution].map(Number);
const board = boardOf(data), rules = rulesOf(data);
const hints = hintsOf({{...data, solution, ...steps}}, board, rules);
const told = [];
for (let turn = 0; turn < 300 && !rules.isSolved(board.values()); turn++) {{
  if (turn < filled.length) board.enter([filled[turn]], "digit", solution[filled[turn]]);
  const all = [hints.next(), hints.next(), hints.next(), hints.next(), hints.play()];
  told.push(all.map(each => each.text));
  if (board.values().some((value, at) => value && value !== solution[at])) throw told.pop();
}}
board.reset();
board.enter([filled[0]], "digit", solution[filled[0]] % 9 + 1);
told.push([hints.next(), hints.next(), hints.play()].map(each => each.text));
console.log(JSON.stringify([told, board.values(), hints.given()]));
"""


@cases
def test_hints_fit_the_board_and_lead_to_the_end(line: str, technique: str) -> None:
    puzzle = read_grid(line)
    found = Puzzle(1, (), puzzle, solve(puzzle), steps=list(explain(puzzle)))
    random = Random(line)
    filled = random.sample([at for at, value in enumerate(puzzle.cells) if not value], 5)
    data = {"data": rules_of(found), "steps": play_page.steps_of(found), "filled": filled}
    (*told, mistake), values, given = in_node(data, HINTS)
    place, cells, *whole = next(texts for texts in told if texts[0].startswith(technique))
    assert cells.startswith(f"{place}: r")
    assert len(set(whole)) == 1
    assert whole[0].startswith(f"{technique}: ")
    name = puzzle.geometry.cell_name(filled[0])
    assert mistake == ["There is a mistake.", *2 * [f"Mistakes: {name}."]]
    assert values == list(puzzle.cells)
    assert given == len(told) + 1
