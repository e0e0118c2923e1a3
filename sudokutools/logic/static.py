"""X-, Y- and XY-cycles and forcing chains: alternating links in a static position.

There are three sweeps: X (one symbol), Y (bivalue cells) and XY (both). The first hint of minimum
(rating, complexity, kind) wins, by source: cells, then symbols. The existence of a chain needs no
path. So sets grow first, by one strong link a round, from all sources at once: `reach[k][c]` is the
set of candidates that turn on within k strong links when c is on. Paths are followed only where the
sets show a result: a chain from "c on" to "c off" exists if `reach[k][c]` meets the peers of c; a
cycle that eliminates e implies such a chain from "e on" with at most as many strong links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from sudokutools._support.bits import bits
from sudokutools.logic.links import Links, length_bonus
from sudokutools.logic.state import State
from sudokutools.logic.step import Step
from sudokutools.logic.strand import Implication
from sudokutools.logic.tables import any_of, mask_of
from sudokutools.logic.techniques import Technique, technique_named

Node = tuple[int, bool, int]
"""A candidate, whether it is on, and the house of the strong link (or INSIDE)."""


class Kind(NamedTuple):
    """A sweep: its rank among hints of equal rating, its links and techniques."""

    number: int
    use_x: bool
    use_y: bool
    cycle: Technique
    chain: Technique | None


CYCLES = [technique_named(f"Bidirectional {kind}-cycle") for kind in ("X", "Y", "XY")]
X = Kind(2, True, False, CYCLES[0], technique_named("Forcing X-chain"))
Y = Kind(3, False, True, CYCLES[1], None)
XY = Kind(4, True, True, CYCLES[2], technique_named("Forcing chain"))
KINDS = (X, Y, XY)
TURBOT_FISH = technique_named("Turbot fish")  # An X-chain of six nodes.

CYCLE = "one end of every link of this loop is true: {chains}; so {result}"
CHAIN = "if {start}, a chain proves the opposite: {chains}; so {result}"


class StaticHint(NamedTuple):
    """A cycle or chain: its nodes and the set of candidates that it removes.

    Cycles begin and end with their source; a chain from off to on proves its source.
    """

    rating: int
    complexity: int
    kind: int
    technique: str
    path: tuple[Node, ...]
    removed: int

    @property
    def key(self) -> tuple[int, int, int]:
        return self[:3]


class Sweep:
    def __init__(self, links: Links, kind: Kind) -> None:
        self.links, self.kind = links, kind
        self.weak = {node: links.weak_set(node, kind.use_y) for node in links.sources}
        self.strong = {
            node: mask_of(other for other, _ in links.strong(node, kind.use_x, kind.use_y))
            for node in links.sources
        }
        linked = mask_of(node for node, others in self.strong.items() if others)
        self._next: dict[int, tuple[int, ...]] = {}
        for node in links.sources:
            found = any_of([self.strong[other] for other in bits(self.weak[node] & linked)])
            self._next[node] = tuple(bits(found & ~(1 << node)))
        self._reach = [{node: 1 << node for node in links.sources}]
        self._is_complete = False

    def reach(self, rounds: int) -> dict[int, int]:
        """Return for each candidate the set it turns on within a number of strong links."""
        while len(self._reach) <= rounds and not self._is_complete:
            last = self._reach[-1]
            wider = {}
            self.links.check()
            for node, others in self._next.items():
                found = last[node]
                for other in others:
                    found |= last[other]
                wider[node] = found
            if wider == last:
                self._is_complete = True
            else:
                self._reach.append(wider)
        return self._reach[min(rounds, len(self._reach) - 1)]

    def is_exhausted(self, rounds: int) -> bool:
        """Whether this round reaches no more than the one before."""
        self.reach(rounds)
        return len(self._reach) <= rounds

    def disproves(self, node: int, rounds: int) -> bool:
        """Whether at most this many strong links lead from a candidate on to off."""
        return bool(self.reach(rounds)[node] & self.weak[node])

    def proves(self, node: int, rounds: int) -> bool:
        """Whether at most this many strong links and one more lead from a candidate off to on."""
        reach = self.reach(rounds)
        return any(reach[other] >> node & 1 for other in bits(self.strong[node]))

    def closes(self, node: int, rounds: int) -> bool:
        """Whether a cycle of exactly this many strong links may return to a candidate."""
        fresh = self.reach(rounds - 1)[node] & ~self.reach(rounds - 2)[node]
        return any(fresh & self.weak[other] for other in bits(self.strong[node]))

    def disproves_any(self, rounds: int) -> bool:
        """Whether at most this many strong links lead from any candidate on to off."""
        return any(self.disproves(node, rounds) for node in self.weak)


def cycles(sweep: Sweep, source: int, rounds: int | None = None) -> Iterator[tuple[Node, ...]]:
    """Yield the paths from a source on back to itself, breadth first.

    With `rounds`: only paths of this many strong links. Off-nodes may be shared by paths, but occur
    once in a path; on-nodes are expanded only where they first appeared.
    """
    links, kind = sweep.links, sweep.kind
    seen = {source}
    level: list[tuple[int, int, tuple[Node, ...]]] = [(source, 0, ((source, True, -1),))]
    done = 0
    while level and (rounds is None or done < rounds):
        links_left = None if rounds is None else sweep.reach(rounds - done)
        following = []
        done += 1
        links.check()
        for node, off_nodes, path in level:
            if links_left is not None and not links_left[node] >> source & 1:
                continue
            for off in links.weak(node, kind.use_y):
                if off_nodes >> off & 1:
                    continue
                for other, house in links.strong(off, kind.use_x, kind.use_y):
                    if other == source and done >= 2 and rounds in (None, done):
                        yield (*path, (off, False, -1), (source, True, house))
                    if other not in seen:
                        seen.add(other)
                        longer = (*path, (off, False, -1), (other, True, house))
                        following.append((other, off_nodes | 1 << off, longer))
        level = following


def chain(sweep: Sweep, source: int, is_on: bool) -> tuple[Node, ...] | None:
    """Return the first path from a candidate to its opposite, breadth first, without repetition."""
    links, kind = sweep.links, sweep.kind
    seen = {(source, is_on)}
    level: list[tuple[Node, ...]] = [((source, is_on, -1),)]
    while level:
        following = []
        for path in level:
            node, state, _ = path[-1]
            found = (
                [(off, -1) for off in links.weak(node, kind.use_y)]
                if state
                else links.strong(node, kind.use_x, kind.use_y)
            )
            for other, house in found:
                if (other, not state) in seen:
                    continue
                longer = (*path, (other, not state, house))
                if other == source:
                    return longer
                seen.add((other, not state))
                following.append(longer)
        level = following
    return None


def cycle_removals(links: Links, path: tuple[Node, ...]) -> int:
    """Return the candidates outside the cells of a cycle that see an on- and an off-node of it."""
    tables = links.tables
    inside = mask_of(node % links.size for node, _, _ in path)
    seen: dict[int, list[int]] = {}
    for node, is_on, _ in path[1:]:
        symbol, cell = divmod(node, links.size)
        seen.setdefault(symbol, [0, 0])[is_on] |= tables.peers[cell]
    return any_of(
        (by_off & by_on & links.places[symbol] & ~inside) << symbol * links.size
        for symbol, (by_off, by_on) in seen.items()
    )


def cycle_hint(sweep: Sweep, path: tuple[Node, ...]) -> StaticHint | None:
    removed = cycle_removals(sweep.links, path)
    if not removed:
        return None
    kind, complexity = sweep.kind, len(path) - 1
    rating = kind.cycle.lowest + length_bonus(complexity - 2)
    return StaticHint(rating, complexity, kind.number, kind.cycle.name, path, removed)


def chain_hint(sweep: Sweep, path: tuple[Node, ...]) -> StaticHint:
    kind, links = sweep.kind, sweep.links
    source, is_on, _ = path[0]
    complexity = len(path)
    assert kind.chain is not None
    found = TURBOT_FISH if kind is X and complexity == 6 else kind.chain
    rating = found.lowest + length_bonus(complexity - 2)
    removed = 1 << source if is_on else links.rivals(source)
    return StaticHint(rating, complexity, kind.number, found.name, path, removed)


def best_chain(
    sweep: Sweep, best: StaticHint | None, allows: Callable[[str], bool]
) -> StaticHint | None:
    """Return the first of the shortest forcing chains if its key is below that of the best hint."""
    kind = sweep.kind
    if kind.chain is None or not (allows(kind.chain.name) or allows(TURBOT_FISH.name)):
        return None
    for rounds in count():
        if sweep.is_exhausted(rounds):
            return None
        complexity = 2 * rounds + 2
        key = (kind.chain.lowest + length_bonus(complexity - 2), complexity, kind.number)
        if best is not None and key >= best.key:
            return None
        for node in sweep.links.sources:
            for is_on, search in ((True, sweep.disproves), (False, sweep.proves)):
                if search(node, rounds):
                    path = chain(sweep, node, is_on)
                    assert path is not None
                    hint = chain_hint(sweep, path)
                    if allows(hint.technique):
                        return hint
    return None


def best_cycle(sweep: Sweep, best: StaticHint | None) -> StaticHint | None:
    """Return the first of the shortest useful cycles if it is preferred to the best hint.

    A cycle and a chain of one sweep can have equal keys: then the first source decides, and at
    the same source the cycle is first.
    """
    kind = sweep.kind
    for rounds in count(2):
        if sweep.is_exhausted(rounds - 1):
            return None
        key = (kind.cycle.lowest + length_bonus(2 * rounds - 2), 2 * rounds, kind.number)
        if best is not None and key > best.key:
            return None
        last = -1 if best is None or key < best.key else best.path[0][0]
        if sweep.disproves_any(rounds):
            hint = _first_cycle(sweep, rounds, last)
            if hint is not None:
                return hint
    return None


def _first_cycle(sweep: Sweep, rounds: int, last: int) -> StaticHint | None:
    for node in sweep.links.sources:
        if sweep.closes(node, rounds):
            for path in cycles(sweep, node, rounds):
                hint = cycle_hint(sweep, path)
                if hint is not None:
                    return hint
        if node == last:
            return None
    return None


def find_static_chain(state: State) -> Step | None:
    links = Links(state)
    best: StaticHint | None = None
    for kind in KINDS:
        sweep = Sweep(links, kind)
        best = best_chain(sweep, best, state.allows) or best
        if state.allows(kind.cycle.name):
            best = best_cycle(sweep, best) or best
        state.check()
    return None if best is None else static_step(state, links, best)


def static_step(state: State, links: Links, hint: StaticHint) -> Step:
    def pair(node: int) -> tuple[int, int]:
        return node % links.size, node // links.size + 1

    names = state.tables.names
    strand = tuple(
        Implication(*pair(node), is_on, (at - 1,) * bool(at), names[house] if house >= 0 else "")
        for at, (node, is_on, house) in enumerate(hint.path)
    )
    source, starts_on, _ = hint.path[0]
    is_cycle = hint.path[-1][:2] == (source, starts_on)
    return Step(
        hint.technique,
        hint.rating,
        CYCLE if is_cycle else CHAIN,
        tuple(dict.fromkeys(link.cell for link in strand)),
        () if starts_on else (pair(source),),
        tuple(sorted(map(pair, bits(hint.removed)))) if starts_on else (),
        state.tables.geometry,
        tuple(sorted({link.symbol for link in strand})),
        chains=(strand,),
        complexity=hint.complexity,
    )
