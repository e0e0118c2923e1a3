"""Canonical forms: one representative for all grids that are the same up to symmetry.

`form` says what they are, `search` how they are found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools.lazy import importer

if TYPE_CHECKING:
    from sudokutools.canonical.form import Canonical, automorphisms, canonical, canonical_form

_HOMES = dict.fromkeys(("Canonical", "automorphisms", "canonical", "canonical_form"), "form")

__all__ = ["Canonical", "automorphisms", "canonical", "canonical_form"]

__getattr__ = importer("sudokutools.canonical", _HOMES)
