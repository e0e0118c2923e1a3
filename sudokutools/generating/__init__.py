"""Complete grids: uniform and mixed generators, and the numbering of 9x9 grids."""
