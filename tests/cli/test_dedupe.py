"""`sudoku-check --class` and `--dedupe`."""

import json
from pathlib import Path

import pytest

from sudokutools.canonical.class_name import class_of
from sudokutools.cli.check.dedupe import Classes
from sudokutools.formats.reader import read_grid
from tests.cli.puzzles import CLASH, EASY, EASY_SOLUTION, SEVENTEEN, TWO
from tests.conftest import Shell
from tests.tables import cases

OTHER = EASY.translate(str.maketrans("123456789", "912345678"))
"""An equivalent of the easy puzzle."""

MASKED = EASY_SOLUTION[:40] + "." + EASY_SOLUTION[41:]
"""Another puzzle with the same solution."""


def test_the_hash_of_the_canonical_line(shell: Shell) -> None:
    [name] = shell("sudoku-check --class --columns class --format csv", EASY).out.split()[1:]
    assert name == class_of(read_grid(EASY)).hex()
    script = "sudoku-check --canonical --format line | tr -d '\\n' | sha256sum"
    assert shell(script, EASY).out.startswith(name)


@pytest.mark.parametrize("options", ["", "--tag", "--rate", "--minimal --tag --rate"])
def test_blocks_and_records_have_the_same_classes(shell: Shell, options: str) -> None:
    grids = [EASY, f"{SEVENTEEN} # note", OTHER, CLASH, TWO, EASY_SOLUTION, MASKED]
    lines = "".join(f"{grid}\n" for grid in grids)
    command = f"sudoku-check --class {options}"
    blocks = shell(command, lines, status=1).out
    texts = [shell(command, grid, status=None).out for grid in grids]
    if not options.startswith(("--tag", "--minimal")):
        texts = [f"{number}{text[1:]}" for number, text in enumerate(texts, 1)]
    assert blocks == "".join(texts)
    assert blocks.count("class=") == 6
    assert "\x0f" not in blocks


@pytest.mark.parametrize(
    ("options", "grids", "kept"),
    [
        ("", [EASY, SEVENTEEN, OTHER, f"{EASY}\tnote", MASKED], [0, 1, 4]),
        ("--jobs 2", [f"{EASY}\tmine", TWO, TWO, OTHER], [0, 1]),
        ("=solution", [EASY, MASKED, EASY_SOLUTION, SEVENTEEN, OTHER], [0, 3]),
    ],
)
@pytest.mark.parametrize("head", ["", "12..34......4..1\n"])
def test_the_first_record_of_a_class_is_kept(
    shell: Shell, options: str, grids: list[str], kept: list[int], head: str
) -> None:
    """A small grid in front; plain lines are answered as blocks."""
    text = head + "".join(f"{grid}\n" for grid in grids)
    ran = shell(f"sudoku-check -v --dedupe {options}".replace(" =", "="), text)
    assert ran.out == head + "".join(f"{grids[index]}\n" for index in kept)
    dropped = len(grids) - len(kept)
    assert f", {dropped} duplicates in" in ran.err


@pytest.mark.parametrize("options", ["", "=solution"])
def test_records_without_a_class_are_kept(shell: Shell, options: str) -> None:
    text = f"{EASY}\n{EASY}\n{CLASH}\n{CLASH}\n"
    ran = shell(f"sudoku-check --dedupe{options}", text)
    assert ran.out == f"{EASY}\n{CLASH}\n{CLASH}\n"
    reason = "no solution" if options else "no canonical form: r1c1 and r1c2 are both 5"
    assert f"sudoku-check: -:3: no class: {reason}\n" in ran.err


def test_data_sets_keep_their_lines(shell: Shell, tmp_path: Path) -> None:
    text = f'id;puzzle;by\n1;{EASY};"a;b"\n2;{OTHER};\n3;{SEVENTEEN};c\n'
    ran = shell("sudoku-check --dedupe --rejects rejected.csv", text)
    first, *rows = text.splitlines(keepends=True)
    assert ran.out == first + rows[0] + rows[2]
    assert (tmp_path / "rejected.csv").read_text() == first + rows[1]


def test_sets_of_classes() -> None:
    classes = Classes()
    keys = [b"aa" + bytes([a, b, a, b, a, b]) for a in range(40) for b in range(40)]
    assert all(map(classes.add, keys))
    assert not any(map(classes.add, keys))


def test_variants_have_no_class(shell: Shell) -> None:
    ran = shell("sudoku-check --class --nodes --variant x", 81 * ".", status=1)
    assert "--class: plain grids only" in ran.err
    assert "--nodes: plain grids only" in ran.err


@cases
def test_redundant_clues_and_guesses(shell: Shell, grid: str, redundant: bool, nodes: int) -> None:
    ran = shell("sudoku-check --minimal --nodes --format json", grid, status=None)
    found = json.loads(ran.out)
    assert found["nodes"] == nodes
    assert ("redundant" in found) == redundant
    for name in found.get("redundant", []):
        cell = 9 * int(name[1]) + int(name[3]) - 10
        assert shell("sudoku-solve -c", grid[:cell] + "." + grid[cell + 1 :]).out == "1\n"
    text = shell("sudoku-check --minimal", grid, status=None).out
    assert (f"redundant={' '.join(found['redundant'])}\n" in text) if redundant else True


def test_rows_that_cannot_be_read_are_kept(shell: Shell) -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    table = f"puzzle,level\n{line},a\nrubbish,b\n{line},c\nrubbish,b\n"
    ran = shell("sudoku-check --dedupe", table, status=2)
    assert ran.out == f"puzzle,level\n{line},a\nrubbish,b\nrubbish,b\n"
    assert len(ran.err.splitlines()) == 2
    for before in ("", 4 * f"{line}\n"):
        text = f"{before}{line}\n{line[:-1]}\n{line}\n"
        ran = shell("sudoku-check --dedupe", text, status=2)
        assert ran.out == f"{line}\n{line[:-1]}\n"
