"""Colours of conjugate pairs: simple and multi colours.

The places in a cluster of conjugate pairs take two colours in turn: all of one colour are true, all
of the other false. Of several steps the one that removes most is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.fish import refutable
from sudokutools.logic.hodoku.nine import PEERS, house_of, partners_of, seen_from
from sudokutools.logic.hodoku.words import housed, named
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.tables import any_of, members
from sudokutools.logic.techniques import Technique

Cluster = tuple[int, int]  # The set of cells of each colour.

Found = tuple[int, int, tuple[int, ...]]  # A symbol, the cells that lose it, and the colours.


def two_colours(start: int, partners: dict[int, int]) -> Cluster:
    """Return the cells reached from a cell in an even and in an odd number of steps."""
    colours = [1 << start, 0]
    frontier, turn = 1 << start, 0
    while frontier:
        turn ^= 1
        reached = any_of([partners[cell] for cell in members(frontier)])
        frontier = reached & ~colours[turn]
        colours[turn] |= frontier
    return colours[0], colours[1]


def clusters(places: int) -> list[Cluster]:
    partners = partners_of(places)
    found: list[Cluster] = []
    for start in sorted(partners):
        if not any((one | other) >> start & 1 for one, other in found):
            found.append(two_colours(start, partners))
    return found


def _most(found: Iterator[Found]) -> Found | None:
    return max(found, key=lambda each: each[1].bit_count(), default=None)


def _step(technique: Technique, board: Board, found: Found, why: str) -> Step:
    symbol, losers, colours = found
    removed = board.removals(losers, 1 << symbol)
    step = step_of(board, technique, why, any_of(colours), removed, 1 << symbol)
    return step._replace(
        colours=tuple(tuple((cell, symbol + 1) for cell in members(each)) for each in colours)
    )


def find_simple_colours(technique: Technique, board: Board) -> Step | None:
    """Return a cluster with a colour twice in a house (wrap), or with both colours seen (trap)."""
    found = _most(
        each
        for symbol, places in enumerate(board.places)
        if refutable(board, symbol)
        for cluster in clusters(places)
        for each in _simple(symbol, places, cluster)
    )
    if found is None:
        return None
    symbol, losers, (one, other) = found
    why = (
        f"houses with two places for digit {symbol + 1} join these cells: it is in all of"
        f" {named(one)}, or in all of {named(other)}; "
    )
    if losers & (one | other):
        why += f"{_meeting(losers, losers)}; so {{result}}"
    else:
        why += "so {result} (in sight of both colours)"
    return _step(technique, board, found, why)


def _simple(symbol: int, places: int, cluster: Cluster) -> Iterator[Found]:
    for colour in cluster:
        if colour & seen_from(colour):
            yield symbol, colour, cluster
    losers = places & ~any_of(cluster) & seen_from(cluster[0]) & seen_from(cluster[1])
    if losers:
        yield symbol, losers, cluster


def _meeting(cells: int, others: int) -> str:
    pairs = ((cell, other) for cell in members(cells) for other in members(PEERS[cell] & others))
    first, second = next(pairs)
    return f"{named([first, second])} share {housed(house_of(first, second))}"


def find_multi_colours(technique: Technique, board: Board) -> Step | None:
    """Return two clusters of which two colours see each other: an opposite colour is true.

    A colour that sees both colours of the other cluster is false.
    """
    found = _most(
        each
        for symbol, places in enumerate(board.places)
        if refutable(board, symbol)
        for first, second in permutations(clusters(places), 2)
        for each in _multi(symbol, places, first, second)
    )
    if found is None:
        return None
    symbol, losers, (one, opposite, other, far) = found
    why = (
        f"houses with two places for digit {symbol + 1} join these cells: it is in all of A ="
        f" {named(one)}, or in all of B = {named(opposite)}; and in all of C = {named(other)},"
        f" or in all of D = {named(far)}; "
    )
    if losers & -losers & any_of(found[2]):
        why += "cells of A see cells of C and cells of D, so A is false; {result}"
    else:
        why += f"{_meeting(one, other)}, so B or D is true; {{result}} (in sight of both)"
    return _step(technique, board, found, why)


def _multi(symbol: int, places: int, first: Cluster, second: Cluster) -> Iterator[Found]:
    for colour, opposite in (first, first[::-1]):
        seen = seen_from(colour)
        if seen & second[0] and seen & second[1]:
            yield symbol, colour, (colour, opposite, *second)
        for other, far in (second, second[::-1]):
            losers = places & seen_from(opposite) & seen_from(far)
            if seen & other and losers:
                yield symbol, losers, (colour, opposite, other, far)
