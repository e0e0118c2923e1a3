"""The results of `blackjack simulate` as text, CSV, JSON or an image."""

from __future__ import annotations

from itertools import accumulate
from math import sqrt
from statistics import quantiles
from typing import Any, NamedTuple

from sudokutools._support.terminal import visible
from sudokutools.blackjack.report import BetPlan, certainty_equivalent, statistics
from sudokutools.blackjack.simulate import Simulation, Tally
from sudokutools.cli.blackjack.simulate_run import POINTS, Names, path_step
from sudokutools.cli.blackjack.text import table, to_json
from sudokutools.cli.run.output import write_whole

SAMPLES = 20  # The paths of a plot.
WIDTH = 80  # The maximum number of characters of a line of a title.


class Hourly(NamedTuple):
    """Rounds per hour, and the plan of optimal bets."""

    rounds: int
    plan: BetPlan | None = None


def report(
    simulation: Simulation,
    tally: Tally,
    names: Names,
    seed: str,
    form: str,
    hourly: Hourly | None = None,
) -> str:
    data = statistics(simulation, tally)
    if hourly is not None:
        rate, mean, sd = hourly.rounds, data["mean"], data["sd_round"]
        data |= {"rounds_per_hour": rate, "hour_mean": mean * rate, "hour_sd": sd * sqrt(rate)}
        if hourly.plan is not None:
            certain = certainty_equivalent(mean, sd, hourly.plan) * rate
            data["hour_certainty_equivalent"] = certain
    if form == "json":
        rules = simulation.rules.to_json()
        return to_json({"rules": rules, "seed": seed} | names._asdict() | data)
    if form == "csv":
        return _csv(data | names._asdict())
    return _text(simulation, names, data)


def _csv(data: dict[str, Any]) -> str:
    rows = [(key, value) for key, value in data.items() if key not in ("counts", "results")]
    for row in data["counts"]:
        rows += [(f"count {row['count']} {key}", row[key]) for key in row if key != "count"]
    rows += [(f"result {result}", share) for result, share in data["results"].items()]
    return table(("key", "value"), rows, "csv")


def _text(simulation: Simulation, names: Names, data: dict[str, Any]) -> str:
    players = simulation.players
    seats = "1 player" if players == 1 else f"{players} players"
    lines = [
        f"{simulation.rules} · {seats} · {data['rounds']} rounds",
        _play(names),
        f"won per round         {data['mean']:+.7f} ± {data['stderr']:.7f} (standard error)",
        f"standard deviation    {data['sd']:.5f} per bet",
    ]
    if data["mean_bet"] != 1:
        lines += [
            f"                      {data['sd_round']:.5f} per round",
            f"bet per round         {data['mean_bet']:.4f}",
            f"won per unit bet      {data['won_per_bet']:+.7f}",
        ]
    if data["n0"] is not None:
        lines += [
            f"N0                    {data['n0']:.0f} rounds",
            f"SCORE                 {data['score']:.3f}",
        ]
    if data["insured"]:
        lines.append(
            f"insured               {data['insured']:.4%} of the hands, "
            f"{data['won_per_insurance']:+.4f} won per unit"
        )
    if "rounds_per_hour" in data:
        lines.append(
            f"per hour              {data['hour_mean']:+.4f} ± {data['hour_sd']:.2f} (standard "
            f"deviation) in {data['rounds_per_hour']} rounds"
        )
    if "hour_certainty_equivalent" in data:
        lines.append(f"certainty equivalent  {data['hour_certainty_equivalent']:+.4f} per hour")
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
    if "ruin_session" in data:
        lines.append(
            f"risk of ruin          {data['ruin_session']:.4%} in such a session, "
            f"{data['ruin_for_ever']:.4%} ever (formula)"
        )
    if any(simulation.counting.playing.tags):
        lines += [
            f"{simulation.counting.kind}, bet, share of the rounds, won per bet and error, variance"
        ]
        lines += [_count_line(row) for row in data["counts"]]
    lines.append("result in bets and its share of the rounds")
    lines += [f"  {result:>5}  {share:.7%}" for result, share in data["results"].items()]
    return "\n".join(lines) + "\n"


def _play(names: Names) -> str:
    return f"strategy {names.strategy} · counting {names.counting} · bets {names.bets}"


def _count_line(row: dict[str, Any]) -> str:
    error = "" if row["stderr"] is None else f" ± {row['stderr']:.7f}"
    return (
        f"  {row['count']:>+5}  {row['bet']:>4}  {row['share']:>11.7%}  {row['mean']:+.7f}{error}"
        f"  {row['variance']:.4f}"
    )


def write_plot(simulation: Simulation, tally: Tally, names: Names, seed: str, path: str) -> None:
    """Plot sample paths of the bankroll and the distribution of results to an SVG or PNG file.

    It is written completely or not at all. Requires matplotlib, see `require_plot`.
    """
    from io import BytesIO

    from matplotlib import rc_context
    from matplotlib.figure import Figure

    form = path[-3:]
    image = BytesIO()
    with rc_context({"svg.hashsalt": "sudokutools", "svg.fonttype": "none"}):
        figure = Figure(figsize=(8, 8), layout="constrained")
        above, below = figure.subplots(2, 1)
        _draw_paths(above, simulation, tally)
        lines = map(visible, (str(simulation.rules), _play(names), f"seed {seed}"))
        title = "\n".join(line if len(line) <= WIDTH else f"{line[:WIDTH]}…" for line in lines)
        above.set_title(title, parse_math=False)
        _draw_results(below, simulation, tally)
        figure.savefig(image, format=form, metadata={"Date": None} if form == "svg" else None)
    write_whole(path, image.getvalue())


def _draw_paths(axes: Any, simulation: Simulation, tally: Tally) -> None:
    """Draw the bankroll in equal parts of the simulation, each from 0, and their quantiles."""
    samples = SAMPLES if len(tally.path) >= SAMPLES else 1
    length = len(tally.path) // samples
    starts = [number * length for number in range(samples)]
    step = max(1, length // (POINTS // 8))
    at = range(0, length + 1, step)
    paths = []
    for start in starts:
        won = [0, *accumulate(tally.path[start : start + length])]
        paths.append([won[point] / simulation.bet for point in at])
    rounds = [point * path_step(tally.rounds) for point in at]
    for path in paths:
        axes.plot(rounds, path, color="tab:blue", linewidth=0.6, alpha=0.5)
    if len(paths) > 1:
        deciles = [quantiles(values, n=10) for values in zip(*paths, strict=True)]
        low, median, high = ([found[at] for found in deciles] for at in (0, 4, 8))
        axes.fill_between(rounds, low, high, color="tab:blue", alpha=0.15, label="10% to 90%")
        axes.plot(rounds, median, color="tab:red", label="median")
        axes.legend(title=f"{len(paths)} samples", loc="upper left")
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
