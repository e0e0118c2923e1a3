"""Every screen of the table, from a pipe and in a real terminal."""

import os
import pty
import re
import shlex
import shutil

import pytest

from sudokutools.cli.blackjack.text import width
from tests.cli.screens import (
    DRAWN,
    FOLDER,
    SCREENS,
    TABLE,
    Screen,
    drawn,
    environment,
    piped,
    terminal,
)
from tests.conftest import start, sweep

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
TYPED = ("five-rounds-60", "colour", "coach", "wide-names", "wrong-answers")
"""Screens that every run types into a terminal."""

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


def golden(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCREENS)
def test_a_session_from_a_pipe_is_what_it_was(name: str) -> None:
    assert piped(SCREENS[name]) == golden(name)


def test_a_terminal_gets_the_same_bytes() -> None:
    screen = SCREENS["five-rounds"]
    ours, theirs = pty.openpty()
    words = ["blackjack", *shlex.split(screen.args)]
    with start(*words, stdin=theirs, stdout=theirs, env=environment(screen)) as game:
        os.close(theirs)
        shown = b""
        for answer in screen.lines:  # Nobody types ahead of a question.
            while not shown.endswith((b"] ", b"? ")):
                shown += os.read(ours, 65536)
            os.write(ours, f"{answer}\n".encode())
            shown += os.read(ours, 1)
        while not shown.endswith(b"--seed 2017\r\n"):
            shown += os.read(ours, 65536)
        assert game.wait() == 0
    os.close(ours)
    assert shown.decode().replace("\r\n", "\n") == golden("five-rounds")


@needs_tmux
@pytest.mark.parametrize("name", sweep(TYPED, sorted({*SCREENS, *DRAWN} - {*TYPED})))
def test_a_session_on_a_terminal_shows_the_same(name: str) -> None:
    shown = [line.rstrip() for line in COLOURS.sub("", golden(name)).splitlines()]
    assert drawn((SCREENS | DRAWN)[name]) == shown


@needs_tmux
@pytest.mark.parametrize(
    ("locale", "is_ascii"),
    [
        ({"LANG": "C"}, True),
        ({"LANG": ""}, True),
        ({"LC_ALL": "POSIX"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
    ],
)
def test_suits_are_letters_where_the_locale_has_no_unicode(
    locale: dict[str, str], is_ascii: bool
) -> None:
    answers = SCREENS["ascii"].answers
    shown = drawn(Screen(TABLE, answers), **locale)
    assert is_ascii == "\n".join(shown).isascii()
    if is_ascii:
        assert shown == [line.rstrip() for line in golden("ascii").splitlines()]


@needs_tmux
def test_a_terminal_that_becomes_narrower_in_mid_hand_breaks_no_line() -> None:
    screen = SCREENS["advice"]
    with terminal(screen) as shown:
        line = -1
        for number, answer in enumerate(screen.lines):
            line = shown.wait_for_question(line)
            if number == 6:  # North has 7♦ 7♥ and splits.
                shown.resize(60)
                line = shown.wait_for_question(-1)
            shown.type(answer)
        lines = shown.wait_for_end()
    text = golden("advice-60")
    narrow = text[text.index("  North 1/2") :].splitlines()
    assert len(narrow) > 40
    assert lines[-len(narrow) :] == [line.rstrip() for line in narrow]


@pytest.mark.parametrize("name", [*SCREENS, *DRAWN])
def test_no_line_is_wider_than_the_terminal(name: str) -> None:
    assert max(map(width, golden(name).splitlines())) <= (SCREENS | DRAWN)[name].columns


def test_every_screen_has_a_session() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*SCREENS, *DRAWN}
