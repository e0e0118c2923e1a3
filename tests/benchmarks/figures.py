"""Figures of the tables of speed: how they are written, read back and compared."""

from math import floor, inf, isinf, log10
from typing import NamedTuple

WORSE = 5.0
"""Per cent by which a figure that got worse is named."""

PREFIXES = {"M": 1e6, "k": 1e3}
ABOVE = "above "


def three_digits(number: float) -> str:
    """Return a number that is not negative, rounded to three digits.

    >>> [three_digits(number) for number in (0.06228, 1.3, 99.96, 3690.2)]
    ['0.0623', '1.30', '100', '3,690']
    """
    rounded = float(f"{number:.3g}")
    decimals = 2 - floor(log10(rounded)) if rounded else 0
    return f"{rounded:,.{max(0, decimals)}f}"


class Unit(NamedTuple):
    """How the figures of a column are written, and which of two is the better one."""

    more_is_better: bool
    is_rate: bool = False
    is_count: bool = False
    limit: str = ""
    """What an infinite figure is above."""

    def show(self, figure: float) -> str:
        """Return a figure as a table shows it.

        >>> RATE.show(3_251_000), RATE.show(999_960), RATE.show(278), COUNT.show(3)
        ('3.25 M', '1.00 M', '278', '3')
        """
        if isinf(figure):
            return ABOVE + self.limit
        if self.is_count:
            return f"{figure:.0f}"
        if self.is_rate:
            for prefix, value in PREFIXES.items():
                if float(f"{figure:.3g}") >= value:
                    return f"{three_digits(figure / value)} {prefix}"
        return three_digits(figure)

    def better(self, one: float, other: float) -> float:
        return max(one, other) if self.more_is_better else min(one, other)

    def loss(self, old: float, new: float) -> float:
        """Return by how many per cent a figure got worse; less than nothing: better.

        >>> RATE.loss(200, 150), TIME.loss(200, 150), TIME.loss(10, inf), TIME.loss(inf, inf)
        (25.0, -25.0, inf, 0.0)
        """
        if old == new:
            return 0.0
        change = (inf if new > old else -inf) if old == 0 or inf in (old, new) else new / old - 1
        return 100 * (-change if self.more_is_better else change)


RATE = Unit(more_is_better=True, is_rate=True)
TIME = Unit(more_is_better=False)
COUNT = Unit(more_is_better=True, is_count=True)


def read(cell: str) -> float | None:
    """Return the figure of a cell, None where it has none.

    >>> [read(cell) for cell in ("3.25 M", "1,070", "above 10 s", "")]
    [3250000.0, 1070.0, inf, None]
    """
    if cell.startswith(ABOVE):
        return inf
    number, _, prefix = cell.partition(" ")
    try:
        return float(number.replace(",", "")) * PREFIXES.get(prefix, 1)
    except ValueError:
        return None
