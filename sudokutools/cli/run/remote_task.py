"""A piece of work on a worker of a cluster: what travels, and what is done there."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import sudokutools
from sudokutools.cli.run.outcome import Deadline
from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from sudokutools.blocks.block import Answer, Work

SECONDS = 0.2
"""How often a piece looks whether anybody still waits for it."""


class Done(NamedTuple):
    """What a worker says of a piece: how long it took, and the result or its SudokuError, pickled.

    Another `version` than was asked for has done nothing.
    """

    version: str
    worker: str = ""
    seconds: float = 0.0
    result: bytes = b""


class _UnwantedError(Exception):
    """Raised in work that nobody waits for any more."""


_seen = threading.local()


def perform(version: str, work: bytes, arguments: bytes) -> Done:
    """Do a piece of work for a client of some version of this package."""
    from distributed import get_worker

    worker = get_worker().address
    if version != sudokutools.__version__:
        return Done(sudokutools.__version__, worker)
    Deadline.watch = staticmethod(unless_cancelled)
    began = time.perf_counter()
    result: Any
    try:
        result = _work_of(work, threading.get_ident())(*pickle.loads(arguments))  # noqa: S301
    except SudokuError as error:
        result = error
    return Done(version, worker, time.perf_counter() - began, pickle.dumps(result))


@lru_cache(maxsize=32)
def _work_of(work: bytes, thread: int) -> Callable[..., Any]:  # noqa: ARG001
    """Return what is to be done: of a work every thread has its own, which remembers."""
    return pickle.loads(work)  # type: ignore[no-any-return]  # noqa: S301


def answer(work: Work, block: bytes, number: int) -> Answer:
    """Answer a block, as long as somebody waits for it."""
    return work(block, number, unless_cancelled)


def unless_cancelled() -> None:
    """End the work of this thread, by raising, once its piece was cancelled."""
    now = time.monotonic()
    if now - getattr(_seen, "last", 0.0) < SECONDS:
        return
    _seen.last = now
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    if task is None or task.state == "cancelled":
        raise _UnwantedError
