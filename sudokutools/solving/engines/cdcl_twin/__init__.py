"""The search of the `cdcl` engine in Python: the twin of `sudokutools/_core/cdcl/*.c`.

Both take the same decisions, meet the same conflicts and learn the same clauses; the tests
compare their traces. What the data mean, where the methods come from and the one place that is
easy to get wrong are told in `cdcl/state.h` and at the head of each C file; each has its module
here: a grid becomes variables and constraints (`build`) and the `state` of a search, to which
`propagate`, `choose`, `learn`, `walk` and `search` each add a layer.

A grid is bytes, row by row, 0 for an empty cell.
"""

from sudokutools.solving.engines.cdcl_twin.search import Search

__all__ = ["Search"]
