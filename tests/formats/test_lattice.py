"""Drawings of variants: borders of regions, cages, signs; and reading them back."""

import unicodedata
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools._support.terminal import COLOUR
from sudokutools.constraints.collection import Constraints
from sudokutools.errors import SudokuError
from sudokutools.formats import find
from sudokutools.formats.format import Record, Style
from sudokutools.formats.marks import JOINTS, draw_marks
from sudokutools.formats.pretty import draw
from sudokutools.formats.reader import Reader, read_grid
from sudokutools.formats.reading.lines import lines_of_text
from sudokutools.grid.candidates import marked
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.spec import Spec, parse_spec, spec_of
from tests.clues import common
from tests.conftest import Shell
from tests.tables import texts_of

JIGSAW, KILLER, SIGNS, LARGE = texts_of("formats/test_lattice.txt")

SPECS = {
    "jigsaw": "regions=AAAABBAACCBBDDECBBDDECCCDDEFFFEEEFFF",
    "killer": "box=2x3,cages=6:r1c1r1c2/9:r1c3r1c4r2c4/10:r1c5r2c5r3c5/10:r1c6r2c6/11:r2c1r3c1"
    "/3:r2c2r2c3/9:r3c2r3c3/9:r3c4r4c4/12:r3c6r4c5r4c6r5c6/7:r4c1r4c2/4:r4c3r5c3/7:r5c1r5c2"
    "/12:r5c4r6c3r6c4/10:r5c5r6c5r6c6/7:r6c1r6c2",
    "signs": "box=2x2,less=r1c1r1c2r2c2/r2c3r2c2/r3c1r2c1/r1c3r4c4,even=r1c1r4c4,odd=r3c3",
}


def grid_of(spec: str, cells: str = "") -> Grid:
    parsed = parse_spec(spec)
    geometry = parsed.geometry()
    assert geometry is not None
    symbols = [0 if sign == "." else int(sign) for sign in cells or geometry.size * "."]
    return Grid(geometry, symbols, None, parsed.constraints(geometry))


JIGSAW_GRID = grid_of(SPECS["jigsaw"], "...2....2.53...1....6...46.3....5...")
SIGNS_GRID = grid_of(SPECS["signs"], "1.........3.....")


def read(text: str, parsed: Spec | None = None, geometry: Geometry | None = None) -> list[Record]:
    items = Reader(geometry, spec=parsed).read(lines_of_text(text), "-")
    return [item for item in items if isinstance(item, Record)]


def grids_of(text: str, parsed: Spec | None) -> list[Grid | None]:
    return [record.grid for record in read(text, parsed)]


def errors_of(text: str, parsed: Spec | None = None) -> list[str]:
    return [str(record.error) for record in read(text, parsed)]


def spec_of_statements(grid: Grid) -> Spec:
    return parse_spec(spec_of(grid.geometry, grid.constraints))


def test_drawings_of_variants() -> None:
    assert draw(JIGSAW_GRID) == JIGSAW
    assert draw(grid_of(SPECS["killer"])) == KILLER
    assert draw(SIGNS_GRID) == SIGNS


def test_joints_have_the_weights_of_their_lines() -> None:
    assert len(set(JOINTS)) == 81
    both = {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}
    for weights, sign in list(zip(product(range(3), repeat=4), JOINTS, strict=True))[1:]:
        name = unicodedata.name(sign).removeprefix("BOX DRAWINGS ")
        shared, _, rest = name.partition(" ")
        arms: dict[str, int] = {}
        for part in (rest if shared in ("LIGHT", "HEAVY") else name).split(" AND "):
            words = part.split()
            weight = next((word for word in words if word in ("LIGHT", "HEAVY")), shared)
            for word in set(words) - {"LIGHT", "HEAVY"}:
                arms |= dict.fromkeys(both.get(word, (word,)), ("", "LIGHT", "HEAVY").index(weight))
        assert weights == tuple(arms.get(arm, 0) for arm in ("UP", "RIGHT", "DOWN", "LEFT")), name


def test_sums_symbols_and_signs_of_large_grids_have_their_room() -> None:
    geometry = Geometry.of(5, 2)
    constraints = Constraints.of(
        geometry, common([(15, range(5)), (5, [5, 6]), (1, [7])], [(17, 7)], [5], [9])
    )
    cells = bytes([0, 0, 0, 0, 0, 8, 0, 0, 0, 10, *bytes(90)])
    drawn = draw(Grid(geometry, cells, None, constraints))
    assert drawn.startswith(LARGE)
    assert len({len(line) for line in drawn.splitlines()[1:]}) == 1
    nine = draw(read_grid(81 * "." + "\tbox=3x3,cages=12:r2c1r2c2,less=r2c1r1c1"))
    assert nine.splitlines()[3].startswith("   ┠12v─")
    hundred = Geometry.of(10, 10)
    whole = Constraints.of(hundred, common([(5050, range(100))], [(0, 100)]))
    lines = draw(Grid(hundred, bytes(range(1, 101)) * 100, None, whole)).splitlines()
    assert lines[1].lstrip().startswith("┏5050━")
    assert lines[3].startswith("     ┠───^─")
    assert {len(line) for line in lines[1:]} == {5 + 600 + 1}


