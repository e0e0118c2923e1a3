"""Run commands in processes forked from one that has imported the package already.

A command takes 60 ms to start and a millisecond to answer a puzzle, and the tests run thousands.
Start-up itself is tested elsewhere, with installed scripts.
"""

from __future__ import annotations

import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module


class Forks:
    """A process that forks once for each command."""

    def __init__(self) -> None:
        self._socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            words = [sys.executable, __file__, str(other.fileno())]
            self._process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, pass_fds=[other.fileno()]
            )

    def run(
        self, words: list[str], content: bytes, cwd: str, seconds: float
    ) -> tuple[int, bytes, bytes]:
        """Return the exit status (-N: killed by signal N), standard output and standard error."""
        pipes = [os.pipe() for _ in range(3)]
        stdin, stdout, stderr = pipes
        theirs = [stdin[0], stdout[1], stderr[1]]
        call = json.dumps([words, cwd, dict(os.environ)]).encode()
        socket.send_fds(self._socket, [call], theirs)
        for descriptor in theirs:
            os.close(descriptor)
        child = int(self._socket.recv(99))
        with _killing(child, seconds), ThreadPoolExecutor(3) as pool:
            pool.submit(_write, stdin[1], content)
            out, err = pool.map(_read, (stdout[0], stderr[0]))
            status = int(self._socket.recv(99))
        return status, out, err

    def close(self) -> None:
        """End the process."""
        self._socket.close()
        with self._process:
            pass


@contextmanager
def _killing(group: int, seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, os.killpg, (group, signal.SIGKILL))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _read(descriptor: int) -> bytes:
    with open(descriptor, "rb") as file:
        return file.read()


def _write(descriptor: int, content: bytes) -> None:
    try:
        with open(descriptor, "wb", 0) as file:
            file.write(content)
    except BrokenPipeError:
        pass


def _serve(calls: socket.socket) -> None:
    """Fork for each call. Returns in the children, with everything set for their commands."""
    while True:
        call, descriptors, _, _ = socket.recv_fds(calls, 1 << 20, 3)
        if not call:
            sys.exit()
        if child := os.fork():
            for descriptor in descriptors:
                os.close(descriptor)
            calls.send(str(child).encode())
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            calls.send(str(status).encode())
            continue
        os.setpgid(0, 0)
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
            os.close(descriptor)
        calls.close()
        sys.argv, folder, variables = json.loads(call)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(variables)
        return


if __name__ == "__main__":
    import sudokutools
    from sudokutools.cli.run.start import start

    for module in pkgutil.walk_packages(sudokutools.__path__, "sudokutools."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    _serve(socket.socket(fileno=int(sys.argv[1])))
    try:
        start(sys.argv[0].removeprefix("sudoku-"))
    except SystemExit as ended:  # To let Python take itself apart would double the time.
        sys.stdout.flush()
        os._exit(ended.code if isinstance(ended.code, int) else 0)
