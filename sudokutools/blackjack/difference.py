"""The first difference between a line of a log and the expected line, in words."""

from __future__ import annotations

from json import dumps
from typing import Any, NamedTuple

Path = tuple[str | int, ...]

MISSING = object()  # The value of a key or item that one of the two lines lacks.

SPECIAL = {
    "check": "the check is wrong: something in this line was changed",
    "after": "this line was not written after the line before it",
}


class Difference(NamedTuple):
    """A place in a line, its expected value, and the value found."""

    path: Path
    expected: object
    found: object

    def say(self, line: dict[str, Any]) -> str:
        """Describe the difference in one line of printable characters.

        >>> Difference(("cards", 2), "4h", "5h").say({})
        'card 3 is "5h", but the shoe has "4h" there'
        """
        what = self.path[0]
        if what in SPECIAL:
            return SPECIAL[str(what)]
        where = _where(self.path, line)
        found, expected = _shown(self.found), _shown(self.expected)
        if self.found is MISSING:
            return f"{where} is missing"
        if self.expected is MISSING:
            return f"{where} does not belong there"
        if what == "round":
            return f"round {found}, but round {expected} was expected"
        if what == "cards" and isinstance(self.path[-1], int):
            return f"{where} is {found}, but the shoe has {expected} there"
        return f"{where} is {found}, not {expected}"


def difference(expected: object, found: object, path: Path = ()) -> Difference | None:
    """Find the first difference between two JSON values; types must match, so 1 is not 1.0.

    >>> difference({"a": [1, 2]}, {"a": [1, 3]})
    Difference(path=('a', 1), expected=2, found=3)
    """
    if type(expected) is not type(found):
        return Difference(path, expected, found)
    parts: list[Difference] = []
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = [*expected, *(key for key in found if key not in expected)]
        parts = [
            Difference((*path, key), expected.get(key, MISSING), found.get(key, MISSING))
            for key in keys
        ]
    elif isinstance(expected, list) and isinstance(found, list):
        both = enumerate(zip(expected, found, strict=False))
        parts = [Difference((*path, at), one, other) for at, (one, other) in both]
        parts.append(Difference((*path, "number"), len(expected), len(found)))
    elif expected != found:
        return Difference(path, expected, found)
    differences = (difference(one, other, place) for place, one, other in parts)
    return next(filter(None, differences), None)


def _where(path: Path, line: dict[str, Any]) -> str:
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
    words = [str(part + 1) if isinstance(part, int) else _key(part) for part in path]
    return f"number of {' '.join(words[:-1])}" if words[-1:] == ["number"] else " ".join(words)


def _key(key: str) -> str:
    """Quote a key unless it is a short identifier."""
    return key if key.isidentifier() and len(key) <= 20 else _shown(key)


def _shown(value: object) -> str:
    text = "" if value is MISSING else dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
