"""Run a command, and send it a signal at a place of its program.

    python -m tests.faults.at_place SIGNAL PLACE COMMAND [ARGUMENT]...

Unlike a delay this hits every place, the short ones too, and the same one again. PLACE is a number:
after this number of lines, of the commands and of what runs processes and threads for them; or a
function of a module, `os.replace`: when it returns for the first time, in this process and its
children; or a module: when it is about to be imported. With `0` nothing is sent, and the number of
lines is written at the end, to the file LINES of the working folder.
"""

import importlib
import os
import sys
from types import FrameType
from typing import Any

from sudokutools.cli.run.start import start

OWN = ("sudokutools/cli/", "multiprocessing/", "concurrent/", "tempfile.py")
"""Where lines are counted: parts of names of files."""


class Lines:
    """Count lines as they are run, in this process and in its first thread; send at the last."""

    def __init__(self, number: int, last: int) -> None:
        self.count = 0
        self._number = number
        self._last = last
        self._process = os.getpid()

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Count the lines of a function if it is selected."""
        return self._line if any(part in frame.f_code.co_filename for part in OWN) else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line" and os.getpid() == self._process:
            self.count += 1
            if self.count == self._last:
                os.kill(self._process, self._number)
        return self._line


def send_after(number: int, place: str) -> None:
    """Send a signal when a function returns for the first time."""
    name, _, function = place.rpartition(".")
    module = importlib.import_module(name)
    real = getattr(module, function)

    def struck(*arguments: Any, **keywords: Any) -> Any:
        setattr(module, function, real)
        result = real(*arguments, **keywords)
        os.kill(os.getpid(), number)
        return result

    setattr(module, function, struck)


class Imports:
    """Send a signal when a module is looked for."""

    def __init__(self, number: int, name: str) -> None:
        self._number = number
        self._name = name

    def find_spec(self, name: str, *_: Any) -> None:
        if name == self._name:
            os.kill(os.getpid(), self._number)


def main() -> None:
    """Run the command that the arguments name."""
    number, place = int(sys.argv[1]), sys.argv[2]
    sys.argv = sys.argv[3:]
    command = sys.argv[0].removeprefix("sudoku-")
    if not place.isdecimal():
        if place.rpartition(".")[2] in ("mkstemp", "replace", "fork", "write", "unlink"):
            send_after(number, place)
        else:
            sys.meta_path.insert(0, Imports(number, place))
        start(command)
    lines = Lines(number, int(place))
    sys.settrace(lines.trace)
    try:
        start(command)
    finally:
        sys.settrace(None)
        if place == "0":
            with open("LINES", "w") as file:
                file.write(str(lines.count))


if __name__ == "__main__":
    main()
