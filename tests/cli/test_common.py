"""What all commands have in common: section 3 of the contract, a test a row."""

import errno
import io
import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from pytest_console_scripts import ScriptRunner

from tests import forks
from tests.cli.puzzles import EASY, EASY_SOLUTION, SEVENTEEN, TWO
from tests.conftest import Shell, start, sweep
from tests.tables import cases

FILTERS = ["sudoku-mask", "sudoku-solve", "sudoku-check"]
COMMANDS = ["sudoku-gen", *FILTERS]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_first_result_before_the_input_ends(jobs: str) -> None:
    with start("sudoku-solve", "--jobs", jobs) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(EASY.encode() + b"\n")
            process.stdin.flush()
            assert process.stdout.readline().decode().strip() == EASY_SOLUTION
        for row in range(9):
            process.stdin.write(EASY[9 * row : 9 * row + 9].encode() + b"\n")
        process.stdin.flush()  # The last row ends the grid: no blank line is waited for.
        assert process.stdout.readline().decode().strip() == EASY_SOLUTION
        process.communicate()


def test_pipeline_hands_on_what_has_arrived() -> None:
    with start("bash", "-c", "sudoku-mask | sudoku-solve | sudoku-check") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(EASY_SOLUTION.encode() + b"\n")
        assert process.stdout.readline().startswith(b"1\tstatus=ok")
        process.communicate()


