"""Where measuring takes place: our commands, the programs of others, and the files of a row."""

import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

RECORD = "docs/benchmarks.md"
"""The page that holds the tables."""

QUICKER = 200
"""By what `--quick` divides the numbers of puzzles."""

PEERS = {"tdoku": "run_benchmark", "qqwing": "qqwing", "solo": "sgt-solo"}
"""Other programs that are measured for comparison, and how they are found without `--peer`."""


class Missing(Exception):  # noqa: N818 - the cell stays as it was: not an error.
    """Something that a figure needs is missing; the text names it."""


class PipeError(Exception):
    """A command of a pipeline failed; the text is its first message."""


class Build(NamedTuple):
    """An installation: the folder with its commands, and the compiler of its core."""

    commands: Path
    compiler: str


class Answer(NamedTuple):
    """How many solutions a puzzle has, up to 2, and the CPU seconds; None: not within the limit."""

    solutions: int | None
    seconds: float


class Ran(NamedTuple):
    """The output of a pipeline, and the seconds that it took with all that its commands started."""

    out: bytes
    cpu: float
    wall: float


@dataclass
class Bench:
    folder: Path
    builds: Mapping[str, Build]
    """The installations by compiler; the first is the usual one."""
    peers: Mapping[str, str] = field(default_factory=dict)
    puzzles: Path | None = None
    is_quick: bool = False
    known: list[int | None] = field(default_factory=list)
    """How many solutions the puzzles of the row have, as far as a method said."""

    def number(self, full: int, least: int = 1) -> int:
        """Return how many puzzles to take where a full run takes `full`."""
        return max(least, full // QUICKER) if self.is_quick else full

    @cached_property
    def variants(self) -> list[str]:
        """The cores that the processor has, the fastest first."""
        names = "from sudokutools._support import core; print(*core.variants())"
        return self.run(f"python -c '{names}'").out.decode().split()

    def run(
        self,
        pipe: str,
        stdin: Path | None = None,
        variant: str = "",
        compiler: str = "",
        stdout: int = subprocess.PIPE,
        **more: str,
    ) -> Ran:
        """Run a pipeline of our commands with a core and a build of ours, and more variables.

        It has words as in a shell, and ` | ` between its commands. PipeError: one has failed.
        """
        if compiler and compiler not in self.builds:
            raise Missing(f"a build by {compiler}")
        if variant and variant not in self.variants:
            raise Missing(f"a processor with {variant}")
        commands = self.builds[compiler or next(iter(self.builds))].commands
        env = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        env["PATH"] = f"{commands}{os.pathsep}{os.environ['PATH']}"
        env["SUDOKUTOOLS_CORE"] = variant
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        out = piped(pipe, stdin, env | more, stdout)
        wall, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Ran(out, cpu, wall)

    def peer(self, name: str) -> str:
        """Return the program of others of this name, quoted for a pipe."""
        program = self.peers.get(name) or PEERS[name]
        path = shutil.which(program, path=f"{os.environ['PATH']}:/usr/games") if program else None
        if path is None:
            raise Missing(f"--peer {name}=PROGRAM")
        return shlex.quote(str(Path(path).absolute()))

    def library(self, method: str, puzzles: Path, limit: int = 0) -> list[Answer]:
        """Return the answers of a method in Python to the puzzles of a file.

        The limit is of CPU seconds for each; 0: no limit.
        """
        here = self.folder / "here"
        here.mkdir(exist_ok=True)
        if not (here / "tests").exists():
            (here / "tests").symlink_to(ROOT / "tests")
        # The library is that of the build, never the one of the folder that this is started in.
        command = f"python -P -m tests.benchmarks.library {method} {puzzles} {limit}"
        answers = json.loads(self.run(command, PYTHONPATH=str(here)).out)
        if isinstance(answers, str):
            raise Missing(answers)
        return [Answer(*answer) for answer in answers]

    def agree(self, counts: list[int | None]) -> None:
        """Keep how many solutions the puzzles of the row have; end if another method said else."""
        known = self.known or counts
        if any(None not in pair and pair[0] != pair[1] for pair in zip(known, counts, strict=True)):
            raise SystemExit(f"two methods differ: {known} and {counts} solutions")
        self.known = [b if a is None else a for a, b in zip(known, counts, strict=True)]

    def collection(self, name: str) -> list[bytes]:
        """Return the puzzles of a collection that is not ours, lines of 81 signs."""
        found = sorted(self.puzzles.glob(f"*{name}*")) if self.puzzles else []
        if not found:
            raise Missing(f"--puzzles DIR with a file *{name}*")
        lines = found[0].read_bytes().splitlines()
        return [line[:81] for line in lines if len(line) >= 81 and line[:1] != b"#"]

    @contextmanager
    def row(self) -> Iterator[None]:
        """Keep the files of a row until it is done."""
        (self.folder / "files").mkdir()
        try:
            yield
        finally:
            shutil.rmtree(self.folder / "files")
            self.known = []

    def file(self, name: str, make: Callable[[], bytes]) -> Path:
        """Return a file of the row, made on first use."""
        path = self.folder / "files" / re.sub(r"\W+", "-", name)
        if not path.exists():
            path.write_bytes(make())
        return path

    def made(self, pipe: str) -> Path:
        """Return the file of the row with the output of a pipeline of our commands."""
        return self.file(pipe, lambda: self.run(pipe).out)

    def repeated(self, name: str, lines: Callable[[], list[bytes]], number: int) -> Path:
        """Return a file of the row with `number` lines, repeating a set."""

        def text() -> bytes:
            those = lines()
            times, rest = divmod(number, len(those))
            return b"\n".join([*those, b""]) * times + b"\n".join([*those[:rest], b""])

        return self.file(f"{name} {number}", text)


def piped(pipe: str, stdin: Path | None, env: Mapping[str, str], stdout: int) -> bytes:
    """Return the output of a pipeline, run without a shell. PipeError: a status other than 0."""
    commands = [shlex.split(part) for part in pipe.split(" | ")]
    processes: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryFile() as said:
        for words in commands:
            program = shutil.which(words[0], path=env["PATH"]) or words[0]
            source = processes[-1].stdout if processes else (stdin or Path(os.devnull)).open("rb")
            target = stdout if len(processes) + 1 == len(commands) else subprocess.PIPE
            words = [program, *words[1:]]
            processes.append(
                subprocess.Popen(words, stdin=source, stdout=target, stderr=said, env=env)
            )
            if source:
                source.close()
        text, _ = processes[-1].communicate()
        statuses = [process.wait() for process in processes]
        if any(statuses):
            said.seek(0)
            raise PipeError(f"{pipe}: {said.readline().decode(errors='replace').strip()}")
    return text or b""
