"""A session at the table: bets, questions and answers, round after round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sudokutools.blackjack.advice import COSTLY, advise, advise_insurance
from sudokutools.blackjack.analysis import MARGIN
from sudokutools.blackjack.cards import FACES
from sudokutools.blackjack.hand import Player
from sudokutools.blackjack.money import money, parse_money
from sudokutools.blackjack.odds import HandOdds
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.shoe import Shoe
from sudokutools.blackjack.table import Question, Round
from sudokutools.blackjack.transcript import Answered, round_to_json
from sudokutools.cli.blackjack.table import Console, EndOfInput, TableScreen
from sudokutools.cli.process import Terminated, held
from sudokutools.errors import SudokuError

KEYS = {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "r"}
LABELS = {
    "hit": "[h]it",
    "stand": "[s]tand",
    "double": "[d]ouble",
    "split": "s[p]lit",
    "surrender": "su[r]render",
}
MEANINGS = {
    "hit": "take one more card",
    "stand": "take no more cards",
    "double": "double the bet, take exactly one more card",
    "split": "make two hands of the pair, the second with an equal bet",
    "surrender": "give up the hand and get half the bet back",
}


class Quit(Exception):  # noqa: N818 - It is no error.
    """A player asked to end the game."""


class SessionOptions:
    """What a session does beside playing.

    `advice` is `shoe`, `basic` or None; `after_round` takes every settled round as plain data,
    with the players; `wants_values` asks for the values of all actions there.
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
        self.min_bet, self.max_bet = limits
        self._console = console
        self._screen = screen
        self._options = options
        self._seed = seed
        self._rounds = 0
        self._round: Round | None = None
        self._out: set[str] = set()
        self._answers = Answered()

    def play(self) -> None:
        """Play until nobody can or will go on, and write the totals, whatever happens."""
        try:
            while bets := self._take_bets():
                self._play_round(bets)
        except (EndOfInput, Quit):
            pass
        except Terminated:
            self._screen.write("")
            if self._round:
                self._round.void()
            raise
        finally:
            self._screen.totals(self.players)

    def _take_bets(self) -> list[tuple[Player, int]]:
        able = [player for player in self.players if self._can_play(player)]
        if not able:
            self._screen.write("Nobody can bet any more.")
            return []
        same = self._rounds > 0 and self._ask_again() == "same"
        bets = []
        for player in able:
            if same and (player.last_bet == 0 or self._allowed(player, player.last_bet)):
                bet = player.last_bet
            else:
                bet = self._ask_bet(player)
                player.last_bet = bet
            if bet:
                bets.append((player, bet))
        if not bets:
            self._screen.write("Nobody bets: the table closes.")
        return bets

    def _can_play(self, player: Player) -> bool:
        if player.bankroll >= self.min_bet:
            return True
        if player.name not in self._out:
            self._out.add(player.name)
            least = f"below the least bet of {money(self.min_bet)}"
            self._screen.write(f"{player.name} is out: {money(player.bankroll)} is {least}.")
        return False

    def _allowed(self, player: Player, bet: int) -> bool:
        return self.min_bet <= bet <= min(self.max_bet, player.bankroll)

    def _ask_again(self) -> str:
        def read(text: str) -> str | None:
            word = text.lower()
            if word in ("", "y", "yes", "a", "again"):
                return "same"
            if word in ("b", "bet", "bets"):
                return "bets"
            if word in ("q", "quit", "n", "no"):
                raise Quit
            if word == "?":
                self._explain("Enter plays again with the same bets, b asks for new ones, q ends.")
                return None
            raise SudokuError(f"{text[:20]!r} is not one of again, bets, quit")

        return str(self._console.ask_until("[a]gain, new [b]ets or [q]uit? [again] ", read))

    def _ask_bet(self, player: Player) -> int:
        largest = min(self.max_bet, player.bankroll)
        usual = min(max(player.last_bet, self.min_bet), largest)

        def read(text: str) -> int | None:
            if text.lower() in ("q", "quit"):
                raise Quit
            if text == "?":
                self._explain(
                    f"A bet is from {money(self.min_bet)} to {money(largest)}; Enter bets "
                    f"{money(usual)}, 0 sits out this round, q ends the game."
                )
                return None
            bet = parse_money(text) if text else usual
            if bet == 0 or self._allowed(player, bet):
                return bet
            if bet < self.min_bet:
                raise SudokuError(f"{money(bet)} is below the least bet of {money(self.min_bet)}")
            raise SudokuError(f"{money(bet)} is too much: {money(largest)} is the most allowed")

        prompt = f"{player.name} has {money(player.bankroll)}. Bet? [{money(usual)}] "
        return int(self._console.ask_until(prompt, read))

    def _play_round(self, bets: list[tuple[Player, int]]) -> None:
        before = {player.name: player.bankroll for player in self.players}
        if self.shoe.begin_round():
            self._screen.write("The cut card is out: the shoe is shuffled.")
        place = self.shoe.number, self.shoe.position
        self._rounds += 1
        self._answers = Answered()
        self._round = round_ = Round(self.rules, self.shoe, bets, self._rounds)
        self._screen.begin(round_, *self._remarks())
        try:
            while round_.question:
                self._answer(round_, round_.question)
                if round_.question:
                    self._screen.update(round_)
        except EndOfInput:
            while round_.question:
                self._give(round_, round_.question, "stand" if round_.question.actions else 0)
            self._finish(round_, before, place)
            raise
        self._finish(round_, before, place)

    def _remarks(self) -> list[str]:
        left = [] if self.rules.decks == INFINITE else [f"{self.shoe.left} cards left"]
        shown = self._options.shown_seed
        return left if shown is None else [*left, f"seed {shown}"]

    def _finish(self, round_: Round, before: dict[str, int], place: tuple[int, int]) -> None:
        self._screen.end(round_)
        with held:
            data = round_to_json(round_, self._answers, before, self._seed, *place)
            self._options.after_round(data, self.players)

    def _answer(self, round_: Round, question: Question) -> None:
        """Ask, with the advice that was wished for, and go on with the answer."""
        if not question.actions:
            if self._options.advice:
                source = self._options.advice
                worth = advise_insurance(round_, question, self.shoe, source)
                self._screen.write(f"  worth: insurance {worth:+.4f} a unit")
            self._give(round_, question, self._ask_insurance(question))
            return
        odds = self._odds(round_, question)
        if self._options.advice:
            if odds is None:
                self._screen.write("  worth: too few cards are left to say")
            else:
                self._screen.advice(odds.values, odds.dealer)
        while True:
            action = self._ask_action(round_, question)
            cost = odds.values[odds.best] - odds.values[action] if odds else 0.0
            if not self._options.coach or cost < COSTLY or self._is_sure(odds, cost):
                break
        if self._options.advice and odds and cost > MARGIN:
            money_lost = round(cost * question.seat.bet)
            self._screen.write(
                f"  {odds.best} was better by {cost:.4f} of the bet: {money(money_lost)}"
            )
        self._give(round_, question, action, odds)

    def _odds(self, round_: Round, question: Question) -> HandOdds | None:
        options = self._options
        if not (options.advice or options.coach or options.wants_values):
            return None
        return advise(round_, question, self.shoe, options.advice or "shoe")

    def _is_sure(self, odds: HandOdds | None, cost: float) -> bool:
        assert odds is not None

        def read(text: str) -> str:
            word = text.lower()
            if word in ("y", "yes"):
                return "yes"
            if word in ("", "n", "no"):
                return "no"
            raise SudokuError(f"{text[:20]!r} is not one of yes, no")

        prompt = f"  {odds.best} is better by {cost:.4f} of the bet. Are you sure? [no] "
        return self._console.ask_until(prompt, read) == "yes"

    def _give(
        self, round_: Round, question: Question, answer: str | int, odds: HandOdds | None = None
    ) -> None:
        """Answer a question and keep what was answered."""
        seat = next(i for i, seat in enumerate(round_.seats) if seat is question.seat)
        if isinstance(answer, int):
            worth = None
            if self._options.wants_values:
                source = self._options.advice or "shoe"
                worth = advise_insurance(round_, question, self.shoe, source)
            self._answers.insurance(seat, answer, worth)
        else:
            hand = _place(question)
            if odds is None and self._options.wants_values:
                odds = self._odds(round_, question)
            self._answers.action(seat, hand, answer, odds.values if odds else None)
        round_.answer(answer)

    def _ask_insurance(self, question: Question) -> int:
        limit = money(question.limit)

        def read(text: str) -> int | None:
            word = text.lower()
            if word in ("", "n", "no"):
                return 0
            if word in ("y", "yes"):
                return question.limit
            if word == "?":
                self._explain("Insurance pays 2:1 if the dealer has a blackjack, and loses if not.")
                return None
            amount = parse_money(text)
            if amount > question.limit:
                raise SudokuError(f"{money(amount)} is too much: {limit} is the most allowed")
            return amount

        name = question.seat.player.name
        return int(self._console.ask_until(f"{name}, insurance up to {limit}? [no] ", read))

    def _ask_action(self, round_: Round, question: Question) -> str:
        def read(text: str) -> str | None:
            word = text.lower()
            if word == "?":
                for action in question.actions:
                    self._explain(f"{KEYS[action]}  {action}: {MEANINGS[action]}")
                return None
            for action in question.actions:
                if word in (action, KEYS[action]):
                    return action
            raise SudokuError(f"{text[:20]!r} is not one of {', '.join(question.actions)}")

        number = f".{_place(question) + 1}" if len(question.seat.hands) > 1 else ""
        labels = " ".join(LABELS[action] for action in question.actions)
        name = f"{question.seat.player.name}{number}"
        upcard = FACES[round_.upcard.face].replace("T", "10")
        prompt = f"{name}, {question.hand.describe()} against {upcard}: {labels}? "
        return str(self._console.ask_until(prompt, read))

    def _explain(self, line: str) -> None:
        self._screen.write(f"  {line}")


def _place(question: Question) -> int:
    """Return which of the seat's hands is asked about, from 0."""
    return next(i for i, hand in enumerate(question.seat.hands) if hand is question.hand)
