"""The options of `blackjack` for the rules."""

from __future__ import annotations

from typing import Any

import click

from sudokutools.blackjack.rules import (
    DOUBLES,
    MOST_HANDS,
    PRESETS,
    SPLITS,
    SURRENDERS,
    Rules,
    parse_charlie,
    parse_decks,
    parse_payout,
    with_options,
)
from sudokutools.cli.options import values
from sudokutools.cli.options.option import RULES, Option, Options

PRESET_HELP = "; ".join(f"{name}: {rules}" for name, rules in PRESETS.items())


class RuleOptions(Options):
    """The rules of a table. The names are those of the fields of `Rules`, but for `preset`."""

    group = RULES

    preset = Option(
        "--rules NAME",
        f"Start from a named set of rules ({PRESET_HELP}).",
        list(PRESETS),
        default="standard",
        common=True,
    )
    """Start from a named set of rules; the options below change it:

    - *standard*: 6 decks, S17, DAS, 3:2 (the default)
    - *vegas-strip*: 4 decks, S17, DAS, 3:2
    - *downtown*: 2 decks, H17, DAS, 3:2
    - *atlantic-city*: 8 decks, S17, DAS, late surrender, 3:2
    - *single-deck*: 1 deck, H17, no DAS, 3:2
    - *european*: 6 decks, S17, DAS, double on 9 to 11, 2 hands, 3:2, no hole card
    - *six-to-five*: 6 decks, H17, DAS, 6:5"""

    decks = Option(
        "--decks 1..8|inf", "Decks in the shoe.", values.Parsed("DECKS", parse_decks), common=True
    )
    """The number of decks; with *inf* every card is drawn from a full deck."""

    hit_soft_17 = Option(
        "--h17/--s17", "Whether the dealer hits a soft 17 or stands on it.", common=True
    )
    """The dealer hits a soft 17, or stands on it."""

    double_after_split = Option("--das/--no-das", "Whether split hands may be doubled.")
    """Whether a hand may be doubled after a split."""

    double = Option("--double", "Totals that may be doubled.", DOUBLES)
    """The totals of two cards that may be doubled."""

    split = Option("--split", "Whether any two tens are a pair or only two of one rank.", SPLITS)
    """Whether a king and a queen are a pair."""

    max_hands = Option(
        "--max-hands N",
        "Hands that one may be split into (1: no splits).",
        values.Whole(1, MOST_HANDS),
    )
    """How many hands a hand may become by splitting, 1 to 32 (default 4)."""

    max_ace_hands = Option(
        "--max-ace-hands N",
        "Hands that a pair of aces may be split into.",
        values.Whole(1, MOST_HANDS),
    )
    """The same for aces (default 2)."""

    hit_split_aces = Option(
        "--hit-split-aces/--no-hit-split-aces",
        "Whether split aces are played like other hands or get one card each.",
    )
    """Whether split aces are played like other hands, doubled too, or get one card each
    (default)."""

    surrender = Option(
        "--surrender",
        "Give up for half a bet, after the dealer has looked or (early) before.",
        SURRENDERS,
        common=True,
    )
    """Whether a player may surrender the first two cards: after the dealer has looked for a
    blackjack (*late*), or before (*early*): then it is asked against an ace or a ten, after
    insurance, and answered with *surrender* or *keep*. Where the dealer has no hole card, half the
    bet comes back whatever he gets."""

    charlie = Option(
        "--charlie none|5|6|7",
        "Cards with which a hand that is not over 21 has won.",
        values.Parsed("CARDS", parse_charlie),
    )
    """A hand of so many cards that is not over 21 has won 1:1, unless the dealer has a
    blackjack."""

    payout = Option(
        "--payout A:B", "What a blackjack pays, such as 3:2.", values.Parsed("A:B", parse_payout)
    )
    """What a blackjack pays (default 3:2). A fraction of a cent is the house's."""

    peek = Option(
        "--peek/--no-peek", "Whether the dealer looks for a blackjack first or has no hole card."
    )
    """Whether the dealer looks under an ace or a ten first, or gets the second card after the
    players; then doubled and split bets are lost to a blackjack, too."""

    original_bets_only = Option(
        "--obo/--no-obo", "Whether, without a hole card, a blackjack takes original bets only."
    )
    """Whether, without a hole card, a blackjack takes original bets only: one bet of each player,
    and what was staked after the deal comes back, of busted hands as well."""

    penetration = Option(
        "--penetration F",
        "Part of the shoe dealt before a shuffle; 0 shuffles before every round.",
        values.Real(1),
    )
    """The part of the shoe, from 0 to 1, after which it is shuffled before the next round (default
    0.75); 0 shuffles before every round. After a shuffle one card is burned. A shoe that runs out
    within a round goes on with the shuffled discards."""


def rules_from(values: dict[str, Any]) -> Rules:
    """Build rules from the values of `RuleOptions`."""
    given = {name: values[name] for name in RuleOptions.parameters()}
    rules = with_options(PRESETS[given.pop("preset")], given)
    if rules.peek and rules.original_bets_only:
        raise click.UsageError(
            "--obo needs --no-peek: a dealer who looks first never takes more than original bets."
        )
    return rules
