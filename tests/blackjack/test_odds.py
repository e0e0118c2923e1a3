"""Exact odds: reference tables, published values, the twins, and every order of the cards."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.blackjack.analysis import Best, UpcardOdds, hand_of
from sudokutools.blackjack.cards import RANKS, total
from sudokutools.blackjack.dealer import dealer_totals
from sudokutools.blackjack.house import House
from sudokutools.blackjack.odds import (
    STRATEGIES,
    CompiledKernel,
    PythonKernel,
    full_shoe,
    hand_odds,
    insurance_value,
    kernel_for,
)
from sudokutools.blackjack.rules import INFINITE, Rules, parse_decks
from sudokutools.errors import SudokuError
from tests.blackjack.brute_force import KING, Hand, Table, round_value
from tests.conftest import sweep
from tests.tables import cases

DATA = Path(__file__).parent / "data"
PAYOUTS = {"1.5": (3, 2), "1.2": (6, 5), "1": (1, 1), "2": (2, 1)}

needs_core = pytest.mark.skipif(core.native() is None, reason="no compiled core")


def rows(name: str) -> Iterator[dict[str, str]]:
    with (DATA / name).open() as file:
        yield from csv.DictReader(file, delimiter="\t")


def rules_of(row: dict[str, str]) -> Rules:
    surrender = row.get("late_surrender", row.get("surrender", ""))
    return Rules(
        decks=parse_decks(row["decks"].lower()),
        hit_soft_17=row["soft17"] == "H17",
        double_after_split=row["das"] in ("1", "DAS"),
        double=row.get("double_rule", "any2"),
        max_hands=int(row.get("max_hands", 4)),
        max_ace_hands=int(row.get("max_hands_aces", 2)),
        surrender="late" if surrender in ("1", "LS") else "none",
        payout=PAYOUTS[row.get("bj_payoff", "1.5")],
        peek=row.get("peek", "peek") == "peek",
    )


def test_dealer_against_the_reference() -> None:
    for row in rows("dealer.tsv"):
        rules = rules_of(row | {"das": "1"})
        upcard = RANKS.index(row["up"])
        infinite = rules.decks == INFINITE
        chances = dealer_totals(full_shoe(rules), upcard, rules.hit_soft_17, infinite)
        left = chances.without_blackjack()
        expected = [float(row[f"p{end}"]) for end in (17, 18, 19, 20, 21, "_blackjack", "_bust")]
        assert [*chances.totals, chances.blackjack, chances.bust] == pytest.approx(
            expected, abs=1e-10
        )
        assert left.bust == pytest.approx(float(row["nobj_p_bust"]), abs=1e-10)


@needs_core
@pytest.mark.parametrize("part", sweep([0], range(1, 5)))
def test_rule_sets_against_the_reference(part: int) -> None:
    for row in islice(rows("house_edge.tsv"), part, None, 5):
        house = House(rules_of(row))
        expected = {name: float(row[f"ev_{name}"]) for name in STRATEGIES}
        assert house.ev == pytest.approx(expected, abs=1e-8), row


@needs_core
@pytest.mark.parametrize("part", sweep([0], range(1, 3)))
def test_hands_against_the_reference(part: int) -> None:
    for row in islice(rows("hand_values.tsv"), part, None, 3):
        rules = rules_of(row)
        hand = tuple(map(RANKS.index, row["hand"]))
        odds = hand_odds(rules, full_shoe(rules), hand, RANKS.index(row["up"]))
        tolerance = 1e-7 if rules.decks == INFINITE else 1e-8
        for action in set(odds.values) & {"stand", "hit", "double", "split"}:
            expected = float(row[f"ev_{action}"])
            assert odds.values[action] == pytest.approx(expected, abs=tolerance), row


@needs_core
def test_charts_against_the_reference() -> None:
    charts: dict[Rules, dict[tuple[str, str], tuple[str, ...]]] = {}
    for row in rows("charts.tsv"):
        rules = rules_of(row)
        if rules not in charts:
            found = House(rules).chart.rows()
            charts[rules] = {(section, hand): cells for section, hand, cells in found}
        expected = tuple(row[f"vs{upcard}"] for upcard in "23456789TA")
        assert charts[rules][row["section"], row["hand"]] == expected, row


# Wizard of Odds, blackjack appendix 9.
@needs_core
@cases
def test_published_values(change: dict[str, Any], value: float, tolerance: float) -> None:
    assert House(Rules(**change)).ev["cdp"] == pytest.approx(value, abs=tolerance)


# Wizard of Odds, the side bet Push 22, and 12 against 4 in the newsletter of July 11, 2019.
@cases
def test_published_chance_of_22(decks: int, chance: float) -> None:
    shoe = full_shoe(Rules(decks=decks))
    chances = [dealer_totals(shoe, up, True, push_22=True).totals[5] for up in range(10)]
    found = sum(map(float.__mul__, chances, (count / sum(shoe) for count in shoe)))
    assert found == pytest.approx(chance, abs=1e-6)
    rules = Rules(decks=INFINITE, hit_soft_17=True, push_22=True)
    values = hand_odds(rules, full_shoe(rules), (9, 1), 3).values
    assert (values["stand"], values["hit"]) == pytest.approx((-0.301161, -0.279823), abs=1e-6)


# Exact values of other options, three decks: CDZ-, CDP1, CDP, TD.
@needs_core
@cases
def test_rule_options(change: dict[str, Any], values: tuple[float, ...]) -> None:
    ev = House(replace(Rules(decks=3), **change)).ev
    assert [ev[name] for name in STRATEGIES] == pytest.approx(values, abs=1e-9)


# The value of rules in hundredths of the bet: Wizard of Odds, rule variations. Early surrender is
# .24 against a ten and .39 against an ace there, a hole card or original bets only .11. Charlies
# are 1.46, .16 and .01; ours, which every order of the cards confirms below, come to .06 more for
# five cards and .01 less for six: the list does not define how hands are played towards one.
@needs_core
@cases
def test_published_worth_of_rules(
    before: dict[str, Any], change: dict[str, Any], worth: float, tolerance: float
) -> None:
    rules = Rules(**before)
    gain = House(replace(rules, **change)).ev["cdz"] - House(rules).ev["cdz"]
    assert 100 * gain == pytest.approx(worth, abs=tolerance)


@needs_core
def test_original_bets_only_is_worth_a_look() -> None:
    for change in ({}, {"charlie": 5}, {"surrender": "early"}, {"max_hands": 7}):
        rules = replace(Rules(decks=2), **change)
        looks, not_at_all = House(rules), replace(rules, peek=False, original_bets_only=True)
        assert House(not_at_all).ev == looks.ev
    # Late surrender is before anything is known there: as good as early.
    rules = Rules(decks=2, surrender="late", peek=False, original_bets_only=True)
    assert House(rules).ev == House(Rules(decks=2, surrender="early")).ev


@needs_core
def test_more_hands_come_to_what_endless_splits_of_infinite_decks_do() -> None:
    """A pair card that comes is one more hand: two of each hand v solve v = (1 - p) n + 2 p v."""
    rules = Rules(decks=INFINITE, max_hands=32)
    odds = UpcardOdds(rules, full_shoe(rules), 5)
    for pair in (1, 7, 9):
        card, extra = hand_of([pair]), hand_of([pair])
        p = odds.draws(card)[pair]
        other = sum(
            chance * odds.after_split(card + hand_of([rank]), extra, odds.best, pair)
            for rank, chance in enumerate(odds.draws(card))
            if rank != pair
        )
        value = kernel_for(rules, full_shoe(rules), 5, (pair, pair)).values(5, (pair, pair), None)
        # A thousandth of all splits of tens would need more than 32 hands.
        assert value.cdz == pytest.approx(2 * other / (1 - 2 * p), abs=2e-3 if pair == 9 else 1e-9)


@needs_core
def test_no_edge_depends_on_splitting_tens_by_rank() -> None:
    by_rank = House(Rules(decks=2, split="rank")).ev
    assert by_rank == pytest.approx(House(Rules(decks=2)).ev, abs=1e-12)


@needs_core
@pytest.mark.parametrize("max_hands", sweep([1], [2, 3]))
def test_infinite_decks_in_python(max_hands: int) -> None:
    rules = Rules(decks=INFINITE, max_hands=max_hands)
    core.force_python()
    try:
        house = House(rules)
    finally:
        core.force_python(False)
    assert house.ev == pytest.approx(House(rules).ev, abs=1e-10)


def policy_of(odds: UpcardOdds) -> Any:
    """Return the composition-dependent play of the twin, in the form of the brute force."""

    def policy(hand: Hand, may_double: bool) -> str:
        cards = hand_of(hand)
        if may_double and odds.best.doubles(cards):
            return "double"
        return "hit" if odds.best.hits(cards) else "stand"

    return policy


@cases
def test_every_order_of_the_cards(
    change: dict[str, Any], counts: tuple[int, ...], upcard: int, hand: Hand
) -> None:
    rules = Rules(**change)
    odds = UpcardOdds(rules, counts, upcard)
    table = Table(rules, counts, upcard, policy_of(odds))
    cards = hand_of(hand)
    assert odds.stand(cards) == pytest.approx(float(table.value(hand, "stand")), abs=1e-13)
    assert odds.hit(cards, 0, odds.best) == pytest.approx(
        float(table.value(hand, "hit")), abs=1e-13
    )
    assert odds.double(cards) == pytest.approx(float(table.value(hand, "double")), abs=1e-13)
    if hand[0] == hand[1]:
        assert odds.split(hand[0], "cdz") == pytest.approx(
            float(table.value(hand, "split")), abs=1e-13
        )


@cases
def test_original_bets_only_in_every_order_of_the_cards(
    change: dict[str, Any], counts: tuple[int, ...], upcard: int, hand: Hand
) -> None:
    """Without a peek an action is worth as much as after one, less a bet for blackjacks."""
    rules = replace(Rules(**change), peek=False, original_bets_only=True, surrender="early")
    odds = UpcardOdds(rules, counts, upcard)
    table = Table(rules, counts, upcard, policy_of(odds))
    found = hand_odds(rules, counts, hand, upcard).values
    for action, value in found.items():
        assert value == pytest.approx(float(table.value(hand, action)), abs=1e-13), action
    all_bets = hand_odds(replace(rules, original_bets_only=False), counts, hand, upcard).values
    assert all_bets["split"] < found["split"] - 1e-3
    assert all_bets["double"] < found["double"] - 1e-3
    assert all_bets["stand"] == pytest.approx(found["stand"], abs=1e-13)


# The last two counts are the tens: kings, which are split here, after the others.
@cases
def test_every_order_of_the_cards_with_splits_by_rank(
    change: dict[str, Any], cards: tuple[int, ...], upcard: int
) -> None:
    rules = Rules(**change)
    counts = (*cards[:9], cards[9] + cards[KING])
    up = min(upcard, 9)
    odds = UpcardOdds(rules, counts, up)
    expected = float(Table(rules, cards, upcard, policy_of(odds)).value((KING, KING), "split"))
    face = cards[KING], upcard == KING
    assert odds.split(9, "cdz", face) == pytest.approx(expected, abs=1e-13)
    # Any other ten would be one more pair card: by value this is another number.
    assert odds.split(9, "cdz") != pytest.approx(expected, abs=1e-6)
    if core.native() is not None:
        kernel = CompiledKernel(rules, counts, up, (9, 9))
        assert kernel.values(up, (9, 9), face).cdz == pytest.approx(expected, abs=1e-13)


@cases
def test_every_deal_of_a_given_shoe(change: dict[str, Any], counts: tuple[int, ...]) -> None:
    rules = Rules(**change)
    expected = round_value(rules, counts, lambda up: policy_of(UpcardOdds(rules, counts, up)))
    assert House(rules, counts).ev["cdz"] == pytest.approx(float(expected), abs=1e-13)
    kept = replace(rules, surrender="none")
    if rules != kept:
        assert House(kept, counts).ev["cdz"] < float(expected) - 1e-3


def test_known_fractions_of_tiny_shoes() -> None:
    odds = UpcardOdds(Rules(), (2, 0, 0, 0, 0, 2, 0, 7, 0, 8), 0)
    assert odds.split(7, "cdz") == pytest.approx(-57293 / 49140, abs=1e-14)
    aces = UpcardOdds(Rules(max_ace_hands=4), (5, 0, 0, 0, 0, 2, 0, 3, 4, 6), 9)
    assert aces.split(0, "cdz") == pytest.approx(6003 / 6370, abs=1e-14)


@needs_core
@pytest.mark.parametrize("number", sweep(range(3), range(3, 12)))
def test_twins_agree_on_hands_and_shoes(number: int) -> None:
    chance = Stream("test", "odds", number)

    def flag() -> bool:
        return bool(chance.below(2))

    rules = Rules(
        decks=1,
        hit_soft_17=flag(),
        double_after_split=flag(),
        double=("any2", "9-11", "10-11")[chance.below(3)],
        max_hands=1 + chance.below(4),
        max_ace_hands=1 + chance.below(4),
        hit_split_aces=flag(),
        peek=flag(),
    )
    if number % 3 == 0:
        rules = replace(
            rules,
            max_hands=2 + chance.below(31),
            max_ace_hands=2 + chance.below(31),
            charlie=(0, 5, 6, 7)[chance.below(4)],
            original_bets_only=not rules.peek and flag(),
            double_after_hit=flag(),
            push_22=flag(),
        )
    counts = (*(1 + chance.below(4) for _ in range(9)), 8 + chance.below(9))
    ranks = [rank for rank in range(10) for _ in range(counts[rank])]
    chance.shuffle(ranks)
    part = 0.4 * (number % 3 == 1)
    shoe: Any = tuple(count + part for count in counts)  # There are parts of cards at a count.
    upcard = ranks[0]
    pairs = [rank for rank in range(5, 10) if counts[rank] - (rank == upcard) > 1]
    for hand in ((ranks[1], ranks[2]), (pairs[0], pairs[0]), (pairs[-1], pairs[-1])):
        if total(hand)[0] == 21:
            continue
        twin = PythonKernel(rules, shoe).values(upcard, hand, None)
        for root in (hand, ()):
            kernel = CompiledKernel(rules, shoe, upcard, root)
            assert kernel.values(upcard, hand, None) == pytest.approx(twin, abs=1e-12)
        kernel = CompiledKernel(rules, shoe, upcard, hand)
        hard, *soft = (bytes(chance.below(4) for _ in range(22)) for _ in range(3))
        for plan in (hard + half for half in soft):
            assert kernel.chart_values(upcard, hand, plan) == pytest.approx(
                PythonKernel(rules, shoe).chart_values(upcard, hand, plan), abs=1e-12
            )


FEW = [Rules(decks=1, peek=False), Rules(decks=INFINITE)]


@pytest.mark.parametrize("tables", sweep([FEW], [[Rules(hit_soft_17=True)]]))
def test_every_core_computes_the_same_odds_to_the_last_bit(
    tables: list[Rules], variant: str
) -> None:
    for rules in tables:
        found = House(rules)
        core.select("scalar")
        expected = House(rules)
        core.select(variant)
        assert (found.ev, found.dealer) == (expected.ev, expected.dealer)
        assert list(found.chart.rows()) == list(expected.chart.rows())


@needs_core
def test_twins_agree_on_pairs_by_rank() -> None:
    two = Rules(decks=2, split="rank")
    faces = [(two, 0, (8, False)), (two, 9, (8, True)), (two, 9, (5, False)), (two, 5, (2, False))]
    for rules, upcard, face in [*faces, (replace(two, decks=INFINITE), 5, (8, False))]:
        twin = PythonKernel(rules, full_shoe(rules)).values(upcard, (9, 9), face)
        kernel = CompiledKernel(rules, full_shoe(rules), upcard, (9, 9))
        assert kernel.values(upcard, (9, 9), face) == pytest.approx(twin, abs=1e-12)


@needs_core
def test_a_last_card_in_parts_is_the_hole_card() -> None:
    rules = Rules(decks=1)
    shoe: Any = (0.4, 0, 0, 0, 1, 1, 0.6, 0, 0, 1)
    twin = PythonKernel(rules, shoe).values(9, (4, 5), None)
    values = CompiledKernel(rules, shoe, 9, (4, 5)).values(9, (4, 5), None)
    assert values == pytest.approx(twin, abs=1e-12)


def test_a_shoe_that_can_run_out_is_refused() -> None:
    with pytest.raises(SudokuError, match="could run out during a hand"):
        hand_odds(Rules(), (1, 1, 1, 1, 1, 1, 1, 1, 0, 0), (1, 2), 3)
    with pytest.raises(SudokuError, match="could run out during a hand"):
        # The dealer has both other tens: no card is left to hit.
        hand_odds(Rules(), (0, 0, 0, 0, 0, 0, 0, 0, 0, 4), (9, 9), 9, actions=("stand", "hit"))
    with pytest.raises(SudokuError, match="not in this shoe"):
        hand_odds(Rules(), (0, *[9] * 9), (0, 1), 3)


def test_insurance_pays_above_a_third_of_tens() -> None:
    rules = Rules(decks=1)
    counts = full_shoe(rules)
    # 16 tens of the 49 cards that are not seen with a hand of none.
    assert insurance_value(rules, counts, (1, 2)) == pytest.approx(3 * 16 / 49 - 1)
    natural = hand_odds(rules, counts, (0, 9), 0)
    assert natural.values == {"stand": 1.5}


def test_best_play_is_no_worse_than_its_own_plan() -> None:
    odds = UpcardOdds(Rules(decks=1), full_shoe(Rules(decks=1)), 9)
    other = Best(odds, hand_of([5]))
    for hand in ((9, 5), (5, 4), (0, 5)):
        cards = hand_of(hand)
        assert odds.play(cards, 0, odds.best) >= odds.play(cards, 0, other) - 1e-12


def test_the_kernel_is_chosen_once_it_is_there() -> None:
    rules = Rules(decks=1)
    core.force_python()
    try:
        assert isinstance(kernel_for(rules, full_shoe(rules)), PythonKernel)
    finally:
        core.force_python(False)
