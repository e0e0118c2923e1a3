"""Options whose value may be left out, before another option, a FILE, or the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from sudokutools.cli.options.option import Option


class Lone(Option):
    """An option that without a value has the value `lone`.

    The next word is its value if it begins with a digit, or is one of the values listed, else an
    operand or another option.
    """

    def __init__(self, *words: Any, lone: str, **settings: Any) -> None:
        super().__init__(*words, **settings)
        self.lone = lone

    def takes(self, word: str) -> bool:
        """Whether a word is a value."""
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
