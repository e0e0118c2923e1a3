"""`blackjack drill`: hands to play by the chart or by indices, or cards to count, without bets."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from time import monotonic, sleep
from typing import NamedTuple

from sudokutools.blackjack.cards import Card
from sudokutools.blackjack.counting import Counting
from sudokutools.blackjack.flash_cards import BEST, WORST, Deck, History, Problem
from sudokutools.blackjack.player import Hand
from sudokutools.blackjack.practice import Asked, Number, count_cards
from sudokutools.blackjack.shoe import Shoe
from sudokutools.cli.blackjack.console import Console, EndOfInput, InvalidAnswers
from sudokutools.cli.blackjack.count_questions import ask_count
from sudokutools.cli.blackjack.display import Painter
from sudokutools.cli.blackjack.questions import ACTIONS, KEYS, NO, YES, invalid, read_action
from sudokutools.cli.blackjack.session_files import MOST, LockedFile
from sudokutools.cli.blackjack.text import GAP, counted
from sudokutools.cli.run.output import Output
from sudokutools.cli.run.process import Exit, Terminated, held, naming, state_folder
from sudokutools.errors import SudokuError

LONGEST_PAUSE = 3600


class DrillFile(LockedFile):
    """The histories of flash cards in JSON, by the names of their drills."""

    def _read(self, data: bytes) -> None:
        self.histories: dict[str, History] = {}
        try:
            for drill, cards in json.loads(data or b"{}").items():
                self.histories[drill] = History(cards)
                for asked, missed, level in cards.values():
                    if {type(asked), type(missed), type(level)} != {int} or not (
                        0 <= missed <= asked < MOST and WORST <= level <= BEST
                    ):
                        raise ValueError
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise SudokuError("not a record of drills") from None

    def save(self) -> None:
        self.replace(json.dumps(self.histories) + "\n")


def default_path() -> str:
    folder = os.path.join(state_folder(), "blackjack")
    with naming(folder):
        os.makedirs(folder, exist_ok=True)
    return os.path.join(folder, "drills.json")


def _write_raw(text: str) -> None:
    """Write to the terminal; `Output` would escape carriage returns."""
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


class CountPace(NamedTuple):
    """How cards are shown: `every` cards a question, `group` at a time, `speed` a second."""

    every: int
    group: int
    speed: float


class Drill:
    """A drill of `number` hands or cards, whose history is kept in a file."""

    def __init__(
        self, number: int, file: DrillFile, name: str, output: Output, painter: Painter
    ) -> None:
        self._number = number
        self._file = file
        self._history = file.histories.setdefault(name, History())
        self._output = output
        self._painter = painter
        self._console = Console(output, painter)
        self._asked = self._right = 0
        self._cost = self._seconds = 0.0
        self._missed: dict[str, str] = {}

    def run(self, questions: Iterator[None]) -> Exit:
        """Ask questions; in any case write the summary and save the record at the end."""
        try:
            for _ in questions:
                pass
        except InvalidAnswers:
            return Exit.NO
        except EndOfInput:
            pass
        except Terminated:
            self._write("")
            raise
        finally:
            self._write(*self._summary())
            with held:
                self._file.save()
        return Exit.DONE

    def hands(self, deck: Deck) -> Iterator[None]:
        for _ in range(self._number):
            self._ask(*deck.draw(self._history))
            yield

    def _ask(self, name: str, problem: Problem) -> None:
        hand, upcard = Hand(0, [*problem.hand]), self._painter.card(problem.upcard)
        shown = f"{self._painter.cards(hand.cards)} ({hand.describe()})" if hand.cards else ""
        title = f"{shown or 'Insurance'} against {upcard}"
        if problem.level is not None:
            title += f" at a count of {problem.level:+d}"
        actions = [action for action in ACTIONS if action in problem.worth]
        choices = " ".join(ACTIONS[action][0] for action in actions) or "[y]es [n]o"
        meanings = [f"{KEYS[action]}  {action}: {ACTIONS[action][1]}" for action in actions]

        def read(word: str) -> str:
            if actions:
                return read_action(word, actions)
            if word not in (*YES, *NO[1:]):
                raise invalid(word, "yes or no")
            return "yes" if word in YES else "no"

        began = monotonic()
        prompt = f"{title}: {choices}? "
        answer = self._console.question(prompt, lambda: [*meanings, "q  quit"], read)
        self._seconds += monotonic() - began
        cost = problem.cost(answer)
        reason = f"{problem.right} ({problem.rule or f'{cost:+.4f} of the bet'})"
        self._learn(name, title, answer == problem.right, reason)
        self._cost += cost

    def counts(self, counting: Counting, shoe: Shoe, pace: CountPace) -> Iterator[None]:
        left = self._number
        while left:
            if shoe.begin_round():
                self._write("The shoe is shuffled.")
            cards = [shoe.draw() for _ in range(min(left, pace.every, shoe.left))]
            left -= len(cards)
            self._show(cards, pace)
            count = count_cards(counting, shoe.rules, shoe.hidden())
            answers: list[Number] = []
            try:
                answers.extend(ask_count(self._console, count, counting))
            finally:
                for (name, number), answer in zip(count.parts.items(), answers, strict=False):
                    self._learn(name, "", answer == number, "")
            self._write(f"{GAP}{Asked(count, answers)}")
            yield

    def _show(self, cards: list[Card], pace: CountPace) -> None:
        """Show cards in groups, one after the other in the same place of a terminal."""
        is_terminal = self._output.is_terminal and self._console.is_terminal
        for start in range(0, len(cards), pace.group):
            group = cards[start : start + pace.group]
            text = GAP + self._painter.cards(group)
            if not is_terminal:
                self._write(text)
                continue
            self._output.flush()
            _write_raw(text)
            sleep(min(len(group) / pace.speed, LONGEST_PAUSE))
            _write_raw(f"\r{' ' * (len(GAP) + 4 * pace.group)}\r")

    def _learn(self, name: str, title: str, is_right: bool, reason: str) -> None:
        self._history.learn(name, is_right)
        self._asked += 1
        self._right += is_right
        if title and not is_right:
            self._missed[name] = reason
        if title:
            self._write(f"{GAP}{'right' if is_right else f'wrong: {reason}'}")

    def _summary(self) -> list[str]:
        lines = [f"{self._right} of {counted(self._asked, 'answer')} right"]
        if self._missed:
            lines[0] += f", the others cost {self._cost:.4f} bets"
        if self._seconds and self._console.is_terminal:
            lines[0] += f", {self._seconds / self._asked:.1f} seconds each"
        lines += [f"{GAP}{name}: {reason}" for name, reason in self._missed.items()]
        cards = self._history.values()
        asked, missed = sum(card[0] for card in cards), sum(card[1] for card in cards)
        return [*lines, f"All drills of this kind: {asked - missed} of {asked} right"]

    def _write(self, *lines: str) -> None:
        self._output.write("".join(map(self._painter.line, lines)))
