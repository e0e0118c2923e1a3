"""Work on many records in several processes."""

import subprocess
import sys

from tests.cli.conftest import Shell

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
