"""Call every binding over and over, in each call failing the next request of Python for memory.

    python -m tests.faults.nomemory MOST [BINDING]...

The request of Python's with the number n fails, n = 1, 2, ... MOST, or until none is left.
Each call has to raise MemoryError or to answer as it does with all memory, and leaves none behind.
The long form, with 1000, lets 2,611 fail; it is clean under AddressSanitizer, too.
"""

from __future__ import annotations

import _imp
import ctypes
import gc
import re
import sys
from array import array
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sudokutools._support import core
from sudokutools.grid.keys import KEYS, OBJECTS
from tests.cli.puzzles import EASY, EASY_SOLUTION, SEVENTEEN
from tests.core.test_rate_variants import HOUSES
from tests.core.test_refused import HOUSES as LISTED
from tests.core.test_refused import call, numbers, simulation
from tests.faults.nth_malloc import HARDEST

_testcapi: Any = import_module("_testcapi")

Call = Callable[[], Any]
Prepare = Callable[[], Call]

KEY = (1, 2, 3, 4)
STATE = array("Q", KEY).tobytes()
LINES = f"{EASY}\n{SEVENTEEN} a note\n{EASY}\n{81 * '.'}\n{81 * '1'}\n".encode()
OBJECT = b'{"cells":"%b"}\n' % EASY.encode()
SOLVED = EASY_SOLUTION.encode()
CELLS = bytes(int(sign) if sign.isdigit() else 0 for sign in EASY)
ALL_CELLS = bytes(range(81))
FOUR = bytes.fromhex("01020304030401020201040304030201")
FORMS = (b"1\n", b"2\n", b"3\n", b"4\n", b"5\n", b"6\n")
HARD = (20, 900, 900, True, -1, False, 0)
SHAPE = (2, 2, 2, 2)
EVIL = bytes(int(sign) if sign.isdigit() else 0 for sign in HARDEST)
GRIDS = SOLVED + b"\n" + SOLVED + b" a note\n"
SHOE = array("d", [24] * 9 + [96]).tobytes()
PAIR = 2 << 6 * 7

QUIET = 30
"""After this many successes in a row a call has no further requests."""


TIMES = 256
"""Calls that distinguish a leak, which repeats, from a cache."""


class _Info(ctypes.Structure):
    """The memory statistics of glibc: `struct mallinfo2`."""

    _fields_ = [(f"field_{k}", ctypes.c_size_t) for k in range(10)]


def _in_use() -> int:
    """Return the number of allocated bytes; 0 if unknown."""
    ask = getattr(_LIBC, "mallinfo2", None)
    return int(ask().field_7) + int(ask().field_5) if ask else 0


_LIBC = ctypes.CDLL(None)
if hasattr(_LIBC, "mallinfo2"):
    _LIBC.mallinfo2.restype = _Info


def nothing() -> None:
    """Be the check that a kernel calls now and then."""


def dig(clues: int = -1, difficulty: Any = None) -> tuple[Any, ...]:
    return (core.name(), ALL_CELLS, bytes([1] * 81), clues, 9, difficulty, True)


def odds() -> Any:
    """Return chances of a pair of eights against a six."""
    made = call("odds_new", core.name(), bytes(7), 0, 4, 4, 0)
    call("odds_fill", made, SHOE, 5, PAIR)
    return made


# A table with its pair, a house, a total, sets, regions, a machine and what it reads.
ITEMS = array(
    "q",
    [
        *(7, 0, 4, 14, 13, 7, 3),
        *(1, 2, 0, 16, 1, 0),
        *(0, 4, 0, 5, 10, 15, 0),
        *(2, 3, 1, 6, 11, 4, 1, 1, 1, 6),
        *(3, 2, 2, 3, 2, 3, 5),
        *(5, 4, 0, 1, 4, 5, 3, 2, 3, 0),
        *(6, 8, 12, 13, 14, 15, 0, 1, 2, 3, 2, 4, 1),
        *(8, 0, 6, 1, 1, 0, 0, 0, 0),
        *(4, 2, 8, 9, 1, 0),
    ],
).tobytes()


def rater() -> Any:
    """Return a rater of variants that knows its geometry."""
    made = call("variant_rate_new")
    call("variant_rate_geometry", made, HOUSES, b"", True)
    return made


def clauses(steps: int = 0) -> Any:
    search = call("CdclSearch", (3, 3, 3, 3), EVIL, STATE)
    search.run(steps)
    return search


def rules() -> Any:
    return call("variant_rules", 4, 4, 4, LISTED, b"", b"")


