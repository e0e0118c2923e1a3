"""`blackjack odds --indices`: the counts at which the best play changes, in every format."""

from __future__ import annotations

from typing import Any

from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.counting import LOWEST, counting_for
from sudokutools.blackjack.efficiency import efficiency
from sudokutools.blackjack.house import house_odds, row_of
from sudokutools.blackjack.indices import Counter, Indices, index_gains, indices, strategy_of
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.strategy_text import Strategy, write_strategy
from sudokutools.cli.blackjack.odds_report import LEGEND, GivenShoe
from sudokutools.cli.blackjack.text import table, to_json

HEADER = ("section", "hand", "upcard", "below", "from", "count", "exact", "gain")


def indices_report(
    rules: Rules, counting: str, form: str, top: int | None, within: tuple[int, int] | None
) -> str:
    """Write the indices of a counting system. Raises SudokuError if it has none."""
    system = counting_for(counting, rules)
    counter = Counter(rules, system)
    found = indices(rules, system)
    low, high = within or (LOWEST, -LOWEST)
    kept = [index for index in index_gains(counter, found) if low <= index.start <= high]
    if top is not None:
        kept = sorted(kept, key=lambda index: -index.gain)[:top]
    if form == "strategy":
        return f"# {rules}\n" + write_strategy(strategy_of(rules, system.name, kept))
    rows: list[tuple[Any, ...]] = []
    for change, _, *figures in kept:
        cells: tuple[str, ...] = ("insurance", "", "A", "never", "always")
        if change is not None:
            cells = (*row_of(change.place), RANKS[change.place[2]], change.before, change.after)
        rows.append((*cells, *figures))
    if form == "json":
        return _json(counter, found, rows)
    if form == "text":
        return _text(counter, rows)
    return table(HEADER, rows, form)


def _json(counter: Counter, found: Indices, rows: list[tuple[Any, ...]]) -> str:
    system, point = counter.counting, counter.counting.playing
    parts, initial = point.parts, point.initial
    data = {
        "rules": counter.rules.to_json(),
        "counting": system.name,
        "tags": [tag // parts if tag % parts == 0 else tag / parts for tag in point.tags],
        "cards_left": counter.unseen,
        "efficiency": efficiency(counter.rules, system)._asdict(),
        "initial_count": None if initial is None else initial // parts,
        "key_count": counter.key_count(),
        "pivot": system.pivot,
        "insurance": {"count": found.strategy.insurance, "exact": found.insurance},
        "changes": [dict(zip(HEADER, row, strict=True)) for row in rows if row[0] != "insurance"],
    }
    return to_json(data)


def _text(counter: Counter, rows: list[tuple[Any, ...]]) -> str:
    rules, system = counter.rules, counter.counting
    betting, playing, insurance = efficiency(rules, system)
    rounded = "running count" if system.pivot is not None else "true count (rounded down)"
    counts = f"advantage from {system.kind} {counter.key_count():+.1f}"
    if system.playing.initial is not None:
        initial = system.playing.initial // system.playing.parts
        begins = f"initial running count {initial:+d}"
        counts = f"{begins} · {counts} (key count) · pivot {system.pivot:+d}"
    lines = [
        f"{system.name} · {rules} · {counter.unseen:g} of {rules.cards} cards left",
        f"betting correlation {betting:.2f} · playing efficiency {playing:.2f} · "
        f"insurance correlation {insurance:.2f}",
        counts,
        "",
        f"The {rounded} from which another action is best, the exact",
        "count at which both have the same value, and the gain in bets per 100 rounds",
        "",
        f"{'hand':<10}{'upcard':<8}{'below':<7}{'from':<7}{'count':>5}{'exact':>9}{'gain':>9}",
    ]
    for section, hand, upcard, before, after, start, exact, gain in rows:
        name = f"{section} {hand}"
        lines.append(
            f"{name:<10}{upcard:<8}{before:<7}{after:<7}{start:>+5}{exact:>+9.2f}{gain:>9.4f}"
        )
    return "\n".join([*lines, "", LEGEND.replace("; ", ";\n")]) + "\n"


def chart_report(rules: Rules, shoe: GivenShoe) -> str:
    """Write the chart of a set of rules as a strategy without deviations."""
    chart = house_odds(rules, shoe.counts).chart
    return f"# {shoe.describe(rules)}\n" + write_strategy(Strategy(((LOWEST, chart),)))
