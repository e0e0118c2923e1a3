"""Messages of the library in the words of the command line.

The library quotes the names of its parameters and fields, as in "`level` hard begins at 2.6"; here
they become options.
"""

from __future__ import annotations

import re

from sudokutools.errors import UnknownTechniqueError

OPTIONS = {
    "boxes": "--boxes",
    "column": "--column",
    "font": "--font",
    "level": "--level",
    "only": "--only",
    "path": "-o",
    "places": "--per-page",
    "rating": "--rating",
    "scale": "--scale",
    "solution_places": "--solutions-per-page",
    "solutions": "--solutions",
    "split": "--split",
    "technique": "--technique",
}
"""The options of the parameters and fields that messages name."""


def worded(message: ValueError | str) -> str:
    """Return a message of the library with options for the names of fields.

    >>> worded("`level` hard begins at 2.6, above 1.2")
    '--level hard begins at 2.6, above 1.2'
    """
    text = re.sub(r"`(\w+)`", lambda name: OPTIONS.get(name[1], name[0]), str(message))
    if isinstance(message, UnknownTechniqueError):
        text += f"{'; ' if message.near else ': '}sudoku-solve --techniques lists all"
    return text
