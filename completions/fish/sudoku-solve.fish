# Completion of sudoku-solve in fish: the command writes the code itself, when it is first completed.
_SUDOKU_SOLVE_COMPLETE=fish_source sudoku-solve | source
