"""The compiled digging compared with its twin: single grids, blocks, every kind of request."""

import re
from functools import cache

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream, stream_key
from sudokutools.blocks.block import CLUES, NOTE, NUMBER, PUZZLE, SOLUTION, Answer
from sudokutools.blocks.dig import DigBlocks
from sudokutools.errors import SudokuError
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.levels import LEVELS
from sudokutools.logic.rating import rate
from sudokutools.masking import PuzzleRequest, mask, plan_of
from sudokutools.masking.compiled_dig import EASIER, MET, MISSED
from sudokutools.masking.plan import LEVEL_TRIES, SEARCH_TRIES
from tests.blocks import record_by_record
from tests.blocks.record_by_record import by_any_core, text_of
from tests.conftest import StopError, stop_after
from tests.tables import cases

NINE = Geometry.of(3, 3)
KEY = stream_key("test", "digging")
FORM = b"\t".join([NUMBER, PUZZLE, SOLUTION, CLUES, NOTE, b"\n"])

needs_core = pytest.mark.skipif(core.native() is None, reason="no compiled core")


def complete(record: int = 0) -> Grid:
    return generate(NINE, "auto", Stream("sudoku-gen", "digging", record))


def lines(number: int) -> bytes:
    grids = (text_of(complete(record)) for record in range(number))
    return b"\n".join(grid + b"\tnote" for grid in grids)


AMOUNTS = [
    PuzzleRequest(minimal=True, tries=1),
    PuzzleRequest(clues=30, tries=1),
    PuzzleRequest(clues=24, tries=3),
    PuzzleRequest(clues=75, tries=1),
    PuzzleRequest(blanks=51, symmetry="rotate180", tries=2),
    PuzzleRequest(clues=28, symmetry="rotate90", tries=3),
    PuzzleRequest(clues=36, symmetry="full", tries=2),
    PuzzleRequest(minimal=True, symmetry="mirror", tries=4),
    PuzzleRequest(minimal=True, symmetry="rotate180", tries=3),
    PuzzleRequest(orbit_minimal=True, symmetry="rotate180", tries=1),
    PuzzleRequest(orbit_minimal=True, symmetry="mirror", tries=1),
    PuzzleRequest(minimal=True, keep=frozenset([0, 40]), tries=2),
    PuzzleRequest(orbit_minimal=True, symmetry="rotate180", keep=frozenset([3, 50]), tries=1),
    PuzzleRequest(clues=27, keep=frozenset(range(9)), tries=3),
    PuzzleRequest(level="medium", symmetry="mirror", keep=frozenset([0, 12])),
    PuzzleRequest(minimal=True, keep=frozenset(range(81)), tries=1),
]

DIFFICULTIES = [
    PuzzleRequest(),
    PuzzleRequest(level="beginner"),
    PuzzleRequest(level="beginner", symmetry="rotate90"),
    PuzzleRequest(level=("beginner", "beginner"), clues=38, tries=3),
    PuzzleRequest(level="beginner", rating=(1.0, 1.0)),
    PuzzleRequest(level="easy"),
    PuzzleRequest(level="medium", symmetry="rotate180"),
    PuzzleRequest(level="hard"),
    PuzzleRequest(level="expert", tries=8),
    PuzzleRequest(level="extreme"),
    PuzzleRequest(rating=(7.1, 7.3), tries=6),
    PuzzleRequest(rating=(8.4, 20.0), tries=6),
    PuzzleRequest(rating=(1.0, 1.0)),
    PuzzleRequest(technique="Full house"),
    PuzzleRequest(technique="Naked single"),
    PuzzleRequest(technique="X-Wing", tries=9),
    PuzzleRequest(technique="Forcing chain", rating=(7.0, 7.1), tries=6),
    PuzzleRequest(level="hard", clues=26, tries=12),
    PuzzleRequest(level="easy", clues=23, tries=5),
    PuzzleRequest(level="extreme", clues=40, tries=5),
    PuzzleRequest(level="expert", minimal=True, tries=5),
    PuzzleRequest(level="easy", minimal=True, symmetry="diagonal", tries=2),
    PuzzleRequest(level="hard", orbit_minimal=True, symmetry="rotate90", tries=5),
    PuzzleRequest(level="easy", clues=81, tries=2),
    PuzzleRequest(symmetry="full", tries=6),
]


@cache
def by_the_twin(request: PuzzleRequest, block: bytes) -> Answer:
    """Return what every core has to answer."""
    return record_by_record.answer(work_of(request), block, 4)


def work_of(request: PuzzleRequest) -> DigBlocks:
    return DigBlocks(request, KEY, 3, FORM, b"missed\n", "0")


@pytest.mark.parametrize("request_", AMOUNTS)
def test_amounts_are_dug_as_by_the_twin(variant: str, request_: PuzzleRequest) -> None:
    rest = b"." * 81
    block = lines(12) + b"\n" + rest
    answer = work_of(request_)(block, 4)
    assert answer == by_the_twin(request_, block)
    assert answer.records == 12
    assert block[answer.consumed :] == rest
    assert variant == core.name()


@needs_core
@pytest.mark.parametrize("request_", DIFFICULTIES)
def test_difficulties_are_dug_as_by_the_twin(request_: PuzzleRequest) -> None:
    work = DigBlocks(request_, KEY, 3, FORM, b"missed\n")
    block = lines(4)
    answer = work(block, 4)
    assert answer == record_by_record.answer(work, block, 4)
    assert answer.records == sum(answer.totals) == 4


