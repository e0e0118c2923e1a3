"""The bulk solver on every core available, compared with the Python engines."""

import json
import random
from collections import deque
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools._support import core
from sudokutools._support.limits import cores
from sudokutools._support.streams import Stream, stream_key
from sudokutools.blocks.block import CLUES, COUNT, NODES, NOTE, NUMBER, PUZZLE, RAW, SOLUTION
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.errors import SudokuError
from sudokutools.formats.json import rows_of
from sudokutools.formats.line import parse_line
from sudokutools.formats.reading.lines import MAX_LENGTH
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving import solving
from sudokutools.solving.engines import propagate
from sudokutools.solving.solving import redundant_clues
from sudokutools.solving.survey import possible
from tests.blocks import record_by_record
from tests.conftest import StopError, in_python, stop_after, sweep

NINE = Geometry.of(3, 3)
PUZZLES = [
    line
    for line in (Path(__file__).parents[1] / "data" / "puzzles.txt").read_text().splitlines()
    if not line.startswith("#")
]
SEVENTEEN, HARDEST = PUZZLES[:60], PUZZLES[60:]
# A puzzle that naked and hidden singles solve.
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KEY = stream_key("test", "bulk")

needs_core = pytest.mark.skipif(core.native() is None, reason="no compiled core")


def grid_of(line: str) -> Grid:
    return Grid(NINE, [int(c) if c in "123456789" else 0 for c in line])


def mutations(seed: int, number: int) -> list[str]:
    """Return puzzles with no, one, some and many solutions, by changes of clues."""
    chance = random.Random(seed)
    found = ["." * 81, "11" + "." * 79, EASY]
    while len(found) < number:
        cells = list(chance.choice(PUZZLES))
        for _ in range(chance.choice([0, 0, 1, 2, 4])):
            clues = [cell for cell in range(81) if cells[cell] != "."]
            cell = chance.choice(clues)
            cells[cell] = chance.choice([".", ".", "123456789"[chance.randrange(9)]])
        if chance.random() < 0.2:
            cells[chance.randrange(81)] = chance.choice("123456789")
        found.append("".join(cells))
    return found


def count(lines: list[str], variant: str, limit: int = 2) -> list[tuple[int, int, bytes]]:
    kernels = core.native()
    assert kernels is not None
    found: list[tuple[int, int, bytes]] = kernels.bulk_count(
        variant, "".join(lines).encode(), limit, b"", None
    )
    return found


@pytest.mark.parametrize("number", sweep([40], [400]))
@pytest.mark.parametrize("limit", [1, 2, 50])
def test_counts_and_solutions_are_those_of_the_python_engine(
    variant: str, limit: int, number: int
) -> None:
    lines = mutations(limit, number)
    for line, (solutions, _, solution) in zip(lines, count(lines, variant, limit), strict=True):
        grid = grid_of(line)
        expected = [s.cells for s in islice(propagate.solutions(grid), limit)]
        assert solutions == len(expected), line
        if solutions == 1 and limit > 1:
            assert grid_of(solution.decode()).cells == expected[0]
        elif solutions:
            found = grid_of(solution.decode())
            assert found.is_complete
            assert not list(found.clashes())
            assert all(a in (0, b) for a, b in zip(grid.cells, found.cells, strict=True))


def test_a_batch_changes_no_answer(variant: str) -> None:
    lines = mutations(7, 200)
    together = [(number, guesses > 0) for number, guesses, _ in count(lines, variant)]
    alone = [count([line], variant)[0] for line in lines]
    assert [(number, guesses > 0) for number, guesses, _ in alone] == together


def test_number_of_guesses_is_small(variant: str) -> None:
    # A wrong operation may keep every answer right and make the search long; these are averages
    # measured once, plus some room.
    assert count([EASY], variant)[0][1] == 0
    for lines, most in ((SEVENTEEN, 1.0), (HARDEST, 115.0)):
        guesses = [guesses for _, guesses, _ in count(lines, variant)]
        assert sum(guesses) / len(lines) < most


