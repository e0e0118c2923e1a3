"""docs/api.md is generated from the docstrings, and every public name has an example."""

from __future__ import annotations

import pytest

import sudokutools
from tests.project.api import PAGE, page


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_public_names_are_listed() -> None:
    assert set(sudokutools.__all__) <= set(dir(sudokutools))


@pytest.mark.parametrize("name", sudokutools.__all__)
def test_a_public_name_has_an_example(name: str) -> None:
    section = page().split(f"\n## {name}\n")[1].split("\n## ")[0]
    assert ">>> " in section
