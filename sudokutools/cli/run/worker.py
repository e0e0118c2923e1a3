"""What a session has done with records: one by one, by the block, and what stands between them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from sudokutools._support import core
from sudokutools._support.request import Known, Values, is_known
from sudokutools.cli.run.outcome import Message, Outcome, Task
from sudokutools.cli.run.process import Exit
from sudokutools.formats.format import Record, RefusalError, Style, printable
from sudokutools.formats.reading.lines import InputError, Passage

if TYPE_CHECKING:
    from sudokutools.cli.run.blocks import BlockPlan

MAX_PLACES = 100_000
"""How many records are written for one that is read, at most: they are in memory at once."""


def has_blocks(request: Values, known: Known) -> bool:
    """Tell whether there is a core for blocks that knows all of a request."""
    return core.native() is not None and is_known(request, known)


def writes_lines(style: Style) -> bool:
    """Tell whether blocks can write grids in a style: as lines of one or two grids."""
    return style.format.separator is not None and style.comments and style.columns is None


class Worker(ABC):
    """Answer records. Where records are written for records, what lies between them stays."""

    keeps_passages = False
    """Whether comments that belong to no record, and empty places, are written as they are."""

    own_column = ""
    """What a data set calls the grids that are read; "": its columns are not handed on."""

    told_column = ""
    """The column of what is told of a grid; "": nothing is."""

    adds_clues = False
    """Whether what is written may have clues that what was read has not: cages and others."""

    places = 1
    """How many records are written for each that is read."""

    writes_records = True
    """Whether the format of the output has a say in what is written."""

    draws = True
    """Whether all that is written is drawn by us, in our colours: no text as it was read."""

    _after_comment = False

    @property
    def grid_columns(self) -> list[str]:
        """What a data set calls the grids that are written."""
        return [self.own_column]

    @abstractmethod
    def __call__(self, task: Task) -> Outcome:
        """Return the outcome of one record. RefusalError: the format cannot hold what it gave."""

    def answer(self, task: Task) -> Outcome:
        """Return the outcome of one record; what the format cannot hold leaves an empty place."""
        record, style = task
        try:
            outcome = self(task)
        except RefusalError as error:
            record.error = InputError(str(error), record.source, record.line)
            text = self.write_unreadable(record, style)
            return Outcome(
                text, [Message(str(record.error))], Exit.ERROR, ["refused"], passes=False
            )
        if not style.lost_candidates:
            return outcome
        style.lost_candidates = False
        text = f"{style.format.name} has no place for candidates: they are left out"
        lost = Message(text, "candidates", is_once=True)
        return outcome._replace(messages=[*outcome.messages, lost])

    def blocks(self, style: Style) -> BlockPlan | None:  # noqa: ARG002
        """Return how plain lines are answered by the block; None: one by one."""
        return None

    def write_bad(self, record: Record, style: Style) -> str:
        """Return what stands in the place of an unreadable record, which is done with."""
        return self.write_unreadable(record, style)

    def write_unreadable(self, record: Record, style: Style) -> str:
        """Return the text for a record that cannot be read, or not be written."""
        return self.places * style.format.empty_place(record)

    def write_passage(self, passage: Passage, style: Style) -> str:
        """Return what is written of what lies between the records."""
        if not self.keeps_passages:
            return ""
        keeps_places = style.format.keeps_places
        blank = passage.lines * self.places * "\n" if passage.kind == "blank" else ""
        if not style.format.has_comments or not style.comments:
            return blank if keeps_places else ""
        after_comment, self._after_comment = self._after_comment, passage.kind == "comment"
        if passage.kind == "comment":
            return (printable(passage.text) if style.colour else passage.text) + "\n"
        if keeps_places:
            return blank
        return "\n" if after_comment and passage.kind in ("blank", "separator") else ""
