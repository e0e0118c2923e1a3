"""Answers to blocks of lines in threads: their order, what is given back, and their end."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools._support import core
from sudokutools.blocks.block import NUMBER
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.cli.run import blocks
from sudokutools.cli.run.blocks import answers
from sudokutools.cli.run.reading import PlainLines
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import LineSource
from tests.cli.puzzles import EASY
from tests.conftest import in_python

pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core")
GOOD = EASY.encode() + b"\n"
NUMBERS = SolveBlocks((b"", NUMBER + b"\n", b"", b"", b""))


@pytest.fixture(autouse=True)
def few_lines_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BLOCK_LENGTH", 1)


def source(*chunks: bytes) -> Callable[[], bytes]:
    left = iter(chunks)
    return lambda: next(left, b"")


@pytest.mark.parametrize("jobs", [1, 3])
def test_answers_keep_the_order(jobs: int) -> None:
    lines = LineSource(source(*(GOOD * (1 + n % 7) for n in range(50))))
    found = [*answers(NUMBERS, lines, 5, jobs)]
    total = sum(1 + n % 7 for n in range(50))
    expected = b"".join(b"%d\n" % n for n in range(5, 5 + total))
    assert b"".join(answer.output for answer in found) == expected
    assert lines.number == total


@pytest.mark.parametrize("jobs", [1, 3])
def test_another_line_is_given_back_with_all_after_it(jobs: int) -> None:
    lines = LineSource(source(GOOD * 3, GOOD * 2 + b"# comment\n" + GOOD, GOOD * 4, GOOD))
    found = [*answers(NUMBERS, lines, 1, jobs)]
    assert b"".join(answer.output for answer in found) == b"1\n2\n3\n4\n5\n"
    assert [next(lines).number, *(line.raw for line in lines)] == [6, *[GOOD] * 6]


def test_pending_blocks_are_answered_before_input_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered: list[bytes] = []
    left = [GOOD, GOOD]

    def read() -> bytes:
        assert len(answered) == 2 - len(left)
        return left.pop() if left else b""

    lines = LineSource(read)
    monkeypatch.setattr(LineSource, "is_ready", False)
    for answer in answers(NUMBERS, lines, 1, 2):
        answered.append(answer.output)
    assert answered == [b"1\n", b"2\n"]


@pytest.mark.parametrize("forced", [False, True])
def test_lines_that_are_skipped_are_counted(forced: bool) -> None:
    lines, reader = LineSource(source(GOOD * 5 + b"# comment\n")), Reader()
    with in_python(forced):
        assert [PlainLines(lines, "-", reader).skip(most) for most in (3, 9)] == [3, 2]
    assert (next(lines).number, reader.count) == (6, 5)


class Crew(Executor):
    """A cluster that answers at once, and keeps what it was sent."""

    width = 3

    def __init__(self, length: int) -> None:
        self.length, self.sent = length, list[bytes]()

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        self.sent.append(arguments[0][0])
        future: Future[Any] = Future()
        future.set_result(work(*arguments))
        return future


@given(chunks=st.lists(st.integers(1, 9)), length=st.integers(1, 9 * len(GOOD)))
def test_a_cluster_gets_blocks_of_the_length_that_it_prefers(
    chunks: list[int], length: int
) -> None:
    crew: Any = Crew(length)
    found = [*answers(NUMBERS, LineSource(source(*(GOOD * n for n in chunks))), 5, 1, crew)]
    assert b"".join(a.output for a in found) == b"".join(
        b"%d\n" % (n + 5) for n in range(sum(chunks))
    )
    full, rest = divmod(sum(chunks), -(-length // len(GOOD)))
    assert [len(block) // len(GOOD) for block in crew.sent] == full * [-(-length // len(GOOD))] + [
        rest
    ] * (rest > 0)


def test_threads_end_when_nobody_waits() -> None:
    before = threading.active_count()
    lines = LineSource(source(GOOD, b"." * 81 + b"\n", b"." * 81 + b"\n"))
    found = answers(SolveBlocks((b"",) * 5, limit=10**18), lines, 1, 2)
    assert next(found).records == 1
    began = time.monotonic()
    found.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before
    assert time.monotonic() - began < 10
