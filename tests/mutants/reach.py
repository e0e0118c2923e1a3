"""Which tests reach which functions, in whatever process, and a plugin that runs some tests only.

`probe` lets the functions of a module write down the tests that call them. `python -m pytest -p
tests.mutants.reach` appends the outcome of each test to the file `REPORT`, and runs the tests that
the file `CHOSEN` lists, in its order.
"""

import ast
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

PROBE = """
import os
from contextlib import suppress

def reached(place, seen=set()):
    pair = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0], place
    if pair not in seen:
        seen.add(pair)
        with suppress(OSError), open({file!r}, "a") as file:
            file.write("\\t".join(pair) + "\\n")
"""
"""A module of the changed tree: it writes a test and a place where they meet first."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(source: str) -> list[Function]:
    """Return the functions of a module, outer ones first."""
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, Function)]


def probe(source: str, module: str) -> str:
    """Return a module whose functions call `reached` with `module:LINE` of their `def`."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, Function):
            call = ast.parse(f"_reached({f'{module}:{node.lineno}'!r})").body
            node.body[ast.get_docstring(node) is not None : 0] = call
    future = [isinstance(n, ast.ImportFrom) and n.module == "__future__" for n in tree.body]
    start = future.index(True) + 1 if any(future) else ast.get_docstring(tree) is not None
    tree.body[start:start] = ast.parse("from sudokutools._reached import reached as _reached").body
    return ast.unparse(ast.fix_missing_locations(tree))


def place_of(source: str, line: int, module: str) -> str | None:
    """Return the place of the innermost function with a line; None: it is in none."""
    inside = [f.lineno for f in functions(source) if f.lineno < line <= (f.end_lineno or 0)]
    return f"{module}:{max(inside)}" if inside else None


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if name := os.environ.get("REPORT"):
        with Path(name).open("a") as file:
            file.write(f"{report.nodeid}\t{report.outcome}\t{report.duration:.3f}\n")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if name := os.environ.get("CHOSEN"):
        by_id = {item.nodeid: item for item in items}
        items[:] = _found(by_id, Path(name).read_text().splitlines())


def _found(by_id: dict[str, pytest.Item], names: Iterable[str]) -> list[pytest.Item]:
    return [by_id[name] for name in names if name in by_id]
