"""The kinds of values of options, and the messages for invalid ones."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from sudokutools._support.system import available_cores
from sudokutools.errors import SudokuError

# Generic for the type checker only: not in every version of click that we run with.
if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType


class _File(ParamType):
    """The name of a file, which need not exist."""

    name = "path"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


FILE = _File()


class Parsed(ParamType):
    """A value that a function of the library parses; its SudokuError becomes a usage error."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self._read(value)
        except SudokuError as error:
            self.fail(str(error), param, ctx)


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
