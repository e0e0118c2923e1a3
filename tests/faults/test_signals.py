"""Signals in each phase of each command; `python -m tests.faults.long_signals` tries many more."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import start, sweep
from tests.faults.signalled import (
    CASES,
    GRIDS,
    PROCESSES,
    Case,
    after,
    at,
    faults,
    leave,
    nothing,
    whole,
)

ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
FILE = Case(f"{GRIDS} -n 500 -o FILE")
THREADS = Case(f"{GRIDS} -n 100000 --jobs 2")
TIMED = [case for case in CASES if not case.waits]
PLACES = [
    ("click", FILE),  # It is not here that signals are seen to.
    ("sudokutools.cli.run.writer", FILE),
    ("sudokutools.cli.run.resume", FILE._replace(line=f"{FILE.line} --resume")),
    ("tempfile.mkstemp", FILE),
    ("os.replace", FILE),
    ("os.unlink", Case("sudoku-solve --on-error stop -o FILE", "echo rubbish")),
    ("os.write", FILE),
    ("os.write", PROCESSES),
    ("multiprocessing.connection", PROCESSES),
    ("os.fork", PROCESSES),
    ("concurrent.futures.thread", THREADS),
]
"""Functions that have just returned, modules about to be imported: where a signal did harm."""


@pytest.mark.parametrize(
    ("place", "case", "number"),
    [
        pytest.param(*row, number, marks=pytest.mark.long if (k + n) % len(ENDING) else ())
        for k, row in enumerate(PLACES)
        for n, number in enumerate(ENDING)
    ],
)
def test_a_signal_at_a_place(place: str, case: Case, number: int) -> None:
    left = leave(case, nothing, at(number, place))
    assert faults(case, left, number) == []
    assert (left.status, left.err) == (-number, whole(case).err)


@pytest.mark.parametrize("case", sweep(TIMED[::6], TIMED[3::6]))
def test_a_signal_at_any_time(case: Case) -> None:
    draw = random.Random(case.line)
    number = draw.choice(ENDING)
    strike = after(draw.uniform(0.05, 1), number, to_group=True)
    assert faults(case, leave(case, strike), number) == []


@pytest.mark.parametrize("case", [case for case in CASES if case.waits])
@pytest.mark.parametrize("number", sweep(ENDING[:1], ENDING[1:]))
def test_a_signal_while_input_is_waited_for(case: Case, number: int) -> None:
    def strike(process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        os.read(process.stdout.fileno(), 1)
        time.sleep(0.1)
        process.send_signal(number)

    left = leave(case, strike)
    assert left.status == -number
    assert left.err.count(b"\n") <= 1
    assert not left.processes


def test_the_second_signal_of_two() -> None:
    def strike(process: subprocess.Popen[bytes]) -> None:
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)

    left = leave(PROCESSES, strike)
    assert faults(PROCESSES, left, signal.SIGINT, signal.SIGTERM) == []


@pytest.mark.parametrize("number", sweep(ENDING[1:2], ENDING[::2]))
def test_a_pipe_that_nobody_reads_holds_no_signal(number: int) -> None:
    with start("sudoku-gen", "-n", "100000", "--format", "line") as process:
        assert process.stdout is not None
        os.read(process.stdout.fileno(), 1)
        time.sleep(0.5)  # The pipe is full.
        process.send_signal(number)
        assert process.wait() == -number


@pytest.fixture
def quiet() -> Iterator[None]:
    """Let this process and its children ignore signals."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("quiet")
def test_ignored_signals_stay_ignored() -> None:
    """As after `nohup`, in processes that work for the command, too."""

    def strike(process: subprocess.Popen[bytes]) -> None:
        for _ in range(8):
            for number in ENDING:
                os.killpg(process.pid, number)
            time.sleep(0.1)

    assert leave(PROCESSES, strike)[:3] == whole(PROCESSES)[:3]


def test_a_stopped_command_goes_on() -> None:
    def strike(process: subprocess.Popen[bytes]) -> None:
        for _ in range(8):
            os.killpg(process.pid, signal.SIGTSTP)
            time.sleep(0.05)
            os.killpg(process.pid, signal.SIGCONT)
            time.sleep(0.1)

    assert leave(PROCESSES, strike)[:3] == whole(PROCESSES)[:3]


def test_signals_of_the_terminal_at_the_table() -> None:
    with start("blackjack", "--seed", "1") as game:
        assert game.stdin is not None
        assert game.stdout is not None
        os.read(game.stdout.fileno(), 1)
        for number in (signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH):
            game.send_signal(number)
            time.sleep(0.1)
        out, err = game.communicate(b"\n")
        assert game.returncode == 0
    reported = subprocess.run(
        ["blackjack", "--seed", "1"], input=b"\n", capture_output=True, check=True
    )
    assert reported.stdout.endswith(out)
    assert err == reported.stderr


@pytest.mark.parametrize("number", sweep([signal.SIGKILL], [signal.SIGSEGV]))
@pytest.mark.parametrize("seconds", [0, 0.1])
def test_a_process_of_jobs_that_is_killed(number: int, seconds: float) -> None:
    """Earlier records are whole, and a line explains how to continue."""

    def strike(process: subprocess.Popen[bytes]) -> None:
        children = f"/proc/{process.pid}/task/{process.pid}/children"
        workers = ""
        while len(workers.split()) < 2 and process.poll() is None:
            with open(children) as file:
                workers = file.read()
        time.sleep(seconds)
        os.kill(int(workers.split()[0]), number)

    left = leave(PROCESSES, strike)
    records = left.out.count(b"\n")
    text = f"a worker process was killed by signal {int(number)} after record {records}"
    assert left.err.decode() == f"sudoku-gen: {text}; use --start {records} to continue\n"
    assert left.status == 2
    assert whole(PROCESSES).out.startswith(left.out)
    assert left.out[-1:] in (b"", b"\n")
    assert not left.processes


FINALIZER = """
import os, signal, time, click
from sudokutools.cli.run.process import run

class Dying:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0)

@click.command()
def command():
    Dying()
    time.sleep(60)

run(command)
"""


LAST = FINALIZER.replace("    time.sleep(60)\n", "")


@pytest.mark.parametrize("code", [FINALIZER, LAST])
def test_a_signal_in_a_finalizer_is_not_lost(code: str) -> None:
    """Nor is it where the command ends just then."""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=50)
    assert (ran.returncode, ran.stderr) == (-signal.SIGTERM, b"")


LATE = """
import os, signal, sys, click
from sudokutools.cli.run import process

close = process.held.close

def close_late():
    process.held.close = close
    os.kill(os.getpid(), signal.SIGTERM)
    close()

process.held.close = close_late
process.run(click.Command("command", callback=lambda: None))
"""


KILL = "    os.kill(os.getpid(), signal.SIGTERM)\n"


@pytest.mark.parametrize(
    "code", [LATE, LATE.replace(f"{KILL}    close()\n", f"    close()\n{KILL}")]
)
def test_a_signal_after_the_work(code: str) -> None:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=50)
    assert (ran.returncode, ran.stderr) == (-signal.SIGTERM, b"")


def test_the_long_form_runs_as_it_is_told() -> None:
    """Also where the commands are not on the path, and signals are ignored, as after an `&`."""
    runner = f"{sys.executable} -m tests.faults.long_signals"
    line = f"trap '' INT HUP; PATH=/usr/bin:/bin exec {runner} 0.01 117"
    with start("sh", "-c", line, cwd=Path(__file__).parents[2]) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out.endswith(b"1 signals, 0 wrong\n")
