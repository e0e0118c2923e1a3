"""Every order of the cards, played at the table in exact fractions: slow, and easy to believe."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from sudokutools.blackjack.cards import total
from sudokutools.blackjack.dealer import Counts
from sudokutools.blackjack.rules import Rules

Hand = tuple[int, ...]
Policy = Callable[[Hand, bool], str]
"""What to do with the ranks of a hand; the flag says whether it was just split or dealt."""

NO_PAIR = -1


def without(counts: Counts, rank: int) -> Counts:
    return (*counts[:rank], counts[rank] - 1, *counts[rank + 1 :])


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
        looks = self._rules.peek
        holes = [
            hole
            for hole in range(10)
            if counts[hole] and not (looks and sorted((hole, self._upcard)) == [0, 9])
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
        done: tuple[tuple[int, int], ...],
        forced: str,
    ) -> Fraction:
        """Play the hand on, then those that wait with one pair card each, then the dealer.

        `done` holds the total and the bet of the hands that are finished.
        """
        rules = self._rules
        if len(hand) == 1:
            return self._drawn(counts, hole, hand, waiting, hands, pair, done)
        if pair != NO_PAIR and hand == (pair, pair) and hands < rules.hands_of(pair):
            return self._play(counts, hole, (pair,), waiting + 1, hands + 1, pair, done, "")
        points = total(hand)[0]
        first = len(hand) == 2 and (pair == NO_PAIR or rules.double_after_split)
        if forced:
            action = forced
        elif points >= 21 or (pair == 0 and len(hand) == 2 and not rules.hit_split_aces):
            action = "stand"
        else:
            action = self._policy(hand, first and rules.may_double(points))
        if action == "hit":
            return self._drawn(counts, hole, hand, waiting, hands, pair, done)
        if action == "double":
            value = Fraction(0)
            for rank in range(10):
                if counts[rank]:
                    chance = Fraction(counts[rank], sum(counts))
                    doubled = (*done, (total((*hand, rank))[0], 2))
                    rest = without(counts, rank)
                    value += chance * self._next(rest, hole, waiting, hands, pair, doubled)
            return value
        return self._next(counts, hole, waiting, hands, pair, (*done, (points, 1)))

    def _drawn(
        self,
        counts: Counts,
        hole: int,
        hand: Hand,
        waiting: int,
        hands: int,
        pair: int,
        done: tuple[tuple[int, int], ...],
    ) -> Fraction:
        value = Fraction(0)
        for rank in range(10):
            if counts[rank]:
                chance = Fraction(counts[rank], sum(counts))
                longer = tuple(sorted((*hand, rank)))
                rest = without(counts, rank)
                if total(longer)[0] > 21:
                    bust = (*done, (22, 1))
                    value += chance * self._next(rest, hole, waiting, hands, pair, bust)
                else:
                    value += chance * self._play(rest, hole, longer, waiting, hands, pair, done, "")
        return value

    def _next(
        self,
        counts: Counts,
        hole: int,
        waiting: int,
        hands: int,
        pair: int,
        done: tuple[tuple[int, int], ...],
    ) -> Fraction:
        if waiting:
            return self._play(counts, hole, (pair,), waiting - 1, hands, pair, done, "")
        return self._deal_dealer(counts, tuple(sorted((self._upcard, hole))), tuple(sorted(done)))

    def _deal_dealer_uncached(
        self, counts: Counts, dealer: Hand, done: tuple[tuple[int, int], ...]
    ) -> Fraction:
        points, soft = total(dealer)
        if points < 17 or (points == 17 and soft and self._rules.hit_soft_17):
            value = Fraction(0)
            for rank in range(10):
                if counts[rank]:
                    longer = tuple(sorted((*dealer, rank)))
                    chance = Fraction(counts[rank], sum(counts))
                    value += chance * self._deal_dealer(without(counts, rank), longer, done)
            return value
        if dealer == (0, 9):
            return Fraction(-sum(bet for _, bet in done))
        paid = 0
        for own, bet in done:
            if own > 21:
                paid -= bet
            elif points > 21 or own > points:
                paid += bet
            elif own < points:
                paid -= bet
        return Fraction(paid)
