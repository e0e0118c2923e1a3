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
    """The rules of a table, named as the fields of `Rules` except `preset`."""

    group = RULES

    preset = Option(
        "--rules NAME",
        f"Named set of rules ({PRESET_HELP}).",
        list(PRESETS),
        default="standard",
        common=True,
    )
    """Start from a named set of rules, which the following options modify:

    - *standard*: 6 decks, S17, DAS, 3:2 (the default)
    - *vegas-strip*: 4 decks, S17, DAS, 3:2
    - *downtown*: 2 decks, H17, DAS, 3:2
    - *atlantic-city*: 8 decks, S17, DAS, late surrender, 3:2
    - *single-deck*: 1 deck, H17, no DAS, 3:2
    - *european*: 6 decks, S17, DAS, double on 9 to 11, 2 hands, 3:2, no hole card
    - *six-to-five*: 6 decks, H17, DAS, 6:5"""

    decks = Option(
        "--decks 1..8|inf", "Number of decks.", values.Parsed("DECKS", parse_decks), common=True
    )
    """The number of decks. With *inf* every card is drawn from a full deck."""

    hit_soft_17 = Option("--h17/--s17", "Dealer hits or stands on soft 17.", common=True)
    """The dealer hits a soft 17, or stands on it."""

    double_after_split = Option("--das/--no-das", "Allow doubling after a split.")
    """Allow doubling after a split, or not."""

    double = Option("--double", "Two-card totals that may be doubled.", DOUBLES)
    """Two-card totals that may be doubled."""

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

    surrender = Option("--surrender", "Allow surrender, late or early.", SURRENDERS, common=True)
    """Allow players to surrender their first two cards for half the bet. *late*: after the dealer
    has checked for a blackjack. *early*: before that; against an ace or a ten the question comes
    after insurance, with the answers *surrender* and *keep*. If the dealer has no hole card, half
    the bet is returned even if the dealer gets a blackjack."""

    charlie = Option(
        "--charlie none|5|6|7",
        "Cards that win without busting.",
        values.Parsed("CARDS", parse_charlie),
    )
    """A hand of this many cards that is not over 21 wins 1:1, unless the dealer has a blackjack."""

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
    """Build rules from the values of `RuleOptions`."""
    given = {name: values[name] for name in RuleOptions.parameters()}
    rules = with_options(PRESETS[given.pop("preset")], given)
    if rules.peek and rules.original_bets_only:
        raise click.UsageError(
            "--obo requires --no-peek: a dealer who peeks never takes more than original bets"
        )
    return rules
