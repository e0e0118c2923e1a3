"""Options that do not go together: every pair of them works, or is refused with the reason."""

import importlib
import importlib.util
import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import click
import pytest

from sudokutools.cli.options.exclusions import COMMON, Rule
from sudokutools.printing.pdf import FONTS
from tests import in_process
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell, sweep
from tests.tables import rows_of

WITH_DIAGONALS = "236758941594316782187429536659187423318542697472693158743265819825971364961834275"
"""A complete grid, of `sudoku-gen --variant x --seed 1`."""

INPUTS = {
    "sudoku-gen": "",
    "sudoku-mask": WITH_DIAGONALS,
    "sudoku-solve": EASY,
    "sudoku-check": EASY,
    "sudoku-print": EASY,
}

VALUES = {option: values for option, *values in rows_of("cli/option_values.tsv")}
VALUES["--font"] = [str(FONTS / "SudokuSans-Regular.ttf")]

# What an option takes in one command only.
OWN_VALUES = {
    ("sudoku-check", "--minimal"): ["constraints"],
    ("sudoku-gen", "--method"): ["mix"],
    ("sudoku-print", "--format"): ["pdf", "svg", "html", "png"],
    ("sudoku-print", "--output"): ["written-%d"],
}

BANDS = ("AAABBBCCC", "DDDEEEFFF", "GGGHHHIII")
REGIONS = "".join(3 * f"{band}\n" for band in BANDS)
FILES = {"puzzles": EASY.encode(), "pattern": EASY.encode(), "regions": REGIONS.encode()}

# What depends on more than the options that are given.
OTHER_FAULTS = (
    "--moves requires --method mix, not ",
    "plots require matplotlib",
    "an SVG file has a single page",
    "a PNG file has a single page",
    "only: only plain 9x9 grids are supported",
    "scale hodoku: only plain 9x9 grids are supported",
    "--regions: --box already defines the boxes",
    "--spec: another option already defines houses",
    "--house: another option already defines houses",
    "box and regions cannot be combined",
    "method mix: plain grids only",
    "--rank: plain grids only",
)


def module_of(command: str) -> Any:
    return importlib.import_module(f"sudokutools.cli.{command.removeprefix('sudoku-')}.options")


def rules_of(command: str) -> Sequence[Rule]:
    return (*COMMON, *module_of(command).EXCLUSIONS)


def ways(command: str) -> Iterator[str]:
    """Yield every option of a command as it may be typed, with a value where it takes one."""
    parts = [section.parameters().values() for section in module_of(command).OPTIONS]
    for parameter in (each for part in parts for each in part):
        if not isinstance(parameter, click.Option) or parameter.name == "version":
            continue
        for name in [parameter.opts[-1], *parameter.secondary_opts[-1:]]:
            if parameter.is_flag:
                yield name
            else:
                values = OWN_VALUES.get((command, name)) or VALUES[name]
                yield from (f"{name} {value}".rstrip() for value in values)


def faults(command: str, given: Sequence[str]) -> list[str]:
    """Return what the rules say about options as they are typed."""
    options = [part for way in given for part in (way.partition(" ")[0], way)]
    return [fault.rstrip(".") for rule in rules_of(command) if (fault := rule.fault(options))]


@pytest.mark.parametrize("command", INPUTS)
@pytest.mark.parametrize("step", sweep([40], [1]))
def test_every_pair_works_or_is_refused(command: str, step: int) -> None:
    """The short form tries a pair for every reason, and one in 40 of the others."""
    defaults = ["--unique", "--page-numbers"]  # They require nothing.
    pairs = combinations([way for way in ways(command) if way not in defaults], 2)
    tried: set[str] = set()
    for number, pair in enumerate(pairs):
        expected = faults(command, pair)
        is_new = bool(expected) and expected[0] not in tried
        if pair[0].split()[0] == pair[1].split()[0] or (number % step and not is_new):
            continue
        tried.update(expected[:1])
        words = [word for way in pair for word in re.split(" ", way, maxsplit=1)]
        jobs = [] if "--jobs 1" in pair else ["--jobs", "1"]
        line = [command, *words, *jobs]
        ran = in_process.run(line, f"{INPUTS[command]}\n".encode(), FILES)
        status, reported = ran.status, ran.err.decode()
        if status == 2:
            message = reported.removeprefix(f"{command}: ").partition(" (see ")[0].strip()
            assert message.startswith((*expected[:1], *OTHER_FAULTS)), (pair, reported)
            assert expected or message.startswith(OTHER_FAULTS), (pair, reported)
            assert ran.out == b"", pair
        else:
            assert not expected, (pair, expected)
            assert status in (0, 1), (pair, reported)


def test_an_option_with_its_default_asks_for_nothing(shell: Shell) -> None:
    assert shell("sudoku-solve --explain --method auto --start 0", EASY).out
    assert shell("sudoku-mask --any --unique --level easy --seed 1", EASY_SOLUTION).out


def test_filter_writes_anew_what_an_option_changes(shell: Shell) -> None:
    # The record would be written exactly as read, and the options would do nothing.
    assert (
        shell("sudoku-check --filter --empty 0", f"{EASY}\n").out == EASY.replace(".", "0") + "\n"
    )
    drawn = shell("sudoku-solve --with-puzzle --format line", EASY).out[:81]
    text = "# mine\n" + "".join(drawn[at : at + 9] + "\n" for at in range(0, 81, 9)) + "\n"
    assert shell("sudoku-check --filter", text).out == text
    assert shell("sudoku-check --filter --no-comments", text).out.startswith("5 3 . | ")
