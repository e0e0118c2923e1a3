"""A long check, of which the tests run a little: money is conserved, and every log is proved.

    python -m tests.blackjack.long_log [ROUNDS [SEED]]

Sessions of 100 rounds are played by random rules with random players, bets, answers and purchases,
and some sit out or play several hands. After every round the bankrolls must be the previous ones
plus purchases and winnings; every line of the log must then be proved. 10^7 rounds, the default,
take forty minutes on one core. These lines have no values; `test_proof.py` computes some again.
"""

import sys
import time
from collections.abc import Iterator

from sudokutools._support.streams import Stream
from sudokutools.blackjack.game import Round
from sudokutools.blackjack.log import Record, Transcript
from sudokutools.blackjack.player import Player
from sudokutools.blackjack.proof import Proof
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.shoe import Shoe


def random_rules(chance: Stream) -> Rules:
    """Draw rules, any of which may be unusual."""

    def one_of(*choices: object) -> object:
        return choices[chance.below(len(choices))]

    values = {
        "decks": one_of(0, 1, 2, 6, 8),
        "hit_soft_17": one_of(False, True),
        "double_after_split": one_of(False, True),
        "double": one_of("any2", "9-11", "10-11"),
        "split": one_of("value", "rank"),
        "max_hands": one_of(1, 2, 3, 4),
        "max_ace_hands": one_of(1, 2, 3, 4),
        "hit_split_aces": one_of(False, True),
        "surrender": one_of("none", "late"),
        "payout": one_of((3, 2), (6, 5), (7, 3)),
        "peek": one_of(False, True),
        "penetration": one_of(0.0, 0.3, 0.75, 1.0),
    }
    rare = Stream("test", f"rare {values}", 0)
    if rare.below(4) == 0:
        values["charlie"] = 5 + rare.below(3)
        values["original_bets_only"] = not values["peek"]
        values["max_hands"] = values["max_ace_hands"] = 32
        values["surrender"] = "early"
        values["double_after_hit"] = rare.below(2) == 0
        values["push_22"] = rare.below(2) == 0
        values["double_for_less"] = rare.below(2) == 0
        values["surrender_upcards"] = ("any", "2-10", "10")[rare.below(3)]
    return Rules(**values)  # type: ignore[arg-type]


class Session:
    """A session of players who decide by chance."""

    def __init__(self, seed: str, number: int, source: str | None = None) -> None:
        self.chance = chance = Stream("test", seed, number)
        self.rules = random_rules(chance)
        self.shoe = Shoe(self.rules, f"{seed} {number}")
        self.source = source
        self.players = [Player(f"P{i}", chance.below(30_000)) for i in range(1 + chance.below(4))]
        self.transcript = Transcript()
        self.hands = Stream("test", f"hands {seed}", number)

    def lines(self, rounds: int) -> Iterator[str]:
        """Play rounds, and yield the line of each."""
        for number in range(1, rounds + 1):
            while not (bets := self._bets()):
                pass
            yield self._round(number, bets)

    def _bets(self) -> list[tuple[Player, int]]:
        """Let players buy, bet or sit out."""
        bets: list[tuple[Player, int]] = []
        for player in self.players:
            if player.bankroll < 1000:
                player.buy_in(self.chance.below(20_000) * self.chance.below(2))
            most = min(player.bankroll, 50_000)
            if most >= 500 and self.chance.below(8):
                bet = 500 + self.chance.below(most - 499)
                bet = bet if self.chance.below(4) else most
                spots = 1 + (len(bets) < 6) * self.hands.below(4) // 2
                bets += [(player, bet // spots)] * spots
        return bets

    def _round(self, number: int, bets: list[tuple[Player, int]]) -> str:
        had = {player.name: player.bankroll for player in self.players}
        self.shoe.begin_round()
        record = Record(self.players, self.shoe, self.source)
        round_ = Round(self.rules, self.shoe, bets, number)
        while (question := round_.question) is not None:
            worth = record.worth(round_, question)
            record.give(round_, self._answer(question.actions, question.limit), worth)
        for player, seats in round_.spots.items():
            assert 0 <= player.bankroll == had[player.name] + sum(seat.profit for seat in seats)
        return self.transcript.line(record.to_json(round_))

    def _answer(self, actions: tuple[str, ...], limit: int) -> str | int:
        if actions:
            action = actions[self.chance.below(len(actions))]
            less = action == "double" and limit and self.chance.below(2)
            return f"double {1 + self.chance.below(limit)}" if less else action
        return self.chance.below(limit + 1) * self.chance.below(2)


def check(seed: str, number: int, rounds: int, source: str | None = None) -> None:
    """Play a session and prove its log."""
    session = Session(seed, number, source)
    proof = Proof()
    for line in session.lines(rounds):
        replay = proof.read(f"{line}\n".encode())
        for _ in replay.steps():
            pass
        assert replay.fault is None, (replay.fault, line)
        for player, again in zip(session.players, replay.sitting.players, strict=True):
            assert (player.bankroll, player.tally.net) == (again.bankroll, again.tally.net)


def main() -> None:
    """Check many sessions."""
    rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**7
    seed = sys.argv[2] if len(sys.argv) > 2 else "long"
    began = time.process_time()
    for number in range(rounds // 100):
        check(seed, number, 100)
    seconds = time.process_time() - began
    print(f"{rounds} rounds in {seconds:.0f} s: no cent was lost, and every line is proved")


if __name__ == "__main__":
    main()
