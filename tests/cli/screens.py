"""Screens of the table: sessions that are played from a pipe and, by tmux, in a real terminal.

`python -m tests.cli.screens` rewrites `tests/cli/screens/*.txt`.
"""

import os
import shlex
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests import forks

FOLDER = Path(__file__).parent / "screens"
SECONDS = 60
THREE = "--player North --player South --player West:60"

# A split of a split, insurance lost and won, and one who loses all and buys in again.
FIVE_ROUNDS = "10 10.50 60 s d s . . y . p h p h h h h h . . y 100 . s s h h s . s h s q"


class Screen(NamedTuple):
    """A session: the arguments, the answers (a point is Enter), and how wide the terminal is."""

    args: str
    answers: str
    columns: int = 80

    @property
    def lines(self) -> list[str]:
        """The answers as they are typed."""
        return [answer.removeprefix(".").replace("_", " ") for answer in self.answers.split()]


TABLE = "--seed 12350 --player North --player South --player East --surrender late"
WIDE = "--seed 5 --player 東京の人 --player Zoë --player 김철수 --player "
WIDE += "二十一点二十一点二十一点二十一点:12345678.90"
WIDE_ANSWERS = "10 12.50 100 500 h s p h s q"
TWENTY = " ".join(f"--player P{number}" for number in range(1, 21))

SCREENS = {
    "five-rounds": Screen(f"--seed 2017 {THREE}", FIVE_ROUNDS),
    "five-rounds-60": Screen(f"--seed 2017 {THREE}", FIVE_ROUNDS, 60),
    "split-again": Screen(TABLE, "10 . . . 2 . p p h s s s r q"),
    "european": Screen(
        "--seed 4 --rules european --double 10-11 --penetration 0",
        "20 s . s 25 s . 12.50 s q",
    ),
    "rules": Screen(
        "--seed 1 --decks inf --h17 --no-das --double 9-11 --split rank --max-hands 3 "
        "--max-ace-hands 1 --surrender late --payout 6:5 --min-bet 2.50 --max-bet 99.99",
        "2.50 r q",
    ),
    "blackjack-at-the-deal": Screen("--seed 31 --player North --player South:20.50", ". . q"),
    "even-money": Screen("--seed 29 --bankroll 10", "10 ? y q"),
    "advice": Screen(f"{TABLE} --advice", "100 . . y . . p p h s s s r q"),
    "advice-60": Screen(f"{TABLE} --advice", "100 . . y . . p p h s s s r q", 60),
    "coach": Screen(f"{TABLE} --coach", "100 . . y ? n . . . s . p y q"),
    "practice": Screen(
        f"{TABLE} --practice count --practice-every 9 --coach=indices --decks 1",
        "10 . . . ? -3 -5.5 s s s y . -1 0 q",
    ),
    "questions": Screen(f"{TABLE} --coach", "? 10 . . ? y ? q"),
    "questions-60": Screen(f"{TABLE} --coach", "? 10 . . ? y ? q", 60),
    "buying-in": Screen(
        "--seed 31 --bankroll 10 --player North --player South:30", "10 10 ? . b 25 10 . q"
    ),
    "sitting-out": Screen(
        "--seed 21 --player North --player South --player East",
        "0 20 0 s . 10 0 s s 30 s s s b 0 0 0 0 0 10 s q",
    ),
    "quitting": Screen(
        "--seed 12350 --player North --player South --player East", "10 . . . . . p q"
    ),
    "cut-card": Screen("--seed 5 --decks 1 --penetration 0.2", "10 s . . s . . s q"),
    "spots": Screen(
        "--seed 4247 --player North --player South --surrender late --side-bet 21+3:5 --advice",
        "20x2 ? 10 y . . r p s s s x2 s s s b 500x2 30x6 . q",
    ),
    "ascii": Screen(f"{TABLE} --ascii", "10 . . . . . p s s s s q"),
    "colour": Screen("--seed 8 --player North --player South:500 --color always", "10 . d s q"),
    "wide-names": Screen(WIDE, WIDE_ANSWERS),
    "wide-names-60": Screen(WIDE, WIDE_ANSWERS, 60),
    "twenty-players": Screen(
        f"--seed 8 {TWENTY}", " ".join(["10 12.50 500", *"." * 17, *"s" * 19, "q"])
    ),
}

