"""The table on a terminal or in a pipe: what is shown and how an answer is read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from sudokutools.blackjack.cards import Card
from sudokutools.blackjack.dealer import DealerTotals
from sudokutools.blackjack.hand import Hand, Player, Seat
from sudokutools.blackjack.money import gain, money
from sudokutools.blackjack.table import Round
from sudokutools.cli.output import Output
from sudokutools.cli.process import command_name
from sudokutools.errors import SudokuError

# Nothing that a person types is longer, and a longer line is not kept in memory.
LONGEST_ANSWER = 1000
# So many wrong answers in a row from a pipe are no player: the input is taken to be at its end.
PATIENCE = 100

TOTALS_HEADER = " rounds hands  won lost push insured       net    round bankroll"


class EndOfInput(Exception):  # noqa: N818 - It is no error: the answers are at their end.
    """There are no more answers."""


class Console:
    """Ask for answers, one a line; from a pipe they are repeated as a terminal would show them."""

    def __init__(self, output: Output) -> None:
        self.is_terminal = sys.stdin.isatty()
        self._output = output
        self._line = 0
        self._wrong = 0

    def ask(self, prompt: str) -> str:
        """Write a prompt and return the answer without blanks around it."""
        self._output.write(prompt)
        self._output.flush()
        raw = sys.stdin.buffer.readline(LONGEST_ANSWER)
        self._line += 1
        if not raw:
            self._output.write("\n")
            raise EndOfInput
        whole = raw
        while len(whole) == LONGEST_ANSWER and not whole.endswith(b"\n"):
            whole = sys.stdin.buffer.readline(LONGEST_ANSWER)
        text = raw.decode("utf-8", "replace").strip()
        if not self.is_terminal:
            self._output.write(f"{text if text.isprintable() else '?'}\n")
        return text

    def ask_until(self, prompt: str, read: Callable[[str], int | str | None]) -> int | str:
        """Ask until `read` accepts the answer; it raises SudokuError or returns None if not.

        None asks again without a complaint: the answer was a question itself.
        """
        while True:
            text = self.ask(prompt)
            try:
                answer = read(text)
            except SudokuError as error:
                self._complain(str(error))
                continue
            if answer is not None:
                self._wrong = 0
                return answer
            self._count_wrong()

    def _complain(self, message: str) -> None:
        where = "" if self.is_terminal else f"{command_name()}: -:{self._line}: "
        self._output.flush()
        sys.stderr.write(f"{where}{message}\n")
        sys.stderr.flush()
        self._count_wrong()

    def _count_wrong(self) -> None:
        self._wrong += 1
        if not self.is_terminal and self._wrong >= PATIENCE:
            raise EndOfInput


class Painter:
    """Write cards and hands, in colour or without, with suits or in ASCII."""

    def __init__(self, color: bool, use_ascii: bool) -> None:
        self.color = color
        self.ascii = use_ascii

    def card(self, card: Card) -> str:
        """Write one card; hearts and diamonds are red."""
        text = card.code if self.ascii else str(card)
        return f"\x1b[31m{text}\x1b[0m" if self.color and card.suit in (1, 2) else text

    def cards(self, cards: Sequence[Card], hidden: bool = False) -> str:
        """Write the cards of a hand; the last one may be face down."""
        shown = [self.card(card) for card in (cards[:-1] if hidden else cards)]
        return " ".join([*shown, "??"] if hidden else shown)

    def hand(self, name: str, hand: Hand) -> str:
        """Write one line about a hand of a player."""
        bet = f"bet {money(hand.bet)}" + (" doubled" if hand.doubled else "")
        return f"{name}  {bet}  {self._pad(hand.cards)}  {hand.describe()}"

    def dealer(self, name: str, round_: Round) -> str:
        """Write the dealer's line."""
        hand = Hand(0, round_.dealer)
        if round_.hole_is_hidden or len(round_.dealer) == 1:
            return f"{name}  {self.cards(round_.dealer, round_.hole_is_hidden)}"
        return f"{name}  {self._pad(round_.dealer)}  {hand.describe()}"

    def _pad(self, cards: Sequence[Card]) -> str:
        plain = len(" ".join(card.code if self.ascii else str(card) for card in cards))
        return self.cards(cards) + " " * (8 - plain)


