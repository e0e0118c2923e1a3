"""What a seed draws and the order of solutions are part of the interface.

Where another output is meant, list the change in CHANGELOG.md.
"""

import re
from zlib import crc32

import pytest

from sudokutools._support import core
from tests.conftest import Shell

pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core: it takes minutes")

SOME = "-n 3 --size 6 | mask --any --clues 9 |"
"""Puzzles with several solutions."""

OUTPUTS = f"""
f084b3b5 -n 3 --method uniform
eb134ba2 -n 3 --method mix
d5257bd3 -n 3 --size 12
15b7c80f -n 2 --size 15 --method search
25c18009 -n 2 --variant antiknight
f350f3a1 -n 3 | mask --minimal
81db810e -n 3 | mask --clues 30 --symmetry rotate180
59427e41 -n 3 | mask --blanks 50 --symmetry diagonal --keep r1c1r5c5
5bdc379d -n 3 | mask --row-blanks 4-6
34f8b5b9 -n 3 | mask --orbit-minimal --symmetry full
94c92e06 -n 2 | mask --level easy
57095fc1 | mask --rating 3.0-3.4
0b69a278 | mask --technique x-wing
d5929446 | mask --only singles,pointing --technique pointing
3f3bf0bc -n 2 | mask --scale hodoku --level hard
be614d66 | mask --scale hodoku --rating 700-760 --symmetry rotate180
f85ff70b | mask --scale hodoku --technique "Naked triple"
bf933362 -n 2 | mask --cages
de6ee13c | mask --cages 2-4 --level medium
eabcf634 | mask --cages 3-3 --clues 5
c440f52f | mask --less 40
3b885465 | mask --parity 50 --minimal
ce8f492e | mask --add arrow=1 --add whisper=2
9c345260 --size 6 -n 9 | mask --orbit-minimal --symmetry mirror
f3f3b5f4 --size 6 | mask --minimal --weights
5db54a9b --size 6 | mask --cages -n 3
1b6dcdd0 --size 6 -n 5 | mask --clues 14
591b3429 --size 6 -n 5 | mask --row-blanks 2-4
b3ef56b6 --size 6 -n 3 | mask --level easy
6ef51e75 --size 8 -n 3 | mask --minimal --symmetry antidiagonal
4b629c00 --size 12 | mask --clues 72 --symmetry rotate90
7f12964a --size 16 | mask --clues 120
abe1854a --variant x | mask --minimal
5f2b0273 --variant x --size 6 -n 2 | mask --clues 8 --symmetry flip
b685703d {SOME} solve --all --method backtrack
c6d09b77 {SOME} solve --all --method propagate
c6d09b77 {SOME} solve --all --method dlx
f5018e93 {SOME} solve --all --method cdcl
41d34ecc {SOME} solve --random --method backtrack
4a034144 {SOME} solve --random --method dlx
4a034144 {SOME} solve --random
cb600fb1 --variant x --size 6 -n 2 | mask --any --clues 8 | solve --all
"""
"""Check sums of outputs, and what makes them: pipelines that begin with `sudoku-gen`."""


@pytest.mark.parametrize(
    ("expected", "pipeline"), [r.split(" ", 1) for r in OUTPUTS.split("\n")[1:-1]]
)
def test_outputs_stay(shell: Shell, expected: str, pipeline: str) -> None:
    line = re.sub(r"\b(gen|mask|solve(?= --random))", r"sudoku-\1 --seed 1", f"gen {pipeline}")
    line = line.replace("| solve", "| sudoku-solve --limit 30")
    assert f"{crc32(shell(line).out.encode()):08x}" == expected
