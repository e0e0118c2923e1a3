"""Completion in bash, zsh and fish by the installed scripts."""

import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import Shell, sweep
from tests.forks import SECONDS
from tests.tables import cases

SCRIPTS = Path(__file__).parent.parent / "completions"
COMMANDS = ("sudoku-gen", "sudoku-mask", "sudoku-solve", "sudoku-check")
Press = Callable[[str, str], str]

# Commands that start each shell without personal settings.
STARTS = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        "bind 'set bell-style none'; bind 'set enable-bracketed-paste off';"
        " bind 'set show-all-if-ambiguous on'; for f in {scripts}/bash/*; do . $f; done\n",
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        "fpath=({scripts}/zsh $fpath); autoload -Uz compinit; compinit -D -u;"
        " setopt no_beep no_always_last_prompt\n",
    ),
}


@pytest.fixture(params=list(STARTS))
def press(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Press]:
    """Return a function that types into a shell on a terminal until a text appears."""
    import pty

    program, start = STARTS[request.param]
    if shutil.which(program[0]) is None:
        pytest.skip(f"{program[0]} is not installed")
    (tmp_path / "grids-of-monday.txt").touch()
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(tmp_path)
        variables = os.environ | {"HISTFILE": "", "COLUMNS": "200"}
        os.execvpe(program[0], program, variables)  # noqa: S606

    def type_and_wait(keys: str, awaited: str) -> str:
        os.write(terminal, keys.encode())
        shown = ""
        end = time.monotonic() + SECONDS
        while awaited not in shown:
            assert time.monotonic() < end, shown
            if select.select([terminal], [], [], 1)[0]:
                shown += os.read(terminal, 4096).decode("utf-8", "replace")
        return shown

    try:
        type_and_wait(start.format(scripts=SCRIPTS) + "echo rea''dy\n", "\nready")
        yield type_and_wait
    finally:
        os.close(terminal)
        os.waitpid(process, 0)


@pytest.mark.parametrize("command", [*COMMANDS, "sudoku-print", "sudoku-play", "blackjack"])
def test_scripts_of_every_shell_name_the_command(command: str) -> None:
    variable = f"_{command.upper().replace('-', '_')}_COMPLETE="
    for script in (f"bash/{command}", f"zsh/_{command}", f"fish/{command}.fish"):
        assert variable in (SCRIPTS / script).read_text()
    assert (SCRIPTS / f"zsh/_{command}").read_text().startswith(f"#compdef {command}\n")


@pytest.mark.parametrize("command", sweep(COMMANDS[:1], COMMANDS[1:]))
def test_an_option_is_completed(press: Press, command: str) -> None:
    press(f"{command} --no-com\t", "--no-comments")


def test_values_and_names_of_commands_are_completed(press: Press) -> None:
    press("sudoku-mask --level ex\t", "extreme")
    press("; blackjack sim\t", "simulate")


def test_files_are_completed(press: Press) -> None:
    press("sudoku-solve grids-\t", "grids-of-monday.txt")
    press(" --output grids-\t", "grids-of-monday.txt")


def test_fish_completes_options_values_and_files(shell: Shell, tmp_path: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")
    (tmp_path / "grids-of-monday.txt").touch()

    def completed(line: str) -> list[str]:
        script = SCRIPTS / "fish" / f"{line.split()[0]}.fish"
        out = shell(f"fish --no-config -c \"source {script}; complete -C '{line}'\"").out
        return [offer.split("\t")[0] for offer in out.splitlines()]

    for command in COMMANDS:
        assert "--no-comments" in completed(f"{command} --no-com")
    assert completed("sudoku-mask --level ex") == ["expert", "extreme"]
    assert completed("sudoku-solve grids-") == ["grids-of-monday.txt"]
    assert completed("sudoku-check --against grids-") == ["grids-of-monday.txt"]
    assert completed("blackjack sim") == ["simulate"]


def answer(command: str, words: str) -> tuple[str, str]:
    """Return a command's answer to bash, and its standard error."""
    variables = os.environ | {
        f"_{command.upper().replace('-', '_')}_COMPLETE": "bash_complete",
        "COMP_WORDS": f"{command} {words}",
        "COMP_CWORD": str(len(f"{command} {words}".split(" ")) - 1),
    }
    ran = subprocess.run(
        [command], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=variables,
        timeout=SECONDS, check=False,
    )  # fmt: skip
    return ran.stdout.strip(), ran.stderr


@cases
def test_completing_starts_no_work(
    command: str, words: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert answer(command, words) == (expected, "")
    assert list(tmp_path.iterdir()) == []
