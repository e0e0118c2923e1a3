"""What most rows measure: rates and times of whole processes on records that are made for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.bench import Bench
from tests.benchmarks.pipes import Usage

Work = Callable[[Bench], tuple[float, ...]]

Source = Callable[[Bench, int], Path]
"""What gives the file with so many records that a command reads."""


def collected(name: str) -> Source:
    """Give the lines of a collection, again and again."""
    return lambda bench, number: bench.repeated(name, lambda: bench.collection(name), number)


def made(pipe: str) -> Source:
    """Give what a pipe of our commands writes, with the number in the place of `{n}`."""
    return lambda bench, number: bench.made(pipe.format(n=number))


def repeated(pipe: str, most: int, width: int | None = None) -> Source:
    """Give what a pipe writes, so many lines at most and so much of each, again and again."""

    def file(bench: Bench, number: int) -> Path:
        distinct = pipe.format(n=bench.number(most))

        def lines() -> list[bytes]:
            return [line[:width] for line in bench.output(distinct).splitlines()]

        return bench.repeated(distinct, lines, number)

    return file


def grids(options: str = "", seed: str = "speed") -> str:
    """Return the command that makes `{n}` complete grids."""
    return " ".join(f"sudoku-gen -n {{n}} --seed {seed} --format line --jobs 1 {options}".split())


def puzzles(options: str, of: str = "", seed: str = "speed") -> str:
    """Return the pipe that makes a puzzle of each of `{n}` grids: options of the two commands."""
    return f"{grids(of, seed)} | sudoku-mask --seed {seed} --jobs 1 {options}"


def used(
    pipe: str,
    number: int,
    source: Source | None = None,
    *,
    peer: str = "",
    variant: str = "",
    compiler: str = "",
) -> Callable[[Bench], tuple[Usage, int]]:
    """Return what tells the usage of a pipe, `{n}` records long, and this number."""

    def work(bench: Bench) -> tuple[Usage, int]:
        records = bench.number(number)
        program = bench.peer(peer) if peer else ""
        file = source(bench, records) if source else None
        line = pipe.format(n=records, peer=program)
        return bench.usage(line, file, variant, compiler), records

    return work


def rate(pipe: str, number: int, source: Source | None = None, **options: str) -> Work:
    """Return what tells how many records a CPU second a pipe does."""

    def work(bench: Bench) -> tuple[float]:
        usage, records = used(pipe, number, source, **options)(bench)
        return (records / usage.cpu,)

    return work


def milliseconds(pipe: str, number: int, source: Source | None = None, **options: str) -> Work:
    """Return what tells the CPU milliseconds a record of a pipe."""

    def work(bench: Bench) -> tuple[float]:
        usage, records = used(pipe, number, source, **options)(bench)
        return (1000 * usage.cpu / records,)

    return work
