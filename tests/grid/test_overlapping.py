"""Overlapping grids: samurai and any other squares that share cells."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from sudokutools import explain, generate, mask, read_grid, write
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line
from sudokutools.grid.overlapping import Overlapping
from sudokutools.grid.spec import parse_spec, spec_of
from sudokutools.solving.solving import count_solutions, redundant_clues, solutions
from tests.conftest import Shell
from tests.formats.test_programs import SAMPLES
from tests.printing.test_play_board import run
from tests.tables import cases

SAMURAI = SAMPLES["samurai.txt"][1]


def geometry_of(spec: str) -> Overlapping:
    found = parse_spec(spec).geometry()
    assert isinstance(found, Overlapping)
    return found


def joined(shape: Overlapping) -> set[bytes]:
    """Return all grids: those of the square at each corner that agree where they overlap."""
    squares = [grid.cells for grid in solutions(Grid.empty(shape.square))]
    found = [bytes(1 if cell in shape.absent else 0 for cell in range(shape.size))]
    for top, left in shape.corners:
        n = shape.n
        places = [(top + at // n) * shape.columns + left + at % n for at in range(n * n)]
        pairs = product(found, squares)
        found = []
        for cells, square in pairs:
            if all(cells[at] in (0, symbol) for at, symbol in zip(places, square, strict=True)):
                whole = bytearray(cells)
                for at, symbol in zip(places, square, strict=True):
                    whole[at] = symbol
                found.append(bytes(whole))
    return set(found)


@cases
def test_every_engine_finds_the_grids_that_squares_form(spec: str) -> None:
    shape = geometry_of(spec)
    assert spec_of(shape) == spec
    expected = joined(shape)
    assert expected or "variant=non" in spec
    assert all(not any(Grid(shape, cells).clashes()) for cells in expected)
    for engine in ("propagate", "cdcl", "dlx"):
        found = [grid.cells for grid in solutions(Grid.empty(shape), engine)]
        assert len(found) == len(expected), engine
        assert {*found} == expected, engine


@pytest.mark.parametrize("spec", ["variant=samurai", "variant=sohei+x", "box=3x2,grids=r1c1r2c4"])
@pytest.mark.parametrize("wishes", [{"level": "easy"}, {"minimal": True}, {"clues": 170}])
def test_puzzles_that_are_made(spec: str, wishes: dict[str, Any]) -> None:
    shape = geometry_of(spec)
    if "clues" in wishes and shape.size < 200:
        wishes = {"clues": 30, "symmetry": "none"}
    result = mask(generate(shape, seed=spec), seed=1, **wishes)
    puzzle = result.puzzle
    assert puzzle is not None
    assert puzzle.clue_count == wishes.get("clues", puzzle.clue_count)
    assert count_solutions(puzzle, 2) == count_solutions(puzzle, 2, "cdcl") == 1
    if "minimal" in wishes:
        assert not [*redundant_clues(puzzle)]
    solution = next(solutions(puzzle, "cdcl"))
    for step in explain(puzzle) if "level" in wishes else ():
        assert all(solution[cell] == symbol for cell, symbol in step.placements)
        assert step.rating <= 1.5
    for form in ("grid", "pretty", "line", "csv", "json", "table"):
        assert read_grid(write(puzzle, form)) == puzzle, form


# Their solutions as published, without the places that have no cell.
SOLUTIONS = {
    "samurai.txt": "493715268946835217527468931137492586861293574852716934954631827524187693",
    "samurai-blank.txt": "925436187138645792738159462674291538461728539529837164683974251295164387",
}


@pytest.mark.parametrize("name", SOLUTIONS)
def test_published_puzzles(name: str) -> None:
    puzzle = read_grid(f"{SAMPLES[name][1]} variant=samurai")
    assert count_solutions(puzzle, 2) == 1
    line = format_line(next(solutions(puzzle)))
    assert line.replace("_", "").startswith(SOLUTIONS[name])


def test_texts_of_a_samurai(shell: Shell) -> None:
    rows = [SAMURAI[at : at + 21] for at in range(0, 441, 21)]
    arrays = [[-1 if sign == "_" else int(sign.replace(".", "0")) for sign in r] for r in rows]
    texts = {
        "blanks": "\n".join(row.replace("_", " ") for row in rows),
        "without": "\n".join(row.replace("_", "") for row in rows),
        "dots": "\n".join(row.replace("_", ".") for row in rows),
        "crosses": "\n".join(row.replace("_", "x") for row in rows),
        "dashes": "\n".join(" ".join(row).replace("_", "-").replace(".", "-") for row in rows),
        "line": SAMURAI.replace("_", "."),
        "arrays": json.dumps(arrays),
    }
    for name, text in texts.items():
        found = shell(
            "sudoku-check --variant samurai --tag --format line", text + "\n", status=None
        )
        assert found.out.startswith(SAMURAI), name
        known = shell("sudoku-check --tag --format line", text + "\n", status=None)
        assert known.out.startswith(SAMURAI) == (name in ("blanks", "without")), name
    refused = shell("sudoku-check --variant samurai", "1" * 441 + "\n", status=2)
    assert "r1c10: a symbol where the grid has no cell" in refused.err


@cases
def test_impossible_grids(spec: str, error: str) -> None:
    with pytest.raises(SudokuError, match=error):
        parse_spec(spec).geometry()


def test_places_without_a_cell() -> None:
    shape = geometry_of("variant=samurai")
    assert len(shape.absent) == 72
    grid = Grid.empty(shape)
    assert grid.clue_count == 0
    with pytest.raises(SudokuError, match="cell where the grid has none"):
        grid.with_constraints("whisper=5:r1c9r1c10")
    with pytest.raises(SudokuError, match="the grid does not have it"):
        mask(generate(geometry_of("variant=twins")), symmetry="mirror", clues=100)
    twice = Grid(shape, [0] * 12 + [5, 5] + [0] * 427)
    assert [clash.message for clash in twice.clashes()] == [
        "box 1 of grid 2: 5 at r1c13 r1c14", "row 1 of grid 2: 5 at r1c13 r1c14"
    ]  # fmt: skip
    with pytest.raises(SudokuError, match="cages on overlapping grids: add clues"):
        mask(generate(shape), cages=(2, 4))
    result = mask(generate(shape, seed=1), seed=1, add={"arrow": 3}, less=2, parity=5)
    assert result.puzzle is not None
    assert isinstance(Geometry.of(3, 3).absent, frozenset)


def test_the_page_to_play_leaves_them_out() -> None:
    [steps, *_] = run([["enter", [1, 2], "digit", 3]], absent=[0])
    assert steps[0][1] == "_33............2"