def variant(steps: int = 0) -> Any:
    """Return a search for a 4x4 grid with a cage after some steps."""
    search = call("VariantSearch", rules(), numbers(5, 2, 0, 1), b"", b"", b"")
    search.start(bytes(16), None, KEY, b"", -1, 1 << 40)
    search.run(steps)
    return search


def plain(name: str, *arguments: Any) -> tuple[str, Prepare]:
    """Return the row of a function of the module that can be called again and again."""
    return name, lambda: partial(getattr(core.native(), name), *arguments)


def on(name: str, make: Callable[[], Any], *arguments: Any) -> tuple[str, Prepare]:
    """Return the row of a function that takes an object, made for each call, before the others."""
    return name, lambda: partial(getattr(core.native(), name), make(), *arguments)


def method(name: str, make: Callable[[], Any], *arguments: Any) -> tuple[str, Prepare]:
    """Return the row of a method, `Type.method`, of an object that is made for each call."""
    own = name.partition(".")[2]
    return name, lambda: partial(getattr(make(), own), *arguments)


def load() -> Call:
    """Prepare the loading of the module once more."""
    spec = find_spec("sudokutools._native")
    assert spec is not None

    def loaded() -> None:
        _imp.exec_dynamic(_imp.create_dynamic(spec))

    return loaded


def rows() -> list[tuple[str, Prepare]]:
    """Return names and preparations of calls: one row or more for each binding."""
    name = core.name()
    return [
        ("module", load),
        plain("core_names"),
        plain("bulk_lines", LINES),
        plain("bulk_count", name, CELLS, 3, b"", nothing),
        plain("bulk_block", name, KEYS, LINES, 2, True, KEY, 0, 1, FORMS, 46, 31, nothing),
        plain(
            "bulk_block",
            name,
            (*KEYS, OBJECTS),
            OBJECT,
            2,
            False,
            None,
            0,
            1,
            FORMS,
            46,
            31,
            nothing,
        ),
        plain("bulk_possible", name, CELLS, nothing),
        plain("bulk_search", CELLS, KEY),
        on("bulk_search_next", lambda: call("bulk_search", bytes(81), KEY), 9, 1 << 20),
        plain("canonical_block", name, KEYS, LINES, 46, nothing),
        plain("shuffle_block", KEYS, LINES, (0, 0, 0), KEY, 0, 9, 46, nothing),
        plain("canonical_lines", name, SOLVED * 2, 2, 46, nothing),
        plain("canonical_general", (*SHAPE, True), FOUR, 1 << 20, 1 << 20, nothing),
        plain("dig_block", dig(), KEYS, GRIDS, KEY, 0, b"p\n", b"m\n", 46, nothing),
        plain("dig_block", dig(-2, HARD), KEYS, GRIDS, KEY, 0, b"p\n", b"m\n", 46, nothing),
        plain("dig_grid", dig(-2, HARD), SOLVED, KEY, nothing),
        plain("generate_cells", *SHAPE, False, 9, STATE),
        plain("generate_cells", 3, 3, 3, 3, True, 0, STATE),
        plain("generate_lines", 3, 3, 3, 3, True, 0, STATE, 1, 3, b"\n"),
        plain("grid_of_rank", 7, 1 << 30),
        plain("rank_of_grid", bytes(map(int, EASY_SOLUTION))),
        plain("stream_numbers", b"sudoku-gen\0", 1, 40, 0),
        plain("odds_new", name, bytes(7), 0, 4, 4, 0),
        on("odds_fill", odds, SHOE, 5, PAIR),
        on("odds_values", odds, 5, PAIR, 7, 2, True),
        on("odds_dealer", odds, 5, PAIR),
        on("odds_chart_values", odds, 5, PAIR, 7, bytes(44)),
        plain("sim_blocks", *simulation()),
        plain("rate_new"),
        plain("rate_techniques"),
        on("rate_block", partial(call, "rate_new"), CELLS * 2, 999, 9.0, True),
        on("rate_steps", partial(call, "rate_new"), EVIL, 999, 9.0),
        on("rate_hodoku", partial(call, "rate_new"), CELLS * 2, 9.0),
        plain("variant_rate_new"),
        plain("variant_rate_techniques"),
        on("variant_rate_geometry", partial(call, "variant_rate_new"), HOUSES, b"", True),
        on("variant_rate_block", rater, CELLS * 2, 999, 9.0, True),
        on("variant_rate_steps", rater, EVIL, 999, 9.0),
        plain("variant_rules", 4, 4, 4, LISTED, b"", b""),
        on("VariantSearch", rules, numbers(5, 2, 0, 1), b"", b"", b""),
        on("VariantSearch", rules, b"", b"", bytes([15, 0, 0, 0]) * 17, ITEMS),
        method("VariantSearch.start", variant, bytes(16), bytes(64), KEY, FOUR, 3, 1 << 40),
        method("VariantSearch.allow", variant, 1 << 40),
        method("VariantSearch.run", variant, 1 << 40),
        method("VariantSearch.solution", partial(variant, 1 << 40)),
        method("VariantSearch.state", variant),
        method("VariantSearch.steps", variant),
        method("VariantSearch.dig", variant, FOUR, bytes([1, 0] * 32), 1 << 40, nothing),
        plain("CdclSearch", (3, 3, 3, 3), CELLS, STATE),
        method("CdclSearch.run", clauses, 1 << 20),
        method("CdclSearch.solution", clauses),
        method("CdclSearch.core", clauses),
        method("CdclSearch.forbid", clauses, bytes(map(int, EASY_SOLUTION))),
        method("CdclSearch.fix", clauses, CELLS),
        method("CdclSearch.assume", clauses, CELLS),
        method("CdclSearch.be_patient", clauses, 1 << 40),
        method("CdclSearch.walk_now", clauses),
        method("CdclSearch.conflicts", partial(clauses, 1 << 20)),
        method("CdclSearch.take_short", partial(clauses, 1 << 20)),
        method("CdclSearch.learn", clauses, clauses(1 << 20).take_short()),
    ]


