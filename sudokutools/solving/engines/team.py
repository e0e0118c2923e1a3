"""Several searches for the solutions of one grid, for hard grids.

The time that a search takes on the hardest grids varies so much with its order of decisions that a
few searches in turns are usually faster than one (Carla Gomes and Bart Selman, "Algorithm
portfolios", Artificial Intelligence 126, 2001). At first one search, the leader, works alone, which
is enough for most grids. Then others join it, each with its own random order. All get slices of
equally many conflicts, in rounds:

    leader   #########  1  5        The first that finds an answer in a round, by number,
    others              2  6        counts: the result depends on the searches only, not on
                        3  7  ...   how many of them run at a time. After a round they exchange
                        4  8        the short clauses that they learnt, in order.

The search that found a solution leads the search for the next one, alone again. A rival, a search
of another kind, takes turns with the leader from the start.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from threading import Event
from typing import TYPE_CHECKING, Any

from sudokutools._support import system
from sudokutools._support.limits import FOREVER, PAUSED, Check
from sudokutools._support.ordered import ordered_map
from sudokutools.errors import UndecidedError

if TYPE_CHECKING:
    from sudokutools._native import CdclSearch
    from sudokutools.solving.engines import cdcl_python, variant

    Search = CdclSearch | cdcl_python.Search
    AnySearch = Search | variant.Member

OTHERS = 3
ALONE = 20_000  # The conflicts of a leader before others join it: about a second.
SLICE = 3000  # The conflicts of a slice.


def run(search: AnySearch, steps: int, check: Check, patience: int = FOREVER) -> int:
    """Return SOLUTION or NONE, or PAUSED after `patience` more conflicts.

    Raises UndecidedError if learnt clauses exceed the memory limit.
    """
    limit = min(search.conflicts() + patience, FOREVER)
    search.be_patient(limit)
    try:
        while (answer := search.run(steps)) == PAUSED and search.conflicts() < limit:
            check()
        # A pause may come shortly before patience ends: slices must not depend on pauses.
        return search.run(FOREVER) if answer == PAUSED else answer
    except MemoryError:
        raise UndecidedError("the memory for learnt clauses is full") from None


class Team:
    """A search and others that `recruit` makes, if there is any; `cores` run at a time."""

    def __init__(
        self,
        leader: AnySearch,
        steps: int,
        recruit: Callable[[], CdclSearch] | None,
        cores: int,
        rival: variant.Member | None = None,
    ) -> None:
        self.leader = leader
        self._pair: list[AnySearch] = [leader] if rival is None else [leader, rival]
        self._steps = steps
        self._recruit = recruit
        self._cores = cores

    def forbid(self, cells: bytes) -> None:
        """Exclude a solution that was found."""
        for search in self._pair:
            search.forbid(cells)

    def decide(self, check: Check) -> int:
        """Return SOLUTION, found by the leader, or NONE. Raises UndecidedError as `run` does."""
        if self._recruit is None:
            return run(self.leader, self._steps, check)
        members: list[Any] = self._pair[:]
        answer, alone = PAUSED, 0
        while answer == PAUSED:
            conflicts = ALONE if len(members) == 1 else SLICE
            answer = self._round(members, conflicts, check)
            alone += conflicts
            if answer == PAUSED and alone >= ALONE:
                if len(members) == len(self._pair):
                    members += [self._recruit() for _ in range(OTHERS)]
                _exchange(members)
        if self.leader not in self._pair:
            self._pair[0] = self.leader
        return answer

    def _round(self, members: list[AnySearch], conflicts: int, check: Check) -> int:
        """Give each a slice; the first by number with an answer leads. Return that answer.

        Threads run several at a time, as searches release the lock; later answers are dropped.
        """
        is_over = Event()

        def stop_if_over() -> None:
            if is_over.is_set():
                raise _StoppedError
            check()

        def answer_of(search: Any) -> int:
            return run(search, self._steps, stop_if_over, conflicts)

        has_threads = self._cores > 1 and len(members) > 1
        with system.threads(self._cores) if has_threads else nullcontext() as pool:
            try:
                answers = ordered_map(pool, answer_of, members, lambda: len(members) + 1)
                for search, answer in zip(members, answers, strict=True):
                    if answer != PAUSED:
                        self.leader = search
                        return answer
            finally:
                is_over.set()
        return PAUSED


class _StoppedError(Exception):
    """Raised in a thread whose answer is not needed any more."""


def _exchange(members: list[CdclSearch]) -> None:
    learnt = [search.take_short() for search in members]
    for number, search in enumerate(members):
        clauses = b"".join(learnt[:number] + learnt[number + 1 :])
        if clauses:
            search.learn(clauses)
