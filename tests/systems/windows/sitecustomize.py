"""Let Python look as on Windows, as far as the commands notice: put this folder on PYTHONPATH.

Modules, functions and signals of Unix are gone, new processes import everything again (as on
macOS), open files cannot be moved or replaced, pipes cannot be waited for, and a killed process
ends at once.
"""

import fcntl
import importlib.abc
import importlib.util
import multiprocessing
import os
import select
import signal
import subprocess  # noqa: F401 # Chosen by the presence of `msvcrt`.
import sys
import types
from multiprocessing.popen_fork import Popen

import sudokutools

UNIX_MODULES = {"crypt", "fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"}
UNIX_FUNCTIONS = (
    "fchmod fchown fork forkpty getegid geteuid getgid getloadavg getpgid getpriority getsid getuid"
    " mkfifo nice openpty pread pwrite register_at_fork sched_getaffinity setpgid setsid sync uname"
    " wait3 wait4"
)
SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"}


class Hidden(importlib.abc.MetaPathFinder):
    """Find none of the modules that Unix has."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse such a module."""
        if name in UNIX_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _refuse(*_: object) -> None:
    raise OSError(10038, "an operation was attempted on something that is not a socket")


def _locking(descriptor: int, mode: int, length: int) -> None:
    assert mode == 2
    fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, length, os.lseek(descriptor, 0, 1), 0)


def _is_open(path: str) -> bool:
    folder = "/proc/self/fd"
    links = [f"{folder}/{name}" for name in os.listdir(folder)]
    return os.path.realpath(path) in [os.readlink(link) for link in links if os.path.exists(link)]


def _replace(source: str, target: str) -> None:
    for path in (source, target):
        if _is_open(path):
            raise PermissionError(13, "it is used by another process", path)
    _real_replace(source, target)


def _unlink(path: str, *, dir_fd: int | None = None) -> None:
    if dir_fd is None and _is_open(path):
        raise PermissionError(13, "it is used by another process", path)
    _real_unlink(path, dir_fd=dir_fd)


def _kill(process: int, number: int) -> None:
    if process != os.getpid():
        return _real_kill(process, number)
    os._exit(number)


sys.meta_path.insert(0, Hidden())
for name in UNIX_MODULES:
    sys.modules.pop(name, None)
msvcrt = types.ModuleType("msvcrt")
msvcrt.locking, msvcrt.LK_NBLCK = _locking, 2  # type: ignore[attr-defined]
sys.modules["msvcrt"] = msvcrt
multiprocessing.set_start_method("spawn")
Popen.kill = lambda self: self._send_signal(9)  # type: ignore[attr-defined, method-assign]
for name in UNIX_FUNCTIONS.split():
    if hasattr(os, name):
        delattr(os, name)
for name in dir(signal):
    if name.startswith("SIG") and name[3] != "_" and name not in SIGNALS:
        delattr(signal, name)
_real_replace, _real_unlink, _real_kill = os.replace, os.unlink, os.kill
for function in (_replace, _unlink, _kill):
    setattr(os, function.__name__[1:], function)
select.select = _refuse  # type: ignore[assignment]
spec = importlib.util.find_spec("sudokutools._support.system")
assert spec is not None
assert spec.loader is not None
system = importlib.util.module_from_spec(spec)
os.name = "nt"
spec.loader.exec_module(system)
os.name = "posix"
sys.modules[spec.name] = sudokutools._support.system = system
