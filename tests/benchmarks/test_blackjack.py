"""How fast blackjack computes: whole rule sets, single hands, rounds a second of every engine.

pytest tests/benchmarks/test_blackjack.py
"""

from __future__ import annotations

from typing import Any

import pytest

from sudokutools._support import core
from sudokutools.blackjack.house import house_odds
from sudokutools.blackjack.odds import full_shoe, hand_odds
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.simulate import Runner, Simulation
from sudokutools.blackjack.strategy import by_chart

pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core")


@pytest.mark.parametrize("decks", [1, 6, 0])
def test_a_rule_set(benchmark: Any, decks: int) -> None:
    house = benchmark(house_odds, Rules(decks=decks))
    assert -0.01 < house.ev["td"] < 0.01


def test_a_hand(benchmark: Any) -> None:
    rules = Rules()
    odds = benchmark(hand_odds, rules, full_shoe(rules), (7, 7), 0)
    assert odds.best == "split"


@pytest.mark.usefixtures("variant")
def test_a_million_rounds(benchmark: Any) -> None:
    rules = Rules()
    runner = Runner(Simulation(rules, by_chart(rules, house_odds(rules).chart)), "7")
    part = benchmark(runner.play, 0, 2_000_000)
    assert sum(part.results.values()) == 2_000_000
