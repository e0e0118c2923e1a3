"""Ratings and verdicts of blocks of 9x9 `line` records.

The bulk solver finds the records with exactly one solution; these go to the compiled ladder, some
at a time, on as many threads as there are jobs. A verdict depends on few numbers, most of which
recur, so its text is cached. These stages exchange bytes, as one Python object per record would
take as long as rating an easy puzzle:

    2..5.......   a line of the bulk solver, separated by NUL: the result and the puzzle, the number
                  of its clues, the forms before and after the verdict
    status ER EP ED hardest steps [first hard step, its technique, uses of each technique]
                  a record of the ladder, native 16-bit integers
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from struct import pack, unpack
from typing import TYPE_CHECKING, Any

from sudokutools._support import core, system
from sudokutools._support.limits import Check, never
from sudokutools._support.request import ANY, Known
from sudokutools.blocks.block import (
    CLUES,
    COMPLETE,
    DEFERRED,
    NEEDLESS,
    NONE,
    PUZZLE,
    UNIQUE,
    Answer,
    Event,
)
from sudokutools.blocks.judge import KIND_OF_STATUS, Written, findings
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.checking.checking import verdict_of
from sudokutools.checking.facts import Tests
from sudokutools.checking.histogram import Tally
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import CHARACTER_VALUES, Grid
from sudokutools.logic.compiled_ladder import ABOVE, NO_LIMIT, SOLVED, STUCK, uses_of
from sudokutools.logic.levels import Uses, has_beginner_clues, level_of, ratings_between
from sudokutools.logic.rating import Rating, rate
from sudokutools.logic.techniques import TECHNIQUES

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

KNOWN: Known = {
    "solutions": ("one", "any"),
    "minimal": ANY,
    "minimal_constraints": ANY,
    "class_id": ANY,
    "rate": ANY,
    "levels": ANY,
    "ratings": ANY,
    "steps": ANY,
}
"""The tests that blocks with ratings support."""

_MOST_AT_ONCE = 64
_SIGNS = b"01234"
_RATED = bytes(_SIGNS[found] for found in (UNIQUE, COMPLETE, NEEDLESS))
_RATINGS = pack("=h", SOLVED), pack("=h", ABOVE)
"""The beginnings of records of the ladder with a rating."""
_FIRST, _COUNTS = 6, 8
"""The offsets of the first hard step and of the uses in a record of the ladder, in integers."""
_SCORE = 10
"""The bytes of a record that a verdict without steps depends on: those before their number."""


class RateBlocks:
    r"""Judge records by tests that KNOWN supports.

    stops    let the ladder give up above the highest rating that can pass; failed records must not
             be written then
    tallies  count ratings and techniques: answers have a `tally`
    jobs     the number of rating threads

    The totals count BAD, OK and UNKNOWN. Records without a solution, those with redundant clues if
    tested, and those that the ladder does not solve, are DEFERRED unless omitted or empty, and each
    is an event.

    >>> work = RateBlocks(Tests(rate=True), Written(lambda verdict: verdict.text().encode()))
    >>> text = b"1.345678945678912378912345621.3.5897365897214897214365531642978642978531978531642"
    >>> work(text, 1).output.split(b"\t")[-5:-1]
    [b'rating=1.0', b'pearl=1.0', b'diamond=1.0', b'level=easy']
    """

    def __init__(
        self,
        tests: Tests,
        written: Written,
        stops: bool = False,
        tallies: bool = False,
        jobs: int = 1,
    ) -> None:
        self.tests = tests
        self.written = written
        self.tallies = tallies
        self.jobs = jobs
        self._counts = tallies or tests.steps
        none, unique, several, complete, needless = (
            b"\0".join(
                [_SIGNS[found : found + 1] + PUZZLE, CLUES, written.head, written.tail + b"\n"]
            )
            for found in range(5)
        )
        forms = none, unique, several, complete, needless
        self._solve = SolveBlocks(forms, (), 2, tests.minimal, empty=written.empty)
        self._judge_once = lru_cache(maxsize=1 << 14)(self._judge)
        self._pool: ThreadPoolExecutor | None = None
        if jobs > 1:
            self._pool = system.threads(jobs)
        self._stop_above = _highest(tests) if stops and not tallies else None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without threads and cache."""
        stops = self._stop_above is not None
        return RateBlocks, (self.tests, self.written, stops, self.tallies, self.jobs)

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        solved = self._solve(block, number, check)
        lines = solved.output.split(b"\n")[:-1]
        rated = b"".join([line[1:82] for line in lines if line[0] in _RATED])
        records = self._rate(rated.translate(CHARACTER_VALUES), check)
        scores = iter(records)
        length = None if self.tests.steps else _SCORE
        pieces = []
        deferred = []
        totals = [0, 0, 0]
        for index, line in enumerate(lines):
            _, clues, head, tail = line.split(b"\0")
            score = next(scores)[:length] if line[0] in _RATED else b""
            suits = self.tests.is_for_beginners and has_beginner_clues(_grid_of(line[1:82]))
            kind, text = self._judge_once(line[0], clues, score, suits)
            totals[kind] += 1
            if text is DEFERRED:
                pieces.append(DEFERRED)
                deferred.append((index, kind))
            elif text is not None:
                pieces.append(head + text + tail + b"\n")
        events = self._events(block, deferred) if deferred else []
        tally = _tally(records) if self.tallies else None
        return Answer(
            b"".join(pieces), solved.records, solved.consumed, tuple(totals), events, tally
        )

    def _events(self, block: bytes, deferred: Sequence[tuple[int, int]]) -> list[Event]:
        """Return the events of the few deferred records, given with their kinds."""
        forms = b"", b"", b"", b"", b""
        events = SolveBlocks(forms, range(5), 1)(block, 1).events
        return [events[index]._replace(found=kind) for index, kind in deferred]

    def _judge(
        self, sign: int, clues: bytes, score: bytes, suits_beginners: bool
    ) -> tuple[int, bytes | None]:
        """Return the kind and the text of a verdict; an empty score means no rating."""
        found = _SIGNS.index(sign)
        facts = findings(found, self.tests, int(clues))
        facts = facts.replace(has_beginner_clues=suits_beginners)
        needs_words = found in (NONE, NEEDLESS)
        if score:
            status, rating, pearl, diamond, hardest = unpack("=5h", score[:_SCORE])
            if status in (SOLVED, ABOVE):
                technique = TECHNIQUES[hardest] if hardest >= 0 else ""
                level = level_of(rating)
                known = Rating(rating, pearl, diamond, technique, level, Uses(), True)
                facts = facts.replace(rating=known)
                if self.tests.steps:
                    counts = unpack(f"={len(score) // 2}h", score)[_FIRST:]
                    facts = facts.replace(steps=uses_of(counts, TECHNIQUES))
            else:
                facts = facts.replace(undecided="rating")
                needs_words = True
        verdict = verdict_of(facts, self.tests)
        words = self.written.words(verdict)
        return KIND_OF_STATUS[verdict.status], DEFERRED if words and needs_words else words

    def _rate(self, cells: bytes, check: Check) -> list[bytes]:
        """Return the ladder's records of puzzles with one solution, 81 cells each."""
        count = len(cells) // 81
        # Use small parts for few puzzles, so that threads finish together.
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
            answer: bytes = kernels.rate_block(rater, cells, limit, 0.0, self._counts)
        finally:
            _raters.append(rater)
        return answer

    def _rate_in_python(self, puzzle: bytes) -> bytes:
        found = rate(Grid(Geometry.of(3, 3), puzzle), self._stop_above)
        is_above = self._stop_above is not None and found.rating > self._stop_above
        status = SOLVED if found.solved else ABOVE if is_above else STUCK
        hardest = TECHNIQUES.index(found.technique) if found.technique else -1
        numbers = [status, found.rating, found.pearl, found.diamond, hardest]
        numbers.append(sum(found.techniques.values()))
        if self._counts:
            number, first = found.techniques.first_hard or (0, "")
            numbers += [number, TECHNIQUES.index(first) if number else -1]
            numbers += [found.techniques.get(name, 0) for name in TECHNIQUES]
        return pack(f"={len(numbers)}h", *numbers)


def _grid_of(text: bytes) -> Grid:
    return Grid(Geometry.of(3, 3), text.translate(CHARACTER_VALUES))


_raters: list[object] = []  # Idle raters; each is used by one thread at a time.


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
    ends = [ratings_between(*tests.levels)[1]] if tests.levels is not None else []
    ends += [tests.ratings[1]] if tests.ratings is not None else []
    return min(ends, default=None)