def test_adjacent_grids_are_drawn_alike() -> None:
    puzzle = grid_of(SPECS["killer"])
    solution = Grid(puzzle.geometry, bytes(range(1, 7)) * 6)
    text = Style(find("pretty")).write(solution, partner=("puzzle", puzzle), partner_first=True)
    drawn = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(drawn) == 14
    assert drawn[1] == f"{KILLER.splitlines()[1]}   {KILLER.splitlines()[1]}"
    assert drawn[2].endswith("r1 ┃ 1   2 ┃ 3   4 ┃ 5 │ 6 ┃")


def test_colours_of_clues_and_filled_cells() -> None:
    killer = grid_of(SPECS["killer"])
    puzzle = killer.with_cells([6, *bytes(35)])
    solution = killer.with_cells([6, 5, *bytes(34)])
    row = draw(solution, colour=True, clues=puzzle).splitlines()[2]
    assert row.startswith("r1 ┃ \x1b[1m6\x1b[0m   \x1b[36m5\x1b[0m ┃ . ")
    assert draw(solution, colour=True).splitlines()[2] == row.replace("[36m", "[1m")
    coloured, plain = (
        Style(find("pretty"), colour=colour).write(solution, "", [], {}, ("puzzle", puzzle), True)
        for colour in (True, False)
    )
    assert COLOUR.sub("", coloured) == plain


def test_pencil_marks_of_variants_have_their_borders() -> None:
    grid = grid_of("box=2x2,cages=7:r1c1r1c2/0:r1c4r2c4,odd=r2c1")
    marks = marked(grid.geometry, bytes(16), [3, 15, 8] + 13 * [15], grid.constraints)
    drawn = draw_marks(marks)
    assert drawn.splitlines()[:5] == [
        "     c1     c2     c3     c4",
        "   ┏7━━━━━━━━━━━━┳━━━━━━┯━━━━━━┓",
        "r1 ┃ 12     1234 ┃ 4?   │ 1234 ┃",
        "   ┠─────────────┨      │      ┃",
        "r2 ┃(13  )  1234 ┃ 1234 │ 1234 ┃",
    ]
    assert grids_of(drawn, spec_of_statements(grid)) == [marks]
    assert read_grid(Style(find("json")).write(marks)) == marks
    assert errors_of(drawn) == ["-:1: cages in the drawing, but none in comments or options"]


@pytest.mark.parametrize("text", [JIGSAW, KILLER, SIGNS])
def test_a_drawing_without_its_comments_is_refused(text: str) -> None:
    kind = {JIGSAW: "irregular regions", KILLER: "cages", SIGNS: "inequality signs"}[text]
    parsed = f"{kind} in the drawing, but none in comments or options"
    assert errors_of(text) == [f"-:1: {parsed}"]
    assert errors_of(text + "\n" + text) == [
        f"-:1: {parsed}",
        f"-:{text.count(chr(10)) + 2}: {parsed}",
    ]
    assert errors_of(text, parse_spec("box=2x2,variant=x"))[0].endswith(parsed)


def test_cages_without_labels_or_comments_are_ignored() -> None:
    bare = "".join(f"{line[3:]}\n" for line in KILLER.splitlines()[1:])
    [error] = errors_of(bare)
    assert error.endswith("cages in the drawing, but none in comments or options")
    no_sums = draw(grid_of("box=2x2,cages=0:r1c1r1c2"))
    assert errors_of(no_sums) == ["-:1: cages in the drawing, but none in comments or options"]
    killer = grid_of(SPECS["killer"])
    assert grids_of(bare, spec_of_statements(killer)) == [killer]


def test_regions_drawn_with_cages_require_a_comment() -> None:
    grid = grid_of(f"{SPECS['jigsaw']},cages=3:r1c1r1c2")
    without = parse_spec("cages=3:r1c1r1c2")
    [error] = errors_of(draw(grid), without)
    assert error.endswith(": irregular regions in the drawing, but none in comments or options")


