"""The keys by which rules and clues are said, in specs, comments and JSON alike; of columns too."""

from __future__ import annotations

SHAPE_KEYS = ("box", "boxes", "regions")
"""The keys of the regions: a spec begins with one of them, and always has one."""

GEOMETRY_KEYS = (*SHAPE_KEYS, "variant", "houses")
"""The keys of what belongs to a geometry."""

CLUE_KEYS = ("cages", "less", "even", "odd")
"""The keys of what belongs to one grid."""

KEYS = (*GEOMETRY_KEYS, *CLUE_KEYS)
"""All keys, in the order in which they are written."""

VARIANT_KEYS = ("variant", "regions", "houses", *CLUE_KEYS)
"""The keys that no plain grid has."""

PUZZLE_COLUMNS = ("puzzle", "puzzles", "quizzes")
SOLUTION_COLUMNS = ("solution", "solutions")
"""What data sets call the columns of grids."""

SPEC_COLUMN = "spec"
"""What the column of rules and clues is called."""

WEIGHT = "weight"
"""What the column, the key and the word in the note of the weight of a puzzle is called."""
