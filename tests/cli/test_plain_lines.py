"""A line has the same answer wherever it stands: as the first, or in and after blocks of lines."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from sudokutools.constraints import KINDS, kind
from sudokutools.constraints.variant_rules import NAMES
from sudokutools.grid.keys import KEYS
from tests.cli.puzzles import EASY_SOLUTION as GRID
from tests.conftest import Shell, sweep

BOXES = "".join(3 * row for row in ("AAABBBCCC", "DDDEEEFFF", "GGGHHHIII"))
WORDS = [
    "box=3x3", "Box=9x1", "box=3x3,boxes=3x3", "boxes=3x3", f"regions={BOXES}", "regions=ABC",
    *(f"variant={name}" for name in NAMES), "houses=r1c1r2c2r3c3", "VARIANT=x", "Odd=r1c1",
    *(f"{key}={kind(key).example}" for key in KINDS), "unknown=r1c1", "arow=r1c1r1c2", "odd=",
    "values=0-8", "grids=samurai", "grids=r1c1r1c3", "level=3", "x=y", "r1c1",
]  # fmt: skip
NOTES = [
    "\t{}",
    " {}",
    ",{}",
    ";{}",
    "#{}",
    " # {}",
    ", ;{}",
    "\ta note {} x=1",
    "\tx=1;{}",
    "\tx{}",
]
FIELDS = [";{}", ";a note,{}", ";x=1 {}"]
PLAIN = f"{GRID};a note"
PLACES = [[], [PLAIN], 4 * [PLAIN], [PLAIN, "# a comment"], [*4 * [PLAIN], "# a comment"]]
COMMANDS = ["sudoku-check", "sudoku-solve", "sudoku-mask --clues 81"]

Spec = list[tuple[str, str]]


def test_words_have_every_key() -> None:
    assert all(any(word.startswith(f"{key}=") for word in WORDS) for key in KEYS)


def spec_of_statements(out: str, err: str, places: Sequence[str]) -> Spec:
    """Pair the output and the messages of the last record up to each place."""
    texts = [text for text in out.splitlines() if not text.startswith(("#", "puzzle;"))]
    step = len(texts) // len(places)
    messages = dict.fromkeys(places, "")
    for message in err.splitlines():
        _, place, text = message.split(": ", 2)
        messages[place] += text
    last = [re.sub(r"^\d+\t", "", text) for text in texts[step - 1 :: step]]
    return list(zip(last, messages.values(), strict=True))


def alone(shell: Shell, folder: Path, command: str, head: list[str], lines: list[str]) -> Spec:
    """Return the answer of a command to each line as a file of its own."""
    names = [f"f{number}" for number in range(len(lines))]
    for name, line in zip(names, lines, strict=True):
        (folder / name).write_text("".join(f"{text}\n" for text in [*head, line]))
    ran = shell(f"{command} --jobs 1 {' '.join(names)}", status=None)
    return spec_of_statements(ran.out, ran.err, [f"{name}:{len(head) + 1}" for name in names])


def among(shell: Shell, command: str, head: list[str], lines: list[str], before: list[str]) -> Spec:
    """Return the answer of a command to each line below some others, in one file."""
    texts = [*head, *(text for line in lines for text in (*before, line))]
    ran = shell(f"{command} --jobs 1", "".join(f"{text}\n" for text in texts), status=None)
    step = len(before) + 1
    return spec_of_statements(
        ran.out, ran.err, [f"-:{len(head) + step * n}" for n in range(1, len(lines) + 1)]
    )


@pytest.mark.parametrize("few", sweep([True], [False]))
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("head", [[], ["puzzle;x"]], ids=["lines", "rows"])
def test_a_line_has_one_answer(
    shell: Shell, tmp_path: Path, command: str, head: list[str], few: bool
) -> None:
    notes = FIELDS if head else NOTES
    lines = [
        GRID + notes[(at + k) % len(notes)].format(word)
        for at, word in enumerate(WORDS)
        for k in (range(2) if few else range(len(notes)))
    ]
    expected = alone(shell, tmp_path, command, head, lines)
    assert among(shell, f"SUDOKUTOOLS_CORE=python {command}", head, lines, []) == expected
    for before in PLACES:
        assert among(shell, command, head, lines, before) == expected
