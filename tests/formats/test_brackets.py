"""Values between brackets over several lines: JSON, Python, and arrays of other programs."""

import json

import pytest

from sudokutools.formats.format import Record
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import Line, LineSource
from tests.formats.test_reader import BORDERED, PUZZLE, ROWS, SOLUTION, lines_of

LISTS = [str([int(cell) for cell in row.replace(".", "0")]) for row in ROWS]
JSON_ROWS = ",\n".join(LISTS)

ONE = {
    "rows": f"[{JSON_ROWS}]",
    "brackets on lines of their own": f"[\n{JSON_ROWS}\n]",
    "a name": f"board = [\n{JSON_ROWS},\n]".replace("0", "None"),
    "tuples": f"puzzle = (\n{JSON_ROWS},\n)".replace("[", "(").replace("]", ")"),
    "an object": '{\n"id": 7,\n"cells":\n[\n' + JSON_ROWS + "\n]\n}",
    "strings": "[\n" + ",\n".join(f'"{row}"' for row in ROWS) + "\n]",
    "ipuz": '{\n"version": "http://ipuz.org/v2",\n"kind": ["http://ipuz.org/sudoku#1"],\n'
    f'"puzzle": [\n{JSON_ROWS}\n]\n}}',
    "numpy": "[" + "\n ".join(row.replace(",", "") for row in LISTS) + "]",
    "a call": f"array([{JSON_ROWS}])",
    "lists alone": "\n".join(LISTS),
}
OBJECTS = [f'{{"puzzle": "{line}"}}' for line in (PUZZLE, SOLUTION)]
TWO = {
    "objects": "[\n" + ",\n".join(OBJECTS) + "\n]",
    "objects over lines": json.dumps(list(map(json.loads, OBJECTS)), indent=2),
    "objects to the left": "[\n" + ",\n".join(OBJECTS).replace("{", "{\n") + "\n]",
    "objects behind a name": "puzzles = [\n" + ",\n".join(OBJECTS) + ",\n];",
    "lines": f'[\n"{PUZZLE}",\n"{SOLUTION}"\n]',
}


@pytest.mark.parametrize("name", [*ONE, *TWO])
def test_a_blank_line_inside_of_brackets_changes_nothing(name: str) -> None:
    text = ONE.get(name) or TWO[name]
    expected = [PUZZLE] if name in ONE else [PUZZLE, SOLUTION]
    lines = text.split("\n")
    for at in range(len(lines)):
        spread = "\n".join([*lines[:at], "", *lines[at:], "", PUZZLE, ""])
        assert lines_of(spread) == [*expected, PUZZLE], at


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("below", [PUZZLE, BORDERED, f'{{"cells":"{PUZZLE}"}}'])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_bracket_that_is_never_closed_is_one_error(name: str, below: str, between: str) -> None:
    """No row of it is a grid of its own, and the grid below is read."""
    lines = ONE[name].split("\n")
    if "]" in lines[-1] and name != "lists alone":
        cut = "\n".join([*lines[:4], "", *lines[4:-1]])
        error, *others = lines_of(f"{cut}{between}{below}\n")
        assert error.startswith("-:1: invalid JSON")
        assert others == [PUZZLE]


def test_a_small_grid_in_a_bracket_is_not_read_on_its_own() -> None:
    text = "[[1,2,0,0],\n[3,4,0,0],\n\n[1,2,2,1],\n[0,0,1,2]"
    assert lines_of(f"{text}]\n") == ["12..34..1221..12"]
    [error] = lines_of(f"{text}\n")
    assert error.startswith("-:1: invalid JSON")


@pytest.mark.parametrize("brackets", ["[]", "  "])
def test_a_line_that_is_too_long_is_no_empty_line(brackets: str) -> None:
    rows = 6 * ["[1,2,0,0,0,0],\n"]
    text = (
        f"{brackets[0]}{''.join(rows[:3])}{'x' * (1 << 21)}\n{''.join(rows[3:])[:-2]}{brackets[1]}"
    )
    found = lines_of(text)
    assert found
    assert all(error.startswith("-:") for error in found)


def test_objects_of_an_array_are_read_as_they_arrive() -> None:
    """An array may be longer than what is kept of it."""
    pieces = iter([b"[\n", *(20_000 * [f"{OBJECTS[0]},\n\n".encode()]), b"\n]\n", b""])
    found = [
        item.error
        for item in Reader().read(LineSource(pieces.__next__), "-")
        if isinstance(item, Record)
    ]
    assert found == 20_000 * [None]


def test_open_brackets_are_searched_in_linear_time() -> None:
    """Only a few are searched for their end, each through a limited number of lines."""
    opened = 5000
    source = LineSource(iter([b"[[1,2,0,0],\n\n" * opened, b""]).__next__)
    taken = 0
    take = source.push_back

    def counted(line: Line) -> None:
        nonlocal taken
        taken += 1
        take(line)

    source.push_back = counted  # type: ignore[method-assign]
    assert len(list(Reader().read(source, "-"))) >= opened // 2
    assert taken < 20 * opened