def test_many_solutions_are_counted(variant: str) -> None:
    # The number of the Python engine.
    line = "." * 4 + EASY[4:65] + "." * 16
    expected = sum(1 for _ in propagate.solutions(grid_of(line)))
    assert expected > 1000
    assert count([line, EASY, line], variant, 2**64 - 1)[0][0] == expected
    assert count([line], variant, 1000)[0][0] == 1000


def test_a_removed_clue_must_get_another_symbol(variant: str) -> None:
    kernels = core.native()
    assert kernels is not None
    chance = random.Random(3)
    solution = count([EASY], variant)[0][2].decode()
    lines, removed, expected = [], b"", []
    for _ in range(60):
        keep = chance.randint(20, 60)
        kept = sorted(chance.sample(range(81), keep))
        line = "".join(solution[cell] if cell in kept else "." for cell in range(81))
        cell = chance.choice(kept)
        lines.append(line)
        removed += (1 + 9 * cell + int(line[cell]) - 1).to_bytes(2, "little")
        without = grid_of(line[:cell] + "." + line[cell + 1 :])
        others = (s for s in propagate.solutions(without) if s[cell] != int(line[cell]))
        expected.append(next(others, None) is not None)
    found = kernels.bulk_count(variant, "".join(lines).encode(), 1, removed, None)
    assert [number == 1 for number, _, _ in found] == expected


@needs_core
def test_no_other_candidate_than_one_of_a_cell_is_removed() -> None:
    kernels = core.native()
    assert kernels is not None
    for number in (0, 1, 729):
        kernels.bulk_count("scalar", b"." * 81, 1, number.to_bytes(2, "little"), None)
    for number in (730, 0x7FFF, 0xFFFF):
        with pytest.raises(ValueError, match="no candidate"):
            kernels.bulk_count("scalar", b"." * 81, 1, number.to_bytes(2, "little"), None)


@needs_core
def test_engine_finds_the_same_in_the_same_order() -> None:
    for number, line in enumerate(mutations(11, 60)):
        grid = grid_of(line)
        for streams in ((None, None), (Stream("t", "s", number), Stream("t", "s", number))):
            ours = [s.cells for s in islice(propagate.solutions(grid, streams[0]), 20)]
            with in_python():
                theirs = [s.cells for s in islice(propagate.solutions(grid, streams[1]), 20)]
            assert ours == theirs
            if streams[0] is not None and streams[1] is not None:
                assert streams[0].state == streams[1].state


def test_engine_takes_other_geometries_and_no_core() -> None:
    four = Geometry.of(2, 2)
    assert sum(1 for _ in propagate.solutions(Grid.empty(four))) == 288
    solution = next(propagate.solutions(grid_of(EASY)))
    with in_python():
        assert core.name() == "python"
        assert next(propagate.solutions(grid_of(EASY))) == solution


@needs_core
def test_check_ends_long_work() -> None:
    empty = Grid.empty(NINE)
    with pytest.raises(StopError):
        for _ in propagate.solutions(empty, None, stop_after(100)):
            pass
    work = SolveBlocks((b"",) * 5, limit=10**18)
    with pytest.raises(StopError):
        work(b"." * 81, 1, stop_after(3))


def test_unknown_core_is_refused() -> None:
    with pytest.raises(SudokuError, match="core 'mmx' is not available"):
        core.select("mmx")


FORM = b"|".join([NUMBER, CLUES, COUNT, PUZZLE, RAW, b"x" + NOTE + b"\n"])
FORMS = (FORM, NODES + SOLUTION + FORM, SOLUTION + FORM, b"c" + FORM, b"n" + FORM, b"m" + FORM)


def lines_with_notes(seed: int, number: int) -> bytes:
    chance = random.Random(seed)
    ends = ["", "", "\t a note ", ",x,y", "; # ü.", " #1", "\t", " ,  z "]
    return "".join(
        line.translate(str.maketrans(".", chance.choice(".0_*?-")))
        + chance.choice(ends)
        + chance.choice(["\n", "\r\n"])
        for line in mutations(seed, number)
    ).encode()


