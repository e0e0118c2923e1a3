"""Import public names of a package when they are used first: a command pays for what it needs."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module


def importer(package: str, homes: dict[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package whose names live in the modules that `homes` tells.

    >>> importer("sudokutools", {"Grid": "grid"})("Grid").__name__
    'Grid'
    """

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return get
