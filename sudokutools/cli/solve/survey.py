"""`sudoku-solve --candidates`, `--differences`, `--estimate`: all solutions of a grid at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sudokutools._support import core
from sudokutools._support.bits import bits
from sudokutools._support.streams import Stream
from sudokutools.checking.facts import CELL_KEYS
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import (
    Deadline,
    Outcome,
    Worker,
    form_of,
    no_solution,
    undecided,
)
from sudokutools.errors import UndecidedError, UnsuitedError
from sudokutools.formats.format import Content, Record, Style
from sudokutools.formats.json import rows_of_lists
from sudokutools.grid.grid import Grid
from sudokutools.solving import survey

if TYPE_CHECKING:
    from sudokutools.blocks.block import Work


class Survey(Worker, ABC):
    """Answer a question about all solutions of every record on a line, or with the status.

    Blocks answer records with one solution in one `form`, unless it is None.
    """

    reads_objects = errors_alike = True
    kinds = Outcome(status=Exit.NO, counts=["none"]), *4 * (Outcome(),)

    def __init__(self, timeout: float | None) -> None:
        self.timeout = timeout

    @abstractmethod
    def text(self, record: Record, grid: Grid, style: Style, check: Deadline) -> str | None:
        """Return the answer; None without a solution."""

    def form(self, style: Style) -> bytes | None:
        return None

    def blocks(self, style: Style) -> Work | None:
        form = None if core.native() is None else self.form(style)
        if form is None:
            return None
        from sudokutools.blocks.block import DEFERRED, NONE, SEVERAL
        from sudokutools.blocks.solve import SolveBlocks

        forms = DEFERRED, form, DEFERRED, form, form
        return SolveBlocks(forms, (NONE, SEVERAL), empty=style.empty, objects=True)

    def unanswered(self, record: Record, style: Style, status: str) -> str:
        return f"{status}\n"

    def __call__(self, record: Record, style: Style) -> Outcome:
        status = "unknown"
        try:
            text = self.text(record, record.given, style, Deadline(self.timeout))
            if text is not None:
                return Outcome(text)
            status, message = "none", no_solution(record)
        except UndecidedError as error:
            message = undecided(record, error, self.timeout)
        return Outcome(self.unanswered(record, style, status), [message], Exit.NO, [status])


class Differences(Survey):
    """Write the cells in which the solutions of every record differ."""

    def form(self, style: Style) -> bytes:
        return b"unique\n"

    def text(self, record: Record, grid: Grid, style: Style, check: Deadline) -> str | None:
        masks = survey.possible(grid, check)
        if masks is None:
            return None
        differ = [cell for cell, mask in enumerate(masks) if mask & mask - 1]
        return (" ".join(map(grid.geometry.cell_name, differ)) or "unique") + "\n"


class Estimate(Survey):
    """Write an estimate of the number of solutions of every record, and its standard error."""

    def __init__(
        self, timeout: float | None, probes: int, stream_of: Callable[[Record], Stream | None]
    ) -> None:
        super().__init__(timeout)
        self.probes = probes
        self.stream_of = stream_of

    def text(self, record: Record, grid: Grid, style: Style, check: Deadline) -> str:
        stream = self.stream_of(record)
        assert stream is not None
        found = survey.estimate(grid, self.probes, stream, check)
        if not found.value:
            raise UnsuitedError(f"no probe of {self.probes} found a solution")
        return "\t".join(f"{number:.6g}" for number in found) + "\n"


class Candidates(Survey):
    """Write the symbols that each cell of every record has in some solution.

    With `counts`, also in how many of the solutions up to `limit`.
    """

    keeps_passages = True

    def __init__(self, timeout: float | None, counts: bool, limit: int | None) -> None:
        super().__init__(timeout)
        self.counts = counts
        self.limit = limit

    def form(self, style: Style) -> bytes | None:
        if self.counts or not style.format.has_keys:
            return None
        from sudokutools.blocks.block import PUZZLE, SOLUTION

        none = style.format.dump({"candidates": 9 * [9 * [[]]]})[1:-2]
        return form_of(style, SOLUTION, ("puzzle", PUZZLE), True, f",{none}".encode())

    def drawn_blocks(self, style: Style) -> Work | None:
        """Return work that draws unique solutions; the other records are answered one by one."""
        is_plain = style.format.draws_marks and not (style.colour or style.says_geometry)
        if self.counts or not is_plain or core.native() is None:
            return None
        from sudokutools.blocks.block import DEFERRED, NONE, NOTE, SEVERAL, SOLUTION
        from sudokutools.blocks.drawings import DrawnBlocks
        from sudokutools.blocks.solve import SolveBlocks

        form = SOLUTION + NOTE + b"\n"
        work = SolveBlocks((DEFERRED, form, DEFERRED, form, form), (NONE, SEVERAL), objects=True)
        return DrawnBlocks(work, partial(self.draw, style), 1, "")

    def draw(self, style: Style, grids: Sequence[Grid], note: str) -> str:
        [grid] = grids
        masks = [1 << symbol - 1 for symbol in grid.cells]
        shown = Grid(grid.geometry, grid.cells, masks)
        return _drawn(Record(style.format, grid, note=note), shown, masks, [], style)

    def unanswered(self, record: Record, style: Style, status: str) -> str:
        return style.format.unsolved(record, style, status, False)

    def text(self, record: Record, grid: Grid, style: Style, check: Deadline) -> str | None:
        data: dict[str, Any] = {}
        counts: list[list[int]] = []
        if self.counts:
            number, counts = survey.count_symbols(grid, self.limit, check)
            data["solutions"] = f"{number}+" if number == self.limit else number
            masks = [sum(1 << s for s, times in enumerate(mine) if times) for mine in counts]
        else:
            masks = survey.possible(grid, check) or []
        if not any(masks):
            return None
        settled = [0 if mask & mask - 1 else mask.bit_length() for mask in masks]
        shown = Grid(grid.geometry, settled, masks, grid.constraints)
        places = [[*bits(mask)] if mask & mask - 1 else [] for mask in masks]
        value = grid.geometry.values
        data["candidates"] = rows_of_lists(grid, [[value[p] for p in mine] for mine in places])
        if counts:
            pairs = zip(counts, places, strict=True)
            data["counts"] = rows_of_lists(
                grid, [[mine[p] for p in open_] for mine, open_ in pairs]
            )
        if style.format.draws_marks:
            return _drawn(record, shown, masks, counts, style)
        data = record.kept_keys(*CELL_KEYS) | data
        puzzle = ("puzzle", grid) if style.format.has_keys else None
        return style.write(shown, record.note, record.comments, data, puzzle, partner_first=True)


def _drawn(
    record: Record, grid: Grid, masks: list[int], counts: list[list[int]], style: Style
) -> str:
    """Draw the candidates of a grid, as in `2:14` each with its count, if there are counts."""
    from sudokutools.formats.comments import printable
    from sudokutools.formats.grid import above
    from sudokutools.formats.marks import BOLD, FILLED, Piece, draw_cells, marked_pieces

    cells: list[list[Piece]] = []
    texts = list(map(str, grid.geometry.values))
    for cell, mask in enumerate(masks):
        if grid[cell]:
            cells.append([(texts[grid[cell] - 1], BOLD if record.given[cell] else FILLED)])
        elif counts:
            cells.append([(" ".join(f"{texts[p]}:{counts[cell][p]}" for p in bits(mask)), "")])
        else:
            cells.append(marked_pieces([(texts[p], "") for p in bits(mask)], grid.geometry))
    comments = [printable(comment) for comment in record.comments if style.comments]
    content = Content(grid, printable(record.note), comments, {}, None, False)
    return above(content, style, comments) + draw_cells(grid, cells, style.colour) + "\n"
