"""Clues in comments and notes that are not read: named in a warning.

# fog r1c1r2c2             a comment that begins with an unsupported kind, with or without hyphens
PUZZLE thermo=r1c1r1c2     a word of a note with another name of a kind, and cells
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sudokutools.constraints.variant_rules import NAMES
from sudokutools.formats.reading.spec_comments import ALIASES
from sudokutools.grid.grid import Grid

READ_AS = {
    "dot": "difference", "kropki": "difference", "xv": "sum", "inequality": "less",
    "greaterthan": "less", "lessthan": "less", "chinesewhisper": "whisper", "pillarrow": "arrow",
    "indexing": "columnindex", "jigsaw": "regions", "hyper": "windoku", "diagonal": "x",
    "antitaxicab": "taxicab", "globalentropy": "entropy",
}  # fmt: skip
"""Other names that are not read, and the rules and kinds that may be meant."""

_OTHERS = ["fastthermo", "equalsum", "sameline", "fog", "foglight", "clock", "sumdot"]
KINDS = dict.fromkeys(_OTHERS, "") | READ_AS | {name: name for name in NAMES if name != "x"}
"""Names as words of one or two parts, in lower case and without hyphens and a plural `s`."""

_FIRST_WORDS = re.compile(r"#\s*([A-Za-z][A-Za-z-]*)(?:\s+([A-Za-z]+))?")
_NOTED = re.compile(r"(?<![^\s,;#])([A-Za-z-]+)=\S*[rc]\d", re.IGNORECASE)


def kind_of(comment: str) -> str:
    """Return the unsupported kind of clue that a comment begins with, or "".

    >>> kind_of("# Fog by X"), kind_of("#global entropy: yes"), kind_of("# Thermo Hero by X")
    ('fog', 'globalentropy', '')
    """
    match = _FIRST_WORDS.match(comment)
    words = [] if match is None else [match[1] + (match[2] or ""), match[1]]
    return next((kind for kind in map(_word, words) if kind in KINDS), "")


def kinds_of(note: str) -> list[str]:
    """Return the other names of clues in a note.

    >>> kinds_of("thermo=r1c1r1c2, sum=45")
    ['thermo']
    """
    words = map(_word, _NOTED.findall(note))
    return [word for word in words if word in KINDS or word in ALIASES]


def _word(name: str) -> str:
    return name.replace("-", "").lower().removesuffix("s")


def warning_of(kinds: Iterable[str], grid: Grid) -> str:
    """Return a warning about kinds of clue that a grid does not have, or ""."""
    known = {*grid.geometry.rules, *([] if grid.geometry.has_boxes else ["regions"])}
    known |= {clue.key for clue in getattr(grid.constraints, "items", ())}
    hints = []
    for kind in kinds:
        key = KINDS.get(kind) or ALIASES.get(kind, "").split(" ")[0]
        if key not in known:
            hint = f" (use '{'variant ' * (key in NAMES)}{key}')" if key else ""
            hints.append(kind + hint)
    return f"unsupported clue ignored: {', '.join(hints)}" if hints else ""
