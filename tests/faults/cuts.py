"""Interrupt runs at random places: nothing may be lost or written twice.

    python -m tests.faults.cuts [--cuts N] [--seed S]

Each run is a forked process in which one system call, drawn at random, ends the process or fails:
SIGKILL, a power failure (losing data that was not synced), a signal, a full or broken disk. With
`--resume`, runs are interrupted until one completes, and the file must equal that of an undisturbed
run. Without it the old file must remain. On standard output, the text so far and the continuation
with `--start` or the remaining input must give the whole. 10,000 cuts take about five minutes.
"""

import argparse
import errno
import os
import random
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sudokutools.cli.run import output, resume
from tests.cli.puzzles import EASY, EASY_SOLUTION
from tests.cli.test_resume import COMMANDS
from tests.forks import run_here

KILL, POWER, FULL, BROKEN = "killed", "power gone", "disk full", "disk broken"
SIGNALS = {"terminated": signal.SIGTERM, "hung up": signal.SIGHUP, "interrupted": signal.SIGINT}
KINDS = [KILL, POWER, FULL, BROKEN, *SIGNALS]
CALLS = ("open", "read", "write", "fsync", "ftruncate", "replace", "close")
MOST_CALLS = 70

# Commands for standard output, their input, and how to continue after a number of records.
STREAMS: dict[str, tuple[str, Callable[[int], str]]] = {
    "gen --seed 1 --format line -n {left} --start {done}": ("", lambda _: ""),
    "mask --seed 1 --clues 40 --format line --start {done}": (
        f"{EASY_SOLUTION}\n" * 12,
        lambda done: f"{EASY_SOLUTION}\n" * (12 - done),
    ),
    "solve": (f"{EASY}\n" * 12, lambda done: f"{EASY}\n" * (12 - done)),
    "check --tag": (f"{EASY}\n" * 12, lambda done: f"{EASY}\n" * (12 - done)),
}
RECORDS = 12


class Ended(NamedTuple):
    """The status of a finished process, negative for a signal, its output and its messages."""

    status: int
    out: str
    printed: str


