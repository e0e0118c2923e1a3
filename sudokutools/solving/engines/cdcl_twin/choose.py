"""What is decided next: the twin of `cdcl/choose.c`, which has a heap to be quicker."""

from __future__ import annotations

from sudokutools.solving.engines.cdcl_twin.build import NEVER_UNIT
from sudokutools.solving.engines.cdcl_twin.propagate import Propagation

ACTIVITY_LIMIT = 1 << 56
ACTIVITY_SHIFT = 24
WEIGHT_LIMIT = 1 << 48
WEIGHT_SHIFT = 24


class Choice(Propagation):
    """A search that knows where to go on."""

    def _fade(self) -> None:
        for variable in self.seen:
            self.activity[variable] += self.activity_step
        self.activity_step += self.activity_step >> 2
        if self.activity_step >= ACTIVITY_LIMIT:
            self.activity_step >>= ACTIVITY_SHIFT
            self.activity = [activity >> ACTIVITY_SHIFT for activity in self.activity]
        self.weight_step += self.weight_step >> 7
        if self.weight_step >= WEIGHT_LIMIT:
            self.weight_step >>= WEIGHT_SHIFT
            self.weight = [(weight >> WEIGHT_SHIFT) + 1 for weight in self.weight]

    def _choose_constraint(self) -> int:
        chosen, chosen_count, chosen_weight = -1, 1, 0
        self.steps -= len(self.open)
        for constraint in self.open:
            count = self.count[constraint]
            if 2 <= count < NEVER_UNIT:
                weight = self.weight[constraint]
                if chosen < 0 or count * chosen_weight < chosen_count * weight:
                    chosen, chosen_count, chosen_weight = constraint, count, weight
        return chosen

    def _choose_variable(self, constraint: int) -> int:
        def rank(variable: int) -> tuple[int, int]:
            phase = 2 if self.target[variable] > 0 else int(self.saved[variable])
            return phase, self.activity[variable]

        return max((v for v in self.members[constraint] if not self.value[2 * v]), key=rank)

    def _choose(self) -> int:
        return self._choose_variable(self._choose_constraint())
