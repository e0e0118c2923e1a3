"""Each technique up to XYZ-Wing: a position that shows it, and one next to it that does not."""

import pytest

from sudokutools.grid.geometry import Geometry
from sudokutools.logic.state import State
from tests.logic.positions import cells_named, finder, marks

NINE = Geometry.of(3, 3)
SIXTEEN = Geometry.of(4, 4)
Marks = tuple[dict[str, str], dict[str, str]]
TUPLES = {4: "quad", 5: "quintuple", 6: "sextuple", 7: "septuple", 8: "octuple"}
NAKED = {size: f"Naked {word}" for size, word in TUPLES.items()}
HIDDEN = {size: f"Hidden {word}" for size, word in TUPLES.items()}
FISH = {4: "Jellyfish", 5: "Squirmbag", 6: "Whale", 7: "Leviathan", 8: "8-fish"}

SHOWN: dict[str, tuple[str, Marks, str]] = {
    "hidden single in a box": (
        "Hidden single",
        ({}, {"r1-2c1-3 r3c1-2": "5"}),
        "Hidden single: in box 1, digit 5 can only go in r3c3",
    ),
    "hidden single in a column comes before one in a row": (
        "Hidden single",
        ({}, {"r1c1-8": "1", "r2-9c4": "9"}),
        "Hidden single: in column 4, digit 9 can only go in r1c4",
    ),
    "naked single": (
        "Naked single",
        ({"r4c5": "7"}, {}),
        "Naked single: r4c5 can only be 7, its last candidate",
    ),
    "pointing": (
        "Pointing",
        ({}, {"r2-3c1-3 r1c3": "5"}),
        "Pointing: in box 1, digit 5 is confined to row 1 (r1c1, r1c2), so remove 5 from r1c4-9",
    ),
    "claiming": (
        "Pointing",
        ({}, {"r1c4-9": "5"}),
        "Claiming: in row 1, digit 5 is confined to box 1 (r1c1, r1c2, r1c3), so remove 5 from"
        " r2c1-3 and r3c1-3",
    ),
    "direct pointing": (
        "Direct pointing",
        ({}, {"r2-3c1-3 r1c3 r2-3c4-5 r2c6": "5"}),
        "Direct pointing: in box 1, digit 5 is confined to row 1 (r1c1, r1c2), so in box 2, digit"
        " 5 can only go in r3c6",
    ),
    "naked pair": (
        "Naked pair",
        ({"r1c4 r1c8": "37"}, {"r1c1-3": "37"}),
        "Naked pair: in row 1, r1c4 and r1c8 can only hold 3 and 7, so remove 3 and 7 from r1c5,"
        " r1c6, r1c7 and r1c9",
    ),
    "naked triple": (
        "Naked triple",
        ({"r1c4": "37", "r5c4": "38", "r9c4": "78"}, {}),
        "Naked triple: in column 4, r1c4, r5c4 and r9c4 can only hold 3, 7 and 8, so remove 3, 7"
        " and 8 from r2-4c4 and r6-8c4",
    ),
    "naked quad": (
        "Naked quad",
        ({"r1c1": "12", "r1c2": "23", "r2c1": "34", "r3c3": "14"}, {}),
        "Naked quad: in box 1, r1c1, r1c2, r2c1 and r3c3 can only hold 1, 2, 3 and 4, so remove"
        " 1, 2, 3 and 4 from r1-2c3, r2-3c2 and r3c1",
    ),
    "hidden pair": (
        "Hidden pair",
        ({}, {"r1c1-3 r1c5-7 r1c9": "37"}),
        "Hidden pair: in row 1, digits 3 and 7 can only go in r1c4 and r1c8, so remove 1, 2, 4,"
        " 5, 6, 8 and 9 from r1c4 and r1c8",
    ),
    "hidden triple": (
        "Hidden triple",
        ({}, {"r1-6c2": "124", "r7c2": "1", "r8c2": "2", "r9c2": "4"}),
        "Hidden triple: in column 2, digits 1, 2 and 4 can only go in r7c2, r8c2 and r9c2, so"
        " remove 3, 5, 6, 7, 8 and 9 from r7c2, r8c2 and r9c2",
    ),
    "hidden quad": (
        "Hidden quad",
        ({}, {"r5-6c4-5 r4c6": "1234", "r4c4": "1", "r4c5": "2"}),
        "Hidden quad: in box 5, digits 1, 2, 3 and 4 can only go in r4c4, r4c5, r5c6 and r6c6, so"
        " remove 5, 6, 7, 8 and 9 from r4c4, r4c5, r5c6 and r6c6",
    ),
    "direct hidden pair": (
        "Direct hidden pair",
        ({}, {"r1c1-3 r1c5-7 r1c9": "37", "r1c1-3 r1c5-7": "6"}),
        "Direct hidden pair: in row 1, digits 3 and 7 can only go in r1c4 and r1c8, so digit 6"
        " can only go in r1c9",
    ),
    "direct hidden triple": (
        "Direct hidden triple",
        ({}, {"r1-6c2": "124", "r7c2": "1", "r8c2": "2", "r9c2": "4", "r1-5c2": "6"}),
        "Direct hidden triple: in column 2, digits 1, 2 and 4 can only go in r7c2, r8c2 and r9c2,"
        " so digit 6 can only go in r6c2",
    ),
    "X-Wing": (
        "X-Wing",
        ({}, {"r1c3 r3-6c3 r8-9c3 r1c8 r3-6c8 r8-9c8": "5"}),
        "X-Wing: in columns 3 and 8, digit 5 is confined to rows 2 and 7 (r2c3, r2c8, r7c3,"
        " r7c8), so remove 5 from r2c1-2, r2c4-7, r2c9, r7c1-2, r7c4-7 and r7c9",
    ),
    "Swordfish": (
        "Swordfish",
        ({}, {"r1c3-9 r4c1 r4c3-6 r4c8-9 r8c2-6 r8c8-9": "5"}),
        "Swordfish: in rows 1, 4 and 8, digit 5 is confined to columns 1, 2 and 7 (r1c1-2, r4c2,"
        " r4c7, r8c1, r8c7), so remove 5 from r2c1-2, r2-3c7, r3c1-2, r5-7c1, r5-7c2, r5-7c7,"
        " r9c1-2 and r9c7",
    ),
    "Jellyfish": (
        "Jellyfish",
        ({}, {"r1c3-9 r4c1 r4c4-9 r6c1-2 r6c5-9 r8c2-3 r8c5-9": "5"}),
        "Jellyfish: in rows 1, 4, 6 and 8, digit 5 is confined to columns 1, 2, 3 and 4 (r1c1-2,"
        " r4c2-3, r6c3-4, r8c1, r8c4), so remove 5 from r2c1-4, r3c1-4, r5c1-4, r7c1-4 and r9c1-4",
    ),
    "XY-Wing": (
        "XY-Wing",
        ({"r1c1": "12", "r1c5": "13", "r4c1": "23"}, {}),
        "XY-Wing: whichever the pivot r1c1 (1/2) is, one of the pincers r1c5 (1/3) and r4c1 (2/3)"
        " is 3, so remove 3 from r4c5",
    ),
    "XYZ-Wing": (
        "XYZ-Wing",
        ({"r1c1": "123", "r1c5": "13", "r2c2": "23"}, {}),
        "XYZ-Wing: whichever the pivot r1c1 (1/2/3) is, it or one of the pincers r1c5 (1/3) and"
        " r2c2 (2/3) is 3, so remove 3 from r1c2 and r1c3",
    ),
}

