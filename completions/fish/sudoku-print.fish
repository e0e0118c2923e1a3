# Completion of sudoku-print in fish: the command writes the code itself, when it is first completed.
_SUDOKU_PRINT_COMPLETE=fish_source sudoku-print | source
