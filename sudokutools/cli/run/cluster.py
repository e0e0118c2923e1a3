"""Work on the workers of a Dask cluster, in the place of processes and threads of this machine.

A piece of work travels as bytes: what is done, pickled once, and what it is done with. Pieces take
about a second each, however dear a record is, and no more of them are on their way than the workers
need, so that memory stays flat. Results come in the order of the pieces.

Only this module knows `distributed`, and imports it when there is an address.
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
from sudokutools.cli.run.process import complain, held
from sudokutools.cli.run.worker import Deadline
from sudokutools.errors import LostError, SudokuError

if TYPE_CHECKING:
    from sudokutools.blocks.block import Answer, Work

R = TypeVar("R")

SECONDS_TO_CONNECT = 10.0
SECONDS_OF_PATIENCE = 5.0
"""So long nobody is told that there are no workers."""

SECONDS_A_LOOK = 2.0
"""How often the workers are counted."""

SECONDS_A_PIECE = 1.0
MOST_A_SECOND = 256
"""The pieces that a scheduler hands on with ease: on more threads they are longer."""

PIECES_A_THREAD = 4
"""One is worked on, and others are on their way, even behind one that takes much longer."""

LARGEST_PIECE = 1 << 21
MOST_IN_FLIGHT = 1 << 28
"""The bytes of one piece, and of all of them, with their results."""

GROWTH = 4
RETRIES = 3

LOGS = "distributed.admin.low-level-log-length"
"""Dask's setting of how many messages, with the work in them, are kept after they were sent."""


SECONDS_A_GLANCE = 0.2
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


def answer_block(work: Work, block: bytes, number: int) -> Answer:
    """Answer a block, as long as somebody waits for it."""
    return work(block, number, unless_cancelled)


def unless_cancelled() -> None:
    """End the work of this thread, by raising, once its piece was cancelled."""
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
    """The workers behind a scheduler, by its address. SudokuError: there is none for us."""

    def __init__(self, address: str) -> None:
        self.address = address
        distributed = _import_distributed()
        try:
            distributed.comm.get_address_host_port(address, strict=True)
            self._client = distributed.Client(
                address, timeout=SECONDS_TO_CONNECT, set_as_default=False
            )
        except OSError as error:
            why = f"no scheduler answers in {SECONDS_TO_CONNECT:g} s"
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
        """Leave the cluster: what is still worked on is cancelled, and nothing is left there."""
        with suppress(Exception):  # It may be gone already.
            self._client.close(timeout=SECONDS_TO_CONNECT)

    def check_versions(self) -> None:
        """Refuse workers that have another version of this package; SudokuError names them.

        Those that do not answer, and those that come later, are found out by their first piece.
        """
        ask = partial(self._client.run, getattr, sudokutools, "__version__", on_error="return")
        answers: dict[str, object] = {}
        with suppress(OSError):
            answers = self._client.sync(ask, callback_timeout=SECONDS_TO_CONNECT)
        for worker, answer in sorted(answers.items()):
            if answer != sudokutools.__version__ and not isinstance(answer, OSError):
                raise self.refusal(worker, answer if isinstance(answer, str) else None)

    def refusal(self, worker: str, version: str | None) -> SudokuError:
        """Return what is said of a worker with another version, or with none."""
        theirs = f"sudokutools {version}" if version else "no sudokutools"
        ours = f"{sudokutools.__version__} is needed, or outputs could differ"
        return SudokuError(f"{self.address}: the worker {worker} has {theirs}; {ours}")

    def crew(self, work: Callable[..., R]) -> Crew[R]:
        """Return the workers at one work: a function of a piece, which can travel."""
        return Crew(self, work)

    @property
    def width(self) -> int:
        """How many pieces the workers need now."""
        now = time.monotonic()
        if now - self._looked > SECONDS_A_LOOK:
            self._looked = now
            with suppress(Exception):  # Whether the scheduler is lost, the pieces tell.
                self._threads = sum(self._client.nthreads().values())
        return PIECES_A_THREAD * max(1, self._threads)

    def submit(self, work: bytes, arguments: bytes) -> Future[Done]:
        """Send a piece of work out. LostError: nobody takes it."""
        try:
            with held:
                future: Future[Done] = self._executor.submit(
                    perform, sudokutools.__version__, work, arguments
                )
                return future
        except Exception as error:
            raise self._lost() from error

    def result(self, future: Future[Done]) -> Done:
        """Wait for a piece. LostError: the scheduler is gone; SudokuError: it cannot be done."""
        while not wait([future], SECONDS_OF_PATIENCE).done:
            # What is sent out as the scheduler goes is neither done nor cancelled by anybody.
            if self._client.status != "running":
                raise self._lost()
            self._look_for_workers()
        try:
            done = future.result()
        except CancelledError as error:
            raise self._lost() from error
        except MemoryError:
            raise
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                why = "a piece of work was given up, as its workers died one after another"
                raise SudokuError(f"{self.address}: {why}") from error
            self.check_versions()
            said = f"{type(error).__name__}: {_first_line(error)}"
            raise SudokuError(f"{self.address}: a worker failed: {said}") from error
        if done.version != sudokutools.__version__:
            raise self.refusal(done.worker, done.version)
        return done

    def _look_for_workers(self) -> None:
        self._looked = 0.0
        has_any = bool(self.width and self._threads)
        if not has_any and not self._has_complained:
            complain(f"{self.address}: no workers; waiting for some")
        self._has_complained = not has_any

    def _lost(self) -> LostError:
        return LostError(f"{self.address}: the scheduler is lost")


