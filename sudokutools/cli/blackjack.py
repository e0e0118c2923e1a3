"""`blackjack`: play at a table."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sudokutools.blackjack.hand import Player
from sudokutools.blackjack.money import money, parse_money
from sudokutools.blackjack.rules import (
    DOUBLES,
    PRESETS,
    SPLITS,
    SURRENDERS,
    Rules,
    parse_decks,
    parse_payout,
    with_options,
)
from sudokutools.errors import SudokuError

F = TypeVar("F", bound=Callable[..., Any])
PRESET_HELP = "; ".join(f"{name}: {rules}" for name, rules in PRESETS.items())


# Generic for the type checker only: not in every version of click that we run with.
if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType


class Parsed(ParamType):
    """A value that a function of the library reads; its SudokuError is a usage error."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the text of an option."""
        if not isinstance(value, str):
            return value
        try:
            return self._read(value)
        except SudokuError as error:
            self.fail(str(error), param, ctx)


AMOUNT = Parsed("AMOUNT", parse_money)


def rules_options(command: F) -> F:
    """Add the options that say by which rules is played."""
    options = [
        click.option(
            "--rules",
            "preset",
            type=click.Choice(list(PRESETS)),
            default="standard",
            show_default=True,
            help=f"Start from a named set of rules ({PRESET_HELP}).",
        ),
        click.option("--decks", type=Parsed("1..8|inf", parse_decks), help="Decks in the shoe."),
        click.option(
            "--h17/--s17",
            "hit_soft_17",
            default=None,
            help="Whether the dealer hits a soft 17 or stands on it.",
        ),
        click.option(
            "--das/--no-das",
            "double_after_split",
            default=None,
            help="Whether split hands may be doubled.",
        ),
        click.option("--double", type=click.Choice(DOUBLES), help="Totals that may be doubled."),
        click.option(
            "--split",
            type=click.Choice(SPLITS),
            help="Whether any two tens are a pair or only two of one rank.",
        ),
        click.option(
            "--max-hands",
            type=click.IntRange(1, 4),
            metavar="N",
            help="Hands that one may be split into (1: no splits).",
        ),
        click.option(
            "--max-ace-hands",
            type=click.IntRange(1, 4),
            metavar="N",
            help="Hands that a pair of aces may be split into.",
        ),
        click.option(
            "--hit-split-aces/--no-hit-split-aces",
            default=None,
            help="Whether split aces are played like other hands or get one card each.",
        ),
        click.option("--surrender", type=click.Choice(SURRENDERS), help="Give up for half a bet."),
        click.option(
            "--payout", type=Parsed("A:B", parse_payout), help="What a blackjack pays, such as 3:2."
        ),
        click.option(
            "--peek/--no-peek",
            default=None,
            help="Whether the dealer looks for a blackjack first or has no hole card.",
        ),
        click.option(
            "--penetration",
            type=click.FloatRange(0, 1),
            metavar="F",
            help="Part of the shoe dealt before a shuffle; 0 shuffles before every round.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


RULE_NAMES = (
    "decks",
    "hit_soft_17",
    "double_after_split",
    "double",
    "split",
    "max_hands",
    "max_ace_hands",
    "hit_split_aces",
    "surrender",
    "payout",
    "peek",
    "penetration",
)


def rules_from(options: dict[str, Any]) -> Rules:
    """Take the options of `rules_options` out of all options and return the rules they make."""
    preset = PRESETS[options.pop("preset")]
    return with_options(preset, {name: options.pop(name) for name in RULE_NAMES})


class DefaultToPlay(click.Group):
    """A group whose options without a command belong to `play`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `play` in front where no command is named."""
        if not args or args[0] not in (*self.commands, "-h", "--help", "--version"):
            args = ["play", *args]
        return super().parse_args(ctx, args)


@click.group(cls=DefaultToPlay, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=None, version="0")
def blackjack() -> None:
    """Play blackjack. Without a command, the options are those of `play`."""


@blackjack.command()
@click.option("--player", "names", multiple=True, metavar="NAME", help="Seat a player; repeatable.")
@click.option(
    "--bankroll", type=AMOUNT, default="1000", show_default=True, help="What every player has."
)
@click.option("--min-bet", type=AMOUNT, default="10", show_default=True, help="The least bet.")
@click.option("--max-bet", type=AMOUNT, default="500", show_default=True, help="The largest bet.")
@rules_options
@click.option("--seed", metavar="TEXT", help="Deal the same cards again.")
@click.option("--ascii", "use_ascii", is_flag=True, help="Write suits as letters: s h d c.")
def play(
    names: tuple[str, ...],
    bankroll: int,
    min_bet: int,
    max_bet: int,
    seed: str | None,
    use_ascii: bool,
    **options: Any,
) -> None:
    """Play at a table, on a terminal or with one answer a line from a pipe.

    \b
    Examples:
      blackjack
      blackjack --player North --player South --seed 21
      printf '10\\nstand\\nquit\\n' | blackjack --seed 21
    """
    from sudokutools.cli.blackjack_table import Console, Painter, Session

    if not 0 < min_bet <= max_bet:
        raise click.UsageError(
            f"bets from {money(min_bet)} to {money(max_bet)}: expected a least bet above 0 "
            "that is not over the largest"
        )
    rules = rules_from(options)
    players = [Player(name, bankroll) for name in player_names(names)]
    painter = Painter(color=False, use_ascii=use_ascii or not _shows_unicode())
    used_seed = seed if seed is not None else os.urandom(16).hex()
    session = Session(rules, used_seed, players, (min_bet, max_bet), Console(), painter, seed)
    session.play()


def player_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names at the table; one is `Player` when none was given."""
    for name in names:
        if not 0 < len(name) <= 16 or not name.isprintable() or name != name.strip():
            raise click.UsageError(f"player {name[:20]!r}: expected 1 to 16 printable characters")
    if len(set(names)) < len(names):
        raise click.UsageError("two players have the same name")
    return names or ("Player",)


def _shows_unicode() -> bool:
    """Say whether the suits can be shown: a file always holds them, a terminal may not."""
    if not sys.stdout.isatty():
        return True
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    return "utf" in locale.lower()


def main() -> None:
    """Run the command."""
    try:
        blackjack.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
