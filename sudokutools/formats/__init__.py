"""The registry of text formats: which there are, and where each of them lives.

A format is one module of this package, named as the format; its `FORMAT` is the only object of its
kind, so that formats are compared by identity. A command that handles one puzzle imports the
modules of the formats that it meets, and no others.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import NamedTuple

from sudokutools.formats.format import Format


class Entry(NamedTuple):
    """A row of the registry: what must be known of a format before its module is imported."""

    name: str
    can_read: bool = True
    can_write: bool = True


REGISTRY = (
    Entry("grid"),
    Entry("line"),
    Entry("csv"),
    Entry("json"),
    Entry("pretty"),
    Entry("table", can_read=False),
)
"""All formats; the first is written where neither an option nor an input says which."""

READABLE = tuple(entry.name for entry in REGISTRY if entry.can_read)
WRITABLE = tuple(entry.name for entry in REGISTRY if entry.can_write)
DEFAULT = REGISTRY[0].name


@cache
def find(name: str) -> Format:
    """Return the format of a name of the registry.

    >>> find("line").is_line, find("line") is find("line")
    (True, True)
    """
    found: Format = import_module(f"{__name__}.{name}").FORMAT
    return found
