"""Lockout lines: inner cells lie outside the range of the ends, which differ by at least 4."""

from __future__ import annotations

from sudokutools.constraints.between import Between
from sudokutools.constraints.drawing import INK, Mark, Path
from sudokutools.constraints.shape import Shape


class Lockout(Between):
    """A line from diamond to diamond."""

    key = "lockout"
    rule = "the ends differ by 4 or more, and inner cells lie outside"
    fpuzzles = ""
    iss = ("Lockout~4",)
    gap = 4
    look = (("steel", 0.18, ()), (1.0, 0.06, ()))

    @staticmethod
    def holds(low: int, high: int, symbol: int) -> bool:
        return not low <= symbol <= high

    def violation(self, cells: bytes, shape: Shape) -> str:
        first, last = cells[self.cells[0]], cells[self.cells[-1]]
        if abs(first - last) < self.gap:
            return f"the ends {first} and {last} differ by less than {self.gap}"
        return super().violation(cells, shape)

    @staticmethod
    def end(x: float, y: float) -> Mark:
        corners = [(x - 0.43, y), (x, y - 0.43), (x + 0.43, y), (x, y + 0.43)]
        return Path([corners], fill=0.94, stroke=INK, width=0.04, is_closed=True)
