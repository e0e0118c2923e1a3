"""Variants in formats of other programs: published examples, and refusals."""

import json
from pathlib import Path
from typing import Any

import pytest

from sudokutools import formats
from sudokutools.constraints.collection import Constraints
from sudokutools.formats.format import RefusalError, Style
from sudokutools.formats.solo import groups_of_map, map_text
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line, parse_cells
from sudokutools.grid.spec import parse_spec, spec_of
from tests.clues import common
from tests.formats.test_formats import records
from tests.tables import cases

DATA = Path(__file__).parents[1] / "data" / "variants"
ROWS = [
    dict(zip(head.split("\t"), line.split("\t"), strict=True))
    for file in sorted(DATA.glob("*.tsv"))
    for head, *lines in [file.read_text().splitlines()]
    for line in lines
]
FROM_SOLO = [row for row in ROWS if ":" in row["source"]]
NINE = Geometry.of(3, 3)


def grid_of(row: dict[str, str]) -> Grid:
    parsed = parse_spec(row["spec"])
    geometry = parsed.geometry()
    assert geometry is not None
    cells = parse_cells(row["puzzle"].encode())
    return Grid(geometry, cells, None, parsed.constraints(geometry))


def written(name: str, grid: Grid) -> str:
    return Style(formats.find(name)).write(grid)


def message_of(text: str) -> str:
    [record] = records(text)
    assert record.error is not None
    return record.error.message


@pytest.mark.parametrize("row", FROM_SOLO, ids=lambda row: row["source"].partition(":")[0])
def test_ids_of_solo_with_variants(row: dict[str, str]) -> None:
    [record] = records(row["source"] + "\n")
    assert record.grid is not None
    assert spec_of(record.grid.geometry, record.grid.constraints) == row["spec"]
    assert format_line(record.grid) == row["puzzle"]
    assert written("solo", record.grid) == row["source"] + "\n"


@pytest.mark.parametrize("name", ["solo", "fpuzzles", "fpuzzles-json", "sumocue", "ps"])
def test_round_trip(name: str) -> None:
    """A format refuses a variant or keeps all of it."""
    kept = 0
    for row in ROWS:
        grid = grid_of(row)
        try:
            text = written(name, grid)
        except RefusalError:
            continue
        [record] = records(text)
        assert record.grid == grid
        kept += 1
    assert kept >= (len(ROWS) if name.startswith("fpuzzles") else 5)


@cases
def test_errors_in_an_id(text: str, message: str) -> None:
    assert message_of(f"{text}\n") == message


def test_maps_of_solo_end_with_a_line() -> None:
    assert groups_of_map(2, b"b__") == [0, 0, 1, 1]
    assert map_text(6, [0] * 36) == "zzj"
    assert groups_of_map(6, b"zzj") == [0] * 36


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (Grid.empty(Geometry.of_variant(NINE, rules=["windoku"])), "solo supports no rules except"),
        (
            Grid(NINE, bytes(81), None, Constraints.of(NINE, common(even=[0]))),
            "solo supports no clues except",
        ),
        (
            Grid(NINE, bytes(81), None, Constraints.of(NINE, common([(3, [0, 1])]))),
            "cover the grid",
        ),
    ],
)
def test_solo_refuses_unsupported_variants(grid: Grid, message: str) -> None:
    with pytest.raises(RefusalError, match=message):
        written("solo", grid)


CELLS: list[list[dict[str, Any]]] = [[{}] * 9] * 9


def fpuzzles(**keys: Any) -> str:
    return json.dumps({"size": 9, "grid": CELLS} | keys) + "\n"


def test_rules_of_f_puzzles_are_read() -> None:
    [record] = records(
        fpuzzles(
            **{"diagonal+": True, "diagonal-": True, "antiknight": True, "disjointgroups": True},
            killercage=[{"cells": ["R1C2", "R1C1"], "value": "10"}, {"cells": ["R9C9"]}],
            thermometer=[{"lines": [["R2C1", "R2C2", "R3C3"]]}],
            even=[{"cell": "R5C5"}],
            odd=[],
            arrow=[],
        )
    )
    assert record.grid is not None
    assert spec_of(record.grid.geometry, record.grid.constraints) == (
        "box=3x3,variant=x+disjoint+antiknight,cages=10:r1c1r1c2/0:r9c9,less=r2c1r2c2r3c3,even=r5c5"
    )


def test_extra_regions_with_a_name_are_the_rule() -> None:
    geometry = Geometry.of_variant(NINE, rules=["windoku"])
    windows = [
        {"cells": [geometry.cell_name(cell).upper() for cell in extra.cells]}
        for extra in geometry.extras
    ]
    [record] = records(fpuzzles(extraregion=windows))
    assert record.grid == Grid.empty(geometry)
    [record] = records(fpuzzles(extraregion=windows[:3]))
    assert record.grid is not None
    assert record.grid.geometry.rules == ()
    assert len(record.grid.geometry.extras) == 3
    [record] = records(fpuzzles(**{"diagonal-": True}))
    assert record.grid is not None
    assert [extra.name for extra in record.grid.geometry.extras] == ["house 1"]


