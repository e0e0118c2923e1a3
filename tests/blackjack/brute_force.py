"""Every order of the cards, played at the table in exact fractions: slow, and easy to believe."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from sudokutools.blackjack.cards import ACE, TEN, total
from sudokutools.blackjack.dealer import Counts
from sudokutools.blackjack.rules import Rules

Hand = tuple[int, ...]
Policy = Callable[[Hand, bool], str]
"""What to do with the ranks of a hand; the flag is set if it was just split or dealt."""

Done = tuple[tuple[int, int], ...]  # The total and the bet of the hands that are finished.

NO_PAIR = -1
CHARLIE = 0
"""The total of a hand that has won by its number of cards, unless the dealer has a blackjack."""
KING = 10
"""An eleventh rank: the tens that are a pair with one another only, where splits are by rank."""


def without(counts: Counts, rank: int) -> Counts:
    return (*counts[:rank], counts[rank] - 1, *counts[rank + 1 :])


def draws(counts: Counts) -> Iterator[tuple[int, Fraction, Counts]]:
    """Yield each rank that can be drawn with its chance, and the cards left after it."""
    assert any(counts), "the shoe ran out"
    for rank, count in enumerate(counts):
        if count:
            yield rank, Fraction(count, sum(counts)), without(counts, rank)


def ranks_of(hand: Hand) -> Hand:
    return tuple(min(rank, TEN) for rank in hand)


def is_blackjack(hand: Hand) -> bool:
    """Say whether two cards are an ace and a ten."""
    return sorted(ranks_of(hand)) == [ACE, TEN]


class Table:
    """A round that is dealt up to the first decision, against a dealer with an upcard."""

    def __init__(self, rules: Rules, counts: Counts, upcard: int, policy: Policy) -> None:
        self._rules = rules
        self._upcard = upcard
        self._policy = policy
        self._counts = without(counts, upcard)
        self._play = cache(self._play_uncached)
        self._deal_dealer = cache(self._deal_dealer_uncached)

    def value(self, hand: Hand, action: str) -> Fraction:
        """Return what an action is worth with a hand, then playing by the policy."""
        counts = self._counts
        for rank in hand:
            counts = without(counts, rank)
        if action == "surrender":
            # Half the bet is gone, and nothing that the dealer draws changes that.
            return Fraction(-1, 2)
        looks = self._rules.peek
        holes = [
            hole
            for hole in range(len(counts))
            if counts[hole] and not (looks and is_blackjack((hole, self._upcard)))
        ]
        ways = sum(counts[hole] for hole in holes)
        value = Fraction(0)
        for hole in holes:
            rest = without(counts, hole)
            if action == "split":
                played = self._play(rest, hole, (hand[0],), 1, 2, hand[0], (), "")
            else:
                played = self._play(rest, hole, hand, 0, 1, NO_PAIR, (), action)
            value += Fraction(counts[hole], ways) * played
        return value

    def _play_uncached(
        self,
        counts: Counts,
        hole: int,
        hand: Hand,
        waiting: int,
        hands: int,
        pair: int,
        done: Done,
        forced: str,
    ) -> Fraction:
        """Continue the hand, then the waiting ones with one pair card each, then the dealer."""
        rules = self._rules
        if len(hand) == 1:
            return self._drawn(counts, hole, hand, waiting, hands, pair, done)
        if pair != NO_PAIR and hand == (pair, pair) and hands < rules.hands_of(pair):
            return self._play(counts, hole, (pair,), waiting + 1, hands + 1, pair, done, "")
        points = total(ranks_of(hand))[0]
        first = len(hand) == 2 or rules.double_after_hit
        first &= pair == NO_PAIR or rules.double_after_split
        if 0 < rules.charlie <= len(hand):
            return self._next(counts, hole, waiting, hands, pair, (*done, (CHARLIE, 1)))
        if forced:
            action = forced
        elif points >= 21 or (pair == 0 and len(hand) == 2 and not rules.hit_split_aces):
            action = "stand"
        else:
            action = self._policy(ranks_of(hand), first and rules.may_double(points))
        if action == "hit":
            return self._drawn(counts, hole, hand, waiting, hands, pair, done)
        if action == "double":
            value = Fraction(0)
            for rank, chance, rest in draws(counts):
                points = total(ranks_of((*hand, rank)))[0]
                if points <= 21 and 0 < rules.charlie <= len(hand) + 1:
                    points = CHARLIE
                doubled = (*done, (points, 2))
                value += chance * self._next(rest, hole, waiting, hands, pair, doubled)
            return value
        return self._next(counts, hole, waiting, hands, pair, (*done, (points, 1)))

    def _drawn(
        self, counts: Counts, hole: int, hand: Hand, waiting: int, hands: int, pair: int, done: Done
    ) -> Fraction:
        value = Fraction(0)
        for rank, chance, rest in draws(counts):
            longer = tuple(sorted((*hand, rank)))
            if total(ranks_of(longer))[0] > 21:
                bust = (*done, (22, 1))
                value += chance * self._next(rest, hole, waiting, hands, pair, bust)
            else:
                value += chance * self._play(rest, hole, longer, waiting, hands, pair, done, "")
        return value

    def _next(
        self, counts: Counts, hole: int, waiting: int, hands: int, pair: int, done: Done
    ) -> Fraction:
        if waiting:
            return self._play(counts, hole, (pair,), waiting - 1, hands, pair, done, "")
        return self._deal_dealer(counts, tuple(sorted((self._upcard, hole))), tuple(sorted(done)))

    def _deal_dealer_uncached(self, counts: Counts, dealer: Hand, done: Done) -> Fraction:
        if is_blackjack(dealer) and self._rules.original_bets_only:
            return Fraction(-1)  # Whatever was staked later comes back, busts as well.
        if all(own > 21 for own, _ in done):
            return Fraction(-sum(bet for _, bet in done))
        points, soft = total(ranks_of(dealer))
        if points < 17 or (points == 17 and soft and self._rules.hit_soft_17):
            value = Fraction(0)
            for rank, chance, rest in draws(counts):
                value += chance * self._deal_dealer(rest, tuple(sorted((*dealer, rank))), done)
            return value
        if is_blackjack(dealer):
            return Fraction(-sum(bet for _, bet in done))
        paid = 0
        for own, bet in done:
            if own > 21:
                paid -= bet
            elif points == 22 and own != CHARLIE and self._rules.push_22:
                continue
            elif points > 21 or own > points or own == CHARLIE:
                paid += bet
            elif own < points:
                paid -= bet
        return Fraction(paid)


def round_value(rules: Rules, counts: Counts, policy_of: Callable[[int], Policy]) -> Fraction:
    """Return the value of a round before the deal when every hand takes its best action.

    `policy_of` gives the play afterwards against an upcard.
    """
    value = Fraction(0)
    for upcard in range(10):
        if not counts[upcard]:
            continue
        table = Table(rules, counts, upcard, policy_of(upcard))
        for hand in product(range(10), repeat=2):
            left = without(counts, upcard)
            ways = counts[upcard]
            for rank in hand:
                ways *= left[rank]
                left = without(left, rank)
            if ways:
                deals = sum(counts) * (sum(counts) - 1) * (sum(counts) - 2)
                value += Fraction(ways, deals) * _dealt(rules, table, left, upcard, hand)
    return value


def _dealt(rules: Rules, table: Table, left: Counts, upcard: int, hand: Hand) -> Fraction:
    holes = sum(left[hole] for hole in range(10) if is_blackjack((hole, upcard)))
    blackjack = Fraction(holes, sum(left))
    if is_blackjack(hand):
        return (1 - blackjack) * Fraction(*rules.payout)
    actions = ["stand", "hit"]
    if rules.may_double(total(hand)[0]):
        actions.append("double")
    if hand[0] == hand[1] and rules.hands_of(hand[0]) > 1:
        actions.append("split")
    sort = tuple(sorted(hand))
    best = max(table.value(sort, action) for action in actions)
    given_up = table.value(sort, "surrender")
    if upcard < {"any": 0, "2-10": 1, "10": 9}[rules.surrender_upcards]:
        given_up = Fraction(-9)  # Not allowed: worse than anything.
    if rules.surrender == "late":
        best = max(best, given_up)
    if rules.peek:
        best = (1 - blackjack) * best - blackjack
    return max(best, given_up) if rules.surrender == "early" else best
