"""`sudoku-play`: play puzzles in the terminal."""
