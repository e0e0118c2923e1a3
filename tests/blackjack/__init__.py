from collections.abc import Iterable

from sudokutools.blackjack.cards import Card


class Stacked:
    """Cards in a given order."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.draw = iter(cards).__next__
