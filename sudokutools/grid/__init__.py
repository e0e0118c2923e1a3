"""Geometries, grids, rules, candidates and specs: what every other part works on."""
