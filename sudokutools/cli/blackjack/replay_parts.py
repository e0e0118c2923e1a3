"""Parts of a log that other processes verify.

A part begins with a session, or continues one from the state that its first line claims. Its text
is used only if it has no faults and if the part before ends in the claimed state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sudokutools.blackjack.log_line import Line
from sudokutools.blackjack.player import Player
from sudokutools.blackjack.proof import Proof, Sitting
from sudokutools.blackjack.rules import INFINITE
from sudokutools.blackjack.shoe import Shoe
from sudokutools.blackjack.tally import Decision, Tally
from sudokutools.cli.run.output import Output
from sudokutools.errors import SudokuError

LINES = 1000
BYTES = 1 << 20
"""The maximum length of a part, but for its last line."""

FARTHEST = 20_000
"""The highest position of a part with infinite decks, which must draw all cards before it."""

Numbered = tuple[int, bytes]


class Part(NamedTuple):
    """Numbered lines, and the claimed stakes of the players if it continues a session."""

    lines: list[Numbered]
    stakes: Mapping[str, int] | None


class Verified(NamedTuple):
    """A part without faults: its text, the number of its rounds, and the state at its end."""

    text: bytes
    rounds: int
    proof: Proof
    sitting: Sitting


class Text(Output):
    """Output that is collected."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []

    def write(self, text: str | bytes) -> None:
        self.pieces.append(
            text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        )


class PartTally(Tally):
    """A tally that also keeps its decisions: sums of floats depend on their order."""

    def __init__(self, bankroll: int, net: int) -> None:
        super().__init__(bankroll)
        self.net = self.net_before = net
        self.decided: list[tuple[Decision, float]] = []

    def decide(self, decision: Decision, insurable: float) -> None:
        self.decided.append((decision, insurable))


def parts(lines: Iterable[Numbered]) -> Iterator[Part]:
    """Cut a log into parts."""
    held: list[Numbered] = []
    size = 0
    stakes: dict[str, int] = {}
    continues = False
    for number, raw in lines:
        head = raw[:40]
        begins, ends = b'"round":1,' in head, b'"summary"' in head
        full = len(held) >= LINES or size >= BYTES
        if held and (full or (continues and (begins or ends))):
            yield Part(held, stakes if continues else None)
            held, size, continues = [], 0, not begins
        elif not held:
            continues = not begins
        if begins:
            stakes = _stakes(raw)
        held.append((number, raw))
        size += len(raw)
    if held:
        yield Part(held, stakes if continues else None)


def _stakes(raw: bytes) -> dict[str, int]:
    try:
        line = Line(raw)
        return {} if line.is_summary else {bet.name: bet.bankroll - bet.bought for bet in line.bets}
    except SudokuError:
        return {}


def claimed(part: Part) -> tuple[Proof, Sitting | None]:
    """Return the proof before a part by its first line, and its session if it continues one.

    Raises SudokuError if the line makes no claim.
    """
    line = Line(part.lines[0][1])
    if line.is_summary or line.after is None:
        raise SudokuError("no claim")
    proof = Proof(line.after)
    if part.stakes is None:
        return proof, None
    if line.rules.decks == INFINITE and line.position > FARTHEST:
        raise SudokuError("too far")
    sitting = Sitting(line)
    sitting.resume(line)
    sitting.is_whole = True
    sitting.shoe = Shoe.at(line.rules, line.seed, line.shoe, line.position)
    for player in sitting.players:
        if player.name not in part.stakes:
            raise SudokuError("unknown player")
        net = player.bankroll - player.bought - part.stakes[player.name]
        player.tally = PartTally(player.bankroll, net)
    proof.claim(sitting)
    return proof, sitting


def follows(part: Part, later: Verified, proof: Proof) -> Sitting | None:
    """Return the session at the end of a verified part if it follows what was proved."""
    line = Line(part.lines[0][1])
    before = proof.joins(line)
    if before is None:
        return None
    if part.stakes is None:
        is_new = not before.rounds and line.begins
        return later.sitting if is_new and proof.goes_on(later.proof, later.sitting) else None
    players = before.players
    claims = [(bet.name, bet.bankroll, bet.bought) for bet in line.bets]
    if [(player.name, player.bankroll, player.bought) for player in players] != claims:
        return None
    if len(later.sitting.players) != len(players):
        return None
    pairs = list(zip(players, later.sitting.players, strict=True))
    nets = [other.tally.net_before for _, other in pairs if isinstance(other.tally, PartTally)]
    if before.rounds != line.number - 1 or nets != [player.tally.net for player in players]:
        return None
    if not proof.goes_on(later.proof, before):
        return None
    for player, other in pairs:
        _bring_forward(player, other)
    before.shoe, before.rounds = later.sitting.shoe, later.sitting.rounds
    before.bought = later.sitting.bought
    return before


def _bring_forward(player: Player, later: Player) -> None:
    player.bankroll, player.bought, player.last_bet = later.bankroll, later.bought, later.last_bet
    player.rounds |= later.rounds
    assert isinstance(later.tally, PartTally)
    later.tally.net -= later.tally.net_before
    player.tally.append(later.tally)
    for decision, insurable in later.tally.decided:
        player.tally.decide(decision, insurable)
