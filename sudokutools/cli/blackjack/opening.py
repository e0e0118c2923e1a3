"""The text that opens a table: rules in words, payments, limits, and where to find help."""

from __future__ import annotations

from sudokutools.blackjack.money import money
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.cli.blackjack.text import GAP, columns

HANG = 13  # The column at which the text of every line begins.

DOUBLES = {"any2": "any two cards", "9-11": "9, 10 or 11", "10-11": "10 or 11"}
PAIRS = {"value": "cards of equal value", "rank": "cards of equal rank"}
SURRENDERS = {
    "none": "not allowed",
    "late": "the first two cards, for half the bet",
    "early": "the first two cards, for half the bet, before the dealer peeks",
}


def opening(rules: Rules, limits: tuple[int, int], seed_hash: str = "") -> list[str]:
    """Return the lines of the opening; `limits` are the minimum and maximum bet in cents.

    The SHA-256 of the seed is shown if given.

    >>> print(opening(Rules(), (1000, 50000))[2])
      Pays       a blackjack (ace and ten) 3:2, insurance 2:1, other wins 1:1
    """
    won, staked = rules.payout
    least, largest = map(money, limits)
    rows = [
        ["Pays", f"a blackjack (ace and ten) {won}:{staked}, insurance 2:1, other wins 1:1"],
        ["Dealer", _dealer(rules)],
        ["Double", _doubles(rules)],
        ["Split", _splits(rules)],
        ["Surrender", SURRENDERS[rules.surrender]],
        *([["Charlie", _charlie(rules)]] if rules.charlie else []),
        ["Shoe", _shoe(rules)],
        ["Bets", f"{least} to {largest}"],
        *([["Seed hash", seed_hash]] if seed_hash else []),
        ["Help", "? at any question; also blackjack --help, man blackjack"],
        ["Quit", "q at any question"],
    ]
    return [
        "BLACKJACK",
        f"{GAP}Get closer to 21 than the dealer without going over.",
        *(GAP + line for line in columns(rows)),
        "",
    ]


def _dealer(rules: Rules) -> str:
    soft = "hits a soft 17" if rules.hit_soft_17 else "stands on every 17"
    if rules.peek:
        return f"{soft}, peeks under an ace or ten for blackjack"
    taken = "original bets only" if rules.original_bets_only else "all bets"
    return f"{soft}, no hole card: a blackjack takes {taken}"


def _charlie(rules: Rules) -> str:
    return f"{rules.charlie} cards without busting win, unless the dealer has a blackjack"


def _doubles(rules: Rules) -> str:
    after = "also" if rules.double_after_split else "but not"
    return DOUBLES[rules.double] + (f", {after} after a split" if rules.max_hands > 1 else "")


def _splits(rules: Rules) -> str:
    if rules.max_hands == 1:
        return "not allowed"
    pairs = f"{PAIRS[rules.split]}, up to {rules.max_hands} hands; aces"
    hands = rules.hands_of(0)
    if hands == 1:
        return f"{pairs} cannot be split"
    played = "played like other hands" if rules.hit_split_aces else "one card each"
    return f"{pairs} up to {hands}, {played}"


def _shoe(rules: Rules) -> str:
    if rules.decks == INFINITE:
        return "every card is drawn from a full deck"
    decks = "1 deck" if rules.decks == 1 else f"{rules.decks} decks"
    if rules.cut == 0:
        return f"{decks}, shuffled before every round"
    return f"{decks}, shuffled when {rules.penetration:.0%} of the cards are dealt"
