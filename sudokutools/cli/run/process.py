"""A command as a process: exit statuses, signals, and the one place that prints errors."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from types import FrameType
from typing import BinaryIO, NoReturn, TextIO

import click

from sudokutools._support import core, system
from sudokutools._support.system import signal
from sudokutools.errors import SudokuError


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

    OF_THIS_PROCESS = ("SIGXCPU",)
    """Signals that mean one process only, and not those that work for it, too."""

    PATIENCE = 1.0
    """Seconds that a signal waits: what is held may be written to a pipe that nobody reads."""

    def __init__(self) -> None:
        self._depth = 0
        self._waiting: int | None = None
        self._is_over = False

    def install(self, before: dict[int, object]) -> None:
        """Take over the signals that are not ignored; note in `before` the handlers there were."""
        self._is_over = False
        for number in system.signals(*self.NAMES, *self.OF_THIS_PROCESS):
            handler = signal.getsignal(number)
            if handler is not signal.SIG_IGN:
                before[number] = handler
                signal.signal(number, self._handle)

        sys.unraisablehook = self._raise_again

    def close(self) -> None:
        """Raise no more: what comes from now on, `restore` returns."""
        self._is_over = True

    def restore(self, before: dict[int, object]) -> int | None:
        """Hand signals back to their handlers; return the one that came meanwhile."""
        self.close()
        sys.unraisablehook = sys.__unraisablehook__
        for number, handler in before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            system.call_in(0, self._lose_patience)  # It would end Python, whose handlers go first.
        return waiting

    def leave_to_parent(self) -> None:
        """In a process that works for another one: let only that one be ended by signals."""
        for number in system.signals(*self.NAMES):
            signal.signal(number, signal.SIG_IGN)
        for number in system.signals(*self.OF_THIS_PROCESS):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)

    def _handle(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if self._is_over:
            self._waiting = number
            return
        if self._depth and self._waiting is None:
            self._waiting = number
            system.call_in(self.PATIENCE, self._lose_patience)
            return
        raise Terminated(number)

    def _lose_patience(self) -> None:
        if self._waiting is not None and not self._is_over:
            raise Terminated(self._waiting)

    def _raise_again(self, lost: sys.UnraisableHookArgs) -> None:
        """Raise later what came where Python lets nothing be raised, as in a finalizer."""
        error = lost.exc_value
        if isinstance(error, Terminated):
            self._waiting = error.number
            system.call_in(0.001, self._handle_again)
        else:
            sys.__unraisablehook__(lost)

    def _handle_again(self) -> None:
        number, self._waiting = self._waiting, None
        if number is not None:
            self._handle(number, None)

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *exception: object) -> None:
        self._depth -= 1
        if self._waiting is not None and not self._depth:
            number, self._waiting = self._waiting, None
            system.call_in(0, self._lose_patience)
            raise Terminated(number)


held = _Signals()
"""`with held:` a signal waits until the block is done, for a second; a second one does not."""

asides: set[str] = set()
"""Files that are written aside: whatever ends the process, they are taken away before."""


def complain(message: str) -> None:
    """Write one line to standard error, with the name of the command in front.

    What it quotes, such as the name of a file, may have anything in it.
    """
    text = f"{command_name()}: {message}"
    try:
        from sudokutools._support.terminal import visible

        text = visible(text)
    except (OSError, ImportError):  # Where nothing can be loaded, that is to be told, too.
        text = "".join(sign if sign.isprintable() else "?" for sign in text)
    tell(f"{text}\n")


def warn(message: str) -> None:
    """Complain, unless the command that runs was asked to print no warnings."""
    context = click.get_current_context(silent=True)
    if context is None or not context.params.get("quiet"):
        complain(message)


def tell(text: str) -> None:
    """Write text to standard error; nobody can be told that nobody listens.

    It goes past the buffer of Python, which would fail once more at the end, with a status of its
    own, for what it could not write.
    """
    stream = sys.stderr
    try:
        if system.IS_WINDOWS or not _has_descriptor(stream):
            stream.write(text)
            stream.flush()
        else:
            system.write_all(stream.fileno(), text.encode(stream.encoding, stream.errors or ""))
    except (OSError, ValueError, AttributeError):
        pass


def _has_descriptor(stream: TextIO) -> bool:
    """Tell whether a stream is one of the system, and not what somebody put in its place."""
    try:
        return stream.fileno() >= 0
    except (AttributeError, OSError, ValueError):
        return False


class _Waiting(io.RawIOBase):
    """The bytes of a descriptor, which are waited for."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._descriptor

    def readable(self) -> bool:
        """Say yes."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read some bytes."""
        content = system.read(self._descriptor, len(buffer))
        buffer[: len(content)] = content
        return len(content)


