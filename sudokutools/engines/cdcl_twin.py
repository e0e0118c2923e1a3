"""The search of the `cdcl` engine in Python: the twin of `sudokutools/_core/cdcl*.c`.

Both take the same decisions, meet the same conflicts and learn the same clauses; the tests
compare their traces. What the data mean, where the methods come from and the one place that is
easy to get wrong are told in `cdcl_state.h` and at the head of each C file, in the order of the
sections below.

A variable is a candidate, a constraint a list of variables of which exactly one is true. The
literal 2v says that variable v is true, 2v + 1 that it is false. A grid is bytes, row by row, 0
for an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterable

from sudokutools.streams import Stream

NONE, SOLUTION, PAUSED = 0, 1, 2

Key = tuple[int, int, int, int]
Shape = tuple[int, int, int, int]

NEVER_UNIT = 1 << 29

ACTIVITY_START = 1 << 32
ACTIVITY_LIMIT = 1 << 56
ACTIVITY_SHIFT = 24
WEIGHT_START = 1 << 24
WEIGHT_LIMIT = 1 << 48
WEIGHT_SHIFT = 24

GLUE_KEPT, GLUE_SPARED, USES_SPARED = 2, 6, 2

RESTART_UNIT = 256
FEW_VARIABLES = 2500
REPHASE_UNIT = 1000
REDUCE_UNIT = 300
PROBE_AFTER = 100
PROBE_AT_ONCE = 1500
PROBE_LATE = 20000
PROBE_LATER, PROBE_RUNNING, PROBE_DONE = 0, 1, 2


class Clause:
    """A learnt clause; the two watched literals come first."""

    __slots__ = ("dropped", "glue", "literals", "spared")

    def __init__(self, literals: list[int], glue: int) -> None:
        self.literals = literals
        self.glue = glue
        self.spared = USES_SPARED
        self.dropped = False


class ByTrue(int):
    """The reason of a false variable: that other variable of a constraint is true."""

    __slots__ = ()


class ByConstraint(int):
    """The reason of a true variable: all else in that constraint is false."""

    __slots__ = ()


Reason = ByTrue | ByConstraint | Clause | None
Conflict = tuple[int, int] | ByConstraint | Clause


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


class Structure:
    """Variables and constraints of a grid, as cdcl_build.c makes them."""

    def __init__(self, shape: Shape, givens: bytes) -> None:
        self.box_width, self.box_height, self.boxes_across, self.boxes_down = shape
        self.n = self.box_width * self.box_height
        self.rows = self.box_height * self.boxes_down
        self.columns = self.box_width * self.boxes_across
        self.size = self.rows * self.columns
        self.givens = givens
        self.consistent = True
        placed = self._place_givens()
        self.candidates: list[tuple[int, int]] = []
        self.variable_of: dict[tuple[int, int], int] = {}
        numbers: list[tuple[int, int, int, int]] = []
        for cell in range(self.size):
            if givens[cell]:
                continue
            houses = self._houses(cell)
            for symbol in range(1, self.n + 1):
                if any(symbol in placed[house] for house in houses):
                    continue
                self.variable_of[cell, symbol] = len(self.candidates)
                self.candidates.append((cell, symbol))
                row, column, box = (self.size + h * self.n + symbol - 1 for h in houses)
                numbers.append((cell, row, column, box))
        self._make_constraints(placed, numbers)

    def _houses(self, cell: int) -> tuple[int, int, int]:
        """Return the row, column and box of a cell in one numbering."""
        row, column = divmod(cell, self.columns)
        box = row // self.box_height * self.boxes_across + column // self.box_width
        return row, self.rows + column, self.rows + self.columns + box

    def _place_givens(self) -> list[set[int]]:
        houses = self.rows + self.columns + self.boxes_across * self.boxes_down
        placed: list[set[int]] = [set() for _ in range(houses)]
        for cell, symbol in enumerate(self.givens):
            for house in self._houses(cell) if symbol else ():
                self.consistent &= symbol not in placed[house]
                placed[house].add(symbol)
        return placed

    def _must_hold(self, number: int) -> bool:
        house = (number - self.size) // self.n
        if number < self.size or house >= self.rows + self.columns:
            return True
        return (self.columns if house < self.rows else self.rows) == self.n

    def _make_constraints(
        self, placed: list[set[int]], numbers: list[tuple[int, int, int, int]]
    ) -> None:
        count = self.size + len(placed) * self.n
        members: list[list[int]] = [[] for _ in range(count)]
        for variable, constraints in enumerate(numbers):
            for number in constraints:
                members[number].append(variable)
        renumbered = {}
        self.members: list[list[int]] = []
        self.count: list[int] = []
        for number, variables in enumerate(members):
            must = self._must_hold(number)
            if variables:
                renumbered[number] = len(self.members)
                self.members.append(variables)
                self.count.append(len(variables) + (0 if must else NEVER_UNIT))
            elif must and number < self.size:
                self.consistent &= self.givens[number] != 0
            elif must:
                house, symbol = divmod(number - self.size, self.n)
                self.consistent &= symbol + 1 in placed[house]
        self.constraints_of = [tuple(renumbered[c] for c in constraints) for constraints in numbers]


class Search:
    """Search for the solutions of a grid; with a key in an order that its stream draws."""

    def __init__(self, shape: Shape, cells: bytes, key: bytes, traced: bool) -> None:
        structure = Structure(shape, cells)
        self.structure = structure
        self.consistent = structure.consistent
        self.variables = len(structure.candidates)
        self.constraints_of = structure.constraints_of
        self.members = structure.members
        self.count = structure.count
        self.rest = [0] * len(self.members)
        for constraint, variables in enumerate(self.members):
            for variable in variables:
                self.rest[constraint] ^= variable
        self.open = list(range(len(self.members)))
        self.compressed = 0

        self.value = [0] * (2 * self.variables)
        self.level_of = [0] * self.variables
        self.reason: list[Reason] = [None] * self.variables
        self.trail: list[int] = []
        self.head = 0
        self.level_start: list[int] = []
        self.conflict: Conflict = ByConstraint(0)

        self.assumptions: list[int] = []
        self.next_assumption = 0
        self.refuted = False
        self.in_core: set[int] = set()

        self.learnt: list[Clause] = []
        self.watches: dict[int, list[tuple[Clause, int]]] = {}
        self.clause: list[int] = []
        self.seen: set[int] = set()

        self.saved = [True] * self.variables
        self.target = [0] * self.variables
        self.best = [0] * self.variables
        self.target_size = self.best_size = 0
        self._start_scores(key)

        self.probing = PROBE_LATER
        self.probe = 0
        self.steps = 0
        self._conflicts = 0
        self.patience: int | None = None
        few = self.variables < FEW_VARIABLES
        self.restart_unit = RESTART_UNIT // 2 if few else RESTART_UNIT
        self.next_restart, self.restarts = self.restart_unit, 0
        self.next_rephase, self.rephases = REPHASE_UNIT, 0
        self.next_reduction, self.reductions = REDUCE_UNIT, 0
        self.traced = traced
        self._trace: list[int] = []
        for constraint, count in enumerate(self.count):
            if count == 1 and not self.value[2 * self.rest[constraint]]:
                self._enqueue(2 * self.rest[constraint], None)

    def _start_scores(self, key: bytes) -> None:
        words = [int.from_bytes(key[i : i + 8], "little") for i in (0, 8, 16, 24)]
        drawn: Key = (words[0], words[1], words[2], words[3]) if key else (1, 2, 3, 4)
        self.stream = Stream.from_key(drawn, 0)
        self.activity_step, self.weight_step = ACTIVITY_START, WEIGHT_START
        self.activity = [0] * self.variables
        self.weight = [WEIGHT_START] * len(self.members)
        if key:
            below = self.stream.below
            self.activity = [below(ACTIVITY_START) for _ in self.activity]
            self.weight = [WEIGHT_START + below(WEIGHT_START // 64) for _ in self.weight]

    # Propagation (cdcl_propagate.c).

    def _enqueue(self, literal: int, reason: Reason) -> None:
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.level_of[literal >> 1] = len(self.level_start)
        self.reason[literal >> 1] = reason
        self.trail.append(literal)

    def _count_false(self, variable: int) -> bool:
        units = []
        for constraint in self.constraints_of[variable]:
            self.rest[constraint] ^= variable
            self.count[constraint] -= 1
            if self.count[constraint] == 1:
                units.append(constraint)
        for constraint in units:
            left = 2 * self.rest[constraint]
            if self.value[left] < 0:
                self.conflict = ByConstraint(constraint)
                return False
            if not self.value[left]:
                self._enqueue(left, ByConstraint(constraint))
        self.steps -= 4
        return True

    def _exclude_others(self, variable: int) -> bool:
        value = self.value
        reason = ByTrue(variable)
        for constraint in self.constraints_of[variable]:
            if self.count[constraint] == 1:
                continue
            for other in self.members[constraint]:
                if not value[2 * other]:
                    self._enqueue(2 * other + 1, reason)
                elif value[2 * other] > 0 and other != variable:
                    self.conflict = (other, variable)
                    return False
            self.steps -= len(self.members[constraint])
        return True

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
            literal = self.trail[self.head]
            self.head += 1
            act = self._count_false if literal & 1 else self._exclude_others
            if not act(literal >> 1):
                return False
            watches = self.watches.get(literal ^ 1)
            if watches and not self._visit_clauses(literal ^ 1, watches):
                return False
        return True

    def _backtrack(self, level: int) -> None:
        if len(self.level_start) <= level:
            return
        first = self.level_start[level]
        for at in range(len(self.trail) - 1, first - 1, -1):
            literal = self.trail[at]
            variable = literal >> 1
            if literal & 1 and at < self.head:
                for constraint in self.constraints_of[variable]:
                    self.count[constraint] += 1
                    self.rest[constraint] ^= variable
            self.value[literal] = self.value[literal ^ 1] = 0
            if self.probing != PROBE_RUNNING:
                self.saved[variable] = not literal & 1
        del self.trail[first:]
        del self.level_start[level:]
        self.head = min(self.head, first)

    # Learning (cdcl_learn.c).

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

    def _fade(self) -> None:
        for variable in self.seen:
            self.activity[variable] += self.activity_step
        self.activity_step += self.activity_step >> 2
        if self.activity_step >= ACTIVITY_LIMIT:
            self.activity_step >>= ACTIVITY_SHIFT
            self.activity = [activity >> ACTIVITY_SHIFT for activity in self.activity]
        self.weight_step += self.weight_step >> 5
        if self.weight_step >= WEIGHT_LIMIT:
            self.weight_step >>= WEIGHT_SHIFT
            self.weight = [(weight >> WEIGHT_SHIFT) + 1 for weight in self.weight]

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

    # Search (cdcl.c).

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
            self._assert_clause()

    def _decide_on(self, literal: int) -> None:
        self.level_start.append(len(self.trail))
        self._enqueue(literal, None)

    def _probe_next(self) -> None:
        self._backtrack(0)
        while self.probe < self.variables and self.value[2 * self.probe]:
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

    def _decide(self) -> None:
        literal = 2 * self._choose_variable(self._choose_constraint())
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
        return [
            self.structure.variable_of.get((cell, symbol))
            for cell, symbol in enumerate(cells)
            if symbol and symbol != self.structure.givens[cell]
        ]

    def forbid(self, cells: bytes) -> None:
        """Exclude every solution that agrees with all symbols in `cells`."""
        clause = []
        for variable in self._reopen(cells):
            if variable is None or self.value[2 * variable] < 0:
                return
            if not self.value[2 * variable]:
                clause.append(2 * variable + 1)
        self.target_size = self.best_size = 0
        self.target = [0] * self.variables
        self.clause = clause
        if not clause:
            self.consistent = False
        elif len(clause) == 1:
            self._enqueue(clause[0], None)
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

    def trace(self) -> list[int]:
        """Return the decisions, as literals, and the learnt clauses, each after -length."""
        return self._trace
