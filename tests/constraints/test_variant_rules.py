"""Rules of variants: their houses and pairs, and geometries that allow them."""

import pickle

import pytest

from sudokutools.constraints.variant_rules import NAMES, unequal_pairs
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines.backtrack import solutions

NINE = Geometry.of(3, 3)


def variant(*rules: str, box: tuple[int, int] = (3, 3)) -> Geometry:
    return Geometry.of_variant(Geometry.of(*box), rules=rules)


def named(geometry: Geometry, name: str) -> list[str]:
    (cells,) = [extra.cells for extra in geometry.extras if extra.name == name]
    return [geometry.cell_name(cell) for cell in cells]


# Numbers of grids from independent enumerations; see the module of each rule.
COUNTS = {
    ((2, 2), "x"): 48,
    ((2, 2), "windoku"): 168,
    ((2, 2), "disjoint"): 168,
    ((2, 2), "antiknight"): 24,
    ((2, 2), "antiking"): 0,
    ((2, 2), "nonconsecutive"): 0,
    ((2, 2), "x windoku"): 48,
    ((2, 2), "x disjoint"): 48,
    ((3, 2), "antiknight"): 11_520,
    ((3, 2), "nonconsecutive"): 48,
}


@pytest.mark.parametrize(("box", "rules"), COUNTS)
def test_numbers_of_grids_match_published_ones(box: tuple[int, int], rules: str) -> None:
    geometry = variant(*rules.split(), box=box)
    assert sum(1 for _ in solutions(Grid.empty(geometry))) == COUNTS[box, rules]


def test_number_of_windows() -> None:
    for box, count in (((3, 3), 4), ((4, 4), 9), ((3, 2), 1), ((2, 2), 1)):
        assert len(variant("windoku", box=box).extras) == count
    assert named(variant("windoku", box=(3, 2)), "window 1") == [
        *("r2c2", "r2c3", "r2c4", "r3c2", "r3c3", "r3c4")
    ]


def test_houses_of_rules() -> None:
    assert named(variant("x"), "diagonal 2")[:2] == ["r1c9", "r2c8"]
    assert named(variant("disjoint", box=(3, 2)), "disjoint group 6") == [
        *("r2c3", "r2c6", "r4c3", "r4c6", "r6c3", "r6c6")
    ]
    assert named(variant("centredot"), "centre dots")[:4] == ["r2c2", "r2c5", "r2c8", "r5c2"]
    asterisk = "r2c5 r3c3 r3c7 r5c2 r5c5 r5c8 r7c3 r7c7 r8c5"
    assert named(variant("asterisk"), "asterisk") == asterisk.split()
    girandola = "r1c1 r1c9 r2c5 r5c2 r5c5 r5c8 r8c5 r9c1 r9c9"
    assert named(variant("girandola"), "girandola") == girandola.split()


