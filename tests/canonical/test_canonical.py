"""Canonical forms: brute force over all maps, invariance, known classes, twins, refusals."""

import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import factorial
from pathlib import Path

import pytest

from sudokutools._support import core
from sudokutools._support.limits import never
from sudokutools._support.streams import Stream, stream_key
from sudokutools.blocks.canonical import CanonicalBlocks
from sudokutools.canonical import search
from sudokutools.canonical.form import (
    automorphisms,
    canonical,
    canonical_form,
    transposes,
)
from sudokutools.canonical.search import Search, TooSymmetricError
from sudokutools.errors import SudokuError
from sudokutools.generating.generating import draw_lines
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import backtrack
from tests.blocks import record_by_record
from tests.bounds import TooLongError, bounded
from tests.canonical.samples import (
    NINE,
    SEVENTEENS,
    block,
    canonical_lines,
    complete_grids,
    image,
    read,
    shift,
    thinned,
    write,
    xor,
)
from tests.conftest import StopError, in_python, stop_after
from tests.tables import rows_of

NOTES = ["\n", " a note\n", ",another\r\n", "\t;\n", "\n", "\n", "\n# a comment\n"]

needs_native = pytest.mark.skipif(core.native() is None, reason="no compiled core")

SHIFT = "123456789456789123789123456234567891567891234891234567345678912678912345912345678"
MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

# Automorphisms, a puzzle or grid, its canonical form if known from elsewhere.
CHECK_VALUES = rows_of("canonical/check_values.tsv")


@pytest.fixture(params=core.variants())
def any_core(request: pytest.FixtureRequest) -> Iterator[None]:
    core.select(request.param)
    yield
    core.select(core.variants()[0])


@pytest.mark.usefixtures("any_core")
@pytest.mark.parametrize(("count", "line", "form"), CHECK_VALUES)
def test_check_values(count: str, line: str, form: str) -> None:
    found = canonical(read(line))
    assert found.automorphisms == int(count)
    assert form in ("", write(found.form))


@pytest.mark.parametrize(
    ("grid", "count"),
    [
        (Grid.empty(Geometry.of(4, 4)), 126806761930752),
        (shift(Geometry.of(4, 4)), 128),
        (Grid(Geometry.of(4, 4), [r + 1 if r == c else 0 for r in range(16) for c in range(16)]),
         15925248),
        (Grid.empty(Geometry.of(16, 1)), 2 * factorial(16) ** 2),
    ],
)  # fmt: skip
def test_check_values_of_16x16(grid: Grid, count: int) -> None:
    assert automorphisms(grid) == count


@needs_native
def test_check_value_of_the_xor_grid() -> None:
    # Half a million states: this is why states are merged while a row is searched.
    assert automorphisms(xor(Geometry.of(4, 4))) == 18432


# ---- brute force


def brute_sample() -> list[Grid]:
    """Return a fixed sample: symmetric patterns, minimal puzzles, grids, all numbers of clues."""
    stream = Stream("test", "brute", 0)
    sample = [read(line) for _, line, _ in CHECK_VALUES if "7" in line]
    sample += [image(read(line), stream) for line in SEVENTEENS[:4]]
    grids = complete_grids(12)
    sample += grids[:4]
    for number, clues in enumerate((2, 5, 12, 24, 36, 45, 54, 60, 66, 70, 74, 76, 78, 79, 80)):
        sample.append(thinned(grids[number % len(grids)], clues, stream))
        sample.append(thinned(read(SHIFT), clues, stream))
    return sample


