"""The answers to blocks, found in Python record by record: the oracle of the kernels for blocks."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.blocks.block import (
    CLUES,
    COMPLETE,
    COUNT,
    DEFERRED,
    MORE,
    NEEDLESS,
    NODES,
    NONE,
    NOTE,
    NUMBER,
    OPEN,
    PUZZLE,
    RAW,
    SEVERAL,
    SOLUTION,
    UNIQUE,
    Answer,
    Event,
    Work,
)
from sudokutools.blocks.canonical import BROKEN, CanonicalBlocks
from sudokutools.blocks.dig import DigBlocks
from sudokutools.blocks.judge import KIND_OF_STATUS, JudgeBlocks
from sudokutools.blocks.rate import RateBlocks
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.canonical.form import canonical_form
from sudokutools.checking.checking import judge
from sudokutools.checking.histogram import Tally
from sudokutools.errors import SudokuError
from sudokutools.formats.reading.lines import MAX_LENGTH
from sudokutools.formats.reading.plain_line import PLAIN_LINE
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import CHARACTER_VALUES, Grid, format_line
from sudokutools.logic.hodoku.compiled import PLAYED
from sudokutools.logic.hodoku.techniques import TABLE
from sudokutools.masking.compiled_dig import EASIER, MET, MISSED
from sudokutools.masking.dig import dig
from sudokutools.solving.engines import propagate
from sudokutools.solving.solving import redundant_clues
from tests import conftest

_PLAIN = re.compile(rb"%b(?=(?P<return>\r?)(?P<next>\n|\Z))" % PLAIN_LINE)
NAMES_PLAYED = {row.name for row in TABLE[:PLAYED]}
_PARTS = re.compile(rb"([\x01-\x07\x0b])")


class PlainLine(NamedTuple):
    """A plain record: its grid and note, the start and end of its line, the start of the next."""

    grid: Grid
    note: bytes
    start: int
    end: int
    next: int


def plain_lines(block: bytes) -> Iterator[PlainLine]:
    """Yield the plain records at the beginning of a block, as `_core/lines.c` finds them."""
    start = 0
    while (match := _PLAIN.match(block, start)) is not None and start < len(block):
        if match.end("return") - start > MAX_LENGTH:
            return
        grid = Grid(Geometry.of(3, 3), match[1].translate(CHARACTER_VALUES))
        yield PlainLine(grid, (match[2] or b"").rstrip(), start, match.end(), match.end("next"))
        start = match.end("next")


def text_of(grid: Grid, empty: str = ".") -> bytes:
    return format_line(grid, empty).encode()


class Spec(NamedTuple):
    """The answer to a record: form, kind, values of placeholders, and the text of an event."""

    form: bytes
    kind: int
    values: dict[bytes, bytes]
    is_event: bool
    best: str = ""


def answer(work: Work, block: bytes, number: int, in_python: bool = True) -> Answer:
    """Answer a block as a work does."""
    tally = None
    with conftest.in_python(in_python):
        if isinstance(work, SolveBlocks):
            printed, kinds, empty = _solved(work, block, number), 5, work.empty
        elif isinstance(work, DigBlocks):
            printed, kinds, empty = _dug(work, block, number), 3, work.empty
        elif isinstance(work, CanonicalBlocks):
            printed, kinds, empty = _canonical(work, block), 2, work.empty
        else:
            assert isinstance(work, JudgeBlocks | RateBlocks)
            tally = Tally() if isinstance(work, RateBlocks) and work.tallies else None
            printed, kinds, empty = _judged(work, block, number, tally), 3, work.written.empty
        totals, pieces, events, consumed = [0] * kinds, [], [], 0
        for index, (line, each) in enumerate(printed):
            known = {
                NUMBER: b"%d" % (number + index),
                CLUES: b"%d" % line.grid.clue_count,
                PUZZLE: text_of(line.grid, empty),
                NOTE: b"\t" + line.note if line.note else b"",
                RAW: block[line.start : line.next].removesuffix(b"\n"),
            } | each.values
            pieces.append(b"".join([known.get(part, part) for part in _PARTS.split(each.form)]))
            if each.kind != OPEN:
                totals[each.kind] += 1
            if each.is_event:
                events.append(Event(index, each.kind, block[line.start : line.end], each.best))
            consumed = line.next
    return Answer(b"".join(pieces), len(pieces), consumed, tuple(totals), events, tally)


def by_any_core(work: Work, block: bytes, number: int) -> Answer:
    """Answer a block with the core selected, which may be Python."""
    return answer(work, block, number) if core.native() is None else work(block, number)


Answers = Iterator[tuple[PlainLine, Spec]]


def _solved(work: SolveBlocks, block: bytes, number: int) -> Answers:
    for index, line in enumerate(plain_lines(block)):
        key, start = work.key, work.start + number - 1 + index
        stream = None if key is None else Stream.from_key(key, start)
        solutions = list(islice(propagate.solutions(line.grid, stream), work.limit))
        found = min(len(solutions), SEVERAL)
        if not work.limit:
            found = NONE if next(line.grid.clashes(), None) else UNIQUE
        if found == UNIQUE and line.grid.is_complete:
            found = COMPLETE
        if work.minimal and found in (UNIQUE, COMPLETE) and [*redundant_clues(line.grid)]:
            found = NEEDLESS
        values = {COUNT: b"%d" % (len(solutions) if work.limit else found != NONE)}
        values[SOLUTION] = text_of(solutions[0]) if solutions else b""
        form = work.forms[MORE if len(solutions) == work.limit > 1 else found]
        if NODES in form:
            values[NODES] = b"%d" % (propagate.guesses(line.grid) if work.limit > 1 else 0)
        yield line, Spec(form, found, values, bool(work.reported >> found & 1))


def _dug(work: DigBlocks, block: bytes, number: int) -> Answers:
    for index, line in enumerate(plain_lines(block)):
        if not line.grid.is_complete or next(line.grid.clashes(), None):
            return
        stream = Stream.from_key(work.key, work.start + number - 1 + index)
        result = dig(work.plan, line.grid, stream, lambda: None)
        values = {SOLUTION: text_of(line.grid), NUMBER: b"%d" % (work.start + number + index)}
        if result.puzzle is None:
            yield line, Spec(work.missed, MISSED, values, True, result.best)
            continue
        values[PUZZLE] = text_of(result.puzzle, work.empty)
        values[CLUES] = b"%d" % result.puzzle.clue_count
        kind = EASIER if result.best else MET
        yield line, Spec(work.met, kind, values, kind == EASIER, result.best)


def _canonical(work: CanonicalBlocks, block: bytes) -> Answers:
    for line in plain_lines(block):
        try:
            text = text_of(canonical_form(line.grid), work.empty)
        except SudokuError:
            yield line, Spec(b"\n", BROKEN, {}, True)
        else:
            yield line, Spec(text + b"\n", 1 - BROKEN, {}, False)


def _judged(
    work: JudgeBlocks | RateBlocks, block: bytes, number: int, tally: Tally | None
) -> Answers:
    written = work.written
    for line, solved in _solved(work.solve, block, number):
        verdict = judge(line.grid, work.tests)
        if work.tests.scale == "hodoku" and not NAMES_PLAYED.issuperset(verdict.techniques or ()):
            yield line, Spec(DEFERRED, OPEN, {}, True)
            continue
        words, kind = written.words(verdict), KIND_OF_STATUS[verdict.status]
        values = verdict.values
        needs_words = values.get("solutions") == 0 or values.get("minimal") == "no"
        needs_words |= "broken" in values
        if words and (needs_words or verdict.status == "unknown"):
            yield line, Spec(DEFERRED, kind, {}, True)
            continue
        if tally is not None and verdict.tenths is not None:
            tally.add(verdict.tenths, verdict.techniques)
        if words is None:
            yield line, Spec(b"", kind, {}, False)
        else:
            yield (
                line,
                Spec(written.head + words + written.tail + b"\n", kind, solved.values, False),
            )
