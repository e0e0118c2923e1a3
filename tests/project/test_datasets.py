"""The recipes of docs/datasets.md have the output that it shows; commands of coming-from.md run."""

import importlib.util
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.conftest import Shell
from tests.in_process import run
from tests.test_man import split_command

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "datasets.md").read_text(encoding="utf-8")
PROGRAMS = ("jq", "mlr", "parallel", "sqlite3", "awk")
MODULES = ("pandas", "polars", "duckdb")


def commands(text: str) -> list[tuple[str, str]]:
    """Return the command lines of a section, with their outputs."""
    blocks = "".join(re.findall(r"```console\n(.*?)```", text, re.DOTALL))
    parts = re.split(r"^\$ ", blocks, flags=re.MULTILINE)[1:]
    return [split_command(part.splitlines(keepends=True)) for part in parts]


START, *RECIPES = re.split(r"^## ", PAGE, flags=re.MULTILINE)
RATED = commands(RECIPES[0])[:1]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.partition("\n")[0])
def test_recipe(shell: Shell, recipe: str) -> None:
    text = "".join(line for line, _ in commands(recipe))
    for program in PROGRAMS:
        if re.search(rf"\b{program}\b", text) and shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    for module in MODULES:
        if f"import {module}" in text and importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed")
    before = [*commands(START), *(RATED if recipe is not RECIPES[0] else [])]
    for line, output in (*before, *commands(recipe)):
        ran = shell(f"set -o pipefail; {line}", status=None)
        assert (ran.status, ran.out, ran.err) == (0, output, ""), line


def test_commands_beside_those_of_other_programs(shell: Shell) -> None:
    page = (DOCS / "coming-from.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\|.* \| `(sudoku-.*)` \|$", page, re.MULTILINE)
    assert len(lines) > 40
    made = shell("sudoku-gen -n 2 --seed 1 --format line | sudoku-mask --minimal --seed 1").out
    files = {"puzzles.txt": made.encode(), "puzzle.txt": made.partition("\n")[0].encode()}
    for line in dict.fromkeys(lines):
        content = b""
        for part in line.replace("\\|", "|").split(" | "):
            ran = run(shlex.split(part), content, files)
            assert (ran.status, ran.err) == (0, b""), line
            content = ran.out
        assert content or "-o" in line, line
