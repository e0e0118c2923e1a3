"""Send signals to a command, and examine the result: for the tests and their long form."""

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.cli.puzzles import EASY

HANG = 60.0
"""Seconds after a signal until a command counts as hanging."""

GRIDS = "sudoku-gen --seed 1 --format line"


class Case(NamedTuple):
    """A command whose output is text of records, each ending with `end`.

    `text` is a shell command that makes its input. With `waits` its standard input stays
    open. It may write FILE, which was there before.
    """

    line: str
    text: str = ""
    end: bytes = b"\n"
    waits: bool = False

    @property
    def words(self) -> list[str]:
        return self.line.split()


def _both(line: str, text: str = "") -> list[Case]:
    return [Case(f"{line} --jobs {jobs}", text) for jobs in (1, 2)]


CASES = [
    *_both(f"{GRIDS} -n 3000"),
    *_both(f"{GRIDS} -n 20000 -o FILE"),
    *_both(f"{GRIDS} -n 20 --size 25 --method search"),
    *_both("sudoku-mask --seed 1", f"{GRIDS} -n 3000"),
    *_both("sudoku-mask --seed 1 --minimal -o FILE", f"{GRIDS} -n 12 --size 16"),
    *_both("sudoku-solve", f"{GRIDS} -n 3000 | sudoku-mask --seed 1"),
    *_both("sudoku-solve", f"{GRIDS} -n 300 --size 16 | sudoku-mask --any --blanks 150 --seed 1"),
    *_both("sudoku-check --rate", f"{GRIDS} -n 3000 | sudoku-mask --seed 1"),
    *_both("sudoku-check --rate --timeout 9", f"{GRIDS} -n 100 | sudoku-mask --seed 1"),
    Case("sudoku-solve", f"echo {EASY}; echo {EASY}", b"\n", True),
    Case("sudoku-print -o FILE", f"{GRIDS} -n 60 | sudoku-mask --seed 1"),
    Case("sudoku-print --format svg", f"{GRIDS} -n 60 | sudoku-mask --seed 1", b">\n"),
    *_both("blackjack simulate --seed 1 --rounds 5000000"),
    Case("blackjack odds -o FILE"),
    Case("blackjack --seed 1", "", b"", True),
]
"""Each command, alone and with others; blocks in threads and records in processes."""

PROCESSES = Case(f"{GRIDS} -n 48 --size 36 --method search --jobs 2")
"""Half a second of work or more, in two processes after the first quarter of a second."""

OLD = b"what was there\n"

IN_PYTHON, OURS = b"KeyboardInterrupt", b", in start\n"
"""The traceback of Ctrl-C while Python itself starts, before a command can catch it."""


class Left(NamedTuple):
    """The result of a command: status, output, seconds to its end, and files."""

    status: int
    out: bytes
    err: bytes
    seconds: float
    files: dict[str, bytes]
    processes: bool


Strike = Callable[["subprocess.Popen[bytes]"], None]
"""An action on a running command."""


def after(seconds: float, number: int, to_group: bool) -> Strike:
    """Return a strike by a signal after some seconds, to the command alone or to all it started."""

    def strike(process: subprocess.Popen[bytes]) -> None:
        time.sleep(seconds)
        if process.poll() is None:
            (os.killpg if to_group else os.kill)(process.pid, number)

    return strike


@cache
def text_of(line: str) -> bytes:
    """Return the output of a shell command."""
    return subprocess.run(["bash", "-c", line], check=True, stdout=subprocess.PIPE).stdout


@cache
def whole(case: Case) -> Left:
    """Return the result of an undisturbed command."""
    return leave(case._replace(waits=False))


def nothing(process: subprocess.Popen[bytes]) -> None:
    """Let a command run."""


def is_alone(group: int) -> bool:
    """Return whether no process of a group is left, in a while."""
    for _ in range(3000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def leave(case: Case, strike: Strike = nothing, before: tuple[str, ...] = ()) -> Left:
    """Run a command, strike it, and return the result."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "IN").write_bytes(text_of(case.text) if case.text else b"")
        (Path(folder) / "FILE").write_bytes(OLD)
        with open(Path(folder) / "IN", "rb") as file:
            process = subprocess.Popen(
                [*before, *case.words],
                stdin=subprocess.PIPE if case.waits else file,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                process_group=0,
                env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
            )
        if sys.platform == "linux" and process.stdout is not None:
            # A second signal cannot but tear the record that waits for room in a full pipe.
            fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, 1 << 20)
        timer = threading.Timer(HANG, os.killpg, (process.pid, signal.SIGKILL))
        timer.start()
        with process:
            if case.waits:
                assert process.stdin is not None
                process.stdin.write(text_of(case.text) if case.text else b"")
                process.stdin.flush()
            strike(process)
            began = time.monotonic()
            held, process.stdin = process.stdin, None
            out, err = process.communicate()
            seconds = time.monotonic() - began
            if held is not None:
                held.close()
        timer.cancel()
        alone = is_alone(process.pid)
        if not alone:
            os.killpg(process.pid, signal.SIGKILL)
        files = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
        del files["IN"]
    return Left(process.returncode, out, err, seconds, files, not alone)


def faults(case: Case, left: Left, *numbers: int) -> list[str]:
    """Return the faults in the result of a command after signals."""
    complete = whole(case)
    if signal.SIGINT in numbers and IN_PYTHON in left.err and OURS not in left.err:
        return []
    found = []
    if left.seconds > HANG - 1:
        found.append("hangs")
    if left.status not in (complete.status, *(-number for number in numbers)):
        found.append(f"status {left.status}")
    if left.err.count(b"\n") > max(1, complete.err.count(b"\n")) or b"Traceback" in left.err:
        found.append(f"says {left.err.decode()}")
    if left.processes:
        found.append("leaves a process")
    if left.files.keys() - {"FILE"}:
        found.append(f"leaves {sorted(left.files)}")
    if left.files.get("FILE") not in (OLD, complete.files["FILE"]):
        found.append("FILE is half done")
    if not case.waits and not complete.out.startswith(left.out):
        found.append("writes something else")
    if not left.out.endswith(case.end) and left.out:
        found.append(f"writes a part of a record: {left.out[-50:]!r}")
    return found


def at(number: int, place: int | str) -> tuple[str, ...]:
    """Return what runs a command that gets a signal at a place, as `at_place` says."""
    return (sys.executable, "-m", "tests.faults.at_place", str(number), str(place))
