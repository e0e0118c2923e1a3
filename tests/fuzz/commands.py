"""Every command with any options and any input, in this process.

The first bytes choose a command, its options by its own declarations, and the core; the others are
a sample and how it is changed, or standard input as it is. What holds of every run:

- it ends soon, with a status that is documented, without a traceback or a warning; files, threads
  and descriptors are as they were, except as requested by an option;
- standard error is lines that begin with the name of the command, without control sequences; with
  status 2 there is an error message, with status 0 there are at most warnings;
- standard output is whole records;
- another core produces the same bytes.
"""

import csv
import io
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from unittest import mock

import click

from sudokutools import formats
from sudokutools._support import core
from sudokutools.formats.format import RefusalError, Style
from sudokutools.formats.line import parse_line
from sudokutools.masking import plan
from tests.bounds import TooLongError
from tests.fuzz.tools.cursor import Cursor
from tests.fuzz.tools.words import is_written, words_of
from tests.in_process import MODULES, Ran, run

ROOT = Path(__file__).parents[2]
EASY = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL = b"12..341.21.34.21"
GOOD = [EASY, EASY + b"\tnote", SOLVED, b"# comment", b"534" + 72 * b"." + b"286179", EASY]
PLAIN = [EASY, EASY, EASY, b"55" + EASY[2:], SOLVED, EASY + b" , note", 81 * b".", EASY]
BAD = [EASY, b"x", SOLVED[:-1], b"55" + EASY[2:], 81 * b".", SMALL, SOLVED]

STRATEGY = b"""\
hard   2 3 4 5 6 7 8 9 T A
5-16   h h h h h h h h h h
17-21  s s s s s s s s s s
"""

FILES = {
    "in.txt": b"\n".join(GOOD) + b"\n",
    "bad.txt": b"\n".join(BAD) + b"\n",
    "plain.txt": b"\n".join(PLAIN) + b"\n",
    "solutions.txt": 4 * (SOLVED + b"\n"),
    "regions.txt": b"1122\n1122\n3344\n3344\n",
    "pattern.txt": b"\n".join([b"x.x.x.x.x"] * 9) + b"\n",
    "strategy.txt": STRATEGY,
    "bets.txt": b"-1 1\n1 2\n3 8\n",
    "bank.txt": b"Player\t1000\t1000\n",
    "empty": b"",
    "binary": bytes(range(256)) * 4,
}
"""The files in the folder where commands run, besides a log of blackjack."""

"""Samples that are answered soon without a limit of time, and options with which they are not."""

ANSWERS = b"10\ns\n\nh\nh\ns\n25\nd\np\ny\n?\nb\n0\nq\n"
CORES = ("", "", *core.variants())
COMPILED = CORES[:-1]
"""In Python odds would take seconds."""

TIMES = re.compile(rb"\d+(?:\.\d+)? (?:s\n|million)")
"""The times printed by `-v`, which vary."""

SLOW = ("odds", "simulate")
"""Parts of `blackjack` that are drawn less often, as they take longer."""

DRAWN = 600
"""A maximum in bytes for samples, which keeps runs short."""


@cache
def samples() -> list[bytes]:
    """Return inputs of every format, short ones, in a fixed order."""
    folders = [ROOT / "tests/data/formats", ROOT / "samples"]
    paths = [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]
    names = [path for path in paths if path.suffix not in (".md", ".sh", ".tsv", ".svg")]
    return [
        ANSWERS,
        FILES["in.txt"],
        FILES["bad.txt"],
        *4 * [FILES["plain.txt"]],
        FILES["solutions.txt"],
        FILES["solutions.txt"],
        files()["session.log"],
        *(path.read_bytes()[:DRAWN] for path in names),
    ]


@cache
def written(is_complete: bool) -> list[bytes]:
    """Return a grid or two in every format, complete ones or puzzles."""
    lines = (SOLVED, b"1234341221434321") if is_complete else (EASY, SMALL)
    grids = [parse_line(line, None, None)[0] for line in lines]
    found = []
    for name in formats.WRITABLE:
        try:
            found.append("".join(Style(formats.find(name)).write(grid) for grid in grids).encode())
        except RefusalError:
            found.append(Style(formats.find(name)).write(grids[0]).encode())
    return found


@cache
def files() -> dict[str, bytes]:
    """Return the files in the folder where commands run."""
    log = run(["blackjack", "--seed", "7", "--log", "log"], ANSWERS).files["log"]
    return {**FILES, "session.log": log}


@cache
def commands() -> list[tuple[list[str], click.Command]]:
    """Return the words that call each command, and its declaration; quick ones several times."""
    found: list[tuple[list[str], click.Command]] = []
    for name, module in MODULES.items():
        command: click.Command = import_module(f"sudokutools.cli.{module}.command").command
        parts = command.commands.items() if isinstance(command, click.Group) else []
        found += [([name, part], each) for part, each in parts] or [([name], command)]
    return [pair for pair in found for _ in range(1 if pair[0][-1] in SLOW else 4)]


