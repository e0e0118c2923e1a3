"""Several searches for the solutions of one grid: what a hard grid is given to.

How long a search takes on the hardest grids differs from one order of decisions to the next by far
more than the number of searches, so a few that take turns are soon ahead of one (Carla Gomes and
Bart Selman, "Algorithm portfolios", Artificial Intelligence 126, 2001). One search, the leader, is
alone as long as most grids take. Then others join it, each in a random order of its own. All get
slices of equally many conflicts, in rounds:

    leader   #########  1  5        Of those that end in a round the first by number counts:
    others              2  6        what is found depends on the searches alone, and not on how
                        3  7  ...   many of them run at a time. After a round each tells the
                        4  8        others the short clauses that it learnt, in order.

The search that found a solution is the leader in the search for the next one, alone again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from sudokutools._support import system
from sudokutools._support.limits import FOREVER, Check
from sudokutools.errors import UndecidedError

if TYPE_CHECKING:
    from concurrent.futures import Future

NONE, SOLUTION, PAUSED = 0, 1, 2

OTHERS = 3
ALONE = 20_000
"""The conflicts of a leader before others join it: about a second."""
SLICE = 3000
"""The conflicts of a slice."""

SECONDS_A_LOOK = 0.02
"""How often `check` is called while threads work."""


class Search(Protocol):
    """What the search in C and its twin have in common; `cdcl_twin.Search` documents it."""

    def run(self, steps: int, /) -> int: ...
    def solution(self) -> bytes: ...
    def core(self) -> bytes: ...
    def forbid(self, cells: bytes, /) -> None: ...
    def fix(self, cells: bytes, /) -> None: ...
    def assume(self, cells: bytes, /) -> None: ...
    def be_patient(self, conflicts: int, /) -> None: ...
    def walk_from(self, conflicts: int, /) -> None: ...
    def conflicts(self) -> int: ...
    def take_short(self) -> bytes: ...
    def learn(self, clauses: bytes, /) -> None: ...
    def trace(self) -> list[int]: ...


def run(search: Search, steps: int) -> int:
    """Return the answer of a search. UndecidedError: what it learnt fills the memory it may use."""
    try:
        return search.run(steps)
    except MemoryError:
        raise UndecidedError("the search has learnt all that its memory holds") from None


class Team:
    """A search, and those that join it; `recruit` makes one more, with what is forbidden.

    `cores` is how many of them run at a time.
    """

    def __init__(
        self, leader: Search, steps: int, recruit: Callable[[], Search], cores: int
    ) -> None:
        self.leader = leader
        self._steps = steps
        self._recruit = recruit
        self._cores = cores

    def decide(self, check: Check) -> int:
        """Return SOLUTION, which is the leader's then, or NONE. UndecidedError: as `run`."""
        members = [self.leader]
        answer = self._round(members, ALONE, check)
        if answer == PAUSED:
            members += [self._recruit() for _ in range(OTHERS)]
        while answer == PAUSED:
            _exchange(members)
            answer = self._round(members, SLICE, check)
        return answer

    def _round(self, members: list[Search], conflicts: int, check: Check) -> int:
        """Give each a slice; the first by number that decided leads. Return its answer."""
        slices = []
        for search in members:
            limit = search.conflicts() + conflicts
            search.be_patient(limit)
            slices.append((search, limit))
        if self._cores > 1 and len(members) > 1:
            return self._side_by_side(slices, check)
        for search, limit in slices:
            answer = self._slice(search, limit, check)
            if answer != PAUSED:
                self.leader = search
                return answer
        return PAUSED

    def _slice(self, search: Search, limit: int, check: Check) -> int:
        while (answer := run(search, self._steps)) == PAUSED and search.conflicts() < limit:
            check()
        # A pause may be earlier than where patience ends, which is a moment after: the slice ends
        # there, wherever the pauses lie.
        return run(search, FOREVER) if answer == PAUSED else answer

    def _side_by_side(self, slices: list[tuple[Search, int]], check: Check) -> int:
        """Do a round in threads, which a search leaves free; nobody waits for later answers."""
        from threading import Event

        is_over = Event()

        def stop_if_over() -> None:
            if is_over.is_set():
                raise _StoppedError

        with system.threads(self._cores) as pool:
            try:
                futures = [pool.submit(self._slice, *each, stop_if_over) for each in slices]
                for (search, _), future in zip(slices, futures, strict=True):
                    answer = _result(future, check)
                    if answer != PAUSED:
                        self.leader = search
                        return answer
            finally:
                is_over.set()
        return PAUSED


class _StoppedError(Exception):
    """Raised in a thread whose answer nobody waits for."""


def _result(future: Future[int], check: Check) -> int:
    while True:
        try:
            return future.result(SECONDS_A_LOOK)
        except TimeoutError:
            check()


def _exchange(members: list[Search]) -> None:
    """Tell each search the short clauses that the others have learnt."""
    told = [search.take_short() for search in members]
    for number, search in enumerate(members):
        clauses = b"".join(told[:number] + told[number + 1 :])
        if clauses:
            search.learn(clauses)
