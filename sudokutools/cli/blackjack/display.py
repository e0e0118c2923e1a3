"""The table on a terminal or in a pipe, and the statistics at the end.

Every line is written once, and nothing is redrawn.

    Round 2 · 6 decks S17 DAS 3:2 · 290 cards left
    Dealer  A♥ ??
    North   7♦ 7♥  14       bet 10
    South   A♠ 5♣  soft 16  bet 10.50

Every action is followed by an indented line with the new hand; the results have one line per hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from sudokutools._support import core
from sudokutools._support.terminal import visible
from sudokutools.blackjack.cards import ACE, FACES, TEN, Card
from sudokutools.blackjack.dealer import DealerTotals
from sudokutools.blackjack.game import Event, Question, Round
from sudokutools.blackjack.house import House
from sudokutools.blackjack.player import KINDS, Hand, Player, Seat, Tally, is_blackjack, money
from sudokutools.blackjack.practice import Score
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.shoe import deck
from sudokutools.blackjack.side_bets import Unseen, value, words
from sudokutools.cli.blackjack.text import GAP, JOINT, amounts, columns, counted, pad, width, wrap
from sudokutools.cli.run.output import Output
from sudokutools.errors import SudokuError

BOLD, RED, GREEN = 1, 31, 32
HIDDEN = "??"
INTERRUPTED = {
    "void": "Interrupted: this round is void and its bets are returned.",
    "forfeited": "Interrupted: this round is forfeited and its bets are lost.",
}
DONE = {"stand": "stands", "surrender": "surrenders", "keep": "keeps"}

Row = list[str]


class Painter:
    def __init__(self, color: bool, use_ascii: bool, columns: int = 80) -> None:
        self.color = color
        self.ascii = use_ascii
        self.columns = columns
        self._cards = {
            card: self._paint(card.code if use_ascii else str(card), RED * (card.suit in (1, 2)))
            for card in deck()
        }

    def card(self, card: Card) -> str:
        return self._cards[card]

    def _paint(self, text: str, code: int) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and code else text

    def headline(self, text: str) -> str:
        return self._paint(text, BOLD)

    def profit(self, text: str) -> str:
        return self._paint(text, GREEN) if "+" in text else text

    def cards(self, cards: Sequence[Card]) -> str:
        return " ".join(map(self._cards.__getitem__, cards))

    def line(self, line: str, hang: int | None = None) -> str:
        if self.ascii:
            line = line.replace("·", "-")
        return wrap(line, self.columns, hang=hang).rstrip() + "\n"


class TableScreen:
    """Show a round: `begin` with the deal, `update` after every answer, and `end`."""

    def __init__(self, output: Output, painter: Painter, players: Sequence[Player]) -> None:
        self._output = output
        self._painter = painter
        self._width = max(width(visible(player.name)) for player in players)
        self._players = players
        self.score = Score()
        self._rules: Rules | None = None
        self._title = self._chances = ""
        self._shown = 0
        self._awaits_peek = False

    def resume(self, rules: Rules) -> None:
        """Continue after rounds that were shown elsewhere."""
        self._rules, self._title = rules, str(rules)

    def write(self, *lines: str, hang: int | None = None) -> None:
        self._output.write("".join(self._painter.line(line, hang) for line in lines))

    def begin(self, round_: Round, *remarks: str) -> None:
        if self._rules is not round_.rules:
            self._rules, self._title = round_.rules, str(round_.rules)
        header = f"{JOINT}· ".join([f"Round {round_.number}", self._title, *remarks])
        self.write(self._painter.headline(header))
        hidden = f" {HIDDEN}" if round_.rules.peek else ""
        rows = [["Dealer", self._painter.card(round_.upcard) + hidden]]
        bets = amounts([seat.bet for seat in round_.seats])
        for seat, bet in zip(round_.seats, bets, strict=True):
            sides = [f"{stake.bet.name} {money(stake.amount)}" for stake in seat.stakes]
            rows.append([*self._hand(seat, 0), ", ".join([f"bet {bet}", *sides])])
        self.write(*self._lines(rows))
        for seat in round_.seats:
            for stake in seat.stakes:
                if stake.won is not None:
                    hand, pays = stake.won
                    paid = f"{words(hand)}, {stake.bet.name} pays {pays} to 1"
                    self.write(f"{GAP}{visible(seat.name)}: {paid}")
        self._shown = len(round_.events)
        self._awaits_peek = round_.rules.peek and round_.upcard.rank in (ACE, TEN)
        self._chances = ""
        self._peek(round_)

    def update(self, round_: Round) -> None:
        rows = self._happened(round_.events[self._shown :])
        self._shown = len(round_.events)
        self.write(*(f"{GAP}{row}" for row in columns(list(rows))))
        self._peek(round_)  # Answers before the dealer peeked were about surrender.

    def _peek(self, round_: Round) -> None:
        """Write the result of peeking under an ace or ten, after all insurance questions."""
        is_before = round_.question is not None and "stand" not in round_.question.actions
        if is_before or not self._awaits_peek:
            return
        self._awaits_peek = False
        if is_blackjack(round_.dealer):
            self.write("The dealer has a blackjack.")
            return
        insured = [seat for seat in round_.seats if seat.insurance]
        lost = ", ".join(f"{visible(s.name)} {money(s.insurance)}" for s in insured)
        more = f" Insurance lost: {lost}." if lost else ""
        self.write(f"The dealer peeks: no blackjack.{more}")

    def _happened(self, events: Sequence[Event]) -> Iterator[Row]:
        action = ""
        shown: list[Hand] = []
        drawn = [event.hand for event in events if event.kind == "card"]
        for kind, seat, hand in events:
            if hand in shown:
                continue
            if kind == "split":
                shown = seat.hands
                for at, each in enumerate(shown):
                    remark = self._remark(each, "card" if each in drawn else "")
                    yield [*self._hand(seat, at), remark]
            elif kind in ("hit", "double"):
                action = kind
            else:
                what = action if kind == "card" and action else kind
                yield [*self._hand(seat, seat.hands.index(hand)), self._remark(hand, what)]
                action = ""

    def _remark(self, hand: Hand, kind: str) -> str:
        if len(hand.cards) == 1:
            return "waits"
        if kind == "card":
            return f"(new: {self._painter.card(hand.cards[-1])})"
        words = [f"doubled to {money(hand.bet)}"] if kind == "double" else []
        if hand.is_bust:
            words.append("busts")
        return ", ".join(words) or DONE.get(kind, "")

    def _hand(self, seat: Seat, at: int) -> Row:
        cards = seat.hands[at].cards
        worth = seat.hands[at].describe() if len(cards) > 1 else ""
        return [self.label(seat, at), self._painter.cards(cards), worth]

    def label(self, seat: Seat, at: int) -> str:
        number = f" {at + 1}/{len(seat.hands)}" if len(seat.hands) > 1 else ""
        return visible(seat.name) + number

    def question(self, round_: Round, question: Question) -> str:
        """Return the beginning of a question: `North 7♦ 7♥ (14) against A`."""
        seat = question.seat
        label, cards, worth = self._hand(seat, seat.hands.index(question.hand))
        upcard = FACES[round_.upcard.face].replace("T", "10")
        return f"{label} {cards} ({worth}) against {upcard}"

    def chances(self, dealer: DealerTotals) -> None:
        ends = [f"{total} {chance:.1%}" for total, chance in enumerate(dealer.totals, 17)]
        if dealer.blackjack:
            ends.append(f"blackjack {dealer.blackjack:.1%}")
        line = f"{GAP}Dealer: {', '.join(ends)}, bust {dealer.bust:.1%}"
        if line != self._chances:
            self._chances = line
            self.write(line)

    def end(self, round_: Round) -> None:
        if round_.ended:
            self.write(INTERRUPTED[round_.ended])
            return
        self.update(round_)
        hand = Hand(0, round_.dealer)
        remark = "bust" if hand.is_bust else "does not draw" if hand.total < 17 else ""
        dealer = ["Dealer", self._painter.cards(hand.cards), hand.describe(), remark]
        results = self._results(round_)
        lines = self._lines([dealer, *results])
        if max(map(width, lines)) > self._painter.columns:
            # The players' cards are already on screen.
            lines = self._lines([dealer]) + self._lines([[row[0], *row[2:]] for row in results])
        self.write(*lines, "")

    def _results(self, round_: Round) -> list[Row]:
        found: list[tuple[Row, int]] = []
        lasts: list[Row] = []
        for player, seats in round_.spots.items():
            own = [row for seat in seats for row in self._results_of(seat)]
            if len(own) > 1:
                total = [visible(player.name), "", "total", ""]
                own.append((total, sum(seat.profit for seat in seats)))
            lasts.append(own[-1][0])
            found += own
        rows = [row for row, _ in found]
        for row, profit in zip(rows, amounts([profit for _, profit in found], True), strict=True):
            row.append(self._painter.profit(profit))
        nets = amounts([player.tally.net for player in round_.spots], signed=True)
        bankrolls = amounts([player.bankroll for player in round_.spots])
        for last, net, bankroll in zip(lasts, nets, bankrolls, strict=True):
            last += [cell.replace(" ", JOINT) for cell in (f"net {net}", f"has {bankroll}")]
        return rows

    def _results_of(self, seat: Seat) -> Iterator[tuple[Row, int]]:
        name = visible(seat.name)
        for at, hand in enumerate(seat.hands):
            outcome = "won" if hand.is_natural and hand.profit > 0 else hand.outcome
            yield [*self._hand(seat, at), outcome], hand.profit
        if seat.insurance:
            won = "won" if seat.insurance_profit > 0 else "lost"
            yield [name, "", "insurance", won], seat.insurance_profit
        for stake in seat.stakes:
            yield [name, "", stake.bet.name, words(stake.outcome)], stake.profit

    def _lines(self, rows: Sequence[Row]) -> list[str]:
        least = max(self._width, len("Dealer"))
        return columns([[pad(row[0], least), *row[1:]] for row in rows])

    @property
    def has_begun(self) -> bool:
        return self._rules is not None

    def totals(self, indent: int = 0) -> list[str]:
        limit = self._painter.columns - indent
        headline, *lines = totals_of(self._players, self._rules, limit, self._painter.card)
        return [self._painter.headline(headline), *lines, *[str(self.score)] * bool(self.score)]


Figure = tuple[str, list[str]]  # A heading, and its cell for every player.

# Headings of figures.
HANDS = ("rounds", "hands", "won", "lost", "push", "surrendered")
PROFITS = (*HANDS, "insured", "side bets", "net", "round")
BANKROLLS = ("bought", "bankroll")
COUNTS = ("blackjacks", "doubles", "splits", "busts", "wagered", "highest", "lowest")
RARE = ("surrendered", "insured", "side bets", "bought")  # Shown if somebody has them.
SIGNED = ("insured", "side bets", "net", "round")
MONEY = (*SIGNED, *BANKROLLS, "wagered", "highest", "lowest")
ATTRIBUTES = {"push": "pushed", "insured": "insurance", "side bets": "side", "round": "each"}
"""The attributes that do not have the name of their heading."""


def totals_of(
    players: Sequence[Player], rules: Rules | None, limit: int, paint: Callable[[Card], str]
) -> list[str]:
    """Return a headline and the statistics, as tables if these are not wider than `limit`."""
    rounds = len(set().union(*(player.rounds for player in players)))
    lines = [f"Totals after {counted(rounds, 'round')}"]
    names = [visible(player.name) for player in players]
    tallies = [player.tally for player in players]
    profits = [*_figures(tallies, PROFITS), *_figures(players, BANKROLLS)]
    lines += _lines(names, profits, limit)
    if rules is None or not rounds:
        return lines
    lines += _lines(names, list(_figures(tallies, COUNTS)), limit)
    lines += _lines(names, _course(tallies, rules), limit)
    for name, tally in zip(names, tallies, strict=True):
        lines += _mistakes(name, tally, paint)
    return lines


def _figures(owners: Sequence[Player | Tally], titles: Sequence[str]) -> Iterator[Figure]:
    for title in titles:
        numbers = [getattr(owner, ATTRIBUTES.get(title, title)) for owner in owners]
        if any(numbers) or title not in RARE:
            is_money = title in MONEY
            yield title, amounts(numbers, title in SIGNED) if is_money else [*map(str, numbers)]


def _course(tallies: Sequence[Tally], rules: Rules) -> list[Figure]:
    streaks = [f"{tally.longest_won} won, {tally.longest_lost} lost" for tally in tallies]
    figures: list[Figure] = [("longest streaks", streaks)]
    if house := known_house(rules):
        bets = set().union(*(tally.sides for tally in tallies))
        worth = {bet: value(bet, Unseen.full(rules))[0] for bet in bets}
        expected = [round(tally.expected(house.exact, worth)) for tally in tallies]
        figures.append(("expected", amounts(expected, signed=True)))
        if all(tally.decisions for tally in tallies):  # Otherwise bad play would count as luck.
            luck = [tally.net - cents for tally, cents in zip(tallies, expected, strict=True)]
            figures.append(("luck", amounts(luck, signed=True)))
    return figures


@lru_cache(4)
def known_house(rules: Rules) -> House | None:
    """Return the exact odds of rules; None: the shoe could run out, or it would take too long."""
    with suppress(SudokuError):
        return House(rules) if core.native() is not None else None
    return None


def _lines(names: Sequence[str], figures: Sequence[Figure], limit: int) -> list[str]:
    """Format figures as a table, or as sentences if it is wider than the limit."""
    table = [["", *names]]
    for title, cells in figures:
        wide = max(map(len, [title, *cells]))
        table.append([cell.rjust(wide) for cell in (title, *cells)])
    lines = columns(list(zip(*table, strict=True)))
    if max(map(width, lines)) <= limit:
        return lines
    return [
        f"{name}: " + ", ".join(f"{title}{JOINT}{cells[at].strip()}" for title, cells in figures)
        for at, name in enumerate(names)
    ]


def _mistakes(name: str, tally: Tally, paint: Callable[[Card], str]) -> list[str]:
    if not tally.decisions:
        return []
    made = counted(tally.decisions, "decision")
    deviations = []
    if has := tally.deviations:
        met = counted(int(has["met"]), "deviation")
        cost = f"cost {has['cost']:.4f} bets"
        deviations = [f"{name}: {has['missed']:.0f} of {met} from the chart missed, {cost}"]
    if not tally.wrong:
        return [f"{name}: {made}, none of which differed from the best play", *deviations]
    mistakes = [(kind, *tally.mistakes[kind]) for kind in KINDS if kind in tally.mistakes]
    kinds = ", ".join(f"{kind} {count} ({money(round(cost))})" for kind, count, cost in mistakes)
    cost = money(round(tally.cost))
    rows = []
    for mistake in tally.costliest:
        cards = " ".join(map(paint, mistake.cards))
        worth = Hand(0, list(mistake.cards)).describe()
        upcard = FACES[mistake.upcard.face].replace("T", "10")
        count = "" if mistake.level is None else f" at a count of {mistake.level:+d}"
        rows.append(
            [
                money(round(mistake.cost)),
                f"round {mistake.round_number}",
                f"{cards} ({worth}) against {upcard}",
                f"{mistake.answer} instead of {mistake.best}{count}",
            ]
        )
    return [
        f"{name}: {tally.wrong} of {made} differed from the best play and cost {cost}: {kinds}",
        *(GAP + line for line in columns(rows)),
        *deviations,
    ]
