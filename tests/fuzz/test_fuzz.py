"""Every target of Python on its corpus and on mutations of it; `python -m tests.fuzz` goes on."""

from __future__ import annotations

import importlib
from itertools import islice

import pytest

from tests.fuzz.__main__ import CORPUS, KERNELS, PYTHON
from tests.fuzz.driver import Check, mutants, seeds


@pytest.mark.parametrize("target", PYTHON)
def test_nothing_is_found(target: str) -> None:
    check: Check = importlib.import_module(f"tests.fuzz.{target}").check
    corpus = seeds(target)
    for data in [*corpus, *islice(mutants(corpus, target), 50)]:
        check(data)


def test_a_corpus_belongs_to_a_target() -> None:
    assert {path.name for path in CORPUS.iterdir()} <= {*KERNELS, *PYTHON}
