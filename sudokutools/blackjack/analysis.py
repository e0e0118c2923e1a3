"""Exact expected values of a player's actions against one upcard, in plain Python.

All values are conditional on the cards seen: the upcard, the hand, and the pair cards known to be
in other hands after a split. If the dealer peeks under an ace or a ten, they are also conditional
on no dealer blackjack, which skews every later draw. A hand is an integer with six bits per rank,
so taking a card is an addition; `extra` counts pair cards that are gone in addition to the hand, in
the same form.

The value of a split is a sum over its hands. For one hand, the others matter only through the
number of pair cards that are out and the number of second cards known not to be pair cards.
tests/blackjack/brute_force.py checks this against an enumeration of all card orders.

This is the oracle of `sudokutools/_core/blackjack/analysis.c`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from sudokutools.blackjack.cards import ACE, MATES, total
from sudokutools.blackjack.dealer import Cards, Counts, DealerTotals, dealer_totals
from sudokutools.blackjack.rules import INFINITE, Rules

MARGIN = 1e-12
"""An action must be better by more than this, because equal values may differ by rounding."""

HIT, DOUBLE = 1, 2  # The entry of a plan by totals.

CARD = tuple(1 << (6 * rank) for rank in range(10))


def hand_of(ranks: Iterable[int]) -> int:
    return sum(CARD[rank] for rank in ranks)


@cache
def counts_of(hand: int) -> Counts:
    return tuple((hand >> (6 * rank)) & 63 for rank in range(10))


@cache
def points_of(hand: int) -> tuple[int, bool]:
    return total(rank for rank, count in enumerate(counts_of(hand)) for _ in range(count))


class Best:
    """The best play for some number of extra cards, whatever is gone when the hand is played."""

    def __init__(self, odds: UpcardOdds, extra: int) -> None:
        self._odds = odds
        self._extra = extra
        self._hits: dict[int, bool] = {}

    def hits(self, hand: int) -> bool:
        if hand not in self._hits:
            hit = self._odds.hit(hand, self._extra, self)
            self._hits[hand] = hit > self._odds.stand(hand, self._extra) + MARGIN
        return self._hits[hand]

    def doubles(self, hand: int) -> bool:
        stand = self._odds.stand(hand, self._extra)
        hit = self._odds.hit(hand, self._extra, self)
        return self._odds.double(hand, self._extra) > max(stand, hit) + MARGIN


class ByTotal(NamedTuple):
    """Play by totals: the sums of HIT and DOUBLE of 22 hard and 22 soft ones."""

    codes: bytes

    def hits(self, hand: int) -> bool:
        points, soft = points_of(hand)
        return bool(self.codes[22 * soft + points] & HIT)

    def doubles(self, hand: int) -> bool:
        points, soft = points_of(hand)
        return bool(self.codes[22 * soft + points] & DOUBLE)


Plan = Best | ByTotal  # A way to play hands that depends on the hand alone.
PlanOf = Callable[[int], Plan]  # The plan to follow if some extra cards are gone.


class UpcardOdds:
    """Expected values against one upcard, per unit of the hand's bet.

    `counts` are all unseen cards plus the upcard and the hand; proportions for infinite decks. If a
    dealer blackjack takes only one bet, values exclude it whether or not the dealer has peeked: it
    costs the same for every action, and every other loss is known by then.
    """

    def __init__(self, rules: Rules, counts: Cards, upcard: int) -> None:
        self.rules = rules
        self.upcard = upcard
        self._counts = counts
        self._infinite = rules.decks == INFINITE
        # A hole card of this rank makes a blackjack.
        self._hole = MATES.get(upcard)
        self._looks = rules.loses_one_bet and self._hole is not None
        self._dealer: dict[int, DealerTotals] = {}
        self._values: dict[tuple[Plan, int], dict[int, float]] = defaultdict(dict)
        self.best = Best(self, 0)

    def dealer(self, gone: int) -> DealerTotals:
        if self._infinite:
            gone = 0
        if gone not in self._dealer:
            self._dealer[gone] = dealer_totals(
                self._rest(gone),
                self.upcard,
                self.rules.hit_soft_17,
                self._infinite,
                self.rules.push_22,
            )
        return self._dealer[gone]

    def _rest(self, gone: int) -> list[float]:
        return [max(0, n - g) for n, g in zip(self._counts, counts_of(gone), strict=True)]

    def draws(self, gone: int) -> list[float]:
        """Compute the chance of each rank to be drawn next.

        If the hole card is known not to be x, the orders of hole card and draw are counted.
        """
        if self._infinite:
            cards = sum(self._counts)
            return [count / cards for count in self._counts]
        left = self._rest(gone + CARD[self.upcard])
        cards = sum(left)
        if not self._looks:
            return [count / max(1, cards) for count in left]
        assert self._hole is not None
        others = cards - left[self._hole]
        if others <= 0 or cards <= 1:
            return [0.0] * 10
        scale = (others - 1) / (others * (cards - 1))
        chances = [count * scale for count in left]
        chances[self._hole] = left[self._hole] / (cards - 1)
        return chances

    def is_charlie(self, hand: int) -> bool:
        return self.rules.charlie > 0 and self.rules.is_charlie(sum(counts_of(hand)))

    def goes_on(self, hand: int) -> bool:
        return points_of(hand)[0] < 21 and not self.is_charlie(hand)

    def stand(self, hand: int, extra: int = 0) -> float:
        """Compute the value of standing on a hand that is not a natural."""
        points = points_of(hand)[0]
        chances = self.dealer(hand + extra)
        if self.is_charlie(hand):
            return 1.0 if self.rules.loses_one_bet else 1 - 2 * chances.blackjack
        lose = sum(chances.totals[max(0, points - 16) : 5])
        win = chances.bust + sum(chances.totals[: max(0, points - 17)])
        if not self.rules.loses_one_bet:
            return win - lose - chances.blackjack
        left = 1 - chances.blackjack
        return (win - lose) / left if left > 0 else 0.0

    def hit(self, hand: int, extra: int, plan: Plan | None) -> float:
        """Compute the value of taking a card and then playing by a plan, or standing (None)."""
        value = 0.0
        for rank, chance in enumerate(self.draws(hand + extra)):
            if chance > 0:
                longer = hand + CARD[rank]
                if points_of(longer)[0] > 21:
                    value -= chance
                elif plan is None:
                    value += chance * self.stand(longer, extra)
                else:
                    value += chance * self.play(longer, extra, plan)
        return value

    def double(self, hand: int, extra: int = 0) -> float:
        return 2 * self.hit(hand, extra, None)

    def play(self, hand: int, extra: int, plan: Plan) -> float:
        values = self._values[plan, extra]
        if hand not in values:
            goes_on = self.goes_on(hand)
            if goes_on and self._doubles_late(hand, extra) and plan.doubles(hand):
                values[hand] = self.double(hand, extra)
            elif goes_on and plan.hits(hand):
                values[hand] = self.hit(hand, extra, plan)
            else:
                values[hand] = self.stand(hand, extra)
        return values[hand]

    def _doubles_late(self, hand: int, extra: int) -> bool:
        """Whether a hand of any number of cards may be doubled; `extra` cards are after a split."""
        rules = self.rules
        may = rules.double_after_hit and (rules.double_after_split or not extra)
        return may and rules.may_double(points_of(hand)[0])

    def split(self, pair: int, method: str, face: tuple[int, bool] | None = None) -> float:
        """Compute the value of splitting a pair, and again up to the limit, for a strategy.

        If only cards with the same face are pairs, `face` is their number in the shoe and whether
        the upcard is one of them.
        """
        base = {"cdz": 0, "cdp1": CARD[pair]}.get(method)

        @cache
        def plan_for(decided: int) -> Plan:
            return Best(self, decided) if decided else self.best

        def plan_of(extra: int) -> Plan:
            return plan_for(extra if base is None else base)

        return SplitOdds(self, pair, self._counts, face).value(plan_of)

    def split_by(self, pair: int, plan: Plan) -> float:
        return SplitOdds(self, pair, self._counts, None).value(lambda _: plan)

    def after_split(self, hand: int, extra: int, plan: Plan, pair: int) -> float:
        """Compute the value of a hand after a split, with two cards and not split again."""
        rules = self.rules
        if pair == ACE and not rules.hit_split_aces:
            return self.stand(hand, extra)
        may_double = rules.double_after_split and rules.may_double(points_of(hand)[0])
        if may_double and plan.doubles(hand):
            return self.double(hand, extra)
        return self.play(hand, extra, plan)


class SplitOdds:
    """The exact value of splitting a pair.

    `j` counts the pair cards that are out beyond the first two: with k hands it is k - 2. `m`
    counts the cards known only not to be pair cards: the second cards of other hands.
    """

    def __init__(
        self, odds: UpcardOdds, pair: int, counts: Cards, face: tuple[int, bool] | None
    ) -> None:
        self._odds = odds
        self._pair = pair
        self._limit = odds.rules.hands_of(pair)
        self._cards = sum(counts)
        self._of_rank = counts[pair] - (pair == odds.upcard) - 2
        self._left = self._of_rank if face is None else face[0] - face[1] - 2
        # The hole card is known not to have this rank.
        self._hole = odds._hole if odds._looks else None
        self._hole_cards = counts[self._hole] if self._hole is not None else 0
        # For each j and m, the value of a hand of one pair card before its second card, which may
        # be any card, or any but a pair card.
        self._any_card: list[list[float]] = []
        self._no_pair: list[list[float]] = []
        self._ways: dict[tuple[int, int], float] = {}

    def value(self, plan_of: PlanOf) -> float:
        """Compute the value of both hands; `plan_of` gives the plan for some extra cards."""
        levels = 2 * max(0, self._limit - 2)
        for j in range(levels + 1):
            any_card, no_pair = self._base_values(j, plan_of)
            self._any_card.append([any_card])
            self._no_pair.append([no_pair])
        for m in range(levels):
            for j in range(levels - m):
                for values, known in ((self._any_card, m), (self._no_pair, m + 1)):
                    # The law of total probability for one more card other than the pair card.
                    again = self._again(j, known)
                    left = values[j][m] - again * values[j + 1][m] if again > 0 else values[j][m]
                    values[j].append(left / (1 - again) if again < 1 else 0.0)
        return self._walk(2, 0)

    def _base_values(self, j: int, plan_of: PlanOf) -> tuple[float, float]:
        is_infinite = self._odds._infinite
        if self._left < j and not is_infinite:
            return 0.0, 0.0  # There are fewer pair cards than this: the level is never read.
        card = CARD[self._pair]
        extra = (j + 1) * card
        plan = plan_of(extra)
        chances = self._odds.draws(card + extra)
        values = [
            self._odds.after_split(card + CARD[rank], extra, plan, self._pair) if chance else 0.0
            for rank, chance in enumerate(chances)
        ]
        value = sum(map(float.__mul__, chances, values))
        again = chances[self._pair] * (self._left - j) / max(1, self._of_rank - j)
        if is_infinite:
            again = chances[self._pair] * (1 if self._left == self._of_rank else 0.25)
        other = value - again * values[self._pair]
        return value, other / (1 - again) if again < 1 else 0.0

    def _again(self, j: int, m: int) -> float:
        """Compute the chance that the next unseen card is a pair card."""
        odds = self._odds
        if odds._infinite:
            share = odds._counts[self._pair] / self._cards
            return share if self._left == self._of_rank else share / 4
        pairs = self._left - j
        cards = self._cards - 3 - j
        if pairs <= 0:
            return 0.0
        # With more hands than there are cards this is not a probability, and never read.
        if self._hole is None:
            return pairs / (cards - m) if pairs < cards - m else 1.0
        if self._pair == self._hole:
            return pairs / (cards - 1 - m) if pairs < cards - 1 - m else 1.0
        # The hole card is a pair card, or neither that nor the excluded rank: the m known cards
        # make the first more likely.
        if cards - pairs - m <= 0:
            return 1.0
        is_pair = pairs * (cards - pairs) / (cards - pairs - m)
        is_other = cards - pairs - self._hole_cards
        both = is_pair + is_other
        return (is_pair * (pairs - 1) + is_other * pairs) / (both * (cards - 1 - m))

    def _walk(self, hands: int, done: int) -> float:
        """Add up the hands when `done` of them have a second card that is not a pair card."""
        j = hands - 2
        finished = done * self._no_pair[j][done - 1] if done else 0.0
        if hands == self._limit:
            return finished + (hands - done) * self._any_card[j][done]
        if done == hands:
            return finished
        if (hands, done) not in self._ways:
            again = self._again(j, done)
            value = again * self._walk(hands + 1, done) if again > 0 else 0.0
            if again < 1:
                value += (1 - again) * self._walk(hands, done + 1)
            self._ways[hands, done] = value
        return self._ways[hands, done]
