"""Run commands in processes forked from one that has imported the package already.

A command takes 60 ms to start and a millisecond to answer a puzzle, and the tests run thousands.
Start-up itself is tested elsewhere, with installed scripts.
"""

import atexit
import gc
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

SECONDS = 120
"""Time limit for a command."""


@cache
def _server() -> socket.socket:
    """Start the process that forks for each command. It ends with this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        words = [sys.executable, __file__, str(theirs.fileno())]
        server = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  pass_fds=[theirs.fileno()])  # fmt: skip
    atexit.register(server.communicate)
    atexit.register(ours.close)
    return ours


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
    call = json.dumps([words, str(cwd.resolve()), dict(env)])
    server = _server()
    socket.send_fds(server, [call.encode()], theirs)
    for descriptor in theirs:
        os.close(descriptor)
    child = int(server.recv(99))
    timer = threading.Timer(seconds, os.killpg, (child, signal.SIGKILL))
    timer.start()
    with ThreadPoolExecutor(3) as pool:
        pool.submit(_write, stdin[1], content)
        out, err = pool.map(_read, (stdout[0], stderr[0]))
    status = int(server.recv(99))
    timer.cancel()
    return status, out, err


def _read(descriptor: int) -> bytes:
    with open(descriptor, "rb") as file:
        return file.read()


def _write(descriptor: int, content: bytes) -> None:
    with suppress(BrokenPipeError), open(descriptor, "wb") as file:
        file.write(content)


def _serve(calls: socket.socket) -> None:
    """Fork for each call; return in the children, with everything set for their commands."""
    while True:
        call, descriptors, _, _ = socket.recv_fds(calls, 1 << 20, 3)
        if not call:
            sys.exit()
        child = os.fork()
        if not child:
            break
        for descriptor in descriptors:
            os.close(descriptor)
        calls.send(str(child).encode())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        calls.send(str(status).encode())
    os.setpgid(0, 0)
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    calls.close()
    sys.argv, folder, variables = json.loads(call)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)


if __name__ == "__main__":
    import sudokutools
    from sudokutools.cli.run.start import start

    for module in pkgutil.walk_packages(sudokutools.__path__, "sudokutools."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    gc.collect()
    gc.freeze()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    try:
        start(sys.argv[0].removeprefix("sudoku-"))
    except SystemExit as ended:  # The finalization of Python would double the time.
        sys.stdout.flush()
        os._exit(ended.code if isinstance(ended.code, int) else 0)
