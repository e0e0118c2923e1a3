"""`sudoku-print`: its options, and how records become pages."""
