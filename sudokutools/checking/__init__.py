"""Verdicts, statistics and histograms: what `sudoku-check` finds out."""
