"""The questions at a table, their possible answers and help texts; who can bet before a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudokutools._support.terminal import visible
from sudokutools.blackjack.advice import Advice
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.player import LIMIT, Player, money, parse_money
from sudokutools.cli.blackjack.console import PATIENCE, Answer, Console, Quit
from sudokutools.cli.blackjack.display import TableScreen
from sudokutools.cli.blackjack.text import GAP, JOINT
from sudokutools.cli.options.exclusions import listed
from sudokutools.errors import SudokuError

ACTIONS = {
    "hit": ("[h]it", "take one more card"),
    "stand": ("[s]tand", "take no more cards"),
    "double": ("[d]ouble", "double the bet, take exactly one more card"),
    "split": ("s[p]lit", "split the pair into two hands, with an equal bet on the second"),
    "surrender": ("su[r]render", "give up the hand and get half the bet back"),
    "keep": ("[k]eep", "keep playing this hand if the dealer has no blackjack"),
}
KEYS = {name: label[label.index("[") + 1] for name, (label, _) in ACTIONS.items()}
HINT = "i  hint: the value of every answer; also ? twice"
QUITTING = "q  quit: all open hands stand and the game ends"
AGAIN = ("", "a", "again", "y", "yes")
BETS = ("b", "bet", "bets")
YES = ("y", "yes")
NO = ("", "n", "no")

QUIT = ("q", "quit")

SAME_BETS = -1
NEW_BETS = -2

Bets = list[tuple[Player, int]]

Hint = Callable[[], Sequence[str]]  # Computes the lines of a hint.


class Questions:
    """Ask the players of a table; `limits` are the minimum and maximum bet.

    At every question `?` explains the answers, and `q` raises Quit. Questions about a hand have a
    hint: `i`, or `?` again. A player who sits out is asked for a bet again in the next round. A
    player who cannot bet may buy in again; one who declines is asked again when new bets are made.
    """

    def __init__(
        self,
        console: Console,
        screen: TableScreen,
        limits: tuple[int, int],
        players: Sequence[Player],
    ) -> None:
        self._console = console
        self._screen = screen
        self._least, self._largest = limits
        self._players = players
        self._declined: set[str] = set()
        self._sits_out: set[str] = set()

    def bets(self, is_first: bool) -> Bets:
        """Ask for bets until somebody bets; return nothing if nobody can."""
        idle = 0
        while able := self._able():
            how = NEW_BETS
            if not is_first and not idle:
                how = self._again(able)
                if how == NEW_BETS and self._declined:
                    self._declined.clear()
                    able = self._able()
            bets = [(player, self._bet_of(player, how)) for player in able]
            self._sits_out = {player.name for player, bet in bets if not bet}
            if any(bet for _, bet in bets):
                return [(player, bet) for player, bet in bets if bet]
            self._screen.write("No bets; no cards are dealt.")
            idle += 1
            if idle >= PATIENCE:
                self._console.lose_patience("rounds without a bet")
        self._screen.write("No player can bet any more.")
        return []

    def _able(self) -> list[Player]:
        """Return the players who can bet, after offering a new stake to the others."""
        for player in self._players:
            if player.bankroll < self._least and player.name not in self._declined:
                self._offer(player)
        return [player for player in self._players if player.bankroll >= self._least]

    def _offer(self, player: Player) -> None:
        amount = self._buy_in(player)
        name = visible(player.name)
        if amount:
            player.buy_in(amount)
            self._screen.write(f"{name} buys in and has {money(player.bankroll)}.")
            return
        self._declined.add(player.name)
        least = f"below the table minimum of {money(self._least)}"
        self._screen.write(f"{name} is out: {money(player.bankroll)} is {least}.")

    def _bet_of(self, player: Player, how: int) -> int:
        known = player.last_bet if how == SAME_BETS else how
        sat_out = how == SAME_BETS and player.name in self._sits_out
        if not sat_out and self._least <= known <= self._most(player):
            return known
        return self._bet(player)

    def _ask(
        self,
        prompt: str,
        meanings: Sequence[str] | Hint,
        read: Callable[[str], Answer | None],
        hint: Hint | None = None,
    ) -> Answer:
        explained = False

        def answer(text: str) -> Answer | None:
            nonlocal explained
            word = text.lower()
            if word in QUIT:
                raise Quit
            if word == "?" and not (hint and explained):
                explained = True
                self._explain(meanings() if callable(meanings) else meanings)
            elif hint and word in ("?", "i", "hint"):
                self._explain(hint())
            else:
                return read(word)
            return None

        return self._console.ask_until(prompt, answer)

    def _explain(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._screen.write(f"{GAP}{line}")

    def _so_far(self) -> Sequence[str]:
        return self._screen.totals(len(GAP)) if self._screen.has_begun else ()

    def _most(self, player: Player) -> int:
        return min(self._largest, player.bankroll)

    def _bet(self, player: Player) -> int:
        """Ask for a bet; 0 sits out."""
        largest = self._most(player)
        usual = min(max(player.last_bet, self._least), largest)
        name, bankroll = visible(player.name), money(player.bankroll)
        return self._ask(
            f"{name} has {bankroll}. Bet?{JOINT}[{money(usual)}] ",
            lambda: [
                f"Bet {money(self._least)} to {money(largest)}; Enter bets {money(usual)}.",
                "0 sits out this round; q ends the game.",
                *self._so_far(),
            ],
            lambda text: self._read_bet(text, largest) if text else usual,
        )

    def _read_bet(self, text: str, largest: int) -> int:
        bet = parse_money(text, largest)
        if bet and bet < self._least:
            raise SudokuError(f"{money(bet)} is below the table minimum of {money(self._least)}")
        _check_most(bet, largest)
        return bet

    def _again(self, players: Sequence[Player]) -> int:
        """Ask about the next round: SAME_BETS, NEW_BETS, or a bet for all players, in cents."""
        largest = max(map(self._most, players))

        def read(word: str) -> int | None:
            if word in AGAIN:
                return SAME_BETS
            if word in BETS:
                return NEW_BETS
            if word in NO:
                if self._console.ask("Quit? [y/N] ").lower() in (*YES, *QUIT):
                    raise Quit
                return None
            if not word[:1].isdigit():
                raise SudokuError(
                    f"{word[:20]!r} is invalid: expected again, an amount, bets or quit"
                )
            return self._read_bet(word, largest)

        meanings = (
            "Enter or a repeats the bets; players who sat out can bet.",
            f"An amount from {money(self._least)} to {money(largest)} is a new bet for all.",
            "b asks every player for a new bet, and players without money to buy in.",
            "q ends the game.",
        )
        return self._ask(
            "[a]gain, an amount, new [b]ets or [q]uit? [again] ",
            lambda: [*meanings, *self._so_far()],
            read,
        )

    def _buy_in(self, player: Player) -> int:
        """Ask a player who cannot bet for an amount to buy in with, or 0."""
        usual = max(player.stake, self._least - player.bankroll)

        def read(word: str) -> int:
            if word in NO:
                return 0
            amount = usual if word in YES else _amount(word, LIMIT)
            if amount and player.bankroll + amount < self._least:
                raise SudokuError(
                    f"{money(amount)} is not enough: the table minimum is {money(self._least)}"
                )
            return amount

        name, bankroll = visible(player.name), money(player.bankroll)
        return self._ask(
            f"{name} has {bankroll}, the table minimum is {money(self._least)}. "
            f"Buy in for {money(usual)}?{JOINT}[no] ",
            (
                f"y buys in for {money(usual)}; or enter another amount.",
                "Enter or n declines; q ends the game.",
            ),
            read,
        )

    def answer(
        self, round_: Round, question: Question, advice: Advice | None, hint: Hint
    ) -> str | int:
        """Ask for the answer to a question of a round, showing the values of `advice`."""
        hand = self._screen.question(round_, question)
        if question.actions:
            choices, meanings = _actions(question, advice)
        else:
            choices, meanings = _insurance(round_, question, advice)
        line = f"{hand}: {choices}"
        prompt = line if self._console.fits(line) else f"{hand}:\n{GAP}{choices}"
        return self._ask(prompt, [*meanings, HINT, QUITTING], _reader(question), hint)

    def confirm(
        self, question: Question, answer: str | int, advice: Advice, hint: Hint
    ) -> str | int | None:
        """Ask for confirmation of a mistake; return the answer or another one; None: ask again."""
        other = _reader(question, "yes", "no")

        def read(word: str) -> str | int:
            if word in NO:
                return ""
            return answer if word in YES else other(word)

        def why() -> list[str]:
            meaning = "y confirms; Enter or n asks again; any other answer replaces this one."
            return [*hint(), meaning, QUITTING]

        better, cost = advice.better(answer), advice.cost(answer)
        prompt = f"{GAP}{better} is better by {cost:.4f} of the bet. Are you sure?{JOINT}[no] "
        given = self._ask(prompt, why, read)
        return None if given == "" else given


def _actions(question: Question, advice: Advice | None) -> tuple[str, list[str]]:
    """Return the actions with their values if known, and their meanings."""
    worth = advice.worth if advice else None
    choices = [
        ACTIONS[action][0] + (f"{JOINT}{worth[action]:+.4f}" if isinstance(worth, dict) else "")
        for action in question.actions
    ]
    meanings = [f"{KEYS[name]}  {name}: {ACTIONS[name][1]}" for name in question.actions]
    return (GAP if worth else " ").join(choices) + "? ", meanings


def _insurance(round_: Round, question: Question, advice: Advice | None) -> tuple[str, list[str]]:
    """Return the offer with the value of a unit if known, and its meaning."""
    limit, bet = money(question.limit), money(question.seat.bet)
    is_half = question.limit * 2 == question.seat.bet
    if question.hand.is_natural and is_half and round_.rules.payout == (3, 2):
        offer = f"even money, {bet}"
        what = f"Even money: insurance for {limit} makes your blackjack win {bet} in any case."
    else:
        offer = f"insurance up to {limit}"
        what = f"Insurance up to {limit} pays 2:1 if the dealer has a blackjack, otherwise loses."
    how = f"y insures {limit}; or enter a smaller amount. Enter or n declines."
    shown = f" ({advice.worth:+.4f} per unit insured)" if advice else ""
    return f"{offer}{shown}? [no] ", [what, how]


def _reader(question: Question, *more: str) -> Callable[[str], str | int]:
    """Return the function that reads an answer; its messages also mention `more`."""

    def action(word: str) -> str:
        for name in question.actions:
            if word in (name, KEYS[name]):
                return name
        expected = listed([*more, *question.actions], "or")
        raise SudokuError(f"{word[:20]!r} is invalid: expected {expected}")

    def insurance(word: str) -> int:
        if word in NO:
            return 0
        amount = question.limit if word in YES else _amount(word, question.limit)
        _check_most(amount, question.limit)
        return amount

    return action if question.actions else insurance


def _amount(text: str, most: int) -> int:
    if not text[:1].isdigit():
        raise SudokuError(f"{text[:20]!r} is invalid: expected yes, no or an amount")
    return parse_money(text, most)


def _check_most(amount: int, most: int) -> None:
    if amount > most:
        raise SudokuError(f"{money(amount)} is too much: the maximum is {money(most)}")
