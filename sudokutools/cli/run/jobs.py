"""Work on records in this or other processes or on a cluster; results stay in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Generic, NamedTuple, Self, TypeVar

from sudokutools._support import system
from sudokutools.cli.run.process import held, warn

if TYPE_CHECKING:
    from sudokutools._support.ordered import Ordered
    from sudokutools.cli.run.cluster import Cluster, Crew
    from sudokutools.cli.run.processes import Processes

I = TypeVar("I")  # noqa: E741
R = TypeVar("R")

SECONDS_ALONE = 0.25
"""Processes are started after this much work: starting them costs more than a few puzzles."""


def open_cluster(jobs: int | str | None) -> Cluster | None:
    if not isinstance(jobs, str):
        return None
    from sudokutools.cli.run.cluster import Cluster

    return Cluster(jobs)


class _Ready(NamedTuple, Generic[R]):
    """A result that needs no work, in its place among items."""

    result: R


class Jobs(Generic[I, R]):
    """Results of `work` for items, in the order of the items: `with Jobs(...) as jobs: ...`.

    A cluster does all the work if there is one; else `count` processes do after `SECONDS_ALONE`.
    """

    def __init__(self, work: Callable[[I], R], count: int, cluster: Cluster | None = None) -> None:
        self._work = work
        self._count = count
        self._executor: Crew | Processes | None = None
        self._seconds = 0.0
        self._done = 0
        self._batch: list[I | _Ready[R]] = []
        if cluster is not None:
            self._employ(cluster.crew())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        """Stop the processes at once; a cluster is closed by its owner."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)

    def put(self, item: I) -> Iterable[R]:
        """Take an item; return results that come next, perhaps none yet."""
        if self._executor is None and self._count > 1 and self._seconds >= SECONDS_ALONE:
            self._start_processes()
        if self._executor is not None:
            return self._hand_out(item)
        start = time.perf_counter()
        result = self._work(item)
        self._seconds += time.perf_counter() - start
        self._done += 1
        return (result,)

    def put_result(self, result: R) -> Iterable[R]:
        """Take a result that needs no work; its order is kept."""
        return (result,) if self._executor is None else self._hand_out(_Ready(result))

    def drain(self) -> Iterable[R]:
        """Return all results that are left."""
        if self._executor is None:
            return ()
        self._submit()
        return self._take()

    def _start_processes(self) -> None:
        """Start processes; this one does all the work if they cannot be started."""
        try:
            with held, system.blocking_signals(system.signals(*held.NAMES)):
                from sudokutools.cli.run.processes import Processes

                self._employ(Processes(self._count, self._seconds / self._done))
        except (OSError, RuntimeError, ImportError) as error:  # for example, no shared memory
            reason = (getattr(error, "strerror", None) or str(error)).lower()
            warn(f"--jobs {self._count}: {reason}; using a single process")
            self._count = 1

    def _employ(self, executor: Crew | Processes) -> None:
        from sudokutools._support.ordered import Ordered
        from sudokutools.cli.run.processes import Carried

        self._executor = executor
        self._work_on: Carried[list[R]] = Carried(partial(_work_on, self._work))
        self._results: Ordered[list[R]] = Ordered(executor)

    def _hand_out(self, item: I | _Ready[R]) -> Iterable[R]:
        assert self._executor is not None
        self._batch.append(item)
        if len(self._batch) < self._executor.length:
            return ()
        self._submit()
        return self._take(self._executor.width)

    def _submit(self) -> None:
        if self._batch:
            self._results.submit(self._work_on, self._batch)
            self._batch = []

    def _take(self, kept: int = 0) -> Iterator[R]:
        for results in self._results.results(kept):
            yield from results


def _work_on(work: Callable[[I], R], batch: list[I | _Ready[R]]) -> list[R]:
    return [item.result if isinstance(item, _Ready) else work(item) for item in batch]


def map_jobs(
    work: Callable[[I], R], items: Iterable[I], jobs: int | str
) -> Generator[R, None, None]:
    """Yield the results of work in this process, in others, or on a cluster; see `Jobs`."""
    with (
        open_cluster(jobs) or nullcontext() as cluster,
        Jobs(work, jobs if isinstance(jobs, int) else 1, cluster) as team,
    ):
        for item in items:
            yield from team.put(item)
        yield from team.drain()


def map_pieces(
    work: Callable[[range], R],
    numbers: range,
    pieces: Iterable[range],
    jobs: int,
    cluster: Cluster | None = None,
) -> Iterator[R]:
    """Yield the results of work on pieces of a range of numbers, in order.

    Threads work on `pieces`, with kernels that release the interpreter's lock; a cluster cuts the
    numbers as it needs them.
    """
    from sudokutools._support.ordered import ordered_map

    if cluster is not None:
        from sudokutools.cli.run.processes import Carried

        crew = cluster.crew()
        yield from ordered_map(crew, Carried(work), crew.pieces(numbers), lambda: crew.width)
        return
    with system.threads(jobs) if jobs > 1 else nullcontext() as pool:
        yield from ordered_map(pool, work, pieces, lambda: jobs + 1)
