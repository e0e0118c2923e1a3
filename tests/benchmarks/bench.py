"""Where measuring takes place: our commands, the programs of others, and the files of a row."""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks import pipes

ROOT = Path(__file__).parents[2]

RECORD = "docs/benchmarks.md"
"""The page that holds the tables."""

QUICKER = 200
"""By what `--quick` divides the numbers of puzzles."""

PEERS = {"tdoku": "run_benchmark", "prototype": "", "qqwing": "qqwing", "solo": "sgt-solo"}
"""Other programs that are measured for comparison, and how they are found without `--peer`."""


class Missing(Exception):  # noqa: N818 - the cell stays as it was: not an error.
    """Something that a figure needs is missing; the text names it."""


class Build(NamedTuple):
    """An installation: the folder with its commands, and the compiler of its core."""

    commands: Path
    compiler: str


class Answer(NamedTuple):
    """How many solutions a puzzle has, up to 2, and the CPU seconds; None: not within the limit."""

    solutions: int | None
    seconds: float


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
        """Return how many puzzles to take where a full run takes `number`."""
        return max(least, full // QUICKER) if self.is_quick else full

    def commands(self, compiler: str = "") -> Path:
        """Return the folder with our commands, by a compiler or the usual one."""
        if compiler and compiler not in self.builds:
            raise Missing(f"a build by {compiler}")
        return self.builds[compiler or next(iter(self.builds))].commands

    @cached_property
    def variants(self) -> list[str]:
        """Return the cores that the processor has, the fastest first."""
        return self.output(
            "python -c 'from sudokutools._support import core; print(*core.variants())'"
        ).decode().split()  # fmt: skip

    def output(self, pipe: str, stdin: Path | None = None) -> bytes:
        return pipes.output(pipe, stdin, environment=pipes.surroundings(self.commands()))

    def usage(
        self, pipe: str, stdin: Path | None = None, variant: str = "", compiler: str = ""
    ) -> pipes.Usage:
        """Return the usage of a pipeline, with a core and a build of ours."""
        if variant and variant not in self.variants:
            raise Missing(f"a processor with {variant}")
        surroundings = pipes.surroundings(self.commands(compiler), variant)
        _, usage = pipes.watched(pipe, stdin, environment=surroundings, stdout=subprocess.DEVNULL)
        return usage

    def watched(self, pipe: str) -> tuple[bytes, pipes.Usage]:
        return pipes.watched(pipe, environment=pipes.surroundings(self.commands()))

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
        environment = pipes.surroundings(self.commands()) | {"PYTHONPATH": str(here)}
        command = f"python -P -m tests.benchmarks.library {method} {puzzles} {limit}"
        answers = json.loads(pipes.output(command, environment=environment))
        if isinstance(answers, str):
            raise Missing(answers)
        return [Answer(*answer) for answer in answers]

    def agree(self, counts: list[int | None]) -> None:
        """Keep how many solutions the puzzles of the row have; end if another method said else."""
        known = self.known or counts
        if any(None not in pair and pair[0] != pair[1] for pair in zip(known, counts, strict=True)):
            raise SystemExit(f"two methods differ: {known} and {counts} solutions")
        self.known = [b if a is None else a for a, b in zip(known, counts, strict=True)]

    def needs(self, module: str) -> None:
        """Raise `Missing` where a module is not installed."""
        asked = f"from importlib.util import find_spec; print(find_spec({module!r}) is None)"
        if self.output(f"python -c {shlex.quote(asked)}") == b"True\n":
            raise Missing(f"pip install {module}")

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
        self.files.mkdir()
        try:
            yield
        finally:
            shutil.rmtree(self.files)
            self.known = []

    @property
    def files(self) -> Path:
        return self.folder / "files"

    def file(self, name: str, make: Callable[[], bytes]) -> Path:
        """Return a file of the row, made on first use."""
        path = self.files / re.sub(r"\W+", "-", name)
        if not path.exists():
            path.write_bytes(make())
        return path

    def made(self, pipe: str) -> Path:
        """Return the file of the row with the output of a pipeline of our commands."""
        return self.file(pipe, lambda: self.output(pipe))

    def repeated(self, name: str, lines: Callable[[], list[bytes]], number: int) -> Path:
        """Return a file of the row with `number` lines, repeating a set."""

        def text() -> bytes:
            those = lines()
            times, rest = divmod(number, len(those))
            return b"\n".join([*those, b""]) * times + b"\n".join([*those[:rest], b""])

        return self.file(f"{name} {number}", text)
