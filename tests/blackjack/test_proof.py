"""The proof of a log: rounds as played are proved, and any change afterwards is found."""

import json
from ast import literal_eval
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.blackjack import advice
from sudokutools.blackjack.log import Transcript, sealed, text_of
from sudokutools.blackjack.odds import HandOdds, hand_odds
from sudokutools.blackjack.player import Player
from sudokutools.blackjack.proof import ImpossibleRoundError, Proof
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.shoe import Shoe
from sudokutools.errors import SudokuError
from tests.blackjack.long_log import Session, check
from tests.conftest import sweep
from tests.tables import cases

Found = list[tuple[int, str]]
Rounds = list[dict[str, Any]]


def faults(lines: list[str], after: str = "") -> Iterator[tuple[int, str]]:
    """Yield the faults that a proof finds: the number of the line and the message."""
    proof = Proof(after)
    for number, line in enumerate(lines, 1):
        try:
            replay = proof.read(line.encode("latin-1") + b"\n")
        except ImpossibleRoundError as error:
            yield number, f"impossible: {error}"
        except SudokuError as error:
            yield number, f"unreadable: {error}"
        else:
            for _ in replay.steps():
                pass
            if replay.fault is not None:
                yield number, replay.fault.reason


def prove(lines: list[str]) -> Found:
    return list(faults(lines))


def seal(rounds: Rounds) -> list[str]:
    """Return lines with the right checks, as somebody would write them who knows how."""
    after, lines = "", []
    for data in rounds:
        without = {key: value for key, value in data.items() if key not in ("after", "check")}
        line, after = sealed(without, after)
        lines.append(line)
    return lines


def session(
    seed: str, rules: Rules, rounds: int, after: str = "", names: Sequence[str] = ("North", "South")
) -> list[str]:
    """Play by chance, with values, and return the lines of the log."""
    game = Session("proof", 0, "shoe")
    game.rules = rules
    game.shoe = Shoe(rules, seed)
    game.players = [Player(name, 20_000) for name in names]
    game.transcript = Transcript(after)
    return list(game.lines(rounds))


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Eight rounds with a shuffle, an insurance, several hands, and a player who sits out."""
    return session("2396", Rules(decks=1, surrender="late", penetration=0.5), 8)


@pytest.fixture
def cached_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute the odds of the same cards only once."""

    @cache
    def odds(arguments: tuple[Any, ...], options: tuple[tuple[str, Any], ...]) -> HandOdds:
        return hand_odds(*arguments, **dict(options))

    def frozen(rules: Rules, counts: Any, hand: Any, upcard: int, **options: Any) -> HandOdds:
        return odds((rules, tuple(counts), tuple(hand), upcard), tuple(options.items()))

    monkeypatch.setattr(advice, "hand_odds", frozen)


@pytest.mark.parametrize("number", sweep(range(20), range(20, 2000)))
def test_random_rounds_conserve_money_and_are_proved(number: int) -> None:
    check("short", number, 25)


@pytest.mark.parametrize("source", ["shoe", "basic"])
def test_values_are_computed_again(source: str) -> None:
    check(source, 1, 8, source)


def test_what_was_played_is_proved_with_blanks_too(lines: list[str]) -> None:
    rounds = [json.loads(line) for line in lines]
    assert {data["shoe"] for data in rounds} == {0, 1}
    assert any("insurance" in entry for data in rounds for entry in data["answers"])
    assert any(player["bet"] == 0 for data in rounds for player in data["players"])
    assert prove(lines) == []
    assert prove([json.dumps(data) for data in rounds]) == []
    assert seal(rounds) == lines


def change(data: dict[str, Any], path: str, by: str) -> None:
    """Add a number to a value of a round, or replace it: `+1`, `= 21`."""
    *outer, last = (int(part) if part.isdigit() else part for part in path.split())
    place: Any = data
    for part in outer:
        place = place[part]
    new = literal_eval(by.removeprefix("="))
    place[last] = new if by[0] == "=" else place[last] + new


