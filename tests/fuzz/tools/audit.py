"""The results of a round of blackjack, computed again from its cards by plain rules."""

from collections import Counter
from collections.abc import Sequence

from sudokutools.blackjack.cards import Card
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.player import Hand, Seat
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.shoe import Shoe

Worth = tuple[int, bool]
"""The best total of some cards, and whether an ace counts 11."""


def worth(cards: Sequence[Card]) -> Worth:
    points = [min(card.face + 1, 10) for card in cards]
    is_soft = 1 in points and sum(points) <= 11
    return sum(points) + 10 * is_soft, is_soft


def is_blackjack(cards: Sequence[Card]) -> bool:
    return len(cards) == 2 and worth(cards)[0] == 21


def legal(question: Question, rules: Rules, upcard: Card, looks: bool) -> set[str]:
    """Return what may be done with a hand that is asked about in its turn."""
    seat, hand = question.seat, question.hand
    points = worth(hand.cards)[0]
    one, other, has_more = hand.cards[0], hand.cards[1], len(hand.cards) > 2
    is_split_ace = hand.from_split and one.face == 0 and not rules.hit_split_aces
    is_rich = seat.player.bankroll >= seat.bet
    found = {"stand"} | (set() if is_split_ace else {"hit"})
    lowest = {"any2": 0, "9-11": 9, "10-11": 10}[rules.double]
    is_double = lowest <= points <= (20 if rules.double == "any2" else 11)
    has = seat.player.bankroll > 0 if rules.double_for_less else is_rich
    if is_double and has and not is_split_ace and (rules.double_after_hit or not has_more):
        found |= {"double"} if rules.double_after_split or not hand.from_split else set()
    pair = one.face == other.face or (rules.split == "value" and min(one.face, other.face) > 8)
    most = min(rules.max_hands, rules.max_ace_hands) if one.face == 0 else rules.max_hands
    if pair and is_rich and not has_more and len(seat.hands) < most:
        found |= {"split"}
    gives_up = {"none": False, "late": True, "early": not looks}[rules.surrender]
    gives_up &= upcard.face >= {"any": 0, "2-10": 1, "10": 9}[rules.surrender_upcards]
    if gives_up and not has_more and not hand.from_split:
        found |= {"surrender"}
    return found


def profit_of(hand: Hand, dealer: Sequence[Card], rules: Rules) -> int:
    """Return the profit of a hand in cents; half a cent is the house's."""
    points, house = worth(hand.cards)[0], worth(dealer)[0]
    is_natural = is_blackjack(hand.cards) and not hand.from_split
    if hand.surrendered:
        return -((hand.bet + 1) // 2)
    if points > 21:
        return -hand.bet
    if is_blackjack(dealer):
        return 0 if is_natural else -hand.bet
    if rules.charlie and len(hand.cards) >= rules.charlie:
        return hand.bet
    if is_natural:
        return hand.bet * rules.payout[0] // rules.payout[1]
    if house == 22 and rules.push_22:
        return 0
    return hand.bet * (1 if house > 21 else (points > house) - (points < house))


def seat_is_right(seat: Seat, dealer: Sequence[Card], rules: Rules) -> None:
    """Raise AssertionError if the payment of a seat contradicts its cards."""
    profits = [profit_of(hand, dealer, rules) for hand in seat.hands]
    if rules.original_bets_only and is_blackjack(dealer):
        profits = [max(profits[0], -seat.bet), *(0 for _ in profits[1:])]
    assert [hand.profit for hand in seat.hands] == profits
    insured = seat.insurance * (2 if is_blackjack(dealer) else -1)
    assert 0 <= 2 * seat.insurance <= seat.bet
    assert dealer[0].face == 0 or not seat.insurance
    assert seat.insurance_profit == insured
    assert seat.profit == sum(profits) + insured
    aces = seat.hands[0].cards[0].face == 0
    assert len(seat.hands) <= min(rules.max_hands, rules.max_ace_hands if aces else 99)
    for hand in seat.hands:
        assert hand.from_split == (len(seat.hands) > 1)
        assert seat.bet <= hand.bet <= (1 + hand.doubled) * seat.bet
        assert hand.bet == (1 + hand.doubled) * seat.bet or rules.double_for_less
        assert len(hand.cards) == 3 or not hand.doubled or rules.double_after_hit
        is_split_ace = aces and hand.from_split and not rules.hit_split_aces
        assert len(hand.cards) == 2 or not is_split_ace
        assert len(hand.cards) > 1
        assert worth(hand.cards[:-1])[0] < 21, "a card too many"


def dealer_is_right(round_: Round) -> None:
    """Raise AssertionError where the dealer has a card too many, or too few."""
    rules, dealer = round_.rules, round_.dealer

    def draws(cards: Sequence[Card]) -> bool:
        points, is_soft = worth(cards)
        return points < 17 or (points == 17 and is_soft and rules.hit_soft_17)

    hands = [hand for seat in round_.seats for hand in seat.hands]
    open_hands = [
        hand
        for hand in hands
        if not hand.surrendered
        and worth(hand.cards)[0] <= 21
        and (hand.from_split or not is_blackjack(hand.cards))
        and not 0 < rules.charlie <= len(hand.cards)
    ]
    assert all(draws(dealer[:count]) for count in range(2, len(dealer)))
    if open_hands:
        assert len(dealer) > 1
        assert not draws(dealer)
    else:
        assert len(dealer) <= 2


class Counted:
    """The cards of a shoe since it was shuffled: none comes more often than it is there."""

    def __init__(self, shoe: Shoe) -> None:
        self._shoe = shoe
        self._begin()

    def _begin(self) -> None:
        self._number = self._shoe.number
        self._seen: Counter[Card] = Counter([self._shoe.burned] if self._shoe.burned else [])

    def add(self, round_: Round) -> None:
        """Take the cards of a round, of one shoe; AssertionError: one of them cannot be there."""
        shoe, decks = self._shoe, self._shoe.rules.decks
        if shoe.number != self._number:
            self._begin()
        dealt = [card for seat in round_.seats for hand in seat.hands for card in hand.cards]
        assert Counter(dealt + round_.dealer) == Counter(round_.cards)
        self._seen.update(round_.cards)
        if not decks or shoe.position != sum(self._seen.values()):
            return  # Drawn with replacement, or used cards have come back.
        assert max(self._seen.values()) <= decks, "a card is there twice"
        unseen = [4 * decks] * 13
        for card, count in self._seen.items():
            unseen[card.face] -= count
        if shoe.burned is not None:
            unseen[shoe.burned.face] += 1
        assert shoe.unseen() == unseen
