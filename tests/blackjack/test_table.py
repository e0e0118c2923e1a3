"""The round: every rule that simple programs get wrong, on cards in a known order; and shoes."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools._support.streams import Stream
from sudokutools.blackjack.advice import advise
from sudokutools.blackjack.cards import parse_card
from sudokutools.blackjack.game import Round
from sudokutools.blackjack.player import Player, Seat
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.shoe import Shoe, deck
from sudokutools.errors import SudokuError
from tests.blackjack import Stacked
from tests.tables import cases


def deal(
    ranks: str,
    rules: Rules | None = None,
    bets: tuple[int, ...] = (1000,),
    bankroll: int = 100_000,
    spots: int = 1,
) -> Round:
    """Start a round on ranks in the order of the deal, one card a letter."""
    cards = [parse_card(rank + "shdc"[i % 4]) for i, rank in enumerate(ranks.replace(" ", ""))]
    players = [(Player(f"P{i}", bankroll), bet) for i, bet in enumerate(bets)]
    seats = [pair for pair in players for _ in range(spots)]
    return Round(rules or Rules(), Stacked(cards), seats)


def run(round_: Round, *answers: str | int) -> list[tuple[str, int]]:
    """Answer all questions; return outcome and profit of every hand of every seat."""
    for answer in answers:
        round_.answer(answer)
    assert round_.question is None
    return [(hand.outcome, hand.profit) for seat in round_.seats for hand in seat.hands]


def actions(round_: Round) -> tuple[str, ...]:
    assert round_.question is not None
    return round_.question.actions


def with_rules(**changes: Any) -> Rules:
    return replace(Rules(), **changes)


def deal_by(ranks: str, changes: dict[str, Any]) -> Round:
    """Start a round with other rules or arguments of `deal`."""
    given = {name: changes[name] for name in ("bets", "bankroll", "spots") if name in changes}
    rules = {name: changes[name] for name in changes if name not in (*given, "cards")}
    return deal(ranks, with_rules(**rules), **given)


# The order of the cards: players, upcard, players, hole card, then as drawn.


def test_the_deal_goes_in_rotation() -> None:
    round_ = deal("2 3 4 5 6 7", bets=(100, 100))
    assert [[str(card)[0] for card in seat.hands[0].cards] for seat in round_.seats] == [
        ["2", "5"],
        ["3", "6"],
    ]
    assert [str(card)[0] for card in round_.dealer] == ["4", "7"]
    assert round_.hole_is_hidden


@cases
def test_what_rounds_come_to(
    ranks: str, answers: str, expected: str, changes: dict[str, Any]
) -> None:
    round_ = deal_by(ranks, changes)
    has = changes.get("bankroll", 100_000)
    words = [word.replace("_", " ") for word in answers.split()]
    run(round_, *(int(word) if word.isdigit() else word for word in words))
    reported = []
    for seat in round_.seats:
        reported += [f"{hand.outcome} {hand.profit:+}" for hand in seat.hands]
        reported += [f"insurance {seat.insurance_profit:+}"] if seat.insurance else []
    for player, seats in round_.spots.items():
        tally, won = player.tally, sum(seat.profit for seat in seats)
        assert (player.bankroll, tally.net) == (has + won, won)
        assert (tally.rounds, tally.hands) == (1, sum(len(seat.hands) for seat in seats))
        assert (tally.longest_won, tally.longest_lost) == (won > 0, won < 0)
        assert [tally.lowest, tally.highest] == sorted((has, player.bankroll))
    assert ", ".join(reported) == expected
    dealt = [len(round_.seats[0].hands[0].cards), len(round_.dealer)]
    assert dealt == changes.get("cards", dealt)


@cases
def test_what_is_offered(ranks: str, answers: str, expected: str, changes: dict[str, Any]) -> None:
    round_ = deal_by(ranks, changes)
    for answer in answers.split():
        round_.answer(answer)
    assert actions(round_) == tuple(expected.split())


def test_advice_in_the_first_round_is_that_of_a_full_shoe() -> None:
    rules = Rules(decks=2, split="rank")
    shoe = Shoe(rules, "768")  # A pair of tens, and another one of the same face against it.
    round_ = Round(rules, shoe, [(Player("P", 10_000), 1000)])
    question = round_.question
    assert question is not None
    assert "split" in question.actions
    assert advise(round_, question, shoe) == advise(round_, question, shoe, "basic")


def test_doubling_for_less_is_worth_its_part() -> None:
    rules, worth = with_rules(double_for_less=True), []
    for bankroll in (10_000, 1500):
        shoe = Shoe(rules, "2")
        round_ = Round(rules, shoe, [(Player("P", bankroll), 1000)])
        assert round_.question is not None
        advice = advise(round_, round_.question, shoe)
        assert advice is not None
        assert isinstance(advice.worth, dict)
        worth.append(advice.worth["double"])
        of_250 = advice.worth[str(advice.best)] - advice.cost("double 250")
        assert of_250 == pytest.approx(worth[0] / 2 * 1.25)
    assert worth[1] == pytest.approx(worth[0] / 2 * 1.5)


@cases
def test_totals_that_may_be_doubled(double: str, hands: tuple[str, ...], allowed: bool) -> None:
    for hand in hands:
        round_ = deal(f"{hand[0]} 6 {hand[1]} T", with_rules(double=double))
        assert ("double" in actions(round_)) is allowed, hand


def test_rules_are_told_in_words_and_read_back() -> None:
    rules = with_rules(
        surrender="early", charlie=5, peek=False, original_bets_only=True, max_hands=8
    )
    assert str(rules) == "6 decks S17 DAS 8 hands 5-card Charlie ES 3:2 no hole card OBO"
    assert Rules.from_json(rules.to_json()) == rules
    with pytest.raises(SudokuError, match="missing or invalid 'penetration'"):
        Rules.from_json(rules.to_json() | {"penetration": 10**400})
    older = {name: value for name, value in Rules().to_json().items() if name != "charlie"}
    assert Rules.from_json(older) == Rules()
    for change in ({"charlie": 4}, {"max_hands": 33}, {"surrender": "never"}):
        with pytest.raises(SudokuError):
            with_rules(**change)


@cases
def test_a_blackjack_vouches_for_its_insurance(
    hole: str, payout: tuple[int, int], won: int, insured: int
) -> None:
    round_ = deal(f"A A T {hole}", with_rules(payout=payout), bankroll=1000)
    assert round_.question is not None
    assert round_.question.limit == 500
    assert run(round_, 500)[0][1] == won
    assert round_.seats[0].insurance_profit == insured
    assert round_.seats[0].player.bankroll == 1000 + won + insured
    round_ = deal("A T A T T 9", bankroll=2000, spots=2)
    round_.answer(500)
    round_.abandon("forfeited")
    assert (round_.seats[0].player.bankroll, round_.seats[0].player.tally.net) == (0, -2000)


@cases
def test_answers_that_are_refused(ranks: str, bet: int, answer: str | int, message: str) -> None:
    round_ = deal(ranks, bets=(bet,))
    with pytest.raises(SudokuError, match=message):
        round_.answer(answer)
    assert round_.question is not None


@cases
def test_void_gives_everything_back(
    ranks: str, answers: list[str | int], bets: tuple[int, ...], bankroll: int
) -> None:
    round_ = deal(ranks, bets=bets, bankroll=bankroll)
    for answer in answers:
        round_.answer(answer)
    round_.abandon()
    assert round_.question is None
    assert {seat.player.bankroll for seat in round_.seats} == {bankroll}


RULES = st.builds(
    Rules,
    decks=st.sampled_from([0, 1, 2, 6]),
    hit_soft_17=st.booleans(),
    double_after_split=st.booleans(),
    double=st.sampled_from(["any2", "9-11", "10-11"]),
    double_after_hit=st.booleans(),
    double_for_less=st.booleans(),
    split=st.sampled_from(["value", "rank"]),
    max_hands=st.integers(1, 4),
    max_ace_hands=st.integers(1, 4),
    hit_split_aces=st.booleans(),
    surrender=st.sampled_from(["none", "late", "early"]),
    surrender_upcards=st.sampled_from(["any", "2-10", "10"]),
    charlie=st.sampled_from([0, 5, 6, 7]),
    original_bets_only=st.booleans(),
    push_22=st.booleans(),
    payout=st.sampled_from([(3, 2), (6, 5), (7, 3)]),
    peek=st.booleans(),
    penetration=st.sampled_from([0.0, 0.3, 0.75, 1.0]),
)


@given(rules=RULES, seed=st.text(max_size=3), players=st.integers(1, 9))
def test_money_is_neither_made_nor_lost(rules: Rules, seed: str, players: int) -> None:
    shoe = Shoe(rules, seed)
    chance = Stream("test", seed, 0)
    people = [Player(str(i), 10_001) for i in range(players)]
    seats: list[Seat] = []
    for number in range(8):
        shoe.begin_round()
        able = [(player, 333) for player in people if player.bankroll >= 999]
        able = [pair for pair in able for _ in range(1 + chance.below(3))]
        if not able:
            break
        round_ = Round(rules, shoe, able, number)
        while (question := round_.question) is not None:
            choices = question.actions
            round_.answer(
                choices[chance.below(len(choices))] if choices else chance.below(question.limit + 1)
            )
            assert all(player.bankroll >= 0 for player in people)
        seats += round_.seats
    for player in people:
        assert player.bankroll == 10_001 + player.tally.net
        hands = [hand for seat in seats if seat.player is player for hand in seat.hands]
        assert player.tally.net == sum(hand.profit for hand in hands) + player.tally.insurance


def test_a_session_is_counted() -> None:
    player = Player("North", 100_000)
    deals = [
        ("A 6 T 5", []),  # Blackjack.
        ("T 6 9 5 T", ["stand"]),  # The dealer has 21.
        ("T T 9 9", ["stand"]),  # A push ends no streak.
        ("T 6 6 5 T", ["hit"]),
        ("T T 6 9", ["surrender"]),
        ("8 6 8 T 3 T 9 T", ["split", "double", "stand"]),
    ]
    for number, (ranks, answers) in enumerate(deals, 1):
        cards = [parse_card(rank + "s") for rank in ranks.split()]
        shoe = Stacked(cards)
        round_ = Round(with_rules(surrender="late"), shoe, [(player, 1000)], number)
        run(round_, *answers)
    tally = player.tally
    assert [tally.hands, tally.won, tally.lost, tally.pushed, tally.surrendered] == [7, 3, 2, 1, 1]
    assert [tally.blackjacks, tally.doubles, tally.splits, tally.busts] == [1, 1, 1, 1]
    assert [tally.bets, tally.wagered] == [6000, 8000]
    assert [tally.longest_won, tally.longest_lost] == [1, 3]
    assert [tally.highest, tally.lowest] == [102_000, 99_000]
    assert tally.net == player.bankroll - 100_000


def test_a_seed_deals_the_same_cards_again() -> None:
    one, other, third = (Shoe(Rules(), seed) for seed in ("21", "21", "22"))
    cards = [one.draw() for _ in range(300)]
    assert cards == [other.draw() for _ in range(300)]
    assert cards != [third.draw() for _ in range(300)]


def test_a_shoe_holds_every_card_once_a_deck() -> None:
    shoe = Shoe(Rules(decks=2), "7")
    assert shoe.burned is not None
    drawn = Counter([shoe.burned, *(shoe.draw() for _ in range(103))])
    assert drawn == Counter(deck() * 2)


def test_the_cut_card_ends_a_shoe_between_rounds() -> None:
    shoe = Shoe(Rules(decks=1, penetration=0.5), "7")
    for _ in range(24):
        shoe.draw()
    assert not shoe.begin_round()  # 25 gone with the burned one, 26 are the half.
    shoe.draw()
    assert shoe.begin_round()
    assert (shoe.number, shoe.left) == (1, 51)
    assert Rules(decks=1, penetration=30 / 52).cut == 30
    shoe = Shoe(Rules(penetration=0), "7")  # Shuffled before every round but the first.
    assert not shoe.begin_round()
    shoe.draw()
    assert shoe.begin_round()


def test_running_out_shuffles_the_discards_only() -> None:
    shoe = Shoe(Rules(decks=1, penetration=1), "7")
    assert shoe.burned is not None
    discards = [shoe.burned, *(shoe.draw() for _ in range(40))]
    shoe.begin_round()
    table = [shoe.draw() for _ in range(11)]
    again = [shoe.draw()]
    assert sum(shoe.unseen()) == 40
    again += [shoe.draw() for _ in range(40)]
    assert Counter(again) == Counter(discards)
    assert not Counter(again) & Counter(table)
    assert shoe.begin_round()  # A shoe that ran out is shuffled after the round.


def test_without_discards_as_many_decks_are_opened() -> None:
    shoe = Shoe(Rules(decks=1), "7")
    shoe.begin_round()
    # 51 cards, the burned one again as the only discard, then another deck: one round took all.
    assert Counter(shoe.draw() for _ in range(51 + 1 + 52)) == Counter(deck() * 2)


def test_infinite_decks_never_end_and_all_cards_are_alike() -> None:
    shoe = Shoe(Rules(decks=INFINITE), "7")
    counts = Counter(shoe.draw() for _ in range(52_000))
    assert not shoe.begin_round()
    assert set(counts) == set(deck())
    # Chi-square with 51 degrees of freedom: 100 is passed by one fair seed in twenty thousand.
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 100


def test_every_card_is_first_equally_often() -> None:
    shoe = Shoe(Rules(decks=1, penetration=0), "fair")
    counts: Counter[object] = Counter()
    for _ in range(10_400):
        counts[shoe.draw()] += 1
        shoe.begin_round()
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 100


def test_unseen_counts_the_burned_card() -> None:
    shoe = Shoe(Rules(decks=6), "7")
    assert shoe.unseen() == [24] * 13
    card = shoe.draw()
    expected = [24] * 13
    expected[card.face] -= 1
    assert shoe.unseen() == expected
