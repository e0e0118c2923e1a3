"""Ratings and verdicts of blocks of 9x9 `line` records.

The bulk solver finds the records with exactly one solution; these go to the compiled ladder, some
at a time, on as many threads as there are jobs. A verdict depends on few numbers, most of which
recur, so its text is cached. These stages exchange bytes, as one Python object per record would
take as long as rating an easy puzzle:

    2..5.......   a line of the bulk solver, separated by NUL: the result and the puzzle, numbers of
                  clues, solutions and guesses, the forms before and after the verdict
    status ER EP ED hardest steps [first hard step, its technique, uses of each technique]
                  a record of the ladder, native 16-bit integers
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from struct import pack, unpack
from typing import Any

from sudokutools._support import core, system
from sudokutools._support.limits import Check, never
from sudokutools._support.request import ANY, Known
from sudokutools.blocks import judge
from sudokutools.blocks.block import (
    CLUES,
    COMPLETE,
    COUNT,
    DEFERRED,
    NEEDLESS,
    NODES,
    NONE,
    OPEN,
    PUZZLE,
    UNIQUE,
    Answer,
    Event,
)
from sudokutools.blocks.judge import KIND_OF_STATUS, Written, findings, limit_of
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.checking.checking import verdict_of
from sudokutools.checking.facts import Tests
from sudokutools.checking.histogram import Tally
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import CHARACTER_VALUES, Grid
from sudokutools.logic.compiled_ladder import ABOVE, NO_LIMIT, SOLVED, rater, uses_of
from sudokutools.logic.levels import Uses, has_beginner_clues, level_of, ratings_between
from sudokutools.logic.rating import Rating
from sudokutools.logic.techniques import TECHNIQUES

_RATING_TESTS = ("rate", "levels", "ratings", "scale", "steps")
KNOWN: Known = {**judge.KNOWN, **dict.fromkeys(_RATING_TESTS, ANY)}
"""The tests that blocks with ratings support."""

_MOST_AT_ONCE = 64
_SIGNS = b"012345"
_RATED = bytes(_SIGNS[found] for found in (UNIQUE, COMPLETE, NEEDLESS))
_RATINGS = pack("=h", SOLVED), pack("=h", ABOVE)  # Begin a record with a rating.
_FIRST, _COUNTS = 6, 8  # The offsets of the first hard step and of the uses, in integers.
_HODOKU = 12  # The offset of a record of HoDoKu's ladder, in bytes.
_SCORE = 10  # The bytes of a record before its steps: all that a verdict without steps needs.


class RateBlocks:
    """Judge records by tests that KNOWN supports.

    stops    let the ladder give up above the highest rating that can pass; failed records must not
             be written then
    tallies  count ratings and techniques: the `extra` of answers is their tally
    jobs     the number of rating threads

    The totals count BAD, OK and UNKNOWN. Records without a solution, those with redundant clues if
    tested, and those that the ladder does not solve, are DEFERRED unless omitted or empty, and each
    is an event. So are, OPEN, puzzles that HoDoKu's compiled ladder does not solve.
    """

    def __init__(
        self,
        tests: Tests,
        written: Written,
        stops: bool = False,
        tallies: bool = False,
        jobs: int = 1,
    ) -> None:
        self._made = tests, written, stops, tallies, jobs
        self.tests = tests
        self.written = written
        self.tallies = tallies
        self.jobs = jobs
        self._is_hodoku = tests.scale == "hodoku"
        self._counts = (tallies or tests.steps) and not self._is_hodoku
        numbers = CLUES + b" " + COUNT + (b" " + NODES if tests.nodes else b"")
        form = b"\0".join([PUZZLE, numbers, written.head, written.tail + b"\n"])
        forms = [b"%c" % sign + form for sign in _SIGNS]
        limit = limit_of(tests)
        self.solve = SolveBlocks(
            forms, (), limit, tests.minimal, empty=written.empty, objects=written.objects
        )
        self._judge_once = lru_cache(maxsize=1 << 14)(self._judge)
        self._pool = system.threads(jobs) if jobs > 1 else None
        self._stop_above = _highest(tests) if stops and not tallies else NO_LIMIT

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without threads and cache."""
        return RateBlocks, self._made

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        solved = self.solve(block, number, check)
        lines = solved.output.split(b"\n")[:-1]
        rated = b"".join([line[1:82] for line in lines if line[0] in _RATED])
        records = self._rate(rated.translate(CHARACTER_VALUES), check)
        scores = iter(records)
        length = None if self.tests.steps or self._is_hodoku else _SCORE
        pieces = []
        deferred = []
        answered = []
        totals = [0, 0, 0]
        for index, line in enumerate(lines):
            _, numbers, head, tail = line.split(b"\0")
            record = next(scores) if line[0] in _RATED else b""
            suits = self.tests.is_for_beginners and has_beginner_clues(_grid_of(line[1:82]))
            kind, text = self._judge_once(line[0], numbers, record[:length], suits)
            if kind != OPEN:
                totals[kind] += 1
            if text is DEFERRED:
                pieces.append(DEFERRED)
                deferred.append((index, kind))
                continue
            answered += [record] * bool(record)  # Whoever answers the others counts them.
            if text is not None:
                pieces.append(head + text + tail + b"\n")
        texts = block.split(b"\n") if deferred else []
        events = [Event(at, kind, texts[at].removesuffix(b"\r")) for at, kind in deferred]
        tally = None
        if self.tallies:
            tally = (_tally_of_hodoku if self._is_hodoku else _tally)(answered)
        return Answer(
            b"".join(pieces), solved.records, solved.consumed, tuple(totals), events, tally
        )

    def _judge(
        self, sign: int, numbers: bytes, score: bytes, suits_beginners: bool
    ) -> tuple[int, bytes | None]:
        """Return the kind and the text of a verdict; an empty score means no rating."""
        found = _SIGNS.index(sign)
        clues, count, *nodes = map(int, numbers.split())
        facts = findings(found, self.tests, clues, count)
        facts = facts.replace(has_beginner_clues=suits_beginners)
        if facts.nodes is not None:
            facts = facts.replace(nodes=nodes[0])
        needs_words = found in (NONE, NEEDLESS) or (self.tests.rank and found == COMPLETE)
        if score:
            status, rating, pearl, diamond, hardest = unpack("=5h", score[:_SCORE])
            if status in (SOLVED, ABOVE):
                technique = TECHNIQUES[hardest] if hardest >= 0 else ""
                level = level_of(rating)
                known = Rating(rating, pearl, diamond, technique, level, Uses(), True)
                facts = facts.replace(rating=known)
                if self._is_hodoku or self.tests.steps:
                    more = self._on_scale(score)
                    if more is None:
                        return OPEN, DEFERRED
                    facts = facts.replace(**more)
            else:
                facts = facts.replace(undecided="rating")
                needs_words = True
        verdict = verdict_of(facts, self.tests)
        words = self.written.words(verdict)
        return KIND_OF_STATUS[verdict.status], DEFERRED if words and needs_words else words

    def _on_scale(self, score: bytes) -> dict[str, Any] | None:
        """Return the findings on the scale of the tests; None: its ladder got stuck."""
        if not self._is_hodoku:
            counts = unpack(f"={len(score) // 2}h", score)[_FIRST:]
            return {"steps": uses_of(counts, TECHNIQUES)}
        from sudokutools.logic.hodoku import compiled, rating

        uses, is_solved = compiled.uses_of(score[_HODOKU:])
        known = rating.rating_of(uses, is_solved)
        steps = known.techniques if self.tests.steps else None
        return {"hodoku": known, "steps": steps} if is_solved else None

    def _rate(self, cells: bytes, check: Check) -> list[bytes]:
        """Return the ladder's records of puzzles with one solution, 81 cells each."""
        count = len(cells) // 81
        # Use small parts for few puzzles, so that threads finish together.
        length = 81 * max(1, min(_MOST_AT_ONCE, count // (16 * self.jobs)))
        parts = [cells[at : at + length] for at in range(0, len(cells), length)]
        answers = []
        for part in (self._pool.map if self._pool else map)(self._rate_part, parts):
            check()
            answers.append(part)
        answer = b"".join(answers)
        width = len(answer) // count if count else 1
        return [answer[at : at + width] for at in range(0, len(answer), width)]

    def _rate_part(self, cells: bytes) -> bytes:
        answer: bytes = core.kernels().rate_block(
            rater(), cells, self._stop_above, 0.0, self._counts
        )
        if not self._is_hodoku:
            return answer
        from sudokutools.logic.hodoku.compiled import play

        return b"".join(
            [answer[_HODOKU * k :][:_HODOKU] + other for k, other in enumerate(play(cells))]
        )


def _grid_of(text: bytes) -> Grid:
    return Grid(Geometry.of(3, 3), text.translate(CHARACTER_VALUES))


def _tally(records: Sequence[bytes]) -> Tally:
    """Count the ratings and the uses of techniques of the puzzles that the ladder solves."""
    numbers = array("h", b"".join([record for record in records if record[:2] in _RATINGS]))
    width = _COUNTS + len(TECHNIQUES)
    tally = Tally()
    tally.ratings = Counter(numbers[1::width])
    uses = {name: sum(numbers[_COUNTS + k :: width]) for k, name in enumerate(TECHNIQUES)}
    tally.techniques = Counter({name: number for name, number in uses.items() if number})
    return tally


def _tally_of_hodoku(records: Sequence[bytes]) -> Tally:
    """Count the same on the scale of HoDoKu."""
    from sudokutools.logic.hodoku import compiled

    tally = Tally()
    for record in records:
        uses, is_solved = compiled.uses_of(record[_HODOKU:])
        if is_solved and record[:2] in _RATINGS:
            tally.add(unpack("=h", record[2:4])[0], uses)
    return tally


def _highest(tests: Tests) -> int:
    """Return the highest rating that can pass, in tenths."""
    levels = tests.levels if tests.scale == "se" else None
    ends = [ratings_between(*levels)[1]] if levels is not None else []
    ends += [int(10 * tests.ratings[1] + 0.5)] if tests.ratings is not None else []
    return min(ends, default=NO_LIMIT)
