"""The table on a terminal or in a pipe. Every line is written once, and nothing is redrawn.

    Round 2 · 6 decks S17 DAS 3:2 · 290 cards left
    Dealer  A♥ ??
    North   7♦ 7♥  14       bet 10
    South   A♠ 5♣  soft 16  bet 10.50

Every action is followed by an indented line with the new hand; the results have one line per hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokutools._support.terminal import visible
from sudokutools.blackjack.cards import ACE, FACES, TEN, Card
from sudokutools.blackjack.dealer import DealerTotals
from sudokutools.blackjack.game import Event, Question, Round
from sudokutools.blackjack.player import Hand, Player, Seat, is_blackjack, money
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.shoe import deck
from sudokutools.cli.blackjack.text import GAP, JOINT, amounts, columns, pad, width, wrap
from sudokutools.cli.blackjack.totals import totals
from sudokutools.cli.run.output import Output

BOLD, RED, GREEN = 1, 31, 32
HIDDEN = "??"
INTERRUPTED = {
    "void": "Interrupted: this round is void and its bets are returned.",
    "forfeited": "Interrupted: this round is forfeited and its bets are lost.",
}
DONE = {"stand": "stands", "surrender": "surrenders", "keep": "keeps"}

Row = list[str]


class Painter:
    """Write cards and lines for a terminal that is `columns` wide."""

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
        self._rules: Rules | None = None
        self._title = self._chances = ""
        self._told = 0
        self._awaits_peek = False

    def resume(self, rules: Rules) -> None:
        """Continue after rounds that were shown elsewhere."""
        self._rules, self._title = rules, str(rules)

    def write(self, line: str = "", hang: int | None = None) -> None:
        self._output.write(self._painter.line(line, hang))

    def begin(self, round_: Round, *remarks: str) -> None:
        """Write the header, the dealer's upcard and all hands as dealt."""
        if self._rules is not round_.rules:
            self._rules, self._title = round_.rules, str(round_.rules)
        header = f"{JOINT}· ".join([f"Round {round_.number}", self._title, *remarks])
        self.write(self._painter.headline(header))
        hidden = f" {HIDDEN}" if round_.rules.peek else ""
        rows = [["Dealer", self._painter.card(round_.upcard) + hidden]]
        bets = amounts([seat.bet for seat in round_.seats])
        for seat, bet in zip(round_.seats, bets, strict=True):
            rows.append([*self._hand(seat, 0), f"bet {bet}"])
        self._write(*self._lines(rows))
        self._told = len(round_.events)
        self._awaits_peek = round_.rules.peek and round_.upcard.rank in (ACE, TEN)
        self._chances = ""
        self._peek(round_)

    def update(self, round_: Round) -> None:
        """Write the events since the last call."""
        rows = self._happened(round_.events[self._told :])
        self._told = len(round_.events)
        for row in columns(list(rows)):
            self.write(f"{GAP}{row}")
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
        lost = ", ".join(f"{visible(s.player.name)} {money(s.insurance)}" for s in insured)
        more = f" Insurance lost: {lost}." if lost else ""
        self.write(f"The dealer peeks: no blackjack.{more}")

    def _happened(self, events: Sequence[Event]) -> Iterator[Row]:
        """Yield a row for every hand that changed; after a split, for all of its hands."""
        action = ""
        told: list[Hand] = []
        drawn = [event.hand for event in events if event.kind == "card" and event.hand]
        for event in events:
            seat, hand = event.seat, event.hand
            if seat is None or hand is None or hand in told:
                continue
            if event.kind == "split":
                told = seat.hands
                for at, each in enumerate(told):
                    remark = self._remark(each, "card" if each in drawn else "")
                    yield [*self._hand(seat, at), remark]
            elif event.kind in ("hit", "double"):
                action = event.kind
            else:
                kind = action if event.kind == "card" and action else event.kind
                yield [*self._hand(seat, seat.hands.index(hand)), self._remark(hand, kind)]
                action = ""

    def _remark(self, hand: Hand, kind: str) -> str:
        """Describe a change of a hand: an action, or a card after a split."""
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
        worth = value(seat.hands[at]) if len(cards) > 1 else ""
        return [self.label(seat, at), self._painter.cards(cards), worth]

    def label(self, seat: Seat, at: int) -> str:
        number = f" {at + 1}/{len(seat.hands)}" if len(seat.hands) > 1 else ""
        return visible(seat.player.name) + number

    def question(self, round_: Round, question: Question) -> str:
        """Return the beginning of a question: `North 7♦ 7♥ (14) against A`."""
        seat = question.seat
        label, cards, worth = self._hand(seat, seat.hands.index(question.hand))
        upcard = FACES[round_.upcard.face].replace("T", "10")
        return f"{label} {cards} ({worth}) against {upcard}"

    def chances(self, dealer: DealerTotals) -> None:
        """Write the chances of the dealer's final hands if they have changed."""
        ends = [f"{total} {chance:.1%}" for total, chance in enumerate(dealer.totals, 17)]
        if dealer.blackjack:
            ends.append(f"blackjack {dealer.blackjack:.1%}")
        line = f"{GAP}Dealer: {', '.join(ends)}, bust {dealer.bust:.1%}"
        if line != self._chances:
            self._chances = line
            self.write(line)

    def end(self, round_: Round) -> None:
        """Write the dealer's hand, all results and the bankrolls."""
        if round_.ended:
            self.write(INTERRUPTED[round_.ended])
            return
        self.update(round_)
        hand = Hand(0, round_.dealer)
        remark = "bust" if hand.is_bust else "does not draw" if hand.total < 17 else ""
        dealer = ["Dealer", self._painter.cards(hand.cards), value(hand), remark]
        results = self._results(round_.seats)
        lines = self._lines([dealer, *results])
        if max(map(width, lines)) > self._painter.columns:
            # The players' cards are already on screen.
            lines = self._lines([dealer]) + self._lines([[row[0], *row[2:]] for row in results])
        self._write(*lines, "")

    def _results(self, seats: Sequence[Seat]) -> list[Row]:
        """Return the rows of results: one per hand, one for insurance, and the total."""
        rows: list[Row] = []
        profits: list[int] = []
        lasts: list[int] = []
        for seat in seats:
            name = self.label(seat, 0) if len(seat.hands) == 1 else visible(seat.player.name)
            for at, hand in enumerate(seat.hands):
                outcome = "won" if hand.is_natural and hand.profit > 0 else hand.outcome
                rows.append([*self._hand(seat, at), outcome])
                profits.append(hand.profit)
            if seat.insurance:
                won = "won" if seat.insurance_profit > 0 else "lost"
                rows.append([name, "", "insurance", won])
                profits.append(seat.insurance_profit)
            if len(seat.hands) > 1 or seat.insurance:
                rows.append([name, "", "total", ""])
                profits.append(seat.profit)
            lasts.append(len(rows) - 1)
        for row, profit in zip(rows, amounts(profits, signed=True), strict=True):
            row.append(self._painter.profit(profit))
        nets = amounts([seat.player.tally.net for seat in seats], signed=True)
        bankrolls = amounts([seat.player.bankroll for seat in seats])
        for last, net, bankroll in zip(lasts, nets, bankrolls, strict=True):
            cells = f"net {net}", f"has {bankroll}"
            rows[last] += [cell.replace(" ", JOINT) for cell in cells]
        return rows

    def _lines(self, rows: Sequence[Row]) -> list[str]:
        """Align rows, with names padded to the widest of the table."""
        least = max(self._width, len("Dealer"))
        return columns([[pad(row[0], least), *row[1:]] for row in rows])

    def _write(self, *lines: str) -> None:
        self._output.write("".join(map(self._painter.line, lines)))

    @property
    def has_begun(self) -> bool:
        return self._rules is not None

    def totals(self, indent: int = 0) -> list[str]:
        limit = self._painter.columns - indent
        headline, *lines = totals(self._players, self._rules, limit, self._painter.card)
        return [self._painter.headline(headline), *lines]


def value(hand: Hand) -> str:
    return hand.describe().removesuffix(" bust")
