"""`sudoku-mask`: its options, and how a puzzle is made of a record."""
