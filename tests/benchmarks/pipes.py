"""Run pipelines without a shell, and measure their usage."""

import os
import resource
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import NamedTuple


class PipeError(Exception):
    """A command of a pipeline failed; the text is its first message."""


class Usage(NamedTuple):
    """The seconds that a pipe took, with all that its commands started."""

    cpu: float
    wall: float


def surroundings(commands: Path, variant: str = "") -> dict[str, str]:
    """Return the environment for the commands of a folder, and for one core of them."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    kept["PATH"] = f"{commands}{os.pathsep}{os.environ['PATH']}"
    kept.pop("SUDOKUTOOLS_CORE", None)
    return kept | ({"SUDOKUTOOLS_CORE": variant} if variant else {})


def output(
    pipe: str,
    stdin: Path | None = None,
    *,
    environment: Mapping[str, str],
    stdout: int = subprocess.PIPE,
) -> bytes:
    """Return the output of a pipeline: words as in a shell, commands with ` | ` between them.

    A status other than 0 raises `PipeError`.
    """
    commands = [shlex.split(part) for part in pipe.split(" | ")]
    processes: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryFile() as said:
        for words in commands:
            program = shutil.which(words[0], path=environment["PATH"]) or words[0]
            source = processes[-1].stdout if processes else (stdin or Path(os.devnull)).open("rb")
            is_last = len(processes) + 1 == len(commands)
            processes.append(
                subprocess.Popen(
                    [program, *words[1:]],
                    stdin=source,
                    stdout=stdout if is_last else subprocess.PIPE,
                    stderr=said,
                    env=environment,
                )
            )
            if source:
                source.close()
        text, _ = processes[-1].communicate()
        statuses = [process.wait() for process in processes]
        if any(statuses):
            said.seek(0)
            raise PipeError(f"{pipe}: {said.readline().decode(errors='replace').strip()}")
    return text or b""


def watched(
    pipe: str,
    stdin: Path | None = None,
    *,
    environment: Mapping[str, str],
    stdout: int = subprocess.PIPE,
) -> tuple[bytes, Usage]:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    text = output(pipe, stdin, environment=environment, stdout=stdout)
    wall, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return text, Usage(cpu, wall)
