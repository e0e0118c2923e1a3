"""Every kernel compared with its twin in Python: the same bytes as arguments, the same answer.

The first byte chooses the kernel, the others its arguments. It is done on one of the cores of this
machine and in Python: both give the same, be it an error and its message. Twins that take too long
for once are left out; kernels are not.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any

from sudokutools._support import core
from sudokutools._support.streams import Stream, stream_key
from sudokutools.blackjack.counting import counting_for
from sudokutools.blackjack.odds import full_shoe, hand_odds
from sudokutools.blackjack.side_bets import SIDE_BETS
from sudokutools.blackjack.simulate import COUNTS, Runner, SideCount, Simulation
from sudokutools.blackjack.strategy import mimic_dealer, never_bust
from sudokutools.blocks.block import CLUES, COUNT, NOTE, NUMBER, PUZZLE, RAW, SOLUTION, Work
from sudokutools.blocks.canonical import CanonicalBlocks
from sudokutools.blocks.dig import DigBlocks
from sudokutools.blocks.judge import JudgeBlocks, Written
from sudokutools.blocks.rate import RateBlocks
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.canonical.form import canonical
from sudokutools.checking.facts import Tests, Verdict
from sudokutools.errors import SudokuError
from sudokutools.generating.generating import draw_lines
from sudokutools.generating.ranking import TOTAL, grid_of_rank, rank_of_grid
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line
from sudokutools.logic.rating import rate
from sudokutools.masking import PuzzleRequest, mask
from sudokutools.masking.symmetry import SYMMETRIES
from sudokutools.solving.engines import cdcl, engine
from sudokutools.solving.solving import is_forced
from tests.blocks.record_by_record import by_any_core
from tests.bounds import TooLongError, bounded
from tests.fuzz.tools.casino import table_rules
from tests.fuzz.tools.cursor import Cursor
from tests.fuzz.tools.puzzles import SHAPES, Steps, puzzle, solution_of

NINE = Geometry.of(3, 3)
KERNEL_SECONDS = 10.0
TWIN_SECONDS = 3.0
CALLS = 200
PARTS = (NUMBER, SOLUTION, NOTE, RAW, b"\t", b"x", b"\n", CLUES, PUZZLE, COUNT)
MISSED, MET = len(PARTS) - 3, len(PARTS) - 1
"""The numbers of parts for puzzles that miss, and that meet, the request."""

NOTES = (b"", b"\tnote", b" , a", b"\r", b"\t\xff", b";", b"\x01", b"\tbox=3x3", b"x", b"," * 90)
LEVELS = (None, "beginner", "easy", "medium", "hard", ("easy", "hard"))

Twin = Callable[[Cursor], Any]


def stream_of(cursor: Cursor) -> Stream:
    return Stream("test", "fuzz", cursor.getrandbits(16))


def nine_of(cursor: Cursor) -> Grid:
    """Draw a 9x9 grid: some clues of a complete one, of which few are changed."""
    cells = bytearray(solution_of(NINE, cursor.randrange(16)) or b"")
    empty = cursor.choice((30, 55, 64, 0))
    for cell in cursor.sample(range(81), empty):
        cells[cell] = 0
    for _ in range(cursor.choice((0, 0, 0, 1, 2))):
        cells[cursor.randrange(81)] = cursor.randrange(10)
    return Grid(NINE, cells)


def lines_of(cursor: Cursor, is_complete: bool = False) -> bytes:
    """Draw a block of lines, most of which are plain."""
    lines = []
    for _ in range(1 + cursor.randrange(6)):
        grid = Grid(NINE, solution_of(NINE, cursor.randrange(16)) or b"")
        text = format_line(grid if is_complete else nine_of(cursor)).encode()
        lines.append(text[: 81 - cursor.chance(32)] + cursor.choice(NOTES))
    return b"\n".join(lines) + cursor.choice((b"\n", b""))


def form_of(cursor: Cursor, parts: int = len(PARTS)) -> bytes:
    """Draw a form, which ends a line."""
    return b"".join(cursor.choice(PARTS[:parts]) for _ in range(cursor.randrange(4))) + b"\n"


def answer(work: Work, block: bytes, number: int) -> Any:
    """Return the results of a block, of which all can be compared."""
    found = by_any_core(work, block, number)
    tally = found.extra
    return found._replace(extra=None), tally and (tally.ratings, tally.techniques)


def solve(cursor: Cursor) -> Any:
    forms = tuple(form_of(cursor) for _ in range(5))
    reported = [found for found in range(5) if cursor.chance()]
    key = stream_key("test", "fuzz") if cursor.chance(3) else None
    limit, start = cursor.choice((2, 1, 5, 30)), cursor.getrandbits(8)
    minimal = cursor.chance(4)
    work = SolveBlocks(forms, reported, limit, minimal, key, start, cursor.choice(".0_"))
    return answer(work, lines_of(cursor), 1 + cursor.getrandbits(8))


def words_of(verdict: Verdict) -> bytes:
    return verdict.text().encode()


def passing_words(verdict: Verdict) -> bytes | None:
    return words_of(verdict) if verdict.status == "ok" else None


def tests_of(cursor: Cursor, **more: Any) -> Tests:
    return Tests(solutions=cursor.choice(("one", "any")), complete=cursor.chance(4), **more)


def judge(cursor: Cursor) -> Any:
    tests = tests_of(cursor, minimal=cursor.chance(3))
    return answer(JudgeBlocks(tests, Written(words_of, form_of(cursor))), lines_of(cursor), 1)


def rate_block(cursor: Cursor) -> Any:
    low = cursor.randrange(40)
    tests = tests_of(
        cursor, rate=True, ratings=cursor.choice((None, (low, low + 20))), steps=cursor.chance()
    )
    stops, tallies = cursor.chance(), cursor.chance()
    work = RateBlocks(tests, Written(passing_words if stops else words_of), stops, tallies)
    return answer(work, lines_of(cursor), 1)


def request_of(cursor: Cursor) -> PuzzleRequest:
    amount = cursor.choice(
        ({}, {"clues": 20 + cursor.randrange(60)}, {"minimal": True}, {"blanks": 45})
    )
    more: dict[str, Any] = {"level": cursor.choice(LEVELS)} if cursor.chance(3) else {}
    symmetry = cursor.choice(SYMMETRIES) if cursor.chance(3) else "none"
    return PuzzleRequest(**amount, **more, symmetry=symmetry, tries=1 + cursor.randrange(4))


def dig_block(cursor: Cursor) -> Any:
    start, empty = cursor.getrandbits(8), cursor.choice(".0_")
    met, missed = form_of(cursor, MET), form_of(cursor, MISSED)
    request = request_of(cursor)
    work = DigBlocks(request, stream_key("test", "fuzz"), start, met, missed, empty)
    return answer(work, lines_of(cursor, is_complete=True), 1)


def dig(cursor: Cursor) -> Any:
    """Dig a grid, also with signs; cages come from a search, and differ."""
    geometry = Geometry.of(*cursor.choice(((3, 3), (2, 2), (3, 2))))
    grid = Grid(geometry, solution_of(geometry, cursor.randrange(16)) or b"")
    stream, request = stream_of(cursor), request_of(cursor)
    if cursor.chance(4):
        request = PuzzleRequest(less=50, tries=2)
    found = mask(grid, request, stream)
    made = found.puzzle
    return made and (made.cells, made.constraints), found.best, found.tries, stream.next()


def canonical_block(cursor: Cursor) -> Any:
    return answer(CanonicalBlocks(cursor.choice(".0")), lines_of(cursor), 1)


def canonical_grid(cursor: Cursor) -> Any:
    """Return the canonical form of a grid of any plain geometry."""
    found = canonical(puzzle(cursor), Steps(CALLS))
    return found.form.cells, found.automorphisms


def rating(cursor: Cursor) -> Any:
    """Rate a grid: plain ones, with candidates, of variants. Above the limit little is alike."""
    grid = nine_of(cursor) if cursor.chance() else puzzle(cursor)
    limit = cursor.choice((30, 50, 66))
    found = rate(grid, limit, Steps(CALLS))
    return found if found.solved else found.rating > limit


def rank(cursor: Cursor) -> Any:
    """Return a grid of a rank, and its rank; the rank of any grid."""
    number = cursor.getrandbits(80) % (TOTAL + 2) if cursor.chance(8) else cursor.randrange(TOTAL)
    grid = grid_of_rank(number)
    assert rank_of_grid(grid) == number
    return grid.cells, rank_of_grid(nine_of(cursor))


def draw(cursor: Cursor) -> Any:
    """Draw grids, exactly or by the chain."""
    geometry = Geometry.of(*cursor.choice(SHAPES))
    key = stream_key("test", str(cursor.byte()))
    moves = cursor.choice((None, 0, 3, 40))
    method: str = cursor.choice(("mix", "uniform"))
    return draw_lines(geometry, method, key, cursor.getrandbits(16), 1 + cursor.randrange(3), moves)


def numbers(cursor: Cursor) -> Any:
    """Draw numbers from a stream: the kernel has a function for the tests alone."""
    seed, record = str(cursor.byte()), cursor.getrandbits(62)
    limit = max(1, cursor.getrandbits(cursor.choice((1, 8, 32, 63, 64))))
    kernels = core.native()
    if kernels is not None:
        return kernels.stream_numbers(f"test\0{seed}".encode(), record, 20, limit)
    stream = Stream("test", seed, record)
    return [stream.below(limit) for _ in range(20)]


def search(cursor: Cursor) -> Any:
    """Find solutions by the engines that have kernels; whether a cell is forced.

    Only the search for plain grids has an order; elsewhere all solutions, or their number, count.
    """
    grid = puzzle(cursor)
    stream = stream_of(cursor) if cursor.chance(3) else None
    name, limit = cursor.choice(["propagate", "cdcl"]), cursor.choice((2, 9))
    found = engine(name)(grid, stream, Steps(CALLS))
    cells = [other.cells for other in islice(found, limit)]
    forced = None
    if cells and 0 in grid.cells:
        cell = grid.cells.index(0)
        forced = is_forced(grid, cell, grid.with_cells(cells[0]), None, Steps(CALLS))
        if grid.is_plain:
            assert cdcl.is_forced(grid, cell, cells[0][cell], Steps(CALLS)) == forced
    if name == "cdcl" or not grid.is_plain:
        return len(cells), sorted(cells) if len(cells) < limit else None, forced
    return cells, forced


def odds(cursor: Cursor) -> Any:
    """Compute the odds of a hand with few cards to come."""
    rules = table_rules(cursor)
    upcard = cursor.randrange(10)
    hand = [cursor.choice((9, 8, 7, 6, 5, 4)) for _ in range(2)]
    counts = list(full_shoe(rules))
    if rules.decks:
        counts = [max(1, count - cursor.randrange(count)) for count in counts]
    found = hand_odds(rules, tuple(counts), hand, upcard)
    values = {name: round(value, 9) for name, value in found.values.items()}
    return values, [round(chance, 9) for chance in (*found.dealer.totals, found.dealer.bust)]


SIDES = (SideCount(SIDE_BETS["21+3"]),)


def simulate(cursor: Cursor) -> Any:
    """Play some rounds by a strategy."""
    rules = table_rules(cursor)
    automaton = cursor.choice((mimic_dealer, never_bust))(rules)
    counting = counting_for(cursor.choice(("hi-lo", "halves", "uston-apc")), rules)
    bets = (1,) * 25 + (2,) * (COUNTS - 25)
    more: dict[str, Any] = {"counting": counting, "bets": bets, "insurance": 3}
    more = more if cursor.chance() else {}
    more |= {"session": 20, "bankroll": 4, "sides": SIDES} if cursor.chance(3) else {}
    simulation = Simulation(rules, automaton, 1 + cursor.randrange(3), **more)
    return Runner(simulation, str(cursor.byte())).play(cursor.randrange(3), 1 + cursor.byte() % 48)


QUICK: tuple[Twin, ...] = (
    solve, judge, rate_block, dig_block, canonical_block, canonical_grid, rating,
    draw, numbers, search,
)  # fmt: skip
SLOW: tuple[Twin, ...] = (dig, rank, odds, simulate)
TWINS = (*4 * QUICK, *SLOW)


def reported(twin: Twin, data: bytes, name: str) -> Any:
    """Return the answer of a core, or its error."""
    core.select(name)
    try:
        return twin(Cursor(data))
    except SudokuError as error:
        return type(error), str(error)
    finally:
        core.select(core.variants()[0])


def check(data: bytes) -> None:
    """Compare a kernel with its twin; AssertionError: they differ."""
    cursor = Cursor(data)
    twin = cursor.choice(TWINS)
    name = cursor.choice(core.variants()[:-1] or ("python",))
    data = cursor.rest()
    try:
        with bounded(KERNEL_SECONDS):
            one = reported(twin, data, name)
    except (AssertionError, TooLongError) as error:
        error.add_note(f"{twin.__name__} on {name}")
        raise
    try:
        with bounded(TWIN_SECONDS):
            other = reported(twin, data, "python")
    except TooLongError:
        return
    is_late = any("takes too long" in str(answered) for answered in (one, other))
    assert is_late or one == other, (twin.__name__, name, one, other)
