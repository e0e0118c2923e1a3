"""Rounds of blackjack by the rules of a casino, without input and output.

`Round.question` is the decision that a round waits for, or None once it is settled; `answer`
continues to the next one.

>>> from sudokutools.blackjack.shoe import Shoe
>>> round_ = Round(Rules(), Shoe(Rules(), "912"), [(Player("North", 10000), 1000)])
>>> round_.question.actions
('hit', 'stand', 'double', 'split')
>>> for answer in ("split", "double", "stand"):
...     round_.answer(answer)
>>> round_.question, str(round_.dealer[-1]), round_.seats[0].profit
(None, '9♥', 3000)
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from re import fullmatch
from typing import NamedTuple

from sudokutools.blackjack.cards import ACE, TEN, Card, total
from sudokutools.blackjack.player import Hand, Player, Seat, is_blackjack, money
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.shoe import CardSource
from sudokutools.blackjack.side_bets import SideBet, Stake
from sudokutools.errors import SudokuError

EARLY = ("keep", "surrender")  # The answers before the dealer peeks, with early surrender.


class Question(NamedTuple):
    """A decision that a round waits for.

    Without actions it is about insurance, answered by an amount in cents from 0 to `limit`. If a
    hand may be doubled for less, `double` adds `limit` cents to the bet, and `double 500` adds 500.
    """

    seat: Seat
    hand: Hand
    actions: tuple[str, ...]
    limit: int = 0

    def action_of(self, answer: str | int) -> str | int:
        """Return the action of an answer, `double` for a valid `double 500`, or the answer."""
        less = fullmatch(r"double ([1-9][0-9]{0,11})", str(answer)) if self.actions else None
        return "double" if less and int(less[1]) <= self.limit else answer

    def added(self, answer: str | int) -> int:
        """Return the cents that doubling adds to the bet."""
        return int(str(answer).partition(" ")[2] or self.limit or self.seat.bet)

    @property
    def default(self) -> str | int:
        """The answer of an absent player: no insurance, no surrender, no more cards."""
        if not self.actions:
            return 0
        return "stand" if "stand" in self.actions else "keep"


class Event(NamedTuple):
    """What happened to a hand: an answer, or a `card`."""

    kind: str
    seat: Seat
    hand: Hand


class Round:
    """One round, from the deal to the payments. Bets leave the bankrolls immediately.

    `bets` may name a player several times, once for each of his seats, which `spots` lists. `sides`
    are the amounts of each seat on each of the `side_bets`; they are paid at the end.
    """

    def __init__(
        self,
        rules: Rules,
        shoe: CardSource,
        bets: Sequence[tuple[Player, int]],
        number: int = 1,
        side_bets: Sequence[SideBet] = (),
        sides: Sequence[Sequence[int]] = (),
    ) -> None:
        self.rules = rules
        self.number = number
        self.side_bets, self.sides = side_bets, sides
        self.seats = [Seat(player, bet) for player, bet in bets]
        self.spots: dict[Player, list[Seat]] = {}
        self.dealer: list[Card] = []
        self.hole_is_hidden = False
        self.events: list[Event] = []
        self.cards: list[Card] = []
        self.ended = ""
        self._shoe = shoe
        for seat, amounts in zip(self.seats, sides, strict=False):
            pairs = zip(side_bets, amounts, strict=True)
            seat.stakes = [Stake(bet, amount) for bet, amount in pairs if amount]
        for seat in self.seats:
            seat.player.bankroll -= seat.bet + seat.side_staked
            self.spots.setdefault(seat.player, []).append(seat)
        for seats in self.spots.values():
            if len(seats) > 1:
                for number, seat in enumerate(seats, 1):
                    seat.number = number
        self._course = self._play()
        self.question: Question | None = next(self._course, None)

    def answer(self, answer: str | int) -> None:
        """Answer the question. Raises SudokuError if the answer is illegal."""
        question = self.question
        if question is None:
            raise SudokuError("the round is over")
        if question.actions:
            if question.action_of(answer) not in question.actions:
                raise SudokuError(f"{answer!r} is not allowed here: {', '.join(question.actions)}")
        elif not isinstance(answer, int) or not 0 <= answer <= question.limit:
            raise SudokuError(f"insurance: expected 0 to {money(question.limit)}")
        try:
            self.question = self._course.send(answer)
        except StopIteration:
            self.question = None

    def abandon(self, ended: str = "void") -> None:
        """End an unfinished round: `void` returns all bets, `forfeited` loses them."""
        if self.question is None:
            return
        self._course.close()
        self.question = None
        self.ended = ended
        is_lost = ended == "forfeited"
        for seat in self.seats:
            for hand in seat.hands:
                hand.outcome, hand.profit = ended, -hand.bet * is_lost
            for stake in seat.stakes:
                stake.outcome, stake.profit = ended, -stake.amount * is_lost
            if is_lost:
                credit = min(seat.insurance, max(0, -seat.player.bankroll))
                seat.insurance -= credit  # The blackjack that covered it is lost too.
                seat.player.bankroll += credit
                seat.insurance_profit = -seat.insurance
            else:
                seat.player.bankroll += seat.insurance + seat.side_staked + seat.staked
        if is_lost:
            self._pay()

    @property
    def upcard(self) -> Card:
        return self.dealer[0]

    @property
    def _peeks(self) -> bool:
        return self.rules.peek and self.upcard.rank in (ACE, TEN)

    def _play(self) -> Generator[Question, str | int, None]:
        for turn in (1, 2):
            for seat in self.seats:
                self._deal(seat, seat.hands[0])
            if turn == 1 or self.rules.peek:
                self.hole_is_hidden = turn == 2
                self.dealer.append(self._draw())
        for seat in self.seats:
            for stake in seat.stakes:
                stake.deal((*seat.hands[0].cards, self.upcard))
        if self.upcard.rank == ACE:
            yield from self._offer_insurance()
        if self._peeks and self.rules.surrender == "early":
            yield from self._offer_surrender()
        if not (self._peeks and is_blackjack(self.dealer)):
            for seat in self.seats:
                at = 0
                while at < len(seat.hands):  # Splits append to the list.
                    yield from self._play_hand(seat, at)
                    at += 1
            self._play_dealer()
        self.hole_is_hidden = False
        self._settle()

    def _draw(self) -> Card:
        self.cards.append(self._shoe.draw())
        return self.cards[-1]

    def _deal(self, seat: Seat, hand: Hand) -> None:
        hand.cards.append(self._draw())
        self.events.append(Event("card", seat, hand))

    def _offer_insurance(self) -> Generator[Question, str | int, None]:
        """Offer insurance up to half the bet.

        A blackjack cannot lose, so it covers its insurance: even without the money a player gets
        even money, and the bankroll is negative until the round is settled.
        """
        for seat in self.seats:
            limit = seat.bet // 2
            if not seat.hands[0].is_natural:
                limit = min(limit, seat.player.bankroll)
            if limit > 0:
                amount = yield Question(seat, seat.hands[0], (), limit)
                assert isinstance(amount, int)
                seat.insurance = amount
                seat.player.bankroll -= amount

    def _offer_surrender(self) -> Generator[Question, str | int, None]:
        may = self.rules.may_surrender(self.upcard.rank)
        for seat in self.seats:
            hand = seat.hands[0]
            if may and not hand.is_natural:
                action = yield Question(seat, hand, EARLY)
                self.events.append(Event(str(action), seat, hand))
                hand.surrendered = action == "surrender"

    def _play_hand(self, seat: Seat, at: int) -> Generator[Question, str | int, None]:
        hand = seat.hands[at]
        while True:
            if len(hand.cards) == 1:  # A split hand whose turn has come.
                self._deal(seat, hand)
            actions = self.legal_actions(seat, hand)
            if not actions:
                return
            less = self.rules.double_for_less and "double" in actions
            limit = min(seat.bet, seat.player.bankroll) if less else 0
            question = Question(seat, hand, actions, limit)
            answer = yield question
            action = question.action_of(answer)
            self.events.append(Event(str(action), seat, hand))
            if action == "split":
                seat.player.bankroll -= seat.bet
                hand.from_split = True
                seat.hands.insert(at + 1, Hand(seat.bet, [hand.cards.pop()], from_split=True))
            elif action == "hit":
                self._deal(seat, hand)
            elif action == "double":
                added = question.added(answer)
                seat.player.bankroll -= added
                hand.bet += added
                hand.doubled = True
                self._deal(seat, hand)
                return
            else:
                hand.surrendered = action == "surrender"
                return

    def legal_actions(self, seat: Seat, hand: Hand) -> tuple[str, ...]:
        rules, points, has_two = self.rules, hand.total, len(hand.cards) == 2
        if points >= 21 or hand.surrendered or rules.is_charlie(len(hand.cards)):
            return ()
        has_bet = seat.player.bankroll >= seat.bet
        may_split = has_two and has_bet and self._may_split(seat, hand)
        if hand.from_split and hand.cards[0].rank == ACE and not rules.hit_split_aces:
            return ("stand", "split") if may_split else ()
        actions = ["hit", "stand"]
        may_double = rules.double_after_split or not hand.from_split
        can_double = has_bet or (rules.double_for_less and seat.player.bankroll > 0)
        if can_double and may_double and rules.may_double(points, len(hand.cards)):
            actions.append("double")
        if may_split:
            actions.append("split")
        if has_two and self._may_surrender(hand):
            actions.append("surrender")
        return tuple(actions)

    def _may_surrender(self, hand: Hand) -> bool:
        is_over = self._peeks and self.rules.surrender == "early"
        may = self.rules.may_surrender(self.upcard.rank)
        return may and not is_over and not hand.from_split

    def _may_split(self, seat: Seat, hand: Hand) -> bool:
        one, other = hand.cards
        by_value = self.rules.split == "value"
        same = one.rank == other.rank if by_value else one.face == other.face
        return same and len(seat.hands) < self.rules.hands_of(one.rank)

    def _play_dealer(self) -> None:
        standing = any(not self._is_settled(hand) for seat in self.seats for hand in seat.hands)
        if not self.rules.peek and (standing or self._waits_for_blackjack()):
            self.dealer.append(self._draw())
        self.hole_is_hidden = False
        while standing and self._dealer_draws():
            self.dealer.append(self._draw())

    def _dealer_draws(self) -> bool:
        points, soft = total(card.rank for card in self.dealer)
        return points < 17 or (points == 17 and soft and self.rules.hit_soft_17)

    def _is_settled(self, hand: Hand) -> bool:
        return hand.surrendered or hand.is_bust or hand.is_natural or self._is_charlie(hand)

    def _is_charlie(self, hand: Hand) -> bool:
        return not hand.is_bust and self.rules.is_charlie(len(hand.cards))

    def _waits_for_blackjack(self) -> bool:
        """Whether a dealer without a hole card must draw a second card for a settled round."""
        return self.upcard.rank in (ACE, TEN) and any(
            seat.insurance
            or any(stake.waits for stake in seat.stakes)
            or any(hand.is_natural or self._is_charlie(hand) for hand in seat.hands)
            or (self.rules.original_bets_only and seat.staked > seat.bet)
            for seat in self.seats
        )

    def _settle(self) -> None:
        has_blackjack = is_blackjack(self.dealer)
        for seat in self.seats:
            for hand in seat.hands:
                hand.outcome, hand.profit = self._result(hand)
            if self.rules.original_bets_only and has_blackjack:
                for hand in seat.hands:
                    hand.profit = max(hand.profit, -seat.bet)
                for hand in seat.hands[1:]:
                    hand.outcome, hand.profit = "returned", 0
            seat.insurance_profit = 2 * seat.insurance if has_blackjack else -seat.insurance
            for stake in seat.stakes:
                stake.settle(has_blackjack)
        self._pay()

    def _pay(self) -> None:
        for player, seats in self.spots.items():
            for seat in seats:
                player.bankroll += seat.insurance + seat.side_staked + seat.staked + seat.profit
            player.rounds.add(self.number)
            player.tally.add(seats)

    def _result(self, hand: Hand) -> tuple[str, int]:
        """Return outcome and profit; fractions of a cent (7:3, half a bet) go to the house."""
        if hand.surrendered:
            return "surrendered", hand.bet // 2 - hand.bet
        if hand.is_bust:
            return "bust", -hand.bet
        if is_blackjack(self.dealer):
            return ("push", 0) if hand.is_natural else ("lost", -hand.bet)
        if self._is_charlie(hand):
            return "charlie", hand.bet
        if hand.is_natural:
            won, staked = self.rules.payout
            return "blackjack", hand.bet * won // staked
        points = total(card.rank for card in self.dealer)[0]
        if points == 22 and self.rules.push_22:
            return "push", 0
        if points > 21 or hand.total > points:
            return "won", hand.bet
        return ("push", 0) if hand.total == points else ("lost", -hand.bet)
