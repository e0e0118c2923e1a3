"""`sudoku-mask --weights` and what `sudoku-check --stats` makes of them."""

import json
from statistics import stdev

import pytest

from sudokutools import formats
from tests.cli.conftest import Shell
from tests.cli.puzzles import EASY

GRIDS = "sudoku-gen -n 9 --seed 1 --format line"
WEIGHTED = "sudoku-mask --minimal --weights --seed 1"


def test_weights_change_no_puzzle(shell: Shell) -> None:
    weighted = shell(f"{GRIDS} | {WEIGHTED}").out.splitlines()
    assert [line.partition("\tweight=")[0] for line in weighted] == (
        shell(f"{GRIDS} | sudoku-mask --minimal --seed 1").out.splitlines()
    )
    assert shell(f"{GRIDS} | {WEIGHTED} --jobs 2").out.splitlines() == weighted


def test_every_format_that_has_a_place_hands_weights_on(shell: Shell) -> None:
    grids = shell(GRIDS).out
    # Pencil marks have more clues, so their statistics would differ.
    expected = shell(f"{WEIGHTED} | sudoku-check --stats", grids).out.splitlines()[:3]
    assert expected[1].startswith("effective\t")
    for name in formats.WRITABLE:
        form = formats.find(name)
        if form.has_notes or form.has_columns or form.has_keys:
            line = f"{WEIGHTED} --format {name} | sudoku-check --stats"
            assert shell(line, grids).out.splitlines()[:3] == expected, name
        else:
            ran = shell(f"{WEIGHTED} --format {name}", grids, status=2)
            assert "--weights requires a format with notes, keys or columns" in ran.err, name


def test_weights_of_data_sets_and_beside_notes(shell: Shell) -> None:
    given = "id,solution\n7," + shell("sudoku-gen --seed 1 --format line").out
    header, row = shell(WEIGHTED, given).out.splitlines()
    assert header == "id,solution,puzzle,weight"
    assert row.startswith("7,743619528")
    assert float(row.rpartition(",")[2]) > 1
    noted = shell("sudoku-gen --seed 1 --format line").out.strip() + "\tmine\n"
    assert shell(WEIGHTED, noted).out.endswith(f"\tweight={row.rpartition(',')[2]}\tmine\n")


def test_statistics(shell: Shell) -> None:
    lines = shell(f"{GRIDS} | {WEIGHTED}").out
    found = json.loads(shell("sudoku-check --stats --rate --format json", lines).out)
    pairs = [line.split("\tweight=") for line in lines.splitlines()]
    known = [(81 - cells.count("."), float(weight)) for cells, weight in pairs]
    total = sum(weight for _, weight in known)
    mean = sum(clues * weight for clues, weight in known) / total
    assert found["puzzles"] == 9
    assert found["weight"]["value"] == pytest.approx(total / 9)
    assert found["effective"] == pytest.approx(total**2 / sum(weight**2 for _, weight in known))
    assert found["clues"]["value"] == pytest.approx(mean)
    squares = sum((weight * (clues - mean)) ** 2 for clues, weight in known)
    assert found["clues"]["error"] == pytest.approx(squares**0.5 / total)
    assert found["weight"]["error"] == pytest.approx(stdev(w for _, w in known) / 3)
    for value, share in found["shares"]["clues"].items():
        squares = sum((w * ((n == int(value)) - share["value"])) ** 2 for n, w in known)
        assert share["error"] == pytest.approx(squares**0.5 / total)
    for kind in ("clues", "level"):
        shares = found["shares"][kind].values()
        assert sum(share["value"] for share in shares) == pytest.approx(1)
    assert 1 < found["rating"]["value"] < 12
    plain = "".join(cells + "\n" for cells, _ in pairs)
    rows = shell("sudoku-check --stats", plain).out.splitlines()
    assert rows[:2] == ["puzzles\t9", f"clues\t{sum(clues for clues, _ in known) / 9:.6g}"
                        + rows[1][rows[1].rindex("\t") :]]  # fmt: skip
    assert shell("sudoku-check --stats", "").out == "puzzles\t0\n"
    same = shell("sudoku-check --stats", f"{EASY}\tweight=0.1\n" * 3).out
    assert "weight\t0.1\t0\n" in same
    ran = shell("sudoku-check --stats", plain + lines, status=2)
    assert ran.err == "sudoku-check: --stats: 9 of 18 records have no weight\n"


def test_what_is_no_weight_is_none(shell: Shell) -> None:
    words = ["1.2.3", "1e999", "-1"]
    lines = "".join(f"{EASY}\tweight={word}\n" for word in words)
    fields = "puzzle,weight\n" + "".join(f"{EASY},{word}\n" for word in words)
    values = [f"1{400 * '0'}", "NaN", "-1"]
    objects = "".join(f'{{"cells":"{EASY}","weight":{value}}}\n' for value in values)
    for text in (lines, fields, objects):
        assert shell("sudoku-check --stats", text).out.startswith("puzzles\t3\n")


def test_large_grids_have_no_weights(shell: Shell) -> None:
    ran = shell("sudoku-gen --size 12 | sudoku-mask --minimal --weights", status=2)
    assert ran.err == "sudoku-mask: weights: large and partial grids are not supported\n"
