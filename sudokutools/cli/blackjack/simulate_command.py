"""`blackjack simulate`: the command."""

from __future__ import annotations

from typing import Any

import click

from sudokutools.cli.blackjack import options
from sudokutools.cli.blackjack.rule_options import rules_from
from sudokutools.cli.options import exclusions
from sudokutools.cli.options.help import Command
from sudokutools.cli.run.jobs import open_cluster
from sudokutools.cli.run.output import Output
from sudokutools.cli.run.process import choose_seed, complain


@click.command(
    cls=Command,
    options=options.SIMULATE,
    title="What to simulate",
    name="simulate",
    short_help="Simulate many rounds.",
    epilog="""\b
Examples:
  blackjack simulate -n 100000000 --penetration 0
  blackjack simulate --counting hi-lo --bets ramp --bankroll 500
""",
)
def simulate_command(
    rounds: int,
    strategy: str,
    players: int,
    counting: str | None,
    bets: str,
    optimal: int | None,
    spread: tuple[int, int] | None,
    risk: float | None,
    rounds_per_hour: int | None,
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
    """Simulate many rounds and report results, standard errors, runs and risk of ruin."""
    import time

    from sudokutools.blackjack.report import KELLY_RISK, BetPlan, optimal_bets, statistics
    from sudokutools.cli.blackjack import simulate_run as work
    from sudokutools.cli.blackjack.simulate_report import Hourly, report, write_plot
    from sudokutools.cli.run.progress import Progress

    if plot_path is not None and not plot_path.endswith((".svg", ".png")):
        raise click.UsageError("--plot: expected a name that ends in .svg or .png")
    if plot_path is not None:
        from sudokutools.checking.histogram import require_plot

        require_plot()  # Fail before an hour of work.
    exclusions.check(options.SIMULATE_EXCLUSIONS)
    plan = None
    if optimal is not None:
        bankroll = optimal
        plan = BetPlan(optimal, *(spread or (1, 8)), risk or KELLY_RISK)
    simulation, names = work.choose(
        rules_from(values),
        work.Names(strategy, counting, bets),
        players,
        session or (options.SESSION if bankroll else 0),
        bankroll or 0,
    )
    hourly = Hourly(rounds_per_hour or 100, plan) if plan or rounds_per_hour else None
    seed = choose_seed(seed, verbose)
    bar = Progress(progress, rounds * (2 if plan else 1))
    began = time.perf_counter()
    target = Output(output)
    cluster = None
    try:
        cluster = open_cluster(jobs)
        count = jobs if isinstance(jobs, int) else 1
        keep_path = plot_path is not None and rounds < 10**6 * 16384
        if plan is not None:
            # Other rounds than those of the report, or its mean would include their luck.
            flat = work.simulate(
                simulation._replace(session=0), f"{seed} bets", rounds, count, bar, False, cluster
            )
            counts = statistics(simulation, flat)["counts"]
            simulation = simulation._replace(bets=optimal_bets(plan, counts))
            names = names._replace(bets=f"optimal, {plan}")
        tally = work.simulate(simulation, seed, rounds, count, bar, keep_path, cluster)
        bar.clear()
        if verbose:
            speed = rounds * players / (time.perf_counter() - began)
            complain(f"{speed / 1e6:.1f} million rounds per second")
        target.write(report(simulation, tally, names, seed, form, hourly))
        if plot_path is not None:
            write_plot(simulation, tally, names, seed, plot_path)
        target.finish()
    except BaseException:
        bar.clear()
        target.cancel_replacement()
        raise
    finally:
        if cluster is not None:
            cluster.end()
