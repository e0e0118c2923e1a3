"""Complete grids of variants: valid, reproducible, and proofs that a variant has none."""

import gc

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.constraints import Arrow, Cage
from sudokutools.constraints.collection import Constraints
from sudokutools.errors import NoGridError, SudokuError, UndecidedError
from sudokutools.generating import random_search
from sudokutools.generating.generating import choose, generate
from sudokutools.generating.random_search import generate_jigsaw
from sudokutools.generating.regions import random_regions
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import cdcl
from sudokutools.solving.solving import count_solutions

NINE = Geometry.of(3, 3)

RULES = [
    ("x",), ("windoku",), ("disjoint", "x"), ("centredot", "asterisk"), ("girandola",),
    ("antiking",), ("antiknight",), ("taxicab",), ("entropy",),
]  # fmt: skip

needs_core = pytest.mark.skipif(core.native() is None, reason="no compiled core")


def stream(record: int = 0) -> Stream:
    return Stream("sudoku-gen", "variants", record)


@pytest.mark.parametrize("rules", RULES, ids="+".join)
def test_grids_keep_the_rules(rules: tuple[str, ...]) -> None:
    geometry = Geometry.of_variant(NINE, rules=rules)
    grids = [generate(geometry, "auto", stream(record)) for record in (0, 1, 0)]
    assert grids[0] == grids[2] != grids[1]
    for grid in grids:
        assert grid.geometry is geometry
        assert grid.is_complete
        assert not list(grid.clashes())


@needs_core
@pytest.mark.parametrize("rules", [("antiknight", "antiking"), ("nonconsecutive",)], ids="+".join)
def test_where_searches_fail_cdcl_goes_on(
    rules: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random_search, "TRIES", 1)
    geometry = Geometry.of_variant(NINE, rules=rules)
    grid = generate(geometry, "search", stream())
    assert grid.is_complete
    assert not list(grid.clashes())
    assert generate(geometry, "search", stream()) == grid


def test_grids_meet_clues() -> None:
    clues = Constraints.of(NINE, [Arrow([1, 2, 3], head=[0]), Cage([40, 41], 17)])
    grids = [generate(NINE, "auto", stream(record), constraints=clues) for record in (0, 1, 0)]
    assert grids[0] == grids[2] != grids[1]
    for grid in grids:
        assert grid.constraints == clues
        assert grid.is_complete
        assert not list(grid.clashes())
    with pytest.raises(SudokuError, match="method mix: plain grids only"):
        generate(NINE, "mix", stream(), constraints=clues)


@needs_core
@pytest.mark.parametrize("n", [10, 16])
def test_large_grids(n: int) -> None:
    for grid in (
        generate(Geometry.of_variant(Geometry.of_size(n), rules=["x"]), "auto", stream()),
        generate_jigsaw(Geometry.of_size(n), (), (), stream()),
    ):
        assert grid.is_complete
        assert not list(grid.clashes())


@pytest.mark.parametrize(("box", "rules"), [((2, 2), ["antiking"]), ((3, 2), ["x", "windoku"])])
def test_that_there_is_no_grid_is_proved(box: tuple[int, int], rules: list[str]) -> None:
    geometry = Geometry.of_variant(Geometry.of(*box), rules=rules)
    assert count_solutions(Grid.empty(geometry), 1, "dlx") == 0
    with pytest.raises(NoGridError, match=f"no grid exists: {box[0]}x{box[1]} "):
        generate(geometry, "auto", stream())


@needs_core
def test_a_proof_does_not_count_grids() -> None:
    rules = ["x", "windoku", "disjoint", "antiknight", "antiking"]
    with pytest.raises(NoGridError):
        generate(Geometry.of_variant(NINE, rules=rules), "auto", stream())


def test_maps_without_a_grid_come_to_an_end() -> None:
    with pytest.raises(NoGridError, match="4x4 antiking on 100 random maps"):
        generate_jigsaw(Geometry.of_size(4), ["antiking"], (), stream())


def test_impatience_is_no_proof() -> None:
    geometry = Geometry.of_variant(Geometry.of(3, 2), rules=["x", "windoku"])
    with pytest.raises(UndecidedError):
        cdcl.draw(Grid.empty(geometry), stream(), patience=1)


@pytest.mark.parametrize("method", ["uniform", "mix", "shift"])
def test_other_methods_are_for_plain_grids(method: str) -> None:
    geometry = Geometry.of_variant(NINE, rules=["x"])
    with pytest.raises(SudokuError, match=f"method {method}: plain grids only"):
        generate(geometry, method)
    assert choose(geometry, "auto") == "search"


@pytest.mark.parametrize("rules", [(), ("x",)])
def test_a_jigsaw_has_a_map_of_its_own(rules: tuple[str, ...]) -> None:
    grids = [generate_jigsaw(NINE, rules, (), stream(record)) for record in range(4)]
    assert len({grid.geometry for grid in grids}) == 4
    assert generate_jigsaw(NINE, rules, (), stream()) == grids[0]
    for grid in grids:
        assert grid.geometry.rules == rules
        assert not grid.geometry.has_boxes
        assert grid.is_complete
        assert not list(grid.clashes())


def neighbours(cell: int, n: int) -> set[int]:
    row, column = divmod(cell, n)
    places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {r * n + c for r, c in places if 0 <= r < n and 0 <= c < n}


@pytest.mark.parametrize("n", [1, 2, 3, 4, 6, 7, 9, 12, 25])
def test_maps_are_connected_regions(n: int) -> None:
    drawn = random_regions(n, stream())
    assert list(dict.fromkeys(drawn)) == list(range(n))  # Numbered by first appearance.
    for region in range(n):
        cells = {cell for cell, number in enumerate(drawn) if number == region}
        assert len(cells) == n
        reached = {min(cells)}
        while more := {o for cell in reached for o in neighbours(cell, n)} & cells - reached:
            reached |= more
        assert reached == cells


def test_maps_do_not_fill_the_memory() -> None:
    """Caches by geometry are bounded; geometries of discarded maps are freed."""

    def known() -> int:
        gc.collect()
        return sum(isinstance(thing, Geometry) for thing in gc.get_objects())

    for record in range(600):
        grid = generate_jigsaw(Geometry.of_size(4), (), (), stream(record))
        assert not list(grid.clashes())
        if record == 300:
            before = known()
    assert known() <= before + 50
