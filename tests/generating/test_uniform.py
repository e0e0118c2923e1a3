"""The uniform generator: its tables recomputed, its twins, and the distribution of its grids.

The statistics have fixed seeds and are reproducible. Their bounds are five standard deviations
wide; the usual generators miss them by far, as the tests at the end show.
"""

from collections import Counter
from itertools import permutations
from math import comb, factorial, prod, sqrt

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream, stream_key
from sudokutools.errors import SudokuError
from sudokutools.generating import column_sets, uniform
from sudokutools.generating.classes import nine_classes, two_band_classes
from sudokutools.generating.column_sets import FIRST, partitions
from sudokutools.generating.fillings import Fillings
from sudokutools.generating.generating import UNIFORM, draw_lines, generate
from sudokutools.generating.ranking import Choices, classes_of_pairs, tables
from sudokutools.grid.geometry import Geometry
from tests.conftest import in_python, sweep
from tests.generating import uniformity


def draw_many(geometry: Geometry, seed: str, count: int) -> list[bytes]:
    lines = draw_lines(geometry, "uniform", stream_key("test", seed), 0, count)
    return [bytes(map(int, line.split()[0])) for line in lines.decode().splitlines()]


# Tables


def test_classes_part_all_pairs_of_partitions() -> None:
    counts = Counter(classes_of_pairs(tables().number))
    assert len(partitions()) == 280
    assert [counts[i] for i in range(84)] == [chosen.size for chosen in nine_classes()]


def test_ways_of_classes() -> None:
    for chosen in nine_classes():
        assert Fillings(FIRST + chosen.second + chosen.third).count == chosen.ways
    # Every member of a class has as many fillings as its representative.
    stream = Stream("test", "members", 0)
    for _ in range(200):
        second, third = stream.below(280), stream.below(280)
        band = (FIRST, partitions()[second], partitions()[third])
        assert column_sets.ways(band) == tables().ways[second][third]


@pytest.mark.parametrize("classes", sweep([slice(0, None, 11)], [slice(None)]))
def test_completions_of_classes_and_the_number_of_9x9_grids(classes: slice) -> None:
    for chosen in nine_classes()[classes]:
        below = Choices((FIRST, chosen.second, chosen.third))
        # Swapping bands 1 and 2 keeps the products: half of the choices in stack 1 are enough.
        firsts = [i for i, (upper, lower) in enumerate(below.stacks[0]) if upper < lower]
        products = [below.products(a, b) for a in firsts for b in range(56)]
        assert 2 * sum(map(sum, products)) == chosen.completions
        assert max(map(max, products)) == chosen.most
    assert len({chosen.completions for chosen in nine_classes()}) == 44
    total = 280 * 6**3 * sum(chosen.weight for chosen in nine_classes())
    assert total == 6_670_903_752_021_072_936_960


def test_bounds_of_ways() -> None:
    for chosen in nine_classes():
        for a, b, c in permutations((FIRST, chosen.second, chosen.third)):
            assert chosen.ways <= column_sets.bound((a, b, c))


@pytest.mark.parametrize(
    ("height", "total"), [(2, 288), (3, 28_200_960), (4, 29_136_487_207_403_520)]
)
def test_two_band_classes(height: int, total: int) -> None:
    members: set[tuple[int, ...]] = set()
    for chosen in two_band_classes(height):
        orbit = {
            tuple(sorted(_moved(word, p) ^ flips for word in chosen.words))
            for p in permutations(range(height))
            for flips in range(2**height)
        }
        assert not members & orbit
        members |= orbit
        orders = factorial(2 * height) // prod(map(factorial, Counter(chosen.words).values()))
        assert chosen.size == orders * len(orbit)
        assert uniform.two_band_fillings(chosen).count == chosen.ways
    # All classes are present: in each stack half of the digits are in each column.
    sizes = sum(chosen.size for chosen in two_band_classes(height))
    assert sizes == comb(2 * height, height) ** height
    assert sum(chosen.weight for chosen in two_band_classes(height)) == total


