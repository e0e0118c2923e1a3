"""Infrastructure: lazy imports, limits, random streams, terminals, the compiled core."""
