"""All engines compared with OR-tools CP-SAT on random mixtures of all kinds (extra `long`)."""

from random import Random
from typing import Any

import pytest

from sudokutools._support.streams import Stream
from sudokutools.constraints import KINDS, kind, variant_rules
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.primitives import Automaton, Primitives, Related, Sets, Total
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import variant
from sudokutools.solving.solving import count_solutions

LIMIT = 3
"""The number of solutions up to which is counted."""

RULES = ["x", "windoku", "disjoint", "antiking", "nonconsecutive", "taxicab", "entropy"]


def members(mask: int) -> list[int]:
    return [at + 1 for at in range(mask.bit_length()) if mask >> at & 1]


def counted(grid: Grid) -> int:
    """Count solutions by CP-SAT, with a model of the primitives."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="extra `long`")
    geometry, model = grid.geometry, cp_model.CpModel()
    out = Primitives(geometry)
    for rule in geometry.rules:
        variant_rules.primitives(rule, out)
    for clue in grid.constraints.items if grid.constraints is not None else ():
        clue.primitives(out)
    cells: list[Any] = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(members(mask)), "")
        for mask in out.masks
    ]
    for house in geometry.houses:
        model.add_all_different([cells[cell] for cell in house])
    for _, pairs in geometry.unequal:
        for first, second in pairs:
            model.add(cells[first] != cells[second])
    for first, second in geometry.apart:
        model.add_forbidden_assignments(
            [cells[first], cells[second]],
            [(a, b) for a in range(1, out.n + 1) for b in range(1, out.n + 1) if abs(a - b) < 2],
        )
    for cell, symbol in enumerate(grid.cells):
        if symbol:
            model.add(cells[cell] == symbol)
    for item in out.items:
        held = [cells[cell] for cell in item.cells]
        if isinstance(item, Related):
            allowed = [(a, b) for a, mask in enumerate(item.table, 1) for b in members(mask)]
            model.add_allowed_assignments(held, allowed)
        elif isinstance(item, Total):
            terms = zip(held, item.weights, strict=True)
            model.add(sum(cell * weight for cell, weight in terms) == item.total)
        elif isinstance(item, Automaton):
            _add_automaton(model, held, item)
        else:
            model.add_all_different(held)
            if isinstance(item, Sets):
                chosen = [model.new_bool_var("") for _ in item.sets]
                model.add_exactly_one(chosen)
                for is_chosen, mask in zip(chosen, item.sets, strict=True):
                    domain = cp_model.Domain.from_values(members(mask))
                    for cell in held:
                        model.add_linear_expression_in_domain(cell, domain).only_enforce_if(
                            is_chosen
                        )
    solver = cp_model.CpSolver()
    for found in range(LIMIT):
        if solver.solve(model) != cp_model.OPTIMAL:
            return found
        others = []
        for cell in cells[: geometry.size]:
            differs = model.new_bool_var("")
            model.add(cell != solver.value(cell)).only_enforce_if(differs)
            others.append(differs)
        model.add_bool_or(others)
    return LIMIT


def _add_automaton(model: Any, held: list[Any], item: Automaton) -> None:
    """Add a machine; a first state with a symbol of its own leads to each initial state."""
    machine, begin = item.machine, len(item.machine.table)
    steps = [
        (state, symbol, following)
        for state, row in enumerate(machine.table)
        for symbol, following in enumerate(row, 1)
        if following >= 0
    ]
    guess = model.new_int_var(1, machine.starts, "")
    steps += [(begin, start + 1, start) for start in range(machine.starts)]
    final = [state for state, accepts in enumerate(machine.accepts) if accepts]
    model.add_automaton([guess, *held], begin, final, steps)


def mixture(seed: int) -> Grid | None:
    """Draw a puzzle with some rules, and with clues that are true of one solution."""
    random, stream = Random(seed), Stream("test", "mixture", seed)
    plain = Geometry.of(*random.choice([(2, 2), (3, 2), (3, 2), (3, 3)]))
    rules = random.sample(RULES, random.choice([0, 0, 1, 2]))
    try:
        geometry = Geometry.of_variant(plain, None, rules)
        solution = variant.fill(geometry, stream, max_steps=20_000)
    except SudokuError:
        return None
    if solution is None:
        return None
    canvas = Canvas(geometry, solution.cells, stream)
    clues = []
    for key in random.choices(list(KINDS), k=geometry.n + random.randrange(4)):
        try:
            clue = kind(key).drawn(canvas)
            if clue is not None:
                clue.check(geometry)
                clues.append(clue)
        except SudokuError:
            pass  # A kind that needs thirds of the symbols, for example.
    share = 0.4 if geometry.n > 6 else random.choice([0.0, 0.1, 0.2])
    cells = bytes(symbol if random.random() < share else 0 for symbol in solution.cells)
    return Grid(geometry, cells, None, Constraints.of(geometry, clues))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200))
def test_engines_agree_with_cp_sat(seed: int) -> None:
    grid = mixture(seed)
    if grid is None:
        pytest.skip("no such grid")
    expected = counted(grid)
    assert {m: count_solutions(grid, LIMIT, m) for m in ("propagate", "cdcl")} == {
        "propagate": expected,
        "cdcl": expected,
    }
