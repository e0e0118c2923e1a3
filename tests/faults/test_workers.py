"""Processes that work for a command, and are killed."""

import os
import signal
import subprocess
import time

import pytest

from tests.conftest import sweep
from tests.faults.signalled import PROCESSES, leave, whole


@pytest.mark.parametrize("number", sweep([signal.SIGKILL], [signal.SIGSEGV]))
@pytest.mark.parametrize("seconds", [0, 0.3])
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
