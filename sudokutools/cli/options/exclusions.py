"""Options that cannot be combined: one list per command, for its checks and its manual page.

Refused are options that contradict each other or would have no effect, but not those about reading
or about the process (`--jobs`, `--timeout`, `-q`, `-v`, `--color`, `--progress`, `--no-comments`),
nor an option with its default value. Rules use the long names, followed by a value if they concern
only that one: `--scale hodoku`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

import click
from click.core import ParameterSource

from sudokutools import formats
from sudokutools.formats.format import Format

Names = str | Sequence[str]
"""Options, in a sequence or separated by commas."""


def _split(names: Names) -> Sequence[str]:
    return names.split(", ") if isinstance(names, str) and names else names


class Exclusion:
    """Options of `first` cannot be combined with `second`, or with each other if it is empty.

    They can be combined if one of `unless` is given.
    """

    def __init__(
        self, first: Names, second: Names = (), reason: str = "", unless: Names = ()
    ) -> None:
        self.first, self.second, self.unless = map(_split, (first, second, unless))
        self.reason = reason

    def fault(self, given: Sequence[str]) -> str:
        """Return the message for given options, empty if they keep the rule."""
        if _any_of(self.unless, given):
            return ""
        found = [option for option in self.first if option in given]
        pair = [*found[: 1 if self.second else 2], *(o for o in self.second if o in given)][:2]
        if not found or len(pair) < 2:
            return ""
        return f"{pair[0]} and {pair[1]} cannot be combined{_because(self.reason)}"


class Need:
    """An option that has an effect only with one of some others."""

    def __init__(self, option: str, one_of: Names, reason: str = "") -> None:
        self.option, self.one_of, self.reason = option, _split(one_of), reason

    def fault(self, given: Sequence[str]) -> str:
        if self.option not in given or _any_of(self.one_of, given):
            return ""
        return f"{self.option} requires {listed(self.one_of, 'or')}{_because(self.reason)}"


class Formats:
    """A property of the format that is required with any of some options, or without others."""

    def __init__(
        self,
        takes: Callable[[Format], bool],
        reason: str,
        beside: Names = (),
        without: Names = (),
    ) -> None:
        self.takes, self.reason = takes, reason
        self.beside, self.without = _split(beside), _split(without)

    def fault(self, given: Sequence[str]) -> str:
        asked = [option.partition(" ")[2] for option in given if option.startswith("--format ")]
        concerns = not self.beside or _any_of(self.beside, given)
        if (
            not concerns
            or _any_of(self.without, given)
            or not asked
            or asked[0] not in formats.WRITABLE
        ):
            return ""
        return "" if self.takes(formats.find(asked[0])) else self.reason


Rule = Exclusion | Need | Formats


def rules(text: str) -> list[Rule]:
    """Read rules: `A, B`, of which one is allowed, `A with B, unless C: why`, `A without B: why`.

    Each is on a line; an indented line continues it.
    """
    found: list[Rule] = []
    for line in text.strip().replace("\n    ", " ").splitlines():
        options, _, reason = line.partition(": ")
        option, _, one_of = options.partition(" without ")
        if one_of:
            found.append(Need(option, one_of, reason))
            continue
        options, _, unless = options.partition(", unless ")
        first, _, second = options.partition(" with ")
        found.append(Exclusion(first, second, reason, unless))
    return found


COMMON = rules("--boxes without --box, --size")
"""The rules of every command for grids."""


def check(rules: Sequence[Rule], implied: Sequence[str] = ()) -> None:
    """Raise UsageError if the options of the running command break a rule.

    `implied` are options with values that follow from others or from the name of a file.
    """
    given = [*given_options(click.get_current_context()), *implied]
    for rule in (*COMMON, *rules):
        fault = rule.fault(given)
        if fault:
            raise click.UsageError(fault)


def given_options(context: click.Context) -> list[str]:
    """Return the options that are not at their defaults, each alone and with its value."""
    given = []
    for parameter in context.command.params:
        name = parameter.name or ""
        is_typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        value = context.params.get(name)
        is_option = is_typed and isinstance(parameter, click.Option)
        if not is_option or value == parameter.get_default(context):
            continue
        names = parameter.opts if value is not False else parameter.secondary_opts
        given += [names[-1], f"{names[-1]} {value}"]
    return given


def listed(words: Sequence[str], last: str) -> str:
    """Join words as in a sentence.

    >>> listed(["--box", "--boxes", "--size"], "or")
    '--box, --boxes or --size'
    """
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


def _any_of(options: Sequence[str], given: Container[str]) -> bool:
    return any(option in given for option in options)
