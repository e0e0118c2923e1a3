"""Options whose value may be left out, before another option, a FILE, or the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import click


class Lone(click.Option):
    """An option that stands alone for the value `lone`.

    The word after it is its value where it matches `starts` from its beginning, else it is an
    operand or another option.
    """

    def __init__(self, *words: Any, lone: str, starts: str, **settings: Any) -> None:
        super().__init__(*words, **settings)
        self.lone = lone
        self.starts = re.compile(starts)


def with_values(parameters: Sequence[click.Parameter], words: Sequence[str]) -> list[str]:
    """Return the words of a command line with the values that were left out."""
    options = [each for each in parameters if isinstance(each, click.Option)]
    by_name = {name: each for each in options for name in (*each.opts, *each.secondary_opts)}
    whole: list[str] = []
    is_value = False
    for word, following in zip(words, [*words[1:], ""], strict=False):
        option = None if is_value else by_name.get(word)
        if word == "--" and not is_value:
            return [*whole, *words[len(whole) :]]
        is_alone = isinstance(option, Lone) and not option.starts.match(following)
        whole.append(f"{word}={option.lone}" if isinstance(option, Lone) and is_alone else word)
        is_value = option is not None and not is_alone and not (option.is_flag or option.count)
    return whole
