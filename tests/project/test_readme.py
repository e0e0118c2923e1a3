"""The README's examples have the output that it shows."""

import re
from pathlib import Path

import pytest

from tests.conftest import Shell

README = (Path(__file__).parents[2] / "README.md").read_text()
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_examples(shell: Shell, block: str) -> None:
    for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, expected = example.partition("\n")
        if "puzzle.txt" in line and "tee" not in line:
            tour = "sudoku-gen --seed tour | sudoku-mask --level hard --seed tour > puzzle.txt; "
            line = tour + line
        ran = shell(f"exec 2>&1; {line}", status=None)  # In the order that a terminal shows.
        assert ran.out.strip() == expected.strip()


def test_the_two_commands_are_there() -> None:
    commands = re.findall(r"```\n\$ (.*)\n```", README)
    assert commands[0].startswith("python3 -m venv ~/sudoku && ~/sudoku/bin/pip install")
    assert commands[1].endswith(".venv/bin/pytest")
