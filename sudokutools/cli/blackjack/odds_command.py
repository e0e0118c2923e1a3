"""`blackjack odds`: its options."""

from __future__ import annotations

from typing import Any

import click

from sudokutools.cli.blackjack import options
from sudokutools.cli.blackjack.rule_options import rules_from
from sudokutools.cli.options import exclusions
from sudokutools.cli.options.help import Command
from sudokutools.cli.run.output import Output


@click.command(
    cls=Command,
    options=options.ODDS,
    title="What to compute",
    short_help="Compute exact odds of a hand or a set of rules.",
    epilog="""\b
Examples:
  blackjack odds 88 A --rules atlantic-city
  blackjack odds --indices hi-lo --surrender late
""",
)
@click.argument("hand", metavar="[HAND UPCARD]", required=False)
@click.argument("upcard", metavar="", required=False)
def odds(hand: str | None, upcard: str | None, output: str | None, **values: Any) -> None:
    """Compute exact odds of a hand, or of a set of rules: value, chart, dealer totals.

    A HAND is a list of cards, such as 88, A24 or 10,K.
    """
    exclusions.check(options.EXCLUSIONS)
    if hand is not None:
        given = exclusions.given_options(click.get_current_context())
        for option in (*options.ALL_HANDS, "--format strategy"):
            if option in given:
                raise click.UsageError(f"{option} covers all hands: expected no HAND")
        if upcard is None:
            raise click.UsageError("missing the dealer's upcard after the hand")
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
    top: int | None,
    within: tuple[int, int] | None,
    form: str,
    jobs: int | str,
    **values: Any,
) -> str:
    from sudokutools.cli.blackjack import odds_indices, odds_report, odds_tables

    rules = rules_from(values)
    given = odds_report.GivenShoe(rules, shoe, remove)
    if every:
        return odds_tables.all_report(rules, given, form, jobs)
    if rules_cost:
        return odds_tables.cost_report(rules, form)
    if counting is not None:
        return odds_indices.indices_report(rules, counting, form, top, within)
    if hand is not None and upcard is not None:
        return odds_report.hand_report(rules, given, hand, upcard, form)
    if form == "strategy":
        return odds_indices.chart_report(rules, given)
    return odds_report.house_report(rules, given, form)
