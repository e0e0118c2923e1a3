# Completion of sudoku-mask in fish: the command writes the code itself, when it is first completed.
_SUDOKU_MASK_COMPLETE=fish_source sudoku-mask | source
