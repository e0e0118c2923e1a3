"""Canonical forms: one representative for all grids that are the same up to symmetry.

`group` defines the symmetries, `form` the canonical form, and `search` says how it is found.
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
