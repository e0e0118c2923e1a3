"""`pm`: pencil marks of a 9x9 grid in the frame that HoDoKu draws."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.formats.format import NINE, PLAIN, Style
from sudokutools.formats.grid import GridFormat
from sudokutools.grid.candidates import shown_masks, symbols_of
from sudokutools.grid.grid import Grid


class PmFormat(GridFormat):
    """The candidates of each cell; a single digit is a clue, with a warning if it was none."""

    is_regular = False
    limits = (PLAIN, NINE)
    has_candidates = True

    def draw(self, grid: Grid, style: Style) -> str:
        texts = ["".join(map(str, symbols_of(mask))) for mask in shown_masks(grid)]
        if any(
            len(text) == 1 and not symbol for text, symbol in zip(texts, grid.cells, strict=True)
        ):
            style.loss = "format pm shows a single candidate as a clue"
        widths = [max(map(len, texts[column::9])) for column in range(9)]
        dashes = ["-" * (sum(widths[left : left + 3]) + 8) for left in (0, 3, 6)]
        lines = []
        for row in range(9):
            if row % 3 == 0:
                lines.append(_border(":+:" if row else "...", dashes))
            cells = [texts[9 * row + column].ljust(widths[column] + 2) for column in range(9)]
            boxes = ["".join(cells[left : left + 3]) for left in (0, 3, 6)]
            lines.append(f"| {' | '.join(boxes)} |\n")
        return "".join([*lines, _border("'''", dashes)])


def _border(signs: str, dashes: Sequence[str]) -> str:
    return signs[0] + signs[1].join(dashes) + signs[2] + "\n"


FORMAT = PmFormat()