# Messages about wrong answers go to standard error; from a pipe they include the line.
DRAWN = {
    "wrong-answers": Screen(
        "--seed 12350 --bankroll 20 --player North --player South",
        "9 21 ten 99999999999 1.234 _20_ 10 x SPLIT stand 11 7 s hello 500 q",
    ),
}


def environment(screen: Screen, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    return kept | {"NO_COLOR": "1", "COLUMNS": str(screen.columns), "LANG": "C.UTF-8"} | more


def piped(screen: Screen) -> str:
    """Play from a pipe and return standard output."""
    words = ["blackjack", *shlex.split(screen.args)]
    answers = "".join(f"{line}\n" for line in screen.lines).encode()
    status, out, _ = forks.run(words, answers, env=environment(screen))
    assert status == 0
    return out.decode()


class Terminal:
    """A terminal of tmux with 24 lines, in which a command of the shell runs."""

    def __init__(self, socket: Path, command: str, columns: int, variables: dict[str, str]) -> None:
        self._tmux = ["tmux", "-u", "-S", str(socket), "-f", "/dev/null"]
        size = ["-x", str(columns), "-y", "24"]
        self.run("new-session", "-d", *size, f"{command}; echo status $?; exec cat", env=variables)

    def run(self, *words: str, env: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            [*self._tmux, *words], capture_output=True, text=True, encoding="utf-8", env=env,
            timeout=SECONDS, check=True,
        )  # fmt: skip
        return done.stdout

    def end(self) -> None:
        self.run("kill-server")

    def text(self) -> str:
        """Return all lines that were written, including scrolled ones."""
        return self.run("capture-pane", "-p", "-S", "-")

    def _cursor(self) -> tuple[int, int]:
        """Return the line of the cursor, counted from the first one, and its column."""
        place = self.run("display-message", "-p", "#{history_size} #{cursor_y} #{cursor_x}")
        scrolled, line, column = map(int, place.split())
        return scrolled + line, column

    def wait_for_question(self, line: int) -> int:
        """Wait for a question below a line, which is a text that the cursor rests behind."""
        end = time.monotonic() + SECONDS
        cursor, before = self._cursor(), (0, 0)
        while cursor != before or cursor[0] <= line or not cursor[1]:
            assert time.monotonic() < end, self.text()
            time.sleep(0.02)
            cursor, before = self._cursor(), cursor
        return cursor[0]

    def wait_for_end(self) -> list[str]:
        """Wait for the end of the game and return all lines that it wrote."""
        end = time.monotonic() + SECONDS
        while True:
            *lines, last = self.text().rstrip().split("\n")
            if last == "status 0":
                return lines
            assert time.monotonic() < end, self.text()
            time.sleep(0.02)

    def wait_for(self, *texts: str) -> str:
        """Wait until the screen shows all of the texts, and return it."""
        end = time.monotonic() + SECONDS
        while not all(text in (shown := self.run("capture-pane", "-p")) for text in texts):
            assert time.monotonic() < end, f"{texts}\n{shown}"
            time.sleep(0.02)
        return shown

    def resize(self, columns: int, lines: int = 24) -> None:
        self.run("resize-window", "-x", str(columns), "-y", str(lines))

    def type(self, answer: str) -> None:
        if answer:
            self.run("send-keys", "-l", "--", answer)
        self.run("send-keys", "Enter")


def terminal(screen: Screen, **variables: str) -> AbstractContextManager[Terminal]:
    return running(f"blackjack {screen.args}", screen.columns, environment(screen, **variables))


@contextmanager
def running(command: str, columns: int, variables: dict[str, str]) -> Iterator[Terminal]:
    with tempfile.TemporaryDirectory() as folder:  # Paths of sockets are short.
        drawn = Terminal(Path(folder) / "tmux", command, columns, variables)
        try:
            yield drawn
        finally:
            drawn.end()


def drawn(screen: Screen, **variables: str) -> list[str]:
    """Play in a terminal, a question at a time, and return the lines that it shows in the end."""
    with terminal(screen, **variables) as shown:
        line = -1
        for answer in screen.lines:
            line = shown.wait_for_question(line)
            shown.type(answer)
        return shown.wait_for_end()


if __name__ == "__main__":
    for name, screen in SCREENS.items():
        (FOLDER / f"{name}.txt").write_text(piped(screen), encoding="utf-8")
    for name, screen in DRAWN.items():
        text = "".join(f"{line}\n" for line in drawn(screen))
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