def change_a_card(data: dict[str, Any]) -> None:
    """Change a card where it was dealt and where it was paid."""
    cards = data["payments"][0]["hands"][0]["cards"]
    data["cards"][data["cards"].index(cards[0])] = "9s"
    cards[0] = "9s"


def change_a_bankroll(data: dict[str, Any]) -> None:
    """Change a bankroll before the round and after it."""
    name = data["payments"][0]["name"]
    next(entry for entry in data["players"] if entry["name"] == name)["bankroll"] += 1
    data["payments"][0]["bankroll"] += 1


def first_action(data: dict[str, Any]) -> dict[str, Any]:
    return next(entry for entry in data["answers"] if "action" in entry)


def change_the_best(data: dict[str, Any]) -> None:
    entry = first_action(data)
    entry["best"] = next(action for action in entry["ev"] if action != entry["best"])


def change_an_action(data: dict[str, Any]) -> None:
    entry = first_action(data)
    entry["action"] = "stand" if entry["action"] != "stand" else "hit"


def change_a_value(data: dict[str, Any]) -> None:
    first_action(data)["ev"]["stand"] += 1e-11


def swap_the_seats(data: dict[str, Any]) -> None:
    data["players"].reverse()
    data["payments"].reverse()


CHANGES: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda data: data["answers"].pop(), "the round is incomplete"),
    (lambda data: data["answers"].append(data["answers"][0]), "the round is over"),
    (lambda data: data["cards"].pop(), "number of cards is "),
    (change_a_card, 'is "9s", but the shoe has '),
    (change_a_bankroll, "North: bankroll before the round is "),
    (change_the_best, "best is "),
    (change_an_action, ""),
    (change_a_value, "ev stand is "),
    (swap_the_seats, 'name before the round is "South", not "North"'),
]


@pytest.mark.parametrize(("alter", "reason"), CHANGES)
def test_a_change_is_found_with_its_line_and_reason(
    lines: list[str], alter: Callable[[dict[str, Any]], Any], reason: str
) -> None:
    for write in (seal, lambda rounds: list(map(text_of, rounds))):
        rounds = [json.loads(line) for line in lines]
        alter(rounds[4])
        found = prove(write(rounds))
        assert [number for number, _ in found] == [5]
        assert reason in found[0][1]


@cases
def test_a_changed_value_is_found(lines: list[str], path: str, by: str, reason: str) -> None:
    test_a_change_is_found_with_its_line_and_reason(
        lines, lambda data: change(data, path, by), reason
    )


@cases
def test_the_order_of_rounds_is_proved(lines: list[str], order: str, found: Found) -> None:
    assert prove([text_of(json.loads(lines[int(at)])) for at in order]) == found


def test_the_first_round_has_nothing_before_it_but_its_check(lines: list[str]) -> None:
    for path, value in (("penetration", 0.4), ("max_hands", 2), ("double", "9-11")):
        data = json.loads(lines[0])
        data["rules"][path] = value
        found = prove([text_of(data), *lines[1:]])
        assert [number for number, _ in found] == [1]
    other = {**json.loads(lines[0]), "seed": "21"}
    assert "but the shoe has" in prove([text_of(other), *lines[1:]])[0][1]


def byte_changes(line: str, at: int, chance: Stream) -> Iterator[str]:
    """Change one byte to another case, or what this bit makes of it, and to any other byte."""
    byte = ord(line[at])
    for other in {byte ^ 32, (byte + 1 + chance.below(255)) % 256}:
        yield line[:at] + chr(other) + line[at + 1 :]


@pytest.mark.usefixtures("cached_odds")
@pytest.mark.parametrize("rounds", sweep([2], [100]))
def test_every_changed_byte_is_found(rounds: int) -> None:
    """The sessions of two rounds are one log: every line names the one before."""
    chance = Stream("test", "bytes", 0)
    after = ""
    for number in range(0, rounds, 2):
        rules = Rules(decks=6, surrender="late")
        lines = session(f"\u00e9{number}", rules, 2, after, ["N\u00f6rd"])
        assert not any(faults(lines, after))
        for row, line in enumerate(lines):
            for at in range(len(line)):
                for changed in byte_changes(line, at, chance):
                    others = [*lines[:row], changed, *lines[row + 1 :]]
                    assert any(faults(others, after)), changed
        for end in " \t\r\x00":  # In the place of the end of the line.
            assert any(faults([*lines[:-1], lines[-1] + end], after))
        after = json.loads(lines[-1])["check"]


