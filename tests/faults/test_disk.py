"""Disks that are full, folders that cannot be written, files that change while they are read."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.conftest import Shell, start, sweep
from tests.tables import cases

GEN = "sudoku-gen --seed s --format line"
FULL = "export PYTHONDONTWRITEBYTECODE=1; ulimit -f"
"""No file may have more kilobytes than follow, as if the disk were full."""


@pytest.mark.parametrize("size", sweep([2], [1, 3, 7, 64]))
@pytest.mark.parametrize("operator", [">", ">>"])
@pytest.mark.parametrize("option", ["--method search", pytest.param("", marks=pytest.mark.long)])
def test_a_full_disk_leaves_whole_lines_after_which_it_goes_on(
    shell: Shell, size: int, operator: str, option: str
) -> None:
    number = 16 * size + 90
    whole = shell(f"{GEN} {option} -n {number}").out
    ran = shell(f"{FULL} {size}; {GEN} {option} -n {number} {operator} out", status=2)
    assert ran.err == "sudoku-gen: file too large\n"
    done = shell("cat out").out
    assert done.endswith("\n") or not done
    assert whole.startswith(done)
    count = done.count("\n")
    line = f"{GEN} {option} -n {number - count} --start {count} >> out; cat out"
    assert shell(line).out == whole


def test_a_full_disk_leaves_later_text_of_the_file(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "out").write_text(3000 * "x")
    shell(f"{FULL} 1; {GEN} --method search -n 99 1<> out", status=2)
    assert (tmp_path / "out").read_text().endswith(1900 * "x")


MOUNT = ["unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=64k none . && cd . && true"]
CAN_MOUNT = Path("/usr/bin/unshare").exists() and not subprocess.run(MOUNT, check=False).returncode


@pytest.mark.skipif(not CAN_MOUNT, reason="no small disk can be made here")
def test_a_small_disk(shell: Shell, tmp_path: Path) -> None:
    """64 kB: a part of the output fits; old files stay."""
    (tmp_path / "disk").mkdir()
    script = f"""
        cd disk
        {GEN} --method search -n 900 > out; echo $?
        {GEN} -n 900 -o new; echo $?
        {GEN} -n 900 --resume -o new; echo $?
        ls -A; cp out ..
    """
    (tmp_path / "script").write_text(script)
    ran = shell("unshare -m sh -c 'mount -t tmpfs -o size=64k none disk; . ./script'")
    assert ran.out.split() == ["2", "2", "2", "out"]
    full = "no space left on device"
    reported = [full, f"new: {full}", f"new: {full}"]
    assert ran.err.splitlines() == [f"sudoku-gen: {text}" for text in reported]
    done = (tmp_path / "out").read_text()
    assert shell(f"{GEN} --method search -n {done.count(chr(10))}").out == done
    assert 0 < len(done) <= 65536


@pytest.mark.skipif(not CAN_MOUNT, reason="no disk can be made here")
@cases
def test_a_disk_that_is_read_only(shell: Shell, line: str, name: str) -> None:
    shell(f"mkdir disk; echo {EASY} > in")
    mounts = "mount -t tmpfs none disk; echo old > disk/out; mount -o remount,ro disk"
    ran = shell(f"unshare -m sh -c '{mounts}; cd disk; {line}; echo $?; cat out; ls -A'")
    assert ran.out.split() == ["2", "old", "out"]
    assert ran.err == f"{line.split()[0]}: {name}: read-only file system\n"


@cases
def test_names_that_name_nothing(shell: Shell, tmp_path: Path, line: str, reason: str) -> None:
    ran = shell(f"echo {EASY} > file; ln -s loop loop; {line.format(long='name-' * 60)}", status=2)
    assert ran.err.endswith(f": {reason}\n")
    assert ran.err.count("\n") == 1
    assert sorted(os.listdir(tmp_path)) == ["file", "loop"]


def test_killed_in_the_middle_the_old_file_stays(tmp_path: Path) -> None:
    """No cleanup is possible then: the partial output stays in a hidden file."""
    (tmp_path / "out").write_text("old")
    line = "sudoku-gen -n 100000000 --format line --jobs 1 -o out"
    with start(*line.split(), cwd=tmp_path, stdin=subprocess.DEVNULL) as process:
        while not any(name.stat().st_size for name in tmp_path.glob(".out.*")):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert (tmp_path / "out").read_text() == "old"
    assert len(os.listdir(tmp_path)) == 2


def test_killed_before_anything_is_noted_a_run_begins_anew(shell: Shell, tmp_path: Path) -> None:
    """`--resume` has made its second file, and written part of the first line, or nothing."""
    line = f"{GEN} -n 9 --resume -o out"
    whole = shell(f"{line} && cat out").out
    notes = (tmp_path / "out.resume").read_bytes()
    (tmp_path / "out").unlink()
    first = notes.index(b"\n")
    for kept in (b"", notes[:1], notes[:40], notes[:40] + bytes(first - 40), notes[:first]):
        (tmp_path / "out.resume").write_bytes(kept)
        assert shell(f"{line} && cat out && rm out").out == whole
    for strange in (b"x", notes[:40] + b"x", b"\n", b"[" * 100_000 + b"\n"):
        (tmp_path / "out.resume").write_bytes(strange)
        assert "not written by --resume" in shell(line, status=2).err
        assert (tmp_path / "out.resume").read_bytes() == strange


@cases
def test_an_input_that_is_the_output_would_have_no_end(
    shell: Shell, tmp_path: Path, line: str
) -> None:
    text = f"{EASY}\n" * 9
    (tmp_path / "file").write_text(text)
    ran = shell(line, status=2)
    name = "-" if "< file" in line else "file"
    assert ran.err == f"{line.split()[0]}: {name}: input file is also the output\n"
    assert (tmp_path / "file").read_text() == text


def test_an_input_that_is_replaced_may_be_the_output(shell: Shell) -> None:
    shell(f"echo {EASY} > file; sudoku-solve -o file file; sudoku-solve -o file < file")
    assert shell("cat file").out == f"{EASY_SOLUTION}\n"


@pytest.mark.parametrize("grows", sweep([False], [True]))
def test_a_file_that_changes_while_it_is_read(tmp_path: Path, grows: bool) -> None:
    """The content at the time of reading is answered; half a line is reported."""
    file = tmp_path / "file"
    record = f"{EASY}{300 * ' '}\n"
    file.write_text(record * 1800)
    line = "sudoku-solve --method dlx --jobs 1 file"
    with start(*line.split(), cwd=tmp_path, stdin=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        if grows:
            os.truncate(file, 0)
            file.write_text(record * 500)
        else:
            os.truncate(file, 5 * len(record) + 40)
        out, error = process.communicate()
    lines = (first + out).decode().splitlines()
    assert {*lines} <= {EASY_SOLUTION, ""}
    assert len(lines) < 1800
    assert error.count(b"\n") <= 1
    assert process.returncode == (2 if error else 0)
