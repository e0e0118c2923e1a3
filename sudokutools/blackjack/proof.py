"""Verification of a log: every round is dealt and played again and compared with its line.

A line that does not continue the round before it starts a session, or is dealt from the position
that it names, after missing or reordered rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import dumps, loads
from typing import Any, NamedTuple

from sudokutools.blackjack import log
from sudokutools.blackjack.game import Round
from sudokutools.blackjack.log import Bet, Line, difference, field, say
from sudokutools.blackjack.player import Player
from sudokutools.blackjack.practice import Asked, Score
from sudokutools.blackjack.rules import MOST_PLAYERS, Rules, spare_seats
from sudokutools.blackjack.shoe import Shoe
from sudokutools.errors import SudokuError

CLOSE = 1e-12  # Values computed on other machines or in Python differ in their last digits.


class ImpossibleRoundError(SudokuError):
    """A readable line for a round that cannot be dealt."""


class Sitting:
    """A session that is played again: its shoe and players carry over from round to round.

    `is_whole`: all its rounds were right so far, and no summary has ended it.
    """

    def __init__(self, line: Line) -> None:
        self.rules, self.seed = line.rules, line.seed
        self.side_bets = line.side_bets
        self.shoe = Shoe(line.rules, line.seed)
        self.rounds = 0
        self.is_whole = True
        self.players: list[Player] = []
        self.score = Score()
        self._named: dict[str, Player] = {}
        self.bought: dict[str, int] = {}

    @property
    def place(self) -> tuple[Rules, str, int, int]:
        return self.rules, self.seed, self.shoe.number, self.shoe.position

    def expects(self, line: Line) -> bool:
        is_next = self.place == line.place and line.number == self.rounds + 1
        return is_next and all(
            (player.name, player.bankroll + _buys(player, bet)) == (bet.name, bet.bankroll)
            for player, bet in self.seated(line)
        )

    def resume(self, line: Line) -> None:
        """Continue at the position of a line, after missing rounds."""
        self.shoe = Shoe.at(*line.place)
        self.rounds = line.number - 1
        self.is_whole = False
        for bet in line.bets:
            player = self._player(bet)
            player.bankroll, player.bought = bet.bankroll, bet.bought

    def _player(self, bet: Bet) -> Player:
        player = self._named.get(bet.name)
        if player is None:  # A log may seat thousands.
            player = self._named[bet.name] = Player(bet.name, bet.bankroll - bet.bought)
            self.players.append(player)
        return player

    def seated(self, line: Line) -> list[tuple[Player, Bet]]:
        if len(line.bets) == len(self.players):
            return list(zip(self.players, line.bets, strict=True))
        return [(self._player(bet), bet) for bet in line.bets]

    def begin(self, line: Line) -> tuple[log.Record, Round]:
        seated = self.seated(line)
        spots = [pair for pair in seated if pair[1].bet for _ in range(pair[1].spots)]
        betting = sum(bet.bet != 0 for _, bet in seated)
        if not spots:
            raise ImpossibleRoundError("nobody bets")
        if len(spots) - betting > spare_seats(betting):
            raise ImpossibleRoundError(f"{len(spots)} hands: the table has {MOST_PLAYERS} seats")
        for player, bet in seated:
            has = player.bankroll + _buys(player, bet)
            staked = bet.spots * (bet.bet + sum(bet.sides))
            if bet.bet < 0 or staked > has:
                if player.name != bet.name:
                    raise ImpossibleRoundError(f"{bet.name} has the seat of {player.name}")
                raise ImpossibleRoundError(f"{bet.name} bets {staked} cents, but has {has}")
        if len(line.side_bets) != len(self.side_bets):
            raise ImpossibleRoundError("the side bets of the table have changed")
        self.bought = {player.name: _buys(player, bet) for player, bet in seated}
        for player, _ in seated:
            player.buy_in(self.bought[player.name])
        self.rounds += 1
        players = (player for player, _ in seated)
        record = log.Record(players, self.shoe, line.source, line.practice)
        bets = [(player, bet.bet) for player, bet in spots]
        sides = [bet.sides for _, bet in spots]
        round_ = Round(self.rules, self.shoe, bets, self.rounds, self.side_bets, sides)
        return record, round_


def _buys(player: Player, bet: Bet) -> int:
    return max(0, bet.bought - player.bought)


class Fault(NamedTuple):
    reason: str
    is_payment: bool = False


class Closing:
    """The summary of a session, compared with its rounds if all of them were played again.

    The next line follows one of `checks`: the check of this line, or the one that it should have.
    """

    def __init__(self, line: Line, sitting: Sitting, before: Sequence[str]) -> None:
        self.sitting = sitting
        self.fault: Fault | None = None
        self.is_over = line.is_summary
        self._line = line
        is_after = line.after in before or not before
        self._after = (line.after if is_after else before[0]) or ""
        self.checks = [line.check] if line.check is not None else []
        if line.is_summary:
            if sitting.is_whole:
                differs = self._difference(log.summary_to_json(sitting.players, sitting.score))
                self.fault = Fault(differs[0]) if differs else None
            sitting.is_whole = False

    def steps(self) -> Iterator[str | int | Asked]:
        """Give every answer in turn, yielding it afterwards; a summary has none."""
        return iter(())

    def _difference(self, data: log.Data) -> tuple[str, str | int] | None:
        text, check = log.sealed(data, self._after)
        self.checks.append(check)
        if self._line.text == text:
            return None
        expected = loads(text)
        if self._line.text == dumps(expected):
            return None
        differs = difference(expected, self._line.data)
        if differs is None:
            return "not in the format that the table writes", ""
        return say(differs, expected), differs[0][0]


class Replay(Closing):
    """A round of a log, played again with the same answers.

    `round` is at its first question; `steps` plays it, and `fault` is set afterwards. `bought` was
    added to bankrolls before the round, in cents.
    """

    def __init__(
        self, line: Line, sitting: Sitting, reason: str | None, before: Sequence[str]
    ) -> None:
        super().__init__(line, sitting, before)
        self.fault = Fault(reason) if reason else None
        self.is_sure = False
        self._record, self.round = sitting.begin(line)
        self.place = self._record.place
        self.bought = sitting.bought

    def steps(self) -> Iterator[str | int | Asked]:
        for at, entry in enumerate(self._line.answers, 1):
            question = self.round.question
            try:
                if isinstance(entry, dict) and "answered" in entry:
                    yield self._count(entry)
                    continue
                if question is None:
                    raise SudokuError("the round is over")
                key, kind = ("action", str) if question.actions else ("insurance", int)
                if not isinstance(entry, dict) or key not in entry:
                    raise SudokuError(f"expected {key}")
                answer = field(entry, key, kind)
                worth, stated = self._record.worth(self.round, question), entry.get("ev")
                # Values are kept as the line has them if that is close enough.
                self._record.give(self.round, answer, stated if _is_close(worth, stated) else worth)
            except SudokuError as error:
                self._stop(f"answer {at}: {error}")
                return
            yield answer
        if self.round.question is not None:
            if not self._line.ended:
                self._stop("the round is incomplete")
                return
            self.round.abandon(self._line.ended)
        self._compare()

    def _count(self, entry: log.Data) -> Asked:
        answers = field(entry, "answered", list)
        if not all(type(answer) in (int, float) and abs(answer) < 1000 for answer in answers):
            raise SudokuError("expected numbers")
        asked = self._record.count(self.round, answers)
        self.sitting.score.add(asked)
        return asked

    def _stop(self, reason: str) -> None:
        self.fault = self.fault or Fault(reason)
        self.round.abandon()

    def _compare(self) -> None:
        self.is_over = True
        self.is_sure = not self.fault
        data = self._record.to_json(self.round)
        # Lines of earlier versions lack later rules, which have their default value.
        stated = self._line.data["rules"]
        data["rules"] = {key: rule for key, rule in data["rules"].items() if key in stated}
        differs = self._difference(data)
        if differs is not None:
            reason, part = differs
            self.is_sure = self.is_sure and part in ("answers", "dealer")
            self.fault = self.fault or Fault(reason, part in ("dealer", "payments"))


class Proof:
    """The rounds of a log, line by line; `after` is the check of the line before."""

    def __init__(self, after: str = "") -> None:
        self._sitting: Sitting | None = None
        self._last: Replay | None = None
        self._is_readable = True
        self._checks: Sequence[str] = [after]
        self._firsts: set[str | None] = set()

    def may_begin(self, line: Line) -> bool:
        """Whether a session begins at a line, without any doubt about the lines before it."""
        if not self._is_readable or (self._last and self._last.fault):
            return False
        if line.after != "" and line.after not in self._checks:
            return False
        sitting = self._sitting
        if sitting is None:
            return True
        sitting.shoe.begin_round()
        theirs = line.dealt_at(*line.place)
        return not sitting.expects(line) and line.dealt_at(*sitting.place) < theirs

    def goes_on(self, later: Proof, sitting: Sitting) -> bool:
        """Continue after a proof of the next lines without faults, except for a repeated log."""
        if self._firsts & later._firsts:
            return False
        self._firsts |= later._firsts
        self._sitting, self._last, self._checks = sitting, None, later._checks
        return True

    def detach(self) -> Proof:
        """Forget the last round, which cannot be sent to another process, if it had no fault."""
        self._last = None
        return self

    def read(self, raw: bytes) -> Replay | Closing:
        was_readable, self._is_readable = self._is_readable, False
        before, self._checks = self._checks, []
        line = Line(raw)
        if self._sitting is not None and (not was_readable or (self._last and self._last.fault)):
            self._sitting.is_whole = False
        if line.is_summary:
            if self._sitting is None:
                raise ImpossibleRoundError("the rounds before this summary are missing")
            closing = Closing(line, self._sitting, before)
            self._is_readable, self._checks, self._last = True, closing.checks, None
            return closing
        reason = self._place(line, was_readable)
        if line.begins and line.after == "":
            before = [""]  # A separate log appended to this one.
            if line.check in self._firsts:
                reason = "duplicate round"
            self._firsts.add(line.check)
        self._last = None
        assert self._sitting is not None
        self._last = Replay(line, self._sitting, reason, before)
        self._is_readable = True
        self._checks = self._last.checks
        return self._last

    def _place(self, line: Line, was_readable: bool) -> str | None:
        """Find where to deal a line from, and return the fault with its place in the log."""
        sitting = self._sitting
        is_trusted = was_readable and (self._last is None or self._last.is_sure)
        if sitting is not None:
            sitting.shoe.begin_round()
            if sitting.expects(line):
                return None
            ours = line.dealt_at(*sitting.place)
            theirs = line.dealt_at(*line.place)
            if ours > theirs or (ours == theirs and is_trusted):
                return None
        if line.begins:
            self._sitting = Sitting(line)
            return None
        reason = None
        if sitting is None or (sitting.seed, sitting.rules) != (line.seed, line.rules):
            sitting = Sitting(line)
            if is_trusted:
                reason = f"the rounds before round {line.number} are missing"
        elif line.number != sitting.rounds + 1:
            if was_readable:
                reason = f"round {line.number} comes after round {sitting.rounds}"
        elif is_trusted:
            *_, shoe, card = line.place
            reason = f"shoe {shoe}, card {card} does not follow the previous round"
        sitting.resume(line)
        self._sitting = sitting
        return reason


def _is_close(worth: log.Worth, stated: Any) -> bool:
    if isinstance(worth, dict) and isinstance(stated, dict):
        return list(worth) == list(stated) and all(
            _is_close(value, stated[name]) for name, value in worth.items()
        )
    if isinstance(worth, float) and isinstance(stated, float):
        return abs(worth - stated) <= CLOSE
    return False
