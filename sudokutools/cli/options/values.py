"""The kinds of values of options, and the messages for invalid ones."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sudokutools._support.system import available_cores
from sudokutools.errors import SudokuError
from sudokutools.grid.keys import SCALES

Number = TypeVar("Number", int, float)

# Generic for the type checker only: not in every version of click that we run with.
if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType


class _File(ParamType):
    """The name of a file; the type of click imports `locale`."""

    name = "path"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


FILE = _File()


class Parsed(ParamType):
    """A value that a function parses.

    Its SudokuError becomes a usage error, and so does another ValueError, after the value.
    """

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self._read(value)
        except ValueError as error:
            from sudokutools.cli.run.wording import worded

            is_whole = isinstance(error, SudokuError)
            self.fail(worded(error) if is_whole else f"{value!r}: {error}", param, ctx)


class Whole(ParamType):
    """A whole number from `low` to `high`, or without an upper limit (None).

    A larger number than `cap` is valid but replaced by it, if it makes no difference.
    """

    name = "integer"

    def __init__(self, low: int, high: int | None = None, cap: int | None = None) -> None:
        self._low, self._high, self._cap = low, high, cap

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        expected = f"of at least {self._low}"
        if self._high is not None:
            expected = f"from {self._low} to {self._high}"
        try:
            number = int(value)
        except ValueError:
            example = f"{param.opts[-1]} {self._nearest(value)}" if param is not None else ""
            text = f"{value[:20]!r}: expected a whole number {expected}, as in {example}"
            self.fail(text, param, ctx)
        if number < self._low or (self._high is not None and number > self._high):
            self.fail(f"{str(value).strip()[:30]}: expected a whole number {expected}", param, ctx)
        return number if self._cap is None else min(number, self._cap)

    def _nearest(self, text: str) -> int:
        text = re.sub(r"(?<=\d)[,' ](?=\d{3})", "", text.strip()[:40])
        digits = re.match(r"(\d{1,15})(?:[eE]\+?(\d{1,2})$|([kKmMgG])$)?", text)
        power = int(digits[2] or 3 * " KMG".find((digits[3] or " ").upper())) if digits else 0
        number = max(int(digits[1]) * 10**power if digits else 1, self._low)
        return number if self._high is None else min(number, self._high)


class _Size(ParamType):
    """A number of rows, or rows and columns, 1 to 100 each."""

    name = "size"
    _side = Whole(1, 100)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | tuple[int, int]:
        match = re.fullmatch(r"(\d+)[xX](\d+)", value) if isinstance(value, str) else None
        if match is None:
            return value if isinstance(value, tuple) else self._side.convert(value, param, ctx)
        rows, columns = (self._side.convert(side, param, ctx) for side in match.groups())
        return rows if rows == columns else (rows, columns)


SIZE = _Size()

SOME = Whole(1, cap=sys.maxsize)
"""A limit, at least one."""


class _Jobs(ParamType):
    """A number of processes or threads, or the address of a cluster's scheduler."""

    name = "jobs"

    # More jobs than cores only cost; allow some more, to try --jobs on small machines.
    _count = Whole(1, cap=max(64, available_cores()))

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        if not isinstance(value, str) or ":" not in value:
            return self._count.convert(value, param, ctx)
        if "://" not in value:
            shown = repr(value[:60])
            self.fail(f"{shown}: expected tcp://{shown[1:-1]}", param, ctx)
        return value


JOBS = _Jobs()


class Real(ParamType):
    """A number from 0 to `high`, or above 0 if there is no `high`."""

    name = "float"

    def __init__(self, high: float | None = None) -> None:
        self._high = high

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not (number > 0 if self._high is None else 0 <= number <= self._high):
            expected = "above 0" if self._high is None else f"from 0 to {self._high:g}"
            self.fail(f"{str(value)[:20]!r}: expected a number {expected}", param, ctx)
        return number


class OnScale(ParamType):
    """A value whose meaning depends on --scale, which the functions get first.

    `words` returns the values that begin with a text.
    """

    name = "text"

    def __init__(
        self,
        read: Callable[[str, str], Any] = lambda _, text: text,
        words: Callable[[str, str], Sequence[str]] = lambda *_: (),
    ) -> None:
        self._read, self._words = read, words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Parsed("", partial(self._read, _scale_of(ctx))).convert(value, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in self._words(_scale_of(ctx), incomplete)]


def _scale_of(ctx: click.Context | None) -> str:
    assert ctx is not None
    scale = ctx.params.get("scale")
    return scale if scale in SCALES else SCALES[0]  # Some click versions mark unset ones.


def read_range(
    text: str, place_of: Callable[[str], Number], ends: tuple[Number, Number] | None = None
) -> tuple[Number, Number]:
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


def decimal(text: str) -> float:
    """Read a rating such as 7.1. Raises ValueError if it is invalid."""
    if not re.fullmatch(r"\d{1,2}(\.\d)?", text):
        raise ValueError("expected a rating such as 4.4 or a range such as 2.6-4.4 or 4.5-")
    return float(text)


def count(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text):
        raise ValueError("expected a number or a range such as 5-6")
    return int(text)


def read_counts(text: str) -> tuple[int, int]:
    return read_range(text, count)


def read_ratings(text: str) -> tuple[float, float]:
    from sudokutools.logic.levels import UNSOLVED

    return read_range(text, decimal, (0, UNSOLVED / 10))


def _read_levels(scale: str, text: str) -> tuple[str, str]:
    from sudokutools.logic.levels import level_names

    names = level_names(scale)

    def place_of(name: str) -> int:
        if name.lower() not in names:
            raise ValueError(f"expected one of {', '.join(names)}")
        return names.index(name.lower())

    first, last = read_range(text, place_of, (0, len(names) - 1))
    return names[first], names[last]


def _level_words(scale: str, begun: str) -> list[str]:
    from sudokutools.logic.levels import level_names

    low, hyphen, _ = begun.rpartition("-")
    words = [low + hyphen + name for name in level_names(scale)]
    return [word for word in words if word.startswith(begun)]


def _read_list(scale: str, text: str) -> str:
    from sudokutools.logic.scales import techniques_named

    techniques_named(scale, text)
    return text


def _list_words(scale: str, begun: str) -> list[str]:
    """Return lists with one more group or technique, with hyphens: shells split at spaces."""
    from sudokutools.logic.scales import groups_on

    groups = groups_on(scale)
    before, comma, start = begun.rpartition(",")
    names = [name.replace(" ", "-").lower() for name in (*dict.fromkeys(groups.values()), *groups)]
    return [before + comma + name for name in names if name.startswith(start.lower())]


COUNTS = Parsed("range", read_counts)
"""A number of cells, or a range of them."""

RATINGS = Parsed("range", read_ratings)
"""A range of ratings."""

LEVELS = OnScale(_read_levels, _level_words)
"""A range of the levels of the scale, the easiest first."""

TECHNIQUES = OnScale(_read_list, _list_words)
"""A list of techniques and groups of the scale."""
