"""Limits of work: the check that long work calls, and that ends it by raising; the cores it has."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

Check = Callable[[], None]
"""What is called at least every few milliseconds of work; what it raises ends the work."""

FOREVER = 1 << 62
"""More steps, and conflicts, than any search will come to."""

cores: ContextVar[int] = ContextVar("cores", default=1)
"""How many cores the work on one grid may take. What it gives does not depend on it."""


def never() -> None:
    """Do not end the work: the default of `check`."""
