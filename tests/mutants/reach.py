"""Which tests reach which blocks of statements, in whatever process, and a plugin that runs some.

`probe` lets the blocks of a module write down the tests that run them. `python -m pytest -p
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

Suite = tuple[list[ast.stmt], int]
"""The statements of a block in a function, and its first line: that of `def` for a function."""


def suites(tree: ast.AST) -> dict[int, Suite]:
    """Return the blocks in functions, such as the body of an `if`, by their first statement."""
    found: dict[int, Suite] = {}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        if any("cache" in ast.unparse(name) for name in function.decorator_list):
            continue  # Only the first of the tests that use a cache would be known.
        for node in ast.walk(function):
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, ())
                if isinstance(block, list) and block:
                    first = block[0].lineno
                    found[first] = block, node.lineno if node is function else first
    return found


def probe(source: str, module: str) -> str:
    """Return a module whose blocks call `reached` with `module:LINE` of their first statement."""
    tree = ast.parse(source)
    for line, (block, _) in suites(tree).items():
        is_docstring = isinstance(block[0], ast.Expr) and isinstance(block[0].value, ast.Constant)
        block[is_docstring:0] = ast.parse(f"_reached({f'{module}:{line}'!r})").body
    future = [isinstance(n, ast.ImportFrom) and n.module == "__future__" for n in tree.body]
    start = future.index(True) + 1 if any(future) else ast.get_docstring(tree) is not None
    tree.body[start:start] = ast.parse("from sudokutools._reached import reached as _reached").body
    return ast.unparse(ast.fix_missing_locations(tree))


def place_of(source: str, line: int, module: str) -> str | None:
    """Return the place of the innermost block with a line; None: it is in none."""
    inside = [
        (start, first)
        for first, (block, start) in suites(ast.parse(source)).items()
        if start <= line <= (block[-1].end_lineno or 0)
    ]
    return f"{module}:{max(inside)[1]}" if inside else None


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
