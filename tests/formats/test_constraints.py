"""Every kind of clue in every format: kept, or refused by name; and as other programs write it."""

import json
from pathlib import Path
from typing import Any

import pytest

from sudokutools import constraints, count_solutions, formats, read_grid
from sudokutools.constraints import KINDS, kind
from sudokutools.constraints.variant_rules import NAMES
from sudokutools.formats.foreign import diagonals
from sudokutools.formats.format import RefusalError, Style
from sudokutools.grid import spec as spec_module
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.spec import parse_spec
from tests.formats.test_formats import records
from tests.fuzz.clues import meaning
from tests.tables import cases

NINE = Geometry.of(3, 3)
CELLS: list[list[dict[str, Any]]] = [[{}] * 9] * 9
NATIVE = ("grid", "line", "json", "csv", "pretty", "table")

VALUES = {
    "sum": ["10:r1c1r1c2/5:r2c1r3c1", "11:r1c1r1c2", "20:r1c1r5c5r7c8"],
    "difference": ["1:r1c1r1c2/3:r2c2r3c2", "2:r1c1r9c9"],
    "ratio": ["2:r1c1r1c2/3:r2c2r3c2", "4:r1c1r9c9"],
    "negative": ["ratio:2", "sum:5/sum:10", "sum:10", "difference:1/ratio:2", "difference:3"],
    "littlekiller": ["30:r1c2r2c3r3c4r4c5r5c6r6c7r7c8r8c9", "20:r3c9r2c8r1c7", "5:r1c1"],
    "cages": ["10:r1c1r1c2/0:r1c2r1c3r2c2"],
    "arrow": ["r1c1:r1c2r1c3/r1c1:r2c1r3c2", "r2c1r2c2:r3c3r3c4r4c4", "r2c2r2c1:r3c3r3c4r4c4"],
    "quadruple": ["1.2.3:r1c1/9.9:r8c8", "1:r1c1/2:r1c1"],
    "regex": ["1[2-4]*(56|89)?.{2-3}:r1c1r1c2r1c3r1c4"],
    "sandwich": ["15:r3/0:c9"],
    "xsum": ["20:r3/6:-r3/45:c5/1:-c5"],
    "between": ["r1c1r1c2r1c3", "r1c1r1c2"],
    "weighted": ["4:1.1.-1:r1c1r1c2r1c3", "0:2.-1:r1c1r5c5"],
    "nfa": [
        "Qi_-q_9VAA:r1c1r1c2r1c1",
        "Qnf-AL__8A.1.2:r1c1r1c2r2c2",
        "Qnf-AL__8A.0.2:r1c1r1c2",
    ],
    "modular": ["r1c1r1c2r1c3", "2:r1c1r1c2r2c1"],
    "whisper": ["5:r1c1r1c2r2c2r2c1r1c1"],
    "sumline": ["10:r1c1r1c2r2c2r2c1r1c1", "10:r1c1r1c2r1c3", "31:r1c1r1c2r1c3r2c4r5c5r6c6"],
    "clone": ["r1c1r1c2:r5c5r5c6", "r1c1:r1c1"],
}
"""Values instead of the example of a kind."""

SPECS = [
    f"box=3x3,{key}={value}" for key in KINDS for value in VALUES.get(key, [kind(key).example])
] + [f"box=3x3,variant={name}" for name in NAMES]
SPECS += [
    "box=3x3,difference=1:r1c1r1c2,ratio=2:r2c2r2c3,negative=difference:1/ratio:2",
    "box=3x3,difference=3:r1c1r1c2,negative=difference:1/ratio:2",
    "box=3x3,variant=nonconsecutive,ratio=2:r1c1r1c2",
    "box=3x2,even=r1c1,odd=r2c2,entropic=r1c1r1c2r1c3,xsum=6:r1",
    "box=4x3,arrow=r1c1:r12c10r12c11,regex=<12>[^1<11>]+:r1c1r1c2,littlekiller=9:r12c3r11c2r10c1",
    "box=2x3,variant=x+disjoint,whisper=3:r1c1r1c2",
    "box=3x2,variant=taxicab+entropy",
    "regions=AABBABBCADCCDDDC,boxindex=r1c1,regionsum=r1c1r1c2r1c3",
    "box=9x1,houses=r1c1r2c2r3c3,regionsum=r1c1r2c1",
    "box=2x2,even=r1c1",
    "box=2x2,values=1-5,variant=raw,sum=5:r1c1r2c1",
]
"""Specs of all kinds, and of combinations that formats treat specially."""


