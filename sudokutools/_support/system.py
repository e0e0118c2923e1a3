"""What differs between systems: signals, locks, files that take the place of others."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import signal as signal
    from concurrent.futures import ThreadPoolExecutor
else:  # On top of this, `signal` makes enumerations of all numbers: a fiftieth of a start.
    import _signal as signal

IS_WINDOWS = os.name == "nt"

BINARY: int = getattr(os, "O_BINARY", 0)
"""A flag for `os.open`, without which Windows changes the ends of lines."""

NO_FOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
"""A flag for `os.open`, with which a link is not opened; Windows has none."""

CLOSED_PIPE: int = getattr(signal, "SIGPIPE", 13)
"""The signal of a pipe that nobody reads; Windows has none, and only its number here."""

MOST_PROCESSES = 61 if IS_WINDOWS else None
"""So many processes one can wait for; None: as many as there are."""

_ARENAS = -8
"""`M_ARENA_MAX` of `mallopt`."""

_LOCKED_BYTE = 1 << 30
"""Windows locks bytes, and nobody else can read them: one beyond the end of the file."""


def signals(*names: str) -> list[int]:
    """Return those of some signals that this system has.

    >>> signals("SIGTERM", "SIGNONE") == [signal.SIGTERM]
    True
    """
    return [number for name in names if (number := getattr(signal, name, None)) is not None]


def end_by(number: int) -> NoReturn:
    """End the process by a signal, so that the shell sees it, or with the status of that end."""
    if not IS_WINDOWS:  # There `kill` would end it with the number as its status.
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    raise SystemExit(128 + number)


def call_in(seconds: float, function: Callable[[], None]) -> None:
    """Call a function after a time, between two steps of the program; 0: no longer call it.

    Windows cannot.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: function())
        signal.setitimer(signal.ITIMER_REAL, seconds)


@contextmanager
def keeping_off(numbers: list[int]) -> Iterator[None]:
    """Let signals wait outside of this process, and of those that it starts meanwhile."""
    if IS_WINDOWS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def is_closed_pipe(error: OSError) -> bool:
    """Tell whether what cannot be written failed because nobody reads it any more."""
    return isinstance(error, BrokenPipeError) or (IS_WINDOWS and error.errno == errno.EINVAL)


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def threads(count: int) -> ThreadPoolExecutor:
    """Return so many threads, which take memory from one place where addresses are limited.

    The C library of GNU sets 64 MiB of them aside for a thread as soon as there is room, and then
    there is none for the work.
    """
    from concurrent.futures import ThreadPoolExecutor

    with suppress(ImportError, AttributeError):  # Not every system has limits, or this library.
        import resource

        if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
            import ctypes

            ctypes.CDLL(None).mallopt(_ARENAS, 1)
    return ThreadPoolExecutor(count)


def can_read(descriptor: int) -> bool:
    """Tell whether something can be read at once; False where nobody knows."""
    import select

    try:
        return bool(select.select([descriptor], [], [], 0)[0])
    except (OSError, ValueError):  # Windows selects sockets only.
        return False


def read(descriptor: int, length: int) -> bytes:
    """Return the next bytes, once some have come; empty at the end.

    Another program may have said that reads are not to wait, of a pipe or a terminal that it shares
    with this one.
    """
    while True:
        try:
            return os.read(descriptor, length)
        except BlockingIOError:
            _wait_for(descriptor, is_read=True)


def write_all(descriptor: int, content: bytes) -> None:
    """Write all of a text, in as many pieces as the system wants, waiting where it has no room.

    OSError: not all was written, but `characters_written` bytes of it.
    """
    rest = memoryview(content)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:
            _wait_for(descriptor, is_read=False)
        except OSError as error:
            error.characters_written = len(content) - len(rest)  # type: ignore[attr-defined]
            raise


def _wait_for(descriptor: int, is_read: bool) -> None:
    """Wait until a descriptor can be read or written; for a moment where nobody knows."""
    import select

    try:
        select.select([descriptor] * is_read, [descriptor] * (not is_read), [])
    except (OSError, ValueError):
        time.sleep(0.01)


def let_go(descriptor: int) -> None:
    """Close the file of a descriptor; what is written to it from now on goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def set_mode(descriptor: int, mode: int) -> None:
    """Give an open file its permissions, where it has some of its own: not on a FAT, say."""
    if hasattr(os, "fchmod") and not IS_WINDOWS:
        with suppress(PermissionError):
            os.fchmod(descriptor, mode)


def lock(descriptor: int, is_of_process: bool = False) -> bool:
    """Lock a file until it is closed; return whether nobody else has locked it.

    Processes that are forked off hold the lock, too, unless it is of this process: then it ends
    with it, and when any descriptor of the file is closed. OSError: it cannot be locked at all.
    """
    try:
        if IS_WINDOWS:
            _lock_byte(descriptor)
        else:
            import fcntl

            take = fcntl.lockf if is_of_process else fcntl.flock
            take(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _lock_byte(descriptor: int) -> None:
    import msvcrt

    place = os.lseek(descriptor, 0, os.SEEK_CUR)
    os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    finally:
        os.lseek(descriptor, place, os.SEEK_SET)


def replace_locked(descriptor: int, aside: str, old: int, target: str) -> int:
    """Put a file that is locked into the place of another one, `old`, which is locked, too.

    Return the descriptor of the locked file in its place; `old` is closed. Windows moves no file
    that is open: there nothing is locked for a moment. OSError: it did not get its place.
    """
    if not IS_WINDOWS:
        os.replace(aside, target)
        with suppress(OSError):  # What it held is not wanted any more.
            os.close(old)
        return descriptor
    os.close(descriptor)
    os.close(old)
    os.replace(aside, target)
    new = os.open(target, os.O_RDWR | BINARY)
    if not lock(new):
        os.close(new)
        raise PermissionError(13, "another session is using it", target)
    return new
