"""Words of command lines: every option that a command declares, with good, odd and hostile values.

An option is known by the declaration of its command, so that a new one is tried at once; other
values than numbers, choices or files have some here that get further than rubbish does.
"""

import re
from collections.abc import Iterator, Sequence

import click

from sudokutools.cli.options import values
from sudokutools.cli.options.option import OptionalValue
from tests.fuzz.tools.cursor import Cursor
from tests.tables import rows_of

ENDLESS = {"number": 3, "moves": 100, "rounds": 400, "tries": 3, "session": 400}
"""Options of unbounded work, and how much of it a run gets at most."""

ALWAYS = {"jobs": "1", "timeout": "1", "rounds": "300", "strategy": "mimic-dealer"}
"""Options that are always given: their defaults take too long here."""

SLOW = {"--rules-cost", "--indices", "--progress"}
"""Options that take seconds, or write what depends on them."""

HOSTILE = (
    "", " ", "-", "--", "\t", "a\nb", "\x1b[31mred\x1b[0m", "\x9b31m", "\u202e",
    "a b", "\udcff\udcfe",
    "0", "-1", "1e3", "9" * 5000, "x" * 3000, "\u0663", "1_0", "nan", "inf", "1-", "-5", "9-1",
    "{", "{number", "{0.__class__}", "%n", "a,b", ",", "=", "../..", "/dev/null/x", ".",
)  # fmt: skip
"""Values that no option expects, or hardly any."""

TEXTS = {option: values for option, *values in rows_of("fuzz/tools/words.tsv")}
"""Values of options whose declaration does not define valid ones, by their names."""

FILES = {
    "output": ("out.txt", "out.pdf", "out.svg", "out.html", "out-%d.svg", "in.txt", "nowhere/out"),
    "log_path": ("out.log", "session.log", "in.txt"),
    "bankroll_file": ("out.bank", "bank.txt", "in.txt"),
    "plot": ("out.svg", "out.txt"),
    "plot_path": ("out.svg", "out.png", "out.txt"),
}
"""Files that may be written, by the names of options; all others are read."""

READ = (
    "-", "-", "in.txt", "in.txt", "solutions.txt", "bad.txt",
    "regions.txt", "pattern.txt", "strategy.txt", "bets.txt",
    "session.log", "empty", "binary", ".", "missing", "bad\udcff", "esc\x1b[31mape",
)  # fmt: skip
"""Files that are read, of which some are not there."""


def words_of(command: click.Command, cursor: Cursor) -> list[str]:
    """Draw the options and operands of a command; the ones in `ALWAYS` always occur."""
    options = [each for each in command.params if isinstance(each, click.Option)]
    quick = [each for each in options if each.opts[-1] not in SLOW]
    drawn = [cursor.choice(quick) for _ in range(cursor.choice((1, 0, 1, 1, 2, 2, 3, 4)))]
    words = [f"{each.opts[-1]}={ALWAYS[each.name]}" for each in options if each.name in ALWAYS]
    words += [word for option in drawn for word in _option(option, cursor)]
    for argument in (each for each in command.params if isinstance(each, click.Argument)):
        number = (
            cursor.choice((0, 0, 0, 0, 0, 1, 2)) if argument.nargs < 0 else 1 - cursor.chance(4)
        )
        words += [_value(argument, cursor) for _ in range(number)]
    return words


def is_written(name: str, words: Sequence[str]) -> bool:
    """Tell whether a run may leave a file of this name: a word or its end, or one with a number."""
    whole = re.sub(r"\.(part|resume)$", "", name)
    return re.sub(r"\d+", "%d", name) in words or any(word.endswith(whole) for word in words)


def _option(option: click.Option, cursor: Cursor) -> Iterator[str]:
    name = cursor.choice([*option.opts, *option.secondary_opts])
    may_be_alone = isinstance(option, OptionalValue) or option._flag_needs_value
    if option.is_flag or (may_be_alone and cursor.chance()):
        yield name
        return
    value = _value(option, cursor)
    if name.startswith("--") and cursor.chance():
        yield f"{name}={value}"
    else:
        yield from (name, value)


def _value(parameter: click.Parameter, cursor: Cursor) -> str:
    """Draw a value: one in 24 is hostile, unless it sets the amount of work."""
    name = parameter.name or ""
    if cursor.chance(24) and name not in ENDLESS:
        return cursor.choice(HOSTILE)
    if name in ("jobs", "timeout"):
        return ALWAYS[name]
    kind = parameter.type
    if name in TEXTS:
        return cursor.choice(TEXTS[name])
    if kind is values.FILE:
        return cursor.choice(FILES.get(name, READ))
    if isinstance(kind, click.Choice):
        return str(cursor.choice(list(kind.choices)))
    if isinstance(kind, values.Whole):
        return str(_whole(kind, ENDLESS.get(name), cursor))
    if isinstance(kind, values.Real):
        return cursor.choice(["0.5", "0", "1", "1e-9", "0.75", "1e308", "2"])
    return cursor.choice(("1", "2", "x"))


def _whole(kind: values.Whole, most: int | None, cursor: Cursor) -> int:
    """Draw a number around the ends of a range, or a small one; none that is endless work."""
    low, high = kind._low, kind._high
    edges = [low, low + 1, low - 1, low + 2 + cursor.byte()]
    if most is not None:
        return min(cursor.choice(edges), most)
    return cursor.choice([*edges, *([high, high + 1] if high is not None else [2**63, 2**64])])
