"""All engines compared with OR-tools CP-SAT on random mixtures of all kinds (extra `long`)."""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from sudokutools._support.streams import Stream
from sudokutools.constraints import KINDS, kind, variant_rules
from sudokutools.constraints.alternatives import Or
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.connectivity import beside
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.extra import ExtraCells
from sudokutools.constraints.primitives import (
    Automaton,
    Connected,
    Different,
    Primitive,
    Primitives,
    Regions,
    Related,
    Sets,
    Total,
)
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape, extended
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.overlapping import overlapping
from sudokutools.solving.engines import variant
from sudokutools.solving.solving import count_solutions

LIMIT = 4
"""The number of solutions up to which is counted."""

RULES = ["x", "windoku", "disjoint", "antiking", "nonconsecutive", "taxicab", "entropy"]

Cells = list[Any]  # Variables of CP-SAT.


def members(mask: int) -> list[int]:
    return [at + 1 for at in range(mask.bit_length()) if mask >> at & 1]


class Meaning:
    """A model of what the rules and clues of a grid mean; alternatives are not compiled.

    `shown` are the cells of which a solution consists: those of the grid, then extra cells.
    """

    def __init__(self, grid: Grid) -> None:
        self.cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="extra `long`")
        geometry, self.model = grid.geometry, self.cp_model.CpModel()
        self.n = geometry.n
        cells = [self.number(symbol or 1, symbol or self.n) for symbol in grid.cells]
        self.shown = cells[:]
        for house in geometry.houses:
            self.model.add_all_different([cells[cell] for cell in house])
        for _, pairs in geometry.unequal:
            for first, second in pairs:
                self.model.add(cells[first] != cells[second])
        for first, second in geometry.apart:
            every = product(range(1, self.n + 1), repeat=2)
            close = [(a, b) for a, b in every if abs(a - b) < 2]
            self.model.add_forbidden_assignments([cells[first], cells[second]], close)
        out = Primitives(geometry)
        for rule in geometry.rules:
            variant_rules.primitives(rule, out)
        self.add_primitives(out, cells)
        if grid.constraints is not None:
            self.add(grid.constraints.items, geometry, cells)

    def number(self, least: int, most: int) -> Any:
        return self.model.new_int_var(least, most, "")

    def add(self, clues: Iterable[Constraint], shape: Shape, cells: Cells) -> None:
        for clue in clues:
            if isinstance(clue, ExtraCells):
                count, inner = clue.parts(shape)
                more = [self.number(1, self.n) for _ in range(count)]
                self.shown += more
                self.add(inner, extended(shape, count), [*cells[: shape.size], *more])
            elif isinstance(clue, Or):
                chosen = []
                for group in clue.branches(shape):
                    chosen.append(self.model.new_bool_var(""))
                    own = [self.number(1, self.n) for _ in cells]  # Free in other alternatives.
                    for pair in zip(own, cells, strict=True):
                        self.model.add(pair[0] == pair[1]).only_enforce_if(chosen[-1])
                    self.add(group, shape, own)
                self.model.add_bool_or(chosen)
            else:
                out = Primitives(shape)
                clue.primitives(out)
                self.add_primitives(out, cells)

    def add_primitives(self, out: Primitives, cells: Cells) -> None:
        cells = cells + [self.number(1, self.n) for _ in out.masks[len(cells) :]]
        for cell, mask in zip(cells, out.masks, strict=True):
            self.model.add_linear_expression_in_domain(cell, self.domain(mask))
        for item in out.items:
            self.add_primitive(item, [cells[cell] for cell in item.cells])

    def domain(self, mask: int) -> Any:
        return self.cp_model.Domain.from_values(members(mask))

    def add_primitive(self, item: Primitive, held: Cells) -> None:
        if isinstance(item, Related):
            allowed = [(a, b) for a, mask in enumerate(item.table, 1) for b in members(mask)]
            self.model.add_allowed_assignments(held, allowed)
        elif isinstance(item, Total):
            terms = zip(held, item.weights, strict=True)
            self.model.add(sum(cell * weight for cell, weight in terms) == item.total)
        elif isinstance(item, Automaton):
            self.add_automaton(item, held)
        elif isinstance(item, Connected):
            self.connect([self.holds(cell, item.symbols) for cell in held], item.columns, item.size)
        elif isinstance(item, Regions):
            self.add_regions(item, held)
        else:
            assert isinstance(item, Different | Sets)
            self.model.add_all_different(held)
            if isinstance(item, Sets):
                chosen = [self.model.new_bool_var("") for _ in item.sets]
                self.model.add_exactly_one(chosen)
                for is_chosen, mask in zip(chosen, item.sets, strict=True):
                    domain = self.domain(mask)
                    for cell in held:
                        within = self.model.add_linear_expression_in_domain(cell, domain)
                        within.only_enforce_if(is_chosen)

    def holds(self, cell: Any, mask: int) -> Any:
        """Return whether a cell holds one of some symbols."""
        found, model = self.model.new_bool_var(""), self.model
        model.add_linear_expression_in_domain(cell, self.domain(mask)).only_enforce_if(found)
        others = self.domain((1 << self.n) - 1 & ~mask)
        model.add_linear_expression_in_domain(cell, others).only_enforce_if(~found)
        return found

    def connect(self, inside: Cells, columns: int, size: int) -> None:
        """Add that cells are one region: each but one has an earlier one by its side."""
        model, count = self.model, len(inside)
        places = [self.number(0, count - 1) for _ in inside]
        first = [model.new_bool_var("") for _ in inside]
        model.add_at_most_one(first)
        if size:
            model.add(sum(inside) == size)
        for at in range(count):
            ways = [first[at]]
            for other in beside(at, count, columns):
                ways.append(model.new_bool_var(""))
                model.add_implication(ways[-1], inside[other])
                model.add(places[other] < places[at]).only_enforce_if(ways[-1])
            model.add_bool_or(ways).only_enforce_if(inside[at])

    def add_regions(self, item: Regions, held: Cells) -> None:
        half, model = len(held) // 2, self.model
        cells, numbers, most = held[:half], held[half:], item.known
        symbols = [[self.holds(cell, 1 << at) for cell in cells] for at in range(self.n)]
        for region in range(half // item.size):
            inside = [self.holds(number, 1 << region) for number in numbers]
            self.connect(inside, item.columns, item.size)
            for own in symbols:
                both = [model.new_bool_var("") for _ in cells]
                for found, *pair in zip(both, inside, own, strict=True):
                    model.add_bool_and(pair).only_enforce_if(found)
                    model.add_bool_or(found, *(~each for each in pair))
                model.add_exactly_one(both)
        for number in numbers:
            model.add(number <= most + 1)
            before, most = most, self.number(1, self.n)
            model.add_max_equality(most, [before, number])
        model.add(most == half // item.size)

    def add_automaton(self, item: Automaton, held: Cells) -> None:
        """Add a machine; a first state with a symbol of its own leads to each initial state."""
        machine, begin = item.machine, len(item.machine.table)
        every = range(self.n)
        states = ((k, machine.following(k, every)) for k, _ in enumerate(machine.table))
        steps = [*dict.fromkeys((state, s + 1, to) for state, found in states for s, to in found)]
        guess = self.number(1, machine.starts)
        steps += [(begin, start + 1, start) for start in range(machine.starts)]
        final = [state for state, accepts in enumerate(machine.accepts) if accepts]
        self.model.add_automaton([guess, *held], begin, final, steps)

    def solutions(self) -> int:
        solver = self.cp_model.CpSolver()
        solver.parameters.num_workers = 1
        for found in range(LIMIT):
            if solver.solve(self.model) != self.cp_model.OPTIMAL:
                return found
            others = []
            for cell in self.shown:
                others.append(self.model.new_bool_var(""))
                self.model.add(cell != solver.value(cell)).only_enforce_if(others[-1])
            self.model.add_bool_or(others)
        return LIMIT


def shape_of(random: Random) -> Geometry:
    """Draw a geometry: one in five are two squares that overlap."""
    plain = Geometry.of(*random.choice([(2, 2), (3, 2), (3, 2), (3, 3)]))
    rules = random.sample(RULES, random.choice([0, 0, 1, 2]))
    if random.random() < 0.2 and plain.n < 9:
        corner = random.choice([(2, 2), (0, 2), (2, plain.n - 2), (1, 3)])
        rules = [rule for rule in rules if rule in RULES[:4]]
        return Geometry.of_variant(overlapping(plain, ((0, 0), corner)), None, rules)
    return Geometry.of_variant(plain, None, rules)


def clues_of(canvases: list[Canvas], random: Random, depth: int = 0) -> Iterator[Constraint]:
    """Yield random clues that are true of the first canvas, alternatives also of the others."""
    shape = canvases[0].shape
    count = random.randrange(1, 3) if depth else shape.n + random.randrange(4)
    for key in random.choices([*KINDS, *["connected", "or"] * 3], k=count):
        try:
            if key == "or" and depth < 3:
                around = [canvases, *(canvases[::-1] for _ in range(random.randrange(1, 4)))]
                own = [[*clues_of(each, random, depth + 1)] for each in around]
                clue: Constraint | None = Or.of(random.sample(own, len(own)), shape)
            else:
                clue = kind(key).drawn(canvases[0])
            if clue is not None and not (depth and clue.is_extended):
                clue.check(shape)
                yield clue
        except SudokuError:
            pass  # A kind that needs thirds of the symbols, for example.


def layer(geometry: Geometry, random: Random) -> ExtraCells:
    """Draw regions to be found, or two colours that are connected and odd and even cells."""
    size, n = geometry.size, geometry.n
    names = [*map(extended(geometry, size).cell_name, range(2 * size))]
    clues = [f"chaos={n}:1:{''.join(names)}"]
    if random.random() < 0.5:
        clues = [f"connected={colour}x{n}:0:{''.join(names[size:])}" for colour in (1, 2)]
        for cell, colour in zip(names, names[size:], strict=False):
            tie = f"or={{odd={cell},regex=1:{colour}}}{{even={cell},regex=2:{colour}}}"
            clues.append(tie if random.random() < 0.3 else f"regex=[12]:{colour}")
    return ExtraCells.parse(f"{size}{{{','.join(clues)}}}", geometry)


def given(clue: ExtraCells, solution: Grid, random: Random) -> ExtraCells:
    """Add some values that the extra cells can have in this solution."""
    geometry = solution.geometry
    count, inner = clue.parts(geometry)
    values = enumerate(next(clue.fillings(solution.cells, geometry)), geometry.size)
    more = [kind("regex")([cell], text=str(v)) for cell, v in values if random.random() < 0.6]
    return ExtraCells.of(count, [*inner, *more], geometry)


def mixture(seed: int) -> Grid | None:
    """Draw a puzzle with some rules, and with clues that are true of one solution."""
    random, stream = Random(seed), Stream("test", "mixture", seed)
    layers: list[ExtraCells] = []
    try:
        geometry = shape_of(random)
        if random.random() < 0.2:
            geometry = Geometry.of(random.choice([4, 6]), 1)
            layers.append(layer(geometry, random))
        known = Constraints.of(geometry, layers)
        solution = variant.fill(geometry, stream, lambda: None, 20_000, known)
        other = variant.fill(geometry, stream, max_steps=20_000)
    except SudokuError:
        return None
    if solution is None or other is None:
        return None
    canvases = [Canvas(geometry, grid.cells, stream) for grid in (solution, other)]
    for canvas in canvases:
        canvas.avoid(geometry.absent)
    clues = [*clues_of(canvases, random), *(given(each, solution, random) for each in layers)]
    share = 0.4 if geometry.n > 6 else random.choice([0.0, 0.1, 0.2])
    cells = (symbol * (random.random() < share) for symbol in solution.cells)
    return Grid(geometry, bytes(cells), None, Constraints.of(geometry, clues))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200))
def test_engines_agree_with_cp_sat(seed: int) -> None:
    grid = mixture(seed)
    if grid is None:
        pytest.skip("no such grid")
    expected = Meaning(grid).solutions()
    methods = ("propagate", "cdcl")
    found = {method: count_solutions(grid, LIMIT, method) for method in methods}
    assert found == dict.fromkeys(methods, expected)
