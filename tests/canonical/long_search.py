"""Long tests of canonical forms, run by hand on files of 9x9 `line` records.

    python -m tests.canonical.long_search MODE FILE

    brute      compare with all 3,359,232 maps, 40 ms per record
    images     compare the forms of each record and its images
    classes    count different classes, and records with symmetries
    symmetry   uniform complete grids: compare the number of automorphisms with the expected one

For example, after `sudoku-gen -n 9000000 --format line`: `... symmetry -`.

Each reads FILE (`-`: standard input) in blocks, prints one line and fails on a difference. The
49,158 known 17-clue puzzles are 49,158 classes without symmetries.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import TextIO

from sudokutools._support.streams import Stream
from sudokutools.canonical.form import canonical_lines
from tests.canonical.samples import block, image, read

# The classes of complete grids (Ed Russell and Frazer Jarvis, 2006), the grids (Bertram
# Felgenhauer and Frazer Jarvis, 2005), and the maps. By Burnside's lemma their ratio is the
# average number of automorphisms.
CLASSES = 5_472_730_538
GRIDS = 6_670_903_752_021_072_936_960
MAPS = 3_359_232 * 362_880
# The variance of the number of automorphisms over its excess above 1: most symmetric grids have 2.
SPREAD = 1.35


def blocks(file: TextIO, size: int) -> Iterator[list[str]]:
    """Yield the records of a file in blocks."""
    records = (line[:81] for line in file if not line.startswith("#"))
    while lines := list(islice(records, size)):
        yield lines


def forms(lines: list[str]) -> tuple[list[str], list[int]]:
    """Return the canonical forms and the automorphisms of some records."""
    text, counts = canonical_lines("".join(lines).encode(), len(lines))
    assert all(counts), "a record breaks the rules"
    return text.decode().split(), list(counts)


def brute(file: TextIO) -> str:
    compiler = shutil.which("cc")
    assert compiler, "no C compiler"
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "brute"
        source = Path(__file__).with_name("brute.c")
        subprocess.run([compiler, "-O2", "-o", program, source], check=True)
        for lines in blocks(file, 100):
            text = "\n".join(lines).replace("0", ".") + "\n"
            output = subprocess.run(
                [program], input=text, capture_output=True, text=True, check=True
            ).stdout.split()
            assert forms(lines) == (output[::2], list(map(int, output[1::2])))
            number += len(lines)
    return f"{number} records as by brute force"


def images(file: TextIO) -> str:
    number = 0
    for lines in blocks(file, 1000):
        grids = [read(line) for line in lines]
        expected = forms(lines)
        for attempt in range(4):
            stream = Stream("long", "images", 4 * number + attempt)
            moved = block([image(grid, stream) for grid in grids]).decode().replace("0", ".")
            assert forms([moved[at : at + 81] for at in range(0, len(moved), 81)]) == expected
        assert forms(expected[0]) == expected
        number += len(lines)
    return f"{number} records: 4 images each have the form of the record"


def classes(file: TextIO) -> str:
    found: set[str] = set()
    number = symmetric = 0
    for lines in blocks(file, 10_000):
        text, counts = forms(lines)
        found.update(text)
        number += len(lines)
        symmetric += sum(count > 1 for count in counts)
    return f"{number} records, {len(found)} classes, {symmetric} records with symmetries"


def symmetry(file: TextIO) -> str:
    number = extra = 0
    for lines in blocks(file, 10_000):
        number += len(lines)
        extra += sum(forms(lines)[1]) - len(lines)
    expected = number * (CLASSES * MAPS / GRIDS - 1)
    deviation = sqrt(SPREAD * expected)
    assert abs(extra - expected) < 4 * deviation + 1
    return (
        f"{number} grids, {extra} automorphisms besides the identity,"
        f" expected {expected:.1f} (standard deviation {deviation:.1f})"
    )


def main() -> None:
    tests = {"brute": brute, "images": images, "classes": classes, "symmetry": symmetry}
    if len(sys.argv) != 3 or sys.argv[1] not in tests:
        raise SystemExit(__doc__)
    if sys.argv[2] == "-":
        print(tests[sys.argv[1]](sys.stdin))
    else:
        with open(sys.argv[2], encoding="ascii") as file:
            print(tests[sys.argv[1]](file))


if __name__ == "__main__":
    main()
