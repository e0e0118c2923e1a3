"""`--resume`: whatever a cut leaves, the resumed run ends in the same bytes."""

import importlib
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools.cli.run import output, resume
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.resume import Fingerprint, ResumableOutput
from sudokutools.errors import SudokuError
from tests.cli.conftest import Shell
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.tables import cases

TWO_SOLUTIONS = EASY_SOLUTION.replace("5", ".").replace("3", ".")
GRIDS = "".join(f"# {number}\n{EASY_SOLUTION}\tnote {number}\n" for number in range(9))
DRAWN = "\n".join(
    "\n".join(EASY_SOLUTION[9 * row :][:9] for row in range(9)) + f"\n\n# comment {number}"
    for number in range(9)
)
LINES = f"# above\nx\n{EASY}\n{EASY}\tx\n{EASY}\n{TWO_SOLUTIONS}\nx\n\n" + 12 * f"{EASY}\n"
COLUMNS = "id,puzzle\n" + "".join(f"{number},{EASY}\n" for number in range(9))

# Every command, formats with something above or below their records, and outputs that do not have a
# record for each of the input.
COMMANDS = {
    "gen -n 12 --seed 1 --format line": "",
    "gen -n 12 --seed 1": "",
    "gen -n 9 --seed 1 --format opensudoku --size 9": "",
    "gen -n 9 --rank 5 --format table": "",
    "mask --seed 1 --minimal": GRIDS,
    "mask --seed 1 --clues 40 -n 3 --with-solution": DRAWN,
    "solve": LINES,
    "solve --all --limit 3": LINES,
    "solve --explain": LINES,
    "solve --with-puzzle --format table": COLUMNS,
    "solve --format json": LINES,
    "check": LINES,
    "check --filter --format table": LINES,
    "check --tag --format csv": COLUMNS,
    "check --shuffle --seed 1 -n 2": COLUMNS,
    "check --rate --format tsv": LINES,
}


class CutError(BaseException):
    """The power is gone."""


def run(command: str, path: Path) -> int:
    """Run a command in this process; return its exit status. CutError: it was cut at its end."""
    name, *options = command.split()
    tool: click.Command = importlib.import_module(f"sudokutools.cli.{name}.command").command
    files = [str(path / "in")] * (name != "gen")
    arguments = [*options, "--jobs", "1", "-q", *files]
    try:
        return int(tool.main(arguments, prog_name=f"sudoku-{name}", standalone_mode=False))
    except click.exceptions.Exit as ended:
        return ended.exit_code


