"""The rules of `blackjack`: their options, what changes of them are compared, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import click

from sudokutools.blackjack.player import money
from sudokutools.blackjack.rules import (
    DECKS,
    DOUBLES,
    INFINITE,
    MOST_HANDS,
    PRESETS,
    SPLITS,
    SURRENDER_UPCARDS,
    SURRENDERS,
    Rules,
    parse_charlie,
    parse_decks,
    parse_payout,
)
from sudokutools.blackjack.side_bets import SideBet
from sudokutools.cli.blackjack.text import GAP, columns, counted
from sudokutools.cli.options import values
from sudokutools.cli.options.option import RULES, Common, Option, Options

PRESET_HELP = "; ".join(f"{name}: {rules}" for name, rules in PRESETS.items())


class RuleOptions(Options, group=RULES):
    """The rules of a table, named as the fields of `Rules` except `preset`."""

    preset = Common(
        "--rules NAME", f"Named set of rules ({PRESET_HELP}).", list(PRESETS), default="standard"
    )
    """Start from a named set of rules, which the following options modify:

    - *standard*: 6 decks, S17, DAS, 3:2 (the default)
    - *vegas-strip*: 4 decks, S17, DAS, 3:2
    - *downtown*: 2 decks, H17, DAS, 3:2
    - *atlantic-city*: 8 decks, S17, DAS, late surrender, 3:2
    - *single-deck*: 1 deck, H17, no DAS, 3:2
    - *european*: 6 decks, S17, DAS, double on 9 to 11, 2 hands, 3:2, no hole card
    - *six-to-five*: 6 decks, H17, DAS, 6:5"""

    decks = Common("--decks 1..8|inf", "Number of decks.", values.Parsed("DECKS", parse_decks))
    """The number of decks. With *inf* every card is drawn from a full deck."""

    hit_soft_17 = Common("--h17/--s17", "Dealer hits or stands on soft 17.")
    """The dealer hits a soft 17, or stands on it."""

    double_after_split = Option("--das/--no-das", "Allow doubling after a split.")
    """Allow doubling after a split, or not."""

    double = Option("--double", "Totals that may be doubled.", DOUBLES)

    double_after_hit = Option(
        "--double-after-hit/--no-double-after-hit", "Allow doubling on any number of cards."
    )
    """Allow doubling on any number of cards, or on two only (default)."""

    double_for_less = Option(
        "--double-for-less/--no-double-for-less", "Allow doubling for less than the bet."
    )
    """Allow adding less than the bet when doubling: `d 5` adds 5, and `d` as much as the bet or all
    that the player has left. Never better than other plays with enough money, so it changes no
    expected value."""

    split = Option("--split", "Split tens by value or by rank.", SPLITS)
    """Which cards form a pair: any two of the same *value*, such as king and queen, or only two of
    the same *rank*."""

    max_hands = Option(
        "--max-hands N", "Maximum hands after splits (1: no splits).", values.Whole(1, MOST_HANDS)
    )
    """The maximum number of hands after splitting, 1 to 32 (default 4)."""

    max_ace_hands = Option(
        "--max-ace-hands N", "Maximum hands after splitting aces.", values.Whole(1, MOST_HANDS)
    )
    """The maximum number of hands after splitting aces (default 2)."""

    hit_split_aces = Option(
        "--hit-split-aces/--no-hit-split-aces", "Play split aces like other hands."
    )
    """Play split aces like other hands, including doubling, or deal one card to each (default)."""

    surrender = Common("--surrender", "Allow surrender, late or early.", SURRENDERS)
    """Allow players to surrender their first two cards for half the bet. *late*: after the dealer
    has checked for a blackjack. *early*: before that; against an ace or a ten the question comes
    after insurance, with the answers *surrender* and *keep*. If the dealer has no hole card, half
    the bet is returned even if the dealer gets a blackjack."""

    surrender_upcards = Option(
        "--surrender-upcards", "Upcards against which to surrender.", tuple(SURRENDER_UPCARDS)
    )
    """The upcards against which players may surrender: *any*, all but an ace (*2-10*), or only a
    ten (*10*)."""

    charlie = Option(
        "--charlie none|5|6|7",
        "Cards that win without busting.",
        values.Parsed("CARDS", parse_charlie),
    )
    """A hand of this many cards that is not over 21 wins 1:1, unless the dealer has a blackjack."""

    push_22 = Option("--push-22/--no-push-22", "Dealer 22 pushes.")
    """A dealer's total of 22 pushes all hands that would win against it, except blackjacks and
    Charlies, or loses to them (default)."""

    payout = Option(
        "--payout A:B", "Payout of a blackjack, such as 3:2.", values.Parsed("A:B", parse_payout)
    )
    """The payout of a blackjack (default 3:2). Fractions of a cent go to the house."""

    peek = Option("--peek/--no-peek", "Dealer peeks, or has no hole card.")
    """The dealer checks an ace or a ten for a blackjack first, or takes no hole card until the
    players have finished; then a blackjack takes doubled and split bets too."""

    original_bets_only = Option("--obo/--no-obo", "Dealer blackjack takes original bets only.")
    """With --no-peek: a dealer blackjack takes only the original bet of each player. All bets
    added after the deal are returned, including those on busted hands."""

    penetration = Option(
        "--penetration F", "Fraction of the shoe dealt before shuffling.", values.Real(1)
    )
    """The fraction of the shoe, from 0 to 1, after which it is shuffled before the next round
    (default 0.75); 0 shuffles before every round. One card is burned after each shuffle. If the
    shoe runs out during a round, the shuffled discards are used."""


def rules_from(values: dict[str, Any]) -> Rules:
    """Take the values of these options from others, and build rules."""
    given = {name: values.pop(name) for name in RuleOptions.parameters()}
    rules = PRESETS[given.pop("preset")]
    rules = replace(rules, **{name: value for name, value in given.items() if value is not None})
    if rules.peek and rules.original_bets_only:
        raise click.UsageError(
            "--obo requires --no-peek: a dealer who peeks never takes more than original bets"
        )
    if given["surrender_upcards"] and rules.surrender == "none":
        raise click.UsageError("--surrender-upcards requires --surrender late or early")
    return rules


COMPARED = {
    "decks": DECKS,
    "max_hands": "1234",
    "max_ace_hands": "1234",
    "charlie": ("none", *"567"),
    "payout": ("3:2", "7:5", "6:5", "1:1", "2:1"),
}
"""The values that are compared, for options that do not list their values."""


def changes(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Yield every other value of every rule as it is typed, with the changed rules.

    >>> [option for option, _ in changes(Rules(max_hands=1))][-6:]
    ['--payout 7:5', '--payout 6:5', '--payout 1:1', '--payout 2:1', '--no-peek', '--no-peek --obo']
    """
    for name, option in list(RuleOptions.parameters().items())[1:]:
        if option.secondary_opts:
            old = getattr(rules, name)
            typed = [((option.secondary_opts if old else option.opts)[0], not old)]
        else:
            words: Any = COMPARED.get(name) or getattr(option.type, "choices", ())
            typed = [(f"{option.opts[0]} {w}", option.type.convert(w, option, None)) for w in words]
        for text, value in typed:
            change: dict[str, Any] = {name: value}
            changed = replace(rules, **change)
            if name == "original_bets_only" and rules.peek:
                text, changed = f"--no-peek {text}", replace(changed, peek=False)
            same_hands = all(changed.hands_of(rank) == rules.hands_of(rank) for rank in (0, 1))
            has_no_effect = name.startswith("max_") and same_hands
            has_no_effect |= name == "hit_split_aces" and rules.hands_of(0) == 1
            has_no_effect |= name == "double_for_less"
            has_no_effect |= name == "surrender_upcards" and rules.surrender == "none"
            if changed != rules and not has_no_effect:
                yield text, changed


