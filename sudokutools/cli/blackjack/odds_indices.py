"""`blackjack odds --indices`: the counts at which the best play changes, in every format."""

from __future__ import annotations

import json
from typing import Any

from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.house import house_odds, row_of
from sudokutools.blackjack.indices import Change, Counter, Indices, indices
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.simulate import TAGS
from sudokutools.blackjack.strategy_text import LOWEST, Strategy, write_strategy
from sudokutools.cli.blackjack.odds import LEGEND, GivenShoe
from sudokutools.cli.blackjack.odds_tables import table
from sudokutools.cli.blackjack.simulate import choose_tags

HEADER = ("section", "hand", "upcard", "below", "from", "count", "exact")


def indices_report(rules: Rules, counting: str, form: str) -> str:
    """Write the indices of a counting system. Raises SudokuError if it has none."""
    tags = choose_tags(counting)
    counting = next((name for name, same in TAGS.items() if same == tags), counting)
    found = indices(rules, tags, counting)
    if form == "strategy":
        return f"# {rules}\n" + write_strategy(found.strategy)
    if form == "json":
        data = {
            "rules": rules.to_json(),
            "counting": counting,
            "tags": tags,
            "cards_left": Counter(rules, tags).unseen,
            "insurance": {"count": found.strategy.insurance, "exact": found.insurance},
            "changes": [dict(zip(HEADER, _row(change), strict=True)) for change in found.changes],
        }
        return json.dumps(data, separators=(",", ":")) + "\n"
    if form == "text":
        return _text(rules, counting, Counter(rules, tags).unseen, found)
    rows: list[tuple[Any, ...]] = [_row(change) for change in found.changes]
    if found.strategy.insurance is not None:
        insured = ("never", "always", found.strategy.insurance, found.insurance)
        rows.insert(0, ("insurance", "", "A", *insured))
    return table(HEADER, rows, form)


def _row(change: Change) -> tuple[Any, ...]:
    section, hand = row_of(change.place)
    upcard = RANKS[change.place[2]]
    return section, hand, upcard, change.before, change.after, change.start, change.exact


def _text(rules: Rules, counting: str, left: float, found: Indices) -> str:
    lines = [
        f"{counting} · {rules} · {left:g} of {rules.cards} cards left",
        "",
        "The true count (rounded down) from which another action is best,",
        "and the exact count at which both have the same value",
        "",
        f"{'hand':<10}{'upcard':<8}{'below':<7}{'from':<6}{'count':>5}{'exact':>9}",
    ]
    if found.strategy.insurance is not None:
        count = f"{found.strategy.insurance:>+5}{found.insurance:>+9.2f}"
        lines.append(f"{'insurance':<10}{'A':<8}{'never':<7}{'always':<6}{count}")
    for change in found.changes:
        section, hand, upcard, before, after, start, exact = _row(change)
        name = f"{section} {hand}"
        lines.append(f"{name:<10}{upcard:<8}{before:<7}{after:<6}{start:>+5}{exact:>+9.2f}")
    return "\n".join([*lines, "", LEGEND.replace("; ", ";\n")]) + "\n"


def chart_report(rules: Rules, shoe: GivenShoe) -> str:
    """Write the chart of a set of rules as a strategy without deviations."""
    chart = house_odds(rules, shoe.counts).chart
    return f"# {shoe.describe(rules)}\n" + write_strategy(Strategy(((LOWEST, chart),)))