def bindings() -> set[str]:
    """Return the names of all that the module can do."""
    names = {"module"}
    for name, thing in vars(core.native()).items():
        if not name.startswith("_"):
            names.add(name)
        if isinstance(thing, type):
            names |= {f"{name}.{own}" for own in vars(thing) if not own.startswith("_")}
    return names


def plainly(answer: Any) -> str:
    """Return an answer as text, but for where objects are."""
    return re.sub(r"at 0x[0-9a-f]+", "", repr(answer))


def attempt(prepare: Prepare, number: int) -> str:
    """Let the request with this number fail in a call, 0: none. Return its answer; "": none."""
    prepared = prepare()
    answer = None
    try:
        if number:
            _testcapi.set_nomemory(number - 1, number)
        answer = prepared()
    except MemoryError:
        return ""
    finally:
        _testcapi.remove_mem_hooks()
    return plainly(answer)


def loss(prepare: Prepare, number: int, times: int) -> list[int]:
    """Return the leaks of repeated calls: blocks of Python, bytes of C."""
    before, behind = array("q", (0, 0)), array("q", (0, 0))
    _measure(before)
    for _ in range(times):
        attempt(prepare, number)
    _measure(behind)
    return [after - first for after, first in zip(behind, before, strict=True)]


def _measure(into: array[int]) -> None:
    gc.collect()  # Also lists of free objects, which need no request.
    into[0] = sys.getallocatedblocks()
    into[1] = _in_use()


def sweep(prepare: Prepare, most: int) -> int:
    """Let requests of a call fail in their turn; return how many did. ValueError: a fault."""
    first = attempt(prepare, 0)
    loss(prepare, 0, 16)
    quiet = failed = number = 0
    while quiet < QUIET and number < most:
        number += 1
        gc.collect()
        answer = attempt(prepare, number)
        if answer not in ("", first):
            raise ValueError(f"request {number}: {answer[:99]} for {first[:99]}")
        # Python and C fill caches, too, but not again and again.
        counts = (1, TIMES, TIMES, TIMES)
        if all(max(lost := loss(prepare, number, times)) >= times for times in counts):
            raise ValueError(f"request {number}: lost {lost} in {TIMES} calls")
        quiet = quiet + 1 if answer else 0
        failed += not answer
    return failed


def main() -> int:
    """Sweep the bindings; return an exit status."""
    most, *names = int(sys.argv[1]), *sys.argv[2:]
    if core.native() is None:
        sys.exit("there are no kernels")
    calls = rows()
    status = 0
    if left := bindings() ^ {name for name, _ in calls}:
        print("without a call, or without a binding:", *sorted(left), file=sys.stderr)
        status = 1
    gc.freeze()
    for name, prepare in calls:
        if names and name not in names:
            continue
        try:
            print(f"{sweep(prepare, most):5d}  {name}", flush=True)
        except Exception as error:
            print(f"{name}: {error!r}", file=sys.stderr, flush=True)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