def grid_of(spec: str) -> Grid:
    parsed = parse_spec(spec)
    geometry = parsed.geometry()
    assert geometry is not None
    return Grid(geometry, bytes(geometry.size), None, parsed.constraints(geometry))


@pytest.mark.parametrize("name", formats.WRITABLE)
def test_a_format_keeps_a_clue_or_refuses_it_by_name(name: str) -> None:
    form = formats.find(name)
    style = Style(form)
    style.says_geometry = True
    kept = 0
    for spec in SPECS:
        grid = grid_of(spec)
        try:
            text = form.header(["puzzle", "spec"]) + style.write(grid) + form.footer()
        except RefusalError as error:
            reported = str(error)
            assert reported.startswith(f"{name} supports ")
            words = (*(KINDS.keys() | set(NAMES)), "plain", "rules", "full", "boxes", "symbols")
            assert any(word in reported for word in (*words, "cages", "pill", "one clue of a kind"))
            continue
        for demanded in {None, name if name in formats.READABLE else None}:
            [record] = records(text, demanded)
            assert record.error is None, (spec, text, record.error)
            assert record.grid is not None
            assert meaning(record.grid) == meaning(grid), (spec, text)
        kept += 1
    assert kept == len(SPECS) or name not in NATIVE


DATA = Path(__file__).parents[1] / "data"


def rows_of(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (DATA / name).read_text().splitlines()[1:]]


@pytest.mark.parametrize(("spec", "fpuzzles", "iss"), rows_of("foreign_clues.tsv"))
def test_clues_of_other_programs_are_read(spec: str, fpuzzles: str, iss: str) -> None:
    grid = grid_of(f"box=3x3,{spec}")
    keys = json.loads(f"{{{fpuzzles}}}")
    texts = [json.dumps({"size": 9, "grid": CELLS, **keys})] if keys else []
    link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
    texts += [f".Shape~9x9{iss}", f"{link}.Shape~9x9{iss}".replace("~", "%7E")] if iss else []
    for text in texts:
        [record] = records(f"{text}\n")
        assert record.error is None
        assert record.grid is not None
        assert meaning(record.grid) == meaning(grid)


@pytest.mark.parametrize(("text", "message"), rows_of("foreign_errors.tsv"))
def test_errors_name_what_is_wrong(text: str, message: str) -> None:
    if text[0] == "{":
        text = json.dumps({"size": 9, "grid": CELLS, **json.loads(text)})
    [record] = records(f"{text}\n")
    assert record.error is not None
    assert record.error.message == message


def test_tables_and_copies_of_iss_text() -> None:
    spec = "box=2x2,pair=AQ:r1c1r1c2r1c3"
    for text in (".Pair~AQ~R1C1~R1C2~R1C3", ".Binary~AQ~_a~R1C1~R1C2~R1C3"):
        [record] = records(f".Shape~4x4{text}\n")
        assert record.grid == grid_of(spec)
    group = ".Replicate~DB.Pair~AQ~R1C1~R1C2.Or.~R1C1_2.~R1C2_3.End.End"
    [record] = records(f".Shape~4x4{group}\n")
    branches = "/".join(
        f"{{regex=[2]:r{r}c{c}}}{{regex=[3]:r{r}c{c + 1}}}" for r, c in ((1, 1), (1, 2), (2, 3))
    )
    pairs = "AQ:r1c1r1c2/AQ:r1c2r1c3/AQ:r2c3r2c4"
    assert record.grid == grid_of(f"box=2x2,pair={pairs},or={branches}")


@cases
def test_rules_with_extra_cells_have_as_many_solutions_as_their_own_solver_finds(
    text: str, number: int
) -> None:
    [record] = records(f".Shape~{text}\n")
    assert record.grid is not None
    assert count_solutions(record.grid) == number
    [again] = records(Style(formats.find("iss")).write(record.grid))
    assert again.grid is not None
    assert meaning(again.grid) == meaning(record.grid)


