"""What most rows measure: rates and times of whole processes on records that are made for it."""

from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.bench import Bench
from tests.benchmarks.pipes import Usage

Work = Callable[[Bench], tuple[float, ...]]

Source = Callable[[Bench, int], Path]
"""Gives the input file of a command with a number of records."""


def collected(name: str) -> Source:
    """Give the lines of a collection, again and again."""
    return lambda bench, number: bench.repeated(name, lambda: bench.collection(name), number)


def made(pipe: str) -> Source:
    """Give the output of a pipeline of our commands, with the number for `{n}`."""
    return lambda bench, number: bench.made(pipe.format(n=number))


def repeated(pipe: str, most: int, width: int | None = None) -> Source:
    """Repeat the output of a pipeline: at most `most` distinct lines, cut to `width`."""

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
    """Return a function that measures the usage of a pipeline on `{n}` records, and this number."""

    def work(bench: Bench) -> tuple[Usage, int]:
        records = bench.number(number)
        program = bench.peer(peer) if peer else ""
        file = source(bench, records) if source else None
        line = pipe.format(n=records, peer=program)
        return bench.usage(line, file, variant, compiler), records

    return work


def rate(pipe: str, number: int, source: Source | None = None, **options: str) -> Work:
    """Return a function that measures how many records per CPU second a pipeline does."""

    def work(bench: Bench) -> tuple[float]:
        usage, records = used(pipe, number, source, **options)(bench)
        return (records / usage.cpu,)

    return work


def milliseconds(pipe: str, number: int, source: Source | None = None, **options: str) -> Work:
    """Return a function that measures the CPU milliseconds per record of a pipeline."""

    def work(bench: Bench) -> tuple[float]:
        usage, records = used(pipe, number, source, **options)(bench)
        return (1000 * usage.cpu / records,)

    return work
