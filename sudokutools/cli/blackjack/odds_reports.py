"""`blackjack odds`: exact odds as text, TSV, CSV, JSON, or a strategy."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import groupby
from typing import Any

from sudokutools.blackjack import odds
from sudokutools.blackjack.cards import (
    FACES,
    RANKS,
    SUIT_LETTERS,
    SUITS,
    TEN,
    parse_rank,
    split_cards,
)
from sudokutools.blackjack.counting import LOWEST, counting_for, efficiency
from sudokutools.blackjack.dealer import Counts, DealerTotals
from sudokutools.blackjack.house import House, deals_of, row_of
from sudokutools.blackjack.indices import Counter, index_gains, indices, strategy_of
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.side_bets import Unseen
from sudokutools.blackjack.strategy import Strategy, write_strategy
from sudokutools.cli.blackjack.rule_options import changes
from sudokutools.cli.blackjack.text import table, to_json
from sudokutools.errors import SudokuError

UPCARDS = tuple(RANKS[upcard] for upcard in odds.UPCARDS)
LEGEND = "S stand, H hit, D double, P split, R surrender; then s, h or p if that is not allowed"
EXAMPLES = {"11": "92", "20": "TT", "21": "T92"} | {f"1{card}": f"T{card}" for card in range(2, 10)}
"""A hand of each total that is not a list of cards."""

EXPLAINED = {
    "cdz": "CDZ-  the best play for the exact cards",
    "cdp1": "CDP1  after a split, one more pair card considered",
    "cdp": "CDP   after a split, all pair cards considered",
    "td": "TD    the chart below",
}


class GivenShoe:
    """The cards of `--decks`, `--shoe` and `--remove`: counts of the 13 faces, aces first.

    In a shoe given as ten numbers the faces of tens are unknown (`tens_known` is False).
    """

    def __init__(self, rules: Rules, shoe: str | None, removed: str | None) -> None:
        self.tens_known = shoe is None
        if (shoe or removed) and rules.decks == INFINITE:
            raise SudokuError("--shoe and --remove require a finite number of decks")
        full = Unseen.full(rules)
        self._kinds, self.faces = list(full.kinds), list(full.faces)
        if shoe is not None:
            counts = shoe.replace(",", " ").split()
            if len(counts) != 10 or not all(c.isascii() and c.isdigit() for c in counts):
                raise SudokuError(f"shoe {shoe[:40]!r}: expected ten numbers, aces to tens")
            if any(int(count[:9]) > 255 for count in counts):
                raise SudokuError("a shoe has at most 255 cards of a rank")
            self.faces = [*map(int, counts), 0, 0, 0]
        for word in split_cards(removed or "", SUIT_LETTERS.upper() + SUITS):
            name, suit = word.rstrip(SUIT_LETTERS.upper() + SUITS), None
            if name != word:
                suit = (SUIT_LETTERS.upper() + SUITS).index(word[-1]) % len(SUITS)
            face = self.face(name)
            self.faces[face] -= 1
            if suit is not None:
                self._kinds[suit * len(FACES) + face] -= 1
            if self.faces[face] < 0 or min(self._kinds) < 0:
                raise SudokuError(f"not enough cards {word} to remove")
        self.unseen = Unseen(tuple(self._kinds), tuple(self.faces), full.infinite)
        self.counts: Counts = (*self.faces[:TEN], sum(self.faces[TEN:]))
        is_full = self.counts == odds.full_shoe(rules)
        self.title = str(rules) if is_full else f"{rules}, {sum(self.counts)} cards"

    def face(self, word: str) -> int:
        rank = parse_rank(word)
        if rank < TEN or not self.tens_known:
            return rank
        return FACES.index(word.strip().upper().replace("10", "T"))


def _text(*lines: str) -> str:
    return "\n".join([*lines, ""])


def _row(head: str, cells: Iterable[object], form: str = ">7", first: int = 9) -> str:
    return f"{head:<{first}}" + "".join(f"{cell:{form}}" for cell in cells)


def _ends(chances: DealerTotals) -> dict[str, float]:
    totals = {str(total): chance for total, chance in enumerate(chances.totals, 17)}
    return totals | {"blackjack": chances.blackjack, "bust": chances.bust}


def hand_report(rules: Rules, shoe: GivenShoe, hand: str, upcard: str, form: str) -> str:
    if example := EXAMPLES.get(hand.strip()):
        raise SudokuError(f"{hand.strip()} is a total: expected cards, such as {example}")
    words = split_cards(hand)
    ranks = [parse_rank(word) for word in words]
    up = parse_rank(upcard)
    faces = [shoe.face(word) for word in words]
    actions = face = None
    if rules.split == "rank" and len(faces) == 2 and min(faces) >= TEN:
        if faces[0] != faces[1]:
            actions = [each for each in odds.legal_actions(rules, ranks, up) if each != "split"]
        elif shoe.tens_known:
            face = shoe.faces[faces[0]], shoe.face(upcard) == faces[0]
        else:
            raise SudokuError("--split rank requires known ten cards: use --remove, not --shoe")
    found = odds.hand_odds(rules, shoe.counts, ranks, up, actions=actions, face=face)
    insurance = odds.insurance_value(rules, shoe.counts, ranks) if up == 0 else None
    cards, ends = ",".join(words).upper(), _ends(found.dealer)
    if form == "json":
        data: dict[str, Any] = {
            "hand": cards,
            "upcard": upcard.upper(),
            "ev": found.values,
            "best": found.best,
            "dealer": ends,
            "rules": rules.to_json(),
            "shoe": shoe.counts,
        }
        return to_json(data if insurance is None else data | {"insurance": insurance})
    if form == "tsv":
        return "".join(f"{name}\t{value!r}\n" for name, value in found.values.items())
    lines = [f"{cards} against {upcard.upper()} · {shoe.title}"]
    for action, value in sorted(found.values.items(), key=lambda item: -item[1]):
        lines.append(f"{action:<10} {value:+.9f}" + "   best" * (action == found.best))
    if insurance is not None:
        lines.append(f"{'insurance':<10} {insurance:+.9f}   per unit insured")
    shown = ", ".join(f"{end} {chance:.2%}" for end, chance in ends.items() if chance)
    return _text(*lines, f"dealer: {shown}")


def house_report(rules: Rules, shoe: GivenShoe, form: str, verbose: bool) -> str:
    house = House(rules, shoe.counts)
    as_strategy = write_strategy(Strategy(((LOWEST, house.chart),)))
    if form == "strategy":
        return f"# {shoe.title}\n{as_strategy}"
    dealer = {RANKS[upcard]: _ends(chances) for upcard, chances in house.dealer.items()}
    names = next(iter(dealer.values()))
    if form == "tsv":
        before = (("ev", name, repr(ev)) for name, ev in house.ev.items())
        after = (("dealer", up, *map(repr, ends.values())) for up, ends in dealer.items())
        header = "\t".join(("dealer", "upcard", *names))
        return _text(*map("\t".join, before), as_strategy + header, *map("\t".join, after))
    sections = {
        section: {hand: cells for _, hand, cells in rows}
        for section, rows in groupby(house.chart.rows(), key=lambda row: row[0])
    }
    if form == "json":
        chart = {
            section: {hand: dict(zip(UPCARDS, cells, strict=True)) for hand, cells in rows.items()}
            for section, rows in sections.items()
        }
        data = {"rules": rules.to_json(), "shoe": shoe.counts, "ev": house.ev, "chart": chart}
        return to_json(data | {"dealer": dealer})
    lines = [shoe.title, "", "The player's expected value of a round, per unit bet"]
    shown = EXPLAINED if verbose else ("cdz", "td")
    lines += [f"  {house.ev[name]:+.9f}  {EXPLAINED[name]}" for name in shown]
    for section, rows in sections.items():
        lines += ["", _row("", UPCARDS, "<4").rstrip()]
        lines += [_row(f"{section} {hand}", cells, "<4").rstrip() for hand, cells in rows.items()]
    lines += ["", LEGEND, "", "The dealer's final totals, by the upcard", _row("", names, ">10", 5)]
    for upcard, ends in dealer.items():
        lines.append(_row(upcard, (f"{chance:.6f}" for chance in ends.values()), ">10", 5))
    return _text(*lines)


Row = dict[str, Any]
"""Two cards against an upcard: the chance of the deal, and the value of every action."""

Deal = tuple[tuple[int, ...], int, Row]  # A hand, the index of the upcard, and their row.


def _deals(rules: Rules, counts: Counts) -> list[Deal]:
    kernel = odds.kernel_for(rules, counts)
    deals: list[Deal] = []
    for (a, b), upcard, chance, blackjack, values in deals_of(rules, counts, kernel):
        actions = odds.legal_actions(rules, (a, b), upcard)
        ev = odds.action_values(rules, values, (a, b), blackjack, actions)
        # In the usual order: A7, T2.
        hand = RANKS[a] + RANKS[b] if a == 0 else RANKS[b] + RANKS[a]
        row = {"hand": hand, "upcard": RANKS[upcard], "chance": chance, "ev": ev}
        deals.append(((a, b), odds.UPCARDS.index(upcard), row | {"best": odds.best_action(ev)}))
    return deals


def all_report(rules: Rules, shoe: GivenShoe, form: str) -> str:
    odds.check_shoe(rules, shoe.counts)
    deals = sorted(_deals(rules, shoe.counts), key=lambda deal: deal[:2])
    rows = [row for _, _, row in deals]
    if form == "json":
        return to_json({"rules": rules.to_json(), "shoe": shoe.counts, "hands": rows})
    shown = tuple(odds.LETTERS.values())
    if form != "text":
        header = ("hand", "upcard", "chance", *shown, "best")
        return table(
            header, ([(row | row["ev"]).get(name, "") for name in header] for row in rows), form
        )
    lines = [
        shoe.title,
        "",
        "The player's expected value of every action, per unit bet; the best one",
    ]
    letters = {action: letter for letter, action in odds.LETTERS.items()}
    for hand, group in groupby(rows, key=lambda row: row["hand"]):
        of_upcard = {row["upcard"]: row for row in group}
        lines += ["", _row(hand, UPCARDS)]
        columns = [of_upcard.get(upcard, {"ev": {}}) for upcard in UPCARDS]
        for action in shown:
            values = [row["ev"].get(action) for row in columns]
            if any(value is not None for value in values):
                lines.append(_row(action, map(_short, values)))
        best = (letters.get(row.get("best", ""), "") for row in columns)
        lines.append(_row("best", best).rstrip())
    return _text(*lines)


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
    base = House(rules).ev
    found = []
    for option, changed in changes(rules):
        with suppress(SudokuError):
            ev = House(changed).ev
            found.append((option, ev, {name: ev[name] - base[name] for name in ev}))
    found.sort(key=lambda row: -row[1]["cdz"])
    if form == "json":
        keys = ("option", "ev", "difference")
        options = [dict(zip(keys, row, strict=True)) for row in found]
        return to_json({"rules": rules.to_json(), "ev": base, "options": options})
    if form != "text":
        header = ("option", "ev_cdz", "ev_td", "difference_cdz", "difference_td")
        rows = ((o, ev["cdz"], ev["td"], more["cdz"], more["td"]) for o, ev, more in found)
        return table(header, rows, form)
    lines = [
        str(rules),
        "",
        "The player's expected value of a round in percent of the bet, and its change if one",
        "option is changed. The house edge changes by the same amount, with opposite sign.",
        "",
        _row("", ("exact cards (CDZ-)", "chart (TD)"), ">24", 22),
        f"{'':<22}{100 * base['cdz']:>+14.4f}{'':>10}{100 * base['td']:>+14.4f}",
    ]
    for option, ev, more in found:
        cells = (f"{100 * ev[name]:>+14.4f}{100 * more[name]:>+10.4f}" for name in ("cdz", "td"))
        lines.append(_row(option, cells, "", 22))
    return _text(*lines)


MOST_VALUABLE = 25  # The indices that are listed without --all, --top and --range.

INDEX_HEADER = ("section", "hand", "upcard", "below", "from", "count", "exact", "gain")


def indices_report(
    rules: Rules,
    counting: str,
    form: str,
    top: int | None,
    within: tuple[int, int] | None,
    every: bool,
) -> str:
    system = counting_for(counting, rules)
    counter = Counter(rules, system)
    found = indices(rules, system)
    if form == "text" and not (every or top or within):
        top = MOST_VALUABLE
    low, high = within or (LOWEST, -LOWEST)
    chosen = [index for index in index_gains(counter, found) if low <= index.start <= high]
    kept = sorted(chosen, key=lambda index: -index.gain)[:top] if top else chosen
    if form == "strategy":
        return f"# {rules}\n" + write_strategy(strategy_of(rules, system.name, kept))
    rows: list[tuple[Any, ...]] = []
    for change, _, *figures in kept:
        cells: tuple[str, ...] = ("insurance", "", "A", "never", "always")
        if change is not None:
            cells = (*row_of(change.place), RANKS[change.place[2]], change.before, change.after)
        rows.append((*cells, *figures))
    if form in ("tsv", "csv"):
        return table(INDEX_HEADER, rows, form)
    point, parts = system.playing, system.playing.parts
    changed = [row for row in rows if row[0] != "insurance"]
    data = {
        "rules": rules.to_json(),
        "counting": system.name,
        "tags": [tag // parts if tag % parts == 0 else tag / parts for tag in point.tags],
        "efficiency": efficiency(rules, system)._asdict(),
        "initial_count": None if point.initial is None else point.initial // parts,
        "key_count": counter.key_count(),
        "pivot": system.pivot,
        "insurance": {"count": found.strategy.insurance, "exact": found.insurance},
        "changes": [dict(zip(INDEX_HEADER, row, strict=True)) for row in changed],
    }
    if form == "json":
        return to_json(data)
    return _indices_text(counter, data, rows, len(chosen) - len(kept))


def _indices_text(
    counter: Counter, data: dict[str, Any], rows: list[tuple[Any, ...]], hidden: int
) -> str:
    rules, system = counter.rules, counter.counting
    rounded = "running count" if system.pivot is not None else "true count (rounded down)"
    counts = f"advantage from {system.kind} {data['key_count']:+.1f}"
    if data["initial_count"] is not None:
        begins = f"initial running count {data['initial_count']:+d}"
        counts = f"{begins} · {counts} (key count) · pivot {system.pivot:+d}"
    worth = "betting correlation {betting:.2f} · playing efficiency {playing:.2f} · "
    worth += "insurance correlation {insurance:.2f}"
    line = "{:<10}{:<8}{:<7}{:<7}{:>5}{:>9}{:>9}".format
    return _text(
        f"{system.name} · {rules}",
        worth.format_map(data["efficiency"]),
        counts,
        "",
        f"The {rounded} from which another action is best, the exact",
        "count at which both have the same value, and the gain in bets per 100 rounds",
        "",
        line("hand", *INDEX_HEADER[2:]),
        *(
            line(f"{section} {hand}", *plays, f"{start:+}", f"{exact:+.2f}", f"{gain:.4f}")
            for section, hand, *plays, start, exact, gain in rows
        ),
        "",
        LEGEND.replace("; ", ";\n"),
        *([f"{hidden} more indices gain less; --all lists them"] if hidden else []),
    )
