"""The lines of a log, well-formed but not yet verified, and how one differs from another."""

from __future__ import annotations

from functools import lru_cache
from json import JSONDecoder, detect_encoding, dumps, loads
from typing import Any, NamedTuple

from sudokutools.blackjack.cards import parse_card
from sudokutools.blackjack.player import LONGEST_NAME
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.shoe import Shoe
from sudokutools.blackjack.transcript import VERSION, Data
from sudokutools.errors import SudokuError

LONGEST_NUMBER = 40
"""The maximum number of digits in a log; 32 are enough for any bankroll in cents."""

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
    """A player before the round, with amounts in cents."""

    name: str
    bankroll: int
    bet: int
    bought: int


class Line:
    """A well-formed line that is not yet verified: a round, or the summary of a session.

    Raises SudokuError if it is neither.
    """

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
        self.shoe = field(self.data, "shoe", int)
        self.position = field(self.data, "position", int)
        self.bets = [_bet(entry) for entry in field(self.data, "players", list)]
        if len({bet.name for bet in self.bets}) < len(self.bets):
            raise SudokuError("duplicate player name")
        self.cards = field(self.data, "cards", list)
        for code in self.cards:
            parse_card(code if isinstance(code, str) else "")
        self.answers = field(self.data, "answers", list)
        self.source = self.data.get("values")
        if self.source not in ("shoe", "basic", None):
            raise SudokuError("invalid source of values")
        self.ended = self.data.get("ended", "")
        if self.ended not in ("", "void", "forfeited"):
            raise SudokuError("missing or invalid 'ended'")

    def dealt_at(self, rules: Rules, seed: str, shoe: int, position: int) -> int:
        """Count the cards of this line that a shoe deals from a position on; -1: no such shoe."""
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
    """Read a typed value of a JSON object. Raises SudokuError for another type."""
    value = data.get(key) if isinstance(data, dict) else None
    if type(value) is not kind:
        raise SudokuError(f"missing or invalid {key!r}")
    return value


def _bet(entry: Any) -> Bet:
    name = field(entry, "name", str)
    if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
        raise SudokuError(f"invalid name: expected 1 to {LONGEST_NAME} printable characters")
    bought = 0
    if "bought" in entry:
        bought = field(entry, "bought", int)
        if bought <= 0:
            raise SudokuError(f"invalid buy-in of {name}: {bought} cents")
    return Bet(name, field(entry, "bankroll", int), field(entry, "bet", int), bought)


def difference(expected: object, found: object, path: Path = ()) -> Difference | None:
    """Find the first difference between two JSON values; types must match, so 1 is not 1.0.

    >>> difference({"a": [1, 2]}, {"a": [1, 3]})
    (('a', 1), 2, 3)
    """
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
    """Name a place in a line: `North.2: profit`, `answer 3: ev hit`, `number of cards`."""
    match path:
        case ("players", int(at), *rest):
            return f"{line['players'][at]['name']}: {_words(rest)} before the round"
        case ("payments", int(at), "hands", int(hand), *rest):
            return f"{line['payments'][at]['name']}.{hand + 1}: {_words(rest)}"
        case ("payments", int(at), *rest):
            return f"{line['payments'][at]['name']}: {_words(rest)}"
        case ("summary", int(at), *rest):
            return f"{line['summary'][at]['name']}: {_words(rest)} in the summary"
        case ("answers", int(at), *rest):
            return f"answer {at + 1}: {_words(rest)}"
        case ("cards", int(at)):
            return f"card {at + 1}"
        case ("dealer", int(at)):
            return f"the dealer's card {at + 1}"
    return _words([*path])


def _words(path: list[str | int]) -> str:
    words = [_word(part) for part in path]
    return f"number of {' '.join(words[:-1])}" if words[-1:] == ["number"] else " ".join(words)


def _word(part: str | int) -> str:
    """Count from 1; quote a key unless it is a short identifier."""
    if isinstance(part, int):
        return str(part + 1)
    return part if part.isidentifier() and len(part) <= 20 else _shown(part)


def _shown(value: object) -> str:
    text = dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
