"""Modular lines: any three cells in a row have different remainders modulo 3."""

from __future__ import annotations

from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.entropic import Entropic


class Modular(Entropic):
    """A line of cells; the two cells of a short line have different remainders, too."""

    key = "modular"
    rule = "any three in a row differ modulo 3"
    fpuzzles = "modularline"
    iss = ("Modular~3",)

    check_shape = Constraint.check_shape  # Any number of symbols has remainders.
    look = (("teal", 0.24, (0.5, 0.08, 0.1, 0.08)),)

    @staticmethod
    def class_of(symbol: int, n: int) -> int:
        return symbol % 3

    @staticmethod
    def words(found: int) -> str:
        return f"both {found} modulo 3"
