"""The compiled ladder: the reference's ratings, the twin's steps, shortcuts that change nothing."""

import random
import struct
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from sudokutools import read_grid
from sudokutools._support import core
from sudokutools.logic.hodoku.rating import rate_hodoku, rate_in_python
from sudokutools.logic.levels import SINGLES
from tests.bounds import TooLongError, bounded
from tests.conftest import sweep
from tests.tables import cases

native: Any = core.native()
if native is None:
    pytest.skip("no compiled core", allow_module_level=True)

DATA = Path(__file__).parents[1] / "data"
SOLVED, ABOVE, STUCK, INVALID, STOPPED = 0, 1, 2, 3, -2
NO_LIMIT = 1000
NAMES = [name for name, *_ in native.rate_techniques()]
ALL_SHORTCUTS = (1 << 12) - 1
SHORTCUTS = {
    "remember": 1 << 0,
    "prune loops": 1 << 1,
    "prune aligned": 1 << 2,
    "static bits": 1 << 3,
    "Nishio singles": 1 << 4,
    "reach": 1 << 5,
    "bound": 1 << 6,
    "plus on changed houses": 1 << 7,
    "nested bits": 1 << 8,
    "resume": 1 << 9,
    "share": 1 << 10,
    "early BUG": 1 << 11,
}

ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
INKALA_2012 = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
LOOP_OF_HALF_A_HOUSE = (
    ".....2...9.........437...1......96..1.53...7...95....8.6.4....7231.........83...."
)
"""A loop of links has to be looked for where it takes half of the open cells of a house."""
ALIGNED = [
    ".........9...7...21.....34...43..16.....5....25..8...9....9.6......37.8...3..5.91",
    "...7....6.4...2.3..16...72...51...72....9..1....23....8....94....1....87..3.5....",
    ".3...15...8.5.972........1397...5...3..6....7...2..4.6..7.......9...2...5..9..8..",
    ".2.....794.....5..5...3.1....4.26..3.567...9......3....9...7.48...1.8..........6.",
    ".7....6.......6.53...9..8.279.2....5....7...4.2.3.9...9....3....1.6.....6.8.14..9",
    ".....74....94....1.65.1.9...7..63.85.9....7....8...34..8.7.4.....3..........29...",
]
"""Each shows that a group of aligned cells has to be looked at although part of it was before."""
EMPTY = bytes(81)


def cells(line: str) -> bytes:
    return bytes(int(sign) if sign != "." else 0 for sign in line)


