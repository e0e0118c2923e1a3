"""Exceptions, all subclasses of `SudokuError`, which is a `ValueError`.

Their messages quote the names of parameters and fields as here: `level`. Commands print options
instead (`cli.run.wording`).
"""

from __future__ import annotations

from collections.abc import Sequence


class SudokuError(ValueError):
    """An invalid grid, option or request; the message is one line for users.

    >>> from sudokutools import Geometry, SudokuError
    >>> try:
    ...     Geometry.of_size(101)
    ... except SudokuError as error:
    ...     print(error)
    invalid size 101, expected 1 to 100
    """


class RequestError(SudokuError):
    """A value of a field of a request that cannot be met.

    field  the name of the field
    value  its value
    bound  the rest of the message: what the value exceeds or contradicts

    >>> from sudokutools import RequestError, generate, mask
    >>> try:
    ...     mask(generate(), level="hard", rating=(1.0, 1.2))
    ... except RequestError as error:
    ...     print(error)
    `level` hard begins at 2.6, above 1.2
    """

    def __init__(self, field: str, value: object, bound: str) -> None:
        super().__init__(field, value, bound)
        self.field, self.value, self.bound = field, value, bound

    def __str__(self) -> str:
        return f"`{self.field}` {self.value}{self.bound}"


class UnknownTechniqueError(SudokuError):
    """A name that no technique has; `near` are similar names."""

    def __init__(self, what: str, near: Sequence[str]) -> None:
        super().__init__(what, near)
        self.what, self.near = what, near

    def __str__(self) -> str:
        near = f": nearest {'are' if self.near[1:] else 'is'} {', '.join(self.near)}"
        return f"unknown {self.what}{near if self.near else ''}"


class UndecidedError(SudokuError):
    """A search that ended at a limit of time or steps before it had an answer.

    Callers can set a limit themselves by raising it in `check`, which long work calls:

    >>> from sudokutools import Geometry, Grid, UndecidedError, solve
    >>> def check():
    ...     raise UndecidedError("no time")
    >>> try:
    ...     solve(Grid.empty(Geometry.of(5, 5)), check=check)
    ... except UndecidedError as error:
    ...     print(error)
    no time
    """


class UnsuitedError(UndecidedError):
    """A method that does not support a grid."""


class LostError(SudokuError):
    """A lost worker or connection; finished results are complete, and the work can be resumed."""


class NoGridError(SudokuError):
    """A proof that no complete grid satisfies the requested rules."""
