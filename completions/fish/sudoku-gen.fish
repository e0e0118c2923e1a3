# Completion of sudoku-gen in fish: the command writes the code itself, when it is first completed.
_SUDOKU_GEN_COMPLETE=fish_source sudoku-gen | source
