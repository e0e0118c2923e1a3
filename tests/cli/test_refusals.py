"""A grid that a format cannot hold leaves an empty record and a message."""

import pytest

from sudokutools._support.streams import stream_key
from sudokutools.checking import facts
from sudokutools.cli.check.checker import CheckRequest
from sudokutools.cli.check.equivalents import Shuffle
from sudokutools.cli.check.filter import Filter
from sudokutools.cli.check.tag import Convert
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Worker
from sudokutools.formats.format import Content, Record, RefusalError, Style
from sudokutools.formats.line import PlainLines
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid


class Narrow(PlainLines):
    """Lines of 9x9 grids, and of no others."""

    def refuses(self, content: Content) -> str:
        is_known = content.grid.geometry is Geometry.of(3, 3)
        return "" if is_known else "narrow supports 9x9 grids only"


STYLE = Style(Narrow())
KEY = stream_key("sudoku-check", "seed")


def _record(grid: Grid) -> Record:
    record = Record(STYLE.format, grid)
    record.source, record.line = "file", 7
    return record


@pytest.mark.parametrize(
    ("worker", "place"),
    [
        (Convert(CheckRequest()), "\n"),
        (Shuffle(CheckRequest(number=3, key=KEY)), "\n\n\n"),
        (Filter(CheckRequest(tests=facts.Tests(solutions="any"), converts=True)), ""),
    ],
)
def test_what_a_format_cannot_hold_leaves_an_empty_place(worker: Worker, place: str) -> None:
    outcome = worker.answer((_record(Grid.empty(Geometry.of(2, 2))), STYLE))
    assert outcome.text == place
    assert [m.text for m in outcome.messages] == ["file:7: narrow supports 9x9 grids only"]
    assert outcome.status == Exit.ERROR
    assert not outcome.passed
    outcome = worker.answer((_record(Grid.empty(Geometry.of(3, 3))), STYLE))
    assert str(outcome.text).startswith(81 * "." if worker.places == 1 else "")
    assert not outcome.messages


def test_who_writes_a_grid_is_told_why_not() -> None:
    with pytest.raises(RefusalError, match=r"^narrow supports 9x9 grids only$"):
        STYLE.write(Grid.empty(Geometry.of(2, 1)))
