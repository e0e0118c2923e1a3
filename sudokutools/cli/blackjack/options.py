"""Options that several commands of `blackjack` have: what a screen shows, and reports."""

from __future__ import annotations

import click

from sudokutools.cli.options import shared
from sudokutools.cli.options.help import OUTPUT

screen_options = shared.several(
    click.option("--ascii", "use_ascii", is_flag=True, help="Suits as letters: s h d c."),
    shared.colour_option("Colours on the terminal."),
    group=OUTPUT,
)


def report_options(*forms: str) -> shared.Decorator:
    """Return the options of a report that is written in one of these formats."""
    form = click.option(
        "--format",
        "form",
        type=click.Choice(forms),
        default=forms[0],
        show_default=True,
        help="Write this format.",
    )
    return shared.several(form, shared.output_option, group=OUTPUT)
