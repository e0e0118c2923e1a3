"""What is learnt from a conflict, and how long it is kept: the twin of `cdcl/learn.c`."""

from __future__ import annotations

from collections.abc import Iterable

from sudokutools.solving.engines.cdcl_twin.choose import Choice
from sudokutools.solving.engines.cdcl_twin.state import USES_SPARED, ByConstraint, ByTrue, Clause

GLUE_KEPT, GLUE_SPARED = 2, 6


class Learning(Choice):
    """A search that learns from its conflicts."""

    def _meet(self, literal: int) -> int:
        variable = literal >> 1
        level = self.level_of[variable]
        if not level or variable in self.seen:
            return 0
        self.seen.add(variable)
        if level == len(self.level_start):
            return 1
        self.clause.append(literal)
        return 0

    def _glue(self, literals: Iterable[int]) -> int:
        return len({self.level_of[literal >> 1] for literal in literals})

    def _meet_all(self, reason: ByConstraint | Clause, variable: int) -> int:
        if isinstance(reason, Clause):
            reason.spared = USES_SPARED
            if reason.glue > GLUE_KEPT:
                reason.glue = min(reason.glue, self._glue(reason.literals))
            literals = [literal for literal in reason.literals if literal >> 1 != variable]
        else:
            self.weight[reason] += self.weight_step
            literals = [2 * member for member in self.members[reason] if member != variable]
        self.steps -= len(literals)
        return sum(map(self._meet, literals))

    def _meet_conflict(self) -> int:
        if isinstance(self.conflict, tuple):
            one, other = self.conflict
            return self._meet(2 * one + 1) + self._meet(2 * other + 1)
        assert self.conflict is not None
        return self._meet_all(self.conflict, -1)

    def _meet_reason(self, variable: int) -> int:
        reason = self.reason[variable]
        assert reason is not None
        if isinstance(reason, ByTrue):
            return self._meet(2 * reason + 1)
        return self._meet_all(reason, variable)

    def _cause_of(self, literal: int) -> int | None:
        reason = self.reason[literal >> 1]
        return int(reason) if not literal & 1 and isinstance(reason, ByTrue) else None

    def _share_causes(self) -> None:
        caused = [
            literal if cause is None else 2 * cause + 1
            for literal in self.clause[1:]
            for cause in [self._cause_of(literal)]
        ]
        self.clause[1:] = dict.fromkeys(caused)

    def _find_second(self) -> None:
        clause = self.clause
        if len(clause) > 1:
            levels = [self.level_of[literal >> 1] for literal in clause[1:]]
            second = 1 + levels.index(max(levels))
            clause[1], clause[second] = clause[second], clause[1]

    def _analyze(self) -> None:
        at = len(self.trail) - 1
        self.clause = [0]
        self.seen = set()
        unresolved = self._meet_conflict()
        while True:
            while self.trail[at] >> 1 not in self.seen:
                at -= 1
            unresolved -= 1
            if unresolved == 0:
                break
            unresolved += self._meet_reason(self.trail[at] >> 1)
            at -= 1
        self.clause[0] = self.trail[at] ^ 1
        self._fade()
        self._share_causes()
        self._find_second()

    def _analyze_final(self, refuted: int | None = None) -> None:
        """Find the assumptions that lead to the conflict, or to that of one more assumption."""
        self.in_core = set()
        self.clause = []
        self.seen = set()
        if refuted is None:
            self._meet_conflict()
        else:
            self.in_core.add(refuted >> 1)
            self._meet(refuted)
        for literal in reversed(self.trail[self.level_start[0] :]):
            variable = literal >> 1
            if variable not in self.seen:
                continue
            if self.reason[variable] is None:
                self.in_core.add(variable)
            else:
                self._meet_reason(variable)

    def _watch(self, clause: Clause) -> None:
        first, second = clause.literals[:2]
        self.watches.setdefault(first, []).append((clause, second))
        self.watches.setdefault(second, []).append((clause, first))

    def _store(self, glue: int) -> Clause:
        clause = Clause(self.clause, glue)
        self.learnt.append(clause)
        self._watch(clause)
        return clause

    def _is_satisfied(self, clause: Clause) -> bool:
        return any(self.value[k] > 0 and not self.level_of[k >> 1] for k in clause.literals)

    def _reduce(self) -> None:
        locked = {id(self.reason[literal >> 1]) for literal in self.trail}
        candidates = []
        for age, clause in enumerate(self.learnt):
            if id(clause) in locked:
                continue
            if self._is_satisfied(clause):
                clause.dropped = True
            elif clause.glue <= GLUE_KEPT:
                continue
            elif not clause.spared:
                candidates.append((-clause.glue, -len(clause.literals), age, clause))
            else:
                clause.spared = clause.spared - 1 if clause.glue <= GLUE_SPARED else 0
        candidates.sort(key=lambda candidate: candidate[:3])
        for *_, clause in candidates[: len(candidates) * 3 // 4]:
            clause.dropped = True
        self.learnt = [clause for clause in self.learnt if not clause.dropped]
        self.watches = {}
        for clause in self.learnt:
            self._watch(clause)
