"""A session at the table: rounds, advice, a coach, and the totals at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sudokutools.blackjack import log
from sudokutools.blackjack.advice import COSTLY, Advice, advise
from sudokutools.blackjack.analysis import MARGIN
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.player import Player, money
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.shoe import Shoe
from sudokutools.cli.blackjack.console import Console, EndOfInput, InvalidAnswers
from sudokutools.cli.blackjack.display import TableScreen
from sudokutools.cli.blackjack.questions import TOO_FEW, Bets, Questions, hints
from sudokutools.cli.blackjack.rule_options import opening
from sudokutools.cli.blackjack.text import GAP, JOINT
from sudokutools.cli.run.process import Exit, Terminated, held, shell_word

HANG = 13  # The column at which the text of every line of the opening begins.


@dataclass
class Session:
    """Play round after round: bets, questions, results, and the totals at the end.

    `after_round` receives every settled round as plain data, and the players. `forfeits` loses the
    bets of a round that is interrupted after an answer.
    """

    rules: Rules
    seed: str
    players: list[Player]
    limits: tuple[int, int]
    console: Console
    screen: TableScreen
    after_round: Callable[[dict[str, Any], list[Player]], None]
    forfeits: bool = False
    advice: str | None = None
    coach: bool = False
    log_values: bool = False
    no_insurance: bool = False
    seed_hash: bool = False

    def __post_init__(self) -> None:
        self.shoe = Shoe(self.rules, self.seed)
        self._questions = Questions(self.console, self.screen, self.limits, self.players)
        self._rounds = 0
        self._round: Round | None = None
        self._record: log.Record | None = None
        self._has_answered = False
        values = self.advice or self.coach or self.log_values
        self._source = (self.advice or "shoe") if values else None

    def play(self) -> Exit:
        """Play until the players stop, or too many answers are invalid (`Exit.NO`)."""
        shown = sha256(self.seed.encode(errors="surrogateescape")).hexdigest()
        lines = opening(self.rules, self.limits, shown if self.seed_hash else "")
        self.screen.write(*lines, hang=HANG)
        try:
            while bets := self._questions.bets(is_first=not self._rounds):
                self._play_round(bets)
        except InvalidAnswers:
            return Exit.NO
        except EndOfInput:
            pass
        except BaseException as error:
            is_signal = isinstance(error, Terminated)
            with held:
                ended = self._close_round(is_signal)
            if is_signal:
                self.screen.write("")
                if ended:
                    self.screen.end(ended)
            raise
        finally:
            self.screen.write(
                *self.screen.totals(),
                f"To replay these cards with the same rules and answers: --seed{JOINT}"
                f"{shell_word(self.seed)}",
            )
        return Exit.DONE

    def _play_round(self, bets: Bets) -> None:
        if self.shoe.begin_round() and self.rules.cut:
            self.screen.write("The cut card has been reached; the shoe is shuffled.")
        self._rounds += 1
        with held:
            self._record = log.Record(self.players, self.shoe, self._source)
            self._has_answered = False
            self._round = round_ = Round(self.rules, self.shoe, bets, self._rounds)
        is_infinite = self.rules.decks == INFINITE
        self.screen.begin(round_, *([] if is_infinite else [f"{self.shoe.left} cards left"]))
        try:
            while round_.question:
                self._answer(round_, round_.question)
        except EndOfInput:
            self.screen.write("The game ends; all open hands stand.")
            while round_.question:
                self._give(round_, round_.question.default)
            self._finish(round_)
            raise
        self._finish(round_)

    def _finish(self, round_: Round) -> None:
        self.screen.end(round_)
        with held:
            self._close_round()

    def _close_round(self, is_signal: bool = False) -> Round | None:
        """Report a round, once; return it if it was not settled but abandoned."""
        round_, record, self._record = self._round, self._record, None
        if round_ is None or record is None:
            return None
        forfeits = is_signal and self.forfeits and self._has_answered
        round_.abandon("forfeited" if forfeits else "void")
        self.after_round(record.to_json(round_), self.players)
        return round_ if round_.ended else None

    def _answer(self, round_: Round, question: Question) -> None:
        if self.no_insurance and not question.actions:
            self._give(round_, 0)
            return
        advice = self._advise(question) if self._source else None
        if self.advice and advice and advice.dealer:
            self.screen.chances(advice.dealer)
        elif self.advice and not advice:
            self.screen.write(f"{GAP}{TOO_FEW}")
        shown = advice if self.advice else None

        def hint() -> list[str]:
            return hints(round_, advice or self._advise(question))

        answer = self._questions.answer(round_, question, shown, hint)
        while self.coach and advice and advice.cost(answer) >= COSTLY:
            other = self._questions.confirm(question, answer, advice, hint)
            if other == answer:
                break
            if other is None:
                other = self._questions.answer(round_, question, shown, hint)
            answer = other
        else:
            if shown and shown.cost(answer) > MARGIN:
                better, cost = shown.better(answer), shown.cost(answer)
                lost = money(round(cost * question.seat.bet))
                self.screen.write(f"{GAP}{better} was better by {cost:.4f} of the bet: {lost}")
        self._has_answered = True
        self._give(round_, answer, advice.worth if advice else None)

    def _advise(self, question: Question) -> Advice | None:
        assert self._round is not None
        return advise(self._round, question, self.shoe, self._source or "shoe")

    def _give(self, round_: Round, answer: str | int, worth: log.Worth = None) -> None:
        assert round_.question is not None
        assert self._record is not None
        if worth is None:
            worth = self._record.worth(round_, round_.question)
        with held:
            self._record.give(round_, answer, worth)
        self.screen.update(round_)
