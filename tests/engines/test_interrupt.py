"""Searches by clause learning end on time and by Ctrl-C, wherever they are."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from sudokutools.grid import Geometry, format_line
from tests.engines.patterns import pattern

# At half of the clues nobody decides a 36x36 grid in a minute, and a 49x49 one never.
HARD = [(Geometry.of(6, 6), 48), (Geometry.of(7, 7), 45)]

SOLVE = "import sys; from sudokutools.cli.solve import main; sys.argv[0] = 'sudoku-solve'; main()"


def start(text: str, *options: str, core: str = "") -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", SOLVE, "--method", "cdcl", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"SUDOKUTOOLS_CORE": core},
    )
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.close()
    process.stdin = None
    return process


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("core", ["", "python"])
@pytest.mark.parametrize(("geometry", "percent"), HARD)
def test_ctrl_c_ends_a_search(geometry: Geometry, percent: int, core: str) -> None:
    line = format_line(pattern(geometry, percent)) + "\n"
    process = start(line, core=core)
    with process:
        time.sleep(2)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == -signal.SIGINT
    assert out == ""
    assert "Traceback" not in err


@pytest.mark.parametrize(("geometry", "percent"), HARD)
def test_timeout_is_said_to_be_undecided(geometry: Geometry, percent: int) -> None:
    line = format_line(pattern(geometry, percent)) + "\n"
    process = start(line, "--timeout", "1")
    with process:
        out, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert out == line
    assert "undecided after 1 s" in err
