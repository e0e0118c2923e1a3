"""Work on a Dask cluster instead of local processes and threads.

A task travels as bytes: a function, pickled once, and its arguments. Tasks take about a second
each, however long a record takes, and only as many are in flight as the workers need, which bounds
the memory. Results come in the order of the tasks. `distributed` is imported only here, and only if
there is an address.
"""

from __future__ import annotations

import logging
import pickle
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import sudokutools
from sudokutools._support import core
from sudokutools.cli.run.process import complain, held
from sudokutools.cli.run.worker import Deadline
from sudokutools.errors import LostError, SudokuError

if TYPE_CHECKING:
    from sudokutools.blocks.block import Answer, Work

R = TypeVar("R")

SECONDS_TO_CONNECT = 10.0
SECONDS_OF_PATIENCE = 5.0  # The delay of the message about missing workers.
SECONDS_A_LOOK = 2.0  # The interval between counts of the workers.
SECONDS_A_GLANCE = 0.2  # The interval at which a task checks whether it was cancelled.
SECONDS_A_PIECE = 1.0
MOST_A_SECOND = 256  # Tasks that a scheduler handles easily; with more threads, tasks are longer.

PIECES_A_THREAD = 4
"""One is running and others are on their way, even if an earlier task takes much longer."""

LARGEST_PIECE = 1 << 21
MOST_IN_FLIGHT = 1 << 28
"""The maximum bytes of one task, and of all tasks in flight with their results."""

GROWTH = 4
RETRIES = 3

LOGS = "distributed.admin.low-level-log-length"
"""Dask's setting for the number of sent messages that are kept, including the work in them."""


class Done(NamedTuple):
    """The time and the pickled result or SudokuError; nothing if the `version` is not ours."""

    version: str
    worker: str = ""
    seconds: float = 0.0
    result: bytes = b""


class _UnwantedError(Exception):
    """Raised in a cancelled task."""


_seen = threading.local()


def perform(version: str, work: bytes, arguments: bytes) -> Done:
    """Run a task for a client, if it has the same version of this package."""
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
    """Unpickle a function, once per thread: functions may keep state."""
    return pickle.loads(work)  # type: ignore[no-any-return]  # noqa: S301


def answer_block(work: Work, block: bytes, number: int) -> Answer:
    """Answer a block, or nothing of it without kernels: the client then sends single records."""
    if core.native() is None:
        from sudokutools.blocks.block import Answer

        return Answer(b"", 0, 0, (), [])
    return work(block, number, unless_cancelled)


def unless_cancelled() -> None:
    """End the work of this thread, by raising, if its task was cancelled."""
    now = time.monotonic()
    if now - getattr(_seen, "last", 0.0) < SECONDS_A_GLANCE:
        return
    _seen.last = now
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    if task is None or task.state == "cancelled":
        raise _UnwantedError


class Cluster:
    """The workers of the scheduler at an address. Raises SudokuError if it cannot be used."""

    def __init__(self, address: str) -> None:
        self.address = address
        distributed = _import_distributed()
        try:
            distributed.comm.get_address_host_port(address, strict=True)
            limits = {"timeout": SECONDS_TO_CONNECT, "set_as_default": False}
            self._client = distributed.Client(address, **limits)
        except OSError as error:
            why = f"no answer from a scheduler in {SECONDS_TO_CONNECT:g} s"
            raise SudokuError(f"{address}: {why}") from error
        except (ImportError, ValueError) as error:
            raise SudokuError(f"{address}: {_first_line(error)}") from error
        self._executor = self._client.get_executor(retries=RETRIES, pure=False)
        self._threads = 0
        self._looked = 0.0
        self._has_complained = False
        try:
            self.check_versions()
        except BaseException:
            self.end()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *exception: object) -> None:
        self.end()

    def end(self) -> None:
        """Leave the cluster: running tasks are cancelled, and nothing stays there."""
        with suppress(Exception):  # The connection may be closed already.
            self._client.close(timeout=SECONDS_TO_CONNECT)

    def check_versions(self) -> None:
        """Raise SudokuError if a worker has another version of this package.

        Workers that do not answer, or join later, are checked by their first task.
        """
        ask = partial(self._client.run, getattr, sudokutools, "__version__", on_error="return")
        answers: dict[str, object] = {}
        with suppress(OSError):
            answers = self._client.sync(ask, callback_timeout=SECONDS_TO_CONNECT)
        for worker, answer in sorted(answers.items()):
            if answer != sudokutools.__version__ and not isinstance(answer, OSError):
                raise self.refusal(worker, answer if isinstance(answer, str) else None)

    def refusal(self, worker: str, version: str | None) -> SudokuError:
        theirs = f"sudokutools {version}" if version else "no sudokutools"
        ours = f"expected {sudokutools.__version__}, as output could differ"
        return SudokuError(f"{self.address}: worker {worker} has {theirs}; {ours}")

    def crew(self, work: Callable[..., R]) -> Crew[R]:
        return Crew(self, work)

    @property
    def width(self) -> int:
        """The number of tasks that the workers need now."""
        now = time.monotonic()
        if now - self._looked > SECONDS_A_LOOK:
            self._looked = now
            with suppress(Exception):  # A lost scheduler is noticed by the tasks.
                self._threads = sum(self._client.nthreads().values())
        return PIECES_A_THREAD * max(1, self._threads)

    def submit(self, work: bytes, arguments: bytes) -> Future[Done]:
        try:
            with held:
                sent = perform, sudokutools.__version__, work, arguments
                return self._executor.submit(*sent)  # type: ignore[no-any-return]
        except Exception as error:
            raise self._lost() from error

    def result(self, future: Future[Done]) -> Done:
        while not wait([future], SECONDS_OF_PATIENCE).done:
            # A task sent while the scheduler exits is neither done nor cancelled.
            if self._client.status != "running":
                raise self._lost()
            self._looked = 0.0
            has_any = bool(self.width and self._threads)
            if not has_any and not self._has_complained:
                complain(f"{self.address}: no workers yet; waiting")
            self._has_complained = not has_any
        try:
            done = future.result()
        except CancelledError as error:
            raise self._lost() from error
        except MemoryError:
            raise
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                why = "a task was abandoned because its workers died repeatedly"
                raise SudokuError(f"{self.address}: {why}") from error
            self.check_versions()
            said = f"{type(error).__name__}: {_first_line(error)}"
            raise SudokuError(f"{self.address}: a worker failed: {said}") from error
        if done.version != sudokutools.__version__:
            raise self.refusal(done.worker, done.version)
        return done

    def _lost(self) -> LostError:
        return LostError(f"{self.address}: lost the connection to the scheduler")


