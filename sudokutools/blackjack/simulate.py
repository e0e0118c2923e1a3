"""The simulator: many rounds by one strategy, and their results.

Rounds are numbered. Block b holds rounds b * 16384 to b * 16384 + 16383, draws from the stream
("blackjack", seed, b) and starts with a new shoe. Every result is a sum over blocks or a
concatenation in their order, so it does not depend on the number of jobs or the engine.

A block draws ranks only, from a 32-bit generator (xoshiro128++ 1.0, Blackman and Vigna, 2021) whose
state is the first two numbers of its stream, low halves first. A card is a number below the number
of cards left, by Lemire's method, counted off against the cards of each rank, aces first. No card
is burned: an unseen one is equivalent to a cut card one place earlier.

`sudokutools/_core/blackjack/simulate.c` is the fast implementation. This one plays at the table of
the game itself, `game.Round`, and draws the same cards.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import add
from struct import iter_unpack, unpack
from typing import NamedTuple

from sudokutools._support import core
from sudokutools._support.streams import Stream, stream_key
from sudokutools.blackjack.cards import Card
from sudokutools.blackjack.counting import LOWEST, NONE, ROUNDINGS, Counting, PointCount
from sudokutools.blackjack.game import EARLY, Question, Round
from sudokutools.blackjack.player import Player, is_blackjack
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.side_bets import SideBet
from sudokutools.blackjack.strategy import NAMES, SPLIT, SURRENDER, Actions, Automaton, Charts

BLOCK = 16384
COUNTS = 1 - 2 * LOWEST  # The number of counts that are kept; others are clamped.
DEALS = COUNTS * 10 * 10 * 10 * 2
BY_COUNT = 64  # A flag of actions that differ in other charts.

MASK = 0xFFFFFFFF


class SideCount(NamedTuple):
    """A side bet that is made from a count on."""

    bet: SideBet
    start: int = LOWEST


class Simulation(NamedTuple):
    """A simulation.

    `bets` are the bets at counts -20 to 20, in `parts` of the flat bet; from the count `insurance`
    on, every hand is insured with half the bet (None: never). With a `session` length, sessions of
    that many rounds follow each other; one is ruined if it ever loses `bankroll` bets. With `sides`
    the deals are recorded.

    Results are for all players, unless `spots` are the hands that the first one plays at
    counts -20 to 20, or the others play by another strategy, `others`: then they are for the
    first player. Below the count `leave`, a new shoe replaces one that has begun.
    """

    rules: Rules
    automaton: Automaton
    players: int = 1
    counting: Counting = NONE
    bets: tuple[int, ...] = (1,) * COUNTS
    insurance: int | None = None
    session: int = 0
    bankroll: int = 0
    parts: int = 1
    sides: tuple[SideCount, ...] = ()
    spots: tuple[int, ...] = ()
    others: Automaton | None = None
    leave: int = LOWEST

    @property
    def is_one(self) -> bool:
        """Whether all results are for one player."""
        return bool(self.spots) or self.others is not None

    @property
    def neighbours(self) -> int:
        return self.players - 1 if self.is_one else 0

    @property
    def seats(self) -> tuple[int, ...]:
        """The number of seats at each count whose results are counted."""
        return self.spots or (self.players - self.neighbours,) * COUNTS

    @property
    def purse(self) -> int:
        """The units of a bankroll: parts of the flat bet."""
        return self.bankroll * self.bet * self.parts

    @property
    def bet(self) -> int:
        """The units in a bet, so that every payment is an integer."""
        return 2 * self.rules.payout[1]

    @property
    def full(self) -> tuple[int, ...]:
        decks = self.rules.decks
        return (*(4 * decks,) * 9, 16 * decks) if decks != INFINITE else (*(1,) * 9, 4)


class Block(NamedTuple):
    """The first player's results of a block or several consecutive ones, in units.

    Runs are rounds lost in a row. The ends of sessions divide a block into a head, whole sessions,
    of which some are `ruined`, and a tail. Low is the minimum of all partial sums, from 0 on.
    """

    sum: int = 0
    first_run: int = 0
    last_run: int = 0
    longest_run: int = 0
    rounds: int = 0
    ends: int = 0
    ruined: int = 0
    head_sum: int = 0
    head_low: int = 0
    tail_sum: int = 0
    tail_low: int = 0

    def join(self, other: Block, bankroll: int) -> Block:
        """Concatenate these blocks and the following ones; a loss of `bankroll` ruins a session."""
        at, low = (self.tail_sum, self.tail_low) if self.ends else (self.head_sum, self.head_low)
        piece = at + other.head_sum, min(low, at + other.head_low)
        is_ruined = self.ends > 0 and other.ends > 0 and piece[1] <= -bankroll
        tail = (other.tail_sum, other.tail_low) if other.ends else piece if self.ends else (0, 0)
        return Block(
            self.sum + other.sum,
            self.first_run + (other.first_run if self.first_run == self.rounds else 0),
            other.last_run + (self.last_run if other.last_run == other.rounds else 0),
            max(self.longest_run, other.longest_run, self.last_run + other.first_run),
            self.rounds + other.rounds,
            self.ends + other.ends,
            self.ruined + other.ruined + is_ruined,
            *((self.head_sum, self.head_low) if self.ends else piece),
            *tail,
        )


class Count(NamedTuple):
    """The rounds at a count, in units per bet: sums over all players, and squares.

    `squares` are of the sum of a round, `own` of each player's winnings in it.
    """

    rounds: int = 0
    sum: int = 0
    squares: int = 0
    own: int = 0

    def add(self, other: Count, bet: int = 1) -> Count:
        """Add rounds with another bet."""
        factors = 1, bet, bet * bet, bet * bet
        return Count(*(a + k * b for a, k, b in zip(self, factors, other, strict=True)))


@dataclass
class Tally:
    """The results of consecutive blocks, to which the next ones are added.

    `results[r]` counts rounds of one player that won r units per bet, without insurance; `insured`
    and `insurances_won` count players' rounds; `path` has the sums of every step of rounds. A loss
    of `bankroll` units ruins a session. `deals`, if recorded, counts rounds by the first player:
    by count, the ranks of two cards and the upcard, and whether the dealer has a blackjack.
    """

    bankroll: int = 0
    results: dict[int, int] = field(default_factory=dict)
    counts: tuple[Count, ...] = (Count(),) * COUNTS
    insured: int = 0
    insurances_won: int = 0
    cards: int = 0
    shoes: int = 0
    block: Block = field(default_factory=Block)
    path: array[int] = field(default_factory=lambda: array("q"))
    deals: array[int] = field(default_factory=lambda: array("q"))

    def add(self, part: Tally, keep_path: bool = False) -> None:
        for result, count in part.results.items():
            self.results[result] = self.results.get(result, 0) + count
        self.counts = tuple(
            one.add(other) for one, other in zip(self.counts, part.counts, strict=True)
        )
        self.insured += part.insured
        self.insurances_won += part.insurances_won
        self.cards += part.cards
        self.shoes += part.shoes
        self.block = self.block.join(part.block, self.bankroll)
        if keep_path:
            self.path.extend(part.path)
        self.deals = array("q", map(add, self.deals, part.deals)) if self.deals else part.deals

    @property
    def rounds(self) -> int:
        return self.block.rounds

    @property
    def ruined(self) -> int:
        first_is = self.block.ends > 0 and self.block.head_low <= -self.bankroll
        return self.block.ruined + first_is


class Runner:
    """Play parts of a simulation, from the first round of a block, with the kernel if there is one.

    A `step`, a divisor of BLOCK, adds the path, one sum for that many rounds, and sessions. Without
    it, a single player whose bets and plays ignore the count is played many times as fast.
    """

    def __init__(self, simulation: Simulation, seed: str, step: int = 0) -> None:
        self._simulation = simulation
        self._seed = seed
        self._step = step
        rules = simulation.rules
        insurance = COUNTS if simulation.insurance is None else simulation.insurance - LOWEST
        cut = sum(simulation.full) - rules.cut
        numbers: list[int] = [rules.decks == INFINITE, rules.hit_soft_17, rules.peek]
        numbers += [rules.surrender == "early", rules.original_bets_only]
        seats, neighbours = simulation.seats, simulation.neighbours
        numbers += [rules.hands_of(1), rules.hands_of(0), max(seats) + neighbours, simulation.bet]
        numbers += [2 * rules.payout[0], cut, insurance, step, rules.push_22]
        numbers += [neighbours, simulation.is_one, simulation.leave - LOWEST]
        own = _tables(simulation.automaton)
        self._arguments = (
            tuple(map(int, numbers)),
            simulation.full,
            (*_numbers(simulation.counting.playing), *_numbers(simulation.counting.betting)),
            simulation.bets,
            seats,
            own,
            _tables(simulation.others) if simulation.others else own,
            simulation.session,
            simulation.purse,
            f"blackjack\0{seed}".encode(errors="surrogateescape"),
            bool(simulation.sides),
        )

    def play(self, first: int, rounds: int) -> Tally:
        native = core.native()
        if native is None:
            return play_in_python(self._simulation, self._seed, first, rounds, self._step)
        results, counts, *sums, block, path, deals = native.sim_blocks(
            core.name(), *self._arguments, first, rounds
        )
        results = array("q", results)
        middle = len(results) // 2
        tally = Tally(
            self._simulation.purse,
            {at - middle: count for at, count in enumerate(results) if count},
            tuple(Count._make(count) for count in iter_unpack("qqQQ", counts)),
            *sums,
        )
        tally.block, tally.path = Block._make(unpack("11q", block)), array("q", path)
        tally.deals = array("q", deals or b"")
        return tally


def _numbers(counting: PointCount) -> tuple[int, ...]:
    initial = counting.initial
    rounding = ROUNDINGS.index(counting.rounding)
    return (
        *(*counting.tags, counting.parts, initial or 0, initial is not None),
        *(counting.estimate, rounding),
    )


def _tables(automaton: Automaton) -> tuple[bytes, ...]:
    charts = automaton.charts
    starts = [start for start, _ in charts]
    return (
        array("H", [state for row in automaton.next for state in row]).tobytes(),
        bytes(automaton.totals),
        b"".join(bytes(row) for _, chart in charts for row in _with_flags(chart, charts)),
        bytes(bisect_right(starts, count) - 1 for count in range(LOWEST, LOWEST + COUNTS)),
    )


def _with_flags(chart: Actions, charts: Charts) -> Iterator[list[int]]:
    for state, row in enumerate(chart):
        others = [rows[state] for _, rows in charts]
        yield [
            code | BY_COUNT * any(other[upcard] != code for other in others)
            for upcard, code in enumerate(row)
        ]


class RankShoe:
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
        self.counts = list(self._full)
        self.round: list[int] = []
        self._ran_out = False
        self.shoes += 1

    @property
    def has_begun(self) -> bool:
        return self.counts != list(self._full)

    def begin_round(self, is_first: bool) -> None:
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

    def count(self, counting: PointCount, hidden: int | None = None) -> int:
        """Return the count; `hidden` is the rank of an unseen card outside the shoe."""
        taken = zip(counting.tags, self._full, self.counts, strict=True)
        seen = sum(tag * (full - count) for tag, full, count in taken)
        left = sum(self.counts)
        if hidden is not None:
            seen -= counting.tags[hidden]
            left += 1
        return counting.at(seen, left)


def _rotate(x: int, k: int) -> int:
    return ((x << k) | (x >> (32 - k))) & MASK


def play_in_python(
    simulation: Simulation, seed: str, first: int, rounds: int, step: int = 0
) -> Tally:
    """Play rounds at the table of the game, starting at the first round of a block."""
    key = stream_key("blackjack", seed)
    tally = Tally(simulation.purse)
    tally.deals = array("q", bytes(8 * DEALS if simulation.sides else 0))
    counts = [Count()] * COUNTS
    while rounds > 0:
        shoe = RankShoe(simulation, key, first)
        amounts = []
        for number in range(min(rounds, BLOCK)):
            count = _begin_round(simulation, shoe, number == 0) - LOWEST
            own = simulation.seats[count]
            round_ = play_round(simulation, shoe, own)
            seats = round_.seats[:own]
            if simulation.sides:
                dealt, up, second = shoe.round[0], *shoe.round[len(round_.seats) :][:2]
                place = ((count * 10 + dealt) * 10 + second) * 10 + up
                tally.deals[2 * place + is_blackjack(round_.dealer)] += 1
            players = [sum(hand.profit for hand in seat.hands) // 100 for seat in seats]
            won = [seat.profit // 100 for seat in seats]
            for result in players:
                tally.results[result] = tally.results.get(result, 0) + 1
            total, squares = sum(won), sum(each**2 for each in won)
            counts[count] = counts[count].add(Count(1, total, total**2, squares))
            tally.insured += sum(seat.insurance > 0 for seat in seats)
            tally.insurances_won += sum(seat.insurance_profit > 0 for seat in seats)
            tally.cards += len(shoe.round)
            mine = own if simulation.is_one else 1
            amount = simulation.bets[count] * sum(won[:mine]) if step else 0
            amounts.append(amount)
            played, lost = first * BLOCK + number + 1, sum(players[:mine]) < 0
            ends = step > 0 and simulation.session > 0 and played % simulation.session == 0
            one = Block(amount, lost, lost, lost, 1, ends, 0, amount, min(0, amount))
            tally.block = tally.block.join(one, tally.bankroll)
        tally.shoes += shoe.shoes
        if step:
            tally.path.extend(sum(amounts[at : at + step]) for at in range(0, len(amounts), step))
        rounds -= BLOCK
        first += 1
    tally.counts = tuple(counts)
    return tally


def _begin_round(simulation: Simulation, shoe: RankShoe, is_first: bool) -> int:
    """Shuffle, or leave the shoe, where necessary; return the count."""
    shoe.begin_round(is_first)
    count = shoe.count(simulation.counting.betting)
    if count < simulation.leave and shoe.has_begun:
        shoe.shuffle()
        count = shoe.count(simulation.counting.betting)
    return count


def play_round(simulation: Simulation, shoe: RankShoe, own: int = 1) -> Round:
    """Play one round at the table, the first `own` seats by the strategy; a unit is 100 cents."""
    bet = 100 * simulation.bet
    seats = range(own + simulation.neighbours)
    bets = [(Player(str(i), 100 * bet), bet) for i in seats]
    round_ = Round(simulation.rules, shoe, bets)
    early = 0
    while (question := round_.question) is not None:
        hidden = round_.dealer[1].rank if round_.hole_is_hidden else None
        count = shoe.count(simulation.counting.playing, hidden)
        is_own = round_.seats.index(question.seat) < own
        if not question.actions:
            insures = is_own and simulation.insurance is not None and count >= simulation.insurance
            round_.answer(question.limit if insures else 0)
        else:
            early = count if question.actions == EARLY else early
            upcard = round_.upcard.rank
            automaton = simulation.automaton if is_own else simulation.others
            automaton = automaton or simulation.automaton
            round_.answer(_choose(automaton, question, upcard, count, early))
    return round_


def _choose(automaton: Automaton, question: Question, upcard: int, count: int, early: int) -> str:
    """Answer a question by a strategy; a hand not surrendered `early` is not surrendered later."""
    ranks = question.hand.ranks
    state = ranks[0] + (10 if question.hand.from_split else 0)
    for rank in ranks[1:]:
        state = automaton.next[state][rank]
    code = automaton.actions_at(count)[state][upcard]
    action = code & 7
    if question.actions == EARLY:
        return "surrender" if action == SURRENDER else "keep"
    if action == SURRENDER and "surrender" not in question.actions:
        code = automaton.actions_at(early)[state][upcard]
        action = code & 7
    if action == SPLIT and "split" not in question.actions:
        action = code >> 3
    return NAMES[action]
