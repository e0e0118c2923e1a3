"""Worker processes of this machine as an executor, and functions that travel to other processes."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import lru_cache
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sudokutools._support import system
from sudokutools._support.limits import cores
from sudokutools.cli.run.process import held
from sudokutools.errors import LostError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

R = TypeVar("R")

SECONDS_A_BATCH = 0.05
LONGEST_BATCH = 256


class Carried(Generic[R]):
    """A function for other processes, as bytes: pickled once, and unpickled once a thread there."""

    def __init__(self, work: Callable[..., R]) -> None:
        self._text = pickle.dumps(work)

    def __call__(self, *arguments: Any) -> R:
        return _unpickled(self._text, threading.get_ident())(*arguments)  # type: ignore[no-any-return]


@lru_cache(maxsize=32)
def _unpickled(text: bytes, thread: int) -> Callable[..., Any]:  # noqa: ARG001
    """Unpickle a function, once per thread: functions may keep state."""
    return pickle.loads(text)  # type: ignore[no-any-return]  # noqa: S301


class _Process:
    """A worker process; only it has the other end of its pipe, so its death is noticed."""

    def __init__(self) -> None:
        self._pipe, other = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_serve, args=(other,), daemon=True)
        try:
            self._process.start()
        finally:
            other.close()

    def ask(self, work: Callable[..., R], arguments: tuple[Any, ...]) -> R:
        try:
            self._pipe.send((work, arguments))
            result: R | Exception = self._pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            status = self._process.exitcode or 0
            end = f"killed by signal {-status}" if status < 0 else f"exited with status {status}"
            raise LostError(f"a worker process {'was ' * (status < 0)}{end}") from None
        if isinstance(result, Exception):
            raise result
        return result

    def end(self) -> None:
        self._process.kill()
        self._process.join()


class Processes(Executor):
    """Processes of this machine, each with one core.

    `average` is the estimated time per item in seconds; `length` is how many make a batch.
    """

    def __init__(self, count: int, average: float) -> None:
        self.length = max(1, min(LONGEST_BATCH, int(SECONDS_A_BATCH / average)))
        self.width = 4 * count
        count = min(count, system.MOST_PROCESSES or count)
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        self._processes: list[_Process] = []
        self._pool = system.threads(count)
        all_started = threading.Barrier(count)
        try:
            for _ in range(count):
                self._processes.append(_Process())
                self._idle.put(self._processes[-1])
            # One thread waits for each process. Threads are started after the processes, which may
            # be forked, and all at once: later the system might refuse some.
            for _ in range(count):
                self._pool.submit(all_started.wait)
        except BaseException:
            all_started.abort()
            self.shutdown(cancel_futures=True)
            raise

    def submit(self, work: Callable[..., R], /, *arguments: Any, **named: Any) -> Future[R]:
        assert not named
        return self._pool.submit(self._ask, work, arguments)

    def _ask(self, work: Callable[..., R], arguments: tuple[Any, ...]) -> R:
        process = self._idle.get()
        try:
            return process.ask(work, arguments)
        finally:
            self._idle.put(process)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes at once, in the middle of their work."""
        for process in self._processes:
            process.end()
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)


def _serve(pipe: Connection) -> None:
    _begin_worker()
    while True:
        try:
            work, arguments = pipe.recv()
        except EOFError:
            return
        try:
            result: Any = work(*arguments)
        except Exception as error:
            result = error
        pipe.send(result)


def _begin_worker() -> None:
    """Leave signals to the parent, and end when it ends. Use one core: each worker has its own."""
    cores.number = 1
    vars(cores).pop("counted", None)
    held.leave_to_parent()
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            multiprocessing.connection.wait([sentinel])
            os._exit(1)

        with suppress(RuntimeError):  # work continues without the thread
            threading.Thread(target=watch, daemon=True).start()
