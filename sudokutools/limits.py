"""Limits of work: the check that long work calls, and that ends it by raising."""

from __future__ import annotations

from collections.abc import Callable

Check = Callable[[], None]
"""What is called at least every few milliseconds of work; what it raises ends the work."""


def never() -> None:
    """Do not end the work: the default of `check`."""