def rows(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text().splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


RATED = rows("rated.tsv")
EXAMPLES = rows("techniques.tsv")


def tenths(rating: str) -> int:
    return round(float(rating) * 10)


def path(line: str, stop_above: int = NO_LIMIT, shortcuts: int = ALL_SHORTCUTS) -> Any:
    rater = native.rate_new(shortcuts)
    return native.rate_steps(rater, cells(line), stop_above, 0.0)


def block(lines: list[str], stop_above: int = NO_LIMIT) -> list[tuple[int, ...]]:
    puzzles = b"".join(map(cells, lines))
    records = native.rate_block(native.rate_new(), puzzles, stop_above, 0.0, False)
    return list(struct.iter_unpack("=6h", records))


def test_public_ratings_are_the_references() -> None:
    found = block([row[0] for row in RATED])
    assert [record[0] for record in found] == [SOLVED] * len(RATED)
    assert [record[1:4] for record in found] == [tuple(map(tenths, row[1:4])) for row in RATED]


@pytest.mark.parametrize(
    ("puzzle", "ratings"), [(ESCARGOT, (105, 12, 12)), (INKALA_2012, (107, 107, 97))]
)
def test_published_monsters(puzzle: str, ratings: tuple[int, int, int]) -> None:
    assert path(puzzle)[0][:4] == (SOLVED, *ratings)


@pytest.mark.parametrize(("technique", "rating", "puzzle"), EXAMPLES, ids=[e[0] for e in EXAMPLES])
def test_technique_is_the_hardest(technique: str, rating: str, puzzle: str) -> None:
    (status, er, _, _, hardest, count), steps = path(puzzle)
    assert (status, er, NAMES[hardest], count) == (SOLVED, int(rating), technique, len(steps))
    # Nothing that comes earlier in the ladder solves it: without the technique's rating it stops.
    assert path(puzzle, int(rating) - 1)[0][0] == ABOVE


def test_examples_show_every_technique() -> None:
    shown = {NAMES[step[0]] for row in EXAMPLES for step in path(row[2])[1]}
    hard = {name for name in NAMES if name.startswith("Dynamic")}
    # On a 9x9 grid a direct claiming is always a hidden single or a direct pointing first.
    assert set(NAMES) - hard - shown == {"Direct claiming"}
    assert sum(name in shown for name in hard) >= 6


@cases
def test_check_values(
    line: int,
    number: int | None,
    technique: str,
    rating: int,
    complexity: int,
    placed: list[str],
    removed: list[str],
) -> None:
    steps = path(RATED[line - 1][0])[1]
    if number is None:
        number = next(k for k, step in enumerate(steps, 1) if NAMES[step[0]] == technique)
    found = steps[number - 1]
    assert (NAMES[found[0]], *found[1:3]) == (technique, rating, complexity)
    assert [f"r{c // 9 + 1}c{c % 9 + 1}={s}" for c, s in found[3]] == placed
    assert [f"r{c // 9 + 1}c{c % 9 + 1}-{s}" for c, s in found[4]] == removed


def shuffled(line: str, choice: random.Random) -> str:
    def order() -> list[int]:
        thirds = choice.sample(range(3), 3)
        return [3 * third + place for third in thirds for place in choice.sample(range(3), 3)]

    down, across, turned = order(), order(), choice.random() < 0.5
    symbols = dict(zip("123456789.", [*choice.sample("123456789", 9), "."], strict=True))
    signs = (line[9 * c + r] if turned else line[9 * r + c] for r in down for c in across)
    return "".join(symbols[sign] for sign in signs)


def samples() -> list[str]:
    """Puzzles of every rating and technique, the harder ones shuffled: each takes another path."""
    choice = random.Random(7)
    lines = [row[2] for row in EXAMPLES]
    hard = [row[0] for row in RATED if tenths(row[1]) >= 65]
    return lines + [shuffled(line, choice) for line in choice.sample(hard, 40)]


SAMPLES = samples()


@pytest.mark.parametrize("every", sweep([5], [1]))
@pytest.mark.parametrize("name", [*SHORTCUTS, "all of them"])
def test_shortcut_changes_no_step(name: str, every: int) -> None:
    shortcuts = ALL_SHORTCUTS & ~SHORTCUTS[name] if name in SHORTCUTS else 0
    # Escargot alone takes nested levels: without shortcuts that is many seconds.
    fast = [line for line in SAMPLES[::every] if name in SHORTCUTS or line != ESCARGOT]
    with_it, without = native.rate_new(ALL_SHORTCUTS), native.rate_new(shortcuts)
    for line in fast:
        steps = native.rate_steps(with_it, cells(line), NO_LIMIT, 0.0)
        assert native.rate_steps(without, cells(line), NO_LIMIT, 0.0) == steps


@pytest.mark.parametrize("line", ALIGNED)
def test_no_group_of_aligned_cells_is_missed(line: str) -> None:
    assert path(line, 76) == path(line, 76, ALL_SHORTCUTS & ~SHORTCUTS["prune aligned"])


@pytest.mark.parametrize("limit", [44, 66, 71, 83])
def test_no_shortcut_changes_what_a_limit_decides(limit: int) -> None:
    with_them, without = native.rate_new(), native.rate_new(0)
    puzzles = b"".join(cells(row[0]) for row in RATED if tenths(row[1]) >= limit - 5)
    found, plain = (
        list(struct.iter_unpack("=6h", native.rate_block(rater, puzzles, limit, 0.0, False)))
        for rater in (with_them, without)
    )
    for record, other in zip(found, plain, strict=True):
        assert record[0] == other[0]
        assert limit < record[1] <= other[1] if record[0] == ABOVE else record == other


def test_table_of_techniques_is_the_twins() -> None:
    ladder = pytest.importorskip("sudokutools.logic.ladder")
    table = native.rate_techniques()
    assert table == [
        (row.name, row.lowest, number, row.is_chain)
        for number, rung in enumerate(ladder.rungs(9))
        for row in rung.techniques
    ]
    # A rung ends the search of the compiled ladder by its first row.
    first = {number: least for _, least, number, _ in reversed(table)}
    assert [rung.lowest for rung in ladder.rungs(9)] == [first[number] for number in sorted(first)]


@pytest.mark.parametrize("more", sweep([0], [20]))
def test_steps_are_the_twins(more: int) -> None:
    ladder = pytest.importorskip("sudokutools.logic.ladder")
    from sudokutools.grid.geometry import Geometry
    from sudokutools.grid.grid import Grid

    for line in [LOOP_OF_HALF_A_HOUSE, ALIGNED[0], *SAMPLES[: len(EXAMPLES) + more]]:
        if line == ESCARGOT:
            continue  # The twin takes minutes.
        twin = [
            (s.technique, s.points, s.complexity, list(s.placements), list(s.eliminations))
            for s in ladder.steps(Grid(Geometry.of(3, 3), cells(line)), guided=False)
        ]
        assert [(NAMES[step[0]], *step[1:5]) for step in path(line)[1]] == twin


@pytest.mark.parametrize("limit", [11, 15, 25, 44, 46, 56, 65, 69, 70, 71, 75, 80, 84, 88])
def test_limit_decides_as_the_full_rating_does(limit: int) -> None:
    ratings = [tenths(row[1]) for row in RATED]
    for rating, record in zip(ratings, block([row[0] for row in RATED], limit), strict=True):
        status, bound = record[:2]
        assert status == (ABOVE if rating > limit else SOLVED)
        assert limit < bound <= rating if rating > limit else bound == rating


@pytest.mark.parametrize("line", [row[0] for row in rows("hodoku.tsv")[1:28]])
def test_hodoku_takes_the_steps_of_its_twin(line: str) -> None:
    grid = read_grid(line)
    found, expected = rate_hodoku(grid), rate_in_python(grid)
    assert (found, found.techniques.first_hard) == (expected, expected.techniques.first_hard)


def test_counts_add_up() -> None:
    puzzles = b"".join(cells(row[0]) for row in RATED[:20])
    records = native.rate_block(native.rate_new(), puzzles, NO_LIMIT, 0.0, True)
    for row, record in zip(RATED, struct.iter_unpack(f"=8h{len(NAMES)}H", records), strict=False):
        used = [step[0] for step in path(row[0])[1]]
        hard = [i for i, technique in enumerate(used) if NAMES[technique] not in SINGLES]
        assert record[6:8] == ((hard[0] + 1, used[hard[0]]) if hard else (0, -1))
        assert list(record[8:]) == [used.count(technique) for technique in range(len(NAMES))]
        assert record[5] == len(used)


def test_a_complete_grid_needs_nothing() -> None:
    grid = "".join("123456789"[(3 * (r % 3) + r // 3 + c) % 9] for r in range(9) for c in range(9))
    assert path(grid) == ((SOLVED, 0, 0, 0, -1, 0), [])
    one_missing = "." + grid[1:]
    assert path(one_missing)[0] == (SOLVED, 10, 10, 10, NAMES.index("Full house"), 1)


def test_clashing_clues_are_told() -> None:
    assert path("11" + 79 * ".")[0][0] == INVALID


def test_bad_cells_are_refused() -> None:
    rater = native.rate_new()
    with pytest.raises(ValueError, match="81 cells"):
        native.rate_block(rater, bytes(80), NO_LIMIT, 0.0, False)
    with pytest.raises(ValueError, match="81 cells"):
        native.rate_block(rater, bytes([10]) + bytes(80), NO_LIMIT, 0.0, False)
    with pytest.raises(ValueError, match="81 cells"):
        native.rate_steps(rater, bytes(162), NO_LIMIT, 0.0)
    for candidates in (bytes(160), bytes(164)):
        with pytest.raises(ValueError, match="candidates of every cell"):
            native.rate_block(rater, EMPTY, NO_LIMIT, 0.0, False, candidates)
    for puzzles, *step in ((EMPTY, 57), (EMPTY, -1), (2 * EMPTY, 1, bytes(324))):
        with pytest.raises(ValueError, match="one puzzle and a technique"):
            native.rate_hodoku(rater, puzzles, 0.0, *step)
    with pytest.raises(ValueError, match="PyCapsule"):
        native.rate_block("rater", EMPTY, NO_LIMIT, 0.0, False)
    assert native.rate_block(rater, b"", NO_LIMIT, 0.0, False) == b""


def test_every_puzzle_has_its_own_candidates() -> None:
    cells = bytes(int(sign) if sign != "." else 0 for sign in ESCARGOT)
    given = [struct.pack("81H", *(digits for _ in cells)) for digits in (511, 510)]
    alone = [native.rate_block(native.rate_new(), cells, 30, 0.0, False, each) for each in given]
    assert alone[0] != alone[1]
    found = native.rate_block(native.rate_new(), 2 * cells, 30, 0.0, False, b"".join(given))
    assert found == b"".join(alone)


def test_grids_without_one_solution_are_safe() -> None:
    # The result means nothing, but it comes, or the time ends.
    choice = random.Random(5)
    rater = native.rate_new()
    for row in RATED[:40]:
        line = list(row[0])
        for place in choice.sample(range(81), 3):
            line[place] = choice.choice("123456789...")
        (status, *_), _ = native.rate_steps(rater, cells("".join(line)), NO_LIMIT, 0.05)
        assert status in (SOLVED, STUCK, INVALID, STOPPED)


def test_time_limit_is_a_puzzles_own() -> None:
    puzzles = EMPTY + cells(RATED[0][0]) + EMPTY + cells(RATED[1][0])
    records = native.rate_block(native.rate_new(), puzzles, NO_LIMIT, 0.1, False)
    statuses = [record[0] for record in struct.iter_unpack("=6h", records)]
    assert statuses == [STOPPED, SOLVED, STOPPED, SOLVED]


def test_signals_end_the_work() -> None:
    rater = native.rate_new()
    start = time.monotonic()
    with pytest.raises(TooLongError), bounded(0.2):
        native.rate_block(rater, 100 * EMPTY, NO_LIMIT, 0.0, False)
    with pytest.raises(TooLongError), bounded(0.2):
        native.rate_steps(rater, EMPTY, NO_LIMIT, 0.0)
    assert time.monotonic() - start < 60
    assert native.rate_steps(rater, cells(RATED[0][0]), NO_LIMIT, 0.0)[0][0] == SOLVED


def test_threads_have_their_own_raters() -> None:
    lines = [row[0] for row in RATED]
    expected = block(lines)
    found: list[list[tuple[int, ...]]] = []
    threads = [threading.Thread(target=lambda: found.append(block(lines))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 3


def test_a_rater_serves_one_thread_at_a_time() -> None:
    rater = native.rate_new()
    is_over = threading.Event()

    def work() -> None:
        while not is_over.is_set():
            with suppress(ValueError):  # The other thread may have it just now.
                native.rate_block(rater, EMPTY, NO_LIMIT, 0.1, False)

    def share() -> None:
        while busy.is_alive():
            native.rate_steps(rater, cells(RATED[0][0]), NO_LIMIT, 0.0)

    busy = threading.Thread(target=work)
    busy.start()
    with pytest.raises(ValueError, match="in use"):
        share()
    is_over.set()
    busy.join()
