"""Imports and regular expressions deferred until first use, for fast startup."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, AnyStr, cast

if TYPE_CHECKING:
    import re


def importer(package: str, homes: dict[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package that imports names from the modules in `homes`."""

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return get


def pattern(expression: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Like `re.compile`, but compile on first use."""
    return cast("re.Pattern[AnyStr]", _Pattern(expression, flags))


class _Pattern:
    def __init__(self, expression: Any, flags: int) -> None:
        self._expression = expression
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        import re

        method = getattr(re.compile(self._expression, self._flags), name)
        setattr(self, name, method)  # Cache the method: later lookups skip __getattr__.
        return method
