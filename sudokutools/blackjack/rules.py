"""The rules of a table, and named sets of rules."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, fields
from typing import Any

from sudokutools.errors import SudokuError

INFINITE = 0  # The number of decks for cards drawn with replacement.

MOST_DECKS = 8
MOST_CARDS = 52 * MOST_DECKS
MOST_PLAYERS = 7
DECKS = (*map(str, range(1, MOST_DECKS + 1)), "inf")

DOUBLES = ("any2", "9-11", "10-11")
SPLITS = ("value", "rank")
SURRENDERS = ("none", "late", "early")
SURRENDER_UPCARDS = {"any": range(10), "2-10": range(1, 10), "10": range(9, 10)}
"""The ranks of the dealer's card against which a surrender is allowed, aces are 0."""
CHARLIES = (0, 5, 6, 7)

MOST_HANDS = 32
"""The maximum number of hands from a split: 8 decks hold no more cards of a rank, except tens."""


def spare_seats(players: int) -> int:
    """Return how many seats are left for further hands of these players."""
    return max(0, MOST_PLAYERS - players)


@dataclass(frozen=True)
class Rules:
    """The rules of a table. Raises SudokuError if a value is out of range.

    decks               1 to 8, or INFINITE
    double              the totals that may be doubled
    double_for_less     whether to double for less than the bet
    double_after_hit    whether to double on any number of cards, not on two only
    split               whether ten-valued cards are pairs by value or by rank
    max_hands           the maximum number of hands from a split (1: no splits)
    surrender           none, late, or early (before the dealer peeks)
    surrender_upcards   against which upcards: any, 2-10 or 10
    charlie             the number of cards with which a hand wins at once unless the dealer has a
                        blackjack; 0: none
    push_22             whether a dealer's 22 pushes hands other than naturals and Charlies
    payout              A:B for a natural
    peek                if false, the dealer has no hole card until the players have played
    original_bets_only  without a peek, a dealer blackjack takes one bet per player, not all
    penetration         the fraction of the shoe dealt before a shuffle; 0: shuffle every round
    """

    decks: int = 6
    hit_soft_17: bool = False
    double_after_split: bool = True
    double: str = "any2"
    double_after_hit: bool = False
    double_for_less: bool = False
    split: str = "value"
    max_hands: int = 4
    max_ace_hands: int = 2
    hit_split_aces: bool = False
    surrender: str = "none"
    surrender_upcards: str = "any"
    charlie: int = 0
    push_22: bool = False
    payout: tuple[int, int] = (3, 2)
    peek: bool = True
    original_bets_only: bool = False
    penetration: float = 0.75

    def __post_init__(self) -> None:
        decks, ratio = range(MOST_DECKS + 1), range(1, 101)
        won, staked = self.payout
        for is_right, found, expected in (
            (self.decks in decks, f"{self.decks} decks", f"1 to {MOST_DECKS} or inf"),
            (self.double in DOUBLES, f"double on {self.double}", "any2, 9-11 or 10-11"),
            (self.split in SPLITS, f"split by {self.split}", "value or rank"),
            (self.surrender in SURRENDERS, f"surrender {self.surrender}", "none, late or early"),
            (
                self.surrender_upcards in SURRENDER_UPCARDS,
                f"surrender against {self.surrender_upcards}",
                "any, 2-10 or 10",
            ),
            *(
                (0 < hands <= MOST_HANDS, f"{hands} hands after splits", f"1 to {MOST_HANDS}")
                for hands in (self.max_hands, self.max_ace_hands)
            ),
            (self.charlie in CHARLIES, f"Charlie of {self.charlie} cards", "5, 6 or 7"),
            ({*self.payout} <= {*ratio}, f"payout {won}:{staked}", "two numbers from 1 to 100"),
            (0 <= self.penetration <= 1, f"penetration {self.penetration}", "a part of 0 to 1"),
        ):
            if not is_right:
                raise SudokuError(f"{found}: expected {expected}")

    @property
    def cards(self) -> int:
        return 52 * self.decks

    @property
    def cut(self) -> int:
        """The number of dealt cards at which the next round requires a shuffle."""
        # A fraction may be slightly too small as a float: 30 / 52 * 52 is 29.99...
        return int(self.penetration * self.cards + 1e-9)

    @property
    def loses_one_bet(self) -> bool:
        """Whether a dealer blackjack takes one bet only, and so affects surrender alone."""
        return self.peek or self.original_bets_only

    def is_charlie(self, cards: int) -> bool:
        return 0 < self.charlie <= cards

    def may_double(self, total: int, cards: int = 2) -> bool:
        """Whether a hand with this total may be doubled; 21 never takes a card."""
        if cards > 2 and not self.double_after_hit:
            return False
        if self.double == "any2":
            return total < 21
        return (9 if self.double == "9-11" else 10) <= total <= 11

    def may_surrender(self, upcard: int) -> bool:
        return self.surrender != "none" and upcard in SURRENDER_UPCARDS[self.surrender_upcards]

    def hands_of(self, rank: int) -> int:
        return min(self.max_hands, self.max_ace_hands) if rank == 0 else self.max_hands

    def __str__(self) -> str:
        """Abbreviate the rules as casinos do.

        >>> str(Rules(decks=2, hit_soft_17=True, surrender="late"))
        '2 decks H17 DAS LS 3:2'
        """
        aces, decks = self.hands_of(0), f"{self.decks or 'infinite'} decks"
        surrender = "LS" if self.surrender == "late" else "ES"
        if self.surrender_upcards != "any":
            surrender += f" against {self.surrender_upcards}"
        words = {
            "1 deck" if self.decks == 1 else decks: True,
            "H17" if self.hit_soft_17 else "S17": True,
            "DAS" if self.double_after_split else "no DAS": True,
            f"double {self.double}": self.double != "any2",
            "double after hit": self.double_after_hit,
            "double for less": self.double_for_less,
            "split by rank": self.split == "rank",
            "no splits" if self.max_hands == 1 else f"{self.max_hands} hands": self.max_hands != 4,
            "aces unsplit" if aces == 1 else f"{aces} aces": self.max_hands > 1 and aces != 2,
            "hit split aces": self.hit_split_aces,
            f"{self.charlie}-card Charlie": self.charlie,
            "push 22": self.push_22,
            surrender: self.surrender != "none",
            f"{self.payout[0]}:{self.payout[1]}": True,
            "no hole card": not self.peek,
            "OBO": not self.peek and self.original_bets_only,
        }
        return " ".join(word for word, holds in words.items() if holds)

    def to_json(self) -> dict[str, Any]:
        return vars(self) | {
            "decks": "inf" if self.decks == INFINITE else self.decks,
            "payout": f"{self.payout[0]}:{self.payout[1]}",
            "penetration": float(self.penetration),
        }

    @classmethod
    def from_json(cls, data: object) -> Rules:
        """Read the result of `to_json`. Raises SudokuError if it is invalid."""
        if not isinstance(data, dict):
            raise SudokuError("rules: expected an object")
        values: dict[str, Any] = {}
        for field in fields(cls):
            value = data.get(field.name, field.default)
            if field.name == "decks":
                value = parse_decks(str(value))
            elif field.name == "payout" and value is not field.default:
                value = parse_payout(str(value))
            elif field.name == "penetration" and type(value) is int:
                with suppress(OverflowError):
                    value = float(value)
            if type(value) is not type(field.default):
                raise SudokuError(f"rules: missing or invalid {field.name!r}")
            values[field.name] = value
        return cls(**values)


