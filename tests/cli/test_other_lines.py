"""Lines without puzzles are read and answered together exactly as one by one."""

import random
import re
from unittest import mock

import pytest

from sudokutools.cli.run import pipeline, reading
from sudokutools.formats import reader
from tests import in_process
from tests.cli.puzzles import EASY, TWO
from tests.tables import rows_of

(WORDS,) = rows_of("cli/test_other_lines.tsv")[:1]
COMMANDS = [row[0] for row in rows_of("cli/test_other_lines.tsv") if len(row) == 1]
OBJECTS = [row[1] for row in rows_of("cli/test_other_lines.tsv") if len(row) == 2]


def _text(draw: random.Random) -> str:
    """Draw lines of words, words below each other, objects, puzzles and lines between them."""
    base = [" ".join(draw.choices(WORDS, k=draw.choice((1, 3, 5, 9, 12)))) for _ in range(9)]
    few = ["", "# a comment", EASY, TWO, EASY[:80], "crlf is here\r", "\u00e9t\u00e9 words"]
    lines: list[str] = []
    while len(lines) < 250:
        kind = draw.choice((base, WORDS, OBJECTS[:3], OBJECTS, few))
        lines += draw.choices(kind, k=draw.choice((1, 2, 12)))
    return "\n".join(lines) + draw.choice(("", "\n"))


@pytest.mark.parametrize("command", COMMANDS)
def test_other_lines_are_answered_as_one_by_one(command: str) -> None:
    text = _text(random.Random(command))
    ran = []
    for patience in (1, 1 << 40):
        with (
            mock.patch.object(reading, "MIN_OTHERS", patience),
            mock.patch.object(reader, "MIN_PROSE", patience),
            mock.patch.object(reader._ReadFile, "_patience", patience),
            mock.patch.object(pipeline, "MAX_WAITING", 0),
        ):
            found = in_process.run(command.split(), text.encode())
        ran.append(found._replace(err=re.sub(rb" in [\d.]+ s\n", b"\n", found.err)))
    assert ran[0] == ran[1]
