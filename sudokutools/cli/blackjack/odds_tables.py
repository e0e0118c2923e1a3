"""`blackjack odds --all` and `--rules-cost`: tables as text, TSV, CSV or JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import NamedTuple

from sudokutools._support import core
from sudokutools.blackjack import odds
from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.dealer import Counts
from sudokutools.blackjack.house import deals_of, house_odds
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.variations import Variation, variations
from sudokutools.cli.blackjack.odds_report import GivenShoe
from sudokutools.cli.blackjack.text import table, to_json
from sudokutools.cli.run.jobs import Jobs, open_cluster

SHOWN = ("stand", "hit", "double", "split", "surrender")
SHORT = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


class Row(NamedTuple):
    """Two cards against an upcard: the chance of the deal, and the value of every action."""

    hand: str
    upcard: str
    chance: float
    ev: dict[str, float]
    best: str


Deal = tuple[tuple[int, ...], int, float, dict[str, float]]
"""A hand, the index of the upcard, the chance of both, and the values of actions."""


def every_hand(rules: Rules, shoe: GivenShoe, jobs: int | str = 1) -> Iterator[Row]:
    """Yield all two-card hands against all upcards; raises SudokuError like `house_odds`.

    Without compiled kernels, and on a cluster, each upcard is a separate piece of work.
    """
    counts = shoe.counts
    odds.check_shoe(rules, counts)
    deals: list[Deal] = []
    if isinstance(jobs, int) and core.native() is not None:
        deals += _worth(rules, counts, odds.UPCARDS)
    else:
        deals += chain.from_iterable(_spread(partial(_worth, rules, counts), jobs))
    for (a, b), upcard, chance, ev in sorted(deals, key=lambda deal: deal[:2]):
        # In the usual order: A7, T2.
        hand = RANKS[a] + RANKS[b] if a == 0 else RANKS[b] + RANKS[a]
        yield Row(hand, RANKS[odds.UPCARDS[upcard]], chance, ev, odds.best_action(ev))


def _worth(rules: Rules, counts: Counts, upcards: Sequence[int]) -> list[Deal]:
    """Compute the values of every hand against some upcards."""
    kernel = odds.kernel_for(rules, counts, upcards[0] if len(upcards) == 1 else -1)
    deals: list[Deal] = []
    for deal in deals_of(rules, counts, kernel, upcards):
        actions = odds.legal_actions(rules, deal.hand)
        ev = odds.action_values(rules, deal.values, deal.hand, deal.blackjack, actions)
        deals.append((deal.hand, odds.UPCARDS.index(deal.upcard), deal.chance, ev))
    return deals


def _spread(work: Callable[[Sequence[int]], list[Deal]], jobs: int | str) -> list[list[Deal]]:
    """Run a function for every upcard, and return its results in order."""
    found: list[list[Deal]] = []
    cluster = open_cluster(jobs)
    spread = Jobs(work, found.append, jobs if isinstance(jobs, int) else 1, cluster)
    try:
        for upcard in odds.UPCARDS:
            spread.put((upcard,))
        spread.drain()
    finally:
        spread.end()
        if cluster is not None:
            cluster.end()
    return found


def all_report(rules: Rules, shoe: GivenShoe, form: str, jobs: int | str = 1) -> str:
    """Write the value of every action of every hand against every upcard."""
    rows = list(every_hand(rules, shoe, jobs))
    if form == "json":
        hands = [row._asdict() for row in rows]
        return to_json({"rules": rules.to_json(), "shoe": shoe.counts, "hands": hands})
    if form == "text":
        return _all_text(shoe.describe(rules), rows)
    header = ("hand", "upcard", "chance", *SHOWN, "best")
    cells = ([*row[:3], *(row.ev.get(action, "") for action in SHOWN), row.best] for row in rows)
    return table(header, cells, form)


def _all_text(title: str, rows: Sequence[Row]) -> str:
    upcards = "".join(f"{upcard:>7}" for upcard in (RANKS[upcard] for upcard in odds.UPCARDS))
    lines = [title, "", "The player's expected value of every action, per unit bet; the best one"]
    for hand, group in groupby(rows, key=lambda row: row.hand):
        of_upcard = {row.upcard: row for row in group}
        lines += ["", f"{hand:<9}{upcards}"]
        columns = [of_upcard.get(RANKS[upcard]) for upcard in odds.UPCARDS]
        for action in SHOWN:
            if any(row and action in row.ev for row in columns):
                values = (row.ev.get(action) if row else None for row in columns)
                lines.append(f"{action:<9}" + "".join(f"{_short(value):>7}" for value in values))
        best = (SHORT[row.best] if row else "" for row in columns)
        lines.append((f"{'best':<9}" + "".join(f"{letter:>7}" for letter in best)).rstrip())
    return "\n".join(lines) + "\n"


def _short(value: float | None) -> str:
    """Write a value in six characters.

    >>> _short(-0.29314), _short(1.0588), _short(0.0)
    ('-.2931', '+1.059', '+.0000')
    """
    if value is None:
        return ""
    text = f"{value:+.4f}"
    return text.replace("0.", ".", 1) if abs(float(text)) < 1 else f"{value:+.3f}"


def cost_report(rules: Rules, form: str) -> str:
    """Write the value of each rule: the difference that one changed option makes."""
    base = house_odds(rules).ev
    found = sorted(variations(rules), key=lambda variation: -variation[1]["cdz"])
    if form == "json":
        options = [
            {
                "option": option,
                "ev": ev,
                "difference": {name: value - base[name] for name, value in ev.items()},
            }
            for option, ev in found
        ]
        return to_json({"rules": rules.to_json(), "ev": base, "options": options})
    if form == "text":
        return _cost_text(rules, base, found)
    header = ("option", "ev_cdz", "ev_td", "difference_cdz", "difference_td")
    cells = (
        (option, ev["cdz"], ev["td"], ev["cdz"] - base["cdz"], ev["td"] - base["td"])
        for option, ev in found
    )
    return table(header, cells, form)


def _cost_text(rules: Rules, base: dict[str, float], found: Sequence[Variation]) -> str:
    lines = [
        str(rules),
        "",
        "The player's expected value of a round in percent of the bet, and its change if one",
        "option is changed. The house edge changes by the same amount, with opposite sign.",
        "",
        f"{'':<22}{'exact cards (CDZ-)':>24}{'chart (TD)':>24}",
        f"{'':<22}{100 * base['cdz']:>+14.4f}{'':>10}{100 * base['td']:>+14.4f}",
    ]
    for option, ev in found:
        line = f"{option:<22}"
        for name in ("cdz", "td"):
            line += f"{100 * ev[name]:>+14.4f}{100 * (ev[name] - base[name]):>+10.4f}"
        lines.append(line)
    return "\n".join(lines) + "\n"