class Fault:
    """An event at a system call of a process."""

    def __init__(self, kind: str, at: int, draw: random.Random, disk: Path) -> None:
        self.kind = kind
        self.at = at
        self._draw = draw
        self._disk = disk
        self._calls = 0

    def install(self) -> None:
        """Intercept the system calls of this process."""
        for name in CALLS:
            setattr(os, name, self._watch(name, getattr(os, name)))

    def _watch(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any, **options: Any) -> Any:
            if name == "write" and arguments[0] == 2:  # Messages are not on disk.
                return call(*arguments, **options)
            self._calls += 1
            is_full = self.kind == FULL and self._calls > self.at and name == "write"
            if self._calls == self.at or is_full:
                self._strike(name, call, arguments)
            result = call(*arguments, **options)
            if name == "fsync":
                self._keep(arguments[0])
            return result

        return watched

    def _strike(self, name: str, call: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        if self.kind in SIGNALS:
            os.kill(os.getpid(), SIGNALS[self.kind])
            return
        if name == "write" and self._calls == self.at:  # A partial write.
            call(arguments[0], arguments[1][: self._draw.randint(0, len(arguments[1]))])
        if self.kind in (KILL, POWER):
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.kind == BROKEN:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        elif name not in ("read", "close", "ftruncate"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _keep(self, descriptor: int) -> None:
        """Record the synced contents, which survive a power failure."""
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        (self._disk / path.name).write_bytes(path.read_bytes())


def run(command: str, text: str = "", fault: Fault | None = None, jobs: int = 1) -> Ended:
    """Run a command in a separate process with a text on standard input."""
    words = f"sudoku-{command} --jobs {jobs} -q".split()
    status, out, err = run_here(words, text.encode(), fault.install if fault else int)
    return Ended(status, out.decode(errors="surrogateescape"), err.decode())


def lose(folder: Path, disk: Path, draw: random.Random) -> None:
    """Discard data that was not synced, as a power failure does."""
    for name in ("out.part", "out.resume"):
        path = folder / name
        if not path.exists():
            continue
        content = path.read_bytes()
        sure = (disk / name).read_bytes() if (disk / name).exists() else b""
        if content.startswith(sure):
            length = draw.randint(len(sure), len(content))
            rest = draw.choice((b"", bytes(len(content) - length)))
            path.write_bytes(content[:length] + rest)
        else:
            path.write_bytes(draw.choice((content, sure)))
        (disk / name).write_bytes(path.read_bytes())


def was_cut(kind: str, ended: Ended, usual: Ended, command: str) -> bool:
    """Whether a run was interrupted; asserts that it was reported correctly."""
    lines = [line for line in ended.printed.splitlines() if line not in usual.printed.splitlines()]
    if kind in (KILL, POWER):
        found = ended.status == -signal.SIGKILL
        is_fine = not lines
    elif kind in SIGNALS:
        found = ended.status == -SIGNALS[kind]
        is_fine = not lines
    else:
        text = "no space left on device" if kind == FULL else "input/output error"
        found = any(line.endswith(text) for line in lines)
        is_fine = ended.status == 2 and len(lines) == 1 if found else True
    problem = f"{command}, {kind}: status {ended.status}, {ended.printed!r}"
    assert is_fine, problem
    assert found or (ended.status in (0, usual.status) and not lines), problem
    return found


def resumed(command: str, draw: random.Random) -> Counter[str]:
    """Interrupt a run with `--resume` up to eight times; count the kinds of cuts."""
    cuts: Counter[str] = Counter()
    with TemporaryDirectory() as name:
        folder, disk = Path(name, "here"), Path(name, "disk")
        folder.mkdir()
        disk.mkdir()
        files = [] if command.startswith("gen") else [f"{folder}/in"]
        (folder / "in").write_text(COMMANDS[command])
        words = " ".join([command, *files])
        usual = run(f"{words} -o {folder}/whole")
        goes_on = f"{words} --resume -o {folder}/out"
        for _ in range(8):
            kind = draw.choice(KINDS)
            fault = Fault(kind, draw.randint(1, MOST_CALLS), draw, disk)
            ended = run(goes_on, fault=fault, jobs=1 + (draw.random() < 0.05))
            if not was_cut(kind, ended, usual, goes_on):
                break
            cuts[kind] += 1
            if kind == POWER:
                lose(folder, disk, draw)
        ended = run(goes_on)
        assert ended.status in (0, usual.status), (goes_on, cuts, ended)
        assert set(ended.printed.splitlines()) <= set(usual.printed.splitlines()), (
            goes_on,
            cuts,
            ended,
        )
        assert (folder / "out").read_bytes() == (folder / "whole").read_bytes(), (goes_on, cuts)
        left = {"in", "out", "out.resume", "whole"}
        assert set(os.listdir(folder)) == left, (goes_on, cuts, os.listdir(folder))
    return cuts


def replaced(command: str, draw: random.Random) -> Counter[str]:
    """Interrupt a run with `-o` once: the file is either the old or the new one."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").write_text(COMMANDS[command])
        words = command if command.startswith("gen") else f"{command} {folder}/in"
        usual = run(f"{words} -o {folder}/whole")
        (folder / "out").write_text("old")
        kind = draw.choice([kind for kind in KINDS if kind != POWER])
        fault = Fault(kind, draw.randint(1, MOST_CALLS), draw, folder)
        is_cut = was_cut(kind, run(f"{words} -o {folder}/out", fault=fault), usual, words)
        new = (folder / "whole").read_bytes()
        found = (folder / "out").read_bytes()
        assert found == new or (is_cut and found == b"old"), (words, kind, found)
        left = [name for name in os.listdir(folder) if name.startswith(".out")]
        assert not left or kind == KILL, (words, kind, left)
    return Counter({f"{kind}, without --resume": int(is_cut)})


def streamed(command: str, draw: random.Random) -> Counter[str]:
    """Interrupt a run on standard output; with its continuation it must be the whole."""
    text, rest = STREAMS[command]
    words = command.format(left=RECORDS, done=0)
    usual = run(words, text)
    kind = draw.choice([kind for kind in KINDS if kind != POWER])
    with TemporaryDirectory() as disk:
        fault = Fault(kind, draw.randint(1, MOST_CALLS // 3), draw, Path(disk))
        ended = run(words, text, fault)
    is_cut = was_cut(kind, ended, usual, words)
    assert is_cut or ended.out == usual.out, (words, kind)
    done = ended.out.count("\n")
    if done < RECORDS:
        lines = ended.out[: ended.out.rfind("\n") + 1]
        more = run(command.format(left=RECORDS - done, done=done), rest(done)).out
        assert lines + more == usual.out, (words, kind, done)
    return Counter({f"{kind}, on standard output": int(is_cut)})


def cut(number: int, seed: object) -> Counter[str]:
    """Interrupt runs of all commands this often; count the kinds of cuts."""
    draw = random.Random(str(seed))
    resume.SECONDS = 0
    setattr(os, "fsync", id)  # noqa: B010 - records synced data.
    os.environ.pop("SUDOKUTOOLS_CORE", None)
    cuts: Counter[str] = Counter()
    while cuts.total() < number:
        output.BUFFER = draw.choice((1, 1, 300, 1 << 16))
        way, commands = draw.choice(
            ((resumed, COMMANDS), (resumed, COMMANDS), (replaced, COMMANDS), (streamed, STREAMS))
        )
        cuts += way(draw.choice(list(commands)), draw)
    return cuts


def main() -> None:
    """Run the cuts requested on the command line and print the counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.cuts")
    parser.add_argument("--cuts", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    cuts = cut(options.cuts, options.seed)
    for kind, count in sorted(cuts.items()):
        print(f"{count:7,} {kind}")
    print(f"{cuts.total():7,} in all")


if __name__ == "__main__":
    main()
