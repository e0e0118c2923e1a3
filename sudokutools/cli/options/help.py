"""How a command presents its options: the help text, and where an option that it lacks is found."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

REQUEST = "Request"
RULES = "Rules"
INPUT = "Input"
OUTPUT = "Output"
RUN = "Run"
GROUPS = (REQUEST, RULES, INPUT, OUTPUT, RUN)
"""The groups of options in the order of the help text: first what only this command has."""

PIPELINE = ("sudoku-gen", "sudoku-mask", "sudoku-solve", "sudoku-check")
"""The commands in the order in which their results go from one to the next."""

PRINTER = "sudoku-print"
"""The command that ends a pipeline. An option that others have as well is looked for there."""

CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 80}


def group_of(parameter: click.Parameter) -> str:
    """Return the group of an option, as `options.several` set it; the others are the request."""
    return getattr(parameter, "group", RUN if "--help" in parameter.opts else REQUEST)


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


HELP = click.Option(
    CONTEXT["help_option_names"],
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_help,
    help="Show this message and exit.",
)
"""The option of click, which looks for translations of its text in every run."""


class Command(click.Command):
    """A command whose help text has its options in groups."""

    def get_help_option(self, ctx: click.Context) -> click.Option:  # noqa: ARG002
        """Return the option that shows the help text."""
        return HELP

    def invoke(self, ctx: click.Context) -> Any:
        """Run it. ImportError: a part cannot be loaded, which click would take for Ctrl-D."""
        try:
            return super().invoke(ctx)
        except EOFError as error:
            raise ImportError(str(error)) from None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each group that has an option."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        for group in GROUPS:
            members = [option for option in options if group_of(option) == group]
            records = [option.get_help_record(ctx) for option in members]
            rows = [record for record in records if record is not None]
            if rows:
                with formatter.section(group):
                    formatter.write_dl(rows)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; of an option that other commands have, say so."""
        if any(hasattr(parameter, "lone") for parameter in self.params):
            from sudokutools.cli.options.optional_value import with_values

            args = with_values(self.params, args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if ctx.info_name not in (*PIPELINE, PRINTER):
                raise
            owners = [name for name in PIPELINE if _has_option(name, error.option_name)]
            owners = owners or [PRINTER] * _has_option(PRINTER, error.option_name)
            if not owners:
                raise
            hint = f"{' and '.join(owners)} {'has' if len(owners) == 1 else 'have'} it"
            if ctx.info_name == PIPELINE[0]:
                hint = f"{owners[0]} has it: {PIPELINE[0]} | {owners[0]} {error.option_name}"
            raise click.UsageError(f"no such option '{error.option_name}': {hint}", ctx) from None


def _has_option(command: str, option: str) -> bool:
    module = import_module(f"sudokutools.cli.{command.removeprefix('sudoku-')}")
    return any(
        option in (*parameter.opts, *parameter.secondary_opts)
        for parameter in module.command.params
    )
