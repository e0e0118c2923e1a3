"""Searches by clause learning end in time and by Ctrl-C, at any point."""

import os
import signal
import time

import pytest

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import format_line
from tests.cli.puzzles import EASY
from tests.conftest import Shell, start
from tests.solving.patterns import pattern

# Grids of this size with somewhat more than half of the cells given are undecidable in practice.
HARD = [(Geometry.of(7, 7), 45), (Geometry.of(8, 8), 42)]


@pytest.mark.parametrize("core", ["", "python"])
@pytest.mark.parametrize(("geometry", "percent"), HARD)
def test_ctrl_c_ends_a_search(geometry: Geometry, percent: int, core: str) -> None:
    line = format_line(pattern(geometry, percent)).encode() + b"\n"
    settings = os.environ | {"SUDOKUTOOLS_CORE": core}
    with start("sudoku-solve", "--method", "cdcl", env=settings) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(EASY.encode() + b"\n")
        assert process.stdout.readline()  # It has started and handles signals.
        process.stdin.write(line)
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == -signal.SIGINT
    assert out == b""
    assert b"Traceback" not in err


@pytest.mark.parametrize(("geometry", "percent"), HARD)
def test_timeout_is_said_to_be_undecided(shell: Shell, geometry: Geometry, percent: int) -> None:
    line = format_line(pattern(geometry, percent)) + "\n"
    ran = shell("sudoku-solve --method cdcl --timeout 1", line, status=1)
    assert ran.out == line
    assert "undecided after 1 s" in ran.err
