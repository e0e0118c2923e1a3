"""Tables of cases: files of rows, whose fields stand between tabs."""

import ast
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from string import Template
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])


def rows_of(name: str) -> list[list[str]]:
    r"""Return the rows of a file in `tests` below their title; comments begin with `# `.

    In a field `\n`, `\t`, `\\` and `\x1b` mean what they mean in Python.
    """
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").split("\n")
    _, *rows = (line for line in lines if line and not line.startswith("# "))
    return [list(map(_plain, row.split("\t"))) for row in rows]


def texts_of(name: str) -> list[str]:
    """Return the texts of a file in `tests` between empty lines."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [f"{part}\n" for part in text.removesuffix("\n").split("\n\n")]


def cases(test: Test) -> Test:
    """Run a test with the rows below its name, in the table next to its module.

    Their title names its arguments. `${NAME}` is a text of the module. Arguments that are no
    texts are written as in Python. Rows below the word `long` are for long runs only; comments
    begin with `# `.
    """
    module = sys.modules[test.__module__]
    kinds = inspect.get_annotations(test)
    tables = Path(inspect.getfile(test)).with_suffix(".tsv").read_text(encoding="utf-8")
    (table,) = (part for part in tables.split("\n\n") if part.startswith(f"{test.__name__}\n"))
    lines = [line for line in table.rstrip("\n").split("\n") if not line.startswith("# ")]
    _, names, *rows = (line.split("\t") for line in lines)
    at = rows.index(["long"]) if ["long"] in rows else len(rows)
    values: list[Any] = [
        [
            Template(_plain(field)).safe_substitute(vars(module))
            if kinds[name] in (str, "str")
            else ast.literal_eval(field)
            for name, field in zip(names, row, strict=True)
        ]
        for row in rows[:at] + rows[at + 1 :]
    ]
    values[at:] = [pytest.param(*row, marks=pytest.mark.long) for row in values[at:]]
    parametrized: Test = pytest.mark.parametrize(names, values)(test)
    return parametrized


def _plain(field: str) -> str:
    return field.encode("ascii", "backslashreplace").decode("unicode_escape")
