"""Where the scripts of the commands begin."""

from __future__ import annotations

import gc
from functools import partial
from importlib import import_module


def start(name: str) -> None:
    """Import a command and run it.

    What is imported stays to the end. To look for garbage in it, meanwhile and at the end, would
    take a tenth of a run that answers one puzzle.
    """
    gc.disable()
    main = import_module(f"sudokutools.cli.{name}").main
    gc.freeze()
    gc.enable()
    main()


sudoku_gen = partial(start, "gen")
sudoku_mask = partial(start, "mask")
sudoku_solve = partial(start, "solve")
sudoku_check = partial(start, "check")
sudoku_print = partial(start, "print")
blackjack = partial(start, "blackjack")
