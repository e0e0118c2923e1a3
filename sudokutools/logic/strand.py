"""Cells, houses and symbols in words; strands of a chain, in Eureka notation and in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sudokutools.grid.geometry import Geometry


def cell_list(geometry: Geometry, cells: Iterable[int]) -> str:
    """Return cells in short form, neighbours in a row or column joined.

    >>> cell_list(Geometry.of(3, 3), [4, 5, 6, 8, 9, 18])
    'r1c5-7 r1c9 r2-3c1'
    """
    columns = geometry.columns
    left = sorted(set(cells))
    names = []
    while left:
        first = left[0]
        across = down = first
        while across + 1 in left and (across + 1) % columns:
            across += 1
        while down + columns in left:
            down += columns
        row, column = divmod(first, columns)
        if down - first > (across - first) * columns:
            names.append(f"r{row + 1}-{down // columns + 1}c{column + 1}")
            taken = set(range(first, down + 1, columns))
        else:
            last = f"-{across % columns + 1}" if across > first else ""
            names.append(f"r{row + 1}c{column + 1}{last}")
            taken = set(range(first, across + 1))
        left = [cell for cell in left if cell not in taken]
    return " ".join(names)


def listing(items: Iterable[object], word: str = "and") -> str:
    """Return items as a list in a sentence.

    >>> listing([3]), listing([3, 7]), listing([3, 5, 7], "or")
    ('3', '3 and 7', '3, 5 or 7')
    """
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {word} {words[-1]}"


def house_list(names: Iterable[str]) -> str:
    """Return houses as a list in a sentence, grouped by kind.

    >>> house_list(["row 2", "row 7", "column 1", "asterisk"])
    'rows 2 and 7, column 1 and asterisk'
    """
    kinds: dict[str, list[str]] = {}
    for name in names:
        kind, _, number = name.rpartition(" ")
        kinds.setdefault(kind if number.isdigit() else name, []).append(number)
    return listing(map(_numbered, kinds, kinds.values()))


def _numbered(kind: str, numbers: list[str]) -> str:
    """Return houses of one kind; a house without a number is the only one of its kind."""
    if not numbers[0].isdigit():
        return kind
    plural = {"box": "boxes"}.get(kind, f"{kind}s")
    return f"{kind if len(numbers) == 1 else plural} {listing(numbers)}"


class Implication(NamedTuple):
    """One link of a chain: a candidate that is on (the value) or off, and its reason.

    `causes` are the indices of earlier links in the strand, () for the assumption. `reason` is the
    house of a strong link, "" for links inside a cell and weak links, or the technique and place
    that supplied an off-node. `more` are the further cells of a group of candidates of one symbol,
    which is on if one of them is.
    """

    cell: int
    symbol: int
    is_on: bool
    causes: tuple[int, ...] = ()
    reason: str = ""
    more: tuple[int, ...] = ()

    @property
    def nodes(self) -> tuple[tuple[int, int], ...]:
        """The (cell, symbol) pairs: several of a group."""
        return tuple((cell, self.symbol) for cell in (self.cell, *self.more))


Strand = tuple[Implication, ...]


def eureka(geometry: Geometry, strand: Strand) -> tuple[str, ...]:
    """Return a strand in Eureka notation, one line for each unbranched part.

    `-` is a weak link (not both), `=` a strong one (not neither); links inside a cell share its
    brackets. Each line starts at a node of an earlier line; the last ends at the conclusion.

    >>> links = [(0, 5, True, ()), (0, 3, False, (0,)), (4, 3, True, (1,)), (4, 7, False, (2,))]
    >>> eureka(Geometry.of(3, 3), tuple(Implication(*link) for link in links))
    ('(5-3)r1c1=(3-7)r1c5',)
    """
    written = {0}
    lines = []
    for number, link in enumerate(strand):
        for cause in link.causes[1:]:
            if cause not in written:
                lines.append(_line(geometry, strand, _back(strand, cause, written)))
        if number == len(strand) - 1:
            lines.append(_line(geometry, strand, _back(strand, number, written)))
    return tuple(lines)


def _back(strand: Strand, number: int, written: set[int]) -> list[int]:
    """Return the way to a node along first causes, from a node of an earlier line; mark it."""
    way = [number]
    while strand[way[-1]].causes and (len(way) == 1 or way[-1] not in written):
        way.append(strand[way[-1]].causes[0])
    written.update(way)
    return way[::-1]


def _line(geometry: Geometry, strand: Strand, way: list[int]) -> str:
    text = ""
    inside = ""
    cells: tuple[int, ...] = ()
    for number in way:
        link = strand[number]
        sign = "=" if link.is_on else "-"
        if (link.cell, *link.more) == cells:
            inside += f"{sign}{geometry.values[link.symbol - 1]}"
            continue
        if cells:
            text += f"({inside}){_group(geometry, cells)}{sign}"
        cells = (link.cell, *link.more)
        inside = str(geometry.values[link.symbol - 1])
    return f"{text}({inside}){_group(geometry, cells)}"


def _group(geometry: Geometry, cells: tuple[int, ...]) -> str:
    """Return `r1c5`, or a group in a row or column: `r1c789`, `r12c5`; else cells in short form."""
    places = [divmod(cell, geometry.columns) for cell in cells]
    rows, columns = (sorted({place[k] + 1 for place in places}) for k in (0, 1))
    if len(rows) > 1 < len(columns) or geometry.n > 9:
        return ",".join(cell_list(geometry, cells).split())
    return f"r{''.join(map(str, rows))}c{''.join(map(str, columns))}"


def fact(geometry: Geometry, link: Implication) -> str:
    names = [geometry.cell_name(cell) for cell, _ in link.nodes]
    value = geometry.values[link.symbol - 1]
    if link.is_on:
        return f"{listing(names, 'or')} is {value}"
    return f"{listing(names)} {'are' if link.more else 'is'} not {value}"


def sentences(geometry: Geometry, strand: Strand) -> tuple[str, ...]:
    """Return a strand as sentences, one a node; numbers refer to earlier sentences.

    >>> links = [(0, 5, True, ()), (0, 3, False, (0,)), (4, 3, True, (1,), "row 1")]
    >>> for line in sentences(Geometry.of(3, 3), tuple(Implication(*link) for link in links)):
    ...     print(line)
    1. Suppose r1c1 is 5.
    2. Then r1c1 is not 3, because it is 5.
    3. Then r1c5 is 3, the only place left in row 1.
    """
    lines = []
    for number, link in enumerate(strand):
        if not link.causes:
            lines.append(f"{number + 1}. Suppose {fact(geometry, link)}.")
            continue
        why = _reason(geometry, link, strand[link.causes[0]])
        sources = ", ".join(str(cause + 1) for cause in link.causes)
        others = "" if link.causes == (number - 1,) else f" (see {sources})"
        lines.append(f"{number + 1}. Then {fact(geometry, link)}, {why}{others}.")
    return tuple(lines)


def _reason(geometry: Geometry, link: Implication, cause: Implication) -> str:
    if link.is_on:
        return f"the only place left in {link.reason}" if link.reason else "its last candidate"
    if link.reason:
        return f"by {link.reason}"
    if link.cell == cause.cell:
        return f"because it is {geometry.values[cause.symbol - 1]}"
    return f"because {fact(geometry, cause)}"


def strand_data(geometry: Geometry, strand: Strand) -> dict[str, Any]:
    """Return a strand for JSON: Eureka lines, sentences, and links with their causes."""
    links = [
        {
            "cell": geometry.cell_name(link.cell),
            "symbol": geometry.values[link.symbol - 1],
            "on": link.is_on,
            "causes": [cause + 1 for cause in link.causes],
            "reason": link.reason,
        }
        | ({"group": [geometry.cell_name(cell) for cell, _ in link.nodes]} if link.more else {})
        for link in strand
    ]
    return {
        "eureka": list(eureka(geometry, strand)),
        "sentences": list(sentences(geometry, strand)),
        "links": links,
    }
