"""`blackjack`: the group of commands and what each of them does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from sudokutools.blackjack.player import LONGEST_NAME, Player, money, parse_money
from sudokutools.cli.blackjack import options
from sudokutools.cli.blackjack.rule_options import rules_from
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options import values as kinds
from sudokutools.cli.options.option import CONTEXT, Command, Help
from sudokutools.cli.run.output import Output, OutputError, wants_colour
from sudokutools.cli.run.process import Exit, choose_seed, held, print_error, run, shell_word
from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from sudokutools.blackjack.side_bets import SideBet
    from sudokutools.cli.blackjack.display import Painter
    from sudokutools.cli.blackjack.session_files import BankrollFile
    from sudokutools.cli.blackjack.sides import Offer
    from sudokutools.cli.run.progress import Progress


class DefaultToPlay(click.Group):
    """A group that treats options without a command as options of `play`."""

    command_class = Command

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return Help.help

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        asks_for_names = ctx.resilient_parsing and not args
        known = (*self.commands, "-h", "--help", "--version")
        if not asks_for_names and (not args or args[0] not in known):
            if args and not args[0].startswith("-") and not ctx.resilient_parsing:
                from difflib import get_close_matches

                for near in get_close_matches(args[0], list(self.commands), 1):
                    text = f"unknown command {args[0][:20]!r}; did you mean {near!r}?"
                    raise click.UsageError(text, ctx)
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        items = super().shell_complete(ctx, incomplete)
        items += self.commands["play"].shell_complete(ctx, incomplete)
        return list({item.value: item for item in items}.values())


@click.group(
    cls=DefaultToPlay,
    context_settings=CONTEXT,
    params=[shared.Version.version],
    epilog="""\b
Examples:
  blackjack --rules downtown --advice
  blackjack odds --decks 6 --h17
""",
)
def command() -> None:
    """Play blackjack, compute exact odds, or simulate. The default command is `play`."""


@command.command(
    options=options.PLAY,
    title="The game",
    short_help="Play at a table, on a terminal or from a pipe.",
    epilog="""\b
Examples:
  blackjack --player North --player South --seed 21
  printf '10\\nstand\\nquit\\n' | blackjack --seed 21
""",
)
def play(
    names: tuple[str, ...],
    bankroll: int,
    min_bet: int,
    max_bet: int,
    seed: str | None,
    log_path: str | None,
    bankroll_file: str | None,
    use_ascii: bool,
    colour: str,
    verbose: bool,
    **values: Any,
) -> Exit:
    """Play at a table, on a terminal or with one answer per line from a pipe."""
    from sudokutools.blackjack.log import summary_to_json
    from sudokutools.cli.blackjack.console import Console
    from sudokutools.cli.blackjack.display import TableScreen
    from sudokutools.cli.blackjack.session import Session
    from sudokutools.cli.blackjack.session_files import BankrollFile, LogFile

    exclusions.check(options.PLAY_EXCLUSIONS)
    limits, rules = bet_limits(min_bet, max_bet, values["side_bets"]), rules_from(values)
    stakes = player_stakes(names)
    closed = click.get_current_context().call_on_close
    bank = BankrollFile(bankroll_file) if bankroll_file else None
    if bank is not None:
        closed(bank.close)
    players = seat_players(stakes, bankroll, bank, min_bet)
    log = LogFile(log_path) if log_path else None
    if log is not None:
        closed(log.close)

    def after_round(data: dict[str, Any], players: list[Player]) -> None:
        try:
            if bank is not None:
                bank.save(players)
        finally:
            if log is not None:
                log.append(data)

    output = Output()
    paint = painter(output, colour, use_ascii)
    seed = choose_seed(seed, verbose=False)
    console, screen = Console(output, paint), TableScreen(output, paint, players)
    session = Session(
        rules, seed, players, limits, console, screen, after_round, bank is not None, **values
    )
    try:
        return session.play()
    finally:
        try:
            with held:
                if bank is not None:
                    bank.save_changes(players)
                if log is not None and any(player.tally.rounds for player in players):
                    log.append(summary_to_json(players, screen.score))
        finally:
            output.finish()
            if verbose:
                print_error(f"seed {shell_word(seed)}")


@command.command(
    options=options.DRILL,
    title="The drill",
    short_help="Practice plays or counting without bets.",
    epilog="""\b
