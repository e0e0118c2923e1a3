"""Exceptions, all subclasses of `SudokuError`, which is a `ValueError`."""

from __future__ import annotations


class SudokuError(ValueError):
    """An invalid grid, option or request; the message is one line for users.

    >>> from sudokutools import Geometry, SudokuError
    >>> try:
    ...     Geometry.of_size(101)
    ... except SudokuError as error:
    ...     print(error)
    invalid size 101, expected 1 to 100
    """


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
