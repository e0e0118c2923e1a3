"""The spec: a variant in one word."""

from pathlib import Path

import pytest

from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, parse_cells
from sudokutools.grid.spec import Spec, parse_spec, parse_value, regions_text, spec_of
from tests.tables import cases

SPECS = [
    "box=3x3,variant=x+windoku",
    "box=3x2,houses=r1c1r2c3/r4c1r5c1r6c6",
    "regions=AAABACBBCCBDCDDD,variant=x",
    "box=3x3,cages=10:r1c1r1c2/0:r2c1r3c1,less=r5c5r5c6r6c6/r9c9r8c9,even=r1c1r3c3,odd=r2c2",
    "box=2x2,boxes=1x2,cages=3:r1c1r1c2",
]


def read(spec: str) -> str:
    parsed = parse_spec(spec)
    geometry = parsed.geometry()
    assert geometry is not None
    return spec_of(geometry, parsed.constraints(geometry))


@pytest.mark.parametrize("spec", SPECS)
def test_round_trip(spec: str) -> None:
    assert read(spec) == spec


def test_other_forms_are_normalised() -> None:
    assert read("variant=windoku+x,box=3x3") == "box=3x3,variant=x+windoku"
    assert read("regions=1112132233243444,cages=3:R1C2R1C1") == (
        "regions=AAABACBBCCBDCDDD,cages=3:r1c1r1c2"
    )
    assert read("regions=1122112233443344") == "box=2x2"
    assert parse_value("regions", "1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4") == tuple("1122112233443344")
    assert parse_value("cages", "10:r1c1r1c2\n 0:r2c1") == ("10:r1c1r1c2", "0:r2c1")


def test_regions_of_many_symbols_are_numbers() -> None:
    regions = [(cell // 53 + cell) % 53 for cell in range(53 * 53)]
    geometry = Geometry.of_variant(Geometry.of_size(53), regions)
    text = regions_text(geometry)
    assert text.startswith("1.2.3.4.")
    assert Spec(regions=parse_value("regions", text)).geometry() is geometry


@cases
def test_errors(spec: str, error: str) -> None:
    with pytest.raises(SudokuError, match=error):
        read(spec)


def test_published_solutions_keep_to_their_rules() -> None:
    """Excerpts of puzzles with solutions; sources are listed with them."""
    files = sorted((Path(__file__).parents[1] / "data" / "variants").glob("*.tsv"))
    assert files
    for file in files:
        for line in file.read_text().splitlines()[1:]:
            _, spec, solution, *_ = line.split("\t")
            parsed = parse_spec(spec)
            geometry = parsed.geometry()
            assert geometry is not None
            constraints = parsed.constraints(geometry)
            assert spec_of(geometry, constraints) == spec
            grid = Grid(geometry, parse_cells(solution.encode()), None, constraints)
            assert grid.is_complete
            assert not list(grid.clashes())