Examples:
  blackjack drill strategy --rules downtown
  blackjack drill count --counting ko --speed 2
""",
)
@click.argument(
    "kind", metavar="strategy|indices|count", type=click.Choice(options.DRILLS), required=False
)
def drill(
    kind: str | None,
    number: int | None,
    speed: float,
    together: int,
    every: int,
    counting: str,
    true_count: str | None,
    estimate: str | None,
    all_indices: bool,
    record: str | None,
    seed: str | None,
    use_ascii: bool,
    colour: str,
    verbose: bool,
    **values: Any,
) -> Exit:
    """Practice the chart, the indices of a counting system, or counting, with flash cards."""
    from sudokutools._support.streams import Stream
    from sudokutools.blackjack.flash_cards import IndexDeck, StrategyDeck
    from sudokutools.blackjack.practice import Practice
    from sudokutools.blackjack.shoe import Shoe
    from sudokutools.cli.blackjack.drill import CountPace, Drill, DrillFile, default_path

    if kind is None:
        names = exclusions.listed(options.DRILLS, "or")
        raise click.UsageError(f"missing the kind of drill: {names}")
    given = exclusions.given_options(click.get_current_context())
    for option, drills in options.OF_DRILLS.items():
        if option in given and kind not in drills:
            names = exclusions.listed(drills, "and")
            raise click.UsageError(f"{option} is an option of drill {names}, not of {kind}")
    rules = rules_from(values)
    seed = choose_seed(seed, verbose)
    stream = Stream("blackjack drill", seed, 0)
    name = kind if kind == "count" else f"{kind} {rules}"
    if kind != "strategy":
        name += f" {counting}"
        practice = Practice(rules, counting, true_count, estimate)
    file = DrillFile(record or default_path())
    click.get_current_context().call_on_close(file.close)
    output = Output()
    paint = painter(output, colour, use_ascii)
    drill = Drill(number or (52 if kind == "count" else 20), file, name, output, paint)
    if kind == "count":
        pace = CountPace(every, together, speed)
        questions = drill.counts(practice.counting, Shoe(rules, seed), pace)
    elif kind == "indices":
        questions = drill.hands(IndexDeck(rules, practice.counting, all_indices, stream))
    else:
        questions = drill.hands(StrategyDeck(rules, stream))
    try:
        return drill.run(questions)
    finally:
        output.finish()


@command.command(
    options=options.REPLAY,
    short_help="Replay and verify the rounds of a log.",
    epilog="""\b
Examples:
  blackjack --seed 21 --log session.log
  blackjack replay session.log
""",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, type=kinds.FILE)
def replay(
    files: tuple[str, ...], use_ascii: bool, colour: str, jobs: int | str, progress: bool | None
) -> Exit:
    """Replay the rounds of a log, and verify how they were dealt, played and paid."""
    from sudokutools.cli.blackjack.replay import replay_file
    from sudokutools.cli.run.progress import Progress

    output = Output()
    bar = Progress(progress if progress is not None or not output.is_terminal else False)
    status = Exit.DONE
    for path in files or ("-",):
        try:
            paint = painter(output, colour, use_ascii)
            status = max(status, replay_file(path, output, paint, bar, jobs))
        except OutputError:
            raise
        except OSError as error:
            output.flush()
            print_error(f"{path}: {(error.strerror or str(error)).lower()}")
            status = Exit.ERROR
    output.finish()
    return status


@command.command(
    options=options.ODDS,
    title="What to compute",
    short_help="Compute exact odds of a hand or a set of rules.",
    epilog="""\b
