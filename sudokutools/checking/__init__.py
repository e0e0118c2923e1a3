"""Verdicts, statistics and histograms for `sudoku-check`."""
