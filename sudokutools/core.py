"""The compiled kernels, where they are there: one door for every module that has a C twin.

>>> from sudokutools import core
>>> core.native() is None or core.native().stream_numbers(b"", 0, 0, 0)
[]
"""

from __future__ import annotations

from types import ModuleType

_forced_python = False


def native() -> ModuleType | None:
    """Return the extension module of kernels; None where none was built or Python is forced."""
    if _forced_python:
        return None
    try:
        from sudokutools import _native
    except ImportError:
        return None
    return _native


def force_python(force: bool = True) -> None:
    """Use the pure-Python twins from now on, or no longer."""
    global _forced_python
    _forced_python = force


def name() -> str:
    """Return the name of the active core: `python`, or what the kernels were compiled for."""
    return "python" if native() is None else "c"