def test_every_pair_is_a_move_apart() -> None:
    for rule, moves in (("antiknight", {1, 2}), ("antiking", {1})):
        pairs = unequal_pairs(rule, 9, 9)
        assert len(set(pairs)) == len(pairs) == (224 if rule == "antiknight" else 128)
        for one, other in pairs:
            assert one < other
            assert {abs(one // 9 - other // 9), abs(one % 9 - other % 9)} == moves
    assert len(variant("nonconsecutive").apart) == 144


def test_equal_variants_are_one_object() -> None:
    assert variant("x", "windoku") is variant("windoku", "x", "x")
    assert variant() is NINE
    boxes = [NINE.box_of(cell) for cell in range(81)]
    assert Geometry.of_variant(NINE, boxes) is NINE
    assert Geometry.of_variant(
        Geometry.of_size(6), [*map(Geometry.of(2, 3).box_of, range(36))]
    ) is (Geometry.of(2, 3))
    for geometry in (variant("x"), jigsaw()):
        assert pickle.loads(pickle.dumps(geometry)) is geometry  # noqa: S301


def jigsaw() -> Geometry:
    return Geometry.of_variant(Geometry.of(2, 2), [*map(int, "0001011122323233")])


def test_an_irregular_geometry_has_no_boxes() -> None:
    geometry = jigsaw()
    assert not geometry.has_boxes
    assert geometry.region_cells[0] == (0, 1, 2, 4)
    assert geometry.region_of(4) == 0
    for ask in ("box_width", "box_height", "boxes_across", "boxes_down", "shape"):
        with pytest.raises(SudokuError, match="plain grids only"):
            getattr(geometry, ask)
    with pytest.raises(SudokuError, match="plain grids only"):
        geometry.box_of(0)
    with pytest.raises(SudokuError, match="plain grids only"):
        _ = variant("x").shape


def test_duplicate_houses_are_dropped() -> None:
    houses = [range(9), range(0, 81, 9), [0, 1]]
    geometry = Geometry.of_variant(NINE, houses=houses)
    assert [extra.cells for extra in geometry.extras] == [(0, 1)]
    assert len(geometry.houses) == 28
    assert set(geometry.peers[0]) == set(NINE.peers[0])


def test_peers_know_houses_and_pairs() -> None:
    assert 40 in variant("x").peers[0]
    assert variant("antiknight").peers[0] == tuple(sorted({*NINE.peers[0], 11, 19}))


@pytest.mark.parametrize(
    ("geometry", "regions", "rules", "houses", "reported"),
    [
        (NINE, None, ["torus"], (), f"expected one of {', '.join(NAMES)}, samurai, "),
        (Geometry.of(2, 2), None, ["asterisk"], (), "variant asterisk is for 9x9 only"),
        (Geometry.of(9, 1), None, ["asterisk"], (), "variant asterisk is for 9x9 only"),
        (Geometry.of(7, 1), None, ["windoku"], (), "variant windoku: boxes of 7x1 have no windows"),
        (
            Geometry.of(2, 2),
            None,
            ["centredot"],
            (),
            "variant centredot: boxes of 2x2 have no centre cell",
        ),
        (Geometry.of(2, 2), "0001011122323233", ["disjoint"], (), "requires boxes"),
        (Geometry.of(2, 2), "000101112232323", [], (), "regions: 15 cells, expected 16"),
        (Geometry.of(2, 2), "0000011122323233", [], (), "regions: A has 5 cells, expected 4"),
        (Geometry.of(3, 3, 2, 3), None, ["x"], (), "variant x requires as many rows as columns"),
        (NINE, None, [], [range(10)], "houses: 10 cells in a house, expected at most 9"),
        (NINE, None, [], [[81]], "houses: cell outside the grid"),
    ],
)
def test_invalid_variants_are_refused(
    geometry: Geometry, regions: str | None, rules: list[str], houses: object, reported: str
) -> None:
    with pytest.raises(SudokuError, match=reported):
        Geometry.of_variant(geometry, regions and [*map(int, regions)], rules, houses)  # type: ignore[arg-type]


def test_clashes_name_the_rule_and_the_cells() -> None:
    cells = bytearray(81)
    cells[0] = cells[40] = 5
    (clash,) = Grid(variant("x"), cells).clashes()
    assert clash.message == "diagonal 1: 5 at r1c1 r5c5"
    cells = bytearray(81)
    cells[11], cells[30] = 5, 5
    (clash,) = Grid(variant("antiknight"), cells).clashes()
    assert clash.message == "knight: 5 at r2c3 r4c4"
    cells = bytearray(81)
    cells[0], cells[1] = 5, 6
    (clash,) = Grid(variant("nonconsecutive"), cells).clashes()
    assert clash.message == "nonconsecutive: 5 at r1c1 6 at r1c2"
    column, region = Grid(jigsaw(), [1, 0, 0, 0, 1, *bytes(11)]).clashes()
    assert (column.kind, region.kind, region.house) == ("column", "region", 0)
