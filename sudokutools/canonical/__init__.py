"""Canonical forms: one representative of all grids that are equivalent by symmetry.

`group` defines the symmetries, `form` the canonical form; `search` finds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools._support.lazy import importer

if TYPE_CHECKING:
    from sudokutools.canonical.form import Canonical, automorphisms, canonical, canonical_form
    from sudokutools.canonical.group import random_equivalent

_HOMES = dict.fromkeys(("Canonical", "automorphisms", "canonical", "canonical_form"), "form")
_HOMES["random_equivalent"] = "group"

__all__ = ["Canonical", "automorphisms", "canonical", "canonical_form", "random_equivalent"]

__getattr__ = importer("sudokutools.canonical", _HOMES)
