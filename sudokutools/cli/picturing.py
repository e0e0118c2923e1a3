"""Pictures of steps: `sudoku-solve --explain --format html` and `sudoku-print --explain`."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.cli.explaining import Explain
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Deadline, Message, Outcome
from sudokutools.cli.run.writer import Writer
from sudokutools.formats.comments import one_line
from sudokutools.formats.format import Record, Style
from sudokutools.formats.metadata import values as named_values
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.hodoku import HodokuPath
from sudokutools.logic.ladder import Path
from sudokutools.logic.scales import stuck_after
from sudokutools.logic.step import Step
from sudokutools.printing import steps
from sudokutools.printing.overlay import Frame
from sudokutools.printing.steps import Shown

MAX_TITLE = 200  # The maximum length of the title of a record; notes may be very long.


class Pictures(Explain):
    """Draw the steps of every record as a section of a page."""

    def _path(self, record: Record, style: Style, deadline: Deadline) -> Outcome:
        assert record.grid is not None
        path = self.ladder.path(record.grid, deadline)
        found: list[Step] = []
        shown: list[Shown] = []
        for step, frame in self._frames(path):
            found.append(step)
            shown.append(Shown(step.technique, self._text(step, len(found)), frame))
        is_decided = path.is_solved or len(found) == self.hint
        messages = [] if is_decided else [Message(f"{record.place}: no technique applies")]
        status = "solved" if is_decided else "stuck"
        closing = ""
        if not is_decided and self.hint is None:
            text = stuck_after(len(found))
            shown.append(Shown("stuck", text, Frame(None, path.values, path.candidates)))
        elif self.hint is None and found:
            closing = self.closing(path, found)
        outcome = Outcome("", messages, Exit.DONE if is_decided else Exit.NO, [status])
        self._show(outcome, record, shown, closing)
        return outcome

    def _frames(self, path: Path | HodokuPath) -> Iterator[tuple[Step, Frame]]:
        """Yield the steps; hints are all on the first board, which must not show their results."""
        first = board = tuple(path.values), tuple(path.candidates)
        number = 0
        while number != self.hint and (step := path.next_step()) is not None:
            number += 1
            yield step, Frame(step, *(first if self.is_nudge else board), self.is_nudge)
            board = tuple(path.values), tuple(path.candidates)

    def _show(self, outcome: Outcome, record: Record, shown: list[Shown], closing: str) -> None:
        outcome.text = self._section(record, shown, closing or ("" if shown else "no empty cell"))

    def _section(self, record: Record, shown: list[Shown], closing: str) -> str:
        said = named_values(record.comments, record.extra)
        grid = record.grid or Grid.empty(Geometry.of(3, 3))  # Unreadable: nothing is drawn.
        title = one_line(said.get("title", "") or record.note)[:MAX_TITLE]
        return steps.section(record.number, title, grid, shown, closing)

    def _without_path(self, record: Record, style: Style, status: str, message: Message) -> Outcome:
        reason = message.text.removeprefix(f"{record.place}: ")
        return Outcome(self._section(record, [], reason), [message], Exit.NO, [status])

    def write_bad(self, record: Record, style: Style) -> str:
        return self._section(record, [], "unreadable")


def begin(form: str, writer: Writer) -> type[Explain]:
    """Prepare the output for a format of pictures, and return its worker."""
    if form == "html":
        writer.header, writer.footer = steps.begin(), steps.end()
        return Pictures
    return Picture


class Picture(Pictures):
    """Draw the next step of a record as an image, which holds a single one."""

    def __call__(self, record: Record, style: Style) -> Outcome:
        if record.number > 1:
            message = (
                f"{record.place}: an SVG file has a single picture:"
                " use --format html, or sudoku-print --explain"
            )
            return Outcome("", [Message(message)], Exit.ERROR, ["not drawn"])
        return super().__call__(record, style)

    def _show(self, outcome: Outcome, record: Record, shown: list[Shown], closing: str) -> None:
        assert record.grid is not None
        if not (shown or outcome.messages):
            outcome.messages = [Message(f"{record.place}: no empty cell")]
        for each in shown:
            outcome.text = steps.image(steps.puzzle(record.grid, record.number, (), each))

    def _section(self, record: Record, shown: list[Shown], closing: str) -> str:
        return ""


class Pages(Pictures):
    """Make a puzzle for a page of every step; the first record has the number `start`."""

    writes_records = False

    def __init__(self, start: int, timeout: float | None) -> None:
        super().__init__(None, False, timeout)
        self._start = start

    def _show(self, outcome: Outcome, record: Record, shown: list[Shown], closing: str) -> None:
        assert record.grid is not None
        number = self._start + record.number - 1
        outcome.puzzles = [
            steps.puzzle(record.grid, number, [(f"{number}", True), (f"  step {at}", False)], each)
            for at, each in enumerate(shown, 1)
        ]
        outcome.counts = ["printed"] if shown else outcome.counts

    def _section(self, record: Record, shown: list[Shown], closing: str) -> str:
        return ""