@pytest.fixture(scope="session")
def brute(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, int]]:
    """Return form and automorphisms of the sample, by trying every map."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    program = tmp_path_factory.mktemp("brute") / "brute"
    source = Path(__file__).with_name("brute.c")
    subprocess.run([compiler, "-O2", "-o", program, source], check=True)
    lines = "".join(write(grid) + "\n" for grid in brute_sample())
    output = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    return [(form, int(count)) for form, count in map(str.split, output.stdout.splitlines())]


def test_brute_force_over_all_maps(variant: str, brute: list[tuple[str, int]]) -> None:
    sample = brute_sample()
    if variant == "python":  # One of the symmetric grids takes half a second.
        sample, brute = sample[::3], brute[::3]
    lines, counts = canonical_lines(block(sample), len(sample))
    assert list(zip(lines.decode().split(), counts, strict=True)) == brute


def line_orders(groups: int, size: int) -> Iterator[list[int]]:
    """Yield every order of rows or columns that keeps bands or stacks together."""
    for outer in permutations(range(groups)):
        for inner in product(permutations(range(size)), repeat=groups):
            yield [group * size + place for group in outer for place in inner[group]]


def by_brute_force(grid: Grid) -> tuple[bytes, int]:
    """Return form and automorphisms by trying every map."""
    geometry = grid.geometry
    sides = [[grid.cells[row[0] : row[-1] + 1] for row in geometry.row_cells]]
    if transposes(geometry):
        sides.append([bytes(column) for column in zip(*sides[0], strict=True)])
    found: Counter[bytes] = Counter()
    for side in sides:
        for rows in line_orders(geometry.boxes_down, geometry.box_height):
            for columns in line_orders(geometry.boxes_across, geometry.box_width):
                labels = {0: 0}
                found[
                    bytes(
                        labels.setdefault(side[row][column], len(labels))
                        for row in rows
                        for column in columns
                    )
                ] += 1
    least = min(found)
    return least, found[least]


FULL = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3), (4, 1), (1, 4), (3, 2), (2, 3)]
PARTIAL = [(2, 2, 1, 1), (2, 2, 1, 2), (2, 2, 2, 1), (3, 2, 1, 2), (3, 2, 2, 1), (2, 3, 3, 1)]
SMALL = [Geometry.of(*shape) for shape in (*FULL, *PARTIAL, (3, 3, 1, 1))]


def some_grid(geometry: Geometry, clues: int, stream: Stream) -> Grid:
    solution = next(backtrack.solutions(Grid.empty(geometry), stream))
    return thinned(solution, clues, stream)


@pytest.mark.parametrize("general", ["native", "python"])
@pytest.mark.parametrize("geometry", SMALL, ids=str)
def test_brute_force_on_small_geometries(geometry: Geometry, general: str) -> None:
    if general == "native" and core.native() is None:
        pytest.skip("no compiled core")
    stream = Stream("test", str(geometry), 1)
    fills = (0.3, 0.7, 1.0) if geometry.size > 30 else (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
    with in_python(general == "python"):
        for fill in fills:
            grid = some_grid(geometry, round(fill * geometry.size), stream)
            found = canonical(grid)
            assert (found.form.cells, found.automorphisms) == by_brute_force(grid), grid.cells


def test_transposition_where_it_keeps_the_houses() -> None:
    for width, height in product(range(1, 6), repeat=2):
        for across, down in product(range(1, height + 1), range(1, width + 1)):
            geometry = Geometry.of(width, height, across, down)
            turned = {
                frozenset(cell % geometry.columns * geometry.rows + cell // geometry.columns
                          for cell in house)
                for house in geometry.houses
            }  # fmt: skip
            keeps = geometry.rows == geometry.columns and turned == set(
                map(frozenset, geometry.houses)
            )
            assert transposes(geometry) == keeps, geometry


# ---- invariance


@pytest.mark.usefixtures("variant")
def test_images_have_one_form_with_any_number_of_clues() -> None:
    stream = Stream("test", "invariance", 2)
    puzzles, images = [], []
    for clues in range(82):
        for grid in (complete_grids(12)[clues % 12], read(SHIFT)):
            puzzles.append(thinned(grid, clues, stream))
            images.append(image(puzzles[-1], stream))
    lines, counts = canonical_lines(block(puzzles), len(puzzles))
    assert canonical_lines(block(images), len(images)) == (lines, counts)
    again = lines.replace(b"\n", b"")
    assert canonical_lines(again, len(puzzles)) == (lines, counts)
    for puzzle, line in zip(puzzles, lines.decode().split(), strict=True):
        assert len(line.replace(".", "")) == puzzle.clue_count


LARGER = [(4, 2), (2, 4), (3, 3), (4, 3), (4, 4), (8, 2), (2, 8), (7, 1), (1, 7)]
LARGER_PARTIAL = [(3, 3, 2, 3), (3, 3, 2, 2), (4, 4, 2, 2), (4, 3, 3, 2)]


@pytest.mark.parametrize("shape", [*LARGER, *LARGER_PARTIAL])
@pytest.mark.parametrize("fill", [0.0, 0.1, 0.4, 0.7])
def test_images_have_one_form_on_every_geometry(shape: tuple[int, ...], fill: float) -> None:
    geometry = Geometry.of(*shape)
    stream = Stream("test", str(geometry), round(10 * fill))
    grid = thinned(image(shift(geometry), stream), round(fill * geometry.size), stream)
    found = canonical(grid)
    assert canonical(image(grid, stream)) == found
    assert canonical(found.form) == found
    assert found.form.clue_count == grid.clue_count
    assert not list(found.form.clashes())


# ---- known numbers of classes


def class_sizes(grids: list[Grid]) -> dict[Grid, tuple[int, int]]:
    """Return the number of grids in each class, and its automorphisms."""
    found: dict[Grid, tuple[int, int]] = {}
    for grid in grids:
        form, count = canonical(grid)
        number, known = found.get(form, (0, count))
        assert known == count
        found[form] = (number + 1, count)
    return found


@pytest.mark.usefixtures("any_core")
def test_all_4x4_grids() -> None:
    classes = class_sizes(list(backtrack.solutions(Grid.empty(Geometry.of(2, 2)))))
    assert len(classes) == 2
    for number, count in classes.values():
        assert number * count == 128 * factorial(4)


@needs_native
def test_all_6x6_grids() -> None:
    # Of the 28,200,960 grids those with 123/456 in box 1, the rest of row 1 ascending, and column
    # 1 such that rows and bands below are in order: each represents 6! * 3! * 2 * 2 * 2 grids.
    geometry = Geometry.of(3, 2)
    grids: list[Grid] = []
    for third, others in ((3, (5, 6)), (5, (3, 6)), (6, (3, 5))):
        cells = bytearray(36)
        cells[:6], cells[6:9] = bytes(range(1, 7)), bytes([4, 5, 6])
        for row, symbol in zip((2, 3, 4, 5), (2, third, *others), strict=True):
            cells[6 * row] = symbol
        grids += backtrack.solutions(Grid(geometry, cells))
    assert len(grids) * factorial(6) * 48 == 28200960
    classes = class_sizes(grids)
    assert len(classes) == 49
    for number, count in classes.values():
        assert number * 48 * count == 3456


@pytest.mark.parametrize(("size", "types"), [(3, 1), (4, 2), (5, 2)])
def test_types_of_latin_squares(size: int, types: int) -> None:
    # Latin squares up to orders of rows, columns and symbols and transposition, as counted by
    # McKay, Meynert and Myrvold, "Small Latin squares, quasigroups and loops" (2007).
    geometry = Geometry.of(size, 1)
    cells = bytearray(size * size)
    cells[:size] = bytes(range(1, size + 1))
    for row in range(size):
        cells[size * row] = row + 1
    squares = list(backtrack.solutions(Grid(geometry, cells)))
    assert len({canonical_form(square) for square in squares}) == types


@needs_native
def test_automorphisms_of_uniform_grids() -> None:
    # By Burnside's lemma the average number of automorphisms is the number of classes (Russell and
    # Jarvis 2006) over the number of grids, times the number of maps. The seed is fixed.
    number = 500_000
    lines = draw_lines(NINE, "uniform", stream_key("test", "symmetry"), 0, number)
    _, counts = canonical_lines(lines.replace(b"\n", b""), number)
    expected = number * (5_472_730_538 * 3_359_232 * factorial(9) / 6670903752021072936960 - 1)
    assert round(expected) == 26
    assert abs(sum(counts) - number - expected) < 4 * 6  # The standard deviation is 5.9.
    assert set(counts) <= {1, 2, 3, 4, 6, 8, 9, 12, 18, 27, 36, 54, 72, 108, 162, 648}


@needs_native
def test_grids_of_symmetric_and_other_classes_in_one_block() -> None:
    grids = complete_grids(120) + [
        image(read(line), Stream("test", line, i))
        for i in range(10)
        for line in (SHIFT, MOST_SYMMETRIC)
    ]
    lines, counts = canonical_lines(block(grids), len(grids))
    assert lines.decode().split()[120:] == 10 * [SHIFT, MOST_SYMMETRIC]
    assert list(counts[120:]) == 10 * [54, 648]
    assert len(set(lines.decode().split()[:120])) == 12
    native = core.native()
    assert native is not None
    for grid, line, count in zip(grids, lines.decode().split(), counts, strict=True):
        found = native.canonical_general((3, 3, 3, 3, True), grid.cells, 10**6, 10**6, never)
        assert found == (read(line).cells, count, 0)


@needs_native
@pytest.mark.parametrize("places", [(0, 3), (0, 12), (0, 5)])
def test_the_kernel_refuses_what_breaks_a_rule(places: tuple[int, int]) -> None:
    native = core.native()
    assert native is not None
    cells = bytes(int(cell in places) for cell in range(16))
    with pytest.raises(ValueError, match="repeated"):
        native.canonical_general((2, 2, 2, 2, True), cells, 10**6, 10**6, None)


# ---- twins


@needs_native
@pytest.mark.parametrize(
    "shape", [(2, 2), (3, 2), (2, 3), (3, 3), (5, 2), (4, 3), (2, 6), (4, 4), (8, 2), (3, 3, 3, 2)]
)
def test_both_general_searches_take_the_same_steps(shape: tuple[int, ...]) -> None:
    native = core.native()
    assert native is not None
    geometry = Geometry.of(*shape)
    stream = Stream("test", str(geometry), 3)
    key = (geometry.box_width, geometry.box_height, geometry.boxes_across, geometry.boxes_down)
    for fill in (0.0, 0.05, 0.1, 0.3, 0.5, 0.9):
        grid = thinned(image(shift(geometry), stream), round(fill * geometry.size), stream)
        search = Search(grid, transposes(geometry), never)
        form, count = search.run()
        arguments = ((*key, transposes(geometry)), grid.cells)
        found = native.canonical_general(*arguments, search.steps, 10**6, never)
        assert found == (form.cells, count, 0)
        assert native.canonical_general(*arguments, search.steps - 1, 10**6, never) is None


@pytest.mark.usefixtures("variant")
def test_lines_of_every_core_are_those_of_the_twin() -> None:
    stream = Stream("test", "variants", 4)
    grids = [thinned(complete_grids(12)[i % 12], 81 - 3 * i, stream) for i in range(27)]
    grids += [Grid(NINE, bytes([5, 5]) + bytes(79)), *complete_grids(3)]
    text = block(grids)
    lines, counts = canonical_lines(text, len(grids), "_")
    with in_python():
        twin_lines, twin_counts = canonical_lines(text, len(grids), "_")
    assert (lines, list(counts)) == (twin_lines, list(twin_counts))


@pytest.mark.usefixtures("any_core")
def test_lines_read_every_sign_for_an_empty_cell() -> None:
    signs = bytes(sign for sign in range(256) if not 49 <= sign <= 57)
    for at in range(0, len(signs), 81):
        text = signs[at : at + 81].ljust(81, b".")
        lines, counts = canonical_lines(text, 1, "0")
        assert lines == 81 * b"0" + b"\n"
        assert list(counts) == [3359232]


@pytest.mark.usefixtures("any_core")
def test_lines_of_grids_that_break_a_rule() -> None:
    cells = []
    for first, second in ((0, 8), (0, 72), (0, 10), (0, 20), (60, 80), (8, 16), (71, 35)):
        for symbol in b"19":
            text = bytearray(81 * b".")
            text[first] = text[second] = symbol
            cells.append(bytes(text))
    complete = bytearray(SHIFT.encode())
    complete[80] = ord("1")
    cells += [bytes(complete), SHIFT.encode()]
    lines, counts = canonical_lines(b"".join(cells), len(cells))
    assert list(counts) == (len(cells) - 1) * [0] + [54]
    assert lines == (len(cells) - 1) * (81 * b"." + b"\n") + SHIFT.encode() + b"\n"


@needs_native
def test_lines_of_too_few_cells() -> None:
    with pytest.raises(ValueError, match="fewer cells than grids"):
        canonical_lines(80 * b".", 1)


# ---- blocks of lines


@pytest.mark.usefixtures("variant")
def test_blocks_of_lines_and_their_twin() -> None:
    stream = Stream("test", "blocks", 5)
    puzzles = [write(thinned(grid, 40, stream)) for grid in complete_grids(12)]
    lines = [f"{puzzle}{note}" for puzzle, note in zip(puzzles, NOTES, strict=False)]
    lines.insert(2, "11" + 79 * "." + "\n")
    lines.insert(5, puzzles[0].replace(".", "0") + "\n")
    text = "".join(lines).encode()
    work = CanonicalBlocks("_")
    answer = work(text, 1)
    assert answer == record_by_record.answer(work, text, 1)
    assert answer.consumed == text.index(b"# a comment")
    assert answer.records == len(NOTES) + 2
    assert [event.record for event in answer.events] == [2]
    output = answer.output.decode().split("\n")
    assert output[2] == ""
    assert output[0] == output[5] == write(canonical_form(read(puzzles[0]))).replace(".", "_")
    assert work(b"", 1) == record_by_record.answer(work, b"", 1)


# ---- refusals and interrupts


@pytest.mark.usefixtures("any_core")
def test_a_broken_rule_is_refused() -> None:
    with pytest.raises(SudokuError, match="no canonical form: r1c3 and r1c7 are both 5"):
        canonical(read("..5...5.." + 72 * "."))


@pytest.mark.parametrize("shape", [(5, 5), (17, 1), (1, 17), (5, 4, 1, 1), (17, 1, 1, 2)])
def test_more_than_16_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(SudokuError, match="too large for a canonical form: at most 16 rows"):
        canonical(Grid.empty(Geometry.of(*shape)))


@needs_native
def test_a_grid_that_is_too_symmetric_is_refused() -> None:
    with pytest.raises(TooSymmetricError, match="too symmetric for a canonical form"):
        canonical(xor(Geometry.of(16, 1)))


@pytest.mark.parametrize("limit", ["MAX_STEPS", "MAX_STATES"])
def test_both_limits_are_kept(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(search, limit, 100)
    monkeypatch.setattr(search, "MERGE_AT", 128)
    with in_python(), pytest.raises(TooSymmetricError):
        canonical(xor(Geometry.of(2, 4)))


def test_check_ends_the_search() -> None:
    for force in (True, False):
        with in_python(force), pytest.raises(StopError):
            canonical(xor(Geometry.of(4, 4)), stop_after(0))


@needs_native
def test_a_signal_ends_a_block() -> None:
    cells = block([read(line) for line in SEVENTEENS]) * 50_000
    with pytest.raises(TooLongError), bounded(0.01):
        canonical_lines(cells, len(cells) // 81)
