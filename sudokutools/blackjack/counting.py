"""Counting systems: the tags of the ranks, how a count is taken from them, and what it is worth.

Balanced systems, whose tags add up to 0 over a deck, use the true count: the running count divided
by the decks left, rounded down. Unbalanced ones use the running count itself, from an initial
running count (IRC) that depends on the decks. Then the running count equals the pivot whenever the
unseen cards have the true count that the tags of a deck add up to, whatever their number.

Fractional tags are whole numbers of parts of a point, so all counts are exact.

Betting correlation and playing efficiency are those of Griffin, "The Theory of Blackjack" (1979),
chapters 4 and 6. The effect of removal of a rank is the change of an expectation when a card of it
leaves the shoe.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, erfc, exp, lcm, log, pi, sqrt
from re import fullmatch
from typing import NamedTuple

from sudokutools.blackjack.cards import total
from sudokutools.blackjack.house import Deal, House, Place, average, places_of
from sudokutools.blackjack.odds import full_shoe
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.errors import SudokuError

LOWEST = -20  # The minimum count; the maximum is 20. Other counts are clamped.
MOST_BET = 1000  # The largest bet, in units, at a count.
MOST_PARTS = 60  # The largest tag in parts, so that the count of a shoe fits into 16 bits.
ROUNDINGS = ("floor", "truncate", "round")
ESTIMATES = {"exact": 1, "quarter": 13, "half": 26, "full": 52}
"""The cards of a multiple to which the decks left are estimated."""


class PointCount(NamedTuple):
    """A count of ten tags, aces first, in parts of a point.

    `initial` is the running count of a new shoe, in parts; None: a true count. For that, the cards
    left are estimated to a multiple of `estimate`, 0 excluded, and a half is rounded up.
    """

    tags: tuple[int, ...] = (0,) * 10
    parts: int = 1
    initial: int | None = None
    estimate: int = 1
    rounding: str = "floor"

    def at(self, seen: int, left: int) -> int:
        """Return the count for the sum of the tags that were seen, in parts, and the cards left."""
        return max(LOWEST, min(-LOWEST, self.unlimited(seen, left)))

    def unlimited(self, seen: int, left: int) -> int:
        if self.initial is not None:
            return (self.initial + seen) // self.parts
        if not left:
            return 0
        points, divisor = seen * 52, self.parts * self.estimated(left)
        if self.rounding == "round":
            points += divisor // 2
        elif self.rounding == "truncate" and points < 0:
            points += divisor - 1
        return points // divisor

    def estimated(self, left: int) -> int:
        """Return the estimate of the cards left."""
        return self.estimate * max(1, (left + self.estimate // 2) // self.estimate)

    @property
    def sum(self) -> int:
        return 4 * sum(self.tags[:9]) + 16 * self.tags[9]


class Counting(NamedTuple):
    """A counting system at a table. Bets may use a side count of aces, which plays do not."""

    name: str = "none"
    playing: PointCount = PointCount()
    betting: PointCount = PointCount()
    pivot: int | None = None
    """The running count of a shoe's last card, in points; None for a true count.

    Wherever it is reached, the true count is the sum of the tags of a deck.
    """

    @property
    def has_red_sevens(self) -> bool:
        """Whether a seven counts 1 if it is red, otherwise 0, where suits are known."""
        return self.name.partition("@")[0] == "red-7"

    def rounded(self, rounding: str | None, estimate: str | None) -> Counting:
        """Return a true count that is rounded another way, with the decks left estimated.

        `rounding` is one of `ROUNDINGS` and `estimate` one of `ESTIMATES`, None: the default.
        Raises SudokuError for a running count.
        """
        if not rounding and not estimate:
            return self
        if self.playing.initial is not None or not any(self.playing.tags):
            raise SudokuError(f"counting {self.name}: no true count to round or estimate")
        playing, betting = (
            point._replace(estimate=ESTIMATES[estimate or "exact"], rounding=rounding or "floor")
            for point in (self.playing, self.betting)
        )
        return self._replace(playing=playing, betting=betting)

    @property
    def kind(self) -> str:
        return "true count" if self.playing.initial is None else "running count"


NONE = Counting()

_DEPTHS = 16
_ROUND = 5.4  # The cards of a round with one player, on average.
_POINTS = (7, *range(2, 11))  # An ace counts 1 or 11: simulated rounds show 7.

Curve = Sequence[float]
"""A polynomial in the true count: its coefficients, the constant first."""


class Depths:
    """The counts at which rounds begin or plays are made, and their true counts.

    Rounds begin with a full shoe and, equally often, at each depth up to the cut card, where the
    sum of the tags seen is normally distributed. High cards make rounds short, so more of them have
    been seen where a round begins: of a rank with share f and p points, f (p - m) / m cards more
    than of the mean m. A play is made deeper, after known `cards`, whose tags add up to `known`
    points, and after `others` of any rank.

    A curve is the value by the true count if all cards but the known ones are unseen. At a depth
    its average over all counts is its value at their mean, since the next cards are as good as
    those that were seen. So the value at a true count t of variance v there is that of Hermite
    polynomials: t, tt - v, ttt - 3tv. A count is worth the average of the depths at which it
    occurs, weighted by their probability.
    """

    def __init__(
        self, rules: Rules, counting: Counting, known: float = 0.0, cards: int = 0, others: int = 0
    ) -> None:
        point, pivot = counting.playing, counting.pivot
        variance = _covariance(point.tags, point.tags)
        surplus = _covariance(point.tags, _POINTS) * 52 / sum(map(int.__mul__, _DECK, _POINTS))
        shoe = rules.cards - cards
        mean = (point.sum * rules.decks - known * point.parts) / shoe
        start = (point.initial or 0) + known * point.parts
        self._parts, self._pivot, self._sum = point.parts, pivot, point.sum / point.parts
        self._averages: dict[float, list[float]] = {}
        self._depths = []
        step = max(0.0, min(rules.cut, shoe - others) - _ROUND / 2) / _DEPTHS
        begins = [(_ROUND / 2 + step * (at + 0.5), step) for at in range(_DEPTHS) if step]
        for begin, weight in [(0.0, _ROUND), *begins]:
            dealt = begin + others
            left = shoe - dealt
            seen = start + dealt * mean + (surplus * left / shoe if begin else 0)
            # Sums of tags are whole, hence a twelfth.
            spread = sqrt(variance * dealt * left / (shoe - 1) + 1 / 12)
            part = 52 / left / point.parts
            share = weight / (_ROUND + _DEPTHS * step)
            self._depths.append((share, part, self._true(seen / point.parts, part), spread * part))

    def _true(self, count: float, part: float) -> float:
        """Return the true count of a running count in points, where a part is worth `part`."""
        return self._sum + (count - (self._pivot or 0)) * part * self._parts

    def average(self, curve: Curve, count: float) -> float:
        """Return the average value at a count."""
        if count not in self._averages:
            self._averages[count] = self._powers(count)
        return sum(map(float.__mul__, curve, self._averages[count]))

    def _powers(self, count: float) -> list[float]:
        weighed = []
        for share, part, mean, spread in self._depths:
            true, weight = count, share / spread
            if self._pivot is not None:
                true, weight = self._true(count, part), weight * part
            far = (true - mean) / spread
            weighed.append((log(weight) - far * far / 2, true, spread * spread))
        most = max(weight for weight, *_ in weighed)
        sums = [0.0] * 4
        for weight, true, variance in weighed:
            t, chance = max(LOWEST, min(-LOWEST, true)), exp(weight - most)
            hermite = 1.0, t, t * t - variance, t * t * t - 3 * t * variance
            sums = [total + chance * value for total, value in zip(sums, hermite, strict=True)]
        return [total / sums[0] for total in sums]

    def true_count(self, count: float) -> float:
        """Return the expected true count, at the pivot the sum of the tags of a deck."""
        return self.average((0.0, 1.0), count)

    def count_at(self, curve: Curve) -> float:
        """Return the count from which a curve is above 0."""
        low, high = ((self._pivot or 0) + far for far in (-1000.0, 1000.0))
        for _ in range(50):
            middle = (low + high) / 2
            if self.average(curve, middle) < 0:
                low = middle
            else:
                high = middle
        return high

    def gain(self, curve: Curve, start: int) -> float:
        """Return the value of a curve in a round if it counts from a whole count on."""
        gained = 0.0
        if len(self._depths) == 1:
            return gained  # Every round has a new shoe.
        for share, part, mean, spread in self._depths:
            edge = ceil(start / part - 1e-9) * part
            if self._pivot is not None:
                edge = self._true(start, part)
            edge -= part / 2
            far = (mean - edge) / spread
            density = share * spread * exp(-far * far / 2) / sqrt(2 * pi)
            value = share * erfc(-far / sqrt(2)) / 2
            before, hermite = 0.0, 1.0
            for power, coefficient in enumerate(curve):
                gained += coefficient * value
                value = value * mean + density * hermite
                before, hermite = hermite, edge * hermite - power * spread * spread * before
        return gained


def lagrange(points: Sequence[float]) -> list[Curve]:
    """Return the curves that are 1 at one of the points and 0 at the others."""
    curves: list[Curve] = []
    for at in points:
        curve = [1.0]
        for other in points:
            if other != at:
                pairs = zip([0.0, *curve], [*curve, 0.0], strict=True)
                curve = [(low - other * high) / (at - other) for low, high in pairs]
        curves.append(curve)
    return curves


_KO = (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1)
_SYSTEMS: dict[str, tuple[tuple[int, ...], int]] = {
    "hi-lo": ((-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), 1),
    "hi-opt-1": ((0, 0, 1, 1, 1, 1, 0, 0, 0, -1), 1),
    "hi-opt-2": ((0, 1, 1, 2, 2, 1, 1, 0, 0, -2), 1),
    "omega-2": ((0, 1, 1, 2, 2, 2, 1, 0, -1, -2), 1),
    "zen": ((-1, 1, 1, 2, 2, 2, 1, 0, 0, -2), 1),
    "halves": ((-2, 1, 2, 2, 3, 2, 1, 0, -1, -2), 2),
    "uston-apc": ((0, 1, 2, 2, 3, 2, 2, 1, -1, -3), 1),
    "ko": (_KO, 1),
    "reko": (_KO, 1),
    "red-7": ((-2, 2, 2, 2, 2, 2, 1, 0, 0, -2), 2),
}
"""Tags in parts, aces first, and the parts of a point.

