"""Limits of work: the callback that long work calls and may raise to end it; the cores."""

from __future__ import annotations

from collections.abc import Callable
from threading import local

Check = Callable[[], None]  # A callback for every few milliseconds of work, which raises to end it.
FOREVER = 1 << 62  # More steps or conflicts than any search takes.

NONE, SOLUTION, PAUSED, LIMIT = range(4)
"""The answers of a search: no other solution, one was found, not decided in the steps given, not
decided in all that it may take.
"""


class _Cores(local):
    number = 1
    counted: Callable[[int], object] = staticmethod(lambda _: None)


cores = _Cores()
"""Their `number` that this thread uses for one grid; results do not depend on it. `counted` is
called with the number of its solutions found so far.
"""


def never() -> None:
    """The default of `check`: no limit."""
