"""Parallel work whose results come in the order of the items."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

from sudokutools._support import system
from sudokutools._support.limits import Check

I = TypeVar("I")  # noqa: E741
R = TypeVar("R")


class Ordered(Generic[R]):
    """Calls that an executor makes; their results come in the order of the calls."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._pending: deque[Future[R]] = deque()

    def submit(self, work: Callable[..., R], *arguments: Any) -> None:
        self._pending.append(self._executor.submit(work, *arguments))

    def results(self, kept: int = 0) -> Iterator[R]:
        """Yield the results of all calls but the last `kept`, waiting for each."""
        while len(self._pending) > kept:
            yield self._pending.popleft().result()

    def __len__(self) -> int:
        return len(self._pending)


def ordered_map(
    executor: Executor | None,
    work: Callable[[I], R],
    items: Iterable[I | None],
    width: Callable[[], int],
) -> Iterator[R]:
    """Yield the results of `work` for items, in their order.

    executor  calls `work`: threads, processes or a cluster; None: this thread
    items     None in place of an item: the next one has to be waited for, so that first a pending
              result is yielded
    width     how many calls may be pending now; items are taken while there are fewer
    """
    if executor is None:
        yield from (work(item) for item in items if item is not None)
        return
    ordered: Ordered[R] = Ordered(executor)
    for item in items:
        if item is None:
            yield from ordered.results(max(0, len(ordered) - 1))
            continue
        ordered.submit(work, item)
        yield from ordered.results(max(0, width() - 1))
    yield from ordered.results()


class _EndedError(Exception):
    """Raised in threads whose results are not needed any more."""


@contextmanager
def stoppable(count: int, check: Check) -> Iterator[tuple[Executor | None, Check]]:
    """Yield threads, None for one, and the check for work in them; at the end all are stopped."""
    if count == 1:
        yield None, check
        return
    is_ended = False

    def check_both() -> None:
        if is_ended:
            raise _EndedError
        check()

    pool = system.threads(count)
    try:
        yield pool, check_both
    finally:
        is_ended = True
        pool.shutdown(wait=True, cancel_futures=True)
