"""Hints that long runs print."""

import os
import sys
import time
from pathlib import Path

import pytest

from sudokutools._support import core
from sudokutools.cli.run import progress
from sudokutools.cli.run.reading import open_lines
from sudokutools.formats.reading.lines import LineSource


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, float]:
    """Set the clocks by hand, without kernels."""
    clocks = {"monotonic": 100.0, "process_time": 1.0}
    for name in clocks:
        monkeypatch.setattr(time, name, lambda name=name: clocks[name])
    monkeypatch.setattr(core, "_extension", lambda: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return clocks


@pytest.mark.usefixtures("clocks")
def test_the_first_run_at_a_terminal_says_that_it_is_slow(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    progress.Progress(None)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for _ in range(2):
        progress.Progress(None)
    assert capsys.readouterr().err.count(progress.HINT) == 1
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    progress.Progress(None)
    assert capsys.readouterr().err == ""


def test_a_long_run_without_kernels_says_once_how_to_get_them(
    clocks: dict[str, float], capsys: pytest.CaptureFixture[str]
) -> None:
    bar = progress.Progress(False)
    clocks["process_time"] += 2
    bar.update(1)
    assert capsys.readouterr().err == ""
    clocks["monotonic"] += 6
    bar.update(2)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(progress.HINT + core.remedy())
    bar.update(3)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("why", ["waits for input", "quiet", "python is wanted", "kernels"])
def test_other_runs_say_nothing(
    why: str,
    clocks: dict[str, float],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bar = progress.Progress(False, is_quiet=why == "quiet")
    monkeypatch.setattr(core, "_forced_python", why == "python is wanted")
    if why == "kernels":
        monkeypatch.setattr(core, "_extension", lambda: core)
    clocks["monotonic"] += 60
    clocks["process_time"] += 0.1 if why == "waits for input" else 30
    bar.update(1)
    assert capsys.readouterr().err == ""


def test_solutions_that_are_counted_are_shown(
    clocks: dict[str, float], capsys: pytest.CaptureFixture[str]
) -> None:
    bar = progress.Progress(True)
    for seconds in (0.5, 0.6, 0.01, 1):
        clocks["monotonic"] += seconds
        bar.show_counted(7)
        assert capsys.readouterr().err == "\r7 solutions so far" * (seconds > 0.5)


def test_only_the_last_command_of_a_pipeline_shows_a_bar(
    clocks: dict[str, float],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    reader, pipe = os.pipe()
    for descriptor, is_last in ((pipe, False), (os.open(os.devnull, os.O_WRONLY), True)):
        with open(descriptor, "w") as stdout:
            monkeypatch.setattr(sys, "stdout", stdout)
            bar = progress.Progress(None)
            clocks["monotonic"] += 2
            bar.update(7)
        assert ("7 records" in capsys.readouterr().err) == is_last
    os.close(reader)


@pytest.mark.parametrize("gap", ["", "pipe"])
def test_files_of_known_sizes_have_a_percentage(
    gap: str, clocks: dict[str, float], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "long").write_text(300 * "1234\n")
    (tmp_path / "short").write_text(100 * "1234\n")
    os.mkfifo(tmp_path / "pipe")
    files = [str(tmp_path / name) for name in ("short", "long", gap) if name]
    bar = progress.Progress(True)
    lines, close = open_lines(files[1], lambda: None)
    bar.follow(files, 2, lines)
    for number, percentage in ((0, "25%"), (1, "25%"), (150, "62%"), (149, "100%")):
        clocks["monotonic"] += 2
        for _ in range(number):
            next(lines)
        bar.update(number)
        shown = capsys.readouterr().err.rpartition("\r")[2].rstrip()
        assert shown.startswith("1 record, " if number == 1 else f"{number} records, ")
        assert shown.endswith(percentage) == (not gap)
    close()


def test_a_known_number_of_records_has_a_bar(
    clocks: dict[str, float], capsys: pytest.CaptureFixture[str]
) -> None:
    bar = progress.Progress(True, 8)
    clocks["monotonic"] += 2
    bar.update(6)
    assert capsys.readouterr().err == f"\r[{22 * '#'}{8 * '.'}] 6 of 8, 3/s"


def test_nothing_is_shown_while_a_person_types(
    clocks: dict[str, float], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import pty

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    terminal, typed = pty.openpty()
    for descriptor, is_shown in ((typed, False), (os.open(os.devnull, os.O_RDONLY), True)):
        bar = progress.Progress(None, is_quiet=True)
        bar.follow(["-"], 1, LineSource(lambda: b"", descriptor))
        clocks["monotonic"] += 2
        bar.update(7)
        assert ("7 records" in capsys.readouterr().err) == is_shown
        os.close(descriptor)
    os.close(terminal)
