"""Templates: text with fields in braces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sudokutools.errors import SudokuError


class Piece(NamedTuple):
    """The name of a field, or other text."""

    text: str
    is_field: bool = False


def pieces_of(template: str) -> Sequence[Piece]:
    """Return the pieces of a template; `{{` and `}}` are braces. Raises SudokuError.

    >>> [tuple(piece) for piece in pieces_of("{{{number}}}: ")]
    [('{', False), ('number', True), ('}: ', False)]
    """
    pieces: list[Piece] = []
    text = ""
    for part in re.split(r"(\{\{|\}\}|\{[^{}]+\})", template):
        if part in ("{{", "}}"):
            text += part[0]
        elif len(part) > 2 and part[0] == "{" and part[-1] == "}":
            pieces += [*[Piece(text)] * bool(text), Piece(part[1:-1].strip().lower(), True)]
            text = ""
        elif "{" in part or "}" in part:
            raise SudokuError(f"unmatched brace in {part[:20]!r}: expected {{FIELD}}, {{{{ or }}}}")
        else:
            text += part
    return [*pieces, *[Piece(text)] * bool(text)]


def filled(pieces: Sequence[Piece], values: Mapping[str, str]) -> str:
    """Return the text of a template; fields without a value are empty."""
    return "".join(values.get(text, "") if is_field else text for text, is_field in pieces)
