"""Run commands of ours and of others, and take their times."""

import json
import os
import re
import resource
import shlex
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from subprocess import PIPE
from time import perf_counter
from typing import NamedTuple

LIMIT = 10
"""CPU seconds after which an engine gives a puzzle up; by the clock with two jobs."""

NOTHING = Path(os.devnull)


class Missing(Exception):  # noqa: N818 - the cell stays as it was: not an error.
    """A figure cannot be measured, for the reason in the text."""


class Lines(NamedTuple):
    """The input of a command, repeated to the number of lines that it takes."""

    pipe: str = ""
    """The commands of ours that make `{n}` lines."""
    distinct: int = 0
    """How many are made; 0: as many as the command takes."""
    collection: str = ""
    """Instead of a pipeline: a part of the name of a file of `--puzzles`."""


@dataclass
class Bench:
    """Where a row is measured."""

    builds: Mapping[str, Path]
    """The folders of our commands by compiler, the usual one first."""
    folder: Path
    """Of the files of the row."""
    puzzles: Path | None = None
    fewer: int = 1
    """What divides the numbers of records."""
    solutions: dict[tuple[Lines, int], int | None] = field(default_factory=dict)
    """How many solutions each puzzle has, as the first method said."""

    def run(
        self, pipe: str, source: Path, target: Path, core: str = "", compiler: str = ""
    ) -> tuple[float, float]:
        """Run a pipeline. Return CPU and wall seconds. Missing: it failed."""
        commands = self.builds.get(compiler or next(iter(self.builds)))
        if commands is None:
            raise Missing(f"--commands {compiler}=DIR")
        env = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        env["PATH"] = os.pathsep.join([str(commands), os.environ["PATH"], "/usr/games"])
        env["SUDOKUTOOLS_CORE"] = core
        words = ["bash", "-o", "pipefail", "-c", pipe] if " | " in pipe else shlex.split(pipe)
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        with source.open("rb") as stdin, target.open("wb") as stdout:
            try:
                ran = subprocess.run(words, stdin=stdin, stdout=stdout, stderr=PIPE, env=env)
            except FileNotFoundError:
                raise Missing(f"no program {words[0]}") from None
        wall, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        if ran.returncode:
            message = ran.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            raise Missing(f"{pipe}: {message}")
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall

    def file(self, lines: Lines, number: int) -> Path:
        """Return the file with a number of such lines, made on first use."""
        path = self.folder / str(abs(hash((lines, number))))
        if not path.exists():
            made = max(1, lines.distinct // self.fewer) if lines.distinct else number
            if lines.collection:
                those = self.collection(lines.collection)
            else:
                self.run(lines.pipe.format(n=made), NOTHING, path)
                those = path.read_bytes().splitlines(keepends=True)
            with path.open("wb") as file:
                file.writelines(islice(cycle(those), number))
        return path

    def collection(self, name: str) -> list[bytes]:
        """Return the puzzles of a collection, lines of 81 signs."""
        found = sorted(self.puzzles.glob(f"*{name}*")) if self.puzzles else []
        if not found:
            raise Missing(f"--puzzles DIR with a file *{name}*")
        lines = found[0].read_bytes().splitlines()
        return [line[:81] + b"\n" for line in lines if len(line) >= 81 and line[:1] != b"#"]


class Timed(NamedTuple):
    """A pipeline: CPU seconds for each of `{n}` records, as a multiple, and by the clock."""

    columns: tuple[str, ...]
    command: str
    number: int = 1
    input: Lines | None = None
    core: str = ""
    compiler: str = ""
    beside: str = ""
    """The command that the multiple is of, on the same input."""
    rate: str = ""
    """What finds the rate in the output of a program that times itself, by the clock."""

    def take(self, bench: Bench) -> tuple[float, ...]:
        """Return the measure of each column."""
        number = max(1, self.number // bench.fewer)
        source = bench.file(self.input, number) if self.input else NOTHING
        beside, _ = bench.run(self.beside, source, NOTHING) if self.beside else (1.0, 1.0)
        target = bench.folder / "output" if self.rate else NOTHING
        pipe = self.command.format(n=number, file=source)
        cpu, wall = bench.run(pipe, source, target, self.core, self.compiler)
        if self.rate:
            rates = re.findall(self.rate, target.read_text())
            return (cpu / wall / float(rates[0]),)  # The share of the time that it had a processor.
        return (cpu / number, cpu / beside, wall / number)[: len(self.columns)]


class Solved(NamedTuple):
    """Puzzles solved by a method of `engines.py`: a statistic of the seconds for each column."""

    columns: tuple[str, ...]
    method: str
    statistics: tuple[Callable[[list[float]], float], ...]
    input: Lines
    number: int
    limit: int = 0
    """CPU seconds for each puzzle; 0: no limit."""

    def take(self, bench: Bench) -> tuple[float, ...]:
        """Return the measure of each column."""
        puzzles = bench.file(self.input, max(1, self.number // bench.fewer))
        script, target = Path(__file__).with_name("engines.py"), bench.folder / "answers"
        # The library is that of the build, not the one of the folder that this is started in.
        words = ["python", "-P", str(script), self.method, str(puzzles), str(self.limit)]
        bench.run(shlex.join(words), NOTHING, target)
        answers = [json.loads(line) for line in target.read_text().splitlines()]
        for at, (count, _) in enumerate(answers):
            known = bench.solutions.setdefault((self.input, at), count)
            if known != count and None not in (known, count):
                raise SystemExit(f"puzzle {at} has {known} solutions, but {count} by {self.method}")
        return tuple(
            statistic([seconds for _, seconds in answers]) for statistic in self.statistics
        )
