"""Numbers that stand in a C file and in a module of Python are the same in both."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import sudokutools
from tests.tables import rows_of

CORE = Path(sudokutools.__file__).parent / "_core"


ROWS = rows_of("core/same_numbers.tsv")
"""A C file, names there, a module, and the same numbers by their names there. The others are told
to kernels (the keys of rules), read from them (the names of cores), or compared by their own tests
(techniques), or stand in C only (classes of bands)."""


def numbers_of(file: Path) -> dict[str, int]:
    """Return the constants of a C file that are literals, by name."""
    text = re.sub(r"/\*.*?\*/|\(size_t\)|\bUINT\d+_C\b", "", file.read_text(), flags=re.DOTALL)
    found = re.findall(r"^#define (\w+) \(*(\d[\d <)]*?) *\)*$", text, re.MULTILINE)
    numbers = {name: _number(value) for name, value in found}
    for body in re.findall(r"\benum (?:\w+ )?\{(.*?)\}", text, re.DOTALL):
        following = 0
        for item in filter(None, map(str.strip, body.split(","))):
            name, _, value = item.partition(" = ")
            if value and not re.fullmatch(r"-?\d+( << \d+)?", value):
                break
            following = _number(value) if value else following
            numbers[name] = following
            following += 1
    return numbers


def _number(text: str) -> int:
    first, _, shift = text.replace(")", "").partition(" << ")
    return int(first) << int(shift or 0)


@pytest.mark.parametrize(("file", "theirs", "module", "ours"), ROWS)
def test_numbers_of_c_are_those_of_python(file: str, theirs: str, module: str, ours: str) -> None:
    numbers = numbers_of(CORE / file)
    values = [getattr(import_module(f"sudokutools.{module}"), name) for name in ours.split()]
    found = [int.from_bytes(v, "big") if isinstance(v, bytes) else v for v in values]
    assert [numbers[name] for name in theirs.split()] == found
