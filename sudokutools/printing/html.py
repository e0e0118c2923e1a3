"""Pages as one HTML file without any other file or network access, printable with the same pages.

Optional end tags are omitted: a puzzle takes about 450 bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sudokutools.grid.candidates import pencil_marks
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.printing import file_text, layout
from sudokutools.printing.book import STARS, Item, Page
from sudokutools.printing.design import Design
from sudokutools.printing.figure import figure, room
from sudokutools.printing.svg import drawn, estimated_width

FIGURE_SPACE = "\u2007"  # A space as wide as a digit.


class Html:
    """The pieces of a document in order."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._has_variants = False

    def begin(self) -> str:
        design = self._design
        width, height = _length(design.width), _length(design.height)
        style = file_text("html.css")
        title = escape(design.name)
        return (
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width={round(design.width / 0.75) + 16}">\n'
            f"<title>{title}</title>\n<style>\n@page{{size:{width} {height};margin:0}}\n"
            f":root{{--width:{width};--height:{height};--margin:{_length(design.margin)};"
            f"--gap:{_length(layout.GAP)}}}\n{style}</style>\n"
        )

    def end(self) -> str:
        return ""

    def page(self, page: Page) -> str:
        """Return a page; the first one with variants includes their style sheet."""
        style = ""
        is_new = not self._has_variants
        if is_new and any(not item.puzzle.grid.is_plain for item in page.items):
            self._has_variants = True
            style = f"<style>\n{file_text('variant.css')}</style>\n"
        sizes = [size for _, size, _ in page.heading(self._design, estimated_width)]
        style_ = f' style="font-size:{sizes[0]:g}pt"' if page.is_cover and sizes else ""
        head = f"<h1{style_}>{escape(page.head)}</h1>\n" if page.head else ""
        upright = self._items([item for item in page.items if not item.is_turned])
        turned = self._items([item for item in page.items if item.is_turned])
        foot = f"<aside{turned}</aside>\n" if page.items[-1:] and page.items[-1].is_turned else ""
        number = f"<footer>{page.number}</footer>\n" if page.number else ""
        top = page.items[0].place.y - self._design.room(bool(page.head)).y
        places = f"--rows:{page.down};--columns:{page.across}"
        places += f";--row:{_length(page.pitch)};--top:{_length(top)}"
        kind = ' class="cover"' if page.is_cover else ""
        main = f"<main{upright}</main>"
        return f'{style}<section{kind} style="{places}">\n{head}{main}\n{foot}{number}</section>\n'

    def _items(self, items: Sequence[Item]) -> str:
        styles = [self._style(item) for item in items]
        shared = styles[0] if len(set(styles)) == 1 else ""
        figures = [
            self._figure(item, "" if shared else style)
            for item, style in zip(items, styles, strict=True)
        ]
        return f"{_style_attribute(shared)}>\n{''.join(figures)}"

    def _style(self, item: Item) -> str:
        design, geometry = self._design, item.puzzle.grid.geometry
        u = item.fit.u
        sizes = {
            "u": u,
            "digit": layout.digit_size(u, geometry, design.has_letters, design.is_large),
            "thin": layout.thin_width(u, design.is_large),
            "thick": layout.thick_width(u, design.is_large),
            "label": layout.label_size(item.place),
        }
        if design.has_marks and not item.is_solution:
            is_narrow = item.room.is_narrow
            sizes["mark"] = layout.mark_size(u, geometry, design.has_letters, is_narrow)
        style = ";".join(f"--{name}:{_length(size)}" for name, size in sizes.items())
        return style + (f";--down:{layout.mark_places(geometry)[1]}" if "mark" in sizes else "")

    def _figure(self, item: Item, style: str) -> str:
        label = "".join(
            f"<b>{escape(text)}</b>" if is_bold else escape(text) for text, is_bold in item.label
        )
        turned = ' class="turned"' if item.is_turned else ""
        rules = f'<span class="right">{escape(item.caption)}</span>' if item.caption else ""
        if item.stars_width:
            signs = item.puzzle.stars * "★" + (STARS - item.puzzle.stars) * "☆"
            stars = f'<span class="right" role="img" aria-label="{item.stars_text}">{signs}</span>'
            rules = stars + rules
        caption = f"<figcaption>{rules}{label}</figcaption>" if rules or label else ""
        text = ""
        if item.text:  # It may be wider than the grid.
            more = _length(item.fit.x - item.column[0])
            text = f'<p style="--more:{more}">{escape(item.text)}</p>\n'
        begin = f"<figure{turned}{_style_attribute(style)}>{caption}\n"
        return f"{begin}{self._table(item)}{text}</figure>\n"

    def _table(self, item: Item) -> str:
        """Return the table of a grid, with column and row groups for boxes."""
        puzzle, geometry = item.puzzle, item.puzzle.grid.geometry
        if item.is_solution and puzzle.solution is None:
            cells = [self._cell(puzzle.grid, cell) for cell in range(geometry.size)]
            note = f'<div class="none">{escape(puzzle.absence)}</div>\n'
        else:
            cells = self._found(puzzle.grid, puzzle.solution) if item.is_solution else []
            cells = cells or self._clues(puzzle.grid)
            note = ""
        begin, end = self._drawn(item) if not puzzle.grid.is_plain else ("", "")
        width, height = geometry.columns, geometry.rows
        if not begin:
            width = geometry.box_width if geometry.box_width > 1 else width
            height = geometry.box_height if geometry.box_height > 1 else height
        rows = []
        for row in range(geometry.rows):
            start = row * geometry.columns
            group = "<tbody>" if row % height == 0 else ""
            rows.append(f"{group}<tr>{''.join(cells[start : start + geometry.columns])}\n")
        groups = f'<colgroup span="{width}">' * (geometry.columns // width)
        kind = "puzzle"
        if item.is_solution:
            kind = "solution" if self._design.is_large else "found"
        return f'{note}{begin}<table class="{kind}">{groups}\n{"".join(rows)}</table>{end}'

    def _drawn(self, item: Item) -> tuple[str, str]:
        grid = item.puzzle.grid
        u = item.fit.u
        shapes = drawn(figure(grid, u, self._design, item.is_solution))
        width, height = (
            f"{u * cells:.2f}" for cells in (grid.geometry.columns, grid.geometry.rows)
        )
        kind = "drawn caged" if room(grid).is_narrow else "drawn"
        left, top, right, bottom = (_length(u * side) for side in item.room[:4])
        style = f"margin:{top} {right} {bottom} {left}" if any(item.room[:4]) else ""
        image = f'<svg viewBox="0 0 {width} {height}" aria-hidden="true">\n{shapes}</svg>'
        return f'<div class="{kind}"{_style_attribute(style)}>{image}\n', "</div>"

    def _cell(self, grid: Grid, cell: int, kind: str = "") -> str:
        shade = "s" if self._design.has_shade and _is_grey(grid, cell) else ""
        kinds = " ".join(filter(None, [kind, shade]))
        return f'<td class="{kinds}">' if kinds else "<td>"

    def _clues(self, grid: Grid) -> list[str]:
        """Return the cells of a puzzle, with pencil marks in empty ones if requested."""
        geometry = grid.geometry
        texts = layout.symbol_texts(geometry, self._design.has_letters)
        marks = pencil_marks(grid) if self._design.has_marks else []
        cells = []
        for cell, symbol in enumerate(grid.cells):
            text, kind = texts[0 if cell in geometry.absent else symbol], ""
            if marks and not symbol:
                text, kind = _marks(geometry, texts, marks[cell]), "m"
            cells.append(self._cell(grid, cell, kind) + text)
        return cells

    def _found(self, puzzle: Grid, solution: Grid | None) -> list[str]:
        assert solution is not None
        absent = puzzle.geometry.absent
        texts = layout.symbol_texts(puzzle.geometry, self._design.has_letters)
        return [
            self._cell(puzzle, cell)
            + texts[0 if cell in absent else symbol].join(("<b>", "</b>") if clue else ("", ""))
            for cell, (clue, symbol) in enumerate(zip(puzzle.cells, solution.cells, strict=True))
        ]


def _is_grey(grid: Grid, cell: int) -> bool:
    """Whether a cell is in an alternate box; figures of variants have their own greys."""
    if not grid.is_plain:
        return False
    geometry = grid.geometry
    column, row = geometry.column_of(cell), geometry.row_of(cell)
    return (column // geometry.box_width + row // geometry.box_height) % 2 == 1


def _marks(geometry: Geometry, texts: list[str], mask: int) -> str:
    across, down = layout.mark_places(geometry)
    width = max(map(len, texts))
    shown = [
        (texts[index + 1] if mask >> index & 1 else "").rjust(width, FIGURE_SPACE)
        for index in range(geometry.n)
    ]
    rows = [shown[row * across : (row + 1) * across] for row in range(down)]
    return "\n".join(" ".join(row) for row in rows)


def _style_attribute(style: str) -> str:
    return f' style="{style}"' if style else ""


def _length(points: float) -> str:
    """Write a length in millimetres.

    >>> _length(72), _length(595.2756)
    ('25.4mm', '210mm')
    """
    return f"{points / layout.UNITS['mm']:.2f}".rstrip("0").rstrip(".") + "mm"
