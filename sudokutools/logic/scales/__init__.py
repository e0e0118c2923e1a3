"""The scales of difficulty: each has its techniques, their order, and steps that are rated.

`er` is the scale of Sudoku Explainer (`sudokutools.logic`), `hodoku` that of HoDoKu.
"""
