"""A page to play in a browser: one HTML file without any other file or network access.

Each puzzle is an `article` with its drawing, its data and the steps of its solution; the modules of
`play/` show one of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from sudokutools.grid.spec import spec_of
from sudokutools.printing import file_text
from sudokutools.printing.book import STARS, Item, Page
from sudokutools.printing.design import Design
from sudokutools.printing.figure import figure
from sudokutools.printing.in_words import rules_in_words
from sudokutools.printing.play_rules import rules_of
from sudokutools.printing.puzzle import Puzzle
from sudokutools.printing.svg import drawn

FOLDER = Path(__file__).with_name("play")
MODULES = ("rules", "board", "cells", "keys", "store", "hints", "page")
"""The modules in the order in which they import each other."""

SIDE = 40.0  # The side of a cell in the drawing.


class PlayPage:
    """The pieces of a document in order."""

    def __init__(self, design: Design) -> None:
        self._design = design

    def begin(self) -> str:
        return (
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
            f"<title>{escape(self._design.name)}</title>\n"
            f"<style>\n{file_text('play/page.css')}</style>\n"
        )

    def page(self, page: Page) -> str:
        return "".join(_puzzle(item, self._design) for item in page.items)

    def end(self) -> str:
        """Return the controls and the script of all modules."""
        return f"{file_text('play/page.html')}<script>\n{script()}</script>\n"


def _puzzle(item: Item, design: Design) -> str:
    grid, room = item.puzzle.grid, item.room
    geometry = grid.geometry
    data = rules_of(item.puzzle) | {"room": [round(side, 2) for side in room[:4]]}
    if design.has_letters:
        data["letters"] = 1
    if room.is_narrow:
        data["narrow"] = 1
    if not grid.is_plain:
        data["spec"] = spec_of(geometry, grid.constraints)
    stars = item.puzzle.stars * "★" + (STARS - item.puzzle.stars) * "☆"
    title = "".join(text for text, _ in item.label) + f"  {stars}" * bool(item.puzzle.stars)
    width = geometry.columns + room.left + room.right
    height = geometry.rows + room.top + room.bottom
    view = [-room.left, -room.top, width, height]
    shapes = drawn(figure(grid, SIDE, design))
    return (
        f'<article data-title="{escape(title or str(item.puzzle.number))}"'
        f' data-rules="{escape(chr(10).join(rules_in_words(grid)))}">\n'
        f'<svg viewBox="{" ".join(f"{SIDE * each:g}" for each in view)}" aria-hidden="true">\n'
        f"{shapes}</svg>\n"
        f"{_json(data)}{_json(steps_of(item.puzzle))}</article>\n"
    )


def _json(data: object) -> str:
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json">{text}</script>'


def steps_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the steps for hints and their end: text, place, cells, effects, pattern.

    A candidate is a number: n times its cell, and its symbol from 0. Empty lists at the end of a
    step are left out, and so is a pattern equal to the placements.
    """
    n = puzzle.grid.geometry.n

    def numbers(pairs: Iterable[tuple[int, int]]) -> list[int]:
        return [n * cell + symbol - 1 for cell, symbol in pairs]

    steps = []
    for step in puzzle.steps:
        place = step.hint().rpartition(": ")[0].removeprefix(step.technique)
        lists = [numbers(pairs) for pairs in (step.placements, step.eliminations, step.candidates)]
        while len(lists) > 1 and lists[-1] in ([], lists[0]):
            lists.pop()
        steps.append([step.describe(), place, step.cells, *lists])
    return {"steps": steps, "end": puzzle.steps_end}


def script() -> str:
    """Return the modules joined: without imports, exports and comments on lines of their own."""
    text = "".join(file_text(f"play/{name}.mjs") for name in MODULES)
    unwanted = r"^import .*\n|^export (?=function|const)|^ *(//|/\*\*).*\n"
    text = re.sub(unwanted, "", text, flags=re.MULTILINE)
    return f'"use strict";\n(() => {{\n{text}}})();\n'
