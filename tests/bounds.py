"""A limit for what may take too long, in time of the processor: other work does not count."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class TooLongError(BaseException):
    """Raised where something does not end; nothing of the project catches it."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raise TooLongError where a block works for longer, by itself or in the system."""

    is_over = False

    def end(*_: object) -> None:
        nonlocal is_over
        is_over = True
        raise TooLongError(f"above {seconds:g} s")

    before = signal.signal(signal.SIGPROF, end)
    # Again and again: where an object is finalized, or a process forked, an exception is lost.
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    if is_over:
        raise TooLongError(f"above {seconds:g} s")
