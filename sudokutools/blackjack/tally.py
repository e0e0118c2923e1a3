"""The statistics of a player's session, round by round; money is in cents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sudokutools.blackjack.cards import Card
from sudokutools.blackjack.hand import Hand

COSTLIEST = 5  # The number of mistakes that are kept.

KINDS = ("pairs", "soft", "hard", "insurance")


class Decision(NamedTuple):
    """A decision: its cost in cents, 0 for the best one, and the answers given and best."""

    cost: float
    kind: str
    round_number: int
    cards: tuple[Card, ...]
    upcard: Card
    answer: str
    best: str


class Tally:
    """Counts of a session.

    `bets` are the original bets, `wagered` includes all later ones. Streaks are rounds won or lost
    in a row, whatever was pushed in between. Decisions are counted if the values of all answers
    were known: `mistakes` has the number and the cost of the wrong ones by kind,
    and `insurable` is what the best insurance was worth.
    """

    def __init__(self, bankroll: int) -> None:
        self.highest = self.lowest = bankroll
        self.rounds = self.hands = self.won = self.lost = self.pushed = self.surrendered = 0
        self.blackjacks = self.doubles = self.splits = self.busts = 0
        self.bets = self.wagered = self.net = self.insurance = 0
        self.longest_won = self.longest_lost = self._streak = 0
        self.decisions = 0
        self.insurable = 0.0
        self.mistakes: dict[str, tuple[int, float]] = {}
        self.costliest: list[Decision] = []

    def see(self, bankroll: int) -> None:
        """Note a bankroll between rounds."""
        self.highest = max(self.highest, bankroll)
        self.lowest = min(self.lowest, bankroll)

    def add(self, hands: Sequence[Hand], bet: int, insurance: int, paid: int, has: int) -> None:
        """Count a settled round: its hands, the original bet, the insurance and its profit, and
        the bankroll afterwards.
        """
        profit = paid
        for hand in hands:
            profit += hand.profit
            self.wagered += hand.bet
            self.doubles += hand.doubled
            self.surrendered += hand.surrendered
            self.won += hand.profit > 0
            self.lost += hand.profit < 0 and not hand.surrendered
            self.pushed += hand.profit == 0
            self.blackjacks += hand.is_natural
            self.busts += hand.outcome == "bust"
        self.rounds += 1
        self.hands += len(hands)
        self.splits += len(hands) - 1
        self.bets += bet
        self.wagered += insurance
        self.insurance += paid
        self.net += profit
        if profit:
            step = 1 if profit > 0 else -1
            if self._streak * step < 0:
                self._streak = 0
            self._streak += step
            self.longest_won = max(self.longest_won, self._streak)
            self.longest_lost = max(self.longest_lost, -self._streak)
        self.see(has)

    def decide(self, decision: Decision, insurable: float) -> None:
        """Count a decision; `insurable` is what the best insurance is worth, in cents."""
        self.decisions += 1
        self.insurable += insurable
        if decision.cost > 0:
            count, cost = self.mistakes.get(decision.kind, (0, 0.0))
            self.mistakes[decision.kind] = count + 1, cost + decision.cost
            self.costliest.append(decision)
            self.costliest.sort(key=lambda mistake: -mistake.cost)
            del self.costliest[COSTLIEST:]

    @property
    def wrong(self) -> int:
        return sum(count for count, _ in self.mistakes.values())

    @property
    def cost(self) -> float:
        return sum(cost for _, cost in self.mistakes.values())

    def expected(self, value: float) -> float:
        """Compute the expected profit in cents, with the value of a round per unit of the bet."""
        return value * self.bets + self.insurable - self.cost

    def to_json(self) -> dict[str, Any]:
        """Convert to plain data, without the costliest mistakes."""
        return {
            name: value
            for name, value in vars(self).items()
            if name not in ("_streak", "costliest", "insurable")
        }
