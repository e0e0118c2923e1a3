"""The options of `blackjack`; see `rules` for the options of the rules."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import click

from sudokutools.blackjack.player import parse_money
from sudokutools.blackjack.rules import MOST_PLAYERS
from sudokutools.cli.blackjack.rule_options import RuleOptions
from sudokutools.cli.options import shared, values
from sudokutools.cli.options.exclusions import rules
from sudokutools.cli.options.option import OUTPUT, RUN, Common, Option, Options
from sudokutools.errors import SudokuError

AMOUNT = values.Parsed("AMOUNT", parse_money)


def _parse_counts(text: str) -> tuple[int, int]:
    ends = re.fullmatch(r"([-+]?\d{1,2})\.\.([-+]?\d{1,2})", text)
    if ends is None or int(ends[1]) > int(ends[2]):
        raise SudokuError(f"{text[:20]!r}: expected counts such as -5..5")
    return int(ends[1]), int(ends[2])


def _side_bet(module: str, reader: str) -> values.Parsed:
    def read(text: str) -> Any:
        return getattr(import_module(f"sudokutools.cli.blackjack.{module}"), reader)(text)

    return values.Parsed("BET", read)


def _parse_spread(text: str) -> tuple[int, int]:
    from sudokutools.blackjack.counting import MOST_BET

    try:
        low, high = values.read_counts(text)
    except ValueError as error:
        raise SudokuError(f"{text[:20]!r}: {error}") from None
    if high > MOST_BET:
        raise SudokuError(f"{text[:20]!r}: expected bets of at most {MOST_BET}")
    return low, high


SPREAD = values.Parsed("A-B", _parse_spread)

COUNTS = values.Parsed("LOW..HIGH", _parse_counts)

SESSION = 16384  # The rounds of a session of `simulate`.


class Table(Options):
    names = Common(
        "--player NAME[:AMOUNT]",
        "Add a player, optionally with a bankroll (repeatable).",
        multiple=True,
    )
    """Add a player with the bankroll <AMOUNT>, or that of --bankroll. May be repeated. A name has
    1 to 16 characters. The default is one player called `Player`."""

    bankroll = Common(
        "--bankroll", "Initial bankroll, and amount of each buy-in.", AMOUNT, default="1000"
    )
    """The initial bankroll of every player (default 1000), and the amount of each further buy-in.
    Amounts have up to two decimals."""

    min_bet = Common("--min-bet", "Table minimum.", AMOUNT, default="10")
    """The table minimum (default 10). A player with less may buy in again. If no player can bet,
    the game ends."""

    max_bet = Common("--max-bet", "Table maximum.", AMOUNT, default="500")
    """The table maximum (default 500)."""


class Help(Options):
    advice = Common(
        "--advice",
        "Show the expected value of every action.",
        ("shoe", "basic"),
        is_flag=False,
        flag_value="shoe",
    )
    """Show the exact value of each legal action next to its key, per unit bet on the hand, and
    above it the probabilities of the dealer's final totals whenever they have changed. If the
    dealer shows an ace, show the value of each unit of insurance. After a mistake, show its cost.
    *shoe* (the default) takes all cards seen so far into account; *basic* assumes a full shoe. For
    a hand that was split, the value is that of this hand alone."""

    side_bets = Common(
        "--side-bet NAME|FILE[:AMOUNT]",
        "Offer a side bet, such as 21+3 (repeatable).",
        _side_bet("sides", "parse_offer"),
        multiple=True,
    )
    """Offer a side bet, see [SIDE BETS]: a question follows each bet, or everybody bets <AMOUNT>.
    May be repeated. The table maximum applies to each."""

    coach = Common(
        "--coach", "Warn before mistakes.", ("odds", "indices"), is_flag=False, flag_value="odds"
    )
    """Ask for confirmation before a mistake, including insurance. `?` then shows why; any other
    answer replaces the mistake. *odds* (the default) warns if it costs more than a hundredth of
    the bet. *indices* judges by the indices of --counting, see [INDICES], and the count at each
    decision, so a right deviation from the chart is right. See [PRACTICE]."""

    practice = Common("--practice", "Ask for the count after every round.", ("count",))
    """Ask for the running count of --counting and, if the system is balanced, for the true count.
    See [PRACTICE]."""

    practice_every = Option(
        "--practice-every N", "Ask for the count after N cards.", values.Whole(1, 10**6)
    )
    """Ask for the count after <N> cards instead of after every round: before the next decision or
    at the end of the round."""

    show_count = Option("--show-count", "Show the count whenever it has changed.")
    """Show the count before every decision and after every round, if it has changed."""

    spots = Option("--spots N|FILE", "Usual number of hands, by the count.")
    """The number of hands of a player that Enter bets on, see [SEVERAL HANDS]. Each line of a file
    has a count of --counting before the round and the hands from that count up, such as `3 2`;
    below the first one it is 1."""

    counting = Option("--counting NAME|TAGS", "Counting system.", default="hi-lo")
    """The counting system (default hi-lo), see [COUNTING SYSTEMS]."""

    true_count = Option("--true-count", "How to round true counts.", ("floor", "truncate", "round"))
    """How true counts are rounded: down (*floor*, the default), towards 0, or to the nearest whole
    number (a half up). Indices and bets start at whole counts, so *floor* compares the exact true
    count with them."""

    estimate = Option(
        "--estimate",
        "Precision of the decks left in true counts.",
        ("exact", "quarter", "half", "full"),
    )
    """How the player estimates the decks left, by which the running count is divided: exactly (the
    default), or to the nearest quarter, half or full deck, at least one of them."""

    no_insurance = Option("--no-insurance", "Decline all insurance without a question.")

    log_path = Common("--log FILE", "Append every round to FILE (JSON).", values.FILE)
    """Append every settled round to <FILE>, one JSON object per line, see [REPLAY]. Only one
    session at a time can write to the file. If its last line is incomplete, a newline is added
    first."""

    log_values = Option("--log-values", "Include the values of all actions in the log.")
    """Include the values of all actions in the log even without --advice and --coach, which need
    them anyway. Each takes a few milliseconds, here and in *replay*."""

    bankroll_file = Option(
        "--bankroll-file FILE", "Keep the bankrolls between sessions.", values.FILE
    )
    """Keep the bankrolls in <FILE>, one `NAME<TAB>AMOUNT` per line. New players start with
    --bankroll. A player with less than the table minimum receives the amount of --bankroll or
    --player in addition, if one was given. The file is replaced atomically after every round,
    before the log is written, and locked against a second session. A round interrupted by Ctrl-C
    or another signal is forfeited, and its bets are lost, unless nobody has answered yet. A file
    that cannot be replaced or is not a regular file is rejected before the first round."""


class Drill(Options):
    number = Common(
        "-n, --number N", "Number of hands (20), or of cards to count (52).", values.Whole(1, 10**6)
    )
    """The number of hands, 20 by default, or of cards to count, 52 by default."""

    speed = Common(
        "--speed S", "Cards per second on a terminal [default: 1].", values.Real(), default=1
    )
    """How many cards to count are shown per second on a terminal (default 1). Elsewhere all are
    printed at once."""

    together = Option("--group N", "Cards shown together.", values.Whole(1, 10), default=1)
    """How many cards to count are shown together (default 1)."""

    every = Option(
        "--every N", "Ask for the count after N cards.", values.Whole(1, 10**6), default=13
    )
    """Ask for the count after every <N> cards (default 13)."""

    counting = Help.counting
    true_count, estimate = Help.true_count, Help.estimate

    all_indices = Option("--all", "All indices, not only the famous ones.")
    """Ask for all indices between -20 and 20, instead of insurance and those of the Illustrious 18
    and the Fab 4."""

    record = Option("--record FILE", "Record of missed cards.", values.FILE)
    """Keep the record of the cards asked and missed in <FILE> instead of
    `$XDG_STATE_HOME/sudokutools/blackjack/drills.json`. It is replaced atomically at the end, and
    locked against a second drill."""


class Screen(Options, group=OUTPUT):
    use_ascii = Option("--ascii", "Print suits as letters: s h d c.")
    """Print suits as the letters `s`, `h`, `d` and `c`. This is the default on terminals without
    UTF-8."""

    colour = Option("--color", "When to use colours.", shared.COLOURS, default="auto")
    """When to print hearts and diamonds in red, profits in green, and headings in bold: by default
    on a terminal, unless NO_COLOR is set or TERM is `dumb`."""


class PlayRun(Options, group=RUN):
    seed = Common("--seed S", "Seed for reproducible cards (any text).")
    """Seed of the shuffles, any text. The same seed, rules and answers reproduce the session card
    by card."""

    seed_hash = Option("--seed-hash", "Show the SHA-256 of the seed first.")
    """Show the SHA-256 of the seed at the start, so that the seed at the end proves that the cards
    were fixed before the first bet: `printf %s SEED | sha256sum`."""

    verbose = Option("-v, --verbose", "Print the seed to standard error.")
    """Print the seed to standard error at the end of the session, quoted for a shell."""


class Odds(Options):
    remove = Common("--remove CARDS", "Cards that are missing from the shoe.")
    """Cards that are missing from the shoe in addition to the hand and the upcard, such as
    `5,5,K`."""

    shoe = Option("--shoe COUNTS", "Cards of each rank: ten numbers, aces first.")
    """The composition of the shoe: ten numbers, the cards of each rank from aces to tens,
    including the hand and the upcard. A shoe that could run out during a hand is rejected."""

    every = Common("--all", "Every two-card hand against every upcard.")
    """Print the values of every two-card hand against every upcard, and the best action. TSV and
    CSV are one table with the header `hand upcard chance stand hit double split surrender best`,
    with empty fields for actions that are not allowed. With --indices: list all indices."""

    rules_cost = Common("--rules-cost", "The value of every change of a rule.")
    """For every change of a single rule, print the expected value of a round and its difference,
    with exact play (CDZ-) and with the chart (TD)."""

    counting = Common("--indices NAME|TAGS", "Indices of a counting system.")
    """Print the indices of a counting system: for every hand and for insurance, the count from
    which another action is best, and what it gains. Text lists the 25 with the largest gains;
    --all, --top and --range choose others. See [COUNTING SYSTEMS] and [INDICES]."""

    side_bets = Common(
        "--side-bet NAME|FILE",
        "Odds of a side bet, such as 21+3 (repeatable).",
        _side_bet("sides", "find_side_bet"),
        multiple=True,
    )
    """Print the chances, the expected value and the standard deviation of a side bet, see [SIDE
    BETS]. May be repeated. Here the cards of --remove may have suits, such as `Qh,Qh,5`; a card
    without one may have any suit. For insurance, an ace is dealt first."""

    top = Option("--top N", "Only the N indices that gain most.", values.Whole(1, 10**4))
    """Only the <N> indices with the largest gains, in this order. With --format *strategy*, play
    only these."""

    within = Option("--range", "Only indices in a range of counts.", COUNTS)
    """Only indices within a range of counts, such as `-5..5`."""


class OddsRun(Options, group=RUN):
    verbose = Option("-v, --verbose", "Values of more strategies.")
    """Print the expected values of all four strategies, not only those of CDZ- and TD."""


class OddsWriting(Options, group=OUTPUT):
    form = Common(
        "--format", "Output format.", ("text", "tsv", "csv", "json", "strategy"), default="text"
    )
    """Output format. *csv* requires --all, --rules-cost or --indices. *strategy* is the format of
    *simulate* --strategy: the chart, or with --indices the charts of all counts."""

    output = shared.Target.output


class Simulation(Options):
    rounds = Common("-n, --rounds N", "Number of rounds.", values.Whole(1, 10**13), default=10**7)
    """Number of rounds (default 10000000)."""

    strategy = Common(
        "--strategy NAME|FILE", "basic, exact, mimic-dealer, never-bust or FILE.", default="basic"
    )
    """The playing strategy: *basic* (the chart of *odds*, the default), *exact* (CDZ-),
    *mimic-dealer*, *never-bust*, or a file written by *odds* --format *strategy* or *tsv* (`-` is
    standard input). Such a file may include deviations and insurance by true count; the count
    includes every card seen so far. Insurance is reported separately, but included in the amount
    won."""

    players = Common("--players P", "Number of players.", values.Whole(1, MOST_PLAYERS), default=1)
    """Number of players, 1 to 7. All use the same strategy, unless --others is given."""

    others = Option("--others NAME|FILE", "Strategy of all players but the first.")
    """The strategy of all players but the first, as of --strategy; they never insure. The results
    are those of the first player alone."""

    spots = Option("--spots N|FILE", "Hands of the first player, by the count.")
    """The number of hands that the first player plays in every round, each for the bet of --bets.
    Each line of a file has a count and the hands from that count up, such as `3 2`; below the first
    one it is 1. The results are those of the first player, all hands together."""

    counting = Common(
        "--counting NAME|TAGS", "System, such as hi-lo (default: from strategy file)."
    )
    """The counting system, see [COUNTING SYSTEMS]. The default is the system named in the file of
    --strategy, or *none*."""

    true_count, estimate = Help.true_count, Help.estimate

    leave = Option("--leave COUNT", "Leave a shoe below this count.", values.Whole(-20, 20))
    """Leave the table for a new shoe if the count before a round is below <COUNT>."""

    bets = Common("--bets flat|ramp|FILE", "Bets by the count; ramp bets 1 to 8.", default="flat")
    """Bets by the count at the start of the round. *flat* always bets 1 (the default); *ramp* bets
    2, 4, 6 and 8 from true counts 1, 2, 3 and 4, or from the running counts that stand
    for them. Each line of a file has a count and the bet from that count up, such as `1 2.5` or
    `1 5/2`; below the first one the bet is 1."""

    side_bets = Common(
        "--side-bet NAME|FILE[@COUNT]",
        "Report a side bet by count (repeatable).",
        _side_bet("simulating", "parse_side_count"),
        multiple=True,
    )
    """Report a side bet of the first player, see [SIDE BETS], made in every round or only if the
    count of bets is <COUNT> or more, and the result of a unit at each count. Other results do not
    include it. Only ranks are dealt; the suits that fit them are averaged, which reduces errors.
    *insurance* is taken if the count of plays is <COUNT> or more."""

    optimal = Common(
        "--optimal-bets BANKROLL",
        "Optimal bets by count for a bankroll in bets.",
        values.Whole(1, 10**9),
    )
    """Bet optimally with a bankroll of <BANKROLL> minimum bets: by Kelly's rule, from mean and
    variance at each count, found by as many rounds with flat bets; rounded to whole bets. Also
    reports hourly figures, the certainty equivalent and the risk of losing the bankroll."""

    spread = Option("--spread", "Lowest and highest optimal bet [default: 1-8].", SPREAD)
    """Lowest and highest bet of --optimal-bets (default 1-8); 0 sits out."""

    risk = Option(
        "--risk P",
        "Risk of ruin of optimal bets [default: 0.135].",
        click.FloatRange(0, 1, min_open=True, max_open=True),
    )
    """The accepted risk of ever losing the bankroll, before bets are limited and rounded (default
    0.135, that of full Kelly bets)."""

    rounds_per_hour = Option(
        "--rounds-per-hour N", "Report hourly figures.", values.Whole(1, 10**6)
    )
    """Report profit and standard deviation of an hour with <N> rounds (default 100 with
    --optimal-bets)."""

    bankroll = Common(
        "--bankroll BETS", "Report the risk of losing this many bets.", values.Whole(1, 10**9)
    )
    """Report how many sessions lose <BETS> bets at some point, and the risks by formula: in a
    session, and ever."""

    session = Option(
        "--session ROUNDS",
        f"Rounds per session with --bankroll [default: {SESSION}].",
        values.Whole(1, 10**13),
    )
    """The number of rounds per session (default 16384), with --bankroll. An incomplete last
    session is not counted."""

    plot_path = Common("--plot FILE", "Plot the result to FILE.svg or FILE.png.", values.FILE)
    """Plot to <FILE>, whose name ends in `.svg` or `.png`: the first player's bankroll in 20 equal
    parts of the simulation with their median and the band from 10% to 90%, and the distribution of
    results. Requires the optional package matplotlib."""


class SimulationWriting(Options, group=OUTPUT):
    form = Common("--format", "Output format.", ("text", "csv", "json"), default="text")

    output = shared.Target.output


class SimulationRun(Options, group=RUN):
    seed = Common("--seed S", "Seed for reproducible output (any text).")
    """Seed of the random numbers, any text. The same seed gives the same output."""

    jobs = shared.Process.jobs

    progress = Option("--progress/--no-progress", "Show progress (default: on a terminal).")
    """Show progress on standard error (default: if it is a terminal and standard output is not a
    pipe)."""

    verbose = Option("-v, --verbose", "Print seed and speed to standard error.")


class ReplayRun(Options, group=RUN):
    jobs = shared.Process.jobs.copy()
    """Use <J> cores (default: all), or the cluster at `tcp://HOST:PORT`, see sudokutools(7). The
    sessions of a regular file are verified at the same time; pipes use one core. The output does
    not depend on this option."""

    progress = Option("--progress/--no-progress", "Show progress (default: on a terminal).")
    """Show progress on standard error (default: if it is a terminal)."""


class DrillRun(Options, group=RUN):
    seed = Common("--seed S", "Seed for reproducible cards (any text).")
    """Seed of the cards, any text. The same seed, options, record and answers draw the same
    cards."""

    verbose = Option("-v, --verbose", "Print the seed to standard error.")


PLAY = (Table, RuleOptions, Help, Screen, PlayRun)
ODDS = (Odds, RuleOptions, OddsWriting, OddsRun)
SIMULATE = (Simulation, RuleOptions, SimulationWriting, SimulationRun)
REPLAY = (Screen, ReplayRun)
DRILLS = ("strategy", "indices", "count")
DRILL = (Drill, RuleOptions, Screen, DrillRun)

OF_DRILLS = {
    "--counting": ("indices", "count"),
    "--true-count": ("count",),
    "--estimate": ("count",),
    "--all": ("indices",),
    "--speed": ("count",),
    "--group": ("count",),
    "--every": ("count",),
}
"""The drills that have an option; others are for all."""

PLAY_EXCLUSIONS = rules("""
--show-count with --practice: it shows the answers
--practice-every without --practice
--counting without --practice, --show-count, --coach indices, --spots
--true-count without --practice, --show-count, --coach indices, --spots
--estimate without --practice, --show-count, --coach indices, --spots
""")
"""What `play` excludes."""

ALL_HANDS = ("--all", "--rules-cost", "--indices", "--side-bet")

EXCLUSIONS = rules("""
--rules-cost with --all, --indices
--top, --range with --all
--rules-cost, --indices with --shoe, --remove: only full shoes are supported
--format strategy with --all, --rules-cost, --side-bet: the result is not a strategy
--side-bet with --all, --rules-cost, --indices
--side-bet with --shoe: suits must be known, use --remove
--top without --indices
--range without --indices
--format csv without --all, --rules-cost, --indices, --side-bet: the result is not a table
""")
"""What `odds` excludes."""

SIMULATE_EXCLUSIONS = rules("""
--optimal-bets with --bets, --bankroll: it sets both
--optimal-bets without --counting, --strategy: bets depend on the count
--leave without --counting, --strategy: every count is 0
--true-count without --counting, --strategy: every count is 0
--estimate without --counting, --strategy: every count is 0
--spread without --optimal-bets
--risk without --optimal-bets
--session without --bankroll, --optimal-bets
""")
"""What `simulate` excludes."""
