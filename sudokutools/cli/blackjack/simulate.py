"""`blackjack simulate`: play many rounds and report what they came to."""

from __future__ import annotations

import json
from collections import deque
from typing import Any

from sudokutools import core
from sudokutools.blackjack.house import house_odds
from sudokutools.blackjack.report import statistics
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.simulate import (
    BLOCK,
    COUNTS,
    TAGS,
    Part,
    Runner,
    Simulation,
    Tally,
)
from sudokutools.blackjack.strategy import (
    Automaton,
    by_chart,
    exact,
    mimic_dealer,
    never_bust,
)
from sudokutools.blackjack.strategy_text import read_strategy
from sudokutools.cli.output import Output
from sudokutools.cli.process import naming
from sudokutools.cli.progress import Progress
from sudokutools.errors import SudokuError

PART = 512 * BLOCK
"""Rounds that are played at a time: a fraction of a second, then signals are looked at."""

LARGEST = 1 << 20
PATHS = 400


def choose_strategy(name: str, rules: Rules) -> Automaton:
    """Return a strategy by its name, or the chart of a file."""
    if name == "basic":
        return by_chart(rules, house_odds(rules).chart)
    if name == "exact":
        return exact(rules)
    if name == "mimic-dealer":
        return mimic_dealer(rules)
    if name == "never-bust":
        return never_bust(rules)
    try:
        strategy = read_strategy(_lines(name))
        if len(strategy.charts) > 1 or strategy.insurance is not None:
            raise SudokuError("a strategy with deviations by the count is not played")
        return by_chart(rules, strategy.chart_at(0))
    except SudokuError as error:
        raise SudokuError(f"{name}: {error}") from None


def choose_tags(text: str) -> tuple[int, ...]:
    """Return the tags of a counting system, or ten numbers with commas, aces to tens."""
    name = text.lower().replace("-ii", "-2").replace("-i", "-1")
    if name in TAGS:
        return TAGS[name]
    try:
        tags = tuple(int(word) for word in text.split(","))
    except ValueError:
        tags = ()
    if len(tags) != 10 or any(abs(tag) > 9 for tag in tags):
        raise SudokuError(f"counting {text[:30]!r}: expected {', '.join(TAGS)} or ten numbers")
    return tags


