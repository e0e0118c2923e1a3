"""Maximum cells: greater than every orthogonal neighbour that is not marked."""

from __future__ import annotations

from sudokutools.constraints.minimum import Minimum


class Maximum(Minimum):
    """All cells that are marked as maximum."""

    key = "maximum"
    rule = "each is greater than its neighbours"
    fpuzzles = "maximum"
    broken = "{one} is not greater than {other}"

    def holds(self, first: int, second: int) -> bool:
        return first > second