@pytest.mark.parametrize(
    "options", [{}, {"minimal": True}, {"key": KEY, "start": 5}, {"limit": 9}, {"limit": 0}]
)
@pytest.mark.usefixtures("variant")
def test_blocks_are_answered_as_in_python(options: dict[str, bool]) -> None:
    work = SolveBlocks(FORMS, (0, 2, 4), empty="_", **options)  # type: ignore[arg-type]
    block = lines_with_notes(23, 90)
    answer = work(block, 8)
    assert answer == record_by_record.answer(work, block, 8)
    assert answer.records == 90
    assert answer.consumed == len(block)
    assert answer.totals[0]
    assert answer.totals[1]
    assert bool(answer.totals[2]) is bool(work.limit)


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("limit", [None, 3000])
def test_parts_of_the_tree_are_counted(
    monkeypatch: pytest.MonkeyPatch, limit: int | None, number: int
) -> None:
    line, shown = EASY[:60] + 21 * ".", list[int]()
    expected = count([line], core.name(), limit or 1 << 40)[0][0]
    assert expected > 2000
    for name, value in {"_COUNTED_WHOLE": 20, "_PARTS": 30, "_COUNTED_OF_PART": 4}.items():
        monkeypatch.setattr(propagate, name, value)
    monkeypatch.setattr(cores, "number", number)
    monkeypatch.setattr(cores, "counted", shown.append)
    numbers = [*solving.counts(grid_of(line), limit)]
    assert numbers == sorted(numbers)
    assert (numbers[-1], shown[-1] >= expected) == (expected, True)
    with pytest.raises(StopError):
        deque(solving.counts(Grid.empty(NINE), check=stop_after(3)), 0)


@pytest.mark.usefixtures("variant")
def test_possible_symbols_are_those_in_python() -> None:
    for line in (EASY, EASY[:60] + 21 * ".", "11" + EASY[2:]):
        with in_python():
            expected = possible(grid_of(line))
        assert possible(grid_of(line)) == expected


def test_minimality_is_found(variant: str) -> None:
    solution = count([EASY], variant)[0][2].decode()
    work = SolveBlocks((b"0", b"1", b"2", b"3", b"4"), minimal=True)
    more = HARDEST[0].replace(".", "1", 1)
    block = "\n".join([SEVENTEEN[0], solution, EASY, HARDEST[0], more, "." * 81]).encode()
    easy = b"4" if [*redundant_clues(grid_of(EASY))] else b"1"
    assert work(block, 1).output[:4] == b"14" + easy + b"1"


GOOD_ENDS = [
    "",
    "\n",
    "\r\n",
    " \n",
    "\tnote\n",
    ",a,b\n",
    ";a;b\n",
    " # x\n",
    " ,\r\n",
    "#\n",
    "\tstatus=ok unless=1 variant r1c1=2 x=r =\n",
]
BAD_ENDS = [
    "x\n", "1\n", "\x00\n", " \x1b[0m\n", " a|b\n", "\tbox=9x1\n",
    " , box=3x3,variant=x a note\n", ";regions=ABC\n", " a Variant=x\n", "\tx=1,LESS=r1c1r1c2\n",
    " arrow=R1c1:r1c2\n", " a\x0bb\n", "\r\r\n", " \u00a0\n", " e\u00e9\n", "!\n",
]  # fmt: skip


@needs_core
@pytest.mark.parametrize("end", GOOD_ENDS)
def test_plain_lines_are_taken_as_the_reader_takes_them(end: str) -> None:
    block = (EASY + end).encode()
    work = SolveBlocks((b"", PUZZLE + NOTE, b"", b"", b""))
    answer = work(block, 1)
    grid, note = parse_line((EASY + end).strip().encode(), None, None)
    assert answer.output.decode() == EASY + (f"\t{note}" if note else "")
    assert grid == grid_of(EASY)
    assert answer == record_by_record.answer(work, block, 1)