class Pending(Generic[R]):
    """The result of a piece, for which somebody may wait."""

    def __init__(self, crew: Crew[R], future: Future[Done], units: int, octets: int) -> None:
        self._crew = crew
        self._future = future
        self._units = units
        self._octets = octets

    def result(self) -> R:
        """Return the result, once it is there. SudokuError: the work raised it, or as `Cluster`."""
        done = self._crew.cluster.result(self._future)
        self._crew.note(self._units, done.seconds, self._octets + len(done.result))
        result = pickle.loads(done.result)  # noqa: S301
        if isinstance(result, SudokuError):
            raise result
        return result  # type: ignore[no-any-return]


class Crew(Generic[R]):
    """The workers of a cluster at one work: a function of a piece, and of more if need be.

    A piece is a sequence. `length` is how long the next one should be: so long that it takes a
    second, as far as is known, and that the bytes on their way stay few.
    """

    def __init__(self, cluster: Cluster, work: Callable[..., R]) -> None:
        self.cluster = cluster
        self._work = pickle.dumps(work)
        self._seconds = 0.0
        self._octets = 0.0
        self._longest = 1

    @property
    def width(self) -> int:
        """How many pieces may be on their way."""
        return self.cluster.width

    @property
    def length(self) -> int:
        """How long the next piece should be."""
        room = min(LARGEST_PIECE, MOST_IN_FLIGHT // self.width)
        seconds = max(SECONDS_A_PIECE, self.width / PIECES_A_THREAD / MOST_A_SECOND)
        by_time = seconds / self._seconds if self._seconds else 1.0
        by_room = room / self._octets if self._octets else 1.0
        return max(1, int(min(by_time, by_room, GROWTH * self._longest)))

    def note(self, units: int, seconds: float, octets: int) -> None:
        """Learn from a piece of some length, and how long it took and how large it was."""
        self._longest = max(self._longest, units)
        for name, found in (("_seconds", seconds / units), ("_octets", octets / units)):
            before = getattr(self, name)
            setattr(self, name, (before + found) / 2 if before else found)

    def submit(self, piece: Any, *arguments: Any) -> Pending[R]:
        """Send a piece out, with what else the work takes."""
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
    """Import `distributed`, and let it and what it uses keep quiet: this module says what is wrong.

    SudokuError: it is not there.
    """
    logging.disable()
    warnings.simplefilter("ignore")
    try:
        import dask
        import distributed
    except ImportError as error:
        advice = "pip install 'sudokutools-cli[cluster]'"
        raise SudokuError(f"a cluster needs distributed: {advice}") from error
    dask.config.set({LOGS: 0})
    return distributed
