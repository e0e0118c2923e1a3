"""A session at the table: rounds, advice, a coach, and the totals at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sudokutools.blackjack import log
from sudokutools.blackjack.advice import COSTLY, Advice, advise
from sudokutools.blackjack.counting import LOWEST
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.player import Player, money
from sudokutools.blackjack.practice import Number, Practice, Score, practice_for
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.shoe import Shoe
from sudokutools.blackjack.side_bets import SideBet, Unseen, value
from sudokutools.cli.blackjack.by_count import choose_spots
from sudokutools.cli.blackjack.console import Console, EndOfInput, InvalidAnswers
from sudokutools.cli.blackjack.count_questions import ask_count
from sudokutools.cli.blackjack.display import TableScreen
from sudokutools.cli.blackjack.questions import TOO_FEW, Bets, Questions, hints, mistake
from sudokutools.cli.blackjack.rule_options import opening
from sudokutools.cli.blackjack.sides import Offer
from sudokutools.cli.blackjack.text import GAP, JOINT
from sudokutools.cli.run.process import Exit, Terminated, held, shell_word

HANG = 13  # The column at which the text of every line of the opening begins.


@dataclass
class Session:
    """Play round after round: bets, questions, results, and the totals at the end.

    `after_round` receives every settled round as plain data, and the players. `forfeits` loses the
    bets of a round that is interrupted after an answer. `spots` is the usual number of hands, or a
    file with it by the count.
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
    coach: str | None = None
    practice: str | None = None
    practice_every: int | None = None
    show_count: bool = False
    counting: str = "hi-lo"
    true_count: str | None = None
    estimate: str | None = None
    log_values: bool = False
    no_insurance: bool = False
    seed_hash: bool = False
    side_bets: tuple[Offer, ...] = ()
    spots: str | None = None

    def __post_init__(self) -> None:
        self.shoe = Shoe(self.rules, self.seed)
        self._tables = tuple(offer.bet for offer in self.side_bets)
        self._questions = Questions(
            self.console,
            self.screen,
            self.limits,
            self.players,
            self.side_bets,
            self._worth,
            self._planned,
        )
        self._rounds = self._seats = 0
        self._round: Round | None = None
        self._record: log.Record | None = None
        self._has_answered = False
        self.screen.score = self._score = Score()
        self._counter: Practice | None = None
        self._spots = choose_spots(self.spots, len(self.players))
        by_count = len(set(self._spots)) > 1
        if self.practice or self.show_count or self.coach == "indices" or by_count:
            system = self.counting, self.true_count, self.estimate
            self._counter = practice_for(self.rules, *system, self.coach == "indices")
        self._seen = 0  # The cards dealt since the last question for the count.
        self._shown = ""
        values = self.advice or self.coach or self.log_values
        self._source = (self.advice or "shoe") if values else None

    def play(self) -> Exit:
        """Play until the players stop, or too many answers are invalid (`Exit.NO`)."""
        shown = sha256(self.seed.encode(errors="surrogateescape")).hexdigest()
        lines = opening(self.rules, self.limits, shown if self.seed_hash else "", self._tables)
        self.screen.write(*lines, hang=HANG)
        try:
            while bets := self._bets():
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

    def _bets(self) -> Bets:
        """Shuffle the shoe if the cut card is out, then take the bets."""
        if self.shoe.begin_round() and self.rules.cut:
            self.screen.write("The cut card has been reached; the shoe is shuffled.")
        return self._questions.bets(is_first=not self._rounds)

    def _worth(self, bet: SideBet, is_asked: bool) -> float | None:
        """Compute the value of a side bet if required; None: or too few cards are left."""
        if not (is_asked or self.advice):
            return None
        is_basic = self.advice == "basic"
        unseen = Unseen.full(self.rules) if is_basic else self.shoe.before_round()
        has_enough = unseen.infinite or sum(unseen.faces) > 2 * self._seats + 2
        return value(bet, unseen)[0] if has_enough else None

    def _planned(self) -> int:
        """Return the hands of `spots` at the count; 0: as many as before."""
        level = self._counter.level(self.shoe) if self._counter else 0
        return self._spots[level - LOWEST] if self._spots else 0

    def _play_round(self, bets: Bets) -> None:
        self._seats = sum(wager.spots for _, wager in bets)
        seats: list[tuple[Player, int]] = []
        sides: list[list[int]] = []
        for player, wager in bets:
            sides += [self._questions.sides(player, wager)] * wager.spots
            seats += [(player, wager.bet)] * wager.spots
        self._rounds += 1
        with held:
            self._record = log.Record(self.players, self.shoe, self._source, self._counter)
            self._has_answered = False
            self._round = round_ = Round(
                self.rules, self.shoe, seats, self._rounds, self._tables, sides
            )
        is_infinite = self.rules.decks == INFINITE
        self.screen.begin(round_, *([] if is_infinite else [f"{self.shoe.left} cards left"]))
        try:
            while round_.question:
                self._answer(round_, round_.question)
        except EndOfInput:
            self.screen.write("The game ends; all open hands stand.")
            while round_.question:
                self._give(round_, round_.question.default)
            self._finish(round_, has_input=False)
            raise
        self._finish(round_)

    def _finish(self, round_: Round, has_input: bool = True) -> None:
        self.screen.end(round_)
        try:
            if has_input:
                self._practise(round_)
        finally:
            with held:
                self._close_round()
        self._seen += len(round_.cards)

    def _practise(self, round_: Round) -> None:
        """Show the count or ask for it, if it is time."""
        counter, record = self._counter, self._record
        if counter is None or record is None:
            return
        if self.show_count:
            shown = str(counter.count(self.shoe, round_))
            if shown != self._shown:
                self.screen.write(f"{GAP}Count: {shown}")
            self._shown = shown
        seen = self._seen + len(round_.cards)
        is_time = seen >= self.practice_every if self.practice_every else round_.question is None
        if not self.practice or not is_time:
            return
        self._seen = -len(round_.cards)
        answers: list[Number] = []
        try:
            count = counter.count(self.shoe, round_)
            answers.extend(ask_count(self.console, count, counter.counting))
        finally:
            if answers:
                with held:
                    asked = record.count(round_, answers)
                    self._score.add(asked)
        self.screen.write(f"{GAP}{asked}")

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
        self._practise(round_)
        advice = self._advise(question) if self._source else None
        if self.advice and advice and advice.dealer:
            self.screen.chances(advice.dealer)
        elif self.advice and not advice:
            self.screen.write(f"{GAP}{TOO_FEW}")
        shown = advice if self.advice else None

        def hint() -> list[str]:
            return hints(round_, advice or self._advise(question))

        answer = self._questions.answer(round_, question, shown, hint)
        while self.coach and advice and advice.is_wrong(answer, COSTLY):
            other = self._questions.confirm(question, answer, advice, hint)
            if other == answer:
                break
            if other is None:
                other = self._questions.answer(round_, question, shown, hint)
            answer = other
        else:
            if shown and shown.is_wrong(answer):
                lost = money(round(shown.cost(answer) * question.seat.bet))
                self.screen.write(f"{GAP}{mistake(shown, answer, 'was')}: {lost}")
        self._has_answered = True
        self._give(round_, answer, advice.worth if advice else None)

    def _advise(self, question: Question) -> Advice | None:
        assert self._round is not None
        advice = advise(self._round, question, self.shoe, self._source or "shoe")
        if advice is None or self._counter is None:
            return advice
        return self._counter.judge(advice, self._round, self.shoe)

    def _give(self, round_: Round, answer: str | int, worth: log.Worth = None) -> None:
        assert round_.question is not None
        assert self._record is not None
        if worth is None:
            worth = self._record.worth(round_, round_.question)
        with held:
            self._record.give(round_, answer, worth)
        self.screen.update(round_)
