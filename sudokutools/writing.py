"""Write records; what is left here for callers that do not ask a style yet."""

from __future__ import annotations

from typing import Any

from sudokutools import formats
from sudokutools.formats.format import Style

__all__ = ["Style", "dump_json", "format_record"]

format_record = Style.write


def dump_json(content: Any) -> str:
    """Write a value as JSON on one line, without blanks."""
    return formats.find("json").dump(content).rstrip("\n")
