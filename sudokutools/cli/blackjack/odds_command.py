"""`blackjack odds`: its options."""

from __future__ import annotations

from typing import Any

import click

from sudokutools.cli import exclusions
from sudokutools.cli.blackjack.options import report_options
from sudokutools.cli.blackjack.rules import rules_from, rules_options
from sudokutools.cli.exclusions import Exclusion, Need, Rule
from sudokutools.cli.help import Command
from sudokutools.cli.output import Output

EXCLUSIONS: list[Rule] = [
    Exclusion(("--all", "--rules-cost")),
    Exclusion(("--rules-cost",), ("--shoe", "--remove"), "rules are compared in full shoes"),
    Need("--format csv", ("--all", "--rules-cost"), "other odds are no single table"),
]
"""Options that do not go together."""


@click.command(
    cls=Command,
    short_help="Compute exact odds of a hand or of the rules.",
    epilog="""\b
Examples:
  blackjack odds 88 A --rules atlantic-city
  blackjack odds --all --format csv > hands.csv
""",
)
@click.argument("hand", metavar="[HAND UPCARD]", required=False)
@click.argument("upcard", metavar="", required=False)
@rules_options
@click.option("--remove", metavar="CARDS", help="Cards that are gone from the shoe.")
@click.option("--shoe", metavar="COUNTS", help="Ten numbers: the cards of each rank, aces first.")
@click.option("--all", "every", is_flag=True, help="All hands of two cards against all upcards.")
@click.option("--rules-cost", is_flag=True, help="What each rule is worth: every option changed.")
@report_options("text", "tsv", "csv", "json")
def odds(
    hand: str | None,
    upcard: str | None,
    remove: str | None,
    shoe: str | None,
    every: bool,
    rules_cost: bool,
    form: str,
    output: str | None,
    **values: Any,
) -> None:
    """Compute the exact odds of a hand, or of the rules: expected value, chart, dealer.

    A hand is its cards, such as 88, A24 or 10,K. The shoe holds them and the upcard.
    """
    from sudokutools.cli.blackjack import odds as reports
    from sudokutools.cli.blackjack import odds_tables

    exclusions.check(EXCLUSIONS)
    rules = rules_from(values)
    if hand is not None and (every or rules_cost):
        option = "--all" if every else "--rules-cost"
        raise click.UsageError(f"{option} is of all hands: expected none")
    if hand is not None and upcard is None:
        raise click.UsageError("a hand needs the dealer's upcard after it")
    given = reports.GivenShoe(rules, shoe, remove)
    if every:
        report = odds_tables.all_report(rules, given, form)
    elif rules_cost:
        report = odds_tables.cost_report(rules, form)
    elif hand is None or upcard is None:
        report = reports.house_report(rules, given, form)
    else:
        report = reports.hand_report(rules, given, hand, upcard, form)
    target = Output(output)
    target.write(report)
    target.finish()
