"""The lines of a log: written, read, and compared. The format is described in blackjack(6).

Rules, seed, shoe and position determine the cards; with the bets and answers they determine
everything else, which is included for comparison. `check` covers values that are not repeated
elsewhere. Money is in cents, and seats are numbered among the players who bet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from json import JSONDecoder, JSONEncoder, detect_encoding, dumps, loads
from typing import Any, NamedTuple

from sudokutools.blackjack.advice import Advice, advise, judge
from sudokutools.blackjack.cards import parse_card
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.player import LONGEST_NAME, Player, Seat, seat_name
from sudokutools.blackjack.practice import Asked, Number, Practice, Score, practice_of
from sudokutools.blackjack.rules import MOST_PLAYERS, Rules
from sudokutools.blackjack.shoe import Shoe
from sudokutools.blackjack.side_bets import SideBet, check_pays
from sudokutools.errors import SudokuError

VERSION = 2

Data = dict[str, Any]

Worth = dict[str, float] | float | None
"""The values of all legal actions, or of a unit insured; None if unknown or not requested."""


class Record:
    """The line of a round, begun before the deal; values are computed if it has a `source`."""

    def __init__(
        self,
        players: Iterable[Player],
        shoe: Shoe,
        source: str | None = None,
        practice: Practice | None = None,
    ) -> None:
        self.source = source
        self.practice = practice
        self.shoe = shoe
        self.place = shoe.number, shoe.position
        self.answers: list[Data] = []
        self._before = [(player.name, player.bankroll, player.bought) for player in players]

    def worth(self, round_: Round, question: Question) -> Worth:
        advice = advise(round_, question, self.shoe, self.source) if self.source else None
        return advice.worth if advice else None

    def give(self, round_: Round, answer: str | int, worth: Worth = None) -> None:
        """Give and record an answer. Raises SudokuError if it is not legal."""
        question = round_.question
        assert question is not None
        play = None
        if worth is not None and (
            question.action_of(answer) in question.actions or not question.actions
        ):
            advice = Advice(question, worth)
            if self.practice is not None:
                advice = self.practice.judge(advice, round_, self.shoe)
                play = advice.play
            judge(round_, advice, answer)
        entry: Data = {"seat": round_.seats.index(question.seat)}
        if question.actions:
            entry["hand"] = question.seat.hands.index(question.hand)
        entry["action" if question.actions else "insurance"] = answer
        if self.source is not None and worth is not None:
            entry["ev"] = worth
            if isinstance(worth, dict):
                entry["best"] = max(worth, key=lambda name: worth[name])
        if play is not None:
            entry |= {"count": play.level, "play": play.answer}
        round_.answer(answer)
        self.answers.append(entry)

    def count(self, round_: Round, answers: Sequence[Number]) -> Asked:
        """Record the answers to a question for the count."""
        if self.practice is None:
            raise SudokuError("a count without a counting system")
        asked = Asked(self.practice.count(self.shoe, round_), answers)
        if not 0 < len(answers) <= len(asked.actual.parts):
            raise SudokuError("expected as many answers as questions")
        self.answers.append(asked.to_json())
        return asked

    def to_json(self, round_: Round) -> Data:
        bets = {
            player.name: {"bet": seats[0].bet} | ({"spots": len(seats)} if len(seats) > 1 else {})
            for player, seats in round_.spots.items()
        }
        tables = [{"name": bet.name, "pays": dict(bet.pays)} for bet in round_.side_bets]
        sides = zip(round_.seats, round_.sides, strict=False)
        bet_on = {seat.player.name: [*amounts] for seat, amounts in sides if any(amounts)}
        return {
            "version": VERSION,
            "round": round_.number,
            **({"ended": round_.ended} if round_.ended else {}),
            "rules": round_.rules.to_json(),
            **({"side_bets": tables} if tables else {}),
            "seed": self.shoe.seed,
            "shoe": self.place[0],
            "position": self.place[1],
            "players": [
                {"name": name, "bankroll": bankroll}
                | bets.get(name, {"bet": 0})
                | ({"sides": bet_on[name]} if name in bet_on else {})
                | ({"bought": bought} if bought else {})
                for name, bankroll, bought in self._before
            ],
            "values": self.source,
            **(self.practice.to_json() if self.practice else {}),
            "cards": [card.code for card in round_.cards],
            "answers": self.answers,
            "dealer": [card.code for card in round_.dealer],
            "payments": [
                {
                    "name": seat.player.name,
                    "hands": [
                        {
                            "cards": [card.code for card in hand.cards],
                            "bet": hand.bet,
                            "outcome": hand.outcome,
                            "profit": hand.profit,
                        }
                        for hand in seat.hands
                    ],
                    **({"sides": _settled(seat)} if seat.stakes else {}),
                    "insurance": seat.insurance_profit,
                    "profit": seat.profit,
                    "bankroll": seat.player.bankroll,
                }
                for seat in round_.seats
            ],
        }


def _settled(seat: Seat) -> list[Data]:
    return [
        {
            "name": stake.bet.name,
            "bet": stake.amount,
            "outcome": stake.outcome,
            "profit": stake.profit,
        }
        for stake in seat.stakes
    ]


def summary_to_json(players: Iterable[Player], score: Score | None = None) -> Data:
    tallies = [{"name": player.name, **player.tally.to_json()} for player in players]
    counts = {"counts": score.to_json()} if score else {}
    return {"version": VERSION, "summary": tallies} | counts


text_of = JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""Write a line without a check."""


