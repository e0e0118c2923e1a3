"""Canonical forms: one representative of all grids that are equivalent by symmetry.

`form` defines the symmetries and the canonical form; `search` finds it.
"""
