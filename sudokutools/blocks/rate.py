"""Blocks of 9x9 `line` records, rated all at once.

First the bulk solver finds which records have exactly one solution; those go to the compiled
ladder, some at a time, on as many threads as there are jobs. A verdict depends on few numbers,
most of which come again: each is put into words once. What passes between these parts are bytes,
for a Python object a record would cost as much as rating an easy one:

    2..5.......   a line of the bulk solver: what was found, the puzzle, the number of its clues,
                  and what the mode needs of the record
    status ER EP ED hardest steps [uses of each technique]
                  a record of the ladder, native 16-bit integers
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from struct import pack, unpack
from typing import TYPE_CHECKING

from sudokutools import core
from sudokutools.blocks.block import (
    CLUES,
    COMPLETE,
    DEFERRED,
    NEEDLESS,
    NONE,
    NOTE,
    PUZZLE,
    RAW,
    SEVERAL,
    UNIQUE,
    Answer,
    Event,
)
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.checking import Tests, Verdict, judge_rating
from sudokutools.grid import CHARACTER_VALUES, Geometry, Grid
from sudokutools.histogram import Tally
from sudokutools.limits import Check, never
from sudokutools.logic.names import TECHNIQUES
from sudokutools.logic.rating import ABOVE, LEVELS, NO_LIMIT, SOLVED, STUCK, Rating, level_of, rate

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

BAD, OK, UNKNOWN = NONE, UNIQUE, NEEDLESS
"""The kinds that the totals count: those of `block` get these meanings here."""

_MOST_AT_ONCE = 64
_SIGNS = b"01234"
_RATED = bytes(_SIGNS[found] for found in (UNIQUE, COMPLETE, NEEDLESS))
_RATINGS = pack("=h", SOLVED), pack("=h", ABOVE)
"""How a record of the ladder begins that has a rating."""
_COUNTS = 6
"""Where the uses of techniques begin in a record of the ladder."""
_SCORE = 10
"""How many bytes of it a verdict depends on: those before the number of steps."""


class Totals(tuple[int, ...]):
    """The totals of a block, and the ratings that were found in it."""

    tally: Tally


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
        self.jobs = jobs
        kept = {"tag": NOTE, "filter": b"\t" + RAW, "invert": b"\t" + RAW}.get(mode, b"")
        none, unique, several, complete, needless = (
            _SIGNS[found : found + 1] + PUZZLE + CLUES + kept + b"\n" for found in range(5)
        )
        forms = none, unique, several, complete, needless
        self._solve = SolveBlocks(forms, (), 2, tests.minimal, empty=empty)
        self._judge_once = lru_cache(maxsize=1 << 14)(self._judge)
        self._pool: ThreadPoolExecutor | None = None
        if jobs > 1:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(jobs)
        self._stop_above = None if tallies or mode != "filter" else _highest(tests)

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        """Answer the plain records at the beginning of a block."""
        solved = self._solve(block, number, check)
        lines = solved.output.split(b"\n")[:-1]
        rated = b"".join([line[1:82] for line in lines if line[0] in _RATED])
        records = self._rate(rated.translate(CHARACTER_VALUES), check)
        scores = iter(records)
        pieces = []
        deferred = []
        totals = [0] * 5
        for index, line in enumerate(lines):
            clues, _, kept = line[82:].partition(b"\t")
            score = next(scores)[:_SCORE] if line[0] in _RATED else b""
            kind, text = self._judge_once(line[0], clues, score)
            totals[kind] += 1
            if self.mode == "verdict" and text is not DEFERRED:
                pieces.append(b"%d\t%b\n" % (number + index, text))
            elif self.mode in ("filter", "invert"):
                if kind == (OK if self.mode == "filter" else BAD):
                    pieces.append(kept + b"\n")
            elif text is DEFERRED:
                pieces.append(text)
                deferred.append((index, kind))
            elif self.mode == "tag":
                note = b"\t" + kept if kept else b""
                pieces.append(line[1:82] + b"\t" + text + note + b"\n")
        counted = Totals(totals)
        counted.tally = _tally(records) if self.tallies else Tally()
        if self.mode == "histogram":
            pieces, deferred = [], []
        events = self._places(block, deferred) if deferred else []
        return Answer(b"".join(pieces), solved.records, solved.consumed, counted, events)

    def _places(self, block: bytes, deferred: Sequence[tuple[int, int]]) -> list[Event]:
        """Return the events of records of a block, given with their kinds; they are few."""
        forms = b"", b"", b"", b"", b""
        events = SolveBlocks(forms, range(5), 1)(block, 1).events
        return [events[index]._replace(found=kind) for index, kind in deferred]

    def _judge(self, sign: int, clues: bytes, score: bytes) -> tuple[int, bytes]:
        """Return the kind and the words of a verdict: of a sign, clues, and a score or nothing."""
        found = _SIGNS.index(sign)
        status, rating, pearl, diamond, hardest = unpack("=5h", score) if score else 5 * (SOLVED,)
        if found == NONE:
            return BAD, DEFERRED
        if status not in (SOLVED, ABOVE):
            return UNKNOWN, DEFERRED
        tests = self.tests
        verdict = Verdict()
        verdict.values |= {"kind": "complete" if clues == b"81" else "puzzle", "clues": int(clues)}
        verdict.values["solutions"] = "2+" if found == SEVERAL else 1
        if found == SEVERAL:
            if tests.solutions == "one" or tests.minimal or tests.levels or tests.ratings:
                verdict.fail("solutions")
        else:
            if tests.minimal:
                verdict.values["minimal"] = "no" if found == NEEDLESS else "yes"
                if found == NEEDLESS:
                    verdict.fail("minimal")
            technique = TECHNIQUES[hardest] if hardest >= 0 else ""
            level = level_of(rating)
            judge_rating(Rating(rating, pearl, diamond, technique, level, {}, True), tests, verdict)
        return OK if verdict.status == "ok" else BAD, verdict.text().encode()

    def _rate(self, cells: bytes, check: Check) -> list[bytes]:
        """Return the ladder's records of puzzles with one solution, 81 cells each."""
        count = len(cells) // 81
        # Small parts where there are few puzzles, so that no thread waits for the last of another.
        length = 81 * max(1, min(_MOST_AT_ONCE, count // (16 * self.jobs)))
        parts = [cells[at : at + length] for at in range(0, len(cells), length)]
        answers = []
        if self._pool is None:
            for part in parts:
                check()
                answers.append(self._rate_part(part))
        else:
            answers = self._rate_in_threads(self._pool, parts, check)
        answer = b"".join(answers)
        width = len(answer) // count if count else 1
        return [answer[at : at + width] for at in range(0, len(answer), width)]

    def _rate_in_threads(
        self, pool: ThreadPoolExecutor, parts: Sequence[bytes], check: Check
    ) -> list[bytes]:
        answers = []
        futures: list[Future[bytes]] = []
        try:
            futures += [pool.submit(self._rate_part, part) for part in parts]
            for future in futures:
                check()
                answers.append(future.result())
        finally:
            for future in futures:
                future.cancel()
        return answers

    def _rate_part(self, cells: bytes) -> bytes:
        kernels = core.native()
        if kernels is None:
            puzzles = (cells[at : at + 81] for at in range(0, len(cells), 81))
            return b"".join(map(self._rate_in_python, puzzles))
        limit = NO_LIMIT if self._stop_above is None else self._stop_above
        rater = _raters.pop() if _raters else kernels.rate_new()
        try:
            answer: bytes = kernels.rate_block(rater, cells, limit, 0.0, self.tallies)
        finally:
            _raters.append(rater)
        return answer

    def _rate_in_python(self, puzzle: bytes) -> bytes:
        found = rate(Grid(Geometry.of(3, 3), puzzle), self._stop_above)
        is_above = self._stop_above is not None and found.rating > self._stop_above
        status = SOLVED if found.solved else ABOVE if is_above else STUCK
        hardest = TECHNIQUES.index(found.technique) if found.technique else -1
        uses = [found.techniques.get(name, 0) for name in TECHNIQUES] if self.tallies else []
        score = status, found.rating, found.pearl, found.diamond, hardest
        return pack(f"={_COUNTS + len(uses)}h", *score, sum(found.techniques.values()), *uses)


_raters: list[object] = []
"""Raters that no thread uses: each serves one at a time."""


def _tally(records: Sequence[bytes]) -> Tally:
    """Count the ratings and the uses of techniques of the puzzles that the ladder solves."""
    numbers = array("h", b"".join([record for record in records if record[:2] in _RATINGS]))
    width = _COUNTS + len(TECHNIQUES)
    tally = Tally()
    tally.ratings = Counter(numbers[1::width])
    uses = {name: sum(numbers[_COUNTS + k :: width]) for k, name in enumerate(TECHNIQUES)}
    tally.techniques = Counter({name: number for name, number in uses.items() if number})
    return tally


def _highest(tests: Tests) -> int | None:
    """Return the highest rating that can pass; None: every rating can."""
    ends = [LEVELS[tests.levels[1]][1]] if tests.levels is not None else []
    ends += [tests.ratings[1]] if tests.ratings is not None else []
    return min(ends, default=None)
