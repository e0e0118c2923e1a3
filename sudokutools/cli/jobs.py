"""Work on many records: one after the other, or side by side in processes, in the same order."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

I = TypeVar("I")  # noqa: E741
R = TypeVar("R")

SECONDS_ALONE = 0.25
"""So much work is done before other processes are started: they cost more than a few puzzles."""

SECONDS_A_CHUNK = 0.05
MAX_CHUNK = 256


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


class Jobs(Generic[I, R]):
    """Call `work` for every item and `sink` with every result, in the order of the items."""

    def __init__(self, work: Callable[[I], R], sink: Callable[[R], None], count: int) -> None:
        self._work = work
        self._sink = sink
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._seconds = 0.0
        self._done = 0
        self._chunk: list[I] = []
        self._pending: deque[Future[list[R]] | R] = deque()

    def put(self, item: I) -> None:
        """Take one item; its result may come now or later."""
        if self._count > 1 and self._seconds >= SECONDS_ALONE:
            self._hand_out(item)
            return
        start = time.perf_counter()
        result = self._work(item)
        self._seconds += time.perf_counter() - start
        self._done += 1
        self._sink(result)

    def put_result(self, result: R) -> None:
        """Take a result that needs no work; it keeps its place among the others."""
        if self._pool is None:
            self._sink(result)
            return
        self._submit()
        self._pending.append(result)

    def drain(self) -> None:
        """Return when all results of all items taken so far are with the sink."""
        if self._pool is not None:
            self._submit()
            while self._pending:
                self._take_first()

    def end(self) -> None:
        """Stop the processes, whatever they are doing."""
        if self._pool is not None:
            import multiprocessing

            workers = multiprocessing.active_children()
            for process in workers:
                process.terminate()
            for process in workers:
                process.join()
            # A worker may have ended in the middle of a result, and the pool waits for the rest:
            # as long as anybody, this process included, could write it.
            self._pool._result_queue._writer.close()  # type: ignore[attr-defined]
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _hand_out(self, item: I) -> None:
        if self._pool is None:
            self._pool = _start_pool(self._count)
            average = self._seconds / self._done
            self._chunk_length = max(1, min(MAX_CHUNK, int(SECONDS_A_CHUNK / average)))
        self._chunk.append(item)
        if len(self._chunk) >= self._chunk_length:
            self._submit()
            while self._pending and not hasattr(self._pending[0], "result"):
                self._take_first()
            if len(self._pending) > 4 * self._count:
                self._take_first()

    def _submit(self) -> None:
        if self._chunk:
            assert self._pool is not None
            self._pending.append(self._pool.submit(_work_on, self._work, self._chunk))
            self._chunk = []

    def _take_first(self) -> None:
        first: Any = self._pending.popleft()
        if hasattr(first, "result"):
            for result in first.result():
                self._sink(result)
        else:
            self._sink(first)


def map_in_threads(work: Callable[[I], R], items: Iterable[I], count: int) -> Iterator[R]:
    """Yield the result of every item in order; for kernels, which hold no lock."""
    if count <= 1:
        yield from map(work, items)
        return
    from concurrent.futures import ThreadPoolExecutor

    waiting = iter(items)
    with ThreadPoolExecutor(count) as pool:
        pending = deque(pool.submit(work, item) for item in islice(waiting, count + 1))
        while pending:
            yield pending.popleft().result()
            pending.extend(pool.submit(work, item) for item in islice(waiting, 1))


def _work_on(work: Callable[[I], R], items: list[I]) -> list[R]:
    return [work(item) for item in items]


def _start_pool(count: int) -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(count, initializer=_begin_worker)


def _begin_worker() -> None:
    """Leave signals of the terminal to the parent, and end when the parent has ended."""
    import multiprocessing
    import multiprocessing.connection
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGHUP", "SIGTERM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            multiprocessing.connection.wait([sentinel])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()
