"""Run commands in processes forked from one that has imported the package already.

A command takes 60 ms to start and a millisecond to answer a puzzle, and the tests run thousands.
`run` forks a server without a trace of the tests, `run_here` the process of a test, with all that
the test has changed in it. Start-up itself is tested elsewhere, with installed scripts.
"""

import atexit
import gc
import marshal
import os
import pkgutil
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import sudokutools
from sudokutools.cli.run.start import start

SECONDS = 120
"""Time limit for a command."""

COMMANDS = (*(f"sudoku-{name}" for name in ("gen", "mask", "solve", "check", "print")), "blackjack")

CLIENT = """#!{python} -ISB
import _signal, _socket, array, marshal, posix, sys
real = {folder!r} + sys.argv[0].rpartition("/")[2]
starts = (b"PYTHON", b"LC_", b"LANG", b"LD_", b"SUDOKUTOOLS_", b"_SUDOKU", b"_BLACKJACK")
if posix.environ.get(b"LC_CTYPE") == b"C.UTF-8":
    del posix.environ[b"LC_CTYPE"]  # Python has set it.
try:
    if any(name.startswith(starts) for name in posix.environ):
        raise OSError
    server = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
    server.connect({address!r})
    call = marshal.dumps(([sys.argv[0], *sys.argv[1:]], posix.getcwd(), posix.environ))
    fds = array.array("i", [0, 1, 2])
    server.sendmsg([call], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, fds)])
except OSError:
    posix.execv(real, [real, *sys.argv[1:]])
status = int(server.recv(99))
if status < 0:
    _signal.signal(-status, _signal.SIG_DFL)
    posix.kill(posix.getpid(), -status)
posix._exit(status)
"""
"""A command that lets the server fork, unless it is to start in a way of its own."""


@cache
def import_all() -> None:
    """Import every module, once instead of in each run."""
    for module in pkgutil.walk_packages(sudokutools.__path__, "sudokutools."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):  # Of an extra that is not there.
                import_module(module.name)


@cache
def _address() -> str:
    """Start the process that forks for each command. It ends with this process."""
    folder = tempfile.mkdtemp(prefix="forks")
    address = f"{folder}/socket"
    words = [sys.executable, __file__, address]
    server = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert server.stdout is not None
    server.stdout.readline()
    atexit.register(shutil.rmtree, folder)
    atexit.register(server.communicate)
    return address


@cache
def path() -> str:
    """Return the PATH for a shell whose commands are forked, too."""
    address = _address()
    commands = Path(address).parent / "bin"
    commands.mkdir()
    folder = f"{Path(sys.executable).parent}/"
    for name in COMMANDS:
        client = commands / name
        client.write_text(CLIENT.format(python=sys.executable, folder=folder, address=address))
        client.chmod(0o755)
    return f"{commands}{os.pathsep}{os.environ['PATH']}"


def run(
    words: Sequence[str],
    content: bytes = b"",
    cwd: Path = Path(),
    env: Mapping[str, str] = os.environ,
    seconds: float = SECONDS,
) -> tuple[int, bytes, bytes]:
    """Return the exit status (-N: killed by signal N), standard output and standard error."""
    stdin, stdout, stderr = (os.pipe() for _ in range(3))
    theirs = stdin[0], stdout[1], stderr[1]
    variables = {os.fsencode(name): os.fsencode(text) for name, text in env.items()}
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
        server.connect(_address())
        call = marshal.dumps((list(words), str(cwd.resolve()), variables))
        socket.send_fds(server, [call], theirs)
        for descriptor in theirs:
            os.close(descriptor)
        with ThreadPoolExecutor(3) as pool:
            pool.submit(_write, stdin[1], content)
            outputs = pool.map(_read, (stdout[0], stderr[0]))
            server.settimeout(seconds)
            status = -signal.SIGKILL
            with suppress(TimeoutError):
                status = int(server.recv(99))
            server.close()  # A command that has not ended is killed.
            out, err = outputs
    return status, out, err


def run_here(
    words: Sequence[str], content: bytes = b"", prepare: Callable[[], object] = int
) -> tuple[int, bytes, bytes]:
    """Run a command in a fork of this process, which `prepare` may change; return as `run` does."""
    import_all()
    with ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        files[0].write(content)
        files[0].seek(0)
        child = os.fork()
        if not child:
            for number, file in enumerate(files):
                os.dup2(file.fileno(), number)
            sys.stdin, sys.stdout, sys.stderr = map(os.fdopen, range(3), "rww")
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            _end_with(words, prepare)
        _, status = os.waitpid(child, 0)
        for file in files:
            file.seek(0)
        return os.waitstatus_to_exitcode(status), files[1].read(), files[2].read()


def _end_with(words: Sequence[str], prepare: Callable[[], object] = int) -> NoReturn:
    """Run a command in a process that was forked for it, and end the process."""
    status: object = 1
    try:
        prepare()
        sys.argv = list(words)
        start(os.path.basename(words[0]).removeprefix("sudoku-"))
    except SystemExit as ended:
        status = ended.code
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:  # The finalization of Python would double the time.
        os._exit(status if isinstance(status, int) else 0)


def _read(descriptor: int) -> bytes:
    with open(descriptor, "rb") as file:
        return file.read()


def _write(descriptor: int, content: bytes) -> None:
    with suppress(BrokenPipeError), open(descriptor, "wb") as file:
        file.write(content)


def _serve(listener: socket.socket) -> list[str]:
    """Fork for each call; return in the children, with everything set for the words returned.

    A child whose caller has gone is killed, with all that it has started.
    """
    callers: dict[socket.socket, int] = {}
    woken, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        waiting: list[Any] = [listener, woken, 0, *callers]
        ready, _, _ = select.select(waiting, [], [])
        if 0 in ready:
            sys.exit()
        if woken in ready:
            os.read(woken, 999)
            _send_statuses(callers)
        for caller in callers.keys() & set(ready):
            os.killpg(callers[caller], signal.SIGKILL)
        if listener not in ready:
            continue
        caller, _ = listener.accept()
        call, descriptors, _, _ = socket.recv_fds(caller, 1 << 20, 3)
        if not call:
            continue
        child = os.fork()
        if not child:
            break
        for descriptor in descriptors:
            os.close(descriptor)
        with suppress(OSError):
            os.setpgid(child, child)
        callers[caller] = child
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with suppress(OSError):
        os.setpgid(0, 0)
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    for descriptor in (*descriptors, woken, wake):
        os.close(descriptor)
    for open_socket in (listener, caller, *callers):
        open_socket.close()
    words, folder, variables = marshal.loads(call)  # noqa: S302 - It is ours.
    os.chdir(folder)
    os.environb.clear()
    os.environb.update(variables)
    return list(words)


def _send_statuses(callers: dict[socket.socket, int]) -> None:
    for caller, child in list(callers.items()):
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            with suppress(OSError):
                caller.send(str(os.waitstatus_to_exitcode(status)).encode())
            caller.close()
            del callers[caller]


if __name__ == "__main__":
    import_all()
    gc.collect()
    gc.freeze()
    calls = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    calls.bind(sys.argv[1])
    calls.listen(99)
    print(flush=True)
    _end_with(_serve(calls))
