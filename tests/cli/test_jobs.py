"""Work on many records in several processes."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from sudokutools import __version__
from sudokutools.cli.run import cluster
from sudokutools.cli.run.cluster import Cluster, Crew, Done
from sudokutools.cli.run.jobs import Jobs
from sudokutools.cli.run.processes import _Process
from sudokutools.errors import LostError, SudokuError
from tests.cli.conftest import Shell
from tests.cli.test_answers import Crew as Executor
from tests.tables import cases

SCRIPT = """
import time
from sudokutools.cli.run.jobs import SECONDS_ALONE, Jobs

def work(seconds):
    time.sleep(seconds)
    return bytes(1 << 26)

for tenths in range(5):
    with Jobs(work, 2) as jobs:
        jobs.put(SECONDS_ALONE)
        end = time.monotonic() + 0.2 + tenths / 10
        while time.monotonic() < end:
            for _ in jobs.put(0):
                pass
print("ended")
"""


def test_workers_can_be_stopped_in_the_middle_of_a_result() -> None:
    """Large results are on their way all the time, so that some end comes upon half of one."""
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, timeout=60, check=True
    )
    assert ran.stdout == b"ended\n"


def test_more_jobs_than_any_machine_has(shell: Shell) -> None:
    """Long enough for processes to be started."""
    gen = "sudoku-gen -n 4 --size 36 --format line --method search --seed 1"
    assert shell(f"{gen} --jobs {10**23}").out == shell(f"{gen} --jobs 1").out


@cases
def test_pieces_for_a_cluster_take_a_second_and_little_room(
    width: int, units: int, seconds: float, octets: int, length: int
) -> None:
    cluster: Any = SimpleNamespace(width=width)
    crew = Crew(cluster, len)
    assert crew.length == 1
    for _ in range(2):
        crew.note(units, seconds, octets)
    assert crew.length == length
    assert [len(piece) for piece in crew.pieces(range(7, 8 + length))] == [length, 1]


@pytest.mark.parametrize(
    ("work", "number", "end"),
    [
        (os._exit, 0, "exited with status 0"),
        (os._exit, 3, "exited with status 3"),
        (signal.raise_signal, signal.SIGKILL, "was killed by signal 9"),
    ],
)
def test_the_end_of_a_process_is_reported(
    work: Callable[[int], None], number: int, end: str
) -> None:
    with pytest.raises(LostError, match=f"^a worker process {end}$"):
        _Process().ask(work, (number,))


def test_items_are_handed_out_in_batches() -> None:
    crew: Any = Executor(2)
    cluster: Any = SimpleNamespace(crew=lambda: crew)
    with Jobs(str, 1, cluster) as jobs:
        for item in range(5):
            jobs.put(item)
        assert crew.sent == [0, 2]
        assert [*jobs.drain()] == [*"01234"]


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        (CancelledError(), "lost the connection to the scheduler"),
        (MemoryError("x: all gone"), "all gone"),
        (type("KilledWorker", (Exception,), {})(), "a task was abandoned because its workers died"),
        (ValueError("a\nb"), "a worker failed: ValueError: a$"),
        (ValueError(), "a worker failed: ValueError: ValueError$"),
        (Done("0.0.9", "w"), f"worker w has sudokutools 0.0.9; expected {__version__}, "),
        (Done("", "w"), f"worker w has no sudokutools; expected {__version__}, "),
    ],
)
def test_what_ends_work_on_a_cluster(
    outcome: Done | BaseException, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cluster, "check_versions", lambda _: None)
    cluster = object.__new__(Cluster)
    cluster.address = "x"
    future: Future[Done] = Future()
    future.set_result(outcome) if isinstance(outcome, Done) else future.set_exception(outcome)
    with pytest.raises((SudokuError, MemoryError), match=f"^x: {message}"):
        cluster.result(future)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (__version__, ""),
        (OSError(), ""),
        ("0.0.9", "x: worker w has sudokutools 0.0.9; expected"),
        (ImportError(), "x: worker w has no sudokutools; expected"),
    ],
)
def test_versions_of_workers_are_compared(answer: object, message: str) -> None:
    cluster = object.__new__(Cluster)
    cluster.address = "x"
    cluster._client = SimpleNamespace(run=len, sync=lambda *_, **__: {"w": answer})
    with pytest.raises(SudokuError, match=message) if message else nullcontext():
        cluster.check_versions()


@pytest.mark.parametrize(("state", "ends"), [("", True), ("cancelled", True), ("executing", False)])
def test_a_task_that_is_not_wanted_ends(
    state: str, ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = {"task": SimpleNamespace(state=state)} if state else {}
    worker = SimpleNamespace(state=SimpleNamespace(tasks=tasks), get_current_task=lambda: "task")
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(get_worker=lambda: worker))
    monkeypatch.setattr(cluster, "_seen", threading.local())
    with pytest.raises(cluster._UnwantedError) if ends else nullcontext():
        cluster.unless_cancelled()
