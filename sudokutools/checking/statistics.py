"""Means and shares of puzzles by weight.

With the weights of `masking.weights` they estimate properties of all minimal puzzles. Standard
errors are those of a ratio of sums over independent puzzles (W. G. Cochran, "Sampling Techniques",
1977, section 2.11). The effective number is that of equally weighted puzzles with the same
information (L. Kish, "Survey Sampling", 1965): below some hundreds standard errors are unreliable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, Generic, NamedTuple, TypeVar

from sudokutools.logic.levels import level_names

V = TypeVar("V")


class Estimate(NamedTuple):
    value: float
    error: float


class Weights:
    def __init__(self) -> None:
        self.count = 0
        self.sum = 0.0
        self.squares = 0.0

    def add(self, weight: float) -> None:
        self.count += 1
        self.sum += weight
        self.squares += weight * weight

    @property
    def effective(self) -> float:
        return self.sum * self.sum / self.squares if self.squares else 0.0

    @property
    def mean(self) -> Estimate:
        mean = self.sum / self.count
        spread = max(self.squares - self.sum * mean, 0.0)
        return Estimate(mean, sqrt(spread / self.count / max(self.count - 1, 1)))


class Distribution(Generic[V]):
    """The values of a quantity with their weights."""

    def __init__(self) -> None:
        self.of: dict[V, Weights] = {}
        self.all = Weights()

    def add(self, value: V, weight: float) -> None:
        self.of.setdefault(value, Weights()).add(weight)
        self.all.add(weight)

    def share(self, value: V) -> Estimate:
        """Return the share of a value that occurs."""
        mine = self.of[value]
        share = mine.sum / self.all.sum
        others = self.all.squares - mine.squares
        spread = mine.squares * (1 - share) ** 2 + others * share**2
        return Estimate(share, sqrt(spread) / self.all.sum)

    def shares(self, order: Iterable[V]) -> list[tuple[V, Estimate]]:
        return [(value, self.share(value)) for value in order if value in self.of]

    def mean(self) -> Estimate:
        """Return the average of numeric values."""
        numbers: Any = self.of
        mean = sum(value * found.sum for value, found in numbers.items()) / self.all.sum
        spread = sum((value - mean) ** 2 * found.squares for value, found in numbers.items())
        return Estimate(mean, sqrt(spread) / self.all.sum)


class Measured(NamedTuple):
    """The clues of a puzzle, its rating and level (`level=hard`) if rated, and its weight."""

    clues: int
    rating: float | None = None
    level: str = ""
    weight: float | None = None


class Statistics:
    def __init__(self) -> None:
        self.clues: Distribution[int] = Distribution()
        self.ratings: Distribution[float] = Distribution()
        self.levels: Distribution[str] = Distribution()
        self.weighted = 0

    def add(self, found: Measured) -> None:
        weight = 1.0 if found.weight is None else found.weight
        self.weighted += found.weight is not None
        self.clues.add(found.clues, weight)
        if found.rating is not None:
            self.ratings.add(found.rating, weight)
            self.levels.add(found.level, weight)

    def rows(self) -> list[tuple[str, Sequence[float]]]:
        """Return results by name: `clues` is a mean, `clues=24` a share.

        >>> statistics = Statistics()
        >>> for clues in 24, 25, 25, 26:
        ...     statistics.add(Measured(clues))
        >>> [name for name, _ in statistics.rows()]
        ['puzzles', 'clues', 'clues=24', 'clues=25', 'clues=26']
        """
        everything = self.clues.all
        rows: list[tuple[str, Sequence[float]]] = [("puzzles", (everything.count,))]
        if not everything.sum:
            return rows
        if self.weighted:
            rows += [("effective", (everything.effective,)), ("weight", everything.mean)]
        rows.append(("clues", self.clues.mean()))
        clues = self.clues.shares(sorted(self.clues.of))
        rows += [(f"clues={value}", share) for value, share in clues]
        if self.ratings.of:
            rows.append(("rating", self.ratings.mean()))
            scales = {"level": "se", "hodoku_level": "hodoku"}
            names = [f"{k}={name}" for k, scale in scales.items() for name in level_names(scale)]
            rows += self.levels.shares(names)
        return rows

    def text(self) -> str:
        """Return one line a row: name, value and standard error, separated by tabs."""
        return "".join(
            "\t".join([name, *(f"{number:.6g}" for number in numbers)]) + "\n"
            for name, numbers in self.rows()
        )

    def data(self) -> dict[str, Any]:
        """Return the same for JSON, with `"shares": {"clues": {"24": ...}, "level": ...}`."""
        found: dict[str, Any] = {}
        shares: dict[str, Any] = {}
        for name, value in self.rows():
            kind, is_share, of = name.partition("=")
            figures = value._asdict() if isinstance(value, Estimate) else value[0]
            if is_share:
                shares.setdefault(kind, {})[of] = figures
            else:
                found[name] = figures
        return found | {"shares": shares}
