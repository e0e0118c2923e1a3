"""The distribution of ratings: as text, as data and as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sudokutools.logic.levels import LEVELS, level_of

_EIGHTHS = " ▏▎▍▌▋▊▉"
_COLOURS = ("#4daf4a", "#a6c34c", "#ffb000", "#f4772e", "#c0392b")


class Tally:
    """Numbers of puzzles by rating in tenths, and of steps by technique."""

    def __init__(self) -> None:
        self.ratings: Counter[int] = Counter()
        self.techniques: Counter[str] = Counter()

    def add(self, rating: int, techniques: Mapping[str, int]) -> None:
        self.ratings[rating] += 1
        self.techniques.update(techniques)

    def update(self, other: Tally) -> None:
        self.ratings.update(other.ratings)
        self.techniques.update(other.techniques)

    def most_used(self) -> list[tuple[str, int]]:
        """Return the techniques and their numbers of steps, most used first, then by name."""
        return sorted(self.techniques.items(), key=lambda item: (-item[1], item[0]))


def data(tally: Tally) -> dict[str, Any]:
    """Return the distribution for JSON."""
    levels = dict.fromkeys(LEVELS, 0)
    ratings = []
    for rating, count in sorted(tally.ratings.items()):
        level = level_of(rating)
        levels[level] += count
        ratings.append({"rating": rating / 10, "level": level, "puzzles": count})
    return {
        "puzzles": sum(levels.values()),
        "levels": levels,
        "ratings": ratings,
        "techniques": dict(tally.most_used()),
    }


def draw(tally: Tally, width: int = 80) -> str:
    """Return a bar chart: level, rating, number of puzzles and bar of each rating that occurs.

    The longest bar fills the width; all others are proportional and not empty.

    >>> tally = Tally()
    >>> for rating in 12, 12, 12, 15, 26:
    ...     tally.add(rating, {})
    >>> print(draw(tally, 26), end="")
    easy     1.2 3 ███████████
             1.5 1 ███▋
    hard     2.6 1 ███▋
    """
    if not tally.ratings:
        return "no puzzle was rated\n"
    rows = []
    shown = ""
    for rating, count in sorted(tally.ratings.items()):
        level = level_of(rating)
        rows.append((f"{level if level != shown else '':<7} {rating / 10:4}", count))
        shown = level
    return _bars(rows, width)


def draw_steps(tally: Tally, width: int = 80) -> str:
    """Return a bar chart of the steps of each technique, most used first, drawn as `draw` does.

    >>> tally = Tally()
    >>> tally.add(26, {"Hidden single": 6, "Pointing": 2})
    >>> print(draw_steps(tally, 22), end="")
    Hidden single 6 ██████
    Pointing      2 ██
    """
    length = max(map(len, tally.techniques), default=0)
    return _bars([(f"{name:<{length}}", count) for name, count in tally.most_used()], width)


def _bars(rows: Sequence[tuple[str, int]], width: int) -> str:
    """Return lines with a label, its number and a bar; labels have one length."""
    if not rows:
        return ""
    most = max(count for _, count in rows)
    digits = len(str(most))
    room = max(8 * (width - len(rows[0][0]) - digits - 2), 8)
    lines = []
    for label, count in rows:
        eighths = max(room * count // most, 1)
        bar = "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
        lines.append(f"{label} {count:{digits}} {bar}\n")
    return "".join(lines)


def plot(tally: Tally) -> bytes:
    """Return the distribution of the ratings as SVG. Raises SudokuError without matplotlib."""
    from sudokutools._support.plots import image

    return image((8, 4.5), partial(_plot, tally))


def _plot(tally: Tally, figure: Any) -> None:
    axes = figure.add_subplot()
    for (level, (low, high)), colour in zip(LEVELS.items(), _COLOURS, strict=True):
        part = {r / 10: n for r, n in tally.ratings.items() if low <= r <= high}
        if part:
            axes.bar(list(part), list(part.values()), width=0.08, color=colour, label=level)
    axes.set(xlabel="rating (ER)", ylabel="puzzles", title=f"{sum(tally.ratings.values())} puzzles")
    if tally.ratings:
        axes.legend()
