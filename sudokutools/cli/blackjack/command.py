"""`blackjack`: the group of commands, `play` and `replay`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from sudokutools.blackjack.money import money, parse_money
from sudokutools.blackjack.player import LONGEST_NAME, Player
from sudokutools.cli.blackjack import options
from sudokutools.cli.blackjack.odds_command import odds
from sudokutools.cli.blackjack.rule_options import rules_from
from sudokutools.cli.blackjack.simulate_command import simulate_command
from sudokutools.cli.options import shared, values
from sudokutools.cli.options.help import CONTEXT, Command, Help
from sudokutools.cli.run.output import Output, OutputError, wants_colour
from sudokutools.cli.run.process import Exit, choose_seed, complain, held, run, shell_word
from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from sudokutools.cli.blackjack.bankroll import BankrollFile
    from sudokutools.cli.blackjack.display import Painter


class DefaultToPlay(click.Group):
    """A group that treats options without a command as options of `play`."""

    command_class = Command

    def get_help_option(self, ctx: click.Context) -> click.Option:
        """Return the option that shows the help text."""
        return Help.help

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert `play` if no command is named."""
        asks_for_names = ctx.resilient_parsing and not args
        known = (*self.commands, "-h", "--help", "--version")
        if not asks_for_names and (not args or args[0] not in known):
            if args and not args[0].startswith("-"):
                self._suggest(args[0], ctx)
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def _suggest(self, word: str, ctx: click.Context) -> None:
        """Reject a word that is almost the name of a command."""
        from difflib import get_close_matches

        near = get_close_matches(word, list(self.commands), 1)
        if near and not ctx.resilient_parsing:
            raise click.UsageError(f"unknown command {word[:20]!r}; did you mean {near[0]!r}?", ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command, or an option of `play`."""
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
    advice: str | None,
    coach: bool,
    log_path: str | None,
    log_values: bool,
    bankroll_file: str | None,
    use_ascii: bool,
    colour: str,
    seed_hash: bool,
    no_insurance: bool,
    verbose: bool,
    **values: Any,
) -> Exit:
    """Play at a table, on a terminal or with one answer per line from a pipe."""
    from sudokutools.blackjack.transcript import summary_to_json
    from sudokutools.cli.blackjack.bankroll import BankrollFile
    from sudokutools.cli.blackjack.console import Console
    from sudokutools.cli.blackjack.display import TableScreen
    from sudokutools.cli.blackjack.log import LogFile
    from sudokutools.cli.blackjack.session import Session, SessionOptions

    if not 0 < min_bet <= max_bet:
        raise click.UsageError(
            f"bets from {money(min_bet)} to {money(max_bet)}: expected a minimum above 0 "
            "and not above the maximum"
        )
    context = click.get_current_context()
    rules = rules_from(values)
    stakes = player_stakes(names)
    bank = BankrollFile(bankroll_file) if bankroll_file else None
    if bank is not None:
        context.call_on_close(bank.close)
    players = seat_players(stakes, bankroll, bank, min_bet)
    log = LogFile(log_path) if log_path else None
    if log is not None:
        context.call_on_close(log.close)

    def after_round(data: dict[str, Any], players: list[Player]) -> None:
        try:
            if bank is not None:
                bank.save(players)
        finally:
            if log is not None:
                log.append(data)

    output = Output()
    paint = painter(output, colour, use_ascii)
    screen = TableScreen(output, paint, players)
    extras = SessionOptions(
        after_round,
        advice,
        coach,
        wants_values=log_values,
        no_insurance=no_insurance,
        seed_hash=seed_hash,
        forfeits=bank is not None,
    )
    seed = choose_seed(seed, verbose=False)
    session = Session(
        rules,
        seed,
        players,
        (min_bet, max_bet),
        Console(output, paint),
        screen,
        extras,
    )
    try:
        return session.play()
    finally:
        try:
            with held:
                if bank is not None:
                    bank.save_changes(players)
                if log is not None and any(player.tally.rounds for player in players):
                    log.append(summary_to_json(players))
        finally:
            output.finish()
            if verbose:
                complain(f"seed {shell_word(seed)}")


@command.command(
    options=options.REPLAY,
    short_help="Replay and verify the rounds of a log.",
    epilog="""\b
Examples:
  blackjack --seed 21 --log session.log
  blackjack replay session.log
""",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, type=values.FILE)
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
            complain(f"{path}: {(error.strerror or str(error)).lower()}")
            status = Exit.ERROR
    output.finish()
    return status


command.add_command(odds)
command.add_command(simulate_command)


def painter(output: Output, colour: str, use_ascii: bool) -> Painter:
    """Choose how cards and lines are written, from the options and the terminal."""
    from sudokutools.cli.blackjack.display import Painter

    shows_suits = not output.is_terminal or _shows_unicode()
    output.has_colour = wants_colour(colour, output.is_terminal)
    return Painter(output.has_colour, use_ascii or not shows_suits, output.columns)


def player_stakes(texts: tuple[str, ...]) -> dict[str, int | None]:
    """Return the players of `--player` in order, with their stakes if given.

    Text after a colon is an amount if it begins with a digit.

    >>> player_stakes(("North", "South:500")), player_stakes(())
    ({'North': None, 'South': 50000}, {'Player': None})
    """
    stakes: dict[str, int | None] = {}
    for text in texts or ("Player",):
        name, _, amount = text.rpartition(":")
        has_amount = bool(name) and amount[:1].isdigit()
        if not has_amount:
            name = text
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise click.UsageError(
                f"player {name[:20]!r}: expected 1 to {LONGEST_NAME} printable characters"
            )
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
    """Return the players with their bankrolls.

    With a bankroll file, these are the saved ones; a player with less than the table minimum gets a
    stake if one was requested.
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
    """Whether a terminal can show the suits.

    In the C locale Python switches LC_CTYPE to UTF-8 (PEP 538) and turns its UTF-8 mode on (PEP
    540), so that this case differs from a user's setting.
    """
    names = ["LC_ALL", "LANG"] if sys.flags.utf8_mode else ["LC_ALL", "LC_CTYPE", "LANG"]
    locale = next((value for name in names if (value := os.environ.get(name))), "")
    return "utf" in locale.lower()


def main() -> None:
    run(command)
