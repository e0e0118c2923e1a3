"""The questions at a table, their possible answers, help and hints; who can bet before a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from sudokutools._support.lazy import pattern
from sudokutools._support.terminal import visible
from sudokutools.blackjack.advice import Advice
from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.house import action_of, places_of
from sudokutools.blackjack.odds import UPCARDS
from sudokutools.blackjack.player import LIMIT, Player, money, parse_money
from sudokutools.blackjack.rules import spare_seats
from sudokutools.blackjack.side_bets import SideBet
from sudokutools.cli.blackjack.console import PATIENCE, QUIT, Console, Lines, Quit
from sudokutools.cli.blackjack.display import TableScreen, known_house
from sudokutools.cli.blackjack.sides import Offer
from sudokutools.cli.blackjack.text import GAP, JOINT, counted
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
TOO_FEW = "Too few cards are left to compute the values of the actions."
NEVER_INSURE = "Rule of thumb: insure only if over a third of the unseen cards are tens."
AGAIN = ("", "a", "again", "y", "yes")
BETS = ("b", "bet", "bets")
YES = ("y", "yes")
NO = ("", "n", "no")

ON_HANDS = pattern(r"(.*?) ?x ?([0-9]{1,9})")


class Wager(NamedTuple):
    """A bet, and the number of hands that it is placed on."""

    bet: int
    spots: int = 1

    def __str__(self) -> str:
        return money(self.bet) + (f"x{self.spots}" if self.spots > 1 else "")


LAST, ASK = -1, -2
"""Values of `Wager.bet`: the same as in the last round, and a new one."""
USUAL = 0  # The value of `Wager.spots` for the usual number.
SAME_BETS = Wager(LAST, USUAL)
NEW_BETS = Wager(ASK, USUAL)

Bets = list[tuple[Player, Wager]]


class Questions:
    """Ask the players of a table; `limits` are the minimum and maximum bet.

    `worth` computes the value of a unit on a side bet, None if it is not shown. `plan` returns the
    usual number of hands of a player in the next round; 0: as many as before.

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
        offers: Sequence[Offer],
        worth: Callable[[SideBet, bool], float | None],
        plan: Callable[[], int],
    ) -> None:
        self._console = console
        self._screen = screen
        self._least, self._largest = limits
        self._players = players
        self._declined: set[str] = set()
        self._sits_out: set[str] = set()
        self._how = NEW_BETS
        self._last: dict[str, Wager] = {}
        self._spare = 0
        self._plan = plan
        self._offers = offers
        self._worth = worth
        self._sides: dict[tuple[str, str], int] = {}

    def bets(self, is_first: bool) -> Bets:
        idle = 0
        while able := self._able():
            how = NEW_BETS
            if not is_first and not idle:
                how = self._again(able)
                if how == NEW_BETS and self._declined:
                    self._declined.clear()
                    able = self._able()
            self._how = how
            self._spare = spare_seats(len(able))
            bets = [(player, self._bet(player, how)) for player in able]
            self._sits_out = {player.name for player, wager in bets if not wager.bet}
            if bets := [(player, wager) for player, wager in bets if wager.bet]:
                self._last |= {player.name: wager for player, wager in bets}
                return bets
            self._screen.write("No bets; no cards are dealt.")
            idle += 1
            if idle >= PATIENCE:
                self._console.lose_patience("rounds without a bet")
        self._screen.write("No player can bet any more.")
        return []

    def _able(self) -> list[Player]:
        for player in self._players:
            if player.bankroll < self._least and player.name not in self._declined:
                name = visible(player.name)
                if amount := self._buy_in(player):
                    player.buy_in(amount)
                    self._screen.write(f"{name} buys in and has {money(player.bankroll)}.")
                else:
                    self._declined.add(player.name)
                    least = f"below the table minimum of {money(self._least)}"
                    self._screen.write(f"{name} is out: {money(player.bankroll)} is {least}.")
        return [player for player in self._players if player.bankroll >= self._least]

    def _so_far(self) -> Sequence[str]:
        return self._screen.totals(len(GAP)) if self._screen.has_begun else ()

    def _bet(self, player: Player, how: Wager) -> Wager:
        """Take the bet of the last round or of all players, or ask for one; 0 sits out."""
        last = self._last.get(player.name, Wager(0))
        known = Wager(last.bet if how.bet == LAST else how.bet, self._spots(last, how))
        sat_out = how.bet == LAST and player.name in self._sits_out
        wager = None
        if known.bet > 0 and not sat_out:
            with suppress(SudokuError):
                wager = self._checked(known, player.bankroll, self._spare)
        if wager is None:
            wager = self._new_bet(player, last)
        self._spare -= wager.spots - 1
        return wager

    def _spots(self, last: Wager, how: Wager = SAME_BETS) -> int:
        return how.spots or self._plan() or last.spots

    def _new_bet(self, player: Player, last: Wager) -> Wager:
        has, spare = player.bankroll, self._spare
        spots = min(self._spots(last), 1 + spare, has // self._least)
        usual = Wager(min(max(last.bet, self._least), self._largest, has // spots), spots)
        largest = money(min(self._largest, has))
        return self._console.question(
            f"{visible(player.name)} has {money(has)}. Bet?{JOINT}[{usual}] ",
            lambda: [
                f"Bet {money(self._least)} to {largest} (max); Enter bets {usual}.",
                *_on_hands(spare),
                "0 sits out this round; q ends the game.",
                *self._so_far(),
            ],
            lambda word: self._read_wager(word, usual.bet, has, spare) if word else usual,
        )

    def _read_wager(self, word: str, last: int, bankroll: int, spare: int) -> Wager:
        """Read a bet on one hand, or `20x2` for two hands; `x2` is the last bet on two hands."""
        match = ON_HANDS.fullmatch(word)
        amount, spots = (match[1], int(match[2])) if match else (word, 1)
        most = min(self._largest, bankroll // max(1, spots))
        bet = last if not amount else most if amount == "max" else parse_money(amount, most)
        return self._checked(Wager(bet, spots), bankroll, spare)

    def _checked(self, wager: Wager, bankroll: int, spare: int) -> Wager:
        bet, spots = wager
        if not 0 < spots <= 1 + spare:
            what = f"expected 1 to {1 + spare}, the free seats"
            raise SudokuError(f"{counted(spots, 'hand')}: {what}")
        if 0 < bet < self._least:
            raise SudokuError(f"{money(bet)} is below the table minimum of {money(self._least)}")
        on_each = f" on each of {spots} hands" if spots > 1 else ""
        _at_most(bet, min(self._largest, bankroll // spots), on_each)
        return wager if bet else Wager(0)

    def sides(self, player: Player, wager: Wager) -> list[int]:
        """Take the side bets of each hand that are fixed or repeated, or ask for them."""
        amounts: list[int] = []
        for side, fixed in self._offers:
            key = player.name, side.name
            left = player.bankroll - wager.spots * (wager.bet + sum(amounts))
            most = min(self._largest, left // wager.spots)
            amount = self._sides.get(key, 0) if fixed is None else fixed
            if most and fixed is None and (self._how == NEW_BETS or amount > most):
                on_each = " on each hand" if wager.spots > 1 else ""
                name = f"{visible(player.name)}: {side.name}{on_each}"
                amount = self._side(name, side, min(amount, most), most)
            elif amount > most:
                has = f"{visible(player.name)} has {money(left)} left"
                self._screen.write(f"{has}: no bet on {side.name}.")
                amount = 0
            self._sides[key] = amount
            amounts.append(amount)
        return amounts

    def _side(self, name: str, side: SideBet, usual: int, most: int) -> int:
        worth = self._worth(side, False)
        shown = "" if worth is None else f" ({worth:+.4f} per unit)"

        def meanings() -> list[str]:
            worth = self._worth(side, True)
            known = "unknown, too few are left" if worth is None else f"{worth:+.4f} per unit"
            return [
                f"{side.name} pays {side.describe()}.",
                f"Its value with the cards seen: {known}.",
                f"Bet up to {money(most)} (max) on it; 0 or n: no bet; q ends the game.",
            ]

        return self._console.question(
            f"{name}{shown}? [{money(usual)}] ",
            meanings,
            lambda word: usual if not word else _read_amount(word, most, most),
        )

    def _again(self, players: Sequence[Player]) -> Wager:
        """Ask for SAME_BETS, NEW_BETS, or a bet for all players."""
        richest, spare = max(player.bankroll for player in players), spare_seats(len(players))
        planned = self._plan()
        on_hands = f" x{planned}" if planned else ""

        def read(word: str) -> Wager | None:
            if word in AGAIN:
                return SAME_BETS
            if word in BETS:
                return NEW_BETS
            if word in NO:
                if self._console.ask("Quit? [y/N] ").lower() in (*YES, *QUIT):
                    raise Quit
                return None
            if not (word == "max" or _is_amount(word) or ON_HANDS.fullmatch(word)):
                raise invalid(word, "again, an amount, bets or quit")
            return self._read_wager(word, LAST, richest, spare)

        largest = money(min(self._largest, richest))
        how = self._console.question(
            f"[a]gain, an amount, new [b]ets or [q]uit? [again{on_hands}] ",
            lambda: [
                f"Enter or a repeats the bets{on_hands}; players who sat out can bet.",
                f"An amount from {money(self._least)} to {largest} is a new bet for all.",
                *_on_hands(spare),
                "b asks every player for a new bet, and players without money to buy in.",
                "q ends the game.",
                *self._so_far(),
            ],
            read,
        )
        assert how is not None
        return how

    def _buy_in(self, player: Player) -> int:
        usual = max(player.stake, self._least - player.bankroll)
        least = money(self._least)

        def read(word: str) -> int:
            amount = _read_amount(word, usual, LIMIT)
            if amount and player.bankroll + amount < self._least:
                raise SudokuError(f"{money(amount)} is not enough: the table minimum is {least}")
            return amount

        return self._console.question(
            f"{visible(player.name)} has {money(player.bankroll)}, the table minimum is {least}. "
            f"Buy in for {money(usual)}?{JOINT}[no] ",
            lambda: (
                f"y buys in for {money(usual)}; or enter another amount.",
                "Enter or n declines; q ends the game.",
            ),
            read,
        )

    def answer(
        self, round_: Round, question: Question, advice: Advice | None, hint: Lines
    ) -> str | int:
        hand = self._screen.question(round_, question)
        if question.actions:
            choices, meanings = _actions(question, advice)
        else:
            choices, meanings = _insurance(round_, question, advice)
        line = f"{hand}: {choices}"
        prompt = line if self._console.fits(line) else f"{hand}:\n{GAP}{choices}"
        explained = [*meanings, HINT, QUITTING]
        return self._console.question(prompt, lambda: explained, _reader(question), hint)

    def confirm(
        self, question: Question, answer: str | int, advice: Advice, hint: Lines
    ) -> str | int | None:
        """Return the answer or another one; None: ask again."""
        other = _reader(question, "yes", "no")

        def read(word: str) -> str | int:
            if word in NO:
                return ""
            return answer if word in YES else other(word)

        meaning = "y confirms; Enter or n asks again; any other answer replaces this one."
        prompt = f"{GAP}{mistake(advice, answer, 'is')}. Are you sure?{JOINT}[no] "
        given = self._console.question(prompt, lambda: [*hint(), meaning, QUITTING], read)
        return None if given == "" else given


def mistake(advice: Advice, answer: str | int, is_or_was: str) -> str:
    if advice.play:
        play = f"At a count of {advice.play.level:+d}: {advice.better}"
        return f"{play} ({advice.cost(answer):+.4f} of the bet)"
    return f"{advice.better} {is_or_was} better by {advice.cost(answer):.4f} of the bet"


def _actions(question: Question, advice: Advice | None) -> tuple[str, list[str]]:
    worth = advice.worth if advice else None
    choices = [
        ACTIONS[action][0] + (f"{JOINT}{worth[action]:+.4f}" if isinstance(worth, dict) else "")
        for action in question.actions
    ]
    meanings = [f"{KEYS[name]}  {name}: {ACTIONS[name][1]}" for name in question.actions]
    if question.limit:
        meanings.append(f"d and an amount of up to {money(question.limit)}: double for that much")
    return (GAP if worth else " ").join(choices) + "? ", meanings


def _insurance(round_: Round, question: Question, advice: Advice | None) -> tuple[str, list[str]]:
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
    def insurance(word: str) -> int:
        return _at_most(_read_amount(word, question.limit, question.limit), question.limit)

    def action(word: str) -> str:
        name, _, amount = word.partition(" ")
        if not (question.limit and amount):
            return read_action(word, question.actions, *more)
        added = _at_most(parse_money(amount, question.limit), question.limit)
        if read_action(name, question.actions, *more) != "double" or not added:
            raise invalid(word, "an amount after double only")
        return f"double {added}"

    return action if question.actions else insurance


def read_action(word: str, actions: Sequence[str], *more: str) -> str:
    for name in actions:
        if word in (name, KEYS[name]):
            return name
    raise invalid(word, listed([*more, *actions], "or"))


def _read_amount(word: str, usual: int, most: int) -> int:
    """Read yes (the usual amount), no (0) or an amount."""
    if word in NO:
        return 0
    if word in (*YES, "max"):
        return usual
    if not _is_amount(word):
        raise invalid(word, "yes, no or an amount")
    return parse_money(word, most)


def _is_amount(word: str) -> bool:
    return word.removeprefix("$")[:1].isdigit()


def invalid(word: str, expected: str) -> SudokuError:
    return SudokuError(f"{word[:20]!r} is invalid: expected {expected}")


def _at_most(amount: int, most: int, where: str = "") -> int:
    if amount > most:
        raise SudokuError(f"{money(amount)} is too much: the maximum is {money(most)}{where}")
    return amount


def _on_hands(spare: int) -> list[str]:
    text = f"20x2: 20 on each of 2 hands (up to {1 + spare}); x2: the last bet."
    return [text] if spare else []


def hints(round_: Round, advice: Advice | None) -> list[str]:
    if advice is None:
        return [TOO_FEW]
    play = advice.play
    by_count = [f"At a count of {play.level:+d}: {advice.better}."] if play else []
    if not isinstance(advice.worth, dict):
        return [f"Insurance: {advice.worth:+.4f} per unit insured.", *(by_count or [NEVER_INSURE])]
    values = ", ".join(f"{name} {value:+.4f}" for name, value in advice.worth.items())
    thumb = _rule_of_thumb(round_, advice)
    return [f"Values: {values}. Best: {advice.best}.", *by_count, *thumb]


def _rule_of_thumb(round_: Round, advice: Advice) -> list[str]:
    """Describe a row: `Rule of thumb for hard 14: stand against 2 to 6, hit against 7 to A.`"""
    house, question = known_house(round_.rules), advice.question
    if house is None:
        return []
    hand = question.hand
    section, number = ("soft" if hand.is_soft else "hard"), hand.total
    if "split" in question.actions:
        section, number = places_of((hand.ranks[0], hand.ranks[1]))[0]
    name = f"a pair of {_card(number)}s" if section == "pair" else f"{section} {number}"
    plays = [(action_of(house.chart[section, number, up], question.actions), up) for up in UPCARDS]
    parts = []
    for action, group in groupby(plays, key=lambda play: play[0]):
        first, *_, last = 2 * [_card(upcard) for _, upcard in group]
        parts.append(f"{action} against {first}" + (f" to {last}" if first != last else ""))
    text = ", ".join(parts) if len(parts) > 1 else f"always {plays[0][0]}"
    exception = f"Because of the cards seen, {advice.best} is better here."
    follows = (advice.best, round_.upcard.rank) in plays
    return [f"Rule of thumb for {name}: {text}.", *([] if follows else [exception])]


def _card(rank: int) -> str:
    return RANKS[rank].replace("T", "10")
