"""`sudoku-solve --explain --format html` and `--hint 1 --format svg`: pictures of steps."""

from __future__ import annotations

from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Message, Outcome
from sudokutools.cli.run.writer import Writer
from sudokutools.cli.solve.explain import Course, Explain
from sudokutools.formats.comments import one_line
from sudokutools.formats.format import Record, Style
from sudokutools.formats.metadata import values as named_values
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.printing import steps as drawing
from sudokutools.printing.overlay import Shown

MAX_TITLE = 200  # The maximum length of the title of a record; notes may be very long.


class Pictures(Explain):
    """Draw the steps of every record as a section of a page."""

    is_picture = True

    def _show(self, outcome: Outcome, record: Record, style: Style, course: Course) -> None:
        steps, boards, closing = course
        shown = []
        for number, (step, board) in enumerate(zip(steps, boards, strict=False), 1):
            # Hints are all on the first board, which must not show their results.
            before = boards[0] if self.is_nudge else board
            text = self._text(step, number)
            shown.append(Shown(step.technique, text, step, *before, self.is_nudge))
        if closing and outcome.messages:
            shown.append(Shown("stuck", closing, None, *boards[-1]))
            closing = ""
        self._picture(outcome, record, shown, closing)

    def _picture(self, outcome: Outcome, record: Record, shown: list[Shown], closing: str) -> None:
        outcome.text = self._section(record, shown, closing or ("" if shown else "no empty cell"))

    def _section(self, record: Record, shown: list[Shown], closing: str) -> str:
        known = named_values(record.comments, record.extra)
        grid = record.grid or Grid.empty(Geometry.of(3, 3))  # Unreadable: nothing is drawn.
        title = one_line(known.get("title", "") or record.note)[:MAX_TITLE]
        return drawing.section(record.number, title, grid, shown, closing)

    def _without_path(self, record: Record, style: Style, status: str, message: Message) -> Outcome:
        reason = message.text.removeprefix(f"{record.place}: ")
        return Outcome(self._section(record, [], reason), [message], Exit.NO, [status])

    def write_unreadable(self, record: Record, style: Style) -> str:
        return self._section(record, [], "unreadable")


def begin(form: str, writer: Writer) -> type[Explain]:
    if form == "html":
        writer.header, writer.footer = drawing.begin(), drawing.end()
        return Pictures
    return Picture


class Picture(Pictures):
    """Draw the next step of a record as an image, which holds a single one."""

    def __call__(self, record: Record, style: Style) -> Outcome:
        if record.number > 1:
            advice = "use --format html, or sudoku-print --explain"
            message = Message(f"{record.place}: an SVG file has a single picture: {advice}")
            return Outcome("", [message], Exit.ERROR, ["not drawn"])
        return super().__call__(record, style)

    def _picture(self, outcome: Outcome, record: Record, shown: list[Shown], closing: str) -> None:
        if not (shown or outcome.messages):
            outcome.messages = [Message(f"{record.place}: no empty cell")]
        for each in shown:
            outcome.text = drawing.image(drawing.puzzle(record.given, record.number, (), each))

    def _section(self, record: Record, shown: list[Shown], closing: str) -> str:
        return ""
