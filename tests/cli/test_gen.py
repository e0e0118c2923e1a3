"""`sudoku-gen`."""

import json
import re
from pathlib import Path

import pytest

from sudokutools import read_grids
from tests.cli.conftest import Shell, start


def test_one_grid_for_people(shell: Shell) -> None:
    out = shell("sudoku-gen").out
    assert out.splitlines()[3] == "------+-------+------"
    [grid] = read_grids(out)
    assert grid.is_complete
    assert not list(grid.clashes())


def test_start_cuts_an_enumeration_into_pieces(shell: Shell) -> None:
    gen = "sudoku-gen --rank 1000 --format line"
    whole = shell(f"{gen} -n 5").out
    assert shell(f"{gen} -n 2; {gen} -n 3 --start 2").out == whole
    last = "sudoku-gen --rank 6670903752021072936959"
    assert len(shell(f"{last} --format line").out) == 82
    assert "expected at most" in shell(f"{last} --start 1", status=2).err


def test_seed_start_and_jobs_never_change_the_output(shell: Shell) -> None:
    whole = shell("sudoku-gen -n 40 --seed käse --format line --jobs 1").out
    assert len(set(whole.split())) == 40
    assert shell("sudoku-gen -n 40 --seed käse --format line --jobs 2").out == whole
    gen = "sudoku-gen --seed käse --format line"
    assert shell(f"{gen} -n 15; {gen} -n 25 --start 15").out == whole
    assert shell("sudoku-gen -n 40 --seed kase --format line").out != whole


def test_verbose_prints_the_seed_and_the_claim(shell: Shell) -> None:
    ran = shell("sudoku-gen -v --format line")
    seed = ran.err.splitlines()[0].split()[-1]
    assert len(seed) == 32
    assert "method " in ran.err
    assert shell(f"sudoku-gen --seed {seed} --format line").out == ran.out


def test_formats(shell: Shell) -> None:
    line = shell("sudoku-gen --seed 1 --format line").out.strip()
    assert shell("sudoku-gen --seed 1 --format table").out == f"solution\n{line}\n"
    assert shell("sudoku-gen --seed 1 --format csv").out == ",".join(line) + "\n"
    data = json.loads(shell("sudoku-gen --seed 1 --format json").out)
    assert list(data) == ["box", "boxes", "cells"]
    assert "┌" in shell("sudoku-gen --seed 1 --format pretty").out


def test_nothing_is_a_number_too(shell: Shell) -> None:
    assert shell("sudoku-gen -n 0").out == ""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nobody tells the memory")
@pytest.mark.parametrize("options", ["--format line", "--format line --jobs 1", "", "--rank 0"])
def test_memory_does_not_grow_with_the_number(options: str) -> None:
    with start("sudoku-gen", "-n", str(10**20), *options.split()) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for _ in range(1000):
            process.stdout.readline()
        reported = (Path("/proc") / str(process.pid) / "status").read_text()
        largest = re.search(r"^VmHWM:\s*(\d+) kB$", reported, re.MULTILINE)
        assert largest
        assert int(largest[1]) < 60 << 10
        process.stdout.close()
        assert process.stderr.read() == b""


def test_variants(shell: Shell) -> None:
    gen = "sudoku-gen --variant x --house r1c1r5c5 --seed 1 --format line"
    ran = shell(f"{gen} -n 3 -v")
    assert "method search on box 3x3 x+houses: every grid can occur" in ran.err
    for grid in read_grids(ran.out):
        assert grid.geometry.rules == ("x",)
        assert grid.geometry.extra_houses == ((0, 40),)
        assert not list(grid.clashes())
    assert shell(f"{gen} -n 1; {gen} -n 2 --start 1").out == ran.out


def test_each_jigsaw_has_its_own_regions(shell: Shell) -> None:
    gen = "sudoku-gen --size 6 --regions random --seed 1"
    ran = shell(f"{gen} -n 40 --format line --jobs 1 -v")
    assert "method search on 6x6 with random regions: every grid can occur" in ran.err
    grids = list(read_grids(ran.out))
    assert len({grid.geometry for grid in grids}) > 35
    assert all(grid.is_complete and not list(grid.clashes()) for grid in grids)
    assert shell(f"{gen} -n 40 --format line --jobs 2").out == ran.out
    assert shell(f"{gen} -n 9 --format line --start 31").out == "".join(
        line + "\n" for line in ran.out.splitlines()[31:]
    )
    assert list(read_grids(shell(f"{gen} -n 40 --format json").out)) == grids
    assert list(read_grids(shell(f"{gen} -n 3").out)) == grids[:3]


def test_random_regions_go_with_rules(shell: Shell) -> None:
    gen = "sudoku-gen --size 6 --regions random --variant x --house r1c2r2c1 --seed 1"
    [grid] = read_grids(shell(f"{gen} --format line").out)
    assert grid.geometry.rules == ("x",)
    assert grid.geometry.extra_houses == ((1, 6),)
    assert not list(grid.clashes())


def test_clues(shell: Shell) -> None:
    clue = "whisper=5:r1c1r2c2r3c3"
    gen = f"sudoku-gen --constraint {clue} --format line --seed 1"
    out = shell(gen).out
    assert clue in out
    assert "status=ok" in shell("sudoku-check", out).out
    assert clue in shell("sudoku-mask --seed 1 --minimal", out).out
    assert out != shell(f"{gen[:-1]}2").out


def test_timeout(shell: Shell) -> None:
    ran = shell("sudoku-gen --size 25 --variant taxicab --timeout 0.01", status=1)
    assert (ran.out, ran.err) == ("", "sudoku-gen: timed out\n")


def test_a_variant_without_a_grid_is_told_in_one_line(shell: Shell) -> None:
    for options, reported in (
        ("--size 4 --variant antiking", "2x2 antiking"),
        ("--size 4 --constraint sum=8:r1c1r1c2", "2x2 with these clues"),
        ("--size 6 --variant x,windoku -n 1000", "3x2 x+windoku"),
        ("--size 4 --variant antiking --regions random", "4x4 antiking on 100 random maps"),
    ):
        ran = shell(f"sudoku-gen {options} --seed 1 --format line", status=1)
        assert ran.out == ""
        assert ran.err.startswith(f"sudoku-gen: no grid exists: {reported}")
        assert ran.err.count("\n") == 1


def test_a_map_named_random_is_a_file_beside_a_dot(shell: Shell) -> None:
    gen = "sudoku-gen --regions ./random --format line"
    made = shell(f"printf 'ABBC ABBC ADDC ADDC' > random; {gen}").out
    [grid] = read_grids(made)
    assert not grid.geometry.has_boxes
    assert grid.geometry.n == 4
