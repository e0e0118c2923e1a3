"""`blackjack odds`: its options."""

from __future__ import annotations

from typing import Any

import click

from sudokutools.cli.blackjack.options import report_options
from sudokutools.cli.blackjack.rules import rules_from, rules_options
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options.exclusions import Exclusion, Need, Rule
from sudokutools.cli.options.help import RUN, Command
from sudokutools.cli.run.output import Output

ALL_HANDS = ("--all", "--rules-cost", "--indices")
EXCLUSIONS: list[Rule] = [
    Exclusion(ALL_HANDS),
    Exclusion(ALL_HANDS[1:], ("--shoe", "--remove"), "they are of full shoes"),
    Exclusion(("--format strategy",), ALL_HANDS[:2], "they are no strategy"),
    Need("--format csv", ALL_HANDS, "other odds are no single table"),
]
"""Options that do not go together."""


@click.command(
    cls=Command,
    short_help="Compute exact odds of a hand or of the rules.",
    epilog="""\b
Examples:
  blackjack odds 88 A --rules atlantic-city
  blackjack odds --indices hi-lo --surrender late
""",
)
@click.argument("hand", metavar="[HAND UPCARD]", required=False)
@click.argument("upcard", metavar="", required=False)
@rules_options
@click.option("--remove", metavar="CARDS", help="Cards that are gone from the shoe.")
@click.option("--shoe", metavar="COUNTS", help="Ten numbers: the cards of each rank, aces first.")
@click.option("--all", "every", is_flag=True, help="All hands of two cards against all upcards.")
@click.option("--rules-cost", is_flag=True, help="What each rule is worth: every option changed.")
@click.option(
    "--indices",
    "counting",
    metavar="NAME|TAGS",
    help="True counts from which other plays are best: hi-lo, hi-opt-1, ... or ten tags.",
)
@report_options("text", "tsv", "csv", "json", "strategy")
@shared.several(shared.jobs_option, group=RUN)
def odds(hand: str | None, upcard: str | None, output: str | None, **values: Any) -> None:
    """Compute the exact odds of a hand, or of the rules: expected value, chart, dealer.

    A hand is its cards, such as 88, A24 or 10,K. The shoe holds them and the upcard.
    """
    exclusions.check(EXCLUSIONS)
    if hand is not None:
        given = exclusions.given_options(click.get_current_context())
        for option in (*ALL_HANDS, "--format strategy"):
            if option in given:
                raise click.UsageError(f"{option} is of all hands: expected none.")
        if upcard is None:
            raise click.UsageError("a hand needs the dealer's upcard after it")
    report = _report(hand, upcard, **values)
    target = Output(output)
    target.write(report)
    target.finish()


def _report(
    hand: str | None,
    upcard: str | None,
    shoe: str | None,
    remove: str | None,
    every: bool,
    rules_cost: bool,
    counting: str | None,
    form: str,
    jobs: int | str,
    **values: Any,
) -> str:
    """Return what was asked for."""
    from sudokutools.cli.blackjack import odds, odds_indices, odds_tables

    rules = rules_from(values)
    given = odds.GivenShoe(rules, shoe, remove)
    if every:
        return odds_tables.all_report(rules, given, form, jobs)
    if rules_cost:
        return odds_tables.cost_report(rules, form)
    if counting is not None:
        return odds_indices.indices_report(rules, counting, form)
    if hand is not None and upcard is not None:
        return odds.hand_report(rules, given, hand, upcard, form)
    if form == "strategy":
        return odds_indices.chart_report(rules, given)
    return odds.house_report(rules, given, form)
