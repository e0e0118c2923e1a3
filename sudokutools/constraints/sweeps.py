"""The symbols that automata leave to their cells: a sweep forwards, and one backwards.

Source: Gilles Pesant, "A regular language membership constraint for finite sequences of variables",
CP 2004; Michael Trick, "A dynamic programming approach for consistency and propagation for knapsack
constraints", Annals of Operations Research 118, 2003.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from sudokutools._support.bits import bits
from sudokutools._support.limits import Check, never
from sudokutools.constraints.primitives import Machine

MAX_SWEPT = 400  # The maximum number of machines whose steps are kept.
MAX_STEPS = 1 << 12  # The maximum number of steps that are kept of one of them.

State = TypeVar("State")
Follow = Callable[[State, Sequence[int]], Iterable[tuple[int, State]]]
"""Returns (symbol - 1, next state) for a state and some symbols, less 1 each."""


def sweep(
    masks: Sequence[int],
    starts: Iterable[State],
    follow: Follow[State],
    accepts: Callable[[State], bool],
    check: Check = never,
) -> tuple[list[int], list[set[State]]] | None:
    """Sweep an automaton over cells forwards and backwards; None if it accepts no symbols.

    Return the symbols of each cell on the ways to a state that it accepts, and the states on
    these ways before each cell and after the last.
    """
    symbols = [list(bits(mask)) for mask in masks]
    reached = [set(starts)]
    for choice in symbols:
        check()
        reached.append({after for state in reached[-1] for _, after in follow(state, choice)})
    alive = [{state for state in reached.pop() if accepts(state)}]
    left = []
    for choice in reversed(symbols):
        check()
        kept, live, following = 0, set(), alive[-1]
        for state in reached.pop():
            for symbol, after in follow(state, choice):
                if after in following:
                    kept |= 1 << symbol
                    live.add(state)
        left.append(kept)
        alive.append(live)
    return (left[::-1], alive[::-1]) if alive[-1] else None


class _Swept:
    """The steps of a machine from sets of states, each a mask; computed steps are kept."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._accepted = sum(1 << state for state, accepts in enumerate(machine.accepts) if accepts)
        self._after: dict[tuple[int, int], int] = {}
        self._before: dict[tuple[int, int, int], tuple[int, int]] = {}

    def narrowed(self, masks: Sequence[int], check: Check = never) -> list[int] | None:
        """Return the symbols of cells on the ways to a state that it accepts; None: no way."""
        if len(self._after) + len(self._before) > MAX_STEPS:
            self._after.clear()
            self._before.clear()
        reached = [(1 << self.machine.starts) - 1]
        for mask in masks:
            check()
            states = self._after.get((reached[-1], mask))
            reached.append(self._step(reached[-1], mask) if states is None else states)
        alive = reached[-1] & self._accepted
        if not alive:
            return None
        left = []
        for states, mask in zip(reached[-2::-1], reversed(masks), strict=True):
            check()
            found = self._before.get((states, mask, alive))
            kept, alive = self._step_back(states, mask, alive) if found is None else found
            left.append(kept)
        return left[::-1]

    def _step(self, states: int, mask: int) -> int:
        follow, symbols, found = self.machine.following, list(bits(mask)), 0
        for state in bits(states):
            for _, after in follow(state, symbols):
                found |= 1 << after
        self._after[states, mask] = found
        return found

    def _step_back(self, states: int, mask: int, alive: int) -> tuple[int, int]:
        """Return the symbols that lead from these states to live ones, and from which ones."""
        follow, symbols, kept, live = self.machine.following, list(bits(mask)), 0, 0
        for state in bits(states):
            for symbol, after in follow(state, symbols):
                if alive >> after & 1:
                    kept |= 1 << symbol
                    live |= 1 << state
        self._before[states, mask, alive] = kept, live
        return kept, live


_swept: dict[int, _Swept] = {}  # By the identity of a machine, which it keeps.


def swept_by(machine: Machine) -> _Swept:
    """Return the steps of a machine."""
    found = _swept.get(id(machine))
    if found is None:
        if len(_swept) >= MAX_SWEPT:
            _swept.clear()
        found = _swept[id(machine)] = _Swept(machine)
    return found
