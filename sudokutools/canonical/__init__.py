"""Canonical forms: one representative of all grids that are equivalent by symmetry.

`form` defines the symmetries and the canonical form; `search` finds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools._support.lazy import importer

if TYPE_CHECKING:
    from sudokutools.canonical.form import (
        Canonical,
        automorphisms,
        canonical,
        canonical_form,
        random_equivalent,
    )

__all__ = ["Canonical", "automorphisms", "canonical", "canonical_form", "random_equivalent"]

__getattr__ = importer("sudokutools.canonical", dict.fromkeys(__all__, "form"))
