"""Options that several commands of `blackjack` have: what a screen shows, and reports."""

from __future__ import annotations

import click

from sudokutools.cli import options
from sudokutools.cli.help import OUTPUT

screen_options = options.several(
    click.option("--ascii", "use_ascii", is_flag=True, help="Suits as letters: s h d c."),
    options.colour_option("Colours on the terminal."),
    group=OUTPUT,
)


def report_options(*forms: str) -> options.Decorator:
    """Return the options of a report that is written in one of these formats."""
    form = click.option(
        "--format",
        "form",
        type=click.Choice(forms),
        default=forms[0],
        show_default=True,
        help="Write this format.",
    )
    return options.several(form, options.output_option, group=OUTPUT)
