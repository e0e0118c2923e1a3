"""Black dots: one symbol is a multiple of the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sudokutools.constraints.white_dot import Difference


class Ratio(Difference):
    """Two cells, anywhere, one with `number` times the symbol of the other."""

    key = "ratio"
    rule = "one is {number} times the other"
    expected = "ratio and two cells"
    example = "2:r1c1r1c2"
    fpuzzles = "ratio"
    signs: ClassVar[Mapping[int, str]] = {2: "BlackDot"}
    broken = "{a} and {b} are not in the ratio {number}"
    dots = "\u2776●" + "".join(map(chr, range(0x2778, 0x2780)))
    brightness = 0.0
