"""Run commands over and over, in each run failing the next request of their kernels for memory.

    cc -shared -fPIC -o nth_malloc.so tests/faults/nth_malloc.c
    LD_PRELOAD=$PWD/nth_malloc.so python -m tests.faults.nth_malloc STEP [NUMBER OF A COMMAND]...

The request with the number n fails, n = 1, 2, ... until none is left, beyond the first ones
every STEP-th. Each run has to end in one line and status 2, after whole records that are right, and
loses no memory; the next run, without failures, writes the same as the first.
"""

import ctypes
import gc
import importlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, NamedTuple

from tests.cli.puzzles import EASY, EASY_SOLUTION, SEVENTEEN, SMALL, TWO

PUZZLES = f"{EASY}\n{SEVENTEEN}\n{EASY} a note\n{TWO}\n"
GRIDS = f"{EASY_SOLUTION}\n" * 3
HARDEST = ".2...61....72.....6..1..9...4....38..7.....9.3...5...4...41....95..3..........6.2"
DIAGONALS = "..........9....78.18......6.......233......9..7.69.1......65.....5...........4.7."
X_GRID = "236758941594316782187429536659187423318542697472693158743265819825971364961834275"
REGIONS = "ABBBBCCCCAAAABBCCCAADDBBBCCAADDEEEFFDDDEEEEFFDGDEHFFFFGGGEHFIIIGGGHHIIIIGGHHHHHII"
SHAPES = f"""\
# variant x
{DIAGONALS}
# variant antiknight
{81 * "."}
# regions {REGIONS}
{81 * "."}
# cages 3:r1c1r1c2 24:r1c3r2c3r3c3
{81 * "."}
"""

COMMANDS = (
    ("sudoku-solve", PUZZLES),
    ("sudoku-solve --any --random --seed 1", PUZZLES),
    ("sudoku-solve --all --limit 60", 81 * "." + "\n"),
    ("sudoku-solve --count --limit 1000", f"{81 * '.'}\n{TWO}\n"),
    ("sudoku-solve --method cdcl", f"{SEVENTEEN}\n{SMALL}\n"),
    ("sudoku-solve --method cdcl --any", SHAPES),
    ("sudoku-solve --size 16 --any", 256 * "." + "\n"),
    ("sudoku-solve --explain", f"{EASY}\n"),
    ("sudoku-solve --any", SHAPES),
    ("sudoku-check", PUZZLES),
    ("sudoku-check --rate", f"{EASY}\n{EASY}\n{SEVENTEEN}\n"),
    ("sudoku-check --rate", f"{HARDEST}\n"),
    ("sudoku-check --rate", f"{DIAGONALS}\tvariant=x\n"),
    ("sudoku-check --minimal", PUZZLES),
    ("sudoku-check --canonical", PUZZLES),
    ("sudoku-check --canonical", f"{SMALL}\n"),
    ("sudoku-check --rank --automorphisms", f"{EASY_SOLUTION}\n"),
    ("sudoku-gen -n 3 --seed 1 --format line", ""),
    ("sudoku-gen -n 3 --seed 1 --format line --size 16", ""),
    ("sudoku-gen -n 3 --seed 1 --format line --method search", ""),
    ("sudoku-gen -n 3 --rank 7 --format line", ""),
    ("sudoku-gen -n 1 --seed 1 --format line --regions random", ""),
    ("sudoku-gen -n 2 --seed 1 --format line --variant x", ""),
    ("sudoku-mask --seed 1", GRIDS),
    ("sudoku-mask --seed 1 --level hard", GRIDS),
    ("sudoku-mask --seed 1 --minimal", GRIDS),
    ("sudoku-mask --seed 1 --cages", GRIDS),
    ("sudoku-mask --seed 1 --any", GRIDS),
    ("sudoku-mask --seed 1 --minimal", f"{X_GRID}\tvariant=x\n"),
    ("sudoku-mask --seed 1 --minimal --size 4", "1234341221434321\n"),
    ("blackjack odds", ""),
    ("blackjack odds 8,8 A", ""),
    ("blackjack simulate -n 2000 --seed 1", ""),
)  # fmt: skip

