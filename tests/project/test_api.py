"""docs/api.md is generated from the docstrings, and every public name has an example."""

import pytest

import sudokutools
from sudokutools import (
    Geometry,
    Grid,
    Stream,
    SudokuError,
    explain,
    generate,
    hint,
    mask,
    read_grid,
    write,
)
from tests.project.api import PAGE, page


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_public_names_are_listed() -> None:
    assert set(sudokutools.__all__) <= set(dir(sudokutools))


@pytest.mark.parametrize("name", sudokutools.__all__)
def test_a_public_name_has_an_example(name: str) -> None:
    section = page().split(f"\n## {name}\n")[1].split("\n## ")[0]
    assert ">>> " in section


def test_random_without_a_seed_and_repeatable_with_one() -> None:
    nine = Geometry.of(3, 3)
    assert generate(nine) != generate(nine)
    grid = generate(nine, seed=7)
    assert grid == generate(nine, seed="7") == generate(nine, stream=Stream("sudoku-gen", "7", 0))
    assert mask(grid).puzzle != mask(grid).puzzle
    assert mask(grid, seed=7) == mask(grid, stream=Stream("sudoku-mask", "7", 0))
    with pytest.raises(SudokuError, match="stream and seed cannot be combined"):
        generate(nine, stream=Stream("", "", 0), seed=7)


def test_what_is_not_explained_or_written() -> None:
    assert hint(generate(Geometry.of(2, 2))) is None
    several = Grid(Geometry.of(2, 2), [1, 2, 3, 4, 3, 4, 1, 2, *8 * [0]])
    with pytest.raises(SudokuError, match="stuck after 0 steps: no technique applies"):
        list(explain(read_grid("12.4.....1..4.2."), only="x-wing"))
    with pytest.raises(SudokuError, match="the scale of HoDoKu is for 9x9 grids only"):
        explain(several, "hodoku")
    with pytest.raises(SudokuError, match="'skyscraper' is of scale hodoku"):
        hint(several, only="skyscraper")
    for form, message in (("xml", "unknown format"), ("sdk", "9x9 grids only")):
        with pytest.raises(SudokuError, match=message):
            write(generate(Geometry.of(2, 2)), form)
