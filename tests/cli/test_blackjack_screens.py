"""Every screen of the table, from a pipe and in a real terminal; sessions of random answers."""

import io
import os
import pty
import re
import shlex
import shutil
import sys
from random import Random
from types import SimpleNamespace

import pytest

from sudokutools.blackjack.log import Transcript
from sudokutools.blackjack.player import Player
from sudokutools.blackjack.proof import Proof
from sudokutools.blackjack.rules import DOUBLES, SPLITS, SURRENDERS, Rules
from sudokutools.cli.blackjack.console import Console
from sudokutools.cli.blackjack.display import Painter, TableScreen
from sudokutools.cli.blackjack.rule_options import opening
from sudokutools.cli.blackjack.session import Session
from sudokutools.cli.blackjack.text import width
from sudokutools.cli.run.output import Output
from sudokutools.cli.run.process import Exit
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
from tests.tables import cases

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
@cases
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


ANSWERS = ("", *"hssdprynb?0x", "10", "12.34", "500", "x2", "12x3")
NAMES = (
    "North",
    "東京の人",
    "e\u0301te\u0301",
    "二十一点二十一点二十一点二十一点",
    "김철수",
    "W" * 16,
)
LIMITS = (1000, 50_000)


def table(random: Random) -> tuple[Rules, list[Player], Painter]:
    rules = Rules(
        decks=random.choice([0, 1, 2, 6]),
        surrender=random.choice(["none", "late"]),
        payout=random.choice([(3, 2), (6, 5), (1, 1)]),
        max_ace_hands=random.choice([1, 2, 4]),
        hit_split_aces=random.random() < 0.3,
        peek=random.random() < 0.7,
        penetration=random.choice([0, 0.2, 0.75, 1]),
    )
    names = random.sample(NAMES, random.randint(1, len(NAMES)))
    players = [Player(name, random.choice([1000, 2000, 12_345, 10**12])) for name in names]
    painter = Painter(random.random() < 0.5, random.random() < 0.3, random.choice([30, 60, 80]))
    return rules, players, painter


@pytest.mark.parametrize("double", DOUBLES)
@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("surrender", SURRENDERS)
def test_the_opening_knows_every_rule(double: str, split: str, surrender: str) -> None:
    reported = [
        opening(Rules(double=double, split=split, surrender=surrender, peek=peek), LIMITS)
        for peek in (True, False)
    ]
    assert reported[0] != reported[1]
    assert all(width(line) <= 80 for line in reported[0])


@pytest.mark.parametrize("seed", sweep(range(0, 60, 4), [n for n in range(60) if n % 4]))
def test_random_sessions(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    rules, players, painter = table(random)
    before = [player.bankroll for player in players]
    answers = "".join(f"{random.choice(ANSWERS)}\n" for _ in range(120)).encode()
    stdin = SimpleNamespace(isatty=lambda: False, buffer=io.BytesIO(answers))
    written = io.StringIO()
    for name, stream in (("stdin", stdin), ("stdout", written), ("stderr", io.StringIO())):
        monkeypatch.setattr(sys, name, stream)
    output = Output()
    transcript, logged = Transcript(), []
    session = Session(
        rules,
        str(seed),
        players,
        LIMITS,
        Console(output, painter),
        TableScreen(output, painter, players),
        lambda data, _: logged.append(transcript.line(data)),
        coach="indices" if seed % 8 == 4 and rules.decks else "odds" if seed % 20 == 0 else None,
        practice="count" if seed % 8 == 4 and rules.decks else None,
        true_count="round" if seed % 16 == 4 else None,
        estimate="full" if seed % 16 == 4 else None,
        advice=random.choice([None, "shoe", "basic"]),
        log_values=seed % 12 == 8,
        spots=random.choice([None, None, "1", "2"]),
    )
    assert session.play() == Exit.DONE
    output.finish()
    lines = written.getvalue().splitlines()
    assert max(map(width, lines)) <= painter.columns
    for player, bankroll in zip(players, before, strict=True):
        assert player.bankroll == bankroll + player.bought + player.tally.net
        assert player.bankroll >= 0
    assert not painter.ascii or not set("".join(lines)) & set("♠♥♦♣·")
    proof = Proof()
    for line in logged:
        replay = proof.read(line.encode())
        for _ in replay.steps():
            pass
        assert replay.fault is None, line
    nets = [player.tally.net for player in replay.sitting.players] if logged else []
    assert not logged or nets == [player.tally.net for player in players]
