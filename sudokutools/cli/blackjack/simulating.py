"""`blackjack simulate`: from options to a simulation, its execution, and its results."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from sudokutools._support import core
from sudokutools._support.terminal import visible
from sudokutools.blackjack.counting import LOWEST, counting_for
from sudokutools.blackjack.house import House
from sudokutools.blackjack.report import BetPlan, certainty_equivalent, side_bet, statistics
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.side_bets import INSURANCE
from sudokutools.blackjack.simulate import BLOCK, Runner, SideCount, Simulation, Tally
from sudokutools.blackjack.strategy import (
    Automaton,
    Strategy,
    by_strategy,
    exact,
    mimic_dealer,
    never_bust,
    read_strategy,
)
from sudokutools.cli.blackjack.by_count import choose_bets, choose_spots, read_lines
from sudokutools.cli.blackjack.sides import find_side_bet
from sudokutools.cli.blackjack.text import counted, table, to_json
from sudokutools.cli.run.jobs import map_pieces
from sudokutools.cli.run.output import write_whole
from sudokutools.cli.run.process import print_error
from sudokutools.cli.run.progress import Progress
from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from sudokutools.cli.run.cluster import Cluster

PART = 512  # Blocks per part, a fraction of a second; signals are handled between parts.

LONG_PART = 4096
"""The same for one player without deviations, which many processors play ten times as fast."""

SAMPLES = 20  # The paths of a plot.

WIDTH = 80  # The maximum number of characters of a line of a title.

POINTS = 2000  # The minimum number of points of a plot.


class Names(NamedTuple):
    """The names of the options; counting may be None if a file gives it, others are optional."""

    strategy: str
    counting: str | None
    bets: str
    spots: str | None
    others: str | None
    true_count: str | None
    estimate: str | None
    leave: int | None


Played = tuple[Automaton, int | None, str]
"""A strategy, the count from which it insures, and the name of its counting system, if given."""


def choose_strategy(name: str, rules: Rules) -> Played:
    """Find a strategy by name, or read it from a file (`-`: standard input)."""
    makers = {"exact": exact, "mimic-dealer": mimic_dealer, "never-bust": never_bust}
    if name in makers:
        return makers[name](rules), None, ""
    if name == "basic":
        strategy = Strategy(((LOWEST, House(rules).chart),))
    else:
        try:
            strategy = read_strategy(read_lines(name))
        except SudokuError as error:
            raise SudokuError(f"{name}: {error}") from None
    return by_strategy(rules, strategy), strategy.insurance, strategy.counting


def parse_side_count(text: str) -> SideCount:
    name, at, count = text.rpartition("@")
    if not at:
        return SideCount(find_side_bet(text))
    digits = count.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 3 and int(digits) <= -LOWEST):
        what = f"expected a whole number from {LOWEST} to {-LOWEST}"
        raise SudokuError(f"side bet {text[:40]!r}: count {count[:10]!r}: {what}")
    return SideCount(find_side_bet(name), int(count))


def choose(
    rules: Rules,
    names: Names,
    players: int,
    session: int,
    bankroll: int,
    side_bets: Sequence[SideCount] = (),
) -> tuple[Simulation, Names]:
    automaton, insurance, counted = choose_strategy(names.strategy, rules)
    plain = counting_for(names.counting or counted or "none", rules)
    counting = plain.rounded(names.true_count, names.estimate)
    bets, parts = choose_bets(names.bets, counting, rules)
    insurance = next((side.start for side in side_bets if side.bet == INSURANCE), insurance)
    made = tuple(side for side in side_bets if side.bet != INSURANCE)
    simulation = Simulation(
        rules, automaton, players, counting, bets, insurance, session, bankroll, parts, made
    )
    simulation = _seated(simulation, names)
    depends = len(automaton.charts) > 1 or (insurance or LOWEST) > LOWEST
    if not any(counting.playing.tags):
        if names.bets != "flat":
            print_error(f"--bets {names.bets} without --counting: every count is 0")
        if depends or any(side.start > LOWEST for side in side_bets):
            print_error(
                f"{names.strategy if depends else '--side-bet'} depends on the count, "
                "which is always 0 without --counting"
            )
    elif counted and counting_for(counted, rules).playing != plain.playing:
        print_error(f"{names.strategy} was computed for counting {counted}, not {counting.name}")
    return simulation, names._replace(counting=counting.name)


def _seated(simulation: Simulation, names: Names) -> Simulation:
    """Return a simulation with the hands and neighbours of a player who may leave the shoe."""
    rules, players, counting = simulation.rules, simulation.players, simulation.counting
    simulation = simulation._replace(spots=choose_spots(names.spots, players))
    if names.others is not None:
        if players == 1:
            raise SudokuError("--others requires --players 2 or more")
        simulation = simulation._replace(others=choose_strategy(names.others, rules)[0])
    if names.leave is not None:
        if counting.betting.at(0, rules.cards or 1) < names.leave:
            raise SudokuError(f"--leave {names.leave}: the count of a new shoe is below it")
        simulation = simulation._replace(leave=names.leave)
    return simulation


def path_step(rounds: int) -> int:
    """Return the rounds for each of at least `POINTS` sums of a path, if there are that many."""
    return min(BLOCK, 1 << max(1, rounds // POINTS).bit_length() - 1)


def simulate(
    simulation: Simulation,
    seed: str,
    rounds: int,
    jobs: int | str,
    progress: Progress,
    keep_path: bool,
    cluster: Cluster | None = None,
) -> Tally:
    """Play all rounds in parts, in parallel or on a cluster, and add the results in order."""
    step = path_step(rounds) if keep_path else BLOCK if simulation.session else 0
    tally = Tally(simulation.purse)
    work = partial(_play_blocks, Runner(simulation, seed, step), rounds)
    blocks = range(-(-rounds // BLOCK))
    count = jobs if isinstance(jobs, int) else 1
    is_fast = simulation.players == 1 and len(simulation.automaton.charts) == 1
    is_fast = is_fast and not simulation.sides
    # Several workers need several parts. In plain Python a single block takes seconds.
    size = LONG_PART if is_fast and count == 1 else PART
    starts = blocks[:: size if core.native() is not None else 1]
    pieces = (range(at, min(at + starts.step, blocks.stop)) for at in starts)
    for part in map_pieces(work, blocks, pieces, min(count, len(starts)), cluster):
        tally.add(part, keep_path)
        progress.update(tally.rounds)
    return tally


def _play_blocks(runner: Runner, rounds: int, blocks: range) -> Tally:
    first = blocks.start * BLOCK
    return runner.play(blocks.start, min(blocks.stop * BLOCK, rounds) - first)


def report(
    simulation: Simulation,
    tally: Tally,
    names: Names,
    seed: str,
    form: str,
    rate: int | None = None,
    plan: BetPlan | None = None,
) -> str:
    """Report a simulation; `rate` are the rounds per hour, `plan` is that of optimal bets."""
    data = statistics(simulation, tally)
    if simulation.sides:
        data["side_bets"] = [side_bet(simulation, side, tally) for side in simulation.sides]
    mean, sd = data["mean"], data["sd_round"]
    if rate is not None:
        data |= {"rounds_per_hour": rate, "hour_mean": mean * rate, "hour_sd": sd * sqrt(rate)}
        if plan is not None:
            data["hour_certainty_equivalent"] = certainty_equivalent(mean, sd, plan) * rate
    if form == "json":
        rules = simulation.rules.to_json()
        return to_json({"rules": rules, "seed": seed} | _given(names) | data)
    if form == "csv":
        data |= _given(names)
        nested = ("counts", "results", "side_bets")
        rows = [(key, value) for key, value in data.items() if key not in nested]
        for row in data["counts"]:
            rows += [(f"count {row['count']} {key}", row[key]) for key in row if key != "count"]
        rows += [(f"result {result}", share) for result, share in data["results"].items()]
        for side in data.get("side_bets", ()):
            name = side.pop("name")
            means = {f"mean at {count}": mean for count, mean in side.pop("counts").items()}
            rows += [(f"{name} {key}", value) for key, value in (side | means).items()]
        return table(("key", "value"), rows, "csv")
    return _text(simulation, names, data)


FIGURES = (
    ("won per round", "{mean:+.7f} ± {stderr:.7f} (standard error)"),
    ("standard deviation", "{sd:.5f} per bet"),
    ("", "{sd_round:.5f} per round"),
    ("covariance", "{covariance:.5f} of two {sharers} in a round"),
    ("bet per round", "{mean_bet:.4f}"),
    ("won per unit bet", "{won_per_bet:+.7f}"),
    ("N0", "{n0:.0f} rounds"),
    ("SCORE", "{score:.3f}"),
    ("insured", "{insured:.4%} of the hands, {won_per_insurance:+.4f} won per unit"),
    (
        "per hour",
        "{hour_mean:+.4f} ± {hour_sd:.2f} (standard deviation) in {rounds_per_hour} rounds",
    ),
    ("certainty equivalent", "{hour_certainty_equivalent:+.4f} per hour"),
    ("cards per round", "{cards_per_round:.3f}"),
    ("rounds per shoe", "{rounds_per_shoe:.2f}"),
    ("longest losing run", "{longest_losing_run} rounds"),
    ("ruined", "{ruined:.4%} of {sessions} sessions of {session} rounds with {bankroll} bets"),
    ("risk of ruin", "{ruin_session:.4%} in such a session, {ruin_for_ever:.4%} ever (formula)"),
)
"""The lines of the report: headings and texts. A line is left out if one of its figures is."""


def _text(simulation: Simulation, names: Names, data: dict[str, Any]) -> str:
    seats = counted(simulation.players, "player")
    if simulation.is_one and simulation.players > 1:
        seats += ", results of the first"
    figures = {key: value for key, value in data.items() if value is not None}
    if not data["insured"]:
        del figures["insured"]
    figures["sharers"] = "hands" if simulation.spots else "players"
    if data["mean_bet"] == 1:
        del figures["sd_round"], figures["mean_bet"], figures["won_per_bet"]
    lines = [f"{simulation.rules} · {seats} · {data['rounds']} rounds", _play(names)]
    for heading, text in FIGURES:
        with suppress(KeyError):
            lines.append(f"{heading:<22}{text.format_map(figures)}")
    sides = data.get("side_bets", ())
    for side in sides:
        start = f" from {side['from']:+d}" if side["from"] > LOWEST else ""
        lines.append(f"{side['name'] + start:<21} {_side(side)}")
    if any(simulation.counting.playing.tags):
        kind = simulation.counting.kind
        more = "".join(f", {side['name']} per unit" for side in sides)
        lines.append(f"{kind}, bet, share of the rounds, won per bet and error, variance{more}")
        for row in data["counts"]:
            error = "" if row["stderr"] is None else f" ± {row['stderr']:.7f}"
            line = "  {count:>+5}  {bet:>4g}  {share:>11.7%}  {mean:+.7f}".format_map(row)
            means = [f"  {side['counts'][str(row['count'])]:+.5f}" for side in sides]
            lines.append(f"{line}{error}  {row['variance']:.4f}{''.join(means)}")
    lines.append("result in bets and its share of the rounds")
    lines += [f"  {result:>5}  {share:.7%}" for result, share in data["results"].items()]
    return "\n".join(lines) + "\n"


def _side(side: dict[str, Any]) -> str:
    if not side["share"]:
        return "never bet on"
    return (
        "{share:.2%} of the rounds, {mean:+.6f} ± {stderr:.6f} won per unit, "
        "{won_per_round:+.6f} per round, sd {sd:.3f}"
    ).format_map(side)


def _given(names: Names) -> dict[str, Any]:
    return {name: word for name, word in names._asdict().items() if word is not None}


def _play(names: Names) -> str:
    return " · ".join(f"{name.replace('_', ' ')} {word}" for name, word in _given(names).items())


def write_plot(simulation: Simulation, tally: Tally, names: Names, seed: str, path: str) -> None:
    """Plot sample paths of the bankroll and the distribution of results to an SVG or PNG file."""
    from sudokutools._support.plots import image

    def draw(figure: Any) -> None:
        above, below = figure.subplots(2, 1)
        _draw_paths(above, simulation, tally)
        lines = map(visible, (str(simulation.rules), _play(names), f"seed {seed}"))
        title = "\n".join(line if len(line) <= WIDTH else f"{line[:WIDTH]}…" for line in lines)
        above.set_title(title, parse_math=False)
        _draw_results(below, simulation, tally)

    write_whole(path, image((8, 8), draw, path[-3:]))


def _draw_paths(axes: Any, simulation: Simulation, tally: Tally) -> None:
    """Draw the bankroll in equal parts of the simulation, each from 0, and their quantiles."""
    samples = SAMPLES if len(tally.path) >= SAMPLES else 1
    length = len(tally.path) // samples
    at = range(0, length + 1, max(1, length // (POINTS // 8)))
    rounds = [point * path_step(tally.rounds) for point in at]
    paths = []
    for start in range(0, samples * length, length):
        won = [0, *accumulate(tally.path[start : start + length])]
        paths.append([won[point] / (simulation.bet * simulation.parts) for point in at])
        axes.plot(rounds, paths[-1], color="tab:blue", linewidth=0.6, alpha=0.5)
    if samples > 1:
        from statistics import quantiles

        deciles = [quantiles(values, n=10) for values in zip(*paths, strict=True)]
        low, median, high = ([found[at] for found in deciles] for at in (0, 4, 8))
        axes.fill_between(rounds, low, high, color="tab:blue", alpha=0.15, label="10% to 90%")
        axes.plot(rounds, median, color="tab:red", label="median")
        axes.legend(title=f"{samples} samples", loc="upper left")
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(xlabel="rounds", ylabel="won, in bets")


def _draw_results(axes: Any, simulation: Simulation, tally: Tally) -> None:
    total = sum(tally.results.values())
    results = sorted(tally.results)
    axes.bar(
        [result / simulation.bet for result in results],
        [tally.results[result] / total for result in results],
        width=0.3,
    )
    axes.set(xlabel="result of a round, in bets", ylabel="share of the rounds", yscale="log")
