"""The definition of an option, from which come its parser, help, completion and manual entry.

A command lists sections of options, each a class whose attributes are options. The string below an
option is its entry in the manual page (see `manual` for its markup); without one the entry is the
help text. Python drops such strings, so they cost nothing at run time.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    a default that `text` does not mention. `-h` shows only options that are `common`.
    """

    def __init__(
        self, spec: str, text: str, kind: Any = None, *, common: bool = False, **settings: Any
    ) -> None:
        names, _, metavar = spec.replace(", ", ",").partition(" ")
        if isinstance(kind, tuple | list):
            kind = click.Choice(kind)
        if not metavar and kind is None and "/" not in names:
            settings.setdefault("is_flag", True)
        if "/" in names:
            settings.setdefault("default", None)
        if settings.get("default"):
            settings.setdefault("show_default", "default" not in text)
        self.common = common
        self.home: type | None = None
        super().__init__(names.split(","), type=kind, metavar=metavar or None, **settings)
        self.help = text

    def copy(self, text: str = "") -> Option:
        """Return the same option for another section, with another manual entry and help text."""
        twin = Option.__new__(type(self))
        twin.__dict__ = vars(self) | {"home": None, "help": text or self.help}
        return twin


class Lone(Option):
    """An option that without a value has the value `lone`.

    The next word is its value if it begins with a digit, or is one of the values listed, else an
    operand or another option.
    """

    def __init__(self, *words: Any, lone: str, **settings: Any) -> None:
        super().__init__(*words, **settings)
        self.lone = lone

    def takes(self, word: str) -> bool:
        if isinstance(self.type, click.Choice):
            return word in self.type.choices
        return word[:1].isdecimal()


def with_values(parameters: Sequence[click.Parameter], words: Sequence[str]) -> list[str]:
    """Return the words of a command line, with values that were left out added."""
    options = [each for each in parameters if isinstance(each, click.Option)]
    by_name = {name: each for each in options for name in (*each.opts, *each.secondary_opts)}
    whole: list[str] = []
    is_value = False
    for word, following in zip(words, [*words[1:], ""], strict=False):
        option = None if is_value else by_name.get(word)
        if word == "--" and not is_value:
            return [*whole, *words[len(whole) :]]
        is_alone = isinstance(option, Lone) and not option.takes(following)
        whole.append(f"{word}={option.lone}" if isinstance(option, Lone) and is_alone else word)
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
        """Return the options and arguments by the names of their attributes."""
        found: dict[str, click.Parameter] = {}
        for base in reversed(cls.__mro__):
            found |= getattr(base, "_own", {})
        return found


Sections = Sequence[type[Options]]
