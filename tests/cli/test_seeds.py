"""What a seed draws and the order of solutions are part of the interface.

Where another output is meant, list the change in CHANGELOG.md.
"""

import re
from zlib import crc32

import pytest

from sudokutools._support import core
from tests.conftest import Shell
from tests.tables import cases

pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core: it takes minutes")

SOME = "-n 3 --size 6 | mask --any --clues 9 |"
"""Puzzles with several solutions."""


@cases
def test_outputs_stay(shell: Shell, expected: str, pipeline: str) -> None:
    """A check sum, and what makes the output: a pipeline that begins with `sudoku-gen`."""
    line = re.sub(r"\b(gen|mask|solve(?= --random))", r"sudoku-\1 --seed 1", f"gen {pipeline}")
    line = line.replace("| solve", "| sudoku-solve --limit 30")
    assert f"{crc32(shell(line).out.encode()):08x}" == expected