@needs_core
@pytest.mark.parametrize("clues", [-4, 1, 3, 82, 1 << 30])
def test_kernel_refuses_clues_that_the_orbits_cannot_make(clues: int) -> None:
    kernels = core.native()
    assert kernels is not None
    # An orbit of 40 cells, one of 2 and one of 39: no try can succeed.
    request = ("scalar", bytes(range(81)), bytes((40, 2, 39)), clues, 3, None, False)
    with pytest.raises(ValueError, match="so many clues"):
        kernels.dig_grid(request, text_of(complete()), (1, 2, 3, 4), None)


@needs_core
def test_a_record_is_the_same_in_every_company() -> None:
    block = lines(30)
    work = DigBlocks(PuzzleRequest(level="hard"), KEY, 0, PUZZLE + b"\n")
    whole = work(block, 1).output.split()
    for record, line in enumerate(block.split(b"\n")):
        assert work(line, 1 + record).output.split() == whole[record : record + 1]
        alone = mask(complete(record), PuzzleRequest(level="hard"), Stream.from_key(KEY, record))
        assert alone.puzzle is not None
        assert text_of(alone.puzzle) == whole[record]


@pytest.mark.parametrize("level", list(LEVELS))
def test_every_grid_gives_every_level(level: str) -> None:
    low, high = LEVELS[level]
    work = DigBlocks(PuzzleRequest(level=level), KEY, 0, PUZZLE + b"\n")
    answer = by_any_core(work, lines(25 if core.native() else 2), 1)
    assert answer.totals[MET] == answer.records
    for puzzle in answer.output.split():
        cells = bytes(c - 48 if c != ord(".") else 0 for c in puzzle)
        assert low <= rate(Grid(NINE, cells)).rating <= high


@needs_core
@cases
def test_a_technique_is_searched_until_it_is_found(technique: str) -> None:
    found = mask(complete(3), PuzzleRequest(technique=technique), Stream.from_key(KEY, 3)).puzzle
    assert found is not None
    assert rate(found).technique == technique


@needs_core
def test_a_narrow_range_is_searched_until_it_is_found() -> None:
    for low, high in [(71, 73), (38, 38), (62, 62), (90, 92)]:
        found = mask(
            complete(4), PuzzleRequest(rating=(low / 10, high / 10)), Stream.from_key(KEY, 4)
        ).puzzle
        assert found is not None
        assert low <= rate(found).rating <= high


def test_more_tries_where_they_are_quick() -> None:
    assert plan_of(NINE, PuzzleRequest(clues=20)).tries == 500
    assert plan_of(NINE, PuzzleRequest(level="hard")).tries == LEVEL_TRIES
    assert plan_of(NINE, PuzzleRequest(rating=(7.1, 7.3))).tries == SEARCH_TRIES
    assert plan_of(NINE, PuzzleRequest(technique="X-Wing", tries=7)).tries == 7
    assert plan_of(Geometry.of(4, 4), PuzzleRequest(technique="X-Wing")).tries == 500
    with pytest.raises(SudokuError, match="0 tries: expected 1 to"):
        plan_of(NINE, PuzzleRequest(tries=0))


def test_what_was_reached_is_told() -> None:
    # 19 clues cannot be reached, nor a rating of 11 or more.
    line = lines(1)
    for request, best in [
        (PuzzleRequest(clues=19, tries=4), r"2\d clues"),
        (
            PuzzleRequest(minimal=True, symmetry="full", tries=1),
            r"\d\d clues, minimal for orbits only",
        ),
        (PuzzleRequest(rating=(11.0, 11.9), tries=2), r"rating \d\.\d \(.*\)"),
        (PuzzleRequest(level="extreme", clues=60, tries=2), r"rating 1\.\d \(.*\)"),
        (PuzzleRequest(rating=(1.0, 1.0), minimal=True, tries=1), "too hard"),
    ]:
        work = DigBlocks(request, KEY, 6)
        answer = by_any_core(work, line, 1)
        assert answer.output == b"\n"
        assert answer.totals[MISSED] == 1
        assert answer == record_by_record.answer(work, line, 1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(core, "native", lambda: None)
            alone = mask(complete(), request, Stream.from_key(KEY, 6))
        assert alone.best == answer.events[0].best
        assert re.fullmatch(best, alone.best)


def test_an_easier_puzzle_is_an_event() -> None:
    work = DigBlocks(PuzzleRequest(symmetry="full"), KEY, 0, PUZZLE + b"\n")
    answer = by_any_core(work, lines(12 if core.native() else 3), 1)
    for event in answer.events:
        assert event.found == EASIER
        assert event.best == "easier than medium"
    assert answer.totals[MISSED] == 0
    assert answer.output.count(b"\n") == answer.records


def test_what_no_kernel_digs() -> None:
    for request in (PuzzleRequest(row_blanks=(5, 6)), PuzzleRequest(unique=False)):
        with pytest.raises(SudokuError, match="not dug by the block"):
            DigBlocks(request, KEY)


@needs_core
def test_time_ends_a_search_that_finds_nothing() -> None:
    request = PuzzleRequest(rating=(11.8, 11.9))  # It is very rare: the tries would take minutes.
    with pytest.raises(StopError):
        mask(complete(), request, Stream.from_key(KEY, 0), stop_after(100))