Red 7 counts red sevens as 1 and black ones as 0. Suits are not drawn here: each seven counts 1/2.
"""

NAMES = ("none", *_SYSTEMS)  # The systems known by name.

_SIDE_COUNT = "+aces"


def counting_for(text: str, rules: Rules) -> Counting:
    """Read `NAME[+aces][@IRC]` at a table, NAME being a system or ten tags, aces first.

    `+aces` adds a side count for bets, in which an ace is worth a ten. The initial running count of
    an unbalanced system is that of its authors, otherwise the one with the pivot at the sum of a
    deck. Raises SudokuError.

    >>> counting_for("KO", Rules(decks=6)).playing.initial
    -20
    """
    name, at, initial = text.lower().replace(" ", "").partition("@")
    name = name.replace("-ii", "-2").replace("-i", "-1")
    system = name.removesuffix(_SIDE_COUNT)
    if name + at == "none":
        return NONE
    tags, parts = _SYSTEMS.get(system) or _read_tags(system)
    count = PointCount(tags, parts)
    if not count.sum and at:
        raise SudokuError(f"counting {text[:40]!r}: a balanced count begins at 0")
    pivot = None
    if count.sum:
        if rules.decks == INFINITE:
            raise SudokuError("an unbalanced count requires a finite number of decks")
        if at and not fullmatch(r"[-+]?[0-9]{1,3}", initial):
            what = f"initial running count {initial[:10]!r}"
            raise SudokuError(f"{what}: expected a number, such as ko@-20")
        points = int(initial) if at else _initial_of(system, count, rules.decks)
        count = count._replace(initial=points * parts)
        pivot = points + count.sum * rules.decks // parts
    has_side_count = system != name or system == "uston-apc"
    return Counting(
        name + at + initial, count, _with_aces(count) if has_side_count else count, pivot
    )


def _read_tags(text: str) -> tuple[tuple[int, ...], int]:
    words = text.split(",")
    tags = [Fraction(word) for word in words if fullmatch(r"[-+]?(\d?\.\d|\d(/[2-4])?)", word)]
    parts = lcm(*(tag.denominator for tag in tags))
    if len(tags) != 10 or len(words) != 10 or parts > 4:
        names = ", ".join(NAMES)
        raise SudokuError(f"counting {text[:40]!r}: expected {names} or ten tags, such as 1 or 0.5")
    return tuple(int(tag * parts) for tag in tags), parts


def _initial_of(system: str, count: PointCount, decks: int) -> int:
    """Return the initial running count in points.

    KO: Vancura and Fuchs, "Knock-Out Blackjack" (1998). Red 7: Snyder, "Blackbelt in Blackjack"
    (1998). REKO: Wattenberger, "Modern Blackjack" (2009), page 71.
    """
    if system == "reko" and decks != 6:
        raise SudokuError(f"reko at {decks} decks: expected its initial count, such as reko@-20")
    if system == "red-7":
        return -2 * decks
    return (count.sum - count.sum * decks) // count.parts


def _with_aces(count: PointCount) -> PointCount:
    """Count each ace beyond one in thirteen seen cards as a ten, in thirteenths of a part."""
    ten = count.tags[9]
    if count.tags[0]:
        raise SudokuError("a side count of aces requires a system that does not count aces")
    tags = [13 * tag - ten for tag in count.tags]
    tags[0] += 13 * ten
    if max(map(abs, tags)) > MOST_PARTS:
        raise SudokuError("a side count of aces requires tags of at most 3 points")
    initial = None if count.initial is None else 13 * count.initial
    return PointCount(tuple(tags), 13 * count.parts, initial)


_DECK = (4,) * 9 + (16,)
_INSURANCE = (1,) * 9 + (-2,)
"""The effect of each rank on a bet that a card is a ten, up to scale and a constant."""


class Efficiency(NamedTuple):
    """Betting correlation, playing efficiency and insurance correlation, at most 1 each."""

    betting: float
    playing: float
    insurance: float


class Decision(NamedTuple):
    """The chance of a cell, the lead of its best action, and the effects of removal on that."""

    chance: float
    mean: float
    effects: tuple[float, ...]


def efficiency(rules: Rules, counting: Counting) -> Efficiency:
    on_round, decisions = removals_at(rules)
    tags = counting.playing.tags
    return Efficiency(
        correlation(counting.betting.tags, on_round),
        _playing_efficiency(rules, decisions, tags),
        correlation(tags, _INSURANCE),
    )


def correlation(tags: Sequence[float], effects: Sequence[float]) -> float:
    spreads = _covariance(tags, tags) * _covariance(effects, effects)
    return _covariance(tags, effects) / sqrt(spreads)


def _covariance(xs: Sequence[float], ys: Sequence[float]) -> float:
    mean_x = sum(n * x for n, x in zip(_DECK, xs, strict=True)) / 52
    return sum(n * (x - mean_x) * y for n, x, y in zip(_DECK, xs, ys, strict=True)) / 52


def _playing_efficiency(
    rules: Rules, decisions: Sequence[Decision], tags: Sequence[float]
) -> float:
    """Divide what varying the strategy gains with a count by what full knowledge gains.

    The difference of two actions is normally distributed; gains are averaged over the shoe dealt.
    """
    cards = rules.cards
    full = by_count = 0.0
    for chance, mean, effects in decisions:
        share = abs(correlation(tags, effects))
        spread = sqrt(_covariance(effects, effects) * (cards - 1))
        for seen in range(1, 16):
            dealt = rules.cut * seen / 16
            deviation = spread * sqrt(dealt / (cards - dealt))
            full += chance * _gain(mean, deviation)
            by_count += chance * _gain(mean, deviation * share)
    return by_count / full if full else 0.0  # Nothing is dealt before a round.


def _gain(mean: float, deviation: float) -> float:
    """Compute the expectation of max(0, -x) for a normal x: the gain of changing the play."""
    if deviation == 0:
        return 0.0
    at = mean / deviation
    density = exp(-at * at / 2) / sqrt(2 * pi)
    return deviation * (density - at * erfc(at / sqrt(2)) / 2)


@lru_cache(1)
def removals_at(rules: Rules) -> tuple[tuple[float, ...], tuple[Decision, ...]]:
    """Compute the effects of removal of each rank, aces first, in bets with the best play."""
    full = full_shoe(rules)
    before, cells = _analyse(rules, full)
    after = [
        _analyse(rules, (*full[:rank], full[rank] - 1, *full[rank + 1 :])) for rank in range(10)
    ]
    decisions = []
    for place, (chance, worth) in cells.items():
        best, second = sorted(worth, key=lambda action: worth[action])[:-3:-1]
        mean = worth[best] - worth[second]
        changed = [found[place][1] for _, found in after]
        effects = tuple(values[best] - values[second] - mean for values in changed)
        decisions.append(Decision(chance, mean, effects))
    return tuple(value - before for value, _ in after), tuple(decisions)


def _analyse(
    rules: Rules, counts: tuple[int, ...]
) -> tuple[float, dict[Place, tuple[float, dict[str, float]]]]:
    house = House(rules, counts)
    cells: dict[Place, list[Deal]] = {}
    for deal in house.deals:
        if total(deal.hand)[0] < 21:
            cells.setdefault((*places_of(deal.hand)[0], deal.upcard), []).append(deal)
    return house.exact, {
        place: (sum(deal.chance for deal in deals), average(rules, place[0], deals))
        for place, deals in cells.items()
    }
