"""Solvers with one interface, one module for each algorithm.

Every engine is a function `solutions(grid, stream=None, check=never)` that yields the solutions of
a grid, each once, as complete `Grid` objects. Without a stream the order depends on the grid only;
with one it is random, but not uniform. `check` is called every few milliseconds and may raise to
end the search, for limits of time or steps. A grid whose clues clash has no solutions. No engine is
recursive: the depth of large grids would exceed the recursion limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid

Engine = Callable[..., Iterator[Grid]]

ENGINES = ("backtrack", "propagate", "dlx", "cdcl", "sat")
"""The names of the engines and their modules.

One more, `logic`, does not solve every grid: it gives up if human techniques are not enough.
"""


def engine(name: str) -> Engine:
    """Import an engine by name. Raises SudokuError for an unknown name.

    >>> engine("dlx").__module__
    'sudokutools.solving.engines.dlx'
    """
    if name not in (*ENGINES, "logic"):
        raise SudokuError(f"unknown method {name!r}: expected {', '.join((*ENGINES, 'logic'))}")
    found: Engine = import_module(f"sudokutools.solving.engines.{name}").solutions
    return found
