"""Flash cards: hands to play by the chart or by indices, drawn more often if they were missed."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from sudokutools._support.streams import Stream
from sudokutools.blackjack import odds
from sudokutools.blackjack.cards import ACE, RANKS, TEN, Card, parse_rank
from sudokutools.blackjack.counting import LOWEST, Counting
from sudokutools.blackjack.house import PLACES, House, Place, action_of, hands_of, row_of
from sudokutools.blackjack.index_plays import IndexPlays
from sudokutools.blackjack.rules import Rules

WORST, BEST = -2, 3  # The levels of a card that was missed, and of one that is known.

INSURANCE = ("insurance", 0, ACE)

# Don Schlesinger, Blackjack Attack: the Illustrious 18 and the Fab 4.
FAMOUS = """insurance A, pair TT 5, pair TT 6, hard 16 T, hard 15 T, hard 10 T, hard 12 3,
hard 12 2, hard 11 A, hard 9 2, hard 10 A, hard 9 7, hard 16 9, hard 13 2, hard 12 4, hard 12 5,
hard 12 6, hard 13 3, hard 14 T, hard 15 9, hard 15 A"""


class History(dict[str, list[int]]):
    """How often each card was asked and missed, and its level.

    A missed card has level -2. Every right answer adds 1, up to 3. New cards have level 0; a card
    of the next level is drawn half as often.

    >>> history = History()
    >>> history.learn("hard 16 T", False)
    >>> history.weight("hard 16 T"), history.weight("a new card")
    (32, 8)
    """

    def weight(self, name: str) -> int:
        return 1 << BEST - self.get(name, (0, 0, 0))[2]

    def learn(self, name: str, is_right: bool) -> None:
        asked, missed, level = self.get(name, (0, 0, 0))
        level = min(level + 1, BEST) if is_right else WORST
        self[name] = [asked + 1, missed + (not is_right), level]


class Problem(NamedTuple):
    """A hand against an upcard, with the count if it matters; without a hand about insurance.

    `worth` has the values of the answers in bets, and `rule` describes the index.
    """

    hand: Sequence[Card]
    upcard: Card
    level: int | None
    worth: dict[str, float]
    right: str
    rule: str = ""

    def cost(self, answer: str) -> float:
        return self.worth[self.right] - self.worth[answer]


class Deck:
    """Flash cards named by their cells, such as `hard 16 T`."""

    def __init__(self, rules: Rules, places: Sequence[Place], stream: Stream) -> None:
        self._rules = rules
        self._stream = stream
        self._places = {name_of(place): place for place in places}
        self._last = ""

    def __len__(self) -> int:
        return len(self._places)

    def draw(self, history: History) -> tuple[str, Problem]:
        """Draw another card than before, and make a problem of it."""
        while True:
            weights = {
                name: history.weight(name) * self._interest(place)
                for name, place in self._places.items()
                if name != self._last or len(self._places) == 1
            }
            *sums, total = accumulate(weights.values())
            name = [*weights][bisect(sums, self._stream.below(total))]
            problem = self._problem(self._places[name])
            if problem is not None:
                self._last = name
                return name, problem
            del self._places[name]

    def _interest(self, _place: Place) -> int:
        return 1

    def _problem(self, place: Place) -> Problem | None:
        raise NotImplementedError

    def _cards(self, place: Place) -> list[Card]:
        """Draw cards for a cell: two for its hand, and an upcard."""
        below = self._stream.below
        hands = hands_of(place)
        ranks = (*hands[below(len(hands))], place[2])
        tens = [below(4)] * 2 if self._rules.split == "rank" else [below(4), below(4)]
        faces = (
            rank + (rank == TEN) * ten for rank, ten in zip(ranks, [*tens, below(4)], strict=True)
        )
        return [Card(face, below(4)) for face in faces]


class StrategyDeck(Deck):
    """All cells of the chart; rows with the same play against every upcard come more rarely."""

    def __init__(self, rules: Rules, stream: Stream) -> None:
        super().__init__(rules, [*_askable(rules)], stream)
        self._chart = House(rules).chart

    def _interest(self, place: Place) -> int:
        row = {self._chart[(*place[:2], upcard)] for upcard in odds.UPCARDS}
        return 4 if len(row) > 1 else 1

    def _problem(self, place: Place) -> Problem:
        *hand, upcard = self._cards(place)
        full = odds.full_shoe(self._rules)
        ranks = [card.rank for card in hand]
        is_by_face = self._rules.split == "rank" and ranks == [TEN, TEN]
        face = (full[TEN] // 4, upcard.face == hand[0].face) if is_by_face else None
        worth = odds.hand_odds(self._rules, full, ranks, upcard.rank, face=face).values
        return Problem(hand, upcard, None, worth, action_of(self._chart[place], [*worth]))


class IndexDeck(Deck):
    """Cells whose play depends on the count; problems have counts near an index.

    Those without an index between -20 and 20 are dropped when they are drawn.
    """

    def __init__(self, rules: Rules, counting: Counting, every: bool, stream: Stream) -> None:
        places = [INSURANCE, *_askable(rules)] if every else [*map(_read_place, FAMOUS.split(", "))]
        super().__init__(rules, places, stream)
        self._plays = IndexPlays(rules, counting)

    def _problem(self, place: Place) -> Problem | None:
        if place == INSURANCE:
            start = self._plays.insurance
            count = self._near(start)
            worth = {"yes": self._plays.insurance_worth(count), "no": 0.0}
            right = "yes" if count >= start else "no"
            return Problem([], Card(ACE, 0), count, worth, right, f"insurance from {start:+d}")
        # Without changes of a second choice only.
        changes = [each for each in self._plays.changes(place) if each.before[0] != each.after[0]]
        if not changes:
            return None
        change = changes[self._stream.below(len(changes))]
        count = self._near(change.start)
        worth = self._plays.worth(place, count)
        right = action_of(self._plays.cell(place, count), [*worth])
        below, above = (action_of(cell, [*worth]) for cell in (change.before, change.after))
        rule = f"{below} below {change.start:+d}, then {above}"
        *hand, upcard = self._cards(place)
        return Problem(hand, upcard, count, worth, right, rule)

    def _near(self, start: int) -> int:
        return max(LOWEST, min(-LOWEST, start - 2 + self._stream.below(4)))


def _askable(rules: Rules) -> Iterator[Place]:
    """Yield the cells of hands with two cards, without totals that only pairs make."""
    for place in PLACES:
        section, number, _ = place
        if place[:2] != ("hard", 20) and (section != "pair" or rules.hands_of(number) > 1):
            yield place


def name_of(place: Place) -> str:
    """Name a cell.

    >>> name_of(("pair", 0, 9)), name_of(INSURANCE)
    ('pair AA T', 'insurance A')
    """
    if place == INSURANCE:
        return "insurance A"
    return " ".join((*row_of(place), RANKS[place[2]]))


def _read_place(name: str) -> Place:
    section, *hand, upcard = name.split()
    number = 0 if not hand else TEN if section == "pair" else int(hand[0])
    return section, number, parse_rank(upcard)
