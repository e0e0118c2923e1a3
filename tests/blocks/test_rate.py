"""Blocks that are rated say what is said of one record after the other."""

from __future__ import annotations

import pytest

from sudokutools import checking, core
from sudokutools.blocks.block import DEFERRED, Answer
from sudokutools.blocks.lines import plain_lines
from sudokutools.blocks.rate import BAD, OK, RateBlocks
from tests.cli.puzzles import CLASH, EASY, EASY_SOLUTION, NONE, SEVENTEEN, TWO

HARD = "6..4.7......13..48......7.3..67....9.8.......2.5..8.71.9...612.8......3.4.....867"
EXTREME = "....39...3..12.........8.79.2...376..64.7..........5.49........2..5..68.4...86.3."
LINES = [EASY, f"{TWO}\twith a note", CLASH, HARD, NONE, EASY_SOLUTION, f"{EXTREME} two", SEVENTEEN]
BLOCK = "".join(f"{line}\n" for line in 3 * LINES).encode()
TESTS = [
    checking.Tests(rate=True),
    checking.Tests(rate=True, minimal=True),
    checking.Tests(solutions="any", rate=True),
    checking.Tests(levels=("medium", "hard")),
    checking.Tests(levels=("extreme", "extreme"), ratings=(72, 99)),
]


def outcome(work: RateBlocks) -> tuple[Answer, object, object]:
    answer = work(BLOCK, 5)
    tally = getattr(answer.totals, "tally")  # noqa: B009
    return answer, tally.ratings, tally.techniques


@pytest.mark.parametrize("tests", TESTS)
def test_verdicts_are_those_of_single_records(tests: checking.Tests) -> None:
    lines = RateBlocks(tests, "verdict")(BLOCK, 5).output.splitlines(keepends=True)
    for number, (line, text) in enumerate(zip(plain_lines(BLOCK), lines, strict=True), 5):
        verdict = checking.judge(line.grid, tests)
        is_deferred = verdict.values["solutions"] == 0
        assert text == (DEFERRED if is_deferred else f"{number}\t{verdict.text()}\n".encode())


@pytest.mark.parametrize("tests", TESTS)
@pytest.mark.parametrize("mode", ["filter", "invert"])
def test_filters_let_the_same_records_pass(tests: checking.Tests, mode: str) -> None:
    answer = RateBlocks(tests, mode)(BLOCK, 1)
    wanted = "ok" if mode == "filter" else "bad"
    verdicts = [checking.judge(line.grid, tests).status for line in plain_lines(BLOCK)]
    lines = BLOCK.splitlines(keepends=True)
    kept = [line for line, status in zip(lines, verdicts, strict=True) if status == wanted]
    assert answer.output == b"".join(kept)
    assert (answer.totals[OK], answer.totals[BAD]) == (verdicts.count("ok"), verdicts.count("bad"))
    assert answer.events == []


def test_tags_keep_notes() -> None:
    lines = RateBlocks(checking.Tests(rate=True), "tag", empty="0")(BLOCK, 1).output.splitlines()
    assert lines[0].startswith(EASY.replace(".", "0").encode() + b"\tstatus=ok\t")
    assert lines[1].endswith(b"failed=solutions\twith a note")


@pytest.mark.parametrize("mode", ["verdict", "tag", "filter", "invert", "histogram"])
def test_threads_and_python_answer_alike(mode: str) -> None:
    tests = checking.Tests(levels=("easy", "hard"))
    expected = outcome(RateBlocks(tests, mode, tallies=True))
    assert outcome(RateBlocks(tests, mode, tallies=True, jobs=3)) == expected
    core.force_python()
    try:
        # The readable ladder takes a while on hard puzzles: the compiled one is off for these.
        quick = "".join(f"{line}\n" for line in (EASY, TWO, CLASH, HARD, EASY_SOLUTION)).encode()
        slow = RateBlocks(tests, mode, tallies=True)(quick, 1)
    finally:
        core.force_python(False)
    assert slow == RateBlocks(tests, mode, tallies=True)(quick, 1)


def test_a_check_ends_the_work() -> None:
    def check() -> None:
        raise TimeoutError

    for jobs in (1, 2):
        with pytest.raises(TimeoutError):
            RateBlocks(checking.Tests(rate=True), "verdict", jobs=jobs)(BLOCK, 1, check)