def test_a_group_of_extra_cells_is_connected() -> None:
    [record] = records(".Shape~4x4.Var~L~loop~2x3.ConnectedValues~VL~1_2~4\n")
    [found] = records(
        "................ box=2x2,extracells=6{connected=1.2x3:4:r5c1r5c2r5c3r5c4r6c1r6c2}\n"
    )
    assert record.grid == found.grid is not None


def test_candidates_boxes_and_regions_of_iss_text() -> None:
    [record] = records(".Shape~4x4.~R1C1_1_2~R1C1_2_3~R2C2_1_2_4.NoBoxes\n")
    assert record.grid is not None
    assert record.grid.geometry is Geometry.of(4, 1)
    assert record.grid.candidates is not None
    assert (record.grid[0], record.grid.candidates[0], record.grid.candidates[5]) == (0, 2, 11)
    [record] = records(".Shape~4x4.Jigsaw~AABBAABBCCDDCCDD\n")
    assert record.grid == Grid.empty(Geometry.of(2, 2))
    text = Style(formats.find("iss")).write(grid_of("box=2x3,variant=disjoint"))
    assert "Disjoint" not in text  # Its boxes would be 3x2.
    assert records(text)[0].grid == grid_of("box=2x3,variant=disjoint")


@cases
def test_what_a_format_lacks_is_named(name: str, spec: str, message: str) -> None:
    with pytest.raises(RefusalError, match=f"^{name} supports {message}"):
        Style(formats.find(name)).write(grid_of(spec))


class Twins(kind("palindrome")):  # type: ignore[misc]
    """A kind of an installed package."""

    key = "twins"
    fpuzzles = ""
    iss = ()


def test_kinds_of_packages_are_read_and_written(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (constraints, spec_module):
        monkeypatch.setattr(module, "added_kinds", lambda: {"twins": Twins})
    constraints.kind.cache_clear()
    empty, grid = 81 * ".", grid_of("box=3x3,twins=r1c1r5c5")
    rows = "\n".join(9 * ["........."])
    texts = [
        f"{empty} box=3x3,twins=r1c1r5c5\n",
        f"{empty} twins=r1c1r5c5 by me\n",
        json.dumps({"puzzle": empty, "twins": ["r1c1r5c5"], "rating": 3}) + "\n",
        f"# Twins: by me\n# twins r1c1r5c5\n{rows}\n",
        Style(formats.find("iss")).write(grid),
    ]
    for name in NATIVE:
        form = formats.find(name)
        texts.append(form.header(["puzzle", "spec"]) + Style(form).write(grid))
    for text in texts:
        [record] = records(text)
        assert record.grid == grid, (text, record.error)
    with pytest.raises(RefusalError, match="fpuzzles supports no twins"):
        Style(formats.find("fpuzzles")).write(grid)


def test_signs_of_neighbours_are_drawn_and_read() -> None:
    grid = grid_of(
        "box=2x2,difference=1:r1c1r1c2/3:r1c4r2c4,ratio=2:r2c1r2c2/4:r3c1r4c1,sum=5:r3c2r3c3"
    )
    text = Style(formats.find("pretty")).write(grid)
    assert [line for line in text.splitlines() if line[:1] != "#"] == [
        "    c1  c2  c3  c4",
        "   ┌───────┬───────┐",
        "r1 │ . ○ . │ .   . │",
        "   │       │     ③ │",
        "r2 │ . ● . │ .   . │",
        "   ├───────┼───────┤",
        "r3 │ .   . \N{ROMAN NUMERAL FIVE} .   . │",
        "   │ \N{DINGBAT NEGATIVE CIRCLED DIGIT FOUR}     │       │",
        "r4 │ .   . │ .   . │",
        "   └───────┴───────┘",
        "",
    ]
    [record] = records("\n".join(line for line in text.splitlines() if line[:1] != "#"))
    assert record.error is not None
    assert record.error.message.startswith("dots, X or V in the drawing, but none in")


@pytest.mark.parametrize(
    "text", ['{"size":1,"grid":[[{}]],"diagonal+":true,"diagonal-":true}', ".Shape~1x1.Diagonal~1"]
)
def test_the_diagonals_of_a_single_cell(text: str) -> None:
    assert read_grid(text).geometry.n == 1


def test_diagonals() -> None:
    for n in range(1, 9):
        places = [(n * row + row, n * row + n - 1 - row) for row in range(n)]
        assert [*zip(*diagonals(Geometry.of(n, 1)), strict=True)] == places
