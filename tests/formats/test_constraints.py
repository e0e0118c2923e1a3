"""Every kind of clue in every format: kept, or refused by name; and as other programs write it."""

import json
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
from tests.tables import cases, rows_of

CELLS: list[list[dict[str, Any]]] = [[{}] * 9] * 9
NATIVE = ("grid", "line", "json", "csv", "pretty", "table")


SPECS = [spec for (spec,) in rows_of("formats/combinations.tsv")]
SPECS += [
    f"box=3x3,{key}={kind(key).example}"
    for key in KINDS
    if not any(spec.startswith(f"box=3x3,{key}=") for spec in SPECS)
] + [f"box=3x3,variant={name}" for name in NAMES]
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


@pytest.mark.parametrize(("spec", "fpuzzles", "iss"), rows_of("data/foreign_clues.tsv"))
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


@pytest.mark.parametrize(("text", "message"), rows_of("data/foreign_errors.tsv"))
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
    if "Chaos" in text:  # Written as automata and connected values.
        assert count_solutions(again.grid) == number
    else:
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