DOUBLE = {"any2": "any two cards", "9-11": "9, 10 or 11", "10-11": "10 or 11"}
PAIRS = {"value": "cards of equal value", "rank": "cards of equal rank"}
SURRENDER = {
    "none": "not allowed",
    "late": "the first two cards, for half the bet",
    "early": "the first two cards, for half the bet, before the dealer peeks",
}

AGAINST = {"any": "", "2-10": ", against 2 to 10", "10": ", against a ten"}


def opening(
    rules: Rules,
    limits: tuple[int, int],
    seed_hash: str = "",
    side_bets: Sequence[SideBet] = (),
) -> list[str]:
    """Return the lines that open a table; `limits` are the minimum and maximum bet in cents.

    >>> print(opening(Rules(), (1000, 50000))[2])
      Pays       a blackjack (ace and ten) 3:2, insurance 2:1, other wins 1:1
    """
    won, staked = rules.payout
    least, largest = map(money, limits)
    after = f", {'also' if rules.double_after_split else 'but not'} after a split"
    rows = {
        "Pays": f"a blackjack (ace and ten) {won}:{staked}, insurance 2:1, other wins 1:1",
        "Dealer": _dealer(rules),
        "Double": _double(rules) + (after if rules.max_hands > 1 else ""),
        "Split": _splits(rules),
        "Surrender": SURRENDER[rules.surrender] + AGAINST[rules.surrender_upcards],
        "Charlie": rules.charlie
        and f"{rules.charlie} cards without busting win, unless the dealer has a blackjack",
        "Shoe": _shoe(rules),
        "Bets": f"{least} to {largest}",
        "Side bets": "; ".join(f"{bet.name} pays {bet.describe()}" for bet in side_bets),
        "Seed hash": seed_hash,
        "Help": "? at any question; also blackjack --help, man blackjack",
        "Quit": "q at any question",
    }
    return [
        "BLACKJACK",
        f"{GAP}Get closer to 21 than the dealer without going over.",
        *(
            GAP + line
            for line in columns([(name, str(text)) for name, text in rows.items() if text])
        ),
        "",
    ]


def _dealer(rules: Rules) -> str:
    soft = "hits a soft 17" if rules.hit_soft_17 else "stands on every 17"
    soft += ", pushes with 22" if rules.push_22 else ""
    if rules.peek:
        return f"{soft}, peeks under an ace or ten for blackjack"
    taken = "original bets only" if rules.original_bets_only else "all bets"
    return f"{soft}, no hole card: a blackjack takes {taken}"


def _double(rules: Rules) -> str:
    less = ", for the bet or less" if rules.double_for_less else ""
    if not rules.double_after_hit:
        return DOUBLE[rules.double] + less
    totals = "" if rules.double == "any2" else f"{DOUBLE[rules.double]} on "
    return f"{totals}any number of cards{less}"


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
    decks = counted(rules.decks, "deck")
    if rules.cut == 0:
        return f"{decks}, shuffled before every round"
    return f"{decks}, shuffled when {rules.penetration:.0%} of the cards are dealt"
