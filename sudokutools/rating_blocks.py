"""Blocks of 9x9 `line` records, rated all at once.

First the bulk solver finds which records have exactly one solution; those go to the compiled
ladder, a few at a time, on as many threads as there are jobs. A verdict depends on few numbers,
most of which come again: each is put into words once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from struct import iter_unpack
from typing import TYPE_CHECKING, NamedTuple

from sudokutools import core
from sudokutools.bulk import (
    NEEDLESS,
    NONE,
    NOTE,
    PUZZLE,
    SEVERAL,
    UNIQUE,
    Answer,
    Event,
    SolveBlocks,
)
from sudokutools.checking import Tests, Verdict, judge_rating
from sudokutools.engines import Check, never
from sudokutools.grid import Geometry, Grid
from sudokutools.histogram import Tally
from sudokutools.logic.rating import LEVELS, Rating, level_of, rate

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

BAD, OK, UNKNOWN = NONE, UNIQUE, NEEDLESS
"""The kinds that the totals count: those of `sudokutools.bulk` get these meanings here."""

DEFERRED = b"\0\n"
_AT_ONCE = 8
_SYMBOLS = bytes(c - 48 if 49 <= c <= 57 else 0 for c in range(256))
_SOLVED, _ABOVE = 0, 1
_NO_LIMIT = 1000


class Totals(tuple[int, ...]):
    """The totals of a block, and the ratings that were found in it."""

    tally: Tally


Score = tuple[int, int, int, str]


class Found(NamedTuple):
    """What the ladder says of a puzzle: ER, EP, ED and the hardest technique; None: no answer."""

    score: Score | None
    techniques: dict[str, int]


class RateBlocks:
    """Judge the records of blocks by `tests`, which ask for ratings, as `checking.judge` does.

    mode     "verdict": numbered verdicts; "tag": grids with their verdicts as notes; "filter" and
             "invert": the lines of ok and of bad records; "histogram": nothing but the tally
    tallies  count ratings and techniques: the totals of an answer have a `tally`
    jobs     how many threads rate
    empty    how "tag" writes an empty cell

    Records without a solution, and those that the ladder does not solve, are deferred where a
    verdict is written: DEFERRED stands in their places, and each is an event.

    >>> work = RateBlocks(Tests(rate=True), "verdict")
    >>> text = b"1.345678945678912378912345621.3.5897365897214897214365531642978642978531978531642"
    >>> work(text, 1).output.split(b"\\t")[-5:-1]
    [b'rating=1.0', b'pearl=1.0', b'diamond=1.0', b'level=easy']
    """

    def __init__(
        self, tests: Tests, mode: str, tallies: bool = False, jobs: int = 1, empty: str = "."
    ) -> None:
        self.tests = tests
        self.mode = mode
        self.tallies = tallies
        self._solve = SolveBlocks(
            (PUZZLE + NOTE + b"\n",) * 5,
            range(5),
            2,
            tests.minimal,
            empty=empty,
        )
        self._judge_once = lru_cache(maxsize=1 << 14)(self._judge)
        self._pool: ThreadPoolExecutor | None = None
        if jobs > 1:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(jobs)
        self._stop_above = None if tallies or mode != "filter" else _highest(tests)

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        """Answer the plain records at the beginning of a block."""
        solved = self._solve(block, number, check)
        lines = solved.output.split(b"\n")
        rated = [
            line[:81].translate(_SYMBOLS)
            for event, line in zip(solved.events, lines, strict=False)
            if event.found not in (NONE, SEVERAL)
        ]
        ratings = self._rate(rated, check)
        pieces = []
        events = []
        totals = [0] * 5
        tally = Tally()
        for event, line in zip(solved.events, lines, strict=False):
            kind, text = BAD, DEFERRED
            if event.found != NONE:
                found = Found(None, {}) if event.found == SEVERAL else next(ratings)
                if event.found == SEVERAL or found.score is not None:
                    clues = 81 - line[:81].translate(_SYMBOLS).count(0)
                    kind, text = self._judge_once(event.found, clues, found.score)
                else:
                    kind = UNKNOWN
                if self.tallies and found.score is not None:
                    tally.add(found.score[0], found.techniques)
            totals[kind] += 1
            pieces.append(self._write(kind, text, number + event.record, line, block, event))
            if text == DEFERRED:
                events.append(event._replace(found=kind))
        counted = Totals(totals)
        counted.tally = tally
        output = b"".join(pieces)
        kept = events if self.mode in ("verdict", "tag") else []
        return Answer(output, solved.records, solved.consumed, counted, kept)

    def _write(
        self, kind: int, text: bytes, number: int, line: bytes, block: bytes, event: Event
    ) -> bytes:
        """Return what is written for a record."""
        if self.mode == "histogram":
            return b""
        if self.mode in ("filter", "invert"):
            is_wanted = kind == (OK if self.mode == "filter" else BAD)
            return block[event.start : event.end] + b"\n" if is_wanted else b""
        if text == DEFERRED:
            return text
        if self.mode == "tag":
            return line[:81] + b"\t" + text + line[81:] + b"\n"
        return b"%d\t%b\n" % (number, text)

    def _judge(self, found: int, clues: int, score: Score | None) -> tuple[int, bytes]:
        """Return the kind and the words of a verdict."""
        tests = self.tests
        verdict = Verdict()
        verdict.values |= {"kind": "complete" if clues == 81 else "puzzle", "clues": clues}
        verdict.values["solutions"] = 1 if score is not None else "2+"
        if score is None:
            if tests.solutions == "one" or tests.minimal or tests.levels or tests.ratings:
                verdict.fail("solutions")
        else:
            if tests.minimal:
                verdict.values["minimal"] = "no" if found == NEEDLESS else "yes"
                if found == NEEDLESS:
                    verdict.fail("minimal")
            rating = Rating(*score, level_of(score[0]), {}, True)
            judge_rating(rating, tests, verdict)
        return OK if verdict.status == "ok" else BAD, verdict.text().encode()

    def _rate(self, puzzles: Sequence[bytes], check: Check) -> Iterator[Found]:
        """Yield the ratings of puzzles with one solution, in order."""
        parts = [puzzles[at : at + _AT_ONCE] for at in range(0, len(puzzles), _AT_ONCE)]
        if self._pool is None:
            for part in parts:
                check()
                yield from self._rate_part(part)
            return
        futures: list[Future[list[Found]]] = []
        try:
            futures += [self._pool.submit(self._rate_part, part) for part in parts]
            for future in futures:
                check()
                yield from future.result()
        finally:
            for future in futures:
                future.cancel()

    def _rate_part(self, puzzles: Sequence[bytes]) -> list[Found]:
        kernels = core.native()
        if kernels is None:
            return [self._rate_in_python(puzzle) for puzzle in puzzles]
        limit = _NO_LIMIT if self._stop_above is None else self._stop_above
        rater = _raters.pop() if _raters else kernels.rate_new()
        try:
            answer = kernels.rate_block(rater, b"".join(puzzles), limit, 0.0, self.tallies)
        finally:
            _raters.append(rater)
        names = _names()
        words = len(answer) // (2 * len(puzzles))
        return [_found(record, names) for record in iter_unpack(f"={words}h", answer)]

    def _rate_in_python(self, puzzle: bytes) -> Found:
        found = rate(Grid(Geometry.of(3, 3), puzzle), self._stop_above)
        is_above = self._stop_above is not None and found.rating > self._stop_above
        score = (found.rating, found.pearl, found.diamond, found.technique)
        return Found(score if found.solved or is_above else None, found.techniques)


_raters: list[object] = []
"""Raters that no thread uses: each serves one at a time."""


@lru_cache(maxsize=1)
def _names() -> list[str]:
    kernels = core.native()
    assert kernels is not None
    names: list[str] = kernels.rate_techniques()
    return names


def _found(record: tuple[int, ...], names: Sequence[str]) -> Found:
    """Read a record of the compiled ladder."""
    status, rating, pearl, diamond, hardest, _, *uses = record
    if status not in (_SOLVED, _ABOVE):
        return Found(None, {})
    technique = names[hardest] if hardest >= 0 else ""
    used = {name: number for name, number in zip(names, uses, strict=False) if number}
    return Found((rating, pearl, diamond, technique), used)


def _highest(tests: Tests) -> int | None:
    """Return the highest rating that can pass; None: every rating can."""
    ends = [LEVELS[tests.levels[1]][1]] if tests.levels is not None else []
    ends += [tests.ratings[1]] if tests.ratings is not None else []
    return min(ends, default=None)
