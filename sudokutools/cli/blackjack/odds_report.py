"""`blackjack odds`: exact odds as text, TSV or JSON."""

from __future__ import annotations

from typing import Any

from sudokutools.blackjack.cards import FACES, RANKS, TEN, parse_rank, split_cards
from sudokutools.blackjack.dealer import Counts, DealerTotals
from sudokutools.blackjack.house import House, house_odds
from sudokutools.blackjack.odds import (
    UPCARDS,
    full_shoe,
    hand_odds,
    insurance_value,
    legal_actions,
)
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.cli.blackjack.text import to_json
from sudokutools.errors import SudokuError

ENDS = ("17", "18", "19", "20", "21", "blackjack", "bust")
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
        self.faces = [full_shoe(rules)[0]] * len(FACES)
        if shoe is not None:
            counts = shoe.replace(",", " ").split()
            if len(counts) != 10 or not all(c.isascii() and c.isdigit() for c in counts):
                raise SudokuError(f"shoe {shoe[:40]!r}: expected ten numbers, aces to tens")
            if any(int(count[:9]) > 255 for count in counts):
                raise SudokuError("a shoe has at most 255 cards of a rank")
            self.faces = [*(int(count) for count in counts), 0, 0, 0]
        for word in split_cards(removed or ""):
            face = self.face(word)
            self.faces[face] -= 1
            if self.faces[face] < 0:
                raise SudokuError(f"not enough cards {word} to remove")

    def face(self, word: str) -> int:
        """Return the index into FACES of a written card."""
        rank = parse_rank(word)
        if rank < TEN or not self.tens_known:
            return rank
        return FACES.index(word.strip().upper().replace("10", "T"))

    def describe(self, rules: Rules) -> str:
        if self.counts == full_shoe(rules):
            return str(rules)
        return f"{rules}, {sum(self.counts)} cards"

    @property
    def counts(self) -> Counts:
        return (*self.faces[:TEN], sum(self.faces[TEN:]))


def hand_report(rules: Rules, shoe: GivenShoe, hand: str, upcard: str, form: str) -> str:
    """Write the odds of one hand against an upcard."""
    if example := EXAMPLES.get(hand.strip()):
        raise SudokuError(f"{hand.strip()} is a total: expected cards, such as {example}")
    words = split_cards(hand)
    ranks = [parse_rank(word) for word in words]
    up = parse_rank(upcard)
    faces = [shoe.face(word) for word in words]
    actions = face = None
    if rules.split == "rank" and len(faces) == 2 and min(faces) >= TEN:
        if faces[0] != faces[1]:
            actions = [action for action in legal_actions(rules, ranks) if action != "split"]
        elif shoe.tens_known:
            face = shoe.faces[faces[0]], shoe.face(upcard) == faces[0]
        else:
            raise SudokuError("--split rank requires known ten cards: use --remove, not --shoe")
    odds = hand_odds(rules, shoe.counts, ranks, up, actions=actions, face=face)
    insurance = insurance_value(rules, shoe.counts, ranks) if up == 0 else None
    if form == "json":
        data: dict[str, Any] = {
            "hand": ",".join(words).upper(),
            "upcard": upcard.upper(),
            "ev": odds.values,
            "best": odds.best,
            "dealer": _ends(odds.dealer),
            "rules": rules.to_json(),
            "shoe": shoe.counts,
        }
        if insurance is not None:
            data["insurance"] = insurance
        return to_json(data)
    if form == "tsv":
        return "".join(f"{name}\t{value!r}\n" for name, value in odds.values.items())
    lines = [f"{','.join(words).upper()} against {upcard.upper()} · {shoe.describe(rules)}"]
    for action, value in sorted(odds.values.items(), key=lambda item: -item[1]):
        mark = "   best" if action == odds.best else ""
        lines.append(f"{action:<10} {value:+.9f}{mark}")
    if insurance is not None:
        lines.append(f"{'insurance':<10} {insurance:+.9f}   per unit insured")
    ends = (f"{end} {chance:.2%}" for end, chance in _ends(odds.dealer).items() if chance)
    return "\n".join([*lines, "dealer: " + ", ".join(ends)]) + "\n"


def _ends(chances: DealerTotals) -> dict[str, float]:
    return dict(zip(ENDS, (*chances.totals, chances.blackjack, chances.bust), strict=True))


def house_report(rules: Rules, shoe: GivenShoe, form: str) -> str:
    """Write the odds of a set of rules."""
    house = house_odds(rules, shoe.counts)
    upcards = [RANKS[upcard] for upcard in UPCARDS]
    rows = list(house.chart.rows())
    dealer = {RANKS[upcard]: _ends(chances) for upcard, chances in house.dealer.items()}
    if form == "tsv":
        cells: list[tuple[str, ...]] = [("ev", name, repr(ev)) for name, ev in house.ev.items()]
        cells += [("chart", "section", "hand", *upcards)]
        cells += [("chart", *hand, *row) for *hand, row in rows]
        cells += [("dealer", "upcard", *ENDS)]
        cells += [("dealer", up, *map(repr, ends.values())) for up, ends in dealer.items()]
        return "".join("\t".join(row) + "\n" for row in cells)
    if form == "text":
        return _house_text(shoe.describe(rules), house, dealer)
    chart: dict[str, dict[str, dict[str, str]]] = {}
    for section, hand, row in rows:
        chart.setdefault(section, {})[hand] = dict(zip(upcards, row, strict=True))
    data = {"rules": rules.to_json(), "shoe": shoe.counts, "ev": house.ev, "chart": chart}
    return to_json(data | {"dealer": dealer})


def _house_text(title: str, house: House, dealer: dict[str, dict[str, float]]) -> str:
    lines = [title, "", "The player's expected value of a round, per unit bet"]
    for name, explained in EXPLAINED.items():
        lines.append(f"  {house.ev[name]:+.9f}  {explained}")
    header = " " * 9 + "".join(f"{RANKS[upcard]:<4}" for upcard in UPCARDS).rstrip()
    before = ""
    for section, hand, cells in house.chart.rows():
        if section != before:
            lines += ["", header]
            before = section
        lines.append(f"{section} {hand:<4}" + "".join(f"{cell:<4}" for cell in cells).rstrip())
    lines += [
        "",
        LEGEND,
        "",
        "The dealer's final totals, by the upcard",
        " " * 5 + "".join(f"{end:>10}" for end in ENDS),
    ]
    for upcard, ends in dealer.items():
        lines.append(f"{upcard:<5}" + "".join(f"{chance:>10.6f}" for chance in ends.values()))
    return "\n".join(lines) + "\n"
