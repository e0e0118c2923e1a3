"""Solve, count and enumerate, by engines."""
