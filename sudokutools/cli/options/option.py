"""The definition of an option, from which come its parser, help, completion and manual entry.

A command lists sections of options, each a class whose attributes are options. The string below an
option is its entry in the manual page (see `manual` for its markup); without one the entry is the
help text. Python drops such strings, so they cost nothing at run time.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, ClassVar

import click

REQUEST = "Request"
RULES = "Rules"
INPUT = "Input"
OUTPUT = "Output"
RUN = "General"
GROUPS = (REQUEST, RULES, INPUT, OUTPUT, RUN)
"""The groups of options in the order of the help text; commands have titles of their own for the
first."""


class Option(click.Option):
    """An option of a section, whose parameter has the name of the attribute.

    `spec` is the option as the help shows it, such as `-n, --number N` or `--das/--no-das`; one
    with neither a value nor a `kind` is a flag. A `kind` of strings lists the values. The help adds
    a default that `text` does not mention.
    """

    common = False

    def __init__(self, spec: str, text: str, kind: Any = None, **settings: Any) -> None:
        names, _, metavar = spec.replace(", ", ",").partition(" ")
        if isinstance(kind, tuple | list):
            kind = click.Choice(kind)
        if not metavar and kind is None and "/" not in names:
            settings.setdefault("is_flag", True)
        if "/" in names:
            settings.setdefault("default", None)
        if settings.get("default"):
            settings.setdefault("show_default", "default" not in text)
        self.home: type | None = None
        super().__init__(names.split(","), type=kind, metavar=metavar or None, **settings)
        self.help = text

    def copy(self, text: str = "") -> Option:
        """Return the same option for another section, with another manual entry and help text."""
        twin = Option.__new__(type(self))
        twin.__dict__ = vars(self) | {"home": None, "help": text or self.help}
        return twin


class Common(Option):
    """An option that -h shows as well."""

    common = True


class OptionalValue(Option):
    """An option that without a value has the value `value_alone`.

    The next word is its value if it begins with a digit, or is one of the values listed, else an
    operand or another option.
    """

    def __init__(
        self, *words: Any, value_alone: str, common: bool = False, **settings: Any
    ) -> None:
        super().__init__(*words, **settings)
        self.value_alone, self.common = value_alone, common

    def takes(self, word: str) -> bool:
        if isinstance(self.type, click.Choice):
            return word in self.type.choices
        return word[:1].isdecimal()


def with_values(parameters: Sequence[click.Parameter], words: Sequence[str]) -> list[str]:
    options = [each for each in parameters if isinstance(each, click.Option)]
    by_name = {name: each for each in options for name in (*each.opts, *each.secondary_opts)}
    whole: list[str] = []
    is_value = False
    for word, following in zip(words, [*words[1:], ""], strict=False):
        option = None if is_value else by_name.get(word)
        if word == "--" and not is_value:
            return [*whole, *words[len(whole) :]]
        is_alone = isinstance(option, OptionalValue) and not option.takes(following)
        whole.append(
            f"{word}={option.value_alone}"
            if isinstance(option, OptionalValue) and is_alone
            else word
        )
        is_value = option is not None and not is_alone and not (option.is_flag or option.count)
    return whole


class Options:
    """A section of options. A subclass inherits the options of its base and may replace some."""

    group: ClassVar[str] = REQUEST  # The title in the help text.
    section: ClassVar[str] = ""  # The title in the manual page, if it is another one.
    _own: ClassVar[dict[str, click.Parameter]] = {}

    def __init_subclass__(cls, group: str = "", section: str = "") -> None:
        cls.group, cls.section = group or cls.group, section or cls.section
        cls._own = {
            name: each
            for name, each in vars(cls).items()
            if name[0] != "_" and isinstance(each, click.Parameter)
        }
        for name, each in cls._own.items():
            if isinstance(each, Option):
                each.name = name
                each.home = each.home or cls

    @classmethod
    def parameters(cls) -> dict[str, click.Parameter]:
        found: dict[str, click.Parameter] = {}
        for base in reversed(cls.__mro__):
            found |= getattr(base, "_own", {})
        return found


Sections = Sequence[type[Options]]

PIPELINE = ("sudoku-gen", "sudoku-mask", "sudoku-solve", "sudoku-check")
"""The commands in the order in which results go from one to the next."""

PRINTER = "sudoku-print"  # Its options are suggested only if no other command has them.

MEANT: dict[str, tuple[str, Sequence[str]]] = {
    "--difficulty": ("--level", ("sudoku-mask", "sudoku-check")),
    **{
        f"--{form}": (f"--format {form}", ("sudoku-check", *PIPELINE))
        for form in ("json", "csv", "pretty", "table", "line")
    },
    "--steps": ("--explain", ("sudoku-solve",)),
    "--killer": ("--cages", ("sudoku-mask",)),
    "--jigsaw": ("--regions random", ("sudoku-gen",)),
    "--thermo": ("--add less", ("sudoku-mask",)),
    "--thermometer": ("--add less", ("sudoku-mask",)),
    "--diagonal": ("--variant x", (*PIPELINE, PRINTER)),
    **{f"--{form}": (f"--format {form}", (PRINTER,)) for form in ("pdf", "svg", "html")},
}
"""Unknown options that are values or features: what to use instead, and the commands that have it,
the one to suggest first."""

CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 80}


class _Help(Common):
    """`-h` and `--help`; the value is the one that was typed."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        for name in self.opts:
            parser.add_option(self, [name], self.name, action="store_const", const=name)


