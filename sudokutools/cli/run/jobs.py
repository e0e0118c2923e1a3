"""Work on records in this or other processes or on a cluster; results stay in order."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

from sudokutools._support import system
from sudokutools._support.limits import cores
from sudokutools.cli.run.process import held, warn
from sudokutools.errors import LostError

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

    from sudokutools.cli.run.cluster import Cluster, Crew, Pending

I = TypeVar("I")  # noqa: E741
R = TypeVar("R")

SECONDS_ALONE = 0.25
"""Processes are started after this much work: starting them costs more than a few puzzles."""

SECONDS_A_CHUNK = 0.05
MAX_CHUNK = 256
MAX_PLACES = 4096  # The maximum number of results in a chunk, including results that need no work.


def open_cluster(jobs: int | str | None) -> Cluster | None:
    if not isinstance(jobs, str):
        return None
    from sudokutools.cli.run.cluster import Cluster

    return Cluster(jobs)


class Jobs(Generic[I, R]):
    """Call `work` for every item and `sink` with every result, in the order of the items.

    A cluster does all the work if there is one; else `count` processes do after `SECONDS_ALONE`.
    """

    def __init__(
        self,
        work: Callable[[I], R],
        sink: Callable[[R], None],
        count: int,
        cluster: Cluster | None = None,
    ) -> None:
        self._work = work
        self._sink = sink
        self._count = count
        self._crew: Crew[list[R]] | _Processes[I, R] | None = None
        if cluster is not None:
            self._crew = cluster.crew(partial(_work_on, work))
        self._seconds = 0.0
        self._done = 0
        self._chunk: list[I] = []
        # For the sink, in order: a result that needed no work, or none for an item of the chunk.
        self._places: list[tuple[R, ...]] = []
        self._pending: deque[
            tuple[Future[list[R]] | Pending[list[R]] | None, list[tuple[R, ...]]]
        ] = deque()

    def put(self, item: I) -> None:
        if self._crew is None and self._count > 1 and self._seconds >= SECONDS_ALONE:
            with held, system.keeping_off(system.signals(*held.NAMES)):
                self._crew = self._start_processes()
        if self._crew is not None:
            self._chunk.append(item)
            self._hand_out(self._crew, ())
            return
        start = time.perf_counter()
        result = self._work(item)
        self._seconds += time.perf_counter() - start
        self._done += 1
        self._sink(result)

    def _start_processes(self) -> _Processes[I, R] | None:
        """Start processes; None: they cannot be started, and this one does all the work."""
        try:
            return _Processes(self._work, self._count, self._seconds / self._done)
        except (OSError, RuntimeError, ImportError) as error:  # for example, no shared memory
            reason = (getattr(error, "strerror", None) or str(error)).lower()
        warn(f"--jobs {self._count}: {reason}; using a single process")
        self._count = 1
        return None

    def put_result(self, result: R) -> None:
        """Take a result that needs no work; its order is kept."""
        if self._crew is None:
            self._sink(result)
        else:
            self._hand_out(self._crew, (result,))

    def drain(self) -> None:
        if self._crew is not None:
            self._submit(self._crew)
            while self._pending:
                self._take_first()

    def end(self) -> None:
        """Stop the processes at once; a cluster is closed by its owner."""
        if isinstance(self._crew, _Processes):
            self._crew.end()
            self._crew = None

    def _hand_out(self, crew: Crew[list[R]] | _Processes[I, R], place: tuple[R, ...]) -> None:
        self._places.append(place)
        if len(self._chunk) >= crew.length or len(self._places) >= MAX_PLACES:
            self._submit(crew)
            while len(self._pending) > crew.width:
                self._take_first()

    def _submit(self, crew: Crew[list[R]] | _Processes[I, R]) -> None:
        if self._places:
            results = crew.submit(self._chunk) if self._chunk else None
            self._pending.append((results, self._places))
            self._chunk, self._places = [], []

    def _take_first(self) -> None:
        waiting, places = self._pending.popleft()
        results = iter(waiting.result() if waiting is not None else ())
        for place in places:
            self._sink(place[0] if place else next(results))


def run_jobs(
    work: Callable[[I], R], items: Iterable[I], sink: Callable[[R], None], jobs: int | str
) -> None:
    """Do all the work in this process, in others, or on a cluster; see `Jobs`."""
    with open_cluster(jobs) or nullcontext() as cluster:
        crew = Jobs(work, sink, jobs if isinstance(jobs, int) else 1, cluster)
        try:
            for item in items:
                crew.put(item)
            crew.drain()
        finally:
            crew.end()


class _Process(Generic[I, R]):
    """A worker process; only it has the other end of its pipe, so its death is noticed."""

    def __init__(self, work: Callable[[I], R]) -> None:
        from multiprocessing import Pipe, Process

        self._pipe, other = Pipe()
        self._process = Process(target=_serve, args=(work, other), daemon=True)
        try:
            self._process.start()
        finally:
            other.close()

    def ask(self, chunk: list[I]) -> list[R]:
        try:
            self._pipe.send(chunk)
            results: list[R] | Exception = self._pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            status = self._process.exitcode or 0
            end = f"killed by signal {-status}" if status < 0 else f"exited with status {status}"
            raise LostError(f"a worker process {'was ' * (status < 0)}{end}") from None
        if isinstance(results, Exception):
            raise results
        return results

    def end(self) -> None:
        self._process.kill()
        self._process.join()


class _Processes(Generic[I, R]):
    """Processes of this machine; `average` is the estimated time per item in seconds."""

    def __init__(self, work: Callable[[I], R], count: int, average: float) -> None:
        from queue import SimpleQueue
        from threading import Barrier

        self.length = max(1, min(MAX_CHUNK, int(SECONDS_A_CHUNK / average)))
        self.width = 4 * count
        count = min(count, system.MOST_PROCESSES or count)
        self._idle: SimpleQueue[_Process[I, R]] = SimpleQueue()
        self._processes: list[_Process[I, R]] = []
        self._pool = system.threads(count)
        all_started = Barrier(count)
        try:
            for _ in range(count):
                self._processes.append(_Process(work))
                self._idle.put(self._processes[-1])
            # One thread waits for each process. Threads are started after the processes, which may
            # be forked, and all at once: later the system might refuse some.
            for _ in range(count):
                self._pool.submit(all_started.wait)
        except BaseException:
            all_started.abort()
            self.end()
            raise

    def submit(self, chunk: list[I]) -> Future[list[R]]:
        return self._pool.submit(self._ask, chunk)

    def _ask(self, chunk: list[I]) -> list[R]:
        process = self._idle.get()
        try:
            return process.ask(chunk)
        finally:
            self._idle.put(process)

    def end(self) -> None:
        for process in self._processes:
            process.end()
        self._pool.shutdown(wait=True, cancel_futures=True)


def map_in_threads(work: Callable[[I], R], items: Iterable[I], count: int) -> Iterator[R]:
    """Yield the results in order, from threads; for kernels that release the GIL."""
    if count <= 1:
        yield from map(work, items)
        return
    waiting = iter(items)
    with system.threads(count) as pool:
        pending = deque(pool.submit(work, item) for item in islice(waiting, count + 1))
        while pending:
            yield pending.popleft().result()
            pending.extend(pool.submit(work, item) for item in islice(waiting, 1))


def _work_on(work: Callable[[I], R], items: list[I]) -> list[R]:
    return [work(item) for item in items]


def _serve(work: Callable[[I], R], pipe: Connection) -> None:
    _begin_worker()
    while True:
        try:
            chunk = pipe.recv()
        except EOFError:
            return
        try:
            results: list[R] | Exception = _work_on(work, chunk)
        except Exception as error:
            results = error
        pipe.send(results)


def _begin_worker() -> None:
    """Leave signals to the parent, and end when it ends. Use one core: each worker has its own."""
    import multiprocessing
    import multiprocessing.connection
    import threading

    cores.number = 1
    held.leave_to_parent()
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            multiprocessing.connection.wait([sentinel])
            os._exit(1)

        with suppress(RuntimeError):  # work continues without the thread
            threading.Thread(target=watch, daemon=True).start()
