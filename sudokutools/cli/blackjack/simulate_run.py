"""`blackjack simulate`: from options to a simulation, and its execution."""

from __future__ import annotations

from collections import deque
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from sudokutools._support import core, system
from sudokutools.blackjack.counting import LOWEST, Counting, counting_for
from sudokutools.blackjack.house import house_chart
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.simulate import BLOCK, COUNTS, Runner, Simulation, Tally
from sudokutools.blackjack.strategy import (
    Automaton,
    by_chart,
    by_strategy,
    exact,
    mimic_dealer,
    never_bust,
)
from sudokutools.blackjack.strategy_text import read_strategy
from sudokutools.cli.run.process import complain, read_file
from sudokutools.cli.run.progress import Progress
from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from concurrent.futures import Future

    from sudokutools.cli.run.cluster import Cluster

PART = 512 * BLOCK  # Rounds per part, a fraction of a second; signals are handled between parts.

LONG_PART = 4096 * BLOCK
"""The same for one player without deviations, which many processors play ten times as fast."""

LARGEST = 1 << 20

POINTS = 2000  # The minimum number of points of a plot.

RAMP = {1: 2, 2: 4, 3: 6, 4: 8}
"""The bets of `--bets ramp` from each true count on; the bet is 1 below."""


class Names(NamedTuple):
    """The names of the options; counting may be None if a file gives it."""

    strategy: str
    counting: str | None
    bets: str


Played = tuple[Automaton, int | None, str]
"""A strategy, the count from which it insures, and the name of its counting system, if given."""


def choose_strategy(name: str, rules: Rules) -> Played:
    """Find a strategy by name, or read it from a file (`-`: standard input)."""
    if name == "basic":
        return by_chart(rules, house_chart(rules)), None, ""
    makers = {"exact": exact, "mimic-dealer": mimic_dealer, "never-bust": never_bust}
    if name in makers:
        return makers[name](rules), None, ""
    try:
        strategy = read_strategy(_lines(name))
        return by_strategy(rules, strategy), strategy.insurance, strategy.counting
    except SudokuError as error:
        raise SudokuError(f"{name}: {error}") from None


def choose_bets(text: str, counting: Counting, rules: Rules) -> tuple[int, ...]:
    """Return the bet at every count: `flat`, `ramp`, or a file of `COUNT BET` lines.

    A line gives the bet from its count on; below the first count the bet is 1. With a running count
    the ramp is that of the true counts halfway to the cut card.
    """
    if text == "flat":
        return (1,) * COUNTS
    if text == "ramp":
        decks = (rules.cards - rules.cut / 2) / 52
        steps = {ceil(counting.at_true_count(count, decks)): bet for count, bet in RAMP.items()}
    else:
        steps = _read_steps(text)
    steps = {LOWEST - COUNTS: 1} | steps
    counts = range(LOWEST, LOWEST + COUNTS)
    return tuple(steps[max(step for step in steps if step <= count)] for count in counts)


def _read_steps(path: str) -> dict[int, int]:
    steps: dict[int, int] = {}
    for number, line in enumerate(_lines(path), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            count, bet = map(int, words)
        except ValueError:
            raise SudokuError(f"{path}:{number}: expected a count and a bet") from None
        if not 0 <= bet <= 1000 or not -20 <= count <= 20:
            raise SudokuError(
                f"{path}:{number}: expected a count from -20 to 20 and a bet from 0 to 1000"
            )
        steps[count] = bet
    return steps


def _lines(path: str) -> list[str]:
    data = read_file(path, LARGEST + 1)
    if len(data) > LARGEST:
        raise SudokuError(f"{path}: too large")
    return data.decode("utf-8", "replace").splitlines()


def choose(
    rules: Rules, names: Names, players: int, session: int, bankroll: int
) -> tuple[Simulation, Names]:
    """Return the simulation and its names. Warns about options without effect."""
    automaton, insurance, counted = choose_strategy(names.strategy, rules)
    counting = counting_for(names.counting or counted or "none", rules)
    bets = choose_bets(names.bets, counting, rules)
    simulation = Simulation(rules, automaton, players, counting, bets, insurance, session, bankroll)
    by_count = len(automaton.charts) > 1 or (insurance or LOWEST) > LOWEST
    if not any(counting.playing.tags):
        if names.bets != "flat":
            complain(f"--bets {names.bets} without --counting: every count is 0")
        if by_count:
            complain(f"{names.strategy} depends on the count, which is always 0 without --counting")
    elif counted and counting_for(counted, rules).playing != counting.playing:
        complain(f"{names.strategy} was computed for counting {counted}, not {counting.name}")
    return simulation, names._replace(counting=counting.name)


def path_step(rounds: int) -> int:
    """Return the rounds for each of at least `POINTS` sums of a path, if there are so many."""
    return min(BLOCK, 1 << max(1, rounds // POINTS).bit_length() - 1)


def simulate(
    simulation: Simulation,
    seed: str,
    rounds: int,
    jobs: int,
    progress: Progress,
    keep_path: bool,
    cluster: Cluster | None = None,
) -> Tally:
    """Play all rounds in parts, in parallel or on a cluster, and add the results in order.

    Above 10^6 blocks no path is kept, to bound memory.
    """
    step = path_step(rounds) if keep_path else BLOCK if simulation.session else 0
    runner = Runner(simulation, seed, step)
    tally = Tally(simulation.bankroll * simulation.bet)
    is_fast = simulation.players == 1 and len(simulation.automaton.charts) == 1
    # Several workers need several parts. In plain Python a single block takes seconds.
    size = LONG_PART if is_fast and jobs == 1 else PART
    size = size if core.native() is not None else BLOCK
    starts = range(0, rounds, size)

    def take(part: Tally) -> None:
        tally.add(part, keep_path)
        progress.update(tally.rounds)

    if cluster is not None:
        blocks = range(-(-rounds // BLOCK))
        for _, part in cluster.crew(partial(_play_blocks, runner, rounds)).over(blocks):
            take(part)
        return tally
    if jobs == 1 or len(starts) == 1:
        for start in starts:
            take(runner.play(start // BLOCK, min(size, rounds - start)))
        return tally
    pool = system.threads(jobs)
    waiting: deque[Future[Tally]] = deque()
    try:
        for start in starts:
            if len(waiting) > 2 * jobs:
                take(waiting.popleft().result())
            waiting.append(pool.submit(runner.play, start // BLOCK, min(size, rounds - start)))
        while waiting:
            take(waiting.popleft().result())
    finally:
        pool.shutdown(cancel_futures=True)
    return tally


def _play_blocks(runner: Runner, rounds: int, blocks: range) -> Tally:
    first = blocks.start * BLOCK
    return runner.play(blocks.start, min(blocks.stop * BLOCK, rounds) - first)
