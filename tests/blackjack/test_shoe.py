"""Shoes: fair, replayed by a seed, cut, burned and refilled."""

from collections import Counter

from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.shoe import Shoe, deck


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


def test_penetration_0_shuffles_before_every_round_but_the_first() -> None:
    shoe = Shoe(Rules(penetration=0), "7")
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
