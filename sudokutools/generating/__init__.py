"""Draw complete grids: exactly uniform ones, mixed ones, and the grid of a number."""
