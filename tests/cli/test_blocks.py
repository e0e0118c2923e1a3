"""Plain lines are answered by the block, and exactly as one by one."""

import json
import re
from collections.abc import Iterator

import pytest

from sudokutools import generate
from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.cli.run.blocks import Blocks
from sudokutools.cli.run.reading import PlainLines
from sudokutools.cli.run.worker import Outcome
from sudokutools.formats.format import Style
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import format_line
from tests import in_process
from tests.cli.puzzles import (
    CLASH,
    EASY,
    EASY_SOLUTION,
    NONE,
    SEVENTEEN,
    SEVENTEEN_SOLUTION,
    TWO,
    one_by_one,
    without_blanks,
)
from tests.cli.test_exclusions import FILES, INPUTS, ways
from tests.conftest import Shell
from tests.tables import cases

if core.native() is None:
    pytest.skip("no compiled core", allow_module_level=True)

PUZZLES = [EASY, SEVENTEEN, TWO, NONE, CLASH, EASY_SOLUTION]
MIXED = "".join(
    f"{PUZZLES[number % 6]}{('', ' a note', ',x', chr(9) + '# y')[number % 4]}\n"
    + ("# a comment\n" if number % 13 == 0 else "")
    + ("\n" if number % 17 == 0 else "")
    + (EASY[:70] + "\n" if number % 19 == 0 else "")
    + ("1234341221434321\n" if number % 23 == 22 else "")
    for number in range(100)
)
GRIDS = "".join(
    format_line(generate(Geometry.of(3, 3), "uniform", Stream("test", "blocks", number)))
    + (" note\n" if number % 5 else "\n")
    + (f"{EASY}\n" if number == 30 else "")
    for number in range(60)
)


@cases
def test_blocks_are_answered_as_records_are(shell: Shell, command: str) -> None:
    ran = shell(f"{command} --jobs 2", MIXED, status=None)
    assert shell(f"{command} --jobs 2 --timeout 1000", MIXED, status=None) == ran
    alone = shell(f"{command} --jobs 1", one_by_one(MIXED), status=None)
    assert alone._replace(out=without_blanks(alone.out)) == ran


def _objects() -> str:
    rows = {
        line: [
            [int(sign.replace(".", "0")) for sign in line[at : at + 9]] for at in range(0, 81, 9)
        ]
        for line in (*PUZZLES, SEVENTEEN_SOLUTION)
    }
    usual = {"box": [3, 3], "boxes": [3, 3], "cells": rows[EASY]}
    solved = usual | {"solution": rows[EASY_SOLUTION]}
    odd = [
        usual | {"note": "a | note"},
        {"puzzle": EASY, "solution": EASY_SOLUTION},
        solved | {"solution": rows[SEVENTEEN_SOLUTION]},
        usual | {"cells": rows[NONE]},
        usual | {"cells": rows[TWO], "solution": rows[EASY_SOLUTION]},
        usual | {"cells": rows[CLASH]},
        *(usual | {"note": note} for note in ("", " x", "x=1", "box=3x3", '"', "\xe9")),
        solved | {"rating": 1.2, "record": 7, "status": "ok", "solution_number": 20},
        {"boxes": [3, 3], "cells": rows[EASY]},
        {"cells": EASY[:80] + "x"},
        {"cells": rows[EASY], "box": [3, 2]},
        usual | {"cells": [*rows[EASY][:8], rows[EASY][8][:8]]},
    ]
    texts = [json.dumps(each) for each in odd]
    numbers = "", "0", "07", "-1", "1.5", "1e3", 25 * "1"
    texts += [f'{json.dumps(usual)[:-1]}, "record": {number}}}' for number in numbers]
    texts += [json.dumps(solved) + " ", f'{json.dumps(usual)[:-1]}, "box": [3, 3]}}', EASY]
    between = 3 * (json.dumps(solved, separators=(",", ":")) + "\n")
    array = ",\n".join([json.dumps(usual)] * 4)
    return "".join(f"{between}{text}\n" for text in texts) + f"[\n{array}\n]\n"


@pytest.mark.parametrize(
    "command", ["solve", "solve --format line", "check --minimal", "check --tag", "check --filter"]
)
def test_objects_are_answered_as_in_python(shell: Shell, command: str) -> None:
    expected = shell(f"SUDOKUTOOLS_CORE=python sudoku-{command}", _objects(), status=2)
    assert shell(f"sudoku-{command}", _objects(), status=2) == expected


@cases
def test_puzzles_are_made_as_one_by_one(shell: Shell, options: str) -> None:
    command = f"sudoku-mask --seed s {options}"
    ran = shell(f"{command} --jobs 2", GRIDS, status=None)
    assert shell(f"{command} --jobs 1", one_by_one(GRIDS), status=None) == ran
    objects = shell("sudoku-check --convert --format json", GRIDS).out
    assert shell(f"{command} --format json", objects, status=None).out == (
        shell(f"{command} --format json", GRIDS, status=None).out
    )


@pytest.mark.parametrize("variant", core.variants())
def test_every_core_gives_the_same(shell: Shell, variant: str) -> None:
    expected = shell("sudoku-solve | sudoku-check --any", MIXED, status=None)
    chosen = f"export SUDOKUTOOLS_CORE={variant}; sudoku-solve | sudoku-check --any"
    found = shell(chosen, MIXED, status=None)
    assert found[:2] == expected[:2]
    # Two commands write to standard error at once.
    assert sorted(found.err.splitlines()) == sorted(expected.err.splitlines())
    assert f"core {variant})" in shell(f"SUDOKUTOOLS_CORE={variant} sudoku-gen --version").out


def test_an_unknown_core_is_refused(shell: Shell) -> None:
    ran = shell("SUDOKUTOOLS_CORE=quantum sudoku-solve", EASY, status=2)
    assert "SUDOKUTOOLS_CORE: core 'quantum' is not available" in ran.err


LEAVE = {
    "sudoku-mask": "only row-blanks pattern cages less add parity any",
    "sudoku-solve": "estimate method hint explain techniques",
    "sudoku-check": "",
}
"""The options with which plain lines are answered one by one."""

COMMON = "variant house spec constraint"


@pytest.mark.parametrize("command", LEAVE)
def test_options_that_leave_the_block_path(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """No other option may do so: it costs many times as much."""
    answered: list[Blocks] = []
    outcomes = Blocks.outcomes

    def spy(self: Blocks, chunk: PlainLines, style: Style) -> Iterator[Outcome]:
        answered.append(self)
        return outcomes(self, chunk, style)

    monkeypatch.setattr(Blocks, "outcomes", spy)
    leave = set()
    for way in ways(command):
        answered.clear()
        jobs = [] if "--jobs" in way else ["--jobs", "1"]
        words = [command, *re.split(" ", way, maxsplit=1), *jobs]
        ran = in_process.run(words, 5 * f"{INPUTS[command]}\n".encode(), FILES)
        if ran.status != 2 and not answered:
            leave.add(way.split()[0].removeprefix("--"))
    assert leave == {*LEAVE[command].split(), *COMMON.split()}