Examples:
  blackjack odds 88 A --rules atlantic-city
  blackjack odds --indices hi-lo --surrender late
""",
)
@click.argument("hand", metavar="[HAND UPCARD]", required=False)
@click.argument("upcard", metavar="", required=False)
def odds(
    hand: str | None,
    upcard: str | None,
    shoe: str | None,
    remove: str | None,
    every: bool,
    rules_cost: bool,
    counting: str | None,
    top: int | None,
    within: tuple[int, int] | None,
    side_bets: tuple[SideBet, ...],
    form: str,
    output: str | None,
    verbose: bool,
    **values: Any,
) -> None:
    """Compute exact odds of a hand, or of a set of rules: value, chart, dealer totals.

    A HAND is a list of cards, such as 88, A24 or 10,K.
    """
    from sudokutools.cli.blackjack import odds_reports as reports

    exclusions.check(options.EXCLUSIONS)
    if hand is not None:
        given = exclusions.given_options(click.get_current_context())
        for option in (*options.ALL_HANDS, "--format strategy"):
            if option in given:
                raise click.UsageError(f"{option} covers all hands: expected no HAND")
        if upcard is None:
            raise click.UsageError("missing the dealer's upcard after the hand")
    rules = rules_from(values)
    cards = reports.GivenShoe(rules, shoe, remove)
    if side_bets:
        from sudokutools.cli.blackjack.sides import side_bets_report

        report = side_bets_report(side_bets, cards.unseen, cards.title, form)
    elif counting is not None:
        report = reports.indices_report(rules, counting, form, top, within, every)
    elif every:
        report = reports.all_report(rules, cards, form)
    elif rules_cost:
        report = reports.cost_report(rules, form)
    elif hand is not None and upcard is not None:
        report = reports.hand_report(rules, cards, hand, upcard, form)
    else:
        report = reports.house_report(rules, cards, form, verbose)
    target = Output(output)
    target.write(report)
    target.finish()


@command.command(
    options=options.SIMULATE,
    title="What to simulate",
    short_help="Simulate many rounds.",
    epilog="""\b
Examples:
  blackjack simulate -n 100000000 --penetration 0
  blackjack simulate --counting hi-lo --bets ramp --bankroll 500