class TableScreen:
    """Show a round as it goes: every line once, nothing is ever redrawn."""

    def __init__(self, output: Output, painter: Painter, players: Sequence[Player]) -> None:
        self._output = output
        self._painter = painter
        self._width = max(len(player.name) for player in players)
        self._shown: dict[int, str] = {}

    def begin(self, round_: Round, *remarks: str) -> None:
        """Write the header, the dealer's upcard and every hand."""
        header = " · ".join([f"Round {round_.number}", str(round_.rules), *remarks])
        self.write(header.replace("·", "-") if self._painter.ascii else header)
        self.write(self._painter.dealer("Dealer".ljust(self._width + 2), round_))
        self._shown = {}
        self.update(round_)

    def update(self, round_: Round) -> None:
        """Write the lines of the hands that have changed."""
        for seat in round_.seats:
            for at, hand in enumerate(seat.hands):
                line = self._painter.hand(self._label(seat, at), hand)
                if len(hand.cards) > 1 and self._shown.get(id(hand)) != line:
                    self._shown[id(hand)] = line
                    self.write(line)

    def _label(self, seat: Seat, at: int) -> str:
        number = f".{at + 1}" if len(seat.hands) > 1 else ""
        indent = " " if number else ""
        return f"{indent}{seat.player.name}{number}".ljust(self._width + 2)

    def end(self, round_: Round) -> None:
        """Write the dealer's hand, the result of every hand, and what every player has."""
        self.update(round_)
        self.write(self._painter.dealer("Dealer".ljust(self._width + 2), round_))
        for seat in round_.seats:
            for at, hand in enumerate(seat.hands):
                label = self._label(seat, at)
                self.write(
                    f"{label}  {hand.describe():<10} {hand.outcome:<11} {gain(hand.profit):>9}"
                    + ("" if len(seat.hands) > 1 or seat.insurance else self._net(seat))
                )
            if seat.insurance:
                label = f" {seat.player.name}".ljust(self._width + 2)
                won = "won" if seat.insurance_profit > 0 else "lost"
                self.write(f"{label}  insurance  {won:<11} {gain(seat.insurance_profit):>9}")
            if len(seat.hands) > 1 or seat.insurance:
                label = seat.player.name.ljust(self._width + 2)
                self.write(f"{label}  round {gain(seat.profit):>26}{self._net(seat)}")
        self.write("")

    def _net(self, seat: Seat) -> str:
        return f"   net {gain(seat.player.net)}, has {money(seat.player.bankroll)}"

    def totals(self, players: Sequence[Player]) -> None:
        """Write what every player won or lost in the whole session."""
        rounds = max(len(player.round_profits) for player in players)
        self.write(f"Totals after {rounds} round" + ("" if rounds == 1 else "s"))
        self.write(" " * self._width + TOTALS_HEADER)
        for player in players:
            self.write(player.name.ljust(self._width) + totals_row(player))

    def advice(self, values: dict[str, float], dealer: DealerTotals) -> None:
        """Write what every action is worth, the best first, and how the dealer may end."""
        ranked = sorted(values, key=lambda action: -values[action])
        worth = ", ".join(f"{action} {values[action]:+.4f}" for action in ranked)
        self.write(f"  worth: {worth}")
        chances = [f"{total} {chance:.1%}" for total, chance in enumerate(dealer.totals, 17)]
        if dealer.blackjack:
            chances.append(f"blackjack {dealer.blackjack:.1%}")
        self.write(f"  dealer: {', '.join(chances)}, bust {dealer.bust:.1%}")

    def write(self, line: str) -> None:
        """Write one line."""
        self._output.write(line.rstrip() + "\n")


def totals_row(player: Player) -> str:
    """Write what a player won and lost under TOTALS_HEADER."""
    rounds = len(player.round_profits)
    # Rounded to the nearest cent, halves up: a figure to look at, no money.
    each = (2 * player.net + rounds) // (2 * rounds) if rounds else 0
    return (
        f"{rounds:>7}{len(player.hands):>6}{player.won:>5}{player.lost:>5}{player.pushed:>5}"
        f"{gain(player.insurance_profit):>8}{gain(player.net):>10}{gain(each):>9}"
        f"{money(player.bankroll):>9}"
    )
