"""Side bets: pay tables and exact values.

A side bet is about the player's first two cards, or about these and the dealer's upcard as a hand
of three-card poker. A pay table has two-card or three-card hands; the highest payout counts.

The tables known by name and their letters: Shackleford, "The Wizard of Odds", the pages about 21+3,
Perfect Pairs and Lucky Ladies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod, sqrt
from re import fullmatch
from typing import NamedTuple

from sudokutools.blackjack.cards import ACE, FACES, RANK_OF, SUITS, TEN, Card, total
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.errors import SudokuError

LOST = "lost"
LARGEST_PAYOUT = 100_000
LONGEST_NAME = 20  # The maximum length of a name.

_QUEEN, _HEARTS = FACES.index("Q"), SUITS.index("♥")
_RED = (_HEARTS, SUITS.index("♦"))

KINDS = tuple(Card(face, suit) for suit in range(len(SUITS)) for face in range(len(FACES)))
"""The 52 different cards, in the order of the counts of `Unseen`."""


def _three_cards(cards: Sequence[Card]) -> dict[str, bool]:
    low, middle, high = sorted(card.face for card in cards)
    is_flush = len({card.suit for card in cards}) == 1
    is_straight = (middle - low, high - middle) == (1, 1) or (low, middle, high) == (0, 11, 12)
    return {
        "suited-trips": low == high and is_flush,
        "straight-flush": is_straight and is_flush,
        "trips": low == high,
        "straight": is_straight,
        "flush": is_flush,
    }


def _two_cards(cards: Sequence[Card], has_blackjack: bool) -> dict[str, bool]:
    one, other = cards
    is_pair, is_suited = one.face == other.face, one.suit == other.suit
    is_20 = total([one.rank, other.rank])[0] == 20
    queens = [card for card in cards if card.face == _QUEEN]
    hearts = sum(card.suit == _HEARTS for card in queens)
    return {
        "queens-of-hearts-and-dealer-blackjack": hearts == 2 and has_blackjack,
        "queens-of-hearts": hearts == 2,
        "queens-and-dealer-blackjack": len(queens) == 2 and has_blackjack,
        "queens": len(queens) == 2,
        "matched-20": is_20 and is_pair and is_suited,
        "ranked-20": is_20 and is_pair,
        "suited-20": is_20 and is_suited,
        "any-20": is_20,
        "queen-of-hearts": hearts > 0,
        "queen": bool(queens),
        "perfect-pair": is_pair and is_suited,
        "colored-pair": is_pair and (one.suit in _RED) == (other.suit in _RED),
        "pair": is_pair,
    }


THREE_CARDS = tuple(_three_cards(KINDS[:3]))
TWO_CARDS = tuple(_two_cards(KINDS[:2], False))


class SideBet(NamedTuple):
    """A name, and the hands that are paid, N to 1, in the order in which they are listed."""

    name: str
    pays: tuple[tuple[str, int], ...]

    @property
    def cards(self) -> int:
        return 3 if self.pays[0][0] in THREE_CARDS else 2

    def result(self, cards: Sequence[Card], has_blackjack: bool = False) -> tuple[str, int]:
        """Return the best paid hand and its payout per unit, or LOST and -1.

        `cards` are the player's first two and the upcard; `has_blackjack`: the dealer does.

        >>> cards = Card(11, 1), Card(11, 1), Card(0, 0)
        >>> SIDE_BETS["lucky-ladies"].result(cards), SIDE_BETS["21+3"].result(cards)
        (('queens-of-hearts', 125), ('lost', -1))
        """
        is_three = self.cards == 3
        held = _three_cards(cards) if is_three else _two_cards(cards[:2], has_blackjack)
        paid = (row for row in self.pays if held[row[0]])
        return max(paid, key=lambda row: row[1], default=(LOST, -1))

    def describe(self) -> str:
        return ", ".join(f"{words(hand)} {pays}:1" for hand, pays in self.pays)


def words(hand: str) -> str:
    return hand.replace("-", " ")


INSURANCE = SideBet("insurance", (("dealer-blackjack", 2),))
"""Insurance, whose value is that after the dealer has shown an ace."""


def _named(name: str, hands: str, *payouts: int) -> SideBet:
    return SideBet(name, tuple(zip(hands.split(), payouts, strict=True)))


_POKER = "suited-trips straight-flush trips straight flush"
_PAIRS = "perfect-pair colored-pair pair"
_LADIES = "queens-of-hearts-and-dealer-blackjack queens-of-hearts matched-20 suited-20 any-20"
SIDE_BETS = {
    bet.name: bet
    for bet in (
        _named("21+3", "straight-flush trips straight flush", 9, 9, 9, 9),
        _named("21+3-b", _POKER, 100, 40, 30, 10, 5),
        _named("21+3-c", _POKER, 100, 35, 33, 10, 5),
        _named("21+3-d", _POKER, 100, 40, 25, 10, 5),
        _named("21+3-e", _POKER, 100, 30, 20, 10, 5),
        _named("perfect-pairs", _PAIRS, 25, 12, 6),
        _named("perfect-pairs-b", _PAIRS, 30, 10, 5),
        _named("perfect-pairs-c", _PAIRS, 25, 12, 5),
        _named("perfect-pairs-d", _PAIRS, 25, 15, 5),
        _named("lucky-ladies", _LADIES, 1000, 125, 19, 9, 4),
        _named("lucky-ladies-b", _LADIES, 1000, 200, 25, 10, 4),
        INSURANCE,
    )
}


def read_pays(name: str, lines: Iterable[str]) -> SideBet:
    """Read a pay table: lines of a hand and its payout to 1; `#` begins a comment.

    Raises SudokuError if it is invalid.

    >>> read_pays("mine", ["flush 5", "straight 10  # or 9"]).pays
    (('flush', 5), ('straight', 10))
    """
    pays: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        row = line.split("#")[0].split()
        if not row:
            continue
        hand, payout = row[0].lower(), row[-1]
        if len(row) != 2 or not fullmatch(r"[1-9][0-9]{0,5}", payout, 0):
            what = f"expected a hand and its payout, 1 to {LARGEST_PAYOUT}, such as flush 5"
            raise SudokuError(f"line {number}: {what}")
        if hand in pays:
            raise SudokuError(f"line {number}: duplicate hand {hand!r}")
        pays[hand] = int(payout)
        try:
            check_pays(name, pays)
        except SudokuError as error:
            raise SudokuError(f"line {number}: {error}") from None
    return check_pays(name, pays)


def check_pays(name: str, pays: dict[str, int]) -> SideBet:
    """Return the side bet of a pay table. Raises SudokuError if it is invalid."""
    if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME or name != name.strip():
        what = f"expected 1 to {LONGEST_NAME} printable characters"
        raise SudokuError(f"name {name[:40]!r}: {what}")
    bet = SideBet(name, tuple(pays.items()))
    if name in SIDE_BETS:
        if bet != SIDE_BETS[name]:
            raise SudokuError(f"{name!r} is the name of another pay table")
        return bet
    if not pays:
        raise SudokuError("no hand is paid")
    known = THREE_CARDS if bet.pays[0][0] in THREE_CARDS else TWO_CARDS
    for hand, payout in pays.items():
        if hand in (*THREE_CARDS, *TWO_CARDS) and hand not in known:
            raise SudokuError(f"{hand} and {bet.pays[0][0]}: not hands of the same number of cards")
        if hand not in known:
            names = ", ".join((*THREE_CARDS, *TWO_CARDS))
            raise SudokuError(f"unknown hand {hand[:40]!r}: expected {names}")
        if not 0 < payout <= LARGEST_PAYOUT:
            raise SudokuError(f"{hand} pays {payout}: expected 1 to {LARGEST_PAYOUT}")
    return bet


class Unseen(NamedTuple):
    """The cards that can come: of each of KINDS, and of each face.

    A face with fewer cards than its four kinds has lost some whose suits are unknown.
    """

    kinds: tuple[int, ...]
    faces: tuple[int, ...]
    infinite: bool = False

    @classmethod
    def full(cls, rules: Rules) -> Unseen:
        decks = rules.decks or 1
        kinds, faces = (decks,) * len(KINDS), (decks * len(SUITS),) * len(FACES)
        return cls(kinds, faces, rules.decks == INFINITE)

    def chance(self, drawn: tuple[int, ...]) -> float:
        """Return the chance that the next cards are these kinds, in any order."""
        chance = float(factorial(len(drawn)) // prod(map(factorial, _repeats(drawn))))
        cards = sum(self.faces)
        for at, kind in enumerate(drawn):
            before = () if self.infinite else drawn[:at]
            face = KINDS[kind].face
            same = sum(KINDS[each].face == face for each in before)
            of_kind, of_face = self.kinds[kind] - before.count(kind), self.faces[face] - same
            if of_kind <= 0 or of_face <= 0:
                return 0.0
            chance *= of_kind / (sum(self.kinds[face :: len(FACES)]) - same)
            chance *= of_face / (cards - len(before))
        return chance

    def blackjack(self, drawn: tuple[int, ...]) -> float:
        """Return the chance of a dealer blackjack after these kinds were drawn."""
        gone = [] if self.infinite else [KINDS[kind].rank for kind in drawn]
        aces = self.faces[ACE] - gone.count(ACE)
        tens = sum(self.faces[TEN:]) - gone.count(TEN)
        cards = sum(self.faces) - len(gone)
        return 2 * aces * tens / (cards * (cards if self.infinite else cards - 1))


def _repeats(drawn: tuple[int, ...]) -> list[int]:
    return [drawn.count(kind) for kind in set(drawn)]


Win = tuple[tuple[int, ...], tuple[str, int], tuple[str, int]]
"""Kinds, and their results without and with a dealer blackjack."""


@lru_cache(32)
def _wins(bet: SideBet) -> list[Win]:
    wins = []
    for drawn in combinations_with_replacement(range(len(KINDS)), bet.cards):
        cards = [KINDS[kind] for kind in drawn]
        usual, lucky = bet.result(cards), bet.result(cards, has_blackjack=True)
        if lucky[1] > 0:
            wins.append((drawn, usual, lucky))
    return wins


def chances(bet: SideBet, unseen: Unseen) -> dict[str, float]:
    """Compute the chance that a bet is paid for each hand, in the order of its table.

    Insurance is valued after an ace was dealt from these cards. Raises SudokuError if too few cards
    are left.
    """
    cards, aces, tens = sum(unseen.faces), unseen.faces[ACE], sum(unseen.faces[TEN:])
    if cards < 4 or (bet == INSURANCE and not aces):
        raise SudokuError(f"{bet.name}: " + ("no ace is left" if cards > 3 else "too few cards"))
    if bet == INSURANCE:
        return {bet.pays[0][0]: tens / (cards - (not unseen.infinite))}
    found = {hand: 0.0 for hand, _ in bet.pays}
    for drawn, (usual, _), (lucky, _) in _wins(bet):
        chance = unseen.chance(drawn)
        if usual != lucky:
            with_blackjack = chance * unseen.blackjack(drawn)
            found[lucky] += with_blackjack
            chance -= with_blackjack
        if usual != LOST:
            found[usual] += chance
    return found


def value(bet: SideBet, unseen: Unseen) -> tuple[float, float]:
    """Compute the expected value of a unit, and its standard deviation.

    >>> f"{value(SIDE_BETS['21+3'], Unseen.full(Rules(decks=6)))[0]:.6f}"
    '-0.032386'
    """
    found = chances(bet, unseen)
    # Relative to the stake: a lost one has nothing.
    mean = sum(found[hand] * (pays + 1) for hand, pays in bet.pays)
    square = sum(found[hand] * (pays + 1) ** 2 for hand, pays in bet.pays)
    return mean - 1, sqrt(max(0.0, square - mean * mean))


class Stake:
    """An amount on a side bet, its result known at the deal unless that `waits` for the dealer."""

    def __init__(self, bet: SideBet, amount: int) -> None:
        self.bet = bet
        self.amount = amount
        self.outcome = ""
        self.profit = 0
        self._results = [(LOST, -1), (LOST, -1)]

    def deal(self, cards: Sequence[Card]) -> None:
        self._results = [self.bet.result(cards, has_blackjack) for has_blackjack in (False, True)]

    @property
    def waits(self) -> bool:
        return self._results[0] != self._results[1]

    @property
    def won(self) -> tuple[str, int] | None:
        """The paid hand and its payout; None: lost, or not yet known."""
        hand = self._results[0]
        return None if self.waits or hand[0] == LOST else hand

    def settle(self, has_blackjack: bool) -> None:
        self.outcome, payout = self._results[has_blackjack]
        self.profit = payout * self.amount


class RankValue(NamedTuple):
    """The mean and mean square of a unit, given the ranks of the cards."""

    mean: float = -1.0
    square: float = 1.0


def by_ranks(bet: SideBet, rules: Rules, has_blackjack: bool) -> dict[tuple[int, ...], RankValue]:
    """Compute the value of a bet for the ranks of its cards, in order; others lose.

    In a shuffled shoe the suits and faces of the next cards are independent of the ranks of all
    cards, so these values hold for any count of ranks.
    """
    full = Unseen.full(rules)
    totals: dict[tuple[int, ...], list[float]] = {}
    for drawn in combinations_with_replacement(range(len(KINDS)), bet.cards):
        ranks = tuple(sorted(RANK_OF[KINDS[kind].face] for kind in drawn))
        totals.setdefault(ranks, [0.0, 0.0, 0.0])[0] += full.chance(drawn)
    for drawn, *results in _wins(bet):
        sums = totals[tuple(sorted(RANK_OF[KINDS[kind].face] for kind in drawn))]
        pays = results[has_blackjack][1] + 1
        chance = full.chance(drawn)
        sums[1] += chance * pays
        sums[2] += chance * pays * (pays - 2)
    return {
        ranks: RankValue(mean / chance - 1, square / chance + 1)
        for ranks, (chance, mean, square) in totals.items()
        if chance
    }
