"""Options whose value may be left out."""

import pytest

from sudokutools.cli.mask import command
from sudokutools.cli.options.option import with_values


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("--cages", "--cages=printed"),
        ("--cages 2-3 grids", "--cages 2-3 grids"),
        ("--cages 3 grids", "--cages 3 grids"),
        ("--cages grids.txt", "--cages=printed grids.txt"),
        ("--cages ./2-3", "--cages=printed ./2-3"),
        ("--cages -", "--cages=printed -"),
        ("--cages --less --parity 20", "--cages=printed --less=100 --parity 20"),
        ("--less -n 5 --parity", "--less=100 -n 5 --parity=30"),
        ("--seed --cages --less", "--seed --cages --less=100"),
        ("--cages -- 2-3", "--cages=printed -- 2-3"),
        ("--any --less -- --less", "--any --less=100 -- --less"),
        ("--cages=2-3 grids", "--cages=2-3 grids"),
        ("-v --cages -q", "-v --cages=printed -q"),
    ],
)
def test_a_value_that_is_left_out(typed: str, meant: str) -> None:
    assert with_values(command.params, typed.split()) == meant.split()
