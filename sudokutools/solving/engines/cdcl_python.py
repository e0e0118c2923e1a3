"""Clause learning in Python, used by `engines.cdcl` without a compiled core.

A conflict-driven search as in MiniSat (Niklas Een and Niklas Sorensson, "An extensible SAT-solver",
SAT 2003): propagation, clauses learnt at the first unique implication point, restarts and the
removal of clauses that are rarely used. The lists of a `Model`, of which exactly one variable is
true, are not written out as clauses: each counts how many of its variables may still be true. A
decision is about a list that has few of them and many conflicts so far (Frederic Boussemart et al.,
"Boosting systematic search by weighting constraints", ECAI 2004).

The literal 2v means that variable v is true, 2v + 1 that it is false.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from sudokutools._support.limits import FOREVER, NONE, PAUSED, SOLUTION
from sudokutools._support.streams import Stream
from sudokutools.solving.engines.model import Model

RESTART_UNIT = 100
REDUCE_UNIT = 500


class Clause:
    """Literals of which one or more are true; the first two of a learnt clause are watched.

    In a list of the model `left` counts the literals that are not known to be false.
    """

    __slots__ = ("left", "literals", "weight")

    def __init__(self, literals: list[int], weight: float) -> None:
        self.literals = literals
        self.weight = weight
        self.left = len(literals)


Reason = Clause | int | None
"""The reason for a literal: a clause whose other literals are false; another true literal, if both
are in one list; or None, if it was decided, assumed or is a fact.
"""


class Search:
    """A search for the solutions of a model, in random order with a stream."""

    def __init__(self, model: Model, stream: Stream | None) -> None:
        count = model.variables
        self._model = model
        self._value = [0] * (2 * count)  # 1: true, -1: false, 0: open
        self._level = [0] * count
        self._reason: list[Reason] = [None] * count
        self._trail: list[int] = []
        self._head = 0  # The number of propagated literals of the trail.
        self._starts: list[int] = []  # The beginnings of levels on the trail.
        self._lists = [Clause([2 * v for v in members], 1.0) for members in model.exactly]
        self._lists_of: list[list[Clause]] = [[] for _ in range(count)]
        self._exclusive: list[list[list[int]]] = [[] for _ in range(count)]
        for one_of in self._lists:
            for literal in one_of.literals:
                self._lists_of[literal >> 1].append(one_of)
        at_most = [[2 * v for v in members] for members in model.at_most]
        for literals in [*(one_of.literals for one_of in self._lists), *at_most]:
            for literal in literals:
                self._exclusive[literal >> 1].append(literals)
        self._clauses: list[Clause] = []
        self._watches: dict[int, list[Clause]] = {}
        self._was_true = [True] * count
        self._activity = [0.0] * count
        if stream is not None:
            self._activity = [stream.below(1 << 20) / (1 << 20) for _ in range(count)]
            for one_of in self._lists:
                one_of.weight += stream.below(1 << 20) / (1 << 26)
        self._conflicts, self._patience = 0, FOREVER
        self._restarts, self._next_restart = 0, RESTART_UNIT
        self._next_reduction = REDUCE_UNIT
        self._assumptions: list[int] = []
        self._core: set[int] = set()
        self._is_refuted = False
        self._is_consistent = all(one_of.literals for one_of in self._lists)
        for one_of in self._lists:
            if one_of.left == 1:
                self._add(one_of.literals)
        for clause in model.clauses:
            self._add(clause)

    def run(self, steps: int) -> int:
        """Search for about this many steps; return NONE, SOLUTION or PAUSED."""
        self._steps = steps
        while self._is_consistent and not self._is_refuted:
            conflict = self._propagate()
            if conflict is not None:
                self._resolve(conflict)
            elif self._head < len(self._trail):
                return PAUSED
            elif len(self._trail) == len(self._level) and (self._starts or not self._assumptions):
                return SOLUTION
            elif self._steps <= 0 or self._conflicts >= self._patience:
                return PAUSED
            elif self._conflicts >= self._next_restart:
                self._restart()
            else:
                self._decide()
        return NONE

    def solution(self) -> bytes:
        cells = bytearray(self._model.grid.cells)
        for variable, (cell, symbol) in enumerate(self._model.candidates):
            if self._value[2 * variable] > 0:
                cells[cell] = symbol
        return bytes(cells)

    def core(self) -> bytes:
        """After NONE, return assumptions that exclude every solution."""
        cells = bytearray(len(self._model.grid.cells))
        for variable in self._core:
            cell, symbol = self._model.candidates[variable]
            cells[cell] = symbol
        return bytes(cells)

    def forbid(self, cells: bytes) -> None:
        """Exclude all solutions with these symbols."""
        variables = self._reopen(cells)
        if None not in variables:
            self._add([2 * v + 1 for v in variables if v is not None])

    def fix(self, cells: bytes) -> None:
        for v in self._reopen(cells):
            self._add([] if v is None else [2 * v])

    def assume(self, cells: bytes, order: bytes = b"") -> None:
        """Search for solutions with these symbols; proofs prefer the first cells in `order`."""
        places = memoryview(order).cast("H") if order else range(len(cells))
        variables = self._reopen(cells, places)
        self._is_consistent &= None not in variables
        self._assumptions = [2 * v for v in variables if v is not None]
        self._core = set()

    def be_patient(self, conflicts: int) -> None:
        """Pause after this many conflicts in total."""
        self._patience = conflicts

    def conflicts(self) -> int:
        return self._conflicts

    def _reopen(self, cells: bytes, places: Iterable[int] = ()) -> list[int | None]:
        """Return to level 0; return the variables of symbols that are not clues, None if none."""
        self._backtrack(0)
        self._is_refuted = False
        clues, variable_of = self._model.grid.cells, self._model.number
        return [
            variable_of.get((cell, cells[cell]))
            for cell in places or range(len(cells))
            if cells[cell] and cells[cell] != clues[cell]
        ]

    def _add(self, literals: Iterable[int]) -> None:
        value = self._value
        left = [literal for literal in literals if value[literal] >= 0]
        if any(value[literal] > 0 for literal in left):
            return
        if not left:
            self._is_consistent = False
        elif len(left) == 1:
            self._set(left[0], None)
        else:
            self._keep(Clause(left, inf))

    def _keep(self, clause: Clause) -> None:
        self._clauses.append(clause)
        for literal in clause.literals[:2]:
            self._watches.setdefault(literal, []).append(clause)

    def _set(self, literal: int, reason: Reason) -> None:
        variable = literal >> 1
        self._value[literal], self._value[literal ^ 1] = 1, -1
        self._level[variable] = len(self._starts)
        self._reason[variable] = reason
        self._trail.append(literal)

    def _propagate(self) -> list[int] | None:
        """Draw consequences while steps are left; return the false literals of a conflict."""
        trail, conflict = self._trail, None
        while self._head < len(trail) and self._steps > 0 and conflict is None:
            literal = trail[self._head]
            self._head += 1
            self._steps -= 1
            conflict = self._count(literal) if literal & 1 else self._exclude(literal)
            if conflict is None and literal ^ 1 in self._watches:
                conflict = self._visit(literal ^ 1)
        return conflict

    def _count(self, literal: int) -> list[int] | None:
        """Count a false variable in its lists."""
        conflict, value = None, self._value
        for one_of in self._lists_of[literal >> 1]:
            one_of.left -= 1
            if one_of.left == 1:
                last = next((other for other in one_of.literals if value[other] >= 0), literal)
                if not value[last]:
                    self._set(last, one_of)
            elif not one_of.left:
                conflict = self._bump(one_of)
        return conflict

    def _exclude(self, literal: int) -> list[int] | None:
        """Make all variables false that cannot be true together with a true one."""
        value = self._value
        for literals in self._exclusive[literal >> 1]:
            for other in literals:
                if value[other] >= 0 and other != literal:
                    if value[other]:
                        return [literal ^ 1, other ^ 1]
                    self._set(other ^ 1, literal)
        return None

    def _visit(self, literal: int) -> list[int] | None:
        """Visit the clauses that watch a false literal."""
        value, watching = self._value, self._watches[literal]
        kept = self._watches[literal] = []
        for at, clause in enumerate(watching):
            literals = clause.literals
            if literals[0] == literal:
                literals[0], literals[1] = literals[1], literal
            first = literals[0]
            if value[first] <= 0:
                place = next((k for k in range(2, len(literals)) if value[literals[k]] >= 0), 0)
                if place:
                    literals[1], literals[place] = literals[place], literal
                    self._watches.setdefault(literals[1], []).append(clause)
                    continue
                if value[first]:
                    kept += watching[at:]
                    return self._bump(clause)
                self._set(first, clause)
            kept.append(clause)
        return None

    def _backtrack(self, level: int) -> None:
        if len(self._starts) <= level:
            return
        start = self._starts[level]
        for literal in self._trail[start : self._head]:
            if literal & 1:
                for one_of in self._lists_of[literal >> 1]:
                    one_of.left += 1
        for literal in self._trail[start:]:
            self._value[literal] = self._value[literal ^ 1] = 0
            self._was_true[literal >> 1] = not literal & 1
        del self._trail[start:], self._starts[level:]
        self._head = min(self._head, start)

    def _bump(self, clause: Clause) -> list[int]:
        clause.weight += 1
        return clause.literals

    def _why(self, literal: int) -> list[int]:
        """Return the false literals that made a literal true; it may be among them."""
        reason = self._reason[literal >> 1]
        if isinstance(reason, Clause):
            return self._bump(reason)
        return [] if reason is None else [reason ^ 1]

    def _resolve(self, conflict: list[int]) -> None:
        """Learn from a conflict, and undo the levels that led to it."""
        if not self._starts:
            self._is_consistent = False
            return
        self._conflicts += 1
        if self._assumptions and len(self._starts) == 1:
            self._refute(conflict)
            return
        learnt = self._analyze(conflict)
        if len(learnt) == 1:
            self._backtrack(0)
            self._set(learnt[0], None)
            return
        second = max(range(1, len(learnt)), key=lambda k: self._level[learnt[k] >> 1])
        learnt[1], learnt[second] = learnt[second], learnt[1]
        self._backtrack(self._level[learnt[1] >> 1])
        clause = Clause(learnt, 1.0)
        self._keep(clause)
        self._set(learnt[0], clause)

    def _analyze(self, literals: list[int]) -> list[int]:
        """Return the clause of the first unique implication point, whose literal comes first."""
        now, at, unresolved = len(self._starts), len(self._trail), 0
        seen: set[int] = set()
        learnt: dict[int, None] = {}
        while True:
            for literal in literals:
                variable = literal >> 1
                level = self._level[variable]
                if level and variable not in seen:
                    seen.add(variable)
                    self._activity[variable] += 1
                    if level == now:
                        unresolved += 1
                    else:
                        # Learn the true variable that excludes it and maybe others, too.
                        reason = self._reason[variable]
                        learnt[reason ^ 1 if isinstance(reason, int) else literal] = None
            at -= 1
            while self._trail[at] >> 1 not in seen:
                at -= 1
            unresolved -= 1
            if not unresolved:
                return [self._trail[at] ^ 1, *learnt]
            literals = self._why(self._trail[at])

    def _refute(self, literals: list[int]) -> None:
        """Find the assumptions that lead to a conflict: all decisions are at level 1."""
        self._is_refuted = True
        seen = {literal >> 1 for literal in literals}
        for literal in reversed(self._trail[self._starts[0] :]):
            if literal >> 1 in seen:
                if self._reason[literal >> 1] is None:
                    self._core.add(literal >> 1)
                seen.update(other >> 1 for other in self._why(literal))

    def _decide(self) -> None:
        """Open a level: of the assumptions if there are any and it is the first, or a decision."""
        is_first = not self._starts
        self._starts.append(len(self._trail))
        if not is_first or not self._assumptions:
            self._set(self._choose(), None)
            return
        for literal in self._assumptions:
            if self._value[literal] < 0:
                self._core = {literal >> 1}
                self._is_refuted = True
            elif not self._value[literal]:
                self._set(literal, None)

    def _restart(self) -> None:
        """Return to level 0, later each time; remove clauses that were rarely used."""
        self._backtrack(0)
        self._restarts += 1
        self._next_restart = self._conflicts + RESTART_UNIT * self._restarts
        self._activity = [activity / 2 for activity in self._activity]
        for clause in self._lists + self._clauses:
            clause.weight /= 2
        if self._conflicts >= self._next_reduction:
            learnt = [c for c in self._clauses if len(c.literals) > 2 and c.weight < inf]
            learnt.sort(key=lambda clause: clause.weight)
            dropped = set(map(id, learnt[: len(learnt) // 2]))
            clauses = [clause for clause in self._clauses if id(clause) not in dropped]
            self._clauses, self._watches = [], {}
            for clause in clauses:
                self._keep(clause)
            self._next_reduction = self._conflicts + REDUCE_UNIT + len(clauses) // 2

    def _choose(self) -> int:
        """Return the variable to try: of the list with the fewest left for its weight."""
        self._steps -= len(self._lists)
        best, chosen = 0.0, None
        for one_of in self._lists:
            if one_of.left > 1 and one_of.weight > best * one_of.left:
                best, chosen = one_of.weight / one_of.left, one_of
        assert chosen is not None
        was_true, activity, value = self._was_true, self._activity, self._value
        return max(
            (literal for literal in chosen.literals if not value[literal]),
            key=lambda literal: (was_true[literal >> 1], activity[literal >> 1]),
        )
