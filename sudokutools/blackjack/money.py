"""Money in whole cents: never a float, so that 3:2 on an odd bet is exact."""

from __future__ import annotations

from sudokutools.errors import SudokuError

LIMIT = 10**12
"""No amount is larger than this: ten thousand million, in cents."""


def parse_money(text: str) -> int:
    """Read an amount such as 10, 12.5 or 12.50 as cents; SudokuError if it is none.

    >>> parse_money("12.5"), parse_money("7")
    (1250, 700)
    """
    whole, point, part = text.strip().partition(".")
    digits = whole + part
    if not (digits.isascii() and digits.isdigit() and whole and len(part) <= 2) or (
        point and not part
    ):
        raise SudokuError(f"{text.strip()[:20]!r} is no amount; expected one such as 10 or 12.50")
    cents = int(whole) * 100 + int((part + "00")[:2]) if len(whole) <= 20 else LIMIT + 1
    if cents > LIMIT:
        raise SudokuError(f"{text.strip()[:20]!r} is too large: {money(LIMIT)} is the most")
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
