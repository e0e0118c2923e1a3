"""The options of `blackjack` that say by which rules is played."""

from __future__ import annotations

from typing import Any

import click

from sudokutools.blackjack.money import parse_money
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
from sudokutools.cli.options import shared, values
from sudokutools.cli.options.help import RULES

PRESET_HELP = "; ".join(f"{name}: {rules}" for name, rules in PRESETS.items())


AMOUNT = values.Parsed("AMOUNT", parse_money)


rules_options = shared.several(
    click.option(
        "--rules",
        "preset",
        type=click.Choice(list(PRESETS)),
        default="standard",
        show_default=True,
        metavar="NAME",
        help=f"Start from a named set of rules ({PRESET_HELP}).",
    ),
    click.option(
        "--decks",
        type=values.Parsed("DECKS", parse_decks),
        metavar="1..8|inf",
        help="Decks in the shoe.",
    ),
    click.option(
        "--h17/--s17",
        "hit_soft_17",
        default=None,
        help="Whether the dealer hits a soft 17 or stands on it.",
    ),
    click.option(
        "--das/--no-das",
        "double_after_split",
        default=None,
        help="Whether split hands may be doubled.",
    ),
    click.option("--double", type=click.Choice(DOUBLES), help="Totals that may be doubled."),
    click.option(
        "--split",
        type=click.Choice(SPLITS),
        help="Whether any two tens are a pair or only two of one rank.",
    ),
    click.option(
        "--max-hands",
        type=values.Whole(1, MOST_HANDS),
        metavar="N",
        help="Hands that one may be split into (1: no splits).",
    ),
    click.option(
        "--max-ace-hands",
        type=values.Whole(1, MOST_HANDS),
        metavar="N",
        help="Hands that a pair of aces may be split into.",
    ),
    click.option(
        "--hit-split-aces/--no-hit-split-aces",
        default=None,
        help="Whether split aces are played like other hands or get one card each.",
    ),
    click.option(
        "--surrender",
        type=click.Choice(SURRENDERS),
        help="Give up for half a bet, after the dealer has looked or (early) before.",
    ),
    click.option(
        "--charlie",
        type=values.Parsed("CARDS", parse_charlie),
        metavar="none|5|6|7",
        help="Cards with which a hand that is not over 21 has won.",
    ),
    click.option(
        "--payout",
        type=values.Parsed("A:B", parse_payout),
        help="What a blackjack pays, such as 3:2.",
    ),
    click.option(
        "--peek/--no-peek",
        default=None,
        help="Whether the dealer looks for a blackjack first or has no hole card.",
    ),
    click.option(
        "--obo/--no-obo",
        "original_bets_only",
        default=None,
        help="Whether, without a hole card, a blackjack takes original bets only.",
    ),
    click.option(
        "--penetration",
        type=values.Real(1),
        metavar="F",
        help="Part of the shoe dealt before a shuffle; 0 shuffles before every round.",
    ),
    group=RULES,
)

RULE_NAMES = (
    "decks",
    "hit_soft_17",
    "double_after_split",
    "double",
    "split",
    "max_hands",
    "max_ace_hands",
    "hit_split_aces",
    "surrender",
    "charlie",
    "payout",
    "peek",
    "original_bets_only",
    "penetration",
)


def rules_from(values: dict[str, Any]) -> Rules:
    """Return the rules that the values of `rules_options` make."""
    rules = with_options(PRESETS[values["preset"]], {name: values[name] for name in RULE_NAMES})
    if rules.peek and rules.original_bets_only:
        raise click.UsageError(
            "--obo needs --no-peek: a dealer who looks first never takes more than original bets."
        )
    return rules
