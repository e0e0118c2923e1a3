"""Puzzles on pages in files, for programs; `sudoku-print` prints records as they are read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from sudokutools._support.limits import Check, never
from sudokutools.errors import RequestError, SudokuError, UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.printing import binding, layout
from sudokutools.printing.book import Book
from sudokutools.printing.design import MOST_BELOW, SOLUTIONS, Design, Places
from sudokutools.printing.figure import room
from sudokutools.printing.puzzle import Puzzle, Template
from sudokutools.solving.solving import solutions as solutions_of

NOT_FOUND = "solution not found"  # The search was given up.


def print_puzzles(
    puzzles: Iterable[Grid],
    path: str | os.PathLike[str],
    *,
    labels: Iterable[str] = (),
    title: str = "",
    solutions: str = "none",
    paper: str = "a4",
    landscape: bool = False,
    per_page: int | str = "auto",
    large_print: bool = False,
    pencil_marks: bool = False,
    check: Check = never,
) -> None:
    """Print puzzles to a file, as sudoku-print(1) does.

    puzzles       grids of any geometries, in order
    path          the file, which is replaced: .pdf (requires the extra `print`), .svg (one page),
                  .html, or .png (one page; requires `print`)
    labels        a text above each puzzle, after its number
    title         a text at the head of every page
    solutions     "none", "end": on their own pages, "back": on the back of each page, "below":
                  upside down at the foot, or "only": instead of the puzzles
    paper         a name such as "a4" or "letter", or a size such as "6x9in"
    landscape     whether pages are wider than high
    per_page      1, 2, 4, 6, 9 or 12; columns and rows such as "2x3"; or "auto"
    large_print   one large puzzle per page
    pencil_marks  print the candidates of empty cells
    check         called every few milliseconds in searches; UndecidedError leaves a solution out

    Raises SudokuError, before the file is touched, for invalid arguments, for digits that would be
    too small, if there are no puzzles, and if a package is missing.

    >>> from sudokutools import print_puzzles, read_grid
    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "page.html")
    >>> print_puzzles([read_grid("12..34......4..1")], file, title="A small one")
    >>> "A small one" in file.read_text(encoding="utf-8")
    True
    """
    form = Path(path).suffix[1:].lower()
    if form not in binding.FORMATS:
        raise RequestError("path", os.fspath(path), ": expected .pdf, .svg, .html or .png")
    width, height = layout.read_paper(paper)
    design = Design(
        width=max(width, height) if landscape else width,
        height=min(width, height) if landscape else height,
        places=_places(per_page, solutions),
        solutions=solutions,
        title=title,
        is_large=large_print,
        has_marks=pencil_marks,
    )
    pieces = _pieces(puzzles, iter(labels), design, binding.binding_of(form, design), check)
    texts = [piece.content for piece in pieces]
    content = b"".join(text if isinstance(text, bytes) else text.encode() for text in texts)
    if not content:
        raise SudokuError("no puzzles: nothing is printed")
    Path(path).write_bytes(content)


def _places(per_page: int | str, solutions: str) -> Places:
    if solutions not in SOLUTIONS:
        raise RequestError("solutions", repr(solutions), f": expected {', '.join(SOLUTIONS)}")
    places = layout.read_places(str(per_page))
    if solutions == "below" and places:
        across, down = layout.across_and_down(places, is_wide=False)
        if across * down > MOST_BELOW:
            raise RequestError("per_page", per_page, f": at most {MOST_BELOW} with solutions below")
    return places


def _pieces(
    puzzles: Iterable[Grid],
    labels: Iterator[str],
    design: Design,
    bound: binding.Binding,
    check: Check,
) -> Iterator[binding.Piece]:
    book = Book(design)
    for number, grid in enumerate(puzzles, 1):
        complaint, is_refused = design.complaint(grid.geometry, room(grid))
        if is_refused:
            raise SudokuError(f"puzzle {number}: {complaint}")
        for page in book.add(_puzzle(number, next(labels, ""), grid, design, check)):
            yield from bound.add(page)
    for page in book.end():
        yield from bound.add(page)
    yield from bound.end()


def _puzzle(number: int, text: str, grid: Grid, design: Design, check: Check) -> Puzzle:
    shown = grid if design.has_marks else grid.without_candidates()
    label = Template("{number}  {text}").fill({"number": str(number), "text": text})
    puzzle = Puzzle(number, label, shown)
    return puzzle if design.solutions == "none" else with_solution(puzzle, grid, check)


def with_solution(puzzle: Puzzle, grid: Grid, check: Check) -> Puzzle:
    """Add the first solution of a grid to a puzzle, or the reason why there is none."""
    try:
        found = list(islice(solutions_of(grid, check=check), 2))
    except UndecidedError:
        return puzzle._replace(absence=NOT_FOUND, is_unique=False)
    if not found:
        return puzzle._replace(absence="no solution", is_unique=False)
    return puzzle._replace(solution=found[0], is_unique=len(found) == 1)
