"""What a search knows: the twin of `cdcl/state.h`, where the picture of the data is.

The literal 2v says that variable v is true, 2v + 1 that it is false.
"""

from __future__ import annotations

from sudokutools._support.streams import Stream
from sudokutools.solving.engines.cdcl_twin.build import Shape, Structure
from sudokutools.solving.engines.model import Model

ACTIVITY_START = 1 << 32
WEIGHT_START = 1 << 24

USES_SPARED = 2

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
Conflict = tuple[int, int] | ByConstraint | Clause | None


class State:
    """The data of a search, at its beginning."""

    def __init__(
        self, shape: Shape, cells: bytes, key: bytes, traced: bool, model: Model | None
    ) -> None:
        structure = Structure(shape, cells, model)
        self.structure = structure
        self.consistent = structure.consistent
        self.variables = structure.variables
        self.constraints_of = structure.constraints_of
        self.members = structure.members
        self.excluded = structure.excluded
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
        self.conflict: Conflict = None

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
        self.passed: set[int] = set()
        self.steps = 0
        self._conflicts = 0
        self.patience: int | None = None
        self.traced = traced
        self._trace: list[int] = []
        self._short: list[int] = []

    def _start_scores(self, key: bytes) -> None:
        self.stream = Stream.from_key(self._words(key), 0)
        self.activity_step, self.weight_step = ACTIVITY_START, WEIGHT_START
        self.activity = [0] * self.variables
        self.weight = [WEIGHT_START] * len(self.members)
        if key:
            below = self.stream.below
            self.activity = [below(ACTIVITY_START) for _ in self.activity]
            self.weight = [WEIGHT_START + below(WEIGHT_START // 64) for _ in self.weight]

    def _words(self, key: bytes) -> tuple[int, int, int, int]:
        one, two, three, four = (int.from_bytes(key[i : i + 8], "little") for i in (0, 8, 16, 24))
        return (one, two, three, four) if key else (1, 2, 3, 4)
