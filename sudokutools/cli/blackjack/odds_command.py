"""`blackjack odds`: its options."""

from __future__ import annotations

from typing import Any

import click

from sudokutools.cli.blackjack.options import report_options
from sudokutools.cli.blackjack.rules import rules_from, rules_options
from sudokutools.cli.help import Command
from sudokutools.cli.output import Output


@click.command(
    cls=Command,
    short_help="Compute exact odds of a hand or of the rules.",
    epilog="""\b
Examples:
  blackjack odds 8,8 A --rules atlantic-city
  blackjack odds T,2 4 --remove 5,5,6 --format json
""",
)
@click.argument("hand", metavar="[HAND UPCARD]", required=False)
@click.argument("upcard", metavar="", required=False)
@rules_options
@click.option("--remove", metavar="CARDS", help="Cards that are gone from the shoe.")
@click.option("--shoe", metavar="COUNTS", help="Ten numbers: the cards of each rank, aces first.")
@report_options("text", "tsv", "json")
def odds(
    hand: str | None,
    upcard: str | None,
    remove: str | None,
    shoe: str | None,
    form: str,
    output: str | None,
    **values: Any,
) -> None:
    """Compute the exact odds of a hand, or of the rules: expected value, chart, dealer.

    A hand is its cards, such as 8,8 or A,2,4 or 10,K. The shoe holds them and the upcard.
    """
    from sudokutools.cli.blackjack.odds import GivenShoe, hand_report, house_report

    rules = rules_from(values)
    if hand is not None and upcard is None:
        raise click.UsageError("a hand needs the dealer's upcard after it")
    given = GivenShoe(rules, shoe, remove)
    if hand is None or upcard is None:
        report = house_report(rules, given, form)
    else:
        report = hand_report(rules, given, hand, upcard, form)
    target = Output(output)
    target.write(report)
    target.finish()