def _moved(word: int, order: tuple[int, ...]) -> int:
    return sum((word >> place & 1) << to for place, to in enumerate(order))


@pytest.mark.parametrize(("n", "squares"), sorted(uniform.LATIN_SQUARES.items()))
def test_latin_squares(n: int, squares: int) -> None:
    assert Fillings([(1 << n) - 1] * n).count == squares


def test_fillings_are_numbered_in_order() -> None:
    chosen = nine_classes()[40]
    fillings = Fillings(FIRST + chosen.second + chosen.third)
    listed = [fillings.at(number) for number in range(chosen.ways)]
    assert listed == sorted(listed)
    assert [fillings.number_of(rows) for rows in listed] == list(range(chosen.ways))
    with pytest.raises(IndexError):
        fillings.at(chosen.ways)


# Twins


@pytest.mark.parametrize("geometry", UNIFORM, ids=str)
def test_c_twin_draws_the_same_grids(geometry: Geometry) -> None:
    if core.native() is None:
        pytest.skip("no compiled core")
    for record in range(12):
        stream, twin = (Stream("test", "twins", record) for _ in range(2))
        assert generate(geometry, "uniform", stream).cells == uniform.draw(geometry, twin)
        assert stream.next() == twin.next()


@pytest.mark.parametrize("geometry", UNIFORM, ids=str)
def test_grids_keep_the_rules(geometry: Geometry) -> None:
    for record in range(20):
        grid = generate(geometry, "uniform", Stream("test", "rules", record))
        assert grid.is_complete
        assert not list(grid.clashes())


@pytest.mark.parametrize("forced", [False, True])
def test_lines_are_the_grids_of_the_records(forced: bool) -> None:
    key = stream_key("sudoku-gen", "7")
    with in_python(forced):
        lines = draw_lines(Geometry.of(2, 4), "uniform", key, 5, 3).decode()
    geometry, records = Geometry.of(2, 4), (5, 6, 7)
    grids = [generate(geometry, "uniform", Stream.from_key(key, i)) for i in records]
    assert lines == "".join("".join(map(str, grid.cells)) + "\tbox=2x4\n" for grid in grids)


@pytest.mark.parametrize("geometry", [Geometry.of(3, 3, 2, 3), Geometry.of(4, 3)], ids=str)
def test_other_geometries_are_refused(geometry: Geometry) -> None:
    with pytest.raises(
        SudokuError, match=r"method uniform does not support .*: expected 2x2, 3x2, 2x3"
    ):
        generate(geometry, "uniform", Stream("test", "", 0))
    with pytest.raises(SudokuError, match="method uniform does not support"):
        draw_lines(geometry, "uniform", (1, 2, 3, 4), 0, 1)


# Distribution


def within(value: float, mean: float, deviation: float) -> bool:
    return abs(value - mean) < 5 * deviation


def test_every_4x4_grid_is_equally_likely() -> None:
    grids = draw_many(Geometry.of(2, 2), "all 4x4", 28_800)
    assert len(set(grids)) == 288
    assert within(uniformity.chi_square_4x4(grids), 287, sqrt(2 * 287))


def test_every_latin_square_of_order_4_is_equally_likely() -> None:
    counts = Counter(draw_many(Geometry.of(4, 1), "latin", 28_800))
    assert len(counts) == 576
    assert within(uniformity.chi_square(counts.values(), [50.0] * 576), 575, sqrt(2 * 575))


@pytest.mark.parametrize("geometry", [Geometry.of(3, 2), Geometry.of(2, 3)], ids=str)
def test_6x6_grids_meet_as_often_as_they_should(geometry: Geometry) -> None:
    draws = 30_000
    mean = comb(draws, 2) / 28_200_960
    pairs = uniformity.equal_pairs(draw_many(geometry, "meet", draws))
    assert within(pairs, mean, sqrt(mean))