UNDECIDED = (b": undecided: ",)
"""Messages of clause learning if learnt clauses fill its memory."""


FIRST = 8
"""The first requests, which all fail whatever the step."""


class Ran(NamedTuple):
    status: int
    out: bytes
    err: bytes


@contextmanager
def _instead(descriptor: int, file: IO[bytes]) -> Iterator[None]:
    """Let a file take the place of a standard stream."""
    kept = os.dup(descriptor)
    os.dup2(file.fileno(), descriptor)
    try:
        yield
    finally:
        os.dup2(kept, descriptor)
        os.close(kept)


def run(line: str, text: str) -> Ran:
    sys.argv = line.split()
    if sys.argv[0] != "blackjack":
        sys.argv += ["--jobs", "1"]  # Other processes would count, too.
    name = sys.argv[0].removeprefix("sudoku-")
    main = importlib.import_module(f"sudokutools.cli.{name}.command").main
    with ExitStack() as stack:
        read, out, err = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        read.write(text.encode())
        read.seek(0)
        with _instead(0, read), _instead(1, out), _instead(2, err):
            try:
                main()
            except SystemExit as ended:
                status = ended.code
            sys.stdout.flush()
            sys.stderr.flush()
        for file in (out, err):
            file.seek(0)
        return Ran(status if isinstance(status, int) else 0, out.read(), err.read())


def fault(line: str, first: Ran, ran: Ran, has_failed: bool) -> str:
    """Return the fault of a run; "" if it has none."""
    if not has_failed:
        return "" if ran == first else f"differs from the first run: {ran}"
    if ran == first:
        return ""  # It got on without.
    if any(printed in ran.err for printed in UNDECIDED):
        return "" if ran.out.count(b"\n") >= first.out.count(b"\n") else "lost a record"
    if ran.status != 2 or not ran.err.endswith(f"{line.split()[0]}: out of memory\n".encode()):
        return f"status {ran.status}: {ran.err.decode()}"
    if not first.out.startswith(ran.out) or (ran.out and not ran.out.endswith(b"\n")):
        return f"wrote {ran.out[-200:]!r}"
    return ""


def sweep(allocator: ctypes.CDLL, line: str, text: str, step: int) -> int:
    """Let requests of a command fail in their turn; return how many did. ValueError: a fault."""
    first = run(line, text)
    run(line, text)  # Objects that are made once exist now.
    gc.freeze()
    number = count = 0
    while True:
        number += 1 if number < FIRST else step
        gc.collect()
        before = allocator.nth_live()
        allocator.nth_fail(number)
        ran = run(line, text)
        has_failed = allocator.nth_fail(0) == 0
        found = fault(line, first, ran, has_failed)
        del ran
        gc.collect()
        lost = allocator.nth_live() - before
        if found or lost > 0:
            raise ValueError(f"{line}: request {number}: {found or f'{lost} blocks are lost'}")
        if not has_failed:
            return count
        count += 1
        again = run(line, text)
        if again != first:
            raise ValueError(f"{line}: after request {number} failed: {again}")


def main() -> int:
    """Sweep the commands; return an exit status."""
    from sudokutools._support import core

    allocator = ctypes.CDLL(None)
    if core.native() is None or not allocator.nth_watch(b"/_native."):
        sys.exit("there are no kernels")
    allocator.nth_fail.argtypes = [ctypes.c_long]
    allocator.nth_fail.restype = allocator.nth_live.restype = ctypes.c_long
    failed = 0
    step, *numbers = map(int, sys.argv[1:])
    for number in numbers or range(len(COMMANDS)):
        line, text = COMMANDS[number]
        try:
            print(f"{sweep(allocator, line, text, step):5d}  {line}", flush=True)
        except ValueError as error:
            print(error, file=sys.stderr, flush=True)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
