"""Blocks and single records are judged alike."""

import pytest

from sudokutools._support import core
from sudokutools._support.request import is_known
from sudokutools.blocks.block import NOTE, NUMBER, PUZZLE, RAW, Answer
from sudokutools.blocks.judge import KNOWN, JudgeBlocks, Words, Written
from sudokutools.blocks.rate import RateBlocks
from sudokutools.checking import facts
from tests.blocks import record_by_record
from tests.cli.puzzles import CLASH, EASY, EASY_SOLUTION, NONE, SEVENTEEN, TWO
from tests.conftest import StopError, stop_after

pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core")

HARD = "6..4.7......13..48......7.3..67....9.8.......2.5..8.71.9...612.8......3.4.....867"
EXTREME = "....39...3..12.........8.79.2...376..64.7..........5.49........2..5..68.4...86.3."
LINES = [
    EASY,
    f"{TWO}\twith a note\r",
    CLASH,
    HARD,
    NONE,
    EASY_SOLUTION,
    f"{EXTREME} two",
    SEVENTEEN,
]
BLOCK = "".join(f"{line}\n" for line in 3 * LINES).encode()
TESTS = [
    facts.Tests(),
    facts.Tests(minimal=True),
    facts.Tests(solutions="any"),
    facts.Tests(solutions="any", minimal=True),
    facts.Tests(solutions="rules", complete=True),
    facts.Tests(count=True, limit=9),
    facts.Tests(solutions="any", count=True, limit=1),
    facts.Tests(nodes=True, minimal=True),
    facts.Tests(solutions="any", nodes=True),
    facts.Tests(solutions="any", count=True, limit=20, nodes=True, rate=True),
    facts.Tests(rate=True),
    facts.Tests(rate=True, minimal=True),
    facts.Tests(solutions="any", rate=True),
    facts.Tests(levels=("medium", "hard")),
    facts.Tests(scale="hodoku", rate=True, steps=True, minimal=True),
    facts.Tests(scale="hodoku", levels=("hard", "unfair"), ratings=(1.2, 4.4)),
    facts.Tests(levels=("extreme", "extreme"), ratings=(7.2, 9.9)),
]


def printed(verdict: facts.Verdict) -> bytes:
    return verdict.text().encode()


def of_status(wanted: str) -> Words:
    return lambda verdict: b"" if verdict.status == wanted else None


WAYS = {
    "verdict": Written(printed, NUMBER + b"\t"),
    "tag": Written(lambda verdict: b"\t" + printed(verdict), PUZZLE, NOTE),
    "filter": Written(of_status("ok"), RAW),
    "invert": Written(of_status("bad"), RAW),
    "nothing": Written(lambda _: None),
}


def work_of(tests: facts.Tests, way: str) -> JudgeBlocks | RateBlocks:
    return (JudgeBlocks if is_known(tests, KNOWN) else RateBlocks)(tests, WAYS[way])


@pytest.mark.parametrize("tests", TESTS)
@pytest.mark.parametrize("way", WAYS)
def test_verdicts_are_those_of_single_records(tests: facts.Tests, way: str) -> None:
    """The ladder of the kernels rates single records, too: that of Python is too slow for these."""
    work = work_of(tests, way)
    assert work(BLOCK, 5) == record_by_record.answer(work, BLOCK, 5, in_python=False)


@pytest.mark.parametrize("rate", [False, True])
def test_tags_keep_notes(rate: bool) -> None:
    way = WAYS["tag"]._replace(empty="0")
    tests = facts.Tests(rate=rate)
    work = RateBlocks(tests, way) if rate else JudgeBlocks(tests, way)
    lines = work(BLOCK, 1).output.splitlines()
    assert lines[0].startswith(EASY.replace(".", "0").encode() + b"\tstatus=ok\t")
    assert lines[1].endswith(b"failed=solutions\twith a note")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "tests",
    [
        facts.Tests(levels=("easy", "hard")),
        facts.Tests(levels=("easy", "hard"), scale="hodoku"),
        facts.Tests(rate=True, minimal=True),
    ],
)
def test_threads_and_python_answer_alike(way: str, tests: facts.Tests) -> None:
    def reported(answer: Answer) -> tuple[Answer, object]:
        assert answer.extra is not None
        return answer._replace(extra=None), vars(answer.extra)

    work, threaded = (RateBlocks(tests, WAYS[way], tallies=True, jobs=jobs) for jobs in (1, 3))
    assert reported(threaded(BLOCK, 5)) == reported(work(BLOCK, 5))
    # The Python ladder is slow on hard puzzles.
    quick = "".join(f"{line}\n" for line in (EASY, TWO, CLASH, HARD, EASY_SOLUTION)).encode()
    assert reported(record_by_record.answer(work, quick, 5)) == reported(work(quick, 5))


def test_a_check_ends_the_work() -> None:
    for jobs in (1, 2):
        with pytest.raises(StopError):
            RateBlocks(facts.Tests(rate=True), WAYS["verdict"], jobs=jobs)(BLOCK, 1, stop_after(0))
