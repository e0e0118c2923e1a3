"""Arguments that the compiled core refuses: none make a kernel hang or read out of bounds."""

from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from sudokutools._support import core
from sudokutools.constraints.packing import (
    AUTOMATON,
    CONNECTED,
    DIFFERENT,
    MACHINE,
    REGIONS,
    RELATED,
    SETS,
    TABLE,
    TOTAL,
)
from sudokutools.grid.geometry import Geometry
from tests.tables import cases

pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core")

ZEROS = bytes(32)
GRID = bytes((3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
HOUSES = array(
    "H", [n for house in Geometry.of(2, 2).houses for n in (len(house), *house)]
).tobytes()


def call(name: str, *arguments: Any) -> Any:
    return getattr(core.native(), name)(*arguments)


def shuffled(keys: tuple[str, ...], key: Any = (1, 2, 3, 4)) -> Any:
    return call("shuffle_block", keys, b"", (0, 0, 0), key, 0, 1, 0, None)


def numbers(*items: int) -> bytes:
    return array("H", items).tobytes()


def rules(houses: bytes = HOUSES, unequal: bytes = b"", apart: bytes = b"", rows: int = 4) -> Any:
    return call("variant_rules", 4, rows, 4, houses, unequal, apart)


def search(*clues: bytes) -> Any:
    return call("VariantSearch", rules(), *clues, *[b""] * (4 - len(clues)))


def items(*numbers: int) -> Any:
    """Return a search with primitives, one after the other (`_core/variant/variant.h`)."""
    return search(b"", b"", b"", array("q", numbers).tobytes())


EQUAL = (TABLE, 0, 4, 1, 2, 4, 8)
LOOP = (MACHINE, 0, 6, 1, 1, 0, 0, 0, 0)
REGION = (CONNECTED, 2, 0, 1, 3, 2, 1, 1)

REFUSED: dict[str, Callable[[], Any]] = {
    "a grid of zeros has no rank": partial(call, "rank_of_grid", bytes(81)),
    "a grid that breaks a rule has no rank": partial(call, "rank_of_grid", GRID[9:] + GRID[9:18]),
    "a symbol too large has no rank": partial(call, "rank_of_grid", bytes([10]) + GRID[1:]),
    "mixing by zeros": partial(call, "generate_cells", 2, 2, 2, 2, False, 9, ZEROS),
    "drawing by zeros": partial(call, "generate_cells", 3, 3, 3, 3, True, 0, ZEROS),
    "possible symbols of 80 cells": partial(call, "bulk_possible", "scalar", bytes(80), None),
    "needless clues without a search": partial(
        call, "bulk_block", "scalar", (), b"", 0, True, None, 0, 1, 6 * (b"",), 46, 0, None
    ),
    "shuffling without a key": lambda: shuffled((), None),
    "too many keys": lambda: shuffled(129 * ("box",)),
    "a key with too many letters": lambda: shuffled(("box", 17 * "x")),
    "a search by zeros": lambda: search().start(bytes(16), None, (0, 0, 0, 0), b"", -1, 9),
    "a chain next to a cage": lambda: search(numbers(5, 1, 0), numbers(2, 0, 1)),
    "an orbit that ends early": lambda: search().dig(16 * b"\1", numbers(2, 0), 9, None),
    "a cell in two cages": lambda: search(numbers(5, 2, 0, 1, 5, 2, 1, 2)),
    "a cell twice in a cage": lambda: search(numbers(5, 2, 3, 3)),
    "primitives next to a cage": lambda: search(numbers(5, 1, 0), b"", b"", bytes(24)),
    "masks of too few cells": lambda: search(b"", b"", bytes(60)),
    "too many auxiliary cells": lambda: search(b"", b"", bytes(4 * 2049)),
    "a primitive that ends early": lambda: items(DIFFERENT, 2, 0, 1),
    "a table of too few symbols": lambda: items(TABLE, 0, 3, 1, 1, 1),
    "too many tables": lambda: items(*4097 * EQUAL),
    "too many primitives": lambda: items(*50_001 * (DIFFERENT, 1, 0, 0)),
    "a region of no cells": lambda: items(CONNECTED, 0, 3, 0, 1, 0),
    "regions of too few cells": lambda: items(REGIONS, 4, 0, 1, 2, 3, 2, 1, 1),
    "a machine with half a state": lambda: items(MACHINE, 0, 5, 1, 1, 0, 0, 0),
    "a machine with a cell": lambda: items(MACHINE, 1, 0, *LOOP[2:]),
    "a house of too many cells": lambda: rules(numbers(5, 0, 1, 2, 3, 4)),
    "a house of a cell that is not there": lambda: rules(numbers(2, 0, 16)),
    "a grid of too many cells": lambda: rules(rows=257),
    "a cell unequal to itself": lambda: rules(unequal=numbers(3, 3)),
    "a cell apart from itself": lambda: rules(apart=numbers(3, 3)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_no_kernel_sees(what: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        REFUSED[what]()


@pytest.mark.parametrize(
    ("right", "at", "wrong"),
    [
        pytest.param(LOOP, 0, MACHINE + 1, id="of no kind"),
        pytest.param((DIFFERENT, 1, 0, 0), 1, 1 << 62, id="with too many cells"),
        pytest.param((SETS, 1, 0, 1, 1), 3, 1 << 62, id="with too many numbers"),
        pytest.param((DIFFERENT, 2, 0, 1, 0), 3, 16, id="of a cell that is not there"),
        pytest.param((DIFFERENT, 2, 0, 1, 0), 3, 0, id="with a cell twice"),
        pytest.param((*EQUAL, RELATED, 2, 0, 1, 1, 0), -1, 1, id="of a table that is not there"),
        pytest.param(EQUAL, -1, 16, id="of a table of symbols beyond"),
        pytest.param((TOTAL, 1, 0, 2, 1, 5), 4, 0, id="with a weight of 0"),
        pytest.param((TOTAL, 1, 0, 2, 1, 5), 4, 1 << 41, id="with a weight that is too large"),
        pytest.param((SETS, 1, 0, 1, 1), -1, 16, id="with a set of symbols beyond"),
        pytest.param((*LOOP, AUTOMATON, 1, 0, 1, 0), -1, 1, id="of a machine that is not there"),
        pytest.param(LOOP, 3, 2, id="of a machine with more starts than states"),
        pytest.param(LOOP, 4, 2, id="of a machine that accepts twice"),
        pytest.param(LOOP, -1, 1, id="of a machine that leaves its states"),
        pytest.param(REGION, 5, 0, id="of a region without columns"),
        pytest.param(REGION, 5, 3, id="of a region with more columns than cells"),
        pytest.param(REGION, 6, 16, id="of a region of symbols beyond"),
        pytest.param(REGION, 7, 3, id="of a region larger than its cells"),
    ],
)
def test_one_wrong_number_of_a_primitive_is_refused(
    right: tuple[int, ...], at: int, wrong: int
) -> None:
    assert items(*right) is not None
    changed = list(right)
    changed[at] = wrong
    with pytest.raises(ValueError, match="do not fit the geometry"):
        items(*changed)


def test_amounts_of_work_may_be_any() -> None:
    variant = search()
    variant.start(bytes(16), None, None, b"", -1, 1 << 62)
    assert variant.run(0) == 2
    assert variant.run((1 << 63) - 1) == 1
    assert variant.run((1 << 63) - 1) == 1
    clauses = call("CdclSearch", (2, 2, 2, 2), bytes(16), b"")
    assert clauses.run(-(1 << 63)) == 2
    assert clauses.run((1 << 63) - 1) == 1


def test_odds_of_a_pair_that_was_not_computed_are_none() -> None:
    odds = call("odds_new", core.name(), bytes(7), 0, 4, 4, 0)
    counts = array("d", [24] * 9 + [96]).tobytes()
    pair = 2 << 6 * 7
    call("odds_fill", odds, counts, 5, 0)
    values = call("odds_chart_values", odds, 5, pair, 7, bytes(44))
    assert values[2] != 0
    call("odds_fill", odds, counts, 5, pair + 1)
    assert call("odds_chart_values", odds, 5, pair + 1, 7, bytes(44))[2] == 0
    call("odds_fill", odds, array("d", [24] * 10).tobytes(), 5, 0)  # The chart is filled again.
    assert call("odds_chart_values", odds, 5, pair, 7, bytes(44))[0] != values[0]
    for shoe, root in ((counts, pair + 1), (array("d", [1] * 10).tobytes(), 0)):
        call("odds_fill", odds, shoe, 5, root)
        with pytest.raises(ValueError, match="no chances of this hand"):
            call("odds_dealer", odds, 5, pair)


def test_odds_of_more_hands_than_keys_have_bits_for() -> None:
    odds = call("odds_new", core.name(), bytes(7), 0, 23, 23, 0)
    fewer = call("odds_new", core.name(), bytes(7), 0, 22, 22, 0)
    call("odds_fill", fewer, array("d", [255] * 10).tobytes(), 5, 2)
    few = array("d", [42] * 9 + [255]).tobytes()
    call("odds_fill", odds, few, 5, 2)
    for more in ([43] + [42] * 9, [float("nan")] + [1] * 9, [-1] + [1] * 9, [1] * 9 + [256]):
        with pytest.raises(ValueError, match="shoe out of range"):
            call("odds_fill", odds, array("d", more).tobytes(), 5, 2)


STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
BUST, NATURAL = 22, 23


def simulation(
    after: dict[tuple[int, int], int] | None = None,
    totals: dict[int, int] | None = None,
    actions: dict[int, int] | None = None,
    bet: int = 1,
    charts: int = 1,
    engine: str = "scalar",
    **numbers: int,
) -> tuple[Any, ...]:
    """Return arguments of a block where every two-card hand stands on 12 (state 20), with some
    changed.

    `after` overrides the next states by (state, rank), `actions` the actions of a state for every
    upcard.
    """
    values = {
        "infinite": 0,
        "hit_soft_17": 0,
        "peek": 1,
        "early_surrender": 0,
        "original_bets_only": 0,
        "max_hands": 4,
        "max_ace_hands": 2,
        "players": 1,
        "bet": 2,
        "natural": 3,
        "cut": 13,
        "insurance": 41,
        "step": 0,
        "push_22": 0,
        "neighbours": 0,
        "is_one": 0,
        "leave": 0,
    } | numbers
    following = [(after or {}).get((state, rank), 20) for state in range(23) for rank in range(10)]
    acts = bytes((actions or {}).get(state, STAND) for state in range(23) for _ in range(10))
    strategy = (
        array("H", following).tobytes(),
        bytes((totals or {}).get(state, 12) for state in range(23)),
        acts * charts,
        bytes(41),
    )
    return (
        engine,
        tuple(values.values()),
        (4,) * 9 + (16,),
        2 * (*(0,) * 10, 1, 0, 0, 1, 0),
        (bet,) * 41,
        (1,) * 41,
        strategy,
        strategy,
        0,
        0,
        b"blackjack\0",
        True,
        0,
        16384,
    )


def play(*arguments: Any, **numbers: Any) -> Any:
    """Play the block of `simulation`."""
    return call("sim_blocks", *simulation(*arguments, **numbers))


PAIR = {(3, 3): 21, (13, 3): 21}
"""The state of a pair of fours."""


def test_a_strategy_that_splits_doubles_and_gives_up_is_played() -> None:
    assert play(PAIR | {(4, 4): 22}, actions={21: SPLIT + 8 * DOUBLE, 22: SURRENDER})


def test_a_flag_of_other_charts_is_no_action(variant: str) -> None:
    by_count = 64
    actions = {21: by_count + SPLIT + 8 * DOUBLE, 22: STAND}
    after = PAIR | {(21, rank): 22 for rank in range(10)}
    rounds = play(after, actions=actions, charts=2, max_hands=2)
    assert play(after, actions=actions, charts=2, max_hands=2, engine=variant) == rounds
    assert play(after, actions=actions | {21: SPLIT}, max_hands=2) != rounds


@cases
def test_no_engine_plays(what: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="simulation out of range"):
        play(**what)
