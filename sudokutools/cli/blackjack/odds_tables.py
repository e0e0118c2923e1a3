"""`blackjack odds --all` and `--rules-cost`: tables as text, TSV, CSV or JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any

from sudokutools._support import core
from sudokutools.blackjack import odds
from sudokutools.blackjack.cards import RANKS
from sudokutools.blackjack.dealer import Counts
from sudokutools.blackjack.house import Variation, deals_of, house_odds, variations
from sudokutools.blackjack.rules import Rules
from sudokutools.cli.blackjack.odds_report import GivenShoe
from sudokutools.cli.blackjack.text import table, to_json
from sudokutools.cli.run.jobs import Jobs, open_cluster

SHOWN = ("stand", "hit", "double", "split", "surrender")
SHORT = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


Row = dict[str, Any]
"""Two cards against an upcard: the chance of the deal, and the value of every action."""

Deal = tuple[tuple[int, ...], int, Row]  # A hand, the index of the upcard, and their row.


def every_hand(rules: Rules, shoe: GivenShoe, jobs: int | str = 1) -> list[Row]:
    """Return all two-card hands against all upcards; raises SudokuError like `house_odds`.

    Without compiled kernels, and on a cluster, each upcard is a separate piece of work.
    """
    counts = shoe.counts
    odds.check_shoe(rules, counts)
    deals: list[Deal] = []
    if isinstance(jobs, int) and core.native() is not None:
        deals += _worth(rules, counts, odds.UPCARDS)
    else:
        deals += chain.from_iterable(_spread(partial(_worth, rules, counts), jobs))
    return [row for _, _, row in sorted(deals, key=lambda deal: deal[:2])]


def _worth(rules: Rules, counts: Counts, upcards: Sequence[int]) -> list[Deal]:
    """Compute the rows of every hand against some upcards."""
    kernel = odds.kernel_for(rules, counts, upcards[0] if len(upcards) == 1 else -1)
    deals: list[Deal] = []
    for (a, b), upcard, chance, blackjack, values in deals_of(rules, counts, kernel, upcards):
        actions = odds.legal_actions(rules, (a, b))
        ev = odds.action_values(rules, values, (a, b), blackjack, actions)
        # In the usual order: A7, T2.
        hand = RANKS[a] + RANKS[b] if a == 0 else RANKS[b] + RANKS[a]
        row = {"hand": hand, "upcard": RANKS[upcard], "chance": chance, "ev": ev}
        deals.append(((a, b), odds.UPCARDS.index(upcard), row | {"best": odds.best_action(ev)}))
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
    rows = every_hand(rules, shoe, jobs)
    if form == "json":
        return to_json({"rules": rules.to_json(), "shoe": shoe.counts, "hands": rows})
    if form == "text":
        return _all_text(shoe.describe(rules), rows)
    header = ("hand", "upcard", "chance", *SHOWN, "best")
    cells = ([(row | row["ev"]).get(name, "") for name in header] for row in rows)
    return table(header, cells, form)


def _all_text(title: str, rows: Sequence[Row]) -> str:
    upcards = "".join(f"{RANKS[upcard]:>7}" for upcard in odds.UPCARDS)
    lines = [title, "", "The player's expected value of every action, per unit bet; the best one"]
    for hand, group in groupby(rows, key=lambda row: row["hand"]):
        of_upcard = {row["upcard"]: row for row in group}
        lines += ["", f"{hand:<9}{upcards}"]
        columns = [of_upcard.get(RANKS[upcard], {"ev": {}}) for upcard in odds.UPCARDS]
        for action in SHOWN:
            values = [row["ev"].get(action) for row in columns]
            if any(value is not None for value in values):
                lines.append(f"{action:<9}" + "".join(f"{_short(value):>7}" for value in values))
        best = (SHORT.get(row.get("best", ""), "") for row in columns)
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
            {"option": option, "ev": ev, "difference": {name: ev[name] - base[name] for name in ev}}
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
