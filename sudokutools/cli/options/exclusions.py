"""Options that do not go together: each command lists them once, for its checks and its manual.

An option that cannot have an effect beside another one is refused with the reason, and so are
options that contradict each other. Options that say how a command runs (`--jobs`, `--timeout`,
`-q`, `-v`, `--color`, `--progress`, `--no-comments`) and how it reads are never refused.

Options are named as they are typed, the long way, and with a value where only that one is meant:
`--scale hodoku`. An option whose value is its default asks for nothing, and is never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

import click
from click.core import ParameterSource

from sudokutools import formats
from sudokutools.formats.format import Format


class Exclusion(NamedTuple):
    """Options of `first` do not go with those of `second`; without `second`, with each other.

    With one of `unless` they do.
    """

    first: Sequence[str]
    second: Sequence[str] = ()
    reason: str = ""
    unless: Sequence[str] = ()

    def fault(self, given: Sequence[str]) -> str:
        """Return what is wrong with options, or nothing."""
        if _any_of(self.unless, given):
            return ""
        found = [option for option in self.first if option in given]
        pair = [*found[: 1 if self.second else 2], *(o for o in self.second if o in given)][:2]
        if not found or len(pair) < 2:
            return ""
        return f"{pair[0]} and {pair[1]} exclude each other{_because(self.reason)}."


class Need(NamedTuple):
    """An option that does something only beside one of others."""

    option: str
    one_of: Sequence[str]
    reason: str = ""

    def fault(self, given: Sequence[str]) -> str:
        """Return what is wrong with options, or nothing."""
        if self.option not in given or _any_of(self.one_of, given):
            return ""
        return f"{self.option} needs {listed(self.one_of, 'or')}{_because(self.reason)}."


class Formats(NamedTuple):
    """What a format has to be beside one of some options, or without all of others."""

    takes: Callable[[Format], bool]
    reason: str
    beside: Sequence[str] = ()
    without: Sequence[str] = ()

    def fault(self, given: Sequence[str]) -> str:
        """Return what is wrong with options, or nothing."""
        asked = [option.partition(" ")[2] for option in given if option.startswith("--format ")]
        concerns = not _any_of(self.without, given) if self.without else True
        if not asked or not concerns or (self.beside and not _any_of(self.beside, given)):
            return ""
        return "" if self.takes(formats.find(asked[0])) else f"{self.reason}."


Rule = Exclusion | Need | Formats

COMMON: Sequence[Rule] = (Need("--boxes", ("--box", "--size")),)
"""What holds for every command that works on grids."""


RESUMED = Need("--resume", ("--output",), "it goes on with a file")
"""What holds for commands whose runs can go on."""


def check(rules: Sequence[Rule], implied: Sequence[str] = ()) -> None:
    """Refuse options of the command that runs which do not go together. UsageError: these.

    `implied` are options with their values that others, or a name of a file, stand for.
    """
    given = [*given_options(click.get_current_context()), *implied]
    for rule in (*COMMON, *rules):
        fault = rule.fault(given)
        if fault:
            raise click.UsageError(fault)


def given_options(context: click.Context) -> list[str]:
    """Return the options that ask for something, each by its name, and with its value."""
    given = []
    for parameter in context.command.params:
        name = parameter.name or ""
        is_typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        value = context.params.get(name)
        if not isinstance(parameter, click.Option) or not is_typed:
            continue
        if value == parameter.get_default(context):
            continue
        names = parameter.opts if value is not False else parameter.secondary_opts
        given += [names[-1], f"{names[-1]} {value}"]
    return given


def listed(words: Sequence[str], last: str) -> str:
    """Return words as a sentence lists them.

    >>> listed(["--box", "--boxes", "--size"], "or")
    '--box, --boxes or --size'
    """
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


def _any_of(options: Sequence[str], given: Container[str]) -> bool:
    return any(option in given for option in options)