@needs_core
@pytest.mark.parametrize(
    "line",
    [EASY + end for end in BAD_ENDS]
    + ["", "\n", "# comment\n", " " + EASY, EASY[:80] + "\n", "53..7"]
    + [EASY[:at] + bad + EASY[at + 1 :] for at in (0, 40, 80) for bad in "a/:,+\x7f\n"],
)
def test_other_lines_end_the_block(line: str) -> None:
    block = f"{EASY}\n{line}".encode()
    work = SolveBlocks((b"", b"ok\n", b"", b"", b""))
    answer = work(block, 1)
    assert (answer.output, answer.records, answer.consumed) == (b"ok\n", 1, 82)
    assert answer == record_by_record.answer(work, block, 1)


PIECES = [*" ,:#=|x\x7f\r\n\xe9", "box=", "variant=", "r1", "c1", 17 * "a"]


@needs_core
def test_any_text_is_read_as_in_python() -> None:
    work = SolveBlocks(5 * (NOTE + b"\n",))
    for pieces in product(PIECES, repeat=3):
        block = f"{EASY}{''.join(pieces)}\n{EASY}".encode("latin-1")
        expected = [(line.note, line.next) for line in record_by_record.plain_lines(block)]
        answer = work(block, 1)
        assert answer.consumed == max((end for _, end in expected), default=0), block
        assert answer.output == b"".join(b"\t%b\n" % n if n else b"\n" for n, _ in expected)


@needs_core
def test_objects_are_answered_as_lines() -> None:
    """With keys in any order; one that is cut anywhere ends the block."""
    form = NUMBER + b" " + PUZZLE + NOTE + b"\n"
    forms = (form, SOLUTION + form, *3 * (form,))
    work, texts = SolveBlocks(forms, objects=True), list[str]()
    plain = "".join(f"{line}\ta note\n" for line in mutations(9, 20)).encode()
    for line, answer in zip(mutations(9, 20), work(plain, 1).output.splitlines(), strict=True):
        cells = line if len(texts) % 3 == 0 else rows_of(grid_of(line))
        value = {"box": [3, 3], "boxes": [3, 3], "cells": cells, "record": 12, "status": "solved"}
        value |= {"puzzle": line, "note": "a note", "solution_number": 0}
        if b" " not in answer[:81]:
            value["solution"] = rows_of(grid_of(answer[:81].decode()))
        items = random.Random(line).sample([*value.items()], len(value))
        texts.append(json.dumps(dict(items), separators=(",", ":") if len(texts) % 2 else None))
    objects = "\n".join(texts).encode()
    assert work(objects, 1)[:2] == work(plain, 1)[:2]
    assert work(objects, 1).consumed == len(objects)
    for end in range(len(texts[0])):
        assert work(f"{EASY}\n{texts[0][:end]}\n{EASY}".encode(), 1).records == 1
    assert SolveBlocks(forms)(objects, 1).records == 0


@needs_core
@pytest.mark.parametrize(("length", "records"), [(MAX_LENGTH, 1), (MAX_LENGTH + 1, 0)])
def test_a_very_long_line_is_for_others(length: int, records: int) -> None:
    block = f"{EASY} ".ljust(length, "x").encode()
    work = SolveBlocks((FORM,) * 5)
    for end in (b"", b"\n"):
        assert work(block + end, 1).records == records
        assert record_by_record.answer(work, block + end, 1).records == records


@needs_core
@given(st.lists(st.integers(0, 600)))
def test_line_feeds_are_counted(lengths: list[int]) -> None:
    kernels = core.native()
    assert kernels is not None
    assert kernels.bulk_lines(b"".join(b"." * n + b"\n" for n in lengths)) == len(lengths)
    assert kernels.bulk_lines(b"\n" * sum(lengths) + b".") == sum(lengths)
