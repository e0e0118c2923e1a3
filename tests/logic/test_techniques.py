"""The table of techniques and the ladder that is made of it."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.ladder import rungs
from sudokutools.logic.levels import UNSOLVED
from sudokutools.logic.state import State
from sudokutools.logic.techniques import TABLE, find_technique, technique_named, techniques


@pytest.mark.parametrize("n", [1, 2, 4, 6, 7, 9, 12, 25])
def test_every_rung_is_made_and_none_falls(n: int) -> None:
    state = State(Grid.empty(Geometry.of(n, 1)))
    state.remove([(cell, mask) for cell, mask in enumerate(state.candidates) if mask])
    for rung in rungs(n):
        assert rung.producer()(state) is None
        assert all(rung.lowest <= technique.lowest for technique in rung.techniques)
    assert all(lower.lowest <= upper.lowest for lower, upper in pairwise(rungs(n)))
    assert sum((rung.techniques for rung in rungs(n)), ()) == techniques(n)


@pytest.mark.parametrize("n", [4, 9, 30])
def test_no_technique_has_two_rows(n: int) -> None:
    names = [technique.name for technique in techniques(n)]
    assert len(set(names)) == len(names)


def test_only_sizes_and_lengths_leave_a_rating_open() -> None:
    assert all(technique.lowest <= technique.highest for technique in TABLE)
    is_open = {technique for technique in TABLE if technique.highest == UNSOLVED}
    assert all(technique.is_chain or technique.name.endswith("type 3") for technique in is_open)
    assert all(technique in is_open for technique in TABLE if technique.is_chain)


def test_every_rating_that_was_met_is_one_of_a_technique() -> None:
    data = Path(__file__).parents[1] / "data"
    met = {
        round(10 * float(field))
        for line in (data / "ratings.tsv").read_text().splitlines()
        for field in line.split("\t")
        if re.fullmatch(r"1?\d\.\d", field)
    }
    assert len(met) > 30
    possible = {rating for technique in TABLE for rating in technique.ratings(9)}
    assert met <= possible
    assert not possible & {11, 13, 14, 16, 33, 55, 63, 64, 120}


def test_larger_subsets_widen_the_ratings() -> None:
    loop = technique_named("Unique loop type 3")
    assert [loop.ratings(n)[-1] for n in (6, 9, 16)] == [53, 53, 57]
    assert technique_named("Forcing chain").ratings(16)[-1] == UNSOLVED - 1


@pytest.mark.parametrize("n", [4, 9, 30])
def test_techniques_are_found_by_their_names(n: int) -> None:
    assert all(find_technique(row.name, n) == row for row in techniques(n))
    assert find_technique(" naked_PAIR ", n).name == "Naked pair"
    with pytest.raises(SudokuError, match=f"unknown technique 'Naked pear' for {n} "):
        find_technique("Naked pear", n)


def test_sizes_go_up_to_half_of_the_symbols() -> None:
    rows = {technique.name: technique for technique in techniques(13)}
    assert (rows["Naked sextuple"].lowest, rows["Whale"].lowest) == (58, 60)
    assert "Naked septuple" not in rows
    assert "Leviathan" not in rows
    assert "12-fish" in {technique.name for technique in techniques(25)}
    assert not [technique.name for technique in techniques(3) if technique.finder == "fish.Fish"]
