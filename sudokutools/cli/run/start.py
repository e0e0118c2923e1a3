"""Entry points of the commands."""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]
import gc
import os
import sys
from contextlib import suppress
from functools import partial
from importlib import import_module
from types import ModuleType


def start(name: str) -> None:
    """Import a command and run it.

    Imported modules stay until the end: collecting garbage in them would take a tenth of a run that
    answers one puzzle. Until the command handles signals, Ctrl-C ends it like other signals.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.disable()
    sys.modules.setdefault("inspect", _Late("inspect"))
    try:
        main = import_module(f"sudokutools.cli.{name}.command").main
    except (OSError, ImportError, EOFError, MemoryError) as error:
        program = os.path.basename(sys.argv[0])
        sys.exit(_printed(f"{program}: cannot load: {str(error) or 'out of memory'}\n"))
    gc.freeze()
    gc.enable()
    try:
        main()
    except SystemExit as ended:
        if isinstance(ended.code, int):
            script = os.path.basename(getattr(sys.modules["__main__"], "__file__", None) or "")
            if script.endswith(name):
                _end(ended.code)
        raise


class _Late(ModuleType):
    """A module that is imported when something of it is used.

    click imports `inspect`, which takes an eighth of a run that answers one puzzle, but uses it
    for help texts only.
    """

    def __getattr__(self, name: str) -> object:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        module = import_module(self.__name__)
        vars(self).update(vars(module))
        return getattr(module, name)


def _end(status: int) -> None:
    """End the process without freeing every object, which takes a seventh of a short run.

    Returns if Python has to end it: threads or a profiler are running, or a stream is broken.
    """
    import atexit
    import threading

    if threading.active_count() > 1 or sys.getprofile() or sys.gettrace():
        return
    try:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return
    os._exit(status)


def _printed(line: str) -> int:
    with suppress(OSError, AttributeError):
        os.write(sys.stderr.fileno(), os.fsencode(line))
    return 2


sudoku_gen = partial(start, "gen")
sudoku_mask = partial(start, "mask")
sudoku_solve = partial(start, "solve")
sudoku_check = partial(start, "check")
sudoku_print = partial(start, "print")
sudoku_play = partial(start, "play")
blackjack = partial(start, "blackjack")
