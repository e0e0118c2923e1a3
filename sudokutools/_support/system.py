"""Differences between operating systems: signals, locks, replacing files."""

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
else:  # Type checkers only: importing `signal` builds large enumerations, 2 % of the startup time.
    import _signal as signal

IS_WINDOWS = os.name == "nt"
BINARY: int = getattr(os, "O_BINARY", 0)  # Windows must not translate line ends.
NO_FOLLOW: int = getattr(os, "O_NOFOLLOW", 0)  # Refuse symbolic links; not on Windows.
CLOSED_PIPE: int = getattr(signal, "SIGPIPE", 13)  # SIGPIPE; Windows has the number only.
MOST_PROCESSES = 61 if IS_WINDOWS else None  # How many can be waited for; None: unlimited.

_ARENAS = -8
_LOCKED_BYTE = 1 << 30  # Beyond the end: on Windows locked bytes are unreadable.


def signals(*names: str) -> list[int]:
    """Return the numbers of the signals that this system supports.

    >>> signals("SIGTERM", "SIGNONE") == [signal.SIGTERM]
    True
    """
    return [number for name in names if (number := getattr(signal, name, None)) is not None]


def end_by(number: int) -> NoReturn:
    """End the process by a signal, or with the exit status of that signal."""
    if not IS_WINDOWS:  # On Windows `kill` would exit with the number as status.
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    raise SystemExit(128 + number)


def call_in(seconds: float, function: Callable[[], None]) -> None:
    """Call a function after some seconds, from a signal handler; 0 cancels. Not on Windows."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: function())
        signal.setitimer(signal.ITIMER_REAL, seconds)


@contextmanager
def blocking_signals(numbers: list[int]) -> Iterator[None]:
    """Block signals in this process and in processes started meanwhile."""
    if IS_WINDOWS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def is_closed_pipe(error: OSError) -> bool:
    return isinstance(error, BrokenPipeError) or (IS_WINDOWS and error.errno == errno.EINVAL)


def available_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def threads(count: int) -> ThreadPoolExecutor:
    """Return a pool of threads, sharing one malloc arena if the address space is limited.

    glibc otherwise reserves 64 MiB for each thread, which can exhaust the limit.
    """
    from concurrent.futures import ThreadPoolExecutor

    with suppress(ImportError, AttributeError):  # Systems without limits or without glibc.
        import resource

        if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
            import ctypes

            ctypes.CDLL(None).mallopt(_ARENAS, 1)
    return ThreadPoolExecutor(count)


def can_read(descriptor: int) -> bool:
    """Whether a descriptor can be read without waiting; False if unknown."""
    import select

    try:
        return bool(select.select([descriptor], [], [], 0)[0])
    except (OSError, ValueError):  # Windows supports sockets only.
        return False


def read(descriptor: int, length: int) -> bytes:
    """Read some bytes, waiting for the first; empty at the end.

    Waits even if another program made a shared pipe or terminal nonblocking.
    """
    while True:
        try:
            return os.read(descriptor, length)
        except BlockingIOError:
            _wait_for(descriptor, is_read=True)


def write_all(descriptor: int, content: bytes) -> None:
    """Write everything, waiting whenever a pipe is full.

    Raises OSError with `characters_written` if only a part was written.
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
    """Wait until a descriptor can be read or written, or for a moment if that is unknown."""
    import select

    try:
        select.select([descriptor] * is_read, [descriptor] * (not is_read), [])
    except (OSError, ValueError):
        time.sleep(0.01)


def redirect_to_null(descriptor: int) -> None:
    """Redirect a descriptor to the null device."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def set_mode(descriptor: int, mode: int) -> None:
    """Set the permissions of an open file if the file system supports them (FAT does not)."""
    if hasattr(os, "fchmod") and not IS_WINDOWS:
        with suppress(PermissionError):
            os.fchmod(descriptor, mode)


def lock(descriptor: int, is_of_process: bool = False) -> bool:
    """Lock a file until it is closed; return False if another process has locked it.

    Forked processes inherit the lock unless `is_of_process`: then it ends with this process or as
    soon as any descriptor of the file is closed. Raises OSError if locks are not supported.
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
    """Replace a locked file, `old`, by another locked file; return its descriptor.

    `old` is closed. Windows cannot move open files: nothing is locked for a moment there. Raises
    OSError if the file cannot be replaced.
    """
    if not IS_WINDOWS:
        os.replace(aside, target)
        with suppress(OSError):  # The old content is obsolete.
            os.close(old)
        return descriptor
    os.close(descriptor)
    os.close(old)
    os.replace(aside, target)
    new = os.open(target, os.O_RDWR | BINARY)
    if not lock(new):
        os.close(new)
        raise PermissionError(13, "in use by another session", target)
    return new
