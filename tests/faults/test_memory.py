"""Commands that may use little memory work, or end in one line after whole records."""

import sys
from pathlib import Path

import click
import pytest

from sudokutools.cli.run.process import run
from tests.cli.puzzles import EASY, EASY_SOLUTION, SEVENTEEN
from tests.conftest import Shell, sweep
from tests.tables import cases

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is not limited here")

ENOUGH = 128 << 10
"""KiB in which every command works."""

COMMANDS = (
    "sudoku-gen -n 500 --seed 1 --format line",
    "sudoku-gen --size 100 --seed 1",
    "sudoku-solve puzzles",
    "sudoku-solve --jobs 2 puzzles",
    "sudoku-solve --method cdcl --jobs 2 puzzles",
    "sudoku-solve --any large",
    "sudoku-mask --seed 1 --jobs 2 grids",
    "sudoku-mask --seed 1 --minimal grids",
    "sudoku-check --rate --jobs 2 puzzles",
    "sudoku-check --minimal puzzles",
    "sudoku-check --canonical puzzles",
    "sudoku-check --stats puzzles",
    "sudoku-print --format html puzzles",
    "sudoku-print -o pages.pdf puzzles",
    "blackjack odds",
    "blackjack simulate -n 100000 --seed 1",
)

FILES = {
    "puzzles": f"(yes {EASY} | head -n LINES; echo {SEVENTEEN}) > puzzles",
    "grids": f"yes {EASY_SOLUTION} | head -n LINES > grids",
    "large": "sudoku-gen --size 100 --seed 1 | sudoku-mask --any --blanks 900 --seed 1 > large",
}
"""How the files are made that commands read."""


def prepared(command: str, lines: int) -> str:
    """Return how the files are made that a command reads."""
    made = [line for name, line in FILES.items() if name in command.split()]
    return "\n".join([*made, ""]).replace("LINES", str(lines))


@pytest.mark.parametrize("lines", sweep([300], [1_000_000]))
@pytest.mark.parametrize("command", COMMANDS)
def test_128_mib_are_enough(shell: Shell, command: str, lines: int) -> None:
    if lines > 300 and "print" in command:
        pytest.skip("a file of so many pages is kept until its end")
    made = prepared(command, lines)
    ran = shell(f"{made}(ulimit -v {ENOUGH}; {command} > out)", status=None)
    assert ran.err == ""
    assert ran.status == ("--minimal puzzles" in command)  # There are needless clues.


@pytest.mark.parametrize("mib", sweep([32], [24, 56]))
@pytest.mark.parametrize(
    "command", ["sudoku-solve --jobs 1 --any large puzzles", "sudoku-check --rate --jobs 1 puzzles",
                "blackjack odds"],
)  # fmt: skip
def test_too_little_memory_is_told(shell: Shell, command: str, mib: int) -> None:
    made = prepared(command, 300)
    ran = shell(f"{made}{command} > all; (ulimit -v {mib << 10}; {command} > out)", status=None)
    assert ran.status in (0, 2)
    assert ran.err.count("\n") == (ran.status == 2)
    shell("head -c $(wc -c < out) all | cmp - out")
    if ran.status == 0:
        shell("cmp all out")
    else:
        assert ran.err.startswith(f"{command.split()[0]}: ")
        shell('[ -z "$(tail -c 1 out)" ]')


@pytest.mark.parametrize("mib", [39, 41])
def test_pages_that_find_no_memory_leave_no_file(shell: Shell, mib: int) -> None:
    """The result takes all memory, and the message needs a little, too."""
    line = f"yes {EASY} | head -n 9000 | (ulimit -v {mib << 10}; sudoku-print --jobs 1 -o p.pdf)"
    ran = shell(f"{line}; status=$?; ls -A; exit $status", status=2)
    assert ran.out == ""
    assert ran.err.startswith("sudoku-print: ")
    assert ran.err.count("\n") == 1


PEAK = """
import atexit, sys
from sudokutools.cli.check.command import main
atexit.register(lambda: print(open("/proc/self/status").read(), file=sys.stderr))
main()
"""


def test_threads_set_no_memory_aside_where_it_is_limited(shell: Shell, tmp_path: Path) -> None:
    """One that does leaves too little for the rest, in two of five runs of a million records."""
    (tmp_path / "peak.py").write_text(PEAK)
    made = prepared("puzzles", 3000)
    ran = shell(f"{made}ulimit -v 1048576; python peak.py --rate --jobs 2 puzzles > out")
    peak = next(line for line in ran.err.splitlines() if line.startswith("VmPeak"))
    assert int(peak.split()[1]) < ENOUGH


@cases
def test_what_python_says_where_nothing_is_left(
    text: str, message: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Other errors of its kind are bugs, with a traceback."""

    def fail() -> None:
        raise RuntimeError(text)

    monkeypatch.setattr(sys, "argv", ["command"])
    with pytest.raises(SystemExit if message else RuntimeError):
        run(click.Command("command", callback=fail))
    assert capfd.readouterr().err == message
