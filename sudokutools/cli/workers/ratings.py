"""What `sudoku-check` tells of all ratings at the end: techniques, a histogram, a plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sudokutools.checking.histogram import Tally, data, draw, plot
from sudokutools.checking.statistics import Statistics
from sudokutools.cli.run.output import Output
from sudokutools.cli.run.process import complain
from sudokutools.cli.run.worker import Kind, Outcome
from sudokutools.cli.run.writer import Writer
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Format

if TYPE_CHECKING:
    from sudokutools.blocks.block import Answer


class RatingWriter(Writer):
    """A writer that tallies the ratings of its records."""

    def __enter__(self) -> RatingWriter:
        super().__enter__()
        self.tally = Tally()
        self.statistics = Statistics()
        return self

    def take(self, outcome: Outcome) -> None:
        """Write what a record gave, and tally its rating."""
        if outcome.rated is not None:
            self.tally.add(*outcome.rated)
        if outcome.measured is not None:
            self.statistics.add(outcome.measured)
        super().take(outcome)

    def take_answer(self, answer: Answer, kinds: Sequence[Kind], text: bytes) -> None:
        """Write what a block gave, and tally its ratings."""
        if answer.tally is not None:
            self.tally.update(answer.tally)
        super().take_answer(answer, kinds, text)

    def write_histogram(self, objects: Format | None) -> None:
        """Write the distribution of the ratings: as an object, or drawn as wide as the terminal."""
        if objects is not None:
            self.output.write(objects.dump(data(self.tally)))
            return
        import shutil

        width = shutil.get_terminal_size().columns if self.output.is_terminal else 80
        self.output.write(draw(self.tally, width))

    def write_statistics(self, objects: Format | None) -> None:
        """Write means and shares, as lines or as an object. SudokuError: some have no weight."""
        found, count = self.statistics, self.statistics.clues.all.count
        if 0 < found.weighted < count:
            raise SudokuError(f"--stats: {count - found.weighted} of {count} have no weight")
        self.output.write(found.text() if objects is None else objects.dump(found.data()))

    def write_plot(self, path: str) -> None:
        """Write the distribution of the ratings as an SVG image."""
        output = Output(path)
        try:
            output.write(plot(self.tally))
            output.finish()
        except BaseException:
            output.abandon()
            raise

    def _summarise(self) -> None:
        super()._summarise()
        if self.settings.verbose:
            for technique, count in self.tally.most_used():
                complain(f"{count} {technique}")
