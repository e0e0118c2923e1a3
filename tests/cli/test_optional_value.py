"""Options whose value may be left out."""

import pytest

from sudokutools.cli.mask import command
from sudokutools.cli.options.optional_value import with_values


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("--cages", "--cages=2-4"),
        ("--cages 2-3 grids", "--cages 2-3 grids"),
        ("--cages 3 grids", "--cages 3 grids"),
        ("--cages grids.txt", "--cages=2-4 grids.txt"),
        ("--cages ./2-3", "--cages=2-4 ./2-3"),
        ("--cages -", "--cages=2-4 -"),
        ("--cages --less --parity 20", "--cages=2-4 --less=100 --parity 20"),
        ("--less -n 5 --parity", "--less=100 -n 5 --parity=30"),
        ("--seed --cages --less", "--seed --cages --less=100"),
        ("--cages -- 2-3", "--cages=2-4 -- 2-3"),
        ("--any --less -- --less", "--any --less=100 -- --less"),
        ("--cages=2-3 grids", "--cages=2-3 grids"),
        ("-v --cages -q", "-v --cages=2-4 -q"),
    ],
)
def test_a_value_that_is_left_out(typed: str, meant: str) -> None:
    assert with_values(command.params, typed.split()) == meant.split()