def standard_input() -> BinaryIO:
    """Return standard input, whose bytes are waited for whoever said that they are not to be."""
    if not _has_descriptor(sys.stdin):
        return getattr(sys.stdin, "buffer", None) or io.BytesIO(os.fsencode(sys.stdin.read()))
    return io.BufferedReader(_Waiting(sys.stdin.fileno()))


def read_file(path: str, most: int) -> bytes:
    """Return so many bytes of a file at most, `-` is standard input. OSError: it names the file."""
    with naming(path):
        if path == "-":
            return standard_input().read(most)
        with open(path, "rb") as file:
            return file.read(most)


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


def choose_seed(seed: str | None, verbose: bool) -> str:
    """Return the seed, or 128 random bits; `-v` prints the one that reproduces the run."""
    chosen = os.urandom(16).hex() if seed is None else seed
    if verbose:
        complain(f"seed {shell_word(chosen)}")
    return chosen


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
        with suppress(OSError):  # No descriptor may be left to do that with.
            system.let_go(sys.stdout.fileno())


def run(command: click.Command) -> NoReturn:
    """Run a command and end the process with its exit status. Nothing ends in a traceback."""
    before: dict[int, object] = {}
    ending: int | None = None
    status: int | str | None = Exit.ERROR
    try:
        try:
            held.install(before)
            status = _status_of(command)
        except Terminated as ended:
            ending = ended.number
        except (click.Abort, KeyboardInterrupt):
            ending = signal.SIGINT
        held.close()
    except Terminated as ended:  # One more, or one after the work.
        ending = ended.number
    finally:
        later = held.restore(before)
        _clear_asides()
    ending = later if ending is None else ending
    if ending is not None:
        system.end_by(ending)
    sys.exit(status)


def _status_of(command: click.Command) -> int | str | None:
    """Run a command, tell what is wrong, and return its exit status."""
    name = os.path.basename(sys.argv[0])
    try:
        _open_closed_streams()
        _select_core(os.environ.get("SUDOKUTOOLS_CORE", ""))
        return _main(command, name)
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except SystemExit as ended:
        return ended.code
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx is not None else name
        message = error.format_message().rstrip(".")
        complain(f"{message[:1].lower()}{message[1:]} (see {path} --help)")
    except (click.ClickException, SudokuError) as error:
        text = error.format_message() if isinstance(error, click.ClickException) else str(error)
        complain(text)
    except BrokenPipeError:
        _drop_unwritten()
        raise Terminated(system.CLOSED_PIPE) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        complain(f"{where}{(error.strerror or str(error)).lower()}")
        _drop_unwritten()
    except MemoryError as error:
        error.__traceback__ = error.__context__ = None  # What they hold is free then.
        tell(f"{command_name()}: out of memory\n")
    except ImportError as error:
        complain(f"cannot be loaded: {error}")
    except RuntimeError as error:
        if str(error) != "can't start new thread":
            raise
        complain("no further thread can be started (--jobs 1 needs none)")
    return Exit.ERROR


def _clear_asides() -> None:
    """Take away the files that did not get their places."""
    while asides:
        with suppress(OSError):
            os.unlink(asides.pop())


def _main(command: click.Command, name: str) -> int:
    """Run a command and return its exit status. Terminated: a pipe is closed, which ends click."""
    stream = sys.stdout
    try:
        status = command.main(prog_name=name, standalone_mode=False)
    except SystemExit:
        if sys.stdout is not stream:  # Click lets it fail no more, and ends with status 1.
            raise Terminated(system.CLOSED_PIPE) from None
        raise
    except RuntimeError as error:
        if str(error) == "can't allocate lock":  # So Python says that there is no memory for one.
            raise MemoryError from None
        raise
    return status if isinstance(status, int) else Exit.DONE


def _select_core(name: str) -> None:
    """Use the core that the environment names, if it names one."""
    if not name:
        core.force_python(False)
        return
    try:
        core.select(name)
    except SudokuError as error:
        raise SudokuError(f"SUDOKUTOOLS_CORE: {error}") from None