def test_output_file_is_replaced_at_the_end(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(EASY + "\n")
    file.chmod(0o640)
    shell("sudoku-solve -o puzzles.txt puzzles.txt")
    assert file.read_text() == EASY_SOLUTION + "\n"
    assert file.stat().st_mode & 0o777 == 0o640
    assert shell("sudoku-solve -o - puzzles.txt").out == EASY_SOLUTION + "\n"
    shell("sudoku-gen -o /dev/null")
    link = tmp_path / "link"
    link.symlink_to(file)
    shell("sudoku-gen -n 1 --seed 1 --format line -o link")
    assert link.is_symlink()
    assert file.read_text() != EASY_SOLUTION + "\n"


def test_on_error(shell: Shell) -> None:
    text = f"{EASY}\n{EASY[:70]}\n{EASY}\n"
    assert shell("sudoku-solve", text, status=2).out.splitlines() == [
        EASY_SOLUTION,
        "",
        EASY_SOLUTION,
    ]
    stopped = shell("sudoku-solve --on-error stop", text, status=2)
    assert stopped.out == f"{EASY_SOLUTION}\n\n"
    left = "s=$?; cat out; rm out; ls -A; exit $s"
    stopped = shell(f"echo old > out; sudoku-solve --on-error stop -o out; {left}", text, status=2)
    assert stopped.out == "old\n"
    stopped = shell(f"echo {EASY} > a; sudoku-solve --on-error stop a none a", status=2)
    assert stopped.out == f"{EASY_SOLUTION}\n"


@pytest.mark.parametrize("command", FILTERS)
def test_missing_files_and_folders(shell: Shell, command: str) -> None:
    ran = shell(f"echo {EASY_SOLUTION} > a; {command} none a . a", status=2)
    assert ran.err.splitlines() == [
        f"{command}: none: no such file or directory",
        f"{command}: .: is a directory",
    ]
    assert len(ran.out.splitlines()) == 2


def test_files_in_order(shell: Shell) -> None:
    ran = shell(f"echo {EASY} > a; echo {SEVENTEEN} > b; sudoku-solve a - b", TWO)
    first, _, third = ran.out.splitlines()
    assert first == EASY_SOLUTION
    assert third != first
    assert "-:1: several solutions" in ran.err


@pytest.mark.parametrize("command", sweep(FILTERS[:1], FILTERS[1:]))
def test_input_without_end_in_bounded_memory(command: str) -> None:
    """A line of 50 MB, then 50 MB of comments, in a process that may have 128 MiB in all."""
    script = (
        "import resource, sys; from importlib import import_module;"
        "resource.setrlimit(resource.RLIMIT_AS, (128 << 20, 128 << 20));"
        f"sys.argv = ['{command}', '--jobs', '1'];"
        f"import_module('sudokutools.cli.{command.removeprefix('sudoku-')}.command').main()"
    )
    with start(sys.executable, "-c", script, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        for _ in range(50):
            process.stdin.write(b"5" * (1 << 20))
        process.stdin.write(b"\n")
        for _ in range(50):
            process.stdin.write((b"# " + b"x" * 1000 + b"\n\n") * 1000)
        process.stdin.write(EASY_SOLUTION.encode() + b"\n")
        _, error = process.communicate()
        assert process.returncode == 2
        assert error.decode() == f"{command}: -:1: line longer than 1048576 bytes\n"


def test_empty_places_travel_through_a_pipeline(shell: Shell) -> None:
    line = "sudoku-mask --clues 30 --seed 1 | sudoku-solve"
    broken = f"11{EASY_SOLUTION[2:]}"
    ran = shell(f"set -o pipefail; {line}", f"{EASY_SOLUTION}\n{broken}\n{EASY}\n", status=2)
    assert ran.out == f"{EASY_SOLUTION}\n\n{EASY_SOLUTION}\n"
    ran = shell(f"{line.replace('mask', 'mask --format json')} ", f"{EASY_SOLUTION}\n{broken}\n")
    assert [json.loads(text)["status"] for text in ran.out.splitlines()] == ["solved", "unreadable"]


@pytest.mark.parametrize("command", COMMANDS)
def test_version_and_help(shell: Shell, command: str) -> None:
    assert shell(f"{command} --version").out.startswith(f"{command} ")
    short = shell(f"{command} -h").out
    assert "Examples:" in short
    assert short.endswith("\n  --help shows all options.\n")
    assert len(re.findall(r"^  -", short, re.MULTILINE)) <= 16
    assert len(shell(f"{command} --help").out) > 1.5 * len(short)


def test_reading_from_a_terminal_says_so(shell: Shell) -> None:
    ran = shell("script -qec 'sudoku-solve 2> hint > out' /dev/null; cat hint", b"\x04\x04")
    assert "Ctrl-D" in ran.out


@cases
def test_colour(shell: Shell, setting: str, option: str, coloured: bool) -> None:
    out = shell(f"{setting} sudoku-solve --format pretty {option}", EASY).out
    assert ("\x1b[" in out) == coloured


@pytest.mark.parametrize("command", forks.COMMANDS)
def test_commands_run_in_a_process_that_goes_on(script_runner: ScriptRunner, command: str) -> None:
    text = "q\n" if command == "blackjack" else f"{EASY_SOLUTION}\n"
    options = {"sudoku-mask": ["--seed", "1"], "sudoku-print": ["--format", "svg"]}
    ran = script_runner.run([command, *options.get(command, [])], stdin=io.StringIO(text))
    assert ran.success
    assert ran.stdout
    ran = script_runner.run([command, "--timeout", "x"], stdin=io.StringIO())
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"{command}: ")


def test_files_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Root may read everything, so the system is made to refuse."""
    (tmp_path / "secret").write_text(f"{EASY}\n")
    (tmp_path / "a").write_text(f"{EASY_SOLUTION}\n")
    monkeypatch.chdir(tmp_path)
    really_open = os.open

    def refuse(name: str, *rest: int, **named: int) -> int:
        if name == "secret":
            raise PermissionError(errno.EACCES, "Permission denied", name)
        return really_open(name, *rest, **named)

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(os, "access", lambda name, *_: name != "secret")
    for command in FILTERS:
        status, out, err = forks.run_here([command, "secret", "a"])
        assert (status, out.count(b"\n")) == (2, 1)
        assert err.decode() == f"{command}: secret: permission denied\n"
    status, _, err = forks.run_here(["sudoku-check", "--against", "secret", "a"])
    assert (status, err) == (2, b"sudoku-check: secret: permission denied\n")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that cannot be read")
def test_a_file_that_fails_while_it_is_read_is_named(shell: Shell) -> None:
    name = "/proc/self/mem"
    ran = shell(f"sudoku-solve {name} -", EASY, status=2)
    assert ran == (2, f"{EASY_SOLUTION}\n", f"sudoku-solve: {name}: input/output error\n")
    for line in (f"sudoku-check --against {name}", f"sudoku-mask --pattern {name}"):
        ran = shell(line, EASY_SOLUTION, status=2)
        assert ran.err == f"{line.split()[0]}: {name}: input/output error\n"
    ran = shell("sudoku-check --against .", EASY_SOLUTION, status=2)
    assert ran.err == "sudoku-check: .: is a directory\n"


ASCII = "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0"


@pytest.mark.parametrize(
    ("seed", "setting"),
    [*product(["a b", "it's", "$HOME", "", "a\nb", "\t\\"], [""]),
     *product(["k\u00e4se", "\udcff\udcfe7"], ["", ASCII])],
)  # fmt: skip
def test_the_seed_that_is_printed_reproduces_the_run(
    shell: Shell, tmp_path: Path, seed: str, setting: str
) -> None:
    (tmp_path / "seed").write_bytes(seed.encode("utf-8", "surrogateescape"))
    first = shell(f'{setting} sudoku-gen -v --seed "$(cat seed)"')
    line, *_ = first.err.splitlines()
    assert line.startswith("sudoku-gen: seed ")
    word = line.removeprefix("sudoku-gen: seed ")
    assert shell(f"{setting} sudoku-gen --seed {word}").out == first.out
