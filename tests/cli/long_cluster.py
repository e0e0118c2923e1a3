"""The long form of the test of clusters: a million records with the memory of every process.

    python -m tests.cli.long_cluster [RECORDS [WORKERS]]

A scheduler and workers of this machine make minimal puzzles, rate and solve them. Told are records
a second, the seconds of CPU and the most memory of client, scheduler and workers, up to a tenth of
the run and to its end; the output is compared with that of `--jobs 1`.
"""

import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import psutil

from tests.cli.test_cluster import Dask, lines_of
from tests.conftest import make_surroundings_plain

STEPS = [
    "sudoku-gen -n {records} --seed long --format line > grids",
    "sudoku-mask --minimal --seed long grids > puzzles",
    "sudoku-check --rate puzzles > rated",
    "sudoku-solve puzzles > solved",
]
"""The commands, each from one file to another."""


def memory(process: psutil.Process) -> float:
    """Return the memory of a process in MiB."""
    return float(process.memory_info().rss) / (1 << 20)


def seconds(process: psutil.Process) -> float:
    """Return the CPU seconds of a process."""
    return float(process.cpu_times().user + process.cpu_times().system)


def watch(folder: Path, command: str, records: int, others: list[psutil.Process]) -> str:
    """Run a command, and return its usage and the memory of all processes."""
    target = folder / command.split()[-1]
    words = command.rpartition(" > ")[0].split()
    before = [seconds(process) for process in others]
    began = time.monotonic()
    early: list[float] = []
    most = [0.0] * (1 + len(others))
    used = 0.0
    with open(target, "wb") as out, subprocess.Popen(words, cwd=folder, stdout=out) as client:
        own = psutil.Process(client.pid)
        while client.poll() is None:
            try:
                found = [memory(process) for process in (own, *others)]
                used = seconds(own)
            except psutil.Error:
                break
            most = [max(pair) for pair in zip(most, found, strict=True)]
            if not early and lines_of(target) > records // 10:
                early = most
            time.sleep(0.2)
    assert client.returncode == 0
    spent = [used, *(seconds(process) - was for process, was in zip(others, before, strict=True))]
    rate = records / (time.monotonic() - began)
    sizes = " ".join(f"{a:.0f}>{b:.0f}" for a, b in zip(early or most, most, strict=True))
    cpu = " ".join(f"{second:.1f}" for second in spent)
    return f"{rate:,.0f} a second; MiB {sizes}; CPU s {cpu} (client, scheduler, workers)"


def main(records: int, workers: int) -> None:
    """Run the steps on a cluster, and on one core of this process's machine."""
    make_surroundings_plain()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = Dask(folder, stack)
        started = [cluster.scheduler, *cluster.add(workers)]
        cluster.await_workers(workers)
        others = [psutil.Process(process.pid) for process in started]
        for step in STEPS:
            command = step.format(records=records)
            words, _, name = command.rpartition(" > ")
            reported = watch(folder, f"{words} --jobs {cluster.address} > {name}", records, others)
            subprocess.run(f"{words} --jobs 1 | cmp - {name}", shell=True, cwd=folder, check=True)
            print(f"{words}\n  {reported}", flush=True)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*given, *[10**6, 2][len(given) :])
