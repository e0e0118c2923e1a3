"""The exceptions of the project: one family on `ValueError`."""

from __future__ import annotations


class SudokuError(ValueError):
    """Say what was wrong with something that a user gave, in one lower-case line."""


class UndecidedError(SudokuError):
    """Say that a search was ended by its limit of time or steps before it had an answer."""


class UnsuitedError(UndecidedError):
    """Say that a method is not for such a grid, however long it searched."""


class LostError(SudokuError):
    """Say that what was at work is gone; what it has done is whole, and can be gone on with."""


class NoGridError(SudokuError):
    """Say that there is no complete grid with the rules that were asked for, which is proved."""
