"""The public names for type checkers, in notebooks and on pages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sudokutools
from sudokutools import Geometry, Grid, SudokuError, generate, print_puzzles, read_grid
from tests.cli.puzzles import EASY, NONE, TWO
from tests.tables import cases

PAGES = {"html": b"<html", "svg": b"<svg", "pdf": b"%PDF", "png": b"\x89PNG"}


def test_type_checkers_refuse_unknown_names(tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text(
        "from sudokutools import Grid, generate, mask, slove\n"
        "result: str = mask(generate(), level='hard', rating=(2.6, 3.2))\n"
        "mask(generate(), levl='hard')\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(file)]
    ran = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(Path(sudokutools.__path__[0]).parent)},
    )
    lines = [line.partition("error: ")[2] for line in ran.stdout.splitlines() if "error:" in line]
    assert [line[:50] for line in lines] == [
        'Module "sudokutools" has no attribute "slove"; may'[:50],
        "Incompatible types in assignment (expression has t",
        'Unexpected keyword argument "levl" for "mask"; did',
    ]


def test_unknown_names_are_refused_at_run_time_too() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'slove'"):
        sudokutools.slove  # type: ignore[attr-defined] # noqa: B018


@pytest.mark.parametrize("name", sudokutools.__all__)
def test_all_public_names_can_be_imported(name: str) -> None:
    assert getattr(sudokutools, name).__name__ == name


def test_notebooks_show_a_table() -> None:
    text = read_grid(EASY)._repr_html_()
    assert text.count("<tr>") == 9
    assert text.count("<td") == 81
    assert text.count("border-width:2px 1px 1px 2px") == 9  # The first cell of each box.
    assert "<caption" not in text
    empty = Grid.empty(Geometry.of(2, 2))
    variant = empty.with_constraints("arrow=r1c1:r1c2r1c3", "regex=<1>2+:r2c1r2c2")._repr_html_()
    assert "arrow=r1c1:r1c2r1c3" in variant
    assert "&lt;" in variant
    marked = Grid(empty.geometry, empty.cells, 16 * [7])
    assert 'font-size:50%">1 2 3</td>' in marked._repr_html_()


def test_notebooks_show_irregular_regions() -> None:
    regions = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3]
    geometry = Geometry.of_variant(Geometry.of(2, 2), regions)
    cells = Grid.empty(geometry)._repr_html_().split("<td")[1:]
    assert "border-width:2px 1px 2px 1px" in cells[1]
    assert "border-width:2px 2px 2px 1px" in cells[2]


@pytest.mark.parametrize("form", PAGES)
def test_puzzles_are_printed(form: str, tmp_path: Path) -> None:
    for extra in {"pdf": ["reportlab"], "png": ["reportlab", "pypdfium2"]}.get(form, []):
        pytest.importorskip(extra)
    file = tmp_path / f"page.{form}"
    puzzles = [read_grid(EASY), generate(Geometry.of(2, 2), seed=1)]
    print_puzzles(puzzles, file, labels=["Monday"], title="Two", paper="letter", per_page=2)
    content = file.read_bytes()
    assert PAGES[form] in content[:200]
    if form in ("html", "svg"):
        assert b"Monday" in content
        assert b"Two" in content


@pytest.mark.parametrize("is_turned", [False, True])
def test_a_page_may_be_turned(is_turned: bool, tmp_path: Path) -> None:
    file = tmp_path / "page.svg"
    print_puzzles([read_grid(EASY)], file, paper="letter", landscape=is_turned)
    width, height = (792, 612) if is_turned else (612, 792)
    assert f'viewBox="0 0 {width} {height}"' in file.read_text(encoding="utf-8")


def test_solutions_are_printed(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    print_puzzles(map(read_grid, [EASY, NONE, TWO]), file, solutions="end")
    assert "no solution" in file.read_text(encoding="utf-8")


@cases
def test_what_is_not_printed_leaves_the_file_alone(
    puzzles: list[str], name: str, wishes: dict[str, object], message: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text("old")
    with pytest.raises(SudokuError, match=message):
        print_puzzles(map(read_grid, puzzles), file, **wishes)  # type: ignore[arg-type]
    assert file.read_text() == "old"
