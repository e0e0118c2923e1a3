"""Options whose value may be left out."""

from sudokutools.cli.mask.command import command
from sudokutools.cli.options.option import with_values
from tests.tables import cases


@cases
def test_a_value_that_is_left_out(typed: str, meant: str) -> None:
    assert with_values(command.params, typed.split()) == meant.split()
