"""Every value of every option, found from click itself: numbers too large, too small, or none."""

import importlib
import io
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from sudokutools.cli.options.values import JOBS, Whole
from sudokutools.cli.run.process import run
from tests.bounds import TooLongError, bounded
from tests.cli.conftest import Ran
from tests.cli.puzzles import EASY, EASY_SOLUTION, TWO
from tests.conftest import long_rows
from tests.tables import cases

NUMBERS = ["0", "-1", str(2**31), str(2**63 - 1), str(2**63), str(10**23)]

TEXTS = ["", "x", "1e3", "nan", "inf", "\u00b2", "1-N", "NxN", "N:1"]
TEXTS = [text.replace("N", NUMBERS[-1]) for text in TEXTS]

MODES = {
    "sudoku-gen": ["", "--format line", "--method mix --size 4", "--rank 5"],
    "sudoku-mask": ["", "--rating 1-2", "--minimal --format json", "--clues 30"],
    "sudoku-solve": ["", "--count", "--all", "--random", "--method dlx --count --format json"],
    "sudoku-check": ["", "--count", "--rate --format json", "--minimal --tag"],
    "sudoku-print": ["", "--format html --solutions end --rate"],
    "blackjack play": [""],
    "blackjack odds": ["8,8 A", "8,8 A --decks 1 --shoe 4,4,4,4,4,4,4,4,4,16"],
    "blackjack simulate": ["-n 1000 --strategy never-bust"],
    "blackjack replay": [""],
    "blackjack drill": ["count --record record"],
}
"""Options that others need, or that lead them to other code."""

INPUTS = {
    "sudoku-mask": f"{EASY_SOLUTION}\n" * 3,
    "blackjack play": "10\nstand\nquit\n",
    "blackjack replay": "",
}
PUZZLES = f"{EASY}\n{TWO}\n{EASY}\n"

SECONDS_AT_WORK = 0.1
"""A request that is still worked on is valid: it may have any size."""


RunHere = Callable[[str, str], Ran | None]


def commands() -> dict[str, click.Command]:
    """Return every command by the words that call it."""
    found = {}
    for name in ("gen", "mask", "solve", "check", "print"):
        found[f"sudoku-{name}"] = importlib.import_module(f"sudokutools.cli.{name}.command").command
    group = importlib.import_module("sudokutools.cli.blackjack.command").command
    return found | {f"blackjack {name}": command for name, command in group.commands.items()}


def options_with_values() -> Iterator[tuple[str, str]]:
    """Yield the words that call a command and the name of an option that takes a value."""
    for words, command in commands().items():
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.is_flag:
                yield words, parameter.opts[-1]


@pytest.fixture
def run_here(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> RunHere:
    """Return a function that runs a command line in this process, in an empty folder.

    The status is None where it was still at work.
    """
    monkeypatch.chdir(tmp_path)

    def run_line(line: str, text: str) -> Ran | None:
        name, *arguments = shlex.split(line)
        module = "blackjack" if name == "blackjack" else name.removeprefix("sudoku-")
        monkeypatch.setattr(sys, "argv", [name, *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        status = None
        try:
            with bounded(SECONDS_AT_WORK):
                run(importlib.import_module(f"sudokutools.cli.{module}.command").command)
        except TooLongError:
            return None
        except SystemExit as ended:
            status = int(str(ended.code))
        return Ran(status, *capfd.readouterr())

    return run_line


OPTIONS = [*options_with_values()]
FIRST = {option: (words, option) for words, option in OPTIONS[::-1]}.values()
"""Every option once; those of several commands in the first of these."""


@pytest.mark.parametrize(
    ("words", "option"), [*FIRST, *long_rows(row for row in OPTIONS if row not in FIRST)]
)
def test_no_value_ends_in_a_traceback(words: str, option: str, run_here: RunHere) -> None:
    first, *others = MODES[words]
    lines = [f"{words} {first} {option}={text}" for text in (*NUMBERS, *TEXTS)]
    lines += [f"{words} {mode} {option}={text}" for mode in others for text in NUMBERS[::3]]
    for line in lines:
        ran = run_here(line, INPUTS.get(words, PUZZLES))
        assert ran is None or ran.status in (0, 1, 2), line
        # One line for all that is wrong, or one for each record that is.
        if ran is not None and ran.status == 2 and f"{line.split()[0]}: -:" not in ran.err:
            assert ran.err.count("\n") == 1, line + ran.err


@pytest.mark.parametrize("number", NUMBERS[2:])
@pytest.mark.parametrize("words", ["sudoku-solve -c", "sudoku-solve --all", "sudoku-check -c"])
def test_a_limit_may_be_of_any_size(run_here: RunHere, words: str, number: str) -> None:
    text = f"{EASY}\n{TWO}\n"
    for more in ("", " --format json" if "check" in words else " --method dlx"):
        whole = run_here(f"{words}{more}", text)
        assert whole is not None
        assert len(whole.out.splitlines()) >= 2
        assert run_here(f"{words}{more} --limit {number}", text) == whole


@cases
def test_what_is_said_of_a_value_has_no_control_characters(
    option: str, value: str, expected: str
) -> None:
    kind = {"number": Whole(0), "jobs": JOBS}[option]
    with pytest.raises(click.BadParameter) as found:
        kind.convert(value, None, None)
    assert found.value.message == expected