PRESETS: dict[str, Rules] = {
    "standard": Rules(),
    "vegas-strip": Rules(decks=4),
    "downtown": Rules(decks=2, hit_soft_17=True),
    "atlantic-city": Rules(decks=8, surrender="late"),
    "single-deck": Rules(decks=1, hit_soft_17=True, double_after_split=False),
    "european": Rules(double="9-11", max_hands=2, peek=False),
    "six-to-five": Rules(hit_soft_17=True, payout=(6, 5)),
}


def parse_decks(text: str) -> int:
    if text in DECKS:
        return INFINITE if text == "inf" else int(text)
    raise SudokuError(f"{text[:20]!r} decks: expected 1 to {MOST_DECKS} or inf")


def parse_charlie(text: str) -> int:
    if text in ("none", "5", "6", "7"):
        return 0 if text == "none" else int(text)
    raise SudokuError(f"Charlie of {text[:20]!r} cards: expected none, 5, 6 or 7")


def parse_payout(text: str) -> tuple[int, int]:
    won, colon, staked = text.partition(":")
    if colon and all(part.isascii() and part.isdigit() and len(part) < 4 for part in (won, staked)):
        return int(won), int(staked)
    raise SudokuError(f"payout {text[:20]!r}: expected two numbers such as 3:2 or 6:5")