NOT_SHOWN: dict[str, tuple[str, Marks]] = {
    "two places are not a hidden single": ("Hidden single", ({}, {"r1-2c1-3 r3c1": "5"})),
    "two candidates are not a naked single": ("Naked single", ({"r4c5": "79"}, {})),
    "places in two rows do not point": ("Pointing", ({}, {"r2c1-3 r1c3 r3c2-3": "5"})),
    "pointing without a loser": ("Pointing", ({}, {"r2-3c1-3 r1c3-9": "5"})),
    "direct pointing leaves two places": ("Direct pointing", ({}, {"r2-3c1-3 r1c3 r2-3c4-5": "5"})),
    "three symbols in two cells": ("Naked pair", ({"r1c4": "37", "r1c8": "378"}, {})),
    "a single inside a naked triple blocks it": (
        "Naked triple",
        ({"r1c4": "37", "r5c4": "378", "r9c4": "8"}, {}),
    ),
    "four symbols in three cells": (
        "Naked triple",
        ({"r1c4": "37", "r5c4": "38", "r9c4": "79"}, {}),
    ),
    "five symbols in four cells": (
        "Naked quad",
        ({"r1c1": "12", "r1c2": "23", "r2c1": "34", "r3c3": "15"}, {}),
    ),
    "a third place for one of a pair": (
        "Hidden pair",
        ({}, {"r1c1-3 r1c5-7 r1c9": "3", "r1c1-3 r1c5-7": "7"}),
    ),
    "a hidden pair that holds nothing else": (
        "Hidden pair",
        ({"r1c4 r1c8": "37"}, {"r1c1-3 r1c5-7 r1c9": "37"}),
    ),
    "a fourth place for three symbols": (
        "Hidden triple",
        ({}, {"r1-5c2": "124", "r7c2": "1", "r8c2": "2", "r9c2 r6c2": "4"}),
    ),
    "a fifth place for four symbols": (
        "Hidden quad",
        ({}, {"r5-6c4-5": "1234", "r4c6": "123", "r4c4": "1", "r4c5": "2"}),
    ),
    "direct hidden pair with two places left": (
        "Direct hidden pair",
        ({}, {"r1c1-3 r1c5-7 r1c9": "37", "r1c1-3 r1c5-6": "6"}),
    ),
    "direct hidden triple with two places left": (
        "Direct hidden triple",
        ({}, {"r1-6c2": "124", "r7c2": "1", "r8c2": "2", "r9c2": "4", "r1-4c2": "6"}),
    ),
    "an X-Wing with a fin": ("X-Wing", ({}, {"r1c3 r3-6c3 r8-9c3 r1c8 r3-6c8 r9c8": "5"})),
    "a Swordfish with four covers": (
        "Swordfish",
        ({}, {"r1c3-9 r4c1 r4c3-6 r4c8-9 r8c2-6 r8c9": "5"}),
    ),
    "a Jellyfish with five covers": (
        "Jellyfish",
        ({}, {"r1c3-9 r4c1 r4c4-9 r6c1-2 r6c5-9 r8c2-4 r8c6-9": "5"}),
    ),
    "XY-Wing whose wing does not see the pivot": (
        "XY-Wing",
        ({"r1c1": "12", "r1c5": "13", "r4c2": "23"}, {}),
    ),
    "XY-Wing with four symbols": ("XY-Wing", ({"r1c1": "12", "r1c5": "13", "r4c1": "24"}, {})),
    "XYZ-Wing whose wings are equal": (
        "XYZ-Wing",
        ({"r1c1": "123", "r1c5": "13", "r2c2": "13"}, {}),
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_position_shows_the_technique(name: str) -> None:
    technique, (only, without), text = SHOWN[name]
    step = finder(technique)(marks(NINE, only, without))
    assert step is not None
    assert step.describe() == text


@pytest.mark.parametrize("name", NOT_SHOWN)
def test_position_next_to_it_does_not(name: str) -> None:
    technique, (only, without) = NOT_SHOWN[name]
    assert finder(technique)(marks(NINE, only, without)) is None


def test_full_house_is_the_last_cell_of_a_complete_house() -> None:
    state = marks(NINE, {}, {})
    for cell, symbol in zip(cells_named(NINE, "r4c1-8"), range(8), strict=True):
        state.place(cell, symbol)
    step = finder("Hidden single")(state)
    assert step is not None
    assert step.describe() == "Full house: r4c9 is the last empty cell of row 4, so it is 9"
    assert (step.rating, step.placements) == (10, ((35, 9),))


def test_short_houses_of_a_partial_geometry_hold_not_every_symbol() -> None:
    partial = Geometry.of(3, 3, 2, 3)
    short_row = {"r1c1-5": "5"}
    assert finder("Hidden single")(marks(partial, {}, short_row)) is None
    assert finder("Hidden single")(marks(Geometry.of(3, 3, 3, 2), {}, {"r1c1-8": "5"})) is not None
    assert finder("Pointing")(marks(partial, {}, {"r1c4-6": "5"})) is None
    assert finder("Hidden pair")(marks(partial, {}, {"r1c3-6": "12"})) is None
    state = marks(partial, {}, {})
    for cell, symbol in zip(cells_named(partial, "r1c1-5"), range(5), strict=True):
        state.place(cell, symbol)
    assert finder("Hidden single")(state) is None
    naked = finder("Naked pair")(marks(partial, {"r1c1 r1c4": "37"}, {}))
    assert naked is not None
    assert naked.eliminations[0] == (1, 3)


def test_direct_claiming_decides_where_a_band_has_four_boxes() -> None:
    step = finder("Direct pointing")(marks(SIXTEEN, {}, {"r1c5-16 r2c2-5 r2c7-16": "5"}))
    assert step is not None
    assert (step.technique, step.rating) == ("Direct claiming", 19)
    assert step.describe().endswith("so in row 2, symbol 5 can only go in r2c6")
    assert finder("Direct pointing")(marks(SIXTEEN, {}, {"r1c5-16 r2c2-5 r2c8-16": "5"})) is None


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
    assert [step and (step.technique, step.rating) for step in found] == [
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
    assert (step.technique, step.rating) == (HIDDEN[size], 54 + 4 * (size - 4))
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
