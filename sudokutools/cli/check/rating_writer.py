"""The writer of `sudoku-check`: tallies of ratings, and the file of rejected records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sudokutools.cli.run.output import Output
from sudokutools.cli.run.process import print_error
from sudokutools.cli.run.worker import Outcome
from sudokutools.cli.run.writer import Settings, Writer

if TYPE_CHECKING:
    from sudokutools.checking.histogram import Tally


class Judged(NamedTuple):
    """What tallies and other files take of a record.

    rated     the rating in tenths and the steps of each technique
    rejected  the text for the file of rejected records
    key       the class of a record
    """

    rated: tuple[int, Mapping[str, int]] | None = None
    rejected: str = ""
    key: bytes = b""


class RatingWriter(Writer):
    """A writer that tallies the ratings of its records.

    Rejected records are written to `rejects`, below the header of a data set.
    """

    def __init__(self, settings: Settings, header: str, rejects: str | None) -> None:
        super().__init__(settings, header)
        self._rejects_name = rejects
        self._rejects: Output | None = None
        self._has_rejected = False

    def _open_other(self) -> Output | None:
        self._rejects = None if self._rejects_name is None else Output(self._rejects_name)
        return self._rejects

    @cached_property
    def tally(self) -> Tally:
        from sudokutools.checking.histogram import Tally

        return Tally()

    def take(self, outcome: Outcome) -> None:
        if isinstance(outcome.extra, Judged):
            self._note(outcome.extra)
        elif outcome.extra is not None:  # The tally of a block.
            self.tally.update(outcome.extra)
        super().take(outcome)

    def _note(self, judged: Judged) -> None:
        if judged.rated is not None:
            self.tally.add(*judged.rated)
        if judged.rejected and self._rejects is not None:
            if not self._has_rejected and self.settings.format is None:
                self._rejects.write(self.header)
            self._has_rejected = True
            self._rejects.write(judged.rejected)

    def _summarise(self) -> None:
        super()._summarise()
        if self.settings.verbose:
            for technique, count in self.tally.most_used():
                print_error(f"{count} {technique}")
