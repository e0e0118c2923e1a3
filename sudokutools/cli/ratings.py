"""What `sudoku-check` tells of all ratings at the end: techniques, a histogram, a plot."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sudokutools.checking import Verdict
from sudokutools.cli.outcome import Outcome
from sudokutools.cli.output import Output
from sudokutools.cli.process import complain
from sudokutools.cli.session import Session
from sudokutools.histogram import Tally, data, draw, plot
from sudokutools.writing import dump_json

if TYPE_CHECKING:
    from sudokutools.cli.blocks import BlockPlan


def counts_of(verdict: Verdict, tallies: bool) -> list[str]:
    """Return the status, and to be tallied the rating in tenths and a technique for each step."""
    counts = [verdict.status]
    if tallies and "rating" in verdict.values:
        counts.append(str(round(10 * verdict.values["rating"])))
        counts += Counter(verdict.techniques).elements()
    return counts


class RatingSession(Session):
    """A session that tallies the ratings of its records."""

    def __enter__(self) -> RatingSession:
        super().__enter__()
        self.tally = Tally()
        return self

    def take(self, outcome: Outcome) -> None:
        """Write what a record gave; its first count is the status, the others are tallied."""
        if len(outcome.counts) > 1:
            status, rating, *techniques = outcome.counts
            self.tally.add(int(rating), Counter(techniques))
            outcome = outcome._replace(counts=[status])
        super().take(outcome)

    def take_many(
        self,
        text: bytes,
        records: int,
        totals: Sequence[int] = (),
        plan: BlockPlan | None = None,
    ) -> None:
        """Write what a block gave; the tally of its totals is kept."""
        tally = getattr(totals, "tally", None)
        if tally is not None:
            self.tally.update(tally)
        super().take_many(text, records, totals, plan)

    def write_histogram(self, form: str | None) -> None:
        """Write the distribution of the ratings: as JSON, or drawn as wide as the terminal."""
        if form == "json":
            self.output.write(dump_json(data(self.tally)) + "\n")
            return
        width = shutil.get_terminal_size().columns if self.output.is_terminal else 80
        self.output.write(draw(self.tally, width))

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