def changed(sample: bytes, cursor: Cursor) -> bytes:
    """Return a sample with some changes, of which there may be none."""
    data = bytearray(sample)
    for _ in range(cursor.choice((0, 0, 1, 2, 3))):
        at, length = cursor.randrange(len(data) + 1), cursor.choice((1, 2, 9, 40))
        part = cursor.choice(
            [
                b"",
                bytes(data[at : at + length]) * 2,
                bytes([cursor.byte()]),
                b"\n",
                cursor.choice(samples())[at : at + length],
                b"\x1b[31m",
            ]
        )
        data[at : at + cursor.choice((0, length))] = part
    return bytes(data)


# Digging would take most of the time.
@mock.patch.multiple(plan, DEFAULT_TRIES=4, LEVEL_TRIES=8, SEARCH_TRIES=8)
def check(data: bytes) -> None:
    """Run a command as bytes say; AssertionError: something does not hold."""
    cursor = Cursor(data)
    name, command = cursor.choice(commands())
    words = [*name, *words_of(command, cursor)]
    cores = COMPILED if name[0] == "blackjack" else CORES
    first, second = cursor.choice(cores), cursor.choice(cores)
    if cursor.chance() and cores is CORES:
        second = "python"  # It has no blocks: records are answered one by one.
    is_raw = cursor.chance(8)
    pool = cursor.choice((samples(), written(name[0] == "sudoku-mask")))
    sample = cursor.choice(pool)
    content = cursor.rest() if is_raw else changed(sample, cursor)
    try:
        ran = run(words, content, files(), first)
        judge(words, ran)
        searches = name[0] in ("sudoku-gen", "sudoku-mask", "sudoku-solve")
        is_exact = not searches or "python" not in (first, second)
        if second != first and is_exact and not is_hurried(ran):
            again = run(words, content, files(), second)
            if not is_hurried(again):
                assert same(ran, words) == same(again, words), (first, second, ran, again)
    except (Exception, TooLongError) as error:
        error.add_note(f"{words} reads {content!r}")
        raise


def is_hurried(ran: Ran) -> bool:
    """Tell whether time ran out, or may have: no other run is the same then."""
    return (
        bool(re.search(rb"\b(?<!\.)1 s\b", ran.err))
        or b"unknown" in ran.out
        or bool(re.search(rb"solutions=\d+\+", ran.out))
    )


def same(ran: Ran, words: Sequence[str]) -> Ran:
    """Return what another core, or another run, has to leave as well."""
    if "--version" in words:
        return ran._replace(out=b"")
    return ran._replace(err=TIMES.sub(b"", ran.err))


def judge(words: Sequence[str], ran: Ran) -> None:
    """Raise AssertionError where a run was not as it has to be."""
    assert ran.status in (0, 1, 2), ran
    text = ran.err.decode()
    assert text.endswith("\n") or not text, text
    lines = text.split("\n")[:-1]
    assert all(line.startswith(f"{words[0]}: ") for line in lines), text
    assert all(line.isprintable() for line in lines), text
    most = 3000 + sum(map(len, words))
    assert all(len(line) < most for line in lines), text
    assert text or ran.status != 2, "there is no error message"
    assert ran.status == 2 or not re.search(r"\d unreadable", text), "not all was read"
    assert all(is_written(name, words) for name in ran.files), sorted(ran.files)
    if ran.status == 2 and "(see " in text:
        assert not ran.out, ran
    whole_records(words, ran)


def whole_records(words: Sequence[str], ran: Ran) -> None:
    """Raise AssertionError where standard output ends within a record."""
    out = ran.out
    if out.startswith(b"%PDF"):
        assert out.rstrip().endswith(b"%%EOF"), out[-100:]
        return
    assert out.endswith(b"\n") or not out, out[-200:]
    form = form_of(words)
    if not {"-h", "--help", "--version", "--techniques"}.isdisjoint(words):
        return
    if form == "json" and words[0] != "sudoku-print":
        for line in out.decode().splitlines():
            assert isinstance(json.loads(line), dict), line
    if form == "table":
        rows = list(csv.reader(io.StringIO(out.decode("utf-8", "surrogateescape"))))
        assert len({len(row) or 1 for row in rows}) <= 1, rows


def form_of(words: Sequence[str]) -> str:
    """Return the format that options request, the last of several, or nothing."""
    forms = [
        word.partition("=")[2] or following
        for word, following in zip(words, [*words[1:], ""], strict=True)
        if word.partition("=")[0] == "--format"
    ]
    return forms[-1] if forms else ""
