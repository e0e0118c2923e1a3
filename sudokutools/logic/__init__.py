"""Human logic: the techniques a person uses, in the order and with the ratings people quote.

>>> from sudokutools.grid.geometry import Geometry
>>> from sudokutools.grid.grid import Grid
>>> from sudokutools.logic.ladder import steps
>>> clues = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
>>> puzzle = Grid(Geometry.of(3, 3), bytes(map(int, clues)))
>>> print(next(steps(puzzle)).describe())
Hidden single: in box 6, digit 1 can only go in r5c9
"""
