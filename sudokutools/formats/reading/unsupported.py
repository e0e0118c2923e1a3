"""Kinds of clue that setters use and these programs do not read: named in a warning.

# thermo r1c1r2c2          a comment that begins with a kind, with or without `anti-`
PUZZLE arrow=r1c1:r1c2     a word of a note with a kind and cells
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import CLUE_KEYS
from sudokutools.grid.variant_rules import NAMES

_NAMES = """
difference dot kropki whitedot blackdot ratio sum xv slow slowthermo slowthermometer thermo
thermometer fastthermo inequality greaterthan lessthan negative
arrow pillarrow doublearrow whisper germanwhisper dutchwhisper chinesewhisper renban nabner
palindrome zipper zipperline between betweenline lockout lockoutline regionsum regionsumline
sumline entropic entropicline modular modularline regex equalsum sameline
minimum maximum rowindex columnindex boxindex rowindexer columnindexer boxindexer indexing
killer killercage clone quadruple quad circle countingcircle
sandwich sandwichsum xsum skyscraper room numberedroom littlekiller littlekillersum
taxicab antitaxicab entropy globalentropy diagonal hyper jigsaw fog foglight
"""
KINDS = frozenset(_NAMES.split()) | set(NAMES) - {"x"}
"""Names as words of one or two parts, in lower case and without hyphens and a plural `s`."""

_FIRST_WORDS = re.compile(r"#\s*([A-Za-z][A-Za-z-]*)(?:\s+([A-Za-z]+))?")
_NOTED = re.compile(r"(?<![^\s,;#])([A-Za-z-]+)=\S*[rc]\d", re.IGNORECASE)

_READ_AS = {"thermo": "less", "thermometer": "less", "inequality": "less", "greaterthan": "less"}
_READ_AS |= {"lessthan": "less", "killer": "cages", "killercage": "cages", "jigsaw": "regions"}
_READ_AS |= {"hyper": "windoku", "diagonal": "x"}
"""Other names of supported rules and clues: a title above a grid that has them is only a title."""


def kind_of(comment: str) -> str:
    """Return the kind of clue that a comment begins with, or "".

    >>> kind_of("# Thermo Hero by X"), kind_of("#german whispers: r1c1r1c2"), kind_of("# hard")
    ('thermo', 'germanwhisper', '')
    """
    match = _FIRST_WORDS.match(comment)
    words = [] if match is None else [match[1], match[1] + (match[2] or "")]
    return next(filter(None, map(_kind, reversed(words))), "")


def kinds_of(note: str) -> list[str]:
    """Return the kinds of clue in a note.

    >>> kinds_of("arrow=r1c1:r1c2r1c3, sum=45")
    ['arrow']
    """
    return list(filter(None, map(_kind, _NOTED.findall(note))))


def _kind(name: str) -> str:
    word = name.replace("-", "").lower()
    return next((each for each in (word, word.removesuffix("s")) if each in KINDS), "")


def warning_of(kinds: Iterable[str], grid: Grid) -> str:
    """Return a warning about kinds of clue that a grid does not have, or ""."""
    known = {*grid.geometry.rules, *([] if grid.geometry.has_boxes else ["regions"])}
    known |= {key for key in CLUE_KEYS if getattr(grid.relations, key, ())}
    missing = [kind for kind in kinds if _READ_AS.get(kind, kind) not in known]
    hints = [f"{kind} (use 'variant {kind}')" if kind in NAMES else kind for kind in missing]
    return f"unsupported clue ignored: {', '.join(hints)}" if hints else ""