def choose_bets(text: str) -> tuple[int, ...]:
    """Return the bet at every true count, from `flat` or a file of `COUNT BET` lines.

    A line gives the bet from its true count on; below the first count one is bet.
    """
    if text == "flat":
        return (1,) * COUNTS
    bets = [1] * COUNTS
    steps: dict[int, int] = {}
    for number, line in enumerate(_lines(text), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            count, bet = map(int, words)
        except ValueError:
            raise SudokuError(f"{text}:{number}: expected a true count and a bet") from None
        if not 0 <= bet <= 1000 or not -20 <= count <= 20:
            raise SudokuError(f"{text}:{number}: bets are 0 to 1000, true counts -20 to 20")
        steps[count] = bet
    for count in range(-20, 21):
        earlier = [step for step in steps if step <= count]
        if earlier:
            bets[count + 20] = steps[max(earlier)]
    return tuple(bets)


def _lines(path: str) -> list[str]:
    with naming(path), open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise SudokuError(f"{path}: too large")
    return data.decode("utf-8", "replace").splitlines()


def simulate(
    simulation: Simulation,
    seed: str,
    rounds: int,
    jobs: int,
    progress: Progress,
    keep_path: bool,
) -> Tally:
    """Play all rounds, several parts at a time, and add them up in order.

    Above 10^6 blocks no path is kept: its memory is bounded.
    """
    runner = Runner(simulation, seed, has_paths=keep_path or simulation.session > 0)
    tally = Tally(simulation.bankroll * simulation.bet)
    # In plain Python a block takes seconds already.
    size = PART if core.native() is not None else BLOCK
    starts = range(0, rounds, size)

    def take(part: Part) -> None:
        tally.add(part, keep_path)
        progress.update(tally.rounds)

    if jobs == 1 or len(starts) == 1:
        for start in starts:
            take(runner.play(start // BLOCK, min(size, rounds - start)))
        return tally
    from concurrent.futures import Future, ThreadPoolExecutor

    pool = ThreadPoolExecutor(jobs)
    waiting: deque[Future[Part]] = deque()
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


def report(simulation: Simulation, tally: Tally, seed: str, form: str) -> str:
    """Return the statistics as text, CSV or JSON."""
    data = statistics(simulation, tally)
    if simulation.session:
        data["bankroll"] = simulation.bankroll
        data["sessions"] = tally.sessions
        data["ruined"] = tally.ruined / tally.sessions if tally.sessions else None
    if form == "json":
        data = {"rules": simulation.rules.to_json(), "seed": seed} | data
        return json.dumps(data, separators=(",", ":")) + "\n"
    if form == "csv":
        rows = [(key, value) for key, value in data.items() if key != "results"]
        rows += [(f"result {result}", share) for result, share in data["results"].items()]
        return "key,value\n" + "".join(f"{key},{'' if v is None else v}\n" for key, v in rows)
    return _text(simulation, data)


def _text(simulation: Simulation, data: dict[str, Any]) -> str:
    players = simulation.players
    seats = "1 player" if players == 1 else f"{players} players"
    lines = [
        f"{simulation.rules} · {seats} · {data['rounds']} rounds",
        f"won per round         {data['mean']:+.7f} ± {data['stderr']:.7f} (standard error)",
        f"standard deviation    {data['sd']:.5f} per bet",
    ]
    if data["mean_bet"] != 1:
        lines.append(f"bet per round         {data['mean_bet']:.4f}")
        lines.append(f"won per unit bet      {data['won_per_bet']:+.7f}")
    lines += [
        f"cards per round       {data['cards_per_round']:.3f}",
        f"rounds per shoe       {data['rounds_per_shoe']:.2f}",
        f"longest losing run    {data['longest_losing_run']} rounds",
    ]
    if data.get("sessions"):
        lines.append(
            f"ruined                {data['ruined']:.4%} of {data['sessions']} sessions of "
            f"{simulation.session} rounds with {data['bankroll']} bets"
        )
    lines.append("result in bets and its share of the rounds")
    lines += [f"  {result:>5}  {share:.7%}" for result, share in data["results"].items()]
    return "\n".join(lines) + "\n"


def write_plot(simulation: Simulation, tally: Tally, path: str) -> None:
    """Write an image of the result, as SVG or PNG as the name ends; all of it or nothing."""
    output = Output(path)
    try:
        output.write(plot(simulation, tally, path[-3:]))
        output.finish()
    except BaseException:
        output.abandon()
        raise


def plot(simulation: Simulation, tally: Tally, form: str) -> bytes:
    """Return an image of the bankroll's path and the distribution of results, `svg` or `png`.

    It is the same for the same result. Needs matplotlib, see `require_plot`.
    """
    from io import BytesIO

    from matplotlib import rc_context
    from matplotlib.figure import Figure

    image = BytesIO()
    with rc_context({"svg.hashsalt": "sudokutools", "svg.fonttype": "none"}):
        figure = Figure(figsize=(8, 8), layout="constrained")
        above, below = figure.subplots(2, 1)
        _draw_path(above, simulation, tally)
        _draw_results(below, simulation, tally)
        figure.savefig(image, format=form, metadata={"Date": None} if form == "svg" else None)
    return image.getvalue()


def _draw_path(axes: Any, simulation: Simulation, tally: Tally) -> None:
    step = max(1, len(tally.path) // PATHS)
    won = 0
    xs, ys = [0], [0.0]
    for at, block in enumerate(tally.path, 1):
        won += block
        if at % step == 0 or at == len(tally.path):
            xs.append(min(at * BLOCK, tally.rounds))
            ys.append(won / simulation.bet)
    axes.plot(xs, ys)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(title=str(simulation.rules), xlabel="rounds", ylabel="won, in bets")


def _draw_results(axes: Any, simulation: Simulation, tally: Tally) -> None:
    total = sum(tally.results.values())
    results = sorted(tally.results)
    axes.bar(
        [result / simulation.bet for result in results],
        [tally.results[result] / total for result in results],
        width=0.3,
    )
    axes.set(xlabel="result of a round, in bets", ylabel="share of the rounds", yscale="log")
