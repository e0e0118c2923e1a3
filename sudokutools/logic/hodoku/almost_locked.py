"""Almost locked sets: ALS-XZ, ALS-XY-Wing, ALS-XY-Chain and Sue de Coq.

An almost locked set is k cells of a house with k + 1 symbols: if one symbol is removed, each of the
others has its cell. A symbol x is restricted common to two disjoint sets if all of its places in
one see all of its places in the other: then at least one set lacks x and holds all its other
symbols. The move that removes most is made, of Sue de Coq the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from operator import itemgetter
from typing import NamedTuple
from weakref import WeakKeyDictionary

from sudokutools._support.bits import bits
from sudokutools._support.limits import Check
from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import BOXES, COLUMNS, HOUSES, MASKS, NINE, ROWS
from sudokutools.logic.hodoku.words import alternating, digits, housed, named, slashed
from sudokutools.logic.state import Removal, pairs
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.strand import cell_list, listing
from sudokutools.logic.tables import any_of, mask_of, members
from sudokutools.logic.techniques import Technique

MOST_SETS = 6  # The maximum number of sets in a chain.
NAMES = "ABCDEF"


class AlmostLockedSet(NamedTuple):
    """The cells and symbols of a set; for each symbol its places, and the places that see these."""

    cells: int
    symbols: int
    places: tuple[int, ...]
    seen: tuple[int, ...]


def almost_locked_sets(board: Board) -> list[AlmostLockedSet]:
    found: dict[int, int] = {}
    for house in HOUSES:
        subsets = [(0, 0, -1)]
        for cell in members(board.empty & MASKS[house]):
            mask, bit = board.candidates[cell], 1 << cell
            subsets += [(cells | bit, union | mask, size + 1) for cells, union, size in subsets]
        for cells, union, size in subsets:
            if union.bit_count() == size + 2 and cells:
                found[cells] = union
    sets = []
    for cells, union in found.items():
        places = tuple(everywhere & cells for everywhere in board.places)
        seen = tuple(
            NINE.common_peers(members(here)) & everywhere if here else 0
            for here, everywhere in zip(places, board.places, strict=True)
        )
        sets.append(AlmostLockedSet(cells, union, places, seen))
    return sets


class Restricted:
    """Sets, and for each the restricted common symbols of others, by their numbers, ascending."""

    def __init__(self, board: Board) -> None:
        self.sets = almost_locked_sets(board)
        with_cell = [0] * 81
        by_places: list[dict[int, int]] = [{} for _ in range(9)]
        for number, one in enumerate(self.sets):
            for cell in members(one.cells):
                with_cell[cell] |= 1 << number
            for symbol in members(one.symbols):
                numbers = by_places[symbol]
                numbers[one.places[symbol]] = numbers.get(one.places[symbol], 0) | 1 << number
        self.overlapping = [
            any_of([with_cell[cell] for cell in members(one.cells)]) for one in self.sets
        ]
        self._by_places = by_places
        self._by_seen: list[dict[int, int]] = [{} for _ in range(9)]
        self.common = list(map(self._restricted, self.sets, self.overlapping))

    def _restricted(self, one: AlmostLockedSet, overlapping: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for symbol in members(one.symbols):
            seen = one.seen[symbol]
            sets = self._within(symbol, seen) & ~overlapping if seen else 0
            for number in bits(sets):
                found[number] = found.get(number, 0) | 1 << symbol
        return dict(sorted(found.items()))

    def _within(self, symbol: int, seen: int) -> int:
        """Return the sets whose places of a symbol are all seen."""
        sets = self._by_seen[symbol].get(seen)
        if sets is None:
            unseen = ~seen
            numbers = self._by_places[symbol].items()
            sets = any_of([sets for places, sets in numbers if not places & unseen])
            self._by_seen[symbol][seen] = sets
        return sets


_LATEST: WeakKeyDictionary[Board, tuple[list[int], Restricted]] = WeakKeyDictionary()
"""The candidates and the sets of boards: the three techniques share them."""


def _restricted(board: Board) -> Restricted:
    candidates, found = _LATEST.get(board, ([], None))
    if found is None or candidates != board.candidates:
        found = Restricted(board)
        _LATEST[board] = board.candidates[:], found
    return found


Removed = dict[int, int]  # The symbols that a pattern removes from each cell.


def _join(removed: Removed, more: Iterable[Removal]) -> None:
    for cell, symbols in more:
        removed[cell] = removed.get(cell, 0) | symbols


def _count(found: tuple[Removed, object]) -> int:
    return sum(symbols.bit_count() for symbols in found[0].values())


def _shared(one: AlmostLockedSet, other: AlmostLockedSet, symbols: int) -> Removed:
    removed: Removed = {}
    for symbol in members(symbols & one.symbols & other.symbols):
        losers = one.seen[symbol] & other.seen[symbol]
        _join(removed, ((cell, 1 << symbol) for cell in members(losers)))
    return removed


def _step(
    technique: Technique,
    board: Board,
    sets: list[AlmostLockedSet],
    removed: Removed,
    why: str,
    links: Sequence[int] = (),
) -> Step:
    """Return a step of almost locked sets, joined by the symbols `links`.

    The chain goes from a symbol that the ends share through the sets.
    """
    listed = "; ".join(
        f"{name} = {cell_list(NINE.geometry, members(one.cells))} ({slashed(one.symbols)})"
        for name, one in zip(NAMES, sets, strict=False)
    )
    why = f"{listed}; each set has one {{digit}} more than cells; {why}"
    cells = tuple(cell for one in sets for cell in members(one.cells))
    symbols = any_of([one.symbols for one in sets])
    step = step_of(board, technique, why, cells, sorted(removed.items()), symbols)
    if links and board.explains:
        joint = members(removed[min(removed)])[0]
        nodes = [(sets[0].places[joint], joint)]
        for (one, other), symbol in zip(pairwise(sets), links, strict=True):
            nodes += [(one.places[symbol], symbol), (other.places[symbol], symbol)]
        nodes.append((sets[-1].places[joint], joint))
        chain = alternating(board, nodes, [f"the set {name}" for name in NAMES[: len(sets)]])
        step = step._replace(chains=(chain,), complexity=len(chain))
    return step._replace(candidates=pairs(board.removals(mask_of(cells), -1)))


def find_xz(technique: Technique, board: Board) -> Step | None:
    """Return two sets with a restricted common symbol x and another common symbol z.

    One of them holds z, so cells that see all places of z in both do not. With two restricted
    common symbols each set holds one of them and all its other symbols, so cells that see all
    places of one of these in its set lose it, and cells that see x in both sets lose x.
    """
    found = max(_xz(_restricted(board)), key=_count, default=None)
    if found is None:
        return None
    removed, (one, other, common) = found
    x = listing(digits(common))
    if common & (common - 1):
        why = (
            f"neither of {x} can be in both, so one set lacks one of them, the other set the other,"
            " and both hold all their other digits; {result}"
        )
        return _step(technique, board, [one, other], removed, why)
    z = any_of(removed.values())
    why = (
        f"{x} cannot be in both, as all its places in A and B see each other, and the set without"
        f" it holds all its other digits; so {listing(digits(z))} is in A or B; {{result}}"
    )
    return _step(technique, board, [one, other], removed, why, members(common))


def _xz(
    restricted: Restricted,
) -> Iterator[tuple[Removed, tuple[AlmostLockedSet, AlmostLockedSet, int]]]:
    for first, others in enumerate(restricted.common):
        one = restricted.sets[first]
        for second, symbols in others.items():
            if second > first:
                continue
            other = restricted.sets[second]
            if symbols & (symbols - 1):
                removed = _shared(one, other, -1)
                for this in (one, other):
                    for symbol in members(this.symbols & ~symbols):
                        _join(removed, ((cell, 1 << symbol) for cell in members(this.seen[symbol])))
            else:
                removed = _shared(one, other, ~symbols)
            if removed:
                yield removed, (one, other, symbols)


def find_xy_wing(technique: Technique, board: Board) -> Step | None:
    """Return two sets with a common symbol z, joined to a third by x and y.

    The third lacks x or y, so one of the two holds z.
    """
    restricted = _restricted(board)
    found = max(_wings(restricted), key=_count, default=None)
    if found is None:
        return None
    removed, (*numbers, x_symbols, y_symbols) = found
    gone = any_of(removed.values())
    x, y = next(
        (x, y)
        for x, y in product(members(x_symbols), members(y_symbols))
        if x != y and gone not in (1 << x, 1 << y)
    )
    why = (
        f"{x + 1} cannot be in both A and B, nor {y + 1} in both B and C; B lacks at most one of"
        f" them, so A lacks {x + 1} or C lacks {y + 1}, and holds {listing(digits(gone))} then;"
        " {result}"
    )
    sets = [restricted.sets[number] for number in numbers]
    return _step(technique, board, sets, removed, why, (x, y))


def _wings(restricted: Restricted) -> Iterator[tuple[Removed, tuple[int, int, int, int, int]]]:
    """Yield the removals and the numbers of the sets, the third between the two, and x and y."""
    for pivot, others in enumerate(restricted.common):
        ends = list(others.items())
        for at, (first, x_symbols) in enumerate(ends):
            one = restricted.sets[first]
            for second, y_symbols in ends[:at]:
                other = restricted.sets[second]
                if one.cells & other.cells or not one.symbols & other.symbols:
                    continue
                removed: Removed = {}
                for x in members(x_symbols):
                    for y in members(y_symbols & ~(1 << x)):
                        _join(removed, _shared(one, other, ~(1 << x | 1 << y)).items())
                if removed:
                    yield removed, (first, pivot, second, x_symbols, y_symbols)


def find_xy_chain(technique: Technique, board: Board) -> Step | None:
    """Return a chain of at least four sets, joined by different symbols; its ends share a symbol z.

    One of the ends holds z: if the first does not, each next set lacks the symbol that joins it to
    the one before, and the last holds z.
    """
    restricted = _restricted(board)
    states = States(restricted)
    found = min(states.chains(board.check), default=None)
    if found is None:
        return None
    _, first, symbol, length, _, end = found
    path = states.path(first, symbol, end, length)
    losers = restricted.sets[first].seen[symbol] & restricted.sets[end].seen[symbol]
    sets = [restricted.sets[number] for number in (first, *(number for number, _ in path))]
    links = [lacking for _, lacking in path]
    letters, z = NAMES[: len(sets)], symbol + 1
    lost = [link + 1 for link in links]
    story = listing(
        f"{letter} lacks {lacking} and holds {holding}"
        for letter, lacking, holding in zip(letters[1:], lost, [*lost[1:], z], strict=True)
    )
    why = (
        f"if A lacks {z}, it holds {lost[0]}, so {story}; {z} is in A or {letters[-1]}; {{result}}"
    )
    removed = dict.fromkeys(members(losers), 1 << symbol)
    return _step(technique, board, sets, removed, why, links)


State = tuple[int, int]
"""A set of a chain, and a symbol that it lacks."""


class States:
    """The states of the chains, numbered by the first set that leads to them."""

    def __init__(self, restricted: Restricted) -> None:
        self._sets = restricted.sets
        self._leads = [
            [(other, symbol) for other, symbols in others.items() for symbol in members(symbols)]
            for others in restricted.common
        ]
        self._numbers: dict[State, int] = {}
        for state in chain.from_iterable(self._leads):
            self._numbers.setdefault(state, len(self._numbers))
        seeing: dict[tuple[int, int], int] = {}
        for number, one in enumerate(restricted.sets):
            for symbol in members(one.symbols):
                for cell in members(one.seen[symbol]):
                    seeing[symbol, cell] = seeing.get((symbol, cell), 0) | 1 << number
        self._ends: list[dict[int, int]] = []
        for one, overlapping in zip(restricted.sets, restricted.overlapping, strict=True):
            ends = {
                symbol: any_of([seeing[symbol, cell] for cell in members(seen)]) & ~overlapping
                for symbol, seen in enumerate(one.seen)
                if seen
            }
            self._ends.append({symbol: others for symbol, others in ends.items() if others})

    def after(self, number: int, without: int) -> list[State]:
        """Return the states that follow from a set without a symbol."""
        states = [state for state in self._leads[number] if state[1] != without]
        return sorted(states, key=self._numbers.__getitem__)

    def chains(self, check: Check) -> Iterator[tuple[int, int, int, int, int, int]]:
        """Yield chains: -losers, first set, symbol, length, number of the last state and its set.

        All starts are followed at once: each state has the set of those that reach it.
        """
        new: dict[State, int] = {}
        for first, ends in enumerate(self._ends):
            starts = mask_of(self._start(first, symbol) for symbol in ends)
            for lead in self._leads[first]:
                others = starts & ~(1 << self._start(first, lead[1]))
                new[lead] = new.get(lead, 0) | others
        reached = new.copy()
        for length in range(2, MOST_SETS + 1):
            following: dict[State, int] = {}
            for state, starts in new.items():
                check()
                if length > 3:
                    yield from self._chains(length, state, starts)
                number, lacking = state
                for lead in self._leads[number]:
                    if lead[1] != lacking:
                        following[lead] = following.get(lead, 0) | starts
            new = {
                state: fresh
                for state, starts in following.items()
                if (fresh := starts & ~reached.get(state, 0))
            }
            for state, starts in new.items():
                reached[state] = reached.get(state, 0) | starts

    def _start(self, first: int, symbol: int) -> int:
        return symbol * len(self._sets) + first

    def _chains(
        self, length: int, state: State, starts: int
    ) -> Iterator[tuple[int, int, int, int, int, int]]:
        end, lacking = state
        for symbol, others in self._ends[end].items():
            if symbol != lacking:
                for first in bits(starts >> self._start(0, symbol) & others):
                    losers = self._sets[first].seen[symbol] & self._sets[end].seen[symbol]
                    yield -losers.bit_count(), first, symbol, length, self._numbers[state], end

    def path(self, at: int, without: int, end: int, length: int) -> list[State]:
        """Return the states of the first chain to `end`; its last set holds `without`."""
        paths: dict[State, list[State]] = {}
        new: list[list[State]] = [[]]
        for _ in range(1, length):
            following = []
            for path in new:
                for state in self.after(*(path[-1] if path else (at, without))):
                    if state not in paths:
                        paths[state] = [*path, state]
                        following.append(paths[state])
            new = following
        return next(path for path in new if path[-1][0] == end and path[-1][1] != without)


_MEETINGS = [
    (line, box, itemgetter(*members(MASKS[line] | MASKS[box])))
    for line, box in product((*ROWS, *COLUMNS), BOXES)
    if MASKS[line] & MASKS[box]
]

_WITHOUT: dict[tuple[int, int], tuple[int, ...]] = {}
"""The candidates of a line and a box in which there was nothing last time."""


def find_sue_de_coq(technique: Technique, board: Board) -> Step | None:
    """Return cells where a box and a line meet that share their symbols with cells of both.

    The core, two or three cells, has at least two symbols more than cells. With some cells of the
    rest of the line and some of the rest of the box, which share no symbol, there are as many
    symbols as cells, so each symbol occurs once: the other cells of the line lose the symbols not
    in the cells of the box, and those of the box the symbols not in the cells of the line.
    """
    for line, box, of in _MEETINGS:
        held = of(board.candidates)
        if _WITHOUT.get((line, box)) == held:
            continue
        meeting = members(MASKS[line] & MASKS[box] & board.empty)
        cores = [
            (mask_of(chosen), symbols)
            for size in (2, 3)
            for chosen in combinations(meeting, size)
            if (symbols := _union(board, chosen)).bit_count() >= size + 2
        ]
        apart = _apart(board, line, box) if cores else ((), ())
        for core, symbols in cores if all(apart) else ():
            step = _complete(technique, board, (line, box), apart, core, symbols)
            if step is not None:
                return step
        _WITHOUT[line, box] = held
    return None


def _apart(board: Board, line: int, box: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return cells of the line and of the box alone that share no symbol with one of the others."""
    in_line = members(MASKS[line] & ~MASKS[box] & board.empty)
    in_box = members(MASKS[box] & ~MASKS[line] & board.empty)
    masks = [board.candidates[cell] for cell in in_box]
    of_line = tuple(cell for cell in in_line if not all(map(board.candidates[cell].__and__, masks)))
    masks = [board.candidates[cell] for cell in of_line]
    return of_line, tuple(
        cell for cell in in_box if not all(map(board.candidates[cell].__and__, masks))
    )


