"""The printed parts of a record: its label, grid, solution and pencil marks."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sudokutools._support.template import pieces_of
from sudokutools.constraints.drawing import Mark
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.logic.step import Step

FIELDS = ("number", "title", "level", "rating", "clues", "note", "id")
"""The fields of a label that every record has, if only as an empty text."""

USUAL_LABEL = "{number}  {level}"

GAP = 1.0  # The gap between a label and the caption to its right, relative to their font size.
Label = Sequence[tuple[str, bool]]  # Pieces of text, each with whether it is bold.
Measure = Callable[[str, bool], float]  # The width of a text, bold or not, relative to its size.


class Overlay(NamedTuple):
    """The marks of a step on the board before it.

    values  the symbols found so far, 0 in other cells
    masks   the pencil marks
    tints, below, above  marks in cells: below the lines of the grid, below and above its symbols
    """

    values: bytes
    masks: Sequence[int]
    tints: Sequence[Mark]
    below: Sequence[Mark]
    above: Sequence[Mark]


class Puzzle(NamedTuple):
    """A record to print, or one step of its solution.

    absence    the reason why a requested solution is missing
    is_unique  whether the solution is the only one
    overlay    the marks of a step, and `text` its explanation, printed below the board
    title      the title of its page if that has fields
    stars      the number of stars at the right above the grid, up to STARS; 0: none
    steps      the steps of the solution for hints, and `steps_end` why they end
    """

    number: int
    label: Label
    grid: Grid
    solution: Grid | None = None
    absence: str = ""
    is_unique: bool = True
    overlay: Overlay | None = None
    text: str = ""
    title: str = ""
    stars: int = 0
    steps: Sequence[Step] = ()
    steps_end: str = ""

    @property
    def own_label(self) -> Label:
        return [(str(self.number), True)]

    @property
    def found(self) -> bytes:
        """The cells of the solution that are empty in the puzzle."""
        assert self.solution is not None
        pairs = zip(self.grid.cells, self.solution.cells, strict=True)
        return bytes(0 if clue else symbol for clue, symbol in pairs)


class Template:
    """A label with fields in braces; `{{` and `}}` are braces. Raises SudokuError for other braces.

    >>> Template("No. {number}: {level}").fill({"number": "7", "level": "hard"})
    [('No. ', False), ('7', True), (': hard', False)]
    """

    def __init__(self, text: str) -> None:
        self._pieces = pieces_of(text)

    @property
    def names(self) -> list[str]:
        return [text for text, is_field in self._pieces if is_field]

    def fill(self, values: Mapping[str, str]) -> Label:
        """Fill in a puzzle's values, with a bold number; missing values are empty."""
        label: list[tuple[str, bool]] = []
        for name, is_field in self._pieces:
            text = values.get(name, "") if is_field else name
            is_bold = is_field and name == "number"
            if label and label[-1][1] == is_bold:
                label[-1] = (label[-1][0] + text, is_bold)
            elif text:
                label.append((text, is_bold))
        while label and not label[-1][0].rstrip():
            label.pop()
        return [*label[:-1], (label[-1][0].rstrip(), label[-1][1])] if label else []


def width_of(label: Label, measure: Measure) -> float:
    return sum(measure(text, is_bold) for text, is_bold in label)


def shortened(label: Label, room: float, measure: Measure) -> Label:
    """Shorten a label to a width relative to its font size.

    >>> shortened([("7", True), ("  from Monday", False)], 9.5, lambda text, _: len(text))
    [('7', True), ('  from…', False)]
    """
    pieces = list(label)
    while pieces and width_of(pieces, measure) > room:
        whole, is_bold = pieces.pop()
        text = whole.removesuffix("…")

        def width(length: int, text: str = text, is_bold: bool = is_bold) -> float:
            return width_of([*pieces, (f"{text[:length].rstrip()}…", is_bold)], measure)

        # A note may be a megabyte long: bisection measures about twice its length in total.
        kept = text[: bisect_right(range(1, len(text)), room, key=width)].rstrip()
        if kept:
            pieces.append((f"{kept}…", is_bold))
    return pieces


def wrapped(text: str, room: float, measure: Measure, most: int) -> list[str]:
    """Break a text into at most this many lines, after spaces and the links of chains.

    >>> wrapped("remove 3 from r1c4 and r1c8", 14.0, lambda text, _: len(text), 3)
    ['remove 3 from', 'r1c4 and r1c8']
    >>> wrapped("remove 3 from r1c4 and r1c8", 14.0, lambda text, _: len(text), 1)
    ['remove 3 from…']
    """
    lines = [""]
    for word in re.findall(r"\S+?(?:[-=](?=\()|\s+|$)|\s+", text):
        if lines[-1] and measure(lines[-1] + word.rstrip(), False) > room:
            lines.append("")
            if len(lines) > most:
                break
        lines[-1] += word
    kept = [line.rstrip() for line in lines[:most]]
    if len(lines) > most and kept:
        kept[-1] += "…"
    return ["".join(text for text, _ in shortened([(line, False)], room, measure)) for line in kept]


def beside(label: Label, caption: str, room: float, measure: Measure) -> tuple[Label, Label]:
    """Shorten a label and the caption to its right, the label first.

    >>> beside([("7 hard", False)], "antiking", 12.0, lambda text, _: len(text))
    ([('7…', False)], [('antiking', False)])
    """
    short = shortened([(caption, False)], room, measure) if caption else []
    taken = width_of(short, measure) + (GAP if short else 0.0)
    return shortened(label, room - taken, measure), short
