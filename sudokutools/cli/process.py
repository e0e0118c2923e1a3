"""A command as a process: exit statuses, signals, and the one place that prints errors."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from types import FrameType
from typing import NoReturn

import click

from sudokutools import core, system
from sudokutools.errors import SudokuError
from sudokutools.system import signal


class Exit(IntEnum):
    """What the exit status of a command means; of several the greatest counts."""

    DONE = 0
    NO = 1
    ERROR = 2


class Terminated(BaseException):
    """A signal asks the command to end."""

    def __init__(self, number: int) -> None:
        self.number = number

    @property
    def is_closed_pipe(self) -> bool:
        """Whether nobody reads the output any more."""
        return self.number == system.CLOSED_PIPE


class _Signals:
    """Turn the signals that end a command into `Terminated`, but not inside of a `held` block."""

    NAMES = ("SIGINT", "SIGTERM", "SIGHUP")

    def __init__(self) -> None:
        self._depth = 0
        self._waiting: int | None = None

    def install(self) -> dict[int, object]:
        """Take over the signals that are not ignored; return the handlers there were."""
        before: dict[int, object] = {}
        for number in system.signals(*self.NAMES):
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, self._handle)
        return before

    def _handle(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if self._depth and self._waiting is None:
            self._waiting = number
            return
        raise Terminated(number)

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *exception: object) -> None:
        self._depth -= 1
        if self._waiting is not None and not self._depth:
            number, self._waiting = self._waiting, None
            raise Terminated(number)


held = _Signals()
"""`with held:` a signal waits until the block is done; a second one does not."""


asides: set[str] = set()
"""Files that are written aside: whatever ends the process, they are taken away before."""


def complain(message: str) -> None:
    """Write one line to standard error, with the name of the command in front.

    What it quotes, such as the name of a file, may have anything in it.
    """
    from sudokutools.terminal import visible

    try:
        sys.stderr.write(visible(f"{command_name()}: {message}") + "\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass  # Nobody can be told that nobody listens.


@contextmanager
def naming(path: str | None, kind: type[OSError] = OSError) -> Iterator[None]:
    """Let what fails inside name a file as the user did: not its target, nor nothing at all."""
    try:
        yield
    except OSError as error:
        raise kind(error.errno, error.strerror or str(error), path) from None


def command_name() -> str:
    """Return the name that the command was called by, without its folder."""
    context = click.get_current_context(silent=True)
    name = context.find_root().info_name if context is not None else None
    return os.path.basename(name or sys.argv[0] or "sudokutools")


def shell_word(text: str) -> str:
    r"""Write an argument as a shell reads it, on one line whatever its bytes are.

    >>> print(shell_word("7"), shell_word("a b"), shell_word("a\n\udcff'"))
    7 'a b' $'a\012\377\047'
    """
    from shlex import quote

    if text.isprintable():
        return quote(text)
    octets = text.encode("utf-8", "surrogateescape")
    word = "".join(chr(o) if chr(o).isalnum() and o < 128 else f"\\{o:03o}" for o in octets)
    return f"$'{word}'"


def _open_closed_streams() -> None:
    """Let a standard stream that the caller closed fail when it is used, and not before.

    The null device, opened the wrong way round, takes its number, which no other file then gets;
    what would go to standard error is lost.
    """
    directions = {"stdin": os.O_WRONLY, "stdout": os.O_RDONLY, "stderr": os.O_RDWR}
    for descriptor, (name, direction) in enumerate(directions.items()):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(descriptor)
        except OSError:
            os.dup2(os.open(os.devnull, direction), descriptor)
        stream = os.fdopen(descriptor, *(("rb", -1) if name == "stdin" else ("wb", 0)))
        setattr(sys, name, io.TextIOWrapper(stream, "utf-8", write_through=True))


def _drop_unwritten() -> None:
    """Let standard output that cannot be written fail once, and not again at the end of Python."""
    try:
        sys.stdout.flush()
    except OSError:
        system.let_go(sys.stdout.fileno())


def run(command: click.Command) -> NoReturn:
    """Run a command and end the process with its exit status. Nothing ends in a traceback."""
    _open_closed_streams()
    before = held.install()
    name = os.path.basename(sys.argv[0])
    try:
        _select_core(os.environ.get("SUDOKUTOOLS_CORE", ""))
        try:
            status = command.main(prog_name=name, standalone_mode=False)
        finally:
            _clear_asides()
        sys.exit(status if isinstance(status, int) else Exit.DONE)
    except click.exceptions.Exit as ended:
        sys.exit(ended.exit_code)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx is not None else name
        message = error.format_message().rstrip(".")
        complain(f"{message[:1].lower()}{message[1:]} (see {path} --help)")
        sys.exit(Exit.ERROR)
    except (click.ClickException, SudokuError) as error:
        text = error.format_message() if isinstance(error, click.ClickException) else str(error)
        complain(text)
        sys.exit(Exit.ERROR)
    except Terminated as ended:
        system.end_by(ended.number)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        complain(f"{where}{(error.strerror or str(error)).lower()}")
        _drop_unwritten()
        sys.exit(Exit.ERROR)
    except MemoryError:
        complain("out of memory")
        sys.exit(Exit.ERROR)
    except (click.Abort, KeyboardInterrupt):
        system.end_by(signal.SIGINT)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]


def _clear_asides() -> None:
    """Take away the files that did not get their places."""
    with held:
        while asides:
            with suppress(OSError):
                os.unlink(asides.pop())


def _select_core(name: str) -> None:
    """Use the core that the environment names, if it names one."""
    if not name:
        core.force_python(False)
        return
    try:
        core.select(name)
    except SudokuError as error:
        raise SudokuError(f"SUDOKUTOOLS_CORE: {error}") from None
