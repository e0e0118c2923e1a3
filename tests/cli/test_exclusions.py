"""Options that do not go together: every pair of them works, or is refused with the reason."""

import importlib
import importlib.util
import io
import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import click
import pytest
from pytest_console_scripts import ScriptRunner

from sudokutools.cli.options.exclusions import COMMON, Rule
from sudokutools.printing.pdf import FONTS
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell, sweep

WITH_DIAGONALS = "236758941594316782187429536659187423318542697472693158743265819825971364961834275"
"""A complete grid, of `sudoku-gen --variant x --seed 1`."""

INPUTS = {
    "sudoku-gen": "",
    "sudoku-mask": WITH_DIAGONALS,
    "sudoku-solve": EASY,
    "sudoku-check": EASY,
    "sudoku-print": EASY,
}

# A value that fits the input, and is not the default, for every option that takes one.
VALUES = {
    "--against": ["puzzles"],
    "--blanks": ["30"],
    "--box": ["3x3"],
    "--boxes": ["3x3"],
    "--add": ["even=2"],
    "--cages": ["2-3"],
    "--constraint": ["even=r1c1"],
    "--columns": ["status,clues"],
    "--clues": ["51"],
    "--color": ["always"],
    "--column": ["1"],
    "--cover": ["Book"],
    "--dedupe": [""],
    "--dpi": ["50"],
    "--empty": ["0"],
    "--estimate": ["20"],
    "--format": ["grid", "line", "csv", "json", "pretty", "table"],
    "--font": [str(FONTS / "SudokuSans-Regular.ttf")],
    "--from": ["line"],
    "--hint": ["2"],
    "--house": ["r1c1r1c2"],
    "--jobs": ["1"],
    "--keep": ["r1c1r1c2"],
    "--label": ["{note}"],
    "--less": ["50"],
    "--level": ["easy"],
    "--limit": ["1", "3"],
    "--margin": ["5mm"],
    "--method": ["dlx"],
    "--moves": ["9"],
    "--number": ["2"],
    "--on-error": ["stop"],
    "--output": ["written"],
    "--pages-per-file": ["2"],
    "--paper": ["a5"],
    "--parity": ["40"],
    "--pattern": ["pattern"],
    "--per-page": ["6"],
    "--plot": ["plot.svg"],
    "--rank": ["5"],
    "--rating": ["0-9"],
    "--regions": ["regions"],
    "--rejects": ["rejected"],
    "--row-blanks": ["2-6"],
    "--scale": ["se", "hodoku"],
    "--seed": ["x"],
    "--size": ["9"],
    "--solutions": ["end", "back", "below", "only"],
    "--solutions-per-page": ["4"],
    "--spec": ["box=3x3,houses=r1c1r1c3"],
    "--start": ["3"],
    "--symbols": ["letters"],
    "--symmetry": ["rotate180"],
    "--template": ["{puzzle}"],
    "--only": ["singles"],
    "--without": ["chains"],
    "--technique": ["Hidden single"],
    "--timeout": ["100"],
    "--title": ["Sunday"],
    "--tries": ["9"],
    "--variant": ["x"],
}

# What an option takes in one command only.
OWN_VALUES = {
    ("sudoku-check", "--minimal"): ["constraints"],
    ("sudoku-solve", "--scale"): ["er", "hodoku", "se"],
    ("sudoku-gen", "--method"): ["mix"],
    ("sudoku-print", "--format"): ["pdf", "svg", "html", "png"],
    ("sudoku-print", "--output"): ["written-%d"],
}

BANDS = ("AAABBBCCC", "DDDEEEFFF", "GGGHHHIII")

# What depends on more than the options that are given.
OTHER_FAULTS = (
    "--moves requires --method mix, not ",
    "plots require matplotlib",
    "an SVG file has a single page",
    "--regions: --box already defines the boxes",
    "--spec: another option already defines houses",
    "--house: another option already defines houses",
    "box and regions cannot be combined",
    "method mix: plain grids only",
    "--rank: plain grids only",
)


def module_of(command: str) -> Any:
    return importlib.import_module(f"sudokutools.cli.options.{command.removeprefix('sudoku-')}")


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


@pytest.mark.script_launch_mode("inprocess")
@pytest.mark.parametrize("command", INPUTS)
@pytest.mark.parametrize("step", sweep([40], [1]))
def test_every_pair_works_or_is_refused(
    script_runner: ScriptRunner, command: str, tmp_path: Path, step: int
) -> None:
    """The short form tries a pair for every reason, and one in 40 of the others."""
    (tmp_path / "puzzles").write_text(EASY)
    (tmp_path / "pattern").write_text(EASY)
    (tmp_path / "regions").write_text("".join(3 * f"{band}\n" for band in BANDS))
    defaults = ["--unique", "--page-numbers"]  # They ask for nothing.
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
        ran = script_runner.run(line, stdin=io.StringIO(INPUTS[command] + "\n"), cwd=tmp_path)
        if ran.returncode == 2:
            message = ran.stderr.removeprefix(f"{command}: ").partition(" (see ")[0].strip()
            assert message.startswith((*expected[:1], *OTHER_FAULTS)), (pair, ran.stderr)
            assert expected or message.startswith(OTHER_FAULTS), (pair, ran.stderr)
            assert ran.stdout == "", pair
        else:
            assert not expected, (pair, expected)
            assert ran.returncode in (0, 1), (pair, ran.stderr)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("sudoku-solve --explain --method dlx", "--method and --explain cannot be combined: only"),
        ("sudoku-solve --explain --format csv", "explanations require --format grid, pr"),
        ("sudoku-solve --count --format table", "--format and --count cannot be combined: no gr"),
        ("sudoku-solve --count --random", "--random and --count cannot be combined: no solution"),
        ("sudoku-solve --count --limit 0", "0: expected a whole number of at least 1"),
        ("sudoku-check --count --limit 0", "0: expected a whole number of at least 1"),
        (
            "sudoku-check --empty 0",
            "--empty requires --filter, --invert, --dedupe, --tag, --canonical, --shuffle or",
        ),
        ("sudoku-check --filter --rank", "--filter and --rank cannot be combined: no verdict"),
        ("sudoku-check --complete --minimal", "--complete and --minimal cannot be combined: a"),
        ("sudoku-mask --any --level hard", "--any and --level cannot be combined: level"),
        ("sudoku-mask --pattern x --tries 3", "--tries and --pattern cannot be combined: a"),
        ("sudoku-gen --rank 5 --moves 3", "--rank and --moves cannot be combined: --rank"),
    ],
)
def test_what_has_no_effect_is_refused(shell: Shell, line: str, message: str) -> None:
    ran = shell(line, status=2)
    assert message in ran.err
    assert ran.out == ""


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
