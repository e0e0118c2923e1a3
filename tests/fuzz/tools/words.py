"""Words of command lines: every option that a command declares, with good, odd and hostile values.

An option is known by the declaration of its command, so that a new one is tried at once; other
values than numbers, choices or files have some here that get further than rubbish does.
"""

import re
from collections.abc import Iterator, Sequence

import click

from sudokutools.cli.options import values
from sudokutools.cli.options.option import Lone
from tests.fuzz.tools.cursor import Cursor

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

TEXTS: dict[str, Sequence[str]] = {
    "size": ("4", "6", "9", "1", "2", "5", "8", "12", "16"),
    "box": ("3x3", "2x2", "3x2", "2x3", "1x4", "4x1", "1x1", "5x1", "0x3", "1000000x1000000"),
    "boxes": ("3x3", "1x1", "2x2", "2x3", "1x3", "3x1", "9x9", "0x0"),
    "variant": ("x", "antiknight", "x,antiking", "windoku", "x,x", "disjoint", "centredot,x"),
    "houses": ("r1c1r2c2", "r1c123456789", "r1c1", "r0c0", "r1-3c1", "r99c99"),
    "spec": (
        "variant=x",
        "box=3x2",
        "box=2x2,boxes=1x2",
        "houses=r1c1r2c2",
        "less=r1c1<r1c2",
        "cages=10:r1c123",
        "even=r1c1",
        "odd=r1c1r2c2",
        "regions=1122112233443344",
        "box=0x0",
    ),
    "column": ("puzzle", "1", "2", "solution", "0", "-1", "99", "id"),
    "level": (
        "beginner",
        "easy",
        "medium",
        "hard",
        "expert",
        "extreme",
        "easy-hard",
        "hard-",
        "-easy",
    ),
    "rating": ("1.2-2.5", "1.2", "2.6-4.4", "4.5-", "-3.0", "7.1", "99.9", "0-0"),
    "technique": ("Hidden Single", "X-Wing", "naked pair", "XY-Wing", "BUG", "Swordfish"),
    "row_blanks": ("5-6", "0", "9", "4-4", "1-9", "10"),
    "cages": ("2-4", "1", "1-9", "3", "2-2"),
    "paper": ("a4", "a5", "letter", "100x100mm", "1x1in", "5x5mm", "20000x20000mm"),
    "margin": ("15mm", "0mm", "1in", "36pt", "500mm"),
    "places": ("1", "4", "2x3", "100", "9x9", "0", "1000000"),
    "solution_places": ("1", "12", "2x3", "0"),
    "label": ("{number}", "{number} {level}", "{rating} {technique}", "{x}", "{{", "<b>&"),
    "title": ("Title", "<script>", "\u0416\u4e2d", "\x1b]0;x\x07"),
    "names": ("North", "South:500", "A:0", "\u4e2d\u6587", "x" * 40, "a:b", ":5", "North:1e9"),
    "bankroll": ("1000", "10", "0", "12.50", "0.01", "1000000"),
    "min_bet": ("10", "1", "0", "0.01", "1000", "10.5"),
    "max_bet": ("500", "10", "1", "0", "1000000"),
    "decks": ("1", "2", "6", "8", "inf", "0", "9"),
    "charlie": ("none", "5", "6", "7", "8"),
    "payout": ("3:2", "6:5", "1:1", "2:1", "0:1", "1:0", "99999:1", "3:2:1"),
    "hand": ("88", "A,A", "T6", "10,K", "A24", "2", "22222", "9" * 22, "X"),
    "upcard": ("A", "T", "2", "10", "J", "x"),
    "remove": ("A", "2345", "TTTT", "A,K,10", "5" * 30),
    "shoe": ("4,4,4,4,4,4,4,4,4,16", "1,1,1,1,1,1,1,1,1,1", "0,0,0,0,0,0,0,0,0,9", "0 0 0 0", "24"),
    "counting": ("hi-lo", "none", "zen", "1,-1,-1,-1,-1,-1,0,0,0,1", "omega-2", "0" * 9),
    "strategy": ("basic", "exact", "mimic-dealer", "never-bust", "strategy.txt", "bets.txt"),
    "bets": ("flat", "ramp", "bets.txt", "strategy.txt"),
    "seed": ("1", "7", "", "a b", "k\u00e4se"),
}
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
    may_be_alone = isinstance(option, Lone) or option._flag_needs_value
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