def test_a_cell_without_a_region_is_in_its_box() -> None:
    cells = [[dict(cell) for cell in row] for row in CELLS]
    cells[0][2]["region"], cells[0][3]["region"] = 1, 0
    [record] = records(fpuzzles(grid=cells))
    assert record.grid is not None
    assert record.grid.geometry.region_of(3) == 0
    assert not record.grid.geometry.has_boxes


@cases
def test_unknown_keys_of_f_puzzles_are_refused(keys: dict[str, Any], message: str) -> None:
    assert message_of(fpuzzles(**keys)) == message


def test_cosmetic_keys_of_f_puzzles_are_named() -> None:
    drawn = {"circle": [{"fromConstraint": "Renban"}], "text": [{"value": "?"}], "line": []}
    [record] = records(fpuzzles(**drawn, successMessage="Well done"))
    assert record.grid is not None
    assert record.warning == "keys without rules ignored: text, successMessage"


@pytest.mark.parametrize("given", [{"given": True}, {}])
def test_values_entered_in_f_puzzles_are_no_clues(given: dict[str, bool]) -> None:
    """Also if the grid is complete."""
    cells = [[{"value": (3 * r + r // 3 + c) % 9 + 1} for c in range(9)] for r in range(9)]
    cells[0][0] |= given
    [record] = records(fpuzzles(grid=cells))
    assert record.grid is not None
    assert record.grid.cells == bytes([len(given), *bytes(80)])


def test_fog_and_rules_in_words_give_a_warning() -> None:
    [record] = records(fpuzzles(foglight=["R1C1"], triggereffect=[{}], ruleset="Fog"))
    assert record.warning == (
        "keys without rules ignored: foglight, triggereffect; rules in prose are ignored"
    )
    assert record.comments == ["# rules: Fog"]


def test_killers_of_forums_are_read() -> None:
    """A published killer, and signs in all directions."""
    flowers = "S<J<<O<<KJ^<<^<^>^^<N<<<J^Q^S^O>>^^^>^W^<<^>^^O^<<^T^J^^^>>>^>^>^ML<S<<^^>^<^<<^<"
    [record] = records(f"{flowers} flowers\n")
    assert record.grid is not None
    assert record.grid.constraints is not None
    assert record.note == "flowers"
    cages = record.grid.constraints.cages
    assert (len(cages), sum(cage.sum for cage in cages)) == (17, 405)
    rows = ["0U0", "'^`", "", "000.v,", "0000F0", "", "", "", ""]
    [record] = records("".join(row.ljust(9, "0") for row in rows) + "\n")
    assert record.grid is not None
    assert spec_of(record.grid.geometry, record.grid.constraints) == (
        "box=3x3,cages=30:r1c2r2c1r2c2r2c3/15:r4c4r4c5r4c6r5c5"
    )


def test_cages_of_sudokupad_are_read() -> None:
    cages = [
        {"cells": [[0, 0], [0, 1]], "value": 10},
        {"cells": [[1, 0], [1, 1]], "unique": True},
        {"cells": [[0, column] for column in range(9)]},
        {"value": "title: Morning 7"},
    ]
    [record] = records(json.dumps({"cells": CELLS, "cages": cages}) + "\n")
    assert record.grid is not None
    assert spec_of(record.grid.geometry, record.grid.constraints) == (
        "box=3x3,cages=10:r1c1r1c2/0:r2c1r2c2"
    )
    assert record.comments == ["# title: Morning 7"]
    cages = [{"cells": [[0, 0], [4, 1]], "value": 9, "unique": False}]
    [record] = records(json.dumps({"cells": CELLS, "cages": cages, "vd": [3]}) + "\n")
    assert record.grid is not None
    assert spec_of(record.grid.geometry, record.grid.constraints) == "box=3x3,sum=9:r1c1r5c2"
    for cage, reported in (
        ({"value": "<9"}, "cage with <9 is not supported"),
        ({}, "cage without a sum is not supported"),
    ):
        cages = [{"cells": [[0, 0], [1, 1]]} | cage]
        assert message_of(json.dumps({"cells": CELLS, "cages": cages}) + "\n") == reported


def test_sumocue_and_ps_are_read() -> None:
    entries = ["=0"] * 81
    entries[0], entries[1], entries[80] = "=10", "+0", "=7"
    [record] = records(f"SumoCueV1D{''.join(entries)} a note\n")
    numbers = list(range(81))
    numbers[0] = numbers[1] = 10 << 8
    numbers[80] |= 7 << 8
    [other] = records(f"3x3:d:k:{':'.join(map(str, numbers))}: a note\n")
    turned = [number >> 8 | (number & 255) << 8 for number in numbers]
    [third] = records(f"3x3:d:k:{':'.join(map(str, turned))}:\n")
    assert record.grid is not None
    assert spec_of(record.grid.geometry, record.grid.constraints) == (
        "box=3x3,variant=x,cages=10:r1c1r1c2"
    )
    assert record.grid[80] == 7
    assert other.grid == third.grid == record.grid
    assert record.note == other.note == "a note"
    assert written("ps", record.grid) == f"3x3:d:k:{':'.join(map(str, numbers))}:\n"


@cases
def test_errors_in_a_variant(text: str, message: str) -> None:
    assert message_of(text + "\n") == message
