"""Ranges as values of options: one value, two separated by a hyphen, or an open end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from sudokutools.cli.options.option import Option
from sudokutools.logic.levels import UNSOLVED, level_names

V = TypeVar("V", int, str)

Reader = Callable[[click.Context, click.Parameter, str | None], tuple[V, V] | None]
"""Reads the text of an option as the lower and the upper end of a range."""


def read_range(
    text: str, place_of: Callable[[str], int], ends: tuple[int, int] | None = None
) -> tuple[int, int]:
    """Return the lower and the upper end of a range; an open end is replaced by that of `ends`.

    Raises ValueError if the text is invalid, or has an open end and there are no `ends`.

    >>> read_range("2-5", int), read_range("3", int), read_range("4-", int, (1, 9))
    ((2, 5), (3, 3), (4, 9))
    """
    low, hyphen, high = text.partition("-")
    is_open = ends is not None and hyphen and (low or high)
    first = ends[0] if ends and is_open and not low else place_of(low)
    last = ends[1] if ends and is_open and not high else place_of(high if hyphen else low)
    if first > last:
        raise ValueError("the lower end must come first")
    return first, last


def _reader(place_of: Callable[[str], int], ends: tuple[int, int] | None = None) -> Reader[int]:
    def read(
        ctx: click.Context, param: click.Parameter, value: str | None
    ) -> tuple[int, int] | None:
        try:
            return None if value is None else read_range(value, place_of, ends)
        except ValueError as error:
            raise click.BadParameter(f"{value!r}: {error}", ctx, param) from None

    return read


def tenths(text: str) -> int:
    """Read a rating such as 7.1 as tenths. Raises ValueError if it is invalid.

    >>> tenths("7.1"), tenths("2")
    (71, 20)
    """
    if not re.fullmatch(r"\d{1,2}(\.\d)?", text):
        raise ValueError("expected a rating such as 4.4 or a range such as 2.6-4.4 or 4.5-")
    whole, _, decimal = text.partition(".")
    return 10 * int(whole) + int(decimal or 0)


def count(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text):
        raise ValueError("expected a number or a range such as 5-6")
    return int(text)


read_ratings = _reader(tenths, (0, UNSOLVED))
"""Read a range of ratings, in tenths."""

read_scores = _reader(count, (0, 10**6))
"""Read a range of scores."""

read_counts = _reader(count)
"""Read a range of numbers of cells."""


SCALES = ("se", "hodoku")


def scale_of(ctx: click.Context) -> str:
    return ctx.params.get("scale") or "se"


def level_option(text: str) -> Option:
    """Return `--level`, a range of the levels of the scale, the easiest first."""

    def names_of(ctx: click.Context) -> Sequence[str]:
        return level_names(scale_of(ctx))

    def read(
        ctx: click.Context, param: click.Parameter, value: str | None
    ) -> tuple[str, str] | None:
        names = names_of(ctx)

        def place_of(text: str) -> int:
            if text.lower() not in names:
                raise ValueError(f"expected one of {', '.join(names)}")
            return names.index(text.lower())

        ends = _reader(place_of, (0, len(names) - 1))(ctx, param, value)
        return None if ends is None else (names[ends[0]], names[ends[1]])

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
        low, hyphen, _ = incomplete.rpartition("-")
        words = [low + hyphen + name for name in names_of(ctx)]
        return [word for word in words if word.startswith(incomplete)]

    return Option("--level L[-[L]]", text, callback=read, shell_complete=complete, common=True)
