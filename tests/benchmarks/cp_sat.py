"""A model of sudoku and its variants for CP-SAT of OR-tools, for comparison.

https://developers.google.com/optimization, `pip install ortools`.
"""

from importlib import import_module
from typing import Any

from sudokutools.grid.grid import Grid


def solutions_by_cp_sat(grid: Grid) -> int:
    """Return how many solutions CP-SAT finds, up to 2: one thread, the model is built each time."""
    cp_model: Any = import_module("ortools.sat.python.cp_model")
    model, cells = _model(cp_model, grid)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    for found in range(2):
        if solver.solve(model) != cp_model.OPTIMAL:
            return found
        model.add_forbidden_assignments(cells, [[solver.value(cell) for cell in cells]])
    return 2


def _model(cp_model: Any, grid: Grid) -> tuple[Any, list[Any]]:
    geometry, constraints = grid.geometry, grid.constraints
    model = cp_model.CpModel()
    n = geometry.n

    def variable(cell: int) -> Any:
        symbols = [s for s in range(1, n + 1) if _may_hold(grid, cell, s)]
        return model.new_int_var_from_domain(
            cp_model.Domain.from_values(symbols), geometry.cell_name(cell)
        )

    cells = [variable(cell) for cell in range(geometry.size)]
    for house in geometry.houses:
        model.add_all_different([cells[cell] for cell in house])
    for _, pairs in geometry.unequal:
        for one, other in pairs:
            model.add(cells[one] != cells[other])
    near = [(a, b) for a in range(1, n + 1) for b in range(max(1, a - 1), min(n, a + 1) + 1)]
    for one, other in geometry.apart:
        model.add_forbidden_assignments([cells[one], cells[other]], near)
    for cage in constraints.cages if constraints else ():
        model.add_all_different([cells[cell] for cell in cage.cells])
        if cage.sum:
            model.add(sum(cells[cell] for cell in cage.cells) == cage.sum)
    for low, high in constraints.steps if constraints else ():
        model.add(cells[low] < cells[high])
    return model, cells


def _may_hold(grid: Grid, cell: int, symbol: int) -> bool:
    parity = grid.constraints.parity_mask(cell) if grid.constraints else -1
    return grid[cell] in (0, symbol) and bool(parity >> (symbol - 1) & 1)
