"""Positions for tests: grids with few pencil marks, written by name; and paths that are checked."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path as File
from typing import TypeVar

from sudokutools._support.bits import bits
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.hodoku import techniques as hodoku
from sudokutools.logic.hodoku.rating import HodokuPath
from sudokutools.logic.ladder import Path, Producer, rungs
from sudokutools.logic.state import State
from sudokutools.logic.step import Step
from sudokutools.logic.strand import sentences
from sudokutools.logic.techniques import CLUES, Technique, features_of, techniques


def cells_named(geometry: Geometry, text: str) -> list[int]:
    """Return cells from names: `r1c4 r2c7-9 r1-3c5`."""
    cells = []
    for word in text.split():
        found = re.fullmatch(r"r(\d+)(?:-(\d+))?c(\d+)(?:-(\d+))?", word)
        assert found, word
        top, bottom, left, right = (int(part) if part else 0 for part in found.groups())
        cells += [
            (row - 1) * geometry.columns + column - 1
            for row in range(top, (bottom or top) + 1)
            for column in range(left, (right or left) + 1)
        ]
    return cells


def rows_of(name: str) -> list[list[str]]:
    """Return the rows of a table here or in tests/data, without comments and titles."""
    here = File(__file__).parent
    file = here / name if (here / name).exists() else here.parent / "data" / name
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    return [line.split("\t") for line in lines[1:]]


def marks_in(text: str) -> dict[str, str]:
    """Return symbols by names of cells, written as `r1c1-2: 12; r4c1: 123`."""
    return dict(part.split(": ") for part in text.split("; ") if part)


Position = TypeVar("Position", bound=State)


def marks(geometry: Geometry, only: Mapping[str, str], without: Mapping[str, str]) -> State:
    """Return an empty grid whose named cells hold only, or do not hold, the given symbols.

    Symbols are single digits, or numbers separated by blanks.
    """
    return marks_of(State, geometry, only, without)


def marks_of(
    make: Callable[[Grid], Position],
    geometry: Geometry,
    only: Mapping[str, str],
    without: Mapping[str, str],
) -> Position:
    """Return such a grid as a state of a given kind."""
    state = make(Grid.empty(geometry))
    everything = state.tables.all_symbols
    for rule, inverse in ((only, True), (without, False)):
        for names, symbols in rule.items():
            mask = 0
            for symbol in symbols.split() if " " in symbols else symbols:
                mask |= 1 << (int(symbol) - 1)
            for cell in cells_named(geometry, names):
                gone = (everything & ~mask if inverse else mask) & state.candidates[cell]
                if gone:
                    state.remove([(cell, gone)])
    return state


def finder(technique: str) -> Producer:
    """Return a new producer of the rung of a technique, on variants of up to 16 symbols."""
    return next(
        rung.producer()
        for rung in rungs(16, ("variant",))
        if any(row.name == technique for row in rung.techniques)
    )


def position(grid: Grid, only: Mapping[str, str], without: Mapping[str, str]) -> State:
    """Return a grid, with its rules and clues, as such a state."""
    return marks_of(lambda _: State(grid), grid.geometry, only, without)


def follow(path: Path, solution: Sequence[int], highest: int | None = None) -> list[Step]:
    """Take the steps of a path; assert that each one is right, of its ladder, and explained."""
    geometry, scale = path.grid.geometry, "hodoku" if isinstance(path, HodokuPath) else "se"
    rows = {row.name: row for row in techniques(geometry.n, features_of(path.grid))}
    rows = hodoku.BY_NAME if scale == "hodoku" else rows
    taken = []
    before = [*path.candidates]
    while (step := path.next_step(highest)) is not None:
        assert all(solution[cell] == symbol for cell, symbol in step.placements), step
        assert all(solution[cell] != symbol for cell, symbol in step.eliminations), step
        assert all(before[cell] >> symbol - 1 & 1 for cell, symbol in step.eliminations), step
        assert not rows[step.technique].assumes_unique or CLUES not in features_of(path.grid)
        check_explained(step, rows[step.technique])
        before = [*path.candidates]
        taken.append(step)
    return taken


def check_explained(step: Step, row: Technique) -> None:
    """Assert that a step has an explanation in every form."""
    assert row.lowest <= step.points <= row.highest
    assert step.describe().startswith(f"{step.technique}: ")
    assert "\n" not in step.describe()
    assert step.hint().startswith(step.technique)
    data = step.data()
    assert json.loads(json.dumps(data)) == data
    assert len(data["eliminations"]) == len(step.eliminations)
    assert bool(step.placements) != bool(step.eliminations)
    for strand in step.chains:
        assert not strand[0].causes
        for number, link in enumerate(strand[1:], 1):
            assert link.causes
            assert max(link.causes) < number
        assert len(sentences(step.geometry, strand)) == len(strand)
    if row.scale == "se":
        assert row.is_chain == bool(step.chains)
    if row.scale == "se" and step.chains:
        nodes = sum(map(len, step.chains)) - ("cycle" in step.technique)
        assert step.complexity >= nodes
        assert "plus" in step.technique or step.complexity == nodes


def places(state: State, symbol: int) -> list[int]:
    """Return the cells that can still hold a symbol."""
    return list(bits(state.places[symbol - 1]))


def grid_of(line: str) -> Grid:
    return Grid(Geometry.of(3, 3), bytes(int(sign) if sign.isdigit() else 0 for sign in line))
