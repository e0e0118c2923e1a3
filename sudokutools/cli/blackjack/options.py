"""The options of `blackjack`; those of the rules are in `rules`."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.blackjack.money import parse_money
from sudokutools.cli.blackjack.rules import RuleOptions
from sudokutools.cli.options import shared, values
from sudokutools.cli.options.exclusions import Exclusion, Need, Rule
from sudokutools.cli.options.option import OUTPUT, RUN, Option, Options

AMOUNT = values.Parsed("AMOUNT", parse_money)

SESSION = 16384
"""The rounds of a session of `simulate`."""


class Table(Options):
    names = Option(
        "--player NAME[:AMOUNT]",
        "Seat a player, who may have a bankroll of their own; repeatable.",
        multiple=True,
        common=True,
    )
    """Seat a player, who has the bankroll <AMOUNT> or that of --bankroll; once for every player. A
    name has 1 to 16 characters. Without it there is one, called `Player`."""

    bankroll = Option(
        "--bankroll",
        "What every player has, and buys in for again.",
        AMOUNT,
        default="1000",
        common=True,
    )
    """What every player has at the beginning (default 1000), and buys in for again. Amounts are
    whole numbers or have up to two decimals."""

    min_bet = Option("--min-bet", "The least bet.", AMOUNT, default="10", common=True)
    """The least bet (default 10). A player who has less may buy in again; when nobody can bet, the
    game ends."""

    max_bet = Option("--max-bet", "The largest bet.", AMOUNT, default="500", common=True)
    """The largest bet (default 500)."""


class Help(Options):
    advice = Option(
        "--advice",
        "Show what every action is worth, by the cards not seen or by a full shoe.",
        ("shoe", "basic"),
        is_flag=False,
        flag_value="shoe",
        common=True,
    )
    """Show the exact value of each legal action beside its key, per unit of the hand's bet, and
    above it the chances of the dealer's final totals where they have changed; with an ace up, the
    value of a unit insured. After a mistake, show what it cost. *shoe* (the default) counts all
    cards that nobody has seen, *basic* is a full shoe. Of a hand that was split it is the value of
    this hand alone."""

    coach = Option("--coach", "Ask again before a costly mistake.", common=True)
    """Ask again before a mistake that costs more than a hundredth of the bet, insurance among
    them."""

    log_path = Option("--log FILE", "Append every round as JSON.", values.FILE, common=True)
    """Append every settled round to <FILE>, one JSON object a line, see [Replay]. One session at a
    time writes it; a last line that was cut is ended first."""

    bankroll_file = Option(
        "--bankroll-file FILE", "Keep the bankrolls between sessions.", values.FILE
    )
    """Keep the bankrolls in <FILE>, one `NAME<TAB>AMOUNT` a line; a player whom it does not name
    has that of --bankroll. A player who has less than the least bet gets an amount on top that
    --bankroll or --player names. It is replaced whole after every round, before the log is written,
    and locked against a second session. A file that cannot be replaced is refused before the first
    round, and so is what is no regular file."""


class Screen(Options):
    group = OUTPUT

    use_ascii = Option("--ascii", "Suits as letters: s h d c.")
    """Write the suits as the letters `s`, `h`, `d` and `c`. A terminal whose locale is not UTF-8
    gets them anyway."""

    colour = Option("--color", "Colours on the terminal.", shared.COLOURS, default="auto")
    """Paint hearts and diamonds red, profits green, and headlines bold; by default on a terminal,
    unless NO_COLOR is set or TERM is `dumb`."""


class PlayRun(Options):
    group = RUN

    seed = Option("--seed S", "Any text: deals the same cards again.", common=True)
    """Deal the same cards again: the same seed (any text), rules and answers make the same session,
    card for card."""

    verbose = Option("-v, --verbose", "Write the seed to standard error.")
    """Write the seed that deals the same cards again to standard error, quoted for a shell."""


class Odds(Options):
    remove = Option("--remove CARDS", "Cards that are gone from the shoe.", common=True)
    """Cards that are gone from the shoe, beside the hand and the upcard, such as `5,5,K`."""

    shoe = Option("--shoe COUNTS", "Ten numbers: the cards of each rank, aces first.")
    """A shoe of ten numbers, the cards of each rank from aces to tens, the hand and the upcard
    among them. A shoe that could run out within a hand is refused."""

    every = Option("--all", "All hands of two cards against all upcards.", common=True)
    """Write the same for every hand of two cards against every upcard, and the best action. As TSV
    or CSV it is one table with the header `hand upcard chance stand hit double split surrender
    best`; what is not allowed is empty."""

    rules_cost = Option(
        "--rules-cost", "What each rule is worth: every option changed.", common=True
    )
    """Write what each rule is worth: the player's expected value of a round, by the exact cards
    (CDZ-) and by the chart (TD), after every change of one option, and the difference."""

    counting = Option(
        "--indices NAME|TAGS",
        "True counts from which other plays are best: hi-lo, hi-opt-1, ... or ten tags.",
        common=True,
    )
    """Write the indices of a counting system: for every hand and insurance the true count from
    which another play is best. The system is *hi-lo*, *hi-opt-1*, *hi-opt-2*, *omega-2*, *zen* or
    ten numbers with commas, what an ace to a ten adds; it has to be balanced: they sum up to 0 in a
    deck (KO is not). See [Indices]."""


class OddsRun(Options):
    group = RUN

    jobs = shared.Process.jobs.copy()
    """With --all work on <J> cores (default all), where no compiled core does it in an instant, or
    on the cluster at `tcp://HOST:PORT`: see sudoku-gen(1). Never changes the output."""


class OddsWriting(Options):
    group = OUTPUT

    form = Option(
        "--format",
        "Write this format.",
        ("text", "tsv", "csv", "json", "strategy"),
        default="text",
        common=True,
    )
    """Write this format; *csv* with --all, --rules-cost or --indices. *strategy* is what *simulate*
    --strategy reads: the chart, or with --indices the charts of all counts."""

    output = shared.Target.output


class Simulation(Options):
    rounds = Option(
        "-n, --rounds N", "Rounds to play.", values.Whole(1, 10**13), default=10**7, common=True
    )
    """Rounds to play (default 10000000)."""

    strategy = Option(
        "--strategy NAME|FILE",
        "basic, exact, mimic-dealer, never-bust, or a file as `odds --format strategy` writes it.",
        default="basic",
        common=True,
    )
    """*basic* (the chart of *odds*, the default), *exact* (CDZ-), *mimic-dealer*, *never-bust*, or
    a strategy in a file (`-` is standard input) as *odds* --format *strategy* or *tsv* writes it.
    Such a file may deviate by the true count and insure from one on; counted are all cards that
    were seen when it matters. Insurance is counted apart from the results, but belongs to what is
    won."""

    players = Option(
        "--players P", "Players at the table.", values.Whole(1, 7), default=1, common=True
    )
    """1 to 7 players, who all play alike."""

    counting = Option(
        "--counting NAME|TAGS",
        "none, hi-lo, hi-opt-1, hi-opt-2, omega-2, zen, or ten numbers, aces to tens; by default "
        "what the strategy's file says, or none.",
        common=True,
    )
    """Count cards by *hi-lo*, *hi-opt-1*, *hi-opt-2*, *omega-2*, *zen*, or ten numbers with commas,
    what an ace to a ten adds. The true count is the count by the decks left, rounded down. By
    default it is what the file of --strategy names, or *none*."""

    bets = Option(
        "--bets flat|ramp|FILE",
        "By the true count: ramp is 1 to 8; a file has lines TRUECOUNT BET, from this one on.",
        default="flat",
        common=True,
    )
    """What is bet at the true count with which a round begins. *ramp* bets 2, 4, 6 and 8 from 1, 2,
    3 and 4 on. A file has lines of a true count and the bet from it on; below the first one 1 is
    bet."""

    bankroll = Option(
        "--bankroll BETS",
        "Report how many sessions lose so many bets.",
        values.Whole(1, 10**9),
        common=True,
    )
    """Report how many sessions lose as many bets at some time."""

    session = Option(
        "--session ROUNDS",
        f"The rounds of a session with --bankroll (default {SESSION}).",
        values.Whole(1, 10**13),
    )
    """The rounds of a session (default 16384); one follows the other, and an unfinished one does
    not count."""

    plot_path = Option(
        "--plot FILE", "Draw the result as FILE.svg or .png.", values.FILE, common=True
    )
    """Draw the first player's bankroll and the distribution of results as <FILE>, whose name ends
    in `.svg` or `.png`; needs matplotlib."""


class SimulationWriting(Options):
    group = OUTPUT

    form = Option(
        "--format", "Write this format.", ("text", "csv", "json"), default="text", common=True
    )
    """Write this format."""

    output = shared.Target.output


class SimulationRun(Options):
    group = RUN

    seed = Option("--seed S", "Any text: makes the output reproducible.", common=True)
    """Any text: makes the output reproducible."""

    jobs = shared.Process.jobs

    progress = Option("--progress/--no-progress", "Progress on standard error.")
    """Show the progress on standard error; by default on a terminal."""

    verbose = Option("-v, --verbose", "Write seed and speed to standard error.")
    """Write seed and speed to standard error."""


PLAY = (Table, RuleOptions, Help, Screen, PlayRun)
ODDS = (Odds, RuleOptions, OddsWriting, OddsRun)
SIMULATE = (Simulation, RuleOptions, SimulationWriting, SimulationRun)
REPLAY = (Screen,)

ALL_HANDS = ("--all", "--rules-cost", "--indices")

EXCLUSIONS: Sequence[Rule] = (
    Exclusion(ALL_HANDS),
    Exclusion(ALL_HANDS[1:], ("--shoe", "--remove"), "they are of full shoes"),
    Exclusion(("--format strategy",), ALL_HANDS[:2], "they are no strategy"),
    Need("--format csv", ALL_HANDS, "other odds are no single table"),
)
"""What `odds` excludes."""
