"""The exact expected values of a player's actions against one upcard, in plain Python.

Everything is conditional on the cards seen: the upcard, the hand, and the pair cards that are
known to be in other hands after a split. Where the dealer peeks under an ace or a ten, it is
conditional on no dealer blackjack, too, which skews every later draw: the hole card is known not
to be the rank that would make one. A hand is one integer, six bits a rank, so that taking a card
is an addition; `extra` are pair cards that are gone beside the hand, in the same form.

The value of a split is a sum over its hands. From the point of view of one of them the others
matter only through the number of pair cards that are out and the number of second cards that
are known to be no pair card; see `split`. The method is checked against an enumeration of every
order of the cards in tests/blackjack/brute_force.py.

This is the readable twin, and the oracle, of `sudokutools/_core/blackjack/analysis.c`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Protocol

from sudokutools.blackjack.cards import ACE, TEN, total
from sudokutools.blackjack.dealer import Cards, Counts, DealerTotals, dealer_totals
from sudokutools.blackjack.rules import INFINITE, Rules

MARGIN = 1e-12
"""An action must be better by more than this: values that are equal may differ in rounding."""

CARD = tuple(1 << (6 * rank) for rank in range(10))


def hand_of(ranks: Iterable[int]) -> int:
    """Return the integer that stands for some cards."""
    return sum(CARD[rank] for rank in ranks)


@cache
def counts_of(hand: int) -> Counts:
    """Return the number of cards of each rank."""
    return tuple((hand >> (6 * rank)) & 63 for rank in range(10))


@cache
def points_of(hand: int) -> tuple[int, bool]:
    """Return the best total of a hand and whether it is soft."""
    return total(rank for rank, count in enumerate(counts_of(hand)) for _ in range(count))


class Plan(Protocol):
    """A way to play hands: what it decides depends on the hand alone."""

    def hits(self, hand: int) -> bool:
        """Say whether to take a card rather than to stand."""
        ...

    def doubles(self, hand: int) -> bool:
        """Say whether to double two cards rather than to hit or to stand."""
        ...


PlanOf = Callable[[int], Plan]
"""Which plan is followed with some extra cards gone."""


class Best:
    """Play every hand as is best with some extra cards gone, whatever is gone when it is played."""

    def __init__(self, odds: UpcardOdds, extra: int) -> None:
        self._odds = odds
        self._extra = extra
        self._hits: dict[int, bool] = {}

    def hits(self, hand: int) -> bool:
        """Say whether hitting is better than standing."""
        if hand not in self._hits:
            hit = self._odds.hit(hand, self._extra, self)
            self._hits[hand] = hit > self._odds.stand(hand, self._extra) + MARGIN
        return self._hits[hand]

    def doubles(self, hand: int) -> bool:
        """Say whether doubling is better than both."""
        stand = self._odds.stand(hand, self._extra)
        hit = self._odds.hit(hand, self._extra, self)
        return self._odds.double(hand, self._extra) > max(stand, hit) + MARGIN


class ByTotal:
    """Play every hand by its total: `hit` and `double` hold pairs of total and softness."""

    def __init__(self, hit: set[tuple[int, bool]], double: set[tuple[int, bool]]) -> None:
        self._hit = hit
        self._double = double

    def hits(self, hand: int) -> bool:
        """Say whether the chart hits this total."""
        return points_of(hand) in self._hit

    def doubles(self, hand: int) -> bool:
        """Say whether the chart doubles this total."""
        return points_of(hand) in self._double


class UpcardOdds:
    """The expected values against one upcard, per unit of the hand's bet.

    `counts` are the cards of each rank in the shoe before the deal: the upcard, the hand and the
    hole card are among them, everything else that was seen is not. Infinite decks: proportions.
    Where a dealer blackjack takes one bet only, the values are those without one, whether the
    dealer has looked or not: it takes the same from every action, and every loss is known by then.
    """

    def __init__(self, rules: Rules, counts: Cards, upcard: int) -> None:
        self.rules = rules
        self.upcard = upcard
        self._counts = counts
        self._infinite = rules.decks == INFINITE
        # The hole card of this rank makes a blackjack.
        self._hole = {ACE: TEN, TEN: ACE}.get(upcard)
        self._looks = rules.loses_one_bet and self._hole is not None
        self._dealer: dict[int, DealerTotals] = {}
        self._values: dict[tuple[Plan, int], dict[int, float]] = defaultdict(dict)
        self.best = Best(self, 0)

    def dealer(self, gone: int) -> DealerTotals:
        """Return the chances of the dealer's final hands with some cards gone, unconditional."""
        if self._infinite:
            gone = 0
        if gone not in self._dealer:
            self._dealer[gone] = dealer_totals(
                self._rest(gone), self.upcard, self.rules.hit_soft_17, self._infinite
            )
        return self._dealer[gone]

    def _rest(self, gone: int) -> list[float]:
        """Return the cards that are left: of parts of cards never less than none."""
        return [max(0, n - g) for n, g in zip(self._counts, counts_of(gone), strict=True)]

    def draws(self, gone: int) -> list[float]:
        """Return the chance of each rank to be drawn next.

        With a hole card that is known not to be x, the orders of a hole card and a draw are
        counted: n_x / (N - 1) for x, n_r (N - n_x - 1) / ((N - n_x) (N - 1)) for other ranks.
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
        """Say whether a hand has so many cards that it has won."""
        return self.rules.charlie > 0 and self.rules.is_charlie(sum(counts_of(hand)))

    def goes_on(self, hand: int) -> bool:
        """Say whether a hand may take a card: it has not won, and is not 21."""
        return points_of(hand)[0] < 21 and not self.is_charlie(hand)

    def stand(self, hand: int, extra: int = 0) -> float:
        """Return the value of standing; the hand is no natural."""
        points = points_of(hand)[0]
        chances = self.dealer(hand + extra)
        if self.is_charlie(hand):
            return 1.0 if self.rules.loses_one_bet else 1 - 2 * chances.blackjack
        lose = sum(chances.totals[max(0, points - 16) :])
        win = chances.bust + sum(chances.totals[: max(0, points - 17)])
        if not self.rules.loses_one_bet:
            return win - lose - chances.blackjack
        left = 1 - chances.blackjack
        return (win - lose) / left if left > 0 else 0.0

    def hit(self, hand: int, extra: int, plan: Plan) -> float:
        """Return the value of taking a card and then playing by a plan."""
        return self._drawn(hand, extra, plan)

    def double(self, hand: int, extra: int = 0) -> float:
        """Return the value of doubling: one card, twice the bet."""
        return 2 * self._drawn(hand, extra, None)

    def _drawn(self, hand: int, extra: int, plan: Plan | None) -> float:
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

    def play(self, hand: int, extra: int, plan: Plan) -> float:
        """Return the value of hitting and standing by a plan, no doubling."""
        values = self._values[plan, extra]
        if hand not in values:
            hits = self.goes_on(hand) and plan.hits(hand)
            values[hand] = self.hit(hand, extra, plan) if hits else self.stand(hand, extra)
        return values[hand]

    def split(self, pair: int, method: str, face: tuple[int, bool] | None = None) -> float:
        """Return the value of splitting two cards of a rank, again and again up to the limit.

        The method is `cdz` (play as if the hand was not split), `cdp1` (as is best with one more
        pair card gone) or `cdp` (as is best for the number that is gone). Where only cards of
        one face are a pair, `face` is the number of them in the shoe and whether the upcard is
        one of them.
        """
        base = {"cdz": 0, "cdp1": CARD[pair]}.get(method)
        plans: dict[int, Plan] = {}

        def plan_of(extra: int) -> Plan:
            decided = extra if base is None else base
            if decided not in plans:
                plans[decided] = self.best if decided == 0 else Best(self, decided)
            return plans[decided]

        return SplitOdds(self, pair, self._counts, face).value(plan_of)

    def split_by(self, pair: int, plan: Plan) -> float:
        """Return the value of splitting two cards of a rank and playing by one plan."""
        return SplitOdds(self, pair, self._counts, None).value(lambda _: plan)

    def after_split(self, hand: int, extra: int, plan: Plan, pair: int) -> float:
        """Return the value of a split hand with its second card that is not split again."""
        rules = self.rules
        if pair == ACE and not rules.hit_split_aces:
            return self.stand(hand, extra)
        may_double = rules.double_after_split and rules.may_double(points_of(hand)[0])
        if may_double and plan.doubles(hand):
            return self.double(hand, extra)
        return self.play(hand, extra, plan)


class SplitOdds:
    """The value of a pair that is split, exactly.

    `j` counts the pair cards that are out beyond the first two: with k hands it is k - 2. `m`
    counts the cards that are known only to be no pair card: the second cards of other hands.
    """

    def __init__(
        self, odds: UpcardOdds, pair: int, counts: Cards, face: tuple[int, bool] | None
    ) -> None:
        self._odds = odds
        self._pair = pair
        self._limit = odds.rules.hands_of(pair)
        self._cards = sum(counts)
        self._of_rank = counts[pair] - (pair == odds.upcard) - 2
        if face is None:
            self._left = self._of_rank
        else:
            self._left = face[0] - face[1] - 2
        # The hole card is known not to be of this rank.
        self._hole = odds._hole if odds._looks else None
        self._hole_cards = counts[self._hole] if self._hole is not None else 0

    def value(self, plan_of: PlanOf) -> float:
        """Return the value of both hands; `plan_of` gives the plan for some extra cards."""
        levels = 2 * max(0, self._limit - 2)
        any_card, no_pair = self._base_values(levels, plan_of)
        for m in range(levels):
            for j in range(levels - m):
                any_card[j].append(self._without(any_card, j, m, self._again(j, m)))
                no_pair[j].append(self._without(no_pair, j, m, self._again(j, m + 1)))
        self._ways: dict[tuple[int, int], float] = {}
        return self._walk(2, 0, any_card, no_pair)

    def _base_values(
        self, levels: int, plan_of: PlanOf
    ) -> tuple[list[list[float]], list[list[float]]]:
        """Return, for each level, the values of a hand of one pair card before its second card.

        In the first list that may be any card, in the second any but a pair card.
        """
        any_card, no_pair = [], []
        card = CARD[self._pair]
        for j in range(levels + 1):
            if (
                self._left - j < 0 and not self._odds._infinite
            ):  # There are not so many pair cards: nothing reads this level.
                any_card.append([0.0])
                no_pair.append([0.0])
                continue
            extra = (j + 1) * card
            plan = plan_of(extra)
            chances = self._odds.draws(card + extra)
            values = [
                self._odds.after_split(card + CARD[rank], extra, plan, self._pair) if chance else 0
                for rank, chance in enumerate(chances)
            ]
            value = sum(map(float.__mul__, chances, map(float, values)))
            tens = max(1, self._of_rank - j)
            again = chances[self._pair] * (self._left - j) / tens
            if self._odds._infinite:
                again = chances[self._pair] * (1 if self._left == self._of_rank else 0.25)
            any_card.append([value])
            other = value - again * values[self._pair]
            no_pair.append([other / (1 - again) if again < 1 else 0.0])
        return any_card, no_pair

    def _again(self, j: int, m: int) -> float:
        """Return the chance that the next unseen card is a pair card."""
        odds = self._odds
        if odds._infinite:
            share = odds._counts[self._pair] / self._cards
            return share if self._left == self._of_rank else share / 4
        pairs = self._left - j
        cards = self._cards - 3 - j
        if pairs <= 0:
            return 0.0
        # What is asked of more hands than there are cards for is no chance, and read by nobody.
        if self._hole is None:
            return pairs / (cards - m) if pairs < cards - m else 1.0
        if self._pair == self._hole:
            return pairs / (cards - 1 - m) if pairs < cards - 1 - m else 1.0
        # The hole card is a pair card, or it is neither that nor the one it cannot be: the m
        # known cards make the first more likely.
        if cards - pairs - m <= 0:
            return 1.0
        is_pair = pairs * (cards - pairs) / (cards - pairs - m)
        is_other = cards - pairs - self._hole_cards
        both = is_pair + is_other
        return (is_pair * (pairs - 1) + is_other * pairs) / (both * (cards - 1 - m))

    @staticmethod
    def _without(values: list[list[float]], j: int, m: int, again: float) -> float:
        """Return a value with one more card known to be no pair card, by total probability."""
        if again <= 0:
            return values[j][m]
        return (values[j][m] - again * values[j + 1][m]) / (1 - again) if again < 1 else 0.0

    def _walk(
        self, hands: int, done: int, any_card: list[list[float]], no_pair: list[list[float]]
    ) -> float:
        """Add up the hands when `done` of them have a second card that is no pair card."""
        j = hands - 2
        finished = done * no_pair[j][done - 1] if done else 0.0
        if hands == self._limit:
            return finished + (hands - done) * any_card[j][done]
        if done == hands:
            return finished
        if (hands, done) not in self._ways:
            again = self._again(j, done)
            value = 0.0
            if again > 0:
                value += again * self._walk(hands + 1, done, any_card, no_pair)
            if again < 1:
                value += (1 - again) * self._walk(hands, done + 1, any_card, no_pair)
            self._ways[hands, done] = value
        return self._ways[hands, done]
