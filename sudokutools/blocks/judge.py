"""Verdicts on blocks of 9x9 `line` records, as `checking.judge` gives them.

Without ratings the bulk solver writes the verdicts itself, one of five forms for each record, made
by `checking.verdict_of`. With ratings they come from `blocks.rate`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools._support.request import ANY, Known
from sudokutools.blocks.block import (
    CLUES,
    COMPLETE,
    COUNT,
    DEFERRED,
    MORE,
    NEEDLESS,
    NODES,
    NONE,
    SEVERAL,
    UNIQUE,
    Answer,
)
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.checking.checking import verdict_of
from sudokutools.checking.facts import Findings, Tests, Verdict
from sudokutools.grid.geometry import Geometry

CLASS, AUTOMORPHISMS = b"\x0f", b"\x0e"  # Placeholders in a verdict, for `FactBlocks`.
BAD, OK, UNKNOWN = range(3)  # The kinds that the totals count.

KIND_OF_STATUS = {"bad": BAD, "ok": OK, "unknown": UNKNOWN}

_ASKED = "count", "nodes", "class_id", "automorphisms", "rank"
_REQUIRED = "solutions", "minimal", "minimal_constraints", "complete"

KNOWN: Known = {"limit": range(1, 1 << 64)} | dict.fromkeys((*_ASKED, *_REQUIRED), ANY)
"""The tests that blocks without ratings support."""

Words = Callable[[Verdict], bytes | None]
"""How a verdict is written between the head and the tail of its record; None omits the record. An
empty text means that the record passes and is complete without details.
"""


class Written(NamedTuple):
    """How records with verdicts are written.

    words       the text of a verdict
    head, tail  forms before and after this text
    empty       the empty cell in PUZZLE
    objects     whether objects of JSON are records, too
    """

    words: Words
    head: bytes = b""
    tail: bytes = b""
    empty: str = "."
    objects: bool = False


def findings(found: int, tests: Tests, clues: int = 0, count: int = 2) -> Findings:
    """Return the findings that a result of the bulk solver implies, `count` solutions if SEVERAL.

    Broken rules remain unknown for NONE; so does completeness for NEEDLESS without `clues`. A class
    is CLASS, for `FactBlocks` to fill in, and automorphisms likewise.
    """
    limit = limit_of(tests)
    has_more = found == MORE or (found == UNIQUE and limit == 1)
    has_one = found not in (NONE, SEVERAL, MORE)
    solutions = {NONE: 0, SEVERAL: count, MORE: limit}.get(found, 1)
    return Findings(
        class_id=CLASS.decode() if tests.class_id else None,
        automorphisms=AUTOMORPHISMS.decode() if tests.automorphisms else None,
        geometry=Geometry.of(3, 3),
        is_complete=found == COMPLETE or clues == 81,
        clues=clues,
        solutions=solutions if limit else None,
        has_more=has_more,
        is_minimal=found != NEEDLESS if tests.minimal and has_one else None,
        nodes=0 if tests.nodes and has_one and not has_more else None,
    )


def limit_of(tests: Tests) -> int:
    if tests.solutions == "rules":
        return 0
    if tests.count:
        return tests.limit or (1 << 64) - 1
    takes_several = tests.solutions == "any" and not tests.minimal and not tests.needs_rating
    return 1 if takes_several else 2


class JudgeBlocks:
    """Judge records by tests that KNOWN supports.

    Verdicts that need more than the bulk solver finds are DEFERRED, and each is an event.
    """

    def __init__(self, tests: Tests, written: Written) -> None:
        self.tests = tests
        self.written = written
        forms = []
        self._kinds = []
        for found in range(MORE + 1):
            verdict = verdict_of(findings(found, tests), tests)
            verdict.values["clues"] = CLUES.decode()
            if found == SEVERAL:
                verdict.values["solutions"] = COUNT.decode()
            if "nodes" in verdict.values:
                verdict.values["nodes"] = NODES.decode()
            self._kinds.append(KIND_OF_STATUS[verdict.status])
            words = written.words(verdict)
            if words and (found in (NONE, NEEDLESS) or (tests.rank and found == COMPLETE)):
                forms.append(DEFERRED)
            else:
                whole = [written.head, words or b"", written.tail, b"\n"]
                forms.append(b"" if words is None else b"".join(whole))
        deferred = [found for found, form in enumerate(forms) if form is DEFERRED]
        self.solve = SolveBlocks(
            forms,
            deferred,
            limit_of(tests),
            tests.minimal,
            empty=written.empty,
            objects=written.objects,
        )

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        answer = self.solve(block, number, check)
        totals = [0, 0, 0]
        for kind, total in zip(self._kinds, answer.totals, strict=False):
            totals[kind] += total
        events = [event._replace(found=self._kinds[event.found]) for event in answer.events]
        return answer._replace(totals=tuple(totals), events=events)
