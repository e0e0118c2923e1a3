"""The simulator: many rounds by one strategy, and what they come to.

Rounds are numbered; block b holds rounds b * 16384 to b * 16384 + 16383, draws from the stream
("blackjack", seed, b) and begins with a new shoe. Every result is a sum over blocks, or joined in
their order, so how many are played at a time, and by which engine, changes nothing.

A block draws ranks only, from a generator of 32 bits (xoshiro128++ 1.0, Blackman and Vigna, 2021)
whose state are the first two numbers of its stream, low halves first. A card is a number below the
cards left, by Lemire's method, counted off against the cards of each rank, aces first; so no shoe
is ever shuffled, and a reshuffle is the full counts again. No card is burned: one that nobody sees
is a cut card one place earlier.

`sudokutools/_core/blackjack/simulate.c` does it fast. The twin here plays at the table of the game
itself, `table.Round`, card for card the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from sudokutools import core
from sudokutools.blackjack.cards import Card
from sudokutools.blackjack.hand import Player
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.strategy import NAMES, SPLIT, Automaton
from sudokutools.blackjack.table import Round
from sudokutools.streams import Stream, stream_key

BLOCK = 16384
COUNTS = 41
"""True counts are kept from -20 to 20: lower and higher ones are those."""

MASK = 0xFFFFFFFF

TAGS = {
    "none": (0,) * 10,
    "hi-lo": (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
    "hi-opt-1": (0, 0, 1, 1, 1, 1, 0, 0, 0, -1),
    "hi-opt-2": (0, 1, 1, 2, 2, 1, 1, 0, 0, -2),
    "omega-2": (0, 1, 1, 2, 2, 2, 1, 0, -1, -2),
    "zen": (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2),
}
"""What a card of each rank, aces first, adds to the running count; each sums up to 0 in a deck."""


class Simulation(NamedTuple):
    """What is simulated. `bets` are those at the true counts -20 to 20, 1 is a flat bet."""

    rules: Rules
    automaton: Automaton
    players: int = 1
    tags: tuple[int, ...] = TAGS["none"]
    bets: tuple[int, ...] = (1,) * COUNTS

    @property
    def bet(self) -> int:
        """The units that one bet is counted in: of these, every payment is a whole number."""
        return 2 * self.rules.payout[1]

    @property
    def full(self) -> tuple[int, ...]:
        """The cards of each rank in a full shoe; infinite decks: 13 cards."""
        decks = self.rules.decks
        return (*(4 * decks,) * 9, 16 * decks) if decks != INFINITE else (*(1,) * 9, 4)


class Block(NamedTuple):
    """What a block came to for the first player; runs are rounds lost in a row."""

    sum: int
    lowest: int
    first_run: int
    last_run: int
    longest_run: int
    rounds: int


class Tally:
    """What rounds came to: counts of results per bet, sums in units, and the order of blocks.

    `results[r]` counts rounds of one player that won r units per bet; `sum` and `squares` are of
    what the whole table won in a round, times the bets made.
    """

    def __init__(self) -> None:
        self.results: dict[int, int] = {}
        self.rounds = self.wagered = self.sum = self.squares = self.cards = self.shoes = 0
        self.longest_run = 0
        self.blocks = 0
        self.ruined = 0
        self.path = array("q")
        self._run = 0

    def add_results(self, results: dict[int, int]) -> None:
        """Add counts of results."""
        for result, count in results.items():
            self.results[result] = self.results.get(result, 0) + count

    def add_block(self, block: Block, bankroll: int | None = None, keep_path: bool = False) -> None:
        """Add the next block in order; a bankroll in units is ruined when it is all lost."""
        self.rounds += block.rounds
        if block.first_run == block.rounds:
            self._run += block.rounds
            self.longest_run = max(self.longest_run, self._run)
        else:
            joined = self._run + block.first_run
            self.longest_run = max(self.longest_run, joined, block.longest_run)
            self._run = block.last_run
        if block.rounds == BLOCK:
            self.blocks += 1
            self.ruined += bankroll is not None and block.lowest <= -bankroll
        if keep_path:
            self.path.append(block.sum)


class Part(NamedTuple):
    """What some blocks in a row came to."""

    results: dict[int, int]
    wagered: int
    sum: int
    squares: int
    cards: int
    shoes: int
    blocks: list[Block]


def merge(tally: Tally, part: Part, bankroll: int | None = None, keep_path: bool = False) -> None:
    """Add a part to a tally; parts come in the order of their blocks."""
    tally.add_results(part.results)
    tally.wagered += part.wagered
    tally.sum += part.sum
    tally.squares += part.squares
    tally.cards += part.cards
    tally.shoes += part.shoes
    for block in part.blocks:
        tally.add_block(block, bankroll, keep_path)


class Runner:
    """Play parts of a simulation, by the kernel where there is one.

    With `has_paths` the sums and lowest points of blocks are told. Otherwise they may be 0, and one
    player with flat bets is played many times as fast.
    """

    def __init__(self, simulation: Simulation, seed: str, has_paths: bool = False) -> None:
        self._simulation = simulation
        self._seed = seed
        rules = simulation.rules
        automaton = simulation.automaton
        bet = simulation.bet
        cards = sum(simulation.full)
        self._numbers = (
            rules.decks == INFINITE,
            rules.hit_soft_17,
            rules.peek,
            rules.hands_of(1),
            rules.hands_of(0),
            simulation.players,
            bet,
            2 * rules.payout[0],
            cards - rules.cut,
            has_paths,
            len(automaton.next),
        )
        self._next = array("H", [state for row in automaton.next for state in row]).tobytes()
        self._totals = bytes(automaton.totals)
        self._actions = bytes(code for row in automaton.actions for code in row)
        self._message = f"blackjack\0{seed}".encode(errors="surrogateescape")

    def play(self, first: int, rounds: int) -> Part:
        """Play rounds from the beginning of a block on."""
        native = core.native()
        if native is None:
            return play_in_python(self._simulation, self._seed, first, rounds)
        results, wagered, total, low, high, cards, shoes, blocks = native.sim_blocks(
            core.name(),
            tuple(map(int, self._numbers)),
            self._simulation.full,
            self._simulation.tags,
            self._simulation.bets,
            self._next,
            self._totals,
            self._actions,
            self._message,
            first,
            rounds,
        )
        counts = array("q", results)
        middle = len(counts) // 2
        numbers = array("q", blocks)
        return Part(
            {at - middle: count for at, count in enumerate(counts) if count},
            wagered,
            total,
            high << 64 | low,
            cards,
            shoes,
            [Block(*numbers[at : at + 6]) for at in range(0, len(numbers), 6)],
        )


class RankShoe:
    """The shoe of a block: see the head of this module."""

    def __init__(self, simulation: Simulation, key: tuple[int, int, int, int], block: int) -> None:
        stream = Stream.from_key(key, block)
        low, high = stream.next(), stream.next()
        state = [low & MASK, low >> 32, high & MASK, high >> 32]
        self._state = state if any(state) else [1, 0, 0, 0]
        self._full = simulation.full
        self._infinite = simulation.rules.decks == INFINITE
        self._cut = sum(self._full) - simulation.rules.cut
        self.shoes = 0
        self.shuffle()

    def shuffle(self) -> None:
        """Begin a full shoe."""
        self.counts = list(self._full)
        self.round: list[int] = []
        self._ran_out = False
        self.shoes += 1

    def begin_round(self, is_first: bool) -> None:
        """Shuffle when the cut card is out."""
        cut_is_out = self._ran_out or sum(self.counts) <= self._cut
        if cut_is_out and not is_first and not self._infinite:
            self.shuffle()
        self.round = []

    def _generate(self) -> int:
        s = self._state
        result = (_rotate((s[0] + s[3]) & MASK, 7) + s[0]) & MASK
        shifted = (s[1] << 9) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = _rotate(s[3], 11)
        return result

    def draw(self) -> Card:
        """Return the next card; all suits are alike."""
        if not any(self.counts):
            self._refill()
        left = sum(self.counts)
        product = self._generate() * left
        while product & MASK < (1 << 32) % left:
            product = self._generate() * left
        number = product >> 32
        rank = 0
        while number >= self.counts[rank]:
            number -= self.counts[rank]
            rank += 1
        if not self._infinite:
            self.counts[rank] -= 1
        self.round.append(rank)
        return Card(rank, 0)

    def _refill(self) -> None:
        self.counts = list(self._full)
        cards = sum(self._full)
        for rank in self.round[len(self.round) - len(self.round) % cards :]:
            self.counts[rank] -= 1
        self._ran_out = True

    def true_count(self, tags: Sequence[int]) -> int:
        """Return the running count by decks left, rounded down."""
        running = sum(
            tag * (full - count)
            for tag, full, count in zip(tags, self._full, self.counts, strict=True)
        )
        return max(-20, min(20, running * 52 // sum(self.counts)))


def _rotate(x: int, k: int) -> int:
    return ((x << k) | (x >> (32 - k))) & MASK


def play_in_python(simulation: Simulation, seed: str, first: int, rounds: int) -> Part:
    """Play rounds from the beginning of a block on at the table of the game."""
    key = stream_key("blackjack", seed)
    results: dict[int, int] = {}
    wagered = total = squares = cards = shoes = 0
    blocks = []
    while rounds > 0:
        shoe = RankShoe(simulation, key, first)
        won: list[int] = []
        for number in range(min(rounds, BLOCK)):
            shoe.begin_round(number == 0)
            bets = simulation.bets[shoe.true_count(simulation.tags) + 20]
            players = play_round(simulation, shoe)
            for result in players:
                results[result] = results.get(result, 0) + 1
            wagered += bets * len(players)
            total += bets * sum(players)
            squares += (bets * sum(players)) ** 2
            won.append(bets * players[0])
            cards += len(shoe.round)
        shoes += shoe.shoes
        blocks.append(_describe(won))
        rounds -= BLOCK
        first += 1
    return Part(results, wagered, total, squares, cards, shoes, blocks)


def _describe(won: list[int]) -> Block:
    at = lowest = run = longest = 0
    first = -1
    for result in won:
        at += result
        lowest = min(lowest, at)
        if result < 0:
            run += 1
        else:
            first = run if first < 0 else first
            run = 0
        longest = max(longest, run)
    return Block(at, lowest, run if first < 0 else first, run, longest, len(won))


def play_round(simulation: Simulation, shoe: RankShoe) -> list[int]:
    """Play one round at the table and return what every player won, in units per bet."""
    automaton = simulation.automaton
    bet = 100 * simulation.bet
    bets = [(Player(str(i), 100 * bet), bet) for i in range(simulation.players)]
    round_ = Round(simulation.rules, shoe, bets)
    while (question := round_.question) is not None:
        if not question.actions:
            round_.answer(0)
            continue
        ranks = question.hand.ranks
        state = ranks[0] + (10 if question.hand.from_split else 0)
        for rank in ranks[1:]:
            state = automaton.next[state][rank]
        code = automaton.actions[state][round_.upcard.rank]
        action = code & 7
        if action == SPLIT and "split" not in question.actions:
            action = code >> 3
        round_.answer(NAMES[action])
    return [seat.profit // 100 for seat in round_.seats]
