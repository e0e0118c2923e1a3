"""Each technique up to XYZ-Wing: a position that shows it, and one next to it that does not."""

import pytest

from sudokutools.grid.geometry import Geometry
from sudokutools.logic.state import State
from tests.logic.positions import finder, marks, marks_in, rows_of

NINE = Geometry.of(3, 3)
SIXTEEN = Geometry.of(4, 4)
TUPLES = {4: "quad", 5: "quintuple", 6: "sextuple", 7: "septuple", 8: "octuple"}
NAKED = {size: f"Naked {word}" for size, word in TUPLES.items()}
HIDDEN = {size: f"Hidden {word}" for size, word in TUPLES.items()}
FISH = {4: "Jellyfish", 5: "Squirmbag", 6: "Whale", 7: "Leviathan", 8: "8-fish"}

ROWS = rows_of("basic_positions.tsv")


@pytest.mark.parametrize(
    ("technique", "only", "without", "text"),
    [row[1:] for row in ROWS],
    ids=[row[0] for row in ROWS],
)
def test_position_shows_the_technique_or_not(
    technique: str, only: str, without: str, text: str
) -> None:
    step = finder(technique)(marks(NINE, marks_in(only), marks_in(without)))
    assert (step.describe() if step else "") == text


def ring(size: int) -> list[tuple[int, int]]:
    """Return neighbours in a ring of so many numbers: together they take all of them.

    >>> ring(3)
    [(1, 2), (2, 3), (3, 1)]
    """
    return [(number, number % size + 1) for number in range(1, size + 1)]


def naked_set(pairs: list[tuple[int, int]]) -> State:
    """Return a row whose first cells hold these pairs."""
    only = {f"r1c{place}": f"{low} {high}" for place, (low, high) in enumerate(pairs, 1)}
    return marks(SIXTEEN, only, {})


def fish(pairs: list[tuple[int, int]]) -> State:
    """Return a grid whose first rows have these two places for 1."""
    others = [
        f"r{row}c{column}"
        for row, pair in enumerate(pairs, 1)
        for column in range(1, 17)
        if column not in pair
    ]
    return marks(SIXTEEN, {}, {" ".join(others): "1"})


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_naked_subsets_and_fish_grow_with_the_number_of_symbols(size: int) -> None:
    found = (finder(NAKED[size])(naked_set(ring(size))), finder(FISH[size])(fish(ring(size))))
    more = 4 * (size - 4)
    assert [step and (step.technique, step.points) for step in found] == [
        (NAKED[size], 50 + more),
        (FISH[size], 52 + more),
    ]
    assert finder(NAKED[size - 1])(naked_set(ring(size))) is None
    assert finder(FISH[size - 1])(fish(ring(size))) is None
    broken = [*ring(size)[:-1], (size, size + 1)]
    assert finder(NAKED[size])(naked_set(broken)) is None
    assert finder(FISH[size])(fish(broken)) is None


@pytest.mark.parametrize("size", [5, 6, 7])
def test_hidden_subsets_grow_with_the_number_of_symbols(size: int) -> None:
    symbols = " ".join(str(symbol) for symbol in range(1, size + 1))
    hidden = marks(SIXTEEN, {}, {f"r1c{size + 1}-16": symbols})
    step = finder(HIDDEN[size])(hidden)
    assert step is not None
    assert (step.technique, step.points) == (HIDDEN[size], 54 + 4 * (size - 4))
    assert finder(HIDDEN[size - 1])(hidden) is None
    assert finder(HIDDEN[size])(marks(SIXTEEN, {}, {f"r1c{size + 1}-15": symbols})) is None


def test_state_gives_the_same_answer_however_often_it_was_asked() -> None:
    producer = finder("Naked pair")
    state = marks(NINE, {"r1c4": "37"}, {})
    assert producer(state) is None
    assert producer(state) is None
    state.remove([(7, 0b110111011)])
    step = producer(state)
    assert step is not None
    assert step.cells == (3, 7)