def sealed(data: Data, after: str) -> tuple[str, str]:
    text = text_of({**data, "after": after})[:-1]
    check = sha256(text.encode()).hexdigest()[:16]
    return f'{text},"check":"{check}"}}', check


class Transcript:
    """The lines of a session, following the line with a given check."""

    def __init__(self, after: str = "") -> None:
        self._after = after

    def line(self, data: Data) -> str:
        text, self._after = sealed(data, self._after)
        return text


LONGEST_NUMBER = 40  # The maximum number of digits; 32 are enough for any bankroll in cents.
_DIGITS = bytes(ord("0") if chr(code).isdigit() and code < 128 else 32 for code in range(256))

MISSING = object()  # The value of a key or item that one of two lines lacks.

SPECIAL = {
    "check": "the check is wrong: something in this line was changed",
    "after": "this line was not written after the line before it",
}

Path = tuple[str | int, ...]

Difference = tuple[Path, object, object]
"""A place in a line, its expected value, and the value found."""


class Bet(NamedTuple):
    name: str
    bankroll: int
    bet: int
    spots: int
    bought: int
    sides: tuple[int, ...]


class Line:
    """A round or the summary of a session, well-formed but not yet verified."""

    def __init__(self, raw: bytes) -> None:
        self.text = raw.removesuffix(b"\n").decode("latin-1")
        self.data = _parse(raw)
        version = field(self.data, "version", int)
        if version != VERSION:
            raise SudokuError(f"unsupported version {version}: expected {VERSION}")
        after, check = self.data.get("after"), self.data.get("check")
        self.after = after if isinstance(after, str) else None
        self.check = check if isinstance(check, str) else None
        self.is_summary = "summary" in self.data
        if not self.is_summary:
            self._read_round()

    def _read_round(self) -> None:
        self.number: int = field(self.data, "round", int)
        self.begins = self.number == 1
        self.rules = _rules(dumps(self.data.get("rules")))
        self.seed: str = field(self.data, "seed", str)
        try:
            self.seed.encode(errors="surrogateescape")
        except UnicodeEncodeError:
            raise SudokuError("invalid seed") from None
        shoe, position = field(self.data, "shoe", int), field(self.data, "position", int)
        self.place = self.rules, self.seed, shoe, position
        tables = field(self.data, "side_bets", list) if "side_bets" in self.data else []
        self.side_bets = tuple(map(_side_bet, tables))
        if len({bet.name for bet in self.side_bets}) < len(self.side_bets):
            raise SudokuError("duplicate side bet")
        self.bets = [
            _bet(entry, len(self.side_bets)) for entry in field(self.data, "players", list)
        ]
        if len({bet.name for bet in self.bets}) < len(self.bets):
            raise SudokuError("duplicate player name")
        self.cards = field(self.data, "cards", list)
        for code in self.cards:
            parse_card(code if isinstance(code, str) else "")
        self.answers = field(self.data, "answers", list)
        self.source = self.data.get("values")
        if self.source not in ("shoe", "basic", None):
            raise SudokuError("invalid source of values")
        self.practice = practice_of(self.rules, self.data)
        self.ended = self.data.get("ended", "")
        if self.ended not in ("", "void", "forfeited"):
            raise SudokuError("missing or invalid 'ended'")

    def dealt_at(self, rules: Rules, seed: str, shoe: int, position: int) -> int:
        try:
            source = Shoe.at(rules, seed, shoe, position)
        except SudokuError:
            return -1
        source.begin_round()
        return sum(source.draw().code == code for code in self.cards)


@lru_cache(16)
def _rules(text: str) -> Rules:
    return Rules.from_json(loads(text))


def _parse(raw: bytes) -> Data:
    try:
        text = raw.decode(detect_encoding(raw), "surrogatepass")
        is_long = b"0" * LONGEST_NUMBER in raw.translate(_DIGITS) or b"\0" in raw
        data = (_CAREFUL if is_long else _FAST).decode(text)
    except (ValueError, RecursionError):
        raise SudokuError("not a round in JSON") from None
    if not isinstance(data, dict):
        raise SudokuError("not a round")
    return data


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError  # Longer than any at a table.
    return int(text)


