"""Work on a Dask cluster instead of local processes and threads.

A task travels as bytes. Tasks take about a second each, however long a record takes, and only as
many are in flight as the workers need, which bounds the memory. `distributed` is imported only
here, and only if there is an address.
"""

from __future__ import annotations

import logging
import pickle
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import sudokutools
from sudokutools._support import core
from sudokutools.cli.run.process import held, print_error
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


def perform(version: str, task: bytes) -> Done:
    """Run a task for a client, if it has the same version of this package."""
    from distributed import get_worker

    worker = get_worker().address
    if version != sudokutools.__version__:
        return Done(sudokutools.__version__, worker)
    Deadline.watch = staticmethod(unless_cancelled)
    began = time.perf_counter()
    result: Any
    try:
        work, piece = pickle.loads(task)  # noqa: S301
        result = work(piece)
    except SudokuError as error:
        result = error
    return Done(version, worker, time.perf_counter() - began, pickle.dumps(result))


def answer_block(work: Work, block: tuple[bytes, int]) -> Answer:
    """Answer a block with the number of its first record.

    Nothing of it is answered without kernels: the client then sends single records.
    """
    if core.native() is None:
        from sudokutools.blocks.block import Answer

        return Answer(b"", 0, 0, (), [])
    return work(*block, unless_cancelled)


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

    def crew(self, units: Callable[[Any], int] = len) -> Crew:
        """Return an executor for one kind of work, on pieces with a number of `units` each."""
        return Crew(self, units)

    @property
    def width(self) -> int:
        """The number of tasks that the workers need now."""
        now = time.monotonic()
        if now - self._looked > SECONDS_A_LOOK:
            self._looked = now
            with suppress(Exception):  # A lost scheduler is noticed by the tasks.
                self._threads = sum(self._client.nthreads().values())
        return PIECES_A_THREAD * max(1, self._threads)

    def submit(self, task: bytes) -> Future[Done]:
        try:
            with held:
                sent = perform, sudokutools.__version__, task
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
                print_error(f"{self.address}: no workers yet; waiting")
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
            reason = f"{type(error).__name__}: {_first_line(error)}"
            raise SudokuError(f"{self.address}: a worker failed: {reason}") from error
        if done.version != sudokutools.__version__:
            raise self.refusal(done.worker, done.version)
        return done

    def _lost(self) -> LostError:
        return LostError(f"{self.address}: lost the connection to the scheduler")


class _Awaited(Future[R]):
    """The future result of a piece with `units`, which was sent in `octets`."""

    def __init__(self, crew: Crew, task: Future[Done], units: int, octets: int) -> None:
        super().__init__()
        self._crew, self._task, self._units, self._sent = crew, task, units, octets

    def result(self, timeout: float | None = None) -> R:
        """Wait as long as the cluster can answer, whatever the `timeout`."""
        done = self._crew.cluster.result(self._task)
        self._crew.note(self._units, done.seconds, self._sent + len(done.result))
        result = pickle.loads(done.result)  # noqa: S301
        if isinstance(result, SudokuError):
            raise result
        return result  # type: ignore[no-any-return]


class Crew(Executor):
    """A cluster as an executor for work on pieces.

    `length` is the number of units of the next piece, chosen so that a task takes about a second
    and the bytes in flight stay few; `width` is the number of tasks that the workers need.
    """

    def __init__(self, cluster: Cluster, units: Callable[[Any], int]) -> None:
        self.cluster = cluster
        self._units = units
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

    def submit(self, work: Callable[..., R], /, *arguments: Any, **named: Any) -> Future[R]:
        """Send a piece, the only argument."""
        (piece,) = arguments
        assert not named
        task = pickle.dumps((work, piece))
        return _Awaited(self, self.cluster.submit(task), self._units(piece), len(task))

    def pieces(self, numbers: range) -> Iterator[range]:
        """Cut numbers into pieces, each when it is taken."""
        at = numbers.start
        while at < numbers.stop:
            piece = range(at, min(numbers.stop, at + self.length))
            at = piece.stop
            yield piece


def _first_line(error: BaseException) -> str:
    return next(chain(str(error).splitlines(), [type(error).__name__]))


def _import_distributed() -> Any:
    logging.disable()  # Dask writes messages of its own.
    warnings.simplefilter("ignore")
    try:
        import dask
        import distributed
    except ImportError as error:
        from sudokutools._support.installation import advised

        raise SudokuError(advised("clusters require distributed", "cluster")) from error
    dask.config.set({LOGS: 0})
    return distributed