def _complete(
    technique: Technique,
    board: Board,
    houses: tuple[int, int],
    apart: tuple[tuple[int, ...], tuple[int, ...]],
    core: int,
    symbols: int,
) -> Step | None:
    line, box = houses
    missing = symbols.bit_count() - core.bit_count()
    in_line = MASKS[line] & board.empty & ~core
    in_box = MASKS[box] & board.empty & ~core
    of_box = _shares(board, apart[1], symbols, missing)
    of_line = _shares(board, apart[0], symbols, missing) if of_box else []
    for cells, held, gain in of_line:
        for others, held_there, gain_there in of_box:
            if held & held_there or gain + gain_there != missing:
                continue
            removed: Removed = {}
            _join(removed, board.removals(in_line & ~cells, (symbols | held) & ~held_there))
            _join(removed, board.removals(in_box & ~others, (symbols | held_there) & ~held))
            if not removed:
                continue
            whole, every = core | cells | others, symbols | held | held_there
            why = (
                f"{named(core)} with {named(cells)} ({slashed(held)}) of {housed(line)} and"
                f" {named(others)} ({slashed(held_there)}) of {housed(box)} are"
                f" {whole.bit_count()} cells for {every.bit_count()} digits"
                f" ({listing(digits(every))}), so each digit is in one of them; {{result}}"
            )
            gone = sorted(removed.items())
            return step_of(board, technique, why, whole, gone, every, houses)
    return None


def _shares(
    board: Board, cells: tuple[int, ...], symbols: int, missing: int
) -> list[tuple[int, int, int]]:
    """Return sets of cells, their symbols, and their excess over the symbols outside the core."""
    chosen = tuple(cell for cell in cells if board.candidates[cell] & symbols)
    return [
        (few, held, gain)
        for few, held, size in _subsets(chosen, tuple(board.candidates[cell] for cell in chosen))
        if 1 <= (gain := size - (held & ~symbols).bit_count()) < missing
    ]


@lru_cache(maxsize=1 << 10)
def _subsets(cells: tuple[int, ...], candidates: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Return sets of some of the cells, their symbols and sizes, the smaller first."""
    pairs = list(zip(cells, candidates, strict=True))
    return [
        (mask_of(cell for cell, _ in few), any_of([mask for _, mask in few]), size)
        for size in range(1, len(cells) + 1)
        for few in combinations(pairs, size)
    ]


def _union(board: Board, cells: tuple[int, ...]) -> int:
    return any_of([board.candidates[cell] for cell in cells])
