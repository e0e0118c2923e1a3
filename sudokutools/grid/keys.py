"""Keys of rules and clues in specs, comments and JSON; names of columns."""

from __future__ import annotations

from sudokutools.constraints import KINDS

SHAPE_KEYS = ("box", "boxes", "values", "grids", "regions")  # A spec begins with one of them.
GEOMETRY_KEYS = (*SHAPE_KEYS, "variant", "houses")  # Keys that belong to a geometry.
CLUE_KEYS = tuple(KINDS)  # Keys that belong to one grid.
KEYS = (*GEOMETRY_KEYS, *CLUE_KEYS)  # All keys in the order in which they are written.
OBJECTS = "{"  # Among the keys for kernels: objects of JSON are records of a block, too.
VARIANT_KEYS = ("variant", "grids", "regions", "houses", *CLUE_KEYS)  # Keys of variants only.
PUZZLE_COLUMNS = ("puzzle", "puzzles", "quizzes")
SOLUTION_COLUMNS = ("solution", "solutions")  # Names of the columns of grids in data sets.
SPEC_COLUMN = "spec"  # The name of the column of rules and clues.
SCALES = ("se", "hodoku")  # The scales of difficulty: Sudoku Explainer's and HoDoKu's.
WEIGHT = "weight"  # The name of the weight of a puzzle as column, key and word of the note.
