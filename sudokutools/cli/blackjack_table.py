"""The table on a terminal or in a pipe: what is shown, what is asked, and how it is answered."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from sudokutools.blackjack.cards import FACES, Card
from sudokutools.blackjack.hand import Hand, Player, Seat
from sudokutools.blackjack.money import gain, money, parse_money
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.shoe import Shoe
from sudokutools.blackjack.table import Question, Round
from sudokutools.errors import SudokuError

# Nothing that a person types is longer, and a longer line is not kept in memory.
LONGEST_ANSWER = 1000
# So many wrong answers in a row from a pipe are no player: the input is taken to be at its end.
PATIENCE = 100

KEYS = {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "r"}
LABELS = {
    "hit": "[h]it",
    "stand": "[s]tand",
    "double": "[d]ouble",
    "split": "s[p]lit",
    "surrender": "su[r]render",
}
MEANINGS = {
    "hit": "take one more card",
    "stand": "take no more cards",
    "double": "double the bet, take exactly one more card",
    "split": "make two hands of the pair, the second with an equal bet",
    "surrender": "give up the hand and get half the bet back",
}


TOTALS_HEADER = " rounds hands  won lost push insured       net    round bankroll"


class EndOfInput(Exception):  # noqa: N818 - It is no error: the answers are at their end.
    """There are no more answers."""


class Quit(Exception):  # noqa: N818 - It is no error either.
    """A player asked to end the game."""


class Console:
    """Ask for answers, one a line; from a pipe they are repeated as a terminal would show them."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty()
        self._line = 0
        self._wrong = 0

    def ask(self, prompt: str) -> str:
        """Write a prompt and return the answer without blanks around it."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        raw = sys.stdin.buffer.readline(LONGEST_ANSWER)
        self._line += 1
        if not raw:
            sys.stdout.write("\n")
            raise EndOfInput
        whole = raw
        while len(whole) == LONGEST_ANSWER and not whole.endswith(b"\n"):
            whole = sys.stdin.buffer.readline(LONGEST_ANSWER)
        text = raw.decode("utf-8", "replace").strip()
        if not self.is_terminal:
            sys.stdout.write(f"{text if text.isprintable() else '?'}\n")
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
        where = "" if self.is_terminal else f"blackjack: -:{self._line}: "
        sys.stdout.flush()
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

    def __init__(self, painter: Painter, players: Sequence[Player]) -> None:
        self._painter = painter
        self._width = max(len(player.name) for player in players)
        self._shown: dict[int, str] = {}

    def begin(self, round_: Round, shoe: Shoe, seed: str | None) -> None:
        """Write the header, the dealer's upcard and every hand."""
        left = "" if shoe.rules.decks == INFINITE else f" · {shoe.left} cards left"
        header = f"Round {round_.number} · {shoe.rules}{left}"
        if seed is not None:
            header += f" · seed {seed}"
        self._write(header.replace("·", "-") if self._painter.ascii else header)
        self._write(self._painter.dealer("Dealer".ljust(self._width + 2), round_))
        self._shown = {}
        self.update(round_)

    def update(self, round_: Round) -> None:
        """Write the lines of the hands that have changed."""
        for seat in round_.seats:
            for at, hand in enumerate(seat.hands):
                line = self._painter.hand(self._label(seat, at), hand)
                if len(hand.cards) > 1 and self._shown.get(id(hand)) != line:
                    self._shown[id(hand)] = line
                    self._write(line)

    def _label(self, seat: Seat, at: int) -> str:
        number = f".{at + 1}" if len(seat.hands) > 1 else ""
        indent = " " if number else ""
        return f"{indent}{seat.player.name}{number}".ljust(self._width + 2)

    def end(self, round_: Round) -> None:
        """Write the dealer's hand, the result of every hand, and what every player has."""
        self.update(round_)
        self._write(self._painter.dealer("Dealer".ljust(self._width + 2), round_))
        for seat in round_.seats:
            for at, hand in enumerate(seat.hands):
                label = self._label(seat, at)
                self._write(
                    f"{label}  {hand.describe():<10} {hand.outcome:<11} {gain(hand.profit):>9}"
                    + ("" if len(seat.hands) > 1 or seat.insurance else self._net(seat))
                )
            if seat.insurance:
                label = f" {seat.player.name}".ljust(self._width + 2)
                won = "won" if seat.insurance_profit > 0 else "lost"
                self._write(f"{label}  insurance  {won:<11} {gain(seat.insurance_profit):>9}")
            if len(seat.hands) > 1 or seat.insurance:
                label = seat.player.name.ljust(self._width + 2)
                self._write(f"{label}  round {gain(seat.profit):>26}{self._net(seat)}")
        self._write("")

    def _net(self, seat: Seat) -> str:
        return f"   net {gain(seat.player.net)}, has {money(seat.player.bankroll)}"

    def totals(self, players: Sequence[Player]) -> None:
        """Write what every player won or lost in the whole session."""
        rounds = max(len(player.round_profits) for player in players)
        self._write(f"Totals after {rounds} round" + ("" if rounds == 1 else "s"))
        self._write(" " * self._width + TOTALS_HEADER)
        for player in players:
            self._write(player.name.ljust(self._width) + totals_row(player))

    def _write(self, line: str) -> None:
        sys.stdout.write(line.rstrip() + "\n")


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


