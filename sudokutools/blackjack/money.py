"""Money in whole cents: never a float, so that 3:2 on an odd bet is exact."""

from __future__ import annotations

import re

from sudokutools.errors import SudokuError

LIMIT = 10**12  # The largest amount in cents: ten thousand million units.


def parse_money(text: str, most: int = LIMIT, limit: int = LIMIT) -> int:
    """Read an amount such as 10, 12.5 or 12.50 as cents.

    Raises SudokuError if it is invalid or above `limit`; the message then names `most`.

    >>> parse_money("12.5"), parse_money("7")
    (1250, 700)
    """
    shown = repr(text.strip()[:20])
    match = re.fullmatch(r"\s*([0-9]+)(?:\.([0-9]{1,2}))?\s*", text, re.ASCII)
    if match is None:
        raise SudokuError(f"invalid amount {shown}: expected a number such as 10 or 12.50")
    whole, part = match[1].lstrip("0"), match[2] or ""
    cents = limit + 1
    if len(whole) < len(str(limit)):
        cents = int(whole + part.ljust(2, "0"))
    if cents > limit:
        raise SudokuError(f"{shown} is too large: the maximum is {money(most)}")
    return cents


def money(cents: int) -> str:
    """Write cents as an amount.

    >>> money(1250), money(-700)
    ('12.50', '-7')
    """
    whole, part = divmod(abs(cents), 100)
    return ("-" if cents < 0 else "") + (f"{whole}.{part:02}" if part else str(whole))


def gain(cents: int) -> str:
    """Write a profit or loss with its sign.

    >>> gain(750), gain(0), gain(-500)
    ('+7.50', '0', '-5')
    """
    return ("+" if cents > 0 else "") + money(cents)
