"""The scale, and lists of techniques on it, as values of options."""

from __future__ import annotations

import click

from sudokutools.cli.options.option import Option
from sudokutools.errors import SudokuError

SCALES = ("er", "hodoku", "se")  # se and er are the same one.


def ladder_name(scale: str | None) -> str:
    """Return the name of a scale, or of the default, in the library."""
    return "hodoku" if scale == "hodoku" else "er"


def list_option(spec: str, text: str) -> Option:
    return Option(spec, text, callback=_read, shell_complete=_complete)


def _scale(ctx: click.Context) -> str:
    return ladder_name(ctx.params.get("scale"))


def _read(ctx: click.Context, param: click.Parameter, text: str | None) -> str | None:
    if text is not None:
        from sudokutools.logic.scales import techniques_named

        try:
            techniques_named(_scale(ctx), text)
        except SudokuError as error:
            raise click.BadParameter(str(error), ctx, param) from None
    return text


def _complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return lists with one more group or technique, with hyphens: shells split at spaces."""
    from sudokutools.logic.scales import groups_on

    groups = groups_on(_scale(ctx))
    before, comma, start = incomplete.rpartition(",")
    names = [name.replace(" ", "-").lower() for name in (*dict.fromkeys(groups.values()), *groups)]
    return [before + comma + name for name in names if name.startswith(start.lower())]
