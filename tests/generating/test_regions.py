"""Random regions are those of their definition, followed step by step with sets of cells."""

import pytest

from sudokutools._support.streams import Stream
from sudokutools.constraints.places import touching
from sudokutools.generating.regions import random_regions
from sudokutools.grid.geometry import Geometry

Regions = list[set[int]]


def is_connected(cells: set[int], beside: list[list[int]]) -> bool:
    reached = [min(cells)]
    for cell in reached:
        reached += [other for other in beside[cell] if other in cells and other not in reached]
    return len(reached) == len(cells)


def exchange(regions: Regions, n: int, stream: Stream, beside: list[list[int]]) -> bool:
    """Try to exchange two cells; return whether this was done."""
    cell, side = divmod(stream.below(4 * n * n), 4)
    row, column = cell // n, cell % n
    to = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)][side]
    if not {*to} <= {*range(n)}:
        return False
    mine = next(each for each in regions if cell in each)
    other = next(each for each in regions if n * to[0] + to[1] in each)
    rest = mine - {cell}
    next_to = sorted(each for each in other if rest & {*beside[each]})
    if other is mine or not next_to:
        return False
    chosen = next_to[stream.below(len(next_to))]
    new = rest | {chosen}, other - {chosen} | {cell}
    if not all(is_connected(each, beside) for each in new):
        return False
    regions[regions.index(mine)], regions[regions.index(other)] = new
    return True


@pytest.mark.parametrize("n", [1, 2, 4, 5, 6, 9, 12])
def test_regions_are_those_of_the_definition(n: int) -> None:
    beside = [list(cells) for cells in touching(n, n)]
    streams = Stream("test", "regions", n), Stream("test", "regions", n)
    regions = [set(box) for box in Geometry.of_size(n).box_cells]
    done = 0
    while n > 1 and done < 4 * n * n // 3:
        done += exchange(regions, n, streams[0], beside)
    order = sorted(regions, key=min)
    expected = bytes(next(i for i, each in enumerate(order) if c in each) for c in range(n * n))
    assert random_regions(n, streams[1]) == expected
    assert streams[0].state == streams[1].state
