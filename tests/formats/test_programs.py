"""Files of other programs: every sample of `tests/data/formats` is read, whole or damaged.

A sample is a row of its `index.tsv`: the file, its number of valid records, and the cells of the
first one. Output for other programs is also read back.
"""

import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sudokutools import formats
from sudokutools.formats.format import Content, Record
from sudokutools.formats.json import rows_of
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import LineSource
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line, parse_cells
from tests import forks
from tests.conftest import Shell
from tests.formats.test_formats import EXACT
from tests.strategies import grids

FOLDER = Path(__file__).parents[1] / "data" / "formats"
SAMPLES = {
    name: (int(count), first)
    for name, count, first, _ in (
        line.split("\t") for line in (FOLDER / "index.tsv").read_text().splitlines()[1:]
    )
}


def read(content: bytes) -> list[Record]:
    pieces = iter([content])
    items = Reader().read(LineSource(lambda: next(pieces, b"")), "-")
    return [item for item in items if isinstance(item, Record)]


def messages(found: list[Record]) -> list[str]:
    return [record.error.message for record in found if record.error is not None]


def test_every_file_is_a_sample() -> None:
    files = {path.name for path in FOLDER.iterdir() if path.is_file()} - {"README.md", "index.tsv"}
    assert files == set(SAMPLES)
    readme = (FOLDER / "README.md").read_text()
    assert all(f"| {name} |" in readme for name in SAMPLES)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_read(name: str) -> None:
    found = read((FOLDER / name).read_bytes())
    count, first = SAMPLES[name]
    good = [record.grid for record in found if record.grid is not None]
    assert len(good) == count
    assert len(messages(found)) == (count == 0)
    assert not good or format_line(good[0].without_candidates()) == first


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_cut_anywhere_ends_in_one_message_or_fewer_records(name: str) -> None:
    content = (FOLDER / name).read_bytes()
    for at in range(0, len(content), 1 + len(content) // 300):
        found = read(content[:at])
        assert len(messages(found)) <= 1, at
        assert len(found) - len(messages(found)) <= max(1, SAMPLES[name][0])


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_without_a_line_ends_in_one_message_or_fewer_records(name: str) -> None:
    lines = (FOLDER / name).read_bytes().splitlines(keepends=True)
    for at in range(len(lines)):
        found = read(b"".join(lines[:at] + lines[at + 1 :]))
        assert len(messages(found)) <= 1, at


def test_commands_read_the_samples(shell: Shell) -> None:
    for name, (count, first) in SAMPLES.items():
        ran = shell(f"sudoku-check -q --convert --format line '{FOLDER / name}'", status=None)
        assert ran.status == (0 if count else 2), name
        assert len(ran.err.splitlines()) == (count == 0)
        lines = [line for line in ran.out.splitlines() if line and line[0] != "#"]
        assert len(lines) == count
        assert not count or lines[0].startswith(first)


def _command(*words: str, text: str) -> tuple[str, int]:
    words = ("sudoku-check", "--convert", "--format", *words)
    status, out, err = forks.run(words, text.encode())
    assert b"Traceback" not in err
    return out.decode(), status


NINES = st.builds(
    lambda cells: Grid(Geometry.of(3, 3), cells),
    st.lists(st.integers(0, 9), min_size=81, max_size=81) | st.just([0] * 81),
)


DATED = Grid(Geometry.of(3, 3), parse_cells(b".........1.11.1111" + 63 * b"."))
"""The first row is one sign, the second like a date."""


@pytest.mark.parametrize("name", EXACT)
@settings(max_examples=3, deadline=None)
@given(st.lists(grids(16) | NINES, min_size=4, max_size=16))
@example([Grid(Geometry.of(1, 1), [0]), Grid(Geometry.of(3, 3), 80 * [0] + [1]), DATED, DATED])
def test_commands_read_their_own_output(name: str, drawn: list[Grid]) -> None:
    form = formats.find(name)
    kept = [grid for grid in drawn if not form.refuses(Content(grid, "", (), {}, None, False))]
    shapes = [grid.geometry for grid in drawn]
    text = "".join(
        json.dumps({"box": shape.shape[:2], "boxes": shape.shape[2:], "cells": rows_of(grid)})
        + "\n"
        for grid, shape in zip(drawn, shapes, strict=True)
    )
    written, status = _command(name, text=text)
    assert status == (0 if len(kept) == len(drawn) else 2)
    again, status = _command("json", "--from", name, text=written)
    found = [json.loads(line) for line in again.splitlines()]
    assert [o["cells"] for o in found if "cells" in o] == [rows_of(grid) for grid in kept]
    assert [o["box"] for o in found if "cells" in o] == [[*g.geometry.shape[:2]] for g in kept]
