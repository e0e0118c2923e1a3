"""The search itself: the twin of `cdcl/search.c` and `cdcl/cdcl.c`."""

from __future__ import annotations

from array import array
from itertools import islice

from sudokutools.solving.engines.cdcl_twin.build import Shape
from sudokutools.solving.engines.cdcl_twin.state import PROBE_DONE, PROBE_LATER, PROBE_RUNNING
from sudokutools.solving.engines.cdcl_twin.walk import Walk
from sudokutools.solving.engines.model import Model

NONE, SOLUTION, PAUSED = 0, 1, 2

RESTART_UNIT = 256
FEW_VARIABLES = 2500
REPHASE_UNIT = 1000
REDUCE_UNIT = 150
PROBE_AFTER = 200
PROBE_AT_ONCE = 3200
PROBE_LATE = 20000
SHORT = 3


def luby(index: int) -> int:
    """Return a number of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., index from 1.

    >>> [luby(index) for index in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    power = 1
    while power - 1 < index:
        power *= 2
    while power - 1 != index:
        power //= 2
        if index >= power:
            index -= power - 1
    return power // 2


class Search(Walk):
    """Search for the solutions of a grid; with a key in an order that its stream draws.

    A grid that is not plain comes with its model.
    """

    def __init__(
        self,
        shape: Shape,
        cells: bytes,
        key: bytes,
        traced: bool,
        model: Model | None = None,
    ) -> None:
        super().__init__(shape, cells, key, traced, model)
        few = self.variables < FEW_VARIABLES
        self.restart_unit = RESTART_UNIT // 2 if few else RESTART_UNIT
        self.next_restart, self.restarts = self.restart_unit, 0
        self.next_rephase, self.rephases = REPHASE_UNIT, 0
        self.next_reduction, self.reductions = REDUCE_UNIT, 0
        for constraint, count in enumerate(self.count):
            if count == 1 and not self.value[2 * self.rest[constraint]]:
                self._enqueue(2 * self.rest[constraint], None)
        for clause in self.structure.clauses:
            self._add_clause(clause)

    def _compress(self) -> None:
        if self.compressed == len(self.trail):
            return
        self.compressed = len(self.trail)
        for constraint in self.open:
            if self.count[constraint] != 1:
                members = self.members[constraint]
                self.members[constraint] = [v for v in members if self.value[2 * v] >= 0]
        self.open = [constraint for constraint in self.open if self.count[constraint] > 1]

    def _note_phases(self) -> None:
        size = self.level_start[-1]
        if size > self.target_size:
            self.target_size = size
            for literal in self.trail[:size]:
                self.target[literal >> 1] = -1 if literal & 1 else 1
        if size > self.best_size:
            self.best_size = size
            for literal in self.trail[:size]:
                self.best[literal >> 1] = -1 if literal & 1 else 1

    def _assert_clause(self) -> None:
        if len(self.clause) == 1:
            self._backtrack(0)
            self._enqueue(self.clause[0], None)
            return
        glue = self._glue(self.clause)
        self._backtrack(self.level_of[self.clause[1] >> 1])
        self._enqueue(self.clause[0], self._store(glue))

    def _resolve_conflict(self) -> None:
        level = len(self.level_start)
        if level == 0:
            self.consistent = False
        elif self.probing == PROBE_RUNNING:
            failed = self.trail[self.level_start[0]]
            self._backtrack(0)
            self._enqueue(failed ^ 1, None)
        elif self.assumptions and level == 1:
            self._conflicts += 1
            self._analyze_final()
            self.refuted = True
        else:
            self._conflicts += 1
            self._note_phases()
            self._analyze()
            if self.traced:
                self._trace += [-len(self.clause), *self.clause]
            if len(self.clause) <= SHORT:
                self._short += [-len(self.clause), *self.clause]
            self._assert_clause()

    def _decide_on(self, literal: int) -> None:
        self.level_start.append(len(self.trail))
        self._enqueue(literal, None)

    def _pass_probe(self) -> None:
        """Note which variables are true in a probe without a conflict."""
        for literal in self.trail[self.level_start[0] :]:
            if not literal & 1:
                self.passed.add(literal >> 1)
        self._backtrack(0)

    def _probe_next(self) -> None:
        if self.level_start:
            self._pass_probe()
        while self.probe < self.variables and (
            self.value[2 * self.probe] or self.probe in self.passed
        ):
            self.probe += 1
        if self.probe == self.variables:
            self.probing = PROBE_DONE
            return
        self._decide_on(2 * self.probe)
        self.probe += 1

    def _is_probing_due(self) -> bool:
        if self.probing != PROBE_LATER or self.assumptions:
            return False
        return PROBE_AT_ONCE <= self.variables < PROBE_LATE or self._conflicts >= PROBE_AFTER

    def _rephase(self) -> None:
        self.rephases += 1
        kind = self.rephases % 6
        self.next_rephase = self._conflicts + REPHASE_UNIT * self.rephases
        for variable in range(self.variables):
            if kind == 0:
                self.saved[variable] = bool(self.stream.next() & 1)
            elif kind % 2 == 0:
                self.saved[variable] = kind == 2
            elif self.best[variable]:
                self.saved[variable] = self.best[variable] > 0
        self.target = [0] * self.variables
        self.best_size = 0

    def _restart(self) -> None:
        self.restarts += 1
        self.next_restart = self._conflicts + self.restart_unit * luby(self.restarts + 1)
        self._backtrack(1 if self.assumptions else 0)
        self.target_size = 0
        if self._conflicts >= self.next_rephase:
            self._rephase()

    def _is_assuming(self) -> bool:
        level = len(self.level_start)
        left = self.next_assumption < len(self.assumptions)
        return bool(self.assumptions) and (level == 0 or (level == 1 and left))

    def _assume_next(self) -> None:
        if not self.level_start:
            self.level_start.append(len(self.trail))
            self.next_assumption = 0
        while self.next_assumption < len(self.assumptions):
            literal = self.assumptions[self.next_assumption]
            self.next_assumption += 1
            if self.value[literal] < 0:
                self._analyze_final(literal)
                self.refuted = True
                return
            if not self.value[literal]:
                self._enqueue(literal, None)
                return

    def _decide(self) -> None:
        literal = 2 * self._choose()
        if self.traced:
            self._trace.append(literal)
        self._decide_on(literal)

    def _advance(self) -> None:
        if self.probing == PROBE_RUNNING:
            self._probe_next()
            return
        if not self.level_start:
            self._compress()
        if self._is_probing_due():
            self._backtrack(0)
            self.probing = PROBE_RUNNING
        elif not self.level_start and self._is_walk_due():
            self._walk_on()
        elif self._is_assuming():
            self._assume_next()
        elif self._conflicts >= self.next_restart:
            self._restart()
        else:
            if self._conflicts >= self.next_reduction:
                self._reduce()
                self.reductions += 1
                self.next_reduction = self._conflicts + REDUCE_UNIT * (self.reductions + 1)
            self._decide()

    def _is_solved(self) -> bool:
        complete = len(self.trail) == self.variables
        return complete and self.probing != PROBE_RUNNING and not self._is_assuming()

    def run(self, steps: int) -> int:
        """Search on for about `steps` steps; return NONE, SOLUTION or PAUSED.

        Where the pauses lie has no influence on anything else.
        """
        self.steps = steps
        while self.consistent and not self.refuted:
            settled = self._propagate()
            if settled is False:
                self._resolve_conflict()
            elif settled is None or self.steps <= 0:
                return PAUSED
            elif self._is_solved():
                self.walk_left, self.next_walk = 0, None
                return SOLUTION
            elif self.patience is not None and self._conflicts >= self.patience:
                return PAUSED
            else:
                self._advance()
        return NONE

    def solution(self) -> bytes:
        """Return the solution that `run` has just found."""
        cells = bytearray(self.structure.givens)
        for variable, (cell, symbol) in enumerate(self.structure.candidates):
            if self.value[2 * variable] > 0:
                cells[cell] = symbol
        return bytes(cells)

    def _reopen(self, cells: bytes) -> list[int | None]:
        """Return to level 0; return the variables of the symbols that are no givens."""
        self._backtrack(0)
        self.refuted = False
        self.walk_left = 0
        return [
            self.structure.variable_of.get((cell, symbol))
            for cell, symbol in enumerate(cells)
            if symbol and symbol != self.structure.givens[cell]
        ]

    def forbid(self, cells: bytes) -> None:
        """Exclude every solution that agrees with all symbols in `cells`."""
        variables = self._reopen(cells)
        if any(v is None or self.value[2 * v] < 0 for v in variables):
            return
        self.target_size = self.best_size = 0
        self.target = [0] * self.variables
        self._add_clause([2 * v + 1 for v in variables if v is not None])

    def _add_clause(self, literals: list[int]) -> None:
        """Add a clause to the problem, at level 0."""
        if any(self.value[literal] > 0 for literal in literals):
            return
        self.clause = [literal for literal in literals if not self.value[literal]]
        if not self.clause:
            self.consistent = False
        elif len(self.clause) == 1:
            self._enqueue(self.clause[0], None)
        else:
            self._store(0)

    def fix(self, cells: bytes) -> None:
        """Fix the symbols in `cells` as clues for good."""
        for variable in self._reopen(cells):
            if variable is None or self.value[2 * variable] < 0:
                self.consistent = False
            elif not self.value[2 * variable]:
                self._enqueue(2 * variable, None)

    def assume(self, cells: bytes) -> None:
        """Search from now on for solutions that agree with all symbols in `cells`."""
        self.assumptions = []
        self.target_size = self.best_size = 0
        self.in_core = set()
        for variable in self._reopen(cells):
            if variable is None:
                self.consistent = False
            else:
                self.assumptions.append(2 * variable)

    def core(self) -> bytes:
        """Return, after NONE, those assumptions that alone exclude every solution."""
        cells = bytearray(self.structure.size)
        for variable in self.in_core:
            cell, symbol = self.structure.candidates[variable]
            cells[cell] = symbol
        return bytes(cells)

    def be_patient(self, conflicts: int) -> None:
        """Pause, whatever the steps, when there were so many conflicts since the beginning."""
        self.patience = conflicts

    def conflicts(self) -> int:
        """Return the number of conflicts so far."""
        return self._conflicts

    def take_short(self) -> bytes:
        """Return the short clauses learnt since the last call, each of k literals after -k."""
        taken, self._short = array("i", self._short), []
        return taken.tobytes()

    def learn(self, clauses: bytes) -> None:
        """Add the short clauses that another search for the same grid has learnt."""
        self._reopen(b"")
        numbers = iter(array("i", clauses))
        for length in numbers:
            self._add_clause(list(islice(numbers, -length)))

    def trace(self) -> list[int]:
        """Return the decisions, as literals, and the learnt clauses, each after -length."""
        return self._trace
