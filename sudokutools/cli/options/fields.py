"""The fields of a verdict in the manual page, and the options that request them."""

from __future__ import annotations

ABOUT = {
    "record": "The number of the record. In text it comes first, without a name.",
    "puzzle": "The grid as a line; only if it is chosen.",
    "status": "*ok*, *bad*, *unknown* (undecided) or *unreadable*.",
    "kind": "*complete* or *puzzle*.",
    "clues": "The number of filled cells.",
    "solutions": "*0*; *1*; *1+* (at least one); *2+* (several); or their number with --count.",
    "broken": "The broken rules: `row 1: 5 at r1c3 r1c7; box 2: ...`",
    "failed": (
        "The first failed test: *rules*, *solutions*, *complete*, *minimal*, *level*, *rating* or "
        "*against*."
    ),
    "minimal": "Whether every clue is necessary: *yes* or *no*.",
    "redundant": (
        "The redundant clues of a puzzle that is not minimal: `r1c1 r5c5`. Each of them alone "
        "could be removed without losing uniqueness, but not all together. With --minimal "
        "*constraints* also the constraints, as in a spec: `whisper=5:r1c1r1c2`."
    ),
    "rating": "The difficulty of the hardest step, on the scale of Sudoku Explainer (ER).",
    "pearl": "The difficulty of the steps up to the first placement (EP).",
    "diamond": "The difficulty of the first step (ED).",
    "level": (
        "*easy* for ratings up to 1.5, *medium* up to 2.5, *hard* up to 4.4, *expert* up to 6.9, "
        "otherwise *extreme*."
    ),
    "technique": "The technique of the hardest step.",
    "geometry": (
        "The geometry of a rated grid other than 9x9, because ratings are comparable within one "
        "geometry only: its boxes as in --box, such as *4x4* for 16x16, --boxes if it is partial, "
        "and the regions and rules of a variant: `3x3 x+antiknight`."
    ),
    "hodoku_level": "The level on the scale of HoDoKu.",
    "hodoku_score": "The sum of the scores of all steps on the scale of HoDoKu.",
    "hodoku_technique": "The hardest technique on the scale of HoDoKu.",
    "steps": (
        "The number of steps of each technique, easiest first: `Hidden single:54;Pointing:2`; in "
        "JSON an object. With --scale *hodoku* the steps of its path."
    ),
    "hard_steps": (
        "The number of steps that are not singles: *Full house*, *Hidden single*, *Naked single*, "
        "*Last cell of a cage* or *Last cell of a clue*."
    ),
    "first_hard": (
        "The number and the technique of the first hard step, if any: `23 Pointing`; in JSON an "
        "object with *step* and *technique*."
    ),
    "nodes": (
        "The number of guesses that it takes to solve a puzzle with one solution, and to show "
        "that there is no other."
    ),
    "automorphisms": (
        "The number of rearrangements that turn the grid into itself up to relabelling."
    ),
    "rank": "The number of a complete 9x9 grid in the enumeration of all, in JSON a string.",
    "class": "The class of equivalent grids and puzzles, 16 hexadecimal digits.",
    "error": "Why the record is unreadable.",
}
"""The entries of the fields in the markup of `cli.options.manual`."""

_OPTIONS = {"scale": "--scale hodoku", "class_id": "--class"}


def option_of(test: str) -> str:
    """Return the option that sets a field of `Tests`."""
    return _OPTIONS.get(test) or f"--{test}"
