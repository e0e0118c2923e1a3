"""The value of each rule: the odds of the same rules with one option changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from sudokutools.blackjack.house import house_odds
from sudokutools.blackjack.rules import CHARLIES, DOUBLES, INFINITE, SPLITS, SURRENDERS, Rules
from sudokutools.errors import SudokuError

DECKS = (1, 2, 3, 4, 5, 6, 7, 8, INFINITE)
HANDS = (1, 2, 3, 4)
PAYOUTS = ((3, 2), (7, 5), (6, 5), (1, 1), (2, 1))


class Variation(NamedTuple):
    """Rules with one changed option and the player's expected values by strategy."""

    option: str
    ev: dict[str, float]


def variations(rules: Rules) -> Iterator[Variation]:
    """Yield every change of one option that affects the game, with its odds.

    Rules with which a shoe could run out during a hand are excluded.
    """
    for option, changed in changes(rules):
        with suppress(SudokuError):
            yield Variation(option, house_odds(changed).ev)


def changes(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Yield options as they are typed, with the changed rules.

    >>> [option for option, _ in changes(Rules(max_hands=1))][-6:]
    ['--payout 7:5', '--payout 6:5', '--payout 1:1', '--payout 2:1', '--no-peek', '--no-peek --obo']
    """
    for option, change in _options(rules):
        changed = replace(rules, **change)
        same_hands = all(changed.hands_of(rank) == rules.hands_of(rank) for rank in (0, 1))
        if changed != rules and not (same_hands and option.startswith("--max-")):
            yield option, changed


def _options(rules: Rules) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all values of all options, including those of the rules."""
    for decks in DECKS:
        yield f"--decks {decks or 'inf'}", {"decks": decks}
    yield _flag("h17", "s17", rules.hit_soft_17), {"hit_soft_17": not rules.hit_soft_17}
    yield (
        _flag("das", "no-das", rules.double_after_split),
        {"double_after_split": not rules.double_after_split},
    )
    for field, values in (
        ("double", DOUBLES),
        ("split", SPLITS),
        ("max_hands", HANDS),
        ("max_ace_hands", HANDS),
    ):
        for value in values:
            yield f"--{field.replace('_', '-')} {value}", {field: value}
    if rules.hands_of(0) > 1:
        yield (
            _flag("hit-split-aces", "no-hit-split-aces", rules.hit_split_aces),
            {"hit_split_aces": not rules.hit_split_aces},
        )
    for surrender in SURRENDERS:
        yield f"--surrender {surrender}", {"surrender": surrender}
    for cards in CHARLIES:
        yield f"--charlie {cards or 'none'}", {"charlie": cards}
    for won, staked in PAYOUTS:
        yield f"--payout {won}:{staked}", {"payout": (won, staked)}
    yield from _looks(rules)


def _looks(rules: Rules) -> Iterator[tuple[str, dict[str, Any]]]:
    if rules.peek:
        yield "--no-peek", {"peek": False}
        yield "--no-peek --obo", {"peek": False, "original_bets_only": True}
    else:
        yield "--peek", {"peek": True, "original_bets_only": False}
        only = rules.original_bets_only
        yield _flag("obo", "no-obo", only), {"original_bets_only": not only}


def _flag(on: str, off: str, value: bool) -> str:
    return f"--{off if value else on}"
