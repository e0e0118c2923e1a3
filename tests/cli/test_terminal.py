"""Foreign text is escaped for terminals: control sequences and deceptive characters are visible."""

import json
import os
import pty
import subprocess
from pathlib import Path

from sudokutools._support.terminal import COLOUR
from sudokutools.cli.run.output import Output
from sudokutools.formats.lzstring import compress
from tests.cli.puzzles import EASY
from tests.tables import cases

HOSTILE = "x\x1b]0;t\x07\x1b[2J\x1b[8mb\x9b31mc\x7f\u202ed\u2066\u200be\rf\x85\u2028g"
"""A title of the window, a screen that is cleared, text that hides, turns round or overwrites."""

TEXT = HOSTILE + "\udc9b2J\udcff"
ROWS = "".join(EASY[at : at + 9] + "\n" for at in range(0, 81, 9))
OBJECT = json.dumps({"cells": EASY, "note": HOSTILE, "comments": [HOSTILE], HOSTILE: HOSTILE})
NOTE = TEXT.replace("\x07", "")
"""Characters that a line may have: other controls make it bad."""

LINE = f"{EASY}\t{NOTE}\n"
LINK = compress(json.dumps({"size": 9, "title": HOSTILE, HOSTILE: 1, "grid": [[{"value": 1}]]}))


def shown(*words: str | bytes, text: bytes = b"", folder: Path | None = None) -> str:
    """Return the output on a terminal of a command that reads `text`, line ends as `\\n`."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=environment, cwd=folder
    ) as process:
        os.close(theirs)
        assert process.stdin is not None
        process.stdin.write(text)
        process.stdin.close()
        sent = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux reports the closed other end as an error.
                break
            if not piece:
                break
            sent += piece
        process.wait(60)
    os.close(ours)
    return sent.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


def assert_harmless(text: str) -> None:
    """Assert that a text has only visible characters, line ends and our own colours."""
    kinds = set(COLOUR.findall(text))
    assert kinds <= {f"\x1b[{code}m" for code in ("0", "1", "31", "32", "36", "1;32")}
    for line in COLOUR.sub("", text).split("\n"):
        assert line.replace("\t", "").isprintable(), line


@cases
def test_what_is_read(words: str, text: str, reported: str) -> None:
    sent = shown(*words.split(), text=text.encode("utf-8", "surrogateescape"))
    assert_harmless(sent)
    assert any(each in sent for each in reported.split("|"))


@cases
def test_what_is_typed(words: str, tmp_path: Path) -> None:
    name = b"x\x1b[2J\x9b3\xff\n" + "\u202e\u200b".encode()
    sent = shown(*(word.encode().replace(b"FILE", name) for word in words.split()), folder=tmp_path)
    assert sent
    assert_harmless(sent)


def test_names_of_files_that_are_there(tmp_path: Path) -> None:
    name = b"\x1b[2J\x9b\n\xff" + "\u202e".encode()
    (tmp_path / os.fsdecode(name)).write_text("5" + EASY[1:40] + "\n")
    (tmp_path / os.fsdecode(name + b"log")).write_text("{}\n")
    sent = shown("sudoku-solve", name, folder=tmp_path)
    assert_harmless(sent)
    assert sent.startswith(r"sudoku-solve: \x1b[2J\x9b\n\xff")
    assert_harmless(shown("blackjack", "replay", name + b"log", folder=tmp_path))


def test_a_message_is_one_line_in_a_pipe_too(tmp_path: Path) -> None:
    ran = subprocess.run(["sudoku-solve", b"a\nb\x1b"], capture_output=True, cwd=tmp_path)
    assert ran.stderr == b"sudoku-solve: a\\nb\\x1b: no such file or directory\n"


def test_other_outputs_get_the_bytes_as_they_are() -> None:
    line = LINE.encode("utf-8", "surrogateescape")
    for options in ([], ["--color", "always"]):
        words = ["sudoku-check", "--filter", *options]
        assert subprocess.run(words, input=line, capture_output=True, check=True).stdout == line


def test_only_our_own_colours_are_obeyed() -> None:
    commented = b"# \x1b[31mred\n" + ROWS.encode() + b"\n# \x1b[31mred\n\n" + ROWS.encode()
    sent = shown("sudoku-solve", "--format", "pretty", text=commented)
    assert "\x1b[1m" in sent
    assert "\x1b[31m" not in sent
    sent = shown("sudoku-check", "--filter", text=EASY.encode() + b"\t\x1b[31mred\n")
    assert r"\x1b[31mred" in sent


def test_a_file_of_ours_for_the_terminal() -> None:
    """Characters are shown whole, wherever a write ends."""
    ours, theirs = pty.openpty()
    output = Output(f"/dev/fd/{theirs}")
    for text in ("é\n", b"\xe6\x9d\xb1\xe2\x80\xae\n", "\ttab\r\n"):
        output.write(text)
    output.finish()
    assert os.read(ours, 999).replace(b"\r\n", b"\n").decode() == "é\n東\\u202e\n\ttab\r\n"
    os.close(ours)
    os.close(theirs)
