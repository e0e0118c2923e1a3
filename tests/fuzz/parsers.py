"""Any bytes for all parsers of text except grids: logs, strategies, notes of runs, values, specs.

The first byte chooses the parser. Each reports invalid input by an error of its kind, in a line
that a terminal can show once it is quoted; results are written and read again, where there is a
writer, and two parsers of one language agree.
"""

import io
import json
import math
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click

from sudokutools import formats
from sudokutools._support.streams import Stream
from sudokutools.blackjack.cards import parse_card, parse_rank, split_cards
from sudokutools.blackjack.counting import LOWEST, NONE, counting_for
from sudokutools.blackjack.player import LIMIT, Player, money, parse_money
from sudokutools.blackjack.proof import Proof
from sudokutools.blackjack.rules import Rules, parse_charlie, parse_decks, parse_payout
from sudokutools.blackjack.strategy import Strategy, read_strategy, write_strategy
from sudokutools.cli.blackjack.by_count import choose_bets
from sudokutools.cli.blackjack.session_files import BankrollFile, _check_of
from sudokutools.cli.check.summaries import weight_of
from sudokutools.cli.options import values
from sudokutools.cli.options.shared import COLUMN, PAIR
from sudokutools.cli.options.variant import _read_regions
from sudokutools.cli.run import resume
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record
from sudokutools.formats.lzstring import compress, decompress
from sudokutools.formats.reading.note_spec import Meaning, meaning_of
from sudokutools.formats.reading.pattern import read_pattern
from sudokutools.formats.reading.spec_comments import statement_of
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.spec import Spec, parse_spec, spec_of
from sudokutools.logic.levels import UNSOLVED

Refusal = (SudokuError, click.UsageError)
"""How a text is refused."""

CONTEXT = click.Context(click.Command("fuzz"))
OPTION = click.Option(["--option"])
SHAPES = [Geometry.of(2, 2), Geometry.of(3, 2), Geometry.of(3, 3), Geometry.of(2, 2, 1, 2)]


def check(data: bytes) -> None:
    """Parse a text by the parser of the first byte; AssertionError: what does not hold."""
    if not data:
        return
    reason = ""
    try:
        PARSERS[data[0] % len(PARSERS)](data[1:])
    except Refusal as error:
        reason = error.message if isinstance(error, click.UsageError) else str(error)
    assert "\n" not in reason, reason
    assert "\x1b" not in reason, reason


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def log(data: bytes) -> None:
    """Prove a log as `blackjack replay` does, line by line."""
    proof = Proof()
    for line in data.splitlines(keepends=True):
        try:
            replay = proof.read(line)
        except SudokuError:
            continue
        for _ in replay.steps():
            pass
        assert replay.is_over or replay.fault is not None
        assert replay.fault is None or replay.fault.reason
    _check_of(data)


def strategy(data: bytes) -> None:
    found = read_strategy(data.decode("utf-8", "replace").splitlines())
    text = write_strategy(found)
    again = _again(read_strategy, text.splitlines())
    assert _plays(again) == _plays(found)
    assert write_strategy(again) == text


def _plays(strategy: Strategy) -> list[object]:
    charts = [(start, list(chart.rows())) for start, chart in strategy.charts]
    at = [[rows for start, rows in charts if start <= count][-1] for count in range(LOWEST, 21)]
    return [strategy.insurance, strategy.counting, at]


def _again(read: Callable[..., Any], *arguments: object) -> Any:
    """Read the output; AssertionError: it is refused."""
    try:
        return read(*arguments)
    except Refusal as error:
        raise AssertionError(f"{arguments} is refused: {error}") from error


def rules(data: bytes) -> None:
    value = _value(data)
    found = Rules.from_json(value)
    assert isinstance(value, dict)
    printed = {name: rule for name, rule in value.items() if type(rule) in (bool, int)}
    assert found.to_json() | printed == found.to_json() | {
        name: rule for name, rule in printed.items() if name not in vars(found)
    }
    assert _again(Rules.from_json, json.loads(json.dumps(found.to_json()))) == found
    assert str(found).isprintable()


def words_of_rules(data: bytes) -> None:
    """Read what options and answers at the table say."""
    text = _text(data)
    readers: list[Callable[[str], object]] = [
        parse_decks, parse_charlie, parse_payout, parse_card,
        lambda word: list(map(parse_rank, split_cards(word))),
        lambda word: counting_for(word, Rules()),
    ]  # fmt: skip
    for read in readers:
        _try(read, text)
    cents = parse_money(text)
    assert 0 <= cents <= LIMIT
    assert _again(parse_money, money(cents)) == cents


def ramp(data: bytes) -> None:
    """Read the bets of a simulation from standard input."""
    with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data))):
        assert all(0 <= bet <= 1000 for bet in choose_bets("-", NONE, Rules())[0])


@cache
def _folder() -> Path:
    """Return a folder for files that are opened by name; it is there as long as the process."""
    place = tempfile.TemporaryDirectory()
    _KEPT.append(place)
    return Path(place.name)


