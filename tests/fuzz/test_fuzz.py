"""Every target of Python on its corpus and on mutations of it; `python -m tests.fuzz` continues."""

import importlib
from itertools import islice

import pytest

from tests.fuzz.__main__ import CORPUS, KERNELS, PYTHON
from tests.fuzz.driver import Check, mutants, seeds
from tests.fuzz.planted import bugs


@pytest.mark.parametrize("target", PYTHON)
def test_nothing_is_found(target: str) -> None:
    check: Check = importlib.import_module(f"tests.fuzz.{target}").check
    corpus = seeds(target)
    for data in [*corpus, *islice(mutants(corpus, target), 50)]:
        check(data)


def test_a_corpus_belongs_to_a_target() -> None:
    assert {path.name for path in CORPUS.iterdir()} <= {*KERNELS, *PYTHON}


def test_planted_bugs_fit_the_sources() -> None:
    core = CORPUS.parents[2] / "sudokutools" / "_core"
    for bug in bugs():
        assert (core / bug.file).read_text().count(bug.old) == 1, bug
        assert bug.subject in KERNELS or (CORPUS.parents[2] / bug.subject).exists()
