"""What is not about sudoku: laziness, limits, streams, terminals, the compiled core."""
