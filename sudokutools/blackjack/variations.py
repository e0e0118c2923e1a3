"""The value of each rule: the odds of the same rules with one option changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sudokutools.blackjack.house import house_odds
from sudokutools.blackjack.rules import CHARLIES, DOUBLES, INFINITE, SPLITS, SURRENDERS, Rules
from sudokutools.errors import SudokuError

HANDS = (1, 2, 3, 4)
PAYOUTS = ((3, 2), (7, 5), (6, 5), (1, 1), (2, 1))

Variation = tuple[str, dict[str, float]]
"""An option as it is typed, and the player's expected values by strategy."""


def variations(rules: Rules) -> Iterator[Variation]:
    """Yield every change of one option that affects the game, with its odds.

    Rules with which a shoe could run out during a hand are excluded.
    """
    for option, changed in changes(rules):
        with suppress(SudokuError):
            yield option, house_odds(changed).ev


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

    def toggled(field: str, on: str, off: str) -> tuple[str, dict[str, Any]]:
        value = getattr(rules, field)
        return f"--{off if value else on}", {field: not value}

    def valued(field: str, *values: Any) -> Iterator[tuple[str, dict[str, Any]]]:
        for value in values:
            yield f"--{field.replace('_', '-')} {value}", {field: value}

    yield from valued("decks", *range(1, 9))
    yield "--decks inf", {"decks": INFINITE}
    yield toggled("hit_soft_17", "h17", "s17")
    yield toggled("double_after_split", "das", "no-das")
    yield from valued("double", *DOUBLES)
    yield from valued("split", *SPLITS)
    yield from valued("max_hands", *HANDS)
    yield from valued("max_ace_hands", *HANDS)
    if rules.hands_of(0) > 1:
        yield toggled("hit_split_aces", "hit-split-aces", "no-hit-split-aces")
    yield from valued("surrender", *SURRENDERS)
    for cards in CHARLIES:
        yield f"--charlie {cards or 'none'}", {"charlie": cards}
    for won, staked in PAYOUTS:
        yield f"--payout {won}:{staked}", {"payout": (won, staked)}
    if rules.peek:
        yield "--no-peek", {"peek": False}
        yield "--no-peek --obo", {"peek": False, "original_bets_only": True}
    else:
        yield "--peek", {"peek": True, "original_bets_only": False}
        yield toggled("original_bets_only", "obo", "no-obo")
