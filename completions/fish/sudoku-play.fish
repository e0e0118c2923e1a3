# Completion of sudoku-play in fish: the command writes the code itself, when it is first completed.
_SUDOKU_PLAY_COMPLETE=fish_source sudoku-play | source
