"""The process of a command: exit status, signals, standard streams, and error messages."""

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
    """Exit statuses; the highest one of all records wins."""

    DONE = 0
    NO = 1
    ERROR = 2


class Terminated(BaseException):
    """Raised when a signal ends the command."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.is_closed_pipe = number == system.CLOSED_PIPE


class _Signals:
    """Turn signals that end a command into `Terminated`, delayed inside a `held` block."""

    NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
    OF_THIS_PROCESS = ("SIGXCPU",)  # Signals for one process only, not for its worker processes.
    PATIENCE = 1.0  # The maximum delay: a held write may block on a pipe without a reader.

    def __init__(self) -> None:
        self._depth = 0
        self._waiting: int | None = None
        self._is_over = False

    def install(self, before: dict[int, object]) -> None:
        """Handle signals that are not ignored; store the previous handlers in `before`."""
        self._is_over = False
        for number in system.signals(*self.NAMES, *self.OF_THIS_PROCESS):
            handler = signal.getsignal(number)
            if handler is not signal.SIG_IGN:
                before[number] = handler
                signal.signal(number, self._handle)
        sys.unraisablehook = self._raise_again

    def close(self) -> None:
        self._is_over = True

    def restore(self, before: dict[int, object]) -> int | None:
        """Restore the handlers; return a signal that arrived meanwhile."""
        self.close()
        sys.unraisablehook = sys.__unraisablehook__
        for number, handler in before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        waiting, self._waiting = self._waiting, None
        if waiting is not None:  # It would end Python, which runs handlers first.
            system.call_in(0, self._lose_patience)
        return waiting

    def leave_to_parent(self) -> None:
        """In a worker process: only the parent is ended by signals."""
        for number in system.signals(*self.NAMES):
            signal.signal(number, signal.SIG_IGN)
        for number in system.signals(*self.OF_THIS_PROCESS):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)

    def _handle(self, number: int, frame: FrameType | None) -> None:
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
        """Raise `Terminated` later if Python dropped it, for example in a finalizer."""
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
"""`with held:` delays a signal to the end of the block, at most a second; a second one it does not.
"""

temporary_files: set[str] = set()  # Temporary files, removed however the process ends.


def print_error(message: str) -> None:
    """Write a line with the name of the command to standard error, control characters escaped."""
    write_error(error_line(message))


def error_line(message: str) -> str:
    text = f"{command_name()}: {message}"
    try:
        from sudokutools._support.terminal import visible

        text = visible(text)
    except (OSError, ImportError):  # The module may fail to load: this error must be reported too.
        text = "".join(sign if sign.isprintable() else "?" for sign in text)
    return f"{text}\n"


def warn(message: str) -> None:
    context = click.get_current_context(silent=True)
    if context is None or not context.params.get("quiet"):
        print_error(message)


def write_error(text: str) -> None:
    """Write text to standard error; ignore failures.

    Python's buffer is bypassed: flushing it at exit would fail again, with another status.
    """
    stream = sys.stderr
    with suppress(OSError, ValueError, AttributeError):
        if system.IS_WINDOWS or not _has_descriptor(stream):
            stream.write(text)
            stream.flush()
        else:
            system.write_all(stream.fileno(), text.encode(stream.encoding, stream.errors or ""))


def _has_descriptor(stream: TextIO) -> bool:
    try:  # A Python object that replaced the stream has none.
        return stream.fileno() >= 0
    except (AttributeError, OSError, ValueError):
        return False


class _Waiting(io.RawIOBase):
    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        content = system.read(self._descriptor, len(buffer))
        buffer[: len(content)] = content
        return len(content)


def standard_input() -> BinaryIO:
    """Return standard input with blocking reads, even if the descriptor is non-blocking."""
    if not _has_descriptor(sys.stdin):
        return getattr(sys.stdin, "buffer", None) or io.BytesIO(os.fsencode(sys.stdin.read()))
    return io.BufferedReader(_Waiting(sys.stdin.fileno()))


def read_file(path: str, most: int) -> bytes:
    """Return at most `most` bytes of a file (`-`: standard input). Raises OSError with its name."""
    with naming(path):
        if path == "-":
            return standard_input().read(most)
        with open(path, "rb") as file:
            return file.read(most)


@contextmanager
def naming(path: str | None, kind: type[OSError] = OSError) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise kind(error.errno, error.strerror or str(error), path) from None


def state_folder() -> str:
    """Return the folder for records: in $XDG_STATE_HOME, by default ~/.local/state."""
    home = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    return os.path.join(home or os.path.expanduser("~/.local/state"), "sudokutools")


def command_name() -> str:
    context = click.get_current_context(silent=True)
    name = context.find_root().info_name if context is not None else None
    return os.path.basename(name or sys.argv[0] or "sudokutools")


def shell_word(text: str) -> str:
    r"""Quote an argument for a shell, on one line whatever its bytes are.

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
    """Return the seed, or 128 random bits; with `-v`, print it."""
    chosen = os.urandom(16).hex() if seed is None else seed
    if verbose:
        print_error(f"seed {shell_word(chosen)}")
    return chosen


def _open_closed_streams() -> None:
    """Replace standard streams that the caller closed by ones that fail when used."""
    # The null device in the wrong direction keeps the descriptor from other files; standard error
    # is discarded.
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
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):  # No descriptor may be available.
            system.redirect_to_null(sys.stdout.fileno())


def run(command: click.Command) -> NoReturn:
    """Run a command and end the process with its exit status, never with a traceback."""
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
    except Terminated as ended:  # a second signal, or one after the work
        ending = ended.number
    finally:
        later = held.restore(before)
        while temporary_files:
            with suppress(OSError):
                os.unlink(temporary_files.pop())
    ending = later if ending is None else ending
    if ending is not None:
        system.end_by(ending)
    sys.exit(status)


def _status_of(command: click.Command) -> int | str | None:
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
        print_error(f"{message[:1].lower()}{message[1:]} (see {path} --help)")
    except click.ClickException as error:
        print_error(error.format_message())
    except SudokuError as error:
        from sudokutools.cli.run.wording import worded

        print_error(worded(error))
    except BrokenPipeError:
        _drop_unwritten()
        raise Terminated(system.CLOSED_PIPE) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print_error(f"{where}{(error.strerror or str(error)).lower()}")
        _drop_unwritten()
    except MemoryError as error:
        error.__traceback__ = error.__context__ = None  # Free the memory that they hold.
        write_error(f"{command_name()}: out of memory\n")
    except ImportError as error:
        print_error(f"cannot load: {error}")
    except RuntimeError as error:
        if str(error) != "can't start new thread":
            raise
        print_error("cannot start another thread (try --jobs 1)")
    return Exit.ERROR


def _main(command: click.Command, name: str) -> int:
    stream = sys.stdout
    try:
        status = command.main(prog_name=name, standalone_mode=False)
    except SystemExit:
        if sys.stdout is not stream:  # Click replaced the stream, and exits with status 1.
            raise Terminated(system.CLOSED_PIPE) from None
        raise
    except RuntimeError as error:
        if str(error) == "can't allocate lock":
            raise MemoryError from None
        raise
    return status if isinstance(status, int) else Exit.DONE


def _select_core(name: str) -> None:
    try:
        core.select(name) if name else core.force_python(False)
    except SudokuError as error:
        raise SudokuError(f"SUDOKUTOOLS_CORE: {error}") from None
