"""Run installed commands, alone and in shell pipelines, whatever the tests themselves run in."""

import faulthandler
import gc
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

from sudokutools._support import core
from tests import forks

# Rewriting the assertions of all modules would take each worker seconds in each run.
sys.dont_write_bytecode = False

# Busy machines are slow, which must not fail a test. Every run has the same cases, so that failures
# repeat; `--hypothesis-profile=explore` draws more and other ones.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "same", settings.get_profile("explore"), derandomize=True, max_examples=25
)
settings.load_profile("same")

Shell = Callable[..., "Ran"]
Case = TypeVar("Case")

LONG_SECONDS = 3600
"""Time limit for a command in a test that is marked `long`."""

SETTINGS = re.compile(
    r"(NO|FORCE)_COLOR|CLICOLOR|PY_COLORS|COLORTERM|GREP_COLOR|LC_|LANG|COLUMNS|LINES"
    r"|PYTHON(_COLORS|DEVMODE|DONTWRITEBYTECODE|IOENCODING|OPTIMIZE|UNBUFFERED|UTF8|WARNINGS)"
    r"|SUDOKUTOOLS_CORE|BASH_ENV|POSIXLY_CORRECT"
)
"""Beginnings of the names of variables that change the behaviour or output of commands."""

PLAIN = re.compile(r"(sudoku-[a-z]+|blackjack)( [^|&;<>$`\\(){}*?\[\]~#!\n]*)?")
"""A part of a pipeline that calls one command, and needs nothing of the shell but quotes."""


OWN = re.compile(
    r"ulimit|umask|unshare|trap|exec [^2]|strace|setsid|/dev/fd|/proc|kill|[3-9][<>]|[<>]\("
)
"""What regards a process of its own, with the limits and descriptors that the shell gives it."""

PIPEFAIL = "set -o pipefail; "
"""What lets the last failure of a pipeline be its status."""


@contextmanager
def in_python(force: bool = True) -> Iterator[None]:
    """Run a block without compiled kernels."""
    core.force_python(force)
    try:
        yield
    finally:
        core.force_python(False)


def sweep(short: Iterable[Case], long: Iterable[Case]) -> list[Case | ParameterSet]:
    """Return the cases of a long comparison: the short part of it is what every run tests."""
    return [*short, *(pytest.param(case, marks=pytest.mark.long) for case in long)]


def long_rows(rows: Iterable[Sequence[object]]) -> list[ParameterSet]:
    """Return rows of several values that only long runs test."""
    return [pytest.param(*row, marks=pytest.mark.long) for row in rows]


class StopError(Exception):
    """Raised by `stop_after`."""


def stop_after(calls: int) -> Callable[[], None]:
    """Return a check that ends the work in the call after so many."""

    def check() -> None:
        nonlocal calls
        calls -= 1
        if calls < 0:
            raise StopError

    return check


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run a few tests in this process, as workers take longer to start than these to end."""
    return None if any(Path(name).is_dir() for name in config.args) else 0


def make_surroundings_plain() -> None:
    """Let the commands be found, nothing colour or translate, and signals have their effects.

    Under `nohup`, and after the `&` of a script, signals are ignored, and children inherit that;
    a handler that does nothing they do not inherit.
    """
    for name in filter(SETTINGS.match, list(os.environ)):
        del os.environ[name]
    os.environ["TERM"] = "dumb"
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.fixture(scope="session", autouse=True)
def plain_surroundings() -> None:
    make_surroundings_plain()


@contextmanager
def start(
    *words: str,
    seconds: float = forks.SECONDS,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    stdin: int = subprocess.PIPE,
    stdout: int = subprocess.PIPE,
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a command, and kill it and its children where they outlive their time or the block.

    Its pipes are not buffered, so that lines can be read one by one before `communicate`.
    """
    with subprocess.Popen(
        words, bufsize=0, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, env=env, cwd=cwd,
        process_group=0,
    ) as process:  # fmt: skip

        def kill() -> None:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(seconds, kill)
        timer.start()
        try:
            yield process
            assert not timer.finished.is_set(), f"{words} took more than {seconds} seconds"
        finally:
            timer.cancel()
            kill()


def pytest_collection_finish() -> None:
    """Let no collection of garbage go through thousands of tests again and again."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let the tests that are marked `long` go beyond what pytest gives to every other one."""
    if item.get_closest_marker("long"):
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def shell(tmp_path: Path, request: pytest.FixtureRequest) -> Shell:
    """Return a function that runs a shell command line in an empty folder.

    Commands are forked, except in the tests of faults, and except commands that the line limits.
    """
    seconds = LONG_SECONDS if request.node.get_closest_marker("long") else forks.SECONDS

    def run(line: str, text: str | bytes = "", status: int | None = 0) -> Ran:
        content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        parts = line.removeprefix(PIPEFAIL).split(" | ")
        if all(map(PLAIN.fullmatch, parts)) and not any(map(SETTINGS.match, os.environ)):
            streams, codes = [content, b""], [0]
            for part in parts:
                words = shlex.split(part)
                code, out, err = forks.run(words, streams[0], tmp_path, seconds=seconds)
                streams = [out, streams[1] + err]
                codes.append(code)
            code = next(filter(None, codes[::-1]), 0) if line.startswith(PIPEFAIL) else codes[-1]
        else:
            own = request.path.parent.name == "faults" or OWN.search(line)
            env = None if own else os.environ | {"PATH": forks.path()}
            with start("bash", "-c", line, cwd=tmp_path, seconds=seconds, env=env) as process:
                streams = list(process.communicate(content))
            code = process.returncode
        written, printed = (stream.decode("utf-8", "surrogateescape") for stream in streams)
        if status is not None:
            assert code == status, printed
        assert "Traceback" not in printed
        return Ran(code, written, printed)

    return run


@pytest.fixture(params=core.variants()[:-1])
def variant(request: pytest.FixtureRequest) -> Iterator[str]:
    """Select a compiled core for the time of a test, which runs with each of them."""
    name: str = request.param
    core.select(name)
    yield name
    core.select(core.variants()[0])
