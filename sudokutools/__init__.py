"""Sudoku of every size and blackjack: the library behind the five commands."""

__version__ = "0.1.0"
