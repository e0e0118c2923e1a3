"""`sudoku-gen`: its options, and how grids are drawn."""