def _show_help(ctx: click.Context, param: click.Parameter, value: str | None) -> None:  # noqa: ARG001
    if value and not ctx.resilient_parsing:
        if isinstance(ctx.command, Command):
            ctx.command.is_short = value == "-h"
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


class Help(Options, group=RUN):
    help = _Help(
        "-h, --help",
        "Print common options (-h) or all (--help).",
        click.UNPROCESSED,
        is_flag=True,
        default=None,
        expose_value=False,
        is_eager=True,
        callback=_show_help,
    )


class Command(click.Command):
    """A command whose help text has its options in groups; `title` is that of its own options."""

    is_short = False
    """Whether the help text has the common options only."""

    def __init__(
        self, name: str | None = None, options: Sections = (), title: str = REQUEST, **more: Any
    ) -> None:
        super().__init__(name, CONTEXT, **more)
        self.sections = options
        self.title = title
        self.params += [each for section in options for each in section.parameters().values()]

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return Help.help

    def invoke(self, ctx: click.Context) -> Any:
        """Run it. ImportError: a part cannot be loaded, which click would take for Ctrl-D."""
        try:
            return super().invoke(ctx)
        except EOFError as error:
            raise ImportError(str(error)) from None

    def members(self, group: str) -> list[Option]:
        sections: Sections = [*self.sections, Help]
        parts = [each.parameters().values() for each in sections if each.group == group]
        return [each for part in parts for each in part if isinstance(each, Option)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for group in GROUPS:
            shown = [each for each in self.members(group) if each.common or not self.is_short]
            records = [option.get_help_record(ctx) for option in shown]
            rows = [record for record in records if record is not None]
            if rows:
                with formatter.section(self.title if group == REQUEST else group):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if self.is_short and not all(o.common for group in GROUPS for o in self.members(group)):
            formatter.write("\n  --help shows all options.\n")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; an unknown option that other commands have is pointed to."""
        try:
            return super().parse_args(ctx, with_values(self.params, args))
        except click.NoSuchOption as error:
            if ctx.info_name not in (*PIPELINE, PRINTER):
                raise
            if not (hint := _hint(ctx.info_name, error.option_name)):
                raise
            raise click.UsageError(f"no such option '{error.option_name}': {hint}", ctx) from None


def _hint(command: str, option: str) -> str:
    from sudokutools.logic.levels import NAMES

    levels = {f"--{level}": (f"--level {level}", MEANT["--difficulty"][1]) for level in NAMES}
    if found := (levels | MEANT).get(option):
        words, owners = found
        return f"use {words}" if command in owners else f"use {owners[0]} {words}"
    owners = [name for name in PIPELINE if _has_option(name, option)]
    owners = owners or [PRINTER] * _has_option(PRINTER, option)
    if owners and command == PIPELINE[0]:
        return f"use {PIPELINE[0]} | {owners[0]} {option}"
    return f"it is an option of {' and '.join(owners)}" if owners else ""


def _has_option(command: str, option: str) -> bool:
    module = import_module(f"sudokutools.cli.{command.removeprefix('sudoku-')}.options")
    parameters = [each for part in module.OPTIONS for each in part.parameters().values()]
    return any(option in (*each.opts, *each.secondary_opts) for each in parameters)