_KEPT: list[object] = []


def bankrolls(data: bytes) -> None:
    """Read a file of bankrolls, and write it."""
    path = _folder() / "bankrolls"
    path.write_bytes(data)
    file = BankrollFile(str(path))
    try:
        amounts = dict(file._amounts)
        file.save([Player("North", 7)])
    finally:
        os.close(file._descriptor)
    again = BankrollFile(str(path))
    os.close(again._descriptor)
    assert again._amounts == amounts | {"North": 7}


def notes(data: bytes) -> None:
    """Read the notes of an interrupted run: their first line is right."""
    path = _folder() / "output"
    context = click.Context(click.Command("fuzz"))
    context.params = {"seed": "1"}
    with context:
        asked = resume._line(resume.asked())
        (_folder() / "output.part").write_bytes(bytes(100))
        (_folder() / "output.resume").write_bytes(asked + data)
        try:
            output = resume.ResumableOutput(str(path), is_quiet=True)
        except click.exceptions.Exit:
            return
        finally:
            path.unlink(missing_ok=True)
        try:
            done = output.done
            assert 0 <= done.output.length <= 100
            assert done.records >= 0
        finally:
            output.abandon()
            for name in ("output.part", "output.resume"):
                (_folder() / name).unlink(missing_ok=True)


def seed(data: bytes) -> None:
    """Make a stream of any seed that a command line can have."""
    stream = Stream("sudoku-gen", _text(data), 1 << 70)
    assert 0 <= stream.below(1 + len(data)) <= len(data)


def options(data: bytes) -> None:
    text = _text(data)
    numbers = [values.Whole(1, 9), values.SOME, values.JOBS, values.Real(), values.Real(1)]
    for kind in (*numbers, PAIR, COLUMN, values.COUNTS, values.RATINGS):
        _try(kind.convert, text, OPTION, CONTEXT)


def _try(read: Callable[..., Any], *arguments: object) -> Any:
    """Return the result, or None if the input was refused in a line that can be shown."""
    found, reason = None, ""
    try:
        found = read(*arguments)
    except click.UsageError as error:
        reason = error.message
    except SudokuError as error:
        reason = str(error)
    assert reason.isprintable(), reason
    return found


def range_(data: bytes) -> None:
    """Read a range, and compare its ends."""
    reason = ""
    try:
        low, high = values.read_range(_text(data), values.decimal, (0.0, UNSOLVED))
    except ValueError as error:
        reason = str(error)
    else:
        assert 0 <= low <= high
    assert not reason or "expected" in reason or "come first" in reason, reason


def spec(data: bytes) -> None:
    """Read a spec quickly and thoroughly: both mean the same, and it is written."""
    text = _text(data)
    quick, thorough = _try(meaning_of, text), _try(_thorough, text)
    assert quick == thorough, text
    if quick is not None:
        assert _again(meaning_of, spec_of(quick.geometry, quick.constraints)) == quick


def _thorough(text: str) -> Meaning:
    printed = parse_spec(text)
    geometry = printed.geometry()
    if geometry is None:
        raise SudokuError("no shape")
    return Meaning(geometry.base, geometry, printed.constraints(geometry))


def printed(data: bytes) -> None:
    """Read a spec without a shape, and apply it to one."""
    found: Spec = parse_spec(_text(data[1:]))
    base = SHAPES[data[0] % len(SHAPES)] if data else None
    geometry = found.geometry(base)
    if geometry is not None:
        found.constraints(geometry)


def pattern(data: bytes) -> None:
    geometry = SHAPES[data[0] % len(SHAPES)] if data else SHAPES[0]
    chosen = {cell for cell in range(geometry.size) if data[cell : cell + 1] > b"@"}
    for cells in (chosen, _try(read_pattern, _text(data[1:]), geometry)):
        if cells is not None:
            drawn = "".join("x" if cell in cells else "." for cell in range(geometry.size))
            assert _again(read_pattern, drawn, geometry) == cells


def regions(data: bytes) -> None:
    path = _folder() / "regions"
    path.write_bytes(data)
    assert _read_regions(str(path)).regions is not None


def comment(data: bytes) -> None:
    """Read a comment, which has rules or none."""
    found = statement_of("# " + _text(data))
    assert found is None or found[1]


def link(data: bytes) -> None:
    """Unpack a link; pack it again."""
    for text in (data.decode("utf-8", "replace"), _try(decompress, data.decode("latin-1"))):
        if text:
            assert _again(decompress, compress(text)) == text


def weight(data: bytes) -> None:
    """Read the weight that a note says."""
    for note, extra in ((_text(data), {}), ("", {"weight": _value(data)})):
        record = Record(formats.find("line"), note=note)
        record.extra = extra
        found = weight_of(record)
        assert found is None or 0 <= found < math.inf


def _value(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


PARSERS = [
    log, strategy, rules, words_of_rules, ramp, bankrolls, notes, seed, options, range_, spec,
    printed, pattern, regions, comment, link,
    weight,
]  # fmt: skip
