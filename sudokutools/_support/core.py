"""Access to the compiled kernels, for every module that has a C twin.

>>> from sudokutools._support import core
>>> core.native() is None or core.native().stream_numbers(b"", 0, 0, 0)
[]
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType

from sudokutools.errors import SudokuError

_forced_python = False
_chosen = ""


def native() -> ModuleType | None:
    """Return the extension module, None if it was not built or Python is forced."""
    return None if _forced_python else _extension()


def kernels() -> ModuleType:
    """Return the extension module where it is known to be used."""
    module = native()
    assert module is not None
    return module


@cache
def _extension() -> ModuleType | None:
    try:
        return import_module("sudokutools._native")
    except ImportError:
        return None


def force_python(force: bool = True) -> None:
    global _forced_python
    _forced_python = force


def is_missing() -> bool:
    """Whether Python is used only because no kernels were built."""
    return not _forced_python and _extension() is None


def remedy() -> str:
    """Return why there are no kernels, as the build recorded, and how to install them."""
    from contextlib import suppress
    from pathlib import Path

    from sudokutools._support import installation

    why = ""
    with suppress(OSError, ValueError):
        why = Path(__file__).parents[1].joinpath("_native.txt").read_text("utf-8").strip()
    why = why or "no kernels found; install gcc and python3-dev"
    return f"{why}, then: {installation.command(options='--force-reinstall --no-cache-dir')}"


@cache
def variants() -> tuple[str, ...]:
    """Return the available cores, fastest first; the last is `python`.

    `avx512`, `avx2`, `sse` and `neon` use wide registers in kernels that support them, otherwise
    the next narrower ones; `scalar` is plain C. All kernels give the same results.
    """
    extension = _extension()
    return (*(extension.core_names() if extension else ()), "python")


def select(variant: str) -> None:
    """Select a core. Raises SudokuError if it is not available."""
    global _chosen
    available = variants()
    if variant not in available:
        raise SudokuError(f"core {variant!r} is not available: expected {', '.join(available)}")
    force_python(variant == "python")
    _chosen = "" if variant == "python" else variant


def name() -> str:
    """Return the name of the active core, the first of `variants` if none was selected."""
    if native() is None:
        return "python"
    return _chosen or variants()[0]