class Session:
    """Play round after round: bets, questions, results, and the totals at the end."""

    def __init__(
        self,
        rules: Rules,
        seed: str,
        players: list[Player],
        limits: tuple[int, int],
        console: Console,
        painter: Painter,
        shown_seed: str | None = None,
    ) -> None:
        self.rules = rules
        self.shoe = Shoe(rules, seed)
        self.players = players
        self.min_bet, self.max_bet = limits
        self._console = console
        self._screen = TableScreen(painter, players)
        self._shown_seed = shown_seed
        self._rounds = 0
        self._round: Round | None = None
        self._out: set[str] = set()

    def play(self) -> None:
        """Play until nobody can or will go on, and write the totals, whatever happens."""
        try:
            while bets := self._take_bets():
                self._play_round(bets)
        except (EndOfInput, Quit):
            pass
        except KeyboardInterrupt:
            sys.stdout.write("\n")
            if self._round:
                self._round.void()
            self._screen.totals(self.players)
            sys.stdout.flush()
            raise
        self._screen.totals(self.players)

    def _take_bets(self) -> list[tuple[Player, int]]:
        able = [player for player in self.players if self._can_play(player)]
        if not able:
            sys.stdout.write("Nobody can bet any more.\n")
            return []
        same = self._rounds > 0 and self._ask_again() == "same"
        bets = []
        for player in able:
            if same and (player.last_bet == 0 or self._allowed(player, player.last_bet)):
                bet = player.last_bet
            else:
                bet = self._ask_bet(player)
                player.last_bet = bet
            if bet:
                bets.append((player, bet))
        if not bets:
            sys.stdout.write("Nobody bets: the table closes.\n")
        return bets

    def _can_play(self, player: Player) -> bool:
        if player.bankroll >= self.min_bet:
            return True
        if player.name not in self._out:
            self._out.add(player.name)
            least = f"below the least bet of {money(self.min_bet)}"
            sys.stdout.write(f"{player.name} is out: {money(player.bankroll)} is {least}.\n")
        return False

    def _allowed(self, player: Player, bet: int) -> bool:
        return self.min_bet <= bet <= min(self.max_bet, player.bankroll)

    def _ask_again(self) -> str:
        def read(text: str) -> str | None:
            word = text.lower()
            if word in ("", "y", "yes", "a", "again"):
                return "same"
            if word in ("b", "bet", "bets"):
                return "bets"
            if word in ("q", "quit", "n", "no"):
                raise Quit
            if word == "?":
                self._explain("Enter plays again with the same bets, b asks for new ones, q ends.")
                return None
            raise SudokuError(f"{text[:20]!r} is not one of again, bets, quit")

        return str(self._console.ask_until("[a]gain, new [b]ets or [q]uit? [again] ", read))

    def _ask_bet(self, player: Player) -> int:
        largest = min(self.max_bet, player.bankroll)
        usual = min(max(player.last_bet, self.min_bet), largest)

        def read(text: str) -> int | None:
            if text.lower() in ("q", "quit"):
                raise Quit
            if text == "?":
                self._explain(
                    f"A bet is from {money(self.min_bet)} to {money(largest)}; Enter bets "
                    f"{money(usual)}, 0 sits out this round, q ends the game."
                )
                return None
            bet = parse_money(text) if text else usual
            if bet == 0 or self._allowed(player, bet):
                return bet
            if bet < self.min_bet:
                raise SudokuError(f"{money(bet)} is below the least bet of {money(self.min_bet)}")
            raise SudokuError(f"{money(bet)} is too much: {money(largest)} is the most allowed")

        prompt = f"{player.name} has {money(player.bankroll)}. Bet? [{money(usual)}] "
        return int(self._console.ask_until(prompt, read))

    def _play_round(self, bets: list[tuple[Player, int]]) -> None:
        if self.shoe.begin_round():
            sys.stdout.write("The cut card is out: the shoe is shuffled.\n")
        self._rounds += 1
        self._round = round_ = Round(self.rules, self.shoe, bets, self._rounds)
        self._screen.begin(round_, self.shoe, self._shown_seed)
        try:
            while round_.question:
                round_.answer(self._ask(round_, round_.question))
                if round_.question:
                    self._screen.update(round_)
        except EndOfInput:
            round_.stand_everywhere()
            self._screen.end(round_)
            raise
        self._screen.end(round_)

    def _ask(self, round_: Round, question: Question) -> str | int:
        if question.actions:
            return self._ask_action(round_, question)
        return self._ask_insurance(question)

    def _ask_insurance(self, question: Question) -> int:
        limit = money(question.limit)

        def read(text: str) -> int | None:
            word = text.lower()
            if word in ("", "n", "no"):
                return 0
            if word in ("y", "yes"):
                return question.limit
            if word == "?":
                self._explain("Insurance pays 2:1 if the dealer has a blackjack, and loses if not.")
                return None
            amount = parse_money(text)
            if amount > question.limit:
                raise SudokuError(f"{money(amount)} is too much: {limit} is the most allowed")
            return amount

        name = question.seat.player.name
        return int(self._console.ask_until(f"{name}, insurance up to {limit}? [no] ", read))

    def _ask_action(self, round_: Round, question: Question) -> str:
        def read(text: str) -> str | None:
            word = text.lower()
            if word == "?":
                for action in question.actions:
                    self._explain(f"{KEYS[action]}  {action}: {MEANINGS[action]}")
                return None
            for action in question.actions:
                if word in (action, KEYS[action]):
                    return action
            raise SudokuError(f"{text[:20]!r} is not one of {', '.join(question.actions)}")

        at = next(i for i, hand in enumerate(question.seat.hands) if hand is question.hand)
        number = f".{at + 1}" if len(question.seat.hands) > 1 else ""
        labels = " ".join(LABELS[action] for action in question.actions)
        name = f"{question.seat.player.name}{number}"
        upcard = FACES[round_.upcard.face].replace("T", "10")
        prompt = f"{name}, {question.hand.describe()} against {upcard}: {labels}? "
        return str(self._console.ask_until(prompt, read))

    def _explain(self, line: str) -> None:
        sys.stdout.write(f"  {line}\n")
