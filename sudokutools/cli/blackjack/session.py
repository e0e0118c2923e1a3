"""A session at the table: rounds, advice, a coach, and the totals at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sudokutools.blackjack.advice import COSTLY, advise, advise_insurance
from sudokutools.blackjack.analysis import MARGIN
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.hand import Player
from sudokutools.blackjack.money import money
from sudokutools.blackjack.odds import HandOdds
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.shoe import Shoe
from sudokutools.blackjack.transcript import (
    Answered,
    Purses,
    Worth,
    purses,
    round_to_json,
    worth_of,
)
from sudokutools.cli.blackjack.betting import Bets, Betting
from sudokutools.cli.blackjack.console import Console, EndOfInput, Nonsense
from sudokutools.cli.blackjack.display import TableScreen
from sudokutools.cli.blackjack.opening import HANG, opening
from sudokutools.cli.blackjack.questions import Questions
from sudokutools.cli.blackjack.text import GAP, JOINT
from sudokutools.cli.run.process import Exit, Terminated, held, shell_word


class SessionOptions:
    """Additional features of a session.

    `advice` is `shoe`, `basic` or None; `after_round` receives every settled round as plain data,
    and the players; `wants_values` includes the values of all actions.
    """

    def __init__(
        self,
        after_round: Callable[[dict[str, Any], list[Player]], None],
        shown_seed: str | None = None,
        advice: str | None = None,
        coach: bool = False,
        wants_values: bool = False,
    ) -> None:
        self.after_round = after_round
        self.shown_seed = shown_seed
        self.advice = advice
        self.coach = coach
        self.wants_values = wants_values


class Session:
    """Play round after round: bets, questions, results, and the totals at the end."""

    def __init__(
        self,
        rules: Rules,
        seed: str,
        players: list[Player],
        limits: tuple[int, int],
        console: Console,
        screen: TableScreen,
        options: SessionOptions,
    ) -> None:
        self.rules = rules
        self.shoe = Shoe(rules, seed)
        self.players = players
        self._limits = limits
        self._questions = Questions(console, screen, limits)
        self._betting = Betting(players, self._questions, console, screen)
        self._screen = screen
        self._options = options
        self._seed = seed
        self._rounds = 0
        self._round: Round | None = None
        self._place: tuple[int, int] | None = None
        self._source = (options.advice or "shoe") if options.wants_values else None
        self._answers = Answered(self._source)
        self._before: Purses = {}

    def play(self) -> Exit:
        """Play until the players stop, and always write the totals.

        Returns `Exit.NO` if invalid answers ended the game.
        """
        for line in opening(self.rules, self._limits):
            self._screen.write(line, HANG)
        try:
            while bets := self._betting.take(is_first=not self._rounds):
                self._play_round(bets)
        except Nonsense:
            return Exit.NO
        except EndOfInput:
            pass
        except BaseException as error:
            with held:
                is_void = self._close_round()
            if isinstance(error, Terminated):
                self._screen.write()
                if is_void:
                    self._screen.write("Interrupted: this round is void and its bets are returned.")
            raise
        finally:
            self._screen.totals(self.players)
            self._screen.write(
                f"To replay these cards with the same rules and answers: --seed{JOINT}"
                f"{shell_word(self._seed)}"
            )
        return Exit.DONE

    def _play_round(self, bets: Bets) -> None:
        self._before = purses(self.players)
        if self.shoe.begin_round() and self.rules.cut:
            self._screen.write("The cut card has been reached; the shoe is shuffled.")
        self._rounds += 1
        with held:
            self._place = self.shoe.number, self.shoe.position
            self._answers = Answered(self._source)
            self._round = round_ = Round(self.rules, self.shoe, bets, self._rounds)
        self._screen.begin(round_, *self._remarks())
        try:
            while round_.question:
                self._answer(round_, round_.question)
        except EndOfInput:
            self._screen.write("The game ends; all open hands stand.")
            while round_.question:
                self._give(round_, round_.question.default)
            self._finish(round_)
            raise
        self._finish(round_)

    def _remarks(self) -> list[str]:
        left = [] if self.rules.decks == INFINITE else [f"{self.shoe.left} cards left"]
        shown = self._options.shown_seed
        return left if shown is None else [*left, f"seed {shell_word(shown)}"]

    def _finish(self, round_: Round) -> None:
        self._screen.end(round_)
        with held:
            self._close_round()

    def _close_round(self) -> bool:
        """Report a settled round, once, or void any other; return whether it was voided."""
        round_, place, self._place = self._round, self._place, None
        if round_ is not None and round_.question is not None:
            round_.void()
            return True
        if round_ is not None and place is not None:
            data = round_to_json(round_, self._answers, self._before, self._seed, *place)
            self._options.after_round(data, self.players)
        return False

    def _answer(self, round_: Round, question: Question) -> None:
        """Ask a question with the requested advice, and give the answer."""
        if question.actions:
            self._answer_action(round_, question)
        else:
            self._answer_insurance(round_, question)

    def _answer_insurance(self, round_: Round, question: Question) -> None:
        options = self._options
        worth = self._worth(round_, question)
        while True:
            shown = worth if options.advice else None
            amount = self._questions.insurance(round_, question, shown)
            cost = 0.0
            if worth is not None:
                best = question.limit if worth > 0 else 0
                cost = worth * (best - amount) / question.seat.bet
            better = "insurance" if amount < question.limit and cost > 0 else "no insurance"
            if self._is_meant(better, cost):
                break
        self._tell_mistake(question, better, cost)
        self._give(round_, amount, worth)

    def _answer_action(self, round_: Round, question: Question) -> None:
        options = self._options
        odds = self._odds(round_, question)
        if options.advice and odds:
            self._screen.chances(odds.dealer)
        elif options.advice:
            self._screen.write(f"{GAP}Too few cards are left to compute the values of the actions.")
        while True:
            shown = odds if options.advice else None
            action = self._questions.action(round_, question, shown)
            cost = odds.values[odds.best] - odds.values[action] if odds else 0.0
            better = odds.best if odds else ""
            if self._is_meant(better, cost):
                break
        self._tell_mistake(question, better, cost)
        self._give(round_, action, odds.values if odds else None)

    def _is_meant(self, better: str, cost: float) -> bool:
        """Let the coach ask for confirmation of a costly mistake."""
        if not self._options.coach or cost < COSTLY:
            return True
        return self._questions.is_sure(better, cost)

    def _tell_mistake(self, question: Question, better: str, cost: float) -> None:
        if self._options.advice and cost > MARGIN:
            lost = money(round(cost * question.seat.bet))
            self._screen.write(f"{GAP}{better} was better by {cost:.4f} of the bet: {lost}")

    @property
    def _needs_values(self) -> bool:
        options = self._options
        return bool(options.advice or options.coach or options.wants_values)

    def _odds(self, round_: Round, question: Question) -> HandOdds | None:
        if not self._needs_values:
            return None
        return advise(round_, question, self.shoe, self._options.advice or "shoe")

    def _worth(self, round_: Round, question: Question) -> float | None:
        if not self._needs_values:
            return None
        return advise_insurance(round_, question, self.shoe, self._options.advice or "shoe")

    def _give(self, round_: Round, answer: str | int, worth: Worth = None) -> None:
        """Give an answer, record it, and show its result."""
        assert round_.question is not None
        if worth is None:
            worth = worth_of(round_, round_.question, self.shoe, self._source)
        with held:
            self._answers.give(round_, answer, worth)
        self._screen.update(round_)
