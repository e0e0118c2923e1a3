"""Maximum cells: greater than every orthogonal neighbour that is not marked."""

from __future__ import annotations

from sudokutools.constraints.minimum import Minimum


class Maximum(Minimum):
    """All cells that are marked as maximum."""

    key = "maximum"
    fpuzzles = "maximum"
    words = "greater"

    @staticmethod
    def holds(marked: int, other: int) -> bool:
        return marked > other
