"""`sudoku-solve`: one module for each kind of answer, imported when it is requested."""