""",
)
def simulate(
    rounds: int,
    players: int,
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
    from sudokutools.blackjack.report import KELLY_RISK, BetPlan, optimal_bets, statistics
    from sudokutools.blackjack.simulate import BLOCK
    from sudokutools.cli.blackjack import simulating as work
    from sudokutools.cli.run.jobs import open_cluster
    from sudokutools.cli.run.progress import Progress

    _check_plot(plot_path)
    exclusions.check(options.SIMULATE_EXCLUSIONS)
    bankroll = optimal or bankroll or 0
    plan = BetPlan(optimal, *(spread or (1, 8)), risk or KELLY_RISK) if optimal else None
    session = session or (options.SESSION if bankroll else 0)
    words = work.Names._make(values.pop(name) for name in work.Names._fields)
    simulation, names = work.choose(rules_from(values), words, players, session, bankroll, **values)
    rate = rounds_per_hour or (100 if plan else None)
    seed = choose_seed(seed, verbose)
    bar = Progress(progress, rounds * (2 if plan else 1))
    began = perf_counter()
    target = Output(output)
    with _cancelled_by_errors(target, bar):
        with open_cluster(jobs) or nullcontext() as cluster:
            keep_path = plot_path is not None and rounds < 10**6 * BLOCK
            if plan is not None:
                # Not the rounds of the report, or its mean would include their luck.
                flat, other = simulation._replace(session=0, sides=()), f"{seed} bets"
                found = work.simulate(flat, other, rounds, jobs, bar, False, cluster)
                counts = statistics(simulation, found)["counts"]
                simulation = simulation._replace(bets=optimal_bets(plan, counts))
                names = names._replace(bets=f"optimal, {plan}")
            tally = work.simulate(simulation, seed, rounds, jobs, bar, keep_path, cluster)
        bar.clear()
        if verbose:
            speed = rounds * (2 if plan else 1) / (perf_counter() - began)
            print_error(f"{speed / 1e6:.1f} million rounds per second")
        target.write(work.report(simulation, tally, names, seed, form, rate, plan))
        if plot_path is not None:
            work.write_plot(simulation, tally, names, seed, plot_path)
        target.finish()


def _check_plot(path: str | None) -> None:
    if path is None:
        return
    if not path.endswith((".svg", ".png")):
        raise click.UsageError("--plot: expected a name that ends in .svg or .png")
    from sudokutools._support import plots

    plots.require()  # Fail before an hour of work.


@contextmanager
def _cancelled_by_errors(target: Output, bar: Progress) -> Iterator[None]:
    try:
        yield
    except BaseException:
        bar.clear()
        target.cancel_replacement()
        raise


def bet_limits(least: int, most: int, offers: Sequence[Offer] = ()) -> tuple[int, int]:
    if not 0 < least <= most:
        raise click.UsageError(
            f"bets from {money(least)} to {money(most)}: expected a minimum above 0 "
            "and not above the maximum"
        )
    if len({offer.bet.name for offer in offers}) < len(offers):
        raise click.UsageError("duplicate side bet")
    for bet, amount in offers:
        if amount is not None and amount > most:
            what = f"{money(amount)} on {bet.name} is above the table maximum of {money(most)}"
            raise click.UsageError(what)
    return least, most


def painter(output: Output, colour: str, use_ascii: bool) -> Painter:
    from sudokutools.cli.blackjack.display import Painter

    shows_suits = not output.is_terminal or _shows_unicode()
    output.has_colour = wants_colour(colour, output.is_terminal)
    return Painter(output.has_colour, use_ascii or not shows_suits, output.columns)


def player_stakes(texts: tuple[str, ...]) -> dict[str, int | None]:
    """Return the players of `--player` in order, with their stakes if given.

    >>> player_stakes(("North", "South:500")), player_stakes(())
    ({'North': None, 'South': 50000}, {'Player': None})
    """
    stakes: dict[str, int | None] = {}
    for text in texts or ("Player",):
        name, _, amount = text.rpartition(":")
        has_amount = bool(name) and amount[:1].isdigit()
        if not has_amount:
            name = text
        if len(name) > LONGEST_NAME:
            what = f"{len(name)} characters, the maximum is {LONGEST_NAME}"
            raise click.UsageError(f"player {name[:20]!r} is too long: {what}")
        if not name or not name.isprintable() or name != name.strip():
            raise click.UsageError(f"player {name!r}: expected printable characters")
        if name in stakes:
            raise click.UsageError("duplicate player name")
        try:
            stakes[name] = parse_money(amount) if has_amount else None
        except SudokuError as error:
            raise click.UsageError(f"player {text[:40]!r}: {error}") from None
    return stakes


def seat_players(
    stakes: dict[str, int | None], bankroll: int, bank: BankrollFile | None, least: int
) -> list[Player]:
    """Return the players with their bankrolls: the saved ones, if there is a file.

    Then a player with less than the table minimum gets a stake if one was requested.
    """
    source = click.get_current_context().get_parameter_source("bankroll")
    players = []
    for name, own in stakes.items():
        has = stake = bankroll if own is None else own
        if bank is not None:
            is_asked_for = own is not None or source is not ParameterSource.DEFAULT
            has = bank.bankroll(name, stake, least if is_asked_for else 0)
        players.append(Player(name, has, stake))
    return players


def _shows_unicode() -> bool:
    """Whether a terminal can show the suits; see PEP 538 and PEP 540 about the C locale."""
    names = ["LC_ALL", "LANG"] if sys.flags.utf8_mode else ["LC_ALL", "LC_CTYPE", "LANG"]
    locale = next((value for name in names if (value := os.environ.get(name))), "")
    return "utf" in locale.lower()


def main() -> None:
    run(command)
