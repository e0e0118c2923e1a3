"""Bets and hands by the count: the same at each, or a file with a count and a number per line."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, lcm

from sudokutools._support.lazy import pattern
from sudokutools.blackjack.counting import LOWEST, MOST_BET, Counting, Depths
from sudokutools.blackjack.rules import Rules, spare_seats
from sudokutools.cli.blackjack.text import counted
from sudokutools.cli.run.process import read_file
from sudokutools.errors import SudokuError

LARGEST = 1 << 20

BET = pattern(r"-?[0-9]{1,9}([./][0-9]{1,9})?")

COUNTS = range(LOWEST, 1 - LOWEST)

RAMP = {1: 2, 2: 4, 3: 6, 4: 8}
"""The bets of `--bets ramp` from each true count on; the bet is 1 below."""


def choose_bets(text: str, counting: Counting, rules: Rules) -> tuple[tuple[int, ...], int]:
    """Return the bet at every count, in parts of the flat bet, and the parts.

    Bets are `flat`, `ramp`, or a file of `COUNT BET` lines.

    Below the first count of a file the bet is 1. With a running count the ramp is that of the true
    counts for which it stands.
    """
    if text == "flat":
        return (1,) * len(COUNTS), 1
    if text != "ramp":
        bets = _at_each_count(_read_steps(text, "a bet, such as 2 8 or 1 2.5"))
    elif counting.pivot is None:
        bets = _at_each_count(RAMP)
    else:
        depths = Depths(rules, counting)
        bets = _at_each_count(
            {ceil(depths.count_at((-true, 1.0))): bet for true, bet in RAMP.items()}
        )
    parts = lcm(*(bet.denominator for bet in bets))
    if max(bets) * parts > MOST_BET:
        raise SudokuError(f"{text}: bets in {parts} parts: the maximum is {MOST_BET // parts}")
    return tuple(int(bet * parts) for bet in bets), parts


def choose_spots(text: str | None, players: int) -> tuple[int, ...]:
    """Return the hands of a player at every count: a number, or a file of `COUNT HANDS` lines.

    Below the first count of a file it is 1. None: an empty tuple.
    """
    if text is None:
        return ()
    is_number = text.isdecimal() and len(text) < 3
    steps = {LOWEST: int(text)} if is_number else _read_steps(text, "hands, such as 3 2")
    spots = _at_each_count(steps)
    most = 1 + spare_seats(players)
    if any(number.denominator > 1 or not 0 < number <= most for number in spots):
        others = f" next to {counted(players - 1, 'player')}" if players > 1 else ""
        raise SudokuError(f"--spots {text}: expected 1 to {most} hands{others}")
    return tuple(map(int, spots))


def _at_each_count(steps: Mapping[int, Fraction | int]) -> list[Fraction | int]:
    """Return the number of the last step up to each count; it is 1 before the first one."""
    steps = {LOWEST - len(COUNTS): 1, **steps}
    return [steps[max(step for step in steps if step <= count)] for count in COUNTS]


def _read_steps(path: str, expected: str) -> dict[int, Fraction | int]:
    steps: dict[int, Fraction | int] = {}
    for number, line in enumerate(read_lines(path), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            first, second = words
            count, bet = int(first), Fraction(second if BET.fullmatch(second) else "")
        except (ValueError, ZeroDivisionError):
            what = f"expected a whole count and {expected}"
            raise SudokuError(f"{path}:{number}: {what}") from None
        if count in steps:
            raise SudokuError(f"{path}:{number}: duplicate count {count}")
        if not 0 <= bet <= MOST_BET or not LOWEST <= count <= -LOWEST:
            raise SudokuError(
                f"{path}:{number}: expected a count from {LOWEST} to {-LOWEST}"
                f" and a bet from 0 to {MOST_BET}"
            )
        steps[count] = bet
    return steps


def read_lines(path: str) -> list[str]:
    data = read_file(path, LARGEST + 1)
    if len(data) > LARGEST:
        raise SudokuError(f"{path}: too large")
    return data.decode("utf-8", "replace").splitlines()
