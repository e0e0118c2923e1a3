"""A random walk among partial solutions: the twin of `cdcl/walk.c`, where it is told."""

from __future__ import annotations

from sudokutools._support.streams import Stream
from sudokutools.solving.engines.cdcl_twin.build import NEVER_UNIT
from sudokutools.solving.engines.cdcl_twin.learn import Learning

WALK_MANY = 3200
WALK_EARLY = 1000
WALK_LATE = 10_000
WALK_UNIT = 500
WALK_STEPS = 40
WALK_SHIFT = 8
STEP_COST = 16


class Walk(Learning):
    """A search that walks now and then."""

    def _start_scores(self, key: bytes) -> None:
        super()._start_scores(key)
        self.walk = Stream.from_key(self._words(key), 1)
        self.walk_left = 0
        self.next_walk: int | None = None
        self.walk_from(WALK_LATE if self.variables < WALK_MANY else WALK_EARLY)
        self.holder: list[int | None] = [None] * len(self.members)
        self.uncovered: list[int] = []
        self.uncovered_at: dict[int, int] = {}

    def walk_from(self, conflicts: int) -> None:
        """Walk among partial solutions after so many conflicts; not on grids that are not plain."""
        self.next_walk = None if self.excluded else conflicts

    def _is_walk_due(self) -> bool:
        if self.assumptions or self.next_walk is None:
            return False
        return self.walk_left > 0 or self._conflicts >= self.next_walk

    def _add_uncovered(self, constraint: int) -> None:
        self.uncovered_at[constraint] = len(self.uncovered)
        self.uncovered.append(constraint)

    def _remove_uncovered(self, constraint: int) -> None:
        place, last = self.uncovered_at[constraint], self.uncovered.pop()
        if last != constraint:
            self.uncovered[place] = last
            self.uncovered_at[last] = place
        del self.uncovered_at[constraint]

    def _begin_walk(self) -> None:
        self.walk_left = WALK_STEPS * self.variables
        self.uncovered = []
        self.uncovered_at = {}
        for constraint, holder in enumerate(self.holder):
            if holder is not None and self.value[2 * holder]:
                self.holder[constraint] = None
        for constraint in sorted(self.open):
            if self.holder[constraint] is None and self.count[constraint] < NEVER_UNIT:
                self._add_uncovered(constraint)

    def _opponents(self, variable: int) -> int:
        holders = {self.holder[constraint] for constraint in self.constraints_of[variable]}
        return len(holders - {None})

    def _hold(self, variable: int) -> None:
        for constraint in self.constraints_of[variable]:
            holder = self.holder[constraint]
            if holder is None:
                continue
            for dropped in self.constraints_of[holder]:
                self.holder[dropped] = None
                if self.count[dropped] < NEVER_UNIT:
                    self._add_uncovered(dropped)
        for constraint in self.constraints_of[variable]:
            self.holder[constraint] = variable
            if constraint in self.uncovered_at:
                self._remove_uncovered(constraint)

    def _step(self) -> None:
        members = self.members[self.uncovered[self.walk.below(len(self.uncovered))]]
        chances = [1 << WALK_SHIFT * (4 - self._opponents(member)) for member in members]
        draw = self.walk.below(sum(chances))
        for member, chance in zip(members, chances, strict=True):
            if draw < chance:
                self._hold(member)
                return
            draw -= chance

    def _hand_on(self) -> None:
        held = set(self.holder)
        self.saved = [variable in held for variable in range(self.variables)]
        self.target = [int(is_held) for is_held in self.saved]
        self.target_size = self.variables

    def _walk_on(self) -> None:
        """Walk on, at level 0 and compressed; the phases are set to a solution that is found."""
        if not self.walk_left:
            self._begin_walk()
        while self.walk_left and self.uncovered and self.steps > 0:
            self._step()
            self.walk_left -= 1
            self.steps -= STEP_COST
        if self.walk_left and self.uncovered:
            return
        if not self.uncovered:
            self._hand_on()
        self.walk_left = 0
        self.next_walk = self._conflicts + WALK_UNIT
