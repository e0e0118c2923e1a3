"""The environment of a command: few descriptors, no threads, odd folders, homes and locales."""

import os
import py_compile
import resource
import subprocess
import sys
import threading
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from sudokutools.cli.run import jobs
from tests import forks, in_process
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell, start, sweep
from tests.tables import cases

DLX = "sudoku-solve --method dlx"
BUSY = f"{DLX} --jobs 2 puzzles"
NUMBER, FEW = 400, 40

HAS_NAMESPACES = (
    subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode == 0
    if Path("/usr/bin/unshare").exists()
    else False
)
"""Whether folders of the system can be taken away from a command."""


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    """Return a folder with more puzzles than one process works on alone."""
    (tmp_path / "puzzles").write_text(f"{EASY}\n" * NUMBER)
    return tmp_path


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with few puzzles, but more than this process works on alone."""
    monkeypatch.setattr(jobs, "SECONDS_ALONE", 0.005)
    (tmp_path / "puzzles").write_text(f"{EASY}\n" * FEW)
    return tmp_path


# Few descriptors


@cases
def test_few_descriptors_are_told(puzzles: Path, line: str) -> None:
    """From where Python can start to where all can be done, one more at a time."""
    (puzzles / "solved").write_text(f"{EASY_SOLUTION}\n" * NUMBER)
    number = 3
    while limited([sys.executable, "-c", "pass"], number, puzzles)[0]:
        number += 1
    reported, last = "not begun", number + 30
    ends = ("no such option", ": complete\n")
    while reported and not any(end in reported for end in ends):
        status, reported = limited(line.split(), number, puzzles)
        assert status in (0, 2)
        assert reported.count("\n") == 1 or not (status or reported)
        assert not reported or any(text in reported for text in ("too many open files", *ends))
        assert not [name for name in os.listdir(puzzles) if name.startswith(".out")]
        number += 1
    assert number < last


def limited(words: list[str], number: int, folder: Path) -> tuple[int, str]:
    """Run a command with a limit on open files; return its status and standard error."""
    limits = (number, number)
    ran = subprocess.run(
        words,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limits),
        text=True,
        check=False,
    )
    return ran.returncode, ran.stderr


@pytest.mark.parametrize("number", sweep([10, 16], [*range(11, 16), 17, 18]))
def test_where_no_process_can_be_started_one_does_all(puzzles: Path, number: int) -> None:
    """Some are started, perhaps, and have not begun yet when they are to end."""
    with start("bash", "-c", f"ulimit -n {number}; exec {BUSY}", cwd=puzzles) as process:
        out, error = process.communicate()
    warning = "sudoku-solve: --jobs 2: too many open files; using a single process\n"
    assert (process.returncode, out.decode()) == (0, f"{EASY_SOLUTION}\n" * NUMBER)
    assert error.decode() in (warning, "" if number > 12 else warning)


@pytest.mark.parametrize(
    ("error", "option"),
    [
        (OSError(11, "Resource temporarily unavailable"), ""),
        (ImportError(), "-q"),
        (RuntimeError("no thread"), ""),
    ],
)
def test_no_further_process(
    few: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, option: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", fail)
    words = f"{DLX} --jobs 2 {option} {few}/puzzles".split()
    status, _, reported = forks.run_here(words)
    assert status == 0
    assert reported.count(b"; using a single process\n") == reported.count(b"\n") == (not option)


@pytest.mark.parametrize(
    "line", ["sudoku-gen -n 9000 --jobs 2", "sudoku-solve --jobs 2 puzzles", "sudoku-check --rate"]
)
def test_no_further_thread(puzzles: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    monkeypatch.chdir(puzzles)
    status, _, reported = forks.run_here([*line.split(), "-o", "out"], f"{EASY}\n".encode() * 9)
    name = line.split()[0]
    assert (status, reported.decode()) in (
        (0, ""),
        (0, f"{name}: --jobs 2: can't start new thread; using a single process\n"),
        (2, f"{name}: cannot start another thread (try --jobs 1)\n"),
    )
    assert not [name for name in os.listdir(puzzles) if name.startswith(".out")]


@pytest.mark.parametrize("number", [1, 2])
def test_where_no_thread_can_be_started_after_processes_one_does_all(
    few: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    really = threading.Thread.start
    started = []

    def fail(thread: threading.Thread) -> None:
        started.append(thread)
        if len(started) >= number:
            raise RuntimeError("can't start new thread")
        really(thread)

    monkeypatch.setattr(threading.Thread, "start", fail)
    words = [*BUSY.split(), "-o", "out"]
    ran = in_process.run(words, files={"puzzles": (few / "puzzles").read_bytes()})
    assert ran.err == b"sudoku-solve: --jobs 2: can't start new thread; using a single process\n"
    assert (ran.status, ran.files["out"].decode()) == (0, f"{EASY_SOLUTION}\n" * FEW)
    assert len(started) == number
    assert not any(thread.is_alive() for thread in started)


# Damaged or missing parts


@pytest.mark.parametrize(
    "module", ["cli.solve.command", "cli.run.resume", "formats.line", "solving.engines.dlx"]
)
def test_a_part_that_was_cut_is_told(tmp_path: Path, module: str) -> None:
    """Python leaves such files where the disk is full, and reads them again."""
    name = f"sudokutools.{module}"
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    py_compile.compile(spec.origin)
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib._bootstrap_external as b\n"
        "really = b._compile_bytecode\n"
        "def compile(data, name=None, *rest, **named):\n"
        f"    return really(data[:40] if name == {name!r} else data, name, *rest, **named)\n"
        "b._compile_bytecode = compile\n"
    )
    line = [*DLX.split(), "--resume", "-o", str(tmp_path / "out")]
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"}
    with start(*line, env=env) as process:
        _, error = process.communicate(EASY.encode())
    assert error.startswith(b"sudoku-solve: cannot load: ")
    assert (process.returncode, error.count(b"\n")) == (2, 1)


# Folders, homes, locales


@cases
def test_odd_surroundings_change_nothing(shell: Shell, setting: str) -> None:
    """Two processes, so that their needs are covered, too."""
    line = "sudoku-gen -n 20 --size 16 --method search --format line --seed 1 --jobs 2"
    path = subprocess.run(
        ["bash", "-c", "command -v sudoku-gen"], capture_output=True, text=True, check=True
    ).stdout.strip()
    line = line.replace("sudoku-gen", path)
    ran = shell(f"{setting} {line}")
    assert (ran.out, ran.err) == (undisturbed(line), "")


@cache
def undisturbed(line: str) -> str:
    return forks.run([Path(line.split()[0]).name, *line.split()[1:]])[1].decode()


NO_UTF8 = "PYTHONUTF8=0 PYTHONCOERCECLOCALE=0"


@pytest.mark.parametrize(
    "setting",
    sweep(
        [f"LC_ALL=C {NO_UTF8} PYTHONIOENCODING=utf-16", "LC_ALL=x PYTHONIOENCODING=ascii:strict"],
        [
            f"LC_ALL={locale} {mode} PYTHONIOENCODING={odd}"
            for locale in ("C", "POSIX", "C.UTF-8", "de_DE", "tr_TR.UTF-8", "ja_JP.EUC", "x")
            for mode in ("", NO_UTF8)
            for odd in ("", "latin-1", "utf-16", "ascii:strict")
        ],
    ),
)
def test_no_locale_changes_a_byte(shell: Shell, setting: str) -> None:
    line = "{0} sudoku-check --tag --format pretty; {0} sudoku-gen --seed käse"
    text = f"{EASY} käse\n"
    assert shell(line.format(setting), text) == shell(line.format(""), text)


def test_a_file_of_another_language_in_any_locale(shell: Shell) -> None:
    shell(f"echo {EASY} > käse")
    line = "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 sudoku-solve käse -o süß"
    shell(line)
    assert shell("cat süß").out == f"{EASY_SOLUTION}\n"


@pytest.mark.skipif(not HAS_NAMESPACES, reason="a folder cannot be taken away here")
@pytest.mark.parametrize("folder", ["/proc", "/dev/shm"])  # noqa: S108
def test_without_a_folder_of_the_system(puzzles: Path, shell: Shell, folder: str) -> None:
    inside = f"mount -t tmpfs -o ro none {folder}; {DLX} --jobs 2 -o /dev/fd/1"
    ran = shell(f"unshare -m sh -c '{inside}' < {puzzles}/puzzles")
    assert ran.out == f"{EASY_SOLUTION}\n" * NUMBER


def test_standard_input_that_is_a_folder(shell: Shell) -> None:
    """Python itself ends then, as the manual explains."""
    ran = shell("sudoku-solve < .", status=1)
    assert "is a directory, cannot continue" in ran.err


def test_no_more_time(puzzles: Path) -> None:
    """The system ends a process that exceeds its CPU time."""
    script = (
        "import os, resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 9));"
        "os.execvp('sudoku-gen', 'sudoku-gen -n 100000000 --jobs 1 -o out'.split())"
    )
    with start(sys.executable, "-c", script, cwd=puzzles) as process:
        _, error = process.communicate()
    assert (process.returncode, error) == (-24, b"")
    assert os.listdir(puzzles) == ["puzzles"]
