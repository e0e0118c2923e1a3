# Completion of sudoku-check in fish: the command writes the code itself, when it is first completed.
_SUDOKU_CHECK_COMPLETE=fish_source sudoku-check | source
