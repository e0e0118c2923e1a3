"""Canonical forms: one representative of all grids that are equivalent by symmetry."""
