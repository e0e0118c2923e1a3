"""`blackjack simulate`: its options, and the course of a run."""

from __future__ import annotations

from typing import Any

import click

from sudokutools.cli.blackjack.options import report_options
from sudokutools.cli.blackjack.rules import rules_from, rules_options
from sudokutools.cli.options import shared, values
from sudokutools.cli.options.help import RUN, Command
from sudokutools.cli.run.jobs import open_cluster
from sudokutools.cli.run.output import Output
from sudokutools.cli.run.process import complain
from sudokutools.cli.run.session import choose_seed

SESSION = 16384


@click.command(
    cls=Command,
    name="simulate",
    short_help="Play many rounds by a strategy.",
    epilog="""\b
Examples:
  blackjack simulate -n 100000000 --penetration 0
  blackjack simulate --counting hi-lo --bets ramp --bankroll 500
""",
)
@click.option(
    "-n",
    "--rounds",
    type=values.Whole(1, 10**13),
    default=10**7,
    show_default=True,
    metavar="N",
    help="Rounds to play.",
)
@rules_options
@click.option(
    "--strategy",
    default="basic",
    show_default=True,
    metavar="NAME|FILE",
    help="basic, exact, mimic-dealer, never-bust, or a file as `odds --format strategy` writes it.",
)
@click.option(
    "--players",
    type=values.Whole(1, 7),
    default=1,
    show_default=True,
    metavar="P",
    help="Players at the table.",
)
@click.option(
    "--counting",
    metavar="NAME|TAGS",
    help="none, hi-lo, hi-opt-1, hi-opt-2, omega-2, zen, or ten numbers, aces to tens; by default "
    "what the strategy's file says, or none.",
)
@click.option(
    "--bets",
    default="flat",
    show_default=True,
    metavar="flat|ramp|FILE",
    help="By the true count: ramp is 1 to 8; a file has lines TRUECOUNT BET, from this one on.",
)
@click.option(
    "--bankroll",
    type=values.Whole(1, 10**9),
    metavar="BETS",
    help="Report how many sessions lose so many bets.",
)
@click.option(
    "--session",
    type=values.Whole(1, 10**13),
    metavar="ROUNDS",
    help=f"The rounds of a session with --bankroll (default {SESSION}).",
)
@click.option(
    "--plot",
    "plot_path",
    type=values.FILE,
    metavar="FILE",
    help="Draw the result as FILE.svg or .png.",
)
@report_options("text", "csv", "json")
@shared.several(
    click.option("--seed", metavar="S", help="Any text: makes the output reproducible."),
    shared.jobs_option,
    click.option("--progress/--no-progress", default=None, help="Progress on standard error."),
    click.option("-v", "--verbose", is_flag=True, help="Write seed and speed to standard error."),
    group=RUN,
)
def simulate_command(
    rounds: int,
    strategy: str,
    players: int,
    counting: str | None,
    bets: str,
    bankroll: int | None,
    session: int | None,
    seed: str | None,
    jobs: int | str,
    form: str,
    plot_path: str | None,
    output: str | None,
    progress: bool | None,
    verbose: bool,
    **values: Any,
) -> None:
    """Play many rounds by a strategy: mean, standard error, results, runs, ruin."""
    import time

    from sudokutools.cli.blackjack import simulate as work
    from sudokutools.cli.blackjack.simulate_report import report, write_plot
    from sudokutools.cli.run.progress import Progress

    if plot_path is not None and not plot_path.endswith((".svg", ".png")):
        raise click.UsageError("--plot: expected a name that ends in .svg or .png")
    if plot_path is not None:
        from sudokutools.checking.histogram import require_plot

        require_plot()  # Not after an hour of work.
    if session is not None and bankroll is None:
        raise click.UsageError("--session needs --bankroll")
    simulation, names = work.choose(
        rules_from(values),
        work.Names(strategy, counting, bets),
        players,
        session or (SESSION if bankroll else 0),
        bankroll or 0,
    )
    seed = choose_seed(seed, verbose)
    bar = Progress(progress, rounds)
    began = time.perf_counter()
    target = Output(output)
    cluster = None
    try:
        cluster = open_cluster(jobs)
        count = jobs if isinstance(jobs, int) else 1
        keep_path = plot_path is not None and rounds < 10**6 * 16384
        tally = work.simulate(simulation, seed, rounds, count, bar, keep_path, cluster)
        bar.clear()
        if verbose:
            speed = rounds * players / (time.perf_counter() - began)
            complain(f"{speed / 1e6:.1f} million rounds a second")
        target.write(report(simulation, tally, names, seed, form))
        if plot_path is not None:
            write_plot(simulation, tally, plot_path)
        target.finish()
    except BaseException:
        bar.clear()
        target.cancel_replacement()
        raise
    finally:
        if cluster is not None:
            cluster.end()
