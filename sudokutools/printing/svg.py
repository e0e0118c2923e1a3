"""Draw a page as a self-contained SVG image."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from itertools import pairwise

from sudokutools.constraints.drawing import COLOURS, Colour, Disc, Line, Mark, Text
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.printing import layout
from sudokutools.printing.book import Item, Page, Symbols
from sudokutools.printing.design import Design
from sudokutools.printing.figure import figure
from sudokutools.printing.puzzle import Label, beside

FAMILY = "SudokuSans, 'DejaVu Sans', Verdana, Arial, sans-serif"


def draw(page: Page, design: Design) -> str:
    width, height = _number(design.width), _number(design.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt"'
        f' viewBox="0 0 {width} {height}" font-family="{FAMILY}">\n',
        f"<title>{_escaped(page.head or design.name)}</title>\n",
        '<rect width="100%" height="100%" fill="#fff"/>\n',
    ]
    for y, size, text in page.heading(design, estimated_width):
        parts.append(_centred(design.width / 2, y, text, size, "bold"))
    for item in page.items:
        drawn = _item(item, design)
        if item.is_turned:
            x, y, width_, height_ = item.place
            middle = f"{_number(x + width_ / 2)} {_number(y + height_ / 2)}"
            drawn = f'<g transform="rotate(180 {middle})">\n{drawn}</g>\n'
        parts.append(drawn)
    if page.number:
        y = design.height - max(0.55 * design.margin, 0.5 * layout.FOOT)
        parts.append(_centred(design.width / 2, y, str(page.number), layout.NUMBER))
    return "".join(parts) + "</svg>\n"


def _item(item: Item, design: Design) -> str:
    puzzle, geometry = item.puzzle, item.puzzle.grid.geometry
    x, y, u = item.fit
    above = y - u * item.room.top
    size, width = layout.label_size(item.place), u * geometry.columns
    room = width - item.stars_width
    label, caption = beside(item.label, item.caption, room / size, estimated_width)
    parts = [
        _label(label, x, above - 0.55 * size, size),
        _label(caption, x + room, above - 0.55 * size, size, ' text-anchor="end"'),
        _stars(item, x + width, above - 0.55 * size),
        f'<g transform="translate({_number(x)} {_number(y)})">\n',
        "" if item.is_figure else _lines(geometry, u, design),
        drawn(item.parts(design)),
    ]
    if item.is_missing:
        middle = u * geometry.columns / 2, u * geometry.rows / 2
        parts.append(_centred(*middle, puzzle.absence, min(layout.TITLE, u * 1.5), halo=True))
    parts.append("</g>\n")
    for x, baseline, line in item.lines(estimated_width):
        parts.append(_label([(line, False)], x, baseline, size))
    return "".join(parts)


def _stars(item: Item, right: float, baseline: float) -> str:
    shown = drawn(item.stars(right, baseline))
    name = f'<g role="img" aria-label="{item.stars_text}">\n'
    return f"{name}{shown}</g>\n" if shown else ""


@lru_cache(maxsize=16)
def _lines(geometry: Geometry, u: float, design: Design) -> str:
    return drawn(figure(Grid.empty(geometry), u, design))


def drawn(parts: Iterable[Mark | Symbols]) -> str:
    return "".join(map(_part, parts))


def _part(mark: Mark | Symbols) -> str:
    if isinstance(mark, Text):
        return _text(mark)
    if isinstance(mark, Symbols):
        return _symbols(mark)
    style = f' fill="{_colour(mark.fill)}"'
    if mark.stroke is not None:
        style += f' stroke="{_colour(mark.stroke)}" stroke-width="{_number(mark.width)}"'
    if isinstance(mark, Disc):
        x, y, radius = map(_number, mark[:3])
        return f'<circle cx="{x}" cy="{y}" r="{radius}"{style}/>\n'
    end = "z" if mark.is_closed else ""
    path = "".join(_line(line) + end for line in mark.lines)
    if mark.dash:
        style += f' stroke-dasharray="{" ".join(map(_number, mark.dash))}"'
    if mark.has_caps:
        style += ' stroke-linecap="round"'
    if mark.is_round:
        style += ' stroke-linejoin="round"'
    return f'<path{style} d="{path}"/>\n'


def _line(points: Line) -> str:
    """Write a line in relative coordinates, which are shorter.

    >>> _line([(10, 20), (10.5, 17), (12, 17)])
    'M10 20l0.5-3 1.5 0'
    """
    places = [(round(x, 2), round(y, 2)) for x, y in points]
    moves = "l" + " ".join(
        f"{_number(right - x)} {_number(down - y)}" for (x, y), (right, down) in pairwise(places)
    )
    if places[1:] == places[:1]:
        moves = "h0"  # A dot: a line without length, with round ends.
    return f"M{_number(places[0][0])} {_number(places[0][1])}{moves}".replace(" -", "-")


def _text(mark: Text) -> str:
    size = mark.size
    y = mark.y + (layout.CORNER if mark.is_corner else layout.BASELINE) * size
    place = f' x="{_number(mark.x)}" y="{_number(y)}" font-size="{_number(size)}"'
    if not mark.is_corner:
        place += ' text-anchor="middle"'
    text = f">{_escaped(mark.text)}</text>\n"
    # An element of its own: some programs do not know paint-order.
    width = _number(layout.HALO * size)
    halo = f'<text{place} fill="#fff" stroke="#fff" stroke-width="{width}" stroke-linejoin="round"'
    colour = f' fill="{_colour(mark.colour)}"' if mark.colour else ""
    return f'{halo + text if mark.has_halo else ""}<text class="sum"{place}{colour}{text}'


def _symbols(symbols: Symbols) -> str:
    shown = "".join(
        f'<text x="{_number(x)}" y="{_number(y)}">{symbols.texts[symbol]}</text>\n'
        for x, y, symbol in symbols.written
    )
    style = ' font-weight="bold"' if symbols.is_bold else ""
    if symbols.grey:
        style = f' fill="{_grey(symbols.grey)}"'
    begin = f'<g class="{symbols.kind}" font-size="{_number(symbols.size)}"{style}'
    return f'{begin} text-anchor="middle">\n{shown}</g>\n'


def _label(label: Label, x: float, y: float, size: float, style: str = "") -> str:
    if not label:
        return ""
    spans = "".join(
        f'<tspan font-weight="bold">{_escaped(text)}</tspan>' if is_bold else _escaped(text)
        for text, is_bold in label
    )
    return (
        f'<text class="label" x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"'
        f' xml:space="preserve"{style}>{spans}</text>\n'
    )


def _centred(
    x: float, y: float, text: str, size: float, weight: str = "normal", halo: bool = False
) -> str:
    behind = ' stroke="#fff" stroke-width="6" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"'
        f' font-weight="{weight}" text-anchor="middle"{behind}>{_escaped(text)}</text>\n'
    )


def estimated_width(text: str, is_bold: bool) -> float:
    """Estimate the width of a text, relative to its size."""
    return (0.65 if is_bold else 0.58) * len(text)


def _number(value: float) -> str:
    """Write a length with at most two decimals.

    >>> _number(12.0), _number(0.255)
    ('12', '0.26')
    """
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _colour(colour: Colour | None) -> str:
    if colour is None:
        return "none"
    return COLOURS[colour] if isinstance(colour, str) else _grey(colour)


def _grey(brightness: float) -> str:
    return "#" + 3 * f"{round(255 * brightness):02x}"


def _escaped(text: str) -> str:
    return escape(text, quote=False)
