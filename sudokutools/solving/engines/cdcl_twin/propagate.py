"""Propagation and its undoing: the twin of `cdcl/propagate.c`.

What is easy to get wrong in it is told in `cdcl/state.h`.
"""

from __future__ import annotations

from sudokutools.solving.engines.cdcl_twin.state import (
    PROBE_RUNNING,
    ByConstraint,
    ByTrue,
    Clause,
    Reason,
    State,
)


class Propagation(State):
    """A search that draws consequences."""

    def _know(self, literal: int, reason: Reason) -> None:
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.level_of[literal >> 1] = len(self.level_start)
        self.reason[literal >> 1] = reason

    def _count_false(self, variable: int) -> None:
        constraints = self.constraints_of[variable]
        for constraint in constraints:
            self.rest[constraint] ^= variable
            self.count[constraint] -= 1
        for constraint in constraints:
            left = 2 * self.rest[constraint]
            if self.count[constraint] == 0:
                self.conflict = ByConstraint(constraint)
            elif self.count[constraint] == 1 and not self.value[left]:
                self.trail.append(left)
                self._know(left, ByConstraint(constraint))

    def _enqueue(self, literal: int, reason: Reason) -> None:
        """Put an open literal on the trail; count a false one; put what that forces behind it."""
        self.trail.append(literal)
        self._know(literal, reason)
        if literal & 1:
            self._count_false(literal >> 1)

    def _exclude(self, variable: int, others: list[int]) -> bool:
        """Make others false that a true variable excludes; return False on a conflict."""
        value = self.value
        reason = ByTrue(variable)
        self.steps -= len(others)
        for other in others:
            if value[2 * other] > 0 and other != variable:
                self.conflict = (other, variable)
                return False
        found = [2 * other + 1 for other in others if not value[2 * other]]
        self.trail += found
        for literal in found:
            self._know(literal, reason)
        self.conflict = None
        for literal in found:
            self._count_false(literal >> 1)
        return self.conflict is None

    def _exclude_others(self, variable: int) -> bool:
        for constraint in self.constraints_of[variable]:
            members = self.members[constraint]
            if self.count[constraint] != 1 and not self._exclude(variable, members):
                return False
        return not self.excluded or self._exclude(variable, self.excluded[variable])

    def _visit_clauses(self, literal: int, watches: list[tuple[Clause, int]]) -> bool:
        value = self.value
        kept = []
        self.steps -= len(watches)
        for index, watch in enumerate(watches):
            clause, blocker = watch
            if value[blocker] > 0:
                kept.append(watch)
                continue
            literals = clause.literals
            other = literals[0] ^ literals[1] ^ literal
            if value[other] > 0:
                kept.append((clause, other))
                continue
            place = next((k for k in range(2, len(literals)) if value[literals[k]] >= 0), 0)
            found = literals[place]
            if place and value[found] > 0:
                kept.append((clause, found))
            elif place:
                literals[0], literals[1], literals[place] = other, found, literal
                self.watches.setdefault(found, []).append((clause, other))
            else:
                kept.append(watch)
                literals[0], literals[1] = other, literal
                if value[other]:
                    self.conflict = clause
                    self.watches[literal] = kept + watches[index + 1 :]
                    return False
                self._enqueue(other, clause)
        self.watches[literal] = kept
        return True

    def _propagate(self) -> bool | None:
        """Return True when settled, False on a conflict, None on a pause."""
        while self.head < len(self.trail):
            if self.steps <= 0:
                return None
            self.steps -= 1
            literal = self.trail[self.head]
            self.head += 1
            if not literal & 1 and not self._exclude_others(literal >> 1):
                return False
            watches = self.watches.get(literal ^ 1)
            if watches and not self._visit_clauses(literal ^ 1, watches):
                return False
        return True

    def _backtrack(self, level: int) -> None:
        if len(self.level_start) <= level:
            return
        first = self.level_start[level]
        for literal in self.trail[first:]:
            variable = literal >> 1
            for constraint in self.constraints_of[variable] if literal & 1 else ():
                self.count[constraint] += 1
                self.rest[constraint] ^= variable
            self.value[literal] = self.value[literal ^ 1] = 0
            if self.probing != PROBE_RUNNING:
                self.saved[variable] = not literal & 1
        del self.trail[first:]
        del self.level_start[level:]
        self.head = min(self.head, first)
