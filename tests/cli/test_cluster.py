"""`--jobs tcp://HOST:PORT`: a Dask cluster of this machine, with processes that come, hang and die.

The long form, a million records with the memory of all: `python -m tests.cli.long_cluster`.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from sudokutools._support import core
from sudokutools.cli.run.cluster import Cluster
from sudokutools.errors import LostError
from tests.conftest import Shell, start, sweep
from tests.tables import cases

pytest.importorskip("distributed", reason="the extra cluster works on clusters")
pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core: it takes minutes")

COMMANDS = [
    "sudoku-gen -n 9000 --format line --seed 1",
    "sudoku-gen -n 30 --size 12 --seed 1",
    "sudoku-mask --minimal --seed 1 grids",
    "sudoku-mask --clues 23 --tries 2 --with-solution --seed 1 grids",
    "sudoku-solve mixed",
    "sudoku-solve --random --seed 1 --format json few",
    "sudoku-check --rate mixed",
    "sudoku-check --histogram --timeout 60 few",
    "sudoku-print --format svg --solutions end --rate few",
    "blackjack simulate -n 1000001 --seed 1",
]
"""Their output stays the same; `mixed` has lines of several kinds among the plain ones."""

FILES = """
sudoku-gen -n 2000 --format line --seed 1 > grids
sudoku-mask --minimal --seed 1 grids > puzzles
head -n 60 puzzles > few
{ head -n 900 puzzles; echo "# words"; echo 12; sudoku-gen --size 4 --format line --seed 1
  tail -n 900 puzzles; printf "%081d\\n" 11; sudoku-gen --seed 1; } > mixed
"""

KEPT = (
    "lambda dask_scheduler: (len(dask_scheduler.tasks),"
    " sum(len(sent.recent_message_log) for sent in dask_scheduler.stream_comms.values()))"
)
"""The pieces of work, and the messages to workers with such pieces, that a scheduler has."""

HARD = "sudoku-mask --level extreme --seed 1"
"""A second of work or two on the grids of the files."""


class Dask:
    """A scheduler, with the setting that the manual page tells, and workers of one thread each."""

    def __init__(self, folder: Path, stack: ExitStack, **settings: str) -> None:
        self._folder = folder
        self._stack = stack
        self._file = folder / "scheduler.json"
        settings = {"DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "0", **settings}
        self._settings = {f"DASK_{name}": value for name, value in settings.items()}
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        wait_for(lambda: self._file.exists() and self._file.stat().st_size > 0)
        self.address: str = json.loads(self._file.read_text())["address"]

    def _start(self, kind: str, *words: str, **env: str) -> subprocess.Popen[bytes]:
        module = f"distributed.cli.dask_{kind}"
        common = ("--scheduler-file", str(self._file), "--no-dashboard")
        with open(self._folder / "log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", module, *common, *words],
                stdout=log, stderr=log, env=os.environ | self._settings | env, process_group=0,
            )  # fmt: skip
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def add(self, number: int = 1, **env: str) -> list[subprocess.Popen[bytes]]:
        words = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self._folder))
        return [self._start("worker", *words, **env) for _ in range(number)]

    def ask(self, question: str) -> str:
        """Return what an expression of a `client` is."""
        code = f"import distributed; client = distributed.Client({self.address!r}); "
        ran = subprocess.run(
            [sys.executable, "-c", f"{code}print({question})"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return ran.stdout.strip()

    def await_workers(self, number: int) -> None:
        self.ask(f"client.wait_for_workers({number}, timeout=60)")


def wait_for(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def lines_of(path: Path) -> int:
    """Return how many lines a file has, which may be missing."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.fixture
def dask(tmp_path: Path, shell: Shell) -> Iterator[Callable[..., Dask]]:
    """Return what starts a cluster, in a folder with files of records."""
    shell(FILES)
    with ExitStack() as stack:
        yield lambda **settings: Dask(tmp_path, stack, **settings)


@pytest.mark.parametrize("commands", sweep([COMMANDS[::4]], [COMMANDS[1::2], COMMANDS[2::4]]))
def test_the_same_bytes_on_1_and_2_workers(
    shell: Shell, dask: Callable[..., Dask], tmp_path: Path, commands: list[str]
) -> None:
    wanted = [shell(f"{command} --jobs 1", status=None) for command in commands]
    cluster = dask()
    jobs = f"--jobs {cluster.address}"
    with start("bash", "-c", f"{commands[0]} {jobs}", cwd=tmp_path) as early:
        assert early.stderr is not None
        reported = early.stderr.readline()
        assert reported.endswith(f"{cluster.address}: no workers yet; waiting\n".encode())
        cluster.add()
        assert early.communicate()[0].decode() == wanted[0].out
    assert [shell(f"{command} {jobs}", status=None) for command in commands] == wanted
    cluster.add()
    cluster.await_workers(2)
    for number in (1, 2):
        assert shell(f"{commands[number]} {jobs}", status=None) == wanted[number]


def test_a_worker_without_kernels(shell: Shell, dask: Callable[..., Dask], tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "sitecustomize.py").write_text(
        "from sudokutools._support import core\ncore.force_python()\n"
    )
    cluster = dask()
    cluster.add(PYTHONPATH=str(other))
    commands = (
        "sudoku-solve mixed",
        "sudoku-gen -n 20 --format line --seed 1",
        "sudoku-gen --format line --seed 1 | sudoku-mask -n 20 --minimal --seed 1",
    )
    for command in commands:
        assert shell(f"{command} --jobs {cluster.address}", status=None) == shell(
            command, status=None
        )


