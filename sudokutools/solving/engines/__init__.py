"""Solvers of one interface, a module an algorithm.

Every engine is a function `solutions(grid, stream=None, check=never)` that yields the solutions of
a grid one after the other, each once, complete `Grid` objects: taking one, counting up to a limit
and writing all are the same mechanism. Without a stream the order depends on the grid alone; with
one it is random (and claims no equal chances). `check` is called at least every few
milliseconds of work and may raise, which ends the search: so limits of time and of steps are kept.
A grid whose clues clash has no solutions. No engine is recursive: large grids need the depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from sudokutools._support.limits import Check, never
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools._support.streams import Stream


class Engine(Protocol):
    """What every engine is."""

    def __call__(
        self, grid: Grid, stream: Stream | None = None, check: Check = never
    ) -> Iterator[Grid]:
        """Yield the solutions of a grid."""
        ...


ENGINES = ("backtrack", "propagate", "dlx", "cdcl", "sat")
"""The names of the engines: each is the module of this name.

Two more do not solve every grid: `compiled_propagate`, the compiled form of `propagate`, which
`auto` uses for 9x9, and `logic`, which uses human techniques and gives up where they end."""


def engine(name: str) -> Engine:
    """Return the engine of a name; its module is imported now. SudokuError: there is none.

    >>> engine("dlx").__module__
    'sudokutools.solving.engines.dlx'
    """
    if name not in (*ENGINES, "logic", "compiled_propagate"):
        raise SudokuError(f"no method {name!r}; there are {', '.join((*ENGINES, 'logic'))}")
    found: Engine = import_module(f"sudokutools.solving.engines.{name}").solutions
    return found
