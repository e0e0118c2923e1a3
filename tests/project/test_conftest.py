"""The environment of the tests changes no result, and no command hangs."""

import os
import sys
from pathlib import Path

import pytest

from tests.conftest import start

HOSTILE = {
    "CLICOLOR_FORCE": "1",
    "COLUMNS": "40",
    "FORCE_COLOR": "1",
    "LANG": "de_DE.ISO-8859-1",
    "LANGUAGE": "de",
    "LC_ALL": "C",
    "PYTHONDEVMODE": "1",
    "PYTHONIOENCODING": "latin-1",
    "PYTHONUTF8": "0",
    "PYTHONWARNINGS": "default",
    "SUDOKUTOOLS_CORE": "no such core",
    "TERM": "xterm-256color",
}

# One test, or a few, of each: signals, colour, encodings, widths, terminals and warnings.
SENSITIVE = (
    "faults/test_signals.py::test_a_pipe_that_nobody_reads_holds_no_signal",
    "cli/test_common.py::test_colour[--False]",
    "cli/test_formats.py::test_json_is_not_escaped",
    "cli/test_check.py::test_histogram_takes_the_place_of_verdicts",
    "cli/test_blackjack.py::test_an_endless_answer_ends",
    "cli/test_blackjack.py::test_on_a_terminal_a_prompt_waits_for_every_answer",
    "cli/test_blackjack_screens.py::test_a_terminal_gets_the_same_bytes",
    "cli/test_solve.py::test_hint_draws_the_place_and_not_the_digit",
    "test_man.py::test_help_has_groups_and_begins_with_what_only_this_command_has",
    "test_completions.py::test_files_are_completed",
)


@pytest.mark.long
def test_surroundings_change_no_result() -> None:
    """Run tests where signals are ignored, and the environment colours, translates and breaks."""
    names = " ".join(f"'tests/{name}'" for name in SENSITIVE)
    line = f"trap '' HUP INT QUIT TERM; exec {sys.executable} -m pytest --color=no -q {names}"
    root = Path(__file__).parents[2]
    with start("sh", "-c", line, cwd=root, env=os.environ | HOSTILE, seconds=200) as process:
        out, err = process.communicate()
    assert process.returncode == 0, (out + err).decode()


def test_a_command_that_hangs_is_killed_with_its_children() -> None:
    with (
        pytest.raises(AssertionError, match=r"took more than 0\.5 seconds"),
        start("sh", "-c", "sleep 1000 & sleep 1000", seconds=0.5) as process,
    ):
        process.communicate()  # The pipes end when nobody is left to write to them.


@pytest.mark.long
def test_long_tests_may_take_longer_than_others() -> None:
    """Under the watch that ends pytest where a test hangs."""
    name = "tests/faults/test_pipes.py::test_a_pipe_that_is_closed_anywhere_ends_all_before_it[0-1]"
    words = ["-m", "pytest", "-q", "-n", "0", "-m", "long", "-o", "faulthandler_timeout=0.05", name]
    with start(sys.executable, *words, cwd=Path(__file__).parents[2]) as process:
        out, err = process.communicate()
    assert process.returncode == 0, (out + err).decode()
