"""Imports point one way, and starting a command imports only what it needs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "sudokutools"
HEAVY = ["multiprocessing", "concurrent", "tempfile", "csv", "json", "random", "importlib.metadata"]
LATE = ["sudokutools.blocks", "sudokutools.logic.ladder", "sudokutools.engines.dlx", "matplotlib"]


def imported_modules(file: Path) -> set[str]:
    """Return the modules that a file imports anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


LIBRARY = [f for f in PACKAGE.rglob("*.py") if "cli" not in f.relative_to(PACKAGE).parts]


@pytest.mark.parametrize("file", LIBRARY, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_nothing_below_the_commands_knows_them(file: Path) -> None:
    modules = imported_modules(file)
    assert not [name for name in modules if name.split(".")[0] == "click" or ".cli" in name]
    names = {n.id for n in ast.walk(ast.parse(file.read_text())) if isinstance(n, ast.Name)}
    assert "print" not in names
    source = file.read_text()
    assert "sys.exit" not in source
    assert "os.environ" not in source


ORDER = ["errors", "grid", "streams", "reading", "writing", "engines", "logic", "solving"]


def test_the_bottom_does_not_know_the_top() -> None:
    for level, name in enumerate(ORDER[:4]):
        above = {f"sudokutools.{upper}" for upper in ORDER[max(level + 1, 4) :]}
        path = PACKAGE / name
        for file in path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]:
            for module in imported_modules(file):
                assert not any(module == m or module.startswith(m + ".") for m in above), file


@pytest.mark.parametrize("command", ["gen", "mask", "solve", "check", "blackjack"])
def test_starting_a_command_imports_little(command: str) -> None:
    code = (
        "import sys, click; before = set(sys.modules);"
        f"import sudokutools.cli.{command}; print(*sorted(set(sys.modules) - before))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = ran.stdout.split()
    for name in HEAVY + LATE:
        assert not [m for m in modules if m == name or m.startswith(name + ".")], name
