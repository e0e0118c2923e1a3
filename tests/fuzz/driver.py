"""Run one target that is Python, with the options of libFuzzer.

    python -m tests.fuzz.driver TARGET [OPTION]... [FOLDER OR FILE]...

atheris, where it is installed, guides it by the coverage of the package; elsewhere, and in the
tests, `mutants` draws inputs at random. Files are run once.
"""

import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parent / "corpus"
ROOT = Path(__file__).parents[2]
SEARCHES = ("solving/engines", "canonical", "generating")
Check = Callable[[bytes], None]


def seeds(target: str) -> list[bytes]:
    """Return the corpus of a target, in the order of its names; never empty."""
    return [path.read_bytes() for path in sorted((CORPUS / target).glob("*"))] or [b""]


def mutants(corpus: list[bytes], seed: object) -> Iterator[bytes]:
    """Yield mutations of a corpus without end, the same from the same seed."""
    draw = random.Random(str(seed))
    while True:
        data = bytearray(draw.choice(corpus))
        for _ in range(draw.choice((1, 1, 2, 4, 16))):
            at, length = draw.randrange(len(data) + 1), draw.choice((1, 1, 2, 8, 64))
            part = draw.choice(
                (
                    draw.randbytes(length),
                    b"",
                    bytes(data[at : at + length]) * 2,
                    draw.choice(corpus)[at : at + length],
                )
            )
            data[at : at + draw.choice((0, length))] = part
        yield bytes(data)


def by_chance(check: Check, corpus: list[bytes], seconds: float) -> None:
    """Check mutations for some seconds, and print how many; inputs that fail are kept."""
    end = time.monotonic() + seconds
    count = 0
    for data in mutants(corpus, time.time_ns()):
        if time.monotonic() > end:
            break
        try:
            check(data)
        except BaseException:
            name = Path("crash")
            name.write_bytes(data)
            print(f"kept in {name.absolute()}")
            raise
        count += 1
    print(f"stat::number_of_executed_units: {count}")


def unguided() -> Iterator[str]:
    """Yield the modules that search, which are slow to instrument and add little guidance."""
    for name in SEARCHES:
        for folder in (ROOT / "sudokutools" / name).rglob("*.py"):
            yield ".".join(folder.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def main() -> None:
    """Run a target as the command line says."""
    target, *rest = sys.argv[1:]
    name = f"tests.fuzz.{target}"
    files = [Path(argument) for argument in rest if Path(argument).is_file()]
    if files:
        check: Check = importlib.import_module(name).check
        for file in files:
            check(file.read_bytes())
        return
    try:
        atheris: Any = importlib.import_module("atheris")
    except ImportError:
        options = dict(argument.lstrip("-").split("=", 1) for argument in rest if "=" in argument)
        seconds = float(options.get("max_total_time", 10))
        by_chance(importlib.import_module(name).check, seeds(target), seconds)
        return
    # Modules imported later are guided as well.
    guided = atheris.instrument_imports(include=["sudokutools"], exclude=list(unguided()))
    guided.__enter__()
    atheris.Setup([target, *rest], importlib.import_module(name).check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