def test_8x8_classes_of_columns_come_as_often_as_they_should() -> None:
    # Classes are drawn for band 0 of the transposed grid only. So test the lower band of 2x4 boxes,
    # by the number of fillings of the members of each class.
    expected: Counter[int] = Counter()
    for chosen in two_band_classes(4):
        expected[chosen.ways] += chosen.weight
    counts: Counter[int] = Counter()
    grids = draw_many(Geometry.of(2, 4), "8x8", 800)
    for cells in grids:
        sets = [sum([1 << cells[8 * row + c] - 1 for row in range(4, 8)]) for c in range(8)]
        counts[_ways(sets)] += 1
    shares = [len(grids) * expected[ways] / expected.total() for ways in expected]
    degrees = len(expected) - 1
    statistic = uniformity.chi_square([counts[ways] for ways in expected], shares)
    assert sum(counts[ways] for ways in expected) == len(grids)
    assert within(statistic, degrees, sqrt(2 * degrees) + 3)


_KNOWN: dict[tuple[int, ...], int] = {}


def _ways(sets: list[int]) -> int:
    """Count the fillings of eight column sets, once for each class."""
    words = [sum((sets[2 * k + 1] >> digit & 1) << k for k in range(4)) for digit in range(8)]
    least = min(tuple(sorted(word ^ flips for word in words)) for flips in range(16))
    if least not in _KNOWN:
        _KNOWN[least] = Fillings(sets).count
    return _KNOWN[least]


def test_bands_and_stacks_of_9x9_grids() -> None:
    # Bands 2 and 3 and the stacks are never drawn by class: they are the real test.
    nine = uniformity.Nine(draw_many(Geometry.of(3, 3), "bands", 2000))
    for statistic in nine.class_chi_squares():
        assert within(statistic, 83, sqrt(2 * 83))
    for statistic in nine.fours_chi_squares():
        assert within(statistic, 7, sqrt(2 * 7))
    # The number of unavoidable fours in a grid has a standard deviation of 3.7.
    assert within(nine.mean_fours(), 11.578884, 3.7 / sqrt(nine.grids))


# Biased generators that the statistics detect


def backtracked(geometry: Geometry, stream: Stream) -> bytes:
    """Return a grid filled row by row by shuffled backtracking, as usual generators do."""
    cells = [0] * geometry.size

    def fill(cell: int) -> bool:
        if cell == geometry.size:
            return True
        symbols = list(range(1, geometry.n + 1))
        stream.shuffle(symbols)
        for symbol in symbols:
            if all(cells[peer] != symbol for peer in geometry.peers[cell]):
                cells[cell] = symbol
                if fill(cell + 1):
                    return True
        cells[cell] = 0
        return False

    fill(0)
    return bytes(cells)


def shifted(stream: Stream) -> bytes:
    """Return a random first row, shifted by three in a band and by one from band to band."""
    row = bytearray(range(1, 10))
    stream.shuffle(row)
    return b"".join(row[shift:] + row[:shift] for shift in (0, 3, 6, 1, 4, 7, 2, 5, 8))


def test_backtracking_is_caught() -> None:
    stream = Stream("test", "usual", 0)
    grids = [backtracked(Geometry.of(2, 2), stream) for _ in range(7200)]
    assert len(set(grids)) == 288
    assert uniformity.chi_square_4x4(grids) > 287 + 15 * sqrt(2 * 287)


def test_shifting_is_caught() -> None:
    stream = Stream("test", "usual", 0)
    nine = uniformity.Nine(shifted(stream) for _ in range(100))
    assert nine.mean_fours() == 0
    assert min(nine.class_chi_squares()) > 5_000


def test_a_uniform_symbol_in_each_cell_catches_nothing() -> None:
    stream = Stream("test", "usual", 0)
    counts = Counter(shifted(stream)[40] for _ in range(9000))
    assert within(uniformity.chi_square(counts.values(), [1000.0] * 9), 8, sqrt(2 * 8))
