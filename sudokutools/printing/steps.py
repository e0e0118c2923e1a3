"""The steps of solutions as one HTML file, and a step as an SVG image.

All steps are in the file, one below the other; a script shows one at a time. Groups of WINDOW
boards share the symbols and pencil marks that all of them have, so a step takes about 1.5 kB.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from html import escape
from operator import and_

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.printing import file_text, layout, svg
from sudokutools.printing.book import Item, Page
from sudokutools.printing.design import Design
from sudokutools.printing.figure import caption, halves, room, scaled
from sudokutools.printing.layout import Written
from sudokutools.printing.overlay import Shown, overlay
from sudokutools.printing.puzzle import Label, Overlay, Puzzle

U = 50.0  # The side of a cell in a file; most lengths are whole numbers.
WINDOW = 8  # The number of boards that share symbols and pencil marks.
READABLE = 7.0  # The minimum size of pencil marks on a screen, in pixels.
WIDTH, MARGIN = 420.0, 12.0  # Of an image, in points.

_DESIGN = Design(width=WIDTH, height=WIDTH, margin=MARGIN, has_numbers=False, has_marks=True)


def puzzle(grid: Grid, number: int, label: Label, shown: Shown) -> Puzzle:
    return Puzzle(number, label, grid, overlay=overlay(grid, shown), text=shown.text)


def image(puzzle: Puzzle) -> str:
    """Return a step as a self-contained SVG image."""
    extent, geometry = room(puzzle.grid), puzzle.grid.geometry
    square = layout.Area(MARGIN, MARGIN, WIDTH - 2 * MARGIN, 2 * WIDTH)
    height = layout.above_text(square, geometry, extent).height
    lines = 1 + len(list(Item(puzzle, square).lines(svg.estimated_width)))
    height += max(lines, layout.LEAST_LINES) * layout.line_height(square)
    design = _DESIGN.replace(height=height + 2 * MARGIN)
    return svg.draw(Page("", [Item(puzzle, square._replace(height=height))], 0, 1, 1), design)


def begin() -> str:
    # It has a script, as browsers would otherwise arrange all boards before the one at the end.
    return file_text("steps.html").replace("STYLE\n", file_text("steps.css"))


def end() -> str:
    return f"<script>\n{file_text('steps.js')}</script>\n"


def section(number: int, title: str, grid: Grid, steps: Sequence[Shown], closing: str) -> str:
    """Return the steps of a record, with its title and a last line."""
    name, heading = f"r{number}", f"Puzzle {number}" + (f": {title}" if title else "")
    rules = caption(grid)
    parts = [f'<section aria-labelledby="{name}">\n<h2 id="{name}">{escape(heading)}</h2>\n']
    if rules:
        parts.append(f"<p>{escape(rules)}</p>\n")
    if steps:
        names = "".join(
            f'<li><a href="#{name}s{at}">{escape(shown.name)}</a>\n'
            for at, shown in enumerate(steps, 1)
        )
        figures = "".join(_Boards(grid, name).figures(steps))
        parts += [f'<ol aria-label="Steps">\n{names}</ol>\n', _with_classes(figures, name)]
    last = f"<p>{escape(closing)}</p>\n" if closing else ""
    if not steps:  # The script shows figures only.
        last = f"<figure>\n<figcaption>{escape(closing)}</figcaption>\n</figure>\n"
    return "".join([*parts, last]) + "</section>\n"


class _Boards:
    """The boards of a record; `name` is the beginning of its identifiers."""

    def __init__(self, grid: Grid, name: str) -> None:
        self._grid, self._name = grid, name
        extent, geometry = room(grid), grid.geometry
        self._is_narrow = extent.is_narrow
        self._mark = layout.mark_size(1.0, geometry, is_narrow=extent.is_narrow)
        left, top, right, bottom = (U * (side + 0.05) for side in extent[:4])
        width, height = U * geometry.columns + left + right, U * geometry.rows + top + bottom
        self._view = f"{-left:.4g} {-top:.4g} {width:.4g} {height:.4g}"
        self._least = round(width / U * READABLE / self._mark)

    def figures(self, steps: Sequence[Shown]) -> Iterator[str]:
        """Yield the shared parts of boards, and the steps."""
        areas, lines = halves(self._grid, U, _DESIGN)
        yield from self._defined("a", svg.drawn(areas))
        yield from self._defined("b", svg.drawn(lines))
        for first in range(0, len(steps), WINDOW):
            window = steps[first : first + WINDOW]
            overlays = [overlay(self._grid, shown) for shown in window]
            values = overlays[0].values
            masks = [reduce(and_, each) for each in zip(*(o.masks for o in overlays), strict=True)]
            shared = self._symbols("c", self._grid.cells) + self._symbols("f", values)
            yield from self._defined(f"w{first}", shared + self._marks(masks))
            for at, (shown, drawn) in enumerate(zip(window, overlays, strict=True), first + 1):
                rest = drawn._replace(
                    values=bytes(a - b for a, b in zip(drawn.values, values, strict=True)),
                    masks=[a & ~b for a, b in zip(drawn.masks, masks, strict=True)],
                )
                yield self._figure(shown, rest, f"{self._name}s{at}", f"w{first}", at)

    def _defined(self, key: str, content: str) -> Iterator[str]:
        yield f'<svg class="of"><g id="{self._name}{key}">\n{content}</g></svg>\n'

    def _use(self, key: str) -> str:
        return f'<use href="#{self._name}{key}"/>\n'

    def _figure(self, shown: Shown, drawn: Overlay, name: str, window: str, at: int) -> str:
        absent = len(self._grid.geometry.absent)
        size, filled = (
            count - absent for count in (self._grid.geometry.size, sum(map(bool, shown.values)))
        )
        tints, below, above = (
            svg.drawn(scaled(marks, U, _DESIGN))
            for marks in (drawn.tints, drawn.below, drawn.above)
        )
        content = (
            self._use("a") + tints + self._use("b") + below + self._use(window)
            + self._symbols("f", drawn.values) + self._marks(drawn.masks) + above
        )  # fmt: skip
        label = f"Board before step {at}, {filled} of {size} cells filled"
        return (
            f'<figure id="{name}">\n<div><svg viewBox="{self._view}"'
            f' style="min-width:{self._least}px" role="img" aria-label="{label}"'
            f' aria-describedby="{name}t">\n{content}</svg></div>\n'
            f'<figcaption id="{name}t">{escape(shown.text)}</figcaption>\n</figure>\n'
        )

    def _symbols(self, kind: str, cells: bytes) -> str:
        geometry = self._grid.geometry
        size = layout.digit_size(U, geometry)
        return _texts(kind, size, geometry, list(layout.symbols(geometry, cells, U, size)))

    def _marks(self, masks: Sequence[int]) -> str:
        geometry, size = self._grid.geometry, U * self._mark
        cells = bytes(geometry.size)
        written = layout.marks(geometry, cells, masks, U, size, self._is_narrow)
        return _texts("m", size, geometry, list(written))


def _texts(kind: str, size: float, geometry: Geometry, written: Sequence[Written]) -> str:
    """Write symbols as one text, whose characters have places of their own, or one by one."""
    if not written:
        return ""
    texts = layout.symbol_texts(geometry)
    groups = [written] if layout.characters(geometry) == 1 else [[each] for each in written]
    shown = "".join(
        f'<text x="{" ".join(str(round(x)) for x, _, _ in group)}"'
        f' y="{" ".join(str(round(y)) for _, y, _ in group)}">'
        f"{''.join(texts[symbol] for _, _, symbol in group)}</text>\n"
        for group in groups
    )
    return f'<g class="{kind}" font-size="{size:.4g}">{shown}</g>\n'


def _with_classes(drawn: str, name: str) -> str:
    """Replace the attributes of paths by classes, which are shorter."""
    styles: dict[str, str] = {}

    def classed(found: re.Match[str]) -> str:
        return f'<path class="{styles.setdefault(found[1], f"{name}k{len(styles)}")}" d='

    drawn = re.sub(r'<path((?: [\w-]+="[^"]*")+) d=', classed, drawn)
    rules = "".join(
        re.sub(' ([^=]+)="([^"]+)"', r"\1:\2;", f".{key}{{{style}}}\n")
        for style, key in styles.items()
    )
    return f"<style>\n{rules}</style>\n{drawn}"