class Pending(NamedTuple, Generic[R]):
    """The future result of a task, whose piece has `units` and which was sent in `octets`."""

    crew: Crew[R]
    future: Future[Done]
    units: int
    octets: int

    def result(self) -> R:
        done = self.crew.cluster.result(self.future)
        self.crew.note(self.units, done.seconds, self.octets + len(done.result))
        result = pickle.loads(done.result)  # noqa: S301
        if isinstance(result, SudokuError):
            raise result
        return result  # type: ignore[no-any-return]


class Crew(Generic[R]):
    """The workers of a cluster for one function of a piece, and optionally of more arguments.

    A piece is a sequence; `length` is chosen so that a task takes about a second and the bytes in
    flight stay few.
    """

    def __init__(self, cluster: Cluster, work: Callable[..., R]) -> None:
        self.cluster = cluster
        self._work = pickle.dumps(work)
        self._seconds = self._octets = 0.0
        self._longest = 1

    @property
    def width(self) -> int:
        return self.cluster.width

    @property
    def length(self) -> int:
        room = min(LARGEST_PIECE, MOST_IN_FLIGHT // self.width)
        seconds = max(SECONDS_A_PIECE, self.width / PIECES_A_THREAD / MOST_A_SECOND)
        by_time = seconds / self._seconds if self._seconds else 1.0
        by_room = room / self._octets if self._octets else 1.0
        return max(1, int(min(by_time, by_room, GROWTH * self._longest)))

    def note(self, units: int, seconds: float, octets: int) -> None:
        """Update the estimates with the length, time and size of a task."""
        self._longest = max(self._longest, units)
        self._seconds = (self._seconds + seconds / units) / (2 if self._seconds else 1)
        self._octets = (self._octets + octets / units) / (2 if self._octets else 1)

    def submit(self, piece: Any, *arguments: Any) -> Pending[R]:
        sent = pickle.dumps((piece, *arguments))
        return Pending(self, self.cluster.submit(self._work, sent), len(piece), len(sent))

    def over(self, numbers: range) -> Iterator[tuple[range, R]]:
        """Cut numbers into pieces; yield each with its result, in order."""
        pending: deque[tuple[range, Pending[R]]] = deque()
        at = numbers.start
        while pending or at < numbers.stop:
            while at < numbers.stop and len(pending) < self.width:
                piece = range(at, min(numbers.stop, at + self.length))
                at = piece.stop
                pending.append((piece, self.submit(piece)))
            first, result = pending.popleft()
            yield first, result.result()


def _first_line(error: BaseException) -> str:
    return next(chain(str(error).splitlines(), [type(error).__name__]))


def _import_distributed() -> Any:
    logging.disable()  # Dask writes messages of its own.
    warnings.simplefilter("ignore")
    try:
        import dask
        import distributed
    except ImportError as error:
        advice = "pip install 'sudokutools-cli[cluster]'"
        raise SudokuError(f"clusters require distributed ({advice})") from error
    dask.config.set({LOGS: 0})
    return distributed
