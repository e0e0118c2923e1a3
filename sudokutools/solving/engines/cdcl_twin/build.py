"""From a grid to variables and constraints: the twin of `cdcl/build.c` and `cdcl/model.c`.

A variable is a candidate that the clues leave, a constraint a list of variables of which exactly
one is true: the candidates of a cell, or the places of a symbol in a row, a column or a box. What
variants have beside these is told in their `Model`.
"""

from __future__ import annotations

from sudokutools.solving.engines.model import Model

Shape = tuple[int, int, int, int]

NEVER_UNIT = 1 << 11


class Structure:
    """Variables and constraints of a grid, as cdcl/build.c and cdcl/model.c make them.

    Candidates are the first of the variables, in a plain grid all of them. `excluded` has, for each
    variable of a variant, those that cannot be true beside it; `clauses` hold from the beginning.
    """

    def __init__(self, shape: Shape, givens: bytes, model: Model | None) -> None:
        self.box_width, self.box_height, self.boxes_across, self.boxes_down = shape
        self.n = self.box_width * self.box_height
        self.rows = self.box_height * self.boxes_down
        self.columns = self.box_width * self.boxes_across
        self.size = self.rows * self.columns
        self.givens = givens
        self.consistent = True
        self.candidates: list[tuple[int, int]] = []
        self.variable_of: dict[tuple[int, int], int] = {}
        self.variables = 0
        self.members: list[list[int]] = []
        self.count: list[int] = []
        self.constraints_of: list[tuple[int, ...]] = []
        self.excluded: list[list[int]] = []
        self.clauses: list[list[int]] = []
        if model is None:
            self._build()
        else:
            self._take(model)

    def _take(self, model: Model) -> None:
        """Take the variables and constraints of a variant."""
        self.candidates += model.candidates
        self.variable_of |= {candidate: v for v, candidate in enumerate(model.candidates)}
        self.variables = model.variables
        self.members += map(list, model.exactly)
        self.count += map(len, self.members)
        self.consistent = all(self.count)
        constraints_of: list[list[int]] = [[] for _ in range(model.variables)]
        for constraint, variables in enumerate(self.members):
            for variable in variables:
                constraints_of[variable].append(constraint)
        self.constraints_of += map(tuple, constraints_of)
        self.excluded = model.excluded()
        self.clauses = model.clauses

    def _build(self) -> None:
        """Make the variables and constraints of a plain grid."""
        placed = self._place_givens()
        numbers: list[tuple[int, int, int, int]] = []
        for cell in range(self.size):
            if self.givens[cell]:
                continue
            houses = self._houses(cell)
            for symbol in range(1, self.n + 1):
                if any(symbol in placed[house] for house in houses):
                    continue
                self.variable_of[cell, symbol] = len(self.candidates)
                self.candidates.append((cell, symbol))
                row, column, box = (self.size + h * self.n + symbol - 1 for h in houses)
                numbers.append((cell, row, column, box))
        self.variables = len(self.candidates)
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
        self.constraints_of += [
            tuple(renumbered[c] for c in constraints) for constraints in numbers
        ]