def test_rules_that_a_line_lacks_have_their_usual_value(lines: list[str]) -> None:
    data = json.loads(lines[0])
    del data["rules"]["hit_split_aces"], data["after"], data["check"]
    assert prove([sealed(data, "")[0]]) == []


def test_sessions_follow_each_other_in_a_log(lines: list[str]) -> None:
    last = json.loads(lines[-1])["check"]
    more = session("24", Rules(), 3, last)
    assert prove(lines + more) == []
    # A session of which the last round is missing shows in the lines after it.
    assert prove(lines[:-1] + more) == [(8, "this line was not written after the line before it")]
    # Joined logs stay valid.
    other = session("23", Rules(decks=0), 3)
    assert prove(lines + other + more[:0]) == []
    assert prove(other + lines) == []


def test_a_session_goes_on_after_lines_that_cannot_be_read(lines: list[str]) -> None:
    rubbish = ["", "{}", "[1]", "no", '{"version":2', lines[2][:100], "[" * 100_000, "1" * 5000]
    found = prove([*lines[:4], *rubbish, *lines[4:]])
    assert [number for number, _ in found] == list(range(5, 5 + len(rubbish)))
    # They may have held the missing rounds.
    assert prove([*lines[:3], "no", *lines[6:]]) == [(4, "unreadable: not a round in JSON")]


@cases
def test_what_is_no_round_is_unreadable(lines: list[str], path: str, by: str, reason: str) -> None:
    data = json.loads(lines[3])
    change(data, path, by)
    found = prove([text_of(data)])
    assert found[0][1].startswith("unreadable: ")
    assert reason in found[0][1]


def test_the_last_digits_of_values_may_be_those_of_another_machine(lines: list[str]) -> None:
    rounds = [json.loads(line) for line in lines]
    for data in rounds:
        for entry in data["answers"]:
            if "action" in entry:
                entry["ev"] = {action: value + 1e-14 for action, value in entry["ev"].items()}
    assert prove(seal(rounds)) == []
    # But not if the check of the line is right.
    assert [reason for _, reason in prove(list(map(text_of, rounds)))] == 7 * [
        "the check is wrong: something in this line was changed"
    ]
    if core.native() is not None:
        core.force_python(True)
        try:
            assert prove(lines[:1]) == []
        finally:
            core.force_python(False)


def test_a_key_that_does_not_belong_there_is_named_in_plain_characters(lines: list[str]) -> None:
    data = {**json.loads(lines[0]), "\x1b[2J" * 99: 1}
    (found,) = prove([text_of(data)])
    assert found[1].isprintable()
    assert len(found[1]) < 80


JUNK: list[Any] = [
    None, True, -1, 1.5, 10**30, "", "\ud800", "\x1b", [], [[]], {}, {"": None}, "stand"
]  # fmt: skip


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Give every place in plain data: what holds it, and its key there."""
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


@pytest.mark.usefixtures("cached_odds")
@pytest.mark.parametrize("row", [0, 4])
def test_junk_anywhere_is_found_and_nothing_more(lines: list[str], row: int) -> None:
    for at in range(len(list(places(json.loads(lines[row]))))):
        for junk in JUNK[at % 3 :: 3]:
            data = json.loads(lines[row])
            holder, key = list(places(data))[at]
            if holder[key] != junk:
                holder[key] = junk
                found = prove([*lines[:row], text_of(data), lines[row + 1]])
                assert found[0][0] == row + 1, (key, junk)
                # After another number or rule of the first round, the second comes as a surprise.
                is_first = row == 0 and key in ("round", *vars(Rules()))
                assert len(found) == 1 or is_first, (key, junk)
