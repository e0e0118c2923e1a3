"""The rules of a puzzle in words."""

import pytest

from sudokutools import read_grid
from sudokutools.constraints import KINDS, kind
from sudokutools.constraints.variant_rules import IN_WORDS, NAMES
from sudokutools.printing.in_words import rules_in_words
from tests.tables import cases


@cases
def test_rules_in_words(spec: str, sentences: str) -> None:
    size = {"4": 16, "6": 36, "9": 81}[spec[0]]
    assert " ".join(rules_in_words(read_grid(f"{size * '.'} {spec[2:]}"))) == sentences


@pytest.mark.parametrize("key", KINDS)
def test_every_kind_has_a_sentence_for_players(key: str) -> None:
    sentence = kind(key).in_words([kind(key)([0, 1], 4)])
    assert 30 < len(sentence) < 100
    assert sentence.count(". ") == 0
    assert not set(sentence) & set("`{}\n")


def test_every_rule_has_a_sentence() -> None:
    assert list(IN_WORDS) == list(NAMES)
