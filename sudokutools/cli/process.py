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

    NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGXCPU")

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
    text = f"{command_name()}: {message}"
    try:
        from sudokutools.terminal import visible

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
    name = os.path.basename(sys.argv[0])
    try:
        _open_closed_streams()
        before = held.install()
        _select_core(os.environ.get("SUDOKUTOOLS_CORE", ""))
        sys.exit(_main(command, name))
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
    except BrokenPipeError:
        _drop_unwritten()
        system.end_by(system.CLOSED_PIPE)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        complain(f"{where}{(error.strerror or str(error)).lower()}")
        _drop_unwritten()
        sys.exit(Exit.ERROR)
    except MemoryError as error:
        error.__traceback__ = error.__context__ = None  # What they hold is free then.
        tell(f"{command_name()}: out of memory\n")
        sys.exit(Exit.ERROR)
    except ImportError as error:
        complain(f"cannot be loaded: {error}")
        sys.exit(Exit.ERROR)
    except RuntimeError as error:
        if str(error) != "can't start new thread":
            raise
        complain("no further thread can be started (--jobs 1 needs none)")
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


def _main(command: click.Command, name: str) -> int:
    """Run a command and return its exit status. Terminated: a pipe is closed, which ends click."""
    stream = sys.stdout
    try:
        status = command.main(prog_name=name, standalone_mode=False)
    except SystemExit:
        if sys.stdout is not stream:  # Click lets it fail no more, and ends with status 1.
            raise Terminated(system.CLOSED_PIPE) from None
        raise
    finally:
        _clear_asides()
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
