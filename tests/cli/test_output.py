"""Where results go: files that are replaced, or stay as they were; devices, pipes, descriptors."""

import os
from pathlib import Path

import pytest

from sudokutools.cli.run.output import NumberedFiles, Output
from tests.cli.conftest import Shell
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.tables import cases

FILTERS = ["sudoku-mask", "sudoku-solve", "sudoku-check", "sudoku-check --tag"]


@pytest.mark.parametrize("command", FILTERS)
@pytest.mark.parametrize("inputs", ["typo.txt", ".", "typo.txt . nowhere/x", "--on-error stop - ."])
def test_the_old_file_stays_where_no_input_was_read(
    shell: Shell, tmp_path: Path, command: str, inputs: str
) -> None:
    (tmp_path / "out").write_text("old")
    shell(f"{command} -o out {inputs}", EASY_SOLUTION, status=2)
    assert (tmp_path / "out").read_text() == "old"
    assert os.listdir(tmp_path) == ["out"]


def test_the_old_file_stays_where_the_puzzles_to_solve_are_missing(
    shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "out").write_text("old")
    ran = shell("sudoku-check --tag --against none -o out", EASY_SOLUTION, status=2)
    assert ran.err == "sudoku-check: none: no such file or directory\n"
    assert (tmp_path / "out").read_text() == "old"
    assert os.listdir(tmp_path) == ["out"]


def test_a_new_file_has_the_permissions_of_the_umask(shell: Shell, tmp_path: Path) -> None:
    shell("umask 027; sudoku-gen -o new")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("inputs", ["typo.txt good", "good typo.txt", "/dev/null typo.txt"])
def test_the_old_file_is_replaced_where_one_input_was_read(
    shell: Shell, tmp_path: Path, inputs: str
) -> None:
    (tmp_path / "good").write_text(f"{EASY}\n")
    (tmp_path / "out").write_text("old")
    shell(f"sudoku-solve -o out {inputs}", status=2)
    expected = f"{EASY_SOLUTION}\n" if "good" in inputs else ""
    assert (tmp_path / "out").read_text() == expected


def test_pipes_and_descriptors_are_written_straight(shell: Shell, tmp_path: Path) -> None:
    command = "sudoku-solve -o"
    for line in (
        f"{command} /dev/stdout | cat",
        f"{command} /dev/fd/1 | cat",
        f"{command} >(cat)  | cat",
        f"{command} /dev/fd/3 3>&1 | cat",
        f"mkfifo pipe; cat pipe & {command} pipe; wait",
        f"echo old > file; {command} /dev/stdout >> file; tail -n +2 file; head -n 1 file >&2",
    ):
        ran = shell(line, EASY)
        assert ran.out == f"{EASY_SOLUTION}\n", line
        assert ran.err == ("old\n" if "old" in line else ""), line
    assert sorted(os.listdir(tmp_path)) == ["file", "pipe"]


@cases
def test_what_cannot_be_written_is_named_as_it_was_given(
    shell: Shell, name: str, reason: str
) -> None:
    shell("touch file; ln -s loop loop; echo > in")
    for line in (f"sudoku-gen -o {name}", f"cat | sudoku-solve -o {name} - in"):
        ran = shell(line, EASY, status=2)
        command = "sudoku-gen" if "gen" in line else "sudoku-solve"
        assert ran.err == f"{command}: {name}: {reason}\n"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="descriptors cannot be listed")
@pytest.mark.parametrize("written", ["", "part of it"])
def test_what_is_abandoned_is_closed(tmp_path: Path, written: str) -> None:
    (tmp_path / "pipe").symlink_to("/dev/null")
    before = set(os.listdir("/proc/self/fd"))
    for name in ("new", "pipe"):
        output = Output(str(tmp_path / name))
        output.write(written)
        output.abandon()
    assert set(os.listdir("/proc/self/fd")) == before
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_numbered_file_that_cannot_be_replaced_ends_the_rest(tmp_path: Path) -> None:
    files = NumberedFiles(str(tmp_path / "page%d"))
    for text in ("one", "two", "three"):
        files.write(text)
        files.close()
    (tmp_path / "page2").mkdir()
    with pytest.raises(OSError, match="page2"):
        files.finish()
    assert sorted(os.listdir(tmp_path)) == ["page1", "page2"]
