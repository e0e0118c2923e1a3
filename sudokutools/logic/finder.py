"""Base classes of finders, which search again only where candidates have changed."""

from __future__ import annotations

from sudokutools.logic.state import State, Watch
from sudokutools.logic.step import Step
from sudokutools.logic.tables import Tables, members
from sudokutools.logic.techniques import Technique

MOST_PLACES = 10
"""The maximum size of houses that are filled in all ways: each place doubles the states."""


class Finder:
    """A technique with the changes that it has not looked at."""

    def __init__(self, technique: Technique) -> None:
        self.technique = technique
        self.watch = Watch()


class HouseFinder(Finder):
    """A technique that looks at each house by itself."""

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step: houses in order."""
        for house in members(self.watch.houses(state) & self.houses(state.tables)):
            step = self.look(state, house)
            if step is not None:
                return step
            self.watch.todo ^= 1 << house
        return None

    def houses(self, tables: Tables) -> int:
        """Return the set of houses to look at."""
        return tables.all_houses

    def look(self, state: State, house: int) -> Step | None:
        """Return the first usable step in a house."""
        raise NotImplementedError