_FAST, _CAREFUL = JSONDecoder(), JSONDecoder(parse_int=_whole)


def field(data: object, key: str, kind: type) -> Any:
    """Read a typed value of a JSON object."""
    value = data.get(key) if isinstance(data, dict) else None
    if type(value) is not kind:
        raise SudokuError(f"missing or invalid {key!r}")
    return value


def _side_bet(entry: Any) -> SideBet:
    name, pays = field(entry, "name", str), field(entry, "pays", dict)
    return check_pays(name, {hand: field(pays, hand, int) for hand in pays})


def _bet(entry: Any, sides: int) -> Bet:
    name = field(entry, "name", str)
    if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
        raise SudokuError(f"invalid name: expected 1 to {LONGEST_NAME} printable characters")
    bought = 0
    if "bought" in entry:
        bought = field(entry, "bought", int)
        if bought <= 0:
            raise SudokuError(f"invalid buy-in of {name}: {bought} cents")
    amounts = field(entry, "sides", list) if "sides" in entry else [0] * sides
    if len(amounts) != sides or not all(type(each) is int and each >= 0 for each in amounts):
        raise SudokuError(f"invalid side bets of {name}")
    bankroll, bet = field(entry, "bankroll", int), field(entry, "bet", int)
    spots = field(entry, "spots", int) if "spots" in entry else 1
    if "spots" in entry and not (bet and 1 < spots <= MOST_PLAYERS):
        raise SudokuError(f"invalid spots of {name}")
    return Bet(name, bankroll, bet, spots, bought, tuple(amounts))


def difference(expected: object, found: object, path: Path = ()) -> Difference | None:
    """Find the first difference between two JSON values; 1 is not 1.0."""
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = [*expected, *(key for key in found if key not in expected)]
        parts = [(key, expected.get(key, MISSING), found.get(key, MISSING)) for key in keys]
    elif isinstance(expected, list) and isinstance(found, list):
        parts = [(at, *both) for at, both in enumerate(zip(expected, found, strict=False))]
        parts.append(("number", len(expected), len(found)))
    else:
        is_same = type(expected) is type(found) and expected == found
        return None if is_same else (path, expected, found)
    differences = (difference(one, other, (*path, key)) for key, one, other in parts)
    return next(filter(None, differences), None)


def say(different: Difference, line: Data) -> str:
    """Describe a difference in one line of printable characters.

    >>> say((("cards", 2), "4h", "5h"), {})
    'card 3 is "5h", but the shoe has "4h" there'
    """
    path, *values = different
    what = path[0]
    if what in SPECIAL:
        return SPECIAL[str(what)]
    where = _where(path, line)
    if MISSING in values:
        return f"{where} {'is missing' if values[1] is MISSING else 'does not belong there'}"
    expected, found = map(_shown, values)
    if what == "round":
        return f"round {found}, but round {expected} was expected"
    if what == "cards" and isinstance(path[-1], int):
        return f"{where} is {found}, but the shoe has {expected} there"
    return f"{where} is {found}, not {expected}"


def _where(path: Path, line: Data) -> str:
    """Name a place in a line: `North #1.2: profit`, `answer 3: ev hit`, `number of cards`."""
    match path:
        case ("players", int(at), *rest):
            return f"{line['players'][at]['name']}: {_words(rest)} before the round"
        case ("payments", int(at), "hands", int(hand), *rest):
            return f"{_seat(line, at)}.{hand + 1}: {_words(rest)}"
        case ("payments", int(at), *rest):
            return f"{_seat(line, at)}: {_words(rest)}"
        case ("summary", int(at), *rest):
            return f"{line['summary'][at]['name']}: {_words(rest)} in the summary"
        case ("answers", int(at), *rest):
            return f"answer {at + 1}: {_words(rest)}"
        case ("cards", int(at)):
            return f"card {at + 1}"
        case ("dealer", int(at)):
            return f"the dealer's card {at + 1}"
    return _words([*path])


def _seat(line: Data, at: int) -> str:
    names = [payment["name"] for payment in line["payments"]]
    name = names[at]
    return seat_name(name, names[: at + 1].count(name) if names.count(name) > 1 else 0)


def _words(path: list[str | int]) -> str:
    words = [_word(part) for part in path]
    return f"number of {' '.join(words[:-1])}" if words[-1:] == ["number"] else " ".join(words)


def _word(part: str | int) -> str:
    if isinstance(part, int):
        return str(part + 1)
    return part if part.isidentifier() and len(part) <= 20 else _shown(part)


def _shown(value: object) -> str:
    text = dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
