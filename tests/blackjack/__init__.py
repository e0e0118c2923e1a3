from collections.abc import Iterable

from sudokutools.blackjack.cards import Card
from sudokutools.blackjack.house import Chart
from sudokutools.blackjack.strategy import Strategy


class Stacked:
    """Cards in a given order."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.draw = iter(cards).__next__


def chart_at(strategy: Strategy, count: int) -> Chart:
    """Return the chart that is played at a true count."""
    return next(chart for start, chart in reversed(strategy.charts) if start <= count)
