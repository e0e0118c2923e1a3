"""`blackjack odds`: exact odds as text, TSV or JSON."""

from __future__ import annotations

from typing import Any

from sudokutools.blackjack.cards import FACES, RANKS, TEN, parse_rank, split_cards
from sudokutools.blackjack.dealer import Counts, DealerTotals
from sudokutools.blackjack.house import House, house_odds
from sudokutools.blackjack.odds import (
    UPCARDS,
    HandOdds,
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
        self._faces = [full_shoe(rules)[0]] * len(FACES)
        if shoe is not None:
            counts = shoe.replace(",", " ").split()
            if len(counts) != 10 or not all(c.isascii() and c.isdigit() for c in counts):
                raise SudokuError(f"shoe {shoe[:40]!r}: expected ten numbers, aces to tens")
            if any(int(count[:9]) > 255 for count in counts):
                raise SudokuError("a shoe has at most 255 cards of a rank")
            self._faces = [*(int(count) for count in counts), 0, 0, 0]
        for word in split_cards(removed or ""):
            face = self.face(word)
            self._faces[face] -= 1
            if self._faces[face] < 0:
                raise SudokuError(f"not enough cards {word} to remove")

    def face(self, word: str) -> int:
        """Return the index into FACES of a written card."""
        rank = parse_rank(word)
        if rank < TEN or not self.tens_known:
            return rank
        return FACES.index(word.strip().upper().replace("10", "T"))

    def describe(self, rules: Rules) -> str:
        """Describe the rules, and the number of cards if the shoe is not full."""
        if self.counts == full_shoe(rules):
            return str(rules)
        return f"{rules}, {sum(self.counts)} cards"

    @property
    def counts(self) -> Counts:
        return (*self._faces[:TEN], sum(self._faces[TEN:]))

    def split_face(self, rules: Rules, hand: list[str], upcard: str) -> tuple[int, bool] | None:
        """Return the `face` argument of `hand_odds` for a pair of tens with the same face."""
        faces = [self.face(word) for word in hand]
        if rules.split == "value" or len(faces) != 2 or min(faces) < TEN:
            return None
        if not self.tens_known:
            raise SudokuError("--split rank requires known ten cards: use --remove, not --shoe")
        return self._faces[faces[0]], self.face(upcard) == faces[0]


def hand_report(rules: Rules, shoe: GivenShoe, hand: str, upcard: str, form: str) -> str:
    """Write the odds of one hand against an upcard."""
    if example := EXAMPLES.get(hand.strip()):
        raise SudokuError(f"{hand.strip()} is a total: expected cards, such as {example}")
    words = split_cards(hand)
    ranks = [parse_rank(word) for word in words]
    up = parse_rank(upcard)
    faces = [shoe.face(word) for word in words]
    actions = None
    if rules.split == "rank" and len(set(faces)) == 2 and min(faces) >= TEN:
        actions = [a for a in legal_actions(rules, ranks) if a != "split"]
    face = shoe.split_face(rules, words, upcard) if actions is None else None
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
        rows = [(name, repr(value)) for name, value in odds.values.items()]
        return "".join(f"{name}\t{value}\n" for name, value in rows)
    title = f"{','.join(words).upper()} against {upcard.upper()} · {shoe.describe(rules)}"
    return _hand_text(title, odds, insurance)


def _hand_text(title: str, odds: HandOdds, insurance: float | None) -> str:
    lines = [title]
    for action, value in sorted(odds.values.items(), key=lambda item: -item[1]):
        mark = "   best" if action == odds.best else ""
        lines.append(f"{action:<10} {value:+.9f}{mark}")
    if insurance is not None:
        lines.append(f"{'insurance':<10} {insurance:+.9f}   per unit insured")
    ends = (f"{end} {chance:.2%}" for end, chance in _ends(odds.dealer).items() if chance)
    lines.append("dealer: " + ", ".join(ends))
    return "\n".join(lines) + "\n"


def _ends(chances: DealerTotals) -> dict[str, float]:
    return dict(zip(ENDS, (*chances.totals, chances.blackjack, chances.bust), strict=True))


def house_report(rules: Rules, shoe: GivenShoe, form: str) -> str:
    """Write the odds of a set of rules."""
    house = house_odds(rules, shoe.counts)
    if form == "json":
        return to_json(_house_data(rules, shoe, house))
    if form == "tsv":
        return _house_tsv(house)
    return _house_text(shoe.describe(rules), house)


def _house_data(rules: Rules, shoe: GivenShoe, house: House) -> dict[str, Any]:
    chart: dict[str, dict[str, dict[str, str]]] = {}
    for section, hand, cells in house.chart.rows():
        upcards = (RANKS[upcard] for upcard in UPCARDS)
        chart.setdefault(section, {})[hand] = dict(zip(upcards, cells, strict=True))
    return {
        "rules": rules.to_json(),
        "shoe": shoe.counts,
        "ev": house.ev,
        "chart": chart,
        "dealer": {RANKS[upcard]: _ends(chances) for upcard, chances in house.dealer.items()},
    }


def _house_tsv(house: House) -> str:
    rows: list[tuple[str, ...]] = [("ev", name, repr(ev)) for name, ev in house.ev.items()]
    upcards = tuple(RANKS[upcard] for upcard in UPCARDS)
    rows.append(("chart", "section", "hand", *upcards))
    rows += [("chart", section, hand, *cells) for section, hand, cells in house.chart.rows()]
    rows.append(("dealer", "upcard", *ENDS))
    for upcard, chances in house.dealer.items():
        rows.append(("dealer", RANKS[upcard], *map(repr, _ends(chances).values())))
    return "".join("\t".join(row) + "\n" for row in rows)


def _house_text(title: str, house: House) -> str:
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
    for upcard, chances in house.dealer.items():
        row = "".join(f"{chance:>10.6f}" for chance in _ends(chances).values())
        lines.append(f"{RANKS[upcard]:<5}{row}")
    return "\n".join(lines) + "\n"