def test_boxes_of_a_killer_are_read_from_its_borders() -> None:
    killer = grid_of(SPECS["killer"])
    assert grids_of(KILLER, spec_of_statements(killer).replace(box=None)) == [killer]
    signs = spec_of_statements(SIGNS_GRID).replace(box=None)
    assert grids_of(SIGNS, signs) == [SIGNS_GRID]
    assert grids_of(str(SIGNS_GRID), signs) == [SIGNS_GRID]


def test_foreign_titles_and_rows_stay_what_they_were() -> None:
    text = "═══ Grid 5 ═══\n12|34\n34|12\n--+--\n21|43\n43|21\n"
    [record] = read(text)
    assert record.grid is not None
    assert record.comments == ["# ═══ Grid 5 ═══"]
    [error] = errors_of("1 2 │(3)4\n3 4 │ 1 2\n2 1 │ 4 3\n4 3 │ 2 1\n")
    assert "unexpected '('" in error


def random_regions(n: int, random: Random) -> list[int]:
    regions = [Geometry.of_size(n).box_of(cell) for cell in range(n * n)]
    for _ in range(random.choice([1, 3, 3 * n])):
        one, other = random.randrange(n * n), random.randrange(n * n)
        regions[one], regions[other] = regions[other], regions[one]
    return regions


def random_cages(geometry: Geometry, random: Random) -> list[tuple[int, list[int]]]:
    used: set[int] = set()
    cages = []
    for _ in range(random.randint(0, geometry.size)):
        cell = random.randrange(geometry.size)
        cage: list[int] = []
        while 0 <= cell < geometry.size and cell not in used and len(cage) < min(4, geometry.n):
            used.add(cell)
            cage.append(cell)
            cell += random.choice([1, geometry.columns])
        k, n = len(cage), geometry.n
        total = random.randint(k * (k + 1) // 2, k * (2 * n + 1 - k) // 2)
        cages += [(random.choice([0, total]), cage)] if cage else []
    return cages


@st.composite
def variants(draw: st.DrawFn) -> Grid:
    """Draw a grid of any cells with regions, cages, less and parity."""
    n = draw(st.integers(4, 16))
    random = Random(draw(st.integers(0, 10**9)))
    base = Geometry.of_size(n)
    shape = draw(st.sampled_from(["regions", "boxes", "partial"]))
    if shape == "regions":
        base = Geometry.of_variant(base, random_regions(n, random))
    elif shape == "partial":
        across, down = random.randint(1, base.box_height), random.randint(1, base.box_width)
        base = Geometry.of(base.box_width, base.box_height, across, down)
    cages = random_cages(base, random) if draw(st.booleans()) else []
    steps = [(cell, cell + random.choice([1, base.columns])) for cell in range(base.size)]
    steps = [step for step in random.sample(steps, base.size // 2) if step[1] < base.size]
    marks = random.sample(range(base.size), base.size // 3 if draw(st.booleans()) else 0)
    less = steps if draw(st.booleans()) else []
    try:
        constraints = Constraints.of(base, common(cages, less, marks[::2], marks[1::2]))
    except SudokuError:  # A chain was too long.
        constraints = Constraints.of(base, common(cages))
    fill = draw(st.sampled_from([0.0, 0.3, 1.0]))
    cells = [random.randint(1, n) if random.random() < fill else 0 for _ in range(base.size)]
    return Grid(base, cells, None, constraints)


@settings(max_examples=25)
@given(variants(), st.sampled_from(".0_"))
def test_round_trip_of_drawings(grid: Grid, empty: str) -> None:
    parsed, text = spec_of_statements(grid), draw(grid, empty)
    assert grids_of(f"{text}\n{text}\n", parsed) == [grid, grid]
    if not grid.is_plain and grid.geometry.is_full:
        [error] = errors_of(text)
        assert error.endswith(" in the drawing, but none in comments or options")


@settings(max_examples=20)
@given(variants(), st.integers(0, 10**9))
def test_round_trip_of_pencil_marks(grid: Grid, seed: int) -> None:
    random, geometry = Random(seed), grid.geometry
    masks = [random.getrandbits(geometry.n) | 3 for _ in range(geometry.size)]
    marks = marked(geometry, bytes(geometry.size), masks, grid.constraints)
    assert grids_of(draw_marks(marks), spec_of_statements(grid)) == [marks]


def test_round_trip_of_a_hint(shell: Shell) -> None:
    puzzle = "1..4..1..2..3..2\tbox=2x2,variant=x"
    ran = shell(f"printf '{puzzle}\\n' | sudoku-solve --hint 1 -v -q --format pretty")
    assert ran.out.startswith("# record 1\n# box 2x2\n# variant x\n")
    again = shell("sudoku-check --convert --format line -", ran.out)
    assert again.out.splitlines()[-1] == puzzle