@pytest.mark.long
def test_workers_are_killed_hang_and_come_late(
    shell: Shell, dask: Callable[..., Dask], tmp_path: Path
) -> None:
    wanted = shell(f"{HARD} grids").out
    cluster = dask(DISTRIBUTED__SCHEDULER__WORKER_TTL="5s")
    killed, hangs = cluster.add(2)
    cluster.await_workers(2)
    with start(
        "bash", "-c", f"{HARD} --jobs {cluster.address} grids > out", cwd=tmp_path
    ) as command:
        wait_for(lambda: lines_of(tmp_path / "out") > 10)
        killed.kill()
        hangs.send_signal(signal.SIGSTOP)
        cluster.add()
        assert command.communicate()[1] == b""
        assert command.returncode == 0
    assert (tmp_path / "out").read_text() == wanted


def test_a_lost_scheduler_ends_after_whole_records(
    shell: Shell, dask: Callable[..., Dask], tmp_path: Path
) -> None:
    cluster = dask()
    cluster.add()
    with start(
        "bash", "-c", f"exec {HARD} --jobs {cluster.address} --start 7 grids > out", cwd=tmp_path
    ) as command:
        wait_for(lambda: lines_of(tmp_path / "out") > 10)
        cluster.scheduler.kill()
        reported = command.communicate()[1].decode()
    done = lines_of(tmp_path / "out")
    lost = f"{cluster.address}: lost the connection to the scheduler after record {done}"
    assert reported == f"sudoku-mask: {lost}; use --start {done + 7} to continue\n"
    assert command.returncode == 2
    shell(f"tail -n +{done + 1} grids | {HARD} --start {done + 7} >> out")
    assert (tmp_path / "out").read_text() == shell(f"{HARD} --start 7 grids").out


def test_what_is_sent_to_a_scheduler_that_is_gone_is_lost(dask: Callable[..., Dask]) -> None:
    """Nothing reports the loss of a task that is sent just then; earlier ones are not kept."""
    scheduler = dask()
    cluster = Cluster(scheduler.address)
    try:
        cluster.crew().submit(len, [1])
        sent = cluster._client.scheduler_comm
        wait_for(lambda: sent.byte_count > 0)
        assert not sent.recent_message_log
        scheduler.scheduler.kill()
        wait_for(lambda: cluster._client.status != "running")
        with pytest.raises(LostError, match="lost the connection to the scheduler"):
            cluster.crew().submit(len, [1]).result()
    finally:
        cluster.end()


@pytest.mark.long
def test_ctrl_c_leaves_nothing_on_the_cluster(
    shell: Shell, dask: Callable[..., Dask], tmp_path: Path
) -> None:
    """Not even a record that takes for ever: the empty grid has 6.7e21 solutions."""
    cluster = dask()
    cluster.add()
    shell("{ head -n 3 few; printf '%081d\\n' 0; } > endless")
    count = ["sudoku-solve", "--count", "--timeout", "1000", "--jobs", cluster.address, "endless"]
    with start(*count, cwd=tmp_path) as command:
        wait_for(lambda: cluster.ask("sum(map(len, client.processing().values()))") == "1")
        command.send_signal(signal.SIGINT)
        out, reported = command.communicate()
    assert (command.returncode, out, reported) == (-signal.SIGINT, b"1\n1\n1\n", b"")
    executing = "client.run(lambda dask_worker: dask_worker.state.executing_count)"
    wait_for(lambda: cluster.ask(f"sum({executing}.values())") == "0")
    assert cluster.ask(f"client.run_on_scheduler({KEPT})") == "(0, 0)"


@pytest.mark.long
def test_workers_of_another_version_are_refused(
    shell: Shell, dask: Callable[..., Dask], tmp_path: Path
) -> None:
    """Present workers as well as later ones."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "sitecustomize.py").write_text(
        "import sudokutools\nsudokutools.__version__ = '0.0.9'\n"
    )
    cluster = dask()
    cluster.add()
    refusal = "has sudokutools 0.0.9; expected 0.1.0, as output could differ\n"
    endless = f'yes "$(head -n 100 grids)" | {HARD} --jobs {cluster.address} > out'
    with start("bash", "-c", endless, cwd=tmp_path) as command:
        wait_for(lambda: lines_of(tmp_path / "out") > 10)
        cluster.add(PYTHONPATH=str(other))
        reported = command.communicate()[1].decode()
    assert reported.startswith(f"sudoku-mask: {cluster.address}: worker tcp://")
    assert reported.endswith(refusal)
    assert command.returncode == 2
    assert (tmp_path / "out").read_bytes().endswith(b"\n")
    ran = shell(f"sudoku-gen --jobs {cluster.address}", status=2)
    assert (ran.out, ran.err[-len(refusal) :]) == ("", refusal)


def test_nobody_answers(shell: Shell) -> None:
    code = (
        "from sudokutools.cli.gen import command as gen; from sudokutools.cli.run import cluster;"
        "cluster.SECONDS_TO_CONNECT = 0.5; gen.main()"
    )
    ran = shell(f'python -c "{code}" --jobs tcp://127.0.0.1:1', status=2)
    assert ran.out == ""
    assert ran.err == "-c: tcp://127.0.0.1:1: no answer from a scheduler in 0.5 s\n"


def test_the_extra_is_missing(shell: Shell) -> None:
    shell("mkdir empty; echo 'raise ImportError' > empty/distributed.py")
    ran = shell("PYTHONPATH=empty sudoku-gen --jobs tcp://127.0.0.1:8786", status=2)
    assert ran.out == ""
    assert ran.err.startswith("sudoku-gen: clusters require distributed; install it with: ")
    assert ran.err.count("\n") == 1


@cases
def test_an_address_that_is_none(shell: Shell, address: str, why: str) -> None:
    ran = shell(f"sudoku-gen --jobs {address}", status=2)
    assert ran.err.startswith(f"sudoku-gen: {why}")
    assert ran.err.count("\n") == 1