@pytest.fixture(scope="module")
def by_the_record() -> object:
    """Let every record be written, and marked, by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(output, "BUFFER", 1)
        patch.setattr(resume, "SECONDS", 0)
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.mark.usefixtures("by_the_record")
@pytest.mark.parametrize("command", COMMANDS)
def test_any_cut(command: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "in").write_text(COMMANDS[command])
        status = run(f"{command} -o {path}/whole", path)
        whole = (path / "whole").read_bytes()
        command = f"{command} --resume -o {path}/out"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ResumableOutput, "finish", _cut)
            patch.setattr(ResumableOutput, "abandon", lambda _: None)
            with pytest.raises(CutError):
                run(command, path)
        left = {name: (path / name).read_bytes() for name in ("out.part", "out.resume")}
        assert left["out.part"] == whole
        assert left["out.resume"].count(b"\n") >= 3

        @given(st.integers(0, len(whole)), st.integers(0, 9), st.binary(max_size=3))
        @settings(max_examples=12)
        def goes_on(length: int, notes: int, garbage: bytes) -> None:
            (path / "out.part").write_bytes(left["out.part"][:length])
            first, *marks = left["out.resume"].splitlines(keepends=True)
            kept = marks[: len(marks) * notes // 9]
            (path / "out.resume").write_bytes(first + b"".join(kept) + garbage.replace(b"\n", b""))
            assert run(command, path) == status
            assert (path / "out").read_bytes() == whole
            assert sorted(os.listdir(path)) == ["in", "out", "out.resume", "whole"]
            assert run(command, path) == Exit.DONE

        goes_on()


@pytest.mark.usefixtures("by_the_record")
def test_output_is_on_the_disk_before_its_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    monkeypatch.setattr(os, "fsync", calls.append)
    monkeypatch.setattr(resume, "write_all", lambda descriptor, _: calls.append(descriptor))
    run(f"gen -n 3 --seed 1 --resume -o {tmp_path}/out", tmp_path)
    notes, part = calls[3:5]  # FILE.resume is begun twice and rewritten at the end.
    assert calls == 4 * [notes] + (len(calls) - 6) // 2 * [part, notes] + 2 * [notes]
    assert part != notes


WHOLE = '[[9,""],[0,""],9,0,9,false,false]'


@cases
def test_notes_that_no_run_wrote_are_no_marks(note: str, tmp_path: Path) -> None:
    path = tmp_path / "out"
    written = Fingerprint()
    written.add(bytes(5))
    mark = resume.Mark(written.place, records=1, passed=1)
    with click.Context(click.Command("test")) as context:
        context.params = {"seed": "1"}
        (tmp_path / "out.resume").write_bytes(
            resume._line(resume.asked()) + resume._line(mark) + note.encode() + b"\n"
        )
        (tmp_path / "out.part").write_bytes(bytes(10))
        resumed = ResumableOutput(str(path))
        assert resumed.done == mark
        resumed.abandon()


def _cut(self: ResumableOutput) -> None:
    self.flush()
    raise CutError


@pytest.fixture
def cut(tmp_path: Path, by_the_record: object) -> Callable[[str], None]:  # noqa: ARG001
    """Return what leaves a run of `mask --resume -o out in` cut in the middle of a record."""

    def cut_run(options: str) -> None:
        (tmp_path / "in").write_text(GRIDS)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ResumableOutput, "finish", _cut)
            patch.setattr(ResumableOutput, "abandon", lambda _: None)
            with pytest.raises(CutError):
                run(f"mask {options} --resume -o {tmp_path}/out", tmp_path)
        part = tmp_path / "out.part"
        part.write_bytes(part.read_bytes()[:-30])

    return cut_run


@cases
def test_other_options_change_nothing(
    tmp_path: Path, cut: Callable[[str], None], options: str, message: str
) -> None:
    cut("--seed 1 --minimal")
    _refused(tmp_path, options, message)


@pytest.mark.parametrize("record", [0, 2, 7])
def test_a_changed_part_changes_nothing(
    tmp_path: Path, cut: Callable[[str], None], record: int
) -> None:
    cut("--seed 1 --minimal")
    lines = (tmp_path / "out.part").read_bytes().split(b"\n")
    lines[2 * record + 1] = lines[2 * record + 1].swapcase()
    (tmp_path / "out.part").write_bytes(b"\n".join(lines))
    message = "out.part was changed; delete {0}.part and {0}.resume to start over"
    _refused(tmp_path, "--seed 1 --minimal", message.format(f"{tmp_path}/out"))


CHANGED = [
    GRIDS.replace("note 1", "NOTE 1"),
    "".join(GRIDS.splitlines(keepends=True)[:12]),
    "",
]


@pytest.mark.parametrize("text", CHANGED)
def test_another_input_changes_nothing(
    tmp_path: Path, cut: Callable[[str], None], text: str
) -> None:
    cut("--seed 1 --minimal")
    (tmp_path / "in").write_text(text)
    message = "the input has changed since the run began; delete {0}.part and {0}.resume"
    message = f"out: {message} to start over".format(f"{tmp_path}/out")
    _refused(tmp_path, "--seed 1 --minimal", message)


@pytest.mark.parametrize("text", [*CHANGED, GRIDS + "\n"])
def test_another_input_after_the_end_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "in").write_text(GRIDS)
    run(f"mask --seed 1 --minimal --resume -o {tmp_path}/out", tmp_path)
    (tmp_path / "in").write_text(text)
    message = "the input has changed since it was read; delete {}.resume to start over"
    _refused(tmp_path, "--seed 1 --minimal", f"out: {message.format(f'{tmp_path}/out')}")


@pytest.mark.parametrize("content", [None, b"", b"other", b"more"])
def test_a_changed_output_is_refused(tmp_path: Path, content: bytes | None) -> None:
    (tmp_path / "in").write_text(GRIDS)
    run(f"mask --seed 1 --minimal --resume -o {tmp_path}/out", tmp_path)
    whole = (tmp_path / "out").read_bytes()
    (tmp_path / "out").unlink()
    if content is not None:
        (tmp_path / "out").write_bytes(whole + content if content == b"more" else content)
    message = f"out is missing or was changed; delete {tmp_path}/out.resume to start over"
    _refused(tmp_path, "--seed 1 --minimal", message)


def test_another_pattern_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in").write_text(GRIDS)
    (tmp_path / "places").write_text(9 * "1.1.1.1.1\n")
    options = f"--seed 1 --pattern {tmp_path}/places --any"
    run(f"mask {options} --resume -o {tmp_path}/out", tmp_path)
    (tmp_path / "places").write_text(9 * "1.1.1...1\n")
    message = "the input has changed since it was read; delete {}.resume to start over"
    _refused(tmp_path, options, f"out: {message.format(f'{tmp_path}/out')}")


def _refused(path: Path, options: str, message: str) -> None:
    left = {name: (path / name).read_bytes() for name in os.listdir(path)}
    with pytest.raises(SudokuError) as raised:
        run(f"mask {options} --resume -o {path}/out", path)
    assert str(raised.value).removeprefix(f"{path}/") == message
    assert {name: (path / name).read_bytes() for name in os.listdir(path)} == left


def test_a_killed_run_goes_on(shell: Shell, tmp_path: Path) -> None:
    options = "sudoku-mask --seed 1 --minimal --jobs 2"
    lines = shell("sudoku-gen -n 600 --format line --seed 1").out.splitlines(keepends=True)
    whole = shell(options, "".join(lines)).out
    with subprocess.Popen(
        [*options.split(), "--resume", "-o", "out"], cwd=tmp_path, stdin=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        process.stdin.writelines(lines[:300])
        process.stdin.flush()
        while not _marks(tmp_path / "out.resume"):
            time.sleep(0.01)
        locked = shell(f"{options} --resume -o out", "".join(lines), status=2)
        assert locked.err == "sudoku-mask: out.part: in use by another run\n"
        process.send_signal(signal.SIGKILL)
    assert (tmp_path / "out.part").stat().st_size
    assert not shell(f"{options} --resume -o out", "".join(lines)).err
    assert (tmp_path / "out").read_text() == whole
    complete = shell(f"{options} --resume -o out", "".join(lines))
    assert complete.err == "sudoku-mask: out: complete\n"
    changed = shell(f"{options} --resume -o out", "".join(lines[:300]), status=2)
    text = "the input has changed since it was read; delete out.resume to start over"
    assert changed.err == f"sudoku-mask: out: {text}\n"


def _marks(notes: Path) -> int:
    return max(notes.read_bytes().count(b"\n") - 1, 0) if notes.exists() else 0


def test_what_a_signal_ends_loses_nothing(tmp_path: Path) -> None:
    command = "exec sudoku-mask --seed 1 --clues 30 --resume -o out"
    with subprocess.Popen(
        ["bash", "-c", command], cwd=tmp_path, stdin=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        process.stdin.write(GRIDS)
        process.stdin.flush()
        while not _marks(tmp_path / "out.resume"):
            time.sleep(0.01)
        process.terminate()
    assert process.returncode == -signal.SIGTERM
    assert (tmp_path / "out.part").read_text().count("note") == 9


def test_a_full_disk_loses_no_whole_record(shell: Shell, tmp_path: Path) -> None:
    command = "sudoku-gen -n 2000 --seed 1 --size 6 --resume -o out"
    ran = shell(f"ulimit -f 100; {command}", status=2)
    assert ran.err == "sudoku-gen: out: file too large\n"
    assert sorted(os.listdir(tmp_path)) == ["out.part", "out.resume"]
    assert (tmp_path / "out.part").stat().st_size == 102400
    assert re.search(r"^sudoku-gen: [1-9]\d+ records done$", shell(f"{command} -v").err, re.M)
    whole = shell(command.replace("--resume -o out", "")).out
    assert (tmp_path / "out").read_text() == whole


@pytest.mark.parametrize("suffix", ["part", "resume"])
def test_links_and_pipes_beside_the_output_are_refused(
    shell: Shell, tmp_path: Path, suffix: str
) -> None:
    command = "timeout 60 sudoku-solve --resume -o out"
    shell(f"{command} && rm out", EASY)
    (tmp_path / "out.part").touch()
    (tmp_path / f"out.{suffix}").rename(tmp_path / "others")
    kept = (tmp_path / "others").read_bytes()
    for make in ("ln -s others", "ln -s /dev/zero", "ln -s nowhere", "mkfifo"):
        shell(f"{make} out.{suffix}")
        ran = shell(command, EASY, status=2)
        (tmp_path / f"out.{suffix}").unlink()
        assert ran.err == f"sudoku-solve: out.{suffix}: not a regular file\n"
    assert (tmp_path / "others").read_bytes() == kept
    assert len(os.listdir(tmp_path)) == 2


def test_nothing_is_left_of_nothing(shell: Shell, tmp_path: Path) -> None:
    shell("sudoku-solve --resume -o out nowhere", status=2)
    assert os.listdir(tmp_path) == []
    for path in ("-", "/dev/null", "/dev/stdout", "."):
        ran = shell(f"sudoku-solve --resume -o {path}", EASY, status=2)
        assert ran.err == f"sudoku-solve: --resume: {path}: not a regular file\n"
    shell("touch out.part")
    ran = shell("sudoku-solve --resume -o out", EASY, status=2)
    assert ran.err == "sudoku-solve: out.part: missing out.resume\n"
    assert os.listdir(tmp_path) == ["out.part"]
