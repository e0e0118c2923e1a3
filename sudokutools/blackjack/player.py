"""Players: their money, hands and seats in a round, and the statistics of a session.

Money is in whole cents: never a float, so that 3:2 on an odd bet is exact.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sudokutools.blackjack.cards import ACE, RANK_OF, TEN, Card, total
from sudokutools.blackjack.side_bets import SideBet, Stake
from sudokutools.errors import SudokuError

LIMIT = 10**12  # The largest amount in cents: ten thousand million units.
LONGEST_NAME = 16  # The maximum length of a player's name.
AMOUNT = r"\$?([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]{1,2}))?"
COSTLIEST = 5  # The number of mistakes that are kept.

KINDS = ("pairs", "soft", "hard", "insurance")


def parse_money(text: str, most: int = LIMIT, limit: int = LIMIT) -> int:
    """Read an amount such as 10, 12.50, 1,000 or $20 as cents.

    Raises SudokuError if it is invalid or above `limit`; the message then names `most`.
    """
    shown = repr(text.strip()[:20])
    match = re.fullmatch(AMOUNT, text.strip(), re.ASCII)
    if match is None:
        raise SudokuError(f"invalid amount {shown}: expected a number such as 10 or 12.50")
    whole, part = match[1].replace(",", "").lstrip("0"), match[2] or ""
    cents = limit + 1
    if len(whole) < len(str(limit)):
        cents = int(whole + part.ljust(2, "0"))
    if cents > limit:
        raise SudokuError(f"{shown} is too large: the maximum is {money(most)}")
    return cents


def money(cents: int) -> str:
    """Write cents as an amount.

    >>> money(1250), money(-700)
    ('12.50', '-7')
    """
    whole, part = divmod(abs(cents), 100)
    return ("-" if cents < 0 else "") + (f"{whole}.{part:02}" if part else str(whole))


def gain(cents: int) -> str:
    return ("+" if cents > 0 else "") + money(cents)


class Hand:
    """The cards of one hand and its bet.

    A settled hand has a `profit` and an `outcome`: `won`, `lost`, `push`, `blackjack`, `charlie`,
    `bust`, `surrendered`; `void` or `forfeited` in an abandoned round; `returned` if a dealer
    blackjack takes original bets only, and this is a later one.
    """

    def __init__(self, bet: int, cards: list[Card], from_split: bool = False) -> None:
        self.bet = bet
        self.cards = cards
        self.from_split = from_split
        self.doubled = self.surrendered = False
        self.outcome = ""
        self.profit = 0

    @property
    def ranks(self) -> list[int]:
        return [RANK_OF[face] for face, _ in self.cards]

    @property
    def total(self) -> int:
        return total(self.ranks)[0]

    @property
    def is_soft(self) -> bool:
        return total(self.ranks)[1]

    @property
    def is_bust(self) -> bool:
        return self.total > 21

    @property
    def is_natural(self) -> bool:
        return not self.from_split and is_blackjack(self.cards)

    def describe(self) -> str:
        if self.is_natural:
            return "blackjack"
        points, is_soft = total(self.ranks)
        return f"{'soft ' if is_soft else ''}{points}"


def is_blackjack(cards: list[Card]) -> bool:
    return len(cards) == 2 and (cards[0].rank, cards[1].rank) in ((ACE, TEN), (TEN, ACE))


class Player:
    """A player. `stake` is the amount of the first buy-in (default: the bankroll).

    `bought` was added during the game and does not count as profit; `rounds` are their numbers.
    """

    def __init__(self, name: str, bankroll: int, stake: int | None = None) -> None:
        self.name = name
        self.bankroll = bankroll
        self.stake = bankroll if stake is None else stake
        self.bought = 0
        self.rounds: set[int] = set()
        self.tally = Tally(bankroll)

    def buy_in(self, amount: int) -> None:
        self.bankroll += amount
        self.bought += amount
        self.tally.see(self.bankroll)


class Seat:
    """A spot with a bet; `number` is its number among several of a player, from 1, or 0."""

    def __init__(self, player: Player, bet: int) -> None:
        self.player = player
        self.bet = bet
        self.number = 0
        self.hands = [Hand(bet, [])]
        self.insurance = self.insurance_profit = 0
        self.stakes: list[Stake] = []

    @property
    def name(self) -> str:
        return seat_name(self.player.name, self.number)

    @property
    def side_staked(self) -> int:
        return sum(stake.amount for stake in self.stakes)

    @property
    def side_profit(self) -> int:
        return sum(stake.profit for stake in self.stakes)

    @property
    def staked(self) -> int:
        return sum(hand.bet for hand in self.hands)

    @property
    def profit(self) -> int:
        return self.insurance_profit + self.side_profit + sum(hand.profit for hand in self.hands)


def seat_name(name: str, number: int) -> str:
    """Name a seat by its player and, if that is not 0, its number.

    >>> seat_name("North", 0), seat_name("North", 2)
    ('North', 'North #2')
    """
    return f"{name} #{number}" if number else name


class Decision(NamedTuple):
    """A decision: its cost in cents (0: the right one), and the answers given and right.

    `level` is the count by which it was judged, if it was.
    """

    cost: float
    kind: str
    round_number: int
    cards: tuple[Card, ...]
    upcard: Card
    answer: str
    best: str
    level: int | None = None


class Tally:
    """The statistics of a player's session.

    `bets` are the original bets, `wagered` includes later ones. A round with several seats is one
    round: streaks and the average are of all its hands together. Streaks ignore pushes. Decisions
    are counted if the values of all answers were known: `mistakes` has the number and the cost of
    the wrong ones by kind, `insurable` is the worth of the best insurance in cents. `deviations`
    are the decisions in which the count required another play than the chart: how many there were,
    how many were missed, and the cost of these in bets.
    `side` is the profit of all side bets, `sides` the amount bet on each.
    """

    def __init__(self, bankroll: int) -> None:
        self.highest = self.lowest = bankroll
        self.rounds = self.hands = self.won = self.lost = self.pushed = self.surrendered = 0
        self.blackjacks = self.doubles = self.splits = self.busts = 0
        self.bets = self.wagered = self.net = self.insurance = self.side = 0
        self.sides: dict[SideBet, int] = {}
        self.longest_won = self.longest_lost = self._streak = 0
        self.decisions = 0
        self.insurable = 0.0
        self.mistakes: dict[str, tuple[int, float]] = {}
        self.costliest: list[Decision] = []
        self.deviations: dict[str, float] = {}

    def see(self, bankroll: int) -> None:
        self.highest = max(self.highest, bankroll)
        self.lowest = min(self.lowest, bankroll)

    def add(self, seats: Sequence[Seat]) -> None:
        """Count a round with all seats of the player."""
        for seat in seats:
            self._add_seat(seat)
        self.rounds += 1
        profit = sum(seat.profit for seat in seats)
        self.net += profit
        if profit:
            step = 1 if profit > 0 else -1
            self._streak = step + (self._streak if self._streak * step > 0 else 0)
            self.longest_won = max(self.longest_won, self._streak)
            self.longest_lost = max(self.longest_lost, -self._streak)
        self.see(seats[0].player.bankroll)

    def _add_seat(self, seat: Seat) -> None:
        for hand in seat.hands:
            self.wagered += hand.bet
            self.doubles += hand.doubled
            self.surrendered += hand.surrendered
            self.won += hand.profit > 0
            self.lost += hand.profit < 0 and not hand.surrendered
            self.pushed += hand.profit == 0
            self.blackjacks += hand.is_natural
            self.busts += hand.outcome == "bust"
        self.hands += len(seat.hands)
        self.splits += len(seat.hands) - 1
        self.bets += seat.bet
        self.wagered += seat.insurance
        self.insurance += seat.insurance_profit
        self.side += seat.side_profit
        for stake in seat.stakes:
            self.wagered += stake.amount
            self.sides[stake.bet] = self.sides.get(stake.bet, 0) + stake.amount

    def decide(self, decision: Decision, insurable: float) -> None:
        self.decisions += 1
        self.insurable += insurable
        if decision.cost:
            count, cost = self.mistakes.get(decision.kind, (0, 0.0))
            self.mistakes[decision.kind] = count + 1, cost + decision.cost
            self.costliest.append(decision)
            self.costliest.sort(key=lambda mistake: -mistake.cost)
            del self.costliest[COSTLIEST:]

    def deviate(self, cost: float) -> None:
        """Count a deviation; it was missed if it has a cost."""
        has = self.deviations or {"met": 0, "missed": 0, "cost": 0.0}
        self.deviations = {
            "met": has["met"] + 1,
            "missed": has["missed"] + (cost != 0),
            "cost": has["cost"] + cost,
        }

    @property
    def wrong(self) -> int:
        return sum(count for count, _ in self.mistakes.values())

    @property
    def cost(self) -> float:
        return sum(cost for _, cost in self.mistakes.values())

    @property
    def each(self) -> int:
        """The average profit per round, rounded half up, for display only."""
        return (2 * self.net + self.rounds) // (2 * self.rounds) if self.rounds else 0

    def expected(self, value: float, sides: Mapping[SideBet, float]) -> float:
        """Compute the expected profit in cents from the values of a unit bet and of side bets."""
        of_sides = sum(sides[bet] * amount for bet, amount in self.sides.items())
        return value * self.bets + self.insurable - self.cost + of_sides

    def to_json(self) -> dict[str, Any]:
        hidden = ["_streak", "costliest", "insurable", *["deviations"] * (not self.deviations)]
        hidden += ["sides", *["side"] * (not self.sides)]
        return {name: value for name, value in vars(self).items() if name not in hidden}
